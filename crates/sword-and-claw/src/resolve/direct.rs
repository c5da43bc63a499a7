//! Direct Line shots: a miss is followed along its line, and a ball runs on through its target (SC-DLINE, SC-WQUAL-19).

use super::cited;
use super::damage::{Harm, Manner, hit};
use super::tohit::{self, Shooter, judge};
use crate::cards::{EdgeKind, Shape};
use crate::decisions::battle::{Bend, FIRED, Flown, LINE};
use crate::events::Inches;
use crate::field::Ground;
use crate::sight::{Glimpse, look_at};
use crate::state::{Level, State, distance};
use crate::{Event, Table, contact, rolls, siege};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;
use space::grid::{Block, Course, Shot, Square};

/// One shot and everything that follows from it; nothing is applied.
///
/// # Errors
/// Pauses for dice, and where the firer chooses how the line runs on.
pub(crate) fn fire(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure, harms: &mut Vec<Harm>) -> Flow {
    let (by, attack) = (shooter.by, shooter.attack);
    let lines = lines(t, shooter, target);
    if lines.is_empty() {
        return Ok(());
    }
    let aimed = tohit::take_aim(t.state, shooter);
    let seen = tohit::best_look(t.state, shooter, target, &mut t.scratch.sight);
    let mut to_hit = tohit::ranged(t.state, shooter, target, aimed, seen);
    if tohit::in_melee(t.state, shooter, target) {
        to_hit.modifiers.add("target in melee", SC::TOHIT_15, -2);
        t.note(SC::DLINE_08);
    }
    cited::shot(t, shooter, target, seen, false);
    let deviations = [0, 1, 2, 3, 4, 5, 6].map(|inches| to_hit.natural(5 - inches));
    t.note(SC::DLINE_01);
    t.note(SC::WQUAL_13);
    let total = tohit::roll(t, by, &attack, target, &to_hit, &deviations)?;
    let hits = total >= to_hit.needed;
    if !hits {
        t.note(SC::DLINE_02);
        t.note(if total < 5 { SC::DLINE_04 } else { SC::DLINE_03 });
    }
    judge(t, by, target, hits);
    if hits {
        harms.push(hit(t, by, &attack, target, Manner::default())?);
        return match attack.shape {
            Shape::Line(length) => {
                let at = name(t, by, &impacts(&lines))?.to;
                run_on(t, shooter, target, (at, length), harms)
            }
            _ => Ok(()),
        };
    }
    let Aimed { from, to } = name(t, by, &lines)?;
    let aside = if total < 5 { deviate(t, by, total)? } else { 0 };
    follow(t, shooter, target, Shot::new(from, to, aside), to, harms)
}

/// A wide miss passes left or right of the target (SC-DLINE-04).
fn deviate(t: &mut Table<'_>, by: Figure, total: i16) -> Flow<i16> {
    let inches = 5 - total;
    let left = rolls::side(t, by)? <= 3;
    let side = if left { "left" } else { "right" };
    t.tell(SC::DLINE_04, || Event::PassedWide { unit: by, inches: Inches(inches.into()), side });
    Ok(if left { -inches } else { inches })
}

/// A firing square and the square of the target that was aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aimed {
    from: Square,
    to: Square,
}

/// The firing square and the target square with the best line of sight, the nearest of them; several where they are
/// equally good (SC-DLINE-02).
fn lines(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure) -> Vec<Aimed> {
    let state = &*t.state;
    let (Some(base), Some(space)) = (state.space(shooter.by), state.space(target)) else {
        return Vec::new();
    };
    let level = state.level(target);
    let buffers = &mut t.scratch.sight;
    let (mut best, mut found) = ((u8::MAX, u8::MAX), Vec::new());
    for to in space.squares() {
        let seen = siege::eyes(state, shooter, |eye| look_at(state, eye, &[to], level, buffers));
        for from in base.squares().filter(|_| seen.seen) {
            let rank = (seen.penalty(), distance(Block::single(from), Block::single(to)));
            if rank < best {
                best = rank;
                found.clear();
            }
            if rank == best {
                found.push(Aimed { from, to });
            }
        }
    }
    found
}

/// Which of the equally good lines it was: the firing player says so (SC-DLINE-02).
fn name(t: &mut Table<'_>, by: Figure, lines: &[Aimed]) -> Flow<Aimed> {
    let options: Vec<Flown> = lines.iter().map(|line| Flown::From { from: line.from, at: line.to }).collect();
    let worse = Refusal::new(SC::DLINE_02, "another line is better or shorter, and the shot took the best");
    let picked = t.ask_telling(FIRED.to(t.state.piece(by).owner).actor(by), &options, |_, _| Err(worse))?;
    Ok(lines[picked])
}

/// The lines that strike different squares.
fn impacts(lines: &[Aimed]) -> Vec<Aimed> {
    let mut found: Vec<Aimed> = Vec::new();
    for line in lines {
        if !found.iter().any(|other| other.to == line.to) {
            found.push(*line);
        }
    }
    found
}

