//! Movement over terrain: what a step costs, where it may lead, where a unit may stay.

use crate::cards::{Condition, Ground};
use crate::state::{Place, State};
use kernel::{Figure, Refusal};
use rulebook::SW;
use space::grid::{Block, Dir, Square, Squares};

/// Everything about a mover and the units around it that does not change while it walks.
#[derive(Clone, Copy, Debug)]
pub struct Going {
    pub unit: Figure,
    pub side: u8,
    pub flies: bool,
    pub ghostly: bool,
    pub hobbled: bool,
    /// Squares of enemies that this mover cannot pass.
    barred: Squares,
    /// Squares of all other units.
    pub taken: Squares,
    /// Squares of enemies, passable or not.
    pub hostile: Squares,
    /// Sliding walls that others hold open.
    open: u8,
}

/// A step that can be taken: where it leads and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub to: Block,
    pub cost: u8,
    pub diagonal: bool,
}

impl Going {
    pub fn of(state: &State, unit: Figure) -> Going {
        let (width, height) = (state.field.width(), state.field.height());
        let empty = Squares::new(width, height);
        let (flies, ghostly) = (state.flies(unit), state.sheet(unit).common.ghostly);
        let mut going = Going {
            unit,
            side: state.sheet(unit).size.side(),
            flies,
            ghostly,
            hobbled: state.unit(unit).has(Condition::Hobbled),
            barred: empty,
            taken: empty,
            hostile: empty,
            open: if state.open == 0 { 0 } else { state.open_bits(Some(unit)) },
        };
        for other in state.standing().filter(|other| *other != unit) {
            let Some(space) = state.space(other) else { continue };
            let enemy = state.enemies(unit, other);
            // A flyer passes over enemies that do not fly themselves (SW-SPECIAL-01), a ghost through all (SW-SPECIAL-04).
            let passes = ghostly || (flies && !state.flies(other));
            for square in space.squares() {
                going.taken.insert(square);
                if enemy {
                    going.hostile.insert(square);
                    if !passes {
                        going.barred.insert(square);
                    }
                }
            }
        }
        going
    }

    fn light(&self) -> bool {
        self.flies || self.ghostly
    }

    /// Sliding walls open while the mover stands on `block`.
    fn open_on(&self, state: &State, block: Block) -> u8 {
        if state.field.sliding.is_empty() {
            return 0;
        }
        let own = state.field.sliding.iter().enumerate().filter(|(_, square)| block.contains(**square));
        own.fold(self.open, |bits, (at, _)| bits | 1 << at)
    }

    /// One step from `from`, with `diagonals` diagonal steps made before it in the turn.
    ///
    /// # Errors
    /// The rule that forbids the step; its price is not looked at here.
    pub fn step(&self, state: &State, from: Block, dir: Dir, diagonals: u8) -> Result<Step, Refusal> {
        let field = &state.field;
        let Some(to) = from.step(dir, field.width(), field.height()) else {
            return Err(Refusal::new(SW::MAP_08, "that leads off the map"));
        };
        if !self.ghostly {
            self.past_walls(state, from, to, dir)?;
        }
        let mut dearest = 0;
        for square in from.newly_covered(to) {
            if self.barred.contains(square) {
                let rule = if self.flies { SW::SPECIAL_01 } else { SW::MOVE_11 };
                return Err(Refusal::new(rule, "an enemy stands in the way"));
            }
            let ground = state.ground(square);
            if ground.has(Ground::PIT) && !self.light() {
                return Err(Refusal::new(SW::TERRAIN_13, "a pit cannot be entered"));
            }
            dearest = dearest.max(self.surcharge(state, from, square, ground, dir));
        }
        let second = u8::from(dir.is_diagonal() && diagonals == 1);
        let cost = 1 + dearest + second + u8::from(self.hobbled);
        Ok(Step { to, cost, diagonal: dir.is_diagonal() })
    }

