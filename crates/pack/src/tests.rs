//! Packs with mistakes, and what is said about them.

mod content;
mod files;
mod mistakes;
mod places;
mod syntax;

use crate::{Problem, Reader, Section, Sources};

const WOUNDS: &[(&str, Wound)] = &[("Cut", Wound::Cut), ("Pierce", Wound::Pierce), ("Fire", Wound::Fire)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wound {
    Cut,
    Pierce,
    Fire,
}

#[derive(Clone, Copy)]
enum Verb {
    Wounds,
    Push,
}

const VERBS: &[(&str, Verb)] = &[("wounds", Verb::Wounds), ("push", Verb::Push)];

#[derive(Debug, PartialEq)]
struct Unit {
    id: String,
    vigor: u8,
    level: u8,
    unique: bool,
    size: u8,
    boxes: Vec<String>,
    weak: Vec<Wound>,
    green: u8,
    attacks: Vec<Attack>,
}

#[derive(Debug, PartialEq)]
struct Attack {
    name: String,
    range: u8,
    effects: Vec<Effect>,
}

#[derive(Debug, PartialEq)]
enum Effect {
    Wounds(Wound, u8),
    Push(u8),
}

/// A loader as the systems write them: ask for everything, give up last.
fn unit(t: Section<'_>) -> Option<Unit> {
    let id = t.str("id");
    let vigor = t.int("vigor", 0..=200);
    let level = t.int_or("level", 0..=9, 0);
    let unique = t.bool_or("unique", false);
    let size = t.word_or("size", &[("Small", 1), ("Big", 2)], 1);
    let boxes = t.strs("boxes");
    let weak = t.words_or_empty("weak", WOUNDS);
    let green = t.table("pool").and_then(|pool| pool.int("green", 0..=5));
    let attacks = t.tables("attack").into_iter().filter_map(attack).collect();
    Some(Unit {
        id: id?.to_owned(),
        vigor: vigor?,
        level,
        unique,
        size,
        boxes: boxes?.into_iter().map(str::to_owned).collect(),
        weak,
        green: green?,
        attacks,
    })
}

fn attack(t: Section<'_>) -> Option<Attack> {
    let name = t.str("name");
    let range = t.int("range", 0..=20);
    let effects = t.tables("effects").into_iter().filter_map(effect).collect();
    Some(Attack { name: name?.to_owned(), range: range?, effects })
}

fn effect(t: Section<'_>) -> Option<Effect> {
    match t.tag("verb", VERBS)? {
        Verb::Wounds => {
            let wound = t.word("wound", WOUNDS);
            let amount = t.int("amount", 5..=50);
            Some(Effect::Wounds(wound?, amount?))
        }
        Verb::Push => Some(Effect::Push(t.int("squares", 1..=9)?)),
    }
}

fn load(sources: &Sources) -> (Vec<Unit>, Vec<Problem>) {
    let reader = Reader::new(sources);
    let units = reader.tables("unit").into_iter().filter_map(unit);
    let units = units.collect();
    (units, reader.finish())
}

/// The report on one file, a problem a line.
fn report(text: &str) -> String {
    let (_, problems) = load(&Sources::embedded(&[("units.toml", text)]));
    lines(&problems)
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

fn check(text: &str, expected: &str) {
    assert_eq!(report(text), expected);
}
