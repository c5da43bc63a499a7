//! Directions in steps of fifteen degrees.

use super::measure::divide;
use super::segment::Point;

/// How many steps make a full turn.
pub const TURN: i32 = 24;

/// Millionths of the cosine and sine of the first quarter.
const QUARTER: [(i64, i64); 6] = [
    (1_000_000, 0),
    (965_926, 258_819),
    (866_025, 500_000),
    (707_107, 707_107),
    (500_000, 866_025),
    (258_819, 965_926),
];

/// Cosine and sine, in millionths, of a number of steps against the clock.
pub fn direction(steps: i32) -> (i64, i64) {
    let steps = steps.rem_euclid(TURN);
    let (x, y) = QUARTER[(steps % 6) as usize];
    match steps / 6 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

/// `p` turned about `centre` by a number of steps against the clock, to the nearest thousandth.
pub fn turned(centre: Point, p: Point, steps: i32) -> Point {
    let (cos, sin) = direction(steps);
    let (x, y) = (i128::from(p.x - centre.x), i128::from(p.y - centre.y));
    let (cos, sin) = (i128::from(cos), i128::from(sin));
    Point::new(centre.x + divide(x * cos - y * sin, 1_000_000), centre.y + divide(x * sin + y * cos, 1_000_000))
}

/// The point at `reach` from `centre` in a direction, each coordinate rounded away from the centre, so that it is never
/// nearer than `reach` and less than two thousandths farther.
pub fn outward(centre: Point, steps: i32, reach: i64) -> Point {
    let (cos, sin) = direction(steps);
    let away = |part: i64| {
        let over = part.abs() * reach;
        // The table is good to a millionth, so a hair is added before rounding up, except along the axes.
        let up = if part.abs() == 1_000_000 || part == 0 { over } else { over + reach };
        (up + 999_999) / 1_000_000 * part.signum()
    };
    Point::new(centre.x + away(cos), centre.y + away(sin))
}
