//! What would come of an answer, in marks for the board: lanes, lines of sight, ways and why they are refused.
//!
//! Nothing here decides anything. Distances are said only where measuring is open ([`measuring`]); what is seen may always
//! be looked at (SM-LOS-01). `ways` holds what a player draws, `ideas` answers worth a thought.

mod ideas;
mod ways;

pub(crate) use ideas::{Idea, ideas};
pub(crate) use ideas::{stem_of_place, stem_of_way};
pub(crate) use ways::{Route, faults, routes, used};

use crate::act::{Declared, Deed};
use crate::decisions::{
    ACT, ADJUST, AIM, Aiming, BREAK, Breaking, CHARGE_STEP, DECLARE, DEPLOY, ENTER, FIRST_ACTION, FIRST_TOKEN, ORDER,
    Order, PORTENTS, Placing, REROLL, STOP, Stepping, TACTICAL_ATTACK, TACTICAL_DAMAGE, TACTICAL_DEFENSE,
    TACTICAL_RESISTANCE, WEAPON,
};
use crate::field::{INCH, RADIUS};
use crate::sight::look;
use crate::state::{Place, State};
use crate::terrain::{Buffers, Going, Pace, keep_clear};
use kernel::decision::Decision;
use kernel::sketch::{Drawn, Layer, Mark, Shape};
use kernel::{Ask, Choice, Figure, Refusal, Rule, Way};
use rulebook::SM;
use space::inches::{Area, Gait, Spot, turn};

/// May distances and reach be known now? Always where the players agreed to it; else only once the Action is declared and
/// its Break window is closed (SM-META-10).
///
/// # Errors
/// The rule that closes measuring.
pub(crate) fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
    let undeclared = |ask: &Ask| {
        let placing = DEPLOY.is(ask) || ENTER.is(ask);
        let ordering = FIRST_TOKEN.is(ask) || ORDER.is(ask) || FIRST_ACTION.is(ask);
        placing || ordering || ACT.is(ask) || DECLARE.is(ask) || PORTENTS.is(ask) || BREAK.is(ask)
    };
    let closed = !state.setting.options.measuring && ask.is_none_or(undeclared);
    match closed {
        true => {
            Err(Refusal::new(SM::META_10, "nothing is measured before the Action is declared and no Break stops it"))
        }
        false => Ok(()),
    }
}

/// What the pending decision is about, before any answer is looked at.
pub(crate) fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
    let (Some(actor), Some(about)) = (ask.actor, ask.about) else { return Vec::new() };
    let any = |of: &[&'static Decision]| of.iter().any(|one| std::ptr::eq(ask.decision, *one));
    // Whoever answers sees who attacks whom.
    let defends = [WEAPON.decision, ADJUST.decision, TACTICAL_DEFENSE.decision, TACTICAL_RESISTANCE.decision];
    let attacks = [TACTICAL_ATTACK.decision, TACTICAL_DAMAGE.decision, REROLL.decision];
    let (from, to, rule) = if any(&defends) {
        (about, actor, SM::COMBAT_02)
    } else if any(&attacks) {
        (actor, about, SM::COMBAT_02)
    } else if STOP.is(ask) || CHARGE_STEP.is(ask) {
        (actor, about, SM::ACTION_22)
    } else {
        return Vec::new();
    };
    line(state, from, to, Drawn::Lane, rule, "").into_iter().collect()
}

/// What one answer would do.
pub(crate) fn sketch(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    if let Way::Track(track) = &choice.way {
        return ask.actor.map_or_else(Vec::new, |figure| ways::marks(state, figure, track));
    }
    if ACT.is(ask) || DECLARE.is(ask) {
        return Declared::read(choice, state).map_or_else(Vec::new, |declared| deed(state, declared));
    }
    if let Some(Breaking::Break { with }) = BREAK.answer(ask, choice) {
        let acting = ask.about.and_then(|acting| line(state, with, acting, Drawn::Lane, SM::BREAK_01, "Break"));
        return acting.into_iter().chain(views(state, with)).collect();
    }
    if let Some(Order::Give { model }) = ORDER.answer(ask, choice) {
        return views(state, model);
    }
    if let Some(Aiming::At { target }) = AIM.answer(ask, choice) {
        return ask.actor.map_or_else(Vec::new, |figure| aimed(state, figure, target));
    }
    if let Some(Placing::Place { model, at }) = DEPLOY.answer(ask, choice).or_else(|| ENTER.answer(ask, choice))
        && fits(state, model)
    {
        return views(&supposed(state, model, at), model);
    }
    let step = ADJUST.answer(ask, choice).or_else(|| CHARGE_STEP.answer(ask, choice));
    if let (Some(Stepping::Step { to }), Some(model), Some(foe)) = (step, ask.actor, ask.about) {
        return sight(&supposed(state, model, to), foe, model).into_iter().collect();
    }
    Vec::new()
}

