//! Everything the rules ask of a player, chapter by chapter: each answer with its line, its words and its price.

#[cfg(test)]
mod tests;

use crate::act::charge;
use crate::cards::Token;
use crate::{Sellsword, State, setup};
use kernel::decision::Declared;
use kernel::scene::Site;
use kernel::{Ask, Figure, Name, Seat, Speaks, Walk, decisions, word_parts};
use rulebook::SW;
use space::grid::Square;

/// All of them, for [`kernel::System::decisions`].
pub(crate) const ALL: &[&[Declared<Sellsword>]] = &[BEFORE_THE_BATTLE, ROUNDS, TURNS, ACTS, ATTACKS, EFFECTS];

decisions! { BEFORE_THE_BATTLE: Sellsword, State;
    /// Whether a lost tactics roll is made again.
    TacticsReroll asked as REROLL_TACTICS "reroll" by SW::MAP_02 = "roll again?" [
            why "A Warleader may have the roll for the advantage made again; the new roll counts, better or worse."
        ] {
        Roll = "reroll": "Roll again";
        /// With a warleader die of this unit.
        WithDie { unit: Figure } = "reroll": "Roll again ({unit})";
        Pass = "pass": "Pass" [declines];
    }

    Selector asked as SELECTOR "selector" by SW::MAP_03 = "who selects the map?" [
            why "Whoever won the roll decides which player picks the map."
        ] {
        Named { seat: Seat } = "selector": "{seat} selects";
    }

    MapChoice asked as MAP "map" by SW::MAP_03 = "on which map is the battle fought?" [
            why "The player who was named picks one of the maps that the warbands brought."
        ] {
        Map { map: Name } = "map": "{map}";
    }

    /// The top-left square of an entry tile.
    EntryTile asked as ENTRY_TILE "tile" by SW::MAP_04 = "where does the entry tile go?" [
            why "Units come onto the map through this tile of two by two squares, so it decides where your battle begins.",
            footprint (entry_tile)] {
        Tile { at: Square } = "tile": "Entry tile at {at}";
    }
}

decisions! { ROUNDS: Sellsword, State;
    /// Of two players one is named, of more each takes a number.
    Order asked as ORDER "order" by SW::TACTICS_02 = "who goes first this round?" [
            why "You have the advantage: going second lets you answer, going first lets you strike first."
        ] {
        First { seat: Seat } = "first": "{seat} first";
        Number { number: i32 } = "number": "Player {number}";
    }

    Power asked as POWER "power" by SW::ROUND_02 = "a power for the start of the round?" [
            why "Some units have a power that works only now, at the start of the round."
        ] {
        Use { power: Name, of: Figure } = "use": (power_of_unit);
        Pass = "pass": "Pass" [declines];
    }

    TurnAhead asked as AHEAD "ahead" by SW::TACTICS_05 = "a turn ahead of phase 1?" [
            why "You won the tactics check by 10 or more, so one unit may take its turn before all others."
        ] {
        Of { unit: Figure } = "activate": "{unit}" [called "Unit"];
        Pass = "pass": "No turn ahead" [declines];
    }

    NextUnit asked as UNIT "unit" by SW::PHASE_06 = "which unit takes its turn?" [
            why "Players take turns with one unit after the other; a unit acts once a round."
        ] {
        Activate { unit: Figure } = "activate": "{unit}" [called "Unit"];
    }
}

