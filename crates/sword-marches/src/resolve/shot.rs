//! Ranged combat: adjustment, range, Attack against Defense (SM-COMBAT-02, SM-RANGEDC-01 to SM-RANGEDC-11).

use super::attack::{crowd, disdain, entangle_by_shot, foresight};
use super::check::{self, conditions};
use super::damage::{self, Blow};
use super::reckon::Reckoning;
use super::{ambush, injury};
use crate::content::CBT;
use crate::decisions::{ADJUST, Stepping, TACTICAL_ATTACK, TACTICAL_DEFENSE};
use crate::effects::{GearTrait, Grant};
use crate::events::{Length, Thrown};
use crate::field::{INCH, RADIUS, SLACK, TOUCH, WALKING, nearest_point};
use crate::rolls::{self, Dice};
use crate::sheet::has;
use crate::sight::{self, Seen};
use crate::state::{Place, State};
use crate::terrain::{Buffers, keep_clear, reaches};
use crate::{Event, Table};
use kernel::{Cuts, Figure, Flow, Modifiers, Rule};
use rulebook::SM;
use space::inches::turn::turned;
use space::inches::{Point, Spot};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fire {
    Mobile,
    Standing,
    Aimed,
}

/// What the range means for a shot.
#[derive(Clone, Copy, Debug)]
struct Range {
    gap: i32,
    long: bool,
    blank: bool,
}

/// Shoots, and says whether it hit.
///
/// # Errors
/// Pauses for the Defender's step, for dice and what is thrown in.
pub(crate) fn shoot(t: &mut Table<'_>, attacker: Figure, arm: u8, target: Figure, fire: Fire) -> Flow<bool> {
    if t.state.sheet(attacker).arm(arm).single {
        t.note(SM::GEARTRAIT_29);
        throw_away(t.state, attacker, arm);
    }
    adjust(t, attacker, target)?;
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let seen = sight::look(t.state, attacker, target, &mut buffers);
    t.scratch.buffers = buffers;
    if t.state.fighter(target).detected.is_some_and(|found| found.by == attacker) {
        t.note(SM::ACTION_12);
    }
    see_notes(t, seen);
    t.tell(SM::COVER_01, || Event::TargetSeen {
        model: attacker,
        target,
        how: seen.how(),
        free: seen.free.count_ones() as i32,
    });
    let surge = check::surge(t, attacker, CBT, "attack")?;
    let mut cbt = marksmanship(t.state, attacker, target, fire);
    if let Some((rule, amount)) = surge {
        cbt.bonus("More Than Human", rule, amount);
    }
    let range = measure(t, attacker, arm, target, &cbt);
    let hit = match farthest(t, attacker, arm, target, range.gap) {
        true => attack(t, Shot { attacker, arm, target, fire, range, seen }, cbt)?,
        false => false,
    };
    injury::mourn(t)?;
    Ok(hit)
}

/// The rules of sight that shaped what is seen.
fn see_notes(t: &mut Table<'_>, seen: Seen) {
    if !t.aloud() {
        return;
    }
    t.note(SM::LOS_01);
    t.note(SM::LOS_05);
    t.note(SM::META_05);
    t.note(if seen.free.count_ones() < 25 { SM::LOS_03 } else { SM::LOS_06 });
    if seen.cover {
        t.note(SM::COVER_02);
    }
    for rule in seen.reasons() {
        t.note(rule);
    }
}

/// A single shaft is gone; another of its kind may be left.
fn throw_away(state: &mut State, figure: Figure, arm: u8) {
    let sheet = state.sheet(figure);
    let thrown = state.fighter(figure).thrown | sheet.shaft(arm, state.fighter(figure).thrown);
    let spent = sheet.spent(thrown);
    let fighter = state.fighter_mut(figure);
    (fighter.thrown, fighter.spent) = (thrown, spent);
}

