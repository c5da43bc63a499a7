//! Actions that a mind thinks of.

use crate::act::menu::Menu;
use crate::act::{Declared, Deed, charge, climb, fire, legal};
use crate::resolve::attack::{charge_arms, close_arms};
use crate::resolve::shot::Fire;
use crate::sight::{self, Aim};
use crate::terrain::Buffers;
use kernel::{Answer, Figure, Question, Rng};

impl Menu<'_> {
    /// A sensible Action, by chance, without looking at all of them.
    pub(crate) fn drawn(&self, rng: &mut Rng) -> Answer {
        let state = self.state;
        let acts = |figure: &Figure| {
            let fighter = state.fighter(*figure);
            fighter.owner == self.seat && fighter.on_table() && fighter.token && !fighter.shocked
        };
        let figure = match self.only {
            Some(only) => Some(only).filter(acts),
            None => {
                let count = state.figures().filter(acts).count();
                state.figures().filter(acts).nth(rng.below(count.max(1)))
            }
        };
        let deed = figure.and_then(|figure| self.draw(figure, rng).map(|deed| Declared { figure, deed }));
        match deed {
            Some(declared) => Answer::Free(declared.choice(state)),
            None => Answer::Option(rng.below(self.len().max(1))),
        }
    }

    /// The Actions that promise most, with some luck among them.
    pub(crate) fn considered(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let count = self.len();
        if count <= most {
            return (0..count).map(Answer::Option).collect();
        }
        let mut ranked: Vec<(i32, usize)> = self
            .listed()
            .iter()
            .enumerate()
            .map(|(at, declared)| (-self.promise(declared) - rng.below(25) as i32, at))
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().take(most).map(|(_, at)| Answer::Option(at)).collect()
    }

    /// The same for one model.
    fn draw(&self, figure: Figure, rng: &mut Rng) -> Option<Deed> {
        let state = self.state;
        let fighter = state.fighter(figure);
        if self.may_forfeit(figure) && rng.below(50) == 0 {
            return Some(Deed::Forfeit);
        }
        if fighter.broken {
            return Some(Deed::Steady);
        }
        let opponents = state.opponents(figure).count();
        let held = state.holders(figure).next().is_some();
        if held && rng.below(6) == 0 {
            return Some(Deed::Disengage);
        }
        if held || opponents > 0 && rng.below(2) == 0 {
            let foes = || state.opponents(figure).filter(|foe| !held || state.fighter(*foe).ready());
            let target = foes().nth(rng.below(foes().count()))?;
            return Some(Deed::Fight { arm: any(close_arms(state, figure), rng)?, target });
        }
        let mut buffers = self.buffers.borrow_mut();
        let draw = rng.below(16);
        if draw < 9
            && let Some(target) = self.prey(figure, &mut buffers, rng)
        {
            return Some(Deed::Charge { arm: any(charge_arms(state, figure), rng)?, target });
        }
        if draw < 12
            && let Some(deed) = self.shot(figure, &mut buffers, rng)
        {
            return Some(deed);
        }
        if draw == 12
            && let Some(deed) = self.feat(figure, &mut buffers, rng)
        {
            return Some(deed);
        }
        for deed in [Deed::Kindle, Deed::Douse] {
            if legal::may(state, self.seat, Declared { figure, deed }, &mut buffers).is_ok() {
                return Some(deed);
            }
        }
        match rng.below(5) {
            0 | 1 if state.heavy(figure).is_none() => Some(Deed::Hustle),
            2 if rng.below(3) == 0 => Some(Deed::Ambush),
            _ => Some(Deed::Move),
        }
    }

    /// How likely an Action is worth a closer look.
    fn promise(&self, declared: &Declared) -> i32 {
        let state = self.state;
        let sheet = state.sheet(declared.figure);
        let best = |arm: u8| {
            let force = |arm: u8| sheet.arm(arm).damage + 2 * sheet.arm(arm).dice;
            match declared.deed {
                Deed::Charge { .. } => charge_arms(state, declared.figure).all(|other| force(other) <= force(arm)),
                _ => close_arms(state, declared.figure).all(|other| force(other) <= force(arm)),
            }
        };
        match declared.deed {
            Deed::Kindle | Deed::Douse => 100,
            // Nothing comes of these but a walk.
            Deed::Charge { target, .. } if !charge::in_reach(state, declared.figure, target) => 5,
            Deed::Fire { arm, target: Some(target), .. }
                if state.gap(declared.figure, target) > i32::from(sheet.arm(arm).farthest) * 1000 =>
            {
                3
            }
            Deed::Fight { arm, .. } if best(arm) => 60,
            Deed::Charge { arm, .. } if best(arm) => 55,
            Deed::Steady => 50,
            Deed::Disengage => 40,
            Deed::Fire { fire: Fire::Standing | Fire::Aimed, .. } => 40,
            Deed::Move | Deed::Hustle if state.fighter(declared.figure).carries.is_some() => 90,
            Deed::Move | Deed::Hustle => 36,
            Deed::Fire { target: None, .. } => 30,
            Deed::Fight { .. } | Deed::Charge { .. } | Deed::Kingmaker { .. } => 20,
            Deed::Climb { .. } | Deed::Jump { .. } | Deed::Belay { .. } | Deed::Fire { .. } => 12,
            Deed::Ambush | Deed::Forfeit => 8,
        }
    }

    /// An enemy that can be charged and reached.
    fn prey(&self, figure: Figure, buffers: &mut Buffers, rng: &mut Rng) -> Option<Figure> {
        let state = self.state;
        let near = state.standing().any(|(other, fighter, _)| {
            fighter.owner != self.seat && !fighter.ambush && charge::in_reach(state, figure, other)
        });
        if !near {
            return None;
        }
        sight::targets(state, figure, Aim::Close, buffers);
        let count = buffers.targets.len();
        let target = *buffers.targets.get(rng.below(count.max(1)))?;
        let reached =
            charge::in_reach(state, figure, target) && charge::may_run(state, figure, target, buffers).is_ok();
        reached.then_some(target)
    }

    fn shot(&self, figure: Figure, buffers: &mut Buffers, rng: &mut Rng) -> Option<Deed> {
        let state = self.state;
        let kind = [Fire::Mobile, Fire::Standing, Fire::Standing, Fire::Aimed][rng.below(4)];
        let count = fire::arms(state, figure, kind).count();
        let arm = fire::arms(state, figure, kind).nth(rng.below(count.max(1)))?;
        if kind == Fire::Mobile && rng.below(2) == 0 {
            return Some(Deed::Fire { fire: kind, arm, target: None });
        }
        sight::targets(state, figure, Aim::Ranged, buffers);
        let count = buffers.targets.len();
        let target = *buffers.targets.get(rng.below(count.max(1)))?;
        let most = i32::from(state.sheet(figure).arm(arm).farthest) * 1000;
        (state.gap(figure, target) <= most).then_some(Deed::Fire { fire: kind, arm, target: Some(target) })
    }

    fn feat(&self, figure: Figure, buffers: &mut Buffers, rng: &mut Rng) -> Option<Deed> {
        let at = self.state.fighter(figure).spot()?;
        let mut all: Vec<Deed> = Vec::new();
        for (to, _) in climb::faces(self.state, figure, at) {
            if climb::may_climb(self.state, figure, to, buffers).is_ok() {
                all.push(Deed::Climb { to });
            }
        }
        let mut leaps = Vec::new();
        climb::leaps(self.state, figure, at, buffers, &mut leaps);
        all.extend(leaps.into_iter().map(|to| Deed::Jump { to }));
        all.get(rng.below(all.len().max(1))).copied()
    }
}

/// Any of some arms.
fn any(mut arms: impl Iterator<Item = u8> + Clone, rng: &mut Rng) -> Option<u8> {
    let count = arms.clone().count();
    arms.nth(rng.below(count.max(1)))
}
