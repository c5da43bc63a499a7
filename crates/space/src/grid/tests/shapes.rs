//! Squares, directions, their text, blocks and sets.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::map::{one, sq};
use crate::grid::*;

#[test]
fn squares_are_written_as_board_coordinates() {
    for (square, text) in [
        (sq(0, 0), "A1"),
        (sq(2, 6), "C7"),
        (sq(25, 8), "Z9"),
        (sq(26, 1), "AA2"),
        (sq(51, 9), "AZ10"),
        (sq(52, 9), "BA10"),
        (sq(255, 255), "IV256"),
    ] {
        assert_eq!(square.to_string(), text);
        assert_eq!(text.parse(), Ok(square));
        assert_eq!(text.to_lowercase().parse(), Ok(square));
    }
    assert_eq!(format!("{:>5}|{:<4}|", sq(0, 0), sq(1, 1)), "   A1|B2  |");
}

#[test]
fn other_texts_are_refused_by_name() {
    for text in [
        "", "A", "7", "A0", "A01", "A257", "A1000", "IW1", "AAA1", "7A", "A 1", " A1", "A1 ", "A+1", "A-1", "A1B",
        "Ä1", "A١",
    ] {
        let error = text.parse::<Square>().unwrap_err().to_string();
        assert!(error.contains(&format!("{text:?}")), "{error}");
    }
}

#[test]
fn directions_are_clockwise_from_north() {
    for (index, dir) in Dir::ALL.into_iter().enumerate() {
        let (dx, dy) = dir.delta();
        assert_eq!(dir.bit(), 1 << index);
        assert_eq!(dir.is_diagonal(), dx != 0 && dy != 0);
        assert_eq!(dir.opposite().delta(), (-dx, -dy));
        let next = sq(5, 5).step(dir, 20, 20).unwrap();
        assert_eq!((next.x as i8 - 5, next.y as i8 - 5), (dx, dy));
        assert_eq!(sq(5, 5).dir_to(next), Some(dir));
    }
    assert_eq!(Dir::N.delta(), (0, -1));
    assert_eq!(sq(5, 5).dir_to(sq(5, 5)), None);
    assert_eq!(sq(5, 5).dir_to(sq(7, 5)), None);
    assert_eq!(sq(0, 5).dir_to(sq(255, 5)), None);
    assert_eq!(sq(0, 0).step(Dir::W, 20, 20), None);
    assert_eq!(sq(19, 0).step(Dir::E, 20, 20), None);
    assert_eq!(sq(255, 255).step(Dir::SE, 255, 255), None);
}

#[test]
fn blocks_have_squares_and_neighbours() {
    let big = Block::new(sq(2, 3), 2);
    assert_eq!(big.squares().collect::<Vec<_>>(), [sq(2, 3), sq(3, 3), sq(2, 4), sq(3, 4)]);
    assert_eq!(big.centre(), Point::new(48, 64));
    assert_eq!(big.rect(), Rect { left: 32, top: 48, right: 64, bottom: 80 });
    assert_eq!(one(0, 0).centre(), Point::new(8, 8));
    let east = big.step(Dir::E, 5, 5).unwrap();
    assert_eq!(big.newly_covered(east).collect::<Vec<_>>(), [sq(4, 3), sq(4, 4)]);
    assert_eq!(big.step(Dir::S, 5, 5), None);
    let north_west = big.step(Dir::NW, 5, 5).unwrap();
    assert_eq!(big.newly_covered(north_west).collect::<Vec<_>>(), [sq(1, 2), sq(2, 2), sq(1, 3)]);
    assert!(Block::new(sq(0, 0), 3).fits(3, 3) && !Block::new(sq(1, 0), 3).fits(3, 3));
}

