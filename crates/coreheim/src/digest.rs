//! Everything that makes two states of the game different, in a fixed order.

use crate::cards::Spell;
use crate::profile::{Grip, Off};
use crate::state::{
    Charge, Deeds, NextStep, Options, Place, Player, Posture, Setting, Shard, Standing, State, Warrior,
};
use kernel::{Digest, Digested};

kernel::digest! {
    State { setting, next, players, warriors, round, order, slot, charges, spells, shards, outcome }
    Player { zone, attacker, deployed, started, routed, tested, through, shards }
    // The profile fixes the radius.
    Warrior {
        profile, owner, called, number, place, at, posture, wounds, fleeing, hidden, frenzied, idle, fresh, charmed, drunk,
        stripped, drained, did, grip, venom, spent, used, kills, shard; not radius
    }
    Standing { spell, caster, on }
    Shard { at, carrier, home }
    Options { free_measuring, panic_needs_two, open_board, campaign }
    enum Place { Waiting = 0, Table = 1, Out = 2, Fled = 3, Safe = 4 }
    enum Posture { Standing = 0, Down = 1, Stunned = 2 }
    enum NextStep {
        Roles = 0,
        Zones = 1,
        Provisions = 2,
        Deploy = 3,
        HiddenStart = 4,
        FirstTurn = 5,
        Rout = 6,
        Rally = 7,
        Stupidity = 8,
        StandUp = 9,
        Declare = 10,
        Charge = 11,
        Move = 12,
        Hide = 13,
        Shoot = 14,
        Combat = 15,
        Panic = 16,
        EndTurn = 17,
        Over = 18,
    }
}

impl Digested for Setting {
    fn feed(&self, d: &mut Digest) {
        d.text(&self.pack.hash);
        d.text(self.scenario.id.text());
        self.titles.feed(d);
        self.ratings.feed(d);
        self.options.feed(d);
    }
}

impl Digested for Deeds {
    fn feed(&self, d: &mut Digest) {
        self.bits().feed(d);
    }
}

impl Digested for Grip {
    fn feed(&self, d: &mut Digest) {
        self.main.feed(d);
        d.number(match self.off {
            Off::Nothing => -1,
            Off::Shield => -2,
            Off::Buckler => -3,
            Off::Weapon(at) => at.into(),
        });
    }
}

impl Digested for Charge {
    fn feed(&self, d: &mut Digest) {
        let Charge { charger, target, aimed, unseen, others } = self;
        charger.feed(d);
        target.feed(d);
        aimed.feed(d);
        unseen.feed(d);
        // Without their number: so it was recorded.
        others.iter().for_each(|other| other.feed(d));
    }
}

impl Digested for Spell {
    fn feed(&self, d: &mut Digest) {
        d.text(self.id.text());
    }
}
