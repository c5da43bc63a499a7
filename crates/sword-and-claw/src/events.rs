//! Everything that can happen, with the sentence the log says.

use crate::SwordAndClaw;
use crate::rolls::{D6, D10};
use crate::state::{Party, State};
use kernel::{Figure, Modifiers, Name, Seat, counted, events};
use space::grid::Square;

events! { SwordAndClaw, State:
    // Set-up and deployment.
    BoardLaid = "The battle is fought on {width} by {height} squares of one inch" { width: i32, height: i32 };
    BoardCrowded = "{points} points a side crowd a board of this size; up to {advised} are advised" { points: i32, advised: i32 };
    FactionRevealed = "{seat} leads {faction}" { seat: Seat, faction: &'static str };
    PointsShared = "{players} players share the points of {seat}'s side, {share} each" { seat: Seat, players: i32, share: i32 };
    AttackerNamed = "{seat}" { seat: Party };
    AttackerTossed = "The toss shows {natural}: {seat}" { seat: Party, natural: i32 } [rolls D6];
    EdgeChosen = "{seat} on the {edge} edge" { seat: Party, edge: &'static str };
    DepthRolled = "{seat} rolls {natural}: figures are placed within {depth} of the edge" { seat: Seat, natural: i32, depth: Inches } [rolls D6];
    DepthGrown = "{seat} has no room; the depth grows to {depth}" { seat: Seat, depth: Inches };
    ReserveChosen = "{seat} chooses reserve {reserve}" { seat: Seat, reserve: &'static str };
    ReserveFixed = "{seat} has fixed a reserve" { seat: Seat };
    Placed = "{unit} is placed at {at} ({level})" { unit: Figure, at: Square, level: &'static str };
    PlacementLost = "There is no room left for {title} of {seat}" { seat: Seat, title: &'static str };

    // Turns and steps.
    TurnBegan = "Round {round}: the turn of {seat}" { seat: Party, round: i32 };
    StepBegan = "{step}" { step: &'static str };
    ReadyLost = "{unit} is no longer readied" { unit: Figure };
    ConcessionRefused = "{ally} would concede, but {seat} fights on" { seat: Seat, ally: Seat };
    SideConceded = "{seat}" { seat: Party };
    LeftBoard = "{unit} leaves the board at {at}" { unit: Figure, at: Square };
    TurnLimitReached = "Round {round} was the last" { round: i32 };
    BattleWon = "{seat}: {reason}" { seat: Party, reason: &'static str, score: i32 };
    BattleDrawn = "The battle is drawn: {reason}" { reason: &'static str };

    // Movement.
    MoveBegan = "{unit} begins to {how}, up to {inches}" { unit: Figure, how: &'static str, inches: Inches };
    Stepped = "{unit} goes from {from} to {to} for {cost}" { unit: Figure, from: Square, to: Square, cost: Inches };
    LevelChanged = "{unit} changes to {level} for {cost}" { unit: Figure, level: &'static str, cost: Inches };
    MoveEnded = "{unit} stops at {at} after {spent}" { unit: Figure, at: Square, spent: Inches };
    MoveStopped = "{unit} can go no further" { unit: Figure, at: Square };
    PutBack = "{unit} is put back to {to}" { unit: Figure, to: Square };
    ChargeDeclared = "{unit} charges {target}" { unit: Figure, target: Figure };
    ChargeRolled = "{unit} rolls {natural} for its charge" { unit: Figure, natural: i32 } [rolls D6];
    ChargeFellShort = "{unit} falls back to {to}" { unit: Figure, to: Square };
    ChargeSurged = "{unit} gains a space and goes on to {to}" { unit: Figure, to: Square };
    Aimed = "{unit} aims" { unit: Figure };
    Reloaded = "{unit} reloads {attack}" { unit: Figure, attack: Name };
    Held = "{unit} stays where it is" { unit: Figure };
    CrewMoved = "{unit} goes with {engine} to {to}" { unit: Figure, engine: Figure, to: Square };
    CrewLeft = "{unit} cannot follow {engine} and stays behind" { unit: Figure, engine: Figure };
    OpportunityTaken = "{unit} strikes at {target}, who moves away, with {attack}" { unit: Figure, target: Figure, attack: Name };
    OpportunityPassed = "{seat} lets {target} go" { seat: Seat, target: Figure };
    ReadiedGivenUp = "{unit} gives up its readied attack" { unit: Figure };
    Trampled = "{unit} tramples {target} with {attack}" { unit: Figure, target: Figure, attack: Name };

    // Saving throws and conditions.
    SaveRolled = "{unit} rolls {natural}{modifiers} to save against {against}: {total}" {
        unit: Figure, against: &'static str, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10];
    Saved = "{unit} is free of {from}" { unit: Figure, from: &'static str, clean: bool };
    SaveFailed = "{unit} fails its save against {against}" { unit: Figure, against: &'static str };
    ConditionGained = "{unit} is {condition}" { unit: Figure, condition: &'static str, count: i32 };
    ConditionResisted = "{unit} is not {condition}" { unit: Figure, condition: &'static str };
    Sank = "{unit} sinks to {level}" { unit: Figure, level: &'static str };
    Displaced = "{unit} is moved to {to}" { unit: Figure, to: Square };

    // Declarations.
    ShotDeclared = "{unit} will shoot {attack} at {target}" { unit: Figure, attack: Name, target: Figure, readied: bool };
    SpotDeclared = "{unit} will aim {attack} at {at} ({level})" { unit: Figure, attack: Name, at: Square, level: &'static str, readied: bool };
    BlowDeclared = "{unit} will strike {target} with {attack}" { unit: Figure, attack: Name, target: Figure, readied: bool };
    SweepDeclared = "{unit} will sweep {attack} over {squares} from {at} ({direction})" {
        unit: Figure, attack: Name, at: Square, squares: Squares, direction: &'static str, readied: bool
    };
    TemplateDeclared = "{unit} will use {attack} from {from} towards {to}" { unit: Figure, attack: Name, from: Square, to: Square, readied: bool };
    AuraDeclared = "{unit} will use {attack}" { unit: Figure, attack: Name, readied: bool };
    Readied = "{unit} readies {attack}" { unit: Figure, attack: Name };
    Undeclared = "{unit} can no longer make its attack: {reason}" { unit: Figure, reason: &'static str };
    EngineLoaded = "{unit} is loaded by its crew" { unit: Figure };
    CrewKept = "{seat} keeps {unit} from {engine}" { seat: Seat, unit: Figure, engine: Figure };
    CrewServes = "{unit} serves {engine}" { unit: Figure, engine: Figure };

    // Resolution.
    AttackRolled = "{unit} rolls {natural}{modifiers} with {attack}: {total} against {target}'s {needed}" {
        unit: Figure, target: Figure, attack: Name, natural: i32, modifiers: Modifiers, total: i32, needed: i32
    } [rolls D10];
    SpotRolled = "{unit} rolls {natural}{modifiers} with {attack}: {total} against {needed}" {
        unit: Figure, attack: Name, natural: i32, modifiers: Modifiers, total: i32, needed: i32
    } [rolls D10];
    AttackHit = "{unit} hits {target}" { unit: Figure, target: Figure };
    AttackMissed = "{unit} misses {target}" { unit: Figure, target: Figure };
    AutoHit = "{attack} of {unit} hits {target} without a roll" { unit: Figure, target: Figure, attack: Name };
    Strayed = "The shot of {unit} strays to {target}" { unit: Figure, target: Figure };
    Deviated = "{attack} of {unit} deviates {squares} to {to}" { unit: Figure, attack: Name, squares: Squares, to: Square };
    LandedOn = "{attack} of {unit} lands at {at}" { unit: Figure, attack: Name, at: Square };
    OffTheBoard = "{attack} of {unit} lands off the board" { unit: Figure, attack: Name };
    PassedWide = "The shot of {unit} passes {inches} to the {side}" { unit: Figure, inches: Inches, side: &'static str };
    ShotStopped = "The shot of {unit} goes no further than {at}" { unit: Figure, at: Square };
    DamageRolled = "{target} takes {natural}{modifiers}: {damage} damage against {steps}, wounds {wounds}" {
        unit: Figure, target: Figure, natural: i32, modifiers: Modifiers, damage: i32, steps: &'static str, wounds: i32
    } [rolls D6];
    HalfDamage = "Beyond its range it does half damage" { unit: Figure };
    Wounded = "{unit} takes {wounds}" { unit: Figure, wounds: Wounds, left: i32 };
    Killed = "{unit} is killed" { unit: Figure };
    BecameHurt = "{unit} is Hurt" { unit: Figure };

    // Magic and zones.
    SpellDeclared = "{unit} casts {spell} at level {level}" { unit: Figure, spell: Name, level: i32 };
    SpellAimed = "{spell} of {unit} is meant for {target}" { unit: Figure, spell: Name, target: Figure };
    SpellResolved = "{spell} of {unit} takes effect" { unit: Figure, spell: Name };
    SpellFailed = "{spell} of {unit} fails: {reason}" { unit: Figure, spell: Name, reason: &'static str };
    Maintained = "{unit} keeps up {spell} for {levels}" { unit: Figure, spell: Name, levels: Levels };
    EffectEnded = "{spell} of {unit} ends: {reason}" { unit: Figure, spell: Name, reason: &'static str };
    Healed = "{unit} is healed of {wounds}" { unit: Figure, wounds: Wounds };
    Toughened = "{unit} adds {amount} to its To Wound values" { unit: Figure, amount: i32 };
    Hasted = "{unit} adds {inches} to its next Move" { unit: Figure, inches: Inches };
    ZoneMade = "{unit} makes a zone of {squares} around {at}: {kind}" { unit: Figure, kind: &'static str, squares: Squares, at: Square };
    ZoneEnded = "The {kind} zone at {at} is gone" { kind: &'static str, at: Square };
    ZoneHarms = "{unit} is in the {kind} zone" { unit: Figure, kind: &'static str };
}

counted! {
    Wounds: "1 wound", "wounds";
    Inches: "1 inch", "inches";
    Squares: "1 square", "squares";
    Levels: "1 level", "levels";
}
