//! Everything that can happen, with the sentence the log says.

use crate::Sellsword;
use crate::state::State;
use kernel::{D20, Figure, Modifiers, Name, Seat, events};
use space::grid::Square;

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
    TurnBegan = "{unit} takes its turn with {acts} acts" { unit: Figure, seat: Seat, acts: i32 };
    TurnEnded = "{unit} ends its turn" { unit: Figure, unused: i32 };
    Entered = "{unit} enters at {at}" { unit: Figure, at: Square };
    Summoned = "{unit} is placed at {at}" { unit: Figure, at: Square };
    SummonFailed = "There is no room for {title}" { title: &'static str };
    ActsLost = "{unit} loses acts and has {left} left" { unit: Figure, left: i32 };

    // Movement.
    Moved = "{unit} starts a move with {points} points" { unit: Figure, points: i32 };
    Stepped = "{unit} steps from {from} to {to} for {cost}" { unit: Figure, from: Square, to: Square, cost: i32 };
    MoveEnded = "{unit} stops at {at}, points left: {left}" { unit: Figure, at: Square, left: i32 };
    MoveStopped = "{unit} can move no further" { unit: Figure, at: Square };
    Maneuvered = "{unit} maneuvers from {from} to {to} for {cost}" { unit: Figure, from: Square, to: Square, cost: i32 };
    Shifted = "{unit} may not stay there and is shifted to {to}" { unit: Figure, to: Square };
    Forced = "{unit} is moved from {from} to {to} ({how})" { unit: Figure, how: &'static str, from: Square, to: Square };
    ForcedEnded = "{unit} was moved {squares} squares ({how})" { unit: Figure, how: &'static str, squares: i32 };
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
    BurstCaught = "{count} units are caught in the burst" { count: i32 };
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
    WoundsDealt = "{unit} suffers {amount} {wound}" { unit: Figure, wound: &'static str, printed: i32, amount: i32 };
    WoundBonus = "{unit}: {amount} more wounds ({name})" { unit: Figure, name: &'static str, amount: i32 };
    ToughnessUsed = "Toughness spares {unit} {amount}" { unit: Figure, amount: i32 };
    Avoided = "{unit} avoids {amount} with Vigor" { unit: Figure, amount: i32, vigor: i32 };
    Injured = "{unit} takes a {injury} injury" { unit: Figure, injury: Name, injuries: i32 };
    Healed = "{unit} is healed of its {injury} injury" { unit: Figure, injury: Name };
    Dropped = "{unit} drops" { unit: Figure };
    MortalHeld = "{unit} rolls {natural} for its mortal wound, which is fatal on a 20" { unit: Figure, natural: i32 } [rolls D20];
    VigorGained = "{unit} gains {amount} Vigor" { unit: Figure, amount: i32, vigor: i32 };
    VigorLost = "{unit} loses {amount} Vigor" { unit: Figure, amount: i32 };
    Exhausted = "{unit} is Exhausted" { unit: Figure };
    TerrainMade = "{unit} fills {count} squares around {at}" { unit: Figure, at: Square, count: i32 };
    TerrainHarms = "{unit} is in {wound} terrain" { unit: Figure, wound: &'static str };

    // Statuses.
    StatusGained = "{unit} is {status} ({recover})" { unit: Figure, status: Name, recover: &'static str, amount: i32 };
    StatusKept = "{unit} is {status} already" { unit: Figure, status: Name };
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
    RageUnmet = "{unit} held back and loses {amount} Vigor" { unit: Figure, amount: i32 };
    GlamyrRolled = "{unit} rolls {total} against Wits {needed} under the glamyr" { unit: Figure, total: i32, needed: i32 } [rolls D20];
    ControlTaken = "{seat} controls {unit} for this turn" { unit: Figure, seat: Seat };
}
