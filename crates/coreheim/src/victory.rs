//! How battles end: rout, an empty table, and what the scenario asks for.

use crate::cards::Objective;
use crate::state::{NextStep, Shard, State};
use crate::{Event, Table};
use kernel::{Figure, Outcome, Seat};
use rulebook::CH;

/// A warband leaves the battle; with two players it is over (CH-ROUT-02).
pub(crate) fn rout(t: &mut Table<'_>, seat: Seat) {
    t.tell(CH::ROUT_02, || Event::Routed { seat });
    t.state.players[seat.index()].routed = true;
    let mine: Vec<Figure> = t.state.band(seat).collect();
    for figure in mine {
        crate::resolve::injury::drop_shard(t, figure);
        let warrior = t.state.warrior_mut(figure);
        warrior.place = crate::state::Place::Safe;
        warrior.fleeing = false;
        warrior.hidden = false;
        t.state.caster_down(figure);
    }
    // With several players others are in view now (CH-HIDE-06).
    crate::moving::look_round(t);
    settle(t);
    if !t.state.is_over() {
        t.state.next = NextStep::EndTurn;
    }
}

/// The side that is alone on the table wins at once (CH-ROUT-07), unless it still has shards to fetch (CH-DEPLOY-15).
pub(crate) fn settle(t: &mut Table<'_>) {
    if t.state.is_over() || !t.state.players.iter().all(|player| player.deployed) {
        return;
    }
    if break_through(t) {
        return;
    }
    let left: Vec<Seat> = t.state.seats().filter(|seat| crate::turn::in_battle(t.state, *seat)).collect();
    let hunt = t.state.setting.scenario.shards().next().is_some();
    match left[..] {
        [] if hunt => most_shards(t, None),
        [] => draw(t, CH::ROUT_07, "nobody is left"),
        [winner] => {
            // Who routed or gave up has lost, whatever he brought home (CH-ROUT-02, CH-ROUT-03).
            let others = t.state.seats().filter(|seat| *seat != winner);
            let routed = others.into_iter().all(|seat| t.state.player(seat).routed);
            if hunt && !routed && hunts(t.state, winner) {
                return;
            }
            keep_shards(t, winner);
            if hunt && !routed {
                most_shards(t, Some(winner));
            } else {
                let scenario = t.state.setting.scenario.rule;
                t.note(scenario);
                win(t, CH::ROUT_07, winner, "alone on the table");
            }
        }
        _ => {}
    }
}

/// Shards lie about, and somebody of the side might still fetch them (CH-DEPLOY-15).
fn hunts(state: &State, seat: Seat) -> bool {
    let lies = |shard: &Shard| shard.carrier.is_none() && shard.home.is_none();
    state.shards.iter().any(lies) && state.band(seat).any(|figure| state.sheet(figure).may_carry())
}

/// Enough warriors over the enemy edge (CH-DEPLOY-14).
fn break_through(t: &mut Table<'_>) -> bool {
    let wanted = t.state.setting.scenario.objectives.iter().find_map(|objective| match objective {
        Objective::BreakThrough { count, .. } => Some(*count),
        _ => None,
    });
    let Some(wanted) = wanted else { return false };
    let winner = t.state.seats().find(|seat| t.state.player(*seat).through >= wanted);
    if let Some(winner) = winner {
        win(t, CH::DEPLOY_14, winner, "broke through");
    }
    winner.is_some()
}

/// What a scenario looks at when a turn ends: a house that is held (CH-DEPLOY-13).
pub(crate) fn end_of_turn(t: &mut Table<'_>, seat: Seat) {
    let piece = t.state.setting.scenario.objectives.iter().find_map(|objective| match objective {
        Objective::HoldPiece(piece) => Some(*piece),
        _ => None,
    });
    let Some(piece) = piece.filter(|_| !t.state.player(seat).attacker && !t.state.is_over()) else { return };
    if let Some(holder) = holder(t.state, piece)
        && t.state.player(holder).attacker
    {
        t.note(CH::DEPLOY_10);
        win(t, CH::DEPLOY_13, holder, "holds the house");
    }
}

/// Who holds a piece: more standing warriors inside, heroes counted double, no animals or monsters (CH-DEPLOY-10).
pub(crate) fn holder(state: &State, piece: u8) -> Option<Seat> {
    let plot = state.setting.field.plots.get(piece as usize).copied().flatten()?;
    let inside = |figure: &Figure| {
        let at = state.warrior(*figure).at;
        at.x >= plot.x && at.x <= plot.x + plot.width && at.y >= plot.y && at.y <= plot.y + plot.depth
    };
    let counted =
        |figure: &Figure| state.warrior(*figure).steady() && state.sheet(*figure).may_carry() && inside(figure);
    let strength = |seat: Seat| -> i32 {
        state.band(seat).filter(counted).map(|figure| if state.sheet(figure).hero { 2 } else { 1 }).sum()
    };
    let mut all: Vec<(i32, Seat)> = state.seats().map(|seat| (strength(seat), seat)).collect();
    all.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let (most, seat) = *all.first()?;
    let tied = all.get(1).is_some_and(|(next, _)| *next == most);
    (most > 0 && !tied).then_some(seat)
}

