//! Sword and Claw's decisions in words.

use super::card;
use crate::conditions::Condition;
use crate::rolls::{D6, D10};
use crate::state::{Altitude, Part, Place, Stage};
use crate::{Event, State, SwordAndClaw, foresight, steps};
use kernel::board::{Chances, Fate, Foresight, Sheet, Verdict, Words};
use kernel::decision::Standing;
use kernel::scene::Site;
use kernel::{
    Amount, Ask, Choice, Fall, Figure, Flow, Layer, Mark, Name, Question, Roll, Seat, Speaks, Thing, Throw, Walk, Way,
};
use space::grid::Square;
use std::ops::Range;

/// A saving throw of that much frees a figure (SC-SAVE-03).
const SAVED: i32 = 6;

impl Words for SwordAndClaw {
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
        is_there(state, figure).then(|| card::sheet(state, figure, false))
    }

    const SCORE: &'static str = "Points left";

    /// Armies that wait, the chosen reserve and spells that nobody has seen.
    const SECRETS: bool = true;

    fn card_for(state: &State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let side = viewer.and_then(|seat| state.players.get(seat.index())).map(|player| player.side);
        is_there(state, figure).then(|| card::sheet(state, figure, side == Some(state.piece(figure).side)))
    }

    fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
        price(state, ask, choice)
    }

    fn footprint(state: &State, ask: &Ask) -> Option<Site> {
        let actor = ask.actor.filter(|actor| is_there(state, *actor))?;
        match ask.prompt {
            "on" | "place" | "order" | "go-on" | "wheel" => {
                let side = state.base(actor);
                Some(Site::Squares { at: Square::new(0, 0), width: side, height: side })
            }
            _ => None,
        }
    }

    fn together(prompt: &str) -> bool {
        prompt == "movement"
    }

    fn standing(prompt: &str) -> Vec<Standing> {
        match prompt {
            "opportunity" => vec![
                Standing { verb: "strike", amount: Amount::Only, label: "Strike where only one can" },
                Standing { verb: "pass", amount: Amount::Only, label: "Never strike at who moves away" },
            ],
            "trample" => vec![Standing { verb: "pass", amount: Amount::Only, label: "Never trample" }],
            _ => Vec::new(),
        }
    }
}

impl Foresight for SwordAndClaw {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, made, choice)
    }

    fn declared(state: &State) -> Vec<Mark> {
        foresight::declared(state)
    }

    fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, viewer, figure, layer)
    }
}

impl Chances for SwordAndClaw {
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
            Event::SpotRolled { total, needed, .. } if total >= needed => Some(Verdict::Hit("On the spot")),
            Event::SpotRolled { .. } => Some(Verdict::Miss("Deviates")),
            Event::SaveRolled { total, .. } if *total >= SAVED => Some(Verdict::Miss("Saved")),
            Event::SaveRolled { .. } => Some(Verdict::Hit("Not saved")),
            _ => None,
        }
    }

    fn announced(state: &State) -> usize {
        state.declared.len()
    }

    fn perform(t: &mut crate::Table<'_>, deeds: Range<usize>) -> Flow {
        steps::alone(t, deeds)
    }

    /// As many hands as the weapon takes, the trained ones first (SC-QUAL-08, SC-QUAL-10).
    fn assumed(_: &State, ask: &Ask, _: &dyn Question, _: Option<(Roll, Fall)>) -> Option<usize> {
        (ask.prompt == "crew").then_some(0)
    }

    fn fates(before: &State, after: &State) -> Option<Vec<(Figure, Fate)>> {
        Some(fates(before, after))
    }

    /// Damage is rolled for each figure that is hit, once in a deed, and nothing is applied before all is rolled
    /// (SC-RANGED-09, SC-MELEE-03).
    fn apart(roll: &Roll) -> bool {
        roll.name == "damage"
    }

    fn struck(event: &Event) -> Option<Figure> {
        match event {
            Event::DamageRolled { target, .. } => Some(*target),
            _ => None,
        }
    }
}

/// Wounds, deaths and conditions that are new.
fn fates(before: &State, after: &State) -> Vec<(Figure, Fate)> {
    let mut list = Vec::new();
    for figure in before.standing() {
        let (old, new) = (before.piece(figure), after.piece(figure));
        if new.place == Place::Dead {
            list.push((figure, Fate::Killed));
            continue;
        }
        match (new.wounds.checked_sub(old.wounds), old.wounds.checked_sub(new.wounds)) {
            (Some(wounds @ 1..), _) => list.push((figure, Fate::Wounds(wounds))),
            (_, Some(wounds @ 1..)) => list.push((figure, Fate::Healed(wounds))),
            _ => {}
        }
        let gained = |condition: &Condition| condition.count(after, figure) > condition.count(before, figure);
        let gains = Condition::ALL.into_iter().filter(gained).map(|condition| Fate::Gains(condition.text()));
        list.extend(gains.map(|fate| (figure, fate)));
        if new.altitude < old.altitude {
            list.push((figure, Fate::Gains("Sinks")));
        }
    }
    list
}

