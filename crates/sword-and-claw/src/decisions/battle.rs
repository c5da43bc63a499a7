//! Declarations of attacks and spells, what each of them needs, and what they leave open when they are resolved.

use super::counted;
use super::movement::weapon_of;
use crate::state::{Level, NextStep, Part, Rotation};
use crate::{State, SwordAndClaw, foresight};
use kernel::{Ask, Figure, Name, Speaks, decisions, so_many};
use rulebook::SC;
use space::grid::Square;

decisions! { BATTLE: SwordAndClaw, State;
    /// Which effects of magic are kept up.
    Upkeep asked as MAINTAIN "maintain" by SC::CAST_06 = "which spells does it keep up?" [
            why "A lasting spell ends now unless its caster keeps it up, and spends levels on that."
        ] {
        Maintain { spell: Name } = "maintain": "Keep up {spell}";
        Drop { spell: Name } = "drop": "Let {spell} go";
    }

    /// What a player declares for his figures. An attack on squares names none: where it goes is asked next.
    Announcement asked as
    DECLARE "declare" by SC::MELEE_01 = (declaring) [
            why "All attacks of a step are declared first and resolved together, so nobody is safe by being slow."
        ],
    CLOSE "close" by SC::MELEE_01 = (closing) [
            why "Once you are done, the dice fall for everything that was declared."
        ] {
        Shoot { by: Figure, weapon: Name, target: Figure } = "shoot": (announced);
        ShootAnywhere { by: Figure, weapon: Name } = "shoot": (announced);
        Attack { by: Figure, weapon: Name, target: Figure } = "attack": (announced) [by_name];
        AttackAround { by: Figure, weapon: Name } = "attack": (announced) [by_name, rolls];
        Cast { by: Figure, spell: Name, level: i32 } = "cast": "{by}: {spell}, level {level}";
        Ready { by: Figure, weapon: Name } = "ready": (announced);
        Reload { by: Figure, weapon: Name } = "reload": (announced);
        Load { by: Figure } = "load": "{by}: load";
        Done = "done": "Done" [declines, price (undeclared)];
        Wait = "wait": "Let an ally go first";
    }

    /// The spot of an area attack: a square, on the ground or in the air above it.
    Spot asked as SPOT "spot" by SC::AREA_01 = "where is it aimed?" [
            why "This attack strikes the ground; everybody near the spot where it lands is hit, friends too."
        ] {
        Ground { at: Square } = "ground": "At {at}";
        Low { at: Square } = "low": "Above {at}, low";
        High { at: Square } = "high": "Above {at}, high";
    }

    /// The axis of a cone, a fan or a line.
    Axis asked as TOWARD "toward" by SC::WQUAL_06 = "in which direction?" [
            why "The attack covers a sector; everybody with half of his square in it is hit, friends too."
        ] {
        Toward { from: Square, to: Square, level: Level } = "toward": "From {from} towards {to}";
    }

    /// The squares of a sweep: the first of them, which way round, and how many.
    Round asked as SWEEP "sweep" by SC::WQUAL_29 = "which squares does it sweep?" [
            why "The blow goes round the base, square by square, and strikes friends and foes on its way."
        ] {
        Sweep { start: Square, turn: Rotation, squares: i32 } = "sweep": (sweep);
    }

    /// One of two squares between which a line runs.
    Bend asked as LINE "line" by SC::WQUAL_18 = "where does the line run over the corner?" [
            why "The line passes exactly over a corner, so you decide which side of it is struck."
        ] {
        By { at: Square } = "by": "{at}";
    }

    /// Which of the equally good lines a missed shot flew.
    Flown asked as FIRED "fired" by SC::DLINE_02 = "from which square was it fired, and at which?" [
            why "The shot has missed; where it came from decides who behind the target may be struck."
        ] {
        From { from: Square, at: Square } = "from": "From {from} at {at}";
    }

    /// One more hand for a siege weapon, or enough of them.
    Hand asked as CREW "crew" by SC::QUAL_07 = "who serves it?" [
            why "A siege weapon neither moves nor fires without figures beside it that operate it."
        ] {
        With { figure: Figure } = "with": "With {figure}";
        Finish = "finish": "That is all" [declines];
    }

    /// Whether an ally's figure may serve a siege weapon.
    Loan asked as LEND "lend" by SC::QUAL_07 = "may it serve {about} for an ally?" [
            why "An ally wants {about} to use your figure as crew."
        ] {
        Lend = "lend": "Let it serve";
        Keep = "keep": "Keep it back" [declines];
    }

    /// The next figure that a spell is meant for, or enough of them.
    Target asked as TARGET "target" by SC::CAST_11 = "at whom is the spell aimed?" [
            why "The spell needs a target in range and in sight."
        ] {
        Target { figure: Figure } = "target": "{figure}";
        Finish = "finish": "That is all" [declines];
    }

    /// The effect that a Dispel ends, with its place in the list.
    Ended asked as DISPEL "dispel" by SC::CAST_11 = "which effect does it end?" [
            why "The spell ends one effect that is in force."
        ] {
        Zone { spell: Name, at: Square, number: i32 } = "target": "Target {spell}, {at}, {number}";
        Charm { spell: Name, on: Figure, number: i32 } = "target": "Target {spell}, {on}, {number}";
    }

    /// Whether a side gives up when one of its players would.
    GivingUp asked as GIVE_UP "give-up" by SC::TURN_04 = "an ally would concede: does your side give up?" [
            why "Your side gives up only if all of its players agree."
        ] {
        FightOn = "fight-on": "Fight on" [declines];
        Concede = "concede": "Concede the battle" [gives_up];
    }
}