decisions! { TURNS: Sellsword, State;
    Entry asked as ENTER "enter" by SW::MAP_06 = "where does it enter?" [
            why "A unit waits off the map until its first turn; it is placed on your entry tile at no cost.",
            footprint (unit_space)] {
        At { at: Square } = "enter": "Enter at {at}";
    }

    /// What is settled next at the start of a turn.
    Opening asked as START_OF_TURN "start-of-turn" by SW::TURN_02 = "what comes first at the start of its turn?" [
            why "Several things befall this unit before it acts, and you decide in which order."
        ] {
        Settle { what: Plight } = "settle": "Settle {what}";
        Trait { power: Name } = "settle": "Settle {power}";
        /// Traits that are still open stay unused.
        Begin = "begin": "Begin the turn" [declines];
    }

    RageTarget asked as NEAREST "nearest" by SW::STATUS_07 = "which enemy draws its rage?" [
            why "Two enemies are equally near; an Enraged unit must end beside the one that draws its rage."
        ] {
        Nearest { enemy: Figure } = "nearest": "Nearest {enemy}";
    }

    RecurringOrder asked as RECURRING "recurring" by SW::STATUS_16 = "which Recurring wounds come first?" [
            why "Several statuses wound this unit at the end of its turn; you decide which comes first."
        ] {
        Suffer { status: Name } = "suffer": "Suffer {status}";
    }

    Recovery asked as RECOVER "recover" by SW::RECOVER_08 = "which status is rolled for?" [
            why "At the end of its turn a unit may roll a d20 for a status to be rid of it."
        ] {
        From { status: Name } = "recover": "Recover from {status}";
        Done = "done": "Done" [declines];
    }

    /// Whether a trait with a price is used at its moment.
    PricedTrait asked as
        END_OF_TURN "end-of-turn" by SW::TRAIT_18 = "a trait at the end of its turn?" [
            why "This unit has a trait that may be used as its turn ends."
        ],
        WITH_ATTACK "with-attack" by SW::TRAIT_19 = "a trait with this attack?" [
            why "A trait with a price can make this attack stronger; it is paid before the roll."
        ],
        ON_HIT "on-hit" by SW::TRAIT_19 = "a trait after this attack roll?" [
            why "The attack roll has been made, and a trait can still change what comes of it."
        ],
        DROPPED_ENEMY "dropped-enemy" by SW::TRAIT_19 = "a trait for the fall of {about}?" [
            why "An enemy has dropped, and this unit has a trait for that moment."
        ] {
        Use { power: Name } = "use": "Use {power}";
        Without = "decline": "Do without" [declines];
    }
}

decisions! { ACTS: Sellsword, State;
    /// An act as a line says it, with attacks and traits by their names. The rules hold it as [`crate::act::Act`].
    NamedAct asked as ACT "act" by SW::ACT_01 = (which_act) [
            why "A unit has three acts a turn and need not use them all.",
            footprint (unit_space)] {
        Move { way: Walk } = "move": "Move to {way}";
        Attack { attack: Name, target: Figure } = "attack": "{attack}: {target}" [by_name, price (act_price)];
        Burst { attack: Name } = "attack": "{attack}" [by_name, price (act_price)];
        Charge { attack: Name, target: Figure } = "charge": "Charge {target} ({attack})" [does "two squares straight to the target, then a one-act attack", price (act_price)];
        Maneuver { to: Square } = "maneuver": "Maneuver to {to}" [does "one careful square that nobody may reply to"];
        Rest { token: Token } = "rest": (rest_label) [does "a spent token comes back"];
        UseOn { power: Name, target: Figure } = "use": "{power}: {target}";
        Use { power: Name } = "use": "Use {power}";
        Crow = "crow": "Crow" [does "an enemy has dropped: regain 5 Vigor, once a round"];
        End = "end": "End turn" [price (acts_lost)];
    }

    /// The rest of a move that was interrupted.
    MoveOn asked as GO_ON "go-on" by SW::REACT_03 = "does it move on?" [
            why "A reply has interrupted the move; what is left of it may still be used.",
            footprint (unit_space)] {
        Move { way: Walk } = "move": "Move to {way}";
        Stop = "stop": "Stop here" [declines];
    }

    ChargeLane asked as LANE "lane" by SW::CHARGE_01 = "by which way does it charge {about}?" [
            why "A charge moves exactly two squares; there are several ways to come beside the target."
        ] {
        By { way: Walk } = "by": "Charge to {way}";
    }

    BurstOrigin asked as ORIGIN "origin" by SW::BURST_01 = "where is the burst's origin?" [
            why "A burst strikes everybody around the square you choose, friends too."
        ] {
        At { at: Square } = "origin": "{at}";
    }
}

