//! Rings, sweeps and opposite places: the ledger's examples and its definitions taken literally.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::map::sq;
use super::north::{BOARD, at, base, set, sorted};
use crate::grid::*;

fn partners(ring: Ring, x: i32, y: i32) -> Vec<Square> {
    let place = ring.place(at(x, y)).unwrap();
    let facing = (0..ring.len()).filter(|&other| ring.opposed(place, other));
    sorted(facing.filter_map(|other| ring.square(other, BOARD, BOARD)))
}

fn pairs(ring: Ring) -> usize {
    (0..ring.len()).map(|a| (0..a).filter(|&b| ring.opposed(a, b)).count()).sum()
}

#[test]
fn sweeps_of_the_ledger() {
    // SC-WQUAL-29
    let sweep = |base: Block, start: Square, turn, count| -> Vec<Square> {
        let ring = Ring::new(base);
        ring.sweep(ring.place(start).unwrap(), turn, count, BOARD, BOARD).collect()
    };
    let medium = base(0, 0, 1);
    assert_eq!(sweep(medium, at(0, 1), Turn::Clockwise, 3), [at(0, 1), at(1, 1), at(1, 0)]);
    assert_eq!(sweep(medium, at(0, 1), Turn::Counterclockwise, 3), [at(0, 1), at(-1, 1), at(-1, 0)]);
    let large = base(0, 0, 2);
    assert_eq!(sweep(large, at(1, 2), Turn::Clockwise, 4), [at(1, 2), at(2, 2), at(2, 1), at(2, 0)]);
    // SC-WQUAL-30
    assert_eq!([1, 2, 3].map(|side| Ring::new(base(0, 0, side)).len()), [8, 12, 16]);
    assert_eq!(sweep(base(0, 0, 3), at(-1, -1), Turn::Counterclockwise, 5).len(), 5);
    assert_eq!(sweep(medium, at(1, 1), Turn::Clockwise, 100).len(), 8);
}

#[test]
fn flanking_places_of_the_ledger() {
    // SC-FLANK-01, SC-FLANK-02
    let one = Ring::new(base(0, 0, 1));
    assert_eq!(partners(one, 0, 1), set([(0, -1), (-1, -1), (1, -1)]));
    assert_eq!(partners(one, 1, 1), set([(-1, -1), (0, -1), (-1, 0)]));
    assert_eq!(pairs(one), 12);
    let opposed = |a: (i32, i32), b: (i32, i32)| one.between(base(a.0, a.1, 1), base(b.0, b.1, 1));
    assert!(opposed((0, 1), (0, -1)) && !opposed((0, 1), (1, 0)) && !opposed((1, 1), (-1, 1)));
    // SC-FLANK-03
    let two = Ring::new(base(0, 0, 2));
    assert_eq!(partners(two, -1, -1), set([(2, 2), (2, 1), (1, 2)]));
    assert_eq!(partners(two, 0, -1), set([(0, 2), (1, 2), (2, 2)]));
    assert!(!two.between(base(0, -1, 1), base(-1, 2, 1)));
    assert_eq!(pairs(two), 18);
    // SC-FLANK-04
    let three = Ring::new(base(0, 0, 3));
    assert_eq!(partners(three, -1, -1), set([(3, 3), (3, 2), (2, 3)]));
    assert_eq!(partners(three, 1, -1), set([(0, 3), (1, 3), (2, 3)]));
    assert_eq!(partners(three, 0, -1), set([(0, 3), (1, 3), (2, 3), (3, 3)]));
    assert_eq!(pairs(three), 28);
}

#[test]
fn a_large_base_stands_on_all_it_covers() {
    // SC-FLANK-05
    let ring = Ring::new(base(0, 0, 1));
    let large = base(1, 0, 2);
    assert_eq!(sorted(ring.covered(large).filter_map(|place| ring.square(place, BOARD, BOARD))), set([(1, 0), (1, 1)]));
    for (x, y) in [(-1, -1), (0, -1), (-1, 0), (-1, 1)] {
        assert!(ring.between(large, base(x, y, 1)) && ring.between(base(x, y, 1), large));
    }
    assert!(!ring.between(large, base(0, 1, 1)) && !ring.between(large, base(1, -1, 1)));
    // Further away it stands on none of them.
    assert_eq!(ring.covered(base(2, 0, 2)).count(), 0);
    assert!(!ring.between(large, large));
}

