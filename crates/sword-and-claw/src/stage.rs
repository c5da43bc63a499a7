//! Setting the stage for a case: a situation written down by hand, in the middle of any step.
//!
//! ```toml
//! system = "sword-and-claw"
//! title = "Past a spearman"
//! board = '''
//! ......
//! ..#...
//! '''                         # the symbols of the pack's terrain; `edges` as in maps; or `map = "crossroads"`
//! stage = "movement"          # of the side `active`, which is that of seat a by default
//! [[figure]]
//! tag = "a.knight"            # the seat and a name for choices and expectations
//! troop = "human_knight"      # any number of its sheet may be overridden: move = 5, melee = 4, qualities = ["Flight"]
//! at = "B2"                   # the north-west square of its base; or "dead", "left"
//! wounds = 1
//! ```
//!
//! Seats a, c, e play on the first side and b, d, f on the second. `cards` may hold further troops, spells and maps in
//! pack notation. What a figure can be given stands in `stage/figure.rs`; zones, charms, declarations and what players
//! still have to place in `stage/situation.rs`.

mod figure;
mod keys;
mod look;
mod situation;

use crate::SwordAndClaw;
use crate::cards::{self, Pack, Scenario};
use crate::field::Field;
use crate::state::{NextStep, Part, Player, Setting, Side, State};
use crate::{setup, turn};
use kernel::{Figure, Name, Problem, Seat, Tags};
use pack::{Section, Sources, Staged};
use space::grid::{Dir, Square};
use std::sync::Arc;

const STAGES: &[(&str, NextStep)] = &[
    ("edges", NextStep::Edges),
    ("attackers-core", NextStep::AttackersCore),
    ("defenders-core", NextStep::DefendersCore),
    ("choose-reserves", NextStep::ChooseReserves),
    ("defenders-reserve", NextStep::DefendersReserve),
    ("attackers-reserve", NextStep::AttackersReserve),
    ("saving-throws", NextStep::SavingThrows),
    ("reset", NextStep::Reset),
    ("movement", NextStep::Movement),
    ("spellcasting", NextStep::Spellcasting),
    ("ranged", NextStep::Ranged),
    ("melee", NextStep::Melee),
    ("over", NextStep::Over),
];

const PARTS: &[(&str, Part)] = &[("first", Part::First), ("declare", Part::Declare), ("resolve", Part::Resolve)];
const EDGES: &[(&str, Dir)] = &[("north", Dir::N), ("east", Dir::E), ("south", Dir::S), ("west", Dir::W)];

impl Staged for SwordAndClaw {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        // Keys count as known even where an earlier problem keeps them from being read.
        keys::CASE.known(case);
        let pack = content(pack, case)?;
        let scenario = scenario(&pack, case)?;
        let field = field(&pack, case)?;
        let cast = figure::cast(&pack, case)?;
        let most = cast.pieces.iter().map(|piece| piece.owner.0 + 1).max().unwrap_or(0).max(2);
        let seats = case.int_or("seats", 2..=8u8, most);
        let players = (0..seats).map(|seat| Player {
            side: side_of(Seat(seat)),
            faction: cards::FactionId(0),
            core: Vec::new(),
            reserves: [Vec::new(), Vec::new()],
            reserve: None,
            strength: 0,
        });
        let players: Vec<Player> = players.collect();
        let setting = Setting {
            points: case.int_or("points", 1..=9999u16, scenario.points),
            turn_limit: case.int_or("turn_limit", 0..=999u16, scenario.turn_limit),
            titles: (0..seats).map(|seat| format!("Side {}", Seat(seat).letter().to_ascii_uppercase())).collect(),
            roster: cast.roster,
            might: Default::default(),
            field,
            scenario,
            pack,
        };
        let mut state = setup::opening(setting, players);
        state.pieces = cast.pieces;
        state.round = case.int_or("round", 0..=999u16, 1);
        state.next_step = case.word_or("stage", STAGES, NextStep::Movement);
        state.part = case.word_or("part", PARTS, Part::First);
        state.active = side(case, "active")?.unwrap_or(Side(0));
        state.attacker = side(case, "attacker")?.unwrap_or(Side(0));
        state.edges = [case.word_or("edge_a", EDGES, Dir::S), case.word_or("edge_b", EDGES, Dir::N)];
        state.depth = case.int_or("depth", 0..=96u8, 0);
        if state.next_step == NextStep::Edges && case.get("attacker").is_some() {
            state.depth = setup::NAMED;
        }
        let opens = match state.next_step {
            NextStep::Edges | NextStep::AttackersCore | NextStep::AttackersReserve => state.attacker,
            NextStep::DefendersCore | NextStep::DefendersReserve | NextStep::ChooseReserves => state.attacker.other(),
            // Readied figures of the inactive side declare first.
            NextStep::Ranged | NextStep::Melee if state.part == Part::First => state.active.other(),
            _ => state.active,
        };
        turn::open(&mut state, opens);
        if let Some(value) = case.get("asked") {
            state.asked = pack::seat(case, "asked", value.str()?)?;
        }
        for word in case.strs_or_empty("done") {
            state.done |= 1 << pack::seat(case, "done", word)?.0;
        }
        figure::finish(&mut state, case)?;
        situation::finish(&mut state, case)?;
        Some(state)
    }

    fn views() -> Vec<pack::View<State>> {
        look::views()
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("stage", pack::words_of(STAGES))
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
        let army = crate::muster::read(pack, name, text)?;
        let found = scenario.and_then(|id| Name::known(&kernel::slug(id))).and_then(|id| pack.scenario_named(id));
        let own = army.points;
        let points = if own > 0 { own } else { found.map_or(own, |id| pack.scenario(id).points) };
        Ok(crate::muster::check(pack, points, &army))
    }
}

