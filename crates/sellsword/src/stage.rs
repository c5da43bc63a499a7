//! Setting the stage for a case: a situation written down by hand, in the middle of any phase.
//!
//! ```toml
//! system = "sellsword"
//! title = "A dagger blow and what follows"
//! board = '''
//! ......
//! ..#...
//! '''
//! [[figure]]
//! tag = "a.necro"            # the side and a name for choices and expectations
//! card = "gray_necromancer"
//! at = "B2"
//! [turn]
//! unit = "a.necro"
//! ```
//!
//! `board` is one character a square, or the double resolution of gridmaps when its first line begins with `+`; `map`
//! names a gridmap of the pack instead. `cards` may hold further cards, maps and scenarios in pack notation.

mod figure;
mod keys;
mod look;

use crate::Sellsword;
use crate::cards::{self, Ground, Pack, Scenario};
use crate::field::Field;
use crate::state::{Made, NextStep, Options, Player, Setting, State, Turn};
use kernel::{Figure, Name, Problem, Rule, Seat, Value};
use pack::{Section, Sources, Staged};
use space::grid::Square;
use std::sync::Arc;

const NEXT_STEPS: &[(&str, NextStep)] = &[
    ("match-tactics", NextStep::MatchTactics),
    ("choose-map", NextStep::ChooseMap),
    ("place-tiles", NextStep::PlaceTiles),
    ("round-start", NextStep::RoundStart),
    ("round-powers", NextStep::RoundPowers),
    ("phase-zero", NextStep::PhaseZero),
    ("choose-unit", NextStep::ChooseUnit),
    ("start-turn", NextStep::StartTurn),
    ("act", NextStep::Act),
    ("end-turn", NextStep::EndTurn),
    ("end-round", NextStep::EndRound),
    ("over", NextStep::Over),
];

const KINDS: &[(&str, Ground)] = &[
    ("challenging", Ground::CHALLENGING),
    ("brush", Ground::BRUSH),
    ("damaging", Ground::DAMAGING),
    ("smoke", Ground::SMOKE),
];

impl Staged for Sellsword {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        // Keys count as known even where an earlier problem keeps them from being read.
        keys::CASE.known(case);
        let pack = content(pack, case)?;
        let scenario = scenario(&pack, case)?;
        let field = field(&pack, case)?;
        let options = Options { glancing: case.bool_or("glancing", false) };
        let cast = figure::cast(&pack, case)?;
        let sides = cast.units.iter().map(|unit| unit.owner.0 + 1).max().unwrap_or(0).max(2);
        let sides = case.int_or("sides", 2..=8u8, sides);
        let setting = Setting {
            titles: (0..sides).map(|seat| format!("Side {}", Seat(seat).letter().to_ascii_uppercase())).collect(),
            maps: maps(&pack, case, &field, sides)?,
            scenario,
            roster: cast.roster,
            options,
            pack,
        };
        let mut state = State {
            setting: Arc::new(setting),
            field,
            next: NextStep::ChooseUnit,
            players: vec![Player::default(); usize::from(sides)],
            units: cast.units,
            round: case.int_or("round", 0..=999u16, 1),
            phase: case.int_or("phase", 0..=99u16, 1),
            slot: case.int_or("slot", 0..=8u8, 0),
            order: seats(case, "order", sides)?,
            advantaged: seat(case, "advantaged")?.unwrap_or(Seat(0)),
            turn: Turn::none(),
            made: made(case)?,
            open: 0,
            captured: case.int_or("captured", 0..=u16::MAX, 0),
            extended_to: case.int_or("extended_to", 0..=999u16, 0),
            outcome: None,
        };
        state.open = state.open_bits(None);
        players(&mut state, case)?;
        figure::finish(&mut state, case)?;
        turn(&mut state, case)?;
        Some(state)
    }

    fn views() -> Vec<pack::View<State>> {
        look::views()
    }

    fn believable(state: &State) -> Result<(), String> {
        crate::invariants::check_units(state)
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("stage", pack::words_of(NEXT_STEPS))
    }

    fn rolls() -> &'static [&'static str] {
        crate::rolls::NAMES
    }

    fn keys() -> Vec<pack::Keys> {
        keys::all()
    }

    fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
        keys::vocabulary()
    }

    fn load(sources: &[&Sources]) -> Result<Arc<Pack>, Vec<pack::Problem>> {
        cards::load_all(sources).map(Arc::new)
    }

    fn core() -> Arc<Pack> {
        cards::core()
    }

    fn core_sources() -> Sources {
        cards::core_sources()
    }

    fn muster(
        pack: &Arc<Pack>,
        name: &str,
        text: &str,
        scenario: Option<&str>,
    ) -> Result<Vec<Problem>, Vec<pack::Problem>> {
        let warband = crate::muster::read(pack, name, text)?;
        let id = scenario.map_or(warband.scenario, |id| Name::known(&kernel::slug(id)).unwrap_or(warband.scenario));
        match pack.scenario(id) {
            Some(scenario) => Ok(crate::muster::check(pack, scenario, &warband)),
            None => Ok(vec![Problem::plain("scenario", format!("there is no scenario {id}"))]),
        }
    }

    fn sheet(pack: &Arc<Pack>, name: &str, text: &str, path: &str) -> Option<(Value, Vec<Rule>)> {
        let warband = crate::muster::read(pack, name, text).ok()?;
        let (number, rule) = crate::muster::number(pack, &warband, path)?;
        Some((Value::Number(number), vec![rule]))
    }
}

