//! What may be declared in the Charge phase: a charge, or that all are declared.

use super::{aims, judge, reach};
use crate::decisions::{DECLARE, Declaring};
use crate::ground::INCH;
use crate::minds::charges::likely;
use crate::sight::Gallery;
use crate::state::State;
use kernel::decision::Answers;
use kernel::{Answer, Choice, Figure, Flow, Oracle, Question, Refusal, Rng, Seat, Tags};
use rulebook::CH;
use std::cell::{OnceCell, RefCell};

/// The question of one declaration. Who sees whom is looked at only for the charges that somebody thinks of.
pub(crate) struct Declarations<'a> {
    pub(crate) state: &'a State,
    /// Near enough for a charge, seen or not.
    pub(crate) pairs: Vec<(Figure, Figure)>,
    /// A frenzied warrior has somebody to charge, so nobody is done yet (CH-PSYCH-20).
    pub(crate) due: bool,
    pub(super) gallery: RefCell<Gallery>,
    listed: OnceCell<Vec<(Figure, Figure)>>,
}

impl<'a> Declarations<'a> {
    /// The question, and whether the frenzied leave no choice but them.
    pub(super) fn new(state: &'a State, mut pairs: Vec<(Figure, Figure)>, mut gallery: Gallery) -> (Self, bool) {
        let mut frenzied = |(figure, foe): (Figure, Figure)| {
            state.warrior(figure).frenzied
                && state.within(figure, foe, reach(state, figure))
                && aims(state, &mut gallery, figure, foe).is_ok()
        };
        let due = pairs.iter().any(|pair| frenzied(*pair));
        if due {
            pairs.retain(|pair| frenzied(*pair));
        }
        let gallery = RefCell::new(gallery);
        (Declarations { state, pairs, due, gallery, listed: OnceCell::new() }, due)
    }

    pub(crate) fn may(&self, (figure, foe): (Figure, Figure)) -> bool {
        aims(self.state, &mut self.gallery.borrow_mut(), figure, foe).is_ok()
    }

    pub(crate) fn listed(&self) -> &[(Figure, Figure)] {
        self.listed.get_or_init(|| {
            let mut all: Vec<(Figure, Figure)> = self.pairs.iter().copied().filter(|pair| self.may(*pair)).collect();
            all.sort_by_cached_key(|pair| self.doubt(*pair));
            all
        })
    }

    /// Charges that may well arrive are listed before those from afar: by what is missing, as the eye judges it where
    /// nothing is measured before a charge is declared (CH-CHARGE-02).
    fn doubt(&self, (figure, foe): (Figure, Figure)) -> (bool, i32) {
        const GLANCE: i32 = 2 * INCH;
        let missing = self.state.distance(figure, foe) - reach(self.state, figure);
        match self.state.setting.options.free_measuring {
            true => (!likely(self.state, figure, foe), missing),
            false => (false, missing.div_euclid(GLANCE)),
        }
    }

    /// The charger, his target and whether he sees it; none if all charges are declared.
    pub(super) fn ask(&self, oracle: &mut dyn Oracle, seat: Seat) -> Flow<Option<(Figure, Figure, bool)>> {
        let chosen = if self.due && self.pairs.len() == 1 {
            charge(self.pairs[0])
        } else if self.pairs.iter().any(|pair| self.may(*pair)) {
            let answer = oracle.choose(&DECLARE.to(seat).ask, self)?;
            Declaring::read(&self.state_answer(&answer)).unwrap_or(Declaring::Done)
        } else {
            return Ok(None);
        };
        let Declaring::Charge { charger: figure, foe } = chosen else { return Ok(None) };
        let seen = aims(self.state, &mut self.gallery.borrow_mut(), figure, foe);
        Ok(Some((figure, foe, seen.unwrap_or(false))))
    }
}

pub(crate) fn charge((charger, foe): (Figure, Figure)) -> Declaring {
    Declaring::Charge { charger, foe }
}

impl Question for Declarations<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.listed().len() + usize::from(!self.due)
    }

    fn choice(&self, index: usize) -> Choice {
        self.listed().get(index).map_or(Declaring::Done, |pair| charge(*pair)).choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Declaring::read(choice) {
            Some(Declaring::Done) => return Err(Refusal::new(CH::PSYCH_20, "a frenzied warrior has to charge")),
            Some(Declaring::Charge { charger, foe }) => {
                judge(self.state, &mut self.gallery.borrow_mut(), self.state.active(), charger, foe)?;
            }
            None => {}
        }
        Err(Refusal::new(CH::CHARGE_01, "no such charge can be declared"))
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        Answer::Free(self.thought(rng).choice())
    }

    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        self.nearest(most)
    }
}
