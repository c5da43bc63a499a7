//! The squares and figures under a projected attack: cones, fans, lines, auras (SC-WQUAL-02, SC-WQUAL-05, SC-WQUAL-06,
//! SC-WQUAL-16, SC-WQUAL-18), also between levels (SC-FLIGHT-19, SC-FLIGHT-20).

use super::tohit::rise;
use crate::cards::Shape;
use crate::field::Ground;
use crate::sight::{Buffers, unblocked};
use crate::state::{Level, State, distance};
use kernel::{Figure, Rule};
use rulebook::SC;
use space::grid::{Block, Course, Sector, Square, aura};

/// How a template is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lay {
    pub by: Figure,
    pub shape: Shape,
    /// A square of the attacker's base, and the square that the axis runs through.
    pub from: Square,
    pub to: Square,
    pub level: Level,
    /// Choices of a line where it runs exactly between two squares.
    pub bends: u32,
}

impl Lay {
    /// An aura has no direction.
    pub(crate) fn aura(state: &State, by: Figure, shape: Shape) -> Lay {
        let at = state.space(by).map_or(Square::new(0, 0), |space| space.at);
        Lay { by, shape, from: at, to: at, level: state.level(by), bends: 0 }
    }

    /// Altitudes between the attacker and what it is aimed at.
    fn rise(&self, state: &State) -> u8 {
        rise(state.level(self.by), self.level)
    }

    /// The rules by which it is laid.
    pub(crate) fn cited(&self, state: &State, heed: &mut (impl FnMut(Rule) + ?Sized)) {
        heed(match self.shape {
            Shape::Aura(_) => SC::WQUAL_02,
            Shape::Fan(_) => SC::WQUAL_16,
            Shape::Line(_) => SC::WQUAL_18,
            _ => SC::WQUAL_05,
        });
        if matches!(self.shape, Shape::Cone(_) | Shape::Fan(_)) {
            heed(SC::WQUAL_06);
        }
        if self.rise(state) > 0 {
            heed(SC::FLIGHT_19);
            heed(SC::FLIGHT_20);
        }
    }

    /// Inches that the template reaches: shorter by 2 for each altitude (SC-FLIGHT-20).
    fn length(&self, state: &State, printed: u8) -> u8 {
        printed.saturating_sub(2 * self.rise(state))
    }

    /// The nearer half of what is aimed at another level passes below it (SC-FLIGHT-19).
    fn spares(&self, state: &State, base: Block, square: Square) -> bool {
        self.rise(state) > 0
            && 2 * u16::from(distance(base, Block::single(square))) <= u16::from(distance(base, Block::single(self.to)))
    }
}

/// The squares affected, the nearest first.
pub(crate) fn squares(state: &State, lay: Lay, buffers: &mut Buffers) -> Vec<Square> {
    let Some(base) = state.space(lay.by) else {
        return Vec::new();
    };
    let (field, own) = (state.field(), state.level(lay.by));
    let (width, height) = (field.width(), field.height());
    let (mut found, from): (Vec<Square>, Block) = match lay.shape {
        Shape::Cone(length) | Shape::Fan(length) => {
            let sector = if matches!(lay.shape, Shape::Cone(_)) { Sector::Cone } else { Sector::Fan };
            let axis = Course::between(lay.from, lay.to);
            let length = lay.length(state, length);
            let covered = buffers.sectors.squares(sector, length, lay.from, axis, width, height);
            (covered.collect(), Block::single(lay.from))
        }
        Shape::Aura(reach) => (aura(base, reach, width, height).collect(), base),
        Shape::Line(length) => return line(state, lay, base, lay.length(state, length), buffers),
        Shape::Single | Shape::Area(_) | Shape::Sweep(_) => return Vec::new(),
    };
    found.retain(|square| {
        !base.contains(*square)
            && !lay.spares(state, base, *square)
            && unblocked(state, from, own, *square, lay.level, buffers)
    });
    found
}

fn line(state: &State, lay: Lay, base: Block, length: u8, buffers: &mut Buffers) -> Vec<Square> {
    let own = state.level(lay.by);
    let mut found = Vec::new();
    let mut bends = lay.bends;
    let mut counted = 0;
    let (field, axis) = (state.field(), Course::between(lay.from, lay.to));
    for step in 1..=u16::from(length) + 3 {
        let mut open = axis.squares(lay.from, step, field.width(), field.height());
        let Some(first) = open.next() else { break };
        let square = match open.next() {
            Some(second) => {
                let bent = bends & 1 == 1;
                bends >>= 1;
                if bent { second } else { first }
            }
            None => first,
        };
        // Squares are counted from outside the base.
        if base.contains(square) {
            continue;
        }
        if counted == length {
            break;
        }
        counted += 1;
        // It stops before hard blocking terrain.
        let hard =
            lay.level == Level::Ground && field.ground(square).has(Ground(Ground::HARD.0 | Ground::BLOCKS_SIGHT.0));
        if hard || !unblocked(state, Block::single(lay.from), own, square, lay.level, buffers) {
            break;
        }
        if !lay.spares(state, base, square) {
            found.push(square);
        }
    }
    found
}

/// The steps at which a line runs exactly between two squares: both squares of each, in order.
pub(crate) fn ties(state: &State, lay: Lay) -> Vec<[Square; 2]> {
    let (Shape::Line(length), Some(base)) = (lay.shape, state.space(lay.by)) else {
        return Vec::new();
    };
    let (field, axis) = (state.field(), Course::between(lay.from, lay.to));
    let length = u16::from(lay.length(state, length));
    let mut found = Vec::new();
    let mut counted = 0;
    for step in 1..=length + 3 {
        let mut open = axis.squares(lay.from, step, field.width(), field.height());
        let Some(first) = open.next() else { break };
        let second = open.next();
        if !base.contains(first) {
            if counted == length {
                break;
            }
            counted += 1;
        }
        if let Some(second) = second {
            found.push([first, second]);
        }
    }
    found
}

/// Everybody under the template at its level, the nearest first, each once; never the attacker itself.
pub(crate) fn figures(state: &State, lay: Lay, buffers: &mut Buffers) -> Vec<Figure> {
    let mut found: Vec<Figure> = Vec::new();
    for square in squares(state, lay, buffers) {
        for figure in state.all_on(square) {
            if figure != lay.by && state.level(figure) == lay.level && !found.contains(&figure) {
                found.push(figure);
            }
        }
    }
    found
}
