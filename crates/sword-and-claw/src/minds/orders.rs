//! Which orders a mind looks at for a figure in its Movement step.

use crate::act::orders::Orders;
use crate::act::{aim, inches, lane, permit};
use crate::cards::Victory;
use crate::contact;
use crate::decisions::movement::{Leg, Order};
use crate::reach::{self, Reach};
use crate::state::{Altitude, Motion, Side, State};
use kernel::{Answer, Answers, Figure, Rng};
use space::grid::Block;

impl Orders<'_> {
    pub(crate) fn any_order(&self, rng: &mut Rng) -> Answer {
        let (state, figure) = (&*self.state, self.figure);
        let draw = rng.below(16);
        if state.piece(figure).unloaded != 0
            && draw < 10
            && let Some(order) = self.reloads().find(|order| self.judge(order).is_ok())
        {
            return free(&order);
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
    pub(crate) fn orders_worth_trying(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
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
