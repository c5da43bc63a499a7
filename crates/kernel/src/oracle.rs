//! Who answers: recorded facts and then a pause, minds, a search tree, a script, or every outcome in turn.

mod enumerate;
mod guided;
mod live;
mod mind;
mod script;

pub use enumerate::{Chance, Enumerate, odds};
pub use guided::{Guide, Guided};
pub use live::{Dealer, Live, Refused, Why};
pub use mind::{Mind, Seated, Situation};
pub use script::{Script, ScriptFault};

use crate::{Choice, Fall, Seat};

/// What the state does not hold: choices and dice. A battle is its setup and its facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    Choice(Seat, Choice),
    Dice(Fall),
}
