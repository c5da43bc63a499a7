//! Files that are TOML but no pack.

use super::{Effect, Wound, check, load, report};
use crate::{Sources, nearest};

const GOOD: &str = r#"
[[unit]]
id = "orc"
vigor = 1_5
size = "Big"
boxes = ["defensive", "mortal"]
weak = ["Fire"]
pool = { green = 1 }

[[unit.attack]]
name = "Axe"
range = 1
effects = [
  { verb = "wounds", wound = "Cut", amount = 0xA },
  { verb = "push", squares = 2 },
]
"#;

#[test]
fn a_good_pack_is_read_without_a_word() {
    let (units, problems) = load(&Sources::embedded(&[("units.toml", GOOD)]));
    assert_eq!(problems, []);
    let [orc] = &units[..] else { panic!("one unit, not {units:?}") };
    assert_eq!((orc.vigor, orc.level, orc.size), (15, 0, 2));
    assert_eq!(orc.boxes, ["defensive", "mortal"]);
    assert_eq!(orc.weak, [Wound::Fire]);
    assert_eq!(orc.attacks[0].effects, [Effect::Wounds(Wound::Cut, 10), Effect::Push(2)]);
}

const TWENTY: &str = r#"[[unit]]
id = 7
vigor = 201
levle = 3
unique = "no"
size = "Bigg"
boxes = ["mortal", 4, true]
weak = ["Cut", "Firee", "Ice"]
pool = { green = 6, blue = 1 }

[[unit.attack]]
nome = "Axe"
range = "far"
effects = [
  { verb = "wounds", wound = "Peirce", amount = 4 },
  { verb = "shove", squares = 2, hard = true },
  { verb = "push", squares = 1.5 },
  "push",
]

[[unit]]
vigor = 99999999999999999999
boxes = "mortal"
pool = []

[[untis]]
id = "lost"
"#;

#[test]
fn twenty_mistakes_give_twenty_reports_in_order() {
    let expected = r#"units.toml:2:6: "id" is a whole number; expected a text
units.toml:3:9: "vigor" is 201; expected a whole number from 0 to 200
units.toml:4:1: unknown key "levle"; did you mean "level"?
units.toml:5:10: "unique" is a text; expected true or false
units.toml:6:8: unknown size "Bigg"; did you mean "Big"? (expected Small, Big)
units.toml:7:20: item 2 of "boxes" is a whole number; expected a text
units.toml:7:23: item 3 of "boxes" is true or false; expected a text
units.toml:8:16: unknown word "Firee"; did you mean "Fire"? (expected Cut, Pierce, Fire)
units.toml:8:25: unknown word "Ice"; expected Cut, Pierce, Fire
units.toml:9:18: "green" is 6; expected a whole number from 0 to 5
units.toml:9:21: unknown key "blue"
units.toml:12:1: unknown key "nome"; did you mean "name"?
units.toml:13:9: "range" is a text; expected a whole number from 0 to 20
units.toml:15:30: unknown wound "Peirce"; did you mean "Pierce"? (expected Cut, Pierce, Fire)
units.toml:15:49: "amount" is 4; expected a whole number from 5 to 50
units.toml:16:12: unknown verb "shove"; expected wounds, push
units.toml:17:30: "squares" is a fraction; expected a whole number from 1 to 9
units.toml:18:3: item 4 of "effects" is a text; expected a table
units.toml:21:1: missing "id"; expected a text
units.toml:22:9: "vigor" is too large; expected a whole number from 0 to 200
units.toml:23:9: "boxes" is a text; expected a list
units.toml:24:8: "pool" is a list; expected a table
units.toml:26:3: unknown key "untis""#;
    check(TWENTY, expected);
}

#[test]
fn a_mistyped_key_that_is_needed_is_one_problem() {
    check(
        "[[unit]]\nid = \"a\"\nvigour = 5\nboxes = []\npool = { green = 0 }\n",
        "units.toml:3:1: unknown key \"vigour\"; did you mean \"vigor\"? (expected attack, level, size, unique, vigor, weak)",
    );
}

#[test]
fn a_missing_key_is_reported_at_its_table_whatever_else_is_wrong() {
    check(
        "[[unit]]\nid = \"a\"\nboxes = [1]\n\n  [unit.pool]\n",
        "units.toml:1:1: missing \"vigor\"; expected a whole number from 0 to 200
units.toml:3:10: item 1 of \"boxes\" is a whole number; expected a text
units.toml:5:3: missing \"green\"; expected a whole number from 0 to 5",
    );
}

#[test]
fn an_unknown_tag_leaves_the_other_keys_in_peace() {
    let pack = GOOD.replace("verb = \"push\"", "verb = \"pusch\"");
    assert_eq!(
        report(&pack),
        "units.toml:15:12: unknown verb \"pusch\"; did you mean \"push\"? (expected wounds, push)"
    );
}

#[test]
fn a_tag_that_is_missing_is_reported() {
    let pack = GOOD.replace("verb = \"push\", ", "");
    assert_eq!(report(&pack), "units.toml:15:3: missing \"verb\"; expected wounds, push");
}

#[test]
fn a_table_where_a_list_of_tables_belongs_is_reported_once() {
    check("[unit]\nid = 3\n", "units.toml:1:1: \"unit\" is a table; expected a list");
}

#[test]
fn problems_of_several_files_come_in_order_of_the_files() {
    let sources = Sources::embedded(&[("b.toml", "x = 1"), ("a/z.toml", "\ny = 1")]);
    let (_, problems) = load(&sources.under("packs/mine/"));
    assert_eq!(
        super::lines(&problems),
        "packs/mine/a/z.toml:2:1: unknown key \"y\"; expected unit\npacks/mine/b.toml:1:1: unknown key \"x\"; expected unit"
    );
}

#[test]
fn near_words() {
    let words = ["Fire", "Cold", "Crush", "sword_marches", "a"];
    for (word, meant) in [
        ("Firee", Some("Fire")),
        ("Frie", Some("Fire")),
        ("CRUSH", Some("Crush")),
        ("colt", Some("Cold")),
        ("Crsuh", Some("Crush")),
        ("sword-march", Some("sword_marches")),
        ("Ice", None),
        ("", None),
        ("b", None),
        ("Lightning", None),
    ] {
        assert_eq!(nearest(word, words), meant, "{word}");
    }
}

#[test]
fn of_equally_near_words_the_first_is_meant() {
    assert_eq!(nearest("bat", ["cat", "hat"]), Some("cat"));
}
