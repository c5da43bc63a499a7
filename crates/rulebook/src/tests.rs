//! The rulebooks as they are, and ledgers as they must not be.

mod ledgers;
mod scans;

use std::collections::BTreeSet;

use kernel::Rule;

use crate::{CH, Entry, SW, Tally, book, books, definitions, entries, entry, find, nearest, search, systems};

fn ids(found: &[&Entry]) -> Vec<&'static str> {
    found.iter().map(|entry| entry.rule.id()).collect()
}

#[test]
fn every_system_has_a_book() {
    let known = BTreeSet::from_iter(systems());
    assert!(["sellsword", "sword-and-claw", "coreheim", "sword-marches"].iter().all(|system| known.contains(system)));
    assert_eq!(known.len(), books().len(), "two books of one system");
    assert_eq!(book("sword-marches").map(|book| (book.prefix, book.title)), Some(("SM", "The Sword Marches")));
    assert_eq!(book("chess"), None);
    assert_eq!(entries("chess").count(), 0);
    for book in books() {
        let mut seen = BTreeSet::new();
        for entry in entries(book.system) {
            assert_eq!(entry.system, book.system);
            assert!(entry.rule.id().starts_with(&format!("{}-{}-", book.prefix, entry.chapter)));
            assert!(!entry.title.is_empty() && !entry.text.is_empty(), "{}", entry.rule);
            assert!(seen.insert(entry.rule), "{} stands twice", entry.rule);
            assert_eq!(crate::entry(entry.rule), Some(entry));
        }
        assert!(!seen.is_empty(), "{} has no rules", book.system);
        assert!([book.title, book.about, book.space, book.turn, book.dice].iter().all(|said| !said.is_empty()));
    }
}

#[test]
fn a_rule_is_a_constant_with_an_entry() {
    assert_eq!(SW::UNIT_02.id(), "SW-UNIT-02");
    let titles = [SW::UNIT_02, CH::PROFILE_01, SW::RULE3_01].map(|rule| entry(rule).map(|entry| entry.title));
    assert_eq!(titles[0], Some("Descriptors"));
    assert_eq!(titles[1], Some("Profile of nine characteristics"));
    assert!(titles[2].is_some());
    assert_eq!(entry(Rule::new("SW-NOWHERE-01")), None);
}

#[test]
fn entries_come_in_the_order_of_the_ledger() {
    let first: Vec<&str> = entries("sellsword").take(3).map(|entry| entry.rule.id()).collect();
    assert_eq!(first, ["SW-UNIT-01", "SW-UNIT-02", "SW-UNIT-03"]);
}

#[test]
fn ids_are_found_in_either_case() {
    assert_eq!(find("sw-unit-03").map(|entry| entry.rule), Some(SW::UNIT_03));
    assert_eq!(find("SW-UNIT-3"), None);
    assert_eq!(find(""), None);
}

#[test]
fn a_mistyped_id_is_mended() {
    for (typed, meant) in [
        ("SW-UNTI-02", Some("SW-UNIT-02")),
        ("sw_unit_02", Some("SW-UNIT-02")),
        ("SWUNIT02", Some("SW-UNIT-02")),
        ("CH-PROFIL-01", Some("CH-PROFILE-01")),
        ("castling", None),
        ("", None),
    ] {
        assert_eq!(nearest(typed), meant, "{typed}");
    }
}

#[test]
fn the_rule_whose_id_is_typed_comes_first() {
    assert_eq!(search(None, " sw-unit-03 ").first().map(|entry| entry.rule), Some(SW::UNIT_03));
    assert_eq!(search(Some("coreheim"), "SW-UNIT-03"), [] as [&Entry; 0]);
}

#[test]
fn all_words_must_begin_some_word_of_the_rule() {
    let found = search(Some("sellsword"), "DESCRIPT subtyp");
    assert_eq!(ids(&found)[0], "SW-UNIT-02");
    for entry in search(Some("sellsword"), "charg brawn") {
        let all = [entry.title, entry.text, entry.ruling.unwrap_or_default(), &entry.cases.join(" ")];
        let all = all.join(" ").to_lowercase();
        assert!(all.contains("charg") && all.contains("brawn"), "{}", entry.rule);
    }
    // A word in the middle of another is no hit: "scriptors" occurs only within "descriptors".
    assert!(search(Some("sellsword"), "scriptors").is_empty());
    assert!(search(None, "no rule says xyzzy").is_empty());
}

