//! Going along a way, step by step, with opportunity attacks, tramples and zones in between (SC-MOVE, SC-PASS, SC-ALT).

use super::trample;
use crate::events::Inches;
use crate::opportunity::{self, Record, Who};
use crate::reach::Reach;
use crate::state::{Altitude, Motion, Place, State};
use crate::terrain::{Going, Step};
use crate::{Event, Table, flight, heed, victory, zones};
use kernel::{Figure, Flow, Refusal, Walk};
use rulebook::SC;
use space::grid::{Block, Dir, Square};

/// One figure's movement in one Movement step. The count of diagonals runs through all of it (SC-MOVE-02).
#[derive(Clone, Debug)]
pub(crate) struct Travel {
    pub figure: Figure,
    pub motion: Motion,
    pub left: u8,
    pub spent: u8,
    pub diagonals: u8,
    /// Places it came through, the start first: it may have to go back (SC-PASS-05).
    pub trail: Vec<Square>,
    pub record: Record,
    /// The enemies round the place where it stands have had their chance.
    pub settled: bool,
    /// Enemies that it has been over, for one trample each (SC-TRAMPLE-02).
    pub overrun: Vec<Figure>,
    /// The direction that it has to keep until it is past those it tramples, and where they stood: it goes on through
    /// the place of one that it killed (SC-TRAMPLE-03).
    pub straight: Option<Dir>,
    pub below: Vec<Block>,
}

/// How following a way came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    ToTheEnd,
    /// Somebody struck at it, or it had to leave the way; it may go on otherwise.
    Interrupted,
    /// Dead, gone, held fast or over.
    Stopped,
}

impl Travel {
    pub(crate) fn new(state: &State, figure: Figure, motion: Motion, inches: u8) -> Travel {
        let trail = state.space(figure).map(|space| space.at).into_iter().collect();
        Travel {
            figure,
            motion,
            left: inches,
            spent: 0,
            diagonals: 0,
            trail,
            record: Record::default(),
            settled: false,
            overrun: Vec::new(),
            straight: None,
            below: Vec::new(),
        }
    }

    fn pay(&mut self, cost: u8) {
        self.left = self.left.saturating_sub(cost);
        self.spent = self.spent.saturating_add(cost);
    }
}

/// Where a drawn way may end, beside ground where the figure may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Standing,
    /// On an enemy that can be trampled.
    Trampling,
    /// On anybody, for from there it leaves the board.
    OffTheBoard,
}

/// Is a drawn way legal from end to end? It may end on another figure where no movement is left to get clear of it: then
/// it is put back (SC-PASS-05).
///
/// # Errors
/// The first step that is not, or the end where the figure may not stay.
pub(crate) fn check(
    state: &State,
    going: &Going,
    walk: &[Square],
    inches: u8,
    diagonals: u8,
    ends: Ends,
) -> Result<u8, Refusal> {
    let Some(mut block) = state.space(going.figure) else {
        return Err(Refusal::new(SC::TURN_05, "it is not on the board"));
    };
    let (mut left, mut odd) = (inches, diagonals);
    for square in walk {
        let Some(dir) = block.at.dir_to(*square) else {
            return Err(Refusal::new(SC::MOVE_01, "each step goes to one of the eight squares around"));
        };
        let step = going.step(state, block, dir, odd)?;
        if step.cost > left {
            return Err(Refusal::with(
                SC::MOVE_07,
                "the step costs {0 inch|inches}, {1 is|are} left",
                step.cost.into(),
                left.into(),
            ));
        }
        left -= step.cost;
        odd += u8::from(step.diagonal);
        block = step.to;
    }
    match going.stand(state, block) {
        Err(_) if ends == Ends::OffTheBoard => Ok(left),
        Err(_) if ends == Ends::Trampling && !trample::under(state, going.figure, block).is_empty() => Ok(left),
        Err(_) if going.ground(state, block).is_ok() => {
            stranded(state, going, block, left, odd)?;
            Ok(left)
        }
        Err(refusal) => Err(refusal),
        Ok(()) => Ok(left),
    }
}

/// Is the movement spent before the figure is clear of those whose space it is in?
///
/// # Errors
/// That it can still get clear of them: by a way on, or by another level.
fn stranded(state: &State, going: &Going, block: Block, left: u8, diagonals: u8) -> Result<(), Refusal> {
    let figure = going.figure;
    let now = state.piece(figure).altitude;
    // A flyer may go up or down from there, which is another leg of its way (SC-ALT-02).
    let rises = |to: &Altitude| flight::cost(now, *to) <= left && flight::check(state, figure, block, *to).is_ok();
    if state.sheet(figure).flies() && Altitude::ALL.iter().any(|to| *to != now && rises(to)) {
        return Ok(());
    }
    let clear = || Reach::new(state, going, block, left, diagonals).stops(state, going).next().is_some();
    match left > 0 && clear() {
        true => {
            Err(Refusal::new(SC::PASS_05, "another figure stands there, and what is left of the way leads clear of it"))
        }
        false => Ok(()),
    }
}

