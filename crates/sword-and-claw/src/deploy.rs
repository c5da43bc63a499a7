//! Deployment: four groups, each with its own depth roll, and a reserve chosen in secret (SC-DEPLOY).

use crate::cards::Qualities;
use crate::decisions::opening::{FIRST_LEVEL, FirstLevel, NextToPlace, ON, PLACE, RESERVE, Reserve, Where};
use crate::decisions::{All, ReserveLetter};
use crate::events::Inches;
use crate::state::{Altitude, NextStep, Piece, Place, Player, Recruit, Side, State};
use crate::terrain::Going;
use crate::{Event, Table, rolls, turn};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Seat, Seats, Tags, settle};
use rulebook::SC;
use space::grid::{Block, Dir, Square};

/// What a side places at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Core,
    Reserve,
}

/// The side that places now, and which of its groups.
pub(crate) fn placing(state: &State) -> (Side, Group) {
    let attacker = state.attacker;
    match state.next_step {
        NextStep::AttackersCore => (attacker, Group::Core),
        NextStep::DefendersCore => (attacker.other(), Group::Core),
        NextStep::DefendersReserve => (attacker.other(), Group::Reserve),
        _ => (attacker, Group::Reserve),
    }
}

fn waiting(player: &Player, group: Group) -> &[Recruit] {
    match (group, player.reserve) {
        (Group::Core, _) => &player.core,
        (Group::Reserve, Some(at)) => &player.reserves[usize::from(at)],
        (Group::Reserve, None) => &[],
    }
}

/// Rolls the depth of a group, or places one figure of it (SC-DEPLOY-01, SC-DEPLOY-02).
///
/// # Errors
/// Pauses for the roll and for the place of each figure.
pub(crate) fn place(t: &mut Table<'_>) -> Flow {
    let (side, group) = placing(t.state);
    let waits = |state: &State, seat: Seat| !waiting(&state.players[seat.index()], group).is_empty();
    if !t.state.seats_of(side).any(|seat| waits(t.state, seat)) {
        return next(t);
    }
    if t.state.depth == 0 {
        let seat = t.state.seats_of(side).next().unwrap_or(Seat(0));
        let natural = rolls::depth(t, seat)?;
        let depth = natural + 3;
        t.state.depth = depth as u8;
        t.note(SC::DEPLOY_02);
        t.tell(SC::DEPLOY_01, || Event::DepthRolled { seat, natural, depth: Inches(depth) });
        turn::open(t.state, side);
        return Ok(());
    }
    let seat = t.state.asked;
    if !waits(t.state, seat) {
        turn::finish(t.state, side);
        return Ok(());
    }
    let kinds = kinds(waiting(&t.state.players[seat.index()], group));
    let roster = &t.state.setting.roster;
    let answer = |(recruit, number): &(Recruit, u8)| match (roster[usize::from(recruit.troop.0)].id, *number) {
        (troop, 1) => NextToPlace::One { troop },
        (troop, number) => NextToPlace::Numbered { troop, number: number.into() },
    };
    let everybody = NextToPlace::Everybody { all: All::OfThem };
    let options: Vec<NextToPlace> = kinds.iter().map(answer).chain([everybody]).collect();
    let gone = Refusal::new(SC::DEPLOY_02, "nobody of that kind waits in the group that is placed now");
    let picked = t.ask_telling(PLACE.to(seat), &options, |_, _| Err(gone))?;
    if let Some((recruit, _)) = kinds.get(picked) {
        return one(t, seat, *recruit, group, Placing::ByHand);
    }
    // The rest of the group in ranks from the front of the zone, by the player's own wish.
    let mut rest = waiting(&t.state.players[seat.index()], group).to_vec();
    rest.sort_by_key(|recruit| std::cmp::Reverse(t.state.setting.roster[usize::from(recruit.troop.0)].size));
    for recruit in rest {
        one(t, seat, recruit, group, Placing::InRanks)?;
    }
    Ok(())
}

/// Different figures of a group, those of one troop with different spells told apart by number.
fn kinds(group: &[Recruit]) -> Vec<(Recruit, u8)> {
    let mut kinds: Vec<(Recruit, u8)> = Vec::new();
    for recruit in group {
        if !kinds.iter().any(|(known, _)| known == recruit) {
            let number = kinds.iter().filter(|(known, _)| known.troop == recruit.troop).count() as u8 + 1;
            kinds.push((*recruit, number));
        }
    }
    kinds
}

/// Who finds the places of figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Placing {
    /// The player, one by one.
    ByHand,
    /// Rank by rank from the front of the zone.
    InRanks,
}

