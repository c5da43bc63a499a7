//! What one viewer may see, in the board's own words. One board draws every system from scenes.
//!
//! Positions are either squares of a grid or thousandths of an inch; a scene says once which of the two it uses.

use crate::{Figure, Rule, Seat};
use space::grid::Square;
use space::inches::Spot;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    pub board: Board,
    pub features: Vec<Feature>,
    pub walls: Vec<WallPiece>,
    pub zones: Vec<Zone>,
    pub figures: Vec<Token>,
    pub sides: Vec<SideCard>,
    /// Round and phase, in words, and the steps of the track with the current one.
    pub clock: Clock,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    Grid {
        width: u8,
        height: u8,
    },
    /// Thousandths of an inch.
    Inches {
        width: i32,
        depth: i32,
        /// Distances and odds may be shown before something is declared.
        measuring: bool,
    },
}

/// Where something stands or lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    Squares {
        at: Square,
        width: u8,
        height: u8,
    },
    Disc {
        centre: Spot,
        radius: i32,
    },
    /// A polygon with the height of its floor and of its top.
    Prism {
        outline: Vec<Spot>,
        floor: i32,
        top: i32,
    },
    /// Not on the table: waiting, dropped, hidden.
    Away(&'static str),
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    pub kind: &'static str,
    pub rule: Rule,
    pub site: Site,
    /// Terrain that play has added, and when it goes.
    pub until: Option<String>,
}

/// A wall on a grid line, from grid point to grid point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallPiece {
    pub from: (u8, u8),
    pub to: (u8, u8),
    /// Can be stepped over.
    pub low: bool,
    /// `wall`, `fence`, `window`: what the legend calls it.
    pub kind: &'static str,
}

/// An area with a meaning: objective, start area, entry tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    pub kind: &'static str,
    pub name: String,
    pub rule: Rule,
    pub site: Site,
    pub holder: Option<Seat>,
    pub worth: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub figure: Figure,
    pub tag: String,
    pub name: String,
    pub seat: Seat,
    pub site: Site,
    /// Height in thousandths of an inch where the system has it, else 0.
    pub height: i32,
    pub bars: Vec<Bar>,
    pub badges: Vec<Badge>,
    pub acted: bool,
    pub acting: bool,
    /// What a drawing of it goes by besides its name: what it is, wears and carries, as far as everybody may see it.
    pub kit: Vec<String>,
}

/// A value out of a maximum: Vigor, injuries, tokens of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub name: &'static str,
    pub value: i32,
    pub of: i32,
    pub style: BarStyle,
}

/// How a bar is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarStyle {
    /// Drops of five each: much that is whittled down.
    Drops,
    /// Boxes that are ticked one by one: what has been suffered.
    Boxes,
    /// Pips that go out: what is left of few.
    Pips,
    /// Little tokens of a colour that are spent.
    Green,
    Blue,
    Red,
    /// The token that a figure acts with. Who has none cannot act.
    Action,
    /// Its number, in lists alone.
    Number,
}

impl BarStyle {
    /// As the wire calls it.
    pub fn word(self) -> &'static str {
        match self {
            BarStyle::Drops => "drops",
            BarStyle::Boxes => "boxes",
            BarStyle::Pips => "pips",
            BarStyle::Green => "green",
            BarStyle::Blue => "blue",
            BarStyle::Red => "red",
            BarStyle::Action => "action",
            BarStyle::Number => "number",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub text: String,
    pub rule: Rule,
    pub worn: Worn,
}

/// Where a badge of a figure is shown; all of them stand in lists and on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worn {
    /// By its initials, beside the figure.
    Beside,
    /// As the sign of something held ready.
    Ready,
    /// Not at all: the board shows it by other means, or it says nothing new.
    Listed,
}

impl Worn {
    /// As the wire calls it.
    pub fn word(self) -> &'static str {
        match self {
            Worn::Beside => "beside",
            Worn::Ready => "ready",
            Worn::Listed => "listed",
        }
    }
}

impl Badge {
    /// One that stands beside the figure.
    pub fn new(text: impl Into<String>, rule: Rule) -> Badge {
        Badge { text: text.into(), rule, worn: Worn::Beside }
    }

    /// One that the board leaves out.
    pub fn listed(text: impl Into<String>, rule: Rule) -> Badge {
        Badge { worn: Worn::Listed, ..Badge::new(text, rule) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideCard {
    pub seat: Seat,
    pub name: String,
    pub score: i32,
    pub target: i32,
    /// What a side has to spend, and what role it plays: `Intruder`, `Edge`, `3 Tokens`.
    pub badges: Vec<Badge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// What the system calls a round; nothing where it calls it so.
    pub called: &'static str,
    pub round: u32,
    /// The last round, where it is known.
    pub last: Option<u32>,
    pub phase: String,
    pub track: Vec<String>,
    pub at: usize,
}
