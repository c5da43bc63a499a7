//! Moving in legs: flyers mix steps and level changes (SC-ALT-02), a figure that was struck at may go another way
//! (SC-OPP-05), and after a Slide a figure may move on (SC-SLIDE-03).

use super::travel::{self, Ends, Followed, Travel};
use super::{permit, speed};
use crate::decisions::movement::{GO_ON, Leg};
use crate::events::Inches;
use crate::opportunity;
use crate::reach::Reach;
use crate::state::{Altitude, Motion, State};
use crate::terrain::Going;
use crate::{Event, Table, flight, zones};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Rule, Tags, Walk, settle};
use rulebook::SC;
use space::grid::Square;

/// Moves a figure leg by leg until it stops or can go no further.
///
/// # Errors
/// Pauses for everything that happens on the way.
pub(crate) fn go(t: &mut Table<'_>, travel: &mut Travel, first: Leg) -> Flow {
    let mut leg = first;
    loop {
        let followed = match leg {
            Leg::Stop => Followed::ToTheEnd,
            Leg::Level { to } => travel::change_level(t, travel, to)?,
            Leg::Go { .. } | Leg::GoOff { .. } | Leg::GoOut { .. } => {
                match travel::follow(t, travel, &leg.way().unwrap_or_default())? {
                    Followed::ToTheEnd if leg.leaves_the_board() => travel::leave_board(t, travel)?,
                    other => other,
                }
            }
        };
        let planned = match leg.way() {
            Some(way) if followed == Followed::Interrupted => rest(t.state, travel.figure, &way),
            _ => None,
        };
        let flies = t.state.sheet(travel.figure).flies() && travel.motion != Motion::Charge;
        leg = match (followed, &leg) {
            (Followed::Stopped, _) => break,
            (Followed::ToTheEnd, Leg::Stop) if slides_on(t.state, travel) => {
                travel.left = speed(t.state, travel.figure);
                match ask(t, travel, None, SC::SLIDE_03)? {
                    Leg::Stop => break,
                    next => {
                        run_on(t, travel);
                        next
                    }
                }
            }
            (Followed::ToTheEnd, Leg::Stop) => break,
            (Followed::ToTheEnd, _) if flies => ask(t, travel, None, SC::ALT_02)?,
            (Followed::ToTheEnd, _) => Leg::Stop,
            // Over its target with nothing left for the way out: it is put back (SC-TRAMPLE-03).
            (Followed::Interrupted, _) if travel.straight.is_some() => break,
            (Followed::Interrupted, _) => ask(t, travel, planned, SC::OPP_05)?,
        };
    }
    if t.state.piece(travel.figure).on_board() && !opportunity::can_go_on(t.state, travel.figure) {
        let unit = travel.figure;
        if let Some(space) = t.state.space(unit) {
            let rule = if zones::caught(t.state, unit) { SC::WQUAL_11 } else { SC::OPP_01 };
            t.tell(rule, || Event::MoveStopped { unit, at: space.at });
        }
    }
    travel::finish(t, travel);
    Ok(())
}

/// Has it slid, and may it move on as if it had run? Also out of the space of another, in which its Slide ended.
fn slides_on(state: &State, travel: &Travel) -> bool {
    travel.motion == Motion::Slide && travel.spent > 0 && permit(state, travel.figure, Motion::Run).is_ok()
}

fn run_on(t: &mut Table<'_>, travel: &mut Travel) {
    let (unit, inches) = (travel.figure, travel.left.into());
    travel.motion = Motion::Run;
    t.note(SC::RUN_02);
    t.tell(SC::SLIDE_03, || Event::MoveBegan { unit, how: "go on after its slide", inches: Inches(inches) });
}

/// What is left of a way from where the figure stands.
pub(crate) fn rest(state: &State, figure: Figure, walk: &Walk) -> Option<Walk> {
    let at = state.space(figure)?.at;
    let squares = walk.squares();
    let rest = match squares.iter().rposition(|square| *square == at) {
        Some(place) => &squares[place + 1..],
        None => squares,
    };
    (!rest.is_empty()).then(|| rest.iter().copied().collect())
}

fn ask(t: &mut Table<'_>, travel: &Travel, planned: Option<Walk>, rule: Rule) -> Flow<Leg> {
    let question = Onward::new(t.state, travel, planned, rule);
    if travel.left == 0 || question.hopeless() {
        return Ok(Leg::Stop);
    }
    let seat = t.state.piece(travel.figure).owner;
    settle(t.oracle, GO_ON.to(seat).by(rule).actor(travel.figure), &question)
}

/// How to go on: another way, another level, off the board, or not at all.
pub(crate) struct Onward<'a> {
    pub(crate) state: &'a State,
    figure: Figure,
    pub(crate) going: Going,
    pub(crate) left: u8,
    pub(crate) diagonals: u8,
    over: bool,
    rule: Rule,
    pub(crate) legs: Vec<Leg>,
    /// Ways on the board only: no other level, not off it.
    plain: bool,
}