#[test]
fn titles_come_before_texts_and_texts_before_the_rest() {
    let found = search(Some("sellsword"), "charge");
    let place = |entry: &&Entry| {
        let says = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            words.any(|word| word.to_lowercase().starts_with("charge"))
        };
        if says(entry.title) || says(entry.rule.id()) {
            0
        } else if says(entry.text) {
            1
        } else {
            2
        }
    };
    let places: Vec<usize> = found.iter().map(place).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(BTreeSet::from_iter(places), BTreeSet::from([0, 1, 2]));
}

#[test]
fn words_beyond_the_most_change_nothing() {
    let many = |count: usize, last: &str| format!("{} {last}", "charge ".repeat(count));
    assert!(search(Some("sellsword"), &many(crate::MOST_WORDS - 1, "xyzzy")).is_empty());
    assert_eq!(search(Some("sellsword"), &many(100_000, "xyzzy")), search(Some("sellsword"), "charge"));
}

#[test]
fn the_index_finds_what_reading_every_rule_finds() {
    let says = |entry: &Entry, wanted: &str| {
        let texts = [entry.rule.id(), entry.title, entry.text];
        let texts = texts.into_iter().chain(entry.ruling).chain(entry.cases.iter().copied());
        let mut words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        words.any(|word| word.to_lowercase().starts_with(wanted))
    };
    for words in ["a", "charge", "dice roll", "x", "3", "wall line sight", "gold war"] {
        for system in systems() {
            let mut read = ids(&entries(system)
                .filter(|entry| words.split(' ').all(|word| says(entry, word)))
                .collect::<Vec<_>>());
            let mut found = ids(&search(Some(system), words));
            read.sort();
            found.sort();
            assert_eq!(found, read, "{system} {words}");
        }
    }
}

#[test]
fn no_words_find_everything_in_order() {
    let everything: Vec<&Entry> = entries("coreheim").collect();
    assert_eq!(search(Some("coreheim"), "  "), everything);
    let count: usize = systems().map(|system| entries(system).count()).sum();
    assert_eq!(search(None, "").len(), count);
    assert!(search(Some("chess"), "").is_empty());
}

#[test]
fn a_tally_knows_which_tests_cited_a_rule() {
    let mut tally = Tally::new("sellsword");
    let before = tally.missing().len();
    assert_eq!(before, entries("sellsword").count() - definitions("sellsword").count());
    for test in ["cases/b.toml", "cases/a.toml", "cases/b.toml"] {
        tally.note(test, SW::UNIT_03);
    }
    assert_eq!(tally.covered_by(SW::UNIT_03), ["cases/a.toml", "cases/b.toml"]);
    assert_eq!(tally.covered_by(SW::UNIT_01), [] as [String; 0]);
    assert_eq!(tally.missing().len(), before - 1);
    assert!(tally.missing().iter().all(|entry| entry.rule != SW::UNIT_03));
}

#[test]
fn a_tally_counts_its_own_system_only() {
    let mut tally = Tally::new("sword-and-claw");
    let before = tally.clone();
    let foreign = entries("sword-marches").next().map(|entry| entry.rule);
    for rule in foreign.into_iter().chain([SW::UNIT_01, Rule::new("SC-NOWHERE-01")]) {
        tally.note("a test", rule);
    }
    assert_eq!(tally, before);
    let mut nothing = Tally::new("chess");
    nothing.note("a test", SW::UNIT_01);
    assert!(nothing.missing().is_empty());
}

#[test]
fn tallies_of_several_threads_add_up() {
    let mut one = Tally::new("sellsword");
    let mut other = one.clone();
    one.note("z", SW::UNIT_01);
    other.note("z", SW::UNIT_01);
    other.note("a", SW::UNIT_01);
    other.note("b", SW::UNIT_02);
    one.merge(&other);
    assert_eq!(one.covered_by(SW::UNIT_01), ["a", "z"]);
    assert_eq!(one.covered_by(SW::UNIT_02), ["b"]);
    one.merge(&Tally::new("coreheim"));
    assert_eq!(one.covered_by(SW::UNIT_02), ["b"]);
}

#[test]
fn definitions_are_rules_with_a_reason_and_belong_to_their_system() {
    for system in systems() {
        for definition in definitions(system) {
            assert_eq!(entry(definition.rule).map(|entry| entry.system), Some(system));
            assert!(!definition.reason.is_empty());
        }
    }
}
