//! Straight ways: the ledger's lines and charges, and each step against a search for the nearest square.

use proptest::prelude::*;

use super::map::sq;
use super::north::{BOARD, at, base, set, sorted};
use crate::grid::*;

fn line(course: Course, from: Square, steps: std::ops::RangeInclusive<u16>) -> Vec<Vec<Square>> {
    steps.map(|step| sorted(course.squares(from, step, BOARD, BOARD))).collect()
}

#[test]
fn lines_of_the_ledger() {
    // SC-WQUAL-18
    let start = at(0, 0);
    let toward = |x, y| line(Course::between(start, at(x, y)), start, 1..=4);
    assert_eq!(toward(4, 0), [1, 2, 3, 4].map(|x| set([(x, 0)])));
    let slanted = [set([(1, 0), (1, 1)]), set([(2, 1)]), set([(3, 1), (3, 2)]), set([(4, 2)])];
    assert_eq!(toward(4, 2), slanted);
    assert_eq!(toward(3, 3), [1, 2, 3, 4].map(|x| set([(x, x)])));
    // SC-WQUAL-19: on from the square that was hit.
    let run = |weapon: Block| line(Course::away(weapon, at(10, 0)), at(10, 0), 1..=4);
    assert_eq!(run(base(0, 0, 1)), [11, 12, 13, 14].map(|x| set([(x, 0)])));
}

#[test]
fn a_line_runs_on_from_the_middle_of_a_large_base() {
    // From the grid point in the middle of 2 by 2 squares the run falls by half a square in 9 and a half.
    let course = Course::away(base(0, 0, 2), at(10, 0));
    assert_eq!(course.delta(), (19, 1));
    let nearest: Vec<usize> = (1..=9).map(|step| course.squares(at(10, 0), step, BOARD, BOARD).count()).collect();
    assert_eq!(nearest, [1; 9]);
    assert_eq!(line(course, at(10, 0), 9..=9), [set([(19, 0)])]);
    assert_eq!(line(Course::away(base(0, 0, 2), at(3, 2)), at(3, 2), 1..=2), [set([(4, 3)]), set([(5, 3)])]);
}

#[test]
fn charges_of_the_ledger() {
    // SC-CHARGE-02
    let charger = base(0, 0, 1);
    let course = Course::between(at(0, 0), at(6, 0));
    let path: Vec<Block> = (1..=5).flat_map(|step| course.blocks(charger, step, BOARD, BOARD)).collect();
    assert_eq!(path, [1, 2, 3, 4, 5].map(|x| base(x, 0, 1)));
    assert!(path[4].touches(base(6, 0, 1)) && !path[3].touches(base(6, 0, 1)));
    let slanted = [set([(1, 0), (1, 1)]), set([(2, 1)]), set([(3, 1), (3, 2)]), set([(4, 2)]), set([(5, 2), (5, 3)])];
    assert_eq!(line(Course::between(at(0, 0), at(6, 3)), at(0, 0), 1..=5), slanted);
    // A larger base takes the same steps, whichever of its squares the line starts from.
    let large = base(0, 0, 2);
    let lane = Course::between(at(1, 1), at(7, 4));
    let ends: Vec<Block> = lane.blocks(large, 3, BOARD, BOARD).collect();
    assert_eq!(ends, [base(3, 1, 2), base(3, 2, 2)]);
}

#[test]
fn nowhere_and_off_the_board() {
    assert_eq!(Course::between(sq(3, 3), sq(3, 3)).offsets(4).count(), 0);
    let west = Course::between(sq(3, 3), sq(0, 3));
    assert_eq!(west.squares(sq(3, 3), 3, 10, 10).collect::<Vec<_>>(), [sq(0, 3)]);
    assert_eq!(west.squares(sq(3, 3), 4, 10, 10).count(), 0);
    // A base stops where its far side would leave the board.
    let east = Course::between(sq(3, 3), sq(9, 3));
    let large = Block::new(sq(3, 3), 2);
    assert_eq!(east.blocks(large, 5, 10, 10).collect::<Vec<_>>(), [Block::new(sq(8, 3), 2)]);
    assert_eq!(east.blocks(large, 6, 10, 10).count(), 0);
    assert_eq!(Course::between(sq(0, 0), sq(255, 254)).offsets(u16::MAX).collect::<Vec<_>>(), [(65535, 65278)]);
}

