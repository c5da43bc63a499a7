//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod odds;
mod wrong_cases;