impl Spot {
    pub(crate) fn of(at: Square, level: Level) -> Spot {
        match level {
            Level::Ground => Spot::Ground { at },
            Level::Low => Spot::Low { at },
            Level::High => Spot::High { at },
        }
    }

    pub(crate) fn place(&self) -> (Square, Level) {
        match *self {
            Spot::Ground { at } => (at, Level::Ground),
            Spot::Low { at } => (at, Level::Low),
            Spot::High { at } => (at, Level::High),
        }
    }
}

/// Which attacks and spells the present part of the step is about.
fn declaring(state: &State, _: &Ask) -> String {
    let text = match (state.next_step, state.part) {
        (NextStep::Spellcasting, _) => "declare the spells of this step",
        (NextStep::Ranged, Part::First) => "declare readied shots",
        (NextStep::Ranged, _) => "declare shots, reload or ready",
        (_, Part::First) => "declare readied attacks",
        _ => "declare attacks, or ready them",
    };
    text.to_owned()
}

/// Nothing more can be declared: the player only says that his side has finished.
fn closing(state: &State, _: &Ask) -> String {
    let text = match (state.next_step, state.part) {
        (NextStep::Spellcasting, _) => "no further spell can be cast: close the declarations",
        (NextStep::Ranged, Part::First) => "no readied shot is left: close the declarations",
        (NextStep::Ranged, _) => "no shot is left: close the declarations",
        (_, Part::First) => "no readied attack is left: close the declarations",
        _ => "no attack is left: close the declarations",
    };
    text.to_owned()
}

/// Only the decider is told what ending the declarations leaves undone.
fn undeclared(_: &Announcement, state: &State, ask: &Ask) -> Option<String> {
    let what = if state.next_step == NextStep::Spellcasting { "with spells left" } else { "with attacks left" };
    if DECLARE.is(ask) { counted(foresight::undeclared(state, ask.seat), what) } else { None }
}

/// A weapon is called as on the sheet of the one who uses it, and nobody in particular is asked.
fn announced(answer: &Announcement, state: &State, _: &Ask) -> String {
    match *answer {
        Announcement::Shoot { by, weapon, target } | Announcement::Attack { by, weapon, target } => {
            format!("{} at {}", weapon_of(state, by, weapon), state.figure_name(target))
        }
        Announcement::ShootAnywhere { by, weapon } | Announcement::AttackAround { by, weapon } => {
            weapon_of(state, by, weapon)
        }
        Announcement::Ready { by, weapon } => loading(state, by, "ready", weapon),
        Announcement::Reload { by, weapon } => loading(state, by, "reload", weapon),
        Announcement::Cast { by, .. } | Announcement::Load { by } => state.figure_name(by),
        Announcement::Done | Announcement::Wait => String::new(),
    }
}

fn loading(state: &State, by: Figure, what: &str, weapon: Name) -> String {
    format!("{}: {what} {}", state.figure_name(by), state.name_title(Some(by), weapon))
}

fn sweep(answer: &Round, _: &State, _: &Ask) -> String {
    let Round::Sweep { start, turn, squares } = answer;
    format!("{} from {start}, {}", so_many(*squares, "square", "squares"), turn.text())
}
