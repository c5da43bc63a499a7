//! Everything that can happen in a battle, with the sentence the log says.

use crate::Coreheim;
use crate::rolls::{D6, TWO_D6};
use crate::state::State;
use kernel::{Figure, Modifiers, Name, Refusal, Seat, counted, events};

events! { Coreheim, State:
    // Set-up.
    RolledFor = "{seat} rolls {rolled} for {what}" { seat: Seat, what: &'static str, rolled: i32 } [rolls D6];
    RoleTaken = "{seat} {role}" { seat: Seat, role: &'static str };
    ZoneTaken = "{seat} takes zone {zone}" { seat: Seat, zone: i32 };
    AleDrunk = "{warrior} drinks strong ale" { warrior: Figure };
    WeaponCoated = "{warrior} coats his {weapon} with venom" { warrior: Figure, weapon: Name };
    SetUp = "{warrior} is set up at {at}" { warrior: Figure, at: Spotted };
    BattleBegan = "{seat} has the first turn" { seat: Seat };
    RoundBegan = "Round {round} begins" { round: i32 };
    TurnBegan = "The turn of {seat} begins" { seat: Seat };
    TurnEnded = "The turn of {seat} ends" { seat: Seat };

    // Tests.
    Tested = "{warrior} tests {stat}: {rolled} against {value}, {passed}" {
        warrior: Figure, stat: &'static str, rolled: i32, value: i32, passed: Passed
    } [rolls D6];
    TestSpared = "{warrior} needs no {test} test" { warrior: Figure, test: &'static str };
    NerveTested = "{warrior} tests Leadership for {test}: {rolled} against {value}, {passed}" {
        warrior: Figure, test: &'static str, rolled: i32, value: i32, passed: Passed
    } [rolls TWO_D6];
    RoutTested = "{seat} tests for rout on the Leadership of {warrior}: {rolled} against {value}, {passed}" {
        seat: Seat, warrior: Figure, rolled: i32, value: i32, passed: Passed
    } [rolls TWO_D6];
    NobodyLeads = "Nobody of {seat} is left to hold the band together" { seat: Seat };
    Routed = "{seat} routs" { seat: Seat };
    GaveUp = "{seat} gives up" { seat: Seat };
    Rallied = "{warrior} rallies" { warrior: Figure };
    NoRally = "{warrior} cannot rally with the enemy so close" { warrior: Figure };
    Afraid = "{warrior} is afraid of {of}" { warrior: Figure, of: Figure };
    Idle = "{warrior} stands idle" { warrior: Figure };
    Squabbled = "{warrior} may squabble: {rolled}, {idle}" { warrior: Figure, rolled: i32, idle: Squabble };
    StoodUp = "{warrior} stands up" { warrior: Figure };
    Snared = "{warrior} is held down by the net of {by}" { warrior: Figure, by: Figure };
    CameRound = "{warrior} comes round and lies knocked down" { warrior: Figure };
    Panicked = "{warrior} breaks and flees" { warrior: Figure };
    Fled = "{warrior} flees up to {inches}, to {to}" { warrior: Figure, inches: Inches, to: Spotted };
    LeftTable = "{warrior} leaves the table" { warrior: Figure };

    // Moving.
    Moved = "{warrior} {how} to {to}" { warrior: Figure, how: &'static str, to: Spotted };
    Jumped = "{warrior} jumps a gap" { warrior: Figure };
    JumpedDown = "{warrior} jumps down" { warrior: Figure };
    TookLadder = "{warrior} takes the {way}" { warrior: Figure, way: &'static str };
    KeptByRail = "A railing keeps {warrior} from falling" { warrior: Figure };
    MadeRoom = "{warrior} makes room" { warrior: Figure, to: Spotted };
    ClimbFailed = "{warrior} does not get up" { warrior: Figure };
    Fell = "{warrior} falls to {to}: a hit of Strength {strength}" { warrior: Figure, strength: i32, to: Spotted };
    LandedWell = "{warrior} falls to {to} and comes down like a cat, unhurt" { warrior: Figure, to: Spotted };
    Slipped = "{warrior} slips and is unhurt" { warrior: Figure };
    Hid = "{warrior} hides" { warrior: Figure };
    Revealed = "{warrior} is no longer hidden" { warrior: Figure };
    ShardTaken = "{warrior} takes up a shard" { warrior: Figure };
    ShardHanded = "{warrior} hands a shard to {to}" { warrior: Figure, to: Figure };
    BrokeThrough = "{warrior} leaves the table safely" { warrior: Figure };
    ChargeDeclared = "{warrior} charges {target}" { warrior: Figure, target: Figure };
    ChargeArrived = "{warrior} reaches {target} at {at}" { warrior: Figure, target: Figure, at: Spotted };
    ChargeFailed = "The charge of {warrior} fails: {reason}" { warrior: Figure, reason: Because };
    ChargeDropped = "{warrior} is engaged already and does not charge" { warrior: Figure };
    Intercepted = "{warrior} steps into the way of {charger}, to {at}" { warrior: Figure, charger: Figure, at: Spotted };

    // Shooting and magic.
    Shot = "{warrior} shoots at {target} with {weapon}" { warrior: Figure, target: Figure, weapon: Name };
    ShotStrays = "In the crowd the shot of {warrior} goes to {target}" { warrior: Figure, target: Figure };
    OutOfRange = "{target} is out of the range of {warrior}" { warrior: Figure, target: Figure };
    ShotRolled = "{warrior} rolls {rolled} against {needed}{modifiers}, {hit}" {
        warrior: Figure, target: Figure, rolled: i32, modifiers: Modifiers, needed: i32, hit: Hit
    } [rolls D6];
    CastTried = "{warrior} attempts {spell}" { warrior: Figure, spell: Name, target: Figure };
    CastRolled = "{warrior} rolls {rolled}{modifiers} for {spell} against {difficulty}, {success}" {
        warrior: Figure, spell: Name, rolled: i32, modifiers: Modifiers, difficulty: i32, success: Cast
    } [rolls TWO_D6];
    Warded = "The spell does nothing to {warrior}" { warrior: Figure };
    SpellHits = "{spell} strikes {warrior}" { warrior: Figure, spell: Name, hits: i32 };
    SpellLasts = "{spell} lies on {warrior}" { warrior: Figure, spell: Name };
    WoundGained = "{warrior} gains a Wound" { warrior: Figure };
    Stripped = "{warrior} has lost his skills and spells" { warrior: Figure };
    Mended = "{warrior} is mended" { warrior: Figure };
    Raised = "{warrior} rises again at {at}" { warrior: Figure, at: Spotted };
    NoRoom = "There is no room beside {warrior}" { warrior: Figure };

    // Close combat.
    WeaponNamed = "{warrior} fights with {weapon} and {off}" { warrior: Figure, weapon: &'static str, off: &'static str };
    IdleRolled = "{warrior} stands idle and strikes on 4 or more: {rolled}, {strikes}" {
        warrior: Figure, rolled: i32, strikes: Strikes
    };
    BlowsLost = "{warrior} does not strike ({reason})" { warrior: Figure, reason: &'static str };
    BlowsShared = "{warrior} strikes {blows} at {target}" { warrior: Figure, target: Figure, blows: Times };
    CircleSwing = "{warrior} swings at {count}" { warrior: Figure, count: Around };
    BlowRolled = "{warrior} strikes at {target}: {rolled}{modifiers} against {needed}, {hit}" {
        warrior: Figure, target: Figure, rolled: i32, modifiers: Modifiers, needed: i32, hit: Hit
    } [rolls D6];
    HatredRerolls = "{warrior} hates {target} and strikes again after a {rolled}" { warrior: Figure, target: Figure, rolled: i32 };
    Freed = "{warrior} has nobody left to fight" { warrior: Figure };
    HitCertain = "{warrior} hits {target} {blows} without a roll" { warrior: Figure, target: Figure, blows: Times };
    ParryFailed = "{warrior} tries to parry {against}: {rolled} against {natural}, in vain, and rolls again" {
        warrior: Figure, against: Figure, rolled: i32, natural: i32
    } [rolls D6];
    ParryRolled = "{warrior} tries to parry {against}: {rolled} against {natural}, {parried}" {
        warrior: Figure, against: Figure, rolled: i32, natural: i32, parried: Parried
    } [rolls D6];
    FreeHit = "{warrior} strikes {target} in the back" { warrior: Figure, target: Figure };

    // Wounds.
    CharmRolled = "The charm of {warrior}: {rolled}, {ignored}" { warrior: Figure, rolled: i32, ignored: Charm } [rolls D6];
    WoundCertain = "{warrior} is wounded without a roll" { warrior: Figure };
    CannotWound = "Strength {strength} cannot wound {warrior} of Toughness {toughness}" { warrior: Figure, strength: i32, toughness: i32 };
    PoisonRerolls = "Poison: the roll to wound {warrior} is made again" { warrior: Figure };
    WoundRolled = "To wound {warrior} (S{strength} against T{toughness}): {rolled} against {needed}, {success}" {
        warrior: Figure, strength: i32, toughness: i32, rolled: i32, needed: i32, success: Wounds, critical: bool
    } [rolls D6];
    SaveRolled = "The save of {warrior}: {rolled} against {needed}, {saved}" { warrior: Figure, rolled: i32, needed: i32, saved: Saved } [rolls D6];
    WoundsLost = "{warrior} loses {lost}, {left} left" { warrior: Figure, lost: Wounded, left: i32 };
    InjuryRolled = "Injury of {warrior}: {result}" { warrior: Figure, dice: i32, rolled: i32, result: i32 } [rolls D6];
    HelmetRolled = "The helmet of {warrior}: {rolled}, {held}" { warrior: Figure, rolled: i32, held: Helmet } [rolls D6];
    JumpedUp = "{warrior} jumps up again" { warrior: Figure };
    WentDown = "{warrior} is knocked down" { warrior: Figure };
    Stunned = "{warrior} is stunned" { warrior: Figure };
    OutOfAction = "{warrior} is out of action" { warrior: Figure };
    BlackBlood = "The black blood of {warrior} spatters {victim}" { warrior: Figure, victim: Figure };
    ShardDropped = "{warrior} drops what he carries" { warrior: Figure };

    ShardHome = "{warrior} brings a shard home" { warrior: Figure };

    // The end.
    BattleWon = "{seat} wins: {reason}" { seat: Seat, reason: &'static str };
    BattleDrawn = "The battle is drawn: {reason}" { reason: &'static str };
}

/// What came of a roll: yes or no in the fields of an event, a word in its sentence.
macro_rules! upshots {
    ($($name:ident: $yes:literal, $no:literal;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub bool);

        impl kernel::Field<State> for $name {
            fn put(&self, key: &'static str, _: &State, fields: &mut kernel::Fields) {
                fields.flag(key, self.0);
            }

            fn say(&self, _: &State) -> String {
                if self.0 { $yes } else { $no }.to_owned()
            }
        }
    )*};
}

upshots! {
    Passed: "passed", "failed";
    Hit: "a hit", "a miss";
    Cast: "it succeeds", "it fails";
    Parried: "turned aside", "in vain";
    Wounds: "a wound", "no wound";
    Saved: "saved", "in vain";
    Helmet: "it holds", "in vain";
    Charm: "the hit is ignored", "in vain";
    Strikes: "he strikes", "he does not";
    Squabble: "he stands idle", "he keeps the peace";
}

counted! {
    Times: "once", "times";
    Around: "the one beside him", "around him";
    Wounded: "1 Wound", "Wounds";
    Inches: "1 inch", "inches";
}

/// Why something failed, as the judge of it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Because(pub Refusal);

impl kernel::Field<State> for Because {
    fn put(&self, key: &'static str, _: &State, fields: &mut kernel::Fields) {
        fields.text(key, self.0.words());
    }

    fn say(&self, _: &State) -> String {
        self.0.words()
    }
}

/// A spot in the fields of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spotted(pub space::inches::Spot);

impl kernel::Field<State> for Spotted {
    fn put(&self, key: &'static str, _: &State, fields: &mut kernel::Fields) {
        fields.text(key, self.0.to_string());
    }

    /// In tenths of an inch: `26.4, 31.5`, `12.0, 9.5 at 3″`.
    fn say(&self, _: &State) -> String {
        let tenths = |length: i32| format!("{}.{}", (length + 50) / 1000, (length + 50) / 100 % 10);
        let plan = format!("{}, {}", tenths(self.0.x), tenths(self.0.y));
        if self.0.z == 0 { plan } else { format!("{plan} at {}", crate::foresight::inch(self.0.z)) }
    }
}
