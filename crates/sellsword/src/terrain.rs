//! Movement over terrain: what a step costs, where it may lead, where a unit may stay.

use crate::cards::{Condition, Ground};
use crate::cite::Cited;
use crate::state::{Place, State};
use kernel::{Figure, Refusal};
use rulebook::SW;
use space::grid::{Block, Dir, Square, Squares};

/// Everything about a mover and the units around it that does not change while it walks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
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

/// Ground that costs a point more.
const ROUGH: Ground = Ground(Ground::CHALLENGING.0 | Ground::BRUSH.0 | Ground::OBSTRUCTING.0);

/// What a step leads onto, all newly covered squares together.
#[derive(Default)]
struct Entered {
    kinds: Ground,
    first: Option<Ground>,
    /// Squares of different ground, squares of several kinds, squares that are challenging and brush.
    mixed: bool,
    several_kinds: bool,
    rough_twice: bool,
    /// Low cover stands in the way.
    low: bool,
    second_diagonal: bool,
    through_wall: bool,
    /// Somebody stands there.
    shared: bool,
}

impl Entered {
    #[inline]
    fn add(&mut self, ground: Ground, low: bool) {
        self.kinds = self.kinds.with(ground);
        self.mixed |= *self.first.get_or_insert(ground) != ground;
        self.several_kinds |= ground.0.count_ones() > 1;
        self.rough_twice |= ground.has(Ground::CHALLENGING) && ground.has(Ground::BRUSH);
        self.low |= low;
    }
}

/// Does a step in this direction lead over low cover onto the square?
#[inline]
fn over_low(state: &State, from: Block, onto: Square, dir: Dir) -> bool {
    let (dx, dy) = dir.delta();
    let behind = Square::new(onto.x.wrapping_add_signed(-dx), onto.y.wrapping_add_signed(-dy));
    from.contains(behind) && state.field.geometry(0).low(behind) & dir.bit() != 0
}

/// A step that can be taken: where it leads and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub to: Block,
    pub cost: u8,
    pub diagonal: bool,
}

impl Mover {
    pub(crate) fn of(state: &State, unit: Figure) -> Mover {
        let (width, height) = (state.field.width(), state.field.height());
        let empty = Squares::new(width, height);
        let (flies, ghostly) = (state.flies(unit), state.sheet(unit).common.ghostly);
        let mut mover = Mover {
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
                mover.taken.insert(square);
                if enemy {
                    mover.hostile.insert(square);
                    if !passes {
                        mover.barred.insert(square);
                    }
                }
            }
        }
        mover
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
    #[inline]
    pub(crate) fn step(&self, state: &State, from: Block, dir: Dir, diagonals: u8) -> Result<Step, Refusal> {
        self.step_cited(state, from, dir, diagonals, &mut Cited::unheard())
    }

