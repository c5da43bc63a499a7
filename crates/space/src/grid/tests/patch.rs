//! Areas and auras: the ledger's examples, and both against a look at every square of the board.

use proptest::prelude::*;

use super::map::sq;
use super::north::{BOARD, at, base, set, sorted};
use crate::grid::*;

#[test]
fn areas_of_the_ledger() {
    // SC-AREA-06, SC-WQUAL-01. The grid corner between (5, 5) and (6, 6) is the top-left one of (6, 5).
    let squares = |spot: Square, side| sorted(Patch::new(spot, side).squares(BOARD, BOARD));
    assert_eq!(squares(at(5, 5), 1), set([(5, 5)]));
    assert_eq!(squares(at(5, 5), 3), set((4..=6).flat_map(|x| (4..=6).map(move |y| (x, y)))));
    assert_eq!(squares(at(5, 5), 3).len(), 9);
    assert_eq!(squares(at(6, 5), 2), set([(5, 5), (6, 5), (5, 6), (6, 6)]));
    // SC-AREA-03: any square of a figure will do.
    let patch = Patch::new(at(5, 5), 3);
    assert!(patch.covers(base(6, 6, 2)) && patch.covers(base(3, 3, 2)) && !patch.covers(base(7, 5, 1)));
}

#[test]
fn deviation_of_the_ledger() {
    // SC-AREA-07, SC-AREA-08: the eight results of the die are the directions in their order.
    let deltas = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    for (dir, (x, y)) in Dir::ALL.into_iter().zip(deltas) {
        let landed = Patch::new(at(0, 0), 1).drifted(dir, 3);
        assert_eq!(landed.squares(BOARD, BOARD).collect::<Vec<_>>(), [at(3 * x, 3 * y)]);
    }
    // What is off the board is not affected.
    let off = Patch::new(sq(1, 1), 3).drifted(Dir::NW, 1);
    assert_eq!(off.squares(10, 10).collect::<Vec<_>>(), [sq(0, 0), sq(1, 0), sq(0, 1), sq(1, 1)]);
    assert_eq!(Patch::new(sq(1, 1), 3).drifted(Dir::W, 6).squares(10, 10).count(), 0);
    // SC-AREA-10: the distance of the new centre, 18 and 1 more.
    let patch = Patch::new(sq(18, 0), 2);
    assert_eq!(patch.distance(Block::single(sq(0, 0))), 17);
    assert_eq!(patch.drifted(Dir::E, 2).distance(Block::single(sq(0, 0))), 19);
}

#[test]
fn auras_of_the_ledger() {
    // SC-WQUAL-02
    let medium = base(0, 0, 1);
    let around = |reach: i32| (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| (x, y)));
    assert_eq!(sorted(aura(medium, 1, BOARD, BOARD)), set(around(1).filter(|&at| at != (0, 0))));
    let two = around(2).filter(|&(x, y)| (x, y) != (0, 0) && !(x.abs() == 2 && y.abs() == 2));
    assert_eq!(sorted(aura(medium, 2, BOARD, BOARD)), set(two));
    assert_eq!(aura(medium, 2, BOARD, BOARD).count(), 20);
    assert_eq!(aura(Block::single(sq(0, 0)), 1, 5, 5).collect::<Vec<_>>(), [sq(1, 0), sq(0, 1), sq(1, 1)]);
}

proptest! {
    #[test]
    fn patches_agree_with_their_squares(
        spot in (0u8..14, 0u8..14),
        side in 1u8..=6,
        (dir, far) in (0usize..8, 0u8..20),
        block in (0u8..12, 0u8..12, 1u8..=3),
    ) {
        let patch = Patch::new(sq(spot.0, spot.1), side).drifted(Dir::ALL[dir], far);
        let (dx, dy) = Dir::ALL[dir].delta();
        // Twice the centre, and twice how far the centres of its squares may be from it.
        let centre = |at: u8, step: i8| 2 * (i32::from(at) + i32::from(step) * i32::from(far)) + i32::from(side % 2);
        let (x2, y2) = (centre(spot.0, dx), centre(spot.1, dy));
        let within = |s: Square, limit: i32| {
            (2 * i32::from(s.x) + 1 - x2).abs() < limit && (2 * i32::from(s.y) + 1 - y2).abs() < limit
        };
        let board = || (0..14).flat_map(|y| (0..14).map(move |x| sq(x, y)));
        let expected: Vec<Square> = board().filter(|&s| within(s, side.into())).collect();
        prop_assert_eq!(patch.squares(14, 14).collect::<Vec<_>>(), expected.clone());
        let block = Block::new(sq(block.0, block.1), block.2);
        prop_assert_eq!(patch.covers(block), block.squares().any(|s| within(s, side.into())));
        // The spot itself is one square, or four round a grid point; on the board they can be looked for.
        let core = if side % 2 == 1 { 1 } else { 2 };
        let middle: Vec<Square> = board().filter(|&s| within(s, core)).collect();
        if middle.len() == (core * core) as usize {
            let least = middle.iter().map(|&s| block.distance(Block::single(s))).min().unwrap();
            prop_assert_eq!(patch.distance(block), least);
        }
    }

    #[test]
    fn auras_are_all_that_is_within_reach(at in (0u8..16, 0u8..16), side in 1u8..=3, reach in 0u8..=8) {
        let base = Block::new(sq(at.0, at.1), side);
        let board = (0..18).flat_map(|y| (0..18).map(move |x| sq(x, y)));
        let expected: Vec<Square> = board
            .filter(|&s| !base.contains(s) && base.squares().any(|own| own.distance(s) <= reach.into()))
            .collect();
        prop_assert_eq!(aura(base, reach, 18, 18).collect::<Vec<_>>(), expected);
    }
}
