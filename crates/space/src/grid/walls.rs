//! What stands on the grid lines and which squares are filled, and the steps they leave open.

use super::block::Block;
use super::square::{Dir, Square};

/// What stands on one piece of a grid line, that is, on one side of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    Open,
    /// Low cover: it can be stepped over and never stops a line of sight.
    Low,
    /// A wall: nothing steps over it or sees across it.
    Wall,
}

/// The walls of a board: an edge for each piece of a grid line and a flag for each filled square.
///
/// The outer border of the board is always wall and everything off the board reads as wall and filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walls {
    width: u8,
    height: u8,
    /// The W and N side of each square; the E and S sides belong to the next square. Those on the outer
    /// border stay open here and are answered by `edge`.
    west: Vec<Edge>,
    north: Vec<Edge>,
    filled: Vec<bool>,
}

impl Walls {
    /// A board of this size without walls except its outer border.
    pub fn new(width: u8, height: u8) -> Walls {
        let area = usize::from(width) * usize::from(height);
        Walls { width, height, west: vec![Edge::Open; area], north: vec![Edge::Open; area], filled: vec![false; area] }
    }

    #[inline]
    pub fn width(&self) -> u8 {
        self.width
    }

    #[inline]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// What stands on the N, E, S or W side of a square. The outer border and the sides of squares off the
    /// board read as wall. A diagonal is not a side: it reads as open.
    #[inline]
    pub fn edge(&self, square: Square, side: Dir) -> Edge {
        if side.is_diagonal() {
            return Edge::Open;
        }
        match self.piece(square, side) {
            Some((index, true)) => self.west[index],
            Some((index, false)) => self.north[index],
            None => Edge::Wall,
        }
    }

    /// Sets the N, E, S or W side of a square, and with it the side of the neighbour. The outer border
    /// cannot be changed and a diagonal is not a side: both do nothing.
    pub fn set_edge(&mut self, square: Square, side: Dir, edge: Edge) {
        match self.piece(square, side) {
            Some((index, true)) => self.west[index] = edge,
            Some((index, false)) => self.north[index] = edge,
            None => {}
        }
    }

    /// Is the square filled with wall? Squares off the board are.
    #[inline]
    pub fn filled(&self, square: Square) -> bool {
        self.index(square).is_none_or(|index| self.filled[index])
    }

    /// Fills a square or empties it; a square off the board stays as it is.
    pub fn set_filled(&mut self, square: Square, filled: bool) {
        if let Some(index) = self.index(square) {
            self.filled[index] = filled;
        }
    }

    /// May something step from `from` in `dir` as far as walls go: not over a wall line, not into a filled
    /// square, and no diagonal through a grid point where a wall line ends or passes or that a filled
    /// square touches (cutting a corner). The outer border of the board is a wall.
    ///
    /// `from` itself may be filled: that alone does not keep anything from leaving it, straight or
    /// diagonally.
    pub fn step_open(&self, from: Square, dir: Dir) -> bool {
        let Some(to) = self.next(from, dir) else {
            return false;
        };
        if self.filled(to) {
            return false;
        }
        match Corner::passed(from, dir) {
            None => self.edge(from, dir) != Edge::Wall,
            Some(corner) => {
                !corner.others.iter().any(|&other| self.filled(other))
                    && !corner.edges.iter().any(|&(square, side)| self.edge(square, side) == Edge::Wall)
            }
        }
    }

    /// Does that step cross low cover: a straight step over a low edge, or a diagonal step through a grid
    /// point where a low edge ends or passes. False for a step off the board. Whether the step is open is
    /// another question.
    pub fn step_low(&self, from: Square, dir: Dir) -> bool {
        if self.next(from, dir).is_none() {
            return false;
        }
        match Corner::passed(from, dir) {
            None => self.edge(from, dir) == Edge::Low,
            Some(corner) => corner.edges.iter().any(|&(square, side)| self.edge(square, side) == Edge::Low),
        }
    }

