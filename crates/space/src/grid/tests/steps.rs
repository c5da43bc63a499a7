//! Steps against the line from centre to centre.

use proptest::prelude::*;

use super::map::{filled, maps, maps_with_blocks, one, segments, sq, squares, walled};
use crate::grid::*;

#[test]
fn walls_stop_steps() {
    let walls = walled(&[((3, 0), (3, 1))]);
    assert!(!walls.step_open(sq(2, 0), Dir::E) && !walls.step_open(sq(3, 0), Dir::W));
    let walls = filled(&[(3, 0)]);
    assert!(!walls.step_open(sq(2, 0), Dir::E));
    // Something that stands in a filled square may leave it.
    assert!(walls.step_open(sq(3, 0), Dir::W) && walls.step_open(sq(3, 0), Dir::SW));
}

#[test]
fn corners_are_not_cut() {
    for walls in [filled(&[(1, 0)]), walled(&[((1, 0), (1, 1))]), walled(&[((1, 1), (2, 1))])] {
        assert!(!walls.step_open(sq(0, 0), Dir::SE));
    }
    assert!(Walls::new(2, 2).step_open(sq(0, 1), Dir::NE));
}

#[test]
fn blocks_do_not_straddle_walls() {
    let big = Block::new(sq(0, 0), 2);
    assert!(!walled(&[((2, 1), (3, 1))]).block_step_open(big, Dir::E));
    let corridor = walled(&[((2, 1), (8, 1))]);
    assert!(!corridor.block_step_open(big, Dir::E) && corridor.block_step_open(big, Dir::S));
    assert!(corridor.block_step_open(one(1, 0), Dir::E));
    let mut low = Walls::new(6, 6);
    low.set_edge(sq(2, 0), Dir::S, Edge::Low);
    assert!(low.block_step_open(big, Dir::E));
}

#[test]
fn the_border_is_wall_and_stays_so() {
    let mut walls = Walls::new(4, 3);
    walls.set_edge(sq(0, 0), Dir::N, Edge::Open);
    walls.set_edge(sq(3, 2), Dir::E, Edge::Low);
    walls.set_edge(sq(1, 1), Dir::SE, Edge::Wall);
    walls.set_edge(sq(4, 0), Dir::W, Edge::Low);
    walls.set_filled(sq(4, 0), true);
    assert_eq!(walls, Walls::new(4, 3));
    assert_eq!(walls.edge(sq(0, 0), Dir::N), Edge::Wall);
    assert_eq!(walls.edge(sq(3, 2), Dir::E), Edge::Wall);
    assert_eq!(walls.edge(sq(9, 9), Dir::E), Edge::Wall);
    assert_eq!(walls.edge(sq(1, 1), Dir::SE), Edge::Open);
    assert!(walls.filled(sq(4, 0)));
}

proptest! {
    #[test]
    fn edges_are_shared(walls in maps()) {
        for square in squares(&walls) {
            for dir in [Dir::N, Dir::E, Dir::S, Dir::W] {
                let next = square.step(dir, walls.width(), walls.height());
                let expected = next.map_or(Edge::Wall, |next| walls.edge(next, dir.opposite()));
                prop_assert_eq!(walls.edge(square, dir), expected);
            }
        }
    }

    #[test]
    fn steps_agree_with_lines(walls in maps()) {
        let geometry = Geometry::new(&walls);
        let (hard, low) = (segments(&walls, Edge::Wall), segments(&walls, Edge::Low));
        for square in squares(&walls) {
            for dir in Dir::ALL {
                let next = square.step(dir, walls.width(), walls.height());
                let line = next.map(|next| Line::new(Block::single(square).centre(), Block::single(next).centre()));
                let open = line.is_some_and(|line| {
                    let solid = |other: &Square| {
                        *other != square && walls.filled(*other) && line.meets_rect(Block::single(*other).rect())
                    };
                    !hard.iter().any(|&(a, b)| line.meets_segment(a, b)) && !squares(&walls).iter().any(solid)
                });
                let over = line.is_some_and(|line| low.iter().any(|&(a, b)| line.meets_segment(a, b)));
                prop_assert_eq!(walls.step_open(square, dir), open, "{} {:?}", square, dir);
                prop_assert_eq!(walls.step_low(square, dir), over, "{} {:?}", square, dir);
                prop_assert_eq!(geometry.steps(square) & dir.bit() != 0, open);
                prop_assert_eq!(geometry.low(square) & dir.bit() != 0, over);
            }
        }
    }

    #[test]
    fn blocks_step_as_their_squares_do((walls, [block]) in maps_with_blocks()) {
        let fits = |block: Block| {
            let r = block.rect();
            // A wall piece runs inside exactly if its middle does.
            let inside = |&(a, b): &(Point, Point)| {
                let middle = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
                Line::new(middle, middle).enters_rect(r)
            };
            !segments(&walls, Edge::Wall).iter().any(inside) && !block.squares().any(|square| walls.filled(square))
        };
        prop_assert_eq!(walls.block_fits(block), fits(block));
        for dir in Dir::ALL {
            let open = block.squares().all(|square| walls.step_open(square, dir))
                && block.step(dir, walls.width(), walls.height()).is_some_and(fits);
            prop_assert_eq!(walls.block_step_open(block, dir), open);
        }
    }
}
