//! Setting the stage for a case: models at coordinates, in the middle of any Phase.
//!
//! ```toml
//! system = "sword-marches"
//! title = "A charge over open ground"
//! stage = "action"           # and turn, edge, edge_run, edge_acted, priority, intruder
//! adventure = "grave-gold"   # the board of an Adventure; without it an empty table, 48 by 48 inches
//! cards = "[[gear]] ..."     # entries of a player's pack
//! [[terrain]]                # further pieces, as in packs
//! kind = "obstacle"
//! outline = "10,10 16,10 16,10.5 10,10.5"
//! height = "1.5"
//! durable = true
//! [side.a]
//! dice = 1                   # and pool, base, may_break, spare_breaks, portents, archetype, stronghold, rival, models
//! [[figure]]
//! tag = "a.captain"
//! kind = "warlord"           # and birth, cbt, cmd, con, traits, gear, and any condition
//! at = "12,8"                # inches, and a height where it is not 0
//! ```

mod figure;
mod keys;
mod look;

use crate::campaign::Chronicle;
use crate::content::{self, Adventure, Edge, Ground, Pack, Piece, Provenance, Quest, Reward, Zone};
use crate::field::Field;
use crate::state::{Band, Cache, NextStep, Options, Setting, State};
use crate::{SwordMarches, catalog, setup};
use kernel::{Name, Problem, Rule, Seat, Value};
use pack::{Section, Sources, Staged};
use space::inches::Spot;
use std::sync::Arc;

const GROUNDS: &[(&str, Ground)] = &[
    ("obstacle", Ground::Obstacle),
    ("platform", Ground::Platform),
    ("area", Ground::Area),
    ("difficult", Ground::Difficult),
    ("impassable", Ground::Impassable),
];

impl Staged for SwordMarches {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        // Keys count as known even where an earlier problem keeps them from being read.
        keys::CASE.known(case);
        let pack = &pack::extended::<SwordMarches>(pack, case, &[("cards", case.str_or("cards", ""))])?;
        let adventure = Arc::new(adventure(pack, case)?);
        let field = match Field::new(&adventure) {
            Ok(field) => Arc::new(field),
            Err(problem) => {
                case.problem("terrain", problem.to_string(), None);
                return None;
            }
        };
        let cast = figure::cast(pack, case)?;
        let bands = [band(pack, case, &cast, 0)?, band(pack, case, &cast, 1)?];
        let sides = bands.map(|band| setup::new_side(pack, &band));
        let setting = Setting {
            pack: Arc::clone(pack),
            titles: ["Side A".into(), "Side B".into()],
            sheets: cast.sheets,
            fields: fields(pack, case, &field),
            bands,
            options: Options {
                measuring: case.bool_or("measuring", false),
                flat_edge: case.bool_or("flat_edge", false),
                intruder: None,
                whole_immunity: case.bool_or("whole_immunity", false),
                die_a_check: case.bool_or("die_a_check", false),
            },
        };
        let mut state = setup::new_state(setting, field, sides, cast.fighters);
        state.next_step = case.word_or("stage", NextStep::WORDS, NextStep::Action);
        state.turn = case.int_or("turn", 0..=99u8, 1);
        state.intruder = seat(case, "intruder")?.unwrap_or(Seat(0));
        state.edge = seat(case, "edge")?.unwrap_or(Seat(0));
        state.edge_run = case.int_or("edge_run", 0..=9u8, 1);
        state.edge_acted = case.bool_or("edge_acted", false);
        state.priority = seat(case, "priority")?.unwrap_or(Seat(0));
        state.beacon = case.bool_or("beacon", false);
        state.signals = case.int_or("signals", 0..=9u8, 0);
        figure::finish(&mut state, case)?;
        side_values(&mut state, case);
        crate::turn::action::note_engagements(&mut state);
        figure::engagements(&mut state, case);
        Some(state)
    }

    fn views() -> Vec<pack::View<State>> {
        look::views()
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("stage", pack::words_of(NextStep::WORDS))
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
        content::load_all(sources).map(Arc::new)
    }

    fn core() -> Arc<Pack> {
        content::core()
    }

    fn core_sources() -> Sources {
        content::core_sources()
    }

    fn muster(
        pack: &Arc<Pack>,
        name: &str,
        text: &str,
        scenario: Option<&str>,
    ) -> Result<Vec<Problem>, Vec<pack::Problem>> {
        let mut problems = Chronicle::muster(pack, name, text, scenario)?;
        // What is said where nothing is said, and a Stage, are no battles.
        let word = scenario.unwrap_or("standard");
        let battle = catalog::scenario(pack, word);
        if let Some(battle) = &battle {
            let warband = crate::muster::read(pack, name, text)?;
            problems.extend(catalog::fits(pack, &warband, battle.stage));
        }
        let stage = content::Stage::WORDS.iter().any(|(known, _)| *known == word);
        if battle.is_none() && !stage && word != "standard" {
            let shown: String = word.chars().take(60).collect();
            problems.push(Problem::plain("scenario", format!("there is no scenario {shown:?}")));
        }
        Ok(problems)
    }

    fn sheet(pack: &Arc<Pack>, name: &str, text: &str, path: &str) -> Option<(Value, Vec<Rule>)> {
        Chronicle::sheet(pack, name, text, path)
    }

    fn aftermath(visit: &mut impl pack::Visit) {
        visit.visit::<Chronicle>();
    }
}

