//! Where values stand, and checks made after reading.

use crate::{Place, Problem, Reader, Sources};
use kernel::Rule;

fn reader(text: &str) -> Reader {
    Reader::new(&Sources::embedded(&[("maps.toml", text)]))
}

fn at(line: u32, column: u32) -> Place {
    Place { file: "maps.toml".to_owned(), line, column }
}

#[test]
fn a_square_of_a_drawn_map_has_a_place() {
    let reader = reader("[[map]]\ngrid = '''\n+-+\n|.|\n+-+\n'''\n");
    let map = reader.tables("map")[0];
    assert_eq!(map.str("grid"), Some("+-+\n|.|\n+-+\n"));
    for ((line, character), expected) in [
        ((0, 0), at(3, 1)),
        ((1, 1), at(4, 2)),
        ((2, 2), at(5, 3)),
        // Past the end of a line, and past the last line.
        ((1, 9), at(4, 4)),
        ((9, 0), at(6, 1)),
    ] {
        assert_eq!(map.place_in("grid", line, character), expected);
    }
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let reader = reader("a = 1\n\"üü\".b = 'éx'\n");
    let root = reader.roots()[0];
    let inner = root.table("üü");
    let value = inner.and_then(|table| table.get("b"));
    assert_eq!(value.map(|value| value.place()), Some(at(2, 10)));
    assert_eq!(value.map(|value| value.place_in(0, 1)), Some(at(2, 12)));
}

#[test]
fn escapes_and_continued_lines_are_counted_as_written() {
    let text = "a = \"x\\u00e9\\ny\"\nb = \"\"\"one \\\n   two\nthree\"\"\"\nc = '''k'''\n";
    let reader = reader(text);
    let root = reader.roots()[0];
    assert_eq!(root.str("a"), Some("xé\ny"));
    assert_eq!(root.place_in("a", 0, 1), at(1, 7));
    assert_eq!(root.place_in("a", 1, 0), at(1, 15));
    assert_eq!(root.str("b"), Some("one two\nthree"));
    assert_eq!(root.place_in("b", 0, 4), at(3, 4));
    assert_eq!(root.place_in("b", 1, 2), at(4, 3));
    assert_eq!(root.place_in("c", 0, 0), at(5, 8));
}

#[test]
fn values_that_are_no_text_have_no_characters() {
    let reader = reader("n = 12\n");
    assert_eq!(reader.roots()[0].place_in("n", 3, 3), at(1, 5));
    assert_eq!(reader.roots()[0].place_in("m", 3, 3), at(1, 1));
}

#[test]
fn keys_values_and_tables_have_places() {
    let reader = reader("[[map]]\n  id   = \"abbey\"\n  start = [{ x = 1 }, { x = 2 }]\n");
    let map = reader.tables("map")[0];
    assert_eq!(map.here(), at(1, 1));
    assert_eq!(map.key_place("id"), at(2, 3));
    assert_eq!(map.place("id"), at(2, 10));
    let starts = map.tables("start");
    assert_eq!(starts[1].here(), at(3, 23));
    assert_eq!(starts[1].place("x"), at(3, 29));
    // A key that is missing stands where its table does.
    assert_eq!(starts[1].place("y"), at(3, 23));
    assert_eq!(starts[1].key_place("y"), at(3, 23));
}

#[test]
fn a_reference_is_checked_when_everything_is_read() {
    const RULE: Rule = Rule::new("SW-MUSTER-01");
    let text = "[[band]]\nunits = [\"orc\", \"gobln\"]\n[[unit]]\nid = \"orc\"\n[[unit]]\nid = \"goblin\"\n";
    let reader = reader(text);
    let mut named: Vec<(String, Place)> = Vec::new();
    for band in reader.tables("band") {
        for item in band.array("units").unwrap_or_default() {
            named.extend(item.str().map(|id| (id.to_owned(), item.place())));
        }
        band.problem("units", "too few units", RULE);
    }
    let known: Vec<&str> = reader.tables("unit").iter().filter_map(|unit| unit.str("id")).collect();
    for (id, place) in &named {
        if !known.contains(&id.as_str()) {
            reader.report(place.unknown("unit", id, known.iter().copied()).citing(RULE));
        }
    }
    let problems: Vec<String> = reader.finish().iter().map(Problem::to_string).collect();
    assert_eq!(
        problems,
        [
            "maps.toml:2:9: too few units [SW-MUSTER-01]",
            "maps.toml:2:17: unknown unit \"gobln\"; did you mean \"goblin\"? (expected orc, goblin) [SW-MUSTER-01]",
        ]
    );
}

#[test]
fn a_table_with_free_keys_is_read_by_entries() {
    let reader = reader("[prices]\nrope = 3\ntorch = \"one\"\n");
    let prices = reader.roots()[0].table("prices");
    let prices = prices.map(|table| table.entries()).unwrap_or_default();
    let read: Vec<(&str, Option<u8>)> = prices.into_iter().map(|(key, value)| (key, value.int(0..=9))).collect();
    assert_eq!(read, [("rope", Some(3)), ("torch", None)]);
    assert_eq!(reader.finish().len(), 1);
}

#[test]
fn numbers_take_the_type_of_their_range() {
    let reader = reader("a = -3\nb = 4_000_000_000\nc = 255\n");
    let root = reader.roots()[0];
    assert_eq!(root.int("a", -5..=5i8), Some(-3));
    assert_eq!(root.int("b", 0..=u64::MAX), Some(4_000_000_000));
    assert_eq!(root.int("c", 0..=u8::MAX), Some(255));
    assert_eq!(root.int("a", 0..=9u8), None);
    assert_eq!(root.int_or("d", 0..=9usize, 77), 77);
    assert_eq!(reader.finish().len(), 1);
}
