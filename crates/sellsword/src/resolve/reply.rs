//! Reactions: replies to movement and to attacks (SW-REACT-01 to SW-REACT-16).

use super::attack::{self, Kind, Strike, attack_of, caught};
use super::{cost, hit, status};
use crate::act::attack::{kept, targetable};
use crate::act::burst::check_origin;
use crate::cards::Token;
use crate::decisions::{BurstOrigin, ORIGIN, REPLY, REPLY_ORDER, REPLY_WITH, Reply, ReplyAttack, ReplyOrder};
use crate::field::Buffers;
use crate::state::State;
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Frame, Name, Refusal, Seat};
use rulebook::SW;
use space::grid::Square;

/// Can this unit reply to `to` at all: adjacent, with a token, allowed to react, and with an attack that serves?
pub(crate) fn able(state: &State, unit: Figure, to: Figure, buffers: &mut Buffers) -> bool {
    state.unit(unit).tokens(Token::Green) > 0
        && state.enemies(unit, to)
        && state.adjacent(unit, to)
        && status::may_react(state, unit)
        && (0..state.sheet(unit).attacks.len()).any(|at| serves(state, unit, at, to, GreenToken::Due, buffers))
}

/// Why a unit cannot reply, for whoever names it all the same.
fn answerable(state: &State, unit: Figure, to: Figure) -> Result<(), Refusal> {
    if !state.enemies(unit, to) {
        return Err(Refusal::new(SW::REACT_01, "only an enemy of the unit may reply to it"));
    }
    if !state.adjacent(unit, to) {
        return Err(Refusal::new(SW::REACT_01, "only a unit next to it may reply"));
    }
    if !status::may_react(state, unit) {
        return Err(Refusal::new(SW::REACT_16, "it is in no state to react"));
    }
    cost::payable(state, unit, Some(Token::Green), 0).map_err(|refusal| Refusal { rule: SW::REACT_01, ..refusal })?;
    let mut buffers = Buffers::default();
    if !able(state, unit, to, &mut buffers) {
        return Err(Refusal::new(SW::REACT_08, "none of its attacks serves as a reply"));
    }
    Ok(())
}

/// Why an attack does not serve as a reply.
fn unfit(state: &State, unit: Figure, to: Figure, name: Name) -> Result<(), Refusal> {
    let Some(at) = state.sheet(unit).attacks.iter().position(|attack| attack.name == name) else {
        return Err(Refusal::new(SW::ATTACK_01, "its cards have no such attack"));
    };
    let attack = attack_of(state, unit, at);
    kept(state, unit, at)?;
    if attack.acts != 1 {
        let acts = attack.acts.into();
        return Err(Refusal::with(SW::REACT_04, "a reply is an attack of one act, this takes {0}", acts, 0));
    }
    cost::payable(state, unit, attack.token, attack.vigor)?;
    let mut buffers = Buffers::default();
    if attack.burst == 0 {
        return targetable(state, unit, at, to, &mut buffers);
    }
    if reply_origins(state, unit, at, to, &mut buffers).is_empty() {
        return Err(Refusal::new(SW::REACT_08, "no origin of that burst catches the unit replied to"));
    }
    Ok(())
}

/// The green token that a reply itself takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GreenToken {
    Due,
    Paid,
}

/// Does an attack serve as a reply against `to` (SW-REACT-04, SW-REACT-08)?
fn serves(state: &State, unit: Figure, at: usize, to: Figure, token: GreenToken, buffers: &mut Buffers) -> bool {
    let attack = attack_of(state, unit, at);
    if attack.acts != 1 || !state.has_attack(unit, at) {
        return false;
    }
    let due = u8::from(token == GreenToken::Due);
    let own = if attack.token == Some(Token::Green) { due } else { 0 };
    if state.unit(unit).tokens(Token::Green) < due + own
        || cost::payable(state, unit, attack.token, attack.vigor).is_err()
    {
        return false;
    }
    if attack.burst > 0 {
        return !reply_origins(state, unit, at, to, buffers).is_empty();
    }
    let range = state.distance(unit, to);
    range <= attack.range && sight::can_target(state, unit, to, range, buffers).is_ok()
}

/// Origin squares from which a burst catches the unit replied to.
fn reply_origins(state: &State, unit: Figure, at: usize, to: Figure, buffers: &mut Buffers) -> Vec<Square> {
    crate::act::burst::origins(state, unit, at, buffers)
        .into_iter()
        .filter(|origin| caught(state, unit, at, *origin).contains(&to))
        .collect()
}

