//! Reports as cases: `warband` and `warband_b` hold files, `report` and `report_b` lines, `phase` says where to begin,
//! and `cards` holds entries of a player's pack.

use super::report::Report;
use super::state::{Phase, State};
use super::{Chronicle, begin};
use crate::content::{self, Pack, RATINGS};
use crate::muster;
use crate::profile::sum_at;
use kernel::{Problem, Rule, Seat, Tags, Value};
use pack::{Section, Sources, Staged};
use rulebook::SM;
use std::sync::Arc;

impl Staged for Chronicle {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        for key in ["cards", "warband", "warband_b", "report", "report_b", "phase", "searches"] {
            case.get(key);
        }
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

    fn look(state: &State, path: &str) -> Option<Value> {
        look(state, path)
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
fn look(state: &State, path: &str) -> Option<Value> {
    let (letter, rest) = path.split_once('.')?;
    let seat = Seat::from_letter(letter.chars().next()?)?;
    let side = state.sides.get(seat.index())?;
    let annals = side.annals();
    let number = |number: i32| Some(Value::Number(number.into()));
    let pieces = |list: &[muster::Item]| {
        let words = list.iter().map(|item| format!("{}{}", item.id, if item.starmetal { "*" } else { "" }));
        Some(Value::Text(words.collect::<Vec<String>>().join(" ")))
    };
    match rest {
        "treasury" => return number(annals.treasury),
        "renown" => return number(annals.renown),
        "games" => return number(annals.games.into()),
        "rations" => return number(side.warband.rations.into()),
        "models" => return number(side.present().count() as i32),
        "stage" => return Some(Value::Text(side.warband.stage.word().to_owned())),
        "mustered" => return Some(Value::Text(annals.mustered.word().to_owned())),
        "archetype" => return side.warband.archetype.map(|id| Value::Text(id.to_string())),
        "stash" => return pieces(&annals.stash),
        "disbanded" => return Some(Value::Flag(side.disbanded)),
        _ => {}
    }
    let (tag, what) = path.rsplit_once('.')?;
    let (_, index) = state.place(state.tagged(tag)?)?;
    let model = side.warband.models.get(index)?;
    if let Some(rating) = RATINGS.iter().position(|name| name.eq_ignore_ascii_case(what)) {
        return number(model.rating(rating));
    }
    match what {
        "exp" => number(model.exp.into()),
        "gone" => Some(Value::Flag(side.gone[index])),
        "away" => Some(Value::Flag(model.away)),
        "type" => Some(Value::Text(model.kind.word().to_owned())),
        "gear" => pieces(&model.gear),
        "traits" => {
            let words = model.traits.iter().map(|learnt| match learnt.level {
                1 => learnt.id.to_string(),
                level => format!("{}+{level}", learnt.id),
            });
            Some(Value::Text(words.collect::<Vec<String>>().join(" ")))
        }
        _ => None,
    }
}
