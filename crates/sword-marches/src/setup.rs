//! Before the first Turn: from a written setup to a state, then Adventure, roles and deployment.
//!
//! The scenario names an Adventure, or is `any` where the Adventure is chosen after the Check; a Stage may follow
//! (`grave-gold-upstart`), and then both warbands are of it. Match options:
//! `measuring` (`on`, `off`: SM-META-10), `edge-tokens` (`difference`, `flat`: SM-STRATEGY-02), and `roles` (`checked`,
//! or `a` or `b` for the side that is the Intruder: a convenience for cases and chronicles).

mod placement;

pub(crate) use placement::Entry;
pub(crate) use placement::{Placement, bounds, inside_ward, may_stand};

use crate::content::{self, CMD, Pack, Quest};
use crate::decisions::{ADVENTURE, AdventureChoice, FIRST_CHOICE, FirstChoice, FirstPick, ROLE, Role};
use crate::effects::Feature;
use crate::events::Titled;
use crate::field::{self, Field};
use crate::muster;
use crate::profile::Profile;
use crate::rolls::{self, Dice};
use crate::sheet::Sheet;
use crate::state::{Band, Cache, Fighter, NextStep, Options, Place, Setting, Side, State, other};
use crate::turn::mettle::stand_in;
use crate::turn::orders::spare_breaks;
use crate::{Event, Table, catalog};
use kernel::{Figure, Flow, Modifiers, Name, Problem, Seat, Setup};
use placement::place;
use rulebook::SM;
use std::sync::Arc;

/// # Errors
/// Every problem of every side at once.
pub(crate) fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let (adventure, stage) = read_scenario(&setup.scenario);
    let fields = read_fields(pack, &adventure, &mut problems);
    let options = read_options(setup, &mut problems);
    if setup.sides.len() != 2 {
        problems.push(Problem::new(SM::META_01, "setup", format!("{} sides; a battle has 2", setup.sides.len())));
    }
    let bands = read_bands(pack, setup, stage, &mut problems);
    let field = match (problems.is_empty(), fields.first()) {
        (true, Some(field)) => Arc::clone(field),
        _ => return Err(problems),
    };
    let mut cast = Cast::default();
    let numbers = [cast.enlist(pack, &bands, Seat(0)), cast.enlist(pack, &bands, Seat(1))];
    let Cast { mut sheets, fighters } = cast;
    let titles = titles(&bands, &mut sheets, &fighters);
    let sides = numbers.map(|band| new_side(pack, &band));
    let setting = Setting { pack: Arc::clone(pack), titles, sheets, fields, bands: numbers, options };
    let mut state = new_state(setting, field, sides, fighters);
    if let Some(intruder) = options.intruder {
        state.intruder = intruder;
        state.edge = intruder;
        state.priority = other(intruder);
        if state.setting.fields.len() == 1 {
            state.next_step = NextStep::Deploy;
        }
    }
    Ok(state)
}

/// The two warbands, where they fit one another and the battle.
fn read_bands(
    pack: &Pack,
    setup: &Setup,
    stage: Option<content::Stage>,
    problems: &mut Vec<Problem>,
) -> Vec<muster::Warband> {
    let mut bands = Vec::new();
    for (at, line) in setup.sides.iter().enumerate().take(2) {
        let on_side =
            |problem: Problem| Problem { place: format!("side {}, {}", Seat(at as u8), problem.place), ..problem };
        match muster::parse_line(pack, line) {
            Ok(band) => {
                let unfit = stage.map_or_else(Vec::new, |stage| catalog::fits(pack, &band, stage));
                problems.extend(unfit.into_iter().map(on_side));
                bands.push(band);
            }
            Err(wrong) => problems.extend(wrong.into_iter().map(on_side)),
        }
    }
    // A battle is of the Stage of whoever has risen least.
    if let Some(stage) = stage.filter(|stage| bands.len() == 2 && bands.iter().all(|band| band.stage > *stage)) {
        problems.extend(bands.iter().flat_map(|band| catalog::misfits(pack, band, stage)));
    }
    if bands.len() == 2 {
        problems.extend(muster::together(pack, &[&bands[0], &bands[1]]));
    }
    bands
}

