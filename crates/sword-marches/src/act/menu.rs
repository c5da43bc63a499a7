//! The question of an Action: which model, what, with which weapon, at whom (SM-DECLARE-01, SM-DECLARE-02).

use super::{Declared, Deed, legal};
use crate::decisions::Act;
use crate::state::State;
use crate::terrain::Buffers;
use kernel::decision::Answers;
use kernel::{Answer, Choice, Figure, Question, Refusal, Rng, Seat, Tags};
use rulebook::SM;
use std::cell::{OnceCell, RefCell};

/// The list is made only when somebody wants to see it: a mind that draws an Action at random looks at that one alone.
#[derive(Debug)]
pub(crate) struct Menu<'a> {
    pub state: &'a State,
    pub seat: Seat,
    /// The one model that may declare: a Breaker, or one that was interrupted.
    pub only: Option<Figure>,
    /// Models that failed to forfeit, as bits; all of them where nobody may.
    pub stuck: u64,
    /// A Belay Order can be given: on one's own turn, or again after a Break has stopped it (SM-FTRAIT-05).
    pub belays: bool,
    pub buffers: RefCell<Buffers>,
    listed: OnceCell<Vec<Declared>>,
}

impl<'a> Menu<'a> {
    pub(crate) fn new(
        state: &'a State,
        seat: Seat,
        only: Option<Figure>,
        stuck: u64,
        belays: bool,
        buffers: Buffers,
    ) -> Menu<'a> {
        Menu { state, seat, only, stuck, belays, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    pub(crate) fn listed(&self) -> &[Declared] {
        self.listed.get_or_init(|| {
            let mut all = Vec::new();
            let mut buffers = self.buffers.borrow_mut();
            for figure in self.state.figures().filter(|figure| self.only.is_none_or(|only| only == *figure)) {
                legal::list(self.state, self.seat, figure, &mut buffers, &mut all);
                if self.may_forfeit(figure) {
                    all.push(Declared { figure, deed: Deed::Forfeit });
                }
            }
            if self.belays {
                legal::belays(self.state, self.seat, &mut all);
            }
            all
        })
    }

    pub(crate) fn may_forfeit(&self, figure: Figure) -> bool {
        let fighter = self.state.fighter(figure);
        // An interrupted Belay Order can be let be; the Warlord needs no Token for it and loses none.
        let lets_be = self.belays && self.only == Some(figure);
        let gives_up = fighter.token && self.stuck >> (figure.0 % 64) & 1 == 0;
        fighter.owner == self.seat && fighter.on_table() && (gives_up || lets_be)
    }
}

impl Question for Menu<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.listed().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.listed()[index].choice(self.state)
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let Some(declared) = Declared::read(choice, self.state) else {
            let text = match Act::read(choice) {
                Some(_) => "the model has no such weapon",
                None => "that declares no Action",
            };
            return Err(Refusal::new(SM::DECLARE_02, text));
        };
        if self.only.is_some_and(|only| only != declared.figure) {
            return Err(Refusal::new(SM::BREAK_06, "another model has to declare its Action now"));
        }
        if !self.belays && matches!(declared.deed, Deed::Belay { .. }) {
            return Err(Refusal::new(
                SM::FTRAIT_05,
                "a Belay Order takes the place of an Action of one's own turn to act",
            ));
        }
        if declared.deed == Deed::Forfeit {
            return match self.may_forfeit(declared.figure) {
                true => Ok(()),
                false => Err(Refusal::new(SM::FORFEIT_02, "it cannot forfeit now")),
            };
        }
        legal::may(self.state, self.seat, declared, &mut self.buffers.borrow_mut())
    }

    /// Plain Actions that a model with a Token cannot take now, each with its reason.
    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let mut all = Vec::new();
        let mut buffers = self.buffers.borrow_mut();
        for figure in self.state.figures().filter(|figure| self.only.is_none_or(|only| only == *figure)) {
            let fighter = self.state.fighter(figure);
            if fighter.owner != self.seat || !fighter.on_table() || !fighter.token {
                continue;
            }
            for deed in [Deed::Move, Deed::Hustle, Deed::Ambush, Deed::Disengage, Deed::Steady] {
                let declared = Declared { figure, deed };
                if let Err(refusal) = legal::may(self.state, self.seat, declared, &mut buffers) {
                    all.push((declared.choice(self.state), refusal));
                }
            }
        }
        all
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.drawn(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.considered(rng, most)
    }
}
