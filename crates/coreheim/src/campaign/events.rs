//! Everything that can happen after a battle.

use super::{Aftermath, State};
use crate::rolls::{D6, TWO_D6};
use kernel::{Figure, Name, Seat, counted, events};

events! { Aftermath, State:
    HenchmanRolled = "{member} rolls {rolled} for his life: {dead}" { member: Figure, rolled: i32, dead: Life } [rolls D6];
    InjuryRolled = "{member} rolls {rolled}: {injury}" { member: Figure, rolled: i32, injury: &'static str } [rolls TWO_D6];
    InjuryAgain = "{member} rolls {rolled}: {injury}, which does not count here and is rolled again" {
        member: Figure, rolled: i32, injury: &'static str
    } [rolls TWO_D6];
    UsedUp = "{thing} of {member} is used up" { member: Figure, thing: Name };
    Died = "{member} is dead" { member: Figure };
    Weakened = "{member} has {stat} {change} for good" { member: Figure, stat: &'static str, change: i32 };
    NotWeakened = "{member} keeps {stat} 1: nothing falls below it" { member: Figure, stat: &'static str };
    DeathSpared = "{member} lives: {reason}, so that it counts as multiple injuries" {
        member: Figure, reason: &'static str
    };
    Robbed = "{member} has lost all he carried" { member: Figure };
    WillMiss = "{member} will miss {battles}" { member: Figure, battles: Battles };
    Rested = "Nobody of {seat} can fight; it lets {battles} pass" { seat: Seat, battles: Battles };
    Hates = "{member} hates {seat} from now on" { member: Figure, seat: Seat };
    Captured = "{member} is in the hands of {by}" { member: Figure, by: Seat };
    Ransomed = "{member} is released for {gold} gold" { member: Figure, gold: i32 };
    Lost = "{member} is never seen again" { member: Figure };
    PitWon = "{member} wins in the pits: {gold} gold" { member: Figure, gold: i32 };
    PitLost = "{member} is beaten in the pits" { member: Figure };
    Gained = "{member} gains {experience} experience: {total}" { member: Figure, experience: i32, total: i32, why: &'static str };
    AdvanceRolled = "{member} advances: {rolled}" { member: Figure, rolled: i32 } [rolls TWO_D6];
    Improved = "{member} improves {stat} to {value}" { member: Figure, stat: &'static str, value: i32 };
    Learnt = "{member} learns {skill}" { member: Figure, skill: Name };
    SpellLearnt = "{member} learns the spell {spell}" { member: Figure, spell: Name };
    SpellEased = "{member} casts {spell} more easily" { member: Figure, spell: Name };
    Talented = "A man of {member} becomes a hero" { member: Figure, hero: Figure };
    AdvanceLost = "{member} can advance no further" { member: Figure };
    NewLeader = "{member} leads {seat} now" { member: Figure, seat: Seat };
    Disbanded = "{seat} has nobody to lead it and is disbanded" { seat: Seat };
    FoundedAnew = "{seat} is founded anew with {gold} gold" { seat: Seat, gold: i32 };
    Explored = "{seat} explores with {dice}: {sum}, shards found: {shards}" { seat: Seat, dice: Dice, sum: i32, shards: i32 };
    FoundGold = "{seat} finds {gold} gold" { seat: Seat, gold: i32 };
    FoundThing = "{seat} finds {thing}" { seat: Seat, thing: Name };
    ShardsSold = "{seat} sells {shards} for {gold} gold" { seat: Seat, shards: Shards, gold: i32 };
    Bought = "{seat} buys {thing} for {gold} gold" { seat: Seat, thing: Name, gold: i32 };
    Sold = "{seat} sells {thing} for {gold} gold" { seat: Seat, thing: Name, gold: i32 };
    Searched = "{member} looks for {thing}: {rolled}" { member: Figure, thing: Name, rolled: i32, found: bool } [rolls TWO_D6];
    Given = "{member} is given {thing}" { member: Figure, thing: Name };
    Taken = "{member} hands over {thing}" { member: Figure, thing: Name };
    Hired = "{member} joins for {gold} gold" { member: Figure, gold: i32 };
    Reinforced = "A man joins {member} for {gold} gold" { member: Figure, gold: i32 };
    SpareRolled = "{seat} may spread {rolled} experience over recruits" { seat: Seat, rolled: i32 } [rolls D6];
    Closed = "{seat} has fought {battles}" { seat: Seat, battles: Battles };
}

counted! {
    Battles: "1 battle", "battles";
    Dice: "1 die", "dice";
    Shards: "1 shard", "shards";
}

/// Whether a henchman is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life(pub bool);

impl kernel::Field<State> for Life {
    fn put(&self, key: &'static str, _: &State, fields: &mut kernel::Fields) {
        fields.flag(key, self.0);
    }

    fn say(&self, _: &State) -> String {
        if self.0 { "he is dead" } else { "he lives" }.to_owned()
    }
}
