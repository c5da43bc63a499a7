//! Tables in inches: exact geometry in whole thousandths.
//!
//! - A [`Spot`] is a place with a height, a [`Point`] a place in plan; a [`Base`] is a round base, a [`Cylinder`] a figure.
//! - A [`Layout`] lists terrain: [`Piece`]s with a height, [`Ladder`]s, [`Rail`]s. A [`Table`] is made of it once, finds
//!   its [`Edge`]s and answers questions. It knows no figures: they are told with each question.
//! - [`Table::path`] says what each leg of a path is ([`Stride`]) or where the first [`Fault`] lies; [`Ways`] finds the
//!   shortest path and the area within reach; [`lane`] holds corridors and straight lines.
//! - [`Table::view`] draws the sight lines from an eye to the points of a [`Silhouette`].
//! - [`sample`] offers spots that are worth a thought.
//!
//! Everything is whole numbers: squares of distances are compared, lengths that are told are rounded as [`measure`] says.
//! Coordinates beyond [`FAR`] are read as being there, and no question panics.

mod area;
pub mod base;
pub mod build;
mod climb;
pub mod edge;
mod fall;
mod index;
pub mod keepout;
pub mod lane;
pub mod measure;
pub mod path;
pub mod polygon;
pub mod reach;
pub mod sample;
pub mod segment;
pub mod sight;
pub mod spot;
pub mod table;
pub mod terrain;
pub mod turn;
pub mod ways;

#[cfg(test)]
mod tests;

pub use base::{Base, CONTACT, Cylinder};
pub use edge::{Edge, EdgeId};
pub use keepout::{Keepout, free};
pub use lane::Spring;
pub use path::{Fault, Scratch, Stride, Why};
pub use polygon::{Bounds, Place, Polygon, PolygonError, Span};
pub use reach::{Gait, Search};
pub use sample::{Seen, Watch};
pub use segment::{FAR, Point, Share};
pub use sight::{Look, Silhouette, View};
pub use spot::{Area, Spot, SpotError};
pub use table::{LayoutError, Table, Unfit};
pub use terrain::{Kind, Ladder, LadderId, Layout, Material, Mover, Opacity, Piece, PieceId, Rail, Thicket};
pub use ways::Ways;
