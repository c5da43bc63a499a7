//! Burst attacks: an origin square instead of a target (SW-BURST-01).

use super::attack::{cite_card, declarable, exchange, kept};
use super::spend;
use crate::cards::ActKind;
use crate::decisions::{BurstOrigin, ORIGIN};
use crate::field::Buffers;
use crate::minds;
use crate::resolve::attack::{self, Kind, Strike, attack_of};
use crate::resolve::{cost, hit};
use crate::state::State;
use crate::{Event, Table, sight};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Tags, settle};
use rulebook::SW;
use space::grid::{Block, Square};
use std::cell::RefCell;

/// May this square be the origin?
///
/// # Errors
/// Out of range, or its centre out of sight.
pub(crate) fn check_origin(
    state: &State,
    unit: Figure,
    at: usize,
    origin: Square,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    let reach = attack_of(state, unit, at).range;
    let Some(space) = state.space(unit) else {
        return Err(Refusal::new(SW::MAP_06, "the unit is not on the map"));
    };
    if !origin.on_board(state.field.width(), state.field.height()) {
        return Err(Refusal::new(SW::BURST_01, "that square is not on the map"));
    }
    let range = state.field.geometry(state.open).distance_blocks(space, Block::single(origin));
    if range == u8::MAX {
        return Err(Refusal::new(SW::RANGE_03, "walls enclose the square: no distance round them can be counted"));
    }
    if range > reach {
        return Err(Refusal::with(
            SW::BURST_01,
            "the square is {0 square|squares} away, the attack reaches {1}",
            range.into(),
            reach.into(),
        ));
    }
    if !sight::sees_centre(state, unit, origin, buffers) {
        return Err(Refusal::new(SW::BURST_01, "the centre of that square is out of sight"));
    }
    Ok(())
}

/// Every legal origin, in row order.
pub(crate) fn origins(state: &State, unit: Figure, at: usize, buffers: &mut Buffers) -> Vec<Square> {
    let squares = (0..state.field.height()).flat_map(|y| (0..state.field.width()).map(move |x| Square::new(x, y)));
    squares.filter(|square| check_origin(state, unit, at, *square, buffers).is_ok()).collect()
}

/// # Errors
/// As for any declaration, or it is no burst.
pub(crate) fn check(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    if attack_of(state, unit, at).burst == 0 {
        return Err(Refusal::new(SW::ATTACK_05, "the attack needs a target: attack NAME FIGURE"));
    }
    declarable(state, unit, at)
}

/// # Errors
/// Pauses for the origin, replies and everything that follows.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, at: usize) -> Flow {
    // Around a unit of one square there is nothing to choose.
    let origin = match t.state.space(unit) {
        Some(space) if space.side == 1 && attack_of(t.state, unit, at).range == 0 => space.at,
        _ => {
            let asked = ORIGIN.to(t.state.side(unit)).actor(unit);
            let question = Origin { state: t.state, unit, at, buffers: RefCell::new(Buffers::default()) };
            let BurstOrigin::At { at: origin } = settle(t.oracle, asked, &question)?;
            origin
        }
    };
    let attack = attack_of(t.state, unit, at);
    let (name, acts, token, vigor, slow) = (attack.name, attack.acts, attack.token, attack.vigor, attack.slow);
    cost::pay(t, unit, token, vigor);
    if acts > 1 {
        t.note(SW::ACT_02);
    }
    if token.is_some() {
        t.note(SW::ATTACK_03);
    }
    spend(t, ActKind::Attack, acts);
    cite_card(t, unit, at);
    t.note(SW::ATTACK_01);
    t.note(SW::LOS_05);
    if t.state.standing().any(|enemy| t.state.enemies(unit, enemy) && t.state.adjacent(unit, enemy)) {
        t.note(SW::BURST_07);
    }
    t.tell(SW::BURST_01, || Event::BurstDeclared { unit, attack: name, origin });
    let mut strike = Strike { origin: Some(origin), ..Strike::new(unit, at, unit, Kind::Act) };
    strike.paid = hit::declare_traits(t, strike, None)?;
    exchange(
        t,
        unit,
        slow,
        |state, buffers| kept(state, unit, at).and_then(|()| check_origin(state, unit, at, origin, buffers)),
        |t| attack::burst(t, strike, origin),
    )
}

/// `origin SQUARE`: too many squares to list for every mind that asks, so it is sampled.
pub(crate) struct Origin<'a> {
    pub(crate) state: &'a State,
    pub(crate) unit: Figure,
    /// Place of the attack on the card.
    pub(crate) at: usize,
    buffers: RefCell<Buffers>,
}

impl Origin<'_> {
    pub(crate) fn answer(at: Square) -> Answer {
        Answer::Free(BurstOrigin::At { at }.choice())
    }

    pub(crate) fn legal(&self, square: Square) -> bool {
        check_origin(self.state, self.unit, self.at, square, &mut self.buffers.borrow_mut()).is_ok()
    }

    pub(crate) fn all(&self) -> Vec<Square> {
        origins(self.state, self.unit, self.at, &mut self.buffers.borrow_mut())
    }

    pub(crate) fn own(&self) -> Square {
        self.state.space(self.unit).map_or(Square::new(0, 0), |space| space.at)
    }
}

impl Question for Origin<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        0
    }

    /// Nothing is listed; the unit's own square is always in range and in sight.
    fn choice(&self, _: usize) -> Choice {
        BurstOrigin::At { at: self.own() }.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match BurstOrigin::read(choice) {
            Some(BurstOrigin::At { at }) => {
                check_origin(self.state, self.unit, self.at, at, &mut self.buffers.borrow_mut())
            }
            None => Err(Refusal::new(SW::BURST_01, "say from which square: origin SQUARE")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        minds::origins::sample(self, rng)
    }

    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        minds::origins::candidates(self, most)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        let squares = self.all();
        squares.into_iter().map(|at| (at, BurstOrigin::At { at }.choice())).collect()
    }

    fn region(&self) -> Region {
        let squares = self.all();
        Region::squares(self.state.field.width(), self.state.field.height(), squares)
    }
}
