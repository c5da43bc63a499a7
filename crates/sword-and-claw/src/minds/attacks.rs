//! Which attacks and spells a mind looks at, and where it aims them.

use crate::cards::AttackId;
use crate::decisions::battle::{Axis, Spot};
use crate::sight::Buffers;
use crate::spells::ground::{Somewhere, on};
use crate::spells::targets::own;
use crate::state::{NextStep, Part, State, distance};
use crate::steps::aim::{Axes, Place, Spots};
use crate::steps::deals::{self, Deal};
use crate::steps::menu::{Menu, choice, readied_here};
use kernel::{Answer, Answers, Figure, Question, Rng};
use std::ops::ControlFlow;

impl Menu<'_> {
    pub(crate) fn any_deal(&self, rng: &mut Rng) -> Answer {
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
    pub(crate) fn deals_worth_trying(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
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
        if !attacks || self.state.next_step == NextStep::Spellcasting {
            found.push(answer(Deal::Done));
        }
        found
    }

    /// Something that this figure may do: an attack if it can, now and then another thing.
    fn draw(&self, figure: Figure, rng: &mut Rng) -> Option<Deal> {
        let (state, mut buffers) = (self.state, self.buffers.borrow_mut());
        let other = rng.below(8) == 0;
        if state.next_step != NextStep::Spellcasting && !other {
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

impl<D> Place<'_, D> {
    /// An enemy, the first found from a random start that `f` makes something of.
    fn draw<T>(&self, rng: &mut Rng, f: impl FnMut(Figure) -> Option<T>) -> Option<T> {
        let count = self.state.pieces.len();
        let (first, side) = (rng.below(count), self.state.piece(self.by).side);
        (0..count)
            .map(|at| Figure(((first + at) % count) as u16))
            .filter(|figure| self.state.piece(*figure).on_board() && self.state.piece(*figure).side != side)
            .find_map(f)
    }
}

impl Spots<'_> {
    pub(crate) fn any_spot(&self, rng: &mut Rng) -> Answer {
        let mut tries = 0;
        let drawn = self.place.draw(rng, |enemy| {
            tries += 1;
            let at = self.place.state.space(enemy)?.at;
            let level = self.place.state.level(enemy);
            (tries < 8 && self.judge(at, level).is_ok()).then(|| Spot::of(at, level).choice())
        });
        drawn.map_or_else(|| Answer::Option(rng.below(self.len())), Answer::Free)
    }
}

impl Axes<'_> {
    pub(crate) fn any_axis(&self, rng: &mut Rng) -> Answer {
        let place = &self.place;
        let drawn = place.state.space(place.by).and_then(|space| {
            let from = space.squares().nth(rng.below(usize::from(space.side) * usize::from(space.side)))?;
            place.draw(rng, |enemy| {
                let other = place.state.space(enemy)?;
                let level = place.state.level(enemy);
                let near = distance(space, other) <= self.reach();
                let axis = || Axis::Toward { from, to: other.at, level }.choice();
                (near && self.judge(from, other.at, level).is_ok()).then(axis)
            })
        });
        drawn.map_or_else(|| Answer::Option(rng.below(self.len())), Answer::Free)
    }
}

impl Somewhere<'_> {
    pub(crate) fn any_square(&self, rng: &mut Rng) -> Answer {
        let (caster, reach) = (own(self.state, self.by).at, i32::from(self.range));
        let field = self.state.field();
        for _ in 0..16 {
            let mut draw = || rng.below(2 * reach as usize + 1) as i32 - reach;
            let (dx, dy) = (draw(), draw());
            if let Some(square) = caster.shifted(dx, dy, field.width(), field.height())
                && self.judge(square).is_ok()
            {
                return Answer::Free(on(square));
            }
        }
        Answer::Option(rng.below(self.len()))
    }

    pub(crate) fn squares_worth_trying(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let mut found: Vec<Answer> = Vec::new();
        for _ in 0..most {
            let answer = self.any_square(rng);
            if !found.contains(&answer) {
                found.push(answer);
            }
        }
        found
    }
}
