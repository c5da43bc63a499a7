//! All integration tests of this crate in one program: each program more links the whole engine once more.

mod campaign;
mod foresight;
mod limits;
mod packs;
mod play;
mod secrets;
mod table;
mod wire;
