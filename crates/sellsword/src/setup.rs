//! Before the first round: from a written setup to a state, then map and entry tiles.
//!
//! Two match options exist. `glancing-blow` is `on` or `off` (SW-VARIABLE-05). `map` names a gridmap that stands in
//! for those of the warbands, a convenience for cases, campaigns and quick matches: the check and the naming of the
//! selector still happen, since they decide who places first, and only the selection has a single answer.

use crate::cards::{Ground, Pack, Scenario, Verb, Warband};
use crate::decisions::{ENTRY_TILE, EntryTile, MAP, MapChoice, SELECTOR, Selector};
use crate::field::Field;
use crate::profile::Profile;
use crate::round::tactics::{self, Check};
use crate::state::{NextStep, Options, Player, Setting, State, Turn, Unit};
use crate::{Event, Table, muster};
use kernel::{Flow, MAX_SEATS, Name, Problem, Refusal, Rule, Seat, Setup, slug};
use rulebook::SW;
use space::grid::{Block, Square};
use std::sync::Arc;

/// Reads a setup: two to eight legal warbands, a scenario, options.
///
/// # Errors
/// Every problem of every side at once.
pub(crate) fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let scenario = read_scenario(pack, &setup.scenario, &mut problems);
    let (options, map) = read_options(pack, setup, &mut problems);
    if !(2..=MAX_SEATS).contains(&setup.sides.len()) {
        let text = format!("{} sides; a battle has 2 to {MAX_SEATS}", setup.sides.len());
        problems.push(Problem::plain("setup", text));
    }
    let mut warbands = Vec::new();
    for (at, line) in setup.sides.iter().enumerate().take(MAX_SEATS) {
        let seat = Seat(at as u8);
        match read_side(pack, scenario.as_deref(), map.as_ref(), line) {
            Ok(warband) => warbands.push(warband),
            Err(found) => problems.extend(found.into_iter().map(|problem| of_side(seat, problem))),
        }
    }
    let (Some(scenario), true) = (scenario, problems.is_empty()) else {
        return Err(problems);
    };
    let setting = settle(pack, scenario, options, map, &warbands)?;
    Ok(opening(setting, &warbands))
}

fn read_scenario(pack: &Pack, text: &str, problems: &mut Vec<Problem>) -> Option<Arc<Scenario>> {
    let found = Name::known(&slug(text)).and_then(|id| pack.scenario(id));
    if found.is_none() {
        let known = pack.scenarios.iter().map(|scenario| scenario.id.text());
        problems.push(Problem::new(SW::BUILD_10, "setup", unknown("scenario", text, known)));
    }
    found.cloned()
}

fn read_options(pack: &Pack, setup: &Setup, problems: &mut Vec<Problem>) -> (Options, Option<Arc<Field>>) {
    let (mut options, mut map) = (Options::default(), None);
    for (at, (name, value)) in setup.options.iter().enumerate() {
        let place = format!("option {name}");
        if setup.options[..at].iter().any(|(earlier, _)| earlier == name) {
            problems.push(Problem::plain(place, "given twice"));
            continue;
        }
        match (name.as_str(), value.as_str()) {
            ("glancing-blow", "on") => options.glancing = true,
            ("glancing-blow", "off") => options.glancing = false,
            ("glancing-blow", _) => {
                let text = format!("\"{value}\" where on or off was expected");
                problems.push(Problem::new(SW::VARIABLE_05, place, text));
            }
            ("map", _) => {
                map = Name::known(&slug(value)).and_then(|id| pack.map(id)).cloned();
                if map.is_none() {
                    let known = pack.maps.iter().map(|field| field.map.id.text());
                    problems.push(Problem::new(SW::MAP_03, place, unknown("gridmap", value, known)));
                }
            }
            _ => problems.push(Problem::plain("setup", unknown("option", name, ["glancing-blow", "map"]))),
        }
    }
    (options, map)
}