fn one(t: &mut Table<'_>, seat: Seat, recruit: Recruit, group: Group, placing: Placing) -> Flow {
    let (unit, number) = enlist(t.state, seat, recruit, group);
    let side = t.state.players[seat.index()].side;
    let mut altitude = Altitude::Landed;
    if placing == Placing::ByHand && t.state.sheet(unit).has(Qualities::FLIGHT) {
        let levels = Altitude::ALL.map(|at| FirstLevel::Level { at });
        let FirstLevel::Level { at } = t.ask(FIRST_LEVEL.to(seat).actor(unit), &levels)?;
        altitude = at;
        t.note(SC::FLIGHT_02);
    }
    let going = Going::of(t.state, unit).at(altitude);
    while !room(t.state, &going, side) {
        let board = t.state.field().width().max(t.state.field().height());
        if t.state.depth >= board {
            // Not one place on the whole board: it stays away.
            let title = t.state.sheet(unit).title;
            t.tell(SC::DEPLOY_04, || Event::PlacementLost { seat, title });
            return Ok(());
        }
        t.state.depth += 1;
        let depth = t.state.depth.into();
        t.tell(SC::DEPLOY_04, || Event::DepthGrown { seat, depth: Inches(depth) });
    }
    let question = Zone { state: t.state, going, side };
    let at = match placing {
        Placing::InRanks => question.front(),
        Placing::ByHand => {
            let Where::On { at } = settle(t.oracle, ON.to(seat).actor(unit), &question)?;
            at
        }
    };
    t.state.put(unit, Place::On(at), altitude);
    if t.aloud() {
        let casts = |piece: &Piece| t.state.setting.roster[usize::from(piece.troop.0)].spellcaster > 0;
        let casters = t.state.pieces.iter().filter(|piece| piece.owner == seat && casts(piece)).count();
        for (rule, shapes) in [
            (SC::DEPLOY_03, group == Group::Reserve),
            (SC::TROOP_01, number > 1),
            (SC::TROOP_17, t.state.base(unit) > 1),
            (SC::FLIGHT_02, t.state.sheet(unit).flies()),
            (SC::SPELL_02, casters > 1 && t.state.sheet(unit).spellcaster > 0),
        ] {
            if shapes {
                t.note(rule);
            }
        }
    }
    t.tell(SC::DEPLOY_04, || Event::Placed { unit, at, level: altitude.text() });
    Ok(())
}

/// Takes a recruit out of its group: the new figure, and the how manyth of its troop it is.
fn enlist(state: &mut State, seat: Seat, recruit: Recruit, group: Group) -> (Figure, u16) {
    let player = &mut state.players[seat.index()];
    let side = player.side;
    let list = match (group, player.reserve) {
        (Group::Reserve, Some(at)) => &mut player.reserves[usize::from(at)],
        _ => &mut player.core,
    };
    if let Some(at) = list.iter().position(|other| *other == recruit) {
        list.remove(at);
    }
    let same = |piece: &&Piece| piece.owner == seat && piece.troop == recruit.troop;
    let number = state.pieces.iter().filter(same).count() as u16 + 1;
    let unit = Figure(state.pieces.len() as u16);
    state.pieces.push(Piece::new(recruit, seat, side, number));
    state.players[seat.index()].strength += i32::from(state.sheet(unit).points);
    (unit, number)
}

/// The group is placed: the next one, or the first turn.
fn next(t: &mut Table<'_>) -> Flow {
    t.state.depth = 0;
    let stage = match t.state.next_step {
        NextStep::AttackersCore => NextStep::DefendersCore,
        NextStep::DefendersCore => NextStep::ChooseReserves,
        NextStep::DefendersReserve => NextStep::AttackersReserve,
        _ => return turn::first(t),
    };
    t.state.next_step = stage;
    let (side, _) = placing(t.state);
    turn::open(t.state, side);
    Ok(())
}

