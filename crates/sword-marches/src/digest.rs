//! Everything that makes two states different, in a fixed order.

use crate::state::{Cache, Fighter, NextStep, Options, Place, Side, State};
use kernel::Digest;
use space::inches::Spot;

pub(crate) fn digest(state: &State, d: &mut Digest) {
    // Taken apart by name, so that a new field does not compile until it stands here too.
    let State {
        setting,
        field,
        next_step,
        turn,
        sides,
        fighters,
        intruder,
        edge,
        edge_run,
        priority,
        edge_acted,
        caches,
        beacon,
        signals,
        lost,
        outcome,
    } = state;
    // Sheets and bands follow from the pack and the fighters.
    d.text(&setting.pack.hash);
    d.list(&setting.titles, |d, title| d.text(title));
    d.list(&setting.sheets, |d, sheet| d.text(&sheet.profile.name));
    // Which roles were agreed on the setup says, as it does which Adventures there are.
    let Options { measuring, flat_edge, intruder: _, whole_immunity, die_a_check } = setting.options;
    for flag in [measuring, flat_edge, *edge_acted, *beacon] {
        d.flag(flag);
    }
    d.text(field.adventure.id.text());
    d.byte(step_number(*next_step));
    d.list(sides, side);
    d.list(fighters, fighter);
    for seat in [intruder, edge, priority] {
        d.byte(seat.0);
    }
    for value in [turn, edge_run, signals] {
        d.byte(*value);
    }
    d.list(caches, cache);
    d.list(lost, |d, (figure, at)| {
        d.figure(Some(*figure));
        spot(d, *at);
    });
    d.outcome(outcome.as_ref());
    // Options that came later leave no trace where they are off, so that what was recorded before them hashes as it did.
    for (on, mark) in [(whole_immunity, 1), (die_a_check, 2)] {
        if on {
            d.byte(mark);
        }
    }
}

/// Numbers of their own, so that a step put between two others does not change what older records hash to.
fn step_number(step: NextStep) -> u8 {
    match step {
        NextStep::FirstCheck => 0,
        NextStep::Deploy => 1,
        NextStep::TurnStart => 2,
        NextStep::Rout => 3,
        NextStep::Panic => 4,
        NextStep::RandomMovement => 5,
        NextStep::Recovery => 6,
        NextStep::Strategy => 7,
        NextStep::Tokens => 8,
        NextStep::ActionStart => 9,
        NextStep::Action => 10,
        NextStep::TurnEnd => 11,
        NextStep::Over => 12,
        NextStep::Roles => 13,
    }
}

fn side(d: &mut Digest, side: &Side) {
    let Side { base, pool, dice, may_break, spare_breaks, portents, belayed, executed, forfeits, lost } = side;
    for value in [base, pool, dice, spare_breaks, executed, forfeits] {
        d.byte(*value);
    }
    for flag in [may_break, portents, belayed] {
        d.flag(*flag);
    }
    // A mark that no flag is, so that what was recorded before Tokens could be lost hashes as it did.
    if *lost > 0 {
        d.byte(u8::MAX);
        d.byte(*lost);
    }
}

fn fighter(d: &mut Digest, fighter: &Fighter) {
    let Fighter {
        owner,
        name,
        place,
        shocked,
        broken,
        token,
        ambush,
        entangled,
        shocks,
        tactical,
        broke,
        // No rule asks for it: what follows is the same with it and without.
        acted: _,
        fury,
        handed,
        calmed,
        ancestors,
        surged,
        hands,
        spent,
        thrown,
        shown,
        // Only ever set in thought.
        veiled: _,
        engaged_since,
        stood,
        carries,
        detected,
        felled,
        objectives,
    } = fighter;
    d.byte(owner.0);
    d.text(name.text());
    where_it_is(d, place);
    for flag in [shocked, broken, token, ambush, entangled, tactical, broke, fury, handed, calmed, ancestors, surged] {
        d.flag(*flag);
    }
    for value in [shocks, engaged_since, objectives] {
        d.byte(*value);
    }
    d.list(felled, |d, count| d.byte(*count));
    d.number((*spent).into());
    d.number((*thrown).into());
    d.number((*shown).into());
    d.maybe(*hands, Digest::byte);
    d.maybe(*carries, Digest::byte);
    d.maybe(*stood, spot);
    d.figure(detected.map(|detected| detected.by));
    if let Some(detected) = detected {
        d.flag(detected.cover);
    }
}

fn where_it_is(d: &mut Digest, place: &Place) {
    match place {
        Place::Waiting => d.byte(0),
        Place::On(at) => {
            d.byte(1);
            spot(d, *at);
        }
        Place::Wounded => d.byte(2),
        Place::Fled => d.byte(3),
        Place::Left => d.byte(4),
    }
}

fn cache(d: &mut Digest, cache: &Cache) {
    match cache {
        Cache::Lies(at) => {
            d.byte(0);
            spot(d, *at);
        }
        Cache::Carried(by) => {
            d.byte(1);
            d.figure(Some(*by));
        }
        Cache::Secured => d.byte(2),
    }
}

fn spot(d: &mut Digest, spot: Spot) {
    for value in [spot.x, spot.y, spot.z] {
        d.number(value.into());
    }
}
