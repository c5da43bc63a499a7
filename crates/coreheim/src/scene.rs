//! What the board is shown: terrain as prisms, zones, warriors with their badges.

use crate::cards::{Shape, Stat, Word};
use crate::profile::Profile;
use crate::state::{NextStep, Place, Posture, State};
use kernel::scene::{Badge, Bar, BarStyle, Board, Clock, Feature, SideCard, Site, Token, Zone};
use kernel::{Figure, Scene, Seat, Speaks, Tags};
use rulebook::CH;
use space::inches::{self, Kind, Polygon, Spot};

/// Lower pieces in the wall of a house lie under or over a window.
const LOW: i32 = 1500;
/// How high a railing is drawn.
const RAIL: i32 = 1000;

pub(crate) fn scene(state: &State, _: Option<Seat>) -> Scene {
    let scenario = &state.setting.scenario;
    Scene {
        board: Board::Inches {
            width: scenario.width,
            depth: scenario.depth,
            // No distance is shown before something is declared (CH-CHARGE-02, CH-JUMP-02, CH-MAGIC-07).
            measuring: state.setting.options.free_measuring,
        },
        features: features(state),
        walls: Vec::new(),
        zones: zones(state),
        figures: state.figures().map(|figure| token(state, figure)).collect(),
        sides: state
            .seats()
            .map(|seat| SideCard {
                seat,
                name: state.seat_name(seat),
                score: crate::victory::score(state, seat),
                target: 0,
                badges: Vec::new(),
            })
            .collect(),
        clock: clock(state),
    }
}

fn outline(polygon: &Polygon, z: i32) -> Vec<Spot> {
    polygon.points().iter().map(|point| point.at(z)).collect()
}

fn features(state: &State) -> Vec<Feature> {
    let field = &state.setting.field;
    let table = &field.table;
    // Walls within the plot of a building are part of it; others stand alone.
    let of_house = |piece: &inches::Piece| {
        let points = piece.outline.points();
        let middle =
            |value: fn(&inches::Point) -> i64| points.iter().map(value).sum::<i64>() / points.len().max(1) as i64;
        let (x, y) = (middle(|p| p.x), middle(|p| p.y));
        field.plots.iter().flatten().any(|plot| {
            let within = |at: i64, low: i32, long: i32| (i64::from(low)..=i64::from(low + long)).contains(&at);
            within(x, plot.x, plot.width) && within(y, plot.y, plot.depth)
        })
    };
    let mut features: Vec<Feature> = table
        .pieces()
        .iter()
        .map(|piece| {
            let low = piece.top - piece.bottom <= LOW;
            let (kind, rule) = match piece.kind {
                Kind::Block if piece.top - piece.bottom <= 100 => ("floor", CH::GEOM_06),
                Kind::Block => ("block", CH::GEOM_05),
                // Under and over an opening.
                Kind::Barrier if of_house(piece) && low => ("window", CH::GEOM_21),
                Kind::Barrier if of_house(piece) => ("house-wall", CH::GEOM_21),
                Kind::Barrier => ("wall", CH::GEOM_05),
                Kind::Ground => ("ground", CH::GEOM_18),
                Kind::Forbidden => ("deep-water", CH::GEOM_18),
            };
            let site =
                Site::Prism { outline: outline(&piece.outline, piece.bottom), floor: piece.bottom, top: piece.top };
            Feature { kind, rule, site, until: None }
        })
        .collect();
    // The ground floor of a house is the ground itself; its plan is shown all the same.
    let ruins = state.setting.scenario.pieces.iter().filter_map(|piece| match &piece.shape {
        Shape::Ruin { plot, .. } => Some(*plot),
        _ => None,
    });
    for plot in ruins {
        let spot = |x: i32, y: i32| Spot { x: plot.x + x, y: plot.y + y, z: 0 };
        let outline = vec![spot(0, 0), spot(plot.width, 0), spot(plot.width, plot.depth), spot(0, plot.depth)];
        let site = Site::Prism { outline, floor: 0, top: 0 };
        features.push(Feature { kind: "ruined house", rule: CH::GEOM_21, site, until: None });
    }
    for rail in &table.layout().rails {
        let site = Site::Prism { outline: vec![rail.from, rail.to], floor: rail.from.z, top: rail.from.z + RAIL };
        features.push(Feature { kind: "railing", rule: CH::GEOM_14, site, until: None });
    }
    for ladder in table.ladders() {
        // One piece from stop to stop, so that each shows on its floors.
        for pair in ladder.stops.windows(2) {
            let kind = if ladder.stairs { "stairs" } else { "ladder" };
            let site = Site::Prism { outline: pair.to_vec(), floor: pair[0].z, top: pair[1].z };
            features.push(Feature { kind, rule: CH::GEOM_15, site, until: None });
        }
    }
    features
}

