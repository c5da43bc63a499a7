//! From a setup to a battle: sides, roles, zones, provisions, deployment, first turn.

pub(crate) mod deploy;

use crate::cards::{Pack, Scenario};
use crate::field::Field;
use crate::muster::{self, Warband};
use crate::profile::Profile;
use crate::state::{NextStep, Options, Player, Setting, Shard, State, Warrior};
use crate::{Event, Table, rolls};
use kernel::{Flow, Name, Problem, Rule, Seat, Seats, Setup, slug};
use rulebook::CH;
use std::sync::Arc;

/// Reads sides, scenario and options.
///
/// # Errors
/// Every problem at once.
pub(crate) fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let known = pack.scenarios.iter().map(|scenario| scenario.id.text());
    let scenario = Name::known(&slug(&setup.scenario)).and_then(|id| pack.scenario(id)).cloned();
    if scenario.is_none() {
        let names: Vec<&str> = known.collect();
        let text = format!("unknown scenario {:?}; there are {}", setup.scenario, names.join(", "));
        problems.push(Problem::plain("scenario", text));
    }
    let options = options(setup, &mut problems);
    let mut sides = Vec::new();
    for (at, line) in setup.sides.iter().enumerate() {
        match muster::parse_line(pack, line) {
            Ok(warband) => {
                let wrong = muster::check(pack, &warband);
                let place = |problem: Problem| Problem {
                    place: format!("side {}: {}", Seat(at as u8), problem.place),
                    ..problem
                };
                problems.extend(wrong.into_iter().map(place));
                sides.push(warband);
            }
            Err(wrong) => problems.extend(wrong),
        }
    }
    let Some(scenario) = scenario else { return Err(problems) };
    let (least, most) = scenario.players;
    let count = setup.sides.len();
    if count < usize::from(least) || count > usize::from(most) {
        let text = format!("{count} sides; {} is for {least} to {most}", scenario.title);
        problems.push(Problem::new(CH::DEPLOY_16, "sides", text));
    }
    let (true, Some(field)) = (problems.is_empty(), pack.field(scenario.id)) else { return Err(problems) };
    let field = Arc::clone(field);
    Ok(battle(pack, &scenario, field, &sides, options))
}

fn options(setup: &Setup, problems: &mut Vec<Problem>) -> Options {
    let mut options = Options::default();
    for (name, value) in &setup.options {
        let on = match value.as_str() {
            "on" | "true" | "yes" => Some(true),
            "off" | "false" | "no" => Some(false),
            _ => None,
        };
        let slot = match name.as_str() {
            "free-measuring" => &mut options.free_measuring,
            "panic-needs-two" => &mut options.panic_needs_two,
            "campaign" => &mut options.campaign,
            _ => {
                problems.push(Problem::plain("options", format!("unknown option {name:?}")));
                continue;
            }
        };
        match on {
            Some(on) => *slot = on,
            None => problems.push(Problem::plain("options", format!("{name} is on or off, not {value:?}"))),
        }
    }
    options
}

/// The battle before anything is decided.
pub(crate) fn battle(
    pack: &Arc<Pack>,
    scenario: &Arc<Scenario>,
    field: Arc<Field>,
    sides: &[Warband],
    options: Options,
) -> State {
    let titles: Vec<String> = sides.iter().map(|warband| warband.title.clone()).collect();
    let mut roster = Vec::new();
    let mut warriors = Vec::new();
    let mut players = Vec::new();
    for (at, warband) in sides.iter().enumerate() {
        let seat = Seat(at as u8);
        let mut started = 0;
        for (index, member) in warband.members.iter().enumerate() {
            let Some(fighter) = pack.fighter(member.fighter).filter(|_| member.missing == 0) else { continue };
            let mut profile = Profile::new(pack, index, member, fighter);
            profile.hates = hated(&titles, &member.hates);
            let place = roster.len() as u16;
            roster.push(profile);
            for _ in 0..member.count {
                let of_kind = |warrior: &&Warrior| {
                    let sheet: &Profile = &roster[warrior.profile as usize];
                    warrior.owner == seat && sheet.fighter.id == fighter.id
                };
                let number = warriors.iter().filter(of_kind).count() as u8 + 1;
                warriors.push(Warrior::new(place, &roster[place as usize], seat, number));
                started += 1;
            }
        }
        players.push(Player { started, ..Player::default() });
    }
    let options = Options { open_board: field.open, ..options };
    let shards = scenario.shards().map(|at| Shard { at, carrier: None, home: None }).collect();
    let setting = Setting {
        pack: Arc::clone(pack),
        scenario: Arc::clone(scenario),
        field,
        titles,
        ratings: sides.iter().map(|warband| warband.rating(pack)).collect(),
        roster,
        options,
    };
    State {
        setting: Arc::new(setting),
        next: NextStep::Roles,
        order: (0..players.len() as u8).map(Seat).collect(),
        players,
        warriors,
        round: 1,
        slot: 0,
        charges: Vec::new(),
        spells: Vec::new(),
        shards,
        outcome: None,
    }
}

/// Adds a warrior of no warband to a side: the pit fighter of CH-CAMPAIGN-21.
pub(crate) fn join(state: &mut State, member: &muster::Member, fighter: &Arc<crate::cards::Fighter>, seat: Seat) {
    let pack = Arc::clone(&state.setting.pack);
    let profile = Profile::new(&pack, 0, member, fighter);
    let Some(setting) = Arc::get_mut(&mut state.setting) else { return };
    let place = setting.roster.len() as u16;
    state.warriors.push(Warrior::new(place, &profile, seat, 1));
    setting.roster.push(profile);
    setting.titles.push(fighter.title.to_owned());
    setting.ratings.push(0);
    while state.players.len() <= seat.index() {
        state.players.push(Player { started: 1, ..Player::default() });
        state.order.push(seat);
    }
}

/// The warbands on the table that a member hates, by their titles (CH-CAMPAIGN-23).
fn hated(titles: &[String], hates: &[String]) -> Seats {
    let mut seats = Seats::NONE;
    for (at, title) in titles.iter().enumerate() {
        if hates.contains(&slug(title)) {
            seats = seats.with(Seat(at as u8));
        }
    }
    seats
}

/// Everybody rolls a d6; the order of the results, ties rolled again among those who tied.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn roll_off(t: &mut Table<'_>, what: &'static str, rule: Rule, seats: &[Seat]) -> Flow<Vec<Seat>> {
    if seats.len() <= 1 {
        return Ok(seats.to_vec());
    }
    let mut results = Vec::new();
    for seat in seats {
        let rolled = rolls::contest(t, what, rule, *seat)?;
        t.tell(rule, || Event::RolledFor { seat: *seat, what, rolled });
        results.push((rolled, *seat));
    }
    results.sort_by_key(|(rolled, _)| std::cmp::Reverse(*rolled));
    let mut order = Vec::new();
    let mut from = 0;
    while from < results.len() {
        let equal = results[from..].iter().take_while(|(rolled, _)| *rolled == results[from].0).count();
        let tied: Vec<Seat> = results[from..from + equal].iter().map(|(_, seat)| *seat).collect();
        order.extend(roll_off(t, what, rule, &tied)?);
        from += equal;
    }
    Ok(order)
}
