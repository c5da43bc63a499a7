//! The question of an Action: which model, what, with which weapon, at whom (SM-DECLARE-01, SM-DECLARE-02).

use super::{Declared, Deed, charge, climb, fire, legal};
use crate::resolve::attack::{charge_arms, close_arms};
use crate::resolve::shot::Fire;
use crate::sight::{self, Aim};
use crate::state::State;
use crate::terrain::Buffers;
use kernel::{Answer, Choice, Figure, Question, Refusal, Rng, Seat, Tags};
use rulebook::SM;
use std::cell::{OnceCell, RefCell};

/// The list is made only when somebody wants to see it: a mind that draws an Action at random looks at that one alone.
#[derive(Debug)]
pub struct Menu<'a> {
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
    pub fn new(
        state: &'a State,
        seat: Seat,
        only: Option<Figure>,
        stuck: u64,
        belays: bool,
        buffers: Buffers,
    ) -> Menu<'a> {
        Menu { state, seat, only, stuck, belays, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    pub fn listed(&self) -> &[Declared] {
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

    fn may_forfeit(&self, figure: Figure) -> bool {
        let fighter = self.state.fighter(figure);
        // An interrupted Belay Order can be let be; the Warlord needs no Token for it and loses none.
        let lets_be = self.belays && self.only == Some(figure);
        let gives_up = fighter.token && self.stuck >> (figure.0 % 64) & 1 == 0;
        fighter.owner == self.seat && fighter.on_table() && (gives_up || lets_be)
    }

    /// A sensible Action of one model, without looking at all of them.
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
            return Err(Refusal::new(SM::DECLARE_02, "that declares no Action"));
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

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let count = self.len();
        if count <= most {
            return (0..count).map(Answer::Option).collect();
        }
        // Those that promise most, with some luck among them.
        let mut ranked: Vec<(i32, usize)> = self
            .listed()
            .iter()
            .enumerate()
            .map(|(at, declared)| (-self.promise(declared) - rng.below(25) as i32, at))
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().take(most).map(|(_, at)| Answer::Option(at)).collect()
    }
}
