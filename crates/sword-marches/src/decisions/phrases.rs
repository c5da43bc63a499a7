//! Headings, labels and prices that are worked out.

use super::{Act, Carrying, FirstChoice, FirstPick, Role, Stepping, Stopping, Walking};
use crate::State;
use crate::content::Quest;
use crate::field::RADIUS;
use kernel::scene::Site;
use kernel::{Ask, Speaks};
use space::inches::{Spot, path};

/// Thousandths as a board writes them: `3.5″`.
fn inches(thousandths: i32) -> String {
    let (whole, rest) = (thousandths / 1000, (thousandths % 1000).abs() / 10);
    match rest {
        0 => format!("{whole}″"),
        _ => format!("{whole}.{rest:02}″").replace("0″", "″"),
    }
}

fn place(at: Spot) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}

/// A base, where one is put down.
pub(super) fn a_place(_: &State, _: &Ask) -> Option<Site> {
    Some(Site::Disc { centre: Spot { x: 0, y: 0, z: 0 }, radius: RADIUS })
}

pub(super) fn taken_first(answer: &FirstChoice, _: &State, _: &Ask) -> String {
    let FirstChoice::Take { what } = answer;
    match what {
        FirstPick::Adventure => "The adventure".to_owned(),
        FirstPick::Role => "The role".to_owned(),
    }
}

/// A role and what it has to do.
pub(super) fn goal(role: &Role, state: &State, _: &Ask) -> String {
    let to_do = match (state.field.adventure.quest, role) {
        (Quest::GraveGold, Role::Intruder) => "Intruder: carry off two caches",
        (Quest::GraveGold, Role::Sentry) => "Sentry: keep the caches here",
        (Quest::Beacon, Role::Intruder) => "Intruder: light the beacon and keep it burning",
        (Quest::Beacon, Role::Sentry) => "Sentry: keep the beacon dark",
    };
    to_do.to_owned()
}

pub(super) fn placed_tokens(state: &State, ask: &Ask) -> String {
    format!("place an Action Token, {} left", state.side(ask.seat).pool)
}

/// A Break is declared against somebody; after one the Action is declared anew.
pub(super) fn its_declaration(state: &State, ask: &Ask) -> String {
    match ask.about {
        Some(about) => format!("declare its Break against {}", state.figure_name(about)),
        None => "declare its Action anew".to_owned(),
    }
}

pub(super) fn to_height(act: &Act, _: &State, _: &Ask) -> String {
    match act {
        Act::Climb { to, .. } => format!("Climb to {}", place(*to)),
        Act::Jump { to, .. } => format!("Jump to {}", place(*to)),
        _ => String::new(),
    }
}

/// What a Forfeit costs: the whole battle, if nothing but Forfeits would be left of this Action Phase (SM-FORFEIT-04).
pub(super) fn belay_or_forfeit(_: &Act, state: &State, ask: &Ask) -> Option<String> {
    let tokens = state.of(ask.seat).filter(|(_, fighter, _)| fighter.token).count();
    let text = match super::DECLARE.is(ask) {
        true => "no Belay Order is given, and no Token is lost",
        false if tokens == 1 && state.side(ask.seat).only_forfeits() => "every Action forfeited: the battle is lost",
        false => "its Token is lost",
    };
    Some(text.to_owned())
}

pub(super) fn break_price(_: &super::Breaking, state: &State, ask: &Ask) -> Option<String> {
    let side = state.side(ask.seat);
    Some(match side.spare_breaks {
        _ if side.may_break => "the Break of this Turn".to_owned(),
        1 => "the last spare Break".to_owned(),
        spare => format!("one of {spare} spare Breaks"),
    })
}

pub(super) fn distance(answer: &Walking, _: &State, _: &Ask) -> String {
    match answer {
        Walking::Stay => String::new(),
        Walking::Go { way } => format!("Move {}", inches(path::plan_length(way))),
    }
}

pub(super) fn cover_step(answer: &Stepping, _: &State, _: &Ask) -> String {
    match answer {
        Stepping::Step { to } => format!("Step to {}", place(*to)),
        Stepping::Hold => String::new(),
    }
}

pub(super) fn how_near(answer: &Stopping, _: &State, _: &Ask) -> String {
    match answer {
        Stopping::Stop { gap } if gap.abs() < 10 => "In contact".to_owned(),
        Stopping::Stop { gap } => format!("{} apart", inches(*gap)),
    }
}

pub(super) fn drop_place(answer: &Carrying, _: &State, _: &Ask) -> String {
    match answer {
        Carrying::DropAt { at } => format!("Drop {}", place(*at)),
        Carrying::Keep | Carrying::Drop => String::new(),
    }
}

pub(super) fn resistance_heading(state: &State, ask: &Ask) -> String {
    match ask.about {
        Some(about) => format!("a Tactical Die to resist {}?", state.figure_name(about)),
        None => "a Tactical Die to resist?".to_owned(),
    }
}

pub(super) fn die_price(_: &super::TacticalDie, state: &State, ask: &Ask) -> Option<String> {
    Some(match state.side(ask.seat).dice {
        1 => "the last Tactical Die".to_owned(),
        dice => format!("1 of {dice} Tactical Dice"),
    })
}
