//! Steps and their price: diagonals, difficult ground, water, figures in the way (SC-MOVE, SC-PASS, SC-DIFF, SC-WATER,
//! SC-SWIM, and the movement rules of SC-FLIGHT).

use crate::cards::{Qualities, ZoneKind};
use crate::field::{Ground, corners};
use crate::heed::silent;
use crate::state::{Altitude, Side, State};
use kernel::{Figure, Refusal, Rule};
use rulebook::SC;
use space::grid::{Block, Dir, Square};

/// What a figure's own sheet and level say about its steps. Made once for a movement, and again after a level change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Going {
    pub figure: Figure,
    pub side: Side,
    pub altitude: Altitude,
    size: u8,
    height: u8,
    aquatic: bool,
    engine: bool,
    /// Extra inches for each inch swum (SC-SWIM-03).
    swim: u8,
    /// Difficult squares that it ignores in a step (SC-DIFF-04, SC-DIFF-05).
    spares: u8,
}

/// One step, found legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub to: Block,
    pub cost: u8,
    pub diagonal: bool,
    /// The new position shares squares with another figure at its height: it cannot end here (SC-MOVE-07).
    pub shared: bool,
}

/// What lies under the squares that a step newly covers.
#[derive(Clone, Copy, Default)]
struct Underfoot {
    /// Squares that slow a step, and those among them that do so by their water alone.
    difficult: u8,
    wading: u8,
    shared: bool,
    /// Something slows it that is no water, whether or not the figure is large enough to ignore it.
    hindered: bool,
}

/// What water adds to the price of a step.
struct Swim {
    /// Inches for each inch swum (SC-SWIM-03).
    strokes: Option<u8>,
    ashore: u8,
}

impl Swim {
    fn price(self, on_foot: u8, inches: u8, crowded: u8) -> u8 {
        self.strokes.map_or(on_foot, |strokes| inches * strokes + crowded) + self.ashore
    }
}

/// How a figure stands to the water under it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Wet {
    Dry,
    /// Water of its own height (SC-WATER-04).
    Wading,
    /// Deeper (SC-WATER-05).
    Swimming,
}

impl Going {
    pub(crate) fn of(state: &State, figure: Figure) -> Going {
        let (piece, sheet) = (state.piece(figure), state.sheet(figure));
        let size = sheet.size.number();
        Going {
            figure,
            side: piece.side,
            altitude: piece.altitude,
            size,
            height: sheet.height(),
            aquatic: sheet.has(Qualities::AQUATIC),
            engine: sheet.has(Qualities::SIEGE_WEAPON),
            swim: (sheet.armor_amount() - i16::from(sheet.strength)).clamp(1, 20) as u8,
            spares: size.saturating_sub(2),
        }
    }

    pub(crate) fn at(self, altitude: Altitude) -> Going {
        Going { altitude, ..self }
    }

