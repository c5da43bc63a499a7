//! The question that declares: everything that the figures of one player may do in the step.
//!
//! It lists nothing until somebody looks. A mind that draws one declaration looks at one figure.

use super::deals::{self, Deal};
use crate::cards::AttackId;
use crate::decisions::battle::Announcement;
use crate::sight::Buffers;
use crate::state::{Part, Stage, State};
use crate::{spells, turn};
use kernel::{Answer, Answers, Choice, Figure, Name, Question, Refusal, Rng, Seat, Tags};
use rulebook::SC;
use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;

/// Has the player anything to declare, for all that the others know? Spells not seen yet may be any (SC-SPELL-03).
pub fn anything(state: &State, seat: Seat, buffers: &mut Buffers) -> bool {
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
fn readied_here(state: &State, piece: &crate::state::Piece) -> bool {
    match state.stage {
        Stage::Ranged => piece.ready_ranged.is_some(),
        Stage::Melee => piece.ready_melee.is_some(),
        _ => false,
    }
}

#[allow(missing_debug_implementations, reason = "it lives for one question")]
pub struct Menu<'a> {
    state: &'a State,
    seat: Seat,
    /// There may be more to say than that it is done.
    open: bool,
    buffers: RefCell<&'a mut Buffers>,
    listed: OnceCell<Vec<Deal>>,
}

impl<'a> Menu<'a> {
    pub fn new(state: &'a State, seat: Seat, open: bool, buffers: &'a mut Buffers) -> Menu<'a> {
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
    fn figures(&self) -> impl Iterator<Item = Figure> + '_ {
        open(self.state, self.seat).filter(|_| self.open)
    }

    fn may_wait(&self) -> bool {
        self.state.part == Part::Declare && turn::may_wait(self.state, self.state.active)
    }

    /// The declaration that an answer to this question means.
    pub fn deal(&self, answer: &Answer) -> Deal {
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

    /// Something that this figure may do: an attack if it can, now and then another thing.
    fn draw(&self, figure: Figure, rng: &mut Rng) -> Option<Deal> {
        let (state, mut buffers) = (self.state, self.buffers.borrow_mut());
        let other = rng.below(8) == 0;
        if state.stage != Stage::Spellcasting && !other {
            let count = state.sheet(figure).attacks.len().max(1);
            let first = rng.below(count);
            for id in (0..state.sheet(figure).attacks.len()).map(|at| AttackId(((first + at) % count) as u8)) {
                if deals::usable(state, figure, id).is_ok()
                    && let Some(deal) = draw_target(state, figure, id, &mut buffers, rng)
                {
                    return Some(deal);
                }
            }
        }
        // One of all that is left, each with the same chance, without listing them.
        let (mut seen, mut kept) = (0, None);
        let _ = deals::each(state, figure, &mut buffers, &mut |deal| {
            seen += 1;
            if rng.below(seen) == 0 {
                kept = Some(deal);
            }
            ControlFlow::Continue(())
        });
        kept
    }
}

/// A target for one attack, the first found from a random start.
fn draw_target(state: &State, by: Figure, id: AttackId, buffers: &mut Buffers, rng: &mut Rng) -> Option<Deal> {
    let attack = state.sheet(by).attack(id);
    if !deals::aimed_at_figure(attack) {
        return deals::launches(state, by, id).then_some(Deal::Launch { by, attack: id });
    }
    let (count, side) = (state.pieces.len(), state.piece(by).side);
    let from = state.space(by)?;
    let reach = if attack.is_melee() { 2 } else { attack.long_range() };
    let first = rng.below(count);
    (0..count).map(|at| Figure(((first + at) % count) as u16)).find_map(|target| {
        let near = state.piece(target).side != side
            && state.space(target).is_some_and(|to| crate::state::squares_apart(from, to) <= reach);
        (near && deals::target(state, by, id, target, buffers).is_ok()).then_some(Deal::Strike {
            by,
            attack: id,
            target,
        })
    })
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
        let free = |deal: Deal| Answer::Free(choice(self.state, deal));
        let count = self.state.pieces.len();
        if self.open && rng.below(64) > 0 {
            let first = rng.below(count);
            for figure in (0..count).map(|at| Figure(((first + at) % count) as u16)) {
                let piece = self.state.piece(figure);
                let open = piece.owner == self.seat
                    && !piece.acted
                    && piece.on_board()
                    && (self.state.part != Part::First || readied_here(self.state, piece));
                if open && let Some(deal) = self.draw(figure, rng) {
                    return free(deal);
                }
            }
        }
        free(Deal::Done)
    }

    /// All that one figure may do: figures are compared one at a time. To leave it at that ends the declaring of all, so
    /// it is a candidate only where nobody has an attack left, or where spells are cast at leisure.
    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let answer = |deal: Deal| Answer::Free(choice(self.state, deal));
        let mut buffers = self.buffers.borrow_mut();
        let figures: Vec<Figure> = self.figures().collect();
        let first = rng.below(figures.len());
        let (mut found, mut attacks) = (Vec::new(), false);
        for at in 0..figures.len() {
            let figure = figures[(first + at) % figures.len()];
            let mut own = Vec::new();
            let _ = deals::each(self.state, figure, &mut buffers, &mut |deal| {
                attacks |= matches!(deal, Deal::Strike { .. } | Deal::Launch { .. });
                own.push(answer(deal));
                ControlFlow::Continue(())
            });
            if attacks || found.is_empty() {
                found = own;
            }
            if attacks {
                break;
            }
        }
        while found.len() + 1 > most.max(2) {
            found.swap_remove(rng.below(found.len()));
        }
        if !attacks || self.state.stage == Stage::Spellcasting {
            found.push(answer(Deal::Done));
        }
        found
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let mut barred = Vec::new();
        for (at, piece) in self.state.pieces.iter().enumerate() {
            if piece.owner != self.seat || !piece.on_board() || self.state.stage == Stage::Spellcasting {
                continue;
            }
            let by = Figure(at as u16);
            for (attack, weapon) in self.state.sheet(by).attacks() {
                if weapon.is_ranged() == (self.state.stage == Stage::Ranged)
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
pub fn choice(state: &State, deal: Deal) -> Choice {
    announcement(state, deal).choice()
}

/// The declaration that a line means, if its words make one; whether it is legal is another question.
pub fn read(state: &State, choice: &Choice) -> Option<Deal> {
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