    /// May a whole block step, as far as walls go: each of its squares could make that same step, and the
    /// block fits where it would stand.
    pub fn block_step_open(&self, from: Block, dir: Dir) -> bool {
        from.fits(self.width, self.height)
            && from.step(dir, self.width, self.height).is_some_and(|next| self.block_fits(next))
            && from.squares().all(|square| self.step_open(square, dir))
    }

    /// Can the block stand there as far as walls go: on the board, no filled square and no wall line
    /// inside. Low edges inside are fine.
    pub fn block_fits(&self, block: Block) -> bool {
        block.fits(self.width, self.height)
            && block.squares().all(|square| {
                // A side between two squares of the block is inside it; each is looked at once.
                let inside_wall = |side| {
                    square.step(side, self.width, self.height).is_some_and(|next| block.contains(next))
                        && self.edge(square, side) == Edge::Wall
                };
                !self.filled(square) && !inside_wall(Dir::E) && !inside_wall(Dir::S)
            })
    }

    /// Does some line of sight between these two neighbouring squares get past the walls? It is the same as
    /// [`any_line`](super::sight::any_line) either way between the two single squares, but answered at once.
    ///
    /// A straight neighbour is seen across a side that is not a wall. A diagonal one is seen through one of
    /// the other two squares at their common corner, if that square is not filled and both its sides on the
    /// way are free: then a line passes close enough to the corner to miss whatever stands beyond it. The
    /// corner itself is free only if both these ways are.
    pub(super) fn neighbour_seen(&self, from: Square, dir: Dir) -> bool {
        let Some(to) = self.next(from, dir) else {
            return false;
        };
        match Corner::passed(from, dir) {
            None => self.edge(from, dir) != Edge::Wall,
            Some(corner) => corner.others.iter().any(|&other| {
                let free = |end: Square| other.dir_to(end).is_some_and(|side| self.edge(other, side) != Edge::Wall);
                !self.filled(other) && free(from) && free(to)
            }),
        }
    }

    /// The neighbour on the board, of a square on the board.
    #[inline]
    fn next(&self, from: Square, dir: Dir) -> Option<Square> {
        self.index(from)?;
        from.step(dir, self.width, self.height)
    }

    /// The index of a square; the same order as in every other table of the board.
    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        square
            .on_board(self.width, self.height)
            .then(|| usize::from(square.y) * usize::from(self.width) + usize::from(square.x))
    }

    /// Where a side is kept: an index and whether it is in `west`. `None` for the outer border, for squares
    /// off the board and for diagonals.
    #[inline]
    fn piece(&self, square: Square, side: Dir) -> Option<(usize, bool)> {
        let index = self.index(square)?;
        let width = usize::from(self.width);
        match side {
            Dir::W if square.x > 0 => Some((index, true)),
            Dir::E if square.x + 1 < self.width => Some((index + 1, true)),
            Dir::N if square.y > 0 => Some((index, false)),
            Dir::S if square.y + 1 < self.height => Some((index + width, false)),
            _ => None,
        }
    }
}

/// What meets at the grid point that a diagonal step passes through.
struct Corner {
    /// The two squares there that are neither the start nor the end of the step.
    others: [Square; 2],
    /// The four edges that end there, each as a side of a square.
    edges: [(Square, Dir); 4],
}

impl Corner {
    /// The corner between two squares of the board; `None` for a straight step.
    fn passed(from: Square, dir: Dir) -> Option<Corner> {
        let (across, along) = match dir {
            Dir::NE => (Dir::E, Dir::N),
            Dir::SE => (Dir::E, Dir::S),
            Dir::SW => (Dir::W, Dir::S),
            Dir::NW => (Dir::W, Dir::N),
            Dir::N | Dir::E | Dir::S | Dir::W => return None,
        };
        let beside = from.step(across, u8::MAX, u8::MAX)?;
        let ahead = from.step(along, u8::MAX, u8::MAX)?;
        Some(Corner {
            others: [beside, ahead],
            edges: [(from, across), (from, along), (beside, along), (ahead, across)],
        })
    }
}
