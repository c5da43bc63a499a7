//! What must hold between steps, whatever was played.

use crate::cards::{Ground, InjuryBox, Stat};
use crate::state::{NextStep, Place, State};
use kernel::{Figure, Tags};
use space::grid::Block;

/// # Errors
/// Names the first broken invariant and the unit or player it is about.
pub(crate) fn check(state: &State) -> Result<(), String> {
    for figure in state.figures() {
        if usize::from(state.unit(figure).profile) >= state.setting.roster.len() {
            return Err(format!("figure {} has no profile", figure.0));
        }
        check_unit(state, figure).map_err(|what| format!("{}: {what}", state.tag(figure)))?;
    }
    check_overlaps(state)?;
    check_players(state)?;
    check_next_step(state)
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

fn check_unit(state: &State, figure: Figure) -> Result<(), String> {
    let (unit, sheet) = (state.unit(figure), state.sheet(figure));
    ensure(unit.owner.index() < state.players.len(), "its owner is no player")?;
    let most = sheet.stat(Stat::Vigor).max(0);
    ensure((0..=most).contains(&unit.vigor), &format!("Vigor {} of {most} (SW-VIGOR-08)", unit.vigor))?;
    ensure((0..3).all(|at| unit.tokens[at] <= sheet.pool[at]), "more tokens than its pool (SW-POOL-06)")?;
    ensure(unit.dice <= sheet.common.warleader, "more warleader dice than its rating (SW-WARLEADER-01)")?;
    let tough = if sheet.common.toughness { 5 } else { 0 };
    ensure((0..=tough).contains(&unit.toughness), "Toughness out of bounds (SW-TRAIT-13)")?;

    let all = (1u32 << sheet.boxes.len().min(16)) - 1;
    let checked = u32::from(unit.boxes);
    ensure(checked & !all == 0, "a checked box that the card does not have")?;
    let dropped = unit.place == Place::Dropped;
    let mortal = state.injured_in(figure, InjuryBox::Mortal);
    ensure(dropped || all == 0 || checked != all, "all boxes are checked and it still fights (SW-INJURY-04)")?;
    ensure(!dropped || checked == all || mortal, "it has dropped without reason (SW-INJURY-04, SW-INJURY-11)")?;
    ensure(!mortal || unit.scored, "its Mortal injury was not scored (SW-INJURY-09)")?;
    for (at, status) in unit.statuses.iter().enumerate() {
        let twice = unit.statuses[..at].iter().any(|other| other.same_cause(status));
        ensure(!twice, &format!("{} twice by one cause (SW-STATUS-02)", status.condition.text()))?;
        let held = status.by.is_some_and(|by| state.adjacent(by, figure));
        ensure(held || !status.star, &format!("{}* without its captor (SW-STATUS-18)", status.condition.text()))?;
    }
    let mut twins = state.figures().filter(|other| *other > figure && same_tag(state, figure, *other));
    ensure(twins.next().is_none(), "another unit has the same tag")?;
    match state.space(figure) {
        Some(space) if !astride(state, figure) => check_space(state, space),
        Some(space) => ensure(space.fits(state.field.width(), state.field.height()), "off the map (SW-MAP-08)"),
        None => Ok(()),
    }
}

/// Would choice lines take the two for one?
fn same_tag(state: &State, a: Figure, b: Figure) -> bool {
    let (first, second) = (state.unit(a), state.unit(b));
    let same_name = match (first.called, second.called) {
        (None, None) => first.number.max(1) == second.number.max(1) && state.sheet(a).card.id == state.sheet(b).card.id,
        (first, second) => first == second,
    };
    first.owner == second.owner && same_name
}

/// Stands where it may not stay, because its movement is not over (SW-MOVE-12), or was cut off by the end of the battle.
fn astride(state: &State, figure: Figure) -> bool {
    state.turn.unit == Some(figure) && (state.turn.astride || state.is_over())
}

fn check_space(state: &State, space: Block) -> Result<(), String> {
    ensure(state.field.map.walls.block_fits(space), "in a wall or off the map (SW-MOVE-12)")?;
    let barred = Ground::PIT.with(Ground::OBSTRUCTING);
    ensure(!space.squares().any(|square| state.ground(square).has(barred)), "where nobody may stay (SW-MOVE-12)")
}

fn check_overlaps(state: &State) -> Result<(), String> {
    let settled = || state.standing().filter(|figure| !astride(state, *figure));
    for a in settled() {
        for b in settled().filter(|b| *b > a) {
            if let (Some(first), Some(second)) = (state.space(a), state.space(b))
                && first.overlaps(second)
            {
                return Err(format!("{} and {} share a square (SW-TEMP-04)", state.tag(a), state.tag(b)));
            }
        }
    }
    ensure(state.open == state.open_bits(None), "the sliding walls do not match the units in them (SW-TERRAIN-15)")
}

fn check_players(state: &State) -> Result<(), String> {
    for seat in state.seats() {
        let player = &state.players[seat.index()];
        ensure(player.score >= 0, &format!("side {seat} has a score below 0"))?;
        if let Some(at) = player.tile {
            let fits = Block::new(at, 2).fits(state.field.width(), state.field.height());
            ensure(fits, &format!("the entry tile of side {seat} is off the map"))?;
        }
    }
    let distinct = (0..state.order.len()).all(|at| !state.order[..at].contains(&state.order[at]));
    ensure(
        distinct && state.order.iter().all(|seat| seat.index() < state.players.len()),
        "the order of players is broken",
    )?;
    ensure(state.advantaged.index() < state.players.len(), "the advantaged player is no player")
}

fn check_next_step(state: &State) -> Result<(), String> {
    let over = state.next == NextStep::Over;
    ensure(over == state.outcome.is_some(), "an outcome before the end, or none after it")?;
    let acting = matches!(state.next, NextStep::StartTurn | NextStep::Act | NextStep::EndTurn);
    ensure(!acting || state.turn.unit.is_some(), "a turn without a unit")?;
    ensure(state.turn.unit.is_none_or(|unit| unit.index() < state.units.len()), "a turn of nobody")?;
    ensure(state.turn.acts >= 0, "fewer than 0 acts (SW-STATUS-03)")?;
    let waits = |place: Place| place == Place::Waiting && state.round > 0;
    let lost = state.units.iter().any(|unit| waits(unit.place) && state.players[unit.owner.index()].tile.is_none());
    ensure(!lost, "a unit waits for an entry tile that was never placed (SW-MAP-04)")?;
    ensure(state.made.iter().all(|made| made.until >= state.round), "terrain outlived its rounds (SW-TRAIT-27)")
}
