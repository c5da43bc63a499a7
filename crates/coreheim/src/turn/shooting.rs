//! The Shooting phase: warriors and wizards one at a time (CH-TURN-14 to CH-TURN-16).

use crate::cards::{Knack, Skill, Stat};
use crate::ground::INCH;
use crate::moving;
use crate::profile::Arm;
use crate::resolve::batch::{self, By, Cause, Hit};
use crate::resolve::fight;
use crate::sight::{Sight, looking, sight, unwalled};
use crate::state::{Did, Stage, State};
use crate::turn::frame;
use crate::verbs::{Named, On, Word};
use crate::{Event, Table, events, reasons, rolls, turn::magic, victory};
use kernel::{Ask, Choice, Figure, Flow, Modifiers, Name, Offer, Thing};
use rulebook::CH;
use space::inches::segment;

#[derive(Clone, Copy, Debug)]
enum Act {
    Shoot(Figure, u8),
    Cast(Figure, u8),
    Done,
}

impl Offer<crate::Coreheim> for Act {
    fn choice(&self, state: &State) -> Choice {
        let named = |verb: &str, figure: Figure, name: Name| {
            Choice::new(Name::of(verb), &[Thing::Figure(figure), Thing::Name(name)])
        };
        match *self {
            Act::Shoot(figure, at) => named("shoot", figure, state.sheet(figure).missile[at as usize].id),
            Act::Cast(figure, at) => named("cast", figure, state.sheet(figure).spells[at as usize].spell.id),
            Act::Done => Word("done").line(),
        }
    }
}

/// May this warrior shoot, whatever he would shoot at (CH-SHOOT-01)?
fn may_shoot(state: &State, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    let barred = [Did::Ran, Did::FailedCharge, Did::Charged, Did::Fell, Did::Rallied, Did::Shot, Did::Cast];
    warrior.steady()
        && !warrior.idle
        && !barred.into_iter().any(|deed| warrior.did.has(deed))
        && state.stat(figure, Stat::Ballistic) > 0
        && !state.is_engaged(figure)
}

/// May this weapon be shot this turn (CH-EQUIP-10, CH-EQUIP-36)?
fn ready(state: &State, figure: Figure, at: usize) -> bool {
    let (warrior, arm) = (state.warrior(figure), &state.sheet(figure).missile[at]);
    let spent = warrior.spent >> at & 1 == 1;
    let busy = arm.has(Knack::MoveOrFire) && warrior.did.has(Did::Moved);
    !spent && !busy
}

/// One shooter or wizard, or the phase is over.
///
/// # Errors
/// Pauses for choices and dice.
pub fn step(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mine: Vec<Figure> = t.state.band(seat).collect();
    let mut options = Vec::new();
    for figure in mine {
        if may_shoot(t.state, figure) {
            for at in 0..t.state.sheet(figure).missile.len() {
                if ready(t.state, figure, at) && has_target(t, figure, at) {
                    options.push(Act::Shoot(figure, at as u8));
                }
            }
        }
        for at in magic::castable(t, figure) {
            options.push(Act::Cast(figure, at));
        }
    }
    if options.is_empty() {
        t.state.stage = Stage::Combat;
        return Ok(());
    }
    options.push(Act::Done);
    let why = |state: &State, choice: &Choice| reasons::act(state, seat, choice);
    let chosen = reasons::pick(t, Ask::new(seat, "shoot", CH::TURN_16), &options, why)?;
    match options[chosen] {
        Act::Done => {
            t.state.stage = Stage::Combat;
            return Ok(());
        }
        Act::Shoot(figure, at) => {
            let weapon = |state: &State| state.sheet(figure).missile[at as usize].title;
            t.within(
                |state| frame(state, figure, None, weapon(state), CH::SHOOT_01),
                |t| shoot(t, figure, at as usize),
            )?;
        }
        Act::Cast(figure, at) => {
            let spell = |state: &State| state.sheet(figure).spells[at as usize].spell.title;
            t.within(
                |state| frame(state, figure, None, spell(state), CH::MAGIC_01),
                |t| magic::cast(t, figure, at as usize),
            )?;
        }
    }
    moving::look_round(t);
    victory::settle(t);
    Ok(())
}

