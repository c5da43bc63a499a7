//! Whole lengths from squares: the only place where a root is taken.
//!
//! Lengths are whole thousandths of an inch. A length that is *told* (a leg, a gap) is the true length rounded to the
//! nearest thousandth; a whole number's root never lies half way between two whole numbers, so nearest is never in
//! doubt. A length that is *compared* is not rounded: its square is compared.

/// The root rounded to the nearest whole number; 0 for what is below 0.
pub fn root(square: i64) -> i64 {
    let square = square.max(0) as u64;
    let down = square.isqrt();
    // (down + 1/2)^2 = down^2 + down + 1/4, so it is nearer to the next one when more than `down` is left over.
    (if square - down * down > down { down + 1 } else { down }) as i64
}

/// As [`root`], of a larger number.
pub fn wide_root(square: i128) -> i64 {
    if let Ok(small) = i64::try_from(square) {
        return root(small);
    }
    let square = square.max(0) as u128;
    let down = square.isqrt();
    let nearest = if square - down * down > down { down + 1 } else { down };
    i64::try_from(nearest).unwrap_or(i64::MAX)
}

/// A quotient rounded to the nearest whole number, halves away from 0. Dividing by 0 gives 0.
pub fn divide(over: i128, under: i128) -> i64 {
    if under == 0 {
        return 0;
    }
    // Nearly always both are small, and a division of small numbers takes a fraction of the time.
    if let (Ok(over), Ok(under)) = (i64::try_from(over), i64::try_from(under))
        && over.unsigned_abs() < 1 << 62
        && under > 0
    {
        let half = under / 2;
        return if over < 0 { -((half - over) / under) } else { (over + half) / under };
    }
    let (over, under) = if under < 0 { (-over, -under) } else { (over, under) };
    let half = under / 2;
    let nearest = if over < 0 { -((-over + half) / under) } else { (over + half) / under };
    i64::try_from(nearest).unwrap_or(if nearest < 0 { i64::MIN } else { i64::MAX })
}

/// A length as it is told. What is too long for it is the longest there is.
pub fn told(length: i64) -> i32 {
    i32::try_from(length).unwrap_or(if length < 0 { i32::MIN } else { i32::MAX })
}

/// The square of a reach. What is below 0 is 0, and nothing reaches farther than all tables together.
pub fn square(reach: i64) -> i64 {
    let reach = reach.clamp(0, i64::from(i32::MAX));
    reach * reach
}
