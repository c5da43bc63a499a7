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
    FirstChoice asked as FIRST_CHOICE "first-choice" by SM::PRE_03 = "choose the Adventure or the role?" [
            why "You won the Check: you take one choice, and your opponent takes the other."
        ] {
        Take { what: FirstPick } = "take": (taken_first);
    }

    AdventureChoice asked as ADVENTURE "adventure" by SM::PRE_03 = "which Adventure?" [
            why "Each Adventure has its own table, and its own way to win."
        ] {
        Play { adventure: Name } = "adventure": "adventure {adventure}";
    }

    Role asked as ROLE "role" by SM::PRE_03 = "Intruder or Sentry?" [
            why "The Intruder comes for something; the Sentry guards it."
        ] {
        Intruder = "intruder": (goal);
        Sentry = "sentry": (goal);
    }

    Placing asked as
        DEPLOY "deploy" by SM::PRE_05 = "place a model in the zone" [
            why "Models are set up in your own zone, out of reach of the enemy.",
            footprint (a_place)],
        ENTER "enter" by SM::PRE_05 = "bring a model in at the table edge" [
            why "This model found no room before the battle and comes in from the edge of your zone.",
            footprint (a_place)]
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
    StandIn asked as LEAD "lead" by SM::STRONGHOLD_06 = "which Champion stands in for the Warlord?" [
            why "The Warlord cannot speak for the Warband, so a Champion rolls in his place."
        ] {
        Lead { champion: Figure } = "lead": "lead {champion}";
        Nobody = "nobody": "Nobody" [declines];
    }

    /// Who checks next; what made them afraid says by which rule.
    PanicOrder asked as PANIC_ORDER "panic-order" by SM::PANIC_01 = "who checks for panic next?" [
            why "Several of your models must check their nerves; you decide in which order."
        ] {
        Check { model: Figure } = "check": "check {model}";
    }

    Credit asked as CREDIT "credit" by SM::PANIC_12 = "who has the credit for {about}?" [
            why "{about} was cut down as it fled; whoever is credited gains Experience in a Chronicle."
        ] {
        To { model: Figure } = "credit": "credit {model}";
    }

    Runner asked as RUN "run" by SM::RANDOM_03 = "which Broken model runs next?" [
            why "Broken models run for the table edge, one of each side in turn."
        ] {
        Run { model: Figure } = "run": "run {model}";
    }

    /// The edge that a Broken model runs for, among equally near ones.
    NearestEdge asked as EDGE "edge" by SM::RANDOM_04 = "to which table edge?" [
            why "Two table edges are equally near."
        ] {
        North = "north": "North";
        South = "south": "South";
        East = "east": "East";
        West = "west": "West";
    }

    /// Where a run may turn to either side.
    Turning asked as TURN_ASIDE "turn" by SM::PANIC_11 = "round which side?" [
            why "Something stands in the way of its flight, and both sides are equally long."
        ] {
        Left = "left": "Left";
        Right = "right": "Right";
    }
}

decisions! { ORDERS: SwordMarches, State;
    Beginner asked as
        FIRST_TOKEN "first-token" by SM::ORDERS_02 = "who places the first Token?" [
            why "You have the Edge: whoever places first shows his plans first."
        ],
        FIRST_ACTION "first-action" by SM::ACTIONPH_01 = "who takes the first Action?" [
            why "You have the Edge: acting first strikes first, acting second can answer."
        ]
    {
        First { seat: Seat } = "first": "{seat}";
    }

    Order asked as ORDER "order" by SM::ORDERS_03 = (placed_tokens) [
            why "A Token makes a Ready model Active: it may act this Turn, or Break an enemy's Action."
        ] {
        Give { model: Figure } = "order": "{model}" [called "Token for"];
        Done = "done": "Done" [declines];
    }
}

