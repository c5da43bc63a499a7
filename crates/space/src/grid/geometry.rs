//! What the map fixes, computed once: open steps, touching neighbours, counted distances.

use super::block::Block;
use super::square::{Dir, Square};
use super::squares::MAX_AREA;
use super::walls::Walls;

/// What the walls of a map fix for every square and every pair of squares.
///
/// It is a table, made once per map and to be shared: one byte for each pair of squares, that is 78 kB for
/// 20 by 14 squares and 4 MB for a board of [`MAX_AREA`]. Above that size the distances are not kept but
/// counted anew each time: right, but slow. A game that measures over open ground asks
/// [`Block::distance`] instead, on boards of any size.
#[derive(Clone, Debug)]
pub struct Geometry {
    width: u8,
    height: u8,
    squares: Vec<Place>,
    /// Row by row the distances from each square, or nothing on a board above `MAX_AREA`.
    distances: Vec<u8>,
}

/// One square: three masks over [`Dir`] and whether it is filled.
#[derive(Clone, Copy, Debug)]
struct Place {
    steps: u8,
    low: u8,
    touching: u8,
    filled: bool,
}

impl Geometry {
    pub fn new(walls: &Walls) -> Geometry {
        let (width, height) = (walls.width(), walls.height());
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let squares: Vec<Place> = squares.map(|square| Place::new(walls, square)).collect();
        let mut geometry = Geometry { width, height, squares, distances: Vec::new() };
        let area = geometry.squares.len();
        if area <= MAX_AREA {
            let mut distances = vec![u8::MAX; area * area];
            let mut count = Count::new(area);
            for (start, row) in distances.chunks_exact_mut(area.max(1)).enumerate() {
                geometry.count_from(start, &mut count, row);
            }
            geometry.distances = distances;
        }
        geometry
    }

    pub fn width(&self) -> u8 {
        self.width
    }

    pub fn height(&self) -> u8 {
        self.height
    }

    /// The directions in which [`Walls::step_open`] holds, as a mask; none for a square off the board.
    #[inline]
    pub fn steps(&self, square: Square) -> u8 {
        self.index(square).map_or(0, |index| self.squares[index].steps)
    }

    /// The directions in which [`Walls::step_low`] holds, as a mask; none for a square off the board.
    #[inline]
    pub fn low(&self, square: Square) -> u8 {
        self.index(square).map_or(0, |index| self.squares[index].low)
    }

    /// The directions, as a mask, in which the neighbour square can be seen at least in part past walls,
    /// that is, [`any_line`](super::sight::any_line) finds a line between the two single squares. It is the
    /// same from both sides. As squares do not hide themselves, a filled neighbour may be among them.
    #[inline]
    pub fn touching(&self, square: Square) -> u8 {
        self.index(square).map_or(0, |index| self.squares[index].touching)
    }

    /// Do the blocks overlap, or has some square of `a` a touching neighbour that belongs to `b`? Low walls
    /// do not matter.
    pub fn adjacent(&self, a: Block, b: Block) -> bool {
        if !a.touches(b) {
            return false;
        }
        a.overlaps(b)
            || a.squares().any(|square| {
                let touching = self.touching(square);
                touching != 0
                    && b.squares().any(|next| square.dir_to(next).is_some_and(|dir| touching & dir.bit() != 0))
            })
    }

    /// The counted distance: steps of 1, of which the second diagonal of the count costs 2 (the first and
    /// the later ones 1), not over walls nor past wall corners. Every touching neighbour of the start is at
    /// 1, even past a corner; such a diagonal is the first diagonal of the count. Units and terrain are
    /// ignored, and a filled square is neither passed nor reached.
    ///
    /// `u8::MAX` where there is no way, or none shorter than that, and for a square off the board; from a
    /// filled square nothing is reached but itself, at 0. As only the start has the privilege of the
    /// corner, the way back may be longer.
    #[inline]
    pub fn distance(&self, from: Square, to: Square) -> u8 {
        let (Some(start), Some(end)) = (self.index(from), self.index(to)) else {
            return u8::MAX;
        };
        let area = self.squares.len();
        if area <= MAX_AREA {
            return self.distances[start * area + end];
        }
        let mut row = vec![u8::MAX; area];
        self.count_from(start, &mut Count::new(area), &mut row);
        row[end]
    }

