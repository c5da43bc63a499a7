//! Ways worth a thought for a warrior on the move.

use crate::cards::Objective;
use crate::decisions::Path;
use crate::ground::{INCH, Pace};
use crate::roads;
use crate::sight::{EYE, SILHOUETTE};
use crate::turn::edge::{self, Whose};
use crate::turn::movement::plan::Plan;
use kernel::Rng;
use space::inches::{self, Seen, Spot, Watch};

impl Plan<'_> {
    /// Towards something worth it, or just somewhere.
    pub(crate) fn sample(&self, rng: &mut Rng) -> Option<Path> {
        let pace = if self.run.is_ok() && rng.below(2) == 0 { Pace::Run } else { Pace::Walk };
        if rng.below(2) > 0
            && let Some(path) = self.goal(rng).and_then(|goal| self.along(goal, pace))
        {
            return Some(path);
        }
        let length = self.limits(pace).length;
        let here = self.state.warrior(self.figure).at;
        let (dx, dy) = inches::turn::direction(rng.below(24) as i32);
        let far = inches::Point { x: i64::from(here.x) + dx * 100, y: i64::from(here.y) + dy * 100 };
        let reach = i64::from(length) * (1 + rng.below(4) as i64) / 4;
        let aim = here.plan().toward(far, reach);
        let (width, depth) = (self.state.setting.scenario.width, self.state.setting.scenario.depth);
        let aim = inches::Point { x: aim.x.clamp(0, width.into()), y: aim.y.clamp(0, depth.into()) };
        let scratch = &mut self.search.borrow_mut().1;
        let mover = self.state.mover(self.figure);
        let end = self.state.setting.field.table.farthest(here, aim, &mover, &self.keep, scratch);
        (end != here).then(|| Path::on_foot(vec![here, end], pace))
    }

    /// What the scenario asks for, now and then cover or a ladder, and else somebody to go for.
    fn goal(&self, rng: &mut Rng) -> Option<Spot> {
        let state = self.state;
        if rng.below(2) == 0 {
            let aims = self.aims();
            if !aims.is_empty() {
                return aims.get(rng.below(aims.len())).copied();
            }
        }
        if rng.below(12) == 0 {
            let mut spots = self.shelters();
            self.ladders(&mut spots);
            return spots.get(rng.below(spots.len())).copied();
        }
        let foes = state.present().filter(|other| state.enemies(self.figure, *other)).count();
        let nth = rng.below(foes);
        let foe = state.present().filter(|other| state.enemies(self.figure, *other)).nth(nth)?;
        Some(state.warrior(foe).at)
    }

    /// Where the scenario draws him: loose shards, an edge of the table, the house.
    fn aims(&self) -> Vec<Spot> {
        let (state, seat, here) = (self.state, self.state.owner(self.figure), self.state.warrior(self.figure).at);
        if state.warrior(self.figure).shard.is_some() {
            return edge::nearest(state, seat, Whose::Own, here).into_iter().collect();
        }
        let carries = state.sheet(self.figure).may_carry();
        let loose = state.shards.iter().filter(|shard| carries && shard.carrier.is_none() && shard.home.is_none());
        let mut aims: Vec<Spot> = loose.map(|shard| shard.at).collect();
        for objective in &state.setting.scenario.objectives {
            match objective {
                Objective::BreakThrough { .. } if carries => {
                    aims.extend(edge::nearest(state, seat, Whose::Enemy, here))
                }
                Objective::HoldPiece(piece) if carries => {
                    let plot = state.setting.field.plots.get(usize::from(*piece)).copied().flatten();
                    aims.extend(plot.map(|plot| Spot::new(plot.x + plot.width / 2, plot.y + plot.depth / 2, 0)));
                }
                _ => {}
            }
        }
        aims
    }

    /// Places behind something, seen from the nearest enemy.
    fn shelters(&self) -> Vec<Spot> {
        let (state, here) = (self.state, self.state.warrior(self.figure).at);
        let foes = state.present().filter(|other| state.enemies(self.figure, *other));
        let mut spots = Vec::new();
        let Some(foe) = foes.min_by_key(|foe| state.distance(self.figure, *foe)) else { return spots };
        let (mover, overhang) = (state.mover(self.figure), state.overhang(self.figure));
        let watch = Watch {
            watcher: state.cylinder(foe),
            eye: EYE,
            height: state.sheet(self.figure).height,
            silhouette: &SILHOUETTE,
            others: &[],
        };
        let length = self.limits(Pace::Walk).length;
        state.setting.field.table.lee(
            here,
            length,
            &inches::Standing { mover: &mover, overhang, keep: &self.keep },
            &watch,
            Seen::Partly,
            &mut spots,
        );
        spots
    }

    /// The far ends of ladders whose near ends are within a walk.
    fn ladders(&self, out: &mut Vec<Spot>) {
        let here = self.state.warrior(self.figure).at;
        let length = self.limits(Pace::Walk).length;
        self.state.setting.field.table.ladders_near(here, length, |_, head| out.push(head));
    }

    /// Answers for one who compares them: towards each of the nearest enemies, what the scenario asks for, cover, ladders.
    pub(crate) fn spread(&self) -> Vec<Path> {
        const FOES: usize = 4;
        const OTHERS: usize = 3;
        let (state, here) = (self.state, self.state.warrior(self.figure).at);
        let roads = state.setting.field.roads();
        let foes = state.present().filter(|other| state.enemies(self.figure, *other));
        let mut foes: Vec<(i32, Spot)> =
            foes.map(|foe| state.warrior(foe).at).map(|at| (roads.length(here, at), at)).collect();
        foes.sort_unstable();
        let mut goals = self.aims();
        goals.sort_by_cached_key(|goal| roads.length(here, *goal));
        goals.truncate(OTHERS);
        goals.extend(foes.iter().take(FOES).map(|(_, at)| *at));
        let mut near = self.shelters();
        near.sort_by_key(|spot| spot.plan().square_to(here.plan()));
        near.truncate(OTHERS);
        let mut heads = Vec::new();
        self.ladders(&mut heads);
        near.extend(heads.into_iter().take(OTHERS));
        let runs = self.run.is_ok();
        let far = goals.iter().filter(|_| runs).filter_map(|goal| self.along(*goal, Pace::Run));
        let walks = goals.iter().chain(&near).filter_map(|goal| self.along(*goal, Pace::Walk));
        far.chain(walks).collect()
    }

    /// As far as the length allows along the way to a goal: straight on where that is possible, else by the roads.
    fn along(&self, goal: Spot, pace: Pace) -> Option<Path> {
        const LEGS: usize = 5;
        let state = self.state;
        let here = state.warrior(self.figure).at;
        let (table, mover) = (&state.setting.field.table, state.mover(self.figure));
        let scratch = &mut self.search.borrow_mut().1;
        let mut left = i64::from(self.limits(pace).length);
        let mut track = vec![here];
        let aim = here.plan().toward(goal.plan(), (left - 1).min(here.plan().to(goal.plan())));
        if here.z == goal.z && table.walk(here, aim, &mover, &self.keep, scratch).is_some_and(|z| z == here.z) {
            track.push(aim.at(here.z));
            return self.stopping(track, pace);
        }
        let mut route = Vec::new();
        state.setting.field.roads().route(here, goal, left as i32 + 2 * INCH, &mut route);
        let climber = pace == Pace::Walk && state.sheet(self.figure).may_climb();
        let mut next = 0;
        while next < route.len() && track.len() < LEGS {
            let at = track[track.len() - 1];
            if let Some(id) = roads::climbs(table, at, route[next]) {
                let stairs = table.ladders()[id.index()].stairs;
                let rise = i64::from((route[next].z - at.z).abs());
                let cost = if stairs { at.plan().to(route[next].plan()) } else { rise };
                if !(stairs || climber) || cost > left {
                    break;
                }
                left -= cost;
                track.push(route[next]);
                next += 1;
                continue;
            }
            // The farthest place, up to the next ladder, to which a straight leg leads.
            let ladder = (next + 1..route.len()).find(|to| roads::climbs(table, route[to - 1], route[*to]).is_some());
            let straight =
                |to: &usize| table.walk(at, route[*to].plan(), &mover, &self.keep, scratch) == Some(route[*to].z);
            let reached = (next..ladder.unwrap_or(route.len())).rev().find(straight);
            let to = reached.unwrap_or(next);
            let far = at.plan().to(route[to].plan());
            if reached.is_some() && far <= left {
                left -= far;
                track.push(route[to]);
                next = to + 1;
                continue;
            }
            let aim = at.plan().toward(route[to].plan(), (left - 1).clamp(0, far));
            let end = table.farthest(at, aim, &mover, &self.keep, scratch);
            if end != at {
                track.push(end);
            }
            break;
        }
        self.stopping(track, pace)
    }

    /// Takes back the end of a path until somebody may stop there.
    fn stopping(&self, mut track: Vec<Spot>, pace: Pace) -> Option<Path> {
        const BACK: i64 = 400;
        const TRIES: usize = 6;
        for _ in 0..TRIES {
            let (end, before) = (*track.last()?, *track.get(track.len().checked_sub(2)?)?);
            if self.may_stop(end).is_ok() {
                return Some(Path::on_foot(track, pace));
            }
            track.pop();
            let long = before.plan().to(end.plan());
            if long > BACK && before.z == end.z {
                track.push(before.plan().toward(end.plan(), long - BACK).at(end.z));
            }
        }
        None
    }
}
