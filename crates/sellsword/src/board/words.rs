//! Sellsword's decisions in words.

use super::card;
use crate::act::charge;
use crate::{Event, Sellsword, State, foresight, setup};
use kernel::board::{Chances, Foresight, Sheet, Verdict, Words};
use kernel::decision::Standing;
use kernel::scene::Site;
use kernel::{Amount, Ask, Choice, D20, Figure, Layer, Mark, Name, Seat, Speaks, Thing, Throw, Walk, Way};
use space::grid::Square;

impl Words for Sellsword {
    fn title(state: &State, ask: &Ask) -> String {
        let what = what(state, ask);
        match ask.actor {
            Some(actor) => format!("{}: {what}", state.figure_name(actor)),
            None => {
                let mut letters = what.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            }
        }
    }

    fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
        label(state, ask, choice)
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.units.get(figure.index()).map(|_| card::sheet(state, figure))
    }

    fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
        price(state, ask, choice)
    }

    fn footprint(state: &State, ask: &Ask) -> Option<Site> {
        let side = match (ask.prompt, ask.actor) {
            ("tile", _) => setup::TILE,
            ("enter" | "shift" | "appear" | "free-step" | "act" | "go-on", Some(unit)) => state.sheet(unit).size.side(),
            _ => return None,
        };
        Some(Site::Squares { at: Square::new(0, 0), width: side, height: side })
    }

    fn standing(prompt: &str) -> Vec<Standing> {
        match prompt {
            "reply" => vec![
                Standing { verb: "reply", amount: Amount::Only, label: "Always reply" },
                Standing { verb: "pass", amount: Amount::Only, label: "Never reply" },
            ],
            "avoid" => vec![
                Standing { verb: "avoid", amount: Amount::Most, label: "Always avoid all that Vigor pays for" },
                Standing { verb: "avoid", amount: Amount::Least, label: "Never spend Vigor to avoid wounds" },
            ],
            _ => Vec::new(),
        }
    }
}

impl Foresight for Sellsword {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, made, choice)
    }

    fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, viewer, figure, layer)
    }
}

impl Chances for Sellsword {
    fn thrown(event: &Event) -> Option<Throw> {
        let rolled = matches!(
            event,
            Event::TacticsRolled { .. }
                | Event::WarleaderRolled { .. }
                | Event::PlacesRolled { .. }
                | Event::AttackRolled { .. }
                | Event::MortalHeld { .. }
                | Event::RecoveryRolled { .. }
                | Event::RageRolled { .. }
                | Event::GlamyrRolled { .. }
        );
        rolled.then_some(D20)
    }

    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::AttackMissed { .. } => Some(Verdict::Miss("Miss")),
            Event::AttackHit { critical: true, .. } | Event::AutoHit { .. } => {
                Some(Verdict::Critical("Critical Strike"))
            }
            Event::AttackHit { glancing: true, .. } => Some(Verdict::Hit("Glancing Blow")),
            Event::AttackHit { .. } => Some(Verdict::Hit("Hit")),
            _ => None,
        }
    }
}

