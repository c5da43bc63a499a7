//! Siege weapons and the figures that operate them (SC-QUAL-07 to SC-QUAL-19, SC-RANGED-08).

use crate::cards::{Qualities, WeaponQualities};
use crate::decisions::battle::{LEND, Loan};
use crate::resolve::tohit::Shooter;
use crate::sight::{Eye, Glimpse};
use crate::state::{Crew, Motion, State, distance};
use crate::{Event, Table, conditions, contact};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;
use space::grid::Block;

/// The Or choice of a figure that has served a weapon in this turn: none of its own attacks (SC-QUAL-12).
pub const SERVED: u8 = u8::MAX;

/// What a crew lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quality {
    /// Fewer than required (SC-QUAL-09).
    pub short: bool,
    /// Somebody is not trained (SC-QUAL-10).
    pub untrained: bool,
}

impl Quality {
    pub fn penalty(self) -> i16 {
        -i16::from(self.short) - i16::from(self.untrained)
    }
}

pub fn quality(state: &State, engine: Figure, crew: &[Figure]) -> Quality {
    let untrained = crew.iter().any(|figure| !trained(state, *figure));
    Quality { short: crew.len() < usize::from(state.sheet(engine).crew()), untrained }
}

fn trained(state: &State, figure: Figure) -> bool {
    state.sheet(figure).has(Qualities::SIEGE_WEAPON_CREW)
}

/// A crew of half the required number or fewer has to load first (SC-QUAL-15).
pub fn must_load(state: &State, engine: Figure, crew: usize) -> bool {
    2 * crew <= usize::from(state.sheet(engine).crew())
}

/// May the figure help to operate the weapon now? `target` is what it fires at: nobody in front of it counts
/// (SC-QUAL-11). Nobody who has moved helps with a `slow` attack (SC-QUAL-12).
///
/// # Errors
/// The rule that keeps it from that.
pub fn serves(state: &State, engine: Figure, figure: Figure, target: Option<Block>, slow: bool) -> Result<(), Refusal> {
    let piece = state.piece(figure);
    if piece.side != state.piece(engine).side || state.is_engine(figure) {
        return Err(Refusal::new(SC::QUAL_07, "only figures of its own side operate a siege weapon"));
    }
    if !contact::in_contact(state, engine, figure) {
        return Err(Refusal::new(SC::QUAL_11, "it is not adjacent to the weapon"));
    }
    if conditions::helpless(state, figure) {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure operates nothing"));
    }
    if contact::pinned(state, figure) {
        return Err(Refusal::new(SC::QUAL_13, "it has an enemy adjacent"));
    }
    if piece.serving || piece.acted {
        return Err(Refusal::new(SC::QUAL_12, "it has used its action of this step, or its player keeps it back"));
    }
    if piece.trampled > 0 {
        return Err(Refusal::new(SC::TRAMPLE_02, "it has trampled in place of its attack"));
    }
    // Spells of its own last turn are no concern of a weapon that is fired in the enemy's.
    let has_cast = piece.casts > 0 && piece.side == state.active;
    if piece.bound.is_some_and(|bound| bound != SERVED) || has_cast {
        return Err(Refusal::new(SC::QUAL_12, "it has used another of its alternatives in this turn"));
    }
    if matches!(piece.motion, Motion::Run | Motion::Charge | Motion::Slide) && piece.side == state.active {
        return Err(Refusal::new(SC::QUAL_12, "it ran, charged or slid"));
    }
    if slow && piece.moved {
        return Err(Refusal::new(SC::QUAL_12, "it has moved, and the attack is slow"));
    }
    if let (Some(target), Some(own), Some(weapon)) = (target, state.space(figure), state.space(engine))
        && distance(own, target) < distance(weapon, target)
    {
        return Err(Refusal::new(SC::QUAL_11, "it stands in front of the weapon"));
    }
    Ok(())
}

