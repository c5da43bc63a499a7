//! What lies on a board of The Sword Marches, in words: terrain by how it plays, and what a piece of it looks like.

use kernel::board::Ground;

pub(super) const GROUND: &[Ground] = &[
    Ground::new("low obstacle", "Low obstacle", "walked over"),
    Ground::new("obstacle", "Wall", "stop, then cross"),
    Ground::new("high obstacle", "High obstacle", "climb only"),
    Ground::new("platform", "Platform", "stand on top"),
    Ground::new("area terrain", "Area", "2″ of sight"),
    Ground::new("difficult ground", "Difficult", "slows, ends a Move"),
    Ground::new("impassable ground", "Impassable", "no entry"),
    Ground::new("wood", "Wood", "area, 2″ of sight"),
    Ground::new("open ruin", "Ruin", "area, cover"),
    Ground::new("rough crags", "Crags", "area, 2″ of sight"),
    Ground::new("stream", "Stream", "difficult"),
    Ground::new("marsh", "Bog", "difficult"),
    Ground::new("scrub", "Scrub", "difficult"),
    Ground::new("rubble", "Scree", "difficult"),
    Ground::new("deep water", "Deep water", "no entry"),
    Ground::new("rock", "Rock", "no entry"),
    Ground::new("roof", "Roof", "stand on top"),
    Ground::new("stair", "Step", "up to the roof"),
    Ground::new("fence", "Fence", "obstacle"),
    Ground::new("hedge", "Hedge", "obstacle"),
    Ground::new("palisade", "Palisade", "climb only"),
    Ground::new("tomb", "Tomb", "obstacle"),
    Ground::new("crates", "Crates", "obstacle"),
    Ground::new("set-up", "Set-up zone", "where a side begins"),
    Ground::new("ward", "Ward", "of the Adventure"),
    Ground::new("objective", "Objective", "of the Adventure"),
];
