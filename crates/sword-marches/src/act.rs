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

use crate::decisions::Act;
use crate::resolve::attack::{self, Manoeuvre};
use crate::resolve::shot::Fire;
use crate::state::State;
use crate::{Table, scenario};
use kernel::{Answers, Choice, Figure, Flow, Name};
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
    /// The answer that declares it.
    pub(crate) fn act(&self, state: &State) -> Act {
        let model = self.figure;
        let word = |arm: u8| state.sheet(model).word(arm);
        match self.deed {
            Deed::Move => Act::Move { model },
            Deed::Hustle => Act::Hustle { model },
            Deed::Ambush => Act::Ambush { model },
            Deed::Climb { to } => Act::Climb { model, to },
            Deed::Jump { to } => Act::Jump { model, to },
            Deed::Steady => Act::Steady { model },
            Deed::Fire { fire, arm, target: Some(target) } => {
                let weapon = word(arm);
                match fire {
                    Fire::Mobile => Act::MobileFire { model, weapon, target },
                    Fire::Standing => Act::StandingFire { model, weapon, target },
                    Fire::Aimed => Act::TakeAim { model, weapon, target },
                }
            }
            // Only Mobile Fire is declared without a target.
            Deed::Fire { arm, target: None, .. } => Act::MobileFireLater { model, weapon: word(arm) },
            Deed::Charge { arm, target } => Act::Charge { model, weapon: word(arm), target },
            Deed::Fight { arm, target } => Act::Fight { model, weapon: word(arm), target },
            Deed::Disengage => Act::Disengage { model },
            Deed::Kindle => Act::Kindle { model },
            Deed::Douse => Act::Douse { model },
            Deed::Belay { from, to } => Act::Belay { warlord: model, from, to },
            Deed::Kingmaker { to } => Act::Kingmaker { warlord: model, to },
            Deed::Forfeit => Act::Forfeit { model },
        }
    }

    pub fn choice(&self, state: &State) -> Choice {
        self.act(state).choice()
    }

    /// The word for it in the log.
    pub fn word(&self, state: &State) -> Name {
        self.choice(state).verb
    }

    /// Reads what a line declares; it says nothing about whether it may be done.
    pub fn read(choice: &Choice, state: &State) -> Option<Declared> {
        Declared::meant(&Act::read(choice)?, state)
    }

    fn meant(act: &Act, state: &State) -> Option<Declared> {
        let known = |figure: Figure| (figure.index() < state.fighters.len()).then_some(figure);
        let arm = |figure: Figure, weapon: Name| state.sheet(known(figure)?).named(weapon);
        let (figure, deed) = match *act {
            Act::Move { model } => (model, Deed::Move),
            Act::Hustle { model } => (model, Deed::Hustle),
            Act::Ambush { model } => (model, Deed::Ambush),
            Act::Climb { model, to } => (model, Deed::Climb { to }),
            Act::Jump { model, to } => (model, Deed::Jump { to }),
            Act::Steady { model } => (model, Deed::Steady),
            Act::MobileFire { model, weapon, target } => {
                (model, Deed::Fire { fire: Fire::Mobile, arm: arm(model, weapon)?, target: Some(target) })
            }
            Act::MobileFireLater { model, weapon } => {
                (model, Deed::Fire { fire: Fire::Mobile, arm: arm(model, weapon)?, target: None })
            }
            Act::StandingFire { model, weapon, target } => {
                (model, Deed::Fire { fire: Fire::Standing, arm: arm(model, weapon)?, target: Some(target) })
            }
            Act::TakeAim { model, weapon, target } => {
                (model, Deed::Fire { fire: Fire::Aimed, arm: arm(model, weapon)?, target: Some(target) })
            }
            Act::Charge { model, weapon, target } => (model, Deed::Charge { arm: arm(model, weapon)?, target }),
            Act::Fight { model, weapon, target } => (model, Deed::Fight { arm: arm(model, weapon)?, target }),
            Act::Disengage { model } => (model, Deed::Disengage),
            Act::Kindle { model } => (model, Deed::Kindle),
            Act::Douse { model } => (model, Deed::Douse),
            Act::Belay { warlord, from, to } => (warlord, Deed::Belay { from, to }),
            Act::Kingmaker { warlord, to } => (warlord, Deed::Kingmaker { to }),
            Act::Forfeit { model } => (model, Deed::Forfeit),
        };
        Some(Declared { figure: known(figure)?, deed })
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
