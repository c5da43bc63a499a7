//! Panic Checks, and being Broken.

use super::check::{against_difficulty, reserve, surge, tactical};
use super::reckon::Reckoning;
use crate::content::CMD;
use crate::decisions::{Again, INSCRUTABLE, PANIC_ORDER, PanicOrder, TACTICAL_PANIC};
use crate::effects::{Grant, Ward};
use crate::resolve::flight;
use crate::state::State;
use crate::{Event, Table, scenario};
use kernel::{Figure, Flow, Modifiers, Refusal, Rule, Seat};
use rulebook::SM;
use space::inches::Spot;

/// CMD against a Difficulty (SM-PANIC-03). The Warlord's CMD is used where it is within reach and the better total.
///
/// # Errors
/// Pauses for dice and what is thrown in.
pub(crate) fn check(t: &mut Table<'_>, figure: Figure, rule: Rule, difficulty: i16) -> Flow<bool> {
    let (modifiers, extra) = nerve(t, figure)?;
    against_difficulty(t, figure, rule, "panic", modifiers, extra, difficulty)
}

/// What goes into a Panic Check before its dice fall, and whether a Tactical Die does.
fn nerve(t: &mut Table<'_>, figure: Figure) -> Flow<(Modifiers, bool)> {
    let extra = tactical(t, figure, TACTICAL_PANIC, None)?;
    let sheet = t.state.sheet(figure);
    let mut cmd = Reckoning::of("CMD", SM::PANIC_03, sheet.cmd());
    if let Some((label, rule, level)) = sheet.bonus(Grant::Nerve) {
        cmd.bonus(label, rule, level);
    }
    let lent = lent(t, figure);
    // Where the Warlord's CMD is better all the same there is nothing to ask.
    let helps =
        reserve(t.state, figure, CMD).is_some_and(|(_, amount)| lent.is_none_or(|lent| cmd.whole() + amount > lent));
    if helps && let Some((rule, amount)) = surge(t, figure, CMD, "panic")? {
        cmd.bonus("More Than Human", rule, amount);
    }
    if let Some(lent) = lent.filter(|lent| *lent > cmd.whole()) {
        t.note(SM::TYPE_02);
        t.note(SM::CORE_06);
        cmd = Reckoning::of("Warlord's CMD", SM::TYPE_03, lent);
    }
    if lost_voice(t, figure) {
        t.note(SM::TYPE_04);
    }
    Ok((cmd.finish(t, None), extra))
}

/// The CMD that a Warlord lends to a model of lower CMD in his Command Radius (SM-TYPE-03, SM-TYPE-04).
fn lent(t: &Table<'_>, figure: Figure) -> Option<i16> {
    let warlord = t.state.warlord(t.state.owner(figure)).filter(|warlord| *warlord != figure)?;
    let cmd = t.state.sheet(warlord).cmd();
    let commands = t.state.fighter(warlord).ready() && t.state.within(figure, warlord, cmd.into());
    (commands && t.state.sheet(figure).cmd() < cmd).then_some(cmd)
}

/// Whether the Warlord is near but not fit to lend his CMD (SM-TYPE-04).
fn lost_voice(t: &Table<'_>, figure: Figure) -> bool {
    let warlord = t.state.warlord(t.state.owner(figure)).filter(|warlord| *warlord != figure);
    warlord.is_some_and(|warlord| {
        let fighter = t.state.fighter(warlord);
        fighter.on_table() && !fighter.ready() && t.state.within(figure, warlord, t.state.sheet(warlord).cmd().into())
    })
}

/// A model that failed is Broken, and loses its Token (SM-PANIC-04).
pub(crate) fn break_model(t: &mut Table<'_>, figure: Figure) {
    t.state.fighter_mut(figure).broken = true;
    let token = t.state.lose_token(figure);
    t.note(SM::COND_13);
    t.tell(SM::PANIC_04, || Event::Panicked { model: figure });
    if token {
        t.tell(SM::COND_15, || Event::TokenLost { model: figure });
    }
    super::ambush::end(t, figure, SM::ACTION_10, "Broken");
    scenario::drop_beside(t, figure);
}

