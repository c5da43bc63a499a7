//! Scenarios and their boards.

use super::index::{Index, Kind};
use super::read::{self, length_at, length_or};
use crate::cards::{Compass, Deployment, Objective, Piece, Plot, Role, Scenario, Shape};
use kernel::Name;
use pack::{Section, Value};
use rulebook::CH;
use space::inches::turn::{TURN, outward};
use space::inches::{Point, Spot};

const SIDES: &[(&str, Compass)] =
    &[("n", Compass::North), ("e", Compass::East), ("s", Compass::South), ("w", Compass::West)];

const ROLES: &[(&str, Role)] = &[
    ("A", Role::Side(0)),
    ("B", Role::Side(1)),
    ("C", Role::Side(2)),
    ("D", Role::Side(3)),
    ("attacker", Role::Attacker),
    ("defender", Role::Defender),
];

pub(super) fn scenario(table: Section<'_>, index: &mut Index) -> Option<Scenario> {
    let id = index.ids.id(Kind::Scenario, table);
    let (title, rule, origin) = (read::title(table), read::rule(table), read::origin(table));
    let players = table.need("players", "fewest and most players").and_then(|value| value.list_of(|n| n.int(2..=4u8)));
    let board = table.need("board", "width and depth").and_then(read::point);
    let rounds = table.int("rounds", 1..=50u8);
    let attacker_first = table.word("first_turn", &[("roll", false), ("attacker", true)]);
    let pieces: Vec<Piece> = table.tables("piece").into_iter().filter_map(piece).collect();
    let deployments: Vec<Deployment> = table.tables("deployment").into_iter().filter_map(deployment).collect();
    let objectives = table.tables("objective").into_iter().filter_map(|table| objective(table, &pieces)).collect();
    let text = [table.str_or("note", ""), table.str_or("reward", "")].join(" ").trim().to_owned();
    let players = players.filter(|list| list.len() == 2 && list[0] <= list[1]);
    let (least, most) = players.map(|list| (list[0], list[1]))?;
    if deployments.len() < usize::from(most) {
        table.problem("deployment", format!("{} set-up zones for {most} players", deployments.len()), CH::DEPLOY_02);
    }
    let (width, depth) = board?;
    Some(Scenario {
        id: id?,
        title: title?.to_owned(),
        players: (least, most),
        width,
        depth,
        rounds: rounds?,
        attacker_first: attacker_first?,
        deployments,
        objectives,
        pieces,
        text,
        rule: rule?,
        origin: origin?,
    })
}

fn deployment(table: Section<'_>) -> Option<Deployment> {
    let role = table.word("side", ROLES);
    let zone = read::points(table, "zone");
    let inset = length_or(table, "inset", 0);
    // Nobody is set up above the ground, except where the scenario says so in words (CH-DEPLOY-02).
    table.int_or("level", 0..=0u8, 0);
    table.get("note");
    let rounded = length_or(table, "rounded", 0);
    let zone = zone.map(|zone| if rounded > 0 { round(&zone, rounded) } else { zone });
    Some(Deployment { role: role?, zone: zone?, inset, rounded })
}

/// The rectangle round these points with its corners rounded off.
fn round(zone: &[(i32, i32)], by: i32) -> Vec<(i32, i32)> {
    let (xs, ys) = (|| zone.iter().map(|p| p.0), || zone.iter().map(|p| p.1));
    let sides = (xs().min().zip(xs().max()), ys().min().zip(ys().max()));
    let (Some((west, east)), Some((south, north))) = sides else { return Vec::new() };
    // Against the clock from the north-east, a quarter of a turn for each corner.
    let corners = [(east - by, north - by), (west + by, north - by), (west + by, south + by), (east - by, south + by)];
    let quarter = TURN / 4;
    (0..)
        .zip(corners)
        .flat_map(|(at, (x, y))| {
            let centre = Point::new(x.into(), y.into());
            (at * quarter..=(at + 1) * quarter).map(move |step| {
                let p = outward(centre, step, by.into());
                (p.x as i32, p.y as i32)
            })
        })
        .collect()
}

#[derive(Clone, Copy)]
enum Goal {
    Rout,
    Hold,
    Survive,
    Break,
    Shard,
}

