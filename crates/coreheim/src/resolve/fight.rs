//! One combat: what everybody holds, who strikes when, at whom, and what can be turned aside.

use super::batch::{self, By, Cause, Hit};
use super::blow::{self, Chance, Pair, Rank, Weapon};
use crate::cards::{Knack, Stat};
use crate::decisions::{
    Again, Bare, Guard, HATRED, Next, PARRY, PARRY_AGAIN, Parry, STRIKE, STRIKE_ORDER, Strike, WEAPON, Wield,
};
use crate::minds::prospect::duel;
use crate::profile::{Arm, Grip, Held, Off, may_hold};
use crate::state::{Did, Posture, State};
use crate::turn::frame;
use crate::{Event, Table, events, moving, rolls};
use kernel::{Figure, Flow, Name, Refusal, Seat};
use rulebook::CH;

/// Combats of this phase that the active player takes part in and that are still to be fought, by their members
/// (CH-CLOSE-02, CH-TURN-17, CH-TURN-18).
pub(crate) fn combats(state: &State) -> Vec<Vec<Figure>> {
    let mut found: Vec<Vec<Figure>> = Vec::new();
    for figure in state.band(state.active()) {
        let fought = state.warrior(figure).did.has(Did::Fought);
        if fought || !state.is_engaged(figure) || found.iter().any(|combat| combat.contains(&figure)) {
            continue;
        }
        found.push(linked(state, figure));
    }
    found
}

/// Everybody linked to a warrior by engagement, himself included (CH-CLOSE-02).
pub(crate) fn linked(state: &State, figure: Figure) -> Vec<Figure> {
    let mut combat = vec![figure];
    let mut next = 0;
    while next < combat.len() {
        let others: Vec<Figure> = state.opponents(combat[next]).filter(|other| !combat.contains(other)).collect();
        combat.extend(others);
        next += 1;
    }
    combat.sort();
    combat
}

/// Fights one combat to the end of its round.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn fight(t: &mut Table<'_>, combat: &[Figure]) -> Flow {
    for figure in combat {
        t.state.warrior_mut(*figure).did.add(Did::Fought);
    }
    name_weapons(t, combat)?;
    let engaged: Vec<Figure> = combat.iter().copied().filter(|figure| t.state.is_engaged(*figure)).collect();
    let mut sides: Vec<Seat> = combat.iter().map(|figure| t.state.owner(*figure)).collect();
    sides.sort();
    sides.dedup();
    let mut ties: Vec<(Rank, u8, Vec<Seat>)> = Vec::new();
    while let Some(striker) = next_striker(t, combat, &mut ties)? {
        // Of two weapons the quick one strikes first (CH-EQUIP-09).
        let half = blow::two_turns(t.state, striker) && !t.state.warrior(striker).did.has(Did::HalfStruck);
        let blows = blow::next_blows(t.state, striker);
        t.state.warrior_mut(striker).did.add(if half { Did::HalfStruck } else { Did::Struck });
        if sides.len() > 2 {
            t.note(CH::TURN_18);
        }
        strike(t, striker, &blows)?;
        // Who goes down no longer stands between others (CH-HIDE-06).
        moving::look_round(t);
        if t.state.is_over() {
            return Ok(());
        }
    }
    for figure in combat {
        t.state.warrior_mut(*figure).fresh = false;
    }
    for figure in engaged {
        if t.state.warrior(figure).stands() && !t.state.is_engaged(figure) {
            t.tell(CH::CLOSE_25, || Event::Freed { warrior: figure });
        }
    }
    Ok(())
}

