//! Everything that makes two states of the game different, in a fixed order.

use crate::cards::{Condition, Ground, Stat};
use crate::field::Field;
use crate::state::{Made, NextStep, Place, Player, Setting, State, Status, Turn, Unit};
use kernel::{Digest, Digested};

kernel::digest! {
    State {
        setting, field, next, players, units, round, phase, slot, order, advantaged, turn, made, open, captured,
        extended_to, outcome
    }
    Player { score, tile, tactics, selector, out }
    Unit {
        profile, owner, place, called, number, vigor, tokens, boxes, scored, acted, toughness, dice, crowed, used_turn,
        used_round, used_match, dazed, statuses, harmed_by
    }
    Status { condition, amount, recover, modifier, star, by, by_seat }
    Turn { unit, controller, acts, spent, carry, diagonals, moved, astride, felled, single, duty }
    Made { square, kind, until }
    enum Place { Waiting = 0, On(at) = 1, Dropped = 2 }
    enum NextStep {
        MatchTactics = 0,
        ChooseMap = 1,
        PlaceTiles = 2,
        RoundStart = 3,
        RoundPowers = 4,
        PhaseZero = 5,
        ChooseUnit = 6,
        StartTurn = 7,
        Act = 8,
        EndTurn = 9,
        EndRound = 10,
        Over = 11,
    }
}

impl Digested for Setting {
    fn feed(&self, d: &mut Digest) {
        // The roster follows from the pack and the units.
        let Setting { pack, scenario, titles, maps, roster: _, options } = self;
        d.text(&pack.hash);
        d.text(scenario.id.text());
        titles.feed(d);
        maps.feed(d);
        d.flag(options.glancing);
    }
}

impl Digested for Field {
    fn feed(&self, d: &mut Digest) {
        d.text(self.map.id.text());
    }
}

impl Digested for Condition {
    fn feed(&self, d: &mut Digest) {
        d.byte(self.index() as u8);
    }
}

impl Digested for Stat {
    fn feed(&self, d: &mut Digest) {
        d.byte(*self as u8);
    }
}

impl Digested for Ground {
    fn feed(&self, d: &mut Digest) {
        d.byte(self.0);
    }
}
