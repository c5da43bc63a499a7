//! What one figure does in its Movement step: the list, the free ways, and why something is not possible.

use super::onward::{self, Leg};
use super::{aim, engine, inches, lane, permit};
use crate::cards::{AttackId, Victory};
use crate::reach::{self, Reach};
use crate::state::{Altitude, Motion, Side, State};
use crate::terrain::Going;
use crate::{contact, verbs};
use kernel::{Answer, Choice, Figure, Name, Question, Refusal, Region, Rng, Tags, Thing, Walk, Way};
use rulebook::SC;
use space::grid::{Block, Square};
use std::borrow::Cow;
use std::cell::OnceCell;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Hold,
    Aim,
    Reload(AttackId),
    Charge(Figure),
    Way { motion: Motion, walk: Walk, off: bool },
    Level(Motion, Altitude),
}

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

    pub(super) fn read(&self, answer: &Answer) -> Option<Order> {
        match answer {
            Answer::Option(index) => self.list().get(*index).copied(),
            Answer::Free(choice) => read(&self.state, self.figure, choice),
        }
    }

    fn list(&self) -> &[Order] {
        self.list.get_or_init(|| {
            let mut list = vec![Order::Hold, Order::Aim];
            list.extend(self.state.sheet(self.figure).attacks().map(|(id, _)| Order::Reload(id)));
            let enemies = self.state.of_side(self.going.side.other());
            list.extend(enemies.map(Order::Charge));
            for motion in MOTIONS {
                if self.state.sheet(self.figure).flies() {
                    list.extend(Altitude::ALL.map(|to| Order::Level(motion, to)));
                }
                if motion != Motion::Slide {
                    list.push(Order::Way { motion, walk: Walk::default(), off: true });
                }
            }
            list.retain(|order| self.judge(*order).is_ok());
            list
        })
    }

    /// # Errors
    /// The rule that forbids the order.
    fn judge(&self, order: Order) -> Result<(), Refusal> {
        let (state, figure) = (&*self.state, self.figure);
        match order {
            Order::Hold => Ok(()),
            Order::Aim => aim::may_aim(state, figure),
            Order::Reload(attack) => {
                if state.is_engine(figure) {
                    // The lifted board shows no crew; that there is one was asked before.
                    return match state.sheet(figure).attack(attack).load {
                        Some(load) if state.piece(figure).unloaded >> load.0 & 1 == 1 => Ok(()),
                        _ => Err(Refusal::new(SC::WQUAL_27, "it is loaded")),
                    };
                }
                aim::may_reload(state, figure, attack)
            }
            Order::Charge(target) => {
                permit(state, figure, Motion::Charge)?;
                lane::check(state, figure, target)
            }
            Order::Way { motion, walk, off } => {
                permit(state, figure, motion)?;
                if walk.is_empty() && !off {
                    return Err(Refusal::new(SC::MOVE_01, "a way goes at least one square"));
                }
                if off && state.is_engine(figure) {
                    return Err(Refusal::new(SC::QUAL_18, "a siege weapon stays on the board"));
                }
                self.leg(motion, Leg::Way { walk, off })
            }
            Order::Level(motion, to) => {
                permit(state, figure, motion)?;
                self.leg(motion, Leg::Level(to))
            }
        }
    }

    fn leg(&self, motion: Motion, leg: Leg) -> Result<(), Refusal> {
        let over = motion == Motion::Move && !self.state.is_engine(self.figure);
        onward::check_leg(&self.state, &self.going, leg, inches(&self.state, self.figure, motion), 0, over)
    }

    /// A way worth trying with this motion.
    fn stroll(&self, motion: Motion, rng: &mut Rng) -> Option<Answer> {
        permit(&self.state, self.figure, motion).ok()?;
        let inches = inches(&self.state, self.figure, motion);
        let walk = reach::sample(&self.state, &self.going, inches, 0, rng)?;
        Some(Answer::Free(line(&self.state, self.figure, Order::Way { motion, walk, off: false })))
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
        Some(Answer::Free(line(state, figure, Order::Charge(target))))
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

    fn say(&self, order: Order) -> Answer {
        Answer::Free(line(&self.state, self.figure, order))
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

/// The word for a way of moving.
fn verb(motion: Motion) -> Name {
    let words = verbs::words();
    match motion {
        Motion::Run => words.run,
        Motion::Slide => words.slide,
        _ => words.walk,
    }
}

fn line(state: &State, figure: Figure, order: Order) -> Choice {
    let words = verbs::words();
    match order {
        Order::Hold => Choice::new(words.hold, &[]),
        Order::Aim => Choice::new(words.aim, &[]),
        Order::Reload(attack) => Choice::new(words.reload, &[Thing::Name(state.sheet(figure).attack(attack).name)]),
        Order::Charge(target) => Choice::new(words.charge, &[Thing::Figure(target)]),
        Order::Way { motion, walk, off } => onward::line(Leg::Way { walk, off }, verb(motion)),
        Order::Level(motion, to) => onward::line(Leg::Level(to), verb(motion)),
    }
}

/// The order that a line means, legal or not.
fn read(state: &State, figure: Figure, choice: &Choice) -> Option<Order> {
    let words = verbs::words();
    let walk = match choice.way {
        Way::Walk(walk) => Some(walk),
        _ => None,
    };
    if let Some(motion) = MOTIONS.into_iter().find(|motion| verb(*motion) == choice.verb) {
        return match (choice.things, walk) {
            ([Thing::None, ..], Some(walk)) => Some(Order::Way { motion, walk, off: false }),
            ([Thing::Name(name), Thing::None, ..], walk) if name == words.off => {
                Some(Order::Way { motion, walk: walk.unwrap_or_default(), off: true })
            }
            ([Thing::Name(name), Thing::None, ..], None) => Some(Order::Level(motion, words.read_level(name)?)),
            _ => None,
        };
    }
    match choice.things {
        _ if walk.is_some() => None,
        [Thing::None, ..] if choice.verb == words.hold => Some(Order::Hold),
        [Thing::None, ..] if choice.verb == words.aim => Some(Order::Aim),
        [Thing::Name(name), Thing::None, ..] if choice.verb == words.reload => {
            state.sheet(figure).attack_named(name).map(Order::Reload)
        }
        [Thing::Figure(target), Thing::None, ..] if choice.verb == words.charge => Some(Order::Charge(target)),
        _ => None,
    }
}

impl Question for Orders<'_> {
    fn tags(&self) -> &dyn Tags {
        &*self.state
    }

    fn len(&self) -> usize {
        self.list().len()
    }

    fn choice(&self, index: usize) -> Choice {
        line(&self.state, self.figure, self.list()[index])
    }

    fn free(&self) -> bool {
        permit(&self.state, self.figure, Motion::Move).is_ok()
    }

    /// An order is judged by itself: to look it up would mean to judge all of them.
    fn settle(&self, choice: &Choice) -> Result<Answer, Refusal> {
        match read(&self.state, self.figure, choice) {
            Some(order) if line(&self.state, self.figure, order) == *choice => {
                self.judge(order)?;
                Ok(Answer::Free(choice.clone()))
            }
            _ => self.check(choice).map(|()| Answer::Free(choice.clone())),
        }
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match read(&self.state, self.figure, choice) {
            Some(order) if line(&self.state, self.figure, order) == *choice => {
                self.judge(order)?;
                match order {
                    Order::Way { .. } => Ok(()),
                    // Whatever else is legal stands in the list.
                    _ => Err(Refusal::new(SC::TURN_06, "that is not one of the answers")),
                }
            }
            _ => Err(Refusal::new(SC::TURN_06, "an option of the Movement step is asked; see the list")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        let (state, figure) = (&*self.state, self.figure);
        let draw = rng.below(16);
        if state.piece(figure).unloaded != 0 && draw < 10 {
            let reload = state.sheet(figure).attacks().map(|(id, _)| Order::Reload(id));
            if let Some(order) = reload.into_iter().find(|order| self.judge(*order).is_ok()) {
                return self.say(order);
            }
        }
        if permit(state, figure, Motion::Move).is_err() {
            return self.say(Order::Hold);
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
                let order = Order::Level(Motion::Move, to);
                self.judge(order).is_ok().then(|| self.say(order))
            }
            14 if aim::may_aim(state, figure).is_ok() => Some(self.say(Order::Aim)),
            _ => None,
        };
        found.unwrap_or_else(|| self.say(Order::Hold))
    }

    /// To stay or to make ready, charges at the nearest, and places to go: those in contact with an enemy first.
    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let (state, figure) = (&*self.state, self.figure);
        let sheet = state.sheet(figure);
        let mut orders = vec![Order::Hold, Order::Aim];
        orders.extend(sheet.attacks().map(|(id, _)| Order::Reload(id)));
        if sheet.flies() {
            orders.extend(Altitude::ALL.map(|to| Order::Level(Motion::Move, to)));
        }
        if leaving_wins(state, self.going.side) {
            orders.extend([Motion::Move, Motion::Run].map(|motion| Order::Way {
                motion,
                walk: Walk::default(),
                off: true,
            }));
        }
        orders.extend(self.victims(most / 4).into_iter().map(Order::Charge));
        orders.retain(|order| self.judge(*order).is_ok());
        let mut answers: Vec<Answer> = orders.into_iter().map(|order| self.say(order)).collect();
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
            let way = |node| Order::Way { motion: Motion::Move, walk: reach.walk(node), off: false };
            answers.extend(near.into_iter().chain(far).map(|node| self.say(way(node))));
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
        let mut ways = onward::ways(state, &self.going, walk, 0, verb(Motion::Move));
        if permit(state, figure, Motion::Run).is_ok() {
            let near: Vec<Square> = ways.iter().map(|(at, _)| *at).collect();
            let far = onward::ways(state, &self.going, inches(state, figure, Motion::Run), 0, verb(Motion::Run));
            ways.extend(far.into_iter().filter(|(at, _)| !near.contains(at)));
        }
        ways
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let state = &*self.state;
        let mut all = vec![Order::Aim];
        // A weapon that never needs it is not worth a word.
        let loads = state.sheet(self.figure).attacks().filter(|(_, attack)| attack.load.is_some());
        all.extend(loads.map(|(id, _)| Order::Reload(id)));
        all.extend(state.of_side(self.going.side.other()).map(Order::Charge));
        let why = |order: Order| Some((line(state, self.figure, order), self.judge(order).err()?));
        let mut barred: Vec<(Choice, Refusal)> = all.into_iter().filter_map(why).collect();
        for motion in MOTIONS {
            if let Err(refusal) = permit(state, self.figure, motion) {
                barred.push((Choice::new(verb(motion), &[]), refusal));
            }
        }
        barred
    }
}
