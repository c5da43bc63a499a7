//! Coreheim's decisions in words.

use super::card;
use crate::{Coreheim, Event, State, foresight};
use kernel::board::{Chances, Foresight, Idea, Pen, Sheet, Stroke, Verdict, Words};
use kernel::decision::Standing;
use kernel::scene::Site;
use kernel::{Amount, Ask, Choice, Figure, Layer, Mark, Name, Read, Refusal, Seat, Speaks, Thing, Throw, Way};
use space::inches::{Area, Spot, path};

const D6: Throw = Throw { count: 1, sides: 6, read: Read::Sum };
const TWO_D6: Throw = Throw { count: 2, sides: 6, read: Read::Sum };

impl Words for Coreheim {
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

    const SCORE: &'static str = "Enemies out of action, and ten for a shard or a warrior through";

    fn label(state: &State, ask: &Ask, choice: &Choice) -> String {
        match (ask.prompt, choice.verb.text(), &choice.things) {
            ("charge-too", "charge", [Thing::Figure(foe), ..]) => format!("Charge {} too", state.figure_name(*foe)),
            ("charge-too", "pass", _) => "No".to_owned(),
            // Whoever stands on the table was put there; the place is known then.
            ("place", "place", [Thing::Figure(figure), ..]) if !state.warrior(*figure).on_table() => {
                format!("{}: the first free place", state.figure_name(*figure))
            }
            _ => label(state, choice),
        }
    }

    fn price(state: &State, ask: &Ask, choice: &Choice) -> Option<String> {
        // How far it is stands beside every answer where anything may be measured at any time.
        let far = |from: Figure, to: Figure| {
            let known = state.setting.options.free_measuring && from != to;
            known.then(|| format!("{} away", foresight::inch(state.distance(from, to))))
        };
        match (choice.verb.text(), &choice.things) {
            ("charge", [Thing::Figure(figure), Thing::Figure(foe), _]) => far(*figure, *foe),
            ("at", [Thing::Figure(foe), ..]) => ask.actor.and_then(|figure| far(figure, *foe)),
            _ => None,
        }
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.warriors.get(figure.index()).map(|_| card::sheet(state, figure))
    }

    fn proviso(prompt: &str) -> Option<&'static str> {
        match prompt {
            "parry" | "parry-again" => Some("if nothing is parried"),
            "intercept" => Some("if nobody steps in"),
            "hatred" => Some("without striking again in hatred"),
            "scroll" => Some("without a scroll"),
            "augment" => Some("without the harder version"),
            _ => None,
        }
    }

    fn footprint(state: &State, ask: &Ask) -> Option<Site> {
        let radius = match (ask.prompt, ask.actor) {
            ("place" | "path", Some(figure)) => state.sheet(figure).radius,
            _ => return None,
        };
        Some(Site::Disc { centre: Spot { x: 0, y: 0, z: 0 }, radius })
    }

    fn standing(prompt: &str) -> Vec<Standing> {
        match prompt {
            "intercept" => vec![Standing { verb: "pass", amount: Amount::Only, label: "Never intercept" }],
            "parry" => vec![
                Standing { verb: "parry", amount: Amount::Only, label: "Always parry" },
                Standing { verb: "pass", amount: Amount::Only, label: "Never parry" },
            ],
            _ => Vec::new(),
        }
    }
}

