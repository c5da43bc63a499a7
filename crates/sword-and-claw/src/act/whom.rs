//! Which figure goes next.

use super::able;
use crate::decisions::movement::Next;
use crate::state::State;
use crate::turn;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Rng, Seat, Tags};
use rulebook::SC;
use std::cell::OnceCell;

/// The question whom a player moves next. Always open: to finish the step, to let an ally go first, to concede.
pub(crate) struct Whom<'a> {
    pub(crate) state: &'a State,
    seat: Seat,
    list: OnceCell<Vec<Next>>,
}

impl<'a> Whom<'a> {
    pub(super) fn new(state: &'a State, seat: Seat) -> Whom<'a> {
        Whom { state, seat, list: OnceCell::new() }
    }

    pub(crate) fn may(&self, figure: Figure) -> bool {
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
        Err(Refusal::new(SC::TURN_06, "choose a figure, activate FIGURE, or say done"))
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.anybody(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.next_in_line(rng, most)
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let own = self
            .state
            .figures()
            .filter(|figure| self.state.piece(*figure).owner == self.seat && self.state.piece(*figure).on_board());
        own.filter_map(|figure| Some((Next::Activate { figure }.choice(), able(self.state, figure).err()?))).collect()
    }
}
