//! The Orders Phase: Edge and Break, Tactical Pools, Action Tokens, Tactical Dice (SM-ORDERS-01).

use super::mettle::stand_in;
use crate::content::{CMD, Provenance};
use crate::decisions::{Beginner, FIRST_TOKEN, ORDER, Order};
use crate::effects::{Archetype, Feature};
use crate::events::{ActionTokens, TacticalDice, Tokens};
use crate::resolve::check;
use crate::rolls::{self, Dice};
use crate::state::{NextStep, Place, State, other};
use crate::{Event, Table};
use kernel::decision::Prompt;
use kernel::{Figure, Flow, Modifiers, Refusal, Seat};
use rulebook::SM;

const MOST_DICE: u8 = 3;

/// Who has the Edge, and what is in the Pools.
///
/// # Errors
/// Pauses for dice, for a Champion who stands in, and for who places first.
pub(crate) fn strategy(t: &mut Table<'_>) -> Flow {
    let before = t.state.edge;
    let mut bonus = [0i16; 2];
    let extra_die = if t.state.turn == 1 {
        t.note(SM::PRE_06);
        gain_edge(t, t.state.intruder, SM::STRATEGY_04, "the Intruder's first Turn");
        true
    } else if t.state.edge_run >= 2 {
        // Nobody has it a third time (SM-EDGE-01); it is like a first Turn (SM-EDGE-02).
        t.note(SM::EDGE_02);
        gain_edge(t, other(before), SM::EDGE_01, "Edge Turnover");
        true
    } else {
        // Whatever goes into the Checks is said before a die falls.
        let led = [leader(t, Seat(0))?, leader(t, Seat(1))?];
        let totals = [strategy_check(t, Seat(0), led[0])?, strategy_check(t, Seat(1), led[1])?];
        let difference = (totals[0] - totals[1]).abs() as i16;
        if difference == 0 {
            t.note(SM::EDGE_02);
            gain_edge(t, other(before), SM::EDGE_03, "equal Checks");
            true
        } else {
            let winner = if totals[0] > totals[1] { Seat(0) } else { Seat(1) };
            gain_edge(t, winner, SM::STRATEGY_01, "the Strategy Check");
            let flat = t.state.setting.options.flat_edge;
            bonus[winner.index() & 1] = if flat { 3 } else { difference };
            false
        }
    };
    for seat in [Seat(0), Seat(1)] {
        pool(t, seat, bonus[seat.index() & 1]);
    }
    let edge = t.state.edge;
    for seat in [Seat(0), Seat(1)] {
        let side = t.state.side_mut(seat);
        side.dice = 0;
        side.may_break = seat != edge;
        side.executed = 0;
        side.forfeits = 0;
        side.lost = 0;
    }
    if extra_die {
        t.state.side_mut(edge).dice = 1;
        let rule = if t.state.turn == 1 { SM::STRATEGY_05 } else { SM::EDGE_02 };
        t.tell(rule, || Event::TacticalDieGained { seat: edge, dice: 1 });
    }
    t.state.edge_acted = false;
    if fills(t) {
        fill(t);
        convert(t);
        t.state.next_step = NextStep::ActionStart;
        return Ok(());
    }
    // The Edge player says who begins (SM-ORDERS-02, SM-EDGE-04).
    t.state.priority = first(t, FIRST_TOKEN, "place")?;
    t.state.next_step = NextStep::Tokens;
    Ok(())
}

/// The Edge player chooses one of the two.
pub(super) fn first(t: &mut Table<'_>, prompt: Prompt<Beginner>, what: &'static str) -> Flow<Seat> {
    let by = t.state.edge;
    let options = [by, other(by)].map(|seat| Beginner::First { seat });
    let Beginner::First { seat } = t.ask(prompt.to(by), &options)?;
    t.note(SM::EDGE_04);
    t.tell(prompt.decision.rule, || Event::FirstGiven { by, seat: crate::events::Given(by, seat), what });
    Ok(seat)
}

fn gain_edge(t: &mut Table<'_>, seat: Seat, rule: kernel::Rule, reason: &'static str) {
    let same = t.state.edge == seat && t.state.turn > 1;
    t.state.edge_run = if same { t.state.edge_run.saturating_add(1) } else { 1 };
    t.state.edge = seat;
    t.note(SM::META_07);
    t.note(SM::TURN_02);
    t.tell(rule, || Event::EdgeGained { seat, reason });
}

