//! What can be seen before it is done: reach, sight, threats, templates, and what has been declared so far.
//!
//! Nothing here decides anything. The same functions that judge an act are asked about places where a figure might
//! stand. Only what everybody sees is used, so that a sketch tells nobody a secret.

use crate::cards::{Attack, SpellEffect};
use crate::decisions::battle::{Axis, DECLARE, Round, SPOT, SWEEP, TOWARD};
use crate::decisions::movement::{GO_ON, LANE, ORDER, Order};
use crate::decisions::opening::{WALL, Where, ZONE};
use crate::heed::silent;
use crate::reach::Reach;
use crate::resolve::melee;
use crate::resolve::template::{self, Lay};
use crate::resolve::tohit::{self, Footing};
use crate::sight::{Buffers, sees_square};
use crate::state::{Aim, Declaration, Deed, Level, Motion, Place, State, Sweep, squares_apart};
use crate::steps::aim::covered;
use crate::steps::deals::{self, Deal};
use crate::steps::menu;
use crate::terrain::Going;
use crate::{act, contact, opportunity, spells};
use kernel::sketch::{Drawn, Shape};
use kernel::{Ask, Choice, Figure, Layer, Mark, Rule, Seat, Speaks, Way};
use rulebook::SC;
use space::grid::{Block, Patch, Square};
use std::ops::ControlFlow;

/// What the pending decision is about: where a figure that moves would be struck at if it left the place.
pub fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
    match ask.actor.filter(|figure| on_board(state, *figure)) {
        Some(figure) if ORDER.is(ask) || GO_ON.is(ask) => {
            let inches = act::inches(state, figure, Motion::Run);
            let own = state.space(figure).map(|space| space.at);
            let places: Vec<Square> = own.into_iter().chain(stops(state, figure, inches)).collect();
            strikes(state, figure, &places)
        }
        _ => Vec::new(),
    }
}

/// What one answer would do. `made` are the choices of this step so far: they say which attack is being aimed.
pub fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
    let mut buffers = Buffers::default();
    if let (Way::Walk(walk), Some(figure)) = (&choice.way, ask.actor.filter(|figure| on_board(state, *figure))) {
        return moving(state, ask, figure, walk.squares(), &mut buffers);
    }
    if DECLARE.is(ask) {
        return menu::read(state, choice).map_or_else(Vec::new, |deal| declaring(state, deal, &mut buffers));
    }
    let Some(by) = ask.actor.filter(|figure| on_board(state, *figure)) else {
        return Vec::new();
    };
    if let Some(Order::Charge { target }) = ORDER.answer(ask, choice) {
        let lane = || line(state, by, target, Drawn::Lane, String::new(), SC::CHARGE_01);
        return on_board(state, target).then(lane).flatten().into_iter().collect();
    }
    if let Some(Where::On { at }) = ZONE.answer(ask, choice).or_else(|| WALL.answer(ask, choice)) {
        return vec![zone(state, by, made, at)];
    }
    let attack = || made.iter().rev().find_map(|made| attack_meant(state, by, made));
    let blast = |aim| blast(state, by, &attack()?, aim, &mut buffers);
    aim_meant(ask, choice).and_then(blast).into_iter().collect()
}

/// A layer over the whole map, for a figure that stands on it.
pub fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
    if !on_board(state, figure) {
        return Vec::new();
    }
    let mut buffers = Buffers::default();
    match layer {
        Layer::Reach => {
            let squares = stops(state, figure, act::inches(state, figure, Motion::Move)).collect();
            vec![mark(Drawn::Reach, Shape::Squares(squares), vec![figure], SC::MOVE_01)]
        }
        Layer::Sight => {
            let seen =
                state.field().squares().filter(|at| sees_square(state, figure, *at, Level::Ground, &mut buffers));
            vec![mark(Drawn::Seen, Shape::Squares(seen.collect()), vec![figure], SC::LOS_01)]
        }
        Layer::Threat => {
            let own = viewer.and_then(|seat| state.players.get(seat.index())).map(|player| player.side);
            let side = state.piece(figure).side;
            // Of an own figure who threatens it, of another what it threatens.
            if own.is_some_and(|own| own != side) {
                return vec![threat(state, figure, &mut buffers)];
            }
            let enemies: Vec<Figure> = state.of_side(side.other()).collect();
            enemies.into_iter().map(|enemy| threat(state, enemy, &mut buffers)).collect()
        }
    }
}

