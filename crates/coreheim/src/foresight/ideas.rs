//! Answers worth a thought to questions that a player may answer freely: where to go, where to set up.

use super::{fits, inch};
use crate::cards::{Objective, Stat};
use crate::decisions::{ChargeWay, PATH, PLACE, Path, Placing, WAY};
use crate::ground::{Gait, INCH, Pace};
use crate::setup::deploy;
use crate::sight::{Gallery, Sight, seen};
use crate::state::State;
use crate::turn::charge::route::{Other, Rush};
use crate::turn::edge::Whose;
use crate::turn::movement;
use kernel::board::Idea;
use kernel::decision::Answers;
use kernel::{Ask, Figure, Speaks};
use space::inches::{self, Keepout, Mover, Search, Spot, sample};

/// Ideas are not checked here: whoever shows them asks the rules first.
pub(crate) fn ideas(state: &State, ask: &Ask) -> Vec<Idea> {
    let Some(figure) = ask.actor.filter(|figure| state.warriors.get(figure.index()).is_some()) else {
        return Vec::new();
    };
    if PLACE.is(ask) {
        return places(state, figure);
    }
    if let Some(target) = ask.about.filter(|target| WAY.is(ask) && fits(state, figure) && fits(state, *target)) {
        return ways(state, figure, target);
    }
    if PATH.is(ask) && fits(state, figure) { errands(state, figure) } else { Vec::new() }
}

/// Other ways of a charge, each with what it is good for.
fn ways(state: &State, charger: Figure, target: Figure) -> Vec<Idea> {
    let (rush, mut scratch) = (Rush::find(state, charger, target), inches::Scratch::default());
    let routes = rush.routes(state, &mut scratch);
    let idea = |other: Other| Idea {
        label: other.purpose.to_owned(),
        choice: ChargeWay::By { track: other.way.track.into() }.choice(),
    };
    rush.others(state, &routes, &mut scratch).into_iter().map(idea).collect()
}

/// A warrior who looks for ways.
struct Scout<'a> {
    state: &'a State,
    figure: Figure,
    mover: Mover,
    here: Spot,
    steps: i32,
    keep: Vec<Keepout>,
    /// He goes no farther than this, for there somebody stands.
    short: i32,
    search: Search,
    found: Vec<Idea>,
}

/// A way round is worth a thought up to this length.
const HORIZON: i32 = 90 * INCH;

fn errands(state: &State, figure: Figure) -> Vec<Idea> {
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let mut scout = Scout {
        state,
        figure,
        mover: state.mover(figure),
        here: state.warrior(figure).at,
        steps: i32::from(state.stat(figure, Stat::Movement)) * INCH,
        keep,
        short: HORIZON,
        search: Search::default(),
        found: Vec::new(),
    };
    let mut gallery = Gallery::default();
    gallery.refresh(state);
    let runs = movement::may_run(state, &mut gallery, figure).is_ok();
    let mut foes: Vec<Figure> = state.present().filter(|foe| state.enemies(figure, *foe)).collect();
    foes.sort_by_key(|foe| state.distance(figure, *foe));
    for foe in foes.iter().take(2) {
        // He and those beside him are not in the way, but an inch of air is kept from him.
        let beside: Vec<Figure> = foes.iter().copied().filter(|other| state.within(*foe, *other, 3 * INCH)).collect();
        state.keepouts(figure, Gait::Walk, &beside, &mut scout.keep);
        let (name, at) = (state.figure_name(*foe), state.warrior(*foe).at);
        let gap = state.sheet(figure).radius + state.sheet(*foe).radius + INCH + 20;
        scout.short = (inches::measure::told(scout.here.plan().to(at.plan())) - gap).max(0);
        scout.toward(at, &format!("Towards {name}"), runs);
        scout.short = HORIZON;
    }
    state.keepouts(figure, Gait::Walk, &[], &mut scout.keep);
    // Animals carry nothing, and nobody carries two (CH-DEPLOY-08).
    if state.sheet(figure).may_carry() && state.warrior(figure).shard.is_none() {
        for shard in state.shards.iter().filter(|shard| shard.carrier.is_none() && shard.home.is_none()) {
            scout.toward(shard.at, "To a shard", runs);
        }
    }
    let through = |objective: &Objective| matches!(objective, Objective::BreakThrough { .. });
    let carries = state.warrior(figure).shard.is_some();
    if carries || state.setting.scenario.objectives.iter().any(through) {
        scout.edge(if carries { Whose::Own } else { Whose::Enemy }, runs);
    }
    if let Some(foe) = foes.iter().copied().find(|foe| seen(state, *foe, figure) != Sight::Nothing) {
        scout.shelter(foe);
    }
    scout.ladders();
    scout.found
}