decisions! { ATTACKS: Sellsword, State;
    /// Whether somebody replies to a step or an attack.
    Reply asked as REPLY "reply" by SW::REACT_02 = "a reply to {about}?" [
            why "{about} gives this unit the chance of an attack out of turn, for one green token."
        ] {
        With { unit: Figure } = "reply": "{unit} replies" [does "an attack of one act before the enemy goes on", price "green token", always "Always reply"];
        Pass = "pass": "No reply" [declines, always "Never reply"];
    }

    /// Whose turn it is among several: to reply, or to be moved by a burst.
    ReplyOrder asked as
        REPLY_ORDER "reply-order" by SW::REACT_10 = "which reply comes next?" [
            why "Several of your units reply to the same attack, one after the other."
        ],
        MOVE_ORDER "move-order" by SW::BURST_04 = "who is moved next?" [
            why "Several units are moved at once and could come in each other's way."
        ] {
        Next { unit: Figure } = "next": "{unit}";
    }

    ReplyAttack asked as REPLY_WITH "reply-with" by SW::REACT_08 = "with what does it reply to {about}?" [
            why "A reply is made with any attack that costs a single act."
        ] {
        With { attack: Name } = "with": "{attack}";
    }

    /// Whether a roll just seen is made again. Hits and misses are asked about by different names, so that a standing order
    /// can leave hits alone.
    Reroll asked as
        REROLL_HIT "reroll-hit" by SW::WARLEADER_03 = "roll again?" [
            why "The roll has been seen; made again, the new one counts, better or worse."
        ],
        REROLL_MISS "reroll-miss" by SW::WARLEADER_03 = "roll again?" [
            why "The roll has been seen; made again, the new one counts, better or worse."
        ],
        REROLL_RECOVERY "reroll-recovery" by SW::WARLEADER_04 = "roll again?" [
            why "The recovery roll has been seen; made again, the new one counts, better or worse."
        ] {
        Keep = "keep": "Keep the roll" [declines];
        Trait { power: Name } = "reroll": "Roll again ({power})";
        /// With the die of a warleader next to the unit that rolled.
        Warleader { unit: Figure } = "reroll": "Roll again ({unit})";
    }

    BurstReroll asked as REROLL_BURST "reroll-burst" by SW::TRAIT_23 = "which roll of the burst is made again?" [
            why "One of the rolls of this burst may be made again; the new one counts, better or worse."
        ] {
        Keep = "keep": "Keep the roll" [declines];
        Trait { power: Name, target: Figure } = "reroll": "Roll again against {target} ({power})";
        Warleader { unit: Figure, target: Figure } = "reroll": "Roll again against {target} ({unit})";
    }

    Avoidance asked as AVOID "avoid" by SW::VIGOR_02 = "how many wounds are avoided with Vigor?" [
            why "Every 5 wounds that are not avoided check an injury box; 5 Vigor cancel 5 wounds."
        ] {
        Avoid { amount: i32 } = "avoid": (avoid_label) [
            price (avoid_price), most "Always avoid all that Vigor pays for", least "Never spend Vigor to avoid wounds"
        ];
    }

    InjuryChoice asked as INJURY "injury" by SW::INJURY_06 = "which injury does it take?" [
            why "Every 5 wounds check one empty box of your choice; the last box drops the unit, and each takes 1 from its rolls."
        ] {
        Mark { injury: Name } = "mark": "{injury} injury" [does (what_it_takes)];
    }
}

decisions! { EFFECTS: Sellsword, State;
    /// Where a unit is moved to next, if anywhere.
    StepOrStay asked as
        MOVE "move" by SW::EFFECT_07 = "move {about} where?" [
            why "An effect lets you move {about}, in any direction."
        ],
        PUSH "push" by SW::EFFECT_08 = "push {about} where?" [
            why "An effect pushes {about}: each square must lead further away."
        ],
        PULL "pull" by SW::EFFECT_09 = "pull {about} where?" [
            why "An effect pulls {about}: each square must lead closer."
        ],
        RECOIL "recoil" by SW::EFFECT_10 = "where does it recoil from {about}?" [
            why "This unit backs away from {about}: each step leads further off, as many squares as it can."
        ],
        FREE_STEP "free-step" by SW::TRAIT_26 = "a free step?" [
            why "A trait lets this unit go one square at once, without an act and without a reply to it.",
            footprint (unit_space)] {
        Step { to: Square } = "step": "{to}";
        Stay = "stay": "Stay" [declines];
    }

    Placing asked as
        PIT "pit" by SW::TERRAIN_14 = "{about} at the edge of a pit" [
            why "{about} would be moved into a pit; it is placed at its edge instead."
        ],
        SUMMON "summon" by SW::MOD_14 = "where is the summoned unit placed?" [
            why "The summoned unit is placed near the one that calls it."
        ] {
        Place { at: Square } = "place": "{at}";
    }

    Shifting asked as SHIFT "shift" by SW::MOVE_13 = "it may not stay; where to?" [
            why "A reply has stopped this unit on a square where nobody may stay.",
            footprint (unit_space)] {
        Shift { to: Square } = "shift": "{to}";
    }

    Appearing asked as APPEAR "appear" by SW::TRAIT_25 = "where does it appear?" [
            why "A trait puts this unit somewhere else at once; nobody may reply to that.",
            footprint (unit_space)] {
        At { at: Square } = "appear": "{at}";
    }

    TerrainCentre asked as TERRAIN "terrain" by SW::TRAIT_27 = "where is the terrain made?" [
            why "A trait fills the squares around the one you choose."
        ] {
        Centre { at: Square } = "centre": "{at}";
    }

    /// Whom a trait takes effect on that reaches one unit.
    TraitTarget asked as TARGET "target" by SW::TRAIT_29 = "on whom?" [
            why "This trait takes effect on one unit, and several are in its reach."
        ] {
        On { unit: Figure } = "on": "{unit}";
    }

    Healing asked as HEAL "heal" by SW::INJURY_13 = "which injury of {about} is healed?" [
            why "One injury is healed: its box is cleared and its effect ends."
        ] {
        Heal { injury: Name } = "heal": "Heal {injury}";
    }

    Curing asked as CURE "cure" by SW::RECOVER_08 = "which status of {about} ends?" [
            why "One status is ended without a roll."
        ] {
        Cure { status: Name } = "cure": "Cure {status}";
    }
}

