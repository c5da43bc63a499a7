//! The question of a way: a track of straight legs, drawn by the player and checked leg by leg.

use crate::decisions::Walking;
use crate::field::{LOW, MIDDLE, MOVER, RADIUS, nearest_point};
use crate::scenario::{astray, walk};
use crate::state::{Cache, State};
use crate::terrain::{self, Buffers, Going, keep_clear};
use kernel::decision::Answers;
use kernel::{Answer, Choice, Question, Refusal, Region, Rng, Tags};
use rulebook::SM;
use space::inches::{Gait, Point, Spot};
use std::cell::RefCell;

/// `stay`, or `track @from>@next>...`.
#[derive(Debug)]
pub struct Stroll<'a> {
    state: &'a State,
    going: &'a Going,
    pub buffers: RefCell<Buffers>,
}

impl<'a> Stroll<'a> {
    pub fn new(state: &'a State, going: &'a Going, buffers: Buffers) -> Stroll<'a> {
        Stroll { state, going, buffers: RefCell::new(buffers) }
    }

    fn track(spots: &[Spot]) -> Choice {
        Walking::Go { way: spots.into() }.choice()
    }

    /// A place worth going to: towards enemies, away from them, to cover, onto an objective, anywhere.
    fn aim(&self, rng: &mut Rng) -> Point {
        let state = self.state;
        let here = self.going.from.plan();
        let owner = state.owner(self.going.figure);
        let nearest = || {
            let foes = state.standing().filter(|(_, fighter, _)| fighter.owner != owner);
            foes.map(|(_, _, spot)| spot.plan()).min_by_key(|p| here.square_to(*p))
        };
        let reach = i64::from(self.going.limit.max(1000));
        let anywhere = |rng: &mut Rng| {
            let (dx, dy) = (rng.below(2001) as i64 - 1000, rng.below(2001) as i64 - 1000);
            here.toward(Point::new(here.x + dx, here.y + dy), 1 + rng.below(reach as usize) as i64)
        };
        match rng.below(10) {
            _ if self.going.may_leave => Point::new(here.x, 0),
            0..=3 => nearest().unwrap_or_else(|| anywhere(rng)),
            4 => nearest().map_or(here, |foe| Point::new(2 * here.x - foe.x, 2 * here.y - foe.y)),
            5 | 6 => self.objective(rng).unwrap_or_else(|| anywhere(rng)),
            7 => {
                let count = state.field.board.pieces().len();
                let at = rng.below(count.max(1)) as u16;
                if count == 0 {
                    return anywhere(rng);
                }
                nearest_point(&state.field.piece(at).outline, here)
            }
            _ => anywhere(rng),
        }
    }

    /// The walk that the Adventure asks of this model, if any: to an objective, off the table, after a carrier.
    fn errand(&self, rng: &mut Rng) -> Option<usize> {
        let state = self.state;
        let objectives = state.field.adventure.objectives.len();
        if self.going.may_leave {
            return Some(usize::MAX);
        }
        if objectives == 0 {
            return None;
        }
        let at = rng.below(objectives);
        match state.caches.get(at) {
            Some(Cache::Lies(spot)) if *spot == state.field.adventure.objectives[at].at => Some(at),
            Some(_) => None,
            None => Some(at),
        }
    }

    /// The walks that the Adventure may ask of this model, the shortest first: off the table, or to where there is still
    /// something to do.
    fn errands(&self) -> Vec<usize> {
        let state = self.state;
        if self.going.may_leave {
            return vec![usize::MAX];
        }
        let calls = |at: &usize| !matches!(state.caches.get(*at), Some(Cache::Secured | Cache::Carried(_)));
        let mut all: Vec<usize> = (0..state.field.adventure.objectives.len()).filter(calls).collect();
        all.sort_by_key(|at| walk(state, *at, self.going.from));
        all
    }

    /// The nearest friend who is not beside this model already.
    fn company(&self) -> Option<Point> {
        const BESIDE: i64 = 3000;
        let (state, here) = (self.state, self.going.from.plan());
        let owner = state.owner(self.going.figure);
        let friends = state.of(owner).filter(|(figure, fighter, _)| *figure != self.going.figure && fighter.ready());
        let apart = friends.map(|(_, _, spot)| spot.plan()).filter(|p| here.square_to(*p) > BESIDE * BESIDE);
        apart.min_by_key(|p| here.square_to(*p))
    }

    /// At the nearest enemy, as near as it cannot charge, and away from it.
    fn contacts(&self) -> [Option<Point>; 3] {
        let (state, here) = (self.state, self.going.from.plan());
        let owner = state.owner(self.going.figure);
        let foes = state.standing().filter(|(_, fighter, _)| fighter.owner != owner);
        let Some((foe, _, at)) = foes.min_by_key(|(_, _, spot)| here.square_to(spot.plan())) else { return [None; 3] };
        let p = at.plan();
        let reach = i64::from(state.sheet(foe).profile.charge) * 1000 + i64::from(2 * RADIUS + crate::field::INCH) + 50;
        let short = here.to(p) - reach;
        let outside = (short > 0).then(|| here.toward(p, short));
        [Some(p), outside, Some(Point::new(2 * here.x - p.x, 2 * here.y - p.y))]
    }

    /// A cache that lies about or is carried.
    fn objective(&self, rng: &mut Rng) -> Option<Point> {
        let state = self.state;
        match state.caches.get(rng.below(state.caches.len().max(1)))? {
            Cache::Lies(spot) => Some(spot.plan()),
            Cache::Carried(by) => state.fighter(*by).spot().map(|spot| spot.plan()),
            Cache::Secured => None,
        }
    }

    /// Of the ways on an errand the one that leaves least of it.
    fn shortest(&self, errand: usize) -> Option<Vec<Spot>> {
        let from = self.going.from;
        if let Some(spot) = astray(self.state, errand) {
            return self.straight(spot.plan()).map(|to| vec![from, to]);
        }
        let left = |track: &Vec<Spot>| track.last().map(|end| self.state.field.march(errand).tenths(*end));
        let out = if self.going.may_leave { self.outward() } else { Vec::new() };
        [self.hurry(errand), self.along(errand)].into_iter().flatten().chain(out).min_by_key(left)
    }

    /// Straight ways towards the Intruder's table edge, past whoever stands in the way.
    fn outward(&self) -> Vec<Vec<Spot>> {
        let (from, limit) = (self.going.from, i64::from(self.going.limit));
        let p = from.plan();
        // Parts of the limit that a way leads aside.
        let aims = [0, 1, -1, 2, -2].map(|aside| Point::new(p.x + aside * limit / 5, p.y - limit));
        aims.into_iter().filter_map(|aim| self.straight(aim)).map(|to| vec![from, to]).collect()
    }

    /// A track along a walk, as far as it is free.
    fn along(&self, objective: usize) -> Option<Vec<Spot>> {
        let (state, going) = (self.state, self.going);
        let board = state.field.under(going.feet);
        let mut points = Vec::new();
        state.field.march(objective).way(going.from, going.limit - 10, &mut points);
        let mut buffers = self.buffers.borrow_mut();
        let mut track = vec![going.from];
        let mut feet = going.from.z;
        for p in &points {
            feet = board.standing(*p, feet, &MOVER)?;
            track.push(p.at(feet));
        }
        // Off the table with what it carries.
        if let (true, Some(last)) = (objective == usize::MAX, track.last().copied())
            && last.y < 2000 + RADIUS
        {
            track.push(Spot { y: RADIUS / 2, ..last });
        }
        let whole = track.clone();
        while track.len() > 1 && terrain::check(state, going, &track, &mut buffers).is_err() {
            track.pop();
        }
        // Somebody stands in the way: round him, if that leads further.
        if 2 * track.len() <= whole.len()
            && let Some(round) = self.round(&whole[track.len()..], &mut buffers)
        {
            return Some(round);
        }
        (track.len() > 1).then_some(track)
    }

    /// A way with one corner to the farthest of some places that it leads to.
    fn round(&self, places: &[Spot], buffers: &mut Buffers) -> Option<Vec<Spot>> {
        const ASIDE: [i64; 4] = [1400, -1400, 2800, -2800];
        let (from, board) = (self.going.from, self.state.field.under(self.going.feet));
        let p = from.plan();
        let corner = |to: Spot, aside: i64| {
            let (dx, dy, far) = (i64::from(to.x - from.x), i64::from(to.y - from.y), p.to(to.plan()).max(1));
            let q = Point::new(p.x + dx / 2 - dy * aside / far, p.y + dy / 2 + dx * aside / far);
            Some(q.at(board.standing(q, from.z, &MOVER)?))
        };
        for to in places.iter().rev() {
            for aside in ASIDE {
                if let Some(via) = corner(*to, aside) {
                    let track = vec![from, via, *to];
                    if terrain::check(self.state, self.going, &track, buffers).is_ok() {
                        return Some(track);
                    }
                }
            }
        }
        None
    }

    /// The same with its corners cut, for those who take the time.
    fn hurry(&self, objective: usize) -> Option<Vec<Spot>> {
        let (state, going) = (self.state, self.going);
        let mut points = Vec::new();
        state.field.march(objective).way(going.from, going.limit + going.limit / 4, &mut points);
        for p in points.iter().rev() {
            let far = going.from.plan().to(*p);
            if let Some(to) =
                self.straight(*p).filter(|to| going.from.plan().to(to.plan()) + 1500 > far.min(going.limit.into()))
            {
                return Some(vec![going.from, to]);
            }
        }
        None
    }

    /// A straight way towards a place, as far as it can be gone.
    fn straight(&self, aim: Point) -> Option<Spot> {
        let (state, going) = (self.state, self.going);
        let field = &*state.field;
        let from = going.from;
        let p = from.plan();
        let whole = p.to(aim).min(i64::from(going.limit) - 1);
        if whole < 50 {
            return None;
        }
        let (r, wide, deep) = (i64::from(RADIUS), i64::from(field.width()), i64::from(field.depth()));
        let south = if going.may_leave { 1 } else { r };
        let held = |q: Point| Point::new(q.x.clamp(r, wide - r), q.y.clamp(south, deep - r));
        let mut buffers = self.buffers.borrow_mut();
        keep_clear(state, going.figure, crate::field::INCH, going.limit, &mut buffers.keep);
        let Buffers { keep, path, .. } = &mut *buffers;
        let board = field.under(going.feet);
        let aim = held(p.toward(aim, whole));
        let floor = board.standing(aim, from.z, &MOVER)?;
        // As far as nothing is in the way.
        let end = match board.leg(from, aim.at(floor), &MOVER, keep, path) {
            Ok(_) => aim.at(floor),
            Err(fault) => fault.at,
        };
        // Difficult Ground is not left again; it is entered and no more.
        let mut length = p.to(end.plan());
        for (enter, leave) in field.rough_ahead(going.feet, from, (from, end)) {
            let cut = if going.pace == terrain::Pace::Hustle { enter - 20 } else { leave - 20 };
            length = length.min(i64::from(cut));
        }
        for part in [8, 7, 5, 3] {
            let q = p.toward(end.plan(), length * part / 8);
            if length * part / 8 < 50 {
                return None;
            }
            let Some(z) = field.under(going.feet).standing(q, from.z, &MOVER) else { continue };
            let to = q.at(z);
            if terrain::check(state, going, &[from, to], &mut buffers).is_ok() {
                return Some(to);
            }
        }
        None
    }

    /// Over a touched Obstacle or onto a low platform (SM-TERRAIN-11).
    fn across(&self) -> Option<Spot> {
        let (state, going) = (self.state, self.going);
        let mut buffers = self.buffers.borrow_mut();
        (0..state.field.board.pieces().len() as u16).find_map(|at| {
            let rise = state.field.piece(at).top - going.from.z;
            let middle = rise > LOW && rise <= MIDDLE;
            let to = if middle { state.field.opposite(at, going.from)? } else { return None };
            terrain::check(state, going, &[going.from, to], &mut buffers).is_ok().then_some(to)
        })
    }
}