impl Scout<'_> {
    fn push(&mut self, pace: Pace, label: String, track: Vec<Spot>) {
        if track.len() < 2 {
            return;
        }
        self.found.push(Idea { label, choice: Path::on_foot(track, pace).choice() });
    }

    fn gait(&self, pace: Pace) -> inches::Gait {
        let (limit, walks) = (pace.times() * self.steps, pace == Pace::Walk);
        inches::Gait { limit, ladders: walks && self.state.sheet(self.figure).may_climb(), stairs: true, up: true }
    }

    /// As far as a walk, or a run, leads on the way to a goal; a little less where he could not end there.
    fn toward(&mut self, goal: Spot, label: &str, runs: bool) {
        let field = &self.state.setting.field;
        for pace in [Pace::Walk, Pace::Run].into_iter().filter(|pace| runs || *pace == Pace::Walk) {
            for less in [0, 300, 800, 1500] {
                let gait = inches::Gait { limit: self.gait(pace).limit.min(self.short) - less, ..self.gait(pace) };
                let (ways, mut track) = (field.ways(self.mover), Vec::new());
                let found = ways.trip(&field.table, self.here, &gait, &self.keep).toward(
                    goal,
                    HORIZON,
                    &mut self.search,
                    &mut track,
                );
                let ends = track.last().is_some_and(|end| self.may_end(*end));
                if found.is_some() && ends {
                    let label = if pace == Pace::Run { format!("{label}, running") } else { label.to_owned() };
                    self.push(pace, label, track);
                    break;
                }
            }
        }
    }

    fn may_end(&self, end: Spot) -> bool {
        let (state, figure) = (self.state, self.figure);
        state.setting.field.table.stand(end, &self.mover, state.overhang(figure)).is_ok()
            && state.may_end(figure, end, Gait::Walk)
    }

    /// The enemy's edge of the table, or his own.
    fn edge(&mut self, whose: Whose, runs: bool) {
        let (state, seat) = (self.state, self.state.owner(self.figure));
        let scenario = &state.setting.scenario;
        let zones = state.seats().filter(|other| (*other != seat) == (whose == Whose::Enemy));
        let zones: Vec<_> = zones.filter_map(|other| state.player(other).zone).collect();
        for zone in zones.iter().filter_map(|at| scenario.deployments.get(usize::from(*at))) {
            let middle: i32 = zone.zone.iter().map(|(_, y)| *y).sum::<i32>() / zone.zone.len().max(1) as i32;
            let y = if middle * 2 < scenario.depth { 600 } else { scenario.depth - 600 };
            let goal = Spot { x: self.here.x, y, z: 0 };
            let label = match whose {
                Whose::Enemy => "Towards the far edge",
                Whose::Own => "Towards the own edge",
            };
            self.toward(goal, label, runs);
        }
    }

    /// Behind something, from the nearest enemy who sees him.
    fn shelter(&mut self, foe: Figure) {
        let state = self.state;
        let others = Vec::new();
        let watch = sample::Watch {
            watcher: state.cylinder(foe),
            eye: crate::sight::EYE,
            height: state.sheet(self.figure).height,
            silhouette: &crate::sight::SILHOUETTE,
            others: &others,
        };
        let (table, name) = (&state.setting.field.table, state.figure_name(foe));
        let (overhang, mut spots) = (state.overhang(self.figure), Vec::new());
        let wishes = [(sample::Seen::Not, "Out of sight of"), (sample::Seen::Partly, "Into cover from")];
        for (best, label) in wishes {
            let standing = inches::Standing { mover: &self.mover, overhang, keep: &self.keep };
            table.lee(self.here, self.steps, &standing, &watch, best, &mut spots);
            spots.sort_by_key(|spot| self.here.plan().square_to(spot.plan()));
            let gait = self.gait(Pace::Walk);
            let (mut found, ways) = (None, state.setting.field.ways(self.mover));
            spots.retain(|spot| self.may_end(*spot));
            for spot in spots.iter().take(6) {
                let mut track = Vec::new();
                let near = ways.trip(table, self.here, &gait, &self.keep).shortest(*spot, &mut self.search, &mut track);
                if near.is_some() {
                    found = Some(track);
                    break;
                }
            }
            if let Some(track) = found {
                self.push(Pace::Walk, format!("{label} {name}"), track);
            }
        }
    }

    /// Up or down the ladders and stairs in reach.
    fn ladders(&mut self) {
        let (table, mut heads) = (&self.state.setting.field.table, Vec::new());
        table.ladders_near(self.here, self.steps, |_, head| heads.push(head));
        heads.sort();
        heads.dedup();
        for head in heads {
            let (gait, ways, mut track) =
                (self.gait(Pace::Walk), self.state.setting.field.ways(self.mover), Vec::new());
            let found = ways.trip(table, self.here, &gait, &self.keep).shortest(head, &mut self.search, &mut track);
            if found.is_some() && self.may_end(head) {
                let label = match head.z > self.here.z {
                    true => format!("Up the ladder to {}", inch(head.z)),
                    false if head.z == 0 => "Down the ladder to the ground".to_owned(),
                    false => format!("Down the ladder to {}", inch(head.z)),
                };
                self.push(Pace::Walk, label, track);
            }
        }
    }
}

