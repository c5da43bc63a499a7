//! What is said of a case that is not as it should be.

use lab::case::{run, written};
use sellsword::Sellsword;

#[test]
fn a_case_that_is_wrong_says_so() {
    let wrong = |text: &str| run::<Sellsword>("wrong.toml", text).differences.join("\n");
    assert!(wrong("system = \"sellsword\"").contains("[expect]"));
    let unused = "system = \"sellsword\"\nboard = '''\n....\n'''\ndice = [4]\n[[figure]]\ntag = \"a.x\"\ncard = \"orc_raider\"\nat = \"A1\"\n[turn]\nunit = \"a.x\"\n[expect]\npending = \"a act\"\n";
    assert!(wrong(unused).contains("1 die was never rolled"));
    assert!(wrong(&unused.replace("orc_raider", "orc_rader")).contains("did you mean"));
    assert!(wrong(&unused.replace("dice = [4]", "choices = [\"crow\"]")).contains("was refused"));
    assert!(wrong(&unused.replace("dice = [4]", "dise = [4]")).contains("unknown key"));
}

const BLOW: &str = r#"system = "sellsword"
title = "A dagger blow"
board = '''
......
..B...
......
'''
dice = [8]
choices = ["attack sacrificial-dagger b.orc", "pass", "avoid 10"]

[[figure]]
tag = "a.necro"
card = "gray_necromancer"
at = "B2"
injuries = ["mobility"]

[[figure]]
tag = "b.orc"
card = "orc_raider"
at = "C2"
status = [{ status = "Pinned", recover = "Brawn" }]

[turn]
unit = "a.necro"

[expect]
events = ["SW-RESOLVE-04 attack-rolled natural=8 total=16", "attack-hit critical=false"]
values = { "b.orc.vigor" = 5, "b.orc.at.column" = "C", "b.orc.at.row" = 2 }
pending = "a act"
"#;

/// One slip each, and what is said of it: one line, with what was meant.
#[test]
fn every_slip_is_one_message_that_names_what_was_meant() {
    assert!(run::<Sellsword>("blow.toml", BLOW).passed());
    let slips = [
        ("attack-rolled", "atack-rolled", "unknown event \"atack-rolled\"; did you mean \"attack-rolled\"?"),
        ("natural=8", "naturel=8", "did you mean \"natural\"?"),
        ("natural=8", "natural=eight", "\"eight\" is no whole number"),
        ("SW-RESOLVE-04", "SW-RESOLV-04", "did you mean \"SW-RESOLVE-04\"?"),
        ("SW-RESOLVE-04", "CH-CLOSE-01", "is a rule of coreheim, not of sellsword"),
        ("b.orc.vigor", "b.orc.vigr", "did you mean \"b.orc.vigor\"?"),
        ("b.orc.vigor", "b.ork.vigor", "did you mean \"b.orc.vigor\"?"),
        ("orc_raider", "orc_rader", "did you mean \"orc-raider\"?"),
        ("board", "bord", "unknown key \"bord\"; did you mean \"board\"?"),
        ("pending = \"a act\"", "never = [\"droped\"]", "did you mean \"dropped\"?"),
        ("pending = \"a act\"", "never = [\"dropped unit=b.ork\"]", "did you mean \"b.orc\"?"),
        ("pending = \"a act\"", "not_offered = [\"avoid 5\"]", "asked is a act, which takes"),
        ("pending = \"a act\"", "not_offered = [\"atack bow\"]", "did you mean \"attack\"?"),
        ("a act", "a akt", "did you mean \"act\"?"),
        ("pending = \"a act\"", "outcome = \"x\"", "\"x\" is no outcome"),
        ("pending = \"a act\"", "roll = \"atack\"", "did you mean \"attack\"?"),
        ("dice = [8]", "dice = [8]\nuntil = \"end-trun\"", "did you mean \"end-turn\"?"),
        ("at = \"C2\"", "at = \"B2\"", "a.necro and b.orc share a square"),
        ("at = \"C2\"", "at = \"Z9\"", "off the map"),
        ("at = \"C2\"", "at = \"C2\"\nvigor = 99", "Vigor 99 of 15"),
        ("\"b.orc\"\ncard", "\"borc\"\ncard", "\"borc\" is no tag"),
        ("\"b.orc\"\ncard", "\"b.Orc\"\ncard", "did you mean \"b.orc\"?"),
        ("unit = ", "unti = ", "did you mean \"unit\"?"),
        ("mobility", "mobilty", "did you mean \"mobility\"?"),
        ("Pinned", "Pined", "did you mean \"Pinned\"?"),
    ];
    for (right, slip, said) in slips {
        assert!(BLOW.contains(right), "{right}");
        let report = run::<Sellsword>("slip.toml", &BLOW.replacen(right, slip, 1));
        assert_eq!(report.differences.len(), 1, "{slip}: {:#?}", report.differences);
        assert!(report.differences[0].contains(said), "{slip}: {:#?}", report.differences);
    }
}

#[test]
fn a_refusal_may_be_expected_in_the_middle_and_at_the_end() {
    let passed = |from: &str, to: &str| run::<Sellsword>("refused.toml", &BLOW.replacen(from, to, 1)).differences;
    let none: Vec<String> = Vec::new();
    assert_eq!(passed("[\"attack", "[\"! crow\", \"attack"), none);
    assert!(passed("[\"attack", "[\"! SW-ATTACK-02: crow\", \"attack")[0].contains("but not by \"SW-ATTACK-02\""));
    assert!(passed("[\"attack", "[\"! attack")[0].contains("nothing was refused"));
    assert!(passed("pending = \"a act\"", "refused = true")[0].contains("nothing was refused"));
    let last = |by: &str| {
        let text = BLOW.replacen("\"avoid 10\"]", "\"avoid 10\", \"crow\"]", 1);
        run::<Sellsword>("refused.toml", &text.replacen("pending = \"a act\"", by, 1)).passed()
    };
    assert!(last("refused = true"));
    assert!(!last("refused = \"no such words\""));
}

/// What is filled in holds when it is run again, and everything outside of `[expect]` stays as it was.
#[test]
fn what_happened_can_be_filled_in() {
    let open = BLOW.split("[expect]").next().expect("the situation");
    let (situation, rest) = open.split_once("dice").expect("dice");
    let commented = format!("{situation}# Thrown at the table.\ndice{rest}");
    for text in [
        format!("{commented}[expect]\n"),
        commented.clone(),
        format!("{commented}[expect]\nvalues = {{ \"b.orc.vigor\" = 1 }}\n"),
    ] {
        let filled = written::<Sellsword>("open.toml", &text).expect("it can be played");
        assert!(filled.starts_with(commented.trim_end()), "{filled}");
        assert!(filled.contains("\"SW-ATTACK-08 attack-hit unit=a.necro target=b.orc critical=false"), "{filled}");
        assert!(filled.contains("pending = \"a act\""), "{filled}");
        assert_eq!(filled.contains("\"b.orc.vigor\" = 5"), text.contains("vigor"), "{filled}");
        let report = run::<Sellsword>("filled.toml", &filled);
        assert!(report.passed(), "{:#?}", report.differences);
    }
}
