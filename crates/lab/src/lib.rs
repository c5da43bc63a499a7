//! Where the engine is put to use in bulk: simulations, the benchmark, cases.
//!
//! Floats are allowed here and nowhere below: they only ever describe results, they never make one.

mod arena;
pub mod bench;
pub mod case;
pub mod odds;
pub mod sim;
pub mod sketch;
mod statistics;
#[cfg(test)]
mod tests;

pub use arena::{MOST_DECISIONS, Stuck};
pub use statistics::{Interval, wilson};
