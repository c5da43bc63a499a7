//! Situations written by hand, for cases: any board, any warriors, the middle of any phase.
//!
//! ```toml
//! stage = "combat"                 # a step of the turn; "declare" if left out
//! active = "a"
//! scenario = "street-fight"        # its board and goals; an open table of 48 x 48 inches if left out
//! home = { a = 1 }                 # shards already brought home
//! [[piece]]                        # more terrain, as in scenarios
//! [[figure]]
//! tag = "a.captain"                # the side and a name
//! fighter = "captain"              # and whatever a member of a warband file can have
//! at = [10, "10.5", 0]
//! posture = "down"
//! did = ["charged"]
//! ```

mod keys;
mod look;

use crate::cards::{Pack, Scenario};
use crate::field::Field;
use crate::muster::{self, Member};
use crate::profile::Profile;
use crate::state::{Did, NextStep, Options, Place, Player, Posture, Setting, Shard, Standing, State, Warrior};
use crate::{Coreheim, cards};
use kernel::{Figure, Name, Problem, Seat};
use pack::{Section, Sources, Staged, Value};
use rulebook::CH;
use std::sync::Arc;

pub(crate) const STAGES: &[(&str, NextStep)] = &[
    ("roles", NextStep::Roles),
    ("zones", NextStep::Zones),
    ("provisions", NextStep::Provisions),
    ("deploy", NextStep::Deploy),
    ("hidden-start", NextStep::HiddenStart),
    ("first-turn", NextStep::FirstTurn),
    ("rout", NextStep::Rout),
    ("rally", NextStep::Rally),
    ("stupidity", NextStep::Stupidity),
    ("stand-up", NextStep::StandUp),
    ("declare", NextStep::Declare),
    ("charge", NextStep::Charge),
    ("move", NextStep::Move),
    ("hide", NextStep::Hide),
    ("shoot", NextStep::Shoot),
    ("combat", NextStep::Combat),
    ("panic", NextStep::Panic),
    ("end-turn", NextStep::EndTurn),
    ("over", NextStep::Over),
];

pub(crate) const DEEDS: &[(&str, Did)] = &[
    ("stood-up", Did::StoodUp),
    ("rallied", Did::Rallied),
    ("moved", Did::Moved),
    ("ran", Did::Ran),
    ("charged", Did::Charged),
    ("failed-charge", Did::FailedCharge),
    ("fell", Did::Fell),
    ("shot", Did::Shot),
    ("cast", Did::Cast),
    ("dived", Did::Dived),
    ("afraid", Did::Afraid),
    ("parried", Did::Parried),
    ("was-charged", Did::WasCharged),
    ("ran-from-charge", Did::RanFromCharge),
];

pub(crate) const POSTURES: &[(&str, Posture)] =
    &[("standing", Posture::Standing), ("down", Posture::Down), ("stunned", Posture::Stunned)];

pub(crate) const PLACES: &[(&str, Place)] = &[
    ("waiting", Place::Waiting),
    ("table", Place::Table),
    ("out", Place::Out),
    ("fled", Place::Fled),
    ("safe", Place::Safe),
];

const SEATS: &[(&str, Seat)] = &[("a", Seat(0)), ("b", Seat(1)), ("c", Seat(2)), ("d", Seat(3))];

impl Staged for Coreheim {
    fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
        keys::CASE.known(case);
        stage(pack, case)
    }

    fn views() -> Vec<pack::View<State>> {
        look::views()
    }

    fn stages() -> (&'static str, Vec<&'static str>) {
        ("stage", pack::words_of(STAGES))
    }

    fn rolls() -> &'static [&'static str] {
        crate::rolls::NAMES
    }

    fn keys() -> Vec<pack::Keys> {
        keys::all()
    }

    fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
        keys::vocabulary()
    }

    fn load(sources: &[&Sources]) -> Result<Arc<Pack>, Vec<pack::Problem>> {
        cards::load_all(sources).map(Arc::new)
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

    fn aftermath(visit: &mut impl pack::Visit) {
        visit.visit::<crate::campaign::Aftermath>();
    }
}