/// Everybody who takes part, with his sheet.
#[derive(Default)]
struct Cast {
    sheets: Vec<Sheet>,
    fighters: Vec<Fighter>,
}

impl Cast {
    /// The models of a side; gives what its warband is beyond them.
    fn enlist(&mut self, pack: &Pack, bands: &[muster::Warband], seat: Seat) -> Band {
        let band = &bands[seat.index()];
        let first = self.fighters.len();
        let mut warlord = None;
        for (index, model) in band.models.iter().enumerate().filter(|(_, model)| !model.away) {
            let Some(profile) = Profile::new(pack, band, index) else { continue };
            if profile.kind == content::Kind::Warlord {
                warlord = Some(Figure(self.fighters.len() as u16));
            }
            let name = fresh_name(&self.fighters[first..], &model.name);
            self.fighters.push(Fighter::new(seat, name));
            self.sheets.push(Sheet::new(profile));
        }
        let foe = bands[other(seat).index()].faction;
        Band {
            archetype: band.archetype(pack),
            feature: band.feature(pack),
            rival: band.faction.zip(foe).and_then(|(mine, foe)| pack.rivals(mine, foe)),
            warlord,
            models: (self.fighters.len() - first) as u8,
            command: band.command(),
            rations: band.rations > 0,
        }
    }
}

/// A battle before its first Turn.
pub(crate) fn new_state(setting: Setting, field: Arc<Field>, sides: [Side; 2], fighters: Vec<Fighter>) -> State {
    let mut state = State {
        setting: Arc::new(setting),
        field,
        next_step: NextStep::FirstCheck,
        turn: 0,
        sides,
        fighters,
        intruder: Seat(0),
        edge: Seat(0),
        edge_run: 0,
        priority: Seat(1),
        edge_acted: false,
        caches: Vec::new(),
        beacon: false,
        signals: 0,
        lost: Vec::new(),
        outcome: None,
    };
    lay_out(&mut state);
    state
}

pub(crate) fn new_side(pack: &Pack, band: &Band) -> Side {
    Side {
        base: pack.pools.base(band.command, band.models.into()),
        spare_breaks: spare_breaks(band),
        portents: band.feature == Some(Feature::Mystical),
        ..Side::default()
    }
}

/// What the warbands are called. Where both have the same name, the second and its models are numbered in everything
/// that is told.
fn titles(bands: &[muster::Warband], sheets: &mut [Sheet], fighters: &[Fighter]) -> [String; 2] {
    let [first, second] = [0, 1].map(|at| bands.get(at).map_or("", |band| band.title.as_str()));
    if first.trim() != second.trim() {
        return [first.to_owned(), second.to_owned()];
    }
    for (sheet, _) in sheets.iter_mut().zip(fighters).filter(|(_, fighter)| fighter.owner == Seat(1)) {
        sheet.profile.name.push_str(" (2)");
    }
    [first.to_owned(), format!("{second} (2)")]
}

/// A tag that no other model of the side has.
fn fresh_name(side: &[Fighter], name: &str) -> Name {
    let plain = Name::of(name);
    let taken = |name: Name| side.iter().any(|fighter| fighter.name == name);
    if !taken(plain) && !plain.text().is_empty() {
        return plain;
    }
    (2..).map(|number| Name::of(&format!("{plain}-{number}"))).find(|name| !taken(*name)).unwrap_or(plain)
}

/// `grave-gold-upstart` as the Adventure and the Stage.
fn read_scenario(scenario: &str) -> (String, Option<content::Stage>) {
    let slug = kernel::slug(scenario);
    for stage in content::Stage::ALL {
        if let Some(adventure) = slug.strip_suffix(stage.word()).and_then(|rest| rest.strip_suffix('-')) {
            return (adventure.to_owned(), Some(stage));
        }
    }
    (slug, None)
}