/// CBT with all bonuses of this shot, and the penalties that also shorten Point Blank (SM-RANGEDC-03).
fn marksmanship(state: &State, attacker: Figure, target: Figure, fire: Fire) -> Reckoning {
    let (fighter, sheet) = (state.fighter(attacker), state.sheet(attacker));
    let mut cbt = Reckoning::of("CBT", SM::RATING_01, sheet.cbt());
    if let Some((label, rule, level)) = sheet.bonus(Grant::Missile) {
        cbt.bonus(label, rule, level);
    }
    if fire == Fire::Aimed {
        cbt.bonus("Take Aim", SM::ACTION_20, 3);
    }
    disdain(state, attacker, &mut cbt);
    conditions(fighter, &mut cbt);
    if fighter.entangled {
        cbt.penalty("Entangled", SM::GEARTRAIT_03);
    }
    crowd(state, attacker, &mut cbt);
    let hidden = state.fighter(target).spot().is_some_and(|at| sight::inside_area(state, at));
    if let Some(rule) = state.sheet(target).has(Grant::Camouflage).filter(|_| hidden) {
        cbt.penalty("Ranger in Area Terrain", rule);
    }
    cbt
}

/// Edge to edge, after the Defender's step (SM-RANGE-01).
fn measure(t: &mut Table<'_>, attacker: Figure, arm: u8, target: Figure, cbt: &Reckoning) -> Range {
    let state = &*t.state;
    let gap = state.gap(attacker, target);
    let weapon = state.sheet(attacker).arm(arm);
    let other = state.sheet(target);
    let mut farther = 0;
    let mut rules = [None; 2];
    if let Some((_, rule, _)) = other.bonus(Grant::ShroudRange) {
        farther += i32::from(other.cmd()) * 1000;
        rules[0] = Some(rule);
    }
    let elusive = other.profile.grants.iter().find_map(|granted| match granted.grant {
        Grant::Elusive(inches) => Some((granted.rule, inches)),
        _ => None,
    });
    if let Some((rule, inches)) = elusive {
        farther += i32::from(inches) * 1000;
        rules[1] = Some(rule);
    }
    let limit = weapon.range.min(state.setting.pack.limits.long_range.into());
    let long = gap + farther > i32::from(limit) * 1000 + SLACK;
    let up = check::rounds_up(t, attacker).is_some();
    let blank = gap <= i32::from(cbt.total(up)) * 1000 + SLACK;
    for rule in rules.into_iter().flatten() {
        t.note(rule);
    }
    t.note(SM::RANGEDC_01);
    t.note(SM::META_04);
    if blank {
        t.note(SM::RANGEDC_03);
    }
    // Only now is it measured (SM-META-10, SM-LOS-04).
    if !t.state.setting.options.measuring {
        t.note(SM::META_10);
        t.note(SM::LOS_04);
    }
    t.tell(SM::RANGE_01, || Event::RangeMeasured { model: attacker, target, range: Length(gap), long, blank });
    Range { gap, long, blank }
}

fn farthest(t: &mut Table<'_>, attacker: Figure, arm: u8, target: Figure, range: i32) -> bool {
    let most = i32::from(t.state.sheet(attacker).arm(arm).farthest) * 1000 + SLACK;
    if range > most {
        t.tell(SM::RANGEDC_04, || Event::OutOfRange { model: attacker, target, range });
    }
    range <= most
}

/// A shot before its dice fall, with everything that was measured.
#[derive(Clone, Copy)]
struct Shot {
    attacker: Figure,
    arm: u8,
    target: Figure,
    fire: Fire,
    range: Range,
    seen: Seen,
}

