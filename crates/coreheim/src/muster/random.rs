//! Random warbands for simulations and for a player without an idea.

use super::{LARGEST_GROUP, MOST_HEROES, Member, START_GOLD, Warband, carried_too_much, cost, may_carry, member_cost};
use crate::cards::{Band, Fighter, Pack, Trait};
use kernel::{Name, Rng};
use std::sync::Arc;

/// Hires tried; most fit while there is gold.
const TRIES: usize = 60;

/// A legal new warband of a band, or of any, for at most so much gold. Always ends.
pub fn random(pack: &Pack, gold: i32, band: Option<Name>, rng: &mut Rng) -> Warband {
    let known = band.and_then(|id| pack.band(id)).or_else(|| some(&pack.bands, rng));
    let mut warband = Warband {
        title: String::new(),
        band: known.map_or_else(|| Name::of("own"), |band| band.id),
        gold: START_GOLD,
        battles: 0,
        members: Vec::new(),
        stash: Vec::new(),
        shards: 0,
        history: Vec::new(),
    };
    let Some(band) = known else { return warband };
    warband.title = format!("{} of {}", band.title, address(rng));
    let mut maker = Maker { pack, band, left: gold.min(START_GOLD), warband };
    for fighter in band.fighters.iter().filter(|fighter| fighter.min > 0) {
        maker.hire(fighter, rng);
    }
    for _ in 0..TRIES {
        if let Some(fighter) = some(&band.fighters, rng) {
            maker.hire(fighter, rng);
        }
    }
    // Equipment comes after men, so that gold is never short of the fewest warriors.
    for _ in 0..TRIES {
        maker.equip(rng);
    }
    let mut warband = maker.warband;
    warband.gold = START_GOLD - cost(pack, &warband);
    warband
}

const STREETS: &[&str] = &[
    "Long", "Crooked", "Ash", "Bell", "Salt", "Lantern", "Raven", "Copper", "Thorn", "Mill", "Gallows", "Candle",
    "Bone", "Willow", "Anvil", "Fish", "Tallow", "Cinder", "Chapel", "Hound", "Plum", "Rope", "Vinegar", "Wolf",
];
const PLACES: &[&str] = &["Street", "Lane", "Gate", "Bridge", "Row", "Yard", "Steps", "Market"];

/// Where a band comes from, so that two of them are seldom called the same.
fn address(rng: &mut Rng) -> String {
    let at = (rng.word() % (STREETS.len() * PLACES.len()) as u64) as usize;
    format!("{} {}", STREETS[at / PLACES.len()], PLACES[at % PLACES.len()])
}

struct Maker<'p> {
    pack: &'p Pack,
    band: &'p Band,
    left: i32,
    warband: Warband,
}

impl Maker<'_> {
    /// Hires a hero or a small group if the band, the entry and the purse allow it.
    fn hire(&mut self, fighter: &Arc<Fighter>, rng: &mut Rng) {
        let room = usize::from(self.band.max_size) - self.warband.size().min(usize::from(self.band.max_size));
        let mine = self.warband.members.iter().filter(|member| member.fighter == fighter.id);
        let taken: usize = mine.map(|member| usize::from(member.count)).sum();
        let open = room.min(usize::from(fighter.max).saturating_sub(taken));
        // A quarter of the gold stays for equipment.
        let purse = if self.warband.size() < super::FEWEST { self.left } else { self.left - START_GOLD / 4 };
        let payable = if fighter.cost > 0 { (purse.max(0) / i32::from(fighter.cost)) as usize } else { open };
        let most = open.min(payable).min(if fighter.hero { 1 } else { usize::from(LARGEST_GROUP) });
        let heroes = self.warband.known(self.pack).filter(|(member, entry)| member.is_hero(entry)).count();
        if most == 0 || (fighter.hero && heroes >= MOST_HEROES) {
            return;
        }
        let mut member = Member { count: 1 + rng.below(most) as u8, ..Member::new(fighter) };
        if let Some(list) = fighter.spell_list.and_then(|id| self.pack.spell_list(id)) {
            let mut spells: Vec<Name> = list.spells.iter().map(|spell| spell.id).collect();
            while member.spells.len() < usize::from(fighter.spells) && !spells.is_empty() {
                member.spells.push((spells.swap_remove(rng.below(spells.len())), 0));
            }
        }
        self.left -= member_cost(self.pack, &member);
        self.warband.members.push(member);
    }

    /// Gives somebody a thing he may carry, if there is gold for it.
    fn equip(&mut self, rng: &mut Rng) {
        if self.warband.members.is_empty() {
            return;
        }
        let at = rng.below(self.warband.members.len());
        let member = &self.warband.members[at];
        let Some(fighter) = self.pack.fighter(member.fighter) else { return };
        let Some(list) = fighter.equipment else { return };
        let Some(gear) = some(self.band.list(list), rng).and_then(|id| self.pack.gear(*id)) else { return };
        let price = i32::from(gear.price) * i32::from(member.count);
        let casts = fighter.traits.has(Trait::Wizard);
        let armoured = matches!(gear.kind, crate::cards::GearKind::Armour(_));
        // Armour would stop a wizard from casting (CH-MAGIC-05).
        if gear.price == 0 || price > self.left || (casts && armoured) || member.gear.contains(&gear.id) {
            return;
        }
        let mut gears = member.gear.clone();
        gears.push(gear.id);
        if may_carry(self.pack, self.band, fighter, member, gear).is_ok()
            && carried_too_much(self.pack, &gears).is_empty()
        {
            self.left -= price;
            self.warband.members[at].gear = gears;
        }
    }
}

fn some<'l, T>(list: &'l [T], rng: &mut Rng) -> Option<&'l T> {
    list.get(rng.below(list.len()))
}
