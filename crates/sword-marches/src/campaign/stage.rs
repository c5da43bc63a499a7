//! Reports as cases: `warband` and `warband_b` hold files, `report` and `report_b` lines, `phase` says where to begin,
//! and `cards` holds entries of a player's pack.

use super::report::Report;
use super::state::{Phase, State};
use super::{Chronicle, begin};
use crate::content::{self, Pack, RATINGS};
use crate::muster;
use crate::profile::sum_at;
use kernel::{Figure, Problem, Rule, Seat, Value};
use pack::view::{flag, number, text, word};
use pack::{Section, Sources, Staged, View};
use rulebook::SM;
use std::sync::Arc;

const KEYS: pack::Keys = pack::Keys::of(
    "",
    &[
        ("warband", "the text of a warband file"),
        ("report", "what the battle did to it, a line"),
        ("warband_b", "the other warband, if it comes home too"),
        ("report_b", "what the battle did to that"),
        ("phase", "where the report begins; trauma if left out"),
        ("searches", "searches to come"),
        ("cards", "further entries, as a pack has them"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

impl Staged for Chronicle {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        KEYS.known(case);
        let pack = &pack::extended::<Chronicle>(pack, case, &[("cards", case.str_or("cards", ""))])?;
        let first = side(pack, case, "warband", "report");
        let second = case.get("warband_b").map(|_| side(pack, case, "warband_b", "report_b"));
        let phase = case.word_or("phase", &Phase::ALL, Phase::Trauma);
        let searches = case.int_or("searches", 0..=9u8, 0);
        let mut sides = vec![first?];
        if let Some(second) = second {
            sides.push(second?);
        }
        let mut state = begin::state(pack, sides);
        state.phase = phase;
        state.mine_mut().searches = searches;
        Some(state)
    }

    fn views() -> Vec<View<State>> {
        views()
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("phase", pack::words_of(&Phase::ALL))
    }

    fn rolls() -> &'static [&'static str] {
        super::trauma::ROLLS
    }

    fn keys() -> Vec<pack::Keys> {
        vec![KEYS]
    }

    fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
        vec![("Phases (phase, until)".to_owned(), pack::words_of(&Phase::ALL))]
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

    /// A scenario that is the name of a Chronicle Stage stands for a game of that Stage, with its silver for everybody
    /// (SM-MODEL-02).
    fn muster(
        pack: &Arc<Pack>,
        name: &str,
        text: &str,
        scenario: Option<&str>,
    ) -> Result<Vec<Problem>, Vec<pack::Problem>> {
        let warband = muster::read(pack, name, text)?;
        let mut problems = muster::check(pack, &warband);
        let game = content::Stage::WORDS.iter().find(|(word, _)| Some(*word) == scenario).map(|(_, stage)| *stage);
        if let Some(game) = game {
            let (budget, spent) = (i32::from(pack.stage(game).starting_sp), muster::cost(pack, &warband));
            if spent > budget {
                let text = format!("{spent} SP in a game in which everybody has {budget} SP");
                problems.push(Problem::new(SM::MODEL_02, "warband", text));
            }
        }
        Ok(problems)
    }

    fn sheet(pack: &Arc<Pack>, name: &str, text: &str, path: &str) -> Option<(Value, Vec<Rule>)> {
        let warband = muster::read(pack, name, text).ok()?;
        let sum = sum_at(pack, &warband, path)?;
        Some((Value::Number(sum.total().into()), sum.parts().iter().map(|part| part.rule).collect()))
    }
}

fn side(pack: &Arc<Pack>, case: Section<'_>, file: &str, report: &str) -> Option<super::Side> {
    let text = case.str(file)?;
    let warband = match muster::read(pack, file, text) {
        Ok(warband) => warband,
        Err(problems) => {
            for problem in problems {
                case.problem(file, problem.to_string(), problem.rule);
            }
            return None;
        }
    };
    let line = case.get(report).map(|value| value.str());
    let parsed = match line {
        None => None,
        Some(line) => Some(Report::parse(pack, line?)),
    };
    let problems = match parsed.transpose().map(|report| begin::side(pack, warband, report)) {
        Ok(Ok(side)) => return Some(side),
        Ok(Err(problems)) | Err(problems) => problems,
    };
    for problem in problems {
        case.problem(report, problem.to_string(), problem.rule);
    }
    None
}

/// `a.treasury`, `a.stage`, `a.captain.exp`, `a.captain.cbt`, `a.captain.gear`.
fn views() -> Vec<View<State>> {
    let mut all = vec![
        View::battle("phase", |state: &State| word(&Phase::ALL, &state.phase)),
        View::side("SIDE.treasury", |state, seat| Some(number(side_of(state, seat)?.annals().treasury))),
        View::side("SIDE.renown", |state, seat| Some(number(side_of(state, seat)?.annals().renown))),
        View::side("SIDE.games", |state, seat| Some(number(side_of(state, seat)?.annals().games))),
        View::side("SIDE.rations", |state, seat| Some(number(side_of(state, seat)?.warband.rations))),
        View::side("SIDE.models", |state, seat| Some(number(side_of(state, seat)?.present().count() as i64))),
        View::side("SIDE.stage", |state, seat| Some(text(side_of(state, seat)?.warband.stage.word()))),
        View::side("SIDE.mustered", |state, seat| Some(text(side_of(state, seat)?.annals().mustered.word()))),
        View::side("SIDE.archetype", |state, seat| {
            let archetype = side_of(state, seat)?.warband.archetype;
            Some(text(archetype.map_or("none", |id| id.text())))
        }),
        View::side("SIDE.stash", |state, seat| Some(pieces(&side_of(state, seat)?.annals().stash))),
        View::side("SIDE.disbanded", |state, seat| Some(flag(side_of(state, seat)?.disbanded))),
    ];
    all.extend(models());
    all
}

fn models() -> Vec<View<State>> {
    vec![
        View::figure("exp", |state, figure| of(state, figure, |model| number(model.exp))),
        View::figure("gone", |state, figure| match state.place(figure) {
            Some((side, index)) => flag(state.sides[side].gone[index]),
            None => flag(false),
        }),
        View::figure("away", |state, figure| of(state, figure, |model| flag(model.away))),
        View::figure("type", |state, figure| of(state, figure, |model| text(model.kind.word()))),
        View::figure("gear", |state, figure| of(state, figure, |model| pieces(&model.gear))),
        View::figure("traits", |state, figure| {
            of(state, figure, |model| {
                let words = model.traits.iter().map(|learnt| match learnt.level {
                    1 => learnt.id.to_string(),
                    level => format!("{}+{level}", learnt.id),
                });
                text(words.collect::<Vec<String>>().join(" "))
            })
        }),
        View::word(
            "",
            |_, _| RATINGS.iter().map(|name| name.to_lowercase()).collect(),
            |state, figure, word| {
                let rating = RATINGS.iter().position(|name| name.eq_ignore_ascii_case(word))?;
                Some(of(state, figure, |model| number(model.rating(rating))))
            },
        ),
    ]
}

fn side_of(state: &State, seat: Seat) -> Option<&super::Side> {
    state.sides.get(seat.index())
}

/// Something of the model that a figure stands for.
fn of(state: &State, figure: Figure, read: impl Fn(&muster::Model) -> Value) -> Value {
    let found = state.place(figure).and_then(|(side, index)| state.sides[side].warband.models.get(index).map(&read));
    found.unwrap_or_else(|| text("nobody"))
}

fn pieces(list: &[muster::Item]) -> Value {
    let words = list.iter().map(|item| format!("{}{}", item.id, if item.starmetal { "*" } else { "" }));
    text(words.collect::<Vec<String>>().join(" "))
}
