//! The Shooting phase: warriors and wizards one at a time (CH-TURN-14 to CH-TURN-16).

use crate::cards::{Knack, Skill, Stat};
use crate::decisions::{Aim, Count, QUICK_SHOT, QuickShot, SHOOT, Shooting, TARGET};
use crate::ground::INCH;
use crate::moving;
use crate::profile::Arm;
use crate::resolve::batch::{self, By, Cause, Hit};
use crate::resolve::fight;
use crate::sight::{Gallery, Sight, looking, unwalled};
use crate::state::{Did, NextStep, State};
use crate::turn::{able, frame};
use crate::{Event, Table, events, rolls, turn::magic, victory};
use kernel::{Figure, Flow, Modifiers, Refusal, Rule, Seat};
use rulebook::CH;
use space::inches::segment;

/// May this warrior shoot, whatever he would shoot at (CH-SHOOT-01)?
fn may_shoot(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    able(state, seat, figure)?;
    let did = state.warrior(figure).did;
    let (rule, text) = if state.stat(figure, Stat::Ballistic) == 0 {
        (CH::PROFILE_01, "he has no Ballistic Skill")
    } else if did.has(Did::Shot) {
        let several = state.sheet(figure).missile.len() > 1;
        (if several { CH::TURN_14 } else { CH::SHOOT_02 }, "he has shot this turn")
    } else if did.has(Did::Cast) {
        (CH::MAGIC_04, "who cast a spell does not shoot")
    } else if state.is_engaged(figure) {
        (CH::CLOSE_23, "nobody shoots out of a combat")
    } else if did.has(Did::Ran) {
        (CH::RUN_02, "who ran does not shoot")
    } else if did.has(Did::FailedCharge) {
        (CH::FAILED_04, "a failed charge costs the shot")
    } else if did.has(Did::Charged) || did.has(Did::Rallied) {
        (CH::SHOOT_01, "who charged or rallied does not shoot")
    } else {
        return Ok(());
    };
    Err(Refusal::new(rule, text))
}

/// May this weapon be shot this turn (CH-EQUIP-10, CH-EQUIP-36)?
fn ready(state: &State, figure: Figure, at: usize) -> Result<(), Refusal> {
    let warrior = state.warrior(figure);
    if warrior.spent >> at & 1 == 1 {
        return Err(Refusal::new(CH::EQUIP_36, "it shoots once a battle"));
    }
    if state.sheet(figure).missile[at].has(Knack::MoveOrFire) && warrior.did.has(Did::Moved) {
        return Err(Refusal::new(CH::EQUIP_10, "this weapon does not shoot after a move"));
    }
    Ok(())
}

/// What may be done in the phase, and with which weapon or spell, by its place in the list of its owner.
fn options(state: &State, gallery: &mut Gallery, seat: Seat) -> Vec<(Shooting, u8)> {
    let mut options = Vec::new();
    for who in state.band(seat) {
        let sheet = state.sheet(who);
        if may_shoot(state, seat, who).is_ok() {
            let at = (0..sheet.missile.len()).filter(|at| ready(state, who, *at).is_ok());
            for at in at.filter(|at| has_target(state, gallery, who, *at).is_ok()).collect::<Vec<_>>() {
                options.push((Shooting::Shoot { who, weapon: sheet.missile[at].id }, at as u8));
            }
        }
        for at in magic::castable(state, gallery, seat, who) {
            options.push((Shooting::Cast { who, spell: sheet.spells[at as usize].spell.id }, at));
        }
    }
    options
}

fn judge(state: &State, seat: Seat, answer: &Shooting) -> Result<(), Refusal> {
    let gallery = &mut Gallery::of_state(state);
    match *answer {
        Shooting::Shoot { who, weapon } => {
            let Some(at) = state.sheet(who).missile.iter().position(|arm| arm.id == weapon) else { return Ok(()) };
            may_shoot(state, seat, who)?;
            ready(state, who, at)?;
            has_target(state, gallery, who, at)
        }
        Shooting::Cast { who, spell } => {
            let Some(at) = state.sheet(who).spells.iter().position(|known| known.spell.id == spell) else {
                return Ok(());
            };
            magic::may_cast(state, seat, who)?;
            magic::may_attempt(state, gallery, who, at)
        }
        Shooting::Done => Ok(()),
    }
}

