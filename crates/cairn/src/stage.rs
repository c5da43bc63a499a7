//! Packs, and the situations of cases: see `cases/cairn`.

use crate::Cairn;
use crate::state::{Fighter, Pack, Setting, State, Stats};
use kernel::Cast;
use pack::view::{flag, number, text};
use pack::{Catalog, Content, Keys, Limits, Map, Section, Sources, Staged, Stock, View};
use rulebook::CN;
use std::sync::{Arc, OnceLock};

/// Whose turn it may be.
const TURNS: &[&str] = &["a", "b", "none"];
const BATTLE: &[(&str, &str)] = &[
    ("board", "the map, a row a line: `.` ground, `#` rock, `~` scrub, `o` the cairn"),
    ("round", "which round it is; 1 where nothing is said"),
    ("first", "who began the round: a or b"),
    ("turn", "whose turn it is; who begins is still to be rolled for where nothing is said"),
    ("score_a", "points of side a"),
    ("score_b", "points of side b"),
];
const FIGURE: &[(&str, &str)] = &[
    ("tag", "side and name: `a.ann`"),
    ("card", "its card of the pack"),
    ("at", "its square: `B6`"),
    ("hearts", "what it has left; all where nothing is said"),
    ("acted", "it has acted this round"),
];

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

    fn views() -> Vec<View<State>> {
        vec![
            View::battle("round", |state| number(state.round)),
            View::battle("turn", |state| text(state.turn.map_or("none".to_owned(), |seat| seat.to_string()))),
            View::side("score.SIDE", |state, seat| state.score.get(seat.index()).map(|score| number(*score))),
            View::figure("hearts", |state, figure| number(state.fighter(figure).hearts)),
            View::figure("acted", |state, figure| flag(state.fighter(figure).acted)),
            View::figure("at", |state, figure| {
                text(state.fighter(figure).at.map_or_else(|| "fallen".to_owned(), |at| at.to_string()))
            }),
        ]
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("turn", TURNS.to_vec())
    }

    fn rolls() -> &'static [&'static str] {
        &["who begins", "strike", "defend", "shot"]
    }

    fn keys() -> Vec<Keys> {
        vec![Keys::of("", BATTLE), Keys::of("[[figure]]", FIGURE)]
    }

    fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
        vec![("Turns (turn, until)".to_owned(), TURNS.to_vec())]
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
