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
units.toml:7:9: string values must be quoted",
    );
}

#[test]
fn a_list_left_open_is_one_problem_and_what_follows_is_read() {
    check(
        "[[unit]]\nid = 4\nboxes = [\"mortal\"\n# A remark.\nvigor = 5\npool = { green = 1 }\n\n[[unit]]\nid = true\n",
        "units.toml:2:6: \"id\" is a whole number; expected a text
units.toml:3:9: the list is never closed
units.toml:8:1: missing \"boxes\"; expected a list of texts
units.toml:8:1: missing \"pool\"; expected a table
units.toml:8:1: missing \"vigor\"; expected a whole number from 0 to 200
units.toml:9:6: \"id\" is true or false; expected a text",
    );
}

#[test]
fn a_list_left_open_at_the_end_is_reported_where_it_begins() {
    check(
        "[[unit]]\nid = \"a\"\nvigor = 300\npool = { green = 1 }\nboxes = [\n  \"mortal\",\n",
        "units.toml:3:9: \"vigor\" is 300; expected a whole number from 0 to 200
units.toml:5:9: the list is never closed",
    );
}

#[test]
fn a_text_left_open_is_reported_where_it_begins() {
    check(
        "[[unit]]\nvigor = 300\npool = { green = 1 }\nboxes = []\nid = '''\norc\n\n[[unit]]\nid = \"b\"\n",
        "units.toml:2:9: \"vigor\" is 300; expected a whole number from 0 to 200
units.toml:5:6: the text is never closed",
    );
}

#[test]
fn a_broken_header_takes_its_table_along_and_no_other() {
    check(
        "[[unit]\nid = 4\n\n[[unit]]\nid = 5\nvigor = 5\nboxes = []\npool = { green = 1 }\n",
        "units.toml:1:8: unclosed array table, expected `]`
units.toml:5:6: \"id\" is a whole number; expected a text",
    );
}

#[test]
fn a_broken_item_does_not_hide_the_items_beside_it() {
    check(
        "[[unit]]\nid = \"a\"\nvigor = 5\nboxes = [\n  1,\n  \"a\" \"b\",\n  2,\n]\npool = { green = 1 }\n",
        "units.toml:5:3: item 1 of \"boxes\" is a whole number; expected a text
units.toml:6:7: missing comma between array elements, expected `,`
units.toml:7:3: item 2 of \"boxes\" is a whole number; expected a text",
    );
}

#[test]
fn a_file_of_slips_is_given_up() {
    let sources = Sources::embedded(&[("x.toml", &"nonsense\n".repeat(1000))]);
    assert_eq!(load(&sources).1.len(), 20);
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
    assert!(problems.iter().all(|problem| problem.file == "bad.toml"), "{}", lines(&problems));
    assert_eq!(problems.first().map(|problem| problem.line), Some(1));
}

#[test]
fn no_text_makes_the_reader_panic() {
    // Every way to cut a pack short, and every way to lose one character of it.
    let pack =
        "[[unit]]\nid = \"ä\"\nboxes = ['''\n+\n''', \"\"\"\\\n x\"\"\"]\npool = { green = 1 }\nx.y = [1, [2.5]]\n";
    for (at, character) in pack.char_indices() {
        let (before, after) = pack.split_at(at);
        let without = format!("{before}{}", &after[character.len_utf8()..]);
        for text in [before, without.as_str(), after] {
            let (_, problems) = load(&Sources::embedded(&[("x.toml", text)]));
            let rows = text.lines().count() as u32 + 1;
            assert!(problems.iter().all(|problem| (1..=rows).contains(&problem.line)));
        }
    }
}

#[test]
fn deep_nesting_is_a_problem_and_not_an_overflow() {
    let deep = format!("x = {}", "[".repeat(100_000));
    let (_, problems) = load(&Sources::embedded(&[("deep.toml", &deep)]));
    assert!(!problems.is_empty());
}
