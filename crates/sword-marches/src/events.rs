//! Everything that can happen in a battle, with the sentence the log says.

use crate::SwordMarches;
use crate::state::State;
use kernel::board::Duel;
use kernel::{Fall, Field, Fields, Figure, Modifiers, Name, Read, Seat, Throw, counted, events};
use space::inches::Spot;

impl Field<State> for Spot {
    const KIND: kernel::FieldKind = kernel::FieldKind::Spot;

    fn put(&self, key: &'static str, _: &State, fields: &mut Fields) {
        fields.text(key, self.to_string());
    }
    /// Inches from the south-west corner, and the height where it is above the ground.
    fn say(&self, _: &State) -> String {
        let place = format!("{}, {}", said(self.x), said(self.y));
        if self.z > 0 { format!("{place}, {} up", said(self.z)) } else { place }
    }
}

/// A length in thousandths of an inch: a number for programs, inches for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length(pub i32);

impl Field<State> for Length {
    const KIND: kernel::FieldKind = kernel::FieldKind::Number;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, _: &State) -> String {
        said(self.0)
    }
}

counted! {
    Tokens: "1 Token", "Tokens";
    ActionTokens: "1 Action Token", "Action Tokens";
    TacticalDice: "1 Tactical Die", "Tactical Dice";
    /// Dice thrown at once.
    Thrown: "1 die", "dice";
    Turns: "1 Turn", "Turns";
}

/// The dice as they fell, each by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faces(pub Fall);

impl Faces {
    fn count(&self) -> i32 {
        self.0.faces().len() as i32
    }
}

impl Field<State> for Faces {
    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        fields.text(key, self.say(state));
    }
    fn say(&self, _: &State) -> String {
        self.0.faces().iter().map(u8::to_string).collect::<Vec<_>>().join(" and ")
    }
}

/// Two seats: who may choose, and who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given(pub Seat, pub Seat);

impl Field<State> for Given {
    const KIND: kernel::FieldKind = kernel::FieldKind::Seat;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.1.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        if self.0 == self.1 { "will".to_owned() } else { format!("lets {}", Field::<State>::say(&self.1, state)) }
    }
}

/// Whether an Action can be Broken: said where it cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Firm(pub bool);

impl Field<State> for Firm {
    const KIND: kernel::FieldKind = kernel::FieldKind::Flag;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, _: &State) -> String {
        if self.0 { ", Unbreakable".to_owned() } else { String::new() }
    }
}

/// A weapon and how it is used, called as people do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Called(pub Name);

impl Field<State> for Called {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        let title = |id: Name| crate::catalog::title(&state.setting.pack, id);
        match (self.0.text(), self.0.text().strip_suffix("-thrown")) {
            ("unarmed", _) => "bare hands".to_owned(),
            (_, Some(gear)) => format!("a thrown {}", title(Name::of(gear))),
            _ => title(self.0),
        }
    }
}

/// Something of the book by its title: an Adventure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Titled(pub Name);

impl Field<State> for Titled {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        crate::catalog::title(&state.setting.pack, self.0)
    }
}

/// A piece of terrain: `the south yard wall`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landmark(pub Name);

impl Field<State> for Landmark {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        let title =
            state.field.adventure.terrain.iter().find(|piece| piece.id == self.0).map_or("", |piece| piece.title);
        let kind = title.split(',').next().unwrap_or_default();
        format!("the {}", kind.to_lowercase())
    }
}

/// `3.25″`, as one reads it off a rule.
fn said(thousandths: i32) -> String {
    let (sign, length) = (if thousandths < 0 { "-" } else { "" }, (thousandths.abs() + 5) / 10);
    match (length / 100, length % 100) {
        (whole, 0) => format!("{sign}{whole}″"),
        (whole, part) if part % 10 == 0 => format!("{sign}{whole}.{}″", part / 10),
        (whole, part) => format!("{sign}{whole}.{part:02}″"),
    }
}

/// Dice of which the highest counts.
const fn d10s(count: i32) -> Throw {
    let count = if count < 1 { 1 } else { count };
    let most = kernel::MAX_DICE as i32;
    Throw { count: if count > most { most } else { count } as u8, sides: 10, read: Read::Highest }
}

const D10: Throw = d10s(1);

/// Where both players roll for themselves, the first opens.
fn half(seat: Seat) -> Duel {
    if seat == Seat(0) { Duel::Opens } else { Duel::Answers }
}