/// The attackers fix a reserve in secret, then the defenders choose theirs (SC-DEPLOY-02, SC-DEPLOY-03).
///
/// # Errors
/// Pauses for each player's choice.
pub(crate) fn choose_reserves(t: &mut Table<'_>) -> Flow {
    for side in [t.state.attacker, t.state.attacker.other()] {
        let seats: Vec<Seat> = t.state.seats_of(side).collect();
        let allies = seats.iter().fold(Seats::NONE, |all, seat| all.with(*seat));
        for seat in seats {
            // Asked even where both are empty: that there is nothing to choose is nobody else's business.
            let options = [ReserveLetter::A, ReserveLetter::B].map(|which| Reserve::Reserve { which });
            let chosen = t.ask_at(RESERVE.to(seat), &options)?;
            let reserve = ["a", "b"][chosen];
            t.note(SC::DEPLOY_05);
            t.tell_to(allies, SC::DEPLOY_03, || Event::ReserveChosen { seat, reserve });
            t.tell(SC::DEPLOY_03, || Event::ReserveFixed { seat });
            let player = &mut t.state.players[seat.index()];
            player.reserve = Some(chosen as u8);
            // The other one takes no part in the battle (SC-DEPLOY-05).
            player.reserves[1 - chosen].clear();
        }
    }
    t.state.next_step = NextStep::DefendersReserve;
    let side = t.state.attacker.other();
    turn::open(t.state, side);
    Ok(())
}

/// Is the base wholly within `depth` inches of the edge (SC-DEPLOY-01)?
pub(crate) fn within(state: &State, block: Block, edge: Dir, depth: u8) -> bool {
    let (width, height) = (state.field().width(), state.field().height());
    match edge {
        Dir::N => block.at.y + block.side <= depth,
        Dir::S => block.at.y >= height.saturating_sub(depth),
        Dir::W => block.at.x + block.side <= depth,
        _ => block.at.x >= width.saturating_sub(depth),
    }
}

fn fits(state: &State, going: &Going, side: Side, at: Square) -> Result<(), Refusal> {
    let block = Block::new(at, state.base(going.figure));
    if !block.fits(state.field().width(), state.field().height()) {
        return Err(Refusal::new(SC::DEPLOY_04, "that is off the board"));
    }
    if !within(state, block, state.edges[side.index()], state.depth) {
        return Err(Refusal::with(
            SC::DEPLOY_01,
            "it must stand wholly within {0 inch|inches} of its own edge",
            state.depth.into(),
            0,
        ));
    }
    going.stand(state, block).map_err(|why| Refusal { rule: SC::DEPLOY_04, ..why })
}

fn room(state: &State, going: &Going, side: Side) -> bool {
    zone(state, side).any(|at| fits(state, going, side, at).is_ok())
}

/// The squares within the depth of the group, in reading order.
fn zone(state: &State, side: Side) -> impl Iterator<Item = Square> + use<> {
    let (width, height, depth) = (state.field().width(), state.field().height(), state.depth);
    let (rows, columns) = match state.edges[side.index()] {
        Dir::N => (0..depth.min(height), 0..width),
        Dir::S => (height.saturating_sub(depth)..height, 0..width),
        Dir::W => (0..height, 0..depth.min(width)),
        _ => (0..height, width.saturating_sub(depth)..width),
    };
    rows.flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)))
}

pub(crate) fn on(at: Square) -> Choice {
    Where::On { at }.choice()
}

/// Where a figure is put: any square of the zone where it fits.
pub(crate) struct Zone<'a> {
    pub(crate) state: &'a State,
    going: Going,
    pub(crate) side: Side,
}

impl Zone<'_> {
    pub(crate) fn fits(&self, at: Square) -> bool {
        fits(self.state, &self.going, self.side, at).is_ok()
    }

    /// The first free place, front rank first, from the middle outwards.
    pub(crate) fn front(&self) -> Square {
        let field = self.state.field();
        let (width, height) = (i16::from(field.width()), i16::from(field.height()));
        let key = |at: &Square| {
            let (x, y) = (i16::from(at.x), i16::from(at.y));
            let (rank, file) = match self.state.edges[self.side.index()] {
                Dir::N => (height - y, (2 * x - width).abs()),
                Dir::S => (y, (2 * x - width).abs()),
                Dir::W => (width - x, (2 * y - height).abs()),
                _ => (x, (2 * y - height).abs()),
            };
            (rank, file, x, y)
        };
        zone(self.state, self.side).filter(|at| self.fits(*at)).min_by_key(key).unwrap_or(Square::new(0, 0))
    }
}

impl Question for Zone<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        0
    }

    fn choice(&self, _: usize) -> Choice {
        on(self.front())
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Where::read(choice) {
            Some(Where::On { at }) => fits(self.state, &self.going, self.side, at),
            None => Err(Refusal::new(SC::DEPLOY_04, "say where: on SQUARE")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_place(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.places_worth_trying(rng, most)
    }

    fn region(&self) -> Region {
        let field = self.state.field();
        Region::squares(field.width(), field.height(), field.squares().filter(|at| self.fits(*at)))
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        let field = self.state.field();
        field.squares().filter(|at| self.fits(*at)).map(|at| (at, on(at))).collect()
    }
}
