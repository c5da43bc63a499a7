//! Everything that makes two states of the game different, in a fixed order.

use crate::state::{Made, NextStep, Place, Player, State, Status, Turn, Unit};
use kernel::Digest;
use space::grid::Square;

pub(crate) fn digest(state: &State, d: &mut Digest) {
    // Taken apart by name, so that a new field does not compile until it stands here too.
    let State {
        setting,
        field,
        next,
        players,
        units,
        round,
        phase,
        slot,
        order,
        advantaged,
        turn,
        made,
        open,
        captured,
        extended_to,
        outcome,
    } = state;
    // The roster follows from the pack and the units.
    d.text(&setting.pack.hash);
    d.text(setting.scenario.id.text());
    d.list(&setting.titles, |d, title| d.text(title));
    d.list(&setting.maps, |d, map| d.text(map.map.id.text()));
    d.flag(setting.options.glancing);
    d.text(field.map.id.text());
    d.byte(step_number(*next));
    d.list(players, player);
    d.list(units, unit);
    d.number((*round).into());
    d.number((*phase).into());
    d.byte(*slot);
    d.list(order, |d, seat| d.byte(seat.0));
    d.byte(advantaged.0);
    turn_of(d, turn);
    d.list(made, terrain);
    d.byte(*open);
    d.number((*captured).into());
    d.number((*extended_to).into());
    d.outcome(outcome.as_ref());
}

/// Numbers of their own, so that a step put between two others does not change what older records hash to.
fn step_number(next: NextStep) -> u8 {
    match next {
        NextStep::MatchTactics => 0,
        NextStep::ChooseMap => 1,
        NextStep::PlaceTiles => 2,
        NextStep::RoundStart => 3,
        NextStep::RoundPowers => 4,
        NextStep::PhaseZero => 5,
        NextStep::ChooseUnit => 6,
        NextStep::StartTurn => 7,
        NextStep::Act => 8,
        NextStep::EndTurn => 9,
        NextStep::EndRound => 10,
        NextStep::Over => 11,
    }
}

fn player(d: &mut Digest, player: &Player) {
    let Player { score, tile, tactics, selector, out } = player;
    d.number((*score).into());
    d.maybe(*tile, square);
    d.number((*tactics).into());
    d.flag(*selector);
    d.flag(*out);
}

fn unit(d: &mut Digest, unit: &Unit) {
    let Unit {
        profile,
        owner,
        place,
        called,
        number,
        vigor,
        tokens,
        boxes,
        scored,
        acted,
        toughness,
        dice,
        crowed,
        used_turn,
        used_round,
        used_match,
        dazed,
        statuses,
        harmed_by,
    } = unit;
    d.number((*profile).into());
    d.byte(owner.0);
    match place {
        Place::Waiting => d.byte(0),
        Place::On(at) => {
            d.byte(1);
            square(d, *at);
        }
        Place::Dropped => d.byte(2),
    }
    d.text(called.map_or("", |name| name.text()));
    d.byte(*number);
    d.number((*vigor).into());
    for count in tokens {
        d.byte(*count);
    }
    d.number((*boxes).into());
    d.flag(*scored);
    d.flag(*acted);
    d.number((*toughness).into());
    d.byte(*dice);
    d.flag(*crowed);
    d.number((*used_turn).into());
    d.number((*used_round).into());
    d.number((*used_match).into());
    d.flag(*dazed);
    d.list(statuses, status);
    d.seat(*harmed_by);
}

fn status(d: &mut Digest, status: &Status) {
    let Status { condition, amount, recover, modifier, star, by, by_seat } = status;
    d.byte(condition.index() as u8);
    d.number((*amount).into());
    d.byte(*recover as u8);
    d.number((*modifier).into());
    d.flag(*star);
    d.figure(*by);
    d.byte(by_seat.0);
}

fn turn_of(d: &mut Digest, turn: &Turn) {
    let Turn { unit, controller, acts, spent, carry, diagonals, moved, astride, felled, single, duty } = turn;
    d.figure(*unit);
    d.byte(controller.0);
    d.number((*acts).into());
    for count in spent {
        d.byte(*count);
    }
    d.byte(*carry);
    d.byte(*diagonals);
    d.flag(*moved);
    d.flag(*astride);
    d.flag(*felled);
    d.flag(*single);
    d.figure(*duty);
}

fn terrain(d: &mut Digest, made: &Made) {
    square(d, made.square);
    d.byte(made.kind.0);
    d.number(made.until.into());
}

fn square(d: &mut Digest, square: Square) {
    d.byte(square.x);
    d.byte(square.y);
}