/// Before the first blow everybody with several weapons says what he uses (CH-CLOSE-21); the active player first.
fn name_weapons(t: &mut Table<'_>, combat: &[Figure]) -> Flow {
    let active = t.state.active();
    for turn in [true, false] {
        for figure in combat {
            let owner = t.state.owner(*figure);
            if (owner == active) != turn || !t.state.warrior(*figure).steady() {
                continue;
            }
            let grips = grips(t.state, *figure);
            if grips.is_empty() {
                continue;
            }
            let options: Vec<Wield> = grips.iter().map(|grip| wield(t.state, *figure, *grip)).collect();
            let judge = |state: &State, answer: &Wield| may_wield(state, *figure, answer);
            let worth = |state: &State, at: usize| duel::grip(state, *figure, grips[at]);
            let grip = grips[t.ask_weighed(WEAPON.to(owner).actor(*figure), &options, judge, worth)?];
            if options.len() > 1 || t.state.warrior(*figure).grip != grip {
                t.state.warrior_mut(*figure).grip = grip;
                let weapon = blow::arm(t.state, *figure, grip.main).map_or("bare hands", |arm| arm.title);
                let off = off_hand(t.state, *figure, grip);
                if blow::arm(t.state, *figure, grip.main).is_some_and(|arm| arm.weapon.hands == 2) {
                    t.note(CH::EQUIP_05);
                }
                t.tell(CH::CLOSE_21, || Event::WeaponNamed { warrior: *figure, weapon, off });
            }
        }
    }
    Ok(())
}

pub(crate) fn off_hand(state: &State, figure: Figure, grip: Grip) -> &'static str {
    match grip.off {
        Off::Nothing => "nothing",
        Off::Shield => "shield",
        Off::Buckler => "buckler",
        Off::Weapon(at) => blow::arm(state, figure, Some(at)).map_or("nothing", |arm| arm.title),
    }
}

/// Ways to hold the weapons that can be used now.
fn grips(state: &State, figure: Figure) -> Vec<Grip> {
    let usable = |grip: &Grip| in_season(state, figure, blow::arm(state, figure, grip.main)).is_ok();
    state.sheet(figure).grips.iter().copied().filter(usable).collect()
}

/// A lance is used only on the round of a charge (CH-EQUIP-26).
fn in_season(state: &State, figure: Figure, main: Option<&Arm>) -> Result<(), Refusal> {
    let lance = main.is_some_and(|arm| arm.has(Knack::Couched));
    match lance && !state.warrior(figure).did.has(Did::Charged) {
        true => Err(Refusal::new(CH::EQUIP_26, "a lance is for the round of a charge")),
        false => Ok(()),
    }
}

/// A way to hold weapons as an answer.
fn wield(state: &State, figure: Figure, grip: Grip) -> Wield {
    let id = |weapon: Weapon| blow::arm(state, figure, weapon).map(|arm| arm.id);
    let guard = match grip.off {
        Off::Shield => Some(Guard::Shield),
        Off::Buckler => Some(Guard::Buckler),
        Off::Nothing | Off::Weapon(_) => None,
    };
    let second = if let Off::Weapon(at) = grip.off { id(Some(at)) } else { None };
    match (id(grip.main), guard, second) {
        (Some(main), Some(off), _) => Wield::Guarded { main, off },
        (Some(main), None, Some(off)) => Wield::Two { main, off },
        (Some(main), None, None) => Wield::One { main },
        (None, Some(off), _) => Wield::BareGuarded { main: Bare::Hands, off },
        (None, None, _) => Wield::Bare { main: Bare::Hands },
    }
}

/// Whether two things can be held together, and now.
fn may_wield(state: &State, figure: Figure, answer: &Wield) -> Result<(), Refusal> {
    let arm = |id: &Name| state.sheet(figure).melee.iter().find(|arm| arm.id == *id);
    let (main, off) = match answer {
        Wield::Bare { .. } | Wield::BareGuarded { .. } => return Ok(()),
        Wield::One { main } => (arm(main), Some(Held::Nothing)),
        Wield::Guarded { main, off: Guard::Shield } => (arm(main), Some(Held::Shield)),
        Wield::Guarded { main, off: Guard::Buckler } => (arm(main), Some(Held::Buckler)),
        Wield::Two { main, off } => (arm(main), arm(off).map(Held::Weapon)),
    };
    if let (Some(main), Some(off)) = (main, off) {
        may_hold(main, off)?;
    }
    in_season(state, figure, main)
}

