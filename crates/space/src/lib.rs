//! Exact space for tabletop skirmish games. The crate knows boards, walls and lines, and no game.
//!
//! [`grid`] is the world of square grids:
//!
//! - a [`grid::Square`] is a place, a [`grid::Block`] is the space of a base of 1, 2 or 3 squares a side;
//! - [`grid::Walls`] holds what stands on the grid lines and which squares are filled; it answers which
//!   steps are open;
//! - a [`grid::Line`] is drawn between points in whole sixteenths of a square; [`grid::any_line`] tells
//!   whether one block sees another past the obstacles that [`grid::Walls::between`] finds;
//! - [`grid::Geometry`] holds what a map fixes once and for all: open steps, touching neighbours and
//!   counted distances; it also finds the steps that lead closer to a space or away from it;
//! - [`grid::Square::distance`] and [`grid::Block::distance`] measure over open ground instead;
//! - a [`grid::Course`] is a straight way over the squares, a [`grid::Shot`] the squares under a line,
//!   [`grid::Sectors`] are cones and fans, a [`grid::Patch`] is an area that may drift, [`grid::aura`]
//!   what is near a base, and a [`grid::Ring`] goes round one.
//!
//! [`inches`] is the world of tables measured in inches: its module page lists what it answers.
//!
//! [`roads`] tells how far it is over any net of places.
//!
//! Everything is integer arithmetic, so that each answer is the same on every machine. Squares off the
//! board are never an error: they read as filled, no step leads there and no distance reaches them.

#![forbid(unsafe_code)]

pub mod grid;
pub mod inches;
pub mod roads;