/// What ending a step leaves undone, and who comes with a reserve. Only the decider is told.
fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
    match (choice.verb.text(), choice.things[0]) {
        ("done", _) => {}
        ("reserve", Thing::Name(which)) => return reserve(state, ask.seat, which),
        _ => return None,
    }
    let what = match (ask.prompt, state.stage) {
        ("movement", _) => "not moved",
        (_, Stage::Spellcasting) => "with spells left",
        _ => "with attacks left",
    };
    match foresight::idle(state, ask.seat, ask.prompt) {
        0 => None,
        1 => Some(format!("1 figure {what}")),
        many => Some(format!("{many} figures {what}")),
    }
}

/// The figures of one of a player's reserves: `2 Human Crossbowman, 1 Human Battle Mage`.
fn reserve(state: &State, seat: Seat, which: Name) -> Option<String> {
    let player = state.players.get(seat.index())?;
    let list = player.reserves.get(usize::from(which.text() == "b"))?;
    let pack = &state.setting.pack;
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for recruit in list {
        let title = pack.troop(recruit.troop).title;
        match counted.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => counted.push((title, 1)),
        }
    }
    let words: Vec<String> = counted.into_iter().map(|(title, count)| format!("{count} {title}")).collect();
    Some(if words.is_empty() { "nobody".into() } else { words.join(", ") })
}

/// What is decided, without the figure it is decided for.
fn what(state: &State, ask: &Ask) -> String {
    let about = ask.about.filter(|figure| is_there(state, *figure));
    let about = about.map_or_else(|| "it".to_owned(), |figure| state.figure_name(figure));
    let text = match ask.prompt {
        "edge" => "on which board edge do the defenders set up?",
        "place" if ask.actor.is_some() => "where is it put?",
        "place" => "which figure is placed next?",
        "on" => "where is it placed?",
        "level" => "at which level?",
        "reserve" => "which reserve will fight?",
        "movement" => "which figure moves next?",
        "order" => "what does it do?",
        "go-on" => "where does it go on to?",
        "wheel" => "where does it go before it charges?",
        "lane" => return format!("by which way does it charge {about}?"),
        "surge" => return format!("one more space towards {about}?"),
        "trample" => "whom does it trample?",
        "opportunity" => return format!("{about} moves away: who strikes?"),
        "crew" => "who serves it?",
        "lend" => return format!("may it serve {about} for an ally?"),
        "give-up" => "an ally would concede: does your side give up?",
        "maintain" => "which spells does it keep up?",
        "declare" => return declaring(state),
        "close" => return closing(state),
        "spot" => "where is it aimed?",
        "toward" => "in which direction?",
        "sweep" => "which squares does it sweep?",
        "line" => "where does the line run over the corner?",
        "fired" => "from which square was it fired, and at which?",
        "target" => "at whom is the spell aimed?",
        "zone" => "where does the zone lie?",
        "wall" => "where does the wall stand, square by square?",
        "dispel" => "which effect does it end?",
        "dice" => "type what fell",
        other => return other.replace('-', " "),
    };
    text.to_owned()
}

/// Which attacks and spells the present part of the step is about.
fn declaring(state: &State) -> String {
    let text = match (state.stage, state.part) {
        (Stage::Spellcasting, _) => "declare the spells of this step",
        (Stage::Ranged, Part::First) => "declare readied shots",
        (Stage::Ranged, _) => "declare shots, reload or ready",
        (_, Part::First) => "declare readied attacks",
        _ => "declare attacks, or ready them",
    };
    text.to_owned()
}

/// Nothing more can be declared: the player only says that his side has finished.
fn closing(state: &State) -> String {
    let text = match (state.stage, state.part) {
        (Stage::Spellcasting, _) => "no further spell can be cast: close the declarations",
        (Stage::Ranged, Part::First) => "no readied shot is left: close the declarations",
        (Stage::Ranged, _) => "no shot is left: close the declarations",
        (_, Part::First) => "no readied attack is left: close the declarations",
        _ => "no attack is left: close the declarations",
    };
    text.to_owned()
}

fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
    // Where nobody in particular is asked, the first figure of the choice is the one that acts.
    let by = choice.things.iter().find_map(|thing| match thing {
        Thing::Figure(figure) => Some(*figure),
        _ => None,
    });
    let actor = ask.actor.or(by);
    let things: Vec<String> = choice.things.iter().filter_map(|thing| say(state, actor, thing)).collect();
    if let Way::Walk(walk) = &choice.way {
        return way(choice.verb, things.first(), walk);
    }
    let words: Vec<&str> = things.iter().map(String::as_str).collect();
    match (choice.verb.text(), &words[..]) {
        ("done", _) => "Done".into(),
        ("finish", _) => "That is all".into(),
        ("wait", _) => "Let an ally go first".into(),
        ("concede", _) => "Concede the battle".into(),
        ("lend", []) => "Let it serve".into(),
        ("keep", []) => "Keep it back".into(),
        ("pass", _) if ask.prompt == "trample" => "Do not trample".into(),
        ("pass", _) => "Let it go".into(),
        ("stop", _) => "Stop here".into(),
        ("stay" | "hold", []) => "Stay".into(),
        ("aim", []) => "Aim".into(),
        ("activate", [figure]) => (*figure).into(),
        ("reserve", [which]) => format!("Reserve {which}"),
        ("edge", [edge]) => format!("The {} edge", edge.to_lowercase()),
        ("level", [level]) => (*level).into(),
        ("place", ["All"]) => "Place everybody".into(),
        ("place", [troop, number]) => format!("{troop} {number}"),
        ("place" | "on" | "step" | "by" | "target", [one]) => (*one).into(),
        ("shoot" | "attack" | "strike", [by, weapon, target]) => format!("{by}: {weapon} at {target}"),
        ("shoot" | "attack" | "strike", [by, weapon]) => format!("{by}: {weapon}"),
        ("trample", [target, weapon]) => format!("Trample {target} ({weapon})"),
        ("charge", [target]) => format!("Charge {target}"),
        ("cast", [by, spell, level]) => format!("{by}: {spell}, level {level}"),
        ("ready" | "reload", [by, weapon]) => format!("{by}: {} {weapon}", choice.verb),
        ("reload", [weapon]) => format!("Reload {weapon}"),
        ("load", [by]) => format!("{by}: load"),
        ("maintain", [spell]) => format!("Keep up {spell}"),
        ("drop", [spell]) => format!("Let {spell} go"),
        ("ground", [square]) => format!("At {square}"),
        (level @ ("low" | "high"), [square]) => format!("Above {square}, {level}"),
        ("toward", [from, to, ..]) => format!("From {from} towards {to}"),
        ("from", [from, to]) => format!("From {from} at {to}"),
        ("sweep", [start, turn, squares]) => format!("{squares} squares from {start}, {}", turn.to_lowercase()),
        ("move" | "run" | "slide" | "go", [level]) => {
            format!("{} {}", first_large(choice.verb.text()), rise(state, actor, level))
        }
        (verb, words) => with(&first_large(&verb.replace('-', " ")), &words.join(", ")),
    }
}

/// A change of level without a step, or the way off the board.
fn rise(state: &State, actor: Option<Figure>, word: &str) -> String {
    let now = actor.filter(|figure| is_there(state, *figure)).map(|figure| state.piece(figure).altitude);
    let level = Altitude::ALL.into_iter().find(|level| level.text().eq_ignore_ascii_case(word));
    match (now, level) {
        (_, Some(Altitude::Landed)) => "and land".into(),
        (Some(now), Some(level)) if level > now => format!("up to {}", level.text()),
        (_, Some(level)) => format!("down to {}", level.text()),
        (_, None) => format!("{} the board", word.to_lowercase()),
    }
}

fn with(word: &str, rest: &str) -> String {
    format!("{word} {rest}").trim_end().to_owned()
}

fn way(verb: Name, first: Option<&String>, walk: &Walk) -> String {
    // The lane of a charge is named by where it ends.
    let verb = if verb.text() == "by" { "Charge".into() } else { first_large(&verb.text().replace('-', " ")) };
    match (walk.squares().last(), first) {
        // The only word beside a way is that it leads off the board.
        (Some(end), Some(_)) => format!("{verb} to {end} and off the board"),
        (Some(end), None) => format!("{verb} to {end}"),
        (None, _) => format!("{verb} nowhere"),
    }
}

fn say(state: &State, actor: Option<Figure>, thing: &Thing) -> Option<String> {
    match thing {
        Thing::None => None,
        Thing::Name(name) => Some(titled(state, actor, *name)),
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