fn read_side(
    pack: &Pack,
    scenario: Option<&Scenario>,
    map: Option<&Arc<Field>>,
    line: &str,
) -> Result<Warband, Vec<Problem>> {
    let mut warband = muster::parse_line(pack, line)?;
    // The map of the match stands in where a warband brings none (SW-BUILD-07).
    warband.gridmap = warband.gridmap.or(map.map(|field| field.map.id));
    let problems = scenario.map_or_else(Vec::new, |scenario| muster::check(pack, scenario, &warband));
    if problems.is_empty() { Ok(warband) } else { Err(problems) }
}

fn of_side(seat: Seat, problem: Problem) -> Problem {
    Problem { place: format!("side {seat}, {}", problem.place), ..problem }
}

fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = match pack::nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    format!("unknown {what} \"{word}\"; {hint}")
}

/// What stays fixed for the whole battle.
fn settle(
    pack: &Arc<Pack>,
    scenario: Arc<Scenario>,
    options: Options,
    map: Option<Arc<Field>>,
    warbands: &[Warband],
) -> Result<Setting, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut maps = Vec::new();
    for (at, warband) in warbands.iter().enumerate() {
        let own = warband.gridmap.and_then(|id| pack.map(id)).cloned();
        let Some(field) = map.clone().or(own) else {
            let problem = Problem::new(SW::BUILD_07, "warband", "no gridmap is assigned to the warband");
            problems.push(of_side(Seat(at as u8), problem));
            continue;
        };
        if !squares(&field).any(|square| tile_fits(&field, square)) {
            let text = format!("{} has no room for an entry tile", field.map.title);
            problems.push(of_side(Seat(at as u8), Problem::new(SW::MAP_04, "warband", text)));
        }
        maps.push(field);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let titles = titles(warbands);
    Ok(Setting { pack: Arc::clone(pack), scenario, titles, maps, roster: roster(pack, warbands), options })
}

/// Sides of the same title are told apart by their letters.
fn titles(warbands: &[Warband]) -> Vec<String> {
    let twins = |title: &str| warbands.iter().filter(|other| other.title == title).count() > 1;
    let named = warbands.iter().enumerate().map(|(at, warband)| match twins(&warband.title) {
        true => format!("{} ({})", warband.title, Seat(at as u8)),
        false => warband.title.clone(),
    });
    named.collect()
}

/// One profile for each different unit, those that somebody may summon included (SW-MOD-15).
fn roster(pack: &Pack, warbands: &[Warband]) -> Vec<Profile> {
    let mut roster: Vec<Profile> = Vec::new();
    for pick in warbands.iter().flat_map(|warband| &warband.units) {
        enlist(pack, &mut roster, pick.unit, pick.mods.first().copied());
    }
    let mut next = 0;
    while next < roster.len() {
        let summoned: Vec<Name> = summons(&roster[next]).collect();
        for unit in summoned {
            enlist(pack, &mut roster, unit, None);
        }
        next += 1;
    }
    roster
}

fn enlist(pack: &Pack, roster: &mut Vec<Profile>, unit: Name, modcard: Option<Name>) {
    if find(roster, unit, modcard).is_none()
        && let Some(card) = pack.unit(unit)
    {
        roster.push(Profile::new(card, modcard.and_then(|id| pack.modcard(id))));
    }
}

fn find(roster: &[Profile], unit: Name, modcard: Option<Name>) -> Option<usize> {
    roster.iter().position(|sheet| sheet.card.id == unit && sheet.modcard.as_ref().map(|own| own.id) == modcard)
}

fn summons(sheet: &Profile) -> impl Iterator<Item = Name> + '_ {
    let effects = sheet.traits.iter().flat_map(|power| &power.effects);
    effects.filter_map(|effect| match effect.verb {
        Verb::Summon { unit, .. } => Some(unit),
        _ => None,
    })
}

