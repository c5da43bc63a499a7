//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod cli;
#[cfg(target_os = "linux")]
mod disk;
mod kill;
mod process;
#[cfg(unix)]
mod stop;
#[path = "../../../server/tests/it/table.rs"]
mod table;
