//! Square grids with walls on the grid lines.
//!
//! Grid point (x, y) is the top-left corner of square (x, y). Lines of sight are drawn in sixteenths of a
//! square, so that grid point (x, y) is [`Point`] (16x, 16y).

mod approach;
pub mod block;
pub mod course;
pub mod geometry;
mod hull;
pub mod line;
pub mod patch;
pub mod ring;
mod runs;
pub mod sector;
pub mod shot;
pub mod sight;
pub mod square;
pub mod squares;
pub mod walls;

#[cfg(test)]
mod tests;

pub use block::Block;
pub use course::Course;
pub use geometry::Geometry;
pub use line::{Line, Point, Rect, SIXTEENTHS, border_points, inner_points};
pub use patch::{Patch, aura};
pub use ring::{Ring, Turn};
pub use runs::runs;
pub use sector::{Sector, Sectors};
pub use shot::Shot;
pub use sight::{Obstacle, any_line, hull_meets, hull_squares, lines};
pub use square::{Dir, Square, SquareError};
pub use squares::{MAX_AREA, SquareSet, Squares, WideSquares};
pub use walls::{Edge, Walls};
