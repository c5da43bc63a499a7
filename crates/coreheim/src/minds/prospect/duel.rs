//! What weapons and blows are about worth in a combat that is being fought: for minds, who would have to see many rounds of
//! dice before they tell a good weapon from a bad one.

use super::{blows, harm};
use crate::cards::Knack;
use crate::minds::appraise::price;
use crate::profile::Grip;
use crate::resolve::batch::Cause;
use crate::resolve::blow::{self, Chance, Weapon};
use crate::state::State;
use kernel::Figure;

/// What it is worth to a warrior to fight with these in his hands: the harm he does less the harm he takes.
pub(crate) fn grip(state: &State, figure: Figure, grip: Grip) -> i32 {
    const REACH: i32 = 1000;
    let mut held = state.clone();
    held.warrior_mut(figure).grip = grip;
    let state = &held;
    let turn = |one: Figure| (blow::rank(state, one), 20 - blow::quickness(state, one));
    let swings = blow::arm(state, figure, grip.main).is_some_and(|arm| arm.has(Knack::CircleSwing));
    let viewer = state.owner(figure);
    let own = price(state, figure, viewer);
    let (mut done, mut taken) = (0, 0);
    for foe in state.opponents(figure) {
        let mut given = blows(state, figure, foe).min(950);
        let mut got = 0;
        if state.warrior(foe).steady() {
            // He shares his blows among all whom he fights.
            let others = state.opponents(foe).count().max(1) as i32;
            got = turned(state, figure, blows(state, foe, figure) / others).min(950);
            // Who falls first does not strike.
            if turn(figure) <= turn(foe) {
                got = got * (1000 - given) / 1000;
            } else {
                given = given * (1000 - got) / 1000;
            }
        }
        taken += own * got / 1000;
        let gain = price(state, foe, viewer) * given / 1000;
        done = if swings { done + gain } else { done.max(gain) };
    }
    if swings {
        let friends = state.band(state.owner(figure)).filter(|other| *other != figure);
        let near = friends.filter(|other| state.close(figure, *other, REACH));
        done -=
            near.map(|other| price(state, other, viewer) * blows(state, figure, other).min(950) / 1000).sum::<i32>();
    }
    done - taken
}

/// What is left of harm when the best hit may be turned aside.
fn turned(state: &State, figure: Figure, harm: i32) -> i32 {
    match blow::parries(state, figure) {
        None => harm,
        Some(false) => harm * 4 / 5,
        Some(true) => harm * 2 / 3,
    }
}

/// What one blow at a target is worth.
pub(crate) fn blow(state: &State, striker: Figure, target: Figure, weapon: Weapon) -> i32 {
    let chance = match blow::chance(state, striker, target) {
        Chance::Certain => 6,
        Chance::Roll { needed, modifiers } => (7 - i32::from(needed) + i32::from(modifiers.sum())).clamp(1, 5),
    };
    let hit = blow::hit(state, striker, target, weapon);
    price(state, target, state.owner(striker)) * harm(state, target, Cause::Close, &hit, chance * 1000 / 6) / 1000
}
