//! A map with everything it fixes once and for all: the kind of every square, what lies between squares, and which
//! steps the ground itself allows a base of each size.

use crate::cards::{Cover, EdgeKind, Map, Pack, Terrain, Traits};
use crate::minds::roads::Roads;
use crate::sight::views::Views;
use space::grid::{Block, Dir, Square};
use std::sync::{Arc, OnceLock};

/// What a square is, as bits; the depth of water stands in the upper bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ground(pub u16);

impl Ground {
    fn of(terrain: &Terrain) -> Ground {
        let mut ground = Ground::water(terrain.depth);
        for (traits, bit) in [
            (Traits::DIFFICULT, Ground::DIFFICULT),
            (Traits::LARGE, Ground::LARGE),
            (Traits::BLOCKS_MOVE, Ground::BLOCKS_MOVE),
            (Traits::BLOCKS_SIGHT, Ground::BLOCKS_SIGHT),
            (Traits::HARD, Ground::HARD),
            (Traits::FORTIFICATION, Ground::FORT),
            (Traits::STAIRS, Ground::STAIRS),
        ] {
            if terrain.has(traits) {
                ground = ground.with(bit);
            }
        }
        ground.with(match terrain.cover {
            Cover::None => Ground::default(),
            Cover::Light => Ground::LIGHT,
            Cover::Full => Ground::COVER,
        })
    }

    /// One extra inch to enter (SC-DIFF-01).
    pub const DIFFICULT: Ground = Ground(1);
    /// Foliage: light cover (SC-COVER-04).
    pub const LIGHT: Ground = Ground(2);
    /// Cover that does not block, such as a low wall (SC-COVER-02).
    pub const COVER: Ground = Ground(4);
    /// Large terrain, which a hovering figure has to go round (SC-FLIGHT-08).
    pub const LARGE: Ground = Ground(8);
    pub const BLOCKS_MOVE: Ground = Ground(16);
    pub const BLOCKS_SIGHT: Ground = Ground(32);
    /// The top of a tower or defensive wall (SC-FLIGHT-23).
    pub const FORT: Ground = Ground(64);
    pub const STAIRS: Ground = Ground(128);
    /// Hard blocking terrain: its corners cannot be cut (SC-MOVE-04).
    pub const HARD: Ground = Ground(256);

    pub const fn water(depth: u8) -> Ground {
        Ground((depth as u16) << 12)
    }

    pub const fn with(self, other: Ground) -> Ground {
        Ground(self.0 | other.0)
    }

    /// Any of the bits of `other`?
    pub const fn has(self, other: Ground) -> bool {
        self.0 & other.0 != 0
    }