/// The boards that can be chosen: all of the pack where the case says `any`.
fn fields(pack: &Pack, case: Section<'_>, field: &Arc<Field>) -> Vec<Arc<Field>> {
    match case.bool_or("any", false) {
        true => pack.adventures.iter().filter_map(|adventure| crate::field::of(adventure).ok()).collect(),
        false => vec![Arc::clone(field)],
    }
}

fn adventure(pack: &Pack, case: Section<'_>) -> Option<Adventure> {
    let word = case.str_or("adventure", "");
    let mut adventure = if word.is_empty() {
        blank(case)
    } else {
        let found = Name::known(&kernel::slug(word)).and_then(|id| pack.adventure(id));
        if found.is_none() {
            let known = pack.adventures.iter().map(|adventure| adventure.id.text());
            case.report(case.place("adventure").unknown("Adventure", word, known));
        }
        found?.as_ref().clone()
    };
    adventure.turns = case.int_or("turns", 1..=99u8, adventure.turns);
    for (at, entry) in case.tables("terrain").into_iter().enumerate() {
        keys::TERRAIN.known(entry);
        let ground = entry.word("kind", GROUNDS);
        let outline = entry.str("outline");
        let height = entry.str_or("height", "0");
        let id = entry.str_or("id", "");
        let piece = Piece {
            id: if id.is_empty() { Name::of(&format!("piece-{at}")) } else { Name::of(id) },
            title: "Terrain",
            ground: ground?,
            outline: corners(entry, outline?)?,
            height: inches(entry, "height", height)?,
            durable: entry.bool_or("durable", false),
            see_through: entry.bool_or("see_through", false),
        };
        adventure.terrain.push(piece);
    }
    Some(adventure)
}

/// An empty table on which nothing is to be won but the fight.
fn blank(case: Section<'_>) -> Adventure {
    let (width, depth) = (case.int_or("width", 4..=120i32, 48) * 1000, case.int_or("depth", 4..=120i32, 48) * 1000);
    let zone = |edge: Edge| Zone {
        outline: vec![Spot::new(0, 0, 0), Spot::new(width, 0, 0), Spot::new(width, depth, 0), Spot::new(0, depth, 0)],
        edge,
        text: String::new(),
    };
    Adventure {
        id: Name::of("open-table"),
        title: "Open table",
        quest: Quest::GraveGold,
        turns: 10,
        board: [width, depth],
        intruder: zone(Edge::South),
        sentry: zone(Edge::North),
        ward: Vec::new(),
        objectives: Vec::new(),
        terrain: Vec::new(),
        reward: Reward::default(),
        text: String::new(),
        provenance: Provenance::House,
    }
}

fn corners(case: Section<'_>, text: &str) -> Option<Vec<Spot>> {
    text.split_whitespace().map(|word| spot(case, "outline", word)).collect()
}

/// `12.5,8` or `12.5,8,3`.
fn spot(case: Section<'_>, key: &str, word: &str) -> Option<Spot> {
    match format!("@{word}").parse() {
        Ok(spot) => Some(spot),
        Err(_) => {
            case.problem(key, format!("{word:?} is no place such as 12.5,8 or 12.5,8,3"), None);
            None
        }
    }
}

