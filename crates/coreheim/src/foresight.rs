//! What would come of an answer, in marks for the board: lines of sight, the lane of a charge, who could step into it.
//!
//! Distances are said only where measuring is open ([`measuring`]); what is seen may always be looked at (CH-GEOM-10).
//! `aim` holds sight, shots and charges, `going` ways and what they risk, `ideas` answers worth a thought.

mod aim;
mod going;
mod ideas;

pub use going::{Route, faults, routes, shortened, used};
pub use ideas::{Idea, ideas};

use crate::cards::Stat;
use crate::ground::{Gait, INCH};
use crate::state::State;
use crate::turn::charge;
use kernel::sketch::{Drawn, Layer, Mark, Shape};
use kernel::{Ask, Choice, Figure, Refusal, Rule, Thing, Way};
use rulebook::CH;
use space::inches::{self, Area, Search, Spot, turn};

/// Lattice points of areas that are drawn lie so far apart.
const PITCH: i32 = 500;

/// May distances and odds be known now? Always where the players agreed to it; else only once a warrior is on the move or
/// is set up (CH-JUMP-02, CH-CHARGE-02).
///
/// # Errors
/// The rule that closes measuring.
pub fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
    let (rule, text) = match ask.map(|ask| ask.prompt) {
        _ if state.setting.options.free_measuring => return Ok(()),
        Some(
            "path" | "place" | "charge" | "intercept" | "way" | "gap" | "pick-up" | "zone" | "role" | "ale" | "venom",
        ) => return Ok(()),
        // What is rolled next is declared already.
        Some("parry" | "parry-again" | "hatred" | "strike" | "back" | "rout" | "dice") => return Ok(()),
        Some("shoot" | "target" | "quick-shot") => (CH::SHOOT_08, "nothing is measured before a target is named"),
        Some("cast" | "augment" | "scroll") => (CH::MAGIC_07, "nothing is measured before a spell is cast"),
        _ => (CH::CHARGE_02, "nothing is measured before it is declared"),
    };
    Err(Refusal::new(rule, text))
}

/// What one answer would do.
pub fn sketch(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    let open = measuring(state, Some(ask)).is_ok();
    match (choice.verb.text(), &choice.things, &choice.way) {
        ("walk" | "run" | "leap", _, Way::Track(track)) => {
            ask.actor.map_or_else(Vec::new, |figure| going::marks(state, figure, track, choice.verb.text() == "run"))
        }
        ("charge", [Thing::Figure(figure), Thing::Figure(foe), _], _) => aim::rush(state, *figure, *foe, open),
        // Which of the declared charges is carried out.
        ("charge", [Thing::Figure(figure), Thing::None, _], _) if ask.prompt == "charge" => {
            let charge = state.charges.iter().find(|charge| charge.charger == *figure);
            charge.map_or_else(Vec::new, |charge| aim::rush(state, *figure, charge.target, open))
        }
        ("intercept", [Thing::Figure(figure), ..], _) => aim::step_in(state, ask, *figure),
        ("cast", [Thing::Figure(figure), Thing::Name(spell), ..], _) if fits(state, *figure) => {
            aim::spell(state, *spell).into_iter().chain(aim::views(state, *figure, open)).collect()
        }
        ("shoot", [Thing::Figure(figure), ..], _) if fits(state, *figure) => aim::views(state, *figure, open),
        ("at", [Thing::Figure(foe), ..], _) if fits(state, *foe) => {
            ask.actor.and_then(|figure| aim::line(state, figure, *foe, open)).into_iter().collect()
        }
        ("move" | "hide", [Thing::Figure(figure), ..], _) => aim::watchers(state, *figure),
        ("place", [Thing::Figure(figure), Thing::Spot(at), _], _) => {
            aim::watchers(&supposed(state, *figure, *at), *figure)
        }
        _ => Vec::new(),
    }
}

