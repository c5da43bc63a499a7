//! Where models are placed: before the battle in their zone, later over the table edge.

use crate::content::{Edge, Quest};
use crate::decisions::{DEPLOY, ENTER, Placing};
use crate::field::{self, INCH, RADIUS};
use crate::state::{Place, State};
use crate::{Event, Table};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Seat, Tags, settle};
use rulebook::SM;
use space::inches::polygon::Bounds;
use space::inches::{Area, Base, Point, Polygon, Spot};

/// How a model comes onto the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Before the battle, in its zone.
    Deployed,
    /// After the battle has begun, over the table edge of its zone.
    OverTheEdge,
}

/// One model of a seat is placed, if one waits and there is room for it.
pub(super) fn place(t: &mut Table<'_>, seat: Seat, entry: Entry) -> Flow<bool> {
    let question = Placement { state: t.state, seat, entry };
    if question.waiting().next().is_none() || question.first_free().is_none() {
        return Ok(false);
    }
    let prompt = match entry {
        Entry::Deployed => DEPLOY,
        Entry::OverTheEdge => ENTER,
    };
    let Placing::Place { model, at } = settle(t.oracle, prompt.to(seat), &question)?;
    t.state.fighter_mut(model).place = Place::On(at);
    t.note(SM::META_01);
    t.note(SM::COND_01);
    t.note(SM::COND_02);
    t.tell(SM::PRE_05, || Event::Deployed { model, at });
    Ok(true)
}

/// Where the next model goes. Answers are free: `place a.captain @24.000,3.000,0.000`.
#[derive(Debug)]
pub(crate) struct Placement<'a> {
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    pub(crate) entry: Entry,
}

impl Placement<'_> {
    fn zone(&self) -> &Polygon {
        zone(self.state, self.seat)
    }

    /// Where the middle of a base may be: round the zone, or a narrow strip along its table edge.
    pub(crate) fn bounds(&self) -> Bounds {
        let mut bounds = *self.zone().bounds();
        if self.entry == Entry::OverTheEdge {
            let field = &self.state.field;
            let (wide, deep) = (i64::from(field.width()), i64::from(field.depth()));
            let (near, strip) = (i64::from(RADIUS), i64::from(field::TOUCH));
            let adventure = &field.adventure;
            let zone = if self.seat == self.state.intruder { &adventure.intruder } else { &adventure.sentry };
            match zone.edge {
                Edge::South => (bounds.low.y, bounds.high.y) = (near, near + strip),
                Edge::North => (bounds.low.y, bounds.high.y) = (deep - near - strip, deep - near),
                Edge::West => (bounds.low.x, bounds.high.x) = (near, near + strip),
                Edge::East => (bounds.low.x, bounds.high.x) = (wide - near - strip, wide - near),
            }
        }
        bounds
    }

    pub(crate) fn waiting(&self) -> impl Iterator<Item = Figure> + '_ {
        let all = self.state.figures();
        all.filter(|figure| {
            let fighter = self.state.fighter(*figure);
            fighter.owner == self.seat && fighter.place == Place::Waiting
        })
    }

    fn may_stand(&self, at: Spot) -> Result<(), Refusal> {
        let field = &self.state.field;
        let (bounds, p) = (self.bounds(), at.plan());
        let along = (bounds.low.x..=bounds.high.x).contains(&p.x) && (bounds.low.y..=bounds.high.y).contains(&p.y);
        let entering = self.entry == Entry::OverTheEdge;
        if entering && !along {
            return Err(Refusal::new(SM::PRE_05, "the base must touch the zone's table edge"));
        }
        if !entering && !self.zone().holds_disc(p, RADIUS.into()) {
            return Err(Refusal::new(SM::PRE_05, "the base must lie wholly inside the zone"));
        }
        if !field.stands(field::Feet::default(), at) {
            return Err(Refusal::new(SM::PRE_05, "no model can stand there"));
        }
        let base = Base::new(at, RADIUS);
        for (_, fighter, spot) in self.state.standing() {
            let there = Base::new(spot, RADIUS);
            if base.overlaps(&there) {
                return Err(Refusal::new(SM::ACTION_04, "another base is there"));
            }
            if fighter.owner != self.seat && base.within(&there, INCH) {
                return Err(Refusal::new(SM::PRE_05, "an enemy is within an inch"));
            }
        }
        if entering { Ok(()) } else { self.spread_out(at) }
    }

    /// At most half of the garrison inside the palisade, the others scattered (SM-ADV2-01).
    fn spread_out(&self, at: Spot) -> Result<(), Refusal> {
        let adventure = &self.state.field.adventure;
        if adventure.quest != Quest::Beacon || self.seat == self.state.intruder {
            return Ok(());
        }
        let inside = |spot: Spot| inside_ward(&adventure.ward, spot.plan());
        let mine = || self.state.of(self.seat);
        if inside(at) {
            let half = usize::from(self.state.band(self.seat).models).div_ceil(2);
            let there = mine().filter(|(_, _, spot)| inside(*spot)).count();
            return match there < half {
                true => Ok(()),
                false => Err(Refusal::with(
                    SM::ADV2_01,
                    "{0 model is|models are} inside the palisade already",
                    half as i32,
                    0,
                )),
            };
        }
        let near = |spot: Spot| !inside(spot) && Base::new(at, RADIUS).within(&Base::new(spot, RADIUS), 3999);
        match mine().any(|(_, _, spot)| near(spot)) {
            true => Err(Refusal::new(SM::ADV2_01, "another model outside the palisade is less than 4 inches away")),
            false => Ok(()),
        }
    }

    pub(crate) fn offer(&self, p: Point) -> Option<Spot> {
        let z = self.state.field.board.floor(p, i32::MAX)?;
        let at = p.at(z);
        self.may_stand(at).is_ok().then_some(at)
    }

    pub(crate) fn first_free(&self) -> Option<Spot> {
        let bounds = self.bounds();
        let inset =
            |low: i64, high: i64| if high - low < 2 * i64::from(RADIUS) { low } else { low + i64::from(RADIUS) };
        let mut y = inset(bounds.low.y, bounds.high.y);
        while y <= bounds.high.y {
            let mut x = inset(bounds.low.x, bounds.high.x);
            while x <= bounds.high.x {
                if let Some(at) = self.offer(Point::new(x, y)) {
                    return Some(at);
                }
                x += 600;
            }
            y += 600;
        }
        None
    }
}