/// The next to strike: by rank, then Initiative; equal values of several sides are rolled off once, and a player orders
/// his own (CH-CLOSE-03, CH-CLOSE-06, CH-CLOSE-07).
fn next_striker(t: &mut Table<'_>, combat: &[Figure], ties: &mut Vec<(Rank, u8, Vec<Seat>)>) -> Flow<Option<Figure>> {
    let able = |state: &State, figure: Figure| {
        let warrior = state.warrior(figure);
        warrior.steady() && !warrior.did.has(Did::Struck) && state.is_engaged(figure)
    };
    let key = |state: &State, figure: Figure| (blow::rank(state, figure), 20 - blow::quickness(state, figure));
    let waiting: Vec<Figure> = combat.iter().copied().filter(|figure| able(t.state, *figure)).collect();
    let Some(best) = waiting.iter().map(|figure| key(t.state, *figure)).min() else {
        return Ok(None);
    };
    let equals: Vec<Figure> = waiting.into_iter().filter(|figure| key(t.state, *figure) == best).collect();
    let mut sides: Vec<Seat> = equals.iter().map(|figure| t.state.owner(*figure)).collect();
    sides.sort();
    sides.dedup();
    let seat = if let [only] = sides[..] { only } else { first_side(t, best, &sides, ties)? };
    let mine = equals.into_iter().filter(|figure| t.state.owner(*figure) == seat);
    let options: Vec<Next> = mine.map(|who| Next::Next { who }).collect();
    let Next::Next { who } = t.ask(STRIKE_ORDER.to(seat), &options)?;
    Ok(Some(who))
}

/// Which of several sides at the same value strikes first; the roll holds for all of them.
fn first_side(t: &mut Table<'_>, key: (Rank, u8), sides: &[Seat], ties: &mut Vec<(Rank, u8, Vec<Seat>)>) -> Flow<Seat> {
    let known = ties.iter().find(|(rank, value, _)| (*rank, *value) == key).map(|(_, _, order)| order.clone());
    let order = match known {
        Some(order) => order,
        None => {
            let order = crate::setup::roll_off(t, "order of blows", CH::CLOSE_07, sides)?;
            ties.push((key.0, key.1, order.clone()));
            order
        }
    };
    Ok(order.into_iter().find(|seat| sides.contains(seat)).unwrap_or(sides[0]))
}

/// One warrior's turn to strike.
fn strike(t: &mut Table<'_>, striker: Figure, blows: &[Weapon]) -> Flow {
    // Who has struck with one weapon is not asked again whether he does (CH-PSYCH-19).
    let begun = t.state.warrior(striker).did.has(Did::HalfStruck) && t.state.warrior(striker).did.has(Did::Struck);
    if !begun && !strikes(t, striker)? {
        t.state.warrior_mut(striker).did.add(Did::Struck);
        return Ok(());
    }
    if held_has(t.state, striker, Knack::CircleSwing) {
        return swing(t, striker);
    }
    for (target, blows) in share_out(t, striker, blows)? {
        t.within(
            |state| frame(state, striker, Some(target), "Blows", CH::CLOSE_03),
            |t| strike_at(t, striker, target, &blows),
        )?;
    }
    Ok(())
}

/// Whether he strikes at all: not under a word of command, not after a fall, idle only on a 4+.
fn strikes(t: &mut Table<'_>, striker: Figure) -> Flow<bool> {
    if t.state.under(striker, |lasting| lasting.no_strike) {
        t.tell(CH::MAGIC_33, || Event::BlowsLost { warrior: striker, reason: "word of command" });
        return Ok(false);
    }
    if t.state.warrior(striker).did.has(Did::Fell) {
        // Who fell takes no action until the turn is over, though he may parry and save.
        t.tell(CH::FALL_05, || Event::BlowsLost { warrior: striker, reason: "fell" });
        return Ok(false);
    }
    if t.state.warrior(striker).idle {
        // CH-PSYCH-19: the idle strike on a 4+, and only at the standing.
        let standing = t.state.opponents(striker).any(|other| t.state.warrior(other).stands());
        let rolled = if standing { rolls::idle_blow(t, striker)? } else { 0 };
        if standing {
            t.tell(CH::PSYCH_19, || Event::IdleRolled {
                warrior: striker,
                rolled,
                strikes: events::Strikes(rolled >= 4),
            });
        }
        if rolled < 4 {
            t.tell(CH::PSYCH_19, || Event::BlowsLost { warrior: striker, reason: "idle" });
            return Ok(false);
        }
    }
    Ok(true)
}

