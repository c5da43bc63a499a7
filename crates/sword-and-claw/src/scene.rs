//! What a seat sees of a battle. What waits for its placing, which reserve was chosen and which spells a caster knows are
//! seen by its own side only (SC-SETUP-14, SC-DEPLOY-03, SC-SPELL-03); without a seat the viewer is the public.
//!
//! `board` draws terrain and edges, `figure` the figures, `force` what is not on the board yet.

mod board;
mod figure;
mod force;
#[cfg(test)]
mod tests;

use crate::cards::{Shape, Victory};
use crate::state::{Aim, Declaration, Deed, NextStep, Side, State};
use kernel::scene::{Board, Clock, Scene, SideCard, Site, Zone};
use kernel::{Seat, Speaks};
use rulebook::SC;
use space::grid::{Dir, Square};

pub(crate) fn scene(state: &State, seat: Option<Seat>) -> Scene {
    let eyes = Eyes { side: seat.and_then(|seat| state.players.get(seat.index())).map(|player| player.side) };
    let mut zones = zones(state);
    zones.extend(force::waiting(state, eyes));
    Scene {
        board: Board::Grid { width: state.field().width(), height: state.field().height() },
        features: board::features(state),
        walls: board::edges(state),
        zones,
        figures: state.figures().map(|figure| figure::token(state, figure, eyes)).collect(),
        sides: state.seats().map(|seat| side(state, seat)).collect(),
        clock: clock(state),
    }
}

/// Whose secrets the viewer may see: those of its own side. A stranger to the table sees none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    side: Option<Side>,
}

impl Eyes {
    pub(crate) fn see(self, side: Side) -> bool {
        self.side == Some(side)
    }
}

fn site(at: Square, width: u8, height: u8) -> Site {
    Site::Squares { at, width, height }
}

/// The area to be held, the depth of the group that is being placed, and what the declared areas and walls will cover.
fn zones(state: &State) -> Vec<Zone> {
    let mut zones = Vec::new();
    if let Victory::Hold { area } = state.setting.scenario.victory {
        let name = "the area to be held".to_string();
        let site = site(area.at, area.width, area.height);
        zones.push(Zone { kind: "objective", name, rule: SC::TURN_04, site, holder: None, worth: 0 });
    }
    if let Some(side) = placing(state)
        && state.depth > 0
    {
        let holder = state.seats_of(side).next();
        let name = format!("within {} inches of the edge", state.depth);
        let site = strip(state, state.edges[side.index()], state.depth);
        zones.push(Zone { kind: "start", name, rule: SC::DEPLOY_01, site, holder, worth: 0 });
    }
    for declaration in &state.declared {
        declared(state, declaration, &mut zones);
    }
    zones
}

/// The side that is placing a group.
fn placing(state: &State) -> Option<Side> {
    match state.next_step {
        NextStep::AttackersCore | NextStep::AttackersReserve => Some(state.attacker),
        NextStep::DefendersCore | NextStep::DefendersReserve => Some(state.attacker.other()),
        _ => None,
    }
}

/// The squares within so many inches of a board edge.
fn strip(state: &State, edge: Dir, depth: u8) -> Site {
    let (width, height) = (state.field().width(), state.field().height());
    let (across, down) = (depth.min(width), depth.min(height));
    match edge {
        Dir::E => site(Square::new(width - across, 0), across, height),
        Dir::W => site(Square::new(0, 0), across, height),
        Dir::S => site(Square::new(0, height - down), width, down),
        _ => site(Square::new(0, 0), width, down),
    }
}

/// Squares that somebody has aimed at; everybody sees declarations (SC-CAST-02, SC-RANGED-01).
fn declared(state: &State, declaration: &Declaration, zones: &mut Vec<Zone>) {
    let Some(piece) = state.pieces.get(declaration.by.index()) else { return };
    let (title, shape) = match declaration.deed {
        Deed::Attack(id) => {
            let Some(attack) = state.sheet(declaration.by).attacks.get(usize::from(id.0)) else { return };
            (attack.title, attack.shape)
        }
        Deed::Spell(id, level) => {
            let spell = state.setting.pack.spell(id);
            (spell.title, spell.attack(level).map_or(Shape::Single, |attack| attack.shape))
        }
    };
    let mut add = |site: Site| {
        let name = format!("{title} of {}", state.figure_name(declaration.by));
        let holder = Some(piece.owner);
        zones.push(Zone { kind: "declared", name, rule: SC::AREA_01, site, holder, worth: 0 });
    };
    match declaration.aim {
        Aim::Spot(spot, _) => {
            let size = match shape {
                Shape::Area(size) => size,
                _ => 1,
            };
            // Odd sizes are centred on the spot; of even ones the spot is the top-left square (SC-AREA-01).
            let back = if size % 2 == 1 { size / 2 } else { 0 };
            let (left, top) = (spot.x.saturating_sub(back), spot.y.saturating_sub(back));
            let lost = (back - (spot.x - left), back - (spot.y - top));
            let width = (size - lost.0).min(state.field().width().saturating_sub(left));
            let height = (size - lost.1).min(state.field().height().saturating_sub(top));
            add(site(Square::new(left, top), width, height));
        }
        Aim::Cells(cells) => cells.each(|square| add(site(square, 1, 1))),
        Aim::Nothing | Aim::Figure(_) | Aim::Toward { .. } | Aim::Sweep { .. } | Aim::Zone(_) | Aim::Charm(_) => {}
    }
}

/// The points of a player's figures on the board, out of those that have been placed.
fn side(state: &State, seat: Seat) -> SideCard {
    let points = |figure| i32::from(state.sheet(figure).points);
    let own = || state.figures().filter(|figure| state.piece(*figure).owner == seat);
    SideCard {
        seat,
        name: state.seat_name(seat),
        score: own().filter(|figure| state.piece(*figure).on_board()).map(points).sum(),
        target: own().map(points).sum(),
        badges: Vec::new(),
    }
}

fn clock(state: &State) -> Clock {
    const SETUP: [&str; 6] =
        ["Edges", "Attackers' core", "Defenders' core", "Reserves", "Defenders' reserve", "Attackers' reserve"];
    const TURN: [&str; 6] = ["Saving Throws", "Reset", "Movement", "Spellcasting", "Ranged Attack", "Melee Attack"];
    let round = state.round.into();
    let of = |track: [&str; 6]| track.map(String::from).to_vec();
    let at = match state.next_step {
        NextStep::Edges | NextStep::SavingThrows => 0,
        NextStep::AttackersCore | NextStep::Reset => 1,
        NextStep::DefendersCore | NextStep::Movement => 2,
        NextStep::ChooseReserves | NextStep::Spellcasting => 3,
        NextStep::DefendersReserve | NextStep::Ranged => 4,
        NextStep::AttackersReserve | NextStep::Melee | NextStep::Over => 5,
    };
    if state.next_step < NextStep::SavingThrows {
        return Clock { called: "", round, last: None, phase: SETUP[at].into(), track: of(SETUP), at };
    }
    let phase = match state.next_step {
        NextStep::Over => "The battle is over".to_string(),
        _ => format!("{}: {}", state.side_name(state.active), TURN[at]),
    };
    Clock { called: "", round, last: None, phase, track: of(TURN), at }
}
