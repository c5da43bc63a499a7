//! The question that declares: everything that the figures of one player may do in the step.
//!
//! It lists nothing until somebody looks. A mind that draws one declaration looks at one figure.

use super::deals::{self, Deal};
use crate::cards::AttackId;
use crate::decisions::battle::Announcement;
use crate::sight::Buffers;
use crate::state::{NextStep, Part, State};
use crate::{spells, turn};
use kernel::{Answer, Answers, Choice, Figure, Name, Question, Refusal, Rng, Seat, Tags};
use rulebook::SC;
use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;

/// Has the player anything to declare, for all that the others know? Spells not seen yet may be any (SC-SPELL-03).
pub(crate) fn anything(state: &State, seat: Seat, buffers: &mut Buffers) -> bool {
    open(state, seat).any(|figure| {
        deals::in_the_open(state, figure, buffers, &mut |_| ControlFlow::Break(())).is_break()
            || spells::might_cast(state, figure, buffers)
    })
}

/// Figures of the player that may still act in the step.
fn open(state: &State, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
    let pieces = state.pieces.iter().enumerate();
    pieces
        .filter(move |(_, piece)| {
            piece.owner == seat
                && !piece.acted
                && piece.on_board()
                && (state.part != Part::First || readied_here(state, piece))
        })
        .map(|(at, _)| Figure(at as u16))
}

/// Readied for the present step.
pub(crate) fn readied_here(state: &State, piece: &crate::state::Piece) -> bool {
    match state.next_step {
        NextStep::Ranged => piece.ready_ranged.is_some(),
        NextStep::Melee => piece.ready_melee.is_some(),
        _ => false,
    }
}

#[allow(missing_debug_implementations, reason = "it lives for one question")]
pub(crate) struct Menu<'a> {
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    /// There may be more to say than that it is done.
    pub(crate) open: bool,
    pub(crate) buffers: RefCell<&'a mut Buffers>,
    listed: OnceCell<Vec<Deal>>,
}

impl<'a> Menu<'a> {
    pub(crate) fn new(state: &'a State, seat: Seat, open: bool, buffers: &'a mut Buffers) -> Menu<'a> {
        Menu { state, seat, open, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    fn deals(&self) -> &[Deal] {
        self.listed.get_or_init(|| {
            let mut deals = Vec::new();
            let mut buffers = self.buffers.borrow_mut();
            for figure in self.figures() {
                let _ = deals::each(self.state, figure, &mut buffers, &mut |deal| {
                    deals.push(deal);
                    ControlFlow::Continue(())
                });
            }
            deals.push(Deal::Done);
            if self.may_wait() {
                deals.push(Deal::Wait);
            }
            deals
        })
    }

    /// Figures that may have something to declare.
    pub(crate) fn figures(&self) -> impl Iterator<Item = Figure> + '_ {
        open(self.state, self.seat).filter(|_| self.open)
    }

    fn may_wait(&self) -> bool {
        self.state.part == Part::Declare && turn::may_wait(self.state, self.state.active)
    }

    /// The declaration that an answer to this question means.
    pub(crate) fn deal(&self, answer: &Answer) -> Deal {
        match answer {
            Answer::Option(index) => self.deals().get(*index).copied().unwrap_or(Deal::Done),
            Answer::Free(choice) => read(self.state, choice).unwrap_or(Deal::Done),
        }
    }

    /// Why a declaration may not be made.
    fn judge(&self, deal: Deal) -> Result<(), Refusal> {
        let state = self.state;
        if let Some(by) = deal.by() {
            let piece = state.piece(by);
            if piece.owner != self.seat || !piece.on_board() {
                return Err(Refusal::new(SC::TURN_09, "each player declares for figures of his own on the board"));
            }
        }
        let mut buffers = self.buffers.borrow_mut();
        match deal {
            Deal::Strike { by, attack, target } => {
                deals::usable(state, by, attack)?;
                deals::target(state, by, attack, target, &mut buffers)
            }
            Deal::Launch { by, attack } => {
                deals::usable(state, by, attack)?;
                if deals::launches(state, by, attack) {
                    return Ok(());
                }
                if state.is_engine(by) {
                    deals::manned(state, by, state.sheet(by).attack(attack), None)?;
                }
                Err(Refusal::new(SC::MELEE_02, "there is nobody that it could reach, or nobody to operate it"))
            }
            Deal::Cast { by, spell, level } => spells::check(state, by, spell, level, &mut buffers),
            Deal::Ready { by, attack } => deals::may_ready(state, by, attack),
            Deal::Reload { by, attack } => deals::may_reload(state, by, attack),
            Deal::Load { by } => deals::may_load(state, by),
            Deal::Done => Ok(()),
            Deal::Wait if self.may_wait() => Ok(()),
            Deal::Wait => Err(Refusal::new(SC::SETUP_09, "no ally is left to go first")),
        }
    }
}

