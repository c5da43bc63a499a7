//! The worked numbers of the rule ledgers, and each primitive against a slow reference that is written differently.

mod approach;
mod course;
mod distance;
mod hull;
mod ledger;
mod line;
mod map;
mod north;
mod patch;
mod ring;
mod sector;
mod shapes;
mod shot;
mod sight;
mod steps;
