//! What a side has to expect from attacks that are declared, that can still be made in this turn, and that may be made
//! in the next one. Everybody is thought to attack where it costs the other side most, nobody twice.

use super::forecast;
use super::might::Might;
use crate::cards::TroopId;
use crate::sight::rays::Screens;
use crate::sight::{Layer, Views};
use crate::state::{Level, Motion, NextStep, Side, State, distance, squares_apart};
use crate::{act, contact, flank};
use kernel::Figure;
use space::grid::Block;

/// Of hundred: how much attacks count that can be made in this turn, in the next, and in the one after the next.
const NOW: i32 = 95;
const NEXT: i32 = 60;
const LATER: i32 = 30;
/// Of hundred: what is left of blows and shots that need a charge or a step first.
const AFTER_CHARGE: i32 = 70;
const AFTER_STEP: i32 = 85;
/// Of hundred: blows at a flanked figure, shots at one in melee.
const FLANKED: i32 = 120;
const INTO_MELEE: i32 = 45;

/// A figure that may be attacked, and the hundredths of a wound it has to expect.
struct Target {
    figure: Figure,
    troop: TroopId,
    space: Block,
    level: Level,
    health: i32,
    points: i32,
    /// Enemies are in contact with it; on two sides of it.
    engaged: bool,
    flanked: bool,
    harm: i32,
}

impl Target {
    fn of(state: &State, figure: Figure) -> Option<Target> {
        let (space, level, enemy) = (state.space(figure)?, state.level(figure), state.piece(figure).side.other());
        let mut enemies = 0;
        contact::each(state, space, level, enemy, |_| enemies += 1);
        Some(Target {
            figure,
            troop: state.piece(figure).troop,
            space,
            level,
            health: state.health(figure).max(1).into(),
            points: state.sheet(figure).points.into(),
            engaged: enemies > 0,
            flanked: enemies > 1 && flank::flanked(state, figure, enemy),
            harm: 0,
        })
    }

    /// Percent of its health that it has to expect to lose: further harm counts less and less.
    fn share(&self) -> i32 {
        let sum = self.harm / self.health;
        (200 * sum / (200 + sum)).min(100)
    }

    /// What harm would cost its side, on top of what it has to expect already.
    fn price(&self, harm: i32) -> i32 {
        self.points * harm * (110 - self.share()) / self.health
    }

    /// The worth that goes with the share (see `appraise::worth`).
    fn loss(&self, wounds: u8) -> i32 {
        let share = self.share();
        let dead = if self.health == 1 { share } else { share * share / 100 };
        self.points * (60 * self.health * share / i32::from(wounds.max(1)) + 40 * dead) / 100
    }
}

/// Worth that a side has to expect to lose.
pub(super) fn losses(state: &State, side: Side) -> i32 {
    let mut targets: Vec<Target> = state.of_side(side).filter_map(|figure| Target::of(state, figure)).collect();
    for declaration in &state.declared {
        forecast::each(state, declaration, |figure, harm| {
            if let Some(target) = targets.iter_mut().find(|target| target.figure == figure) {
                target.harm += harm;
            }
        });
    }
    if state.next_step >= NextStep::SavingThrows && !targets.is_empty() {
        let mut attackers = Attackers {
            state,
            might: state.setting.might(),
            views: state.field().views(),
            screens: Screens::default(),
        };
        let active = state.active == side.other();
        for figure in state.of_side(side.other()) {
            if state.piece(figure).paralyzed > 0 {
                continue;
            }
            if active && state.next_step <= NextStep::Ranged {
                if state.piece(figure).motion == Motion::None && state.next_step <= NextStep::Movement {
                    attackers.approach(figure, &mut targets, NOW);
                } else {
                    attackers.stand(figure, &mut targets);
                }
            }
            attackers.approach(figure, &mut targets, if active { LATER } else { NEXT });
        }
    }
    targets.iter().map(|target| target.loss(state.sheet(target.figure).wounds)).sum()
}

struct Attackers<'a> {
    state: &'a State,
    might: &'a Might,
    views: &'a Views,
    screens: Screens,
}