/// The last round is over (CH-DEPLOY-06, CH-DEPLOY-13, CH-DEPLOY-15).
pub(crate) fn end_of_round(t: &mut Table<'_>) {
    if t.state.is_over() || t.state.round < t.state.setting.scenario.rounds {
        return;
    }
    let scenario = &t.state.setting.scenario;
    if scenario.objectives.iter().any(|objective| matches!(objective, Objective::SurviveRounds(_))) {
        if let Some(defender) = t.state.seats().find(|seat| !t.state.player(*seat).attacker) {
            win(t, CH::DEPLOY_13, defender, "held out");
        }
    } else if scenario.shards().next().is_some() {
        let mut left = t.state.seats().filter(|seat| crate::turn::in_battle(t.state, *seat));
        let alone = left.next().filter(|_| left.next().is_none());
        if let Some(alone) = alone {
            keep_shards(t, alone);
        }
        most_shards(t, alone);
    } else {
        draw(t, CH::DEPLOY_06, "the last round is over");
    }
}

/// The remaining side keeps what it carries (CH-DEPLOY-15).
fn keep_shards(t: &mut Table<'_>, seat: Seat) {
    let carried: Vec<Figure> = t.state.band(seat).filter(|figure| t.state.warrior(*figure).shard.is_some()).collect();
    for figure in carried {
        bring_home(t, figure);
    }
}

/// A carrier's shard is safe.
pub(crate) fn bring_home(t: &mut Table<'_>, figure: Figure) {
    let seat = t.state.owner(figure);
    let Some(shard) = t.state.warrior_mut(figure).shard.take() else { return };
    if let Some(shard) = t.state.shards.get_mut(shard as usize) {
        shard.carrier = None;
        shard.home = Some(seat);
    }
    let player = &mut t.state.players[seat.index()];
    player.shards = player.shards.saturating_add(1);
    t.tell(CH::DEPLOY_15, || Event::ShardHome { warrior: figure });
}

/// More shards than each other side that has not routed; of equals the one that is alone on the table.
fn most_shards(t: &mut Table<'_>, alone: Option<Seat>) {
    let in_it = || t.state.seats().filter(|seat| !t.state.player(*seat).routed);
    let best = in_it().map(|seat| t.state.player(seat).shards).max().unwrap_or(0);
    let holders: Vec<Seat> = in_it().filter(|seat| t.state.player(*seat).shards == best).collect();
    match (&holders[..], alone) {
        ([winner], _) => win(t, CH::DEPLOY_15, *winner, "more shards"),
        (equal, Some(alone)) if equal.contains(&alone) => {
            win(t, CH::DEPLOY_15, alone, "equal shards, alone on the table")
        }
        _ => draw(t, CH::DEPLOY_15, "equal shards"),
    }
}

fn win(t: &mut Table<'_>, rule: kernel::Rule, seat: Seat, reason: &'static str) {
    t.tell(rule, || Event::BattleWon { seat, reason });
    finish(t, Some(seat), reason);
}

fn draw(t: &mut Table<'_>, rule: kernel::Rule, reason: &'static str) {
    t.tell(rule, || Event::BattleDrawn { reason });
    finish(t, None, reason);
}

fn finish(t: &mut Table<'_>, winner: Option<Seat>, reason: &'static str) {
    let scores = t.state.seats().map(|seat| score(t.state, seat)).collect();
    t.state.next = NextStep::Over;
    t.state.outcome = Some(Outcome { winner, scores, rounds: t.state.round.into(), reason });
}

/// What a side has to show, as the battle goes on and at its end: shards or warriors through where the scenario counts
/// them, else enemies put out of action.
pub(crate) fn score(state: &State, seat: Seat) -> i32 {
    let player = state.player(seat);
    let through = |objective: &Objective| matches!(objective, Objective::BreakThrough { .. } | Objective::Shard(_));
    if state.setting.scenario.objectives.iter().any(through) {
        return i32::from(player.shards) + i32::from(player.through);
    }
    state.warriors.iter().filter(|warrior| warrior.owner == seat).map(|warrior| i32::from(warrior.kills)).sum()
}
