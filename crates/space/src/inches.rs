//! Tables in inches: exact geometry in whole thousandths.
//!
//! - A [`Spot`] is a place with a height, a [`Point`] a place in plan; a [`Base`] is a round base, a [`Cylinder`] a figure.
//! - A [`Layout`] lists terrain: [`Piece`]s with a height, [`Ladder`]s, [`Rail`]s. A [`Tabletop`] is made of it once, finds
//!   its [`Edge`]s and answers questions. It knows no figures: they are told with each question.
//! - [`Tabletop::path`] says what each leg of a path is ([`Stride`]) or where the first [`Fault`] lies; [`Keepout`]s are what it
//!   must stay clear of. [`Tabletop::stand`] says whether a base may stay somewhere. [`Hopping::follow`] goes straight on over
//!   narrow gaps and down drops.
//! - [`Ways`] is made once for a table and a [`Mover`]; it finds the shortest path to a spot, into contact or to a border, and
//!   the area within reach.
//! - [`Tabletop::view`] draws the sight lines from an eye to the points of a [`Silhouette`].
//! - [`lane`] holds strips along a path, half planes, contact on the way and [`Springing::straight`] lines that climb and jump;
//!   a [`Scramble`] is the shortest way that does so with bends;
//!   [`Tabletop::brink`] and [`Tabletop::landing`] belong to falls; a [`Cone`] is a template.
//! - [`sample`] offers spots that are worth a thought; [`build`] makes walls with openings.
//!
//! Touching is never overlapping, and exactly `n` is within `n`; tolerances are the caller's to add. Everything is whole
//! numbers: squares of distances are compared, lengths that are told are rounded as [`measure`] says.
//! Coordinates beyond [`FAR`] are read as being there, and no question panics.

mod area;
pub mod base;
pub mod build;
mod climb;
pub mod cone;
pub mod edge;
mod fall;
pub mod hop;
mod index;
pub mod keepout;
pub mod lane;
pub mod measure;
pub mod path;
pub mod polygon;
pub mod reach;
mod rims;
pub mod sample;
pub mod scramble;
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
pub use cone::{Cone, ConeSize};
pub use edge::{Edge, EdgeId};
pub use hop::{Footing, Hop, Hopping, Hops};
pub use keepout::{Keepout, free};
pub use lane::{Spring, Springing};
pub use path::{Fault, Scratch, Stride, Why};
pub use polygon::{Bounds, Place, Polygon, PolygonError, Span};
pub use reach::{Border, Gait, Search, Trip};
pub use sample::{Seen, Standing, Watch};
pub use scramble::{Crossings, Quest, Scramble};
pub use segment::{FAR, Point, Share};
pub use sight::{Hindrance, Look, Silhouette, View};
pub use spot::{Area, Spot, SpotError};
pub use table::{LayoutError, Tabletop, Unfit};
pub use terrain::{Kind, Ladder, LadderId, Layout, Material, Mover, Opacity, Piece, PieceId, Rail, Thicket, Window};
pub use ways::Ways;