/// A few places in the set-up zone: in front and behind, left, middle and right, and beside whoever stands there already.
fn places(state: &State, figure: Figure) -> Vec<Idea> {
    let seat = state.owner(figure);
    let zone = state.player(seat).zone.and_then(|at| state.setting.scenario.deployments.get(usize::from(at)));
    let Some(zone) = zone else { return Vec::new() };
    let bound = |value: fn(&(i32, i32)) -> i32| {
        let all = zone.zone.iter().map(value);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((left, right), (low, high)) = (bound(|p| p.0), bound(|p| p.1));
    let (wide, deep) = (state.setting.scenario.width, state.setting.scenario.depth);
    // The front looks to the middle of the table.
    let flat = right - left >= high - low;
    let (front, back) = match flat {
        true if low + high < deep => (high - 600, low + 600),
        true => (low + 600, high - 600),
        false if left + right < wide => (right - 600, left + 600),
        false => (left + 600, right - 600),
    };
    let (from, to) = if flat { (left, right) } else { (low, high) };
    let along = |part: i32| from + (to - from) * part / 8;
    let spot = |part: i32, row: i32| match flat {
        true => Spot { x: along(part), y: row, z: 0 },
        false => Spot { x: row, y: along(part), z: 0 },
    };
    let mut wishes: Vec<(String, Spot)> = Vec::new();
    for (row, words) in [(front, "In front"), (back, "At the back")] {
        for (part, side) in [(4, "in the middle"), (1, "on the left"), (7, "on the right")] {
            wishes.push((format!("{words}, {side}"), spot(part, row)));
        }
    }
    let last = state.band(seat).filter(|other| *other != figure).last();
    if let Some(friend) = last {
        let (at, gap) = (state.warrior(friend).at, state.sheet(friend).radius + state.sheet(figure).radius + INCH);
        let beside = if flat { Spot { x: at.x + gap, ..at } } else { Spot { y: at.y + gap, ..at } };
        wishes.insert(0, (format!("Beside {}", state.figure_name(friend)), beside));
    }
    let idea = |(label, wish): (String, Spot)| {
        let at = nearest(state, figure, wish)?;
        Some(Idea { label, choice: Placing::At { figure, at }.choice() })
    };
    wishes.into_iter().filter_map(idea).collect()
}

/// The legal place nearest to a wish, looked for in growing rings of a quarter inch.
fn nearest(state: &State, figure: Figure, wish: Spot) -> Option<Spot> {
    let fits = |at: &Spot| deploy::placeable(state, figure, *at).is_ok();
    for ring in 0..24 {
        for step in 0..if ring == 0 { 1 } else { inches::turn::TURN } {
            let p = inches::turn::outward(wish.plan(), step, i64::from(ring) * 250);
            let at = Spot { x: (p.x as i32 + 25) / 50 * 50, y: (p.y as i32 + 25) / 50 * 50, z: 0 };
            if fits(&at) {
                return Some(at);
            }
        }
    }
    None
}
