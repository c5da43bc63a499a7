//! Full-text search in the rulebooks.

use crate::book::{Entry, all, slice};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words of one search that are looked at; those after them change nothing.
pub const MOST_WORDS: usize = 32;

/// Every word of the rulebooks in lower case and in order, with the rules in which it occurs. Made once, when somebody
/// searches for the first time.
static INDEX: LazyLock<Vec<(String, Vec<Place>)>> = LazyLock::new(index);

/// A rule by its place among all, and the best part of it in which a word occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    rule: usize,
    rank: Rank,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Id,
    Title,
    Text,
    Rest,
}

/// The rules in which every word of `words` occurs, in one system or in all.
///
/// A word matches the beginning of a word in the id, title, text, ruling or cases; upper or lower case does not matter.
/// A rule whose id was typed comes first, then those with all words in the title, then in the text, then the rest, and
/// within each group in the order of the ledgers. No words find everything. No more than [`MOST_WORDS`] are looked at.
pub fn search(system: Option<&str>, words: &str) -> Vec<&'static Entry> {
    let rules = system.map_or(all(), slice);
    let mut wanted: Vec<String> = split(words).take(MOST_WORDS).map(str::to_lowercase).collect();
    wanted.sort();
    wanted.dedup();
    // The worst rank of any word, for every rule; none where a word is missing.
    let mut ranks = vec![Some(Rank::Title); all().len()];
    for word in &wanted {
        let best = best(word);
        for (rule, rank) in ranks.iter_mut().enumerate() {
            *rank = rank.and_then(|so_far| Some(so_far.max(best.get(&rule).copied()?)));
        }
    }
    let typed = words.trim();
    let first = rules.first().map_or(0, place);
    let rank = |at: usize, entry: &Entry| match entry.rule.id().eq_ignore_ascii_case(typed) {
        true => Some(Rank::Id),
        false => ranks.get(first + at).copied().flatten(),
    };
    let ranked = rules.iter().enumerate().filter_map(|(at, entry)| Some((rank(at, entry)?, entry)));
    let mut found: Vec<(Rank, &Entry)> = ranked.collect();
    // A stable sort keeps the order of the ledger within a rank.
    found.sort_by_key(|&(rank, _)| rank);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Where an entry stands among all. The ledgers are one slice, in order.
fn place(entry: &'static Entry) -> usize {
    all().iter().position(|one| std::ptr::eq(one, entry)).unwrap_or(usize::MAX)
}

/// The rules that have a word beginning with `wanted`, each with the best part in which it does.
fn best(wanted: &str) -> BTreeMap<usize, Rank> {
    let first = INDEX.partition_point(|(word, _)| word.as_str() < wanted);
    let mut best = BTreeMap::new();
    for place in INDEX[first..].iter().take_while(|(word, _)| word.starts_with(wanted)).flat_map(|(_, places)| places) {
        let rank = best.entry(place.rule).or_insert(place.rank);
        *rank = place.rank.min(*rank);
    }
    best
}

fn index() -> Vec<(String, Vec<Place>)> {
    let mut index: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (rule, entry) in all().iter().enumerate() {
        let titles = [(entry.rule.id(), Rank::Title), (entry.title, Rank::Title), (entry.text, Rank::Text)];
        let rest = entry.ruling.iter().chain(entry.cases).map(|text| (*text, Rank::Rest));
        for (text, rank) in titles.into_iter().chain(rest) {
            for word in split(text) {
                let places = index.entry(word.to_lowercase()).or_default();
                // The best part comes first, so what is there already is no worse.
                if places.last().is_none_or(|last| last.rule != rule) {
                    places.push(Place { rule, rank });
                }
            }
        }
    }
    index.into_iter().collect()
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
