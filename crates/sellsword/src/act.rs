//! The acts of a turn: what may be declared, and carrying it out.

pub(crate) mod attack;
pub(crate) mod basic_move;
pub(crate) mod burst;
pub(crate) mod charge;
pub(crate) mod maneuver;
pub(crate) mod menu;
pub(crate) mod rest;
pub(crate) mod use_trait;

use crate::Table;
use crate::cards::{ActKind, Token};
use crate::decisions::NamedAct;
use crate::resolve::attack::attack_of;
use crate::state::State;
use kernel::{Figure, Name, Refusal};
use rulebook::SW;
use space::grid::Square;

/// An act as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Attack {
        attack: u8,
        target: Figure,
    },
    /// The origin square is chosen next.
    Burst {
        attack: u8,
    },
    /// The way is chosen next, where there are several.
    Charge {
        attack: u8,
        target: Figure,
    },
    Maneuver {
        to: Square,
    },
    Rest {
        token: Token,
    },
    Trait {
        at: u8,
        target: Option<Figure>,
    },
    Crow,
    /// Ends the turn.
    End,
}

impl Act {
    /// The act as a line says it.
    pub(crate) fn named(self, state: &State, unit: Figure) -> NamedAct {
        let weapon = |at: u8| attack_of(state, unit, at.into()).name;
        match self {
            Act::Attack { attack, target } => NamedAct::Attack { attack: weapon(attack), target },
            Act::Burst { attack } => NamedAct::Burst { attack: weapon(attack) },
            Act::Charge { attack, target } => NamedAct::Charge { attack: weapon(attack), target },
            Act::Maneuver { to } => NamedAct::Maneuver { to },
            Act::Rest { token } => NamedAct::Rest { token },
            Act::Trait { at, target } => {
                let power = state.sheet(unit).traits[usize::from(at)].name;
                target.map_or(NamedAct::Use { power }, |target| NamedAct::UseOn { power, target })
            }
            Act::Crow => NamedAct::Crow,
            Act::End => NamedAct::End,
        }
    }

    /// The act of this unit that is named so; whether it is legal is another question. A move has no place here, as it
    /// is its way.
    ///
    /// # Errors
    /// Its cards have no such attack or trait, or an attack of another kind.
    pub(crate) fn of(named: &NamedAct, state: &State, unit: Figure) -> Result<Act, Refusal> {
        let sheet = state.sheet(unit);
        let attack = |name: &Name| {
            let found = sheet.attacks.iter().position(|attack| attack.name == *name);
            found.map(|at| at as u8).ok_or(Refusal::new(SW::ATTACK_01, "its cards have no such attack"))
        };
        let power = |name: &Name| {
            let found = sheet.traits.iter().position(|power| power.name == *name);
            found.map(|at| at as u8).ok_or(Refusal::new(SW::UNIT_01, "its cards have no such trait"))
        };
        Ok(match named {
            NamedAct::Attack { attack: name, target } => Act::Attack { attack: attack(name)?, target: *target },
            NamedAct::Burst { attack: name } => Act::Burst { attack: attack(name)? },
            NamedAct::Charge { attack: name, target } => Act::Charge { attack: attack(name)?, target: *target },
            NamedAct::Maneuver { to } => Act::Maneuver { to: *to },
            NamedAct::Rest { token } => Act::Rest { token: *token },
            NamedAct::UseOn { power: name, target } => Act::Trait { at: power(name)?, target: Some(*target) },
            NamedAct::Use { power: name } => Act::Trait { at: power(name)?, target: None },
            NamedAct::Crow => Act::Crow,
            NamedAct::End => Act::End,
            NamedAct::Move { .. } => return Err(Refusal::new(SW::MOVE_01, "a move is the way that it goes")),
        })
    }
}

/// May the unit spend this many acts on this kind now? Acts left, a single act while controlled, the rule of 3, and
/// what cards forbid.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn affordable(state: &State, unit: Figure, kind: ActKind, acts: u8) -> Result<(), Refusal> {
    let turn = &state.turn;
    if turn.unit != Some(unit) {
        return Err(Refusal::new(SW::TURN_01, "it is not this unit's turn"));
    }
    if turn.single && acts > 1 {
        return Err(Refusal::with(SW::STATUS_04, "a controlled unit has a single act, this takes {0}", acts.into(), 0));
    }
    if turn.acts < acts as i8 {
        let rule = if acts > 1 { SW::ACT_02 } else { SW::ACT_01 };
        return Err(Refusal::with(rule, "that takes {0 act|acts}, {1 is|are} left", acts.into(), turn.acts.into()));
    }
    let spent = turn.spent(kind);
    // A card that prints 3 acts as the price of one single act is an exception (SW-RULE3-02).
    let one_act_of_three = acts >= 3 && spent == 0;
    if spent + acts >= 3
        && !one_act_of_three
        && !(spent + acts == 3 && crate::resolve::stats::allows_three(state, unit, kind))
    {
        let rule = match kind {
            ActKind::BasicMove => SW::MOVE_02,
            ActKind::Maneuver => SW::MANEUVER_03,
            _ if acts > 1 => SW::RULE3_02,
            ActKind::Trait => SW::RULE3_03,
            _ if state.sheet(unit).standing.iter().any(|at| {
                state.sheet(unit).traits[*at as usize]
                    .effects
                    .iter()
                    .any(|e| matches!(e.verb, crate::cards::Verb::ExtraAct(_)))
            }) =>
            {
                SW::RULE3_04
            }
            _ => SW::RULE3_01,
        };
        return Err(Refusal::with(
            rule,
            "{0 act of that kind is|acts of that kind are} done; a third is not allowed",
            spent.into(),
            0,
        ));
    }
    if crate::resolve::stats::forbidden(state, unit, kind) {
        return Err(Refusal::new(SW::EXCEPT_05, "a card forbids that"));
    }
    Ok(())
}

/// Books an act that is being carried out, and names the exception on a card where it is the third of its kind.
pub(crate) fn spend(t: &mut Table<'_>, kind: ActKind, acts: u8) {
    let turn = &mut t.state.turn;
    turn.acts -= acts as i8;
    turn.spent[kind as usize] += acts;
    if kind != ActKind::BasicMove {
        turn.carry = 0;
    }
    if turn.spent(kind) >= 3 {
        t.note(SW::EXCEPT_01);
        t.note(SW::EXCEPT_04);
        t.note(if acts >= 3 { SW::RULE3_02 } else { SW::RULE3_04 });
    }
}