/// Where the middle of a base may be: round the zone, or a narrow strip along its table edge.
pub(crate) fn bounds(state: &State, seat: Seat, entry: Entry) -> Bounds {
    Placement { state, seat, entry }.bounds()
}

/// Where a side sets up.
fn zone(state: &State, seat: Seat) -> &Polygon {
    if seat == state.intruder { &state.field.intruder } else { &state.field.sentry }
}

/// Whether a model of a side may be placed here, before the battle or when it comes in later.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_stand(state: &State, seat: Seat, entry: Entry, at: Spot) -> Result<(), Refusal> {
    Placement { state, seat, entry }.may_stand(at)
}

pub(crate) fn inside_ward(ward: &[Spot], p: Point) -> bool {
    let (xs, ys) = (ward.iter().map(|spot| i64::from(spot.x)), ward.iter().map(|spot| i64::from(spot.y)));
    let (west, east) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0));
    let (south, north) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
    p.x >= west && p.x <= east && p.y >= south && p.y <= north
}

impl Question for Placement<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        0
    }

    fn choice(&self, _: usize) -> Choice {
        Placing::Place { model: Figure(0), at: Spot::new(0, 0, 0) }.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Placing::read(choice) {
            Some(Placing::Place { model, at }) if self.waiting().any(|waiting| waiting == model) => self.may_stand(at),
            Some(_) => Err(Refusal::new(SM::PRE_05, "that model is not yours to place now")),
            None => Err(Refusal::new(SM::PRE_05, "say which model is placed where: place a.name @x,y,z")),
        }
    }

    /// Where the middle of a base can be as far as the zone goes: a rectangle is drawn without its rim, any other zone whole.
    fn region(&self) -> Region {
        let Bounds { low, high } = match self.entry {
            Entry::OverTheEdge => self.bounds(),
            Entry::Deployed => self.bounds().wider(-i64::from(RADIUS)),
        };
        let points = self.zone().points();
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        let plain = points.len() == 4 && points.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y);
        let outline = if self.entry == Entry::OverTheEdge || plain { &corners[..] } else { points };
        Region::Area(Area { outlines: vec![outline.iter().map(|p| p.at(0)).collect()] })
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.drawn(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.considered(rng, most)
    }
}