fn held_has(state: &State, figure: Figure, knack: Knack) -> bool {
    blow::arm(state, figure, state.warrior(figure).grip.main).is_some_and(|arm| arm.has(knack))
}

/// A flail swings at everybody around, friend or foe, whom it can reach (CH-EQUIP-20).
fn swing(t: &mut Table<'_>, striker: Figure) -> Flow {
    let own = t.state.base(striker);
    let near = |other: &Figure| *other != striker && t.state.meet(&own, &t.state.base(*other));
    let around: Vec<Figure> = t.state.present().filter(near).collect();
    let blows = blow::blows(t.state, striker);
    t.tell(CH::EQUIP_20, || Event::CircleSwing { warrior: striker, count: events::Around(around.len() as i32) });
    for target in around {
        if t.state.warrior(target).on_table() {
            strike_at(t, striker, target, &blows)?;
        }
    }
    Ok(())
}

/// Whom he may strike: the standing before the fallen (CH-CLOSE-15), and whom he hates in any case (CH-PSYCH-24).
fn may_strike(state: &State, striker: Figure, foe: Figure) -> Result<(), Refusal> {
    let stands = |figure: Figure| state.warrior(figure).stands();
    let ignored = state.engaged(striker, foe) && !stands(foe) && !state.hates(striker, foe);
    match ignored && state.opponents(striker).any(stands) {
        true => Err(Refusal::new(CH::CLOSE_15, "standing enemies come first")),
        false => Ok(()),
    }
}

/// Blows are divided before any is rolled (CH-CLOSE-14): one question for each while there is a choice.
fn share_out(t: &mut Table<'_>, striker: Figure, blows: &[Weapon]) -> Flow<Vec<(Figure, Vec<Weapon>)>> {
    let mut shares: Vec<(Figure, Vec<Weapon>)> = Vec::new();
    let open = t.state.opponents(striker).filter(|foe| may_strike(t.state, striker, *foe).is_ok());
    let options: Vec<Strike> = open.map(|foe| Strike::At { foe }).collect();
    if options.is_empty() {
        return Ok(shares);
    }
    let several = options.len() > 1;
    for weapon in blows.iter().copied() {
        let asked = STRIKE.to(t.state.owner(striker)).actor(striker);
        let judge = |state: &State, Strike::At { foe }: &Strike| may_strike(state, striker, *foe);
        let foe = |at: usize| {
            let Strike::At { foe } = options[at];
            foe
        };
        let worth = |state: &State, at: usize| duel::blow(state, striker, foe(at), weapon);
        let target = foe(t.ask_weighed(asked, &options, judge, worth)?);
        match shares.iter_mut().find(|(other, _)| *other == target) {
            Some((_, mine)) => mine.push(weapon),
            None => shares.push((target, vec![weapon])),
        }
    }
    if several {
        for (target, mine) in &shares {
            let blows = events::Times(mine.len() as i32);
            t.tell(CH::CLOSE_14, || Event::BlowsShared { warrior: striker, target: *target, blows });
        }
    }
    Ok(shares)
}

