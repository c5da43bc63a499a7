//! What lies on a board of Sword and Claw, in words: the terrain of the pack, edges between squares, zones of magic and what waits.

use kernel::board::Ground;

pub(super) const GROUND: &[Ground] = &[
    Ground::new("rubble", "Rubble", "slows"),
    Ground::new("trees", "Trees", "slow, light cover"),
    Ground::new("low-wall", "Low wall", "slows, cover"),
    Ground::new("boulders", "Boulders", "slow, cover"),
    Ground::new("building", "Building", "no step, no sight"),
    Ground::new("rock", "Rock", "no step, no sight"),
    Ground::new("water-1", "Water, 1 deep", "wading"),
    Ground::new("water-2", "Water, 2 deep", "wading, swimming"),
    Ground::new("water-3", "Water, 3 deep", "swimming"),
    Ground::new("bridge", "Bridge", "over water"),
    Ground::new("fortification", "Fortification", "high, walked on"),
    Ground::new("stairs", "Stairs", "the way up"),
    Ground::new("fence", "Fence", "slows, hinders blows"),
    Ground::new("wall", "Wall", "no step, no sight"),
    Ground::new("window", "Window", "attacks through"),
    Ground::new("slit", "Arrow slit", "shots through"),
    Ground::new("door", "Door", "open way"),
    Ground::new("blocking zone", "Barrier", "no step, no sight"),
    Ground::new("obscuring zone", "Smoke", "no sight"),
    Ground::new("burning zone", "Fire", "burns who enters"),
    Ground::new("entangling zone", "Snare", "entangles"),
    Ground::new("rough going zone", "Mire", "slows"),
    Ground::new("objective", "Objective", "points a round"),
    Ground::new("start", "Start area", "where a side begins"),
    Ground::new("declared", "Declared", "not resolved yet"),
    Ground::new("waiting", "Waiting", "not placed yet"),
];
