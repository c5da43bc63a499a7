//! What would come of an answer, in marks for the board: lines of sight, the lane of a charge, who could step into it.
//!
//! Distances are said only where measuring is open ([`measuring`]); what is seen may always be looked at (CH-GEOM-10).
//! `aim` holds sight, shots and charges, `going` ways and what they risk, `ideas` answers worth a thought.

mod aim;
mod going;
mod ideas;

pub(crate) use going::{faults, pens, shortened, used};
pub(crate) use ideas::ideas;

use crate::cards::Stat;
use crate::decisions::{
    ALE, AUGMENT, Aim, BACK, CHAIN, CHARGE, Charging, DECLARE, Declaring, HATRED, HIDE, Hiding, INTERCEPT,
    Intercepting, MOVE, MOVE_AGAIN, MoveAgain, Moving, PARRY, PARRY_AGAIN, PATH, PICK_UP, PLACE, Placing, QUICK_SHOT,
    RAISE, ROLE, ROUT, SCROLL, SHOOT, STRIKE, Shooting, TARGET, VENOM, WAY, ZONE,
};
use crate::ground::{Gait, INCH, Pace};
use crate::state::State;
use crate::turn::charge;
use kernel::decision::Decision;
use kernel::sketch::{Drawn, Layer, Mark, Shape};
use kernel::{Ask, Choice, Figure, Refusal, Rule};
use rulebook::CH;
use space::inches::{self, Area, Search, Spot, turn};

/// Lattice points of areas that are drawn lie so far apart.
const PITCH: i32 = 500;

/// Decisions with which nothing is given away: who is on the move or is set up may measure, and what is rolled next is
/// declared already.
const OPEN: [&Decision; 16] = [
    PATH.decision,
    PLACE.decision,
    CHARGE.decision,
    INTERCEPT.decision,
    WAY.decision,
    PICK_UP.decision,
    ZONE.decision,
    ROLE.decision,
    ALE.decision,
    VENOM.decision,
    PARRY.decision,
    PARRY_AGAIN.decision,
    HATRED.decision,
    STRIKE.decision,
    BACK.decision,
    ROUT.decision,
];

/// May distances and odds be known now? Always where the players agreed to it; else only once a warrior is on the move or
/// is set up (CH-JUMP-02, CH-CHARGE-02).
///
/// # Errors
/// The rule that closes measuring.
pub(crate) fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
    let is = |known: &Decision| ask.is_some_and(|ask| std::ptr::eq(ask.decision, known));
    let open = ask.is_some_and(Ask::is_dice) || OPEN.into_iter().any(is);
    if state.setting.options.free_measuring {
        return Ok(());
    }
    // What a charge meets on its way is known but for the width of a gap, until he has jumped.
    if [CHARGE.decision, WAY.decision, INTERCEPT.decision].into_iter().any(is) && aim::over_a_gap(state, ask) {
        return Err(Refusal::new(CH::JUMP_02, "the width of a gap is not measured in a charge"));
    }
    if open {
        return Ok(());
    }
    let (rule, text) = if [SHOOT.decision, TARGET.decision, QUICK_SHOT.decision].into_iter().any(is) {
        (CH::SHOOT_08, "nothing is measured before a target is named")
    } else if [AUGMENT.decision, SCROLL.decision].into_iter().any(is) {
        (CH::MAGIC_07, "nothing is measured before a spell is cast")
    } else {
        (CH::CHARGE_02, "nothing is measured before it is declared")
    };
    Err(Refusal::new(rule, text))
}

