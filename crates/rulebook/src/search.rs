//! Full-text search in the rulebooks.

use crate::book::{Entry, all, slice};

/// The rules in which every word of `words` occurs, in one system or in all.
///
/// A word matches the beginning of a word in the id, title, text, ruling or cases; upper or lower case does not matter.
/// A rule whose id was typed comes first, then those with all words in the title, then in the text, then the rest, and
/// within each group in the order of the ledgers. No words find everything.
pub fn search(system: Option<&str>, words: &str) -> Vec<&'static Entry> {
    let rules = system.map_or(all(), slice);
    let wanted: Vec<String> = split(words).map(str::to_lowercase).collect();
    let typed = words.trim();
    let mut found: Vec<(Rank, &Entry)> =
        rules.iter().filter_map(|entry| Some((rank(entry, typed, &wanted)?, entry))).collect();
    // A stable sort keeps the order of the ledger within a rank.
    found.sort_by_key(|&(rank, _)| rank);
    found.into_iter().map(|(_, entry)| entry).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Id,
    Title,
    Text,
    Rest,
}

fn rank(entry: &Entry, typed: &str, wanted: &[String]) -> Option<Rank> {
    if entry.rule.id().eq_ignore_ascii_case(typed) {
        return Some(Rank::Id);
    }
    let mut open: Vec<&str> = wanted.iter().map(String::as_str).collect();
    cross_off(&mut open, entry.rule.id());
    cross_off(&mut open, entry.title);
    if open.is_empty() {
        return Some(Rank::Title);
    }
    cross_off(&mut open, entry.text);
    if open.is_empty() {
        return Some(Rank::Text);
    }
    for text in entry.ruling.iter().chain(entry.cases) {
        cross_off(&mut open, text);
    }
    open.is_empty().then_some(Rank::Rest)
}

/// Removes the words which begin some word of `text`.
fn cross_off(open: &mut Vec<&str>, text: &str) {
    for word in split(text) {
        if open.is_empty() {
            return;
        }
        open.retain(|wanted| !begins(word, wanted));
    }
}

/// Whether `word` begins with `wanted`, which is in lower case.
fn begins(word: &str, wanted: &str) -> bool {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    wanted.chars().all(|letter| letters.next() == Some(letter))
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
