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

use super::state::{EACH, NextStep, State};
use super::{Aftermath, report};
use crate::cards::{self, Pack, Stat, Word};
use crate::{Coreheim, muster};
use kernel::{Problem, Seat, Setup, Tags, Value as Found};
use pack::{Section, Sources, Staged, Value};
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

impl Staged for Aftermath {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
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

    /// `gold.a`, `shards.a`, `stash.a`, `rating.a`, `size.a`; `a.captain.ws`, `a.captain.gear`, `a.goblin.count`.
    fn look(state: &State, path: &str) -> Option<Found> {
        let (front, last) = path.rsplit_once('.')?;
        let number = |n: i32| Some(Found::Number(n.into()));
        let words = |list: Vec<&str>| Some(Found::Text(list.join(" ")));
        let band = last.chars().next().and_then(Seat::from_letter).and_then(|seat| state.bands.get(seat.index()));
        if let (Some(band), 1) = (band, last.len()) {
            match front {
                "gold" => return number(band.gold),
                "shards" => return number(band.shards.into()),
                "battles" => return number(band.battles.into()),
                "size" => return number(band.size() as i32),
                "rating" => return number(band.rating(&state.pack)),
                "stash" => return words(band.stash.iter().map(|id| id.text()).collect()),
                _ => {}
            }
        }
        let figure = state.tagged(front)?;
        let (seat, at) = (usize::from(figure.0 / EACH), usize::from(figure.0 % EACH));
        let (member, fate) = (&state.bands[seat].members[at], &state.fates[seat][at]);
        match last {
            "experience" => number(member.experience.into()),
            "count" => number(member.count.into()),
            "missing" => number(member.missing.into()),
            "gone" => Some(Found::Flag(fate.gone)),
            "leader" => Some(Found::Flag(member.leader)),
            "risen" => Some(Found::Flag(member.risen)),
            "gear" => words(member.gear.iter().map(|id| id.text()).collect()),
            "hates" => words(member.hates.iter().map(String::as_str).collect()),
            "skills" => words(member.skills.iter().map(Word::text).collect()),
            "spells" => words(member.spells.iter().map(|(id, _)| id.text()).collect()),
            stat => {
                let (_, stat) = Stat::ALL.iter().find(|(word, _)| word.eq_ignore_ascii_case(stat))?;
                let base = state.pack.fighter(member.fighter)?.stats.get(*stat);
                number(i32::from(base) + i32::from(member.growth[*stat as usize]))
            }
        }
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