/// Seats of the two sides alternate.
fn side_of(seat: Seat) -> Side {
    Side(seat.0 % 2)
}

/// The pack, with the content that the case brings along.
fn content(core: &Arc<Pack>, case: Section<'_>) -> Option<Arc<Pack>> {
    let extra = case.str_or("cards", "").to_string();
    pack::extended::<SwordAndClaw>(core, case, &[("cards", &extra)])
}

fn scenario(pack: &Pack, case: Section<'_>) -> Option<Arc<Scenario>> {
    let word = case.str_or("scenario", "meeting");
    let found = Name::known(&kernel::slug(word)).and_then(|id| pack.scenario_named(id));
    if found.is_none() {
        case.report(case.place("scenario").unknown("scenario", word, pack.scenarios.iter().map(|s| s.id.text())));
    }
    found.map(|id| Arc::clone(pack.scenario(id)))
}

fn field(pack: &Pack, case: Section<'_>) -> Option<Arc<Field>> {
    if case.get("board").is_some() {
        let map = cards::board(case, "board", pack)?;
        return Some(Arc::new(Field::new(pack, &Arc::new(map))));
    }
    let word = case.str_or("map", "crossroads");
    let found = Name::known(&kernel::slug(word)).and_then(|id| pack.map_named(id));
    if found.is_none() {
        case.report(case.place("map").unknown("map", word, pack.maps.iter().map(|map| map.id.text())));
    }
    found.map(|id| pack.field(id))
}

fn side(case: Section<'_>, key: &str) -> Option<Option<Side>> {
    match case.get(key) {
        None => Some(None),
        Some(value) => pack::seat(case, key, value.str()?).map(side_of).map(Some),
    }
}

fn square(case: Section<'_>, key: &str, word: &str) -> Option<Square> {
    pack::parsed(case, key, word, "square such as B6")
}

/// The figure of a tag.
fn find(state: &State, table: Section<'_>, key: &str, tag: &str) -> Option<Figure> {
    let found = state.tagged(tag);
    if found.is_none() {
        let tags: Vec<String> = state.figures().map(|figure| state.tag(figure)).collect();
        table.report(table.place(key).unknown("figure", tag, tags.iter().map(String::as_str)));
    }
    found
}

fn spell(state: &State, table: Section<'_>, key: &str, word: &str) -> Option<cards::SpellId> {
    let pack = &state.setting.pack;
    let found = Name::known(&kernel::slug(word)).and_then(|id| pack.spell_named(id));
    if found.is_none() {
        table.report(table.place(key).unknown("spell", word, pack.spells.iter().map(|spell| spell.id.text())));
    }
    found
}

fn attack(state: &State, table: Section<'_>, key: &str, figure: Figure, word: &str) -> Option<cards::AttackId> {
    let sheet = state.sheet(figure);
    let found = Name::known(&kernel::slug(word)).and_then(|name| sheet.attack_named(name));
    if found.is_none() {
        table.report(table.place(key).unknown("attack", word, sheet.attacks.iter().map(|attack| attack.name.text())));
    }
    found
}
