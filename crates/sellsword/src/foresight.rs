//! What can be seen before it is done: reach, sight, threats, and what a choice would lay itself open to.
//!
//! Nothing here decides anything. The same functions that judge an act are asked about places where a unit might stand.

use crate::act::basic_move::{self, Reach};
use crate::act::{Act, charge};
use crate::cards::{Condition, Stat};
use crate::decisions::{ACT, BurstOrigin, GO_ON, LANE, ORIGIN};
use crate::field::Buffers;
use crate::resolve::attack::{attack_of, caught};
use crate::resolve::{cost, reply, stats};
use crate::sight;
use crate::state::{Place, State, Turn};
use crate::terrain::Going;
use kernel::sketch::{Drawn, Shape};
use kernel::{Ask, Choice, Figure, Layer, Mark, Rule, Seat, Speaks, Thing, Way};
use rulebook::SW;
use space::grid::{Block, Line, Point, Square, lines};

/// What the pending decision is about, before any answer is looked at: where a step away would be replied to.
pub fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
    match ask.actor {
        Some(unit) if (ACT.is(ask) || GO_ON.is(ask)) && state.unit(unit).on_map() => {
            replies(state, unit, &steps(state, unit))
        }
        _ => Vec::new(),
    }
}

/// What one answer would do, after the choices made already in this act.
pub fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut buffers = Buffers::default();
    if let (Way::Walk(walk), Some(unit)) = (&choice.way, ask.actor) {
        let squares = walk.squares();
        if LANE.is(ask) {
            marks.push(lane(state, unit, squares.to_vec(), ask.about));
        } else if let (Some(start), Some(end)) = (state.space(unit), squares.last()) {
            // A reply comes before the step it answers, so the last square of the way is not left.
            let left: Vec<Square> =
                std::iter::once(start.at).chain(squares[..squares.len() - 1].iter().copied()).collect();
            marks.extend(replies(state, unit, &left));
            marks.extend(threats_at(state, unit, *end));
        }
        return marks;
    }
    let Some(unit) = ask.actor.filter(|unit| state.unit(*unit).on_map()) else {
        return marks;
    };
    if let Some(BurstOrigin::At { at: origin }) = ORIGIN.answer(ask, choice) {
        marks.extend(burst(state, unit, made).map(|at| blast(state, unit, at, origin)));
        return marks;
    }
    match ACT.answer(ask, choice).and_then(|named| Act::of(&named, state, unit).ok()) {
        Some(Act::Attack { attack, target }) => {
            marks.extend(aim(state, unit, target, Some(attack_of(state, unit, attack.into()).range), &mut buffers));
            marks.extend(replies(
                state,
                unit,
                &state.space(unit).map(|space| space.at).into_iter().collect::<Vec<_>>(),
            ));
        }
        Some(Act::Charge { target, .. }) => {
            marks.extend(aim(state, unit, target, None, &mut buffers));
            let lanes = charge::lanes(state, unit, target, &Going::of(state, unit)).unwrap_or_default();
            let squares = |lane: [Block; 2]| lane.map(|block| block.at).to_vec();
            marks.extend(lanes.into_iter().map(|way| lane(state, unit, squares(way), Some(target))));
        }
        Some(Act::Maneuver { to }) => marks.extend(threats_at(state, unit, to)),
        Some(Act::Trait { target: Some(target), .. }) if target != unit => {
            marks.extend(aim(state, unit, target, None, &mut buffers));
        }
        _ => {}
    }
    marks
}

/// A layer over the whole map, for a figure that stands on it.
pub fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
    if !state.units.get(figure.index()).is_some_and(|unit| unit.on_map()) {
        return Vec::new();
    }
    match layer {
        Layer::Reach => {
            let fresh = at_rest(state, figure);
            let mark = |squares| mark(Drawn::Reach, Shape::Squares(squares), vec![figure], SW::MOVE_01);
            steps_of(&fresh, figure).map(mark).into_iter().collect()
        }
        Layer::Sight => {
            let mut buffers = Buffers::default();
            let seen = board(state).filter(|square| sight::sees_square(state, figure, *square, &mut buffers));
            vec![mark(Drawn::Seen, Shape::Squares(seen.collect()), vec![figure], SW::LOS_06)]
        }
        Layer::Threat if viewer.is_none_or(|seat| seat == state.side(figure)) => {
            let hostile: Vec<Figure> = state.standing().filter(|other| state.enemies(figure, *other)).collect();
            hostile.into_iter().filter_map(|enemy| threat(state, enemy, figure)).collect()
        }
        Layer::Threat => {
            // Anybody it could fight stands in for all: range, sight and the way are asked square by square.
            let victim = state.standing().find(|other| state.enemies(figure, *other));
            victim.and_then(|victim| threat(state, figure, victim)).into_iter().collect()
        }
    }
}

