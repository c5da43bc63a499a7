//! Nerves: fear, stupidity, squabbling, panic, rallying, rout.

use super::blow;
use super::test::{self, Nerve};
use crate::cards::{Stat, Trait};
use crate::state::{Did, Place, State};
use crate::{Event, Table, events, rolls};
use kernel::{Figure, Flow, Rule, Seat};
use rulebook::CH;

/// Distances of company and command (CH-TURN-19, CH-PSYCH-18).
const COMPANY: i32 = 6000;

/// Does `figure` fear `other` now (CH-PSYCH-07)?
pub(crate) fn fears(state: &State, figure: Figure, other: Figure) -> bool {
    dreads(state, figure, other) && state.warrior(other).stands() && immune_to_fear(state, figure).is_none()
}

/// Whether the other is an enemy to be feared, were he on his feet. Whoever lies or flees himself strikes no blow that fear
/// could spoil.
fn dreads(state: &State, figure: Figure, other: Figure) -> bool {
    state.sheet(other).causes_fear() && state.enemies(figure, other) && state.warrior(figure).steady()
}

/// The rule by which somebody fears nobody.
fn immune_to_fear(state: &State, figure: Figure) -> Option<Rule> {
    if state.sheet(figure).causes_fear() {
        Some(CH::PSYCH_07)
    } else if state.warrior(figure).frenzied {
        Some(CH::PSYCH_22)
    } else if blow::drunk(state, figure) {
        Some(CH::EQUIP_50)
    } else if state.under(figure, |lasting| lasting.immune_fear) {
        Some(CH::MAGIC_18)
    } else {
        state.sheet(figure).is(Trait::ImmuneFear).then_some(CH::PSYCH_08)
    }
}

/// A fear test; a failure costs -2 to hit for this round and does not add up (CH-PSYCH-05). True if he stands firm.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn fear(t: &mut Table<'_>, figure: Figure, other: Figure, rule: kernel::Rule) -> Flow<bool> {
    if !fears(t.state, figure, other) {
        spared_fear(t, figure, other);
        return Ok(true);
    }
    if let Some(rule) = frightful(t.state, other) {
        t.note(rule);
    }
    let passed = test::leadership(t, figure, Nerve::Fear, rule)?;
    if !passed {
        t.state.warrior_mut(figure).did.add(Did::Afraid);
        t.tell(CH::PSYCH_05, || Event::Afraid { warrior: figure, of: other });
    }
    Ok(passed)
}

/// By what he is, an undead or a monster causes fear (CH-PSYCH-26, CH-PSYCH-27).
fn frightful(state: &State, figure: Figure) -> Option<kernel::Rule> {
    let sheet = state.sheet(figure);
    if sheet.is(Trait::Undead) { Some(CH::PSYCH_27) } else { sheet.is(Trait::Monster).then_some(CH::PSYCH_26) }
}

/// Says why a test that others would take is not taken (CH-PSYCH-07).
fn spared_fear(t: &mut Table<'_>, figure: Figure, other: Figure) {
    if !t.aloud() || !dreads(t.state, figure, other) {
        return;
    }
    let stands = t.state.warrior(other).stands();
    let rule = immune_to_fear(t.state, figure).filter(|rule| stands && *rule != CH::PSYCH_07);
    if let Some(rule) = rule {
        t.note(rule);
    }
    t.tell(CH::PSYCH_07, || Event::TestSpared { warrior: figure, test: "fear" });
}

/// Why a lonely warrior takes no panic test, told once (CH-PSYCH-08).
pub(crate) fn spared_panic(t: &mut Table<'_>, figure: Figure) {
    if let Some(rule) = immune_to_panic(t.state, figure).filter(|rule| *rule != CH::PSYCH_08) {
        t.note(rule);
    }
    t.tell(CH::PSYCH_08, || Event::TestSpared { warrior: figure, test: "panic" });
}

/// Step 3 of Recovery for one warrior: stupidity, then squabbling.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn wits(t: &mut Table<'_>, figure: Figure) -> Flow {
    if t.state.sheet(figure).is_stupid() {
        if shepherd(t.state, figure).is_some() {
            t.tell(CH::PSYCH_18, || Event::TestSpared { warrior: figure, test: "stupidity" });
        } else if !test::leadership(t, figure, Nerve::Stupidity, CH::PSYCH_18)? {
            t.state.warrior_mut(figure).idle = true;
            t.tell(CH::PSYCH_19, || Event::Idle { warrior: figure });
        }
    }
    if squabbles(t.state, figure) {
        let rolled = rolls::squabble(t, figure)?;
        t.tell(CH::PSYCH_30, || Event::Squabbled { warrior: figure, rolled, idle: events::Squabble(rolled == 1) });
        // Who is idle through stupidity stays so for longer.
        if rolled == 1 && !std::mem::replace(&mut t.state.warrior_mut(figure).idle, true) {
            t.state.warrior_mut(figure).did.add(Did::Squabbled);
        }
    }
    Ok(())
}

