//! Which figure goes next.

use super::able;
use crate::decisions::movement::Next;
use crate::state::State;
use crate::turn;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Rng, Seat, Tags};
use rulebook::SC;
use std::cell::OnceCell;

/// The question whom a player moves next. Always open: to finish the step, to let an ally go first, to concede.
pub(super) struct Whom<'a> {
    state: &'a State,
    seat: Seat,
    list: OnceCell<Vec<Next>>,
}

impl<'a> Whom<'a> {
    pub(super) fn new(state: &'a State, seat: Seat) -> Whom<'a> {
        Whom { state, seat, list: OnceCell::new() }
    }

    fn may(&self, figure: Figure) -> bool {
        self.state.piece(figure).owner == self.seat && able(self.state, figure).is_ok()
    }

    fn list(&self) -> &[Next] {
        self.list.get_or_init(|| {
            let able = self.state.figures().filter(|figure| self.may(*figure));
            let mut list: Vec<Next> = able.map(|figure| Next::Activate { figure }).collect();
            list.push(Next::Done);
            if turn::may_wait(self.state, self.state.active) {
                list.push(Next::Wait);
            }
            list.push(Next::Concede);
            list
        })
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
        self.list()[index].choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if let Some(Next::Activate { figure }) = Next::read(choice) {
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
    fn sample(&self, rng: &mut Rng) -> Answer {
        let count = self.state.pieces.len();
        let free = |answer: Next| Answer::Free(answer.choice());
        if rng.below(50) == 0 {
            return free(Next::Done);
        }
        let start = rng.below(count);
        let found = (0..count).map(|by| Figure(((start + by) % count) as u16)).find(|figure| self.may(*figure));
        free(found.map_or(Next::Done, |figure| Next::Activate { figure }))
    }

    /// One figure after the other in the order of the list: minds compare what a figure does, not who goes first.
    fn candidates(&self, _: &mut Rng, _: usize) -> Vec<Answer> {
        vec![Answer::Option(0)]
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let own = self
            .state
            .figures()
            .filter(|figure| self.state.piece(*figure).owner == self.seat && self.state.piece(*figure).on_board());
        own.filter_map(|figure| Some((Next::Activate { figure }.choice(), able(self.state, figure).err()?))).collect()
    }
}
