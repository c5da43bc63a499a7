//! What a board, a lobby and a muster need of this game beyond its rules.

mod aftermath;
mod campaign;
mod card;
mod content;
mod ground;
mod happenings;
mod words;