    /// The least distance from a square of `from` to a square of `to`; 0 when they overlap.
    pub fn distance_blocks(&self, from: Block, to: Block) -> u8 {
        if from.side == 1 && to.side == 1 {
            return self.distance(from.at, to.at);
        }
        if from.overlaps(to) {
            return 0;
        }
        let pairs = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
        pairs.map(|(a, b)| self.distance(a, b)).min().unwrap_or(u8::MAX)
    }

    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        square
            .on_board(self.width, self.height)
            .then(|| usize::from(square.y) * usize::from(self.width) + usize::from(square.x))
    }

    /// Counts from one square to all others, nearest first, and lowers `row` to the distances found.
    fn count_from(&self, start: usize, count: &mut Count, row: &mut [u8]) {
        row[start] = 0;
        if self.squares[start].filled {
            return;
        }
        count.begin();
        for (next, diagonal) in self.neighbours(start, self.squares[start].touching) {
            if !self.squares[next].filled {
                count.reach(next, usize::from(diagonal), 1);
            }
        }
        while let Some((square, diagonals, so_far)) = count.nearest() {
            row[square] = row[square].min(so_far);
            for (next, diagonal) in self.neighbours(square, self.squares[square].steps) {
                let (diagonals, cost) = match (diagonal, diagonals) {
                    (false, used) => (used, 1),
                    (true, 0) => (1, 1),
                    (true, 1) => (2, 2),
                    (true, more) => (more, 1),
                };
                count.reach(next, diagonals, so_far.saturating_add(cost));
            }
        }
    }

    /// The neighbours in the directions of a mask, none of which leads off the board, and whether each is
    /// a diagonal one.
    #[inline]
    fn neighbours(&self, square: usize, mask: u8) -> impl Iterator<Item = (usize, bool)> {
        let width = isize::from(self.width);
        Dir::ALL.into_iter().filter(move |dir| mask & dir.bit() != 0).filter_map(move |dir| {
            let (dx, dy) = dir.delta();
            let next = square.checked_add_signed(isize::from(dy) * width + isize::from(dx))?;
            Some((next, dir.is_diagonal()))
        })
    }
}

impl Place {
    fn new(walls: &Walls, square: Square) -> Place {
        let mask = |holds: &dyn Fn(Dir) -> bool| {
            Dir::ALL.into_iter().filter(|&dir| holds(dir)).fold(0, |mask, dir| mask | dir.bit())
        };
        Place {
            steps: mask(&|dir| walls.step_open(square, dir)),
            low: mask(&|dir| walls.step_low(square, dir)),
            touching: mask(&|dir| walls.neighbour_seen(square, dir)),
            filled: walls.filled(square),
        }
    }
}

/// A count in progress. Its states are a square and the diagonals used so far, of which two are as good as
/// any more. As a step costs 1 or 2, states wait in one of three buckets by their distance.
struct Count {
    best: Vec<[u8; 3]>,
    buckets: [Vec<(usize, usize)>; 3],
    so_far: u8,
}

impl Count {
    fn new(area: usize) -> Count {
        Count { best: vec![[u8::MAX; 3]; area], buckets: Default::default(), so_far: 0 }
    }

    /// Forgets the last count; its buckets are empty by now.
    fn begin(&mut self) {
        self.best.fill([u8::MAX; 3]);
        self.so_far = 0;
    }

    /// Notes a way to a state, unless one as short is known. A way of 255 cannot be told from no way at
    /// all, so it is dropped.
    #[inline]
    fn reach(&mut self, square: usize, diagonals: usize, distance: u8) {
        if distance < self.best[square][diagonals] {
            self.best[square][diagonals] = distance;
            self.buckets[usize::from(distance) % 3].push((square, diagonals));
        }
    }

    /// The next state and its distance, nearest first; `None` when all are done.
    fn nearest(&mut self) -> Option<(usize, usize, u8)> {
        loop {
            match self.buckets[usize::from(self.so_far) % 3].pop() {
                Some((square, diagonals)) => {
                    // Otherwise a shorter way was found after this one was noted.
                    if self.best[square][diagonals] == self.so_far {
                        return Some((square, diagonals, self.so_far));
                    }
                }
                None if self.buckets.iter().all(Vec::is_empty) => return None,
                None => self.so_far += 1,
            }
        }
    }
}