/// What befalls a unit at the start of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plight {
    Terrain,
    MortalWound,
    Rage,
    Glamyr,
}

word_parts! { Plight: Terrain = "terrain", MortalWound = "mortal-wound", Rage = "rage", Glamyr = "glamyr" }
word_parts! { Token: Green = "green", Blue = "blue", Red = "red" }

fn entry_tile(_: &State, _: &Ask) -> Option<Site> {
    Some(square_site(setup::TILE))
}

/// The space of the unit that acts.
fn unit_space(state: &State, ask: &Ask) -> Option<Site> {
    ask.actor.map(|unit| square_site(state.sheet(unit).size.side()))
}

fn square_site(side: u8) -> Site {
    Site::Squares { at: Square::new(0, 0), width: side, height: side }
}

fn power_of_unit(answer: &Power, state: &State, _: &Ask) -> String {
    let Power::Use { power, of } = answer else { return String::new() };
    format!("{}: {}", state.name_title(Some(*of), *power), state.figure_name(*of))
}

fn which_act(state: &State, _: &Ask) -> String {
    let spent: u8 = state.turn.spent.iter().sum();
    format!("act {} of {}", spent + 1, i32::from(spent) + i32::from(state.turn.acts.max(1)))
}

fn rest_label(answer: &NamedAct, _: &State, _: &Ask) -> String {
    let NamedAct::Rest { token } = answer else { return String::new() };
    format!("Rest: {} token", token.text().to_lowercase())
}

/// What an attack costs beyond one act.
fn act_price(answer: &NamedAct, state: &State, ask: &Ask) -> Option<String> {
    let (name, extra) = match answer {
        NamedAct::Attack { attack, .. } | NamedAct::Burst { attack } => (attack, 0),
        NamedAct::Charge { attack, .. } => (attack, charge::PRICE),
        _ => return None,
    };
    let attack = state.sheet(ask.actor?).attacks.iter().find(|attack| attack.name == *name)?;
    let acts = (attack.acts > 1).then(|| format!("{} acts", attack.acts));
    let token = attack.token.map(|token| format!("{} token", token.text().to_lowercase()));
    let vigor = attack.vigor + extra;
    let vigor = (vigor > 0).then(|| format!("{vigor} Vigor"));
    let parts: Vec<String> = [acts, token, vigor].into_iter().flatten().collect();
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

/// What ending the turn throws away.
fn acts_lost(_: &NamedAct, state: &State, _: &Ask) -> Option<String> {
    match state.turn.acts {
        ..=0 => None,
        1 => Some("1 act lost".to_owned()),
        acts => Some(format!("{acts} acts lost")),
    }
}

/// What an injury does to the unit.
fn what_it_takes(InjuryChoice::Mark { injury }: &InjuryChoice, _: &State, _: &Ask) -> Option<String> {
    let words = match injury.text() {
        "mobility" => "Move 1 less, no flight, 1 less on all rolls",
        "defensive" => "all defences 2 less, 1 less on all rolls",
        "mortal" => "its points are scored at once, and a natural 20 at the start of a turn drops it",
        _ => "what stands beside this box is lost",
    };
    Some(words.to_owned())
}

fn avoid_label(Avoidance::Avoid { amount }: &Avoidance, _: &State, _: &Ask) -> String {
    if *amount == 0 { "Avoid none".to_owned() } else { format!("Avoid {amount}") }
}

fn avoid_price(Avoidance::Avoid { amount }: &Avoidance, _: &State, _: &Ask) -> Option<String> {
    (*amount > 0).then(|| format!("{amount} Vigor"))
}
