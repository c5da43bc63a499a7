//! What one figure does in its Movement step: the list, the free ways, and why something is not possible.

use super::{aim, engine, inches, lane, onward, permit};
use crate::decisions::movement::{Leg, Order};
use crate::state::{Altitude, Motion, State};
use crate::terrain::Going;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Region, Rng, Tags};
use rulebook::SC;
use space::grid::Square;
use std::borrow::Cow;
use std::cell::OnceCell;

pub(crate) struct Orders<'a> {
    /// The board; for a siege weapon without its crew, who walk along.
    pub(crate) state: Cow<'a, State>,
    pub(crate) figure: Figure,
    pub(crate) going: Going,
    list: OnceCell<Vec<Order>>,
}

const MOTIONS: [Motion; 3] = [Motion::Move, Motion::Run, Motion::Slide];

impl<'a> Orders<'a> {
    pub(super) fn new(state: &'a State, figure: Figure) -> Orders<'a> {
        let going = Going::of(state, figure);
        let state = if state.is_engine(figure) {
            let mut lifted = engine::lifted(state, figure);
            // What the crew makes of its speed was settled before they were lifted.
            let speed = super::speed(state, figure);
            lifted.piece_mut(figure).hasted = speed.saturating_sub(super::speed(&lifted, figure));
            Cow::Owned(lifted)
        } else {
            Cow::Borrowed(state)
        };
        Orders { state, figure, going, list: OnceCell::new() }
    }

    fn list(&self) -> &[Order] {
        self.list.get_or_init(|| {
            let mut list = vec![Order::Hold, Order::Aim];
            list.extend(self.reloads());
            let enemies = self.state.of_side(self.going.side.other());
            list.extend(enemies.map(|target| Order::Charge { target }));
            for motion in MOTIONS {
                if self.state.sheet(self.figure).flies() {
                    list.extend(Altitude::ALL.map(|to| Order::going(motion, Leg::Level { to })));
                }
                if motion != Motion::Slide {
                    list.push(Order::going(motion, Leg::OUT));
                }
            }
            list.retain(|order| self.judge(order).is_ok());
            list
        })
    }

    pub(crate) fn reloads(&self) -> impl Iterator<Item = Order> + '_ {
        self.state.sheet(self.figure).attacks().map(|(_, attack)| Order::Reload { weapon: attack.name })
    }

    /// # Errors
    /// The rule that forbids the order.
    pub(crate) fn judge(&self, order: &Order) -> Result<(), Refusal> {
        let (state, figure) = (&*self.state, self.figure);
        match order {
            Order::Hold => Ok(()),
            Order::Aim => aim::may_aim(state, figure),
            Order::Reload { weapon } => {
                let attack = state.sheet(figure).attack_named(*weapon).ok_or_else(what_is_asked)?;
                if state.is_engine(figure) {
                    // The lifted board shows no crew; that there is one was asked before.
                    return match state.sheet(figure).attack(attack).load {
                        Some(load) if state.piece(figure).unloaded >> load.0 & 1 == 1 => Ok(()),
                        _ => Err(Refusal::new(SC::WQUAL_27, "it is loaded")),
                    };
                }
                aim::may_reload(state, figure, attack)
            }
            Order::Charge { target } => {
                permit(state, figure, Motion::Charge)?;
                lane::check(state, figure, *target)
            }
            _ => {
                let moves = order.moves().filter(|(_, leg)| !leg.goes_nowhere());
                let (motion, leg) = moves.ok_or_else(what_is_asked)?;
                permit(state, figure, motion)?;
                if leg.leaves_the_board() && state.is_engine(figure) {
                    return Err(Refusal::new(SC::QUAL_18, "a siege weapon stays on the board"));
                }
                self.leg(motion, &leg)
            }
        }
    }

    fn leg(&self, motion: Motion, leg: &Leg) -> Result<(), Refusal> {
        let over = motion == Motion::Move && !self.state.is_engine(self.figure);
        onward::check_leg(&self.state, &self.going, leg, inches(&self.state, self.figure, motion), 0, over)
    }
}

fn what_is_asked() -> Refusal {
    Refusal::new(SC::TURN_06, "choose an option of the Movement step; see the list")
}

impl Question for Orders<'_> {
    fn tags(&self) -> &dyn Tags {
        &*self.state
    }

    fn len(&self) -> usize {
        self.list().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.list()[index].choice()
    }

    fn free(&self) -> bool {
        permit(&self.state, self.figure, Motion::Move).is_ok()
    }

    /// An order is judged by itself: to look it up would mean to judge all of them.
    fn settle(&self, choice: &Choice) -> Result<Answer, Refusal> {
        self.judge(&Order::read(choice).ok_or_else(what_is_asked)?)?;
        Ok(Answer::Free(choice.clone()))
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let order = Order::read(choice).ok_or_else(what_is_asked)?;
        self.judge(&order)?;
        match order.moves() {
            Some((_, leg)) if leg.way().is_some() => Ok(()),
            // Whatever else is legal stands in the list.
            _ => Err(Refusal::unlisted(SC::TURN_06)),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_order(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.orders_worth_trying(rng, most)
    }

    fn region(&self) -> Region {
        if !self.free() {
            return Region::None;
        }
        let motion = if permit(&self.state, self.figure, Motion::Run).is_ok() { Motion::Run } else { Motion::Move };
        onward::region(&self.state, &self.going, inches(&self.state, self.figure, motion), 0)
    }

    /// A Move to each square that it reaches, a Run to those beyond.
    fn ways(&self) -> Vec<(Square, Choice)> {
        if !self.free() {
            return Vec::new();
        }
        let (state, figure) = (&*self.state, self.figure);
        let walk = inches(state, figure, Motion::Move);
        let ways = onward::ways(state, &self.going, walk, 0);
        let near: Vec<Square> = ways.iter().map(|(at, _)| *at).collect();
        let mut ways: Vec<(Square, Choice)> =
            ways.into_iter().map(|(at, way)| (at, Order::Move { way }.choice())).collect();
        if permit(state, figure, Motion::Run).is_ok() {
            let far = onward::ways(state, &self.going, inches(state, figure, Motion::Run), 0);
            let beyond = far.into_iter().filter(|(at, _)| !near.contains(at));
            ways.extend(beyond.map(|(at, way)| (at, Order::Run { way }.choice())));
        }
        ways
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let state = &*self.state;
        let mut all = vec![Order::Aim];
        // A weapon that never needs it is not worth a word.
        let loads = state.sheet(self.figure).attacks().filter(|(_, attack)| attack.load.is_some());
        all.extend(loads.map(|(_, attack)| Order::Reload { weapon: attack.name }));
        all.extend(state.of_side(self.going.side.other()).map(|target| Order::Charge { target }));
        let why = |order: Order| Some((order.choice(), self.judge(&order).err()?));
        let mut barred: Vec<(Choice, Refusal)> = all.into_iter().filter_map(why).collect();
        for motion in MOTIONS {
            if let Err(refusal) = permit(state, self.figure, motion) {
                barred.push((Order::any(motion).choice(), refusal));
            }
        }
        barred
    }
}
