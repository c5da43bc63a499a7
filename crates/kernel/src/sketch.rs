//! What is drawn over a scene before anybody commits: where a choice leads, what is seen, what it risks.
//!
//! A system says it in marks; a board draws every mark by its kind and knows no rule behind it.

use crate::{Figure, Rule};
use space::grid::Square;
use space::inches::{Area, Spot};

/// One thing to draw, with the figures it concerns and the rule that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub kind: Drawn,
    pub shape: Shape,
    pub figures: Vec<Figure>,
    /// A few words for a tag beside it, or nothing.
    pub text: String,
    pub rule: Option<Rule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Where the figure can get.
    Reach,
    /// What it sees.
    Seen,
    /// A line of sight.
    Sight,
    /// What takes the edge off an attack: the bodies or walls in between.
    Cover,
    /// The way of a charge, or of anything that moves straight at somebody.
    Lane,
    /// Where somebody could be attacked.
    Threat,
    /// Where an answer lets others step in.
    Risk,
    /// What a template or a burst takes in.
    Blast,
}

/// Squares of a grid, or a table in inches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Squares(Vec<Square>),
    /// Squares one after the other, by the north-west one of a body so many squares wide.
    Path {
        squares: Vec<Square>,
        width: u8,
    },
    /// On a grid thousandths of a square from the north-west corner, on a table thousandths of an inch from the
    /// south-west one.
    Line {
        from: (i32, i32),
        to: (i32, i32),
    },
    Area(Area),
    /// A way in inches.
    Track(Vec<Spot>),
    /// The figures themselves.
    Figures,
}

/// A layer of the map that can be laid over it at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    Reach,
    Sight,
    /// For an own figure who threatens it where; for another what it threatens.
    Threat,
}