    /// The step in that direction after `diagonals` diagonal steps.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn step(&self, state: &State, from: Block, dir: Dir, diagonals: u8) -> Result<Step, Refusal> {
        self.step_aloud(state, from, dir, diagonals, &mut silent)
    }

    /// The same, with every rule behind its price.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn step_aloud(
        &self,
        state: &State,
        from: Block,
        dir: Dir,
        diagonals: u8,
        heed: &mut impl FnMut(Rule),
    ) -> Result<Step, Refusal> {
        let field = state.field();
        let Some(to) = from.step(dir, field.width(), field.height()) else {
            return Err(Refusal::new(SC::TURN_05, "the board ends there; a figure leaves it only as a whole"));
        };
        let mut inches = 1;
        if dir.is_diagonal() && diagonals % 2 == 1 {
            heed(SC::MOVE_02);
            inches = 2;
        }
        let air = Step { to, cost: inches, diagonal: dir.is_diagonal(), shared: false };
        match self.altitude {
            Altitude::Landed => return self.walk(state, from, to, dir, inches, heed),
            Altitude::Hover => {
                if field.steps(from, true) & dir.bit() == 0 {
                    return Err(Refusal::new(SC::FLIGHT_08, "large terrain stands in the way of a hovering figure"));
                }
                walled_off(state, from, to, dir)?;
                self.through_air(state, from, to, SC::FLIGHT_05)?;
                heed(SC::FLIGHT_08);
                if from.newly_covered(to).any(|square| state.standing_on(square).is_some()) {
                    heed(SC::FLIGHT_05);
                }
            }
            Altitude::Low | Altitude::High => {
                self.through_air(state, from, to, SC::FLIGHT_17)?;
                heed(SC::FLIGHT_17);
            }
        }
        Ok(air)
    }

    /// In the air only figures at the same level are in the way (SC-FLIGHT-05, SC-FLIGHT-17).
    fn through_air(&self, state: &State, from: Block, to: Block, rule: Rule) -> Result<(), Refusal> {
        if from.newly_covered(to).any(|square| self.other(state, square).is_some()) {
            return Err(Refusal::new(rule, "another figure at the same level is in the way"));
        }
        Ok(())
    }

    fn walk(
        &self,
        state: &State,
        from: Block,
        to: Block,
        dir: Dir,
        inches: u8,
        heed: &mut impl FnMut(Rule),
    ) -> Result<Step, Refusal> {
        let field = state.field();
        let diagonal = dir.is_diagonal();
        if field.steps(from, false) & dir.bit() == 0 {
            return Err(blocked(state, from, to, dir));
        }
        walled_off(state, from, to, dir)?;
        let Underfoot { mut difficult, wading, shared, hindered } = self.underfoot(state, from, to, dir, heed)?;
        if diagonal && self.squeezed(state, from, dir)? {
            // Passing one of the two costs what passing it by would (SC-MOVE-05).
            heed(SC::MOVE_05);
            difficult = difficult.max(self.spares + 1);
        }
        if hindered && from.side > 1 {
            heed(SC::DIFF_02);
            heed(if from.side == 2 { SC::DIFF_04 } else { SC::DIFF_05 });
        }
        let slow = difficult > self.spares;
        let mut cost = if slow && wading > 0 && difficult - wading <= self.spares {
            // Each inch counts double (SC-WATER-04).
            2 * inches
        } else {
            inches + u8::from(slow)
        };
        if field.watered {
            // Whoever swims there is in the way as on land (SC-DIFF-03).
            let crowded = u8::from(difficult - wading > self.spares);
            cost = self.in_water(state, from, to, heed)?.price(cost, inches, crowded);
        }
        if field.fortified {
            let top = |block: Block| field.ground(block.at).has(Ground::FORT);
            let climb = match (top(from), top(to)) {
                (false, true) => 2,
                (true, false) => 1,
                _ => 0,
            };
            if climb > 0 {
                heed(SC::FLIGHT_24);
                heed(SC::FLIGHT_23);
            }
            cost += climb;
        }
        Ok(Step { to, cost, diagonal, shared })
    }

    /// The squares that a step newly covers.
    fn underfoot(
        &self,
        state: &State,
        from: Block,
        to: Block,
        dir: Dir,
        heed: &mut impl FnMut(Rule),
    ) -> Result<Underfoot, Refusal> {
        let field = state.field();
        let fenced = field.fenced(from, dir);
        let mut found = Underfoot { hindered: fenced, ..Underfoot::default() };
        for square in to.squares() {
            let other = self.other(state, square);
            found.shared |= other.is_some();
            if from.contains(square) {
                continue;
            }
            let ground = field.ground(square);
            let mut hard_going = ground.has(Ground::DIFFICULT);
            if hard_going {
                heed(SC::DIFF_01);
            }
            hard_going |= fenced && field.behind_fence(square, dir);
            let wades = ground.depth() == self.height && !self.aquatic;
            if ground.depth() > 0 {
                self.wets(state, square, heed);
            }
            if !state.zones.is_empty() && state.zoned(square, ZoneKind::RoughGoing) {
                heed(SC::WQUAL_12);
                hard_going = true;
            }
            found.hindered |= hard_going || other.is_some();
            if let Some(other) = other {
                hard_going |= self.passes(state, other)?;
                heed(if state.piece(other).side == self.side { SC::PASS_01 } else { SC::PASS_02 });
                heed(SC::PASS_03);
                if state.sheet(other).size.number() != self.size {
                    heed(SC::TROOP_18);
                }
                heed(SC::DIFF_03);
            }
            found.wading += u8::from(wades);
            found.difficult += u8::from(hard_going || wades);
        }
        // A fence beside a diagonal step has no square behind it, and is one all the same.
        if fenced {
            heed(SC::DIFF_01);
            found.difficult = found.difficult.max(1);
        }
        Ok(found)
    }

    /// How deep one square is for the figure (SC-WATER-01 to SC-WATER-05).
    fn wets(&self, state: &State, square: Square, heed: &mut impl FnMut(Rule)) {
        heed(SC::WATER_01);
        heed(SC::WATER_02);
        if state.sheet(self.figure).has(Qualities::SHORT) {
            heed(SC::QUAL_01);
        }
        heed(match self.wet(state, Block::single(square)) {
            Wet::Dry => SC::WATER_03,
            Wet::Wading => SC::WATER_04,
            Wet::Swimming => SC::WATER_05,
        });
    }

    /// Swimming, and standing up out of the water.
    fn in_water(&self, state: &State, from: Block, to: Block, heed: &mut impl FnMut(Rule)) -> Result<Swim, Refusal> {
        let (before, after) = (self.wet(state, from), self.wet(state, to));
        if after == Wet::Swimming && self.engine {
            return Err(Refusal::new(SC::WATER_05, "a siege weapon cannot swim"));
        }
        let swims = after == Wet::Swimming && !self.aquatic;
        if self.aquatic && before.max(after) > Wet::Dry {
            heed(SC::QUAL_02);
        } else if swims {
            heed(SC::SWIM_03);
        }
        let rises = before == Wet::Swimming && after < before;
        if rises {
            heed(SC::SWIM_04);
        }
        // Standing up (SC-SWIM-04); an aquatic figure also where others would have waded (SC-QUAL-02).
        let ashore = if self.aquatic { before > Wet::Dry && after == Wet::Dry } else { rises };
        Ok(Swim { strokes: swims.then_some(1 + self.swim), ashore: u8::from(ashore) })
    }

    /// How the figure would stand in the water of a position; a figure of several squares swims while any is too deep.
    pub(crate) fn wet(&self, state: &State, block: Block) -> Wet {
        let deepest = block.squares().map(|square| state.field().ground(square).depth()).max().unwrap_or(0);
        match deepest.cmp(&self.height) {
            _ if deepest == 0 => Wet::Dry,
            std::cmp::Ordering::Less => Wet::Dry,
            std::cmp::Ordering::Equal => Wet::Wading,
            std::cmp::Ordering::Greater => Wet::Swimming,
        }
    }

    /// Another figure on the square at this one's height.
    #[inline]
    fn other(&self, state: &State, square: Square) -> Option<Figure> {
        // Who walks is met in the air on top of a fortification only.
        if self.altitude == Altitude::Landed && (state.aloft.is_empty() || !state.field().fortified) {
            return state.standing_on(square).filter(|other| *other != self.figure);
        }
        state.occupant(square, self.altitude).filter(|other| *other != self.figure)
    }

    /// May it move through that figure, and is that difficult going (SC-PASS-01 to SC-PASS-03)?
    ///
    /// # Errors
    /// Enemies of nearly the same size close their squares.
    pub(crate) fn passes(&self, state: &State, other: Figure) -> Result<bool, Refusal> {
        let size = state.sheet(other).size.number();
        let apart = self.size.abs_diff(size);
        if state.piece(other).side != self.side && self.size <= size && apart < 2 {
            if apart == 0 {
                return Err(Refusal::new(SC::MOVE_03, "an enemy of the same size cannot be passed through"));
            }
            return Err(Refusal::new(
                SC::PASS_02,
                "an enemy can be passed only by a figure one size larger or two sizes smaller",
            ));
        }
        Ok(apart < 2)
    }

    /// Between two enemies on either side of a diagonal step (SC-MOVE-05): true where one of them can be passed.
    fn squeezed(&self, state: &State, from: Block, dir: Dir) -> Result<bool, Refusal> {
        let [Some(one), Some(two)] = corners(from, dir) else { return Ok(false) };
        let enemy = |square| self.other(state, square).filter(|other| state.piece(*other).side != self.side);
        let (Some(one), Some(two)) = (enemy(one), enemy(two)) else { return Ok(false) };
        match (self.passes(state, one), self.passes(state, two)) {
            // Two sizes apart passing costs nothing.
            (Ok(a), Ok(b)) => Ok(a && b),
            (Ok(slow), Err(_)) | (Err(_), Ok(slow)) => Ok(slow),
            (Err(_), Err(_)) => Err(Refusal::new(SC::MOVE_05, "two enemies close the corner between them")),
        }
    }

    /// May the figure stay here at its level (SC-MOVE-07)?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn stand(&self, state: &State, block: Block) -> Result<(), Refusal> {
        if block.squares().any(|square| self.other(state, square).is_some()) {
            return Err(Refusal::new(SC::MOVE_07, "another figure stands there"));
        }
        self.ground(state, block)
    }

    /// Does the ground let it be here at its level? Figures are not asked about.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn ground(&self, state: &State, block: Block) -> Result<(), Refusal> {
        let field = state.field();
        if !block.fits(field.width(), field.height()) {
            return Err(Refusal::new(SC::SETUP_01, "that is off the board"));
        }
        match self.altitude {
            Altitude::Low | Altitude::High => return Ok(()),
            Altitude::Hover if !field.stands(block, true) => {
                return Err(Refusal::new(SC::FLIGHT_08, "no hovering over large terrain"));
            }
            Altitude::Landed if !field.stands(block, false) => {
                return Err(Refusal::new(SC::MOVE_07, "the terrain there cannot be occupied"));
            }
            _ => {}
        }
        if block.squares().any(|square| state.zoned(square, ZoneKind::Blocking)) {
            return Err(Refusal::new(SC::WQUAL_08, "a blocking zone is there"));
        }
        if self.altitude == Altitude::Landed && self.engine && self.wet(state, block) == Wet::Swimming {
            return Err(Refusal::new(SC::WATER_05, "a siege weapon cannot swim"));
        }
        Ok(())
    }
}