/// Friends within 3 inches of a Wounded model check (SM-PANIC-05).
pub(crate) fn from_losses(t: &mut Table<'_>, fallen: Figure, from: Spot) -> Flow {
    let seat = t.state.owner(fallen);
    let mut done = 0u64;
    loop {
        let mut due = near_friends(t, seat, from, done);
        // Whoever passes anyhow has no place in the order.
        for figure in &due {
            if let Some((rule, reason)) = unmoved(t.state, *figure, fallen) {
                done |= 1 << (figure.0 % 64);
                t.tell(rule, || Event::PanicIgnored { model: *figure, reason });
            }
        }
        due.retain(|figure| done >> (figure.0 % 64) & 1 == 0);
        if due.is_empty() {
            return Ok(());
        }
        let options: Vec<PanicOrder> = due.into_iter().map(|model| PanicOrder::Check { model }).collect();
        let asked = PANIC_ORDER.to(seat).by(SM::PANIC_05).about(fallen);
        let calm = Refusal::new(SM::PANIC_05, "it has no Check to make: too far off, not standing firm, or done");
        let PanicOrder::Check { model: figure } = options[t.ask_telling(asked, &options, |_, _| Err(calm))?];
        done |= 1 << (figure.0 % 64);
        one_friend(t, figure, from)?;
    }
}

fn near_friends(t: &Table<'_>, seat: Seat, from: Spot, done: u64) -> Vec<Figure> {
    use crate::field::{RADIUS, SLACK};
    use space::inches::Base;
    let base = Base::new(from, RADIUS);
    let near = |spot: Spot| base.within(&Base::new(spot, RADIUS), 3000 + SLACK);
    let ready = t.state.of(seat).filter(|(_, fighter, spot)| fighter.ready() && near(*spot));
    ready.map(|(figure, _, _)| figure).filter(|figure| done >> (figure.0 % 64) & 1 == 0).collect()
}

/// Why a model does not check for a fallen friend, if it does not.
fn unmoved(state: &State, figure: Figure, fallen: Figure) -> Option<(Rule, &'static str)> {
    if state.engaged(figure) {
        return Some((SM::PANIC_06, "in close combat"));
    }
    let (sheet, lost) = (state.sheet(figure), state.sheet(fallen).profile.kind);
    let lesser = sheet.immune(Ward::LesserLosses).filter(|_| sheet.profile.kind < lost);
    sheet.immune(Ward::Panic).or(lesser).map(|rule| (rule, "immune"))
}

fn one_friend(t: &mut Table<'_>, figure: Figure, from: Spot) -> Flow {
    let (modifiers, extra) = nerve(t, figure)?;
    let mut passed = against_difficulty(t, figure, SM::PANIC_05, "panic", modifiers, extra, 5)?;
    if !passed
        && !t.state.fighter(figure).calmed
        && let Some(rule) = t.state.sheet(figure).has(Grant::Inscrutable)
        && again(t, figure, rule)?
    {
        t.state.fighter_mut(figure).calmed = true;
        // The same Check, with all that was thrown into it before its dice fell.
        passed = against_difficulty(t, figure, rule, "panic", modifiers, extra, 5)?;
    }
    if passed {
        return Ok(());
    }
    break_model(t, figure);
    let seat = t.state.owner(figure);
    let inches = crate::turn::mettle::random_check(t, SM::PANIC_07, seat)?;
    flight::from_place(t, figure, from, inches)
}

fn again(t: &mut Table<'_>, figure: Figure, rule: Rule) -> Flow<bool> {
    let asked = INSCRUTABLE.to(t.state.owner(figure)).by(rule).actor(figure);
    Ok(t.ask(asked, &[Again::Reroll, Again::Keep])? == Again::Reroll)
}