fn deed(state: &State, declared: Declared) -> Vec<Mark> {
    let figure = declared.figure;
    match declared.deed {
        Deed::Charge { target, .. } => {
            let lane = line(state, figure, target, Drawn::Lane, SM::ACTION_22, "");
            lane.into_iter().chain(sight(state, figure, target)).collect()
        }
        Deed::Fight { target, .. } => line(state, figure, target, Drawn::Lane, SM::CLOSE_01, "").into_iter().collect(),
        Deed::Fire { target: Some(target), .. } => aimed(state, figure, target),
        Deed::Fire { target: None, .. } => views(state, figure),
        Deed::Climb { to } | Deed::Jump { to } => {
            let Some(from) = spot(state, figure) else { return Vec::new() };
            let rule = if matches!(declared.deed, Deed::Climb { .. }) { SM::ACTION_13 } else { SM::ACTION_14 };
            vec![mark(Drawn::Lane, Shape::Track(vec![from, to]), vec![figure], rule, "")]
        }
        Deed::Disengage => {
            let foes = state.holders(figure);
            foes.filter_map(|foe| line(state, foe, figure, Drawn::Threat, SM::ACTION_26, "")).collect()
        }
        Deed::Belay { from, to } => line(state, from, to, Drawn::Lane, SM::ARCH_11, "Token").into_iter().collect(),
        Deed::Kingmaker { to } => line(state, figure, to, Drawn::Lane, SM::ARCH_11, "Token").into_iter().collect(),
        Deed::Ambush => watchers(state, figure),
        _ => Vec::new(),
    }
}

/// A shot at somebody: the line with what is in its way, and who else could be shot at.
fn aimed(state: &State, figure: Figure, target: Figure) -> Vec<Mark> {
    sight(state, figure, target).into_iter().collect()
}

/// A layer over the map for one model.
pub(crate) fn layer(state: &State, figure: Figure, layer: Layer) -> Vec<Mark> {
    let Some(at) = spot(state, figure) else { return Vec::new() };
    match layer {
        Layer::Reach => match Going::of(state, figure, Pace::Move) {
            Some(going) => {
                vec![mark(Drawn::Reach, Shape::Area(area(state, &going)), vec![figure], SM::ACTION_03, "")]
            }
            None => Vec::new(),
        },
        Layer::Sight => views(state, figure),
        Layer::Threat => {
            let far = i32::from(state.sheet(figure).profile.charge) * 1000 + INCH + RADIUS;
            vec![mark(Drawn::Threat, ring(at, far), vec![figure], SM::ACTION_22, "charge")]
        }
    }
}

/// Where a way of this Action can lead.
fn area(state: &State, going: &Going) -> Area {
    let (field, mut buffers) = (&*state.field, Buffers::default());
    let gait = Gait { limit: going.limit, ladders: true, stairs: true, up: true };
    keep_clear(state, going.figure, INCH, going.limit, &mut buffers.keep);
    field
        .ways(going.feet)
        .trip(field.under(going.feet), going.from, &gait, &buffers.keep)
        .area(500, &mut buffers.search)
}

fn fits(state: &State, figure: Figure) -> bool {
    figure.index() < state.fighters.len()
}

fn spot(state: &State, figure: Figure) -> Option<Spot> {
    state.fighters.get(figure.index()).and_then(|fighter| fighter.spot())
}

/// The battle with a model somewhere else.
fn supposed(state: &State, figure: Figure, at: Spot) -> State {
    let mut there = state.clone();
    if fits(state, figure) {
        there.fighter_mut(figure).place = Place::On(at);
    }
    there
}

fn mark(kind: Drawn, shape: Shape, figures: Vec<Figure>, rule: Rule, text: &str) -> Mark {
    Mark { kind, shape, figures, text: text.to_owned(), rule: Some(rule) }
}

fn ring(at: Spot, radius: i32) -> Shape {
    let outline = (0..turn::TURN).map(|step| turn::outward(at.plan(), step, radius.into()).at(at.z)).collect();
    Shape::Area(Area { outlines: vec![outline] })
}

fn line(state: &State, from: Figure, to: Figure, kind: Drawn, rule: Rule, text: &str) -> Option<Mark> {
    let (a, b) = (spot(state, from)?, spot(state, to)?);
    Some(mark(kind, Shape::Line { from: (a.x, a.y), to: (b.x, b.y) }, vec![from, to], rule, text))
}

/// How one model sees another: plain, concealed or covered, with the rule that says so.
fn sight(state: &State, viewer: Figure, target: Figure) -> Option<Mark> {
    let (a, b) = (spot(state, viewer)?, spot(state, target)?);
    let seen = look(state, viewer, target, &mut Buffers::default());
    if !seen.visible() {
        return None;
    }
    let plain = !seen.cover && !seen.concealed;
    let rule = seen.reasons().next().unwrap_or(SM::LOS_01);
    let kind = if plain { Drawn::Sight } else { Drawn::Cover };
    let text = if plain { "" } else { seen.how() };
    Some(mark(kind, Shape::Line { from: (a.x, a.y), to: (b.x, b.y) }, vec![viewer, target], rule, text))
}

/// Lines to every enemy in view.
fn views(state: &State, figure: Figure) -> Vec<Mark> {
    let Some(fighter) = state.fighters.get(figure.index()) else { return Vec::new() };
    let foes = state.standing().filter(|(_, foe, _)| foe.owner != fighter.owner && !foe.ambush);
    foes.filter_map(|(foe, _, _)| sight(state, figure, foe)).collect()
}

/// Enemies who see a model, as lines from them.
fn watchers(state: &State, figure: Figure) -> Vec<Mark> {
    let Some(fighter) = state.fighters.get(figure.index()) else { return Vec::new() };
    let foes = state.standing().filter(|(_, foe, _)| foe.owner != fighter.owner && foe.ready());
    foes.filter_map(|(foe, _, _)| sight(state, foe, figure)).collect()
}