/// The pack, with the cards and the board that the case brings along.
fn content(core: &Arc<Pack>, case: Section<'_>) -> Option<Arc<Pack>> {
    let extra = case.str_or("cards", "").to_string();
    let drawn = match case.get("board") {
        Some(board) => drawing(board.str()?, case),
        None => String::new(),
    };
    pack::extended::<Sellsword>(core, case, &[("cards", &extra), ("board", &drawn)])
}

/// A board of one character a square is drawn out to the double resolution of gridmaps.
fn drawing(board: &str, case: Section<'_>) -> String {
    let lines: Vec<&str> = board.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let double = lines.first().is_some_and(|line| line.starts_with('+'));
    let (width, height, grid) = if double {
        (lines.iter().map(|line| line.len()).max().unwrap_or(0) / 2, lines.len() / 2, lines.join("\n"))
    } else {
        let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        let border = format!("+{}", "-+".repeat(width));
        let between = format!("+{}", " +".repeat(width));
        let rows: Vec<String> = lines
            .iter()
            .map(|line| {
                let squares: Vec<String> =
                    line.chars().chain(std::iter::repeat('.')).take(width).map(String::from).collect();
                format!("|{}|", squares.join(" "))
            })
            .collect();
        (width, rows.len(), format!("{border}\n{}\n{border}", rows.join(&format!("\n{between}\n"))))
    };
    let mut text = format!(
        "[[gridmap]]\nid = \"drawn\"\nname = \"Drawn\"\norigin = \"house\"\nwidth = {width}\nheight = {height}\ndamage_type = \"{}\"\ngrid = '''\n{grid}\n'''\n",
        case.str_or("damage", "Fire")
    );
    for (key, list) in [("overlay", "overlay"), ("start", "start"), ("objective", "objective")] {
        for entry in case.tables(key) {
            text += &format!("[[gridmap.{list}]]\n");
            for (name, value) in entry.entries() {
                if let Some(word) = value.is_str().then(|| value.str()).flatten() {
                    text += &format!("{name} = \"{word}\"\n");
                } else if let Some(number) = value.int(0..=255i64) {
                    text += &format!("{name} = {number}\n");
                }
            }
        }
    }
    text
}

fn scenario(pack: &Pack, case: Section<'_>) -> Option<Arc<Scenario>> {
    let word = case.str_or("scenario", "standard");
    let found = Name::known(&kernel::slug(word)).and_then(|id| pack.scenario(id));
    if found.is_none() {
        case.report(case.place("scenario").unknown("scenario", word, pack.scenarios.iter().map(|s| s.id.text())));
    }
    found.cloned()
}

fn field(pack: &Pack, case: Section<'_>) -> Option<Arc<Field>> {
    let drawn = case.get("board").is_some();
    let word = if drawn { "drawn" } else { case.str_or("map", "ruined_abbey") };
    gridmap(pack, case, "map", word)
}

fn gridmap(pack: &Pack, case: Section<'_>, key: &str, word: &str) -> Option<Arc<Field>> {
    let found = Name::known(&kernel::slug(word)).and_then(|id| pack.map(id));
    if found.is_none() {
        case.report(case.place(key).unknown("gridmap", word, pack.maps.iter().map(|field| field.map.id.text())));
    }
    found.cloned()
}

/// The maps that the warbands bring: those named, or the one on the table for everybody.
fn maps(pack: &Pack, case: Section<'_>, field: &Arc<Field>, sides: u8) -> Option<Vec<Arc<Field>>> {
    let named = case.strs_or_empty("maps");
    if named.is_empty() {
        return Some(vec![Arc::clone(field); usize::from(sides)]);
    }
    named.into_iter().map(|word| gridmap(pack, case, "maps", word)).collect()
}

fn seat(case: Section<'_>, key: &str) -> Option<Option<Seat>> {
    match case.get(key) {
        None => Some(None),
        Some(value) => pack::seat(case, key, value.str()?).map(Some),
    }
}