fn stage(pack: &Arc<Pack>, case: Section<'_>) -> Option<State> {
    keys::CASE.known(case);
    let scenario = board(pack, case);
    let stage = case.word_or("stage", STAGES, NextStep::Declare);
    let active = case.word_or("active", SEATS, Seat(0));
    let round = case.int_or("round", 1..=50u8, 1);
    let sparse = case.bool_or("sparse", false);
    let free_measuring = case.bool_or("free_measuring", false);
    let campaign = case.bool_or("campaign", false);
    let ratings = case.get("ratings").and_then(|value| value.list_of(|one| one.int(0..=10_000i32)));
    let panic_needs_two = case.bool_or("panic_needs_two", false);
    let found = figures(pack, case);
    let whole = found.iter().all(Option::is_some);
    let (roster, mut warriors): (Vec<Profile>, Vec<Warrior>) = found.into_iter().flatten().unzip();
    let standing = case.tables("spell");
    let seats = warriors.iter().map(|warrior| warrior.owner.0 + 1).max().unwrap_or(2).max(2);
    let players = players(case, &warriors, seats, stage);
    let scenario = scenario?;
    let field = Field::new(&scenario)
        .map_err(|text| case.report(case.here().problem(text)))
        .ok()
        .map(Arc::new)
        .filter(|_| whole && !warriors.is_empty())?;
    let mut shards: Vec<Shard> = scenario.shards().map(|at| Shard { at, carrier: None, home: None }).collect();
    carried(&mut warriors, &mut shards);
    brought_home(&players, &mut shards);
    let setting = Setting {
        pack: Arc::clone(pack),
        field,
        titles: (0..seats).map(|seat| format!("side {}", Seat(seat).letter())).collect(),
        ratings: ratings.unwrap_or_else(|| vec![0; seats.into()]),
        roster,
        options: Options { panic_needs_two, open_board: sparse, free_measuring, campaign },
        scenario,
    };
    let mut state = State {
        setting: Arc::new(setting),
        next: stage,
        players,
        warriors,
        round,
        order: (0..seats).map(Seat).collect(),
        slot: active.0,
        charges: Vec::new(),
        spells: Vec::new(),
        shards,
        outcome: None,
    };
    for table in standing {
        spell(pack, table, &mut state);
    }
    Some(state)
}

/// The sides, as far as the case says anything of them.
fn players(case: Section<'_>, warriors: &[Warrior], seats: u8, stage: NextStep) -> Vec<Player> {
    let table = |key: &str| case.get(key).and_then(Value::table);
    let (started, zones, home) = (table("started"), table("zones"), table("home"));
    let attacker = case.get("attacker").and_then(|value| value.word(SEATS));
    let player = |seat: Seat| {
        let mine = warriors.iter().filter(|warrior| warrior.owner == seat).count() as u8;
        let letter = seat.letter().to_string();
        Player {
            started: started.map_or(mine, |table| table.int_or(&letter, 0..=60u8, mine)),
            attacker: attacker == Some(seat),
            zone: zones.map(|table| table.int_or(&letter, 1..=4u8, 1) - 1),
            shards: home.map_or(0, |table| table.int_or(&letter, 0..=20u8, 0)),
            deployed: stage > NextStep::Deploy,
            ..Player::default()
        }
    };
    (0..seats).map(Seat).map(player).collect()
}

/// Shards that somebody carries; one that the scenario does not have is carried by nobody.
fn carried(warriors: &mut [Warrior], shards: &mut [Shard]) {
    for (at, warrior) in warriors.iter_mut().enumerate() {
        warrior.shard = warrior.shard.filter(|shard| usize::from(*shard) < shards.len());
        if let Some(shard) = warrior.shard {
            shards[usize::from(shard)].carrier = Some(Figure(at as u16));
        }
    }
}

/// Shards that were brought home are those that nobody carries, from the last one on.
fn brought_home(players: &[Player], shards: &mut [Shard]) {
    let seats = players.iter().zip(0u8..).flat_map(|(player, seat)| (0..player.shards).map(move |_| Seat(seat)));
    let loose = shards.iter_mut().rev().filter(|shard| shard.carrier.is_none());
    for (shard, seat) in loose.zip(seats) {
        shard.home = Some(seat);
    }
}