fn mark(kind: Drawn, shape: Shape, figures: Vec<Figure>, rule: Rule) -> Mark {
    Mark { kind, shape, figures, text: String::new(), rule: Some(rule) }
}

fn board(state: &State) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (state.field.width(), state.field.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// The battle as it would be with the unit's own turn before it.
fn at_rest(state: &State, unit: Figure) -> State {
    let mut rest = state.clone();
    if rest.turn.unit != Some(unit) {
        rest.turn = Turn::none();
    }
    rest
}

/// Squares where the unit could stop after one Basic Move.
fn steps_of(state: &State, unit: Figure) -> Option<Vec<Square>> {
    let space = state.space(unit)?;
    basic_move::free_to_move(state, unit).ok()?;
    let going = Going::of(state, unit);
    let reach = Reach::new(state, &going, space, basic_move::points(state, unit), state.turn.diagonals);
    Some(reach.stops(state, &going).map(|(square, _)| square).collect())
}

/// The unit's own square and all it could stop on.
fn steps(state: &State, unit: Figure) -> Vec<Square> {
    let own = state.space(unit).map(|space| space.at);
    own.into_iter().chain(steps_of(state, unit).unwrap_or_default()).collect()
}

/// Squares among `squares` where enemies could reply to the unit, enemy by enemy (SW-REACT-02).
fn replies(state: &State, unit: Figure, squares: &[Square]) -> Vec<Mark> {
    let mut supposed = state.clone();
    let mut buffers = Buffers::default();
    let mut found: Vec<(Figure, Vec<Square>)> = Vec::new();
    for square in squares {
        supposed.put(unit, Place::On(*square));
        for enemy in state.standing().filter(|enemy| state.enemies(*enemy, unit)) {
            if !reply::able(&supposed, enemy, unit, &mut buffers) {
                continue;
            }
            match found.iter_mut().find(|(known, _)| *known == enemy) {
                Some((_, places)) => places.push(*square),
                None => found.push((enemy, vec![*square])),
            }
        }
    }
    let text = |enemy: Figure| format!("{} may reply", state.figure_name(enemy));
    let risk = |(enemy, places): (Figure, Vec<Square>)| Mark {
        text: text(enemy),
        ..mark(Drawn::Risk, Shape::Squares(places), vec![enemy], SW::REACT_02)
    };
    found.into_iter().map(risk).collect()
}

/// Who could attack the unit if it stood at `end`.
fn threats_at(state: &State, unit: Figure, end: Square) -> Option<Mark> {
    let mut supposed = state.clone();
    supposed.put(unit, Place::On(end));
    let mut buffers = Buffers::default();
    let hostile = state.standing().filter(|other| state.enemies(unit, *other));
    let figures: Vec<Figure> = hostile.filter(|enemy| attacks(&supposed, *enemy, unit, &mut buffers)).collect();
    let text = match figures.len() {
        0 => return None,
        1 => format!("{} could attack here", state.figure_name(figures[0])),
        many => format!("{many} enemies could attack here"),
    };
    Some(Mark { text, ..mark(Drawn::Threat, Shape::Squares(vec![end]), figures, SW::ATTACK_02) })
}

/// The squares where `victim` could be attacked by `enemy` from where that stands.
fn threat(state: &State, enemy: Figure, victim: Figure) -> Option<Mark> {
    let mut supposed = state.clone();
    let mut buffers = Buffers::default();
    let side = state.sheet(victim).size.side();
    let space = state.space(enemy)?;
    let geometry = state.field.geometry(state.open);
    let farthest = state.sheet(enemy).attacks.iter().map(|attack| attack.range + attack.burst).max().unwrap_or(0);
    let farthest = farthest.max(*charge::REACH.end());
    let mut squares = Vec::new();
    for square in board(state) {
        let block = Block::new(square, side);
        if !block.fits(state.field.width(), state.field.height())
            || geometry.distance_blocks(space, block) > farthest
            || !state.field.lets_stay(block)
        {
            continue;
        }
        supposed.put(victim, Place::On(square));
        if attacks(&supposed, enemy, victim, &mut buffers) {
            squares.push(square);
        }
    }
    let text = format!("{} could attack here", state.figure_name(enemy));
    Some(Mark { text, ..mark(Drawn::Threat, Shape::Squares(squares), vec![enemy], SW::ATTACK_02) })
}

/// Could `enemy` attack `unit` from where it stands, by an attack, a burst or a charge, if it had a turn?
fn attacks(state: &State, enemy: Figure, unit: Figure, buffers: &mut Buffers) -> bool {
    let range = state.distance(enemy, unit);
    let able = |at: usize| {
        let attack = attack_of(state, enemy, at);
        state.has_attack(enemy, at) && cost::payable(state, enemy, attack.token, attack.vigor).is_ok()
    };
    (0..state.sheet(enemy).attacks.len()).filter(|at| able(*at)).any(|at| {
        let attack = attack_of(state, enemy, at);
        if attack.burst > 0 {
            return range <= attack.range + attack.burst && sight::view(state, enemy, unit, buffers).visible();
        }
        range <= attack.range && sight::can_target(state, enemy, unit, range, buffers).is_ok()
    }) || charges(state, enemy, unit, range, buffers)
}

fn charges(state: &State, enemy: Figure, unit: Figure, range: u8, buffers: &mut Buffers) -> bool {
    let held = state.unit(enemy).has(Condition::Pinned) || state.unit(enemy).has(Condition::Hobbled);
    let armed = || {
        let attacks = &state.sheet(enemy).attacks;
        let fits = |at: &usize| {
            let attack = &attacks[*at];
            attack.acts == 1 && attack.range <= 3 && attack.burst == 0 && state.has_attack(enemy, *at)
        };
        (0..attacks.len()).any(|at| fits(&at)) && stats::current(state, enemy, Stat::Vigor) > 0
    };
    if held || !charge::REACH.contains(&range) || state.unit(enemy).vigor < 5 || !armed() {
        return false;
    }
    let mut own = state.clone();
    own.turn = Turn::none();
    charge::possible(&own, enemy, unit, &Going::of(&own, enemy), buffers)
}

fn lane(state: &State, unit: Figure, squares: Vec<Square>, about: Option<Figure>) -> Mark {
    let width = state.sheet(unit).size.side();
    mark(Drawn::Lane, Shape::Path { squares, width }, about.into_iter().collect(), SW::CHARGE_01)
}

/// Which burst of the card an origin is asked for: the one named last, or the only one there is.
fn burst(state: &State, unit: Figure, made: &[&Choice]) -> Option<usize> {
    let attacks = &state.sheet(unit).attacks;
    let mut bursts = (0..attacks.len()).filter(|at| attack_of(state, unit, *at).burst > 0);
    let named = |at: &usize| {
        let name = Thing::Name(attacks[*at].name);
        made.iter().rposition(|choice| choice.things.contains(&name))
    };
    let last = bursts.clone().filter(|at| named(at).is_some()).max_by_key(named);
    last.or_else(|| bursts.next())
}

fn blast(state: &State, unit: Figure, at: usize, origin: Square) -> Mark {
    let reach = attack_of(state, unit, at).burst;
    let geometry = state.field.geometry(state.open);
    let within = |square: &Square| geometry.distance(origin, *square) <= reach;
    let figures = caught(state, unit, at, origin);
    let text = format!("{} caught", figures.len());
    Mark { text, ..mark(Drawn::Blast, Shape::Squares(board(state).filter(within).collect()), figures, SW::BURST_02) }
}

/// The line of sight to a target, how far it is, and what covers it.
fn aim(state: &State, unit: Figure, target: Figure, reach: Option<u8>, buffers: &mut Buffers) -> Vec<Mark> {
    let (Some(near), Some(far)) = (state.space(unit), state.space(target)) else {
        return Vec::new();
    };
    let view = sight::view(state, unit, target, buffers);
    let bodies: Vec<(Figure, Block, bool)> = state
        .standing()
        .filter(|other| *other != unit && *other != target)
        .filter_map(|other| {
            let larger = state.sheet(other).size > state.sheet(target).size;
            state.space(other).map(|space| (other, space, larger))
        })
        .collect();
    let mut marks = Vec::new();
    if let Some(line) = best_line(state, near, far, &bodies) {
        let range = state.distance(unit, target);
        let text = reach.map_or_else(|| range.to_string(), |reach| format!("{range} of {reach}"));
        let point = |point: Point| (point.x * 1000 / 16, point.y * 1000 / 16);
        let shape = Shape::Line { from: point(line.from), to: point(line.to) };
        marks.push(Mark { text, ..mark(Drawn::Sight, shape, vec![unit, target], SW::LOS_01) });
        if view.cover() {
            let screens =
                bodies.iter().filter(|(_, space, _)| line.enters_rect(space.rect())).map(|(other, ..)| *other);
            let mut figures = vec![target];
            figures.extend(screens);
            marks.push(Mark { text: "cover".into(), ..mark(Drawn::Cover, Shape::Figures, figures, SW::COVER_03) });
        }
    }
    marks
}

/// The shortest line that nothing stops: to the centre past everybody if there is one, else any that is free.
fn best_line(state: &State, near: Block, far: Block, bodies: &[(Figure, Block, bool)]) -> Option<Line> {
    let mut walls = Vec::new();
    state.field.layout(state.open).walls.between(near, far, |_| false, &mut walls);
    let length = |line: &Line| {
        let (dx, dy) = (line.to.x - line.from.x, line.to.y - line.from.y);
        dx * dx + dy * dy
    };
    let free = |line: &Line| {
        !walls.iter().any(|wall| wall.stops(*line))
            && !bodies.iter().any(|(_, space, larger)| *larger && line.enters_rect(space.rect()))
    };
    let clear = |line: &Line| !bodies.iter().any(|(_, space, _)| line.enters_rect(space.rect()));
    let centre = far.centre();
    let central = lines(near, far).filter(|line| line.to == centre && free(line));
    let best = central.clone().filter(clear).min_by_key(length);
    best.or_else(|| central.min_by_key(length)).or_else(|| lines(near, far).filter(free).min_by_key(length))
}

#[cfg(test)]
mod tests {
    use super::burst;
    use crate::Sellsword;
    use crate::cards::core;
    use crate::decisions::NamedAct;
    use kernel::{Answers, Battle, Name, Seed, Setup};
    use std::sync::Arc;

    /// Of two bursts on a card the area is that of the one that was declared.
    #[test]
    fn two_bursts() {
        let sides = ["Graves | havoc | ruined-abbey | gray-necromancer", "Guards | havoc | ruined-abbey | orc-raider"];
        let setup =
            Setup { scenario: "standard".to_owned(), sides: sides.map(str::to_owned).to_vec(), ..Setup::default() };
        let battle = Battle::<Sellsword>::begin(&core(), setup, Some(Seed::from_number(1))).expect("a legal battle");
        let mut state = battle.checkpoint().clone();
        drop(battle);
        let unit = state.figures().find(|unit| burst(&state, *unit, &[]).is_some()).expect("a burst");
        let first = burst(&state, unit, &[]).expect("a burst");
        let profile = usize::from(state.units[unit.index()].profile);
        let attacks = &mut Arc::get_mut(&mut state.setting).expect("nobody else has it").roster[profile].attacks;
        let mut second = attacks[first].clone();
        second.name = Name::of("second-burst");
        second.burst += 1;
        let named = [attacks[first].name, second.name];
        attacks.push(second);
        let said = named.map(|attack| NamedAct::Burst { attack }.choice());
        assert_eq!(burst(&state, unit, &[&said[0]]), Some(first));
        assert_eq!(burst(&state, unit, &[&said[1]]), Some(state.sheet(unit).attacks.len() - 1));
        assert_eq!(burst(&state, unit, &[&said[1], &said[0]]), Some(first));
    }
}