    /// The same with its reasons.
    ///
    /// # Errors
    /// As for [`step`](Mover::step).
    pub(crate) fn step_cited(
        &self,
        state: &State,
        from: Block,
        dir: Dir,
        diagonals: u8,
        cited: &mut Cited,
    ) -> Result<Step, Refusal> {
        let field = &state.field;
        let Some(to) = from.step(dir, field.width(), field.height()) else {
            return Err(Refusal::new(SW::MAP_08, "that leads off the map"));
        };
        if !self.ghostly {
            self.past_walls(state, from, to, dir)?;
        }
        let mut dearest = 0;
        let mut entered = Entered::default();
        for square in from.newly_covered(to) {
            if self.barred.contains(square) {
                let rule = if self.flies { SW::SPECIAL_01 } else { SW::MOVE_11 };
                return Err(Refusal::new(rule, "an enemy stands in the way"));
            }
            let ground = state.ground(square);
            if ground.has(Ground::PIT) && !self.light() {
                return Err(Refusal::new(SW::TERRAIN_13, "a pit cannot be entered"));
            }
            let low = (cited.hears() || !self.light()) && over_low(state, from, square, dir);
            dearest = dearest.max(self.surcharge(ground, low));
            if cited.hears() {
                entered.add(ground, low);
            }
        }
        let second = dir.is_diagonal() && diagonals == 1;
        let cost = 1 + dearest + u8::from(second) + u8::from(self.hobbled);
        let step = Step { to, cost, diagonal: dir.is_diagonal() };
        if cited.hears() {
            entered.second_diagonal = second;
            entered.through_wall = self.ghostly && self.past_walls(state, from, to, dir).is_err();
            entered.shared = to.squares().any(|square| self.taken.contains(square));
            self.cite(&entered, step, cited);
        }
        Ok(step)
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
            return Err(Refusal::new(SW::TERRAIN_16, "a sliding wall is entered by a straight step only"));
        }
        if self.side > 1 {
            return Err(Refusal::new(SW::MOVE_10, "a wall stops part of its space"));
        }
        let rule = if dir.is_diagonal() && !layout.walls.filled(to.at) { SW::MOVE_07 } else { SW::MOVE_06 };
        Err(Refusal::new(rule, "a wall is in the way"))
    }

    /// Extra points for one newly covered square: challenging ground once (SW-TEMP-09), low cover once.
    fn surcharge(&self, ground: Ground, low: bool) -> u8 {
        if self.light() {
            return 0;
        }
        u8::from(ground.has(ROUGH)) + u8::from(low || ground.has(Ground::OBSTRUCTING))
    }

    /// The rules behind the price of a step.
    fn cite(&self, entered: &Entered, step: Step, cited: &mut Cited) {
        let any = |kind: Ground| entered.kinds.has(kind);
        // Damaging ground and smoke move like clear terrain.
        cited.cite_if(entered.kinds.0 & !(Ground::DAMAGING.0 | Ground::SMOKE.0) == 0, SW::TERRAIN_01);
        cited.cite_if(entered.second_diagonal, SW::TEMP_01);
        cited.cite_if(entered.second_diagonal, SW::TEMP_02);
        cited.cite_if(entered.second_diagonal && (self.light() || step.cost > 2), SW::TEMP_03);
        cited.cite_if(any(Ground::CHALLENGING), SW::TERRAIN_02);
        cited.cite_if(any(Ground::BRUSH), SW::TERRAIN_03);
        cited.cite_if(any(Ground::OBSTRUCTING), SW::TERRAIN_11);
        cited.cite_if(any(Ground::SMOKE), SW::TERRAIN_17);
        cited.cite_if(any(Ground::SLIDING), SW::TERRAIN_15);
        cited.cite_if(any(Ground::SLIDING), SW::TERRAIN_16);
        cited.cite_if(entered.several_kinds, SW::TEMP_08);
        cited.cite_if(entered.rough_twice, SW::TEMP_09);
        cited.cite_if(entered.low, if step.diagonal { SW::TERRAIN_09 } else { SW::TERRAIN_08 });
        cited.cite_if(self.side > 1, SW::MOVE_08);
        cited.cite_if(self.side > 1 && entered.mixed, SW::MOVE_09);
        cited.cite_if(self.hobbled, SW::STATUS_10);
        cited.cite_if(entered.shared, SW::TEMP_04);
        let passes_over = entered.shared || any(Ground::PIT) || any(Ground::OBSTRUCTING);
        cited.cite_if(self.flies && passes_over, SW::SPECIAL_01);
        cited.cite_if(self.flies && (any(ROUGH) || entered.low), SW::SPECIAL_02);
        let haunts = entered.through_wall || entered.shared || any(Ground::PIT);
        cited.cite_if(self.ghostly && haunts, SW::SPECIAL_04);
    }

    /// May the mover stay on this space (SW-MOVE-12)?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn stand(&self, state: &State, block: Block) -> Result<(), Refusal> {
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
    pub(crate) fn pause(&self, state: &State, block: Block) -> Result<(), Refusal> {
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
pub(crate) fn nearest_spaces(state: &State, unit: Figure, around: Block, fits: impl Fn(Block) -> bool) -> Vec<Square> {
    let mover = Mover::of(state, unit);
    let geometry = state.field.geometry(state.open);
    let mut best = u8::MAX;
    let mut found = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), mover.side);
            if mover.stand(state, block).is_err() || !fits(block) {
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
pub(crate) fn at(state: &State, unit: Figure) -> Option<Square> {
    match state.unit(unit).place {
        Place::On(square) => Some(square),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sellsword;
    use crate::cards::core;
    use kernel::{Setup, System};

    /// A step has the same outcome whether or not somebody asks for its reasons.
    #[test]
    fn reasons_change_no_step() {
        let sides = ["Graves | havoc | ruined-abbey | gray-necromancer", "Guards | havoc | ruined-abbey | orc-raider"];
        let setup =
            Setup { scenario: "standard".to_owned(), sides: sides.map(str::to_owned).to_vec(), ..Setup::default() };
        let mut state = Sellsword::begin(&core(), &setup).expect("a legal battle");
        let squares: Vec<Square> =
            (0..state.field.height()).flat_map(|y| (0..state.field.width()).map(move |x| Square::new(x, y))).collect();
        let mut told = 0;
        for square in squares {
            state.put(Figure(0), Place::On(square));
            let mover = Mover::of(&state, Figure(0));
            for (at, dir) in Dir::ALL.into_iter().enumerate() {
                let (from, diagonals) = (Block::single(square), at as u8 % 3);
                let plain = mover.step(&state, from, dir, diagonals);
                let mut cited = Cited::heard();
                assert_eq!(mover.step_cited(&state, from, dir, diagonals, &mut cited), plain);
                assert_eq!(cited.is_empty(), plain.is_err(), "{square} {dir:?}");
                told += u32::from(!cited.is_empty());
            }
        }
        assert!(told > 100, "{told}");
    }
}