fn attack(t: &mut Table<'_>, shot: Shot, mut cbt: Reckoning) -> Flow<bool> {
    let Shot { attacker, arm, target, fire, range, .. } = shot;
    let mine = check::tactical(t, attacker, TACTICAL_ATTACK, Some(target))?;
    let theirs = check::tactical(t, target, TACTICAL_DEFENSE, Some(attacker))?;
    let surge = check::surge(t, target, CBT, "defense")?;
    if range.long {
        t.note(SM::RANGEDC_02);
        cbt.penalty("Long Range", SM::RANGEDC_06);
    }
    let up = check::rounds_up(t, attacker);
    let modifiers = cbt.finish(t, up);
    let rate = rate_of_fire(t, attacker, arm, fire);
    let count = check::dice(t, rate, mine);
    let seat = t.state.owner(attacker);
    let natural = rolls::open(t, Dice::one("attack", SM::ATTACK_02, seat, modifiers).of(attacker).dice(count))?;
    let total = natural + i32::from(modifiers.sum());
    t.note(SM::RANGEDC_05);
    t.note(SM::ATTACK_01);
    t.note(SM::CHECK_03);
    t.tell(SM::ATTACK_02, || Event::AttackRolled {
        model: attacker,
        target,
        dice: Thrown(count.into()),
        natural,
        modifiers,
        total,
    });
    let (modifiers, dice) = defense(t, shot, surge);
    let count = check::dice(t, dice, theirs);
    let seat = t.state.owner(target);
    let dice = Dice::one("defense", SM::ATTACK_03, seat, modifiers).of(target).dice(count);
    let natural = rolls::against(t, dice, total, Cuts::NONE)?;
    let against = natural + i32::from(modifiers.sum());
    t.tell(SM::ATTACK_03, || Event::DefenseRolled {
        model: target,
        dice: Thrown(count.into()),
        natural,
        modifiers,
        total: against,
    });
    if total < against {
        let margin = against - total;
        t.tell(SM::ATTACK_04, || Event::Missed { model: attacker, target, total, against, margin });
        return Ok(false);
    }
    let bonus = total - against;
    t.tell(SM::ATTACK_04, || Event::Hit { model: attacker, target, total, against, bonus });
    entangle_by_shot(t, attacker, arm, target);
    let blow = Blow { attacker, arm, defender: target, margin: bonus, range: Some(range.gap), counter: false };
    damage::resolve(t, blow)?;
    Ok(true)
}

/// Dice of a shot (SM-ACTION-17, SM-ACTION-19, SM-ACTION-20).
fn rate_of_fire(t: &mut Table<'_>, attacker: Figure, arm: u8, fire: Fire) -> i16 {
    let sheet = t.state.sheet(attacker);
    let whole = sheet.arm(arm).dice;
    match fire {
        Fire::Standing => whole,
        Fire::Aimed => 1,
        Fire::Mobile => match sheet.has(Grant::FireOnTheMove) {
            Some(rule) => {
                t.note(rule);
                whole
            }
            None => {
                t.note(SM::RANGEDC_07);
                (whole / 2).max(1)
            }
        },
    }
}

/// The Defender's CBT and dice: halved in the open, a die more in Cover (SM-RANGEDC-08, SM-COVER-04).
fn defense(t: &mut Table<'_>, shot: Shot, surge: Option<(Rule, i16)>) -> (Modifiers, i16) {
    let Shot { attacker, arm, target, fire, range, seen } = shot;
    let state = &*t.state;
    let (fighter, sheet) = (state.fighter(target), state.sheet(target));
    let mut cbt = Reckoning::of("CBT", SM::RATING_01, sheet.cbt());
    if let Some((rule, amount)) = surge {
        cbt.bonus("More Than Human", rule, amount);
    }
    let aimed = state.sheet(attacker).has(Grant::AimThrough).filter(|_| fire == Fire::Aimed);
    let mut reasons = [None; 3];
    let mut concealed = seen.concealed;
    if concealed {
        if range.blank {
            reasons[0] = Some(SM::RANGEDC_10);
        }
        reasons[1] = aimed;
        if fighter.shocked {
            reasons[2] = Some(SM::COND_08);
        }
        concealed = reasons.iter().all(Option::is_none);
    }
    if concealed {
        cbt.bonus("Concealment", SM::RANGEDC_09, 0);
    } else {
        let label = if seen.concealed { "Concealment of no use" } else { "in the open" };
        cbt.penalty(label, SM::RANGEDC_08);
    }
    conditions(fighter, &mut cbt);
    if fighter.entangled {
        cbt.penalty("Entangled", SM::GEARTRAIT_03);
    }
    crowd(state, target, &mut cbt);
    let pierced = has(state.sheet(attacker).arm(arm), GearTrait::Penetrating);
    for rule in reasons.into_iter().flatten() {
        t.note(rule);
    }
    if concealed {
        t.note(SM::RANGEDC_09);
    }
    let mut dice = foresight(t, target, 1);
    if seen.cover && pierced {
        t.note(SM::GEARTRAIT_12);
    } else if seen.cover {
        t.note(SM::COVER_04);
        dice += 1;
    }
    let up = check::rounds_up(t, target);
    (cbt.finish(t, up), dice)
}

