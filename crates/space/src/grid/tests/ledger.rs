//! The worked cases of `rules/sellsword.toml`, as far as these primitives express them. Each test names its
//! rules. (x, y) are squares or grid points as in the ledger.

use super::map::{draw, filled, one, sq, walled};
use crate::grid::*;

fn obstacles(walls: &Walls, from: Block, to: Block) -> Vec<Obstacle> {
    let mut out = Vec::new();
    walls.between(from, to, |_| false, &mut out);
    out
}

fn visible(walls: &Walls, from: Block, to: Block) -> bool {
    any_line(from, to, &obstacles(walls, from, to))
}

/// No free line reaches the centre, with `units` in the way as well.
fn covered(walls: &Walls, from: Block, to: Block, units: &[Block]) -> bool {
    let obstacles = obstacles(walls, from, to);
    border_points(from).all(|start| {
        let line = Line::new(start, to.centre());
        obstacles.iter().any(|obstacle| obstacle.stops(line)) || units.iter().any(|unit| line.enters_rect(unit.rect()))
    })
}

fn all_enter(from: Block, to: Block, other: Block) -> bool {
    lines(from, to).all(|line| line.enters_rect(other.rect()))
}

/// SW-LOS-01 and SW-LOS-05.
#[test]
fn line_of_sight() {
    let open = Walls::new(12, 12);
    for (x, y) in [(1, 0), (1, 1), (11, 11), (0, 11), (7, 3)] {
        assert!(visible(&open, one(0, 0), one(x, y)));
        assert!(!covered(&open, one(0, 0), one(x, y), &[]));
    }
    let walls = walled(&[((2, 0), (2, 1))]);
    assert!(!visible(&walls, one(0, 0), one(3, 0)));
    assert!(visible(&walls, one(0, 0), one(3, 1)));
    assert_eq!(lines(one(0, 0), one(5, 2)).count(), 2080);
}

/// SW-LOS-02.
#[test]
fn spaces() {
    let walls = filled(&[(2, 0)]);
    let big = Block::new(sq(4, 0), 2);
    assert!(!visible(&walls, one(0, 0), one(4, 0)));
    assert!(visible(&walls, one(0, 0), big));
    assert!(covered(&walls, one(0, 0), big, &[]));
}

/// SW-LOS-03.
#[test]
fn what_blocks_a_line() {
    let end = Obstacle::Wall(Point::new(32, 0), Point::new(32, 16));
    assert!(end.stops(Line::new(Point::new(16, 16), Point::new(48, 16))));
    assert!(!end.stops(Line::new(Point::new(16, 17), Point::new(48, 17))));
    assert!(!visible(&filled(&[(1, 0), (0, 1)]), one(0, 0), one(1, 1)));
    assert!(visible(&filled(&[(1, 0)]), one(0, 0), one(1, 1)));
}

/// SW-COVER-01 and SW-COVER-02.
#[test]
fn cover() {
    assert!(!covered(&filled(&[(2, 0)]), one(0, 0), one(4, 1), &[]));
    let walls = walled(&[((2, 0), (2, 2))]);
    for ((x, y), seen, cover) in [
        ((3, 1), false, true),
        ((3, 2), true, true),
        ((3, 3), true, false),
        ((5, 3), true, true),
        ((5, 4), true, false),
    ] {
        assert_eq!(visible(&walls, one(0, 0), one(x, y)), seen, "({x}, {y})");
        assert_eq!(covered(&walls, one(0, 0), one(x, y), &[]), cover, "({x}, {y})");
    }
}

/// SW-TEMP-05 and SW-TEMP-06.
#[test]
fn occupied_terrain() {
    let open = Walls::new(12, 12);
    assert!(covered(&open, one(0, 0), one(4, 0), &[one(2, 0)]));
    assert!(!covered(&open, one(0, 0), one(4, 1), &[one(2, 0)]));
    let ogre = Block::new(sq(2, 0), 2);
    assert!(all_enter(one(0, 0), one(5, 0), ogre));
    assert!(all_enter(one(0, 0), one(4, 0), one(2, 0)));
    // A line along the inner grid line of a big space is not free.
    let along = Line::new(Point::new(16, 16), Point::new(80, 16));
    assert!(along.enters_rect(ogre.rect()) && !along.enters_rect(one(2, 0).rect()));
}

/// SW-TERRAIN-04, SW-TERRAIN-05 and SW-TERRAIN-12.
#[test]
fn brush_and_pillars() {
    assert!(all_enter(one(0, 0), one(3, 0), one(2, 0)));
    assert!(!all_enter(one(0, 0), one(4, 1), one(2, 0)));
    assert!(all_enter(one(0, 0), one(2, 0), one(1, 0)));
    assert!(all_enter(one(0, 0), one(2, 0), one(2, 0)));
    assert!(all_enter(one(0, 0), one(4, 0), one(2, 0)));
}

/// SW-TERRAIN-10.
#[test]
fn low_cover() {
    let mut walls = Walls::new(12, 12);
    draw(&mut walls, ((3, 0), (3, 1)), Edge::Low);
    let all_cross = |from: Block, to: Block| {
        let mut low = Vec::new();
        walls.low_between(from, to, &mut low);
        lines(from, to).all(|line| low.iter().any(|&(a, b)| line.meets_segment(a, b)))
    };
    assert!(all_cross(one(0, 0), one(3, 0)));
    assert!(!all_cross(one(0, 0), one(3, 1)));
    assert!(visible(&walls, one(0, 0), one(3, 0)));
}

