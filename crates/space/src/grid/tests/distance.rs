//! Counted distances against plain relaxation until nothing changes.

use proptest::prelude::*;

use super::map::{maps, maps_with_blocks, one, sq, squares};
use crate::grid::*;

/// The least cost to each square with 0, 1 and 2 or more diagonals, by going over all steps again and again.
fn relaxed(walls: &Walls, start: Square) -> Vec<(Square, u32)> {
    let all = squares(walls);
    let far = u32::MAX / 2;
    let mut costs: Vec<[u32; 3]> = vec![[far; 3]; all.len()];
    let at = |square: Square| usize::from(square.y) * usize::from(walls.width()) + usize::from(square.x);
    costs[at(start)][0] = 0;
    loop {
        let before = costs.clone();
        for &from in &all {
            for &to in &all {
                let Some(dir) = from.dir_to(to) else { continue };
                let privilege = from == start && {
                    let mut obstacles = Vec::new();
                    walls.between(Block::single(from), Block::single(to), |_| false, &mut obstacles);
                    any_line(Block::single(from), Block::single(to), &obstacles)
                };
                if walls.filled(from) || walls.filled(to) {
                    continue;
                }
                for used in 0..3 {
                    // Coming back to the start does not renew its privilege, but it cannot be shorter either.
                    let allowed = walls.step_open(from, dir) || privilege && used == 0;
                    if !allowed {
                        continue;
                    }
                    let (then, cost) =
                        if !dir.is_diagonal() { (used, 1) } else { ((used + 1).min(2), if used == 1 { 2 } else { 1 }) };
                    costs[at(to)][then] = costs[at(to)][then].min(costs[at(from)][used] + cost);
                }
            }
        }
        if costs == before {
            return all.iter().map(|&square| (square, *costs[at(square)].iter().min().unwrap())).collect();
        }
    }
}

#[test]
fn open_ground_follows_the_formula() {
    let geometry = Geometry::new(&Walls::new(20, 14));
    let all = squares(&Walls::new(20, 14));
    for &a in &all {
        for &b in &all {
            let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
            let expected = dx.max(dy) + u8::from(dx.min(dy) >= 2);
            assert_eq!(geometry.distance(a, b), expected, "{a} {b}");
        }
    }
}

#[test]
fn off_the_board_there_is_no_distance() {
    let geometry = Geometry::new(&Walls::new(3, 3));
    assert_eq!(geometry.distance(sq(0, 0), sq(3, 0)), u8::MAX);
    assert_eq!(geometry.distance(sq(3, 0), sq(3, 0)), u8::MAX);
    assert_eq!((geometry.steps(sq(3, 0)), geometry.low(sq(3, 0)), geometry.touching(sq(3, 0))), (0, 0, 0));
    assert_eq!(geometry.distance_blocks(Block::new(sq(2, 2), 3), one(0, 2)), 2);
    assert_eq!(Geometry::new(&Walls::new(0, 0)).distance(sq(0, 0), sq(0, 0)), u8::MAX);
}

#[test]
fn ways_of_255_and_more_are_none() {
    let mut walls = Walls::new(40, 40);
    // Long walls with gaps at alternating ends make one way of many rows.
    for y in 1..40 {
        for x in 0..40 {
            let gap = if y % 2 == 1 { x == 39 } else { x == 0 };
            walls.set_edge(sq(x, y), Dir::N, if gap { Edge::Open } else { Edge::Wall });
        }
    }
    let geometry = Geometry::new(&walls);
    assert_eq!(geometry.distance(sq(0, 0), sq(0, 1)), 79);
    assert_eq!(geometry.distance(sq(0, 0), sq(14, 6)), 254);
    assert_eq!(geometry.distance(sq(0, 0), sq(15, 6)), u8::MAX);
}

#[test]
fn a_board_too_large_for_the_table_is_counted_anew() {
    let mut walls = Walls::new(255, 10);
    walls.set_filled(sq(101, 5), true);
    let geometry = Geometry::new(&walls);
    assert_eq!(geometry.distance(sq(100, 5), sq(200, 6)), 100);
    assert_eq!(geometry.distance(sq(100, 5), sq(101, 5)), u8::MAX);
    assert_eq!(geometry.distance(sq(0, 0), sq(254, 1)), 254);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn distances_agree_with_relaxation(walls in maps(), pick in any::<prop::sample::Index>()) {
        let all = squares(&walls);
        let start = all[pick.index(all.len())];
        let geometry = Geometry::new(&walls);
        for (to, cost) in relaxed(&walls, start) {
            let expected = u8::try_from(cost).unwrap_or(u8::MAX);
            prop_assert_eq!(geometry.distance(start, to), expected, "{} to {}", start, to);
        }
    }

    #[test]
    fn blocks_are_as_near_as_their_squares((walls, [a, b]) in maps_with_blocks()) {
        let geometry = Geometry::new(&walls);
        let pairs = || a.squares().flat_map(|p| b.squares().map(move |q| (p, q)));
        let least = pairs().map(|(p, q)| geometry.distance(p, q)).min().unwrap();
        prop_assert_eq!(geometry.distance_blocks(a, b), least);
        let touching = |p: Square, q: Square| p.dir_to(q).is_some_and(|dir| geometry.touching(p) & dir.bit() != 0);
        prop_assert_eq!(geometry.adjacent(a, b), pairs().any(|(p, q)| p == q || touching(p, q)));
        prop_assert_eq!(geometry.adjacent(a, b), geometry.adjacent(b, a));
    }
}