    fn past_walls(&self, state: &State, from: Block, to: Block, dir: Dir) -> Result<(), Refusal> {
        let field = &state.field;
        let open = self.open_on(state, from);
        // An empty sliding wall gives way to a straight step (SW-TERRAIN-16).
        let through = if dir.is_diagonal() { open } else { open | self.open_on(state, to) };
        let layout = field.layout(through);
        let passes = if self.side == 1 {
            layout.geometry.steps(from.at) & dir.bit() != 0
        } else {
            layout.walls.block_step_open(from, dir)
        };
        if passes {
            return Ok(());
        }
        if to
            .squares()
            .any(|square| field.ground(square).has(Ground::SLIDING) && field.layout(open).walls.filled(square))
            && dir.is_diagonal()
        {
            return Err(Refusal::new(SW::TERRAIN_16, "an empty sliding wall is entered by a straight step"));
        }
        if self.side > 1 {
            return Err(Refusal::new(SW::MOVE_10, "a wall stops part of its space"));
        }
        let rule = if dir.is_diagonal() && !layout.walls.filled(to.at) { SW::MOVE_07 } else { SW::MOVE_06 };
        Err(Refusal::new(rule, "a wall is in the way"))
    }

    /// Extra points for one newly covered square: challenging ground once (SW-TEMP-09), low cover once.
    fn surcharge(&self, state: &State, from: Block, square: Square, ground: Ground, dir: Dir) -> u8 {
        if self.light() {
            return 0;
        }
        let rough = ground.has(Ground(Ground::CHALLENGING.0 | Ground::BRUSH.0 | Ground::OBSTRUCTING.0));
        let (dx, dy) = dir.delta();
        let behind = Square::new(square.x.wrapping_add_signed(-dx), square.y.wrapping_add_signed(-dy));
        let low = if from.contains(behind) { state.field.geometry(0).low(behind) & dir.bit() != 0 } else { false };
        u8::from(rough) + u8::from(low || ground.has(Ground::OBSTRUCTING))
    }

    /// May the mover stay on this space (SW-MOVE-12)?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn stand(&self, state: &State, block: Block) -> Result<(), Refusal> {
        // Terrain made in play never keeps a unit from staying, so the map's own answer holds.
        if state.field.lets_stay(block) && !block.squares().any(|square| self.taken.contains(square)) {
            return Ok(());
        }
        let walls = &state.field.map.walls;
        if !walls.block_fits(block) {
            let rule = if self.ghostly { SW::SPECIAL_04 } else { SW::MOVE_12 };
            return Err(Refusal::new(rule, "a unit may not stay in a wall"));
        }
        for square in block.squares() {
            if self.taken.contains(square) {
                return Err(Refusal::new(SW::MOVE_12, "another unit stands there"));
            }
            let ground = state.ground(square);
            if ground.has(Ground::PIT) {
                let rule = if self.ghostly { SW::SPECIAL_04 } else { SW::SPECIAL_03 };
                return Err(Refusal::new(rule, "nobody may stay over a pit"));
            }
            if ground.has(Ground::OBSTRUCTING) {
                return Err(Refusal::new(SW::TERRAIN_11, "nobody may stay in obstructing terrain"));
            }
        }
        Ok(())
    }

    /// A place where a chained act of movement may begin though nobody could stay there. Ghostly units have that
    /// exception only among allies (SW-SPECIAL-04).
    pub fn pause(&self, state: &State, block: Block) -> Result<(), Refusal> {
        if !self.ghostly {
            return Ok(());
        }
        let solid = !state.field.map.walls.block_fits(block)
            || block.squares().any(|square| state.ground(square).has(Ground::PIT));
        if solid || block.squares().any(|square| self.hostile.contains(square)) {
            return Err(Refusal::new(
                SW::SPECIAL_04,
                "a ghostly unit must end each move where it could stay, allies apart",
            ));
        }
        Ok(())
    }
}

/// Spaces of `side` squares where `unit` could stand that are nearest to `around` by counted distance
/// (SW-MAP-07, SW-MOVE-13, SW-TERRAIN-14); `fits` narrows them down.
pub fn nearest_spaces(state: &State, unit: Figure, around: Block, fits: impl Fn(Block) -> bool) -> Vec<Square> {
    let going = Going::of(state, unit);
    let geometry = state.field.geometry(state.open);
    let mut best = u8::MAX;
    let mut found = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), going.side);
            if going.stand(state, block).is_err() || !fits(block) {
                continue;
            }
            let distance = geometry.distance_blocks(around, block);
            if distance < best {
                best = distance;
                found.clear();
            }
            if distance == best {
                found.push(block.at);
            }
        }
    }
    found
}

/// Where a walk would end: used by sampling and by reach.
pub fn at(state: &State, unit: Figure) -> Option<Square> {
    match state.unit(unit).place {
        Place::On(square) => Some(square),
        _ => None,
    }
}
