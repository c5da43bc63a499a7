//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod battles;
mod board;
mod conformance;
mod content;
mod minds;
mod muster;
mod odds;
mod secrets;
