//! What lies on a board of Coreheim, in words: houses, heights and what stands between them.

use kernel::board::Ground;

pub(super) const GROUND: &[Ground] = &[
    Ground::new("ground", "Ground", "stand on it"),
    Ground::new("ruined house", "House", "ground floor"),
    Ground::new("floor", "Floor", "stand on it"),
    Ground::new("block", "Solid block", "climb it"),
    Ground::new("house-wall", "House wall", "no step, no sight"),
    Ground::new("wall", "Wall", "no step, no sight"),
    Ground::new("window", "Window", "attacks through"),
    Ground::new("deep-water", "Water", "not entered"),
    Ground::new("railing", "Railing", "no fall over it"),
    Ground::new("ladder", "Ladder", "costs its height"),
    Ground::new("stairs", "Stairs", "the way up"),
    Ground::new("set-up", "Set-up zone", "where a side begins"),
    Ground::new("shard", "Shard", "carry it home"),
];
