//! How far it is on foot from square to square of a bare map, for minds that look for a way round rocks and walls. No
//! rule asks it: figures in the way, sizes and strengths are left out.

use crate::field::{Field, Ground};
use space::grid::{Block, Dir, Square};
use std::sync::OnceLock;

/// Inches on foot, worked out for a goal when somebody first wants to get there.
#[derive(Debug)]
pub(crate) struct Roads {
    rows: Vec<OnceLock<Box<[u8]>>>,
}

/// No way leads there.
pub(crate) const NOWHERE: u8 = u8::MAX;
/// Costs are counted in half inches: a diagonal step is one and a half.
const STRAIGHT: u16 = 2;
const DIAGONAL: u16 = 3;
/// Extra for ground that slows, for water to swim in, and for stairs.
const SLOW: u16 = 2;
const SWIM: u16 = 4;
const STAIRS: u16 = 3;
const LONGEST: u16 = DIAGONAL + SLOW + SWIM + STAIRS;

impl Roads {
    pub(crate) fn new(field: &Field) -> Roads {
        Roads { rows: field.squares().map(|_| OnceLock::new()).collect() }
    }

    /// Inches from any square to the goal.
    #[inline]
    pub(crate) fn to(&self, field: &Field, goal: Square) -> &[u8] {
        self.rows[field.index(goal)].get_or_init(|| row(field, goal))
    }
}

fn row(field: &Field, goal: Square) -> Box<[u8]> {
    let squares: Vec<Square> = field.squares().collect();
    let links = |at: usize| steps(field, squares[at]).map(|(next, cost)| (field.index(next), cost));
    let far = space::roads::lengths(squares.len(), [field.index(goal)], LONGEST, links, |_, _| true);
    far.into_iter().map(|halves| (halves / 2).min(NOWHERE.into()) as u8).collect()
}

fn steps(field: &Field, from: Square) -> impl Iterator<Item = (Square, u16)> + '_ {
    let block = Block::single(from);
    let open = field.steps(block, false);
    Dir::ALL.into_iter().filter(move |dir| open & dir.bit() != 0).filter_map(move |dir| {
        let to = from.step(dir, field.width(), field.height())?;
        let (here, there) = (field.ground(from), field.ground(to));
        let slow = there.has(Ground::DIFFICULT) || field.fenced(block, dir);
        let water = match there.depth() {
            0 | 1 => 0,
            2 => SLOW,
            _ => SWIM,
        };
        let climb = if here.has(Ground::FORT) == there.has(Ground::FORT) { 0 } else { STAIRS };
        let step = if dir.is_diagonal() { DIAGONAL } else { STRAIGHT };
        Some((to, step + if slow { SLOW } else { 0 } + water + climb))
    })
}
