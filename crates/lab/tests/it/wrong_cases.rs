//! What is said of a case that is not as it should be.

use lab::case::run;
use sellsword::Sellsword;

#[test]
fn a_case_that_is_wrong_says_so() {
    let wrong = |text: &str| run::<Sellsword>("wrong.toml", text).differences.join("\n");
    assert!(wrong("system = \"sellsword\"").contains("expect"));
    let unused = "system = \"sellsword\"\nboard = '''\n....\n'''\ndice = [4]\n[[figure]]\ntag = \"a.x\"\ncard = \"orc_raider\"\nat = \"A1\"\n[turn]\nunit = \"a.x\"\n[expect]\npending = \"a act\"\n";
    assert!(wrong(unused).contains("1 dice were never rolled"));
    assert!(wrong(&unused.replace("orc_raider", "orc_rader")).contains("did you mean"));
    assert!(wrong(&unused.replace("dice = [4]", "choices = [\"crow\"]")).contains("was refused"));
    assert!(wrong(&unused.replace("dice = [4]", "dise = [4]")).contains("unknown key"));
}
