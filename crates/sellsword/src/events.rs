//! Everything that can happen, with the sentence the log says.

use crate::Sellsword;
use crate::state::State;
use kernel::{D20, Field, Fields, Figure, Modifiers, Name, Seat, counted, events, so_many};
use space::grid::Square;

counted! {
    Points: "1 point", "points";
    Squares: "1 square", "squares";
}

/// Numbers that a sentence says in words of their own: none at all, one, several.
macro_rules! told {
    ($($(#[$doc:meta])* $name:ident = $say:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub i32);

        impl Field<State> for $name {
            fn put(&self, key: &'static str, _: &State, fields: &mut Fields) {
                fields.number(key, self.0);
            }

            fn say(&self, _: &State) -> String {
                let say: fn(i32) -> String = $say;
                say(self.0)
            }
        }
    )*};
}

told! {
    /// So much of something, or none of it.
    Amount = |amount| if amount == 0 { "no".into() } else { amount.to_string() };
    /// Who is in a burst.
    Caught = |count| match count {
        0 => "nobody is".into(),
        count => so_many(count, "unit is", "units are"),
    };
    /// How far a unit was moved by others.
    Driven = |squares| match squares {
        0 => "stays where it is".into(),
        squares => format!("was moved {}", so_many(squares, "square", "squares")),
    };
    /// Wounds that come on top, or are taken off.
    More = |wounds| match wounds {
        ..0 => so_many(-wounds, "wound less", "wounds less"),
        wounds => so_many(wounds, "more wound", "more wounds"),
    };
    /// What is left of the acts of a turn.
    Left = |acts| match acts {
        0 => "no act".into(),
        acts => so_many(acts, "act", "acts"),
    };
}

events! { Sellsword, State:
    // Set-up and rounds.
    TacticsRolled = "{seat} rolls {natural} for tactics: {result}" { seat: Seat, natural: i32, result: i32 } [rolls D20];
    TacticsTied = "The highest results are equal at {result}; they are rolled off" { result: i32 };
    WarleaderRolled = "{seat} spends a warleader die of {unit} and rolls {natural}{modifiers}: {result}" {
        seat: Seat, unit: Figure, natural: i32, modifiers: Modifiers, result: i32
    } [rolls D20];
    PlacesRolled = "{seat} rolls {natural} for a place among equals" { seat: Seat, natural: i32 } [rolls D20];
    AdvantageWon = "{seat} has the advantage with {result}" { seat: Seat, result: i32 };
    GreaterAdvantage = "{seat} has greater advantage: {result} against {other}" { seat: Seat, result: i32, other: i32 };
    SelectorNamed = "{by} lets {seat} select the map" { by: Seat, seat: Seat };
    MapSelected = "{seat} selects {map}" { seat: Seat, map: Name };
    TilePlaced = "{seat} places the entry tile at {at}" { seat: Seat, at: Square };
    RoundBegan = "Round {round} begins" { round: i32 };
    OrderSet = "{seat} is Player {number}" { seat: Seat, number: i32 };
    PhaseBegan = "Phase {phase}: {seat} goes first" { phase: i32, seat: Seat };
    FinalPhase = "{seat} takes turns with all remaining units" { seat: Seat };
    PhaseZeroTaken = "{seat} takes a turn ahead of phase 1" { seat: Seat };
    PhaseZeroDeclined = "{seat} does without the turn ahead of phase 1" { seat: Seat };
    UnitChosen = "{seat} chooses {unit}" { seat: Seat, unit: Figure };
    ObjectiveScored = "{seat} holds {objective} and scores {vp}" { seat: Seat, objective: &'static str, vp: i32 };
    ObjectiveContested = "{objective} is contested and scores nothing" { objective: &'static str };
    RoundEnded = "Round {round} ends" { round: i32 };
    TerrainFaded = "The smoke at {at} is gone" { at: Square };
    PlayerOut = "{seat} has no unit left" { seat: Seat };
    ScoresTied = "The target is met with equal scores; another round is played" { score: i32 };
    BattleWon = "{seat} wins: {reason}" { seat: Seat, reason: &'static str, score: i32 };
    BattleDrawn = "The battle is drawn at {score}" { score: i32 };
    Scored = "{seat} scores {vp} for {unit}" { seat: Seat, vp: i32, unit: Figure };
    Unscored = "Nobody scores for {unit}" { unit: Figure };
    BountyScored = "{seat} scores a bounty of {vp} for {unit}" { seat: Seat, vp: i32, unit: Figure };

    // Turns.
    TurnBegan = "{unit} takes its turn with {acts}" { unit: Figure, seat: Seat, acts: Left };
    TurnEnded = "{unit} ends its turn" { unit: Figure, unused: i32 };
    Entered = "{unit} enters at {at}" { unit: Figure, at: Square };
    Summoned = "{unit} is placed at {at}" { unit: Figure, at: Square };
    SummonFailed = "There is no room for {title}" { title: &'static str };
    ActsLost = "{unit} loses acts and has {left} left" { unit: Figure, left: Left };

    // Movement.
    Moved = "{unit} starts a move with {points}" { unit: Figure, points: Points };
    Stepped = "{unit} steps from {from} to {to} for {cost}" { unit: Figure, from: Square, to: Square, cost: i32 };
    MoveEnded = "{unit} stops at {at}, points left: {left}" { unit: Figure, at: Square, left: i32 };
    MoveStopped = "{unit} can move no further" { unit: Figure, at: Square };
    Maneuvered = "{unit} maneuvers from {from} to {to} for {cost}" { unit: Figure, from: Square, to: Square, cost: i32 };
    Shifted = "{unit} may not stay there and is shifted to {to}" { unit: Figure, to: Square };
    Forced = "{unit} is moved from {from} to {to} ({how})" { unit: Figure, how: &'static str, from: Square, to: Square };
    ForcedEnded = "{unit} {squares} ({how})" { unit: Figure, how: &'static str, squares: Driven };
    FellIntoPit = "{unit} goes into the pit and comes up at {to}" { unit: Figure, to: Square };
    Reappeared = "{unit} reappears at {to}" { unit: Figure, to: Square };
    FreeStepped = "{unit} takes a free step to {to}" { unit: Figure, to: Square };

    // Acts.
    Rested = "{unit} rests and regains a {token} token" { unit: Figure, token: &'static str };
    Crowed = "{unit} crows and regains {vigor} Vigor" { unit: Figure, vigor: i32 };
    TraitUsed = "{unit} uses {name}" { unit: Figure, name: Name };
    Charged = "{unit} charges {target}" { unit: Figure, target: Figure };
    Declared = "{unit} attacks {target} with {attack} at range {range}" { unit: Figure, target: Figure, attack: Name, range: i32 };
    BurstDeclared = "{unit} uses {attack} at {origin}" { unit: Figure, attack: Name, origin: Square };
    BurstCaught = "In the burst {count} caught" { count: Caught };
    Paid = "{unit} pays {vigor} Vigor" { unit: Figure, vigor: i32 };
    TokenSpent = "{unit} spends a {token} token" { unit: Figure, token: &'static str };
    AttackLost = "{unit} can no longer make its attack: {reason}" { unit: Figure, reason: &'static str };

    // Reactions.
    ReplyDeclared = "{unit} will reply to {to}" { unit: Figure, to: Figure };
    ReplyMade = "{unit} replies to {to} with {attack}" { unit: Figure, to: Figure, attack: Name };
    ReplyLost = "The reply of {unit} is lost: {reason}" { unit: Figure, reason: &'static str };

    // Resolution.
    AttackRolled = "{unit} rolls {natural}{modifiers}: {total} against {target}'s {versus} {needed}" {
        unit: Figure, target: Figure, versus: &'static str, natural: i32, modifier: i32, modifiers: Modifiers, total: i32, needed: i32
    } [rolls D20];
    Rerolled = "{by} has the roll made again ({name})" { by: Figure, name: &'static str };
    AttackHit = "{unit} hits {target}" { unit: Figure, target: Figure, critical: bool, glancing: bool };
    AttackMissed = "{unit} misses {target}" { unit: Figure, target: Figure };
    AutoHit = "{target} is helpless: {unit} hits with a Critical Strike" { unit: Figure, target: Figure };
    WoundsDealt = "{unit} suffers {amount} {wound}{why}" {
        unit: Figure, wound: &'static str, printed: i32, amount: Amount, why: &'static str
    };
    WoundBonus = "{unit}: {amount} ({name})" { unit: Figure, name: &'static str, amount: More };
    ToughnessUsed = "Toughness spares {unit} {amount}" { unit: Figure, amount: i32 };
    Avoided = "{unit} avoids {amount} with Vigor" { unit: Figure, amount: i32, vigor: i32 };
    Injured = "{unit} takes a {injury} injury" { unit: Figure, injury: Name, injuries: i32 };
    Healed = "{unit} is healed of its {injury} injury" { unit: Figure, injury: Name };
    Dropped = "{unit} drops" { unit: Figure };
    MortalHeld = "{unit} rolls {natural} for its mortal wound, which is fatal on a 20" { unit: Figure, natural: i32 } [rolls D20];
    VigorGained = "{unit} gains {amount} Vigor{why}" { unit: Figure, amount: Amount, vigor: i32, why: &'static str };
    VigorLost = "{unit} loses {amount} Vigor" { unit: Figure, amount: i32 };
    Exhausted = "{unit} is Exhausted" { unit: Figure };
    TerrainMade = "{unit} fills {count} around {at}" { unit: Figure, at: Square, count: Squares };
    TerrainHarms = "{unit} is in {wound} terrain" { unit: Figure, wound: &'static str };

    // Statuses.
    StatusGained = "{unit} is {status} ({recover})" { unit: Figure, status: Name, recover: &'static str, amount: i32 };
    StatusKept = "{unit} is {status} already" { unit: Figure, status: Name };
    CauseAdded = "{unit} is {status} already; {by} is one more cause of it" { unit: Figure, status: Name, by: Figure };
    HoldLost = "{by} holds {unit} no longer, which stays {status}" { by: Figure, unit: Figure, status: Name };
    StatusResisted = "{unit} is immune to {status}" { unit: Figure, status: Name };
    StatusMissing = "{unit} is out of reach for {status}" { unit: Figure, status: Name };
    StatusEnded = "{unit} is no longer {status}" { unit: Figure, status: Name, reason: &'static str };
    EffectSkipped = "The next effect does not happen to {unit}" { unit: Figure };
    RecoveryRolled = "{unit} rolls {natural}{modifiers} to recover from {status}: {total}, below {needed} is needed" {
        unit: Figure, status: Name, natural: i32, modifiers: Modifiers, total: i32, needed: i32
    } [rolls D20];
    RecoveryFailed = "{unit} stays {status}" { unit: Figure, status: Name };
    RageRolled = "{unit} rolls {total} against Wits {needed} in its rage" { unit: Figure, total: i32, needed: i32 } [rolls D20];
    RageObliges = "{unit} must close with {target}" { unit: Figure, target: Figure };
    RageInVain = "{unit} cannot get next to any nearest enemy by its moves and charges, and is free to act" { unit: Figure };
    RageReleased = "{unit} can no longer get next to {target}, and nothing is held against it" { unit: Figure, target: Figure };
    RageUnmet = "{unit} held back and loses {amount} Vigor" { unit: Figure, amount: Amount };
    GlamyrRolled = "{unit} rolls {total} against Wits {needed} under the glamyr" { unit: Figure, total: i32, needed: i32 } [rolls D20];
    ControlTaken = "{seat} controls {unit} for this turn" { unit: Figure, seat: Seat };
}
