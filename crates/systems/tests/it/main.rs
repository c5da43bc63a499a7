//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod moments;
mod playthroughs;
mod questions;
mod sentences;