impl Attackers<'_> {
    /// The attacks of this turn, from where the figure stands after its movement.
    fn stand(&mut self, by: Figure, targets: &mut [Target]) {
        let (state, piece) = (self.state, self.state.piece(by));
        let Some(space) = state.space(by) else { return };
        let (arms, level) = (self.might.arms(piece.troop), state.level(by));
        let charged = piece.motion == Motion::Charge;
        let strikes = piece.motion != Motion::Run;
        let still = matches!(piece.motion, Motion::None | Motion::Hold | Motion::Aim | Motion::Reload);
        let mut shoots = state.next_step < NextStep::Ranged
            && piece.unloaded == 0
            && (still || matches!(piece.motion, Motion::Move | Motion::Crew) && !arms.slow);
        let (mut blow, mut shot) = (None, None);
        for (at, target) in targets.iter().enumerate() {
            let apart = squares_apart(space, target.space);
            let pair = self.might.pair(piece.troop, target.troop);
            if apart <= 1 && level == target.level && !state.is_engine(target.figure) {
                shoots = false;
            }
            if strikes && apart <= arms.reach.max(1) && level == target.level {
                let open = apart > 1 || contact::adjacent(state, space, target.space);
                let harm = if charged { pair.charge } else { pair.blows };
                let harm = if target.flanked { harm * FLANKED / 100 } else { harm };
                if open && harm > 0 {
                    keep(&mut blow, at, target, harm);
                }
            }
            if shoots && target.level >= level && apart <= arms.range[2] {
                let range = distance(space, target.space);
                let Some(bracket) = arms.range.iter().position(|inches| range <= *inches) else { continue };
                let layer =
                    if (level, target.level) == (Level::Ground, Level::Ground) { Layer::Ground } else { Layer::Aloft };
                let look = self.views.bare(layer, space, target.space.at, &mut self.screens);
                if look.seen {
                    let aimed = if piece.aimed { 115 } else { 100 };
                    let aimed = if target.engaged { aimed * INTO_MELEE / 100 } else { aimed };
                    let harm = pair.shots[bracket] * (100 - 15 * i32::from(look.penalty().min(6))) * aimed / 10_000;
                    keep(&mut shot, at, target, harm);
                }
            }
        }
        suffer(targets, blow.or(shot.filter(|_| shoots)), NOW);
    }

    /// The attacks of a turn in which the figure can move first.
    fn approach(&mut self, by: Figure, targets: &mut [Target], weight: i32) {
        let (state, piece) = (self.state, self.state.piece(by));
        let Some(space) = state.space(by) else { return };
        let arms = self.might.arms(piece.troop);
        let level = state.level(by);
        let flies = state.sheet(by).flies();
        let held = piece.entangled > 0;
        let step = if held { 0 } else { act::speed(state, by) };
        let dash = if held || state.is_engine(by) { 0 } else { act::inches(state, by, Motion::Charge) };
        let mut best = None;
        for (at, target) in targets.iter().enumerate() {
            let apart = squares_apart(space, target.space);
            if apart > dash.max(arms.range[2].saturating_add(step)).saturating_add(arms.reach) {
                continue;
            }
            let range = distance(space, target.space);
            let pair = self.might.pair(piece.troop, target.troop);
            let same = level == target.level || flies;
            let mut harm = 0;
            if same && apart <= arms.reach {
                harm = pair.blows;
            } else if same && range <= dash.saturating_add(arms.reach) {
                harm = pair.charge.max(pair.blows) * AFTER_CHARGE / 100;
            }
            if flies || target.level >= level {
                let near = if arms.slow { range } else { range.saturating_sub(step) };
                if let Some(bracket) = arms.range.iter().position(|inches| near <= *inches) {
                    let loaded = if piece.unloaded == 0 { AFTER_STEP } else { AFTER_STEP / 2 };
                    let clear = if target.engaged { INTO_MELEE } else { 100 };
                    harm = harm.max(pair.shots[bracket] * loaded * clear / 10_000);
                }
            }
            if harm > 0 {
                keep(&mut best, at, target, harm);
            }
        }
        suffer(targets, best, weight);
    }
}

/// The attack that costs most, as its price, its target and its harm.
type Best = Option<(i32, usize, i32)>;

fn keep(best: &mut Best, at: usize, target: &Target, harm: i32) {
    let price = target.price(harm);
    if best.is_none_or(|(known, ..)| price > known) {
        *best = Some((price, at, harm));
    }
}

fn suffer(targets: &mut [Target], best: Best, weight: i32) {
    if let Some((_, at, harm)) = best {
        targets[at].harm += harm * weight / 100;
    }
}
