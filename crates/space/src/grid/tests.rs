//! The worked numbers of the first system's rule ledger, and each primitive against a slow reference that is
//! written differently.

mod distance;
mod hull;
mod ledger;
mod line;
mod map;
mod shapes;
mod sight;
mod steps;