impl Foresight for Coreheim {
    fn sketch(state: &State, ask: &Ask, _: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, choice)
    }

    fn layer(state: &State, _: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, figure, layer)
    }

    fn declared(state: &State) -> Vec<Mark> {
        foresight::declared(state)
    }

    fn pens(state: &State, ask: &Ask) -> Vec<Pen> {
        if let ("place", Some(figure)) = (ask.prompt, ask.actor) {
            let stem = Choice::new(Name::of("place"), &[Thing::Figure(figure)]);
            return vec![Pen {
                stem,
                label: "Set up".to_owned(),
                line: Stroke::Place,
                area: Area::default(),
                barred: None,
            }];
        }
        let pen = |route: foresight::Route| Pen {
            stem: Choice::new(Name::of(route.verb), &[]),
            label: route.label.to_owned(),
            line: Stroke::Way { from: route.from, limit: route.limit },
            area: route.area,
            barred: route.barred,
        };
        foresight::routes(state, ask).into_iter().map(pen).collect()
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

    fn shortened(state: &State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        foresight::shortened(state, ask, choice)
    }

    fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
        foresight::measuring(state, ask)
    }
}

impl Chances for Coreheim {
    fn thrown(event: &Event) -> Option<Throw> {
        match event {
            Event::ShotRolled { .. }
            | Event::BlowRolled { .. }
            | Event::ParryRolled { .. }
            | Event::WoundRolled { .. }
            | Event::SaveRolled { .. }
            | Event::InjuryRolled { .. }
            | Event::HelmetRolled { .. }
            | Event::CharmRolled { .. }
            | Event::RolledFor { .. }
            | Event::Tested { .. } => Some(D6),
            Event::CastRolled { .. } | Event::NerveTested { .. } | Event::RoutTested { .. } => Some(TWO_D6),
            _ => None,
        }
    }

    fn verdict(event: &Event) -> Option<Verdict> {
        let judged = |good: bool, yes, no| Some(if good { Verdict::Hit(yes) } else { Verdict::Miss(no) });
        match event {
            Event::BlowRolled { hit, .. } | Event::ShotRolled { hit, .. } => judged(hit.0, "Hit", "Miss"),
            Event::HitCertain { .. } => Some(Verdict::Hit("Hit")),
            Event::OutOfRange { .. } => Some(Verdict::Miss("Out of range")),
            Event::WoundRolled { critical: true, .. } => Some(Verdict::Critical("Critical hit")),
            Event::CastRolled { success, .. } => judged(success.0, "The spell succeeds", "The spell fails"),
            Event::Tested { passed, .. } | Event::NerveTested { passed, .. } | Event::RoutTested { passed, .. } => {
                judged(passed.0, "Passed", "Failed")
            }
            Event::ParryRolled { parried, .. } => judged(parried.0, "Parried", "Not parried"),
            _ => None,
        }
    }

    /// A spell may succeed and still not reach its target (CH-MAGIC-07).
    fn undoes(event: &Event) -> bool {
        matches!(event, Event::OutOfRange { .. })
    }

    const UPSHOTS: bool = true;

    fn upshot(event: &Event) -> Option<(Figure, u8, &'static str)> {
        match event {
            Event::Fell { warrior, .. } => Some((*warrior, 1, "falls")),
            Event::WoundsLost { warrior, .. } => Some((*warrior, 2, "wounded only")),
            Event::WentDown { warrior } => Some((*warrior, 3, "knocked down")),
            Event::Stunned { warrior } => Some((*warrior, 4, "stunned")),
            Event::OutOfAction { warrior } => Some((*warrior, 5, "out of action")),
            _ => None,
        }
    }
}