/// SW-TERRAIN-08 and SW-TERRAIN-09.
#[test]
fn low_cover_is_stepped_over() {
    let mut walls = Walls::new(12, 12);
    draw(&mut walls, ((3, 0), (3, 1)), Edge::Low);
    assert!(walls.step_low(sq(2, 0), Dir::E) && walls.step_open(sq(2, 0), Dir::E));
    assert!(walls.step_low(sq(2, 1), Dir::NE) && walls.step_open(sq(2, 1), Dir::NE));
    assert!(!walls.step_low(sq(2, 1), Dir::E) && !walls.step_low(sq(2, 2), Dir::NE));
}

/// SW-RANGE-01, SW-RANGE-02, SW-RANGE-07 and SW-BURST-02.
#[test]
fn counting() {
    let geometry = Geometry::new(&Walls::new(12, 12));
    for (x, y, distance) in [(3, 0, 3), (5, 1, 5), (2, 2, 3), (3, 3, 4), (10, 10, 11), (5, 2, 6), (4, 1, 4), (4, 2, 5)]
    {
        assert_eq!(geometry.distance(sq(0, 0), sq(x, y)), distance, "({x}, {y})");
    }
}

/// SW-RANGE-03.
#[test]
fn counts_go_around_walls() {
    let geometry = Geometry::new(&walled(&[((1, 0), (1, 2))]));
    assert_eq!(geometry.distance(sq(0, 0), sq(2, 0)), 5);
    // Filled squares are gone around as well, and a count never ends in one.
    let geometry = Geometry::new(&filled(&[(1, 0)]));
    assert_eq!(geometry.distance(sq(0, 0), sq(1, 0)), u8::MAX);
    assert_eq!(geometry.distance(sq(1, 0), sq(0, 0)), u8::MAX);
    assert_eq!(geometry.distance(sq(1, 0), sq(1, 0)), 0);
    let mut low = Walls::new(12, 12);
    draw(&mut low, ((1, 0), (1, 12)), Edge::Low);
    assert_eq!(Geometry::new(&low).distance(sq(0, 0), sq(2, 0)), 2);
}

/// SW-RANGE-04.
#[test]
fn adjacent_squares_are_at_one() {
    let geometry = Geometry::new(&filled(&[(1, 0)]));
    assert_eq!(geometry.distance(sq(0, 0), sq(1, 1)), 1);
    assert_eq!(geometry.steps(sq(0, 0)) & Dir::SE.bit(), 0);
    // That diagonal is the first of the count, so another one is the second.
    assert_eq!(geometry.distance(sq(0, 0), sq(2, 2)), 3);
    assert_eq!(geometry.distance(sq(0, 0), sq(3, 3)), 4);
    // Further on corners are not cut: (2, 0) is reached over (1, 1) and (2, 1).
    assert_eq!(geometry.distance(sq(0, 0), sq(2, 1)), 2);
    assert_eq!(geometry.distance(sq(0, 0), sq(2, 0)), 3);
    // Only the start has the privilege: on the way back the corner of (1, 0) comes last.
    assert_eq!(geometry.distance(sq(2, 1), sq(0, 0)), 3);
}

/// SW-RANGE-05.
#[test]
fn adjacent() {
    let (a, right, beyond) = (one(0, 0), one(1, 0), one(1, 1));
    assert!(!Geometry::new(&walled(&[((1, 0), (1, 1))])).adjacent(a, right));
    assert!(Geometry::new(&walled(&[((1, 0), (1, 1))])).adjacent(a, beyond));
    assert!(!Geometry::new(&walled(&[((1, 0), (1, 1)), ((0, 1), (1, 1))])).adjacent(a, beyond));
    let mut low = Walls::new(12, 12);
    draw(&mut low, ((1, 0), (1, 1)), Edge::Low);
    assert!(Geometry::new(&low).adjacent(a, right));
    assert!(!Geometry::new(&low).adjacent(a, one(2, 0)));
    assert!(Geometry::new(&low).adjacent(a, a));
}

/// SW-RANGE-06.
#[test]
fn big_spaces_count_from_their_nearest_square() {
    let geometry = Geometry::new(&Walls::new(12, 12));
    let big = Block::new(sq(0, 0), 2);
    assert_eq!(geometry.distance_blocks(big, one(4, 0)), 3);
    assert_eq!(geometry.distance_blocks(one(4, 0), big), 3);
    assert_eq!(geometry.distance_blocks(big, one(1, 1)), 0);
    assert!(geometry.adjacent(big, one(2, 2)) && geometry.adjacent(one(2, 2), big));
    assert!(!geometry.adjacent(big, one(3, 0)));
}

/// SW-BURST-02 and SW-BURST-05: lines from centre to centre.
#[test]
fn bursts() {
    let walls = filled(&[(1, 0)]);
    assert_eq!(Geometry::new(&walls).distance(sq(0, 0), sq(1, 1)), 1);
    let line = Line::new(one(0, 0).centre(), one(1, 1).centre());
    assert!(obstacles(&walls, one(0, 0), one(1, 1)).iter().any(|obstacle| obstacle.stops(line)));
    let line = Line::new(one(0, 0).centre(), one(2, 2).centre());
    assert!(line.enters_rect(one(1, 1).rect()) && !line.enters_rect(one(1, 0).rect()));
    let walled_off = walled(&[((1, 0), (1, 12))]);
    assert_eq!(Geometry::new(&walled_off).distance(sq(0, 0), sq(1, 0)), u8::MAX);
}
