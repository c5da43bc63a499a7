//! What would happen if: everything a board draws before a choice is made.

use crate::{Ask, Choice, Figure, Layer, Mark, Refusal, Seat, System};
use space::inches::{Area, Spot};

/// What a decision and its answers mean on the board, told by the functions that judge them.
pub trait Foresight: System {
    /// What a decision means on the board before any answer is looked at. What is told here may use only what the
    /// decider may know; so may [`sketch`](Foresight::sketch).
    fn outlook(state: &Self::State, ask: &Ask) -> Vec<Mark> {
        let _ = (state, ask);
        Vec::new()
    }

    /// What one answer would do: lines of sight, cover, lanes, templates, and what it lays itself open to. `made` are the
    /// choices since the last checkpoint, the latest last.
    fn sketch(state: &Self::State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        let _ = (state, ask, made, choice);
        Vec::new()
    }

    /// What has been announced and not done yet, as everybody sees it.
    fn declared(state: &Self::State) -> Vec<Mark> {
        let _ = state;
        Vec::new()
    }

    /// A layer over the map, for one figure, from what the viewer may know.
    fn layer(state: &Self::State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        let _ = (state, viewer, figure, layer);
        Vec::new()
    }

    /// Ways and places that a player may draw freely on a table in inches; the usual one first.
    fn pens(state: &Self::State, ask: &Ask) -> Vec<Pen> {
        let _ = (state, ask);
        Vec::new()
    }

    /// Sensible answers to a free-form question, in words a person understands. Those that the rules refuse are not shown.
    fn ideas(state: &Self::State, ask: &Ask) -> Vec<Idea> {
        let _ = (state, ask);
        Vec::new()
    }

    /// How much of its allowance a drawn way uses, both in thousandths of an inch.
    fn used(state: &Self::State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
        let _ = (state, ask, choice);
        None
    }

    /// Why a drawn way is refused, as seen on the board: whom it comes too near, where it ends in the air.
    fn faults(state: &Self::State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
        let _ = (state, ask, choice);
        Vec::new()
    }

    /// A refused way as far as it might be gone, the longest first.
    fn shortened(state: &Self::State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        let _ = (state, ask, choice);
        Vec::new()
    }

    /// Whether distances, reach and odds may be known now. Where this is false nothing that measures leaves the server:
    /// neither [`outlook`](Foresight::outlook) nor [`sketch`](Foresight::sketch) may say a distance, and odds are refused.
    ///
    /// # Errors
    /// The rule that closes measuring.
    fn measuring(state: &Self::State, ask: Option<&Ask>) -> Result<(), Refusal> {
        let _ = (state, ask);
        Ok(())
    }
}

/// An answer that a player draws: a way, point by point, or one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pen {
    /// The answer without its way or place.
    pub stem: Choice,
    /// What drawing with it means: `Walk`, `Run`, `Set up`.
    pub label: String,
    pub line: Stroke,
    /// Where it can lead, as outlines.
    pub area: Area,
    /// Why it cannot be used now.
    pub barred: Option<Refusal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A way that begins here, and how long it may be.
    Way { from: Spot, limit: i32 },
    /// One place.
    Place,
}

/// A sensible answer with its purpose: `Towards Gray Wolf`, `Up the ladder, 3″`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    pub choice: Choice,
    pub label: String,
}
