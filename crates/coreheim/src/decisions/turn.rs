//! What a turn asks, phase by phase.

use super::{away, base};
use crate::Coreheim;
use crate::ground::Pace;
use crate::state::State;
use kernel::{Ask, Figure, Name, decisions, word_parts};
use rulebook::CH;
use space::inches::Spot;

decisions! { TURN: Coreheim, State;
    /// A band that is shaken tests its nerves or goes home.
    Rout asked as ROUT "rout" by CH::ROUT_03 = "test for rout, or give up?" [
            why "A quarter of your band is out of action: it must pass a test on its leader's nerve, or you give up now."
        ] {
        Test = "test": "Test";
        GiveUp = "give-up": "Give up";
    }

    Rally asked as RALLY "rally" by CH::TURN_05 = "who tries to rally?" [
            why "A fleeing warrior who passes his test stops, and may act again next turn."
        ] {
        Rally { who: Figure } = "rally": "{who}";
    }

    Stupidity asked as STUPIDITY "stupidity" by CH::TURN_06 = "who tests for stupidity?" [
            why "Who fails this test stands idle for the turn; each of these must take it."
        ] {
        Test { who: Figure } = "stupidity": "{who}";
    }

    /// One charge is declared, or all are.
    Declaring asked as DECLARE "declare" by CH::CHARGE_01 = "who charges whom?" [
            why "Charges come first: a warrior runs up to twice his Movement at an enemy he sees, and fights."
        ] {
        Charge { charger: Figure, foe: Figure } = "charge": "{charger} charges {foe}" [price (rush)];
        Done = "done": "Done" [declines];
    }

    /// A further enemy of the same charge.
    ChargeToo asked as CHARGE_TOO "charge-too" by CH::CHARGE_04 = "charge {about} as well?" [
            why "{about} stands so close to the target that the charger can take on both."
        ] {
        Charge { foe: Figure } = "charge": "Charge {foe} too";
        Pass { foe: Figure } = "pass": "No" [declines];
    }

    /// Which of the declared charges comes next.
    Charging asked as CHARGE "charge" by CH::TURN_11 = "which charge is carried out?" [
            why "All charges are declared; now they are carried out one by one, in the order you like."
        ] {
        CarryOut { charger: Figure } = "charge": "The charge of {charger}";
    }

    /// The way of a charge: one that is found, or one of the player's own.
    ChargeWay asked as WAY "way" by CH::CHARGE_03 = "which way?" [
            footprint (base), why "The way decides what he climbs and jumps, who can step in, and beside whom he ends."
        ] {
        Level = "level": "Over floors and ladders";
        Steep = "steep": "Climb and jump";
        By { track: Box<[Spot]> } = "by": "By {track}";
    }

    Intercepting asked as
    INTERCEPT "intercept" by CH::INTERCEPT_01 = "who steps between him and {about}?" [
            why "An enemy charges past; whoever stands close to his way may step into it and fight him instead.",
            proviso "if nobody steps in"] {
        With { who: Figure } = "intercept": "{who} steps in";
        Pass = "pass": "No" [declines, always "Never intercept"];
    }

    /// Who moves next, in the Movement phase.
    Moving asked as MOVE "move" by CH::TURN_12 = "who moves?" [
            why "Each warrior who did not charge may move; running twice as far means no shooting."
        ] {
        Move { who: Figure } = "move": "{who}";
        Hand { from: Figure, to: Figure } = "hand": "{from} hands the shard to {to}";
        Done = "done": "Done" [declines];
    }

    /// The path of one warrior.
    Path asked as PATH "path" by CH::MOVE_01 = "where to?" [
            why "A warrior goes as far as his Movement, or twice that if he runs.",
            footprint (base)] {
        Walk { track: Box<[Spot]> } = "walk": "Walk {track}";
        Run { track: Box<[Spot]> } = "run": "Run {track}";
        /// Over a gap that is too wide: a deliberate fall (CH-JUMP-04).
        Leap { track: Box<[Spot]> } = "leap": "Leap {track}";
        Stay = "stay": "Stay" [declines];
    }

    PickUp asked as PICK_UP "pick-up" by CH::DEPLOY_08 = "take up the shard?" [
            why "He ends his move beside the shard and may take it up."
        ] {
        TakeUp = "take-up": "Take it up";
        Pass = "pass": "No" [declines];
    }

    Hiding asked as HIDE "hide" by CH::TURN_13 = (who_hides) [
            why "Nobody can charge or shoot at a hidden warrior until he is seen."
        ] {
        Hide { who: Figure } = "hide": "{who} hides";
        Show { who: Figure } = "show": "{who} stays in the open" [declines];
        Done = "done": "Done" [declines];
    }

    /// One shooter or wizard of the Shooting phase.
    Shooting asked as SHOOT "shoot" by CH::TURN_16 = "who shoots or casts?" [
            why "Each of these may shoot or cast once this turn."
        ] {
        Shoot { who: Figure, weapon: Name } = "shoot": "{who} shoots: {weapon}";
        Cast { who: Figure, spell: Name } = "cast": "{who} casts {spell}";
        Done = "done": "Done" [declines];
    }

    /// Somebody at whom something is aimed.
    Aim asked as
    TARGET "target" by CH::SHOOT_04 = "at whom?" [
            why "He must take the closest enemy he sees; several are as close."
        ],
    CHAIN "chain" by CH::MAGIC_37 = "who of the equally near is struck?" [
            why "The spell strikes the closest; several are equally near."
        ],
    RAISE "raise" by CH::MAGIC_22 = "which of the fallen rises?" [
            why "The spell brings back one of the fallen."
        ] {
        At { whom: Figure } = "at": "{whom}" [called "Target", price (range)];
    }

    QuickShot asked as QUICK_SHOT "quick-shot" by CH::CAMPAIGN_45 = "one shot, or two?" [
            why "This skill allows two shots instead of one, both harder to hit with."
        ] {
        Shots { count: Count } = "shots": (shots);
    }

    /// A spell that has a harder version.
    Version asked as
    AUGMENT "augment" by CH::MAGIC_01 = "the harder version of the spell?" [
            why "This spell has a stronger form that is harder to cast.",
            proviso "without the harder version"] {
        Plain = "plain": "Plain" [declines];
        Augment = "augment": "Augment";
    }

    Scroll asked as SCROLL "scroll" by CH::EQUIP_53 = "read the scroll?" [
            why "A scroll lets the spell be cast with a third die; then it is used up.",
            proviso "without a scroll"] {
        Keep = "keep": "Keep" [declines];
        Read = "read": "Read";
    }

    /// Who is moved once more by magic.
    MoveAgain asked as MOVE_AGAIN "move-again" by CH::MAGIC_12 = "who moves again?" [
            why "A spell allows one warrior another move, even a charge."
        ] {
        Walk { who: Figure } = "move": "{who}";
        Charge { charger: Figure, foe: Figure } = "charge": "{charger} charges {foe}" [price (rush_again)];
        Done = "done": "Done" [declines];
    }

    Combat asked as COMBAT "combat" by CH::CLOSE_02 = "which combat is fought?" [
            why "You decide in which order the combats are fought."
        ] {
        /// The one that he is in.
        Of { who: Figure } = "combat": "{who}";
    }

    Panic asked as PANIC "panic" by CH::TURN_19 = "who tests his nerves?" [
            why "Whoever fights with no friend within 6 inches may lose his nerve; each of these is tested."
        ] {
        Test { who: Figure } = "panic": "{who}";
    }
}