/// An enemy who can be shot at, how well he is seen, and the number that hits him.
#[derive(Clone, Copy, Debug)]
struct Mark {
    foe: Figure,
    distance: i32,
    /// Cover, dodging: penalties that belong to the target (CH-SHOOT-05).
    penalty: i16,
    cover: bool,
}

/// Enemies who may be shot at if they are in view: not hidden, not engaged with a friend (CH-SHOOT-03, CH-SHOOT-07).
fn exposed(state: &State, figure: Figure, cone: bool) -> impl Iterator<Item = Figure> + '_ {
    let sees_hidden = state.under(figure, |lasting| lasting.see_hidden);
    state
        .present()
        .filter(move |foe| state.enemies(figure, *foe) && (sees_hidden || !state.warrior(*foe).hidden))
        .filter(move |foe| cone || !state.opponents(*foe).any(|other| !state.enemies(figure, other)))
}

/// Whether nothing but friends is in the way: a cone is aimed over them (CH-EQUIP-36).
fn over_friends(state: &State, figure: Figure, foe: Figure) -> bool {
    let (from, to) = (state.warrior(figure).at.plan(), state.warrior(foe).at.plan());
    let between = |other: Figure| {
        let (warrior, base) = (state.warrior(other), state.base(other));
        let near = segment::compare(base.at.plan(), from, to, base.radius.into()).is_lt();
        other != foe && warrior.stands() && state.enemies(figure, other) && near
    };
    unwalled(state, figure, foe) && !state.present().any(between)
}

/// Whether there is anybody to shoot at with this weapon; the first one will do.
fn has_target(t: &mut Table<'_>, figure: Figure, weapon: usize) -> bool {
    looking(t, |state, gallery| {
        let arm = &state.sheet(figure).missile[weapon];
        let near = |foe: Figure| !arm.has(Knack::Cone) || state.distance(figure, foe) <= arm.weapon.range;
        let cone = arm.has(Knack::Cone);
        let mut seen = |foe: Figure| gallery.sees(state, figure, foe) || cone && over_friends(state, figure, foe);
        exposed(state, figure, cone).any(|foe| near(foe) && seen(foe))
    })
}

/// Everybody in view who may be shot at.
fn marks(t: &mut Table<'_>, figure: Figure, cone: bool) -> Vec<Mark> {
    looking(t, |state, gallery| {
        let mark = |foe: Figure| {
            let seen = gallery.of(state, figure, foe);
            if seen == Sight::Nothing && !(cone && over_friends(state, figure, foe)) {
                return None;
            }
            let shadow = state.has_skill(foe, Skill::Shadow);
            let cover = (seen == Sight::Part || shadow) && !state.has_skill(figure, Skill::TrickShot);
            let dodges = state.has_skill(foe, Skill::Dodge) && state.warrior(foe).stands();
            let penalty = -i16::from(cover) - i16::from(dodges);
            Some(Mark { foe, distance: state.distance(figure, foe), penalty, cover })
        };
        exposed(state, figure, cone).filter_map(mark).collect()
    })
}

/// Legal targets: the closest, with the exceptions of the rules (CH-SHOOT-04 to CH-SHOOT-06, CH-SHOOT-14).
fn targets(t: &mut Table<'_>, figure: Figure, weapon: usize) -> Vec<Mark> {
    // A cone may be aimed into combats (CH-EQUIP-36).
    let cone = t.state.sheet(figure).missile[weapon].has(Knack::Cone);
    let marks = marks(t, figure, cone);
    let state = &*t.state;
    if cone {
        let range = state.sheet(figure).missile[weapon].weapon.range;
        return marks.into_iter().filter(|mark| mark.distance <= range).collect();
    }
    if free_choice(state, figure, &marks) {
        return marks;
    }
    let Some(closest) = closest(state, &marks) else { return marks };
    marks
        .into_iter()
        .filter(|mark| {
            // Fallen and fleeing enemies who are nearer are among these, though nobody has to shoot at them.
            mark.distance <= closest.distance
                || (closest.penalty < 0 && mark.penalty >= closest.penalty)
                || state.sheet(mark.foe).large()
                || state.hates(figure, mark.foe)
        })
        .collect()
}

/// From 2 inches above the ground anybody may be chosen, unless an enemy is within 3 inches (CH-SHOOT-06).
fn free_choice(state: &State, figure: Figure, marks: &[Mark]) -> bool {
    let crowded = |mark: &Mark| mark.distance <= 3 * INCH && state.warrior(mark.foe).stands();
    state.warrior(figure).at.z >= 2 * INCH && !marks.iter().any(crowded)
}

