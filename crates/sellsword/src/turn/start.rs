//! The start of a turn: entering the map, acts, and effects in the order the controller decides (SW-TURN-02).

use super::rage;
use crate::cards::{Condition, InjuryBox, Stat, Trait, Verb, When};
use crate::cite::Cited;
use crate::decisions::{ENTER, Entry, Opening, Plight, START_OF_TURN};
use crate::effects::{self, Context};
use crate::events::Left;
use crate::resolve::{harm, injury, stats, status};
use crate::state::{NextStep, Place, State};
use crate::terrain::{Mover, nearest_spaces};
use crate::{Event, Table, rolls, victory};
use kernel::{Figure, Flow, Modifiers, Refusal, Seat};
use rulebook::SW;
use space::grid::{Block, Square};

/// # Errors
/// Pauses for the place of entry, the order of effects and what they ask.
pub(crate) fn start(t: &mut Table<'_>) -> Flow {
    let Some(unit) = t.state.turn.unit else {
        t.state.next = NextStep::ChooseUnit;
        return Ok(());
    };
    t.state.unit_mut(unit).dazed = false;
    if t.state.unit(unit).place == Place::Waiting {
        enter(t, unit)?;
    }
    take_control(t, unit);
    let mut cited = Cited::at(t);
    t.state.turn.acts = full_acts(t.state, unit, &mut cited);
    effects_in_order(t, unit)?;
    if t.state.is_over() {
        return Ok(());
    }
    victory::check(t);
    if t.state.is_over() {
        return Ok(());
    }
    if !t.state.unit(unit).on_map() {
        t.note(SW::TURN_05);
        return super::finish(t, unit);
    }
    cited.note(t);
    let (seat, acts) = (t.state.turn.controller, Left(t.state.turn.acts.into()));
    t.tell(SW::ACT_01, || Event::TurnBegan { unit, seat, acts });
    t.state.next = NextStep::Act;
    Ok(())
}

/// The whole space on the entry tile, else as near to it as there is room (SW-MAP-06, SW-MAP-07).
fn enter(t: &mut Table<'_>, unit: Figure) -> Flow {
    let owner = t.state.unit(unit).owner;
    let Some(tile) = t.state.players[owner.index()].tile else {
        return Ok(());
    };
    let tile = Block::new(tile, 2);
    let mover = Mover::of(t.state, unit);
    let spaces = tile
        .squares()
        .map(|square| Block::new(square, mover.side))
        .filter(|space| space.squares().all(|square| tile.contains(square)));
    let inside: Vec<Square> =
        spaces.filter(|space| mover.stand(t.state, *space).is_ok()).map(|space| space.at).collect();
    let (squares, rule) = if inside.is_empty() {
        (nearest_spaces(t.state, unit, tile, |_| true), SW::MAP_07)
    } else {
        (inside, SW::MAP_06)
    };
    let options: Vec<Entry> = squares.into_iter().map(|at| Entry::At { at }).collect();
    if options.is_empty() {
        return Ok(());
    }
    let judge = |state: &State, Entry::At { at }: &Entry| {
        let space = Block::new(*at, mover.side);
        mover.stand(state, space)?;
        Err(match rule == SW::MAP_06 {
            true => Refusal::new(rule, "there is room on the entry tile, and it enters there"),
            false => Refusal::new(rule, "there is room nearer to the entry tile"),
        })
    };
    let Entry::At { at } = options[t.ask_telling(ENTER.to(owner).by(rule).actor(unit), &options, judge)?];
    t.state.put(unit, Place::On(at));
    t.tell(rule, || Event::Entered { unit, at });
    Ok(())
}

/// A Controlled unit acts for the player whose unit imposed it (SW-STATUS-04).
fn take_control(t: &mut Table<'_>, unit: Figure) {
    if let Some(status) = status::hardest(t.state, unit, Condition::Controlled) {
        hand_over(t, unit, status.by_seat);
    }
}

fn hand_over(t: &mut Table<'_>, unit: Figure, seat: Seat) {
    t.state.turn.controller = seat;
    t.state.turn.single = true;
    t.state.turn.acts = t.state.turn.acts.min(1);
    t.note(SW::STATUS_05);
    t.tell(SW::STATUS_04, || Event::ControlTaken { unit, seat });
}

/// Three acts, extra ones added before losses are taken off (SW-TRAIT-32, SW-STATUS-03).
fn full_acts(state: &State, unit: Figure, cited: &mut Cited) -> i8 {
    let (u, single) = (state.unit(unit), state.turn.single);
    let (shaken, stunned, helpless) = (u.has(Condition::Shaken), u.has(Condition::Stunned), u.has(Condition::Helpless));
    cited.cite_if(shaken, SW::STATUS_12);
    cited.cite_if(stunned, SW::STATUS_13);
    cited.cite_if(helpless, SW::STATUS_14);
    cited.cite_if(shaken && stunned, SW::STATUS_03);
    let extra = extra_acts(state, unit);
    if extra > 0 {
        cited.cite(SW::TRAIT_32);
        cited.cite(SW::EXCEPT_02);
        // What the rulebook takes away no card gives back.
        cited.cite_if(helpless || single, SW::EXCEPT_01);
        cited.cite_if(helpless || single, SW::EXCEPT_03);
    }
    if helpless {
        return 0;
    }
    let acts = 3 + extra - i8::from(shaken) - 2 * i8::from(stunned);
    acts.max(0).min(if single { 1 } else { i8::MAX })
}

fn extra_acts(state: &State, unit: Figure) -> i8 {
    let mut extra = 0;
    let wanted = |verb: &Verb| if let Verb::ExtraAct(count) = verb { Some(i16::from(*count)) } else { None };
    effects::standing(state, unit, Context::default(), wanted, |bonus| extra += bonus.value as i8);
    extra
}