/// One shooter or wizard, or the phase is over.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn step(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mut options = looking(t, |state, gallery| options(state, gallery, seat));
    if options.is_empty() {
        t.state.next = NextStep::Combat;
        return Ok(());
    }
    options.push((Shooting::Done, 0));
    let listed: Vec<Shooting> = options.iter().map(|(answer, _)| answer.clone()).collect();
    let chosen = t.ask_telling(SHOOT.to(seat), &listed, |state, answer| judge(state, seat, answer))?;
    let at = usize::from(options[chosen].1);
    match listed[chosen] {
        Shooting::Done => {
            t.state.next = NextStep::Combat;
            return Ok(());
        }
        Shooting::Shoot { who, .. } => {
            let weapon = |state: &State| state.sheet(who).missile[at].title;
            t.within(|state| frame(state, who, None, weapon(state), CH::SHOOT_01), |t| shoot(t, who, at))?;
        }
        Shooting::Cast { who, .. } => {
            let spell = |state: &State| state.sheet(who).spells[at].spell.title;
            t.within(|state| frame(state, who, None, spell(state), CH::MAGIC_01), |t| magic::cast(t, who, at))?;
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
    seen: Sight,
    /// The rules by which he may be chosen.
    by: &'static [Rule],
}

/// May he be shot at if he is in view: no friend, not hidden, not engaged with a friend (CH-SHOOT-03, CH-SHOOT-07)?
fn exposed(state: &State, figure: Figure, foe: Figure, cone: bool) -> Result<(), Refusal> {
    if !state.enemies(figure, foe) {
        return Err(Refusal::new(CH::TURN_21, "that is a friend"));
    }
    if state.warrior(foe).hidden && !state.under(figure, |lasting| lasting.see_hidden) {
        return Err(Refusal::new(CH::HIDE_02, "a hidden warrior cannot be shot at"));
    }
    if !cone && state.opponents(foe).any(|other| !state.enemies(figure, other)) {
        return Err(Refusal::new(CH::SHOOT_07, "he is engaged with a friend"));
    }
    Ok(())
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
fn has_target(state: &State, gallery: &mut Gallery, figure: Figure, weapon: usize) -> Result<(), Refusal> {
    let arm = &state.sheet(figure).missile[weapon];
    let cone = arm.has(Knack::Cone);
    let near = |foe: Figure| !cone || state.distance(figure, foe) <= arm.weapon.range;
    let mut seen = |foe: Figure| gallery.sees(state, figure, foe) || cone && over_friends(state, figure, foe);
    match state.present().any(|foe| exposed(state, figure, foe, cone).is_ok() && near(foe) && seen(foe)) {
        true => Ok(()),
        false => Err(Refusal::new(CH::SHOOT_03, "nobody to shoot at is in view")),
    }
}

/// How well an enemy is seen who may be shot at.
fn mark(state: &State, gallery: &mut Gallery, figure: Figure, foe: Figure, cone: bool) -> Result<Mark, Refusal> {
    exposed(state, figure, foe, cone)?;
    let seen = gallery.of(state, figure, foe);
    if seen == Sight::Nothing && !(cone && over_friends(state, figure, foe)) {
        return Err(Refusal::new(CH::SHOOT_03, "he is not in view"));
    }
    let shadow = state.has_skill(foe, Skill::Shadow);
    let cover = (seen == Sight::Part || shadow) && !state.has_skill(figure, Skill::TrickShot);
    let penalty = -i16::from(cover) - i16::from(dodges(state, foe));
    Ok(Mark { foe, distance: state.distance(figure, foe), penalty, cover, seen, by: &[] })
}

/// Everybody in view who may be shot at.
fn marks(state: &State, gallery: &mut Gallery, figure: Figure, cone: bool) -> Vec<Mark> {
    state.present().filter_map(|foe| mark(state, gallery, figure, foe, cone).ok()).collect()
}

/// By which rules one of those in view may be the target: the closest, with exceptions (CH-SHOOT-04 to CH-SHOOT-06,
/// CH-SHOOT-14).
fn grounds(state: &State, figure: Figure, marks: &[Mark], mark: &Mark) -> Result<&'static [Rule], Refusal> {
    let Some(closest) = closest(state, marks) else { return Ok(&[CH::SHOOT_04]) };
    // Fallen and fleeing enemies who are nearer are among these, though nobody has to shoot at them.
    if mark.distance <= closest.distance {
        Ok(&[CH::SHOOT_04, CH::GEOM_04])
    } else if free_choice(state, figure, marks) {
        Ok(&[CH::SHOOT_06])
    } else if state.sheet(mark.foe).large() {
        Ok(&[CH::SHOOT_14])
    } else if state.hates(figure, mark.foe) {
        Ok(&[CH::PSYCH_24])
    } else if closest.penalty < 0 && mark.penalty >= closest.penalty {
        Ok(&[CH::SHOOT_05])
    } else {
        Err(Refusal::new(CH::SHOOT_04, "another enemy is closer"))
    }
}

/// Whether one of those in view may be the target of a weapon; a cone may be aimed into combats (CH-EQUIP-36).
fn may_target(
    state: &State,
    figure: Figure,
    weapon: usize,
    marks: &[Mark],
    mark: &Mark,
) -> Result<&'static [Rule], Refusal> {
    let arm = &state.sheet(figure).missile[weapon];
    match arm.has(Knack::Cone) {
        true if mark.distance > arm.weapon.range => Err(Refusal::new(CH::EQUIP_36, "he is out of its reach")),
        true => Ok(&[]),
        false => grounds(state, figure, marks, mark),
    }
}

