//! All integration tests of this crate in one program: each program more links the whole engine once more.

#[cfg(unix)]
mod between;
mod cases;
mod cli;
#[cfg(target_os = "linux")]
mod disk;
mod fuzz;
mod kill;
#[cfg(unix)]
mod log;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(unix)]
#[path = "../../../server/tests/it/postgres.rs"]
mod postgres;
mod process;
#[cfg(unix)]
mod restart;
#[cfg(unix)]
mod servers;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod stop;
#[cfg(unix)]
mod store;
#[path = "../../../server/tests/it/table.rs"]
mod table;