/// Everybody who could operate the weapon, those who are trained first.
pub fn hands(state: &State, engine: Figure, target: Option<Block>, slow: bool) -> Vec<Figure> {
    let Some(space) = state.space(engine) else {
        return Vec::new();
    };
    let mut hands = Vec::new();
    contact::each(state, space, state.level(engine), state.piece(engine).side, |figure| {
        if figure != engine && serves(state, engine, figure, target, slow).is_ok() {
            hands.push(figure);
        }
    });
    hands.sort_unstable_by_key(|hand| (!trained(state, *hand), *hand));
    hands
}

/// Are those who could fire at an enemy, or at nobody in particular, half a crew that has to load first (SC-QUAL-15)? Who
/// counts hangs on the attack and on the target (SC-QUAL-11, SC-QUAL-12).
pub fn wants_loading(state: &State, engine: Figure) -> bool {
    let short = |target: Option<Block>, slow: bool| {
        let hands = hands(state, engine, target, slow).len();
        hands > 0 && must_load(state, engine, hands)
    };
    state.sheet(engine).attacks.iter().any(|attack| {
        let slow = attack.has(WeaponQualities::SLOW);
        let mut enemies = state.of_side(state.piece(engine).side.other());
        short(None, slow) || enemies.any(|enemy| short(state.space(enemy), slow))
    })
}

/// Why nobody operates the weapon: what keeps one of those beside it from that, or that there is nobody.
pub fn deserted(state: &State, engine: Figure, target: Option<Block>, slow: bool) -> Refusal {
    let mut why = Refusal::new(SC::QUAL_07, "a siege weapon does nothing without its crew");
    let Some(space) = state.space(engine) else {
        return why;
    };
    contact::each(state, space, state.level(engine), state.piece(engine).side, |figure| {
        if figure != engine
            && let Err(refusal) = serves(state, engine, figure, target, slow)
        {
            why = refusal;
        }
    });
    why
}

/// Looks with the eyes of the shooter, or with those of each of its crew, and keeps the best (SC-QUAL-17).
pub fn eyes(state: &State, shooter: &Shooter<'_>, mut look: impl FnMut(Eye<'_>) -> Glimpse) -> Glimpse {
    if !state.is_engine(shooter.by) {
        return look(Eye::of(shooter.by));
    }
    let mut spared = [shooter.by; 5];
    for (slot, figure) in spared.iter_mut().skip(1).zip(shooter.crew) {
        *slot = *figure;
    }
    let mut best = Glimpse::HIDDEN;
    for figure in shooter.crew.iter().copied() {
        let seen = look(Eye { figure, spared: &spared });
        if seen.seen && (!best.seen || seen.penalty() < best.penalty()) {
            best = seen;
        }
    }
    best
}

/// May the weapon have this figure? Its own player's without a question; an ally is asked, and one that he keeps back is
/// not asked for again in this step (SC-QUAL-07).
///
/// # Errors
/// Pauses for the ally's choice.
pub fn lent(t: &mut Table<'_>, engine: Figure, figure: Figure) -> Flow<bool> {
    let ally = t.state.piece(figure).owner;
    if ally == t.state.piece(engine).owner {
        return Ok(true);
    }
    let lends = t.ask(LEND.to(ally).actor(figure).about(engine), &[Loan::Lend, Loan::Keep])? == Loan::Lend;
    if !lends {
        t.state.piece_mut(figure).serving = true;
        t.tell(SC::QUAL_07, || Event::CrewKept { seat: ally, unit: figure, engine });
    }
    Ok(lends)
}

/// The crew of a declaration as a list.
pub fn list(crew: &Crew) -> Vec<Figure> {
    crew.iter().flatten().copied().collect()
}

/// Loading takes the step and no more: the crew may still fight in the Melee Attack step (SC-QUAL-12, SC-WQUAL-27).
pub fn free(state: &mut State, crew: &Crew) {
    for figure in crew.iter().flatten() {
        state.piece_mut(*figure).bound = None;
    }
}

/// The crew has given its action of this step, and with it its Or choice of this turn (SC-QUAL-12).
pub fn spend(state: &mut State, crew: &[Figure]) {
    for figure in crew {
        let piece = state.piece_mut(*figure);
        (piece.serving, piece.acted, piece.bound) = (true, true, Some(SERVED));
    }
}
