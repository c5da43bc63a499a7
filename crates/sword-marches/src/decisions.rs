//! Everything a player is asked in a battle, in the order of the book: who decides what by which rule, and every answer
//! as it is written and as it reads.

mod phrases;

use crate::{State, SwordMarches};
use kernel::{Figure, Name, Seat, decisions, word_parts};
use phrases::{
    a_place, belay_or_forfeit, break_price, cover_step, die_price, distance, drop_place, goal, how_near,
    its_declaration, placed_tokens, resistance_heading, taken_first, to_height,
};
use rulebook::SM;
use space::inches::Spot;

decisions! { BEFORE_THE_BATTLE: SwordMarches, State;
    /// What the winner of the first Check chooses; the loser has the other.
    FirstChoice asked as FIRST_CHOICE "first-choice" by SM::PRE_03 = "choose the Adventure or the role?" {
        Take { what: FirstPick } = "take": (taken_first);
    }

    AdventureChoice asked as ADVENTURE "adventure" by SM::PRE_03 = "which Adventure?" {
        Play { adventure: Name } = "adventure": "adventure {adventure}";
    }

    Role asked as ROLE "role" by SM::PRE_03 = "Intruder or Sentry?" {
        Intruder = "intruder": (goal);
        Sentry = "sentry": (goal);
    }

    Placing asked as
        DEPLOY "deploy" by SM::PRE_05 = "place a model in the zone" [footprint (a_place)],
        ENTER "enter" by SM::PRE_05 = "bring a model in at the table edge" [footprint (a_place)]
    {
        Place { model: Figure, at: Spot } = "place": "Place {model}" [called "Set up"];
    }
}

/// The two choices before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstPick {
    Adventure,
    Role,
}

word_parts! { FirstPick: Adventure = "adventure", Role = "role" }

decisions! { METTLE: SwordMarches, State;
    /// Who makes a Check for a Warlord who cannot.
    StandIn asked as LEAD "lead" by SM::STRONGHOLD_06 = "which Champion stands in for the Warlord?" {
        Lead { champion: Figure } = "lead": "lead {champion}";
        Nobody = "nobody": "Nobody" [declines];
    }

    /// Who checks next; what made them afraid says by which rule.
    PanicOrder asked as PANIC_ORDER "panic-order" by SM::PANIC_01 = "who checks for panic next?" {
        Check { model: Figure } = "check": "check {model}";
    }

    Credit asked as CREDIT "credit" by SM::PANIC_12 = "who has the credit for {about}?" {
        To { model: Figure } = "credit": "credit {model}";
    }

    Runner asked as RUN "run" by SM::RANDOM_03 = "which Broken model runs next?" {
        Run { model: Figure } = "run": "run {model}";
    }

    /// The edge that a Broken model runs for, among equally near ones.
    NearestEdge asked as EDGE "edge" by SM::RANDOM_04 = "to which table edge?" {
        North = "north": "North";
        South = "south": "South";
        East = "east": "East";
        West = "west": "West";
    }

    /// Where a run may turn to either side.
    Turning asked as TURN_ASIDE "turn" by SM::PANIC_11 = "round which side?" {
        Left = "left": "Left";
        Right = "right": "Right";
    }
}

decisions! { ORDERS: SwordMarches, State;
    Beginner asked as
        FIRST_TOKEN "first-token" by SM::ORDERS_02 = "who places the first Token?",
        FIRST_ACTION "first-action" by SM::ACTIONPH_01 = "who takes the first Action?"
    {
        First { seat: Seat } = "first": "{seat}";
    }

    Order asked as ORDER "order" by SM::ORDERS_03 = (placed_tokens) {
        Give { model: Figure } = "order": "{model}" [called "Token for"];
        Done = "done": "Done" [declines];
    }
}

