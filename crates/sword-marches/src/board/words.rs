//! The Sword Marches' decisions in words.

use super::names::{capital, inches, name_of};
use super::{assumed, card};
use crate::content::Quest;
use crate::field::RADIUS;
use crate::state::Place;
use crate::verbs::words;
use crate::{Event, State, SwordMarches, foresight};
use kernel::board::{Chances, Duel, Foresight, Idea, Pen, Sheet, Stroke, Verdict, Words};
use kernel::decision::Standing;
use kernel::scene::Site;
use kernel::{
    Amount, Ask, Choice, Fall, Figure, Layer, Mark, Question, Read, Refusal, Roll, Seat, Speaks, Thing, Throw, Way,
};
use space::inches::{Area, Spot, path};

impl Words for SwordMarches {
    const SCORE: &'static str = "Enemies out of play";
    // What Small gear somebody carries.
    const SECRETS: bool = true;

    fn title(state: &State, ask: &Ask) -> String {
        let what = what(state, ask);
        match ask.actor {
            Some(actor) => format!("{}: {what}", state.figure_name(actor)),
            None => capital(&what),
        }
    }

    fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
        label(state, ask, choice)
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.fighters.get(figure.index()).map(|_| card::sheet(state, figure, true))
    }

    /// Small gear is known to its owner alone until it is used (SM-MODEL-03).
    fn card_for(state: &State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let fighter = state.fighters.get(figure.index())?;
        Some(card::sheet(state, figure, viewer == Some(fighter.owner)))
    }

    fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
        let side = state.side(ask.seat);
        match (choice.verb.text(), ask.prompt) {
            ("break", "break") if side.may_break => Some("the Break of this Turn".to_owned()),
            ("break", "break") if side.spare_breaks == 1 => Some("the last spare Break".to_owned()),
            ("break", "break") => Some(format!("one of {} spare Breaks", side.spare_breaks)),
            ("forfeit", "act") => Some("its Token is lost".to_owned()),
            ("forfeit", "declare") => Some("no Belay Order is given, and no Token is lost".to_owned()),
            ("tactical", _) if side.dice == 1 => Some("the last Tactical Die".to_owned()),
            ("tactical", _) => Some(format!("1 of {} Tactical Dice", side.dice)),
            ("surge" | "ancestors" | "portents", _) => Some("once a game".to_owned()),
            _ => None,
        }
    }

    fn footprint(_: &State, ask: &Ask) -> Option<Site> {
        let places = matches!(ask.prompt, "deploy" | "enter" | "track" | "stop");
        places.then_some(Site::Disc { centre: Spot { x: 0, y: 0, z: 0 }, radius: RADIUS })
    }

    fn one_by_one(prompt: &str) -> bool {
        prompt == "act"
    }

    fn standing(prompt: &str) -> Vec<Standing> {
        match prompt {
            "break" => vec![Standing { verb: "pass", amount: Amount::Only, label: "Call no Break" }],
            "reroll" => vec![
                Standing { verb: "reroll", amount: Amount::Only, label: "Always roll again" },
                Standing { verb: "keep", amount: Amount::Only, label: "Always keep the roll" },
            ],
            "tactical-attack" | "tactical-defense" => {
                vec![Standing { verb: "keep", amount: Amount::Only, label: "Save Tactical Dice" }]
            }
            _ => Vec::new(),
        }
    }
}

