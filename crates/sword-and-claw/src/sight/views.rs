//! What a map fixes about sight, worked out once for each pair of places and kept.
//!
//! Figures and zones in between change a look, but most looks have none; then the kept answer is the answer.

use super::rays::{self, Glimpse, Screens};
use crate::cards::EdgeKind;
use crate::field::{Field, Ground};
use space::grid::{Block, Dir, Point, SIXTEENTHS, Square};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

/// Which things can stand in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Between figures on the ground or hovering: everything.
    Ground,
    /// To or from a figure aloft or on a fortification: large terrain only, and no figure (SC-FLIGHT-16, SC-FLIGHT-23).
    Aloft,
}

/// What a square does to lines, for each layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Screen {
    Nothing,
    Hard,
    Full,
    Light,
}

/// The answer of the bare map, in a form that fits a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kept(u16);

impl Kept {
    const KNOWN: u16 = 1;
    const SEEN: u16 = 2;
    const OPENING: u16 = 4;
    /// Nothing of the map is near the lines: only figures and zones can matter.
    const BARE: u16 = 8;

    fn of(glimpse: Glimpse, bare: bool) -> Kept {
        let flag = |on: bool, bit: u16| if on { bit } else { 0 };
        Kept(
            Kept::KNOWN
                | flag(glimpse.seen, Kept::SEEN)
                | flag(glimpse.opening, Kept::OPENING)
                | flag(bare, Kept::BARE)
                | u16::from(glimpse.cover.min(31)) << 4
                | u16::from(glimpse.light.min(31)) << 9,
        )
    }

    fn glimpse(self) -> Glimpse {
        Glimpse {
            seen: self.0 & Kept::SEEN != 0,
            opening: self.0 & Kept::OPENING != 0,
            cover: (self.0 >> 4 & 31) as u8,
            light: (self.0 >> 9 & 31) as u8,
        }
    }
}

type Row = OnceLock<Box<[AtomicU16]>>;

/// A map as lines of sight know it.
#[derive(Debug)]
pub struct Views {
    width: u8,
    height: u8,
    /// By square, for the ground and for the air.
    screens: [Vec<Screen>; 2],
    /// The west and the north edge of every square.
    edges: Vec<[EdgeKind; 2]>,
    /// By layer, side of the viewer's base and its place; a row is made when somebody first looks from there.
    kept: [[Box<[Row]>; 3]; 2],
}

