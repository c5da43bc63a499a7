//! Packs, and the situations of cases: see `cases/cairn`.

use crate::Cairn;
use crate::state::{Fighter, Pack, Setting, State, Stats};
use kernel::{Cast, Seat, Value};
use pack::{Catalog, Content, Limits, Map, Section, Sources, Staged, Stock};
use rulebook::CN;
use std::sync::{Arc, OnceLock};

/// What a map is made of: ground, rock, scrub, cairn, and where the bands begin.
const LEGEND: &str = ".#~oab";

impl Staged for Cairn {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        for key in ["dice", "choices"] {
            case.get(key);
        }
        let map = Map::drawn(case, "board", LEGEND);
        let (round, first) = (case.int_or("round", 0..=99u16, 1), case.str_or("first", "a"));
        let score = ["score_a", "score_b"].map(|key| case.int_or(key, 0..=9u8, 0));
        let turn = case.get("turn").and_then(|turn| pack::seat(case, "turn", turn.str()?));
        let mut cast = Cast::new(["Side A".to_owned(), "Side B".to_owned()]);
        let mut stats = Vec::new();
        let fighters = pack.figures(case, &mut cast, |entry, card, _| {
            let (at, acted) = (entry.str("at"), entry.bool_or("acted", false));
            let hearts = entry.int_or("hearts", 1..=card.stats.hearts, card.stats.hearts);
            stats.push(card.stats);
            let at = Some(pack::parsed(entry, "at", at?, "square such as B6")?);
            Some(Fighter { at, hearts, acted })
        });
        let first = pack::seat(case, "first", first)?;
        let setting = Arc::new(Setting { content: pack.hash.clone(), map: map?, cast, stats });
        Some(State { setting, fighters: fighters?, round, first, turn, score, outcome: None })
    }

    fn look(state: &State, path: &str) -> Option<Value> {
        let number = |number: u8| Some(Value::Number(number.into()));
        if let Some(seat) = path.strip_prefix("score.").and_then(|seat| seat.chars().next()) {
            return number(*state.score.get(Seat::from_letter(seat)?.index())?);
        }
        let (figure, what) = pack::looked(state, path)?;
        let fighter = state.fighter(figure);
        match what {
            "hearts" => number(fighter.hearts),
            "acted" => Some(Value::Flag(fighter.acted)),
            "at" => Some(Value::Text(fighter.at.map_or_else(|| "fallen".to_owned(), |at| at.to_string()))),
            _ => None,
        }
    }

    fn load(sources: &[&Sources]) -> Result<Arc<Pack>, Vec<pack::Problem>> {
        read(sources).map(Arc::new)
    }

    fn core() -> Arc<Pack> {
        static CORE: OnceLock<Arc<Pack>> = OnceLock::new();
        Arc::clone(CORE.get_or_init(|| pack::built_in(read(&[&Cairn::core_sources()]))))
    }

    fn core_sources() -> Sources {
        Sources::embedded(&[("cairn.toml", include_str!("../../../packs/cairn/cairn.toml"))]).under("packs/cairn")
    }

    fn stock(pack: &Pack) -> Option<&dyn Stock> {
        Some(pack)
    }
}

impl Catalog for Cairn {}

fn read(sources: &[&Sources]) -> Result<Pack, Vec<pack::Problem>> {
    kernel::decision::know::<Cairn>();
    Content::load(sources, Limits { points: CN::BAND_01, units: CN::BAND_02 }, LEGEND, |card| {
        let (pace, might) = (card.int("pace", 0..=9), card.int("might", 0..=9));
        let (hearts, range) = (card.int("hearts", 1..=9), card.int_or("range", 0..=20, 0));
        Some(Stats { pace: pace?, might: might?, hearts: hearts?, range })
    })
}
