//! Characteristic tests on one die, Leadership tests on two.

use crate::cards::{Item, Skill, Stat, Trait, Word};
use crate::events::Passed;
use crate::state::{Place, State};
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, Rule, Seat};
use rulebook::CH;

/// One d6 at or below the value; a 6 always fails (CH-TEST-01, CH-TEST-02). `rule` is why the test is taken.
///
/// # Errors
/// Pauses for the die.
pub(crate) fn characteristic(
    t: &mut Table<'_>,
    figure: Figure,
    stat: Stat,
    name: &'static str,
    rule: Rule,
) -> Flow<bool> {
    let value = t.state.stat(figure, stat);
    let rolled = rolls::characteristic(t, name, figure, value)?;
    Ok(judged(t, figure, stat, rule, rolled, value))
}

/// The Initiative test of a climb, which a rope makes easier and a wall runner does not take.
///
/// # Errors
/// Pauses for the dice.
pub(crate) fn climb(t: &mut Table<'_>, figure: Figure, rule: Rule) -> Flow<bool> {
    if t.state.has_skill(figure, Skill::WallRunner) {
        t.tell(CH::CAMPAIGN_56, || Event::TestSpared { warrior: figure, test: "climb" });
        return Ok(true);
    }
    if !t.state.has_item(figure, Item::Rope) {
        return characteristic(t, figure, Stat::Initiative, "climb", rule);
    }
    let value = t.state.stat(figure, Stat::Initiative);
    let rolled = rolls::roped(t, figure, value)?;
    t.note(CH::EQUIP_48);
    Ok(judged(t, figure, Stat::Initiative, rule, rolled, value))
}

fn judged(t: &mut Table<'_>, figure: Figure, stat: Stat, rule: Rule, rolled: i32, value: u8) -> bool {
    let passed = rolled <= i32::from(value) && rolled != 6;
    t.note(CH::TEST_01);
    if stat == Stat::Initiative {
        t.note(CH::PROFILE_08);
    }
    if t.state.limited(figure, stat) {
        t.note(CH::PROFILE_11);
    }
    if rolled == 6 {
        t.note(CH::TEST_02);
    }
    let value = value.into();
    t.tell(rule, || Event::Tested { warrior: figure, stat: stat.text(), rolled, value, passed: Passed(passed) });
    passed
}

/// What a Leadership test is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nerve {
    Fear,
    Panic,
    Stupidity,
    Rally,
}

impl Nerve {
    fn name(self) -> &'static str {
        match self {
            Nerve::Fear => "fear",
            Nerve::Panic => "panic",
            Nerve::Stupidity => "stupidity",
            Nerve::Rally => "rally",
        }
    }
}

/// 2d6 at or below the Leadership used (CH-TEST-03).
///
/// # Errors
/// Pauses for the dice.
pub(crate) fn leadership(t: &mut Table<'_>, figure: Figure, nerve: Nerve, rule: Rule) -> Flow<bool> {
    let used = leadership_of(t.state, figure, nerve);
    let rolled = rolls::leadership(t, nerve.name(), rule, figure, used.value)?;
    let passed = rolled <= i32::from(used.value);
    t.note(CH::TEST_03);
    t.note(CH::PROFILE_10);
    if leaderless(t.state, figure) {
        t.note(CH::PSYCH_02);
    }
    if used.lent {
        t.note(CH::PSYCH_01);
    }
    if used.far {
        t.note(CH::CAMPAIGN_50);
    }
    if used.dread {
        t.note(CH::MAGIC_23);
    }
    if nerve == Nerve::Fear && t.state.has_item(figure, Item::Relic) {
        t.note(CH::EQUIP_52);
    }
    let value = used.value.into();
    t.tell(rule, || Event::NerveTested { warrior: figure, test: nerve.name(), rolled, value, passed: Passed(passed) });
    Ok(passed)
}

/// The Leadership a test is taken on, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Used {
    pub value: u8,
    /// The leader's (CH-PSYCH-01).
    pub lent: bool,
    /// From farther than 6 inches (CH-CAMPAIGN-50).
    pub far: bool,
    /// Lowered by magic (CH-MAGIC-23).
    pub dread: bool,
}

pub(crate) fn leadership_of(state: &State, figure: Figure, nerve: Nerve) -> Used {
    let own = state.stat(figure, Stat::Leadership);
    let mut used = Used { value: own, lent: false, far: false, dread: false };
    if let Some((leader, far)) = lending_leader(state, figure) {
        let lent = state.stat(leader, Stat::Leadership);
        if lent > own {
            used = Used { value: lent, lent: true, far, dread: false };
        }
    }
    let mut value = used.value as i8;
    for standing in &state.spells {
        let lowered = standing.spell.lasting.map_or(0, |lasting| lasting.enemy_leadership);
        if lowered != 0 && state.bears(standing, figure) {
            value += lowered;
            used.dread = true;
        }
    }
    if nerve == Nerve::Fear && state.has_item(figure, Item::Relic) {
        value += 1;
    }
    used.value = value.clamp(1, 10) as u8;
    used
}

/// The standing leader near enough to lend his Leadership; animals cannot use it (CH-PSYCH-01). The flag says that only
/// a Battle Cry carries so far.
fn lending_leader(state: &State, figure: Figure) -> Option<(Figure, bool)> {
    const NEAR: i32 = 6000;
    const CRY: i32 = 12_000;
    if state.sheet(figure).is(Trait::Animal) {
        return None;
    }
    let leader = leader_of(state, state.owner(figure)).filter(|leader| *leader != figure)?;
    if !state.warrior(leader).steady() {
        return None;
    }
    if state.within(figure, leader, NEAR) {
        return Some((leader, false));
    }
    (state.has_skill(leader, Skill::BattleCry) && state.within(figure, leader, CRY)).then_some((leader, true))
}

/// The leader is out of action, so that nobody lends his Leadership (CH-PSYCH-02).
fn leaderless(state: &State, figure: Figure) -> bool {
    state.figures().any(|other| {
        let warrior = state.warrior(other);
        warrior.place == Place::Out && warrior.owner == state.owner(figure) && state.sheet(other).leader
    })
}

/// The leader of a band, wherever he is; none lends his Leadership once he is out (CH-PSYCH-02).
pub(crate) fn leader_of(state: &State, seat: Seat) -> Option<Figure> {
    state.band(seat).find(|figure| state.sheet(*figure).leader)
}
