//! Random armies for simulations and for a player without an idea.

use super::{SPELLS, cost, total};
use crate::cards::{Army, FactionId, Origin, Pack, Pick, ScenarioId, SpellId, TroopId};
use kernel::{Name, Rng, keep};

/// Kinds of troops that an army is built around.
const KINDS: usize = 4;

/// A legal army of a faction, or of any, for a battle of that many points, near them and never above.
///
/// Always ends. Where not one figure fits, the army is empty, and [`check`](super::check) says so.
pub fn random(
    pack: &Pack,
    scenario: Option<ScenarioId>,
    points: u16,
    faction: Option<FactionId>,
    rng: &mut Rng,
) -> Army {
    let faction = faction.unwrap_or_else(|| FactionId(rng.below(pack.factions.len().max(1)) as u8));
    let list: Vec<TroopId> = (0..pack.troops.len() as u16).map(TroopId).collect();
    let list: Vec<TroopId> = list.into_iter().filter(|id| pack.troop(*id).faction == faction).collect();
    let cheapest = list.iter().map(|id| u32::from(pack.troop(*id).points)).min().unwrap_or(0);
    let most = u32::from(points);
    // What stays unspent is less than the cheapest figure costs, so with this much the core has its half.
    let least = most.div_ceil(2).saturating_add(cheapest).min(most);
    let core_points = least + rng.below((most - least) as usize + 1) as u32;
    let kinds: Vec<TroopId> = (0..KINDS).filter_map(|_| some(&list, rng)).collect();
    let mut maker = Maker { pack, list: &list, kinds };
    let core = maker.force(core_points, rng);
    let left = most - cost(pack, &core);
    let a = maker.force(left, rng);
    maker.kinds = (0..KINDS).filter_map(|_| some(&list, rng)).collect();
    let b = maker.force(left, rng);
    let mut army = Army {
        id: Name::of("own"),
        title: "",
        origin: Origin::House,
        faction,
        scenario,
        points,
        core,
        reserves: [a, b],
    };
    army.title = name(pack, &army);
    debug_assert!(total(pack, &army) <= u32::from(points));
    army
}

struct Maker<'p> {
    pack: &'p Pack,
    /// Everything that the faction offers.
    list: &'p [TroopId],
    kinds: Vec<TroopId>,
}

impl Maker<'_> {
    /// Takes figures while there is one that fits. Each takes points or is the last, so it ends.
    fn force(&self, points: u32, rng: &mut Rng) -> Vec<Pick> {
        let mut force: Vec<Pick> = Vec::new();
        while force.len() < super::MOST_FIGURES / 3 {
            let left = points - cost(self.pack, &force);
            let fits = |id: &&TroopId| (1..=left).contains(&u32::from(self.pack.troop(**id).points));
            let any: Vec<TroopId> = self.list.iter().filter(fits).copied().collect();
            let plain: Vec<TroopId> = any.iter().copied().filter(|id| !self.enough(&force, *id)).collect();
            let near: Vec<TroopId> = plain.iter().copied().filter(|id| self.kinds.contains(id)).collect();
            // Mostly of the chosen kinds, so that ranks form; the rest is filled up with what there is.
            let from = match (near.is_empty() || rng.below(5) == 0, plain.is_empty()) {
                (false, _) => &near,
                (true, false) => &plain,
                (true, true) => &any,
            };
            let Some(troop) = self.crew(&force, left).or_else(|| some(from, rng)) else {
                break;
            };
            force.push(Pick { troop, spells: self.spells(troop, rng) });
        }
        force.sort_by_key(|pick| pick.troop);
        force
    }

    /// One caster and one siege weapon are enough for a force, as long as there is something else to be had.
    fn enough(&self, force: &[Pick], id: TroopId) -> bool {
        let rank = |id: TroopId| (self.pack.troop(id).spellcaster > 0, self.pack.troop(id).is_engine());
        rank(id) != (false, false) && force.iter().any(|pick| rank(pick.troop) == rank(id))
    }

    /// Trained crew for a siege weapon that lacks some (SC-QUAL-08).
    fn crew(&self, force: &[Pick], left: u32) -> Option<TroopId> {
        let trained = |id: TroopId| self.pack.troop(id).has(crate::cards::Qualities::SIEGE_WEAPON_CREW);
        let troops = || force.iter().map(|pick| pick.troop);
        let wanted: u8 =
            troops().map(|id| self.pack.troop(id)).filter(|troop| troop.is_engine()).map(|troop| troop.crew()).sum();
        if troops().filter(|id| trained(*id)).count() >= usize::from(wanted) {
            return None;
        }
        let affordable = |id: &TroopId| trained(*id) && u32::from(self.pack.troop(*id).points) <= left;
        self.list.iter().copied().find(affordable)
    }

    /// Three different spells, of those that the caster is able to cast where there are enough.
    fn spells(&self, troop: TroopId, rng: &mut Rng) -> Vec<SpellId> {
        let level = self.pack.troop(troop).spellcaster;
        if level == 0 {
            return Vec::new();
        }
        let all = || (0..self.pack.spells.len() as u8).map(SpellId);
        let mut known: Vec<SpellId> = all().filter(|id| self.pack.spell(*id).min_level <= level).collect();
        if known.len() < SPELLS {
            known = all().collect();
        }
        let mut spells: Vec<SpellId> = Vec::new();
        while spells.len() < SPELLS && !known.is_empty() {
            spells.push(known.swap_remove(rng.below(known.len())));
        }
        spells.sort_unstable();
        spells
    }
}

/// An army is called after its dearest figure.
fn name(pack: &Pack, army: &Army) -> &'static str {
    match army.core.iter().map(|pick| pack.troop(pick.troop)).max_by_key(|troop| troop.points) {
        Some(leader) => keep(&format!("Host of the {}", leader.title)),
        None => "Nobody",
    }
}

fn some(list: &[TroopId], rng: &mut Rng) -> Option<TroopId> {
    list.get(rng.below(list.len())).copied()
}
