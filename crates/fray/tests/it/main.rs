//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod cases;
mod cli;
mod disk;
mod kill;
mod process;
mod stop;
#[path = "../../../server/tests/it/table.rs"]
mod table;
