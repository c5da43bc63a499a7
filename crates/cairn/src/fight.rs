//! Striking, shooting, hearts.

use crate::Table;
use crate::decisions::{DEED, Deed, GROUND, Ground};
use crate::events::Event;
use crate::state::{State, steps};
use kernel::{Figure, Flow, Frame, Refusal, Roll, Rule, Seat};
use rulebook::CN;
use space::grid::{Block, Obstacle, any_line};

/// After it has moved a figure may attack.
pub(crate) fn attack(t: &mut Table<'_>, seat: Seat, unit: Figure) -> Flow {
    let enemies: Vec<Figure> =
        t.state.standing().filter(|(_, owner, _)| *owner != seat).map(|(figure, ..)| figure).collect();
    let strikes = enemies.iter().map(|target| Deed::Strike { target: *target });
    let shots = enemies.iter().map(|target| Deed::Shoot { target: *target });
    let shots = shots.filter(|_| t.state.stats(unit).range > 0);
    let deeds: Vec<Deed> = [Deed::Nobody].into_iter().chain(strikes).chain(shots).collect();
    match t.ask_judged(DEED.to(seat).actor(unit), &deeds, |state, deed| judge(state, unit, deed))? {
        Deed::Strike { target } => strike(t, unit, target),
        Deed::Shoot { target } => shoot(t, unit, target),
        Deed::Nobody => Ok(()),
    }
}

/// Whether somebody can be attacked from where a figure stands.
fn judge(state: &State, unit: Figure, deed: &Deed) -> Result<(), Refusal> {
    let away = |target| match (state.place(unit), state.place(target)) {
        (Some((_, from)), Some((_, to))) => steps(from, to),
        _ => u8::MAX,
    };
    match *deed {
        Deed::Nobody => Ok(()),
        Deed::Strike { target } => match away(target) {
            1 => Ok(()),
            steps => Err(Refusal::with(CN::STRIKE_01, "it is {0} steps away, not next to it", steps.into(), 0)),
        },
        Deed::Shoot { target } => {
            let (steps, range) = (away(target), state.stats(unit).range);
            if !(2..=range).contains(&steps) {
                let template = "it is {0} steps away; shots go over 2 to {1}";
                return Err(Refusal::with(CN::SHOOT_01, template, steps.into(), range.into()));
            }
            if !sees(state, unit, target) {
                return Err(Refusal::new(CN::MAP_01, "rock is in the way"));
            }
            Ok(())
        }
    }
}

/// Whether no rock hides one from the other (CN-MAP-01).
fn sees(state: &State, unit: Figure, target: Figure) -> bool {
    let (Some((_, from)), Some((_, to))) = (state.place(unit), state.place(target)) else { return false };
    let map = &state.setting.map;
    let rocks = map.squares().filter(|square| map.at(*square) == Some('#'));
    let rocks: Vec<Obstacle> = rocks.map(|square| Obstacle::Solid(Block::single(square).rect())).collect();
    any_line(Block::single(from), Block::single(to), &rocks)
}

/// A blow (CN-STRIKE-01 and what follows).
fn strike(t: &mut Table<'_>, unit: Figure, target: Figure) -> Flow {
    let (Some((seat, _)), Some((foe, _))) = (t.state.place(unit), t.state.place(target)) else { return Ok(()) };
    let might = |state: &State, figure| state.stats(figure).might;
    let blow = Roll::d6("strike").by(seat, unit).plus("might", CN::STRIKE_01, might(t.state, unit));
    let guard = Roll::d6("defend").by(foe, target).plus("might", CN::STRIKE_01, might(t.state, target));
    let margin = t.contest(CN::STRIKE_01, blow, guard)?;
    if margin <= 0 {
        return Ok(());
    }
    let frame = |_: &State| Frame {
        seat,
        actor: Some(unit),
        about: Some(target),
        text: "a blow that lands".to_owned(),
        rule: CN::STRIKE_02,
        halted: None,
    };
    let gone = t.within(frame, |t| give_ground(t, foe, target, unit))?;
    if !gone {
        hurt(t, CN::STRIKE_02, target, if margin >= 4 { 2 } else { 1 });
    }
    Ok(())
}

/// Whether the one that is struck steps back instead (CN-GROUND-01).
fn give_ground(t: &mut Table<'_>, foe: Seat, target: Figure, attacker: Figure) -> Flow<bool> {
    let Some((_, at)) = t.state.place(target).filter(|_| !t.state.fighter(target).acted) else { return Ok(false) };
    let back = t.state.free_next_to(at).into_iter().map(|to| Ground::Back { to });
    let ways: Vec<Ground> = [Ground::Stand].into_iter().chain(back).collect();
    let Ground::Back { to } = t.ask(GROUND.to(foe).actor(target).about(attacker), &ways)? else { return Ok(false) };
    let fighter = &mut t.state.fighters[target.index()];
    (fighter.at, fighter.acted) = (Some(to), true);
    t.tell(CN::GROUND_01, || Event::GaveGround { unit: target, at: to });
    Ok(true)
}

/// A shot (CN-SHOOT-01).
fn shoot(t: &mut Table<'_>, unit: Figure, target: Figure) -> Flow {
    let (Some((seat, _)), Some((_, at))) = (t.state.place(unit), t.state.place(target)) else { return Ok(()) };
    let shelter = if t.state.setting.map.at(at) == Some('~') { -1 } else { 0 };
    let shot = Roll::d6("shot").by(seat, unit).plus("scrub", CN::MAP_02, shelter).needs(5);
    if t.throw(CN::SHOOT_01, shot)?.made() {
        hurt(t, CN::SHOOT_01, target, 1);
    }
    Ok(())
}

fn hurt(t: &mut Table<'_>, rule: Rule, unit: Figure, lost: u8) {
    let fighter = &mut t.state.fighters[unit.index()];
    let lost = lost.min(fighter.hearts);
    fighter.hearts -= lost;
    let (lost, left) = (lost.into(), fighter.hearts.into());
    let falls = fighter.hearts == 0;
    if falls {
        fighter.at = None;
    }
    t.tell(rule, || Event::Hurt { unit, lost, left });
    if falls {
        t.tell(CN::FALL_01, || Event::Fell { unit });
    }
}
