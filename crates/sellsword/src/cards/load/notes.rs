//! What can be checked only when every file is read.

use crate::cards::Test;
use kernel::{Name, slug};
use pack::{Ids, Place, Problem};
use rulebook::SW;
use std::collections::BTreeSet;
use std::fmt;

/// The kinds of entries, each with ids of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Unit,
    Mod,
    Map,
    Scenario,
    Warband,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Unit => "unit",
            Kind::Mod => "mod card",
            Kind::Map => "gridmap",
            Kind::Scenario => "scenario",
            Kind::Warband => "warband",
        })
    }
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) ids: Ids<Kind>,
    /// Words that some card carries.
    descriptors: BTreeSet<&'static str>,
    /// Words that some test asks for.
    tested: Vec<(Place, String)>,
    pub(super) summons: Vec<(Place, String)>,
}

/// States and sizes count as descriptors (SW-TRAIT-15).
const STATES: [&str; 6] = ["Living", "Injured", "Exhausted", "Small", "Medium", "Big"];

impl Notes {
    /// A word that a card carries.
    pub(super) fn carry(&mut self, word: &str) -> Name {
        self.descriptors.insert(kernel::keep(word));
        Name::of(word)
    }

    /// Words that something asks for.
    pub(super) fn ask(&mut self, place: Place, word: &str) -> Name {
        self.tested.push((place, word.to_owned()));
        Name::of(word)
    }

    /// A descriptor test: `*`, or words with bars between them.
    pub(super) fn test(&mut self, place: &Place, text: &str) -> Test {
        if text == "*" {
            return Test::default();
        }
        Test(text.split('|').map(|word| self.ask(place.clone(), word.trim())).collect())
    }

    /// The problems that show only now.
    pub(super) fn finish(&self) -> Vec<Problem> {
        let known: BTreeSet<&str> = self.descriptors.iter().copied().chain(STATES).collect();
        let slugs: BTreeSet<String> = known.iter().map(|word| slug(word)).collect();
        let strange = self.tested.iter().filter(|(_, word)| !slugs.contains(&slug(word)));
        let strange =
            strange.map(|(place, word)| place.unknown("descriptor", word, known.iter().copied()).citing(SW::UNIT_02));
        let units = self.ids.of(Kind::Unit);
        let absent = self.summons.iter().filter(|(_, unit)| !units.contains(&slug(unit).as_str()));
        let absent = absent.map(|(place, unit)| place.unknown("unit", unit, units.iter().copied()).citing(SW::MOD_15));
        strange.chain(absent).collect()
    }
}