impl<'a> Onward<'a> {
    pub(super) fn new(state: &'a State, travel: &Travel, planned: Option<Walk>, rule: Rule) -> Onward<'a> {
        let figure = travel.figure;
        let going = Going::of(state, figure);
        let mut legs = vec![Leg::Stop];
        let over = matches!(travel.motion, Motion::Move | Motion::Charge);
        if let Some(walk) = planned
            && travel::check(state, &going, walk.squares(), travel.left, travel.diagonals, ends(over)).is_ok()
        {
            legs.push(Leg::Go { way: walk });
        }
        if let Some(space) = state.space(figure) {
            legs.extend(levels(state, figure, travel.left).map(|to| Leg::Level { to }));
            if travel.left > 0 && travel::edge_at(state, space, state.piece(figure).side).is_some() {
                legs.push(Leg::OUT);
            }
        }
        Onward { state, figure, going, left: travel.left, diagonals: travel.diagonals, over, rule, legs, plain: false }
    }

    /// The same, but neither another level nor leaving the board is a part of it.
    pub(super) fn plain(mut self) -> Onward<'a> {
        self.legs.retain(|leg| matches!(leg, Leg::Stop | Leg::Go { .. }));
        self.plain = true;
        self
    }

    /// Nothing but stopping is left: no step can be paid.
    fn hopeless(&self) -> bool {
        let Some(space) = self.state.space(self.figure) else { return true };
        let step = |dir| self.going.step(self.state, space, dir, self.diagonals);
        self.legs.len() == 1
            && !space::grid::Dir::ALL.into_iter().any(|dir| step(dir).is_ok_and(|step| step.cost <= self.left))
    }
}

/// Levels that a flyer can change to with so many inches.
pub(crate) fn levels(state: &State, figure: Figure, inches: u8) -> impl Iterator<Item = Altitude> + '_ {
    let now = state.piece(figure).altitude;
    let space = state.space(figure).filter(|_| state.sheet(figure).flies());
    Altitude::ALL.into_iter().filter(move |to| {
        *to != now
            && flight::cost(now, *to) <= inches
            && space.is_some_and(|space| flight::check(state, figure, space, *to).is_ok())
    })
}

fn ends(over: bool) -> Ends {
    if over { Ends::Trampling } else { Ends::Standing }
}

/// Is a leg legal for a figure with so many inches?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check_leg(
    state: &State,
    going: &Going,
    leg: &Leg,
    inches: u8,
    diagonals: u8,
    over: bool,
) -> Result<(), Refusal> {
    let figure = going.figure;
    let Some(space) = state.space(figure) else {
        return Err(Refusal::new(SC::TURN_05, "it is not on the board"));
    };
    match leg {
        Leg::Stop => Ok(()),
        Leg::Level { to } => {
            let (now, to) = (state.piece(figure).altitude, *to);
            if to == now {
                return Err(Refusal::new(SC::ALT_01, "it is at that level already"));
            }
            flight::check(state, figure, space, to)?;
            let cost = flight::cost(now, to);
            if cost > inches {
                return Err(Refusal::with(
                    SC::ALT_01,
                    "the change costs {0 inch|inches}, {1 is|are} left",
                    cost.into(),
                    inches.into(),
                ));
            }
            Ok(())
        }
        Leg::Go { .. } | Leg::GoOff { .. } | Leg::GoOut { .. } => {
            let way = leg.way().unwrap_or_default();
            let ends = if leg.leaves_the_board() { Ends::OffTheBoard } else { ends(over) };
            let left = travel::check(state, going, way.squares(), inches, diagonals, ends)?;
            if !leg.leaves_the_board() {
                return Ok(());
            }
            let end = way.squares().last().map_or(space.at, |at| *at);
            let block = space::grid::Block::new(end, space.side);
            if travel::edge_at(state, block, going.side).is_none() {
                return Err(Refusal::new(SC::TURN_05, "it leaves the board from an edge square"));
            }
            if left == 0 {
                return Err(Refusal::new(SC::TURN_05, "leaving the board costs one inch"));
            }
            Ok(())
        }
    }
}

impl Question for Onward<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.legs.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.legs[index].choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Leg::read(choice).filter(|leg| !leg.goes_nowhere()) {
            Some(Leg::Level { .. } | Leg::GoOff { .. } | Leg::GoOut { .. }) if self.plain => {
                Err(Refusal::new(self.rule, "only a way on the board is asked for"))
            }
            Some(leg) => check_leg(self.state, &self.going, &leg, self.left, self.diagonals, self.over),
            None => Err(Refusal::new(self.rule, "say how it goes on, go >SQUARE>SQUARE, or stop")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_leg(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.legs_worth_trying(rng, most)
    }

    fn region(&self) -> Region {
        region(self.state, &self.going, self.left, self.diagonals)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        let ways = ways(self.state, &self.going, self.left, self.diagonals);
        ways.into_iter().map(|(at, way)| (at, Leg::Go { way }.choice())).collect()
    }
}

pub(crate) fn region(state: &State, going: &Going, inches: u8, diagonals: u8) -> Region {
    let Some(space) = state.space(going.figure) else { return Region::None };
    let field = state.field();
    let reach = Reach::new(state, going, space, inches, diagonals);
    Region::squares(field.width(), field.height(), reach.stops(state, going).map(|(at, ..)| at))
}

/// One good way to each square where the figure could stop.
pub(crate) fn ways(state: &State, going: &Going, inches: u8, diagonals: u8) -> Vec<(Square, Walk)> {
    let Some(space) = state.space(going.figure) else { return Vec::new() };
    let reach = Reach::new(state, going, space, inches, diagonals);
    let stops: Vec<(Square, u8, u32)> = reach.stops(state, going).collect();
    stops.into_iter().map(|(at, _, node)| (at, reach.walk(node))).collect()
}