/// A standing hero with his wits about him nearby.
fn shepherd(state: &State, figure: Figure) -> Option<Figure> {
    state.band(state.owner(figure)).find(|other| {
        let sheet = state.sheet(*other);
        *other != figure
            && sheet.hero
            && !sheet.is_stupid()
            && state.warrior(*other).steady()
            && state.within(figure, *other, COMPANY)
    })
}

pub(crate) fn squabbles(state: &State, figure: Figure) -> bool {
    let sheet = state.sheet(figure);
    let leader = test::leader_of(state, state.owner(figure));
    sheet.is(Trait::Squabbling)
        && !sheet.hero
        && !state.is_engaged(figure)
        && !leader.is_some_and(|leader| state.within(figure, leader, COMPANY))
}

/// Must this warrior test for panic at the end of the Close Combat phase (CH-TURN-19)?
pub(crate) fn lonely(state: &State, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    if !warrior.steady() {
        return false;
    }
    let standing = state.opponents(figure).filter(|other| state.warrior(*other).steady()).count();
    let enough = if state.setting.options.panic_needs_two { 2 } else { 1 };
    let company = state
        .band(state.owner(figure))
        .any(|other| other != figure && state.warrior(other).steady() && state.within(figure, other, COMPANY));
    standing >= enough && !company
}

/// CH-PSYCH-08: by nature, by frenzy, or under a halo.
pub(crate) fn ignores_panic(state: &State, figure: Figure) -> bool {
    immune_to_panic(state, figure).is_some()
}

/// The rule by which somebody does not panic.
fn immune_to_panic(state: &State, figure: Figure) -> Option<Rule> {
    let sheet = state.sheet(figure);
    if sheet.is(Trait::Undead) {
        Some(CH::PSYCH_27)
    } else if sheet.is(Trait::Monster) {
        Some(CH::PSYCH_26)
    } else if sheet.ignores_panic() {
        Some(CH::PSYCH_08)
    } else if state.warrior(figure).frenzied {
        Some(CH::PSYCH_22)
    } else {
        state.under(figure, |lasting| lasting.immune_panic).then_some(CH::MAGIC_18)
    }
}

/// Why a fleeing warrior may not even try to rally: the closest warrior is an enemy (CH-PSYCH-31).
pub(crate) fn hounded(state: &State, figure: Figure) -> bool {
    let seen = |other: &Figure| {
        let warrior = state.warrior(*other);
        *other != figure && warrior.steady() && !warrior.hidden
    };
    let enemies = || state.present().filter(seen).filter(|other| state.enemies(figure, *other));
    let friends = || state.present().filter(seen).filter(|other| !state.enemies(figure, *other));
    // Equal distances count in his favour.
    enemies().any(|enemy| friends().all(|friend| state.nearer(figure, enemy, friend)))
}

/// The warrior whose Leadership a rout test uses (CH-ROUT-01).
pub(crate) fn acting_leader(state: &State, seat: Seat) -> Option<Figure> {
    let leader = test::leader_of(state, seat).filter(|leader| state.warrior(*leader).steady());
    leader.or_else(|| {
        let able = state
            .band(seat)
            .filter(|figure| state.warrior(*figure).steady() && !state.sheet(*figure).is(Trait::Animal));
        able.max_by_key(|figure| (state.stat(*figure, Stat::Leadership), std::cmp::Reverse(figure.0)))
    })
}

/// Are a quarter or more of those who started out of action (CH-TURN-04)? Exact fractions.
pub(crate) fn shaken(state: &State, seat: Seat) -> bool {
    let started = usize::from(state.player(seat).started);
    started > 0 && 4 * state.losses(seat) >= started
}

/// The rout test (CH-ROUT-01): true if the band holds.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn holds(t: &mut Table<'_>, seat: Seat) -> Flow<bool> {
    let Some(leader) = acting_leader(t.state, seat) else {
        t.tell(CH::ROUT_01, || Event::NobodyLeads { seat });
        return Ok(false);
    };
    if !t.state.sheet(leader).leader {
        t.note(CH::ROUT_01);
    }
    let lowered = t.state.spells.iter().filter(|standing| t.state.bears(standing, leader));
    let lowered: i8 = lowered.filter_map(|standing| standing.spell.lasting).map(|one| one.enemy_leadership).sum();
    let value = (t.state.stat(leader, Stat::Leadership) as i8 + lowered).clamp(1, 10) as u8;
    let rolled = rolls::rout(t, leader, value)?;
    let passed = rolled <= i32::from(value);
    let value = value.into();
    t.note(CH::TEST_03);
    t.note(CH::ROUT_04);
    let band = |place: Place| t.state.warriors.iter().any(|one| one.owner == seat && one.place == place);
    if band(Place::Fled) {
        t.note(CH::PSYCH_17);
    }
    if t.state.sheet(leader).ignores_panic() {
        t.note(CH::ROUT_06);
    }
    if std::mem::replace(&mut t.state.players[seat.index()].tested, true) {
        t.note(CH::ROUT_05);
    }
    t.tell(CH::TURN_04, || Event::RoutTested { seat, warrior: leader, rolled, value, passed: events::Passed(passed) });
    Ok(passed)
}