impl Foresight for SwordMarches {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, _: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, choice)
    }

    fn layer(state: &State, _: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, figure, layer)
    }

    fn pens(state: &State, ask: &Ask) -> Vec<Pen> {
        if matches!(ask.prompt, "deploy" | "enter") {
            let waits = |figure: &Figure| {
                let fighter = state.fighter(*figure);
                fighter.owner == ask.seat && fighter.place == Place::Waiting
            };
            let pen = |figure: Figure| Pen {
                stem: Choice::new(words().place, &[Thing::Figure(figure)]),
                label: state.figure_name(figure),
                line: Stroke::Place,
                area: Area::default(),
                barred: None,
            };
            return state.figures().filter(waits).map(pen).collect();
        }
        let pen = |route: foresight::Route| Pen {
            stem: Choice::new(words().track, &[]),
            label: route.label.to_owned(),
            line: Stroke::Way { from: route.from, limit: route.limit },
            area: route.area,
            barred: None,
        };
        foresight::routes(state, ask).map(pen).into_iter().collect()
    }

    fn ideas(state: &State, ask: &Ask) -> Vec<Idea> {
        let idea = |found: foresight::Idea| Idea { choice: found.choice, label: found.label };
        foresight::ideas(state, ask).into_iter().map(idea).collect()
    }

    fn used(state: &State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
        foresight::used(state, ask, choice)
    }

    fn faults(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
        foresight::faults(state, ask, choice)
    }

    /// The last leg within the allowance, then ever shorter by an eighth of it.
    fn shortened(state: &State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        let Way::Track(track) = &choice.way else { return Vec::new() };
        let [legs @ .., before, end] = &track[..] else { return Vec::new() };
        if before.z != end.z {
            return Vec::new();
        }
        let over = foresight::used(state, ask, choice).map_or(0, |(used, limit)| (used - limit).max(0));
        let long = before.plan().to(end.plan()) - i64::from(over);
        let ends = (0..8).map(|eighths| long - long * eighths / 8).flat_map(|long| [long, long - 10]);
        let way = |long: i64| {
            let to = before.plan().toward(end.plan(), long).at(end.z);
            let points: Vec<Spot> = legs.iter().chain([before, &to]).copied().collect();
            Choice { way: Way::Track(points.into()), ..choice.clone() }
        };
        ends.filter(|long| *long > 100).map(way).collect()
    }

    fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
        foresight::measuring(state, ask)
    }
}

impl Chances for SwordMarches {
    fn thrown(event: &Event) -> Option<Throw> {
        let count = match event {
            Event::AttackRolled { dice, .. } | Event::DefenseRolled { dice, .. } => dice.0,
            Event::AttackFell { faces, .. } | Event::DefenseFell { faces, .. } => faces.0.faces().len() as i32,
            Event::FirstCheckRolled { .. }
            | Event::CheckRolled { .. }
            | Event::CheckOpposed { .. }
            | Event::PlayerRolled { .. }
            | Event::StrategyRolled { .. }
            | Event::Rerolled { .. }
            | Event::DamageRolled { .. }
            | Event::ResistanceRolled { .. }
            | Event::FallRolled { .. } => 1,
            _ => return None,
        };
        let count = count.clamp(1, kernel::MAX_DICE as i32) as u8;
        Some(Throw { count, sides: 10, read: Read::Highest })
    }