/// Follows a way as far as it goes.
///
/// # Errors
/// Pauses for opportunity attacks, tramples and what they roll.
pub(crate) fn follow(t: &mut Table<'_>, travel: &mut Travel, walk: &Walk) -> Flow<Followed> {
    let unit = travel.figure;
    let mut ahead = walk.squares().iter().copied();
    let mut strayed = false;
    loop {
        let Some(space) = t.state.space(unit) else { return Ok(Followed::Stopped) };
        // A trampler goes straight on until it is past its target (SC-TRAMPLE-03).
        let over = travel.below.iter().any(|place| place.overlaps(space));
        let straight = travel.straight.filter(|_| over || crowded(t.state, unit));
        if straight.is_none() {
            travel.straight = None;
            travel.below.clear();
        }
        travel.record.trampling &= over;
        let dir = match straight {
            Some(dir) => {
                if !strayed && ahead.next().and_then(|next| space.at.dir_to(next)) != Some(dir) {
                    strayed = true;
                }
                Some(dir)
            }
            None if strayed => return Ok(Followed::Interrupted),
            None => match ahead.next() {
                Some(next) => space.at.dir_to(next),
                None => return Ok(Followed::ToTheEnd),
            },
        };
        let going = Going::of(t.state, unit);
        let step = dir.map(|dir| (dir, going.step(t.state, space, dir, travel.diagonals)));
        let Some((dir, Ok(step))) = step else { return Ok(Followed::Interrupted) };
        if step.cost > travel.left {
            return Ok(Followed::Interrupted);
        }
        let before = travel.record.struck.len();
        let settled = travel.settled;
        leave(t, travel, space, step, dir)?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(Followed::Stopped);
        }
        // Struck at before it has moved: the player may think again, unless it is already over its target.
        let struck = travel.record.struck.len() > before;
        if struck && !settled && travel.straight.is_none() && travel.motion != Motion::Charge {
            travel.settled = true;
            return Ok(Followed::Interrupted);
        }
        take(t, travel, &going, space, step, dir)?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(Followed::Stopped);
        }
    }
}

/// Past its target it stands on somebody else, whom it has to pass as well (SC-TRAMPLE-03).
fn crowded(state: &State, unit: Figure) -> bool {
    let other = |square| state.standing_on(square).is_some_and(|other| other != unit);
    state.piece(unit).altitude == Altitude::Landed && state.space(unit).is_some_and(|space| space.squares().any(other))
}

fn overlaps(state: &State, space: Block, target: Figure) -> bool {
    state.space(target).is_some_and(|other| other.overlaps(space))
}

/// What happens when a figure leaves its place: opportunity attacks, and a trample where it goes over an enemy.
fn leave(t: &mut Table<'_>, travel: &mut Travel, space: Block, step: Step, dir: Dir) -> Flow {
    if travel.motion == Motion::Slide {
        // A Slide provokes nothing (SC-SLIDE-02) and tramples nobody (SC-TRAMPLE-01).
        return Ok(());
    }
    let fresh: Vec<Figure> = if step.shared && trample::allowed(t.state, travel) {
        trample::under(t.state, travel.figure, step.to)
            .into_iter()
            .filter(|enemy| !travel.overrun.contains(enemy) && !overlaps(t.state, space, *enemy))
            .collect()
    } else {
        Vec::new()
    };
    if !fresh.is_empty() && trample::perform(t, travel, &fresh, dir)? {
        return Ok(());
    }
    if travel.settled {
        return Ok(());
    }
    if t.aloud() && opportunity::tempted(t.state, travel.figure, &travel.record) {
        t.note(SC::MOVE_06);
        if step.shared && into_enemy(t.state, travel.figure, step.to) {
            t.note(SC::PASS_04);
        }
    }
    let mut record = std::mem::take(&mut travel.record);
    let any = opportunity::provoke(t, travel.figure, &mut record, Who::All);
    travel.record = record;
    any.map(|_| ())
}

fn into_enemy(state: &State, figure: Figure, to: Block) -> bool {
    let enemy = |other: Figure| state.enemies(figure, other);
    to.squares().any(|square| state.standing_on(square).is_some_and(enemy))
}

/// Makes a step.
fn take(t: &mut Table<'_>, travel: &mut Travel, going: &Going, from: Block, step: Step, dir: Dir) -> Flow {
    let unit = travel.figure;
    heed::notes(t, |state, mut heed| {
        // It was found legal before those who strike at it struck; what it costs stays.
        let _ = going.step_aloud(state, from, dir, travel.diagonals, &mut heed);
    });
    t.state.put(unit, Place::On(step.to.at), going.altitude);
    t.state.piece_mut(unit).moved = true;
    travel.pay(step.cost);
    travel.diagonals += u8::from(step.diagonal);
    travel.trail.push(step.to.at);
    travel.settled = false;
    match travel.motion {
        Motion::Slide => t.note(SC::SLIDE_02),
        Motion::Charge if step.shared => t.note(SC::CHARGE_03),
        _ => {}
    }
    t.tell(SC::MOVE_01, || Event::Stepped { unit, from: from.at, to: step.to.at, cost: Inches(step.cost.into()) });
    zones::entered(t, unit)
}