/// The closest of those who must be considered: the fallen and the fleeing may be ignored (CH-SHOOT-04).
fn closest(state: &State, marks: &[Mark]) -> Option<Mark> {
    let steady = marks.iter().filter(|mark| state.warrior(mark.foe).steady());
    steady.min_by_key(|mark| mark.distance).copied()
}

/// Who may be the target of a magic missile (CH-MAGIC-08, CH-MAGIC-09); whom it `spares` is left out from the first, as
/// whoever may not be shot at is (CH-SHOOT-04).
pub(super) fn missile_targets(
    t: &mut Table<'_>,
    figure: Figure,
    spares: impl Fn(&State, Figure) -> bool,
) -> Vec<Figure> {
    let engaged: Vec<Figure> = t.state.opponents(figure).collect();
    if !engaged.is_empty() {
        return engaged.into_iter().filter(|foe| !spares(t.state, *foe)).collect();
    }
    let open = |foe: &Figure| !t.state.warrior(*foe).hidden && !spares(t.state, *foe);
    let foes: Vec<Figure> = t.state.present().filter(|foe| t.state.enemies(figure, *foe) && open(foe)).collect();
    let mut marks = Vec::new();
    for foe in foes {
        if sight(t, figure, foe) != Sight::Nothing {
            marks.push(Mark { foe, distance: t.state.distance(figure, foe), penalty: 0, cover: false });
        }
    }
    let state = &*t.state;
    if free_choice(state, figure, &marks) {
        return marks.into_iter().map(|mark| mark.foe).collect();
    }
    let near = closest(state, &marks);
    let legal = |mark: &Mark| near.is_none_or(|near| mark.distance <= near.distance);
    marks.iter().filter(|mark| legal(mark)).map(|mark| mark.foe).collect()
}

/// Missile range: plan distance downwards, true distance upwards and level (CH-SHOOT-09).
fn in_range(state: &State, figure: Figure, foe: Figure, range: i32) -> bool {
    let (own, other) = (state.base(figure), state.base(foe));
    if own.at.z > other.at.z { own.within_plan(&other, range) } else { own.within(&other, range) }
}

fn shoot(t: &mut Table<'_>, figure: Figure, weapon: usize) -> Flow {
    let arm: Arm = t.state.sheet(figure).missile[weapon].clone();
    moving::reveal(t, figure, CH::HIDE_04);
    t.state.warrior_mut(figure).did.add(Did::Shot);
    if arm.has(Knack::Once) {
        t.state.warrior_mut(figure).spent |= 1 << weapon;
    }
    let shots = shots(t, figure, weapon, &arm)?;
    let options = targets(t, figure, weapon);
    let named: Vec<On> = options.iter().map(|mark| On("at", mark.foe)).collect();
    if named.is_empty() {
        return Ok(());
    }
    // Shots are assigned before any is rolled (CH-SHOOT-17).
    let mut aimed: Vec<(Mark, u8)> = Vec::new();
    for _ in 0..shots {
        let ask = Ask::new(t.state.owner(figure), "target", CH::SHOOT_04).actor(figure);
        let why = |state: &State, choice: &Choice| reasons::mark(state, figure, choice);
        let mark = options[reasons::pick(t, ask, &named, why)?];
        match aimed.iter_mut().find(|(known, _)| known.foe == mark.foe) {
            Some((_, count)) => *count += 1,
            None => aimed.push((mark, 1)),
        }
    }
    if arm.has(Knack::Cone) {
        let foe = aimed[0].0.foe;
        return blast(t, figure, foe, &arm, weapon);
    }
    for (mark, count) in aimed {
        volley(t, figure, mark, &arm, weapon, count, shots > 1)?;
    }
    Ok(())
}