fn opening(setting: Setting, warbands: &[Warband]) -> State {
    let mut units: Vec<Unit> = Vec::new();
    for (at, warband) in warbands.iter().enumerate() {
        let owner = Seat(at as u8);
        for pick in &warband.units {
            let Some(profile) = find(&setting.roster, pick.unit, pick.mods.first().copied()) else {
                continue;
            };
            let same_card =
                |unit: &&Unit| unit.owner == owner && setting.roster[unit.profile as usize].card.id == pick.unit;
            let number = units.iter().filter(same_card).count() as u8 + 1;
            units.push(Unit::new(profile as u16, &setting.roster[profile], owner, number));
        }
    }
    State {
        field: Arc::clone(&setting.maps[0]),
        next: NextStep::MatchTactics,
        players: vec![Player::default(); warbands.len()],
        units,
        round: 0,
        phase: 0,
        slot: 0,
        order: (0..warbands.len() as u8).map(Seat).collect(),
        advantaged: Seat(0),
        turn: Turn::none(),
        made: Vec::new(),
        open: 0,
        captured: 0,
        extended_to: 0,
        outcome: None,
        setting: Arc::new(setting),
    }
}

/// The check before the match (SW-MAP-02).
pub(crate) fn match_tactics(t: &mut Table<'_>) -> Flow {
    let seats: Vec<Seat> = t.state.seats().collect();
    t.state.advantaged = tactics::check(t, Check::Match, &seats)?;
    t.state.next = NextStep::ChooseMap;
    Ok(())
}

/// The advantaged player names who selects, and that player selects a map of the match (SW-MAP-03).
pub(crate) fn choose_map(t: &mut Table<'_>) -> Flow {
    let by = t.state.advantaged;
    let players: Vec<Selector> = t.state.seats().map(|seat| Selector::Named { seat }).collect();
    let Selector::Named { seat } = t.ask(SELECTOR.to(by), &players)?;
    t.state.players[seat.index()].selector = true;
    t.tell(SW::MAP_03, || Event::SelectorNamed { by, seat });

    let mut maps: Vec<Arc<Field>> = Vec::new();
    for field in &t.state.setting.maps {
        if !maps.iter().any(|other| other.map.id == field.map.id) {
            maps.push(Arc::clone(field));
        }
    }
    let options: Vec<MapChoice> = maps.iter().map(|field| MapChoice::Map { map: field.map.id }).collect();
    let none = |_: &State, _: &MapChoice| Err(Refusal::new(SW::MAP_03, "no warband has brought that map"));
    let picked = t.ask_telling(MAP.to(seat), &options, none)?;
    let field = maps.swap_remove(picked);
    let map = field.map.id;
    t.state.field = field;
    t.note(SW::MAP_01);
    t.tell(SW::MAP_03, || Event::MapSelected { seat, map });
    t.state.next = NextStep::PlaceTiles;
    Ok(())
}

/// The player who selected the map places an entry tile, then the others in the order of their results (SW-MAP-04,
/// SW-MAP-09).
pub(crate) fn place_tiles(t: &mut Table<'_>) -> Flow {
    let seats: Vec<Seat> = t.state.seats().collect();
    let mut order = tactics::ranking(t, &seats, SW::MAP_09)?;
    // A stable sort: false comes first, and the others keep their order.
    order.sort_by_key(|seat| !t.state.players[seat.index()].selector);
    for seat in order {
        let (rule, places) = tile_places(t.state);
        let options: Vec<EntryTile> = places.into_iter().map(|at| EntryTile::Tile { at }).collect();
        let judge = |state: &State, EntryTile::Tile { at }: &EntryTile| {
            if !at.on_board(state.field.width(), state.field.height()) || !tile_fits(&state.field, *at) {
                return Err(Refusal::new(rule, "the four squares of the tile would not all be on open ground"));
            }
            Err(Refusal::new(
                rule,
                match rule {
                    SW::MAP_05 => {
                        "without start areas the tile lies along the shorter side of the map, at an end of its own"
                    }
                    _ => "the tile lies inside a start area that no other player has taken",
                },
            ))
        };
        let EntryTile::Tile { at } = options[t.ask_telling(ENTRY_TILE.to(seat).by(rule), &options, judge)?];
        t.state.players[seat.index()].tile = Some(at);
        t.tell(rule, || Event::TilePlaced { seat, at });
    }
    t.state.next = NextStep::RoundStart;
    Ok(())
}