fn inches(case: Section<'_>, key: &str, word: &str) -> Option<i32> {
    spot(case, key, &format!("{word},0")).map(|spot| spot.x)
}

fn seat(case: Section<'_>, key: &str) -> Option<Option<Seat>> {
    let Some(value) = case.get(key) else { return Some(None) };
    let word = value.str()?;
    let mut letters = word.chars();
    match (letters.next().and_then(Seat::from_letter), letters.next()) {
        (Some(seat), None) if seat.0 < 2 => Some(Some(seat)),
        _ => {
            case.problem(key, format!("{word:?} is no side; the sides are a and b"), None);
            None
        }
    }
}

fn side_table<'r>(case: Section<'r>, at: usize) -> Option<Section<'r>> {
    let sides = case.get("side")?.table()?;
    // Both are known, whichever is asked for.
    let both = [sides.get("a"), sides.get("b")];
    let table = both[at]?.table()?;
    keys::SIDE.known(table);
    Some(table)
}

fn band(pack: &Pack, case: Section<'_>, cast: &figure::Cast, at: usize) -> Option<Band> {
    let table = side_table(case, at);
    let seat = Seat(at as u8);
    let mine = || cast.fighters.iter().enumerate().filter(move |(_, fighter)| fighter.owner == seat);
    let kind = |index: usize| cast.sheets[index].profile.kind;
    let warlord = mine().find(|(index, _)| kind(*index) == content::Kind::Warlord);
    let models = mine().count() as u8;
    let archetypes: Vec<Name> = pack.archetypes.iter().map(|entry| entry.id).collect();
    let strongholds: Vec<Name> = pack.strongholds.iter().map(|entry| entry.id).collect();
    let (archetype, feature) = (named(table, "archetype", &archetypes), named(table, "stronghold", &strongholds));
    Some(Band {
        archetype: archetype?.and_then(|id| pack.archetype(id)).map(|entry| entry.effect),
        feature: feature?.and_then(|id| pack.stronghold(id)).map(|entry| entry.effect),
        rival: table.filter(|table| table.bool_or("rival", false)).map(|_| rulebook::SM::FACTION_02),
        warlord: warlord.map(|(index, _)| kernel::Figure(index as u16)),
        models: table.map_or(models, |table| table.int_or("models", 1..=40u8, models)),
        command: warlord.map_or(1, |(index, _)| cast.sheets[index].cmd().clamp(1, 7) as u8),
        rations: table.is_some_and(|table| table.bool_or("rations", false)),
    })
}

/// Something that a side may have, by its id.
fn named(table: Option<Section<'_>>, key: &str, known: &[Name]) -> Option<Option<Name>> {
    let Some(value) = table.and_then(|table| table.get(key)) else { return Some(None) };
    let slug = kernel::slug(value.str()?);
    let found = known.iter().find(|id| id.text() == slug).copied();
    if found.is_none() {
        value.unknown(key, known.iter().map(|id| id.text()));
    }
    found.map(Some)
}

fn side_values(state: &mut State, case: Section<'_>) {
    for at in 0..2 {
        let Some(table) = side_table(case, at) else { continue };
        let side = &mut state.sides[at];
        side.base = table.int_or("base", 0..=40u8, side.base);
        side.pool = table.int_or("pool", 0..=40u8, side.pool);
        side.dice = table.int_or("dice", 0..=3u8, side.dice);
        side.may_break = table.bool_or("may_break", side.may_break);
        side.spare_breaks = table.int_or("spare_breaks", 0..=9u8, side.spare_breaks);
        side.portents = table.bool_or("portents", side.portents);
        side.executed = table.int_or("executed", 0..=40u8, side.executed);
        side.forfeits = table.int_or("forfeits", 0..=40u8, side.forfeits);
        side.lost = table.int_or("lost", 0..=40u8, side.lost);
    }
}

/// Caches that the case puts into hands or elsewhere.
fn give_cache(state: &mut State, figure: kernel::Figure, at: u8) {
    if let Some(cache) = state.caches.get_mut(usize::from(at)) {
        *cache = Cache::Carried(figure);
        state.fighter_mut(figure).carries = Some(at);
    }
}
