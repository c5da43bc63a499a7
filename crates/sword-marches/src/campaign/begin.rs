//! From two lines and two reports to a state.

use super::report::{Deed, Fate, Report};
use super::state::{Phase, Side, State};
use crate::content::Pack;
use crate::muster::{self, Annals};
use kernel::{Problem, Seat, Setup};
use rulebook::SM;
use std::sync::Arc;

/// `sides` are warband lines; the option `report-a` says what happened to side a. Without a report everybody stood and
/// the battle was drawn.
pub(super) fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    if setup.sides.is_empty() || setup.sides.len() > 2 {
        let text = format!("{} warbands; a report is for one or two", setup.sides.len());
        return Err(vec![Problem::new(SM::META_01, "setup", text)]);
    }
    let mut problems = Vec::new();
    for (option, _) in &setup.options {
        if !["report-a", "report-b"].contains(&option.as_str()) {
            problems.push(Problem::plain("options", format!("there is no option {:?}", clip(option))));
        }
    }
    let mut sides = Vec::new();
    for (at, line) in setup.sides.iter().enumerate() {
        let letter = Seat(at as u8);
        let report = setup.option(&format!("report-{letter}")).map(|line| Report::parse(pack, line));
        match (muster::parse_line(pack, line), report.transpose()) {
            (Ok(warband), Ok(report)) => match side(pack, warband, report) {
                Ok(side) => sides.push(side),
                Err(found) => problems.extend(found),
            },
            (warband, report) => {
                problems.extend(warband.err().unwrap_or_default());
                problems.extend(report.err().unwrap_or_default());
            }
        }
    }
    if problems.is_empty() { Ok(state(pack, sides)) } else { Err(problems) }
}

pub(super) fn state(pack: &Arc<Pack>, sides: Vec<Side>) -> State {
    State { pack: Arc::clone(pack), sides, phase: Phase::Trauma, side: 0, next: 0 }
}

/// A side at the start of its report. A warband without annals has fought its first battle and banks what it did not
/// spend (SM-MUSTER-02).
pub(super) fn side(pack: &Pack, mut warband: muster::Warband, report: Option<Report>) -> Result<Side, Vec<Problem>> {
    // Ratings are needed for everything that follows; whether the muster is legal otherwise was settled before the battle.
    let mut problems: Vec<Problem> = Vec::new();
    for (index, model) in warband.models.iter().enumerate() {
        if model.ratings.iter().any(|rating| !rating.is_some_and(|value| (1..=7).contains(&value))) {
            let place = format!("model {}, {}", index + 1, model.name);
            problems.push(Problem::new(SM::MODEL_01, place, "a Rating is missing or out of bounds"));
        }
    }
    let count = warband.models.len();
    if count > 60 {
        problems.push(Problem::new(SM::MUSTER_04, "warband", format!("{count} models; that is no Warband")));
    }
    let stand_by = |away: bool| Deed { fate: if away { Fate::Absent } else { Fate::Stood }, ..Deed::STOOD };
    let report = report.unwrap_or_else(|| Report {
        ending: super::Ending::Draw,
        foe: None,
        silver: 0,
        deeds: warband.models.iter().map(|model| stand_by(model.away)).collect(),
    });
    if report.deeds.len() != count {
        let text = format!(
            "the report tells of {}, the warband has {count}",
            kernel::so_many(report.deeds.len(), "model", "models")
        );
        problems.push(Problem::plain("report", text));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    if warband.annals.is_none() {
        let silver = i32::from(pack.stage(warband.stage).starting_sp);
        let treasury = (silver - muster::cost(pack, &warband)).max(0);
        let renown = pack.stage(warband.stage).renown.into();
        warband.annals = Some(Annals { treasury, renown, ..Annals::default() });
    }
    let first = !warband.has_fought();
    if let Some(annals) = &mut warband.annals {
        if first {
            annals.mustered = warband.stage;
            // Whoever begins at a later Stage has the Renown of it (SM-AAR-18).
            annals.renown = annals.renown.max(pack.stage(warband.stage).renown.into());
        }
        annals.games = annals.games.saturating_add(1);
    }
    Ok(Side {
        gone: vec![false; count],
        warband,
        report,
        searches: 0,
        found: None,
        recruit: None,
        risen: false,
        disbanded: false,
    })
}

fn clip(word: &str) -> String {
    word.chars().take(40).collect()
}