/// One shot, two with throwing knives, two if a quick shot is wished for (CH-SHOOT-02, CH-CAMPAIGN-45).
fn shots(t: &mut Table<'_>, figure: Figure, weapon: usize, arm: &Arm) -> Flow<u8> {
    if arm.has(Knack::TwoShots) {
        return Ok(2);
    }
    let sheet = t.state.sheet(figure);
    let pistol = arm.weapon.hands == 1 && arm.has(Knack::Gun);
    let pair = pistol
        && sheet
            .missile
            .iter()
            .enumerate()
            .any(|(at, other)| at != weapon && other.weapon.hands == 1 && other.has(Knack::Gun));
    if t.state.has_skill(figure, Skill::QuickShot) && (arm.has(Knack::Bow) || pair) {
        let ask = Ask::new(t.state.owner(figure), "quick-shot", CH::CAMPAIGN_45).actor(figure);
        let quick = t.pick(ask, &[Named("shots", Name::of("one")), Named("shots", Name::of("two"))])? == 1;
        return Ok(if quick { 2 } else { 1 });
    }
    Ok(1)
}

/// The shots of one weapon at one target: a batch.
fn volley(t: &mut Table<'_>, figure: Figure, mark: Mark, arm: &Arm, weapon: usize, count: u8, several: bool) -> Flow {
    let target = mark.foe;
    t.note(arm.rule);
    if t.aloud() {
        explain(t, figure, mark, arm);
    }
    t.tell(CH::SHOOT_03, || Event::Shot { warrior: figure, target, weapon: arm.id });
    if !in_range(t.state, figure, target, arm.weapon.range) {
        t.tell(CH::SHOOT_08, || Event::OutOfRange { warrior: figure, target });
        return Ok(());
    }
    let modifiers = modifiers(t.state, figure, mark, arm, several);
    let needed = 7u8.saturating_sub(t.state.stat(figure, Stat::Ballistic));
    let mut hits = Vec::new();
    for _ in 0..count {
        let rolled = rolls::to_shoot(t, figure, needed, &modifiers)?;
        // Never better than 2+ and never worse than 6+ (CH-SHOOT-10, CH-SHOOT-15).
        let wanted = (i32::from(needed) - i32::from(modifiers.sum())).clamp(2, 6);
        let hit = rolled >= wanted;
        t.note(CH::SHOOT_15);
        t.note(CH::PROFILE_04);
        if t.aloud() {
            spared(t, figure, mark, arm);
        }
        t.tell(CH::SHOOT_10, || Event::ShotRolled {
            warrior: figure,
            target,
            rolled,
            modifiers,
            needed: wanted,
            hit: events::Hit(hit),
        });
        if hit {
            hits.push(hit_of(t.state, figure, arm, weapon));
        }
    }
    // Into a combat of others: each hit goes to anybody in it (CH-SHOOT-07).
    let crowd = fight::linked(t.state, target);
    if crowd.len() == 1 {
        if !hits.is_empty() {
            batch::resolve(t, By::warrior(t.state, figure), target, Cause::Shot, &hits)?;
        }
        return Ok(());
    }
    let mut shares: Vec<(Figure, Vec<Hit>)> = Vec::new();
    for hit in hits {
        let victim = crowd[rolls::stray(t, figure, crowd.len())?];
        t.tell(CH::SHOOT_07, || Event::ShotStrays { warrior: figure, target: victim });
        match shares.iter_mut().find(|(known, _)| *known == victim) {
            Some((_, mine)) => mine.push(hit),
            None => shares.push((victim, vec![hit])),
        }
    }
    for (victim, mine) in shares {
        batch::resolve(t, By::warrior(t.state, figure), victim, Cause::Shot, &mine)?;
    }
    Ok(())
}

/// Why this target may be chosen, and how it is seen.
fn explain(t: &mut Table<'_>, figure: Figure, mark: Mark, arm: &Arm) {
    let target = mark.foe;
    let marks = marks(t, figure, false);
    let state = &*t.state;
    let mut notes = crate::sight::explain(state, figure, target);
    if t.state
        .warriors
        .iter()
        .any(|one| one.owner == state.owner(figure) && one.did.has(Did::Shot) && *one != *state.warrior(figure))
    {
        notes.push(CH::TURN_16);
    }
    if state.sheet(figure).missile.len() > 1 {
        notes.push(CH::TURN_14);
    }
    if !state.warrior(target).stands() {
        notes.extend([CH::SHOOT_18, CH::GEOM_03]);
    }
    if state.warrior(figure).at.z != state.warrior(target).at.z {
        notes.push(CH::SHOOT_09);
    }
    match closest(state, &marks) {
        Some(near) if mark.distance <= near.distance => notes.extend([CH::SHOOT_04, CH::GEOM_04]),
        Some(_) if free_choice(state, figure, &marks) => notes.push(CH::SHOOT_06),
        Some(_) if state.sheet(target).large() => notes.push(CH::SHOOT_14),
        Some(_) if state.hates(figure, target) => notes.push(CH::PSYCH_24),
        Some(near) if near.penalty < 0 => notes.push(CH::SHOOT_05),
        _ => notes.push(CH::SHOOT_04),
    }
    if arm.has(Knack::TwoShots) {
        notes.push(CH::SHOOT_17);
    }
    for rule in notes {
        t.note(rule);
    }
}