    /// Depth of water, 0 on land (SC-WATER-01).
    pub const fn depth(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

/// The largest base has three squares a side (SC-TROOP-17).
pub(crate) const BASES: usize = 3;

#[derive(Debug)]
pub struct Field {
    pub map: Arc<Map>,
    ground: Vec<Ground>,
    /// Steps that the ground allows, as bits of directions, by base and square: walking and hovering.
    walk: [Vec<u8>; BASES],
    hover: [Vec<u8>; BASES],
    /// Steps that cross a fence.
    fences: [Vec<u8>; BASES],
    /// Where a base could stand, walking and hovering.
    stands: [Vec<[bool; 2]>; BASES],
    /// Any edge, any water, any fortification at all: most maps have none, and most questions end there.
    pub edged: bool,
    pub watered: bool,
    pub fortified: bool,
    /// Sight over the bare map, made when somebody first looks.
    views: OnceLock<Views>,
    /// Ways on foot, likewise.
    roads: OnceLock<Roads>,
}

impl Field {
    pub fn new(pack: &Pack, map: &Arc<Map>) -> Field {
        let ground: Vec<Ground> = map.squares.iter().map(|kind| Ground::of(pack.terrain(*kind))).collect();
        let open = |edge: &EdgeKind| matches!(edge, EdgeKind::Open | EdgeKind::Door);
        let mut field = Field {
            edged: !map.north.iter().chain(&map.west).all(open),
            watered: ground.iter().any(|ground| ground.depth() > 0),
            fortified: ground.iter().any(|ground| ground.has(Ground::FORT)),
            map: Arc::clone(map),
            ground,
            walk: Default::default(),
            hover: Default::default(),
            fences: Default::default(),
            stands: Default::default(),
            views: OnceLock::new(),
            roads: OnceLock::new(),
        };
        field.settle();
        field
    }

    /// Works out, once, what the ground says about every step of every base.
    fn settle(&mut self) {
        let all: Vec<Square> = self.squares().collect();
        for base in 0..BASES {
            let block = |square: &Square| Block::new(*square, base as u8 + 1);
            let stands = all.iter().map(|at| [self.stands_walking(block(at)), self.stands_hovering(block(at))]);
            self.stands[base] = stands.collect();
            let mask = |of: &dyn Fn(Block, Dir) -> bool| -> Vec<u8> {
                let bits = |at: &Square| {
                    Dir::ALL.into_iter().filter(|dir| of(block(at), *dir)).fold(0, |bits, dir| bits | dir.bit())
                };
                all.iter().map(bits).collect()
            };
            let walk = mask(&|from, dir| self.walkable(from, dir));
            let hover = mask(&|from, dir| self.hoverable(from, dir));
            let fences = mask(&|from, dir| self.edge_met(from, dir, |edge| edge == EdgeKind::Fence));
            (self.walk[base], self.hover[base], self.fences[base]) = (walk, hover, fences);
        }
    }

    pub fn views(&self) -> &Views {
        self.views.get_or_init(|| Views::new(self))
    }

    /// Inches on foot from any square to the goal, [`roads::NOWHERE`](crate::minds::roads::NOWHERE) where no way leads.
    #[inline]
    pub fn inches_to(&self, goal: Square) -> &[u8] {
        self.roads.get_or_init(|| Roads::new(self)).to(self, goal)
    }

    #[inline]
    pub fn width(&self) -> u8 {
        self.map.width
    }

    #[inline]
    pub fn height(&self) -> u8 {
        self.map.height
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    #[inline]
    pub fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width()) + usize::from(square.x)
    }

    #[inline]
    pub fn on_board(&self, square: Square) -> bool {
        square.on_board(self.width(), self.height())
    }

    #[inline]
    pub fn ground(&self, square: Square) -> Ground {
        if !self.on_board(square) {
            return Ground::default();
        }
        self.ground[self.index(square)]
    }

    /// What lies on that side (N, E, S or W) of the square.
    pub fn edge(&self, square: Square, side: Dir) -> EdgeKind {
        if self.edged { self.map.edge(square, side) } else { EdgeKind::Open }
    }

    /// Does the ground let a walking base stand here? Water depth and figures are not asked about.
    #[inline]
    pub fn stands(&self, block: Block, hovering: bool) -> bool {
        block.fits(self.width(), self.height())
            && self.stands[usize::from(block.side) - 1][self.index(block.at)][usize::from(hovering)]
    }

    /// Steps, as bits of directions, that the ground allows a base here.
    #[inline]
    pub fn steps(&self, block: Block, hovering: bool) -> u8 {
        let table = if hovering { &self.hover } else { &self.walk };
        table[usize::from(block.side) - 1][self.index(block.at)]
    }

    /// Does this step cross a fence (SC-DIFF-01)?
    #[inline]
    pub fn fenced(&self, block: Block, dir: Dir) -> bool {
        self.edged && self.fences[usize::from(block.side) - 1][self.index(block.at)] & dir.bit() != 0
    }

    /// Is there a fence on a side of the square that a step in that direction comes in by?
    pub fn behind_fence(&self, square: Square, dir: Dir) -> bool {
        let (dx, dy) = dir.delta();
        let fence = |side: Dir| self.edge(square, side) == EdgeKind::Fence;
        dx != 0 && fence(if dx > 0 { Dir::W } else { Dir::E }) || dy != 0 && fence(if dy > 0 { Dir::N } else { Dir::S })
    }

    /// On top of a fortification, or on the ground, never half on either (SC-FLIGHT-23).
    fn stands_walking(&self, block: Block) -> bool {
        let forts = block.squares().filter(|square| self.ground(*square).has(Ground::FORT)).count();
        block.fits(self.width(), self.height())
            && block.squares().all(|square| !self.ground(square).has(Ground::BLOCKS_MOVE))
            && (forts == 0 || forts == block.squares().count())
            && !self.cut(block)
    }

    fn stands_hovering(&self, block: Block) -> bool {
        block.fits(self.width(), self.height())
            && block.squares().all(|square| !self.ground(square).has(Ground::LARGE))
            && !self.cut(block)
    }

    /// Does a wall run through the base?
    fn cut(&self, block: Block) -> bool {
        let solid = |square: Square, side: Dir| {
            square.step(side, self.width(), self.height()).is_some_and(|next| block.contains(next))
                && self.edge(square, side).blocks_move()
        };
        block.squares().any(|square| solid(square, Dir::S) || solid(square, Dir::E))
    }

    /// Hard blocking terrain at ground level: its corners may not be cut (SC-MOVE-04).
    pub fn hard(&self, square: Square) -> bool {
        self.ground(square).has(Ground::HARD)
    }

    fn walkable(&self, from: Block, dir: Dir) -> bool {
        let Some(to) = from.step(dir, self.width(), self.height()) else { return false };
        if !self.stands_walking(to) || self.edge_met(from, dir, EdgeKind::blocks_move) {
            return false;
        }
        let top = |block: Block| self.ground(block.at).has(Ground::FORT);
        let corner = |square: Square| self.hard(square) || !top(from) && self.ground(square).has(Ground::FORT);
        if dir.is_diagonal() && corners(from, dir).into_iter().flatten().any(corner) {
            return false;
        }
        // Up and down over stair squares only.
        let stairs = |block: Block| block.squares().all(|square| self.ground(square).has(Ground::STAIRS));
        match (top(from), top(to)) {
            (false, true) => stairs(from),
            (true, false) => stairs(to),
            _ => true,
        }
    }

    fn hoverable(&self, from: Block, dir: Dir) -> bool {
        let Some(to) = from.step(dir, self.width(), self.height()) else { return false };
        let tall = Ground::LARGE.0 | Ground::HARD.0;
        let corner = |square: Square| self.ground(square).0 & tall == tall;
        self.stands_hovering(to)
            && !self.edge_met(from, dir, EdgeKind::blocks_move)
            && !(dir.is_diagonal() && corners(from, dir).into_iter().flatten().any(corner))
    }

    /// Is there such an edge between the old and the new position of a base? A diagonal step meets every edge that
    /// touches the corner it goes past, and those in front of the rest of the base.
    fn edge_met(&self, from: Block, dir: Dir, is: impl Fn(EdgeKind) -> bool) -> bool {
        let Some(to) = from.step(dir, self.width(), self.height()) else { return false };
        let (dx, dy) = dir.delta();
        let sides = [
            if dx > 0 {
                Some(Dir::E)
            } else if dx < 0 {
                Some(Dir::W)
            } else {
                None
            },
            if dy > 0 {
                Some(Dir::S)
            } else if dy < 0 {
                Some(Dir::N)
            } else {
                None
            },
        ];
        // Between a square of the old base or beside it, and one of the new: every edge inside the hull of the two
        // that is not inside the old base.
        let hull = |square: Square| {
            from.contains(square) || to.contains(square) || {
                corners(from, dir).into_iter().flatten().any(|corner| dir.is_diagonal() && corner == square)
            }
        };
        let (left, top) = (from.at.x.min(to.at.x), from.at.y.min(to.at.y));
        let span = from.side + 1;
        for y in top..top.saturating_add(span).min(self.height()) {
            for x in left..left.saturating_add(span).min(self.width()) {
                let square = Square::new(x, y);
                if !hull(square) {
                    continue;
                }
                for side in sides.into_iter().flatten() {
                    let Some(next) = square.step(side, self.width(), self.height()) else { continue };
                    let inside = from.contains(square) && from.contains(next);
                    if hull(next) && !inside && is(self.edge(square, side)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The two squares beside a diagonal step of a base (SC-MOVE-04): each is passed by one corner of it.
pub(crate) fn corners(from: Block, dir: Dir) -> [Option<Square>; 2] {
    let (dx, dy) = dir.delta();
    let n = from.side as i16;
    let (x, y) = (i16::from(from.at.x), i16::from(from.at.y));
    let ahead_x = if dx > 0 { x + n } else { x - 1 };
    let ahead_y = if dy > 0 { y + n } else { y - 1 };
    let near_x = if dx > 0 { x } else { x + n - 1 };
    let near_y = if dy > 0 { y } else { y + n - 1 };
    let square = |x: i16, y: i16| Some(Square::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?));
    [square(ahead_x, near_y), square(near_x, ahead_y)]
}