events! { SwordMarches, State:
    // Before the battle.
    FirstCheckRolled = "{seat} rolls {natural}{modifiers} for the choice of Adventure: {total}" {
        seat: Seat, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, duel (half(*seat))];
    FirstCheckTied = "Both have {total}; the Check is made again" { total: i32 };
    ChoiceTaken = "{seat} takes the choice of {what}" { seat: Seat, what: &'static str };
    AdventureChosen = "The Adventure is {adventure}; terrain lies in {covered} of {squares} squares" {
        seat: Seat, adventure: Titled, covered: i32, squares: i32
    };
    RoleChosen = "{intruder} is the Intruder, {sentry} the Sentry" { intruder: Seat, sentry: Seat };
    Deployed = "{model} is placed at {at}" { model: Figure, at: Spot };
    Waits = "{model} finds no room and waits" { model: Figure };

    // Turns and phases.
    TurnBegan = "Turn {turn} begins" { turn: i32 };
    TurnEnded = "Turn {turn} ends" { turn: i32 };
    RoutDue = "{seat} has lost {lost} of {models} models and must check for a Rout" { seat: Seat, lost: i32, models: i32 };
    CheckRolled = "{model} rolls {natural}{modifiers}: {total} ({check})" {
        model: Figure, check: &'static str, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, opens];
    CheckOpposed = "{seat} rolls {natural}{modifiers}: {total} against it ({check})" {
        seat: Seat, check: &'static str, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, answers];
    PlayerRolled = "{seat} rolls {natural}{modifiers}: {total} ({check})" {
        seat: Seat, check: &'static str, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, opens];
    CheckPassed = "{model} passes: {total} against {against} ({check})" {
        model: Figure, check: &'static str, total: i32, against: i32
    } [settles];
    CheckFailed = "{model} fails: {total} against {against} ({check})" {
        model: Figure, check: &'static str, total: i32, against: i32
    } [settles];
    RoutPassed = "{seat} fights on: {total} against {against}" { seat: Seat, total: i32, against: i32 } [settles];
    Routed = "{seat} is routed: {total} against {against}" { seat: Seat, total: i32, against: i32 } [settles];
    RandomRolled = "The Random Check gives {result}: {first} and {second}" { result: i32, first: i32, second: i32 };
    Outnumbered = "{model} is outnumbered by {enemies}" { model: Figure, enemies: i32 };
    Panicked = "{model} is Broken" { model: Figure };
    PanicIgnored = "{model} does not panic ({reason})" { model: Figure, reason: &'static str };
    Fled = "{model} flees to {to}" { model: Figure, from: Spot, to: Spot, inches: i32 };
    Frozen = "{model} is frozen with fear" { model: Figure };
    Hemmed = "{model} finds no way to flee" { model: Figure };
    LeftTable = "{model} flees from the table" { model: Figure };
    CutDown = "{model} is cut down as it flees; {by} is credited" { model: Figure, by: Figure };
    Recovered = "{model} recovers" { model: Figure };
    StrategyRolled = "{seat} rolls {natural}{modifiers} for strategy: {total}" {
        seat: Seat, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, duel (half(*seat))];
    EdgeGained = "{seat} has the Edge ({reason})" { seat: Seat, reason: &'static str } [settles];
    PoolFormed = "{seat} has {tokens}{modifiers}" { seat: Seat, tokens: ActionTokens, modifiers: Modifiers };
    FirstGiven = "{by} {seat} {what} first" { by: Seat, seat: Given, what: &'static str };
    TokenPlaced = "{model} is Active" { model: Figure, left: i32 };
    TokensFilled = "All Ready models of both sides are Active" { a: i32, b: i32 };
    TokensConverted = "{seat} turns {tokens} into {dice}" { seat: Seat, tokens: Tokens, dice: TacticalDice };
    TacticalDieGained = "{seat} gets a Tactical Die and has {dice}" { seat: Seat, dice: i32 };
    TokensLost = "{seat} loses {tokens}" { seat: Seat, tokens: Tokens };
    DiceLost = "{seat} loses {dice}, unspent" { seat: Seat, dice: TacticalDice };

    // Actions.
    Declared = "{model} declares {action}{unbreakable}" { model: Figure, action: Name, breaking: bool, unbreakable: Firm };
    DeclaredWith = "{model} declares {action} with {weapon}{unbreakable}" {
        model: Figure, action: Name, weapon: Called, breaking: bool, unbreakable: Firm
    };
    DeclaredAt = "{model} declares {action} with {weapon} at {target}{unbreakable}" {
        model: Figure, action: Name, weapon: Called, target: Figure, breaking: bool, unbreakable: Firm
    };
    PortentsCalled = "{seat} calls on Signs & Portents: the Action of {model} is Unbreakable" { seat: Seat, model: Figure };
    BreakCalled = "{model} Breaks the Action of {interrupted}" { model: Figure, interrupted: Figure, left: i32 };
    BreakDeclined = "{seat} calls no Break" { seat: Seat };
    ActionLost = "The Action of {model} is lost ({reason})" { model: Figure, reason: &'static str };
    TokenSpent = "{model} executes its Action" { model: Figure, action: Name };
    Forfeited = "{model} forfeits its Action" { model: Figure };
    ForfeitRefused = "{model} may not forfeit: its side has to act" { model: Figure };
    AllForfeited = "{seat} has forfeited every Action" { seat: Seat };
    Moved = "{model} moves to {to}" { model: Figure, from: Spot, to: Spot, length: i32 };
    Stayed = "{model} stays where it is" { model: Figure };
    Crossed = "{model} crosses {piece}" { model: Figure, piece: Landmark };
    Dropped = "{model} drops {height} down" { model: Figure, height: Length };
    Hidden = "{model} lies in Ambush" { model: Figure };
    NotHidden = "{model} finds no place to hide: {reason}" { model: Figure, reason: &'static str };
    Revealed = "{model} is no longer in Ambush ({reason})" { model: Figure, reason: &'static str };
    StayedHidden = "{model} stays in Ambush: its shot was silent" { model: Figure };
    Detected = "{model} is detected by {by}" { model: Figure, by: Figure };
    Climbed = "{model} climbs to {to}" { model: Figure, to: Spot };
    Jumped = "{model} jumps to {to}" { model: Figure, to: Spot };
    Steadied = "{model} is steady again" { model: Figure };
    Disengaged = "{model} breaks away" { model: Figure };
    Adjusted = "{model} steps to {to} for cover" { model: Figure, to: Spot };
    SteppedOut = "{model} steps out of its cover to {to}" { model: Figure, to: Spot };
    ChargeShort = "{model} falls short of {target} by {gap}" { model: Figure, target: Figure, gap: Length };
    ChargeHome = "{model} charges home at {target}" { model: Figure, target: Figure, gap: Length };
    Dived = "{model} dives {height} down on its enemies" { model: Figure, height: Length };
    Fell = "{model} falls {height}" { model: Figure, height: Length, to: Spot };
    TokenHanded = "{from} hands its Token to {to}" { from: Figure, to: Figure };
    TargetNamed = "{model} takes aim at {target}" { model: Figure, target: Figure };
    ShotLost = "{model} has no shot ({reason})" { model: Figure, reason: &'static str };

    // Combat.
    WeaponChosen = "{model} defends with {weapon}" { model: Figure, weapon: Called };
    RangeMeasured = "{target} is {range} away" { model: Figure, target: Figure, range: Length, long: bool, blank: bool };
    TargetSeen = "{model} sees {target}: {how}, {free} of 25 lines" { model: Figure, target: Figure, how: &'static str, free: i32 };
    ReachCompared = "Reach {reach} against {other}" { model: Figure, target: Figure, reach: i32, other: i32 };
    TacticalDieUsed = "{model} uses a Tactical Die" { model: Figure, left: i32 };
    SurgeUsed = "{model} is more than human" { model: Figure, check: &'static str };
    AncestorsCalled = "{model} calls on its ancestors: Wound Threshold {threshold}" { model: Figure, threshold: i32 };
    Rerolled = "{model} rolls its lowest die again: {natural}" { model: Figure, natural: i32, best: i32, reason: &'static str } [rolls D10];
    AttackFell = "{model} has {faces}{modifiers}: {total} so far" {
        model: Figure, target: Figure, faces: Faces, natural: i32, modifiers: Modifiers, total: i32
    } [rolls (d10s(faces.count())), opens];
    DefenseFell = "{model} has {faces}{modifiers} to defend: {total} so far" {
        model: Figure, faces: Faces, natural: i32, modifiers: Modifiers, total: i32
    } [rolls (d10s(faces.count())), answers];
    AttackRolled = "{model} rolls {natural} with {dice}{modifiers}: {total}" {
        model: Figure, target: Figure, dice: Thrown, natural: i32, modifiers: Modifiers, total: i32
    } [rolls (d10s(dice.0)), opens];
    DefenseRolled = "{model} defends, {natural} with {dice}{modifiers}: {total}" {
        model: Figure, dice: Thrown, natural: i32, modifiers: Modifiers, total: i32
    } [rolls (d10s(dice.0)), answers];
    Hit = "{model} hits {target}: {total} against {against}" { model: Figure, target: Figure, total: i32, against: i32, bonus: i32 } [settles, margin bonus];
    Missed = "{model} misses {target}: {total} against {against}" { model: Figure, target: Figure, total: i32, against: i32, margin: i32 } [settles, margin margin];
    OutOfRange = "{target} is beyond the reach of any shot of {model}" { model: Figure, target: Figure, range: i32 };
    CounterAttacked = "{model} strikes back at {target}, Damage Bonus {bonus}" { model: Figure, target: Figure, bonus: i32 };
    CounterForgone = "{model} is too tired to strike back" { model: Figure };
    DamageRolled = "{model} rolls {natural} for damage{modifiers}: {total}" {
        model: Figure, target: Figure, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, opens];
    ResistanceRolled = "{model} resists with {natural}{modifiers}: {total}" {
        model: Figure, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, answers];
    FallRolled = "The fall of {model} is rolled: {natural}{modifiers}: {total}" {
        model: Figure, natural: i32, modifiers: Modifiers, total: i32
    } [rolls D10, opens];
    Proof = "{model} is Immune to {against}: the Attack does it no damage" { model: Figure, against: &'static str };
    Unhurt = "{model} is not hurt" { model: Figure, margin: i32 } [settles];
    Shocked = "{model} is Shocked" { model: Figure, margin: i32, shocks: i32 } [settles];
    Wounded = "{model} is Wounded and out of play" { model: Figure, reason: &'static str } [settles];
    SavedFromWound = "{model} is Shocked instead of Wounded" { model: Figure } [settles];
    TokenLost = "{model} loses its Action Token" { model: Figure };
    Entangled = "{model} is entangled" { model: Figure };
    HeldOn = "{model} keeps its place at the edge" { model: Figure };

    // Adventures.
    CacheTaken = "{model} takes {cache}" { model: Figure, cache: Name };
    CacheDropped = "{model} drops {cache} at {at}" { model: Figure, cache: Name, at: Spot };
    CacheSecured = "{model} carries {cache} off" { model: Figure, cache: Name, secured: i32 };
    Kindled = "{model} lights the beacon" { model: Figure };
    Doused = "{model} puts the beacon out" { model: Figure };
    SignalMarked = "The beacon has burnt for {signals}" { signals: Turns };
    SilverEarned = "{seat} earns {silver} silver" { seat: Seat, silver: i32 };
    BattleWon = "{seat} wins: {reason}" { seat: Seat, reason: &'static str };
    BattleDrawn = "The battle is drawn: {reason}" { reason: &'static str };
}

#[cfg(test)]
mod tests {
    use super::{Event, Thrown};
    use kernel::board::Duel;
    use kernel::{EventText, Figure, Modifiers, Seat};

    const MODEL: Figure = Figure(0);
    const TARGET: Figure = Figure(1);

    #[test]
    fn where_both_roll_for_themselves_the_first_opens() {
        let rolled = |seat| Event::StrategyRolled { seat, natural: 4, modifiers: Modifiers::default(), total: 7 };
        assert_eq!((rolled(Seat(0)).duel(), rolled(Seat(1)).duel()), (Some(Duel::Opens), Some(Duel::Answers)));
    }

    #[test]
    fn an_attack_tells_its_dice_and_a_miss_by_how_much() {
        let dice = |count| Event::AttackRolled {
            model: MODEL,
            target: TARGET,
            dice: Thrown(count),
            natural: 9,
            modifiers: Modifiers::default(),
            total: 12,
        };
        let thrown = |count| dice(count).rolls().map(|throw| (throw.count, throw.sides));
        assert_eq!((thrown(3), thrown(0)), (Some((3, 10)), Some((1, 10))));
        let missed = Event::Missed { model: MODEL, target: TARGET, total: 9, against: 14, margin: 5 };
        assert_eq!((missed.margin(), missed.duel(), missed.rolls()), (Some(5), Some(Duel::Settles), None));
    }
}
