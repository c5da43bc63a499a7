//! The squares under a shot against the definition: those whose inside the line crosses, in its order.

use proptest::prelude::*;

use super::map::sq;
use super::north::{BOARD, at};
use crate::grid::*;

#[test]
fn shots_of_the_ledger() {
    // SC-DLINE-03: through the centre of the target and on.
    let line: Vec<Square> = Shot::new(at(0, 0), at(6, 0), 0).squares(BOARD, BOARD).take(9).collect();
    assert_eq!(line, [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|x| at(x, 0)));
    let diagonal: Vec<Square> = Shot::new(at(0, 0), at(2, 2), 0).squares(BOARD, BOARD).take(3).collect();
    assert_eq!(diagonal, [at(1, 1), at(2, 2), at(3, 3)]);
    let slanted: Vec<Square> = Shot::new(at(0, 0), at(2, 1), 0).squares(BOARD, BOARD).take(6).collect();
    assert_eq!(slanted, [at(1, 0), at(1, 1), at(2, 1), at(3, 1), at(3, 2), at(4, 2)]);
    // SC-DLINE-04: a total of 3 passes 2 inches to the left or right of the target, seen from the firer.
    let aside =
        |right: i16| -> Vec<Square> { Shot::new(at(0, 0), at(6, 0), right).squares(BOARD, BOARD).take(10).collect() };
    assert!(aside(2).contains(&at(6, -2)) && aside(-2).contains(&at(6, 2)));
    // At (1.5, 0.5) from the start it runs right through a corner.
    assert_eq!(aside(2)[..4], [at(1, 0), at(2, -1), at(3, -1), at(4, -1)]);
    // Shooting north, right is east.
    assert!(Shot::new(at(0, 0), at(0, 6), 2).squares(BOARD, BOARD).any(|square| square == at(2, 6)));
}

#[test]
fn a_shot_ends_at_the_edge_and_needs_a_target() {
    assert_eq!(Shot::new(sq(3, 3), sq(3, 3), 2).squares(9, 9).count(), 0);
    let north: Vec<Square> = Shot::new(sq(3, 3), sq(3, 2), 0).squares(9, 9).collect();
    assert_eq!(north, [sq(3, 2), sq(3, 1), sq(3, 0)]);
    // One square to the right of a diagonal neighbour is almost due south.
    let wide: Vec<Square> = Shot::new(sq(3, 3), sq(4, 4), 1).squares(9, 9).collect();
    assert_eq!(wide[..4], [sq(3, 4), sq(3, 5), sq(3, 6), sq(4, 6)]);
    assert!(Shot::new(sq(0, 0), sq(254, 253), i16::MAX).squares(255, 255).count() < 600);
}

/// The squares whose inside the ray along (ux, uy) crosses, by the sides on which their corners lie.
fn crossed(from: Square, (ux, uy): (i128, i128), width: u8, height: u8) -> Vec<Square> {
    let mut found: Vec<(i128, Square)> = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let (dx, dy) = (i128::from(x) - i128::from(from.x), i128::from(y) - i128::from(from.y));
            let sides = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(cx, cy)| ux * (2 * dy + cy) - uy * (2 * dx + cx));
            let through = sides.iter().any(|&side| side < 0) && sides.iter().any(|&side| side > 0);
            if through && ux * dx + uy * dy > 0 {
                // Every step of the ray adds to this.
                found.push((dx * ux.signum() + dy * uy.signum(), sq(x, y)));
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, square)| square).collect()
}

/// The line from a centre to a mark beside another, with a length of the line of fire that is `root` / `unit`.
fn direction(dx: i128, dy: i128, right: i128, root: i128, unit: i128) -> (i128, i128) {
    (dx * root - right * dy * unit, dy * root + right * dx * unit)
}

proptest! {
    #[test]
    fn shots_cross_what_the_definition_says(
        from in (0u8..24, 0u8..24),
        to in (0u8..24, 0u8..24),
        right in prop_oneof![Just(0i16), -12i16..=12],
    ) {
        let (from, to) = (sq(from.0, from.1), sq(to.0, to.1));
        prop_assume!(from != to);
        let (dx, dy) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
        let unit = 1i128 << 30;
        // The root lies between two neighbouring whole numbers, too close together for any corner to tell them
        // apart; or it is the lower one.
        let square = (dx * dx + dy * dy) * unit * unit;
        let low = square.isqrt();
        let found: Vec<Square> = Shot::new(from, to, right).squares(24, 24).collect();
        for root in [low, low + i128::from(low * low < square)] {
            prop_assert_eq!(&found, &crossed(from, direction(dx, dy, right.into(), root, unit), 24, 24));
        }
    }

    #[test]
    fn whole_lengths_leave_no_doubt(
        from in (0u8..30, 0u8..30),
        (long, short, length) in prop::sample::select(vec![(1, 0, 1), (4, 3, 5), (12, 5, 13), (15, 8, 17)]),
        (times, turn, right) in (1i32..=3, 0u8..8, -9i16..=9),
    ) {
        let from = sq(from.0, from.1);
        let (x, y) = if turn & 1 == 0 { (long, short) } else { (short, long) };
        let (x, y) = (if turn & 2 == 0 { x } else { -x } * times, if turn & 4 == 0 { y } else { -y } * times);
        let Some(to) = from.shifted(x, y, 80, 80) else { return Ok(()) };
        let ray = direction(x.into(), y.into(), right.into(), i128::from(length * times), 1);
        prop_assert_eq!(Shot::new(from, to, right).squares(80, 80).collect::<Vec<_>>(), crossed(from, ray, 80, 80));
    }
}
