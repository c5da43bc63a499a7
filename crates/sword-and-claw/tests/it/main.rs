//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod board;
mod conformance;
mod foresight;
mod odds;
mod secrets;