#[test]
fn places_off_the_board_have_no_square() {
    let ring = Ring::new(Block::single(sq(0, 0)));
    assert_eq!((0..8).filter_map(|place| ring.square(place, 5, 5)).collect::<Vec<_>>(), [sq(1, 0), sq(1, 1), sq(0, 1)]);
    // They are counted all the same: from north over the corner to east is three.
    assert_eq!(ring.sweep(1, Turn::Clockwise, 3, 5, 5).collect::<Vec<_>>(), [sq(1, 0)]);
    assert_eq!(ring.covered(Block::new(sq(0, 1), 3)).collect::<Vec<_>>(), [4, 5]);
    let last = Ring::new(Block::single(sq(255, 255)));
    assert_eq!(last.place(sq(254, 254)), Some(0));
    assert_eq!(last.square(4, 255, 255), None);
}

proptest! {
    #[test]
    fn rings_go_round_their_base(x in 1u8..10, y in 1u8..10, side in 1u8..=4) {
        let base = Block::new(sq(x, y), side);
        let ring = Ring::new(base);
        let squares: Vec<Square> = (0..ring.len()).filter_map(|place| ring.square(place, 20, 20)).collect();
        let around = (0..20).flat_map(|x| (0..20).map(move |y| sq(x, y)));
        let touching: BTreeSet<Square> =
            around.clone().filter(|&s| base.touches(Block::single(s)) && !base.contains(s)).collect();
        prop_assert_eq!(squares.len(), 4 * usize::from(side) + 4);
        prop_assert_eq!(squares.iter().copied().collect::<BTreeSet<_>>(), touching);
        prop_assert_eq!(squares[0], sq(x - 1, y - 1));
        for square in around {
            prop_assert_eq!(ring.place(square), squares.iter().position(|&s| s == square));
        }
        // Clockwise: each next square shares a side and lies to the right of the line from the middle.
        let from_middle = |s: Square| {
            let (middle, centre) = (base.centre(), Block::single(s).centre());
            (centre.x - middle.x, centre.y - middle.y)
        };
        for (place, &square) in squares.iter().enumerate() {
            let next = squares[(place + 1) % squares.len()];
            prop_assert!(square.dir_to(next).is_some_and(|dir| !dir.is_diagonal()));
            let (a, b) = (from_middle(square), from_middle(next));
            prop_assert!(a.0 * b.1 - a.1 * b.0 > 0);
        }
    }

    /// SC-FLANK-01 in so many words.
    #[test]
    fn opposite_places_are_those_of_the_rule(side in 1u8..=4, a in 0usize..20, b in 0usize..20) {
        let base = Block::new(sq(5, 5), side);
        let ring = Ring::new(base);
        prop_assume!(a < ring.len() && b < ring.len());
        let (low, high) = (4, 5 + side);
        let place = |at: usize| ring.square(at, 20, 20).unwrap();
        let corner = |s: Square| (s.x == low || s.x == high) && (s.y == low || s.y == high);
        let across = |s: Square| sq(low + high - s.x, low + high - s.y);
        let next_to = |one: Square, other: Square| one == other || one.dir_to(other).is_some();
        let (p, q) = (place(a), place(b));
        let sides = !corner(p) && !corner(q)
            && (p.x.min(q.x) == low && p.x.max(q.x) == high || p.y.min(q.y) == low && p.y.max(q.y) == high);
        let corners = corner(p) && next_to(q, across(p)) || corner(q) && next_to(p, across(q));
        prop_assert_eq!(ring.opposed(a, b), sides || corners, "{} {}", p, q);
        prop_assert_eq!(ring.between(Block::single(p), Block::single(q)), sides || corners);
    }

    #[test]
    fn sweeps_step_along_the_ring(side in 1u8..=3, start in 0usize..16, count in 0usize..20, clockwise: bool) {
        let ring = Ring::new(Block::new(sq(5, 5), side));
        let turn = if clockwise { Turn::Clockwise } else { Turn::Counterclockwise };
        let mut place = start % ring.len();
        let mut expected = Vec::new();
        for _ in 0..count.min(ring.len()) {
            expected.push(ring.square(place, 20, 20).unwrap());
            place = if clockwise { (place + 1) % ring.len() } else { place.checked_sub(1).unwrap_or(ring.len() - 1) };
        }
        prop_assert_eq!(ring.sweep(start, turn, count, 20, 20).collect::<Vec<_>>(), expected);
    }
}