/// Is a figure swimming, with what that does to its Defenses (SC-SWIM-01, SC-QUAL-02)?
pub(crate) fn swims(state: &State, figure: Figure) -> bool {
    if !state.field().watered || state.flying(figure) || state.sheet(figure).has(Qualities::AQUATIC) {
        return false;
    }
    let going = Going::of(state, figure);
    state.space(figure).is_some_and(|space| going.wet(state, space) == Wet::Swimming)
}

/// A blocking zone is not entered, and its corner is not cut (SC-WQUAL-08, SC-MOVE-04).
fn walled_off(state: &State, from: Block, to: Block, dir: Dir) -> Result<(), Refusal> {
    if state.zones.is_empty() {
        return Ok(());
    }
    let walled = |square: Square| state.zoned(square, ZoneKind::Blocking);
    if from.newly_covered(to).any(walled) {
        return Err(Refusal::new(SC::WQUAL_08, "a blocking zone is in the way"));
    }
    if dir.is_diagonal() && corners(from, dir).into_iter().flatten().any(walled) {
        return Err(Refusal::new(SC::MOVE_04, "the corner of a blocking zone cannot be cut"));
    }
    Ok(())
}

/// Why the ground does not allow a step.
fn blocked(state: &State, from: Block, to: Block, dir: Dir) -> Refusal {
    let field = state.field();
    if dir.is_diagonal()
        && field.stands(to, false)
        && corners(from, dir).into_iter().flatten().any(|square| field.hard(square))
    {
        return Refusal::new(SC::MOVE_04, "the corner of hard terrain cannot be cut");
    }
    if to.squares().any(|square| field.ground(square).has(Ground::FORT))
        || from.squares().any(|square| field.ground(square).has(Ground::FORT))
    {
        return Refusal::new(SC::FLIGHT_23, "a fortification is climbed over its stairs only");
    }
    Refusal::new(SC::MOVE_07, "the terrain there cannot be entered")
}
