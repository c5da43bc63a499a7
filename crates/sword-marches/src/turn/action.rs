//! The Action Phase: one Action after the other, each with the Breaks that interrupt it.

use super::orders::first;
use crate::act::menu::Menu;
use crate::act::{self, Cause, Declared, Deed};
use crate::decisions::{ACT, BREAK, Breaking, DECLARE, FIRST_ACTION, PORTENTS, Portents};
use crate::events::{Called, Firm};
use crate::resolve::{ambush, check, injury};
use crate::state::{NextStep, State, other};
use crate::{Event, Table, victory};
use kernel::{Answer, Figure, Flow, Frame, Halted, Refusal, Seat};
use rulebook::SM;
use space::inches::Spot;

/// How closely a run is looked at, in thousandths of an inch.
const PACE: i64 = 50;

/// The Edge player says who starts (SM-ACTIONPH-01).
///
/// # Errors
/// Pauses for that.
pub(crate) fn start(t: &mut Table<'_>) -> Flow {
    for fighter in &mut t.state.fighters {
        fighter.stood = fighter.spot();
    }
    note_engagements(t.state);
    t.state.priority = match (t.state.any_active(Seat(0)), t.state.any_active(Seat(1))) {
        (true, true) => first(t, FIRST_ACTION, "act")?,
        (a, _) => Seat(u8::from(!a)),
    };
    t.state.next_step = NextStep::Action;
    Ok(())
}

/// One Action of the player with Priority (SM-ACTIONPH-02).
///
/// # Errors
/// Pauses for every decision in it.
pub(crate) fn action(t: &mut Table<'_>) -> Flow {
    let mut seat = t.state.priority;
    if !t.state.any_active(seat) {
        seat = other(seat);
        t.note(SM::ACTIONPH_03);
        if !t.state.any_active(seat) {
            t.state.next_step = NextStep::TurnEnd;
            return Ok(());
        }
    }
    t.state.priority = seat;
    let mut stuck = 0;
    while let Some(declared) = declare(t, seat, Occasion::Turn, stuck)? {
        if declared.deed != Deed::Forfeit {
            let mut chain = Vec::new();
            execute(t, seat, declared, &mut chain, Cause::Turn)?;
            break;
        }
        if forfeit(t, seat, declared.figure)? {
            break;
        }
        stuck |= 1 << (declared.figure.0 % 64);
    }
    t.state.priority = other(seat);
    Ok(())
}

/// Why an Action is declared: a side takes its turn, a model breaks the Action of another, or declares anew after that.
#[derive(Clone, Copy)]
enum Occasion {
    Turn,
    Break { by: Figure, interrupted: Figure },
    Anew(Declared),
}

/// Asks for a model and its Action; none where it can do nothing.
fn declare(t: &mut Table<'_>, seat: Seat, occasion: Occasion, stuck: u64) -> Flow<Option<Declared>> {
    let buffers = std::mem::take(&mut t.scratch.buffers);
    let (only, asked) = match occasion {
        Occasion::Turn => (None, ACT.to(seat)),
        Occasion::Break { by, interrupted } => {
            (Some(by), DECLARE.to(seat).by(SM::BREAK_04).actor(by).about(interrupted))
        }
        Occasion::Anew(before) => (Some(before.figure), DECLARE.to(seat).actor(before.figure)),
    };
    let belays = match occasion {
        Occasion::Turn => true,
        Occasion::Break { .. } => false,
        Occasion::Anew(before) => matches!(before.deed, Deed::Belay { .. }),
    };
    let menu = Menu::new(t.state, seat, only, stuck, belays, buffers);
    // A Broken model can only Steady; one without a Token may have nothing to do. All others have a choice.
    let bound = only.is_some_and(|only| menu.state.fighter(only).broken || !menu.state.fighter(only).token);
    let single = bound && menu.listed().len() <= 1;
    let answer = if single { Answer::Option(0) } else { t.oracle.choose(&asked.ask, &menu)? };
    let declared = match &answer {
        Answer::Option(at) => menu.listed().get(*at).copied(),
        Answer::Free(choice) => Declared::read(choice, menu.state),
    };
    t.scratch.buffers = menu.buffers.into_inner();
    Ok(declared)
}