/// Charges that are declared and not carried out yet, as everybody knows them (CH-CHARGE-05).
pub fn declared(state: &State) -> Vec<Mark> {
    let line = |from: Spot, to: Spot| Shape::Line { from: (from.x, from.y), to: (to.x, to.y) };
    let arrow = |charger: Figure, foe: Figure, to: Spot, rule: Rule| {
        let from = state.warrior(charger).at;
        Mark { text: "charge".to_owned(), ..mark(Drawn::Declared, line(from, to), vec![charger, foe], rule) }
    };
    let mut marks = Vec::new();
    for charge in state.charges.iter().filter(|charge| fits(state, charge.charger)) {
        marks.push(arrow(charge.charger, charge.target, charge.aimed, CH::CHARGE_01));
        let others = charge.others.iter().filter(|foe| fits(state, **foe));
        marks.extend(others.map(|foe| arrow(charge.charger, *foe, state.warrior(*foe).at, CH::CHARGE_04)));
    }
    marks
}

/// A layer over the map for one warrior.
pub fn layer(state: &State, figure: Figure, layer: Layer) -> Vec<Mark> {
    if !fits(state, figure) {
        return Vec::new();
    }
    match layer {
        Layer::Reach => {
            let steps = i32::from(state.stat(figure, Stat::Movement)) * INCH;
            let walk = Mark {
                text: format!("walk {}", inch(steps)),
                ..mark(Drawn::Reach, Shape::Area(area(state, figure, steps, true)), vec![figure], CH::MOVE_01)
            };
            let run = Mark {
                text: format!("run {}", inch(2 * steps)),
                ..mark(Drawn::Reach, Shape::Area(area(state, figure, 2 * steps, false)), vec![figure], CH::RUN_01)
            };
            vec![run, walk]
        }
        Layer::Sight => aim::views(state, figure, state.setting.options.free_measuring),
        Layer::Threat => {
            let (at, radius) = (state.warrior(figure).at, state.sheet(figure).radius);
            let reach = charge::reach(state, figure);
            let ring = |far: i32| {
                let outline = (0..turn::TURN).map(|step| turn::outward(at.plan(), step, far.into()).at(at.z)).collect();
                Shape::Area(Area { outlines: vec![outline] })
            };
            let rush = Mark {
                text: format!("charge {}", inch(reach)),
                ..mark(Drawn::Threat, ring(reach + radius), vec![figure], CH::CHARGE_03)
            };
            let shots = state.sheet(figure).missile.iter().map(|arm| Mark {
                text: format!("{} {}", arm.title, inch(arm.weapon.range)),
                ..mark(Drawn::Threat, ring(arm.weapon.range + radius), vec![figure], CH::SHOOT_08)
            });
            std::iter::once(rush).chain(shots).collect()
        }
    }
}

fn fits(state: &State, figure: Figure) -> bool {
    state.warriors.get(figure.index()).is_some_and(crate::state::Warrior::on_table)
}

fn mark(kind: Drawn, shape: Shape, figures: Vec<Figure>, rule: Rule) -> Mark {
    Mark { kind, shape, figures, text: String::new(), rule: Some(rule) }
}

/// The battle with one warrior somewhere else.
fn supposed(state: &State, figure: Figure, at: Spot) -> State {
    let mut there = state.clone();
    if let Some(warrior) = there.warriors.get_mut(figure.index()) {
        warrior.at = at;
        warrior.place = crate::state::Place::Table;
    }
    there
}

/// Everywhere a warrior can get on his feet, on ladders or not.
fn area(state: &State, figure: Figure, limit: i32, ladders: bool) -> Area {
    let (here, mover) = (state.warrior(figure).at, state.mover(figure));
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let gait = inches::Gait { limit, ladders: ladders && state.sheet(figure).may_climb(), stairs: true, up: true };
    let field = &state.setting.field;
    let mut area = field.ways(mover).area(&field.table, here, &gait, &keep, PITCH, &mut Search::default());
    // Outlines lie between lattice points, at the border some of them beyond it.
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    for spot in area.outlines.iter_mut().flatten() {
        (spot.x, spot.y) = (spot.x.clamp(0, width), spot.y.clamp(0, depth));
    }
    area
}

/// Thousandths in the words of a tape: `7.2″`, `4″`.
pub fn inch(length: i32) -> String {
    let tenths = (length + 50) / 100;
    match tenths % 10 {
        0 => format!("{}″", tenths / 10),
        part => format!("{}.{part}″", tenths / 10),
    }
}