/// Where the next entry tile may lie, and the rule that says so. Never empty: `begin` refuses maps without room.
fn tile_places(state: &State) -> (Rule, Vec<Square>) {
    let field = &state.field;
    let placed: Vec<Block> = state.players.iter().filter_map(|player| player.tile).map(tile).collect();
    let all = || squares(field).filter(|square| tile_fits(field, *square));
    let duel = state.players.len() == 2;
    let starts = &field.map.starts;
    let (rule, places): (Rule, Vec<Square>) = if duel && starts.is_empty() {
        (SW::MAP_05, all().filter(|square| at_short_side(field, *square, &placed)).collect())
    } else {
        // Two players start at different ends; more of them in different areas.
        let free = |at: usize| {
            !starts.iter().enumerate().any(|(other, start)| {
                let same = if duel { start.side == starts[at].side } else { other == at };
                same && placed.iter().any(|tile| start.area.holds(*tile))
            })
        };
        let open: Vec<usize> = (0..starts.len()).filter(|at| free(*at)).collect();
        let rule = if duel { SW::MAP_04 } else { SW::MAP_09 };
        (rule, all().filter(|square| open.iter().any(|at| starts[*at].area.holds(tile(*square)))).collect())
    };
    if !places.is_empty() {
        return (rule, places);
    }
    // No start area is free: any side of the map, well away from the other tiles.
    let edge = |square: &Square| sides(field, *square).contains(&true);
    let mut places: Vec<Square> =
        all().filter(edge).filter(|square| placed.iter().all(|other| between(*square, other.at) >= 4)).collect();
    // A map too small even for that still has to be played on: entry around a crowded tile is SW-MAP-07.
    if places.is_empty() {
        places = all().filter(|square| !placed.iter().any(|other| other.overlaps(tile(*square)))).collect();
    }
    if places.is_empty() {
        places = all().collect();
    }
    (SW::MAP_09, places)
}

/// A tile of the first player touches a shorter side, that of the second the opposite one (SW-MAP-05).
fn at_short_side(field: &Field, at: Square, placed: &[Block]) -> bool {
    let (wide, high) = (field.width() >= field.height(), field.height() >= field.width());
    let short = [wide, wide, high, high];
    let touched = sides(field, at);
    (0..4).any(|side| {
        let opposite = side ^ 1;
        short[side] && touched[side] && placed.iter().all(|other| sides(field, other.at)[opposite])
    })
}

/// Which sides of the map a tile touches: west, east, north, south.
fn sides(field: &Field, at: Square) -> [bool; 4] {
    let (right, below) = (field.width() - at.x, field.height() - at.y);
    [at.x == 0, right == 2, at.y == 0, below == 2]
}

/// Squares that lie between two tiles.
fn between(a: Square, b: Square) -> u8 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)).saturating_sub(2)
}

/// Squares along the side of an entry tile.
pub(crate) const TILE: u8 = 2;

fn tile(at: Square) -> Block {
    Block::new(at, TILE)
}

/// A unit could stand on each square of the tile, and a Big one on all of it (SW-MAP-06).
fn tile_fits(field: &Field, at: Square) -> bool {
    let barred = Ground::PIT.with(Ground::OBSTRUCTING);
    field.map.walls.block_fits(tile(at)) && tile(at).squares().all(|square| !field.ground(square).has(barred))
}

fn squares(field: &Field) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (field.width(), field.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}
