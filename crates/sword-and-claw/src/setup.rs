//! Before the first turn: from a written setup to a state, then attacker, defender and board edges (SC-SETUP-07 to -13).
//!
//! Two sides, each a line with the armies of its players (`muster::side_line`). Options: `attacker` is `a`, `b` or
//! `toss`; `points` and `turns` stand in for those of the scenario; `map` names another map.

use crate::cards::{Army, MapId, Pack, Pick, Scenario};
use crate::decisions::Edge;
use crate::decisions::opening::{ChosenEdge, EDGE};
use crate::muster;
use crate::state::{NextStep, Part, Party, Player, Recruit, SPELLS, Setting, Side, State};
use crate::{Event, Table, rolls};
use kernel::{Flow, MAX_SEATS, Name, Problem, Refusal, Seat, Setup, slug};
use rulebook::SC;
use space::grid::Dir;
use std::sync::Arc;

/// Rounds after which a battle without a limit of its own is called off.
pub const MOST_ROUNDS: u16 = 60;

/// Reads a setup.
///
/// # Errors
/// Every problem of every side at once.
pub fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let scenario = read_scenario(pack, &setup.scenario, &mut problems);
    let options = read_options(pack, setup, &mut problems);
    if setup.sides.len() != 2 {
        let text = format!("{} sides; a battle has two, and several players may share one", setup.sides.len());
        problems.push(Problem::new(SC::SETUP_09, "setup", text));
    }
    let points = options.points.or(scenario.as_ref().map(|scenario| scenario.points)).unwrap_or(0);
    let sides = read_sides(pack, setup, scenario.as_ref().map(|_| points), &mut problems);
    let players: usize = sides.iter().map(Vec::len).sum();
    if players > MAX_SEATS {
        problems.push(Problem::plain("setup", format!("{players} players; {MAX_SEATS} can sit at a table")));
    }
    let (Some(scenario), true) = (scenario, problems.is_empty()) else {
        return Err(problems);
    };
    let map = options.map.unwrap_or(scenario.map);
    // Players of the two sides sit alternately, so that seats a and b lead them.
    let mut seated = Vec::new();
    for at in 0..sides.iter().map(Vec::len).max().unwrap_or(0) {
        for side in Side::BOTH {
            if let Some(army) = sides[side.index()].get(at) {
                seated.push((side, army));
            }
        }
    }
    let titles = titles(seated.iter().map(|(_, army)| army.title));
    let players: Vec<Player> = seated.iter().map(|(side, army)| player(*side, army)).collect();
    let setting = Setting {
        field: pack.field(map),
        points,
        titles,
        roster: pack.troops.clone(),
        turn_limit: options.turns.unwrap_or(scenario.turn_limit),
        might: Default::default(),
        pack: Arc::clone(pack),
        scenario,
    };
    let mut state = opening(setting, players);
    if let Some(side) = options.attacker.or(state.setting.scenario.attacker.map(Side)) {
        state.attacker = side;
        state.depth = NAMED;
    }
    Ok(state)
}

/// The armies of both sides; with the points that they are drawn up for also whether they are legal.
fn read_sides(pack: &Pack, setup: &Setup, points: Option<u16>, problems: &mut Vec<Problem>) -> Vec<Vec<Army>> {
    let mut sides = Vec::new();
    for (at, line) in setup.sides.iter().enumerate().take(2) {
        let of_side =
            |problem: Problem| Problem { place: format!("side {}, {}", Seat(at as u8), problem.place), ..problem };
        match muster::parse_side(pack, line) {
            Ok(armies) => {
                if let Some(points) = points {
                    problems.extend(muster::check_side(pack, points, &armies).into_iter().map(of_side));
                }
                sides.push(armies);
            }
            Err(found) => problems.extend(found.into_iter().map(of_side)),
        }
    }
    sides
}