#[test]
fn straight_on_past_another_base() {
    // SC-TRAMPLE: the first position straight on where the base no longer overlaps the target.
    let target = Block::new(sq(5, 5), 2);
    let entering = Block::new(sq(4, 5), 2);
    assert_eq!(entering.beyond(target, Dir::E, 20, 20), Some(Block::new(sq(7, 5), 2)));
    assert_eq!(entering.beyond(target, Dir::E, 8, 20), None);
    assert_eq!(Block::new(sq(5, 5), 1).beyond(target, Dir::NW, 20, 20), Some(Block::new(sq(4, 4), 1)));
    assert_eq!(Block::new(sq(1, 1), 1).beyond(target, Dir::E, 20, 20), Some(Block::new(sq(1, 1), 1)));
}

proptest! {
    #[test]
    fn every_step_is_at_the_nearest_square(
        from in (0u8..96, 0u8..96),
        to in (0u8..96, 0u8..96),
        steps in 0u16..120,
    ) {
        let (from, to) = (sq(from.0, from.1), sq(to.0, to.1));
        prop_assume!(from != to);
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let n = i64::from(steps);
        // How far the line is from (along, aside), across the longer axis and times its length.
        let off = |aside: i64| {
            if dx.abs() >= dy.abs() { (n * dy * dx.signum() - aside * dx).abs() } else { (n * dx * dy.signum() - aside * dy).abs() }
        };
        let least = (-130..=130).map(off).min().unwrap();
        let mut expected: Vec<(i32, i32)> = (-130..=130)
            .filter(|&aside| off(aside) == least)
            .map(|aside| {
                if dx.abs() >= dy.abs() {
                    ((n * dx.signum()) as i32, aside as i32)
                } else {
                    (aside as i32, (n * dy.signum()) as i32)
                }
            })
            .collect();
        expected.sort_by_key(|&(x, y)| x.abs() + y.abs());
        let course = Course::between(from, to);
        prop_assert_eq!(course.offsets(steps).collect::<Vec<_>>(), expected.clone());
        let on_board: Vec<Square> = expected
            .iter()
            .map(|&(x, y)| (i32::from(from.x) + x, i32::from(from.y) + y))
            .filter(|&(x, y)| (0..96).contains(&x) && (0..96).contains(&y))
            .map(|(x, y)| sq(x as u8, y as u8))
            .collect();
        prop_assert_eq!(course.squares(from, steps, 96, 96).collect::<Vec<_>>(), on_board);
        // Whatever was chosen before, the next step leads to a neighbour.
        for a in course.offsets(steps) {
            for b in course.offsets(steps + 1) {
                prop_assert_eq!((a.0 - b.0).abs().max((a.1 - b.1).abs()), 1);
            }
        }
    }

    #[test]
    fn straight_on_is_step_by_step(
        (own, side) in ((0u8..12, 0u8..12), 1u8..=3),
        (other, large) in ((0u8..12, 0u8..12), 1u8..=3),
        dir in 0usize..8,
    ) {
        let (start, other) = (Block::new(sq(own.0, own.1), side), Block::new(sq(other.0, other.1), large));
        prop_assume!(start.fits(14, 14));
        let (dx, dy) = Dir::ALL[dir].delta();
        let mut expected = None;
        for far in 0..14 {
            let (x, y) = (i32::from(own.0) + far * i32::from(dx), i32::from(own.1) + far * i32::from(dy));
            let last = 14 - i32::from(side);
            let on_board = (0..=last).contains(&x) && (0..=last).contains(&y);
            let there = on_board.then(|| Block::new(sq(x as u8, y as u8), side));
            prop_assert_eq!(start.shifted(x - i32::from(own.0), y - i32::from(own.1), 14, 14), there);
            if let Some(block) = there
                && expected.is_none()
                && !block.squares().any(|square| other.contains(square))
            {
                expected = Some(block);
            }
        }
        prop_assert_eq!(start.beyond(other, Dir::ALL[dir], 14, 14), expected);
    }

    #[test]
    fn headings_lead_nearer(a in (0u8..30, 0u8..30), b in (0u8..30, 0u8..30)) {
        let (a, b) = (sq(a.0, a.1), sq(b.0, b.1));
        let best = Dir::ALL.into_iter().filter_map(|dir| a.step(dir, 30, 30).map(|next| (dir, next)));
        let straight = |s: Square| i32::from(s.x.abs_diff(b.x)) + i32::from(s.y.abs_diff(b.y));
        let expected = best.min_by_key(|&(_, next)| straight(next)).filter(|_| a != b).map(|(dir, _)| dir);
        prop_assert_eq!(a.heading(b), expected);
    }
}