fn seats(case: Section<'_>, key: &str, sides: u8) -> Option<Vec<Seat>> {
    let words = case.strs_or_empty(key);
    if words.is_empty() {
        return Some((0..sides).map(Seat).collect());
    }
    words.into_iter().map(|word| pack::seat(case, key, word)).collect()
}

/// Scores, entry tiles and tactics results by side.
fn players(state: &mut State, case: Section<'_>) -> Option<()> {
    for (key, set) in [("score", 0), ("tactics", 1)] {
        let Some(value) = case.get(key) else { continue };
        for (word, value) in value.table()?.entries() {
            let seat = sitting(state, case, key, word)?;
            let number = value.int(-99..=999i16)?;
            let player = &mut state.players[seat.index()];
            if set == 0 { player.score = number } else { player.tactics = number }
        }
    }
    if let Some(value) = case.get("tile") {
        for (word, value) in value.table()?.entries() {
            let seat = sitting(state, case, "tile", word)?;
            state.players[seat.index()].tile = Some(square(case, "tile", value.str()?)?);
        }
    }
    if let Some(seat) = seat(case, "selector")? {
        let seat = sitting(state, case, "selector", &seat.to_string())?;
        state.players[seat.index()].selector = true;
    }
    Some(())
}

/// A seat at which somebody sits.
fn sitting(state: &State, case: Section<'_>, key: &str, word: &str) -> Option<Seat> {
    let (seat, sides) = (pack::seat(case, key, word)?, state.players.len());
    if seat.index() >= sides {
        let text = format!("the case has {sides} sides, so there is no side {seat}");
        case.report(case.place(key).problem(text).hint(format!("say sides = {} in the case", seat.0 + 1)));
        return None;
    }
    Some(seat)
}

fn square(case: Section<'_>, key: &str, word: &str) -> Option<Square> {
    pack::parsed(case, key, word, "square such as B6")
}

fn made(case: Section<'_>) -> Option<Vec<Made>> {
    let mut all = Vec::new();
    for entry in case.tables("made") {
        let kind = entry.word("kind", KINDS);
        let at = entry.str("at");
        let until = entry.int_or("until", 0..=999u16, 99);
        all.push(Made { square: square(entry, "at", at?)?, kind: kind?, until });
    }
    Some(all)
}

fn turn(state: &mut State, case: Section<'_>) -> Option<()> {
    let usual = if case.get("turn").is_some() { NextStep::Act } else { NextStep::ChooseUnit };
    state.next = case.word_or("stage", NEXT_STEPS, usual);
    let Some(turn) = case.get("turn") else {
        return Some(());
    };
    let turn = turn.table()?;
    keys::TURN.known(turn);
    let unit = figure::tagged(state, turn, "unit")?;
    let controller = seat(turn, "controller")?.unwrap_or(state.unit(unit).owner);
    let mut spent = [0; cards::ACT_KINDS];
    for (slot, key) in ["attack", "move", "maneuver", "rest", "trait"].into_iter().enumerate() {
        spent[slot] = turn.int_or(key, 0..=4u8, 0);
    }
    let duty = match turn.get("duty") {
        Some(_) => Some(figure::tagged(state, turn, "duty")?),
        None => None,
    };
    let used: u8 = spent.iter().sum();
    // The owner has gone in this phase, unless the case says otherwise.
    if case.get("slot").is_none() && state.phase > 0 && !state.order.is_empty() {
        let first = usize::from(state.phase - 1) % state.order.len();
        let owner = state.unit(unit).owner;
        let place = (0..state.order.len()).find(|at| state.order[(first + at) % state.order.len()] == owner);
        state.slot = place.map_or(0, |at| at as u8 + 1);
    }
    state.turn = Turn {
        unit: Some(unit),
        controller,
        acts: turn.int_or("acts", 0..=9i8, 3 - used.min(3) as i8),
        spent,
        carry: turn.int_or("carry", 0..=20u8, 0),
        diagonals: turn.int_or("diagonals", 0..=20u8, 0),
        moved: turn.bool_or("moved", spent[1] + spent[2] > 0),
        astride: turn.bool_or("astride", false),
        felled: turn.bool_or("felled", false),
        single: turn.bool_or("single", controller != state.unit(unit).owner),
        duty,
    };
    Some(())
}

/// Used by the figures of a case, too.
fn find(state: &State, table: Section<'_>, key: &str, tag: &str) -> Option<Figure> {
    let found = state.figures().find(|figure| kernel::Tags::tag(state, *figure) == tag);
    if found.is_none() {
        let tags: Vec<String> = state.figures().map(|figure| kernel::Tags::tag(state, figure)).collect();
        table.report(table.place(key).unknown("figure", tag, tags.iter().map(String::as_str)));
    }
    found
}