fn player(side: Side, army: &Army) -> Player {
    let recruits = |picks: &[Pick]| {
        let mut list: Vec<Recruit> = picks.iter().map(recruit).collect();
        list.sort_unstable();
        list
    };
    Player {
        side,
        faction: army.faction,
        core: recruits(&army.core),
        reserves: [recruits(&army.reserves[0]), recruits(&army.reserves[1])],
        reserve: None,
        strength: 0,
    }
}

/// `depth` before deployment: the attacker is fixed already.
pub(crate) const NAMED: u8 = u8::MAX;

/// The state before anything is on the board.
pub fn opening(setting: Setting, players: Vec<Player>) -> State {
    let area = usize::from(setting.field.width()) * usize::from(setting.field.height());
    State {
        next_step: NextStep::Edges,
        players,
        pieces: Vec::new(),
        grid: vec![0; area],
        aloft: Vec::new(),
        zones: Vec::new(),
        charms: Vec::new(),
        attacker: Side(0),
        edges: [Dir::S, Dir::N],
        depth: 0,
        round: 0,
        active: Side(0),
        asked: Seat(0),
        done: 0,
        waiting: 0,
        part: Part::First,
        declared: Vec::new(),
        contacts: Vec::new(),
        lookouts: 0,
        crossed: [0; 2],
        conceded: None,
        outcome: None,
        setting: Arc::new(setting),
    }
}

fn recruit(pick: &Pick) -> Recruit {
    let mut spells = [None; SPELLS];
    for (slot, spell) in spells.iter_mut().zip(&pick.spells) {
        *slot = Some(*spell);
    }
    Recruit { troop: pick.troop, spells }
}

fn titles<'a>(all: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let twins = |title: &str| all.clone().filter(|other| *other == title).count() > 1;
    let named = all.clone().enumerate().map(|(at, title)| match twins(title) {
        true => format!("{title} ({})", Seat(at as u8)),
        false => title.to_string(),
    });
    named.collect()
}

fn read_scenario(pack: &Pack, text: &str, problems: &mut Vec<Problem>) -> Option<Arc<Scenario>> {
    let found = Name::known(&slug(text)).and_then(|id| pack.scenario_named(id));
    if found.is_none() {
        let known = pack.scenarios.iter().map(|scenario| scenario.id.text());
        problems.push(Problem::new(SC::SETUP_11, "setup", unknown("scenario", text, known)));
    }
    found.map(|id| Arc::clone(pack.scenario(id)))
}

#[derive(Default)]
struct Options {
    attacker: Option<Side>,
    points: Option<u16>,
    turns: Option<u16>,
    map: Option<MapId>,
}

fn read_options(pack: &Pack, setup: &Setup, problems: &mut Vec<Problem>) -> Options {
    let mut options = Options::default();
    for (at, (name, value)) in setup.options.iter().enumerate() {
        let place = format!("option {name}");
        if setup.options[..at].iter().any(|(earlier, _)| earlier == name) {
            problems.push(Problem::plain(place, "given twice"));
            continue;
        }
        let mut number = |range: std::ops::RangeInclusive<u16>, rule| {
            let read = value.parse().ok().filter(|number| range.contains(number));
            if read.is_none() {
                let text = format!("\"{value}\" where a number from {} to {} was expected", range.start(), range.end());
                problems.push(Problem::new(rule, place.clone(), text));
            }
            read
        };
        match name.as_str() {
            "points" => options.points = number(10..=5000, SC::SETUP_10),
            "turns" => options.turns = number(1..=MOST_ROUNDS, SC::TURN_04),
            "attacker" => match value.as_str() {
                "a" => options.attacker = Some(Side(0)),
                "b" => options.attacker = Some(Side(1)),
                "toss" => {}
                _ => {
                    let text = format!("\"{value}\" where a, b or toss was expected");
                    problems.push(Problem::new(SC::SETUP_12, place, text));
                }
            },
            "map" => {
                options.map = Name::known(&slug(value)).and_then(|id| pack.map_named(id));
                if options.map.is_none() {
                    let known = pack.maps.iter().map(|map| map.id.text());
                    problems.push(Problem::new(SC::SETUP_11, place, unknown("map", value, known)));
                }
            }
            _ => {
                let known = ["attacker", "points", "turns", "map"];
                problems.push(Problem::plain("setup", unknown("option", name, known)));
            }
        }
    }
    options
}

fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = match pack::nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    format!("unknown {what} \"{word}\"; {hint}")
}

/// Who attacks, and the edge that the defenders announce; the attackers get the opposite one (SC-SETUP-12, -13).
///
/// # Errors
/// Pauses for the toss and for the defenders' choice.
pub fn edges(t: &mut Table<'_>) -> Flow {
    announce(t);
    if t.state.depth == NAMED {
        let seat = Party::of(t.state, t.state.attacker).does("attacks", "attack");
        t.tell(SC::SETUP_12, || Event::AttackerNamed { seat });
    } else {
        let tosser = t.state.leader(Side(0));
        let natural = rolls::toss(t, tosser)?;
        t.state.attacker = Side(u8::from(natural > 3));
        let seat = Party::of(t.state, t.state.attacker).does("attacks", "attack");
        t.tell(SC::SETUP_12, || Event::AttackerTossed { seat, natural });
    }
    let defender = t.state.attacker.other();
    let seat = t.state.leader(defender);
    let offered = |edge: &Dir| ChosenEdge::Edge { edge: Edge::of(*edge) };
    let options: Vec<ChosenEdge> = t.state.setting.scenario.defender_edges.iter().map(offered).collect();
    let ChosenEdge::Edge { edge } = match options[..] {
        [] => ChosenEdge::Edge { edge: Edge::North },
        _ => {
            let other = Refusal::new(SC::SETUP_13, "the defenders do not set up on that edge in this scenario");
            let picked = t.ask_telling(EDGE.to(seat), &options, |_, _| Err(other))?;
            options[picked].clone()
        }
    };
    t.state.edges[defender.index()] = edge.dir();
    t.state.edges[defender.other().index()] = edge.dir().opposite();
    t.note(SC::SETUP_07);
    let party = Party::of(t.state, defender).does("sets up", "set up");
    t.tell(SC::SETUP_13, || Event::EdgeChosen { seat: party, edge: edge.text() });
    t.state.depth = 0;
    t.state.next_step = NextStep::AttackersCore;
    let attacker = t.state.attacker;
    crate::turn::open(t.state, attacker);
    Ok(())
}

/// What everybody knows before attacker and edges are settled: the board, the factions and the points (SC-SETUP-06 to
/// SC-SETUP-11).
fn announce(t: &mut Table<'_>) {
    if !t.aloud() {
        return;
    }
    let setting = Arc::clone(&t.state.setting);
    let (width, height) = (setting.field.width().into(), setting.field.height().into());
    t.note(SC::SETUP_01);
    t.note(SC::SETUP_11);
    t.tell(SC::SETUP_06, || Event::BoardLaid { width, height });
    for at in 0..t.state.players.len() {
        let (seat, faction) = (Seat(at as u8), setting.pack.faction(t.state.players[at].faction).title);
        t.tell(SC::SETUP_08, || Event::FactionRevealed { seat, faction });
    }
    if !muster::advice(&setting.field.map, setting.points).is_empty() {
        let (points, advised) = (setting.points.into(), muster::CROWDED.into());
        t.tell(SC::SETUP_10, || Event::BoardCrowded { points, advised });
    }
    for side in Side::BOTH {
        let players = t.state.seats_of(side).count();
        if players > 1 {
            let (seat, share) = (t.state.leader(side), muster::share(setting.points, players).into());
            t.tell(SC::SETUP_09, || Event::PointsShared { seat, players: players as i32, share });
        }
    }
}