impl Question for Menu<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.deals().len()
    }

    fn choice(&self, index: usize) -> Choice {
        choice(self.state, self.deals()[index])
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match read(self.state, choice) {
            Some(deal) => {
                self.judge(deal)?;
                // Whatever is legal is in the list; this one is written in another way.
                Err(Refusal::new(SC::TURN_09, "that declaration is written differently; see the list of options"))
            }
            None => Err(Refusal::new(
                SC::TURN_09,
                "no declaration reads like that; one is shoot, attack, cast, ready, reload, load or done",
            )),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_deal(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.deals_worth_trying(rng, most)
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let mut barred = Vec::new();
        for (at, piece) in self.state.pieces.iter().enumerate() {
            if piece.owner != self.seat || !piece.on_board() || self.state.next_step == NextStep::Spellcasting {
                continue;
            }
            let by = Figure(at as u16);
            for (attack, weapon) in self.state.sheet(by).attacks() {
                if weapon.is_ranged() == (self.state.next_step == NextStep::Ranged)
                    && let Err(refusal) = deals::usable(self.state, by, attack)
                {
                    barred.push((choice(self.state, Deal::Launch { by, attack }), refusal));
                }
            }
        }
        barred
    }
}

/// A declaration as an answer.
fn announcement(state: &State, deal: Deal) -> Announcement {
    let weapon = |by: Figure, id: AttackId| state.sheet(by).attack(id).name;
    let shoots = |by: Figure, id: AttackId| state.sheet(by).attack(id).is_ranged();
    match deal {
        Deal::Strike { by, attack, target } if shoots(by, attack) => {
            Announcement::Shoot { by, weapon: weapon(by, attack), target }
        }
        Deal::Strike { by, attack, target } => Announcement::Attack { by, weapon: weapon(by, attack), target },
        Deal::Launch { by, attack } if shoots(by, attack) => {
            Announcement::ShootAnywhere { by, weapon: weapon(by, attack) }
        }
        Deal::Launch { by, attack } => Announcement::AttackAround { by, weapon: weapon(by, attack) },
        Deal::Cast { by, spell, level } => {
            Announcement::Cast { by, spell: state.setting.pack.spell(spell).id, level: level.into() }
        }
        Deal::Ready { by, attack } => Announcement::Ready { by, weapon: weapon(by, attack) },
        Deal::Reload { by, attack } => Announcement::Reload { by, weapon: weapon(by, attack) },
        Deal::Load { by } => Announcement::Load { by },
        Deal::Done => Announcement::Done,
        Deal::Wait => Announcement::Wait,
    }
}

/// The line of a declaration.
pub(crate) fn choice(state: &State, deal: Deal) -> Choice {
    announcement(state, deal).choice()
}

/// The declaration that a line means, if its words make one; whether it is legal is another question.
pub(crate) fn read(state: &State, choice: &Choice) -> Option<Deal> {
    let known = |by: Figure| (by.index() < state.pieces.len()).then_some(by);
    let attack = |by: Figure, name: Name| state.sheet(known(by)?).attack_named(name);
    Some(match Announcement::read(choice)? {
        Announcement::Shoot { by, weapon, target } | Announcement::Attack { by, weapon, target } => {
            Deal::Strike { by, attack: attack(by, weapon)?, target: known(target)? }
        }
        Announcement::ShootAnywhere { by, weapon } | Announcement::AttackAround { by, weapon } => {
            Deal::Launch { by, attack: attack(by, weapon)? }
        }
        Announcement::Cast { by, spell, level } => {
            let spell = state.setting.pack.spell_named(spell)?;
            Deal::Cast { by: known(by)?, spell, level: u8::try_from(level).ok()? }
        }
        Announcement::Ready { by, weapon } => Deal::Ready { by, attack: attack(by, weapon)? },
        Announcement::Reload { by, weapon } => Deal::Reload { by, attack: attack(by, weapon)? },
        Announcement::Load { by } => Deal::Load { by: known(by)? },
        Announcement::Done => Deal::Done,
        Announcement::Wait => Deal::Wait,
    })
}