/// The Defender may step up to terrain within an inch to gain Cover (SM-ADJUST-02 to SM-ADJUST-04).
fn adjust(t: &mut Table<'_>, attacker: Figure, target: Figure) -> Flow {
    let fighter = t.state.fighter(target);
    let Some(at) = fighter.spot().filter(|_| fighter.ready()) else { return Ok(()) };
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let mut spots: Vec<Spot> = Vec::new();
    let now = sight::look(t.state, attacker, target, &mut buffers);
    if !now.cover {
        for id in 0..t.state.field.board.pieces().len() as u16 {
            if let Some(spot) = step_to(t.state, attacker, target, (at, now), id, &mut buffers) {
                spots.push(spot);
            }
        }
    }
    t.scratch.buffers = buffers;
    if spots.is_empty() {
        return Ok(());
    }
    let mut options: Vec<Stepping> = spots.into_iter().map(|to| Stepping::Step { to }).collect();
    options.push(Stepping::Hold);
    let asked = ADJUST.to(t.state.owner(target)).actor(target).about(attacker);
    if let Stepping::Step { to } = t.ask(asked, &options)? {
        t.state.fighter_mut(target).place = Place::On(to);
        t.note(SM::ADJUST_01);
        t.note(SM::ADJUST_03);
        t.note(SM::META_11);
        if sight::inside_some_area(t.state, to) {
            t.note(SM::ADJUST_04);
        }
        t.tell(SM::ADJUST_02, || Event::Adjusted { model: target, to });
        ambush::passed_by(t, target, &[at, to]);
        crate::scenario::carried(t, target, &[at, to]);
    }
    Ok(())
}

/// A step of at most an inch that touches or enters a piece of terrain. It must give Cover against the shooter, or
/// Concealment to a model that has neither.
fn step_to(
    state: &State,
    attacker: Figure,
    target: Figure,
    (at, now): (Spot, Seen),
    id: u16,
    buffers: &mut Buffers,
) -> Option<Spot> {
    use crate::content::Ground;
    let piece = state.field.piece(id);
    if !sight::can_conceal(state, id) || !sight::near(piece, at) {
        return None;
    }
    let p = at.plan();
    let gap = piece.outline.distance(p) - i64::from(RADIUS);
    let nearest = nearest_point(&piece.outline, p);
    let into = state.field.ground(id) == Ground::Area;
    if !into && gap <= i64::from(TOUCH) {
        return None;
    }
    keep_clear(state, target, INCH, 1000, &mut buffers.keep);
    let feet = state.sheet(target).feet;
    let mut conceals = None;
    let mut gains = |aim: Point| {
        let spot = aim.at(reaches(state, state.field.under(feet), &WALKING, at, aim, buffers)?);
        let seen = state.field.stands(feet, spot).then(|| sight::look_at(state, attacker, target, spot, buffers))?;
        if seen.visible() && seen.concealed && !now.concealed {
            conceals = conceals.or(Some(spot));
        }
        (seen.visible() && seen.cover).then_some(spot)
    };
    if into {
        return gains(p.toward(nearest, 1000)).or(conceals);
    }
    // Where it touches first, a hair before the corner; else along the piece, as far as an inch leads.
    let touch = i64::from(RADIUS + TOUCH);
    let along = (1..=5).flat_map(|turn| [turn, -turn]).filter_map(|turn| {
        let aim = turned(p, p.toward(nearest, 1000), turn);
        let first = (gap / 50..=20).map(|far| p.toward(aim, far * 50));
        first.into_iter().find(|q| piece.outline.compare(*q, touch).is_le())
    });
    std::iter::once(p.toward(nearest, gap - 3)).chain(along).find_map(gains).or(conceals)
}
