//! Random warbands for simulations and for a player without an idea.

use super::{cost, misfits, pick_cost};
use crate::cards::{Origin, Pack, Pick, Scenario, UnitCard, Warband};
use kernel::{Name, Rng};
use std::sync::Arc;

/// Warbands made, of which the one nearest to the points is kept.
const TRIES: usize = 6;
/// Changes tried on each to come nearer.
const CHANGES: usize = 40;

/// A legal warband of a faction, or of any, near the points and never above them or above the scenario's limit.
///
/// Always ends. Where not one unit fits, the warband is empty, and [`check`](super::check) says so.
pub fn random(pack: &Pack, scenario: &Scenario, points: i16, faction: Option<Name>, rng: &mut Rng) -> Warband {
    let points = points.min(scenario.points);
    let fits = |card: &UnitCard| card.fantasy <= scenario.fantasy && card.vp <= points;
    let faction = faction.unwrap_or_else(|| {
        let mut factions: Vec<Name> = pack.units.iter().filter(|card| fits(card)).map(|card| card.faction).collect();
        factions.sort();
        factions.dedup();
        some(&factions, rng).copied().unwrap_or_else(|| Name::of("havoc"))
    });
    let gridmap = some(&pack.maps, rng).map(|field| field.map.id);
    let cards: Vec<Arc<UnitCard>> =
        pack.units.iter().filter(|card| card.faction == faction && fits(card)).cloned().collect();
    let empty = Warband {
        id: Name::of("own"),
        title: String::new(),
        origin: Origin::House,
        faction,
        scenario: scenario.id,
        gridmap,
        units: Vec::new(),
    };
    let mut best = empty.clone();
    for _ in 0..TRIES {
        let mut maker = Maker { pack, scenario, points, cards: &cards, warband: empty.clone() };
        maker.fill(rng);
        for _ in 0..CHANGES {
            maker.change(rng);
        }
        if cost(pack, &maker.warband) >= cost(pack, &best) {
            best = maker.warband;
        }
    }
    best.title = name(pack, &best);
    best
}

struct Maker<'p> {
    pack: &'p Pack,
    scenario: &'p Scenario,
    points: i16,
    /// The units that fit the faction, the scenario and the points, each by itself.
    cards: &'p [Arc<UnitCard>],
    warband: Warband,
}

impl Maker<'_> {
    /// Takes units at random while there is one that fits. Each round takes points or stops, so it ends.
    fn fill(&mut self, rng: &mut Rng) {
        while self.warband.units.len() < usize::from(self.scenario.max_units) {
            let Some(unit) = self.unit(self.left(), None, rng) else {
                return;
            };
            let mut pick = Pick { unit: unit.id, mods: Vec::new() };
            // About every third unit carries something.
            if rng.below(3) == 0 {
                pick.mods.extend(self.modcard(&unit, self.left() - unit.vp, None, rng));
            }
            self.warband.units.push(pick);
        }
    }

    /// Exchanges a unit or a mod; the change stays if the warband comes nearer to the points.
    fn change(&mut self, rng: &mut Rng) {
        if self.warband.units.is_empty() || self.left() == 0 {
            return;
        }
        let at = rng.below(self.warband.units.len());
        let old = self.warband.units[at].clone();
        let room = self.left() + pick_cost(self.pack, &old);
        let exchange = rng.below(2) == 0;
        let unit = match exchange {
            true => self.unit(room, Some(at), rng),
            false => self.pack.unit(old.unit).cloned(),
        };
        let Some(unit) = unit else { return };
        let mut new = Pick { unit: unit.id, mods: Vec::new() };
        if !exchange || rng.below(3) == 0 {
            new.mods.extend(self.modcard(&unit, room - unit.vp, Some(at), rng));
        }
        if pick_cost(self.pack, &new) > pick_cost(self.pack, &old) {
            self.warband.units[at] = new;
        }
    }

    fn left(&self) -> i16 {
        self.points - cost(self.pack, &self.warband)
    }

    /// A unit of at most that cost; `instead` is a place of the list whose unit does not count.
    fn unit(&self, room: i16, instead: Option<usize>, rng: &mut Rng) -> Option<Arc<UnitCard>> {
        let taken = |id: Name| self.others(instead).any(|pick| pick.unit == id);
        let fitting = self.cards.iter().filter(|card| card.vp <= room && !(card.unique && taken(card.id)));
        some(&fitting.cloned().collect::<Vec<_>>(), rng).cloned()
    }

    fn modcard(&self, unit: &UnitCard, room: i16, instead: Option<usize>, rng: &mut Rng) -> Option<Name> {
        let taken = |id: Name| self.others(instead).any(|pick| pick.mods.contains(&id));
        let fitting = self.pack.mods.iter().filter(|card| {
            card.vp <= room && !(card.unique && taken(card.id)) && misfits(unit, card, self.scenario).is_empty()
        });
        some(&fitting.map(|card| card.id).collect::<Vec<_>>(), rng).copied()
    }

    fn others(&self, instead: Option<usize>) -> impl Iterator<Item = &Pick> {
        let others = self.warband.units.iter().enumerate();
        others.filter(move |(at, _)| Some(*at) != instead).map(|(_, pick)| pick)
    }
}

/// A warband is called after its dearest unit.
fn name(pack: &Pack, warband: &Warband) -> String {
    let cards = warband.units.iter().filter_map(|pick| pack.unit(pick.unit));
    match cards.max_by_key(|card| card.vp) {
        Some(leader) => format!("Band of the {}", leader.title),
        None => "Nobody".to_owned(),
    }
}

fn some<'l, T>(list: &'l [T], rng: &mut Rng) -> Option<&'l T> {
    list.get(rng.below(list.len()))
}