decisions! { ACTIONS: SwordMarches, State;
    /// An Action of a model: on its side's turn, as a Break, or anew after one.
    Act asked as
        ACT "act" by SM::DECLARE_01 = "declare an Action" [
            why "Each Active model may carry out one Action, and the enemy may Break it before it happens.",
            one_by_one],
        DECLARE "declare" by SM::BREAK_06 = (its_declaration) [
            why "The Breaks are over; what was interrupted may be declared anew, and need not be the same."
        ]
    {
        Move { model: Figure } = "move": "Move" [does "up to its Move distance"];
        Hustle { model: Figure } = "hustle": "Hustle" [does "a Move with 4 inches more, over open ground only"];
        Ambush { model: Figure } = "ambush": "Ambush" [does "a Move that ends hidden: nobody sees or targets the model"];
        Climb { model: Figure, to: Spot } = "climb": (to_height) [does "a Check decides whether it gets there"];
        Jump { model: Figure, to: Spot } = "jump": (to_height) [does "a Check decides whether it gets across"];
        Steady { model: Figure } = "steady": "Steady" [does "ends Broken, without a roll"];
        MobileFire { model: Figure, weapon: Name, target: Figure } = "mobile-fire": "Mobile fire at {target} with {weapon}" [called "Mobile Fire", does "a Move and a shot at half the Rate of Fire"];
        MobileFireLater { model: Figure, weapon: Name } = "mobile-fire": "Mobile fire with {weapon}, target later" [called "Mobile Fire", does "the target is named after the Move"];
        StandingFire { model: Figure, weapon: Name, target: Figure } = "standing-fire":
            "Standing fire at {target} with {weapon}" [called "Standing Fire", does "all shots of the weapon, without moving"];
        TakeAim { model: Figure, weapon: Name, target: Figure } = "take-aim": "Take aim at {target} with {weapon}" [called "Take Aim", does "one careful shot at +3, without moving"];
        Charge { model: Figure, weapon: Name, target: Figure } = "charge": "Charge {target} with {weapon}" [does "straight at the target, then all attack dice at +1"];
        Fight { model: Figure, weapon: Name, target: Figure } = "fight": "Fight {target} with {weapon}" [does "all attack dice against an enemy it is Engaged with"];
        Disengage { model: Figure } = "disengage": "Disengage" [does "a Check to get away; failed, it stays and the Action is spent"];
        Kindle { model: Figure } = "kindle": "Kindle" [called "Light the beacon"];
        Douse { model: Figure } = "douse": "Douse" [called "Put it out"];
        Belay { warlord: Figure, from: Figure, to: Figure } = "belay": "Hand the Token of {from} to {to}";
        Kingmaker { warlord: Figure, to: Figure } = "kingmaker": "Hand its Token to {to}";
        Forfeit { model: Figure } = "forfeit": "Forfeit" [does "the Token goes unused, and the enemy is next", price (belay_or_forfeit)];
    }

    /// Whether an Action is made Unbreakable, once a game.
    Portents asked as PORTENTS "portents" by SM::STRONGHOLD_09 = "call on Portents: no Break against this Action?" [
            why "Once a battle an Action can be made safe from every Break."
        ] {
        Plain = "plain": "No" [declines];
        Call = "portents": "Yes: Unbreakable" [price "once a game"];
    }

    Breaking asked as BREAK "break" by SM::DECLARE_03 = "Break the Action of {about}?" [
            why "An Active model of yours may spend its Token to act first, before this Action happens."
        ] {
        Pass = "pass": "No Break" [declines, always "Call no Break"];
        Break { with: Figure } = "break": "Break with {with}" [called "Break with", does "its own Action happens first", price (break_price)];
    }

    Walking asked as TRACK "track" by SM::ACTION_03 = "draw the way" [
            why "The model goes the way that you draw, as far as its Move allows.",
            footprint (a_place)] {
        Stay = "stay": "Stay" [declines];
        Go { way: Box<[Spot]> } = "track": (distance) [called "Go"];
    }

    FireOrder asked as FIRE_ORDER "fire-order" by SM::ACTION_17 = "move first, or shoot first?" [
            why "This Action holds a Move and a shot, in the order you like."
        ] {
        Walk = "walk": "Walk";
        Shoot = "shoot": "Shoot";
    }

    Aiming asked as AIM "aim" by SM::ACTION_18 = "at whom?" [
            why "The target is named now that the model can see it."
        ] {
        At { target: Figure } = "aim": "aim {target}";
    }

    /// A step of an inch: into cover, or out of one's own to charge.
    Stepping asked as
        ADJUST "adjust" by SM::ADJUST_02 = "step into cover from {about}?" [
            why "A shot is coming; a piece of terrain within an inch would give Cover from {about}."
        ],
        CHARGE_STEP "charge-step" by SM::ADJUST_05 = "where does the charge at {about} start?" [
            why "Its own cover stands in the way; an inch of the Charge clears it."
        ]
    {
        Step { to: Spot } = "adjust": (cover_step);
        Hold = "hold": "Stay" [declines];
    }

    /// Where a Charge stops, in thousandths of an inch from its target.
    Stopping asked as STOP "stop" by SM::ACTION_23 = "how close to {about}?" [
            why "A Charge is home within an inch of {about}; you decide how close it ends.",
            footprint (a_place)] {
        // Odds take the first gap that is offered.
        Stop { gap: i32 } = "stop": (how_near) [declines];
    }

    Shelter asked as STEADY "steady" by SM::ACTION_15 = "move toward shelter?" [
            why "Steady ends the Broken condition and allows up to 3 inches toward shelter."
        ] {
        Walk = "walk": "Walk";
        Stay = "stay": "Stay" [declines];
    }

    /// Whether a carrier keeps its cache, puts it down beside it, or anywhere along its way.
    Carrying asked as BURDEN "burden" by SM::ADV1_03 = "keep the cache?" [
            why "A cache may be dropped on the way; whoever is struck down drops it anyway."
        ] {
        Keep = "keep": "Keep it" [declines];
        Drop = "drop": "Drop";
        DropAt { at: Spot } = "drop": (drop_place);
    }

    Lifting asked as TAKE "take" by SM::ADV1_01 = "take the cache?" [
            why "The model ends its Move beside the cache; carried off the table it is yours."
        ] {
        Take { cache: Name } = "take": "take {cache}";
        Leave = "leave": "Leave" [declines];
    }
}

