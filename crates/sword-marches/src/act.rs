//! Actions: what may be declared, and how each is carried out.

pub(crate) mod burden;
pub mod charge;
pub mod climb;
pub mod disengage;
pub mod fire;
mod halt;
pub mod handing;
pub mod legal;
pub mod menu;
pub mod steady;
pub mod stroll;
pub mod walk;

use crate::resolve::attack::{self, Manoeuvre};
use crate::resolve::shot::Fire;
use crate::state::State;
use crate::verbs::words;
use crate::{Table, scenario};
use kernel::{Choice, Figure, Flow, Name, Thing, Way};
use space::inches::Spot;

/// A model and what it is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    pub figure: Figure,
    pub deed: Deed,
}

/// The Actions of the book (SM-ACTION-01), those of Adventures and traits, and the forfeit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Move,
    Hustle,
    Ambush,
    Climb { to: Spot },
    Jump { to: Spot },
    Steady,
    Fire { fire: Fire, arm: u8, target: Option<Figure> },
    Charge { arm: u8, target: Figure },
    Fight { arm: u8, target: Figure },
    Disengage,
    Kindle,
    Douse,
    Belay { from: Figure, to: Figure },
    Kingmaker { to: Figure },
    Forfeit,
}

impl Deed {
    pub fn verb(&self) -> Name {
        let words = words();
        match self {
            Deed::Move => words.go,
            Deed::Hustle => words.hustle,
            Deed::Ambush => words.ambush,
            Deed::Climb { .. } => words.climb,
            Deed::Jump { .. } => words.jump,
            Deed::Steady => words.steady,
            Deed::Fire { fire: Fire::Mobile, .. } => words.mobile_fire,
            Deed::Fire { fire: Fire::Standing, .. } => words.standing_fire,
            Deed::Fire { fire: Fire::Aimed, .. } => words.take_aim,
            Deed::Charge { .. } => words.charge,
            Deed::Fight { .. } => words.fight,
            Deed::Disengage => words.disengage,
            Deed::Kindle => words.kindle,
            Deed::Douse => words.douse,
            Deed::Belay { .. } => words.belay,
            Deed::Kingmaker { .. } => words.kingmaker,
            Deed::Forfeit => words.forfeit,
        }
    }

    /// What the book calls it.
    pub fn title(&self) -> &'static str {
        match self {
            Deed::Move => "Move",
            Deed::Hustle => "Hustle",
            Deed::Ambush => "Ambush",
            Deed::Climb { .. } => "Climb",
            Deed::Jump { .. } => "Jump",
            Deed::Steady => "Steady",
            Deed::Fire { fire: Fire::Mobile, .. } => "Mobile Fire",
            Deed::Fire { fire: Fire::Standing, .. } => "Standing Fire",
            Deed::Fire { fire: Fire::Aimed, .. } => "Take Aim",
            Deed::Charge { .. } => "Charge",
            Deed::Fight { .. } => "Fight",
            Deed::Disengage => "Disengage",
            Deed::Kindle => "Light the beacon",
            Deed::Douse => "Put the beacon out",
            Deed::Belay { .. } => "Belay",
            Deed::Kingmaker { .. } => "Kingmaker",
            Deed::Forfeit => "Forfeit",
        }
    }

    /// The weapon and the enemy that are named with it (SM-DECLARE-02).
    pub fn aim(&self) -> (Option<u8>, Option<Figure>) {
        match self {
            Deed::Fire { arm, target, .. } => (Some(*arm), *target),
            Deed::Charge { arm, target } | Deed::Fight { arm, target } => (Some(*arm), Some(*target)),
            _ => (None, None),
        }
    }
}

impl Declared {
    pub fn choice(&self, state: &State) -> Choice {
        let word = |arm: u8| Thing::Name(state.sheet(self.figure).word(arm));
        let (second, third) = match self.deed {
            Deed::Climb { to } | Deed::Jump { to } => (Thing::Spot(to), Thing::None),
            Deed::Fire { arm, target, .. } => (word(arm), target.map_or(Thing::None, Thing::Figure)),
            Deed::Charge { arm, target } | Deed::Fight { arm, target } => (word(arm), Thing::Figure(target)),
            Deed::Belay { from, to } => (Thing::Figure(from), Thing::Figure(to)),
            Deed::Kingmaker { to } => (Thing::Figure(to), Thing::None),
            _ => (Thing::None, Thing::None),
        };
        Choice { verb: self.deed.verb(), things: [Thing::Figure(self.figure), second, third], way: Way::None }
    }

