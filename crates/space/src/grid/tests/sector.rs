//! Cones and fans: the ledger's examples, and every square against the ruling of SC-WQUAL-06 taken literally.

use proptest::prelude::*;

use super::north::{BOARD, at, set, sorted};
use crate::grid::*;

fn covered(sector: Sector, length: u8, toward: (i32, i32)) -> Vec<Square> {
    let axis = Course::between(at(0, 0), at(toward.0, toward.1));
    sorted(Sectors::default().squares(sector, length, at(0, 0), axis, BOARD, BOARD))
}

#[test]
fn cones_of_the_ledger() {
    // SC-WQUAL-05
    assert_eq!(covered(Sector::Cone, 3, (1, 0)), set([(1, 0), (2, 0), (3, 0), (3, 1), (3, -1)]));
    let four = [(1, 0), (2, 0), (3, 0), (4, 0), (3, 1), (4, 1), (3, -1), (4, -1)];
    assert_eq!(covered(Sector::Cone, 4, (1, 0)), set(four));
    assert_eq!(covered(Sector::Cone, 3, (1, 1)), set([(1, 1), (2, 1), (1, 2), (2, 2)]));
    // SC-WQUAL-06
    assert_eq!(covered(Sector::Cone, 2, (1, 0)), set([(1, 0), (2, 0)]));
}

#[test]
fn fans_of_the_ledger() {
    // SC-WQUAL-16; the square (1, 1) is cut in half exactly (SC-WQUAL-06).
    let two = [(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1)];
    assert_eq!(covered(Sector::Fan, 2, (1, 0)), set(two));
    let three = (1..=3).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    assert_eq!(covered(Sector::Fan, 3, (1, 0)), set(three));
    assert_eq!(covered(Sector::Fan, 4, (1, 0)).len(), 18);
    assert_eq!(covered(Sector::Fan, 2, (1, 1)), set([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]));
}

#[test]
fn a_sector_keeps_to_the_board_and_needs_an_axis() {
    let mut sectors = Sectors::default();
    let corner = Square::new(0, 0);
    let axis = Course::between(corner, Square::new(0, 5));
    let fan: Vec<Square> = sectors.squares(Sector::Fan, 2, corner, axis, 40, 2).collect();
    assert_eq!(fan, [Square::new(0, 1), Square::new(1, 1)]);
    let nowhere = Course::between(corner, corner);
    assert_eq!(sectors.squares(Sector::Fan, 5, corner, nowhere, 40, 40).count(), 0);
    assert_eq!(sectors.squares(Sector::Cone, 0, corner, axis, 40, 40).count(), 0);
    // The ledger's longest possible line on the largest board still fits its numbers.
    let slant = Course::between(corner, Square::new(254, 253));
    assert!(sectors.squares(Sector::Cone, 255, corner, slant, 255, 255).count() > 10_000);
}

#[test]
fn the_nearest_squares_come_first() {
    let mut sectors = Sectors::default();
    let axis = Course::between(at(0, 0), at(-3, 2));
    let far: Vec<i32> = sectors.offsets(Sector::Fan, 6, axis).map(|(x, y)| x * x + y * y).collect();
    assert!(far.len() > 10 && far.is_sorted());
}

/// The sum over the lattice as the ledger gives it, without any shortcut.
fn ruling(sector: Sector, length: u8, a: (i128, i128), square: (i128, i128)) -> bool {
    let mut sum = 0;
    for row in 0..64 {
        for column in 0..64 {
            let p = (square.0 * 128 - 63 + 2 * column, square.1 * 128 - 63 + 2 * row);
            let d = p.0 * a.0 + p.1 * a.1;
            let p_square = p.0 * p.0 + p.1 * p.1;
            let radius = 128 * i128::from(length) + 64;
            if d <= 0 || p_square > radius * radius {
                continue;
            }
            let product = p_square * (a.0 * a.0 + a.1 * a.1);
            let t = 4 * d * d - 2 * product;
            let v = match sector {
                Sector::Fan => 2 * d * d - product,
                Sector::Cone if t < 0 => continue,
                Sector::Cone => t * t - 2 * product * product,
            };
            sum += if v > 0 { 2 } else { i32::from(v == 0) };
        }
    }
    sum >= 4096
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn sectors_agree_with_the_ruling(
        fan: bool,
        length in 1u8..=6,
        axis in prop_oneof![(-4i32..=4, -4i32..=4), (-19i32..=19, -19i32..=19)],
    ) {
        let sector = if fan { Sector::Fan } else { Sector::Cone };
        prop_assume!(axis != (0, 0));
        let reach = i128::from(length) + 1;
        let mut expected = Vec::new();
        for y in -reach..=reach {
            for x in -reach..=reach {
                if (x, y) != (0, 0) && ruling(sector, length, (axis.0.into(), axis.1.into()), (x, y)) {
                    expected.push((x, y));
                }
            }
        }
        prop_assert_eq!(covered(sector, length, axis), set(expected.iter().map(|&(x, y)| (x as i32, y as i32))));
    }
}