fn read_fields(pack: &Pack, slug: &str, problems: &mut Vec<Problem>) -> Vec<Arc<Field>> {
    let wanted = |id: Name| slug.is_empty() || slug == catalog::ANY || id.text() == slug;
    let mut fields = Vec::new();
    for adventure in pack.adventures.iter().filter(|adventure| wanted(adventure.id)) {
        match field::of(adventure) {
            Ok(field) => fields.push(field),
            Err(problem) => problems.push(problem),
        }
    }
    if fields.is_empty() && problems.is_empty() {
        let known: Vec<&str> = pack.adventures.iter().map(|adventure| adventure.id.text()).collect();
        let text = format!("there is no Adventure {slug}; there are {}, or any", known.join(", "));
        problems.push(Problem::new(SM::META_14, "scenario", text));
    }
    fields
}

fn read_options(setup: &Setup, problems: &mut Vec<Problem>) -> Options {
    let mut options = Options::default();
    for (name, value) in &setup.options {
        match (name.as_str(), value.as_str()) {
            ("measuring", "on") => options.measuring = true,
            ("edge-tokens", "flat") => options.flat_edge = true,
            ("immunity", "attack") => options.whole_immunity = true,
            ("tactical-dice", "check") => options.die_a_check = true,
            ("measuring", "off") | ("edge-tokens", "difference") | ("roles", "checked") => {}
            ("immunity", "trait") | ("tactical-dice", "turn") => {}
            ("roles", "a") => options.intruder = Some(Seat(0)),
            ("roles", "b") => options.intruder = Some(Seat(1)),
            _ => problems.push(Problem::plain("options", format!("there is no option {name} = {value}"))),
        }
    }
    options
}

/// The Adventure's objectives on its board (SM-PRE-04).
fn lay_out(state: &mut State) {
    let adventure = &state.field.adventure;
    state.caches = match adventure.quest {
        Quest::GraveGold => adventure.objectives.iter().map(|objective| Cache::Lies(objective.at)).collect(),
        Quest::Beacon => Vec::new(),
    };
}

/// The Strategy Check before the game: the winner takes one choice, the loser the other (SM-PRE-02, SM-PRE-03). Where the
/// roles were agreed on, only the Adventure is left to choose.
///
/// # Errors
/// Pauses for dice and choices.
pub(crate) fn first_check(t: &mut Table<'_>) -> Flow {
    let modifiers = [first_modifiers(t, Seat(0))?, first_modifiers(t, Seat(1))?];
    let winner = loop {
        let totals = [first_roll(t, Seat(0), modifiers[0])?, first_roll(t, Seat(1), modifiers[1])?];
        if totals[0] != totals[1] {
            break if totals[0] > totals[1] { Seat(0) } else { Seat(1) };
        }
        t.tell(SM::PRE_02, || Event::FirstCheckTied { total: totals[0] });
    };
    let fields = t.state.setting.fields.len();
    let agreed = t.state.setting.options.intruder;
    let mut roles = winner;
    if fields > 1 {
        let options = [FirstPick::Adventure, FirstPick::Role].map(|what| FirstChoice::Take { what });
        let role = agreed.is_none() && t.ask(FIRST_CHOICE.to(winner), &options)? == options[1];
        t.tell(SM::PRE_03, || Event::ChoiceTaken { seat: winner, what: if role { "role" } else { "Adventure" } });
        let chooser = if role { other(winner) } else { winner };
        roles = other(chooser);
        let setting = Arc::clone(&t.state.setting);
        let play = |field: &Arc<Field>| AdventureChoice::Play { adventure: field.adventure.id };
        let options: Vec<AdventureChoice> = setting.fields.iter().map(play).collect();
        let at = t.ask_at(ADVENTURE.to(chooser), &options)?;
        if let Some(field) = setting.fields.get(at) {
            t.state.field = Arc::clone(field);
            lay_out(t.state);
        }
    }
    let adventure = t.state.field.adventure.id;
    let (covered, squares) = t.state.field.coverage();
    t.note(SM::META_14);
    t.note(SM::META_06);
    t.note(SM::PRE_01);
    t.tell(SM::PRE_04, || Event::AdventureChosen { seat: winner, adventure: Titled(adventure), covered, squares });
    match agreed {
        Some(intruder) => take_roles(t, intruder),
        None => {
            t.state.priority = roles;
            t.state.next_step = NextStep::Roles;
        }
    }
    Ok(())
}

