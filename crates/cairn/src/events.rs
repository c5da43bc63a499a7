//! Everything that happens. Rolls and contests tell themselves.

use crate::{Cairn, State};
use kernel::{Figure, Seat};
use space::grid::Square;

kernel::counted! { Points: "1 point", "points"; }

kernel::events! { Cairn, State, rolls:
    Began = "{seat} begins" { seat: Seat };
    Moved = "{unit} goes to {at}" { unit: Figure, at: Square };
    GaveGround = "{unit} gives ground to {at}" { unit: Figure, at: Square };
    Hurt = "{unit} loses {lost} and has {left} left" { unit: Figure, lost: i32, left: i32 };
    Fell = "{unit} falls" { unit: Figure };
    Held = "The cairn is held by {seat}: {score}" { seat: Seat, score: Points };
    Ended = "The battle is over: {reason}" { reason: &'static str };
}
