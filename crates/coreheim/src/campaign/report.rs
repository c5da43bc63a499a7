//! What a battle hands over to its aftermath.

use super::state::{Fate, NextStep, State};
use crate::cards::{Item, Pack, Word};
use crate::muster;
use crate::state::{Place, SCROLL_BIT, State as Battle};
use kernel::{Problem, Seat, Setup};
use rulebook::CH;
use std::sync::Arc;

/// What became of one side, by members of its warband.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Members out of action, one entry for each warrior.
    pub out: Vec<u8>,
    /// Enemies put out of action, one entry for each.
    pub kills: Vec<u8>,
    /// Members who broke through, one entry for each (CH-DEPLOY-14).
    pub through: Vec<u8>,
    /// Items used up, with their owners.
    pub used: Vec<(u8, Item)>,
    /// Shards brought home (CH-DEPLOY-15).
    pub shards: u8,
    /// Exploration dice the scenario gives (CH-DEPLOY-13).
    pub dice: u8,
}

/// The reports of a battle that is over, one for each side.
pub fn of(battle: &Battle) -> Vec<Report> {
    let mut reports = vec![Report::default(); battle.players.len()];
    let house = battle.setting.scenario.objectives.iter().find_map(|objective| match objective {
        crate::cards::Objective::HoldPiece(piece) => battle.setting.field.plots.get(*piece as usize).copied().flatten(),
        _ => None,
    });
    for figure in battle.figures() {
        let (warrior, sheet) = (battle.warrior(figure), battle.sheet(figure));
        let report = &mut reports[warrior.owner.index()];
        if warrior.place == Place::Out {
            report.out.push(sheet.member);
        }
        report.kills.extend(std::iter::repeat_n(sheet.member, usize::from(warrior.kills)));
        if warrior.place == Place::Safe && !battle.player(warrior.owner).routed {
            report.through.push(sheet.member);
        }
        for (used, item) in [
            (warrior.drunk, Item::Ale),
            (warrior.venom.is_some(), Item::Venom),
            (warrior.used & SCROLL_BIT != 0, Item::Scroll),
        ] {
            if used {
                report.used.push((sheet.member, item));
            }
        }
        let inside = house.is_some_and(|plot| {
            let at = warrior.at;
            at.x >= plot.x && at.x <= plot.x + plot.width && at.y >= plot.y && at.y <= plot.y + plot.depth
        });
        if inside && sheet.hero && warrior.stands() {
            report.dice = (report.dice + 1).min(3);
        }
    }
    for (report, player) in reports.iter_mut().zip(&battle.players) {
        report.shards = player.shards;
    }
    reports
}

/// The setup of an aftermath: bands as lines, reports as options.
pub fn setup(
    pack: &Pack,
    scenario: &str,
    bands: &[muster::Warband],
    winner: Option<Seat>,
    reports: &[Report],
) -> Setup {
    let mut setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    if let Some(winner) = winner {
        setup.options.push(("winner".to_owned(), winner.to_string()));
    }
    for (at, (band, report)) in bands.iter().zip(reports).enumerate() {
        setup.sides.push(muster::line(pack, band));
        let letter = Seat(at as u8).letter();
        let mut add = |key: &str, value: String| {
            // A list that is `0` names the first member; only nothing is left out.
            if !value.is_empty() {
                setup.options.push((format!("{letter}-{key}"), value));
            }
        };
        let some = |number: u8| if number == 0 { String::new() } else { number.to_string() };
        add("out", numbers(&report.out));
        add("kills", numbers(&report.kills));
        add("through", numbers(&report.through));
        let used: Vec<String> = report.used.iter().map(|(at, item)| format!("{at}={}", item.text())).collect();
        add("used", used.join(" "));
        add("shards", some(report.shards));
        add("dice", some(report.dice));
        let stash: Vec<&str> = band.stash.iter().map(|id| id.text()).collect();
        add("stash", stash.join(" "));
        add("kept", some(band.shards));
    }
    setup
}

fn numbers(list: &[u8]) -> String {
    list.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// # Errors
/// Every problem of the setup.
pub fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut bands = Vec::new();
    for line in &setup.sides {
        match muster::parse_line(pack, line) {
            Ok(band) => bands.push(band),
            Err(wrong) => problems.extend(wrong),
        }
    }
    if !(1..=4).contains(&setup.sides.len()) {
        problems.push(Problem::new(CH::CAMPAIGN_05, "sides", "one to four warbands have an aftermath"));
    }
    let mut reports = vec![Report::default(); setup.sides.len()];
    let mut winner = None;
    for (key, value) in &setup.options {
        let known = match key.split_once('-') {
            None if key == "winner" => {
                winner = value.chars().next().and_then(Seat::from_letter).filter(|seat| seat.index() < reports.len());
                winner.is_some()
            }
            Some((side, word)) => {
                let seat = side.chars().next().and_then(Seat::from_letter).filter(|_| side.len() == 1);
                match seat.map(Seat::index).filter(|at| *at < bands.len()) {
                    Some(at) => read(pack, &mut reports[at], &mut bands[at], word, value),
                    None => false,
                }
            }
            None => false,
        };
        if !known {
            problems.push(Problem::plain("options", format!("{key} = {value:?} means nothing here")));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let fates = bands.iter().zip(&reports).map(|(band, report)| fates(band, report)).collect();
    Ok(State {
        pack: Arc::clone(pack),
        scenario: setup.scenario.clone(),
        ratings: bands.iter().map(|band| band.rating(pack)).collect(),
        bands,
        reports,
        fates,
        winner,
        next: NextStep::Injuries,
        seat: Seat(0),
        spare: None,
    })
}

fn read(pack: &Pack, report: &mut Report, band: &mut muster::Warband, word: &str, value: &str) -> bool {
    let most = band.members.len();
    let list = || -> Option<Vec<u8>> {
        let numbers = value.split(' ').map(|word| word.parse::<u8>().ok().filter(|at| usize::from(*at) < most));
        numbers.collect()
    };
    match word {
        "out" => list().map(|list| report.out = list).is_some(),
        "kills" => list().map(|list| report.kills = list).is_some(),
        "through" => list().map(|list| report.through = list).is_some(),
        "shards" => value.parse().map(|shards| report.shards = shards).is_ok(),
        "dice" => value.parse().map(|dice| report.dice = dice).is_ok(),
        "kept" => value.parse().map(|kept| band.shards = kept).is_ok(),
        "stash" => value.split(' ').all(|word| {
            let gear = kernel::Name::known(word).filter(|id| pack.gear(*id).is_some());
            band.stash.extend(gear);
            gear.is_some()
        }),
        "used" => value.split(' ').all(|pair| {
            let found = pair.split_once('=').and_then(|(at, item)| {
                let at = at.parse::<u8>().ok().filter(|at| usize::from(*at) < most)?;
                let item = Item::ALL.iter().find(|(word, _)| *word == item)?.1;
                Some((at, item))
            });
            report.used.extend(found);
            found.is_some()
        }),
        _ => false,
    }
}

fn fates(band: &muster::Warband, report: &Report) -> Vec<Fate> {
    let count = |list: &[u8], at: usize| list.iter().filter(|member| usize::from(**member) == at).count() as u8;
    (0..band.members.len())
        .map(|at| Fate {
            out: count(&report.out, at),
            was_out: count(&report.out, at),
            kills: count(&report.kills, at),
            through: count(&report.through, at) > 0,
            missed: band.members[at].missing > 0,
            ..Fate::default()
        })
        .collect()
}