/// What has to be settled, or may be used, at the start of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    Plight(Plight),
    /// A trait by its place on the card.
    Trait(usize),
}

impl Due {
    fn opening(self, traits: &[Trait]) -> Opening {
        match self {
            Due::Plight(what) => Opening::Settle { what },
            Due::Trait(at) => Opening::Trait { power: traits[at].name },
        }
    }
}

fn effects_in_order(t: &mut Table<'_>, unit: Figure) -> Flow {
    let mut waiting = openings(t, unit);
    let mut several = false;
    while !waiting.is_empty() {
        let traits = &t.state.sheet(unit).traits;
        let mut options: Vec<Opening> = waiting.iter().map(|due| due.opening(traits)).collect();
        // Traits with a price are optional (SW-TRAIT-18); all else has to be settled.
        if waiting.iter().all(|due| matches!(due, Due::Trait(at) if effects::costs(&traits[*at]))) {
            options.push(Opening::Begin);
        }
        several |= options.len() > 1;
        let asked = START_OF_TURN.to(t.state.turn.controller).actor(unit);
        let picked = t.ask_telling(asked, &options, |state, answer| unsettled(state, unit, answer))?;
        if several {
            t.note(SW::TURN_02);
        }
        if picked >= waiting.len() {
            break;
        }
        let due = waiting.remove(picked);
        match due {
            Due::Plight(Plight::Terrain) => harm::stood(t, unit)?,
            Due::Plight(Plight::MortalWound) => mortal(t, unit)?,
            Due::Plight(Plight::Rage) => rage::roll(t, unit)?,
            Due::Plight(Plight::Glamyr) => glamyr(t, unit)?,
            Due::Trait(at) => effects::use_trait(t, unit, at, None)?,
        }
        victory::check(t);
        if !t.state.unit(unit).on_map() || t.state.is_over() {
            return Ok(());
        }
        if due != Due::Plight(Plight::Rage) {
            rage::look_again(t, unit);
        }
        waiting.retain(|due| !matches!(due, Due::Trait(at) if effects::usable(t.state, unit, *at).is_err()));
    }
    Ok(())
}

/// Why something is not settled now at the start of a turn.
fn unsettled(state: &State, unit: Figure, answer: &Opening) -> Result<(), Refusal> {
    match answer {
        Opening::Begin => Err(Refusal::new(SW::TURN_02, "what befalls it at the start of its turn is settled first")),
        Opening::Settle { .. } => Err(Refusal::new(SW::TURN_02, "nothing of that kind is left to settle")),
        Opening::Trait { power } => {
            let Some(at) = state.sheet(unit).traits.iter().position(|own| own.name == *power) else {
                return Err(Refusal::new(SW::UNIT_01, "its cards have no such trait"));
            };
            if state.sheet(unit).traits[at].when != When::TurnStart {
                return Err(Refusal::new(SW::TRAIT_18, "that trait is not used at the start of a turn"));
            }
            effects::usable(state, unit, at)?;
            Err(Refusal::new(SW::TRAIT_18, "that trait has been used at the start of this turn"))
        }
    }
}

fn openings(t: &mut Table<'_>, unit: Figure) -> Vec<Due> {
    let state = &*t.state;
    let plights = [
        (Plight::Terrain, harm::stands_in_it(t, unit)),
        (Plight::MortalWound, state.injured_in(unit, InjuryBox::Mortal)),
        (Plight::Rage, state.unit(unit).has(Condition::Enraged)),
        (Plight::Glamyr, state.unit(unit).has(Condition::Glamyred)),
    ];
    let plights = plights.into_iter().filter(|(_, befalls)| *befalls).map(|(plight, _)| Due::Plight(plight));
    let traits = state.sheet(unit).traits.iter().enumerate();
    let usable =
        traits.filter(|(at, power)| power.when == When::TurnStart && effects::usable(state, unit, *at).is_ok());
    plights.chain(usable.map(|(at, _)| Due::Trait(at))).collect()
}

/// A natural 20 drops it; nothing is scored again (SW-INJURY-11).
fn mortal(t: &mut Table<'_>, unit: Figure) -> Flow {
    let natural = rolls::mortal(t, unit)?;
    t.note(SW::DICE_02);
    t.tell(SW::INJURY_11, || Event::MortalHeld { unit, natural });
    if natural == 20 {
        injury::drop(t, unit, SW::INJURY_11, None)?;
    }
    Ok(())
}

pub(super) fn low_roll_modifiers(state: &State, unit: Figure) -> Modifiers {
    let mut modifiers = Modifiers::default();
    modifiers.add("injuries", SW::INJURY_05, state.unit(unit).injuries());
    modifiers
}

/// At or above its Wits it acts as if Controlled, is Compromised and may not react (SW-STATUS-08).
fn glamyr(t: &mut Table<'_>, unit: Figure) -> Flow {
    let wits = stats::current(t.state, unit, Stat::Wits);
    let modifiers = low_roll_modifiers(t.state, unit);
    let total = rolls::glamyr(t, unit, wits, modifiers)? + i32::from(modifiers.sum());
    t.note(SW::STAT_05);
    t.tell(SW::STATUS_08, || Event::GlamyrRolled { unit, total, needed: wits.into() });
    if total >= i32::from(wits) {
        t.state.unit_mut(unit).dazed = true;
        if let Some(status) = status::hardest(t.state, unit, Condition::Glamyred) {
            hand_over(t, unit, status.by_seat);
        }
    }
    Ok(())
}
