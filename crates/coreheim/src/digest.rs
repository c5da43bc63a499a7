//! Everything that makes two states of the game different, in a fixed order.

use crate::profile::{Grip, Off};
use crate::state::{Charge, NextStep, Place, Player, Posture, Shard, Standing, State, Warrior};
use kernel::Digest;
use space::inches::Spot;

pub(crate) fn digest(state: &State, d: &mut Digest) {
    // Taken apart by name, so that a new field does not compile until it stands here too.
    let State { setting, next, players, warriors, round, order, slot, charges, spells, shards, outcome } = state;
    d.text(&setting.pack.hash);
    d.text(setting.scenario.id.text());
    d.list(&setting.titles, |d, title| d.text(title));
    d.list(&setting.ratings, |d, rating| d.number((*rating).into()));
    let crate::state::Options { free_measuring, panic_needs_two, open_board, campaign } = setting.options;
    for flag in [free_measuring, panic_needs_two, open_board, campaign] {
        d.flag(flag);
    }
    d.byte(step_number(*next));
    d.list(players, player);
    d.list(warriors, warrior);
    d.byte(*round);
    d.list(order, |d, seat| d.byte(seat.0));
    d.byte(*slot);
    d.list(charges, charge);
    d.list(spells, standing);
    d.list(shards, shard);
    d.outcome(outcome.as_ref());
}

/// Numbers of their own, so that a step put between two others does not change what older records hash to.
fn step_number(next: NextStep) -> u8 {
    match next {
        NextStep::Roles => 0,
        NextStep::Zones => 1,
        NextStep::Provisions => 2,
        NextStep::Deploy => 3,
        NextStep::HiddenStart => 4,
        NextStep::FirstTurn => 5,
        NextStep::Rout => 6,
        NextStep::Rally => 7,
        NextStep::Stupidity => 8,
        NextStep::StandUp => 9,
        NextStep::Declare => 10,
        NextStep::Charge => 11,
        NextStep::Move => 12,
        NextStep::Hide => 13,
        NextStep::Shoot => 14,
        NextStep::Combat => 15,
        NextStep::Panic => 16,
        NextStep::EndTurn => 17,
        NextStep::Over => 18,
    }
}

fn player(d: &mut Digest, player: &Player) {
    let Player { zone, attacker, deployed, started, routed, tested, through, shards } = player;
    d.number(zone.map_or(-1, i64::from));
    d.flag(*attacker);
    d.flag(*deployed);
    d.byte(*started);
    d.flag(*routed);
    d.flag(*tested);
    d.byte(*through);
    d.byte(*shards);
}

fn warrior(d: &mut Digest, warrior: &Warrior) {
    let Warrior {
        profile,
        owner,
        called,
        number,
        place,
        at,
        // The profile fixes it.
        radius: _,
        posture,
        wounds,
        fleeing,
        hidden,
        frenzied,
        idle,
        did,
        fresh,
        grip,
        charmed,
        drunk,
        venom,
        stripped,
        spent,
        used,
        drained,
        kills,
        shard,
    } = warrior;
    d.number((*profile).into());
    d.byte(owner.0);
    d.text(called.map_or("", |name| name.text()));
    d.byte(*number);
    d.byte(match place {
        Place::Waiting => 0,
        Place::Table => 1,
        Place::Out => 2,
        Place::Fled => 3,
        Place::Safe => 4,
    });
    spot(d, *at);
    d.byte(match posture {
        Posture::Standing => 0,
        Posture::Down => 1,
        Posture::Stunned => 2,
    });
    d.number((*wounds).into());
    for flag in [fleeing, hidden, frenzied, idle, fresh, charmed, drunk, stripped, drained] {
        d.flag(*flag);
    }
    d.number(did.bits().into());
    held(d, *grip);
    d.number(venom.map_or(-1, i64::from));
    d.byte(*spent);
    d.number((*used).into());
    d.byte(*kills);
    d.number(shard.map_or(-1, i64::from));
}

fn held(d: &mut Digest, grip: Grip) {
    d.number(grip.main.map_or(-1, i64::from));
    d.number(match grip.off {
        Off::Nothing => -1,
        Off::Shield => -2,
        Off::Buckler => -3,
        Off::Weapon(at) => at.into(),
    });
}

fn charge(d: &mut Digest, charge: &Charge) {
    let Charge { charger, target, aimed, unseen, others } = charge;
    d.number(charger.0.into());
    d.number(target.0.into());
    spot(d, *aimed);
    d.flag(*unseen);
    for other in others {
        d.number(other.0.into());
    }
}

fn standing(d: &mut Digest, standing: &Standing) {
    let Standing { spell, caster, on } = standing;
    d.text(spell.id.text());
    d.number(caster.0.into());
    d.number(on.0.into());
}

fn shard(d: &mut Digest, shard: &Shard) {
    let Shard { at, carrier, home } = shard;
    spot(d, *at);
    d.figure(*carrier);
    d.seat(*home);
}

fn spot(d: &mut Digest, spot: Spot) {
    d.number(spot.x.into());
    d.number(spot.y.into());
    d.number(spot.z.into());
}
