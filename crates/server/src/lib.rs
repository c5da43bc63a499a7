//! The server of the browser board: battles that are kept, seats, sockets.

pub mod wire;
