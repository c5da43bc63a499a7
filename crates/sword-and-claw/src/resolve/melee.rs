//! Melee attacks: one blow at one figure, and sweeps along the ring (SC-ATTACK, SC-WQUAL-29).

use super::damage::{Harm, Manner, hit, suffer};
use super::explain;
use super::tohit::{self, judge};
use crate::cards::{Attack, AttackId, AttackKind, Count, Shape, Size, WeaponQualities};
use crate::state::{State, Sweep};
use crate::{Table, contact};
use kernel::{Figure, Flow, Name};
use rulebook::SC;
use space::grid::{Block, Ring};

/// A melee attack outside the Melee Attack step: an opportunity attack or a trample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow {
    pub by: Figure,
    pub target: Figure,
    pub weapon: Weapon,
    /// An opportunity attack against a figure that tramples: -2 (SC-TRAMPLE-07).
    pub trampled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weapon {
    Attack(AttackId),
    /// The default trample (SC-TRAMPLE-05).
    Trample,
}

impl Weapon {
    pub fn attack(self, state: &State, by: Figure) -> Attack {
        match self {
            Weapon::Attack(id) => *state.sheet(by).attack(id),
            Weapon::Trample => default_trample(state, by),
        }
    }
}

/// To hit like the worst of its melee attacks; damage by strength and size (SC-TRAMPLE-05).
pub fn default_trample(state: &State, by: Figure) -> Attack {
    let sheet = state.sheet(by);
    let melee = sheet.attacks.iter().filter(|attack| attack.is_melee());
    let size = match sheet.size {
        _ if sheet.cavalry => 0,
        Size::Small | Size::Medium => 0,
        Size::Large => 1,
        Size::Huge => 2,
    };
    Attack {
        name: Name::of("trample"),
        title: "Trample",
        kind: AttackKind::Melee,
        to_hit: melee.map(|attack| attack.to_hit).min().unwrap_or(0),
        damage: sheet.strength + size,
        count: Count::Fixed(1),
        range: [0; 3],
        shape: Shape::Single,
        zone: None,
        qualities: WeaponQualities::default(),
        option: 0,
        load: None,
        trample: true,
    }
}

/// Rolls a blow to hit and for damage and applies nothing. `None` is a miss.
///
/// # Errors
/// Pauses for dice.
pub fn blow(t: &mut Table<'_>, blow: Blow) -> Flow<Option<Harm>> {
    let attack = blow.weapon.attack(t.state, blow.by);
    strike(t, blow.by, &attack, blow.target, blow.trampled)
}

/// An opportunity attack: rolled and applied at once (SC-OPP-01, SC-OPP-09).
///
/// # Errors
/// Pauses for dice.
pub fn opportunity_strike(t: &mut Table<'_>, by: Figure, attack: AttackId, target: Figure) -> Flow {
    let harm = blow(t, Blow { by, target, weapon: Weapon::Attack(attack), trampled: false })?;
    harm.map_or(Ok(()), |harm| suffer(t, harm))
}

/// One melee attack roll and, if it hits, its damage.
///
/// # Errors
/// Pauses for dice.
pub fn strike(t: &mut Table<'_>, by: Figure, attack: &Attack, target: Figure, trampled: bool) -> Flow<Option<Harm>> {
    let to_hit = tohit::melee(t.state, by, attack, target, trampled);
    explain::melee(t, by, target, &to_hit);
    let total = tohit::roll(t, by, attack, target, &to_hit, &[])?;
    let hits = total >= to_hit.needed;
    judge(t, by, target, hits);
    if hits { hit(t, by, attack, target, Manner::default()).map(Some) } else { Ok(None) }
}

/// The figures that a sweep meets, in order, each once (SC-WQUAL-29).
pub fn swept(state: &State, by: Figure, sweep: Sweep) -> Vec<Figure> {
    let Some(base) = state.space(by) else {
        return Vec::new();
    };
    let (ring, field) = (Ring::new(base), state.field());
    let Some(place) = ring.place(sweep.start) else {
        return Vec::new();
    };
    let mut met: Vec<Figure> = Vec::new();
    for square in ring.sweep(place, sweep.turn.round(), sweep.squares.into(), field.width(), field.height()) {
        if !contact::adjacent_at(state, state.level(by), base, Block::single(square)) {
            continue;
        }
        for figure in state.all_on(square) {
            if figure != by && state.level(figure) == state.level(by) && !met.contains(&figure) {
                met.push(figure);
            }
        }
    }
    met
}

/// All attacks of a sweep, one after the other; nothing is applied.
///
/// # Errors
/// Pauses for dice.
pub fn sweep(t: &mut Table<'_>, by: Figure, attack: &Attack, sweep: Sweep, harms: &mut Vec<Harm>) -> Flow {
    for target in swept(t.state, by, sweep) {
        t.note(SC::WQUAL_29);
        harms.extend(strike(t, by, attack, target, false)?);
    }
    Ok(())
}