fn zones(state: &State) -> Vec<Zone> {
    let mut zones: Vec<Zone> = state
        .shards
        .iter()
        .filter(|shard| shard.home.is_none() && shard.carrier.is_none())
        .map(|shard| Zone {
            kind: "shard",
            name: "Shard".to_owned(),
            rule: CH::DEPLOY_15,
            site: Site::Disc { centre: shard.at, radius: 300 },
            holder: None,
            worth: 1,
        })
        .collect();
    if state.next <= NextStep::FirstTurn {
        for (at, deployment) in state.setting.scenario.deployments.iter().enumerate() {
            let holder = state.seats().find(|seat| state.player(*seat).zone == Some(at as u8));
            let outline = deployment.zone.iter().map(|(x, y)| Spot { x: *x, y: *y, z: 0 }).collect();
            zones.push(Zone {
                kind: "set-up",
                name: format!("Set-up zone {}", at + 1),
                rule: CH::DEPLOY_02,
                site: Site::Prism { outline, floor: 0, top: 0 },
                holder,
                worth: 0,
            });
        }
    }
    zones
}

fn token(state: &State, figure: Figure) -> Token {
    let (warrior, sheet) = (state.warrior(figure), state.sheet(figure));
    let site = match warrior.place {
        Place::Table => Site::Disc { centre: warrior.at, radius: sheet.radius },
        Place::Waiting => Site::Away("waiting"),
        Place::Out => Site::Away("out of action"),
        Place::Fled => Site::Away("fled"),
        Place::Safe => Site::Away("safe"),
    };
    let mut badges = Vec::new();
    let mut badge = |on: bool, text: &str, rule: kernel::Rule| {
        if on {
            badges.push(Badge::new(text, rule));
        }
    };
    badge(warrior.posture == Posture::Down, "knocked down", CH::INJURY_04);
    badge(warrior.posture == Posture::Stunned, "stunned", CH::INJURY_05);
    badge(warrior.fleeing, "fleeing", CH::PSYCH_13);
    badge(warrior.hidden, "hidden", CH::HIDE_02);
    badge(warrior.idle, "idle", CH::PSYCH_19);
    badge(warrior.frenzied, "frenzied", CH::PSYCH_21);
    badge(warrior.shard.is_some(), "carries a shard", CH::DEPLOY_09);
    badge(sheet.leader, "leader", CH::PSYCH_01);
    for standing in state.spells.iter().filter(|standing| standing.on == figure) {
        badges.push(Badge::new(standing.spell.title, standing.spell.rule));
    }
    let (left, wounds) = (warrior.wounds.into(), sheet.stat(Stat::Wounds).into());
    let bars = vec![Bar { name: "Wounds left", value: left, of: wounds, style: BarStyle::Pips }];
    Token {
        figure,
        tag: state.tag(figure),
        name: state.figure_name(figure),
        seat: warrior.owner,
        site,
        height: if warrior.posture == Posture::Standing { sheet.height } else { 500 },
        bars,
        badges,
        acted: warrior.did.has(crate::state::Did::Seen),
        acting: false,
        kit: kit(sheet),
    }
}

/// What he is, what he rides, and what he holds and wears.
fn kit(sheet: &Profile) -> Vec<String> {
    let mut kit = vec![sheet.fighter.title.to_owned(), sheet.fighter.race.text().to_owned()];
    let mut add = |on: bool, word: &str| {
        if on {
            kit.push(word.to_owned());
        }
    };
    add(sheet.mounted, "mounted");
    add(sheet.shield, "shield");
    add(sheet.helmet, "helmet");
    add(sheet.armour.is_some(), "armour");
    kit.extend(sheet.missile.iter().chain(&sheet.melee).map(|arm| arm.title.to_owned()));
    kit
}

fn clock(state: &State) -> Clock {
    let track = ["Set-up", "Recovery", "Charge", "Movement", "Shooting", "Close combat"];
    let at = match state.next {
        NextStep::Roles
        | NextStep::Zones
        | NextStep::Provisions
        | NextStep::Deploy
        | NextStep::HiddenStart
        | NextStep::FirstTurn => 0,
        NextStep::Rout | NextStep::Rally | NextStep::Stupidity | NextStep::StandUp => 1,
        NextStep::Declare | NextStep::Charge => 2,
        NextStep::Move | NextStep::Hide => 3,
        NextStep::Shoot => 4,
        NextStep::Combat | NextStep::Panic | NextStep::EndTurn | NextStep::Over => 5,
    };
    let phase = format!("{}, {}", state.seat_name(state.active()), track[at]);
    Clock { called: "", round: state.round.into(), last: None, phase, track: track.map(str::to_owned).to_vec(), at }
}