/// What has been declared in the step and is not resolved yet, one mark for each, in its order; everybody sees it
/// (SC-RANGED-01, SC-CAST-02).
pub fn declared(state: &State) -> Vec<Mark> {
    let mut buffers = Buffers::default();
    let mut marks = Vec::new();
    for declaration in &state.declared {
        let by = declaration.by;
        let (title, rule) = deed(state, declaration);
        let mut add = |shape: Shape, figures: Vec<Figure>| {
            let text = title.clone();
            marks.push(Mark { text, ..mark(Drawn::Declared, shape, figures, rule) });
        };
        match declaration.aim {
            Aim::Figure(target) => match (state.space(by), state.space(target)) {
                (Some(from), Some(to)) => {
                    add(Shape::Line { from: centre(from), to: centre(to) }, vec![by, target]);
                }
                _ => add(Shape::Figures, vec![by]),
            },
            Aim::Cells(cells) => add(Shape::Squares(cells.squares()), vec![by]),
            Aim::Zone(_) | Aim::Charm(_) => add(Shape::Figures, vec![by]),
            aim => {
                let attack = spells::attack_of(state, declaration);
                let squares = attack.map_or_else(Vec::new, |attack| covered(state, by, &attack, aim, &mut buffers));
                add(if squares.is_empty() { Shape::Figures } else { Shape::Squares(squares) }, vec![by]);
            }
        }
    }
    marks
}

/// Figures of a player that can still move in the step.
pub fn not_moved(state: &State, seat: Seat) -> usize {
    own(state, seat).filter(|figure| act::able(state, *figure).is_ok()).count()
}