/// Rolls against each figure on the line of a missed shot until one is hit (SC-DLINE-05 to SC-DLINE-07).
fn follow(
    t: &mut Table<'_>,
    shooter: &Shooter<'_>,
    target: Figure,
    shot: Shot,
    at: Square,
    harms: &mut Vec<Harm>,
) -> Flow {
    let level = t.state.level(target);
    let Some(base) = t.state.space(shooter.by) else {
        return Ok(());
    };
    let field = t.state.field();
    let squares: Vec<Square> = shot.squares(field.width(), field.height()).collect();
    let mut rolled: Vec<Figure> = vec![target];
    let mut last: Option<Square> = None;
    let mut spared = false;
    let up = tohit::rise(t.state.level(shooter.by), level);
    for square in squares {
        if base.contains(square) {
            last = Some(square);
            continue;
        }
        let far = distance(base, Block::single(square)) + 2 * up;
        if far > shooter.attack.long_range() || stops(t.state, last, square, level) {
            if spared {
                t.note(SC::DLINE_07);
            }
            t.tell(SC::DLINE_06, || Event::ShotStopped { unit: shooter.by, at: square });
            break;
        }
        last = Some(square);
        // Below another level the nearer half of the line passes by (SC-FLIGHT-19).
        let flat = u16::from(distance(base, Block::single(square)));
        if up > 0 && 2 * flat <= u16::from(distance(base, Block::single(at))) {
            continue;
        }
        let here: Vec<Figure> = t.state.all_on(square).collect();
        for figure in here {
            spared |= figure == target;
            let passed = rolled.contains(&figure) || figure == shooter.by || shooter.crew.contains(&figure);
            if passed || t.state.level(figure) != level {
                continue;
            }
            rolled.push(figure);
            t.note(SC::DLINE_05);
            if std::mem::take(&mut spared) {
                t.note(SC::DLINE_07);
            }
            in_the_air(t, level, up);
            if let Some(harm) = passing(t, shooter, figure, square)? {
                harms.push(harm);
                return Ok(());
            }
        }
    }
    Ok(())
}

fn in_the_air(t: &mut Table<'_>, level: Level, up: u8) {
    if level > Level::Ground {
        t.note(SC::FLIGHT_15);
    }
    if up > 0 {
        t.note(SC::FLIGHT_19);
    }
}

/// Does blocking terrain stop the shot on its way into a square (SC-DLINE-06)?
fn stops(state: &State, from: Option<Square>, to: Square, level: Level) -> bool {
    let field = state.field();
    let ground = field.ground(to);
    let solid = match level {
        Level::Ground => ground.has(Ground::BLOCKS_SIGHT) || state.zoned(to, crate::cards::ZoneKind::Blocking),
        Level::Low | Level::High => {
            ground.has(Ground::BLOCKS_SIGHT) && ground.has(Ground::LARGE) && !ground.has(Ground::FORT)
        }
    };
    let walled = from.is_some_and(|from| match from.dir_to(to) {
        Some(dir) if !dir.is_diagonal() => field.edge(from, dir) == EdgeKind::Wall,
        _ => !contact::reaches(state, from, to),
    });
    solid || walled
}

/// The roll against a figure on the line: its own range and terrain, no figures as cover, no Aim, no melee.
fn passing(t: &mut Table<'_>, shooter: &Shooter<'_>, figure: Figure, square: Square) -> Flow<Option<Harm>> {
    let (by, attack) = (shooter.by, shooter.attack);
    let bare = terrain_cover(t, by, square, t.state.level(figure));
    let to_hit = tohit::ranged(t.state, shooter, figure, false, bare);
    let total = tohit::roll(t, by, &attack, figure, &to_hit, &[])?;
    let hits = total >= to_hit.needed;
    judge(t, by, figure, hits);
    if hits { hit(t, by, &attack, figure, Manner::default()).map(Some) } else { Ok(None) }
}

/// Cover of the map alone; a figure that the line has reached is not hidden from it.
fn terrain_cover(t: &mut Table<'_>, by: Figure, square: Square, level: Level) -> Glimpse {
    let seen = crate::sight::over_map(t.state, by, square, level, &mut t.scratch.sight);
    if seen.seen { seen } else { Glimpse::CLEAR }
}

/// A ball that hit runs straight on, away from the weapon (SC-WQUAL-19).
fn run_on(
    t: &mut Table<'_>,
    shooter: &Shooter<'_>,
    target: Figure,
    (at, length): (Square, u8),
    harms: &mut Vec<Harm>,
) -> Flow {
    let Some(base) = t.state.space(shooter.by) else {
        return Ok(());
    };
    let (course, level) = (Course::away(base, at), t.state.level(target));
    let mut rolled: Vec<Figure> = vec![target];
    let mut last = at;
    for step in 1..=u16::from(length) {
        let field = t.state.field();
        let squares = course.squares(at, step, field.width(), field.height());
        let open: Vec<Bend> = squares.map(|at| Bend::By { at }).collect();
        if open.is_empty() {
            break;
        }
        let asked = LINE.to(t.state.piece(shooter.by).owner).actor(shooter.by);
        let off = Refusal::new(SC::WQUAL_18, "the line does not run over that square");
        let picked = t.ask_telling(asked, &open, |_, _| Err(off))?;
        let Bend::By { at: square } = open[picked];
        if stops(t.state, Some(last), square, level) {
            break;
        }
        last = square;
        let here: Vec<Figure> = t.state.all_on(square).collect();
        for figure in here {
            if rolled.contains(&figure) || t.state.level(figure) != level {
                continue;
            }
            rolled.push(figure);
            t.note(SC::WQUAL_19);
            harms.extend(passing(t, shooter, figure, square)?);
        }
    }
    Ok(())
}
