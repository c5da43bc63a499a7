//! Steps that lead closer to a space or further away from it, by counted distance: pushes, pulls and the lanes of a
//! charge.

use std::cmp::Ordering;

use super::block::Block;
use super::geometry::Geometry;
use super::square::Dir;

impl Geometry {
    /// The steps of a block, clockwise from N, after which its counted distance from `mark` is greater, the same or
    /// less. Whether walls let it take them is another question.
    pub fn shifts(&self, mark: Block, from: Block, wanted: Ordering) -> impl Iterator<Item = (Dir, Block)> + Clone {
        let here = self.distance_blocks(mark, from);
        self.steps_of(from).filter(move |&(_, next)| self.distance_blocks(mark, next).cmp(&here) == wanted)
    }

    /// The pairs of steps, each closer to `goal` by counted distance, after which the block is adjacent to it, in
    /// the order of [`Dir::ALL`]. Whether walls let it take them is another question.
    pub fn approaches(&self, start: Block, goal: Block) -> impl Iterator<Item = [(Dir, Block); 2]> + Clone {
        let closer = move |from: Block| {
            let here = self.distance_blocks(from, goal);
            self.steps_of(from).filter(move |&(_, next)| self.distance_blocks(next, goal) < here)
        };
        closer(start).flat_map(move |first| {
            closer(first.1).filter(move |&(_, end)| self.adjacent(end, goal)).map(move |second| [first, second])
        })
    }

    /// Every step of a block that keeps it on the board.
    fn steps_of(&self, from: Block) -> impl Iterator<Item = (Dir, Block)> + Clone {
        let (width, height) = (self.width(), self.height());
        Dir::ALL.into_iter().filter_map(move |dir| Some((dir, from.step(dir, width, height)?)))
    }
}