decisions! { ACTIONS: SwordMarches, State;
    /// An Action of a model: on its side's turn, as a Break, or anew after one.
    Act asked as
        ACT "act" by SM::DECLARE_01 = "declare an Action" [one_by_one],
        DECLARE "declare" by SM::BREAK_06 = (its_declaration)
    {
        Move { model: Figure } = "move": "Move";
        Hustle { model: Figure } = "hustle": "Hustle";
        Ambush { model: Figure } = "ambush": "Ambush";
        Climb { model: Figure, to: Spot } = "climb": (to_height);
        Jump { model: Figure, to: Spot } = "jump": (to_height);
        Steady { model: Figure } = "steady": "Steady";
        MobileFire { model: Figure, weapon: Name, target: Figure } =
            "mobile-fire": "Mobile fire at {target} with {weapon}" [called "Mobile Fire"];
        MobileFireLater { model: Figure, weapon: Name } =
            "mobile-fire": "Mobile fire with {weapon}, target later" [called "Mobile Fire"];
        StandingFire { model: Figure, weapon: Name, target: Figure } = "standing-fire":
            "Standing fire at {target} with {weapon}" [called "Standing Fire"];
        TakeAim { model: Figure, weapon: Name, target: Figure } =
            "take-aim": "Take aim at {target} with {weapon}" [called "Take Aim"];
        Charge { model: Figure, weapon: Name, target: Figure } = "charge": "Charge {target} with {weapon}";
        Fight { model: Figure, weapon: Name, target: Figure } = "fight": "Fight {target} with {weapon}";
        Disengage { model: Figure } = "disengage": "Disengage";
        Kindle { model: Figure } = "kindle": "Kindle" [called "Light the beacon"];
        Douse { model: Figure } = "douse": "Douse" [called "Put it out"];
        Belay { warlord: Figure, from: Figure, to: Figure } = "belay": "Hand the Token of {from} to {to}";
        Kingmaker { warlord: Figure, to: Figure } = "kingmaker": "Hand its Token to {to}";
        Forfeit { model: Figure } = "forfeit": "Forfeit" [price (belay_or_forfeit)];
    }

    /// Whether an Action is made Unbreakable, once a game.
    Portents asked as PORTENTS "portents" by SM::STRONGHOLD_09 = "call on Portents: no Break against this Action?" {
        Plain = "plain": "No" [declines];
        Call = "portents": "Yes: Unbreakable" [price "once a game"];
    }

    Breaking asked as BREAK "break" by SM::DECLARE_03 = "Break the Action of {about}?" {
        Pass = "pass": "No Break" [declines, always "Call no Break"];
        Break { with: Figure } = "break": "Break with {with}" [called "Break with", price (break_price)];
    }

    Walking asked as TRACK "track" by SM::ACTION_03 = "draw the way" [footprint (a_place)] {
        Stay = "stay": "Stay" [declines];
        Go { way: Box<[Spot]> } = "track": (distance) [called "Go"];
    }

    FireOrder asked as FIRE_ORDER "fire-order" by SM::ACTION_17 = "move first, or shoot first?" {
        Walk = "walk": "Walk";
        Shoot = "shoot": "Shoot";
    }

    Aiming asked as AIM "aim" by SM::ACTION_18 = "at whom?" {
        At { target: Figure } = "aim": "aim {target}";
    }

    /// A step of an inch: into cover, or out of one's own to charge.
    Stepping asked as
        ADJUST "adjust" by SM::ADJUST_02 = "step into cover from {about}?",
        CHARGE_STEP "charge-step" by SM::ADJUST_05 = "where does the charge at {about} start?"
    {
        Step { to: Spot } = "adjust": (cover_step);
        Hold = "hold": "Stay" [declines];
    }

    /// Where a Charge stops, in thousandths of an inch from its target.
    Stopping asked as STOP "stop" by SM::ACTION_23 = "how close to {about}?" [footprint (a_place)] {
        // Odds take the first gap that is offered.
        Stop { gap: i32 } = "stop": (how_near) [declines];
    }

    Shelter asked as STEADY "steady" by SM::ACTION_15 = "move toward shelter?" {
        Walk = "walk": "Walk";
        Stay = "stay": "Stay" [declines];
    }

    /// Whether a carrier keeps its cache, puts it down beside it, or anywhere along its way.
    Carrying asked as BURDEN "burden" by SM::ADV1_03 = "keep the cache?" {
        Keep = "keep": "Keep it" [declines];
        Drop = "drop": "Drop";
        DropAt { at: Spot } = "drop": (drop_place);
    }

    Lifting asked as TAKE "take" by SM::ADV1_01 = "take the cache?" {
        Take { cache: Name } = "take": "take {cache}";
        Leave = "leave": "Leave" [declines];
    }
}

decisions! { COMBAT: SwordMarches, State;
    Defending asked as WEAPON "weapon" by SM::ACTION_16 = "what does it defend with against {about}?" {
        With { weapon: Name } = "weapon": "{weapon}";
    }

    TacticalDie asked as
        TACTICAL_ATTACK "tactical-attack" by SM::TACDICE_02 = "a Tactical Die for the attack on {about}?",
        TACTICAL_DEFENSE "tactical-defense" by SM::TACDICE_02 = "a Tactical Die for the defense against {about}?",
        TACTICAL_DAMAGE "tactical-damage" by SM::TACDICE_02 = "a Tactical Die for the damage to {about}?",
        TACTICAL_RESISTANCE "tactical-resistance" by SM::TACDICE_02 = (resistance_heading),
        TACTICAL_PANIC "tactical-panic" by SM::TACDICE_02 = "a Tactical Die against panic?",
        TACTICAL_COMMAND "tactical-command" by SM::TACDICE_02 = "a Tactical Die for the CMD Check?",
        TACTICAL_TERRAIN "tactical-terrain" by SM::TACDICE_02 = "a Tactical Die for the Terrain Check?",
        TACTICAL_DISENGAGE "tactical-disengage" by SM::TACDICE_02 = "a Tactical Die to get away?",
        TACTICAL_HOLD "tactical-hold" by SM::TACDICE_02 = "a Tactical Die to hold {about}?"
    {
        Use = "tactical": "Yes: one more die" [price (die_price)];
        Keep = "keep": "No" [declines, always "Save Tactical Dice"];
    }

    /// Whether a model uses up that it is more than human.
    Surge asked as SURGE "surge" by SM::INBORN_04 = "more than human, now?" {
        Use = "surge": "Yes: use it up" [price "once a game"];
        Keep = "keep": "No" [declines];
    }

    Ancestors asked as ANCESTORS "ancestors" by SM::INBORN_02 = "call on the ancestors?" {
        Call = "ancestors": "Yes: call on them" [price "once a game"];
        Keep = "keep": "No" [declines];
    }

    /// Whether something is rolled again; what allows it is the rule.
    Again asked as
        REROLL "reroll" by SM::DICE_01 = "roll the lowest die again?",
        INSCRUTABLE "inscrutable" by SM::PANIC_05 = "make the Panic Check again?"
    {
        Reroll = "reroll": "Yes: roll again" [always "Always roll again"];
        Keep = "keep": "No" [declines, always "Always keep the roll"];
    }

    /// Who holds a model that wants to get away: the best, or one who is made better.
    Holding asked as HOLD "hold" by SM::ACTION_26 = "who holds {about}?" {
        Hold { by: Figure } = "hold": "hold {by}";
        Surge { by: Figure } = "surge": "{by}, more than human" [price "once a game"];
    }
}