impl Path {
    /// Walking or running.
    pub(crate) fn on_foot(track: Vec<Spot>, pace: Pace) -> Path {
        let track = track.into_boxed_slice();
        match pace {
            Pace::Walk => Path::Walk { track },
            Pace::Run => Path::Run { track },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Two,
}

word_parts! { Count: One = "one", Two = "two" }

fn shots(answer: &QuickShot, _: &State, _: &Ask) -> String {
    let QuickShot::Shots { count } = answer;
    match count {
        Count::One => "One shot",
        Count::Two => "Two shots",
    }
    .to_owned()
}

fn who_hides(_: &State, ask: &Ask) -> String {
    if ask.actor.is_some() { "does he hide?" } else { "who hides?" }.to_owned()
}

fn rush(answer: &Declaring, state: &State, _: &Ask) -> Option<String> {
    let Declaring::Charge { charger, foe } = *answer else { return None };
    away(state, charger, foe)
}

fn rush_again(answer: &MoveAgain, state: &State, _: &Ask) -> Option<String> {
    let MoveAgain::Charge { charger, foe } = *answer else { return None };
    away(state, charger, foe)
}

fn range(answer: &Aim, state: &State, ask: &Ask) -> Option<String> {
    let Aim::At { whom } = *answer;
    away(state, ask.actor?, whom)
}