/// A lasting spell: `{ spell = "zeal", caster = "a.priest", on = "a.priest" }`.
fn spell(pack: &Pack, table: Section<'_>, state: &mut State) {
    keys::SPELL.known(table);
    let id = table.need("spell", "the id of a spell").and_then(|value| {
        let found = Name::known(value.str()?).and_then(|id| pack.spell(id));
        if found.is_none() {
            let lists = pack.spell_lists.iter().flat_map(|list| &list.spells);
            value.unknown("spell", lists.map(|spell| spell.id.text()));
        }
        found
    });
    let find = |key: &str| {
        let value = table.need(key, "a tag")?;
        let tag = value.str()?;
        let found = kernel::Tags::tagged(state, tag);
        if found.is_none() {
            value.problem(pack::view::stranger(tag, &pack::view::tags(state)));
        }
        found
    };
    let (caster, on) = (find("caster"), find("on"));
    if let (Some(spell), Some(caster), Some(on)) = (id, caster, on) {
        state.spells.push(Standing { spell: Arc::clone(spell), caster, on });
    }
}

fn board(pack: &Pack, case: Section<'_>) -> Option<Arc<Scenario>> {
    let mut scenario = match case.get("scenario") {
        Some(value) => {
            let word = value.str()?;
            let found = pack.scenario(Name::of(word));
            if found.is_none() {
                value.unknown("scenario", pack.scenarios.iter().map(|scenario| scenario.id.text()));
            }
            Scenario::clone(found?)
        }
        None => Scenario {
            id: Name::of("open"),
            title: "Open table".to_owned(),
            players: (2, 4),
            width: 48_000,
            depth: 48_000,
            rounds: 12,
            attacker_first: false,
            deployments: Vec::new(),
            objectives: Vec::new(),
            pieces: Vec::new(),
            text: String::new(),
            rule: CH::DEPLOY_12,
            origin: cards::Origin::House,
        },
    };
    scenario.pieces.extend(case.tables("piece").into_iter().filter_map(cards::piece));
    Some(Arc::new(scenario))
}

/// Everybody the case names; none for one who has a problem.
fn figures(pack: &Pack, case: Section<'_>) -> Vec<Option<(Profile, Warrior)>> {
    let mut sound = 0;
    let mut read = |table| {
        let found = figure(pack, table, sound);
        sound += usize::from(found.is_some());
        found
    };
    case.tables("figure").into_iter().map(&mut read).collect()
}

fn figure(pack: &Pack, table: Section<'_>, profile: usize) -> Option<(Profile, Warrior)> {
    let tag = table.need("tag", "a side and a name: \"a.captain\"").and_then(pack::Value::str);
    let tag = tag.and_then(|tag| pack::tagged(table, tag, SEATS.len() as u8));
    let member: Option<Member> = muster::member(pack, table);
    let at = table.get("at").and_then(|value| value.list_of(cards::length));
    let posture = table.word_or("posture", POSTURES, Posture::Standing);
    let place = table.word_or("place", PLACES, Place::Table);
    let did = table.words_or_empty("did", DEEDS);
    let wounds = table.get("wounds").and_then(|value| value.int(0..=10i8));
    let flag = |key: &str| table.bool_or(key, false);
    let (fleeing, hidden, idle, drunk) = (flag("fleeing"), flag("hidden"), flag("idle"), flag("drunk"));
    let fresh = table.bool_or("fresh", true);
    let disarmed = flag("disarmed");
    let carries = table.get("shard").and_then(|value| value.int(1..=20u8));
    let frenzied = table.get("frenzied").and_then(Value::bool);
    let member = member?;
    let (seat, called) = tag?;
    let called = Name::of(called);
    let fighter = pack.fighter(member.fighter)?;
    let mut sheet = Profile::new(pack, 0, &member, fighter);
    if disarmed {
        sheet.disarm();
    }
    let mut warrior = Warrior::new(profile as u16, &sheet, seat, 1);
    warrior.called = Some(called);
    if let Some([x, y, rest @ ..]) = at.as_deref() {
        warrior.at = space::inches::Spot { x: *x, y: *y, z: rest.first().copied().unwrap_or(0) };
    }
    warrior.place = place;
    warrior.posture = posture;
    warrior.wounds = wounds.unwrap_or(if posture == Posture::Standing { warrior.wounds } else { 0 });
    warrior.fleeing = fleeing;
    warrior.hidden = hidden;
    warrior.idle = idle;
    warrior.drunk = drunk;
    warrior.fresh = fresh;
    warrior.frenzied = frenzied.unwrap_or(warrior.frenzied);
    warrior.shard = carries.map(|number| number - 1);
    for deed in did {
        warrior.did.add(deed);
    }
    Some((sheet, warrior))
}