/// Who makes the Strategy Check for a side, and with what (SM-STRATEGY-01).
fn leader(t: &mut Table<'_>, seat: Seat) -> Flow<(Option<Figure>, Modifiers)> {
    let ready = t.state.warlord(seat).filter(|warlord| t.state.fighter(*warlord).ready());
    let leader = match ready {
        Some(warlord) => Some(warlord),
        None => {
            t.note(SM::STRATEGY_03);
            stand_in(t, seat)?
        }
    };
    let mut modifiers = Modifiers::default();
    if let Some(leader) = leader {
        let rule = if ready.is_some() { SM::STRATEGY_01 } else { SM::STRONGHOLD_06 };
        modifiers.add("CMD", rule, t.state.sheet(leader).cmd());
        if let Some((rule, amount)) = check::surge(t, leader, CMD, "strategy")? {
            modifiers.add("More Than Human", rule, amount);
        }
    }
    Ok((leader, modifiers))
}

fn strategy_check(t: &mut Table<'_>, seat: Seat, (leader, modifiers): (Option<Figure>, Modifiers)) -> Flow<i32> {
    let mut dice = Dice::one("strategy", SM::STRATEGY_01, seat, modifiers);
    dice.figure = leader;
    let natural = rolls::open(t, dice)?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(SM::STRATEGY_01, || Event::StrategyRolled { seat, natural, modifiers, total });
    Ok(total)
}

/// Base Tokens and what is added to them (SM-POOL-01 to SM-POOL-04).
fn pool(t: &mut Table<'_>, seat: Seat, bonus: i16) {
    let band = *t.state.band(seat);
    let place = band.warlord.map(|warlord| t.state.fighter(warlord).place);
    let led = !matches!(place, None | Some(Place::Wounded | Place::Fled));
    let house = t.state.setting.pack.pools.provenance == Provenance::House;
    let mut sum = Modifiers::default();
    match led {
        true => sum.add(if house { "house table" } else { "base" }, SM::POOL_02, t.state.side(seat).base.into()),
        false => sum.add(
            if house { "no Warlord, house table" } else { "no Warlord" },
            SM::POOL_04,
            t.state.setting.pack.pools.wounded(band.models.into()).into(),
        ),
    }
    sum.add("Strategy Check", SM::STRATEGY_02, bonus);
    let cunning = band.archetype == Some(Archetype::CunningBarbarian) && led;
    if let Some(warlord) = band.warlord.filter(|_| cunning) {
        t.note(SM::POOL_03);
        sum.add("Cunning Barbarian", SM::ARCH_08, t.state.sheet(warlord).con() / 2);
    }
    let tokens = sum.sum().clamp(0, 99);
    t.state.side_mut(seat).pool = tokens as u8;
    for modifier in sum.list() {
        t.note(modifier.rule);
    }
    t.note(SM::ORDERS_01);
    t.note(if led { SM::MUSTER_09 } else { SM::MUSTER_10 });
    t.tell(SM::POOL_01, || Event::PoolFormed { seat, tokens: ActionTokens(tokens.into()), modifiers: sum });
}

fn ready(t: &Table<'_>, seat: Seat) -> usize {
    t.state.of(seat).filter(|(_, fighter, _)| fighter.ready() && !fighter.token).count()
}

/// Both have a Token for every Ready model, and nobody to steady (SM-ORDERS-07).
fn fills(t: &Table<'_>) -> bool {
    let broken = t.state.standing().any(|(_, fighter, _)| fighter.broken);
    let enough = |seat: Seat| usize::from(t.state.side(seat).pool) >= ready(t, seat);
    !broken && enough(Seat(0)) && enough(Seat(1))
}

fn fill(t: &mut Table<'_>) {
    let mut placed = [0; 2];
    for figure in t.state.figures() {
        let fighter = t.state.fighter_mut(figure);
        if fighter.ready() && !fighter.token {
            fighter.token = true;
            let seat = fighter.owner;
            t.state.side_mut(seat).pool -= 1;
            placed[seat.index() & 1] += 1;
        }
    }
    t.note(SM::COND_03);
    t.tell(SM::ORDERS_07, || Event::TokensFilled { a: placed[0], b: placed[1] });
}

