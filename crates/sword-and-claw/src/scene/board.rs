//! Terrain, what lies between squares, and zones that play has made.

use super::site;
use crate::cards::{Cover, EdgeKind, Terrain, TerrainId, Traits, ZoneKind};
use crate::state::{Cells, State};
use kernel::scene::{Feature, WallPiece};
use kernel::{Rule, Speaks};
use rulebook::SC;
use space::grid::{Dir, Square, runs};

pub(super) fn features(state: &State) -> Vec<Feature> {
    let map = &state.field().map;
    let mut found = Vec::new();
    for (place, terrain) in state.setting.pack.terrain.iter().enumerate() {
        if is_clear(terrain) {
            continue;
        }
        let (kind, rule, wanted) = (terrain.id.text(), rule(terrain), Some(TerrainId(place as u8)));
        for y in 0..map.height {
            let there = |x| (map.kind(Square::new(x, y)) == wanted).then_some(());
            for (x, width, ()) in runs(map.width, there) {
                found.push(Feature { kind, rule, site: site(Square::new(x, y), width, 1), until: None });
            }
        }
    }
    for zone in &state.zones {
        let leader = state.seats_of(zone.side).next();
        let whose = leader.map_or_else(String::new, |seat| format!(" of {}", state.seat_name(seat)));
        let until = Some(format!("until the end of the turn{whose} in round {}", zone.until));
        let (kind, rule) = (zone_word(zone.kind), zone.kind.rule());
        match &zone.shape {
            Cells::Block(block) => {
                let (width, height) = (map.width.saturating_sub(block.at.x), map.height.saturating_sub(block.at.y));
                let site = site(block.at, block.side.min(width), block.side.min(height));
                found.push(Feature { kind, rule, site, until });
            }
            Cells::Squares(_) => zone.shape.each(|square| {
                found.push(Feature { kind, rule, site: site(square, 1, 1), until: until.clone() });
            }),
        }
    }
    found
}

/// What stands in the rows of a map for bare ground.
const BARE: char = '.';

/// Bare ground is not drawn; a bridge is, though nothing is special about walking on it.
fn is_clear(terrain: &Terrain) -> bool {
    terrain.symbol == BARE
}

/// The rule that says the most about a terrain kind.
pub(crate) fn rule(terrain: &Terrain) -> Rule {
    if terrain.has(Traits::FORTIFICATION.with(Traits::STAIRS)) {
        SC::FLIGHT_23
    } else if terrain.depth > 0 {
        SC::WATER_01
    } else if terrain.has(Traits::BLOCKS_MOVE.with(Traits::BLOCKS_SIGHT)) {
        SC::LOS_03
    } else if terrain.cover == Cover::Light {
        SC::COVER_04
    } else if terrain.cover == Cover::Full {
        SC::COVER_02
    } else if terrain.has(Traits::DIFFICULT) {
        SC::DIFF_01
    } else {
        SC::SETUP_11
    }
}

fn zone_word(kind: ZoneKind) -> &'static str {
    match kind {
        ZoneKind::Blocking => "blocking zone",
        ZoneKind::Obscuring => "obscuring zone",
        ZoneKind::Burning => "burning zone",
        ZoneKind::Entangling => "entangling zone",
        ZoneKind::RoughGoing => "rough going zone",
    }
}

/// Fences and walls on grid lines, straight pieces of a kind joined.
pub(super) fn edges(state: &State) -> Vec<WallPiece> {
    let map = &state.field().map;
    let standing = |edge: EdgeKind| (edge != EdgeKind::Open).then_some(edge);
    let piece = |from, to, edge: EdgeKind| WallPiece { from, to, low: !edge.blocks_move(), kind: edge.text() };
    let mut found = Vec::new();
    if !state.field().edged && map.west.iter().chain(&map.north).all(|edge| *edge == EdgeKind::Open) {
        return found;
    }
    for x in 1..map.width {
        let pieces = runs(map.height, |y| standing(map.edge(Square::new(x, y), Dir::W)));
        found.extend(pieces.map(|(y, length, edge)| piece((x, y), (x, y + length), edge)));
    }
    for y in 1..map.height {
        let pieces = runs(map.width, |x| standing(map.edge(Square::new(x, y), Dir::N)));
        found.extend(pieces.map(|(x, length, edge)| piece((x, y), (x + length, y), edge)));
    }
    found
}
