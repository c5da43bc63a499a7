//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod board;
mod campaign;
mod conformance;
mod frames;
mod lanes;
mod measuring;
mod minds;
