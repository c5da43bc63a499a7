//! Sword and Claw: armies of single figures on squares, step by step, with simultaneous attacks.

pub mod cards;