impl Views {
    pub fn new(field: &Field) -> Views {
        let screen = |aloft: bool| {
            field.squares().map(|square| Screen::of(field.ground(square), aloft)).collect::<Vec<Screen>>()
        };
        let area = usize::from(field.width()) * usize::from(field.height());
        let rows = || (0..area).map(|_| OnceLock::new()).collect::<Box<[Row]>>();
        Views {
            width: field.width(),
            height: field.height(),
            screens: [screen(false), screen(true)],
            edges: field.squares().map(|square| [field.edge(square, Dir::W), field.edge(square, Dir::N)]).collect(),
            kept: std::array::from_fn(|_| std::array::from_fn(|_| rows())),
        }
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width) + usize::from(square.x)
    }

    /// The look over the bare map.
    pub fn bare(&self, layer: Layer, from: Block, to: Square, screens: &mut Screens) -> Glimpse {
        self.keep(layer, from, to, screens).glimpse()
    }

    /// The look with `screens.bodies` (figures that cannot be shot over) and `extra` squares that stop lines.
    pub fn past(&self, layer: Layer, from: Block, to: Square, extra: &[Square], screens: &mut Screens) -> Glimpse {
        let kept = self.keep(layer, from, to, screens);
        if kept.0 & Kept::SEEN == 0 || (screens.bodies.is_empty() && extra.is_empty()) {
            return kept.glimpse();
        }
        if kept.0 & Kept::BARE == 0 {
            self.gather(layer, from, to, screens);
        }
        screens.hard.extend(extra.iter().filter(|square| !from.contains(**square) && **square != to));
        let glimpse = rays::look(from, to, screens);
        screens.clear_map();
        glimpse
    }

    /// Looks the bare map up. The map's part of `screens` is empty before and after; its bodies are left alone.
    fn keep(&self, layer: Layer, from: Block, to: Square, screens: &mut Screens) -> Kept {
        let hidden = Kept::of(Glimpse::HIDDEN, false);
        let (Some(rows), true) = (
            self.kept[layer as usize].get(usize::from(from.side).wrapping_sub(1)),
            to.on_board(self.width, self.height),
        ) else {
            return hidden;
        };
        let Some(row) = rows.get(self.index(from.at)) else {
            return hidden;
        };
        let row = row.get_or_init(|| (0..self.edges.len()).map(|_| AtomicU16::new(0)).collect());
        let Some(slot) = row.get(self.index(to)) else {
            return hidden;
        };
        let known = slot.load(Ordering::Relaxed);
        if known & Kept::KNOWN != 0 {
            return Kept(known);
        }
        let bodies = std::mem::take(&mut screens.bodies);
        self.gather(layer, from, to, screens);
        let bare = screens.bare();
        let glimpse = if bare || from.contains(to) { Glimpse::CLEAR } else { rays::look(from, to, screens) };
        screens.clear_map();
        screens.bodies = bodies;
        let kept = Kept::of(glimpse, bare);
        slot.store(kept.0, Ordering::Relaxed);
        kept
    }

    /// Fills the map's part of `screens` with everything near the lines: the box around both and one further.
    fn gather(&self, layer: Layer, from: Block, to: Square, screens: &mut Screens) {
        let near = |a: u8, side: u8, b: u8, size: u8| {
            a.min(b).saturating_sub(1)..a.saturating_add(side).max(b.saturating_add(1)).saturating_add(1).min(size)
        };
        let columns = near(from.at.x, from.side, to.x, self.width);
        for y in near(from.at.y, from.side, to.y, self.height) {
            for x in columns.clone() {
                let square = Square::new(x, y);
                let index = self.index(square);
                self.gather_pieces(square, index, screens);
                // The viewer's own squares never screen; of the target's own only foliage counts (SC-COVER-04).
                let list = match self.screens[layer as usize][index] {
                    Screen::Nothing => continue,
                    Screen::Light => &mut screens.light,
                    _ if square == to => continue,
                    Screen::Hard => &mut screens.hard,
                    Screen::Full => &mut screens.full,
                };
                if !from.contains(square) {
                    list.push(square);
                }
            }
        }
    }

    fn gather_pieces(&self, square: Square, index: usize, screens: &mut Screens) {
        let (x, y) = (i32::from(square.x) * SIXTEENTHS, i32::from(square.y) * SIXTEENTHS);
        let corner = Point::new(x, y);
        let ends = [Point::new(x, y + SIXTEENTHS), Point::new(x + SIXTEENTHS, y)];
        for (kind, end) in self.edges[index].into_iter().zip(ends) {
            match kind {
                EdgeKind::Wall => screens.walls.push((corner, end)),
                EdgeKind::Window | EdgeKind::Slit => screens.windows.push((corner, end)),
                EdgeKind::Open | EdgeKind::Fence | EdgeKind::Door => {}
            }
        }
    }
}

impl Screen {
    fn of(ground: Ground, aloft: bool) -> Screen {
        if aloft && (!ground.has(Ground::LARGE) || ground.has(Ground::FORT)) {
            Screen::Nothing
        } else if ground.has(Ground::BLOCKS_SIGHT) {
            Screen::Hard
        } else if ground.has(Ground::COVER) {
            Screen::Full
        } else if ground.has(Ground::LIGHT) {
            Screen::Light
        } else {
            Screen::Nothing
        }
    }
}

impl Screens {
    fn clear_map(&mut self) {
        self.hard.clear();
        self.full.clear();
        self.light.clear();
        self.walls.clear();
        self.windows.clear();
    }
}