#[test]
fn odd_blocks_do_no_harm() {
    let none = Block::new(sq(4, 4), 0);
    assert_eq!(none.squares().count(), 0);
    assert!(!none.fits(20, 20) && !none.overlaps(Block::new(sq(3, 3), 3)) && !none.touches(one(4, 4)));
    assert_eq!(border_points(none).count(), 0);
    let far = Block::new(sq(254, 255), 3);
    assert_eq!(far.squares().collect::<Vec<_>>(), [sq(254, 255), sq(255, 255)]);
    assert!(!far.fits(255, 255));
    let walls = Walls::new(255, 3);
    let mut obstacles = Vec::new();
    walls.between(far, none, |_| true, &mut obstacles);
    assert!(!any_line(none, far, &obstacles));
    assert!(!walls.block_fits(far) && !walls.block_step_open(far, Dir::N) && !walls.block_step_open(none, Dir::N));
    hull_squares(far, one(255, 255), |_| ());
}

#[test]
fn sets_keep_to_their_board() {
    let mut set = Squares::new(20, 14);
    assert!(set.is_empty());
    assert!(!set.insert(sq(20, 0)) && !set.insert(sq(0, 14)) && !set.contains(sq(20, 0)));
    assert!(set.insert(sq(19, 13)) && !set.insert(sq(19, 13)));
    let mut small = Squares::new(3, 3);
    small.union_with(&set);
    assert!(small.is_empty() && !small.intersects(&set));
    set.insert(sq(1, 2));
    small.union_with(&set);
    assert_eq!(small.iter().collect::<Vec<_>>(), [sq(1, 2)]);
    assert!(small.intersects(&set) && set.intersects(&small));
    assert_eq!(format!("{small:?}"), r#"3x3 {"B3"}"#);
    let mut huge = Squares::new(255, 255);
    assert!(huge.insert(sq(7, 8)) && !huge.insert(sq(8, 8)));
    assert_eq!(Squares::new(0, 0).iter().count(), 0);
}

#[test]
fn the_wide_set_holds_the_largest_board() {
    let mut set = WideSquares::new(96, 96);
    set.insert_all((0..96).flat_map(|y| (0..96).map(move |x| sq(x, y))));
    assert_eq!((set.len(), WideSquares::AREA, Squares::AREA, MAX_AREA), (96 * 96, 96 * 96, 2048, 2048));
    assert!(set.contains(sq(95, 95)) && !set.insert(sq(96, 0)) && set.remove(sq(95, 95)));
    assert_eq!(set.iter().last(), Some(sq(94, 95)));
}

#[test]
fn open_distance_counts_every_second_diagonal_twice() {
    // SC-SETUP-03, with y turned over as everywhere: the ledger's y grows northwards.
    assert_eq!(sq(0, 0).distance(sq(4, 3)), 5);
    assert_eq!(sq(6, 6).distance(sq(0, 0)), 9);
    assert_eq!(Block::new(sq(0, 0), 2).distance(one(7, 1)), 6);
    assert_eq!(Block::new(sq(0, 0), 2).distance(one(7, 0)), 6);
    assert_eq!(sq(0, 0).distance(sq(255, 255)), 382);
    // SC-SETUP-04: touching is one square away, walls apart.
    assert_eq!((one(3, 3).steps_to(one(4, 4)), one(3, 3).steps_to(one(5, 3))), (1, 2));
    assert_eq!((Block::new(sq(0, 0), 2).steps_to(one(2, 2)), Block::new(sq(0, 0), 2).steps_to(one(3, 1))), (1, 2));
}

proptest! {
    #[test]
    fn square_text_goes_round(x: u8, y: u8) {
        let square = sq(x, y);
        prop_assert_eq!(square.to_string().parse(), Ok(square));
    }

    #[test]
    fn any_text_is_a_square_or_an_error(text in "[A-Za-z]{0,3}[0-9]{0,4}.?") {
        if let Ok(square) = text.parse::<Square>() {
            prop_assert_eq!(square.to_string(), text.to_uppercase());
        }
    }

    #[test]
    fn blocks_agree_with_their_squares(
        a in (0u8..6, 0u8..6, 1u8..=3),
        b in (0u8..6, 0u8..6, 1u8..=3),
    ) {
        let [a, b] = [a, b].map(|(x, y, side)| Block::new(sq(x, y), side));
        let pairs = || a.squares().flat_map(|p| b.squares().map(move |q| (p, q)));
        prop_assert_eq!(a.overlaps(b), pairs().any(|(p, q)| p == q));
        prop_assert_eq!(a.touches(b), pairs().any(|(p, q)| p == q || p.dir_to(q).is_some()));
        for x in 0..10 {
            for y in 0..10 {
                prop_assert_eq!(a.contains(sq(x, y)), a.squares().any(|square| square == sq(x, y)));
            }
        }
        prop_assert_eq!(a.distance(b), pairs().map(|(p, q)| p.distance(q)).min().unwrap());
        prop_assert_eq!(a.steps_to(b), pairs().map(|(p, q)| p.steps_to(q)).min().unwrap());
        prop_assert_eq!(a.fits(7, 5), a.squares().all(|square| square.on_board(7, 5)));
    }

    #[test]
    fn wide_sets_agree_with_ordered_sets(
        (width, height) in (12u8..=96, 12u8..=96),
        squares in prop::collection::vec((0u8..100, 0u8..100), 0..300),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let mut set = WideSquares::new(width, height);
        set.insert_all(squares.iter().map(|&(x, y)| sq(x, y)));
        let mut expected: BTreeSet<(u8, u8)> =
            squares.iter().filter(|&&(x, y)| x < width && y < height).map(|&(x, y)| (y, x)).collect();
        for pick in gone.iter().filter(|_| !squares.is_empty()) {
            let (x, y) = squares[pick.index(squares.len())];
            prop_assert_eq!(set.remove(sq(x, y)), expected.remove(&(y, x)));
        }
        prop_assert_eq!(set.iter().map(|s| (s.y, s.x)).collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
    }

    /// Against a walk that takes diagonals first, which is never longer than any other.
    #[test]
    fn open_distance_agrees_with_a_walk(a in (0u8..96, 0u8..96), b in (0u8..96, 0u8..96)) {
        let (a, b) = (sq(a.0, a.1), sq(b.0, b.1));
        let (mut at, mut cost, mut diagonals, mut steps) = (a, 0, 0, 0);
        while at != b {
            let toward = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
            let (dx, dy) = (toward(at.x, b.x), toward(at.y, b.y));
            at = sq(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            if dx != 0 && dy != 0 {
                diagonals += 1;
            }
            cost += if dx != 0 && dy != 0 && diagonals % 2 == 0 { 2 } else { 1 };
            steps += 1;
        }
        prop_assert_eq!(a.distance(b), cost);
        prop_assert_eq!(a.steps_to(b), steps);
    }

    #[test]
    fn sets_agree_with_ordered_sets(
        width in 1u8..=50,
        height in 1u8..=40,
        changes in prop::collection::vec((0u8..60, 0u8..45, any::<bool>()), 0..200),
        others in prop::collection::vec((0u8..60, 0u8..45), 0..40),
    ) {
        let mut set = Squares::new(width, height);
        let mut expected = BTreeSet::new();
        for (x, y, put) in changes {
            let held = x < width && y < height;
            if put {
                prop_assert_eq!(set.insert(sq(x, y)), held && expected.insert((y, x)));
            } else {
                prop_assert_eq!(set.remove(sq(x, y)), expected.remove(&(y, x)));
            }
        }
        let mut other = Squares::new(width, height);
        others.iter().for_each(|&(x, y)| { other.insert(sq(x, y)); });
        prop_assert_eq!(set.intersects(&other), other.iter().any(|square| expected.contains(&(square.y, square.x))));
        let mut both = set;
        both.union_with(&other);
        prop_assert_eq!(set.len(), expected.len());
        prop_assert_eq!(set.is_empty(), expected.is_empty());
        prop_assert_eq!(set.iter().map(|s| (s.y, s.x)).collect::<Vec<_>>(), expected.iter().copied().collect::<Vec<_>>());
        expected.extend(other.iter().map(|s| (s.y, s.x)));
        prop_assert_eq!(both.iter().map(|s| (s.y, s.x)).collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
        both.clear();
        prop_assert_eq!(both, Squares::new(width, height));
    }
}