    fn duel(event: &Event) -> Option<Duel> {
        match event {
            Event::AttackRolled { .. }
            | Event::AttackFell { .. }
            | Event::DamageRolled { .. }
            | Event::FallRolled { .. }
            | Event::CheckRolled { .. }
            | Event::PlayerRolled { .. }
            | Event::StrategyRolled { seat: Seat(0), .. }
            | Event::FirstCheckRolled { seat: Seat(0), .. } => Some(Duel::Opens),
            Event::DefenseRolled { .. }
            | Event::DefenseFell { .. }
            | Event::ResistanceRolled { .. }
            | Event::CheckOpposed { .. }
            | Event::StrategyRolled { .. }
            | Event::FirstCheckRolled { .. } => Some(Duel::Answers),
            Event::Hit { .. }
            | Event::Missed { .. }
            | Event::CheckPassed { .. }
            | Event::CheckFailed { .. }
            | Event::RoutPassed { .. }
            | Event::Routed { .. }
            | Event::EdgeGained { .. }
            | Event::Unhurt { .. }
            | Event::Shocked { .. }
            | Event::SavedFromWound { .. }
            | Event::Wounded { .. } => Some(Duel::Settles),
            _ => None,
        }
    }

    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::Missed { .. } | Event::OutOfRange { .. } => Some(Verdict::Miss("Miss")),
            Event::Hit { .. } => Some(Verdict::Hit("Hit")),
            Event::CheckFailed { .. } => Some(Verdict::Miss("Failed")),
            Event::CheckPassed { .. } => Some(Verdict::Hit("Passed")),
            // What a Damage Check comes to, where the blow has landed already.
            Event::Unhurt { .. } => Some(Verdict::Miss("Unhurt")),
            Event::Shocked { .. } => Some(Verdict::Hit("Shocked")),
            Event::Wounded { .. } => Some(Verdict::Critical("Wounded")),
            _ => None,
        }
    }

    const OPPOSED: bool = true;

    /// A Defender steps up to cover and takes the best weapon that is known; a die is rolled again where that helps.
    fn assumed(state: &State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
        assumed::assumed(state, ask, question, last)
    }

    fn margin(event: &Event) -> Option<i32> {
        match event {
            Event::Hit { bonus, .. } => Some(*bonus),
            Event::Missed { margin, .. } => Some(*margin),
            _ => None,
        }
    }

    /// What friends make of it is not counted.
    fn concerns(roll: &Roll) -> bool {
        matches!(roll.name, "attack" | "defense" | "damage" | "resistance")
    }

    fn upshot(event: &Event) -> Option<(Figure, u8, &'static str)> {
        match event {
            Event::Shocked { model, .. } => Some((*model, 1, "Shocked")),
            Event::Wounded { model, .. } => Some((*model, 2, "Wounded")),
            _ => None,
        }
    }

    fn rebound(what: &'static str) -> &'static str {
        if what == "Wounded" { "struck back: Wounded" } else { "struck back: Shocked" }
    }
}

/// A role and what it has to do.
fn goal(state: &State, role: &str) -> String {
    let to_do = match (state.field.adventure.quest, role) {
        (Quest::GraveGold, "intruder") => "carry off two caches",
        (Quest::GraveGold, _) => "keep the caches here",
        (Quest::Beacon, "intruder") => "light the beacon and keep it burning",
        (Quest::Beacon, _) => "keep the beacon dark",
    };
    format!("{}: {to_do}", capital(role))
}

/// What is decided, without the model it is decided for.
fn what(state: &State, ask: &Ask) -> String {
    let about = ask.about.map_or_else(String::new, |figure| state.figure_name(figure));
    let text = match ask.prompt {
        "first-choice" => "choose the Adventure or the role?",
        "adventure" => "which Adventure?",
        "role" => "Intruder or Sentry?",
        "deploy" => "place a model in the zone",
        "enter" => "bring a model in at the table edge",
        "lead" => "which Champion stands in for the Warlord?",
        "panic-order" => "who checks for panic next?",
        "inscrutable" => "make the Panic Check again?",
        "credit" => return format!("who has the credit for {about}?"),
        "run" => "which Broken model runs next?",
        "edge" => "to which table edge?",
        "turn" => "round which side?",
        "first-token" => "who places the first Token?",
        "order" => return format!("place an Action Token, {} left", state.side(ask.seat).pool),
        "first-action" => "who takes the first Action?",
        "act" => "declare an Action",
        "declare" if ask.about.is_some() => return format!("declare its Break against {about}"),
        "declare" => "declare its Action anew",
        "portents" => "call on Portents: no Break against this Action?",
        "break" => return format!("Break the Action of {about}?"),
        "track" => "draw the way",
        "fire-order" => "move first, or shoot first?",
        "aim" => "at whom?",
        "adjust" => return format!("step into cover from {about}?"),
        "charge-step" => return format!("where does the charge at {about} start?"),
        "stop" => return format!("how close to {about}?"),
        "weapon" => return format!("what does it defend with against {about}?"),
        "tactical-attack" => return format!("a Tactical Die for the attack on {about}?"),
        "tactical-defense" => return format!("a Tactical Die for the defense against {about}?"),
        "tactical-panic" => "a Tactical Die against panic?",
        "tactical-command" => "a Tactical Die for the CMD Check?",
        "tactical-terrain" => "a Tactical Die for the Terrain Check?",
        "tactical-disengage" => "a Tactical Die to get away?",
        "tactical-hold" => return format!("a Tactical Die to hold {about}?"),
        "tactical-damage" => return format!("a Tactical Die for the damage to {about}?"),
        "tactical-resistance" if ask.about.is_some() => return format!("a Tactical Die to resist {about}?"),
        "tactical-resistance" => "a Tactical Die to resist?",
        "surge" => "more than human, now?",
        "ancestors" => "call on the ancestors?",
        "reroll" => "roll the lowest die again?",
        "hold" => return format!("who holds {about}?"),
        "steady" => "move toward shelter?",
        "burden" => "keep the cache?",
        "take" => "take the cache?",
        other => return other.replace('-', " "),
    };
    text.to_owned()
}

fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
    let thing = |thing: &Thing| match thing {
        Thing::Figure(figure) => Some(state.figure_name(*figure)),
        Thing::Name(name) => Some(name_of(state, *name)),
        Thing::Number(number) => Some(inches(*number)),
        Thing::Seat(seat) => Some(state.seat_name(*seat)),
        Thing::Spot(spot) => Some(format!("{}, {}", inches(spot.x), inches(spot.y))),
        _ => None,
    };
    let things: Vec<String> = choice.things.iter().filter_map(thing).collect();
    let verb = choice.verb.text().replace('-', " ");
    if let Way::Track(track) = &choice.way {
        let verb = if verb == "track" { "move" } else { &verb };
        return capital(&format!("{verb} {}", inches(path::plan_length(track))));
    }
    // Whose Action it is stands in the heading already.
    let declares = matches!(ask.prompt, "act" | "declare");
    match (choice.verb.text(), &things[..]) {
        ("place", [who, _]) => format!("Place {who}"),
        ("order", [who]) => who.clone(),
        ("break", [who]) => format!("Break with {who}"),
        ("pass", []) => "No Break".to_owned(),
        ("first", [who]) => who.clone(),
        ("take", [what]) if ask.prompt == "first-choice" => format!("The {what}"),
        ("charge" | "fight", [_, with, whom]) if declares => format!("{} {whom} with {with}", capital(&verb)),
        ("standing-fire" | "take-aim" | "mobile-fire", [_, with, whom]) => {
            format!("{} at {whom} with {with}", capital(&verb))
        }
        ("mobile-fire", [_, with]) => format!("{} with {with}, target later", capital(&verb)),
        ("climb" | "jump", [_, to]) => format!("{} to {to}", capital(&verb)),
        ("belay", [_, from, to]) => format!("Hand the Token of {from} to {to}"),
        ("kingmaker", [_, to]) => format!("Hand its Token to {to}"),
        (_, [_]) if declares => capital(&verb),
        ("weapon", [with]) => with.clone(),
        ("stop", [gap]) => {
            if gap == "0″" {
                "In contact".to_owned()
            } else {
                format!("{gap} apart")
            }
        }
        ("adjust", [to]) => format!("Step to {to}"),
        ("intruder" | "sentry", []) => goal(state, choice.verb.text()),
        ("surge", [who]) => format!("{who}, more than human"),
        ("keep", []) => "No".to_owned(),
        ("hold", []) => "Stay".to_owned(),
        ("tactical" | "surge" | "ancestors" | "reroll" | "portents", []) => format!(
            "Yes: {}",
            match choice.verb.text() {
                "tactical" => "one more die",
                "surge" => "use it up",
                "ancestors" => "call on them",
                "reroll" => "roll again",
                _ => "Unbreakable",
            }
        ),
        ("plain", []) => "No".to_owned(),
        (_, []) => capital(&verb),
        (_, things) => capital(&format!("{verb} {}", things.join(", "))),
    }
}
