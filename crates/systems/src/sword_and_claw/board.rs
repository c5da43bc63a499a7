//! Sword and Claw's decisions in words.

use super::card;
use crate::live::{Sheet, Shown, Verdict};
use kernel::{Ask, Choice, Figure, Name, Speaks, Thing, Throw, Walk, Way};
use sword_and_claw::rolls::{D6, D10};
use sword_and_claw::{Event, State, SwordAndClaw};

impl Shown for SwordAndClaw {
    fn title(state: &State, ask: &Ask) -> String {
        let what = what(state, ask);
        match ask.actor.filter(|actor| is_there(state, *actor)) {
            Some(actor) => format!("{}: {what}", state.figure_name(actor)),
            None => first_large(&what),
        }
    }

    fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
        label(state, ask, choice)
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        is_there(state, figure).then(|| card::sheet(state, figure))
    }

    fn thrown(event: &Event) -> Option<Throw> {
        match event {
            Event::AttackRolled { .. } | Event::SpotRolled { .. } | Event::SaveRolled { .. } => Some(D10),
            Event::DamageRolled { .. }
            | Event::ChargeRolled { .. }
            | Event::DepthRolled { .. }
            | Event::AttackerTossed { .. } => Some(D6),
            _ => None,
        }
    }

    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::AttackMissed { .. } => Some(Verdict::Miss("Miss")),
            Event::AttackHit { .. } => Some(Verdict::Hit("Hit")),
            Event::AutoHit { .. } => Some(Verdict::Hit("Hit without a roll")),
            Event::Deviated { .. } => Some(Verdict::Miss("Deviates")),
            _ => None,
        }
    }
}

/// What is decided, without the figure it is decided for.
fn what(state: &State, ask: &Ask) -> String {
    let about = ask.about.filter(|figure| is_there(state, *figure));
    let about = about.map_or_else(|| "it".to_owned(), |figure| state.figure_name(figure));
    let text = match ask.prompt {
        "edge" => "on which board edge does the side set up?",
        "place" => "which figure is placed, and where?",
        "on" => "where is it placed?",
        "level" => "at which level?",
        "reserve" => "which reserve will fight?",
        "opportunity" => return format!("{about} moves away: who strikes?"),
        "trample" => return format!("trample {about}?"),
        "movement" | "move" => "who moves next, and how?",
        "go-on" | "step" => "where does it go on to?",
        "surge" => "one more space?",
        "line" => "where does the line run over the corner?",
        "maintain" => "which spells are kept up?",
        "cast" | "spells" => "which spells are cast?",
        "shots" | "ranged" => "who shoots, reloads or readies?",
        "readied-ranged" => "which readied shots are made?",
        "blows" | "melee" => "who strikes, or readies?",
        "readied-melee" => "which readied attacks are made?",
        "order" => "which comes first?",
        "dice" => "type what fell",
        other => return other.replace('-', " "),
    };
    text.to_owned()
}

fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
    let things: Vec<String> = choice.things.iter().filter_map(|thing| say(state, ask, thing)).collect();
    let rest = things.join(", ");
    if let Way::Walk(walk) = &choice.way {
        return way(choice.verb, things.first(), walk);
    }
    let first = things.first().map_or("", String::as_str);
    let others = things.get(1..).unwrap_or_default().join(", ");
    match choice.verb.text() {
        "done" => "Done".into(),
        "finish" => "Finish".into(),
        "wait" => "Let an ally go first".into(),
        "concede" => "Concede the battle".into(),
        "resolve" => "Resolve everything".into(),
        "pass" => "Let it go".into(),
        "stop" => "Stop here".into(),
        "stay" => "Stay".into(),
        "skip" | "decline" => "Do without".into(),
        "off" | "leave" => "Leave the board".into(),
        "hold" => with("Stay", &rest),
        "aim" => with("Aim", &rest),
        "activate" => first.to_owned(),
        "reserve" => format!("Reserve {}", first.to_uppercase()),
        "edge" => format!("The {} edge", first.to_lowercase()),
        "level" => first.to_owned(),
        "place" if ask.prompt == "on" => format!("Place at {rest}"),
        "strike" | "attack" | "shoot" | "fire" | "trample" if !others.is_empty() => {
            format!("{}: {first} ({others})", first_large(choice.verb.text()))
        }
        "ready" => with("Ready", &rest),
        "load" | "reload" => with(&first_large(choice.verb.text()), &rest),
        "cast" => with("Cast", &rest),
        "maintain" => with("Keep up", &rest),
        "drop" => with("Let go of", &rest),
        "go" => with("Go to", &rest),
        _ if rest.is_empty() => first_large(&choice.verb.text().replace('-', " ")),
        _ => format!("{} {rest}", first_large(&choice.verb.text().replace('-', " "))),
    }
}

fn with(word: &str, rest: &str) -> String {
    format!("{word} {rest}").trim_end().to_owned()
}

fn way(verb: Name, first: Option<&String>, walk: &Walk) -> String {
    let verb = first_large(&verb.text().replace('-', " "));
    let verb = first.map_or(verb.clone(), |first| format!("{verb} {first}"));
    match walk.squares().last() {
        Some(end) => format!("{verb} to {end}"),
        None => format!("{verb} nowhere"),
    }
}

fn say(state: &State, ask: &Ask, thing: &Thing) -> Option<String> {
    match thing {
        Thing::None => None,
        Thing::Name(name) => Some(titled(state, ask.actor, *name)),
        Thing::Figure(figure) if is_there(state, *figure) => Some(state.figure_name(*figure)),
        // Choices somebody typed may point anywhere.
        Thing::Figure(figure) => Some(format!("figure {}", figure.0)),
        Thing::Square(square) => Some(square.to_string()),
        Thing::Spot(spot) => Some(spot.to_string()),
        Thing::Number(number) => Some(number.to_string()),
        Thing::Seat(seat) => Some(state.seat_name(*seat)),
    }
}

fn is_there(state: &State, figure: Figure) -> bool {
    figure.index() < state.pieces.len()
}

/// The title of an attack, a spell or a troop by its name.
fn titled(state: &State, actor: Option<Figure>, name: Name) -> String {
    let pack = &state.setting.pack;
    let sheet = actor.filter(|figure| is_there(state, *figure)).map(|figure| state.sheet(figure));
    if let Some(attack) = sheet.and_then(|sheet| sheet.attacks.iter().find(|attack| attack.name == name)) {
        return attack.title.to_owned();
    }
    let spell = pack.spell_named(name).map(|id| pack.spell(id).title);
    let troop = pack.troop_named(name).map(|id| pack.troop(id).title);
    spell.or(troop).map_or_else(|| first_large(&name.text().replace('-', " ")), str::to_owned)
}

fn first_large(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