decisions! { COMBAT: SwordMarches, State;
    Defending asked as WEAPON "weapon" by SM::ACTION_16 = "what does it defend with against {about}?" [
            why "The attacker has named his weapon; the defender names what he defends with."
        ] {
        With { weapon: Name } = "weapon": "{weapon}";
    }

    TacticalDie asked as
        TACTICAL_ATTACK "tactical-attack" by SM::TACDICE_02 = "a Tactical Die for the attack on {about}?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_DEFENSE "tactical-defense" by SM::TACDICE_02 = "a Tactical Die for the defense against {about}?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_DAMAGE "tactical-damage" by SM::TACDICE_02 = "a Tactical Die for the damage to {about}?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_RESISTANCE "tactical-resistance" by SM::TACDICE_02 = (resistance_heading) [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_PANIC "tactical-panic" by SM::TACDICE_02 = "a Tactical Die against panic?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_COMMAND "tactical-command" by SM::TACDICE_02 = "a Tactical Die for the CMD Check?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_TERRAIN "tactical-terrain" by SM::TACDICE_02 = "a Tactical Die for the Terrain Check?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_DISENGAGE "tactical-disengage" by SM::TACDICE_02 = "a Tactical Die to get away?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ],
        TACTICAL_HOLD "tactical-hold" by SM::TACDICE_02 = "a Tactical Die to hold {about}?" [
            why "A Tactical Die is one more d10 for this Check, the best die counts, and then it is spent."
        ]
    {
        Use = "tactical": "Yes: one more die" [price (die_price)];
        Keep = "keep": "No" [declines, always "Save Tactical Dice"];
    }

    /// Whether a model uses up that it is more than human.
    Surge asked as SURGE "surge" by SM::INBORN_04 = "more than human, now?" [
            why "Once a battle this model may add 3 to a Check, declared before the dice fall."
        ] {
        Use = "surge": "Yes: use it up" [price "once a game"];
        Keep = "keep": "No" [declines];
    }

    Ancestors asked as ANCESTORS "ancestors" by SM::INBORN_02 = "call on the ancestors?" [
            why "The damage would Wound this model; its ancestors may soften it, once a battle."
        ] {
        Call = "ancestors": "Yes: call on them" [price "once a game"];
        Keep = "keep": "No" [declines];
    }

    /// Whether something is rolled again; what allows it is the rule.
    Again asked as
        REROLL "reroll" by SM::DICE_01 = "roll the lowest die again?" [
            why "The lowest die may be rolled once more; the second result stands, even if it is worse."
        ],
        INSCRUTABLE "inscrutable" by SM::PANIC_05 = "make the Panic Check again?" [
            why "A failed Panic Check may be made again; the second result stands."
        ]
    {
        Reroll = "reroll": "Yes: roll again" [always "Always roll again"];
        Keep = "keep": "No" [declines, always "Always keep the roll"];
    }

    /// Who holds a model that wants to get away: the best, or one who is made better.
    Holding asked as HOLD "hold" by SM::ACTION_26 = "who holds {about}?" [
            why "{about} breaks away from several of your models; one of them rolls to hold it."
        ] {
        Hold { by: Figure } = "hold": "hold {by}";
        Surge { by: Figure } = "surge": "{by}, more than human" [price "once a game"];
    }
}