/// A declared Action with its Break window, until it is carried out or lost (SM-DECLARE-03 to SM-DECLARE-05). `chain`
/// holds the models whose declarations wait beneath.
fn execute(t: &mut Table<'_>, seat: Seat, first: Declared, chain: &mut Vec<Figure>, cause: Cause) -> Flow {
    let figure = first.figure;
    let mut declared = first;
    let mut interrupted = false;
    // The first Action of the Edge player with Priority cannot be interrupted (SM-EDGE-05).
    let privileged = cause == Cause::Turn && seat == t.state.edge && !t.state.edge_acted;
    if privileged {
        t.state.edge_acted = true;
    }
    loop {
        chain.push(figure);
        let breaker =
            t.within(|state| frame(state, declared, cause), |t| window(t, seat, declared, chain, cause, privileged))?;
        if let Some(breaker) = breaker {
            t.within(
                |state| Frame { halted: Some(HALTED), ..frame(state, declared, cause) },
                |t| interrupt(t, other(seat), breaker, figure, chain),
            )?;
        }
        chain.pop();
        if breaker.is_none() {
            break;
        }
        interrupted = true;
        if t.state.is_over() {
            return Ok(());
        }
        match anew(t, seat, declared)? {
            Some(next) => declared = next,
            None => return Ok(()),
        }
    }
    let anew = declared != first || chain.is_empty() && interrupted;
    t.within(|state| frame(state, declared, cause), |t| carry_out(t, seat, declared, cause, anew))
}

/// The Break window: the model whose Break has stopped the Action (SM-DECLARE-03).
fn window(
    t: &mut Table<'_>,
    seat: Seat,
    declared: Declared,
    chain: &[Figure],
    cause: Cause,
    privileged: bool,
) -> Flow<Option<Figure>> {
    let figure = declared.figure;
    let open = !privileged && may_break(t, other(seat), chain).next().is_some();
    let unbreakable = privileged || open && portents(t, seat, figure)?;
    announce(t, declared, cause, unbreakable);
    if unbreakable || !open {
        return Ok(None);
    }
    ask_break(t, other(seat), figure, chain)
}

/// The Token goes, and the Action is carried out to its end (SM-DECLARE-04, SM-DECLARE-06).
fn carry_out(t: &mut Table<'_>, seat: Seat, declared: Declared, cause: Cause, anew: bool) -> Flow {
    let figure = declared.figure;
    if !matches!(declared.deed, Deed::Belay { .. }) {
        t.state.fighter_mut(figure).token = false;
    }
    t.state.fighter_mut(figure).acted = true;
    t.state.side_mut(seat).executed += 1;
    let action = declared.word(t.state);
    t.note(SM::COND_04);
    t.note(SM::DECLARE_06);
    t.note(SM::ACTIONPH_02);
    t.note(SM::META_12);
    if anew {
        t.note(SM::BREAK_07);
    }
    t.tell(SM::DECLARE_04, || Event::TokenSpent { model: figure, action });
    if !matches!(declared.deed, Deed::Fire { .. }) {
        ambush::end(t, figure, SM::ACTION_09, "it acts");
    }
    act::perform(t, declared, cause)?;
    settle(t)
}

/// What a Break does to the Action it interrupts (SM-DECLARE-05, SM-BREAK-06).
const HALTED: Halted = Halted { by: "Break", then: "declares anew" };

/// What a decision inside an Action interrupts: who declared it, what, and at whom.
fn frame(state: &State, declared: Declared, cause: Cause) -> Frame {
    let (arm, target) = declared.deed.aim();
    let action = declared.deed.title();
    let kind = if cause == Cause::Break { "Break: " } else { "" };
    let weapon = arm.map_or_else(String::new, |arm| format!(" with {}", state.sheet(declared.figure).arm(arm).name()));
    Frame {
        seat: state.owner(declared.figure),
        actor: Some(declared.figure),
        about: target,
        text: format!("{kind}{action}{weapon}"),
        rule: if cause == Cause::Break { SM::BREAK_04 } else { SM::DECLARE_02 },
        halted: None,
    }
}

/// After an Action: losses are mourned, hidden models looked at, and the battle may be over.
fn settle(t: &mut Table<'_>) -> Flow {
    if t.state.is_over() {
        return Ok(());
    }
    injury::mourn(t)?;
    ambush::exposed(t);
    note_engagements(t.state);
    victory::check(t);
    Ok(())
}

fn announce(t: &mut Table<'_>, declared: Declared, cause: Cause, unbreakable: bool) {
    let model = declared.figure;
    let action = declared.word(t.state);
    let rule = if cause == Cause::Break { SM::BREAK_04 } else { SM::DECLARE_02 };
    if unbreakable && cause == Cause::Turn {
        t.note(SM::EDGE_05);
    }
    t.note(SM::ACTION_01);
    notice(t, declared);
    if let (Some(arm), _) = declared.deed.aim() {
        t.state.fighter_mut(model).wield(arm);
    }
    let breaking = cause == Cause::Break;
    let weapon = |t: &Table<'_>, arm| t.state.sheet(model).word(arm);
    match declared.deed.aim() {
        (Some(arm), Some(target)) => {
            let weapon = weapon(t, arm);
            t.tell(rule, || Event::DeclaredAt {
                model,
                action,
                weapon: Called(weapon),
                target,
                breaking,
                unbreakable: Firm(unbreakable),
            });
        }
        (Some(arm), None) => {
            let weapon = weapon(t, arm);
            t.tell(rule, || Event::DeclaredWith {
                model,
                action,
                weapon: Called(weapon),
                breaking,
                unbreakable: Firm(unbreakable),
            });
        }
        _ => t.tell(rule, || Event::Declared { model, action, breaking, unbreakable: Firm(unbreakable) }),
    }
}