fn objective(table: Section<'_>, pieces: &[Piece]) -> Option<Objective> {
    let words = &[
        ("rout_enemy", Goal::Rout),
        ("hold_piece", Goal::Hold),
        ("survive_rounds", Goal::Survive),
        ("break_through", Goal::Break),
        ("shard", Goal::Shard),
    ];
    let goal = table.tag("kind", words)?;
    // Who it is for is said in the file for its readers; the rule of each objective names the side.
    table.get("side");
    match goal {
        Goal::Rout => Some(Objective::RoutEnemy),
        Goal::Hold => {
            table.word("check", &[("end_of_defender_turn", ())])?;
            let value = table.need("piece", "the id of a piece")?;
            let word = value.str()?;
            let found = pieces.iter().position(|piece| piece.id.text() == kernel::slug(word));
            if found.is_none() {
                value.unknown("piece", pieces.iter().map(|piece| piece.id.text()));
            }
            found.and_then(|at| u8::try_from(at).ok()).map(Objective::HoldPiece)
        }
        Goal::Survive => table.int("rounds", 1..=50u8).map(Objective::SurviveRounds),
        Goal::Break => {
            let count = table.int("count", 1..=20u8);
            let within = length_at(table, "within");
            table.word("edge", &[("enemy", ())])?;
            Some(Objective::BreakThrough { count: count?, within: within? })
        }
        Goal::Shard => {
            let at = table.need("at", "a point")?.list_of(read::length)?;
            match at[..] {
                [x, y, z] => Some(Objective::Shard(Spot { x, y, z })),
                _ => {
                    table.problem("at", "expected x, y and z", CH::GEOM_01);
                    None
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Form {
    Ruin,
    Block,
    Wall,
    LowWall,
    Walkway,
    Bridge,
    Water,
}

const WORDS: &[(&str, Form)] = &[
    ("ruin", Form::Ruin),
    ("block", Form::Block),
    ("wall", Form::Wall),
    ("low_wall", Form::LowWall),
    ("walkway", Form::Walkway),
    ("bridge", Form::Bridge),
    ("water", Form::Water),
];

/// What terrain there is.
pub(crate) fn forms() -> Vec<&'static str> {
    pack::words_of(WORDS)
}

pub(crate) fn piece(table: Section<'_>) -> Option<Piece> {
    let form = table.tag("kind", WORDS)?;
    let id = table.str("id").map(Name::of);
    let sides = |key: &str| table.words_or_empty(key, SIDES);
    let shape = match form {
        Form::Ruin => {
            let plot = plot(table);
            let storeys = table.int("storeys", 1..=6u8);
            let door = table.word("door", SIDES);
            let rails = sides("rails");
            let ladder = table.get("ladder").and_then(|value| value.word(SIDES));
            Shape::Ruin { plot: plot?, storeys: storeys?, door: door?, rails, ladder }
        }
        Form::Block => {
            let (plot, height) = (plot(table), length_at(table, "h"));
            Shape::Block { plot: plot?, height: height? }
        }
        Form::Wall | Form::LowWall => {
            let from = table.need("from", "a point").and_then(read::point);
            let to = table.need("to", "a point").and_then(read::point);
            let height = length_at(table, "h");
            if matches!(form, Form::LowWall) && height.is_some_and(|height| height > 1000) {
                table.problem("h", "a low wall is 1 inch high at most", CH::GEOM_21);
            }
            Shape::Wall { from: from?, to: to?, height: height? }
        }
        Form::Walkway => {
            let (plot, z, rails) = (plot(table), length_at(table, "z"), sides("rails"));
            Shape::Walkway { plot: plot?, z: z?, rails }
        }
        Form::Bridge => {
            let (plot, z, stairs, rails) = (plot(table), length_at(table, "z"), sides("stairs"), sides("rails"));
            Shape::Bridge { plot: plot?, z: z?, stairs, rails }
        }
        Form::Water => Shape::Water { outline: read::points(table, "poly")? },
    };
    Some(Piece { id: id?, shape })
}

fn plot(table: Section<'_>) -> Option<Plot> {
    let at = |key: &str| table.need(key, "a length in inches").and_then(|value: Value<'_>| read::length(value));
    let (x, y, width, depth) = (at("x"), at("y"), at("w"), at("d"));
    Some(Plot { x: x?, y: y?, width: width?, depth: depth? })
}
