//! Everything that is asked in this game: who decides what, which answers there are, how each is written and how it reads.

pub(crate) mod battle;
pub(crate) mod movement;
pub(crate) mod opening;
mod words;

pub use words::{All, Edge, Off, ReserveLetter, Trampling};

use crate::{State, SwordAndClaw};
use kernel::decision::{Answers, Asked, Declared};
use kernel::scene::Site;
use kernel::{Ask, Flow, Oracle, Question};
use space::grid::Square;

/// Every prompt, chapter by chapter.
pub(crate) const ALL: &[&[Declared<SwordAndClaw>]] = &[opening::OPENING, movement::MOVEMENT_STEP, battle::BATTLE];

/// Asks even where one answer is listed: that nothing else is left is for the player to say, and not to be asked would
/// tell what he cannot do.
///
/// # Errors
/// [`kernel::Pause`] from the oracle.
pub(crate) fn ask_anyway<D: Answers>(oracle: &mut dyn Oracle, asked: Asked<D>, question: &dyn Question) -> Flow<D> {
    let answer = oracle.choose(&asked.ask, question)?;
    D::read(&question.state_answer(&answer)).ok_or(kernel::Pause)
}

/// The base of the figure that a place is asked for.
pub(crate) fn base(state: &State, ask: &Ask) -> Option<Site> {
    let side = state.base(ask.actor.filter(|actor| actor.index() < state.pieces.len())?);
    Some(Site::Squares { at: Square::new(0, 0), width: side, height: side })
}

/// `3 figures not moved`; none where nobody is left.
fn counted(figures: usize, what: &str) -> Option<String> {
    match figures {
        0 => None,
        1 => Some(format!("1 figure {what}")),
        many => Some(format!("{many} figures {what}")),
    }
}
