//! Who answers: recorded facts and then a pause, minds, a search tree, a script, or every outcome in turn.

mod enumerate;
mod fact;
mod guided;
mod live;
mod mind;
mod open;
mod script;

pub use enumerate::{Chance, Enumerate, odds};
pub use fact::{Cursor, Fact, FactLine};
pub use guided::{Guide, Guided};
pub use live::{Dealer, Live, Refused, Why};
pub use mind::{Mind, Seated, Situation};
pub use open::answer_open;
pub use script::{Script, ScriptFault};