impl Question for Stroll<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        1
    }

    fn choice(&self, _: usize) -> Choice {
        Walking::Stay.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Walking::read(choice) {
            Some(Walking::Go { way }) => {
                terrain::check(self.state, self.going, &way, &mut self.buffers.borrow_mut()).map(|_| ())
            }
            _ => Err(Refusal::new(SM::ACTION_04, "say stay, or draw the way: track @from>@next>...")),
        }
    }

    /// Where a walk can lead; what crosses Obstacles or jumps down is not drawn.
    fn region(&self) -> Region {
        let (field, going) = (&*self.state.field, self.going);
        let gait = Gait { limit: going.limit, ladders: true, stairs: true, up: true };
        let mut buffers = self.buffers.borrow_mut();
        keep_clear(self.state, going.figure, crate::field::INCH, going.limit, &mut buffers.keep);
        let Buffers { keep, search, .. } = &mut *buffers;
        Region::Area(field.ways(going.feet).area(field.under(going.feet), going.from, &gait, keep, 500, search))
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        if rng.below(4) == 0
            && let Some(to) = self.across()
        {
            return Answer::Free(Stroll::track(&[self.going.from, to]));
        }
        // Intruders have something to do; Sentries rather look for them.
        let keen = if self.state.owner(self.going.figure) == self.state.intruder { 3 } else { 1 };
        if rng.below(5) < keen
            && let Some(errand) = self.errand(rng)
            && let Some(track) = self.along(errand)
        {
            return Answer::Free(Stroll::track(&track));
        }
        for _ in 0..3 {
            let aim = self.aim(rng);
            if let Some(to) = self.straight(aim) {
                return Answer::Free(Stroll::track(&[self.going.from, to]));
            }
        }
        Answer::Option(0)
    }

    /// One way for each purpose first, as a mind in haste looks at no more than a few: what the Adventure asks for, as near
    /// to the enemy as is safe, at him, back to friends, away. What serves the same purpose once more comes after that.
    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let from = self.going.from;
        let mut all: Vec<Answer> = Vec::new();
        let mut add = |answer: Answer| {
            if all.len() < most && !all.contains(&answer) {
                all.push(answer);
            }
            all.len() == most
        };
        let way = |track: &[Spot]| Answer::Free(Stroll::track(track));
        let errands = self.errands();
        let mut full = errands.first().and_then(|errand| self.shortest(*errand)).is_some_and(|track| add(way(&track)));
        let [at, outside, away] = self.contacts();
        for aim in [outside, at, self.company(), away].into_iter().flatten() {
            full = full || self.straight(aim).is_some_and(|to| add(way(&[from, to])));
        }
        full = full || self.across().is_some_and(|to| add(way(&[from, to])));
        full = full || add(Answer::Option(0));
        for errand in errands {
            full = full || self.shortest(errand).is_some_and(|track| add(way(&track)));
            full = full || self.hurry(errand).is_some_and(|track| add(way(&track)));
            full = full || self.along(errand).is_some_and(|track| add(way(&track)));
        }
        for _ in 0..most {
            full = full || add(self.sample(rng));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Stroll;
    use crate::content::core;
    use crate::muster;
    use crate::state::{Cache, Place, State};
    use crate::terrain::{Buffers, Going, Pace};
    use kernel::{Answer, Choice, Figure, Name, Question, Rng, Setup, Way};
    use space::inches::Spot;

    /// Two Intruders; the first carries a cache.
    fn bearer(at: Spot, friend: Spot) -> State {
        let pack = core();
        let line = muster::line(pack.warband(Name::of("red_company")).expect("the Red Company"));
        let options = vec![("roles".to_owned(), "a".to_owned())];
        let sides = vec![line.clone(), line];
        let setup = Setup { scenario: "grave-gold".into(), options, sides, ..Setup::default() };
        let mut state = crate::setup::begin(&pack, &setup).expect("a battle");
        state.fighters[1].place = Place::On(friend);
        state.fighters[2].place = Place::On(at);
        state.fighters[2].carries = Some(0);
        state.caches[0] = Cache::Carried(Figure(2));
        state
    }

    fn end_of_first(state: &State) -> Spot {
        let going = Going::of(state, Figure(2), Pace::Move).expect("on the table");
        assert!(going.may_leave);
        let stroll = Stroll::new(state, &going, Buffers::default());
        match stroll.candidates(&mut Rng::new(1), 1).as_slice() {
            [Answer::Free(choice @ Choice { way: Way::Track(track), .. })] => {
                assert_eq!(stroll.check(choice), Ok(()));
                track[track.len() - 1]
            }
            other => panic!("{other:?}"),
        }
    }

    /// Before, whoever stood in the gate of the churchyard stopped everybody behind him.
    #[test]
    fn a_carrier_goes_round_a_friend_and_uses_its_whole_move() {
        let from = Spot::new(24_000, 19_000, 0);
        let gained = |friend: Spot| {
            let state = bearer(from, friend);
            let out = state.field.march(usize::MAX);
            out.tenths(from) - out.tenths(end_of_first(&state))
        };
        assert!(gained(Spot::new(40_000, 5000, 0)) >= 50);
        for friend in [Spot::new(24_000, 16_500, 0), Spot::new(25_000, 17_500, 0), Spot::new(26_000, 16_000, 0)] {
            assert!(gained(friend) >= 30, "{} tenths past a friend at {friend:?}", gained(friend));
        }
        // In the open it goes straight home.
        let state = bearer(Spot::new(30_500, 12_000, 0), Spot::new(24_000, 3000, 0));
        let end = end_of_first(&state);
        assert!(end.y <= 6300, "{end:?}");
    }
}
