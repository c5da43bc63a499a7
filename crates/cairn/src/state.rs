//! What there is to know of a battle.

use kernel::{Cast, Casts, Figure, Outcome, Seat};
use pack::{Content, Map};
use space::grid::Square;
use std::sync::Arc;

pub type Pack = Content<Stats>;

/// What the game reads of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    pub pace: u8,
    pub might: i16,
    pub hearts: u8,
    /// 0 for those who do not shoot.
    pub range: u8,
}

/// What does not change in a battle; all states of it share one.
#[derive(Clone, Debug)]
pub struct Setting {
    pub content: String,
    pub map: Map,
    pub cast: Cast,
    /// The cards of the figures, in the order of the cast.
    pub stats: Vec<Stats>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub setting: Arc<Setting>,
    pub fighters: Vec<Fighter>,
    pub round: u16,
    /// Who began this round, or will roll first for the next.
    pub first: Seat,
    /// Who is next; nobody between two rounds.
    pub turn: Option<Seat>,
    pub score: [u8; 2],
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Nowhere once it has fallen.
    pub at: Option<Square>,
    pub hearts: u8,
    pub acted: bool,
}

kernel::digest! {
    Stats { pace, might, hearts, range }
    Setting { content, cast, stats; not map }
    State { setting, fighters, round, first, turn, score, outcome }
    Fighter { at, hearts, acted }
}

impl Casts for State {
    fn cast(&self) -> &Cast {
        &self.setting.cast
    }
}

pub(crate) fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// Steps from one square to another where nothing is in the way.
pub(crate) fn steps(a: Square, b: Square) -> u8 {
    a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
}

impl State {
    pub fn fighter(&self, figure: Figure) -> &Fighter {
        &self.fighters[figure.index()]
    }

    pub fn stats(&self, figure: Figure) -> Stats {
        self.setting.stats[figure.index()]
    }

    /// Whoever has not fallen: figure, owner, place.
    pub fn standing(&self) -> impl Iterator<Item = (Figure, Seat, Square)> {
        let cast = &self.setting.cast;
        cast.figures().filter_map(|figure| Some((figure, cast.owner(figure)?, self.fighter(figure).at?)))
    }

    pub fn place(&self, figure: Figure) -> Option<(Seat, Square)> {
        self.standing().find(|(one, ..)| *one == figure).map(|(_, owner, at)| (owner, at))
    }

    /// The four squares next to one that somebody may enter (CN-MAP-01, CN-MOVE-01).
    pub fn free_next_to(&self, at: Square) -> Vec<Square> {
        let map = &self.setting.map;
        let free = |square: &Square| {
            map.at(*square).is_some_and(|ground| ground != '#') && !self.standing().any(|(.., other)| other == *square)
        };
        map.squares().filter(|square| steps(*square, at) == 1).filter(free).collect()
    }

    /// Where a walk of so many steps may end, the nearest to the cairn first: that is what a mind looks at first.
    pub fn reach(&self, from: Square, pace: u8) -> Vec<Square> {
        let mut found = vec![from];
        let mut rim = vec![from];
        for _ in 0..pace {
            let mut next = Vec::new();
            for square in rim.iter().flat_map(|at| self.free_next_to(*at)) {
                if !found.contains(&square) {
                    found.push(square);
                    next.push(square);
                }
            }
            rim = next;
        }
        found.remove(0);
        found.sort_by_key(|square| self.way_to_cairn(*square));
        found
    }

    /// How many steps it is to the nearest square of the cairn.
    pub fn way_to_cairn(&self, at: Square) -> i32 {
        let map = &self.setting.map;
        let cairn = map.squares().filter(|square| map.at(*square) == Some('o'));
        cairn.map(|square| i32::from(steps(at, square))).min().unwrap_or(0)
    }
}