/// Seats that may reply to a unit, the next player in turn order first (SW-REACT-10).
fn seats_after(state: &State, side: Seat) -> Vec<Seat> {
    let order = &state.order;
    let at = order.iter().position(|seat| *seat == side).unwrap_or(0);
    let mut seats: Vec<Seat> = (1..order.len()).map(|step| order[(at + step) % order.len()]).collect();
    seats.extend(state.seats().filter(|seat| !order.contains(seat)));
    seats.retain(|seat| *seat != side);
    seats
}

/// Replies to a step of a Basic Move, before it is made (SW-REACT-02). Each is resolved at once.
///
/// # Errors
/// Pauses for the choices of the enemies around.
pub(crate) fn to_step(t: &mut Table<'_>, mover: Figure) -> Flow {
    if !anybody(t, mover) {
        return Ok(());
    }
    let mut replied: Vec<Figure> = Vec::new();
    for seat in seats_after(t.state, t.state.side(mover)) {
        loop {
            let able = repliers(t, seat, mover, &replied);
            if able.is_empty() || t.state.is_over() {
                break;
            }
            let Some(unit) = ask(t, seat, mover, &able, SW::REACT_02)? else { break };
            replied.push(unit);
            if replied.len() > 1 {
                t.note(SW::REACT_05);
            }
            t.note(SW::REACT_03);
            declare(t, unit, mover, SW::REACT_02);
            make(t, unit, mover)?;
        }
    }
    Ok(())
}

/// A quick look before anything is listed: most steps are made next to nobody.
fn anybody(t: &mut Table<'_>, mover: Figure) -> bool {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let found = t.state.standing().any(|unit| able(t.state, unit, mover, &mut buffers));
    t.scratch.buffers = buffers;
    found
}

fn repliers(t: &mut Table<'_>, seat: Seat, to: Figure, without: &[Figure]) -> Vec<Figure> {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let found = t
        .state
        .standing()
        .filter(|unit| t.state.side(*unit) == seat && !without.contains(unit))
        .filter(|unit| able(t.state, *unit, to, &mut buffers))
        .collect();
    t.scratch.buffers = buffers;
    found
}

fn ask(t: &mut Table<'_>, seat: Seat, to: Figure, able: &[Figure], rule: kernel::Rule) -> Flow<Option<Figure>> {
    let replies = able.iter().map(|unit| Reply::With { unit: *unit });
    let options: Vec<Reply> = replies.chain([Reply::Pass]).collect();
    let judge = |state: &State, answer: &Reply| match answer {
        Reply::Pass => Ok(()),
        Reply::With { unit } if state.side(*unit) != seat => {
            Err(Refusal::new(SW::REACT_01, "that unit is not yours to reply with"))
        }
        Reply::With { unit } if able.contains(unit) => Ok(()),
        Reply::With { unit } => {
            answerable(state, *unit, to).and(Err(Refusal::new(SW::REACT_05, "it has replied to that already")))
        }
    };
    Ok(able.get(t.ask_telling(REPLY.to(seat).by(rule).about(to), &options, judge)?).copied())
}

/// The token is spent when the reply is declared (SW-RESOLVE-03).
fn declare(t: &mut Table<'_>, unit: Figure, to: Figure, rule: kernel::Rule) {
    t.note(SW::REACT_01);
    t.tell(rule, || Event::ReplyDeclared { unit, to });
    cost::spend(t, unit, Token::Green);
}

/// Enemies next to an attacker declare their replies with the attack (SW-REACT-07, SW-RESOLVE-03).
///
/// # Errors
/// Pauses for the choices of the enemies around.
pub(crate) fn declared(t: &mut Table<'_>, attacker: Figure) -> Flow<Vec<Figure>> {
    let mut all = Vec::new();
    if !anybody(t, attacker) {
        return Ok(all);
    }
    for seat in seats_after(t.state, t.state.side(attacker)) {
        loop {
            let able = repliers(t, seat, attacker, &all);
            if able.is_empty() {
                break;
            }
            let Some(unit) = ask(t, seat, attacker, &able, SW::REACT_07)? else { break };
            all.push(unit);
            t.note(SW::RESOLVE_03);
            t.note(SW::ATTACK_05);
            declare(t, unit, attacker, SW::REACT_07);
        }
    }
    Ok(all)
}