/// Modifiers that do not count, and why; what else shapes the number to hit.
fn spared(t: &mut Table<'_>, figure: Figure, mark: Mark, arm: &Arm) {
    let state = &*t.state;
    let seen = crate::sight::seen(state, figure, mark.foe);
    let moved = state.warrior(figure).did.has(Did::Moved);
    let far = i64::from(mark.distance) * 2 > i64::from(arm.weapon.range);
    let rules = [
        (far, CH::SHOOT_16),
        (state.setting.options.open_board, CH::DEPLOY_05),
        (moved && arm.has(Knack::Assault), CH::EQUIP_11),
        (moved && state.has_skill(figure, Skill::SteadyAim) && arm.has(Knack::Bow), CH::CAMPAIGN_47),
        (seen == Sight::Part && state.has_skill(figure, Skill::TrickShot), CH::CAMPAIGN_46),
        (mark.cover && state.has_skill(mark.foe, Skill::Shadow), CH::CAMPAIGN_60),
        (mark.cover && seen == Sight::Part, CH::GEOM_11),
        (state.has_skill(mark.foe, Skill::Dodge) && state.warrior(mark.foe).stands(), CH::CAMPAIGN_55),
        (state.sheet(mark.foe).asleep.has(Skill::Dodge), CH::CAMPAIGN_64),
    ];
    for (_, rule) in rules.into_iter().filter(|(holds, _)| *holds) {
        t.note(rule);
    }
}

fn hit_of(state: &State, figure: Figure, arm: &Arm, weapon: usize) -> Hit {
    let coated = state.warrior(figure).venom == Some((state.sheet(figure).melee.len() + weapon) as u8);
    Hit {
        piercing: arm.weapon.piercing,
        critical: true,
        poison: coated || arm.has(Knack::Poison),
        ..Hit::of(arm.weapon.strength.clamp(1, 10) as u8)
    }
}

fn modifiers(state: &State, figure: Figure, mark: Mark, arm: &Arm, several: bool) -> Modifiers {
    let mut modifiers = Modifiers::default();
    if mark.cover {
        modifiers.add("cover", CH::SHOOT_11, -1);
    }
    let moved = state.warrior(figure).did.has(Did::Moved);
    let steady = state.has_skill(figure, Skill::SteadyAim) && arm.has(Knack::Bow);
    if moved && !arm.has(Knack::Assault) && !arm.has(Knack::NoMovePenalty) && !steady {
        modifiers.add("moved", CH::SHOOT_12, -1);
    }
    if state.has_skill(mark.foe, Skill::Dodge) && state.warrior(mark.foe).stands() {
        modifiers.add("dodge", CH::SHOOT_13, -1);
    }
    if arm.has(Knack::Accurate) {
        modifiers.add("accurate", CH::EQUIP_35, 1);
    }
    if several {
        let rule = if arm.has(Knack::TwoShots) { CH::EQUIP_33 } else { CH::CAMPAIGN_45 };
        modifiers.add("two shots", rule, -1);
    }
    modifiers
}

/// A cone: everybody under it is hit without a roll, friends too (CH-EQUIP-36, CH-GEOM-19).
fn blast(t: &mut Table<'_>, figure: Figure, aim: Figure, arm: &Arm, weapon: usize) -> Flow {
    t.note(CH::GEOM_19);
    t.tell(CH::EQUIP_36, || Event::Shot { warrior: figure, target: aim, weapon: arm.id });
    let hit = Hit { critical: true, ..hit_of(t.state, figure, arm, weapon) };
    for victim in magic::under_cone(t, figure, aim) {
        if t.state.warrior(victim).on_table() {
            batch::resolve(t, By::warrior(t.state, figure), victim, Cause::Shot, &[hit])?;
        }
    }
    Ok(())
}