/// Whoever has the role to choose is Intruder or Sentry (SM-PRE-03).
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn role(t: &mut Table<'_>) -> Flow {
    let chooser = t.state.priority;
    let intruder = match t.ask(ROLE.to(chooser), &[Role::Intruder, Role::Sentry])? {
        Role::Intruder => chooser,
        Role::Sentry => other(chooser),
    };
    take_roles(t, intruder);
    Ok(())
}

fn take_roles(t: &mut Table<'_>, intruder: Seat) {
    t.state.intruder = intruder;
    t.state.edge = intruder;
    t.state.priority = other(intruder);
    t.tell(SM::META_15, || Event::RoleChosen { intruder, sentry: other(intruder) });
    t.state.next_step = NextStep::Deploy;
}

/// What a Warlord puts into the first Check, or who stands in where he is away; it counts for all of it, however often it
/// is tied.
fn first_modifiers(t: &mut Table<'_>, seat: Seat) -> Flow<Modifiers> {
    let mut modifiers = Modifiers::default();
    let (leader, rule) = match t.state.warlord(seat) {
        Some(warlord) => (Some(warlord), SM::PRE_02),
        None => (stand_in(t, seat)?, SM::STRONGHOLD_06),
    };
    if let Some(leader) = leader {
        modifiers.add("CMD", rule, t.state.sheet(leader).cmd());
        if let Some((rule, amount)) = crate::resolve::check::surge(t, leader, CMD, "first check")? {
            modifiers.add("More Than Human", rule, amount);
        }
    }
    Ok(modifiers)
}

fn first_roll(t: &mut Table<'_>, seat: Seat, modifiers: Modifiers) -> Flow<i32> {
    // The strings are the Warlord's: nobody pulls them where he is away (SM-STRONGHOLD-08).
    let band = *t.state.band(seat);
    let municipal = band.feature == Some(Feature::Municipal) && band.warlord.is_some();
    if municipal {
        t.note(SM::STRONGHOLD_08);
    }
    let dice = Dice::one("first check", SM::PRE_02, seat, modifiers).dice(1 + i16::from(municipal));
    let natural = rolls::open(t, dice)?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(SM::PRE_02, || Event::FirstCheckRolled { seat, natural, modifiers, total });
    Ok(total)
}

/// One model is placed: the Sentry's first, then the Intruder's (SM-PRE-05).
///
/// # Errors
/// Pauses for the model and its place.
pub(crate) fn deploy(t: &mut Table<'_>) -> Flow {
    let sentry = other(t.state.intruder);
    if place(t, sentry, Entry::Deployed)? || place(t, t.state.intruder, Entry::Deployed)? {
        return Ok(());
    }
    // Whoever found no room enters later.
    for model in t.state.figures() {
        if t.state.fighter(model).place == Place::Waiting {
            t.tell(SM::PRE_05, || Event::Waits { model });
        }
    }
    t.state.next_step = NextStep::TurnStart;
    Ok(())
}

/// From Turn 2 on, those who found no room come in over their zone's table edge: they are set down touching it when the
/// Turn begins, the Edge holder's first, and move on from there (SM-PRE-05).
///
/// # Errors
/// Pauses for each model and its place.
pub(crate) fn enter(t: &mut Table<'_>) -> Flow {
    if t.state.turn < 2 || !t.state.fighters.iter().any(|fighter| fighter.place == Place::Waiting) {
        return Ok(());
    }
    for seat in [t.state.edge, other(t.state.edge)] {
        while place(t, seat, Entry::OverTheEdge)? {}
    }
    Ok(())
}