    /// Reads what a line declares; it says nothing about whether it may be done.
    pub fn read(choice: &Choice, state: &State) -> Option<Declared> {
        let words = words();
        let (Thing::Figure(figure), Way::None) = (choice.things[0], &choice.way) else { return None };
        if figure.index() >= state.fighters.len() {
            return None;
        }
        let verb = choice.verb;
        let arm = |thing: Thing| match thing {
            Thing::Name(name) => state.sheet(figure).named(name),
            _ => None,
        };
        let plain = [
            (words.go, Deed::Move),
            (words.hustle, Deed::Hustle),
            (words.ambush, Deed::Ambush),
            (words.steady, Deed::Steady),
            (words.disengage, Deed::Disengage),
            (words.kindle, Deed::Kindle),
            (words.douse, Deed::Douse),
            (words.forfeit, Deed::Forfeit),
        ];
        let deed = match (choice.things[1], choice.things[2]) {
            (Thing::None, Thing::None) => plain.iter().find(|(word, _)| *word == verb)?.1,
            (Thing::Spot(to), Thing::None) if verb == words.climb => Deed::Climb { to },
            (Thing::Spot(to), Thing::None) if verb == words.jump => Deed::Jump { to },
            (Thing::Figure(to), Thing::None) if verb == words.kingmaker => Deed::Kingmaker { to },
            (Thing::Figure(from), Thing::Figure(to)) if verb == words.belay => Deed::Belay { from, to },
            (weapon, Thing::None) if verb == words.mobile_fire => {
                Deed::Fire { fire: Fire::Mobile, arm: arm(weapon)?, target: None }
            }
            (weapon, Thing::Figure(target)) => {
                let arm = arm(weapon)?;
                let target_some = Some(target);
                match verb {
                    _ if verb == words.mobile_fire => Deed::Fire { fire: Fire::Mobile, arm, target: target_some },
                    _ if verb == words.standing_fire => Deed::Fire { fire: Fire::Standing, arm, target: target_some },
                    _ if verb == words.take_aim => Deed::Fire { fire: Fire::Aimed, arm, target: target_some },
                    _ if verb == words.charge => Deed::Charge { arm, target },
                    _ if verb == words.fight => Deed::Fight { arm, target },
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Declared { figure, deed })
    }
}

/// Carries out what was declared, all of it (SM-DECLARE-06).
///
/// # Errors
/// Pauses for every decision in it.
pub fn perform(t: &mut Table<'_>, declared: Declared, breaking: bool) -> Flow {
    let figure = declared.figure;
    match declared.deed {
        Deed::Move => {
            let track = walk::walk(t, figure, crate::terrain::Pace::Move)?;
            scenario::after_move(t, figure, &track)
        }
        Deed::Hustle => walk::walk(t, figure, crate::terrain::Pace::Hustle).map(|_| ()),
        Deed::Ambush => walk::ambush(t, figure),
        Deed::Climb { to } => climb::climb(t, figure, to),
        Deed::Jump { to } => climb::jump(t, figure, to),
        Deed::Steady => steady::steady(t, figure),
        Deed::Fire { fire, arm, target } => fire::fire(t, figure, fire, arm, target),
        Deed::Charge { arm, target } => charge::charge(t, figure, arm, target, breaking),
        Deed::Fight { arm, target } => {
            attack::close(t, figure, arm, target, Manoeuvre { breaking, ..Default::default() })
        }
        Deed::Disengage => disengage::disengage(t, figure, breaking),
        Deed::Kindle => scenario::kindle(t, figure),
        Deed::Douse => {
            scenario::douse(t, figure);
            Ok(())
        }
        Deed::Belay { from, to } => {
            handing::belay(t, figure, from, to);
            Ok(())
        }
        Deed::Kingmaker { to } => {
            handing::kingmaker(t, figure, to);
            Ok(())
        }
        Deed::Forfeit => Ok(()),
    }
}