/// The rules that let this target be chosen, where somebody listens.
fn notice(t: &mut Table<'_>, declared: Declared) {
    use crate::sight::{Aim, passed_over};
    let aim = match declared.deed {
        Deed::Fire { .. } => Aim::Ranged,
        Deed::Charge { .. } => Aim::Close,
        _ => return,
    };
    let (Some(arm), Some(target)) = declared.deed.aim() else { return };
    if !t.aloud() {
        return;
    }
    t.note(SM::COMBAT_01);
    let sheet = t.state.sheet(declared.figure);
    let unwieldy = |weapon: &crate::profile::Weapon| weapon.traits.contains(&crate::effects::GearTrait::Unwieldy);
    if !unwieldy(sheet.arm(arm)) && sheet.profile.weapons.iter().any(unwieldy) {
        t.note(SM::GEARTRAIT_32);
    }
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    for rule in passed_over(t.state, declared.figure, target, aim, &mut buffers) {
        t.note(rule);
    }
    t.scratch.buffers = buffers;
}

/// Models that could Break now: with a Token and an Action to take, which for a Broken one is Steady (SM-BREAK-04), not
/// yet used for a Break this Turn, not waiting in the chain (SM-BREAK-02, SM-BREAK-03).
fn may_break<'a>(t: &'a Table<'_>, seat: Seat, chain: &'a [Figure]) -> impl Iterator<Item = Figure> + 'a {
    let any = t.state.side(seat).breaks() > 0;
    let mine = t.state.of(seat).filter(move |_| any).map(|(figure, _, _)| figure);
    mine.filter(move |figure| breaks(t.state, seat, *figure, chain).is_ok())
}

/// Whether a model may Break while those of `chain` wait.
fn breaks(state: &State, seat: Seat, figure: Figure, chain: &[Figure]) -> Result<(), Refusal> {
    let fighter = state.fighters.get(figure.index()).filter(|fighter| fighter.owner == seat && fighter.on_table());
    match fighter {
        None => Err(Refusal::new(SM::BREAK_02, "that is none of your models on the table")),
        Some(fighter) if !fighter.token => Err(Refusal::new(SM::META_08, "it has no Action Token")),
        Some(fighter) if fighter.shocked => Err(Refusal::new(SM::COND_06, "it is Shocked")),
        Some(fighter) if fighter.broke => Err(Refusal::new(SM::BREAK_02, "it has made its Break of this Turn")),
        Some(_) if chain.contains(&figure) => {
            Err(Refusal::new(SM::BREAK_03, "its own Action is interrupted; another model has to Break back"))
        }
        Some(_) => Ok(()),
    }
}

/// Once a game an Action can be declared Unbreakable (SM-STRONGHOLD-09).
fn portents(t: &mut Table<'_>, seat: Seat, figure: Figure) -> Flow<bool> {
    if !t.state.side(seat).portents {
        return Ok(false);
    }
    let called = t.ask(PORTENTS.to(seat).actor(figure), &[Portents::Plain, Portents::Call])? == Portents::Call;
    if called {
        t.state.side_mut(seat).portents = false;
        t.tell(SM::STRONGHOLD_09, || Event::PortentsCalled { seat, model: figure });
    }
    Ok(called)
}

/// Is there a Break? (SM-DECLARE-03)
fn ask_break(t: &mut Table<'_>, seat: Seat, acting: Figure, chain: &[Figure]) -> Flow<Option<Figure>> {
    let mut options = vec![Breaking::Pass];
    options.extend(may_break(t, seat, chain).map(|with| Breaking::Break { with }));
    let judge = |state: &State, answer: &Breaking| match *answer {
        Breaking::Pass => Ok(()),
        Breaking::Break { with } => breaks(state, seat, with, chain),
    };
    match t.ask_judged(BREAK.to(seat).about(acting), &options, judge)? {
        Breaking::Break { with } => Ok(Some(with)),
        Breaking::Pass => {
            t.tell(SM::DECLARE_03, || Event::BreakDeclined { seat });
            Ok(None)
        }
    }
}