/// Changes the level without leaving the square (SC-ALT-01, SC-ALT-02).
///
/// # Errors
/// Pauses for opportunity attacks.
pub(crate) fn change_level(t: &mut Table<'_>, travel: &mut Travel, to: Altitude) -> Flow<Followed> {
    let unit = travel.figure;
    let from = t.state.piece(unit).altitude;
    let Place::On(at) = t.state.piece(unit).place else { return Ok(Followed::Stopped) };
    let cost = flight::cost(from, to);
    if travel.motion != Motion::Slide && !travel.settled {
        let mut record = std::mem::take(&mut travel.record);
        let any = opportunity::provoke(t, unit, &mut record, Who::All);
        travel.record = record;
        any?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(Followed::Stopped);
        }
    }
    t.state.put(unit, Place::On(at), to);
    t.state.piece_mut(unit).moved = true;
    travel.pay(cost);
    travel.settled = false;
    t.note(SC::ALT_02);
    t.note(SC::FLIGHT_01);
    t.tell(SC::ALT_01, || Event::LevelChanged { unit, level: to.text(), cost: Inches(cost.into()) });
    zones::entered(t, unit)?;
    Ok(if opportunity::can_go_on(t.state, unit) { Followed::ToTheEnd } else { Followed::Stopped })
}

/// Leaves the board over the edge that the base touches; costs an inch and counts as movement (SC-TURN-05).
///
/// # Errors
/// Pauses for opportunity attacks.
pub(crate) fn leave_board(t: &mut Table<'_>, travel: &mut Travel) -> Flow<Followed> {
    let unit = travel.figure;
    let Some(space) = t.state.space(unit) else { return Ok(Followed::Stopped) };
    let Some(edge) = edge_at(t.state, space, t.state.piece(unit).side) else { return Ok(Followed::Interrupted) };
    if travel.motion != Motion::Slide && !travel.settled {
        let mut record = std::mem::take(&mut travel.record);
        let any = opportunity::provoke(t, unit, &mut record, Who::All);
        travel.record = record;
        any?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(Followed::Stopped);
        }
    }
    travel.pay(1);
    victory::leave(t, unit, edge);
    Ok(Followed::Stopped)
}

/// The board edge that a base touches; of two the one that is the enemy's.
pub(crate) fn edge_at(state: &State, space: Block, side: crate::state::Side) -> Option<Dir> {
    let field = state.field();
    let touched = [
        (Dir::N, space.at.y == 0),
        (Dir::E, space.at.x + space.side == field.width()),
        (Dir::S, space.at.y + space.side == field.height()),
        (Dir::W, space.at.x == 0),
    ];
    let goal = state.edges[side.other().index()];
    let edges = touched.into_iter().filter(|(_, touches)| *touches).map(|(edge, _)| edge);
    edges.min_by_key(|edge| *edge != goal)
}

/// Ends a movement: back to free ground where the figure may not stay (SC-PASS-05, SC-TRAMPLE-03), and the option is
/// spent.
pub(crate) fn finish(t: &mut Table<'_>, travel: &Travel) {
    let unit = travel.figure;
    t.state.piece_mut(unit).motion = travel.motion;
    let Some(space) = t.state.space(unit) else { return };
    let going = Going::of(t.state, unit);
    if going.stand(t.state, space).is_err() {
        back(t, travel);
    }
    let Some(space) = t.state.space(unit) else { return };
    let altitude = t.state.piece(unit).altitude;
    t.state.put(unit, Place::On(space.at), altitude);
    let spent = travel.spent.into();
    let rule = match travel.motion {
        Motion::Run => SC::RUN_01,
        Motion::Charge => SC::CHARGE_01,
        Motion::Slide => SC::SLIDE_01,
        _ => SC::MOVE_01,
    };
    t.tell(rule, || Event::MoveEnded { unit, at: space.at, spent: Inches(spent) });
}

/// Puts a figure on the nearest free place along the way it came.
pub(crate) fn back(t: &mut Table<'_>, travel: &Travel) {
    let unit = travel.figure;
    let Some(space) = t.state.space(unit) else { return };
    let altitude = t.state.piece(unit).altitude;
    let going = Going::of(t.state, unit);
    let free = |at: &&Square| going.stand(t.state, Block::new(**at, space.side)).is_ok();
    if let Some(to) = travel.trail.iter().rev().find(free).copied() {
        t.state.put(unit, Place::On(to), altitude);
        if travel.straight.is_some() {
            t.note(SC::TRAMPLE_03);
        }
        t.tell(SC::PASS_05, || Event::PutBack { unit, to });
    }
}