/// Notes why he strikes now, with what, and what is behind his blows.
fn note_blows(t: &mut Table<'_>, striker: Figure, blows: &[Weapon]) {
    let state = &*t.state;
    let warrior = state.warrior(striker);
    let might = blow::might(state, striker, warrior.grip.main);
    let pair = blow::pair(state, striker);
    let mut notes = blow::ranked(state, striker).1.to_vec();
    let arms = blows.iter().filter_map(|weapon| blow::arm(state, striker, *weapon));
    notes.extend(arms.map(|arm| arm.rule));
    let shaped = [
        (blows.iter().any(|weapon| blow::quick(state, striker, *weapon)), CH::EQUIP_09),
        (warrior.frenzied, CH::PSYCH_21),
        (might.dived, CH::DIVE_02),
        (might.natural, CH::PSYCH_29),
        (might.unarmed, CH::CLOSE_13),
        (pair.is_some(), CH::CLOSE_12),
        (pair == Some(Pair::Skilled), CH::CAMPAIGN_43),
        (might.mighty, CH::CAMPAIGN_51),
        (might.swordsman, CH::CAMPAIGN_44),
        // Strength with all that the weapon and the moment add, beyond the limits.
        (state.limited(striker, Stat::Strength), CH::PROFILE_11),
    ];
    notes.extend(shaped.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
    let lasting = state.spells.iter().filter(|standing| state.bears(standing, striker));
    notes.extend(lasting.map(|standing| standing.spell.rule));
    if state.first_round(striker) {
        notes.push(CH::CLOSE_24);
    }
    if state.owner(striker) != state.active() {
        notes.push(CH::TURN_17);
    }
    notes.extend([CH::CLOSE_11, CH::PROFILE_09]);
    for rule in notes {
        t.note(rule);
    }
}

/// A blow that hit: its natural roll, none if it hit by itself.
struct Landed {
    natural: Option<i32>,
    hit: Hit,
}

/// All blows of one warrior at one target: to hit, parry, then the batch (CH-CLOSE-26).
fn strike_at(t: &mut Table<'_>, striker: Figure, target: Figure, blows: &[Weapon]) -> Flow {
    let mut landed = Vec::new();
    if t.aloud() {
        note_blows(t, striker, blows);
    }
    let chance = blow::chance(t.state, striker, target);
    match chance {
        Chance::Certain => {
            let rule = match t.state.warrior(target).posture {
                Posture::Down => CH::CLOSE_16,
                Posture::Stunned => CH::CLOSE_17,
                Posture::Standing => CH::PSYCH_16,
            };
            for weapon in blows {
                landed.push(Landed { natural: None, hit: blow::hit(t.state, striker, target, *weapon) });
            }
            let blows = events::Times(blows.len() as i32);
            t.tell(rule, || Event::HitCertain { warrior: striker, target, blows });
        }
        Chance::Roll { needed, modifiers } => {
            let mut hate = None;
            for weapon in blows {
                let mut natural = rolls::to_hit(t, striker, needed, &modifiers)?;
                let hits = |natural: i32| {
                    natural == 6 || (natural > 1 && natural + i32::from(modifiers.sum()) >= i32::from(needed))
                };
                if !hits(natural) && hatred(t, striker, target, &mut hate)? {
                    t.tell(CH::PSYCH_23, || Event::HatredRerolls { warrior: striker, target, rolled: natural });
                    natural = rolls::to_hit(t, striker, needed, &modifiers)?;
                }
                let hit = hits(natural);
                t.note(CH::CLOSE_10);
                t.note(CH::PROFILE_03);
                let needed = needed.into();
                t.tell(CH::CLOSE_09, || Event::BlowRolled {
                    warrior: striker,
                    target,
                    rolled: natural,
                    modifiers,
                    needed,
                    hit: events::Hit(hit),
                });
                if hit {
                    landed.push(Landed { natural: Some(natural), hit: blow::hit(t.state, striker, target, *weapon) });
                }
            }
        }
    }
    parry(t, striker, target, &mut landed)?;
    let hits: Vec<Hit> = landed.into_iter().map(|landed| landed.hit).collect();
    if !hits.is_empty() {
        batch::resolve(t, By::warrior(t.state, striker), target, Cause::Close, &hits)?;
    }
    Ok(())
}

/// Misses against a hated enemy may be rolled again in the first round (CH-PSYCH-23); asked once for each target.
fn hatred(t: &mut Table<'_>, striker: Figure, target: Figure, asked: &mut Option<bool>) -> Flow<bool> {
    if !t.state.hates(striker, target) || !t.state.first_round(striker) {
        return Ok(false);
    }
    if asked.is_none() {
        let hatred = HATRED.to(t.state.owner(striker)).actor(striker).about(target);
        *asked = Some(t.ask(hatred, &[Again::Reroll, Again::Keep])? == Again::Reroll);
    }
    Ok(*asked == Some(true))
}

/// The highest hit may be turned aside, once a phase (CH-CLOSE-18, CH-CLOSE-19).
fn parry(t: &mut Table<'_>, striker: Figure, target: Figure, landed: &mut Vec<Landed>) -> Flow {
    let Some(again) = blow::parries(t.state, target) else { return Ok(()) };
    let highest = landed.iter().enumerate().max_by_key(|(at, one)| (one.natural.unwrap_or(0), usize::MAX - at));
    let Some((at, Some(natural), strength)) = highest.map(|(at, one)| (at, one.natural, one.hit.strength)) else {
        return Ok(());
    };
    let own = t.state.stat(target, Stat::Strength);
    if natural == 6 || strength >= 2 * own {
        if t.aloud() {
            t.note(CH::CLOSE_19);
        }
        return Ok(());
    }
    let asked = PARRY.to(t.state.owner(target)).actor(target).about(striker);
    if t.ask(asked, &[Parry::Parry, Parry::Pass])? == Parry::Pass {
        return Ok(());
    }
    t.state.warrior_mut(target).did.add(Did::Parried);
    let mut rolled = rolls::parry(t, target, natural)?;
    if rolled <= natural && again {
        let asked = PARRY_AGAIN.to(t.state.owner(target)).actor(target).about(striker);
        if t.ask(asked, &[Again::Reroll, Again::Keep])? == Again::Reroll {
            t.tell(CH::CLOSE_20, || Event::ParryFailed { warrior: target, against: striker, rolled, natural });
            rolled = rolls::parry(t, target, natural)?;
        }
    }
    let parried = rolled > natural;
    if t.state.warrior(target).grip.off == Off::Buckler {
        t.note(CH::EQUIP_45);
    }
    t.tell(CH::CLOSE_18, || Event::ParryRolled {
        warrior: target,
        against: striker,
        rolled,
        natural,
        parried: events::Parried(parried),
    });
    if parried {
        landed.remove(at);
    }
    Ok(())
}

/// The idle strike only at the standing (CH-PSYCH-19).
fn ignores_back(state: &State, striker: Figure, target: Figure) -> bool {
    state.warrior(striker).idle && !state.warrior(target).stands()
}

/// Whether it is sure that he makes no free hit of CH-PSYCH-11.
pub(crate) fn misses_back(state: &State, striker: Figure, target: Figure) -> bool {
    let commanded = state.under(striker, |lasting| lasting.no_strike);
    commanded || state.warrior(striker).did.has(Did::Fell) || ignores_back(state, striker, target)
}

/// One automatic blow at a warrior who turns his back, with the weapon of this phase (CH-PSYCH-11), if he strikes at all.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn free_hit(t: &mut Table<'_>, striker: Figure, target: Figure) -> Flow {
    let fallen = ignores_back(t.state, striker, target);
    if fallen {
        t.tell(CH::PSYCH_19, || Event::BlowsLost { warrior: striker, reason: "idle" });
    }
    if fallen || !strikes(t, striker)? {
        return Ok(());
    }
    let weapon = back_weapon(t, striker, target)?;
    let hit = blow::hit(t.state, striker, target, weapon);
    t.tell(CH::PSYCH_11, || Event::FreeHit { warrior: striker, target });
    batch::resolve(t, By::warrior(t.state, striker), target, Cause::Close, &[hit])?;
    Ok(())
}

/// The weapon of a free hit; who fights with two says which (CH-PSYCH-11).
fn back_weapon(t: &mut Table<'_>, striker: Figure, target: Figure) -> Flow<Weapon> {
    let grip = t.state.warrior(striker).grip;
    let Off::Weapon(second) = grip.off else { return Ok(grip.main) };
    let title = |weapon: Weapon| blow::arm(t.state, striker, weapon).map(|arm| arm.title);
    if title(grip.main) == title(Some(second)) {
        return Ok(grip.main);
    }
    let hands = [grip.main, Some(second)];
    let options = hands.map(|main| wield(t.state, striker, Grip { main, off: Off::Nothing }));
    let asked = WEAPON.to(t.state.owner(striker)).by(CH::PSYCH_11).actor(striker).about(target);
    Ok(hands[t.ask_at(asked, &options)?])
}