/// What an act costs beyond the act itself, and what ending the turn throws away.
fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
    if ask.prompt == "reply" {
        return (choice.verb.text() == "reply").then(|| "green token".to_owned());
    }
    let unit = ask.actor?;
    let attack = |name: &Name| state.sheet(unit).attacks.iter().find(|attack| attack.name == *name);
    let mut parts: Vec<String> = Vec::new();
    match (ask.prompt, choice.verb.text(), &choice.things[0]) {
        ("act", "end", _) => match state.turn.acts {
            ..=0 => {}
            1 => parts.push("1 act lost".into()),
            acts => parts.push(format!("{acts} acts lost")),
        },
        ("act", verb @ ("attack" | "charge"), Thing::Name(name)) => {
            let attack = attack(name)?;
            if attack.acts > 1 {
                parts.push(format!("{} acts", attack.acts));
            }
            if let Some(token) = attack.token {
                parts.push(format!("{} token", token.text().to_lowercase()));
            }
            let vigor = attack.vigor + if verb == "charge" { charge::PRICE } else { 0 };
            if vigor > 0 {
                parts.push(format!("{vigor} Vigor"));
            }
        }
        ("avoid", "avoid", Thing::Number(number)) if *number > 0 => parts.push(format!("{number} Vigor")),
        _ => {}
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

/// What is decided, without the figure it is decided for.
fn what(state: &State, ask: &Ask) -> String {
    let about = ask.about.map_or_else(String::new, |figure| state.figure_name(figure));
    let text = match ask.prompt {
        "act" => {
            let spent: u8 = state.turn.spent.iter().sum();
            return format!("act {} of {}", spent + 1, i32::from(spent) + i32::from(state.turn.acts.max(1)));
        }
        "unit" => "which unit takes its turn?",
        "selector" => "who selects the map?",
        "map" => "on which map is the battle fought?",
        "tile" => "where does the entry tile go?",
        "order" => "who goes first this round?",
        "power" => "a power for the start of the round?",
        "ahead" => "a turn ahead of phase 1?",
        "enter" => "where does it enter?",
        "target" => "on whom?",
        "heal" => return format!("which injury of {about} is healed?"),
        "cure" => return format!("which status of {about} ends?"),
        "summon" => "where is the summoned unit placed?",
        "appear" => "where does it appear?",
        "free-step" => "a free step?",
        "terrain" => "where is the terrain made?",
        "shift" => "it may not stay; where to?",
        "avoid" => "how many wounds are avoided with Vigor?",
        "reroll" | "reroll-hit" | "reroll-miss" | "reroll-recovery" => "roll again?",
        "reroll-burst" => "which roll of the burst is made again?",
        "reply" => return format!("a reply to {about}?"),
        "reply-order" => "which reply comes next?",
        "reply-with" => return format!("with what does it reply to {about}?"),
        "origin" => "where is the burst's origin?",
        "injury" => "which injury does it take?",
        "move" | "push" | "pull" => return format!("{} {about} where?", ask.prompt),
        "pit" => return format!("{about} at the edge of a pit"),
        "recoil" => return format!("where does it recoil from {about}?"),
        "recurring" => "which Recurring wounds come first?",
        "recover" => "which status is rolled for?",
        "start-of-turn" => "what comes first at the start of its turn?",
        "end-of-turn" => "a trait at the end of its turn?",
        "nearest" => "which enemy draws its rage?",
        "lane" => return format!("by which way does it charge {about}?"),
        "go-on" => "does it move on?",
        "with-attack" => "a trait with this attack?",
        "dice" => "type what fell",
        other => return other.replace('-', " "),
    };
    text.to_owned()
}

fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
    let things: Vec<String> = choice.things.iter().filter_map(|thing| say(state, ask, thing)).collect();
    let first = things.first().map_or("", String::as_str);
    let second = things.get(1).map(String::as_str);
    if let Way::Walk(walk) = &choice.way {
        return way(choice.verb, walk);
    }
    match (choice.verb.text(), second) {
        ("attack", Some(target)) => format!("{first}: {target}"),
        ("attack", None) => first.to_owned(),
        ("charge", Some(target)) => format!("Charge {target} ({first})"),
        ("use", Some(target)) => format!("{first}: {target}"),
        ("use", None) => format!("Use {first}"),
        ("maneuver", _) => format!("Maneuver to {first}"),
        ("rest", _) => format!("Rest: {} token", first.to_lowercase()),
        ("crow", _) => "Crow".into(),
        ("end", _) => "End turn".into(),
        ("activate" | "next", _) => first.to_owned(),
        ("reply", _) => format!("{first} replies"),
        ("pass", _) if ask.prompt == "reply" => "No reply".into(),
        ("pass", _) if ask.prompt == "ahead" => "No turn ahead".into(),
        ("pass", _) => "Pass".into(),
        ("keep", _) => "Keep the roll".into(),
        ("reroll", _) if first.is_empty() => "Roll again".into(),
        ("reroll", _) => format!("Roll again ({first})"),
        ("avoid", _) if first == "0" => "Avoid none".into(),
        ("avoid", _) => format!("Avoid {first}"),
        ("first", _) => format!("{first} first"),
        ("selector", _) => format!("{first} selects"),
        ("number", _) => format!("Player {first}"),
        ("enter", _) => format!("Enter at {first}"),
        ("tile", _) => format!("Entry tile at {first}"),
        ("step" | "shift" | "appear" | "place" | "centre" | "origin" | "map" | "with" | "on", _)
            if !first.is_empty() =>
        {
            first.to_owned()
        }
        ("origin", _) => "From itself".into(),
        ("mark", _) => format!("{first} injury"),
        ("recover", _) => format!("Recover from {first}"),
        ("done", _) => "Done".into(),
        ("decline", _) => "Do without".into(),
        ("stay", _) => "Stay".into(),
        ("stop", _) => "Stop here".into(),
        ("begin", _) => "Begin the turn".into(),
        _ => format!("{} {}", capital(choice.verb), things.join(" ")).trim_end().to_owned(),
    }
}

fn way(verb: Name, walk: &Walk) -> String {
    match walk.squares().last() {
        Some(end) if verb.text() == "by" => format!("Charge to {end}"),
        Some(end) => format!("{} to {end}", capital(verb)),
        None => format!("{} nowhere", capital(verb)),
    }
}

fn say(state: &State, ask: &Ask, thing: &Thing) -> Option<String> {
    match thing {
        Thing::None => None,
        Thing::Name(name) => Some(titled(state, ask.actor, *name)),
        Thing::Figure(figure) => Some(called(state, ask.seat, *figure)),
        Thing::Square(square) => Some(square.to_string()),
        Thing::Spot(spot) => Some(spot.to_string()),
        Thing::Number(number) => Some(number.to_string()),
        Thing::Seat(seat) => Some(state.seat_name(*seat)),
    }
}

/// A figure that is not there has no name; choices somebody typed may point anywhere.
fn called(state: &State, _: Seat, figure: Figure) -> String {
    match state.units.get(figure.index()) {
        Some(_) => state.figure_name(figure),
        None => format!("figure {}", figure.0),
    }
}

/// The title of an attack, trait or map by its name.
fn titled(state: &State, actor: Option<Figure>, name: Name) -> String {
    let sheet = actor.filter(|figure| figure.index() < state.units.len()).map(|figure| state.sheet(figure));
    let attack = sheet.and_then(|sheet| sheet.attacks.iter().find(|attack| attack.name == name));
    if let Some(attack) = attack {
        return attack.title.to_owned();
    }
    let power = sheet.and_then(|sheet| sheet.traits.iter().find(|power| power.name == name));
    if let Some(power) = power {
        return power.title.to_owned();
    }
    match state.setting.pack.map(name) {
        Some(field) => field.map.title.clone(),
        None => capital(name),
    }
}

/// `mortal-wound` is `Mortal wound`.
fn capital(name: Name) -> String {
    let text = name.text().replace('-', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
