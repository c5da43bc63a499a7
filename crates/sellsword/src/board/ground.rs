//! What lies on a board of Sellsword, in words: what a map has and what fighting leaves on it.

use kernel::board::Ground;

pub(super) const GROUND: &[Ground] = &[
    Ground::new("wall", "Wall", "no step, no sight"),
    Ground::new("low wall", "Low wall", "slows, cover"),
    Ground::new("challenging", "Rubble", "slows"),
    Ground::new("brush", "Brush", "cover"),
    Ground::new("damaging", "Harmful ground", "hurts"),
    Ground::new("obstructing", "Pillar", "no stop, cover"),
    Ground::new("pit", "Pit", "a fall"),
    Ground::new("sliding", "Sliding wall", "enter straight"),
    Ground::new("smoke", "Smoke", "hides, passes"),
    Ground::new("objective", "Objective", "points a round"),
    Ground::new("start", "Start area", "where a side begins"),
    Ground::new("entry", "Entry tile", "where units come in"),
];
