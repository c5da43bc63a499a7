//! What one figure does in its Movement step: the list, the free ways, and why something is not possible.

use super::{aim, engine, inches, lane, onward, permit};
use crate::cards::Victory;
use crate::contact;
use crate::decisions::movement::{Leg, Order};
use crate::reach::{self, Reach};
use crate::state::{Altitude, Motion, Side, State};
use crate::terrain::Going;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Region, Rng, Tags};
use rulebook::SC;
use space::grid::{Block, Square};
use std::borrow::Cow;
use std::cell::OnceCell;

pub(super) struct Orders<'a> {
    /// The board; for a siege weapon without its crew, who walk along.
    state: Cow<'a, State>,
    figure: Figure,
    going: Going,
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

    fn reloads(&self) -> impl Iterator<Item = Order> + '_ {
        self.state.sheet(self.figure).attacks().map(|(_, attack)| Order::Reload { weapon: attack.name })
    }

    /// # Errors
    /// The rule that forbids the order.
    fn judge(&self, order: &Order) -> Result<(), Refusal> {
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

    /// A way worth trying with this motion.
    fn stroll(&self, motion: Motion, rng: &mut Rng) -> Option<Answer> {
        permit(&self.state, self.figure, motion).ok()?;
        let inches = inches(&self.state, self.figure, motion);
        let way = reach::sample(&self.state, &self.going, inches, 0, rng)?;
        Some(Answer::Free(Order::going(motion, Leg::Go { way }).choice()))
    }

    /// A charge at somebody near enough to be worth it.
    fn onset(&self, rng: &mut Rng) -> Option<Answer> {
        let (state, figure) = (&*self.state, self.figure);
        permit(state, figure, Motion::Charge).ok()?;
        let reach = inches(state, figure, Motion::Charge) + 2;
        let enemies = state.of_side(self.going.side.other());
        let near = enemies.filter(|enemy| (2..=reach).contains(&state.distance(figure, *enemy)));
        let target = near.min_by_key(|enemy| (state.distance(figure, *enemy), rng.below(4)))?;
        lane::straight(state, figure, target).ok().filter(|free| *free)?;
        Some(Answer::Free(Order::Charge { target }.choice()))
    }

    /// Enemies within reach of a charge, the nearest first.
    fn victims(&self, most: usize) -> Vec<Figure> {
        let (state, figure) = (&*self.state, self.figure);
        let reach = inches(state, figure, Motion::Charge).saturating_add(1);
        let enemies = state.of_side(self.going.side.other());
        let mut near: Vec<(u8, Figure)> = enemies.map(|enemy| (state.distance(figure, enemy), enemy)).collect();
        near.retain(|(inches, _)| *inches <= reach);
        near.sort_unstable();
        near.into_iter().map(|(_, enemy)| enemy).take(most.max(2)).collect()
    }
}

/// Does a figure that leaves the board bring its side nearer to victory?
fn leaving_wins(state: &State, side: Side) -> bool {
    side == state.attacker && matches!(state.setting.scenario.victory, Victory::Cross { .. })
}

/// Leaves so many of a list, any of them.
fn thin(list: &mut Vec<u32>, most: usize, rng: &mut Rng) {
    while list.len() > most {
        list.swap_remove(rng.below(list.len()));
    }
}

fn free(order: &Order) -> Answer {
    Answer::Free(order.choice())
}

fn what_is_asked() -> Refusal {
    Refusal::new(SC::TURN_06, "an option of the Movement step is asked; see the list")
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
            _ => Err(Refusal::new(SC::TURN_06, "that is not one of the answers")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        let (state, figure) = (&*self.state, self.figure);
        let draw = rng.below(16);
        if state.piece(figure).unloaded != 0 && draw < 10 {
            if let Some(order) = self.reloads().find(|order| self.judge(order).is_ok()) {
                return free(&order);
            }
        }
        if permit(state, figure, Motion::Move).is_err() {
            return free(&Order::Hold);
        }
        let engaged = contact::pinned(state, figure);
        let found = match draw {
            // In contact most stay and fight.
            0..=9 if engaged => None,
            10 | 11 if engaged => self.stroll(Motion::Slide, rng),
            0..=5 => self.onset(rng).or_else(|| self.stroll(Motion::Move, rng)),
            6..=9 => self.stroll(Motion::Move, rng),
            10..=12 => self.stroll(Motion::Run, rng),
            13 if state.sheet(figure).flies() => {
                let to = Altitude::ALL[rng.below(4)];
                let order = Order::MoveLevel { to };
                self.judge(&order).is_ok().then(|| free(&order))
            }
            14 if aim::may_aim(state, figure).is_ok() => Some(free(&Order::Aim)),
            _ => None,
        };
        found.unwrap_or_else(|| free(&Order::Hold))
    }

    /// To stay or to make ready, charges at the nearest, and places to go: those in contact with an enemy first.
    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let (state, figure) = (&*self.state, self.figure);
        let sheet = state.sheet(figure);
        let mut orders = vec![Order::Hold, Order::Aim];
        orders.extend(self.reloads());
        if sheet.flies() {
            orders.extend(Altitude::ALL.map(|to| Order::MoveLevel { to }));
        }
        if leaving_wins(state, self.going.side) {
            orders.extend([Motion::Move, Motion::Run].map(|motion| Order::going(motion, Leg::OUT)));
        }
        orders.extend(self.victims(most / 4).into_iter().map(|target| Order::Charge { target }));
        orders.retain(|order| self.judge(order).is_ok());
        let mut answers: Vec<Answer> = orders.iter().map(free).collect();
        if permit(state, figure, Motion::Move).is_ok()
            && let Some(space) = state.space(figure)
        {
            let reach = Reach::new(state, &self.going, space, inches(state, figure, Motion::Move), 0);
            let enemy = self.going.side.other();
            let (mut near, mut far) = (Vec::new(), Vec::new());
            for (at, _, node) in reach.stops(state, &self.going) {
                let mut met = false;
                let block = Block::new(at, space.side);
                contact::each(state, block, state.level(figure), enemy, |_| met = true);
                if met { near.push(node) } else { far.push(node) }
            }
            let room = most.saturating_sub(answers.len()).max(most / 2);
            thin(&mut near, room * 2 / 3, rng);
            thin(&mut far, room - near.len(), rng);
            answers.extend(near.into_iter().chain(far).map(|node| free(&Order::Move { way: reach.walk(node) })));
            answers.extend(self.stroll(Motion::Run, rng));
            answers.extend(self.stroll(Motion::Move, rng));
            if contact::pinned(state, figure) {
                answers.extend(self.stroll(Motion::Slide, rng));
            }
        }
        answers
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
