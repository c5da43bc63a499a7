//! The only list of the systems. Here their types end: whoever stands above speaks to a [`Game`].
//!
//! To add a system: add one line to [`all`].

pub mod campaign;
mod game;
mod games;
pub mod live;
mod play;
mod story;
#[cfg(test)]
mod tests;

pub use game::{Found, Game, Muster, SimWish, Verified, Wish};
pub use games::Games;
pub use live::{Live, Shown};
pub use pack::{Card, Catalog, Failure, Ready, Scenario, Setting, unknown};
pub use play::Play;
pub use story::{Line, Story, meeting};

use std::sync::Arc;

/// Every system that can be played, with the content that comes with the program.
pub fn all() -> Vec<Arc<dyn Game>> {
    vec![
        Arc::new(Play::<sellsword::Sellsword>::core()),
        Arc::new(Play::<sword_and_claw::SwordAndClaw>::core()),
        Arc::new(Play::<coreheim::Coreheim>::with_campaign()),
        Arc::new(Play::<sword_marches::SwordMarches>::with_campaign()),
        Arc::new(Play::<cairn::Cairn>::core()),
    ]
}

/// A system by its name, with the content that comes with the program.
///
/// # Errors
/// Says which system was meant.
pub fn named(name: &str) -> Result<Arc<dyn Game>, Failure> {
    Games::default().named(name)
}