/// One Token is placed (SM-ORDERS-03).
///
/// # Errors
/// Pauses for the model.
pub(crate) fn tokens(t: &mut Table<'_>) -> Flow {
    let mut seat = t.state.priority;
    if !may_place(t, seat) {
        seat = other(seat);
        if !may_place(t, seat) {
            convert(t);
            t.state.next_step = NextStep::ActionStart;
            return Ok(());
        }
        t.note(SM::ORDERS_06);
    }
    let state = &*t.state;
    let list = state.of(seat).filter(|(_, fighter, _)| !fighter.token && !fighter.shocked);
    let mut options: Vec<Order> = list.map(|(model, _, _)| Order::Give { model }).collect();
    let steady = ready(t, seat) > 0;
    if !steady {
        // Only Broken models are left, and they need not be ordered (SM-ORDERS-05).
        options.push(Order::Done);
    }
    let rule = if steady { SM::ORDERS_03 } else { SM::ORDERS_05 };
    match t.ask_judged(ORDER.to(seat).by(rule), &options, |state, order| may_order(state, seat, order))? {
        Order::Give { model } => {
            let broken = t.state.fighter(model).broken;
            t.state.fighter_mut(model).token = true;
            let side = t.state.side_mut(seat);
            side.pool -= 1;
            let left = side.pool.into();
            t.note(SM::ORDERS_04);
            t.note(SM::COND_03);
            t.tell(if broken { SM::ORDERS_05 } else { SM::ORDERS_03 }, || Event::TokenPlaced { model, left });
            t.state.priority = other(seat);
        }
        Order::Done => surplus(t, seat),
    }
    Ok(())
}

/// Why a Token cannot be given so.
fn may_order(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Give { model } = *order else {
        let waiting = state.of(seat).any(|(_, fighter, _)| fighter.ready() && !fighter.token);
        return match waiting {
            true => Err(Refusal::new(SM::ORDERS_03, "a Ready model still waits for its Token")),
            false => Ok(()),
        };
    };
    let Some(fighter) = state.fighters.get(model.index()).filter(|fighter| fighter.owner == seat) else {
        return Err(Refusal::new(SM::ORDERS_03, "that is none of your models"));
    };
    match fighter {
        _ if !fighter.on_table() => Err(Refusal::new(SM::ORDERS_03, "that model is not on the table")),
        _ if fighter.shocked => Err(Refusal::new(SM::ORDERS_03, "a Shocked model is not Ready")),
        _ if fighter.token => Err(Refusal::new(SM::ORDERS_04, "it has its Token already")),
        _ => Ok(()),
    }
}

fn may_place(t: &Table<'_>, seat: Seat) -> bool {
    let orderable = t.state.of(seat).any(|(_, fighter, _)| !fighter.token && !fighter.shocked);
    t.state.side(seat).pool > 0 && orderable
}

fn convert(t: &mut Table<'_>) {
    for seat in [Seat(0), Seat(1)] {
        surplus(t, seat);
    }
}

/// Three Tokens that are left make a Tactical Die, of which nobody has more than three (SM-TACDICE-01, SM-TACDICE-04).
fn surplus(t: &mut Table<'_>, seat: Seat) {
    let side = t.state.side_mut(seat);
    let left = std::mem::take(&mut side.pool);
    if left == 0 {
        return;
    }
    let dice = (left / 3).min(MOST_DICE - side.dice.min(MOST_DICE));
    side.dice += dice;
    let (tokens, lost) = (i32::from(dice) * 3, i32::from(left - dice * 3));
    if dice > 0 {
        if left / 3 > dice {
            t.note(SM::TACDICE_04);
        }
        t.tell(SM::TACDICE_01, || Event::TokensConverted {
            seat,
            tokens: Tokens(tokens),
            dice: TacticalDice(dice.into()),
        });
    }
    if lost > 0 {
        t.tell(SM::TACDICE_03, || Event::TokensLost { seat, tokens: Tokens(lost) });
    }
}

/// Breaks that a warband has once in a game (SM-STRONGHOLD-07, SM-EQUIP-02).
pub(crate) fn spare_breaks(band: &crate::state::Band) -> u8 {
    u8::from(band.feature == Some(Feature::Monastic)) + u8::from(band.rations)
}
