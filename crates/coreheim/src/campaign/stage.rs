//! Aftermaths written by hand, for cases: warbands as lines, and what the battle did to them.
//!
//! ```toml
//! kind = "aftermath"
//! scenario = "street-fight"
//! sides = ["The Pennant | mercenaries | 10 1 | captain, sergeant+sword, 3 soldier"]
//! winner = "a"
//! battle = { a-out = "1 2", a-kills = "0", b-stash = "sword" }
//! stage = "exploration"            # a step of the sequence; "injuries" if left out
//! ```

use super::state::{EACH, Fate, NextStep, State};
use super::{Aftermath, report};
use crate::cards::{self, Pack, Stat, Word};
use crate::{Coreheim, muster};
use kernel::{Figure, Problem, Seat, Setup};
use pack::view::{flag, number, text, word};
use pack::{Section, Sources, Staged, Value, View};
use std::sync::Arc;

const STAGES: &[(&str, NextStep)] = &[
    ("injuries", NextStep::Injuries),
    ("experience", NextStep::Experience),
    ("advances", NextStep::Advances),
    ("leader", NextStep::Leader),
    ("exploration", NextStep::Exploration),
    ("selling", NextStep::Selling),
    ("trading", NextStep::Trading),
    ("recruiting", NextStep::Recruiting),
    ("closing", NextStep::Closing),
    ("over", NextStep::Over),
    ("founding", NextStep::Founding),
];

const KEYS: pack::Keys = pack::Keys::of(
    "",
    &[
        ("scenario", "the scenario of the battle; street-fight if left out"),
        ("sides", "warbands, a line each, as in a set-up"),
        ("winner", "the seat that won"),
        ("battle", "what the battle did to them: { a-out = \"1 2\", b-stash = \"sword\" }"),
        ("stage", "a step of the sequence; injuries if left out"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

impl Staged for Aftermath {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        KEYS.known(case);
        let scenario = case.str_or("scenario", "street-fight").to_owned();
        let sides = case.strs_or_empty("sides").into_iter().map(str::to_owned).collect();
        let mut options = Vec::new();
        if let Some(winner) = case.get("winner").and_then(Value::str) {
            options.push(("winner".to_owned(), winner.to_owned()));
        }
        if let Some(battle) = case.get("battle").and_then(Value::table) {
            for (key, value) in battle.entries() {
                options.push((key.to_owned(), value.str()?.to_owned()));
            }
        }
        let stage = case.word_or("stage", STAGES, NextStep::Injuries);
        match report::begin(pack, &Setup { scenario, sides, options, ..Setup::default() }) {
            Ok(state) => Some(State { next: stage, ..state }),
            Err(problems) => {
                for problem in problems {
                    case.report(case.here().problem(problem.to_string()));
                }
                None
            }
        }
    }

    fn views() -> Vec<pack::View<State>> {
        views()
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("stage", pack::words_of(STAGES))
    }

    fn rolls() -> &'static [&'static str] {
        super::rolls::NAMES
    }

    fn keys() -> Vec<pack::Keys> {
        vec![KEYS]
    }

    fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
        vec![("Stages (stage, until)".to_owned(), pack::words_of(STAGES))]
    }

    fn load(sources: &[&Sources]) -> Result<Arc<Pack>, Vec<pack::Problem>> {
        Coreheim::load(sources)
    }

    fn core() -> Arc<Pack> {
        cards::core()
    }

    fn core_sources() -> Sources {
        cards::core_sources()
    }

    fn muster(pack: &Arc<Pack>, name: &str, text: &str, _: Option<&str>) -> Result<Vec<Problem>, Vec<pack::Problem>> {
        muster::read(pack, name, text).map(|warband| muster::check(pack, &warband))
    }
}

/// `gold.a`, `rating.a`, `a.captain.ws`, `a.captain.gear`, `a.goblin.count`.
fn views() -> Vec<View<State>> {
    vec![
        View::battle("stage", |state| word(STAGES, &state.next)),
        View::side("gold.SIDE", |state, seat| Some(number(band(state, seat)?.gold))),
        View::side("shards.SIDE", |state, seat| Some(number(band(state, seat)?.shards))),
        View::side("battles.SIDE", |state, seat| Some(number(band(state, seat)?.battles))),
        View::side("size.SIDE", |state, seat| Some(number(band(state, seat)?.size() as i64))),
        View::side("rating.SIDE", |state, seat| Some(number(band(state, seat)?.rating(&state.pack)))),
        View::side("stash.SIDE", |state, seat| Some(list(band(state, seat)?.stash.iter().map(|id| id.text())))),
        View::figure("experience", |state, figure| number(member(state, figure).experience)),
        View::figure("count", |state, figure| number(member(state, figure).count)),
        View::figure("missing", |state, figure| number(member(state, figure).missing)),
        View::figure("gone", |state, figure| flag(fate(state, figure).gone)),
        View::figure("leader", |state, figure| flag(member(state, figure).leader)),
        View::figure("risen", |state, figure| flag(member(state, figure).risen)),
        View::figure("gear", |state, figure| list(member(state, figure).gear.iter().map(|id| id.text()))),
        View::figure("hates", |state, figure| list(member(state, figure).hates.iter().map(String::as_str))),
        View::figure("skills", |state, figure| list(member(state, figure).skills.iter().map(Word::text))),
        View::figure("spells", |state, figure| list(member(state, figure).spells.iter().map(|(id, _)| id.text()))),
        // What is printed and what was gained since.
        View::word(
            "",
            |_, _| Stat::ALL.iter().map(|(word, _)| word.to_lowercase()).collect(),
            |state, figure, word| {
                let (_, stat) = Stat::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?;
                let member = member(state, figure);
                let base = state.pack.fighter(member.fighter)?.stats.get(*stat);
                Some(number(i32::from(base) + i32::from(member.growth[*stat as usize])))
            },
        ),
    ]
}

fn band(state: &State, seat: Seat) -> Option<&muster::Warband> {
    state.bands.get(seat.index())
}

fn member(state: &State, figure: Figure) -> &muster::Member {
    &state.bands[usize::from(figure.0 / EACH)].members[usize::from(figure.0 % EACH)]
}

fn fate(state: &State, figure: Figure) -> &Fate {
    &state.fates[usize::from(figure.0 / EACH)][usize::from(figure.0 % EACH)]
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> kernel::Value {
    text(words.collect::<Vec<&str>>().join(" "))
}
