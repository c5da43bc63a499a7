//! The worked numbers of two rule ledgers, and each question against a slow reference that is written differently.

mod bases;
mod degenerate;
mod indices;
mod lanes;
mod ledger;
mod maps;
mod paths;
mod polygons;
mod reaches;
mod sights;
