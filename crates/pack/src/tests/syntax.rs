//! Files that are not TOML.

use super::{check, lines, load};
use crate::Sources;

#[test]
fn a_broken_line_does_not_hide_the_problems_around_it() {
    check(
        "[[unit]]\nid = \nvigor 5\nsize = \"Bigg\"\nboxes = [\"mortal\"]\npool = { green = 9 }\nlevel = 7x\n",
        "units.toml:2:6: value missing after `=`
units.toml:3:7: key with no value, expected `=`
units.toml:4:8: unknown size \"Bigg\"; did you mean \"Big\"? (expected Small, Big)
units.toml:6:18: \"green\" is 9; expected a whole number from 0 to 5
units.toml:7:9: invalid integer",
    );
}

#[test]
fn a_list_left_open_is_one_problem() {
    check(
        "[[unit]]\nid = 4\nboxes = [\"mortal\"\n# A remark.\nvigor = 5\npool = { green = 1 }\n\n[[unit]]\nid = \"b\"\n",
        "units.toml:2:6: \"id\" is a whole number; expected a text
units.toml:5:1: a list or table above is not closed, expected `,`, `]` or `}`",
    );
}

#[test]
fn a_text_left_open_is_reported_where_it_begins() {
    check(
        "[[unit]]\nid = '''\norc\nvigor = 5\n\n[[unit]]\nid = \"b\"\n",
        "units.toml:2:6: invalid multi-line literal string, expected `'`
units.toml:1:1: missing",
    );
}

#[test]
fn a_key_given_twice_is_reported_at_the_second() {
    check(
        "[[unit]]\nid = \"a\"\nvigor = 5\nboxes = []\npool = { green = 1 }\nvigor = 6\n",
        "units.toml:6:1: duplicate key",
    );
}

#[test]
fn a_broken_file_does_not_stop_the_others() {
    let good = "[[unit]]\nid = \"a\"\nvigor = 5\nboxes = []\npool = { green = 1 }\n";
    let sources = Sources::embedded(&[("bad.toml", "[[unit\n\"\n= = ="), ("good.toml", good)]);
    let (units, problems) = load(&sources);
    assert_eq!(units.len(), 1);
    assert!(
        problems.iter().all(|problem| problem.file == "bad.toml"),
        "{}",
        lines(&problems)
    );
    assert_eq!(problems.first().map(|problem| problem.line), Some(1));
}

#[test]
fn no_text_makes_the_reader_panic() {
    // Every way to cut a pack short, and every way to lose one character of it.
    let pack = "[[unit]]\nid = \"ä\"\nboxes = ['''\n+\n''', \"\"\"\\\n x\"\"\"]\npool = { green = 1 }\nx.y = [1, [2.5]]\n";
    for (at, character) in pack.char_indices() {
        let (before, after) = pack.split_at(at);
        let without = format!("{before}{}", &after[character.len_utf8()..]);
        for text in [before, without.as_str(), after] {
            let (_, problems) = load(&Sources::embedded(&[("x.toml", text)]));
            let rows = text.lines().count() as u32 + 1;
            assert!(
                problems
                    .iter()
                    .all(|problem| (1..=rows).contains(&problem.line))
            );
        }
    }
}

#[test]
fn deep_nesting_is_a_problem_and_not_an_overflow() {
    let deep = format!("x = {}", "[".repeat(100_000));
    let (_, problems) = load(&Sources::embedded(&[("deep.toml", &deep)]));
    assert!(!problems.is_empty());
}
