//! Which figure goes next.

use super::able;
use crate::state::State;
use crate::{turn, verbs};
use kernel::{Choice, Figure, Question, Refusal, Rng, Seat, Tags, Thing};
use rulebook::SC;
use std::cell::OnceCell;

/// The question whom a player moves next. Always open: to finish the step, to let an ally go first, to concede.
pub(super) struct Whom<'a> {
    state: &'a State,
    seat: Seat,
    list: OnceCell<Vec<Answer>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Figure(Figure),
    Done,
    Wait,
    Concede,
}

impl<'a> Whom<'a> {
    pub(super) fn new(state: &'a State, seat: Seat) -> Whom<'a> {
        Whom { state, seat, list: OnceCell::new() }
    }

    pub(super) fn read(&self, answer: &kernel::Answer) -> Answer {
        match answer {
            kernel::Answer::Option(index) => self.list().get(*index).copied().unwrap_or(Answer::Done),
            kernel::Answer::Free(choice) => match choice.things[0] {
                Thing::Figure(figure) => Answer::Figure(figure),
                _ => Answer::Done,
            },
        }
    }

    fn may(&self, figure: Figure) -> bool {
        self.state.piece(figure).owner == self.seat && able(self.state, figure).is_ok()
    }

    fn list(&self) -> &[Answer] {
        self.list.get_or_init(|| {
            let mut list: Vec<Answer> =
                self.state.figures().filter(|figure| self.may(*figure)).map(Answer::Figure).collect();
            list.push(Answer::Done);
            if turn::may_wait(self.state, self.state.active) {
                list.push(Answer::Wait);
            }
            list.push(Answer::Concede);
            list
        })
    }

    fn activate(figure: Figure) -> Choice {
        Choice::new(verbs::words().activate, &[Thing::Figure(figure)])
    }
}

impl Question for Whom<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.list().len()
    }

    fn choice(&self, index: usize) -> Choice {
        let words = verbs::words();
        match self.list()[index] {
            Answer::Figure(figure) => Whom::activate(figure),
            Answer::Done => Choice::new(words.done, &[]),
            Answer::Wait => Choice::new(words.wait, &[]),
            Answer::Concede => Choice::new(words.concede, &[]),
        }
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if let (true, Thing::Figure(figure)) = (choice.verb == verbs::words().activate, choice.things[0]) {
            if self.state.piece(figure).owner != self.seat {
                let ours = self.state.piece(figure).side == self.state.active;
                return Err(match ours {
                    true => Refusal::new(SC::TURN_09, "an ally moves that figure when his turn comes"),
                    false => Refusal::new(SC::TURN_03, "it is not the turn of its side"),
                });
            }
            able(self.state, figure)?;
        }
        Err(Refusal::new(SC::TURN_06, "a figure is asked: activate FIGURE, or done"))
    }

    /// Any figure that has not moved, starting to look anywhere in the list; hardly ever less than all of them.
    fn sample(&self, rng: &mut Rng) -> kernel::Answer {
        let count = self.state.pieces.len();
        let done = || kernel::Answer::Free(Choice::new(verbs::words().done, &[]));
        if rng.below(50) == 0 {
            return done();
        }
        let start = rng.below(count);
        let found = (0..count).map(|by| Figure(((start + by) % count) as u16)).find(|figure| self.may(*figure));
        found.map_or_else(done, |figure| kernel::Answer::Free(Whom::activate(figure)))
    }

    /// One figure after the other in the order of the list: minds compare what a figure does, not who goes first.
    fn candidates(&self, _: &mut Rng, _: usize) -> Vec<kernel::Answer> {
        vec![kernel::Answer::Option(0)]
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let own = self
            .state
            .figures()
            .filter(|figure| self.state.piece(*figure).owner == self.seat && self.state.piece(*figure).on_board());
        own.filter_map(|figure| Some((Whom::activate(figure), able(self.state, figure).err()?))).collect()
    }
}