/// What one answer would do.
pub(crate) fn sketch(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    let open = measuring(state, Some(ask)).is_ok();
    if let Some(path) = PATH.answer(ask, choice) {
        return ask.actor.map_or_else(Vec::new, |figure| going::marks(state, figure, &path));
    }
    if let (Some(way), Some(charger), Some(foe)) = (WAY.answer(ask, choice), ask.actor, ask.about) {
        return aim::named(state, charger, foe, &way);
    }
    if let Some(Declaring::Charge { charger, foe }) = DECLARE.answer(ask, choice) {
        return aim::rush(state, charger, foe, open);
    }
    match MOVE_AGAIN.answer(ask, choice) {
        Some(MoveAgain::Charge { charger, foe }) => return aim::rush(state, charger, foe, open),
        Some(MoveAgain::Walk { who }) => return aim::watchers(state, who),
        _ => {}
    }
    if let Some(Charging::CarryOut { charger }) = CHARGE.answer(ask, choice) {
        let charge = state.charges.iter().find(|charge| charge.charger == charger);
        return charge.map_or_else(Vec::new, |charge| aim::rush(state, charger, charge.target, open));
    }
    if let Some(Intercepting::With { who }) = INTERCEPT.answer(ask, choice) {
        return aim::step_in(state, ask, who);
    }
    match SHOOT.answer(ask, choice) {
        Some(Shooting::Cast { who, spell }) if fits(state, who) => {
            return aim::spell(state, spell).into_iter().chain(aim::views(state, who, open)).collect();
        }
        Some(Shooting::Shoot { who, .. }) if fits(state, who) => return aim::views(state, who, open),
        _ => {}
    }
    let aims = [TARGET, CHAIN, RAISE].into_iter().find_map(|prompt| prompt.answer(ask, choice));
    if let Some(Aim::At { whom }) = aims.filter(|Aim::At { whom }| fits(state, *whom)) {
        return ask.actor.and_then(|figure| aim::line(state, figure, whom, open)).into_iter().collect();
    }
    match (MOVE.answer(ask, choice), HIDE.answer(ask, choice), PLACE.answer(ask, choice)) {
        (Some(Moving::Move { who }), ..) | (_, Some(Hiding::Hide { who }), _) => aim::watchers(state, who),
        (.., Some(Placing::At { figure, at })) => aim::watchers(&supposed(state, figure, at), figure),
        _ => Vec::new(),
    }
}

/// Charges that are declared and not carried out yet, as everybody knows them (CH-CHARGE-05).
pub(crate) fn declared(state: &State) -> Vec<Mark> {
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
pub(crate) fn layer(state: &State, figure: Figure, layer: Layer) -> Vec<Mark> {
    if !fits(state, figure) {
        return Vec::new();
    }
    match layer {
        Layer::Reach => {
            let steps = i32::from(state.stat(figure, Stat::Movement)) * INCH;
            let walk = Mark {
                text: format!("walk {}", inch(steps)),
                ..mark(Drawn::Reach, Shape::Area(area(state, figure, Pace::Walk)), vec![figure], CH::MOVE_01)
            };
            let run = Mark {
                text: format!("run {}", inch(2 * steps)),
                ..mark(Drawn::Reach, Shape::Area(area(state, figure, Pace::Run)), vec![figure], CH::RUN_01)
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

/// Everywhere a warrior can get on his feet: nobody runs up a ladder.
fn area(state: &State, figure: Figure, pace: Pace) -> Area {
    let limit = pace.times() * i32::from(state.stat(figure, Stat::Movement)) * INCH;
    let ladders = pace == Pace::Walk;
    let (here, mover) = (state.warrior(figure).at, state.mover(figure));
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let gait = inches::Gait { limit, ladders: ladders && state.sheet(figure).may_climb(), stairs: true, up: true };
    let field = &state.setting.field;
    let mut area = field.ways(mover).trip(&field.table, here, &gait, &keep).area(PITCH, &mut Search::default());
    // Outlines lie between lattice points, at the border some of them beyond it.
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    for spot in area.outlines.iter_mut().flatten() {
        (spot.x, spot.y) = (spot.x.clamp(0, width), spot.y.clamp(0, depth));
    }
    area
}

/// Thousandths in the words of a tape: `7.2″`, `4″`.
pub(crate) fn inch(length: i32) -> String {
    let tenths = (length + 50) / 100;
    match tenths % 10 {
        0 => format!("{}″", tenths / 10),
        part => format!("{}.{part}″", tenths / 10),
    }
}