/// Everybody whom this weapon may be aimed at.
fn targets(state: &State, gallery: &mut Gallery, figure: Figure, weapon: usize) -> Vec<Mark> {
    let marks = marks(state, gallery, figure, state.sheet(figure).missile[weapon].has(Knack::Cone));
    let chosen = |mark: &Mark| {
        let by = may_target(state, figure, weapon, &marks, mark).ok()?;
        Some(Mark { by, ..*mark })
    };
    marks.iter().filter_map(chosen).collect()
}

fn judge_target(state: &State, figure: Figure, weapon: usize, foe: Figure) -> Result<(), Refusal> {
    let (gallery, cone) = (&mut Gallery::of_state(state), state.sheet(figure).missile[weapon].has(Knack::Cone));
    let aimed = mark(state, gallery, figure, foe, cone)?;
    may_target(state, figure, weapon, &marks(state, gallery, figure, cone), &aimed).map(|_| ())
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

/// An enemy in the open at whom a spell flies: seen, and not hidden.
fn missile_mark(state: &State, gallery: &mut Gallery, figure: Figure, foe: Figure) -> Result<Mark, Refusal> {
    if !state.enemies(figure, foe) {
        return Err(Refusal::new(CH::TURN_21, "that is a friend"));
    }
    if state.warrior(foe).hidden {
        return Err(Refusal::new(CH::HIDE_02, "a hidden warrior cannot be chosen"));
    }
    let seen = gallery.of(state, figure, foe);
    if seen == Sight::Nothing {
        return Err(Refusal::new(CH::MAGIC_06, "he is not in view"));
    }
    Ok(Mark { foe, distance: state.distance(figure, foe), penalty: 0, cover: false, seen, by: &[] })
}

/// Whether he may be the target of a magic missile (CH-MAGIC-08, CH-MAGIC-09); whom it `spares` is left out from the first,
/// as whoever may not be shot at is (CH-SHOOT-04).
pub(super) fn may_be_struck(
    state: &State,
    gallery: &mut Gallery,
    figure: Figure,
    foe: Figure,
    spares: &impl Fn(Figure) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    if state.is_engaged(figure) {
        if !state.engaged(figure, foe) {
            return Err(Refusal::new(CH::MAGIC_09, "he is engaged and has to aim at an enemy of that combat"));
        }
        return spares(foe);
    }
    let aimed = missile_mark(state, gallery, figure, foe)?;
    spares(foe)?;
    let others = state.present().filter(|other| spares(*other).is_ok());
    let marks: Vec<Mark> = others.filter_map(|other| missile_mark(state, gallery, figure, other).ok()).collect();
    let near = closest(state, &marks);
    if free_choice(state, figure, &marks) || near.is_none_or(|near| aimed.distance <= near.distance) {
        return Ok(());
    }
    Err(Refusal::new(CH::MAGIC_08, "another enemy is closer"))
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
    let options = looking(t, |state, gallery| targets(state, gallery, figure, weapon));
    if options.is_empty() {
        return Ok(());
    }
    let named: Vec<Aim> = options.iter().map(|mark| Aim::At { whom: mark.foe }).collect();
    // Shots are assigned before any is rolled (CH-SHOOT-17).
    let mut aimed: Vec<(Mark, u8)> = Vec::new();
    for _ in 0..shots {
        let asked = TARGET.to(t.state.owner(figure)).actor(figure);
        let judge = |state: &State, Aim::At { whom }: &Aim| judge_target(state, figure, weapon, *whom);
        let mark = options[t.ask_telling(asked, &named, judge)?];
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
        volley(t, weapon, &Aimed { figure, mark, arm: &arm, several: shots > 1 }, count)?;
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
        let options = [Count::One, Count::Two].map(|count| QuickShot::Shots { count });
        let QuickShot::Shots { count } = t.ask(QUICK_SHOT.to(t.state.owner(figure)).actor(figure), &options)?;
        return Ok(match count {
            Count::One => 1,
            Count::Two => 2,
        });
    }
    Ok(1)
}

/// The shots of one weapon at one target: a batch.
fn volley(t: &mut Table<'_>, weapon: usize, aimed: &Aimed<'_>, count: u8) -> Flow {
    let Aimed { figure, mark, arm, .. } = *aimed;
    let target = mark.foe;
    t.note(arm.rule);
    if t.aloud() {
        note_target(t, figure, mark, arm);
    }
    t.tell(CH::SHOOT_03, || Event::Shot { warrior: figure, target, weapon: arm.id });
    if !in_range(t.state, figure, target, arm.weapon.range) {
        t.tell(CH::SHOOT_08, || Event::OutOfRange { warrior: figure, target });
        return Ok(());
    }
    let (mut behind, aloud) = (Vec::new(), t.aloud());
    let modifiers = aimed.modifiers(t.state, |rule| behind.extend(aloud.then_some(rule)));
    let mut hits = Vec::new();
    for _ in 0..count {
        if rolls_hit(t, aimed, &modifiers, &behind)? {
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
    stray(t, figure, &crowd, &hits)
}

/// One roll to hit.
fn rolls_hit(t: &mut Table<'_>, aimed: &Aimed<'_>, modifiers: &Modifiers, behind: &[Rule]) -> Flow<bool> {
    let Aimed { figure, mark, .. } = *aimed;
    let needed = 7u8.saturating_sub(t.state.stat(figure, Stat::Ballistic));
    let rolled = rolls::to_shoot(t, figure, needed, modifiers)?;
    // Never better than 2+ and never worse than 6+ (CH-SHOOT-10, CH-SHOOT-15).
    let wanted = (i32::from(needed) - i32::from(modifiers.sum())).clamp(2, 6);
    let hit = rolled >= wanted;
    for rule in [CH::SHOOT_15, CH::PROFILE_04].iter().chain(behind) {
        t.note(*rule);
    }
    t.tell(CH::SHOOT_10, || Event::ShotRolled {
        warrior: figure,
        target: mark.foe,
        rolled,
        modifiers: *modifiers,
        needed: wanted,
        hit: events::Hit(hit),
    });
    Ok(hit)
}

/// Each hit goes to anybody in a combat of others (CH-SHOOT-07).
fn stray(t: &mut Table<'_>, figure: Figure, crowd: &[Figure], hits: &[Hit]) -> Flow {
    let mut shares: Vec<(Figure, Vec<Hit>)> = Vec::new();
    for hit in hits.iter().copied() {
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

/// Notes how the target is seen, and by which rules it may be chosen.
fn note_target(t: &mut Table<'_>, figure: Figure, mark: Mark, arm: &Arm) {
    let target = mark.foe;
    let state = &*t.state;
    let mut notes = crate::sight::made_by(state, figure, target);
    let others = state.figures().filter(|one| *one != figure && state.owner(*one) == state.owner(figure));
    if others.into_iter().any(|one| state.warrior(one).did.has(Did::Shot)) {
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
    notes.extend_from_slice(mark.by);
    if arm.has(Knack::TwoShots) {
        notes.push(CH::SHOOT_17);
    }
    for rule in notes {
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

fn dodges(state: &State, foe: Figure) -> bool {
    state.has_skill(foe, Skill::Dodge) && state.warrior(foe).stands()
}

/// A shot at one target, for the number to hit.
#[derive(Clone, Copy)]
struct Aimed<'a> {
    figure: Figure,
    mark: Mark,
    arm: &'a Arm,
    /// One of several shots.
    several: bool,
}

impl Aimed<'_> {
    /// What changes the number to hit. `heed` hears of what might and does not, and of what else is behind it.
    fn modifiers(&self, state: &State, mut heed: impl FnMut(Rule)) -> Modifiers {
        let Aimed { figure, mark, arm, several } = *self;
        if i64::from(mark.distance) * 2 > i64::from(arm.weapon.range) {
            heed(CH::SHOOT_16);
        }
        if state.setting.options.open_board {
            heed(CH::DEPLOY_05);
        }
        let moved = self.pays_for_moving(state, &mut heed);
        let seen_in_part = mark.seen == Sight::Part;
        if seen_in_part && state.has_skill(figure, Skill::TrickShot) {
            heed(CH::CAMPAIGN_46);
        }
        if mark.cover && state.has_skill(mark.foe, Skill::Shadow) {
            heed(CH::CAMPAIGN_60);
        }
        if mark.cover && seen_in_part {
            heed(CH::GEOM_11);
        }
        let mut modifiers = Modifiers::default();
        modifiers.add("cover", CH::SHOOT_11, -i16::from(mark.cover));
        modifiers.add("moved", CH::SHOOT_12, -i16::from(moved));
        if dodges(state, mark.foe) {
            heed(CH::CAMPAIGN_55);
            modifiers.add("dodge", CH::SHOOT_13, -1);
        }
        if state.sheet(mark.foe).asleep.has(Skill::Dodge) {
            heed(CH::CAMPAIGN_64);
        }
        modifiers.add("accurate", CH::EQUIP_35, i16::from(arm.has(Knack::Accurate)));
        let rule = if arm.has(Knack::TwoShots) { CH::EQUIP_33 } else { CH::CAMPAIGN_45 };
        modifiers.add("two shots", rule, -i16::from(several));
        modifiers
    }

    /// Whether a move before the shot tells.
    fn pays_for_moving(&self, state: &State, heed: &mut impl FnMut(Rule)) -> bool {
        if !state.warrior(self.figure).did.has(Did::Moved) {
            return false;
        }
        let assault = self.arm.has(Knack::Assault);
        let steady = state.has_skill(self.figure, Skill::SteadyAim) && self.arm.has(Knack::Bow);
        if assault {
            heed(CH::EQUIP_11);
        }
        if steady {
            heed(CH::CAMPAIGN_47);
        }
        !assault && !steady && !self.arm.has(Knack::NoMovePenalty)
    }
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
