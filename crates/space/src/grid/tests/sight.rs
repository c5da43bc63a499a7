//! Sight against every obstacle of the map, and touching neighbours against sight.

use proptest::prelude::*;

use super::map::{filled, maps, maps_with_blocks, one, segments, sq, squares, walled};
use crate::grid::*;

/// Every wall piece of the map and every filled square outside the two blocks, near or far.
fn everything(walls: &Walls, from: Block, to: Block, solid: impl Fn(Square) -> bool) -> Vec<Obstacle> {
    let pieces = segments(walls, Edge::Wall).into_iter().map(|(a, b)| Obstacle::Wall(a, b));
    let outside = |square: &Square| !from.contains(*square) && !to.contains(*square);
    let full = squares(walls).into_iter().filter(|&square| walls.filled(square) || solid(square)).filter(outside);
    pieces.chain(full.map(|square| Obstacle::Solid(Block::single(square).rect()))).collect()
}

fn seen(walls: &Walls, from: Block, to: Block) -> bool {
    let mut obstacles = Vec::new();
    walls.between(from, to, |_| false, &mut obstacles);
    any_line(from, to, &obstacles)
}

#[test]
fn a_line_that_begins_on_a_wall_is_stopped() {
    let walls = walled(&[((1, 0), (1, 1))]);
    let mut obstacles = Vec::new();
    walls.between(one(0, 0), one(2, 1), |_| false, &mut obstacles);
    assert_eq!(obstacles, [Obstacle::Wall(Point::new(16, 0), Point::new(16, 16))]);
    let wall = obstacles[0];
    for line in lines(one(0, 0), one(2, 1)).filter(|line| line.from.x == 16) {
        assert!(wall.stops(line));
    }
    assert!(any_line(one(0, 0), one(2, 1), &obstacles));
}

#[test]
fn the_outer_border_stops_nothing() {
    let walls = Walls::new(3, 1);
    let mut obstacles = vec![Obstacle::Solid(one(1, 0).rect())];
    walls.between(one(0, 0), one(2, 0), |_| false, &mut obstacles);
    assert_eq!(obstacles, []);
    assert!(any_line(one(0, 0), one(2, 0), &[]));
}

#[test]
fn a_space_does_not_hide_itself() {
    let walls = filled(&[(0, 0), (3, 0)]);
    assert!(seen(&walls, one(0, 0), one(3, 0)));
    let own = [Obstacle::Solid(one(0, 0).rect()), Obstacle::Solid(one(3, 0).rect())];
    assert!(any_line(one(0, 0), one(3, 0), &own));
    let other = [own[0], Obstacle::Solid(one(1, 0).rect())];
    assert!(!any_line(one(0, 0), one(3, 0), &other));
}

#[test]
fn squares_named_by_the_caller_are_solid() {
    let mut obstacles = Vec::new();
    Walls::new(9, 9).between(one(0, 0), one(4, 0), |square| square == sq(2, 0), &mut obstacles);
    assert_eq!(obstacles, [Obstacle::Solid(one(2, 0).rect())]);
    assert!(!any_line(one(0, 0), one(4, 0), &obstacles));
}

/// Whatever meets at the corner between two diagonal neighbours: each wall, each filled square, and
/// every pair of the four squares.
#[test]
fn touching_is_sight_between_neighbours() {
    let edges = [(sq(1, 1), Dir::E), (sq(1, 1), Dir::S), (sq(2, 1), Dir::S), (sq(1, 2), Dir::E)];
    let corner = [sq(1, 1), sq(2, 1), sq(1, 2), sq(2, 2)];
    for case in 0u32..256 {
        let bit = |index: usize| case >> index & 1 == 1;
        let mut walls = Walls::new(4, 4);
        for (index, &(square, side)) in edges.iter().enumerate() {
            walls.set_edge(square, side, if bit(index) { Edge::Wall } else { Edge::Low });
        }
        for (index, &square) in corner.iter().enumerate() {
            walls.set_filled(square, bit(4 + index));
        }
        let geometry = Geometry::new(&walls);
        for (a, b) in corner.into_iter().flat_map(|a| corner.map(|b| (a, b))) {
            if let Some(dir) = a.dir_to(b) {
                let touching = geometry.touching(a) & dir.bit() != 0;
                assert_eq!(touching, seen(&walls, Block::single(a), Block::single(b)), "{case} {a} {b}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn touching_agrees_with_sight_on_any_map(walls in maps()) {
        let geometry = Geometry::new(&walls);
        for square in squares(&walls) {
            for dir in Dir::ALL {
                let next = square.step(dir, walls.width(), walls.height());
                let expected = next.is_some_and(|next| {
                    seen(&walls, Block::single(square), Block::single(next))
                });
                prop_assert_eq!(geometry.touching(square) & dir.bit() != 0, expected, "{} {:?}", square, dir);
            }
        }
    }

    #[test]
    fn near_obstacles_stop_what_all_obstacles_stop(
        (walls, [from, to, curtain]) in maps_with_blocks(),
        curtained: bool,
    ) {
        let solid = |square| curtained && curtain.contains(square);
        let all = everything(&walls, from, to, solid);
        let mut near = vec![Obstacle::Solid(from.rect())];
        walls.between(from, to, solid, &mut near);
        prop_assert!(near.iter().all(|obstacle| all.contains(obstacle)));
        let stopped = |obstacles: &[Obstacle], line| obstacles.iter().any(|obstacle| obstacle.stops(line));
        let mut free = false;
        for line in lines(from, to) {
            let expected = stopped(&all, line);
            prop_assert_eq!(stopped(&near, line), expected);
            free |= !expected;
        }
        prop_assert_eq!(any_line(from, to, &near), free);
        prop_assert_eq!(any_line(from, to, &all), free);
    }
}