/// What is decided, without the figure it is decided for.
fn what(state: &State, ask: &Ask) -> String {
    let about = ask.about.map_or_else(String::new, |figure| state.figure_name(figure));
    let text = match ask.prompt {
        "role" => "attack or defend?",
        "zone" => "which set-up zone?",
        "ale" => "drink the strong ale?",
        "venom" => "which weapon is coated with venom?",
        "place" => "where is he set up?",
        "hide" if ask.actor.is_some() => "does he hide?",
        "hide" => "who hides?",
        "rout" => "test for rout, or give up?",
        "rally" => "who tries to rally?",
        "stupidity" => "who tests for stupidity?",
        "stand-up" => "who stands up?",
        "declare" => "who charges whom?",
        "charge" => "which charge is carried out?",
        "charge-too" => return format!("charge {about} as well?"),
        "intercept" => return format!("who steps between him and {about}?"),
        "move" => "who moves?",
        "path" => "where to?",
        "way" => "which way?",
        "gap" => "jump the gap?",
        "pick-up" => "take up the shard?",
        "shoot" => "who shoots or casts?",
        "target" => "at whom?",
        "quick-shot" => "one shot, or two?",
        "augment" => "the harder version of the spell?",
        "scroll" => "read the scroll?",
        "move-again" => "who moves again?",
        "combat" => "which combat is fought?",
        "weapon" => "what does he fight with?",
        "strike-order" => "who strikes first?",
        "strike" => "whom does he strike?",
        "parry" | "parry-again" => "parry the blow?",
        "hatred" => "strike again?",
        "panic" => "who tests his nerves?",
        "back" => return format!("who strikes {about} in the back first?"),
        "raise" => "which of the fallen rises?",
        "chain" => "who of the equally near is struck?",
        other => return other.replace('-', " "),
    };
    text.to_owned()
}

fn label(state: &State, choice: &Choice) -> String {
    let thing = |thing: &Thing| match thing {
        Thing::None => None,
        Thing::Figure(figure) => Some(state.figure_name(*figure)),
        Thing::Name(name) => Some(name_of(state, name.text())),
        Thing::Number(number) => Some(number.to_string()),
        Thing::Spot(spot) => Some(format!("{:.1}, {:.1}", f64::from(spot.x) / 1000.0, f64::from(spot.y) / 1000.0)),
        _ => None,
    };
    let things: Vec<String> = choice.things.iter().filter_map(thing).collect();
    let verb = choice.verb.text().replace('-', " ");
    if let Way::Track(track) = &choice.way {
        let length = f64::from(path::plan_length(track)) / 1000.0;
        return capital(&format!("{verb} {length:.1} inches"));
    }
    match (choice.verb.text(), &things[..]) {
        ("charge", [who, whom]) => format!("{who} charges {whom}"),
        ("charge", [who]) => format!("The charge of {who}"),
        ("shoot", [who, with]) => format!("{who} shoots: {with}"),
        ("cast", [who, spell]) => format!("{who} casts {spell}"),
        ("hand", [from, to]) => format!("{from} hands the shard to {to}"),
        ("place", [who, at]) => format!("{who} at {at}"),
        ("round", []) => "Round: floors and ladders".to_owned(),
        ("straight", []) => "Straight: climb and jump".to_owned(),
        ("take-up", []) => "Take it up".to_owned(),
        ("move" | "combat" | "rally" | "stupidity" | "panic", [who]) => who.clone(),
        ("hide", [who]) => format!("{who} hides"),
        ("show", [who]) => format!("{who} stays in the open"),
        ("intercept", [who]) => format!("{who} steps in"),
        ("pass", [who]) => format!("Not {who}"),
        ("strike", [who]) => format!("Strike {who}"),
        ("zone", [number]) => format!("Set-up zone {number}"),
        ("at", [whom]) => whom.clone(),
        ("done", []) => "Done".to_owned(),
        ("pass", []) => "No".to_owned(),
        ("fight", things) => format!("Fight with {}", things.join(" and ")),
        (_, []) => capital(&verb),
        (_, things) => capital(&format!("{verb} {}", things.join(", "))),
    }
}

/// What a name of the pack is called.
fn name_of(state: &State, id: &str) -> String {
    let pack = &state.setting.pack;
    let gear = pack.gear.iter().find(|gear| gear.id.text() == id).map(|gear| gear.title);
    let mut spells = pack.spell_lists.iter().flat_map(|list| &list.spells);
    let spell = || spells.find(|spell| spell.id.text() == id).map(|spell| spell.title);
    gear.or_else(spell).map_or_else(|| id.replace('-', " "), |title| title.to_string())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
