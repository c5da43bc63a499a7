//! What can be said of a share that was counted.

/// A share with the interval in which the true one lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// The Wilson interval: right also for few battles and for shares near 0 and 1, where the usual one leaves the range.
pub fn wilson(hits: u64, of: u64) -> Interval {
    if of == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let scale = 1.0 + Z * Z / n;
    let middle = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}
