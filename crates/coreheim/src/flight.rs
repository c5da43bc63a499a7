//! Flight: away from the enemy, round what is in the way, over the edge of the table (CH-PSYCH-12, CH-GEOM-17).

mod course;

use crate::decisions::{BACK, Next};
use crate::events::{Inches, Spotted};
use crate::ground::INCH;
use crate::resolve::{fight, injury};
use crate::state::{Place, State};
use crate::{Event, Table, moving, rolls};
use course::Course;
use kernel::{Figure, Flow, Seat};
use rulebook::CH;
use space::inches::Spot;

/// Breaks from a combat: free hits of the standing enemies (CH-PSYCH-11), then the flight, if he still can.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn break_off(t: &mut Table<'_>, figure: Figure) -> Flow {
    let foes: Vec<Figure> = t.state.opponents(figure).collect();
    moving::reveal(t, figure, CH::HIDE_07);
    free_hits(t, figure, &foes)?;
    if !t.state.warrior(figure).stands() {
        return Ok(());
    }
    injury::drop_shard(t, figure);
    let away = sum_of_ways(t.state, figure, &foes);
    t.state.warrior_mut(figure).fleeing = true;
    run(t, figure, away)
}

/// Each strikes, also at one whom another has just put down, unless he fell out of reach. Whoever is sure to strike no blow
/// is out of the way first; a player orders his own, the one whose turn it is before the others (CH-PSYCH-11).
fn free_hits(t: &mut Table<'_>, figure: Figure, foes: &[Figure]) -> Flow {
    let mut waiting: Vec<Figure> = foes.iter().copied().filter(|foe| t.state.warrior(*foe).steady()).collect();
    loop {
        waiting.retain(|foe| t.state.engaged(*foe, figure));
        let sure = waiting.iter().position(|foe| fight::misses_back(t.state, *foe, figure));
        let at = match sure {
            Some(at) => at,
            None => {
                let owns = |seat: &Seat| waiting.iter().any(|foe| t.state.owner(*foe) == *seat);
                let Some(seat) = t.state.turns().find(owns) else { return Ok(()) };
                let mine = waiting.iter().filter(|foe| t.state.owner(**foe) == seat);
                let options: Vec<Next> = mine.map(|foe| Next::Next { who: *foe }).collect();
                let Next::Next { who } = t.ask(BACK.to(seat).about(figure), &options)?;
                waiting.iter().position(|foe| *foe == who).unwrap_or(0)
            }
        };
        let striker = waiting.remove(at);
        fight::free_hit(t, striker, figure)?;
    }
}

/// Flees 2d6 inches towards the nearest table edge.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn run_on(t: &mut Table<'_>, figure: Figure) -> Flow {
    run(t, figure, None)
}

/// Along the sum of the unit vectors from each enemy to him; none where they cancel out.
fn sum_of_ways(state: &State, figure: Figure, foes: &[Figure]) -> Option<(i64, i64)> {
    const UNIT: i64 = 10_000;
    let here = state.warrior(figure).at.plan();
    let (mut x, mut y) = (0, 0);
    for foe in foes {
        let there = state.warrior(*foe).at.plan();
        let length = there.to(here).max(1);
        x += (here.x - there.x) * UNIT / length;
        y += (here.y - there.y) * UNIT / length;
    }
    (x.abs() + y.abs() > UNIT / 100).then_some((x, y))
}

fn run(t: &mut Table<'_>, figure: Figure, away: Option<(i64, i64)>) -> Flow {
    let inches = rolls::flight(t, figure)?;
    let Course { track, gone } = course::course(t, figure, away, inches * INCH);
    let down = |pair: &[Spot]| t.state.setting.field.table.ladder_between(pair[0], pair[1]).is_some();
    if track.windows(2).any(|pair| pair[1].z < pair[0].z && down(pair)) {
        t.note(CH::GEOM_15);
    }
    let at = track.last().copied().unwrap_or(t.state.warrior(figure).at);
    t.state.warrior_mut(figure).at = at;
    t.tell(CH::PSYCH_12, || Event::Fled { warrior: figure, inches: Inches(inches), to: Spotted(at) });
    if gone {
        t.state.warrior_mut(figure).place = Place::Fled;
        t.state.warrior_mut(figure).fleeing = false;
        t.state.caster_down(figure);
        t.tell(CH::GEOM_17, || Event::LeftTable { warrior: figure });
    }
    // Nobody stands any longer where he stood (CH-HIDE-06).
    moving::look_round(t);
    Ok(())
}