/// The Break Action: declared and carried out like any other, at once (SM-BREAK-04, SM-BREAK-05).
fn interrupt(t: &mut Table<'_>, seat: Seat, breaker: Figure, interrupted: Figure, chain: &mut Vec<Figure>) -> Flow {
    let side = t.state.side_mut(seat);
    // The Break of the Turn goes first, as it is lost with the Turn (SM-BREAK-01).
    if side.may_break {
        side.may_break = false
    } else {
        side.spare_breaks -= 1
    }
    let left = i32::from(side.breaks());
    t.state.fighter_mut(breaker).broke = true;
    if chain.len() > 1 {
        t.note(SM::BREAK_05);
    }
    t.note(SM::DECLARE_05);
    t.note(SM::BREAK_02);
    t.note(SM::BREAK_03);
    t.tell(SM::BREAK_01, || Event::BreakCalled { model: breaker, interrupted, left });
    let Some(declared) = declare(t, seat, Occasion::Break { by: breaker, interrupted }, u64::MAX)? else {
        return Ok(());
    };
    execute(t, seat, declared, chain, Cause::Break)
}

/// The interrupted model declares anew, if it still can (SM-BREAK-06).
fn anew(t: &mut Table<'_>, seat: Seat, before: Declared) -> Flow<Option<Declared>> {
    let figure = before.figure;
    let fighter = t.state.fighter(figure);
    let able = fighter.active() || fighter.on_table() && fighter.token && fighter.broken;
    let belays = matches!(before.deed, Deed::Belay { .. }) && fighter.ready();
    if !able && !belays {
        t.tell(SM::BREAK_06, || Event::ActionLost { model: figure, reason: "it was stopped by a Break" });
        return Ok(None);
    }
    let next = declare(t, seat, Occasion::Anew(before), u64::MAX)?;
    // No Token was to go for a Belay Order but the giver's: none goes where it is let be (SM-FTRAIT-05).
    if next.is_some_and(|next| next.deed == Deed::Forfeit) {
        t.tell(SM::BREAK_06, || Event::ActionLost { model: figure, reason: "no Belay Order is given" });
        return Ok(None);
    }
    if next.is_none() {
        t.tell(SM::BREAK_06, || Event::ActionLost { model: figure, reason: "nothing is left to do" });
        t.state.lose_token(figure);
    }
    Ok(next)
}

/// A Token is given up and Priority passes (SM-FORFEIT-01); an Engaged model must first pass a Check (SM-FORFEIT-02).
fn forfeit(t: &mut Table<'_>, seat: Seat, figure: Figure) -> Flow<bool> {
    if t.state.engaged(figure) && !check::command(t, figure, SM::FORFEIT_02, "forfeit", 5)? {
        t.tell(SM::FORFEIT_02, || Event::ForfeitRefused { model: figure });
        return Ok(false);
    }
    t.state.fighter_mut(figure).token = false;
    t.state.side_mut(seat).forfeits += 1;
    t.note(SM::FORFEIT_03);
    t.tell(SM::FORFEIT_01, || Event::Forfeited { model: figure });
    Ok(true)
}

/// A run ends the Engagement that it leads out of, where no enemy is within an inch on the way from one to the next
/// (SM-GEARTRAIT-31).
pub(crate) fn run_out(state: &mut State, figure: Figure, track: &[Spot]) {
    if state.fighter(figure).engaged_since == 0 {
        return;
    }
    let owner = state.owner(figure);
    let alone = |at: Spot| !state.of(other(owner)).any(|(_, _, enemy)| state.engaged_at(at, enemy));
    let left = track.windows(2).any(|leg| {
        let (from, to) = (leg[0].plan(), leg[1].plan());
        (1..=from.to(to) / PACE).any(|far| alone(from.toward(to, far * PACE).at(leg[0].z)))
    });
    if left {
        state.fighter_mut(figure).engaged_since = 0;
    }
}

/// Keeps in mind since when each model has been Engaged (SM-GEARTRAIT-31).
pub(crate) fn note_engagements(state: &mut State) {
    let turn = state.turn.max(1);
    let mut engaged = 0u64;
    let count = state.fighters.len();
    for one in 0..count {
        let fighter = &state.fighters[one];
        let Some(here) = fighter.spot() else { continue };
        for two in one + 1..count {
            let foe = &state.fighters[two];
            let both = 1 << (one % 64) | 1 << (two % 64);
            if foe.owner != fighter.owner
                && engaged & both != both
                && foe.spot().is_some_and(|there| state.engaged_at(here, there))
            {
                engaged |= both;
            }
        }
    }
    for (at, fighter) in state.fighters.iter_mut().enumerate() {
        fighter.engaged_since = match (engaged >> (at % 64) & 1 == 1, fighter.engaged_since) {
            (true, 0) => turn,
            (true, since) => since,
            (false, _) => 0,
        };
    }
}
