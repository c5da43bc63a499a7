//! What an event looks like on the board: who is struck, who falls, who gains what, and where.

use crate::{Figure, Name, Seat, System};
use space::grid::Square;
use space::inches::Spot;

/// How the events of a game are drawn. A game matches all its events, so that a new one has to be decided about.
pub trait Happenings: System {
    /// What a board shows when it is told.
    fn happening(event: &Self::Event) -> Happening {
        let _ = event;
        Happening::quiet()
    }
}

/// What kind of thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Act {
    /// Nothing on the board; the log and the dice say enough.
    #[default]
    Quiet,
    /// A word over a figure or a place, or over the whole table where neither is named.
    Say,
    /// A turn, a phase or a round begins.
    Turn,
    /// A figure goes somewhere, is placed or is moved.
    Go,
    /// A figure charges another.
    Charge,
    /// A figure falls or jumps down.
    Drop,
    /// A figure attacks another, or a place.
    Strike,
    /// A figure casts a spell or uses a power.
    Cast,
    /// Something bursts over a place.
    Blast,
    Hit,
    Miss,
    Critical,
    /// A figure is harmed; the amount says by how much.
    Harm,
    Heal,
    /// A save, a test or a check was made.
    Save,
    /// A save, a test or a check was failed.
    Fail,
    /// A status begins.
    Gain,
    /// A status ends.
    Lose,
    /// A figure goes down and may rise again.
    Down,
    Rise,
    /// A figure falls and lies there until the end of the battle.
    Out,
    /// A figure leaves the table unhurt.
    Leave,
    /// A side scores.
    Score,
}

/// Where it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Square(Square),
    Spot(Spot),
}

/// What is written beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Text(&'static str),
    /// Something of the pack, by its id.
    Name(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Happening {
    pub act: Act,
    /// To whom it happens.
    pub figure: Option<Figure>,
    /// Who does it.
    pub by: Option<Figure>,
    /// Where a figure comes to, or what is aimed at.
    pub place: Option<Place>,
    pub seat: Option<Seat>,
    pub amount: Option<i32>,
    pub word: Option<Word>,
}

impl Happening {
    pub fn quiet() -> Happening {
        Happening::default()
    }

    /// Over the whole table, or a place of it.
    pub fn of(act: Act) -> Happening {
        Happening { act, ..Happening::default() }
    }

    /// Something that happens to a figure.
    pub fn to(act: Act, figure: Figure) -> Happening {
        Happening { figure: Some(figure), ..Happening::of(act) }
    }

    /// A figure comes to a place.
    pub fn goes(figure: Figure, place: impl Into<Place>) -> Happening {
        Happening::to(Act::Go, figure).at(place)
    }

    pub fn by(self, figure: Figure) -> Happening {
        Happening { by: Some(figure), ..self }
    }

    pub fn at(self, place: impl Into<Place>) -> Happening {
        Happening { place: Some(place.into()), ..self }
    }

    pub fn side(self, seat: Seat) -> Happening {
        Happening { seat: Some(seat), ..self }
    }

    pub fn amount(self, amount: i32) -> Happening {
        Happening { amount: Some(amount), ..self }
    }

    /// So many of something, in the word that fits the number.
    pub fn counted(self, amount: i32, one: &'static str, many: &'static str) -> Happening {
        self.amount(amount).word(if amount == 1 { one } else { many })
    }

    pub fn word(self, word: impl Into<Word>) -> Happening {
        Happening { word: Some(word.into()), ..self }
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place::Square(square)
    }
}

impl From<Spot> for Place {
    fn from(spot: Spot) -> Place {
        Place::Spot(spot)
    }
}

impl From<&'static str> for Word {
    fn from(text: &'static str) -> Word {
        Word::Text(text)
    }
}

impl From<Name> for Word {
    fn from(name: Name) -> Word {
        Word::Name(name)
    }
}