/// Resolves declared replies one after the other, each side choosing its order (SW-REACT-10).
///
/// # Errors
/// Pauses for order, attack and effects.
pub(crate) fn resolve(t: &mut Table<'_>, mut waiting: Vec<Figure>, attacker: Figure) -> Flow {
    while !waiting.is_empty() && !t.state.is_over() {
        // What is lost in any order is not asked about.
        let lost = |unit: &Figure| !t.state.unit(*unit).on_map() || !t.state.unit(attacker).on_map();
        if let Some(at) = waiting.iter().position(lost) {
            let unit = waiting.remove(at);
            make(t, unit, attacker)?;
            continue;
        }
        let seat = t.state.side(waiting[0]);
        let same = waiting.iter().copied().filter(|unit| t.state.side(*unit) == seat);
        let options: Vec<ReplyOrder> = same.map(|unit| ReplyOrder::Next { unit }).collect();
        if options.len() > 1 {
            t.note(SW::REACT_10);
        }
        let judge = |_: &State, _: &ReplyOrder| Err(Refusal::new(SW::REACT_10, "that unit has declared no reply"));
        let ReplyOrder::Next { unit } =
            options[t.ask_telling(REPLY_ORDER.to(seat).about(attacker), &options, judge)?];
        waiting.retain(|other| *other != unit);
        make(t, unit, attacker)?;
    }
    Ok(())
}

/// One reply, within whatever it replies to.
fn make(t: &mut Table<'_>, unit: Figure, to: Figure) -> Flow {
    let frame = |state: &State| Frame {
        seat: state.side(unit),
        actor: Some(unit),
        about: Some(to),
        text: "Reply".into(),
        rule: SW::REACT_01,
        halted: None,
    };
    t.within(frame, |t| answer(t, unit, to))
}

/// The unit picks an attack that still serves, or loses its chance.
fn answer(t: &mut Table<'_>, unit: Figure, to: Figure) -> Flow {
    if !t.state.unit(unit).on_map() {
        t.tell(SW::REACT_09, || Event::ReplyLost { unit, reason: "it has dropped" });
        return Ok(());
    }
    if !t.state.unit(to).on_map() {
        t.tell(SW::REACT_10, || Event::ReplyLost { unit, reason: "the attacker has dropped" });
        return Ok(());
    }
    if !status::may_react(t.state, unit) {
        t.note(SW::REACT_16);
        t.tell(SW::REACT_12, || Event::ReplyLost { unit, reason: "it may not react any more" });
        return Ok(());
    }
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let serving: Vec<usize> = (0..t.state.sheet(unit).attacks.len())
        .filter(|at| serves(t.state, unit, *at, to, GreenToken::Paid, &mut buffers))
        .collect();
    t.scratch.buffers = buffers;
    if serving.is_empty() {
        t.tell(SW::REACT_12, || Event::ReplyLost { unit, reason: "no attack reaches" });
        return Ok(());
    }
    let named = |at: &usize| ReplyAttack::With { attack: attack_of(t.state, unit, *at).name };
    let options: Vec<ReplyAttack> = serving.iter().map(named).collect();
    let seat = t.state.side(unit);
    let judge = |state: &State, ReplyAttack::With { attack }: &ReplyAttack| unfit(state, unit, to, *attack);
    let at = serving[t.ask_telling(REPLY_WITH.to(seat).actor(unit).about(to), &options, judge)?];
    let weapon = attack_of(t.state, unit, at);
    let (name, token, vigor, is_burst) = (weapon.name, weapon.token, weapon.vigor, weapon.burst > 0);
    if token == Some(Token::Green) {
        t.note(SW::REACT_14);
    }
    cost::pay(t, unit, token, vigor);
    t.note(SW::REACT_11);
    t.note(SW::REACT_04);
    if t.state.unit(unit).owner == t.state.unit(to).owner {
        t.note(SW::ATTACK_06);
    }
    t.tell(SW::REACT_08, || Event::ReplyMade { unit, to, attack: name });
    let mut strike = Strike::new(unit, at, to, Kind::Reply);
    strike.paid = hit::declare_traits(t, strike, Some(to))?;
    if is_burst {
        let mut buffers = std::mem::take(&mut t.scratch.buffers);
        let squares = reply_origins(t.state, unit, at, to, &mut buffers);
        t.scratch.buffers = buffers;
        let options: Vec<BurstOrigin> = squares.into_iter().map(|at| BurstOrigin::At { at }).collect();
        let judge = |state: &State, BurstOrigin::At { at: origin }: &BurstOrigin| {
            check_origin(state, unit, at, *origin, &mut Buffers::default())?;
            Err(Refusal::new(SW::REACT_08, "from there the burst does not catch the unit replied to"))
        };
        let picked = t.ask_telling(ORIGIN.to(seat).actor(unit), &options, judge)?;
        let BurstOrigin::At { at: origin } = options[picked];
        return attack::burst(t, strike, origin);
    }
    attack::single(t, strike)
}