/// Figures of a player that can still attack or cast in the step.
pub fn undeclared(state: &State, seat: Seat) -> usize {
    let mut buffers = Buffers::default();
    let mut open = |figure: &Figure| {
        !state.piece(*figure).acted
            && deals::each(state, *figure, &mut buffers, &mut |deal| match deal {
                Deal::Strike { .. } | Deal::Launch { .. } | Deal::Cast { .. } => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
    };
    own(state, seat).filter(|figure| open(figure)).count()
}

fn own(state: &State, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
    state.standing().filter(move |figure| state.piece(*figure).owner == seat)
}

fn on_board(state: &State, figure: Figure) -> bool {
    state.pieces.get(figure.index()).is_some_and(|piece| piece.on_board())
}

fn mark(kind: Drawn, shape: Shape, figures: Vec<Figure>, rule: Rule) -> Mark {
    Mark { kind, shape, figures, text: String::new(), rule: Some(rule) }
}

fn centre(space: Block) -> (i32, i32) {
    let half = i32::from(space.side) * 500;
    (i32::from(space.at.x) * 1000 + half, i32::from(space.at.y) * 1000 + half)
}

fn line(state: &State, from: Figure, to: Figure, kind: Drawn, text: String, rule: Rule) -> Option<Mark> {
    let (near, far) = (state.space(from)?, state.space(to)?);
    let shape = match kind {
        Drawn::Lane => Shape::Path { squares: vec![far.at], width: far.side },
        _ => Shape::Line { from: centre(near), to: centre(far) },
    };
    Some(Mark { text, ..mark(kind, shape, vec![from, to], rule) })
}

/// Places where the figure could stop with so many inches.
fn stops(state: &State, figure: Figure, inches: u8) -> impl Iterator<Item = Square> + use<> {
    let found: Vec<Square> = match state.space(figure) {
        Some(space) => {
            let going = Going::of(state, figure);
            let reach = Reach::new(state, &going, space, inches, 0);
            reach.stops(state, &going).map(|(at, ..)| at).collect()
        }
        None => Vec::new(),
    };
    found.into_iter()
}

/// Places among `places` that the figure could not leave without being struck at, enemy by enemy (SC-OPP-01).
fn strikes(state: &State, figure: Figure, places: &[Square]) -> Vec<Mark> {
    let side = state.base(figure);
    let ready = |enemy: &Figure| {
        let enemy = *enemy;
        !state.is_engine(enemy)
            && state.piece(enemy).paralyzed == 0
            && state.level(enemy) == state.level(figure)
            && opportunity::usable(state, enemy, figure).next().is_some()
    };
    let enemies: Vec<Figure> = state.of_side(state.piece(figure).side.other()).filter(ready).collect();
    let beside = |enemy: Figure| {
        let space = state.space(enemy);
        let near = |at: &&Square| {
            space.is_some_and(|space| {
                let block = Block::new(**at, side);
                contact::adjacent_at(state, state.level(figure), space, block)
            })
        };
        (enemy, places.iter().filter(near).copied().collect::<Vec<Square>>())
    };
    let risk = |(enemy, squares): (Figure, Vec<Square>)| {
        let text = format!("{} may strike", state.figure_name(enemy));
        (!squares.is_empty())
            .then(|| Mark { text, ..mark(Drawn::Risk, Shape::Squares(squares), vec![enemy], SC::OPP_01) })
    };
    enemies.into_iter().map(beside).filter_map(risk).collect()
}

fn moving(state: &State, ask: &Ask, figure: Figure, squares: &[Square], buffers: &mut Buffers) -> Vec<Mark> {
    if LANE.is(ask) {
        let shape = Shape::Path { squares: squares.to_vec(), width: state.base(figure) };
        return vec![mark(Drawn::Lane, shape, ask.about.into_iter().collect(), SC::CHARGE_02)];
    }
    let (Some(start), Some(end)) = (state.space(figure), squares.last()) else {
        return Vec::new();
    };
    let left: Vec<Square> = std::iter::once(start.at).chain(squares[..squares.len() - 1].iter().copied()).collect();
    let mut marks = strikes(state, figure, &left);
    marks.extend(threats_at(state, figure, *end, buffers));
    marks
}

/// Who could attack the figure if it stood there, from where everybody stands now.
fn threats_at(state: &State, figure: Figure, end: Square, buffers: &mut Buffers) -> Option<Mark> {
    let mut supposed = state.clone();
    supposed.put(figure, Place::On(end), state.piece(figure).altitude);
    let attacks = |enemy: &Figure| {
        let sheet = supposed.sheet(*enemy);
        let fits = |attack: &Attack| deals::aimed_at_figure(attack) && !attack.is_projected();
        sheet
            .attacks()
            .filter(|(_, attack)| fits(attack))
            .any(|(_, attack)| deals::on_figure(&supposed, *enemy, attack, figure, buffers).is_ok())
    };
    let figures: Vec<Figure> = state.of_side(state.piece(figure).side.other()).filter(attacks).collect();
    let text = match figures.len() {
        0 => return None,
        1 => format!("{} could attack here", state.figure_name(figures[0])),
        many => format!("{many} enemies could attack here"),
    };
    Some(Mark { text, ..mark(Drawn::Threat, Shape::Squares(vec![end]), figures, SC::RANGED_02) })
}

/// The squares that a figure threatens from where it stands: by shots that it sees to, and next to its base.
fn threat(state: &State, figure: Figure, buffers: &mut Buffers) -> Mark {
    let space = state.space(figure).unwrap_or(Block::single(Square::new(0, 0)));
    let sheet = state.sheet(figure);
    let far = sheet.attacks().filter(|(_, attack)| attack.is_ranged()).map(|(_, attack)| attack.long_range()).max();
    let near = u8::from(sheet.attacks().any(|(_, attack)| attack.is_melee()));
    let mut squares = Vec::new();
    for at in state.field().squares() {
        let block = Block::single(at);
        let apart = squares_apart(space, block);
        let close = near > 0 && apart == 1 && contact::adjacent(state, space, block);
        let mut shot = || {
            far.is_some_and(|far| crate::state::distance(space, block) <= far)
                && sees_square(state, figure, at, Level::Ground, buffers)
        };
        if apart > 0 && (close || shot()) {
            squares.push(at);
        }
    }
    let text = format!("{} could attack here", state.figure_name(figure));
    Mark { text, ..mark(Drawn::Threat, Shape::Squares(squares), vec![figure], SC::RANGED_02) }
}

/// A declaration that is looked at: the line to its target with range and number needed, or the squares it covers.
fn declaring(state: &State, deal: Deal, buffers: &mut Buffers) -> Vec<Mark> {
    match deal {
        Deal::Strike { by, attack, target } if on_board(state, by) && on_board(state, target) => {
            let attack = *state.sheet(by).attack(attack);
            shot(state, by, &attack, target, buffers)
        }
        Deal::Launch { by, attack } if on_board(state, by) => {
            let attack = *state.sheet(by).attack(attack);
            blast(state, by, &attack, Aim::Nothing, buffers).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn shot(state: &State, by: Figure, attack: &Attack, target: Figure, buffers: &mut Buffers) -> Vec<Mark> {
    if attack.is_melee() {
        let needs = tohit::melee(state, by, attack, target, Footing::Firm, &mut silent);
        let text = needed(&needs);
        return line(state, by, target, Drawn::Sight, text, SC::TOHIT_01).into_iter().collect();
    }
    let shooter = tohit::Shooter { by, attack: *attack, readied: false, spell: false, crew: &[] };
    let seen = tohit::best_look(state, &shooter, target, buffers);
    let mut needs = tohit::ranged(state, &shooter, target, state.piece(by).aimed, seen);
    if tohit::in_melee(state, &shooter, target) {
        needs.modifiers.add("target in melee", SC::TOHIT_15, -2);
    }
    let range = tohit::range(state, by, target);
    let text = format!("{range} of {}, {}", attack.long_range(), needed(&needs));
    let mut marks: Vec<Mark> = line(state, by, target, Drawn::Sight, text, SC::RANGED_02).into_iter().collect();
    if seen.penalty() > 0 {
        let text = format!("cover {}", seen.penalty());
        marks.push(Mark { text, ..mark(Drawn::Cover, Shape::Figures, vec![target], SC::COVER_02) });
    }
    marks
}

/// What has to fall on the d10.
fn needed(to_hit: &tohit::ToHit) -> String {
    match to_hit.natural(to_hit.needed) {
        ..=1 => "hits with anything".into(),
        natural @ 2..=10 => format!("needs {natural}+"),
        _ => "cannot hit".into(),
    }
}

/// The squares that an attack laid like this takes in, with everybody under it.
fn blast(state: &State, by: Figure, attack: &Attack, aim: Aim, buffers: &mut Buffers) -> Option<Mark> {
    let squares = covered(state, by, attack, aim, buffers);
    if squares.is_empty() {
        return None;
    }
    let figures = match aim {
        Aim::Spot(at, level) => {
            let patch = match attack.shape {
                crate::cards::Shape::Area(side) => Patch::new(at, side),
                _ => Patch::new(at, 1),
            };
            let under = |figure: &Figure| {
                state.level(*figure) == level && state.space(*figure).is_some_and(|space| patch.covers(space))
            };
            state.standing().filter(under).collect()
        }
        Aim::Toward { from, to, level, bends } => {
            template::figures(state, Lay { by, shape: attack.shape, from, to, level, bends }, buffers)
        }
        Aim::Sweep(sweep) => melee::swept(state, by, sweep),
        _ => template::figures(state, Lay::aura(state, by, attack.shape), buffers),
    };
    let own = figures.iter().filter(|figure| !state.enemies(by, **figure)).count();
    let text = match (figures.len(), own) {
        (0, _) => "nobody under it".to_string(),
        (all, 0) => format!("{all} under it"),
        (all, own) => format!("{all} under it, {own} of your own"),
    };
    Some(Mark { text, ..mark(Drawn::Blast, Shape::Squares(squares), figures, SC::AREA_03) })
}

/// The attack that an earlier choice of the step has announced for a figure: a weapon, or a spell at a level.
fn attack_meant(state: &State, by: Figure, made: &Choice) -> Option<Attack> {
    match menu::read(state, made)? {
        Deal::Launch { by: who, attack } | Deal::Strike { by: who, attack, .. } if who == by => {
            Some(*state.sheet(by).attack(attack))
        }
        Deal::Cast { by: who, spell, level } if who == by => state.setting.pack.spell(spell).attack(level),
        _ => None,
    }
}

/// Where an answer lays an attack.
fn aim_meant(ask: &Ask, choice: &Choice) -> Option<Aim> {
    if let Some(spot) = SPOT.answer(ask, choice) {
        let (at, level) = spot.place();
        return Some(Aim::Spot(at, level));
    }
    if let Some(Axis::Toward { from, to, level }) = TOWARD.answer(ask, choice) {
        return Some(Aim::Toward { from, to, level, bends: 0 });
    }
    let Round::Sweep { start, turn, squares } = SWEEP.answer(ask, choice)?;
    Some(Aim::Sweep(Sweep { start, turn, squares: u8::try_from(squares).ok()? }))
}

/// The squares of a zone that a spell makes at a place.
fn zone(state: &State, by: Figure, made: &[&Choice], at: Square) -> Mark {
    let side = made.iter().rev().find_map(|made| match menu::read(state, made)? {
        Deal::Cast { by: who, spell, level } if who == by => match state.setting.pack.spell(spell).effect {
            SpellEffect::Block { side, side_per_level, .. } => Some(side + side_per_level.saturating_mul(level)),
            _ => Some(1),
        },
        _ => None,
    });
    let (width, height) = (state.field().width(), state.field().height());
    let inside = |square: &Square| square.x < width && square.y < height;
    let squares: Vec<Square> = Block::new(at, side.unwrap_or(1)).squares().filter(inside).collect();
    let under = |figure: &Figure| {
        state.space(*figure).is_some_and(|space| space.squares().any(|square| squares.contains(&square)))
    };
    let figures: Vec<Figure> = state.standing().filter(under).collect();
    mark(Drawn::Blast, Shape::Squares(squares.clone()), figures, SC::WQUAL_07)
}

/// What was declared, in a few words, and the rule behind it.
fn deed(state: &State, declaration: &Declaration) -> (String, Rule) {
    match declaration.deed {
        Deed::Attack(id) => {
            let attacks = &state.sheet(declaration.by).attacks;
            let title = attacks.get(usize::from(id.0)).map_or("attack", |attack| attack.title);
            (title.to_string(), if declaration.readied { SC::READY_04 } else { SC::MELEE_01 })
        }
        Deed::Spell(id, level) => (format!("{} {level}", state.setting.pack.spell(id).title), SC::CAST_02),
    }
}
