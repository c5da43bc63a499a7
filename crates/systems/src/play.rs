//! The seam: one [`Game`] for every system that has a [`Catalog`].

use crate::campaign::{Campaign, Campaigned};
use crate::{
    Card, Catalog, Failure, Found, Game, Live, Muster, Ready, Scenario, Setting, SimWish, Story, Verified, Wish, story,
    unknown,
};
use kernel::record::{Mismatch, told};
use kernel::{Battle, Outcome, Pack, Problem, Record, Seat, Seed, Setup, System, slug};
use lab::{bench, case, sim};
use pack::Sources;
use std::path::Path;
use std::sync::Arc;

/// A system with the content it is played with.
#[derive(Debug)]
pub struct Play<S: Catalog> {
    /// A player's content; `None` is what comes with the program.
    own: Option<Arc<S::Pack>>,
    campaign: Option<Campaigning<S>>,
}

/// A game as the campaign that it has.
type Campaigning<S> = fn(Play<S>) -> Arc<dyn Campaign>;

// By hand, for the derived one would ask that systems and packs can be cloned.
impl<S: Catalog> Clone for Play<S> {
    fn clone(&self) -> Play<S> {
        Play { own: self.own.clone(), campaign: self.campaign }
    }
}

impl<S: Campaigned> Play<S> {
    /// The same for a system whose warbands go on from battle to battle.
    pub fn with_campaign() -> Play<S> {
        Play { own: None, campaign: Some(|play| Arc::new(play)) }
    }
}

impl<S: Catalog> Play<S> {
    pub const fn core() -> Play<S> {
        Play { own: None, campaign: None }
    }

    pub(crate) fn pack(&self) -> Arc<S::Pack> {
        self.own.clone().unwrap_or_else(S::core)
    }

    /// The scenario by its id, however it is spelt. `standard` is the first where none has that name.
    fn scenario(&self, word: &str) -> Result<Scenario, Failure> {
        let mut all = S::scenarios(&self.pack());
        let found = all.iter().position(|scenario| scenario.id == slug(word));
        // The standard match of a system that calls it otherwise is its first scenario.
        match found.or_else(|| (word == "standard" && !all.is_empty()).then_some(0)) {
            Some(at) => Ok(all.swap_remove(at)),
            None => Err(Failure::bad(unknown("scenario", word, all.iter().map(|scenario| scenario.id.as_str())))),
        }
    }

    /// The warbands that a wish stands for.
    fn muster(&self, wish: &Wish, scenario: &str, agreed: Option<i32>) -> Result<Vec<sim::Warband>, Failure> {
        let pack = self.pack();
        let all = S::warbands(&pack);
        let take = |ready: &Ready| sim::Warband { name: ready.id.as_str().into(), line: ready.line.clone() };
        match wish {
            Wish::Any => {
                let fits = |ready: &&Ready| S::fits(&pack, ready).iter().any(|id| id == scenario);
                let same = |ready: &&Ready| agreed.is_none_or(|points| ready.agreed.is_none_or(|own| own == points));
                let mut fitting: Vec<sim::Warband> =
                    all.iter().filter(|ready| fits(ready) && same(ready)).map(take).collect();
                if fitting.is_empty() {
                    // None is written for it, so whatever may be played in it, with its total, will do.
                    let legal = |ready: &&Ready| {
                        let there = Ready { agreed, ..(*ready).clone() };
                        S::check_ready(&pack, &there, scenario).is_empty()
                    };
                    fitting = all.iter().filter(legal).map(take).collect();
                }
                match fitting.is_empty() {
                    true => {
                        let of = agreed.map_or_else(String::new, |points| format!(" of {points} points"));
                        let text = format!(
                            "no ready-made warband is legal in {scenario}{of}; name others with --a and --b, or with --side"
                        );
                        Err(Failure::bad(text))
                    }
                    false => Ok(fitting),
                }
            }
            Wish::Id(word) => match all.iter().find(|ready| ready.id == slug(word)) {
                Some(ready) => Ok(vec![take(ready)]),
                None => Err(Failure::bad(unknown("warband", word, all.iter().map(|ready| ready.id.as_str())))),
            },
            Wish::File { name, text } => match S::side(&pack, name, text) {
                Ok(ready) => Ok(vec![sim::Warband { name: ready.title.as_str().into(), line: ready.line }]),
                Err(problems) => Err(Failure { no: false, lines: problems.iter().map(ToString::to_string).collect() }),
            },
        }
    }

    /// The total that the sides were drawn up for, where the players agree on one and it is not the scenario's. Players who
    /// share a side share its total.
    fn agreed(&self, wish: &SimWish, scenario: &Scenario) -> Result<Option<i32>, Failure> {
        let pack = self.pack();
        let drawn_up = |wish: &Wish| match wish {
            Wish::Any => None,
            Wish::Id(word) => S::warbands(&pack).into_iter().find(|ready| ready.id == slug(word))?.agreed,
            Wish::File { name, text } => S::side(&pack, name, text).ok()?.agreed,
        };
        let mut agreed: Option<i32> = None;
        for side in &wish.sides {
            let Some(points) = side.iter().map(drawn_up).sum::<Option<i32>>() else { continue };
            match agreed {
                Some(before) if before != points => {
                    let text = format!("the sides agree on one total; these are for {before} and {points} points");
                    return Err(Failure::bad(text));
                }
                _ => agreed = Some(points),
            }
        }
        Ok(agreed.filter(|points| *points != scenario.points))
    }

    /// What a side may bring: the warbands of its player, or those of its players in turn.
    fn brought(&self, side: &[Wish], scenario: &Scenario, agreed: Option<i32>) -> Result<Vec<sim::Warband>, Failure> {
        if let [wish] = side {
            return self.muster(wish, &scenario.id, agreed);
        }
        let share = agreed.unwrap_or(scenario.points) / side.len().max(1) as i32;
        let lists: Vec<Vec<sim::Warband>> =
            side.iter().map(|wish| self.muster(wish, &scenario.id, Some(share))).collect::<Result<_, Failure>>()?;
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        let together = (0..most).map(|turn| {
            let picked: Vec<&sim::Warband> =
                lists.iter().enumerate().map(|(player, list)| &list[(turn + player) % list.len()]).collect();
            let names: Vec<&str> = picked.iter().map(|warband| &*warband.name).collect();
            let lines: Vec<String> = picked.iter().map(|warband| warband.line.clone()).collect();
            Ok(sim::Warband { name: names.join(" + ").into(), line: self.shared(&lines)? })
        });
        together.collect()
    }

    /// Who meets whom: of two sides every warband of A every other of B, of more of them all in turn. Somebody who names one
    /// and the same for several gets just that.
    fn pairings(
        &self,
        wish: &SimWish,
        scenario: &Scenario,
        agreed: Option<i32>,
    ) -> Result<Vec<Vec<sim::Warband>>, Failure> {
        let brought = |side: &Vec<Wish>| self.brought(side, scenario, agreed);
        let lists: Vec<Vec<sim::Warband>> = wish.sides.iter().map(brought).collect::<Result<_, Failure>>()?;
        let all: Vec<Vec<sim::Warband>> = match &lists[..] {
            [ours, theirs] => ours.iter().flat_map(|a| theirs.iter().map(|b| vec![a.clone(), b.clone()])).collect(),
            more => {
                let most = more.iter().map(Vec::len).max().unwrap_or(0);
                let apart = (1..most.max(2)).flat_map(|stride| (0..most).map(move |turn| (stride, turn)));
                let meet = |(stride, turn): (usize, usize)| {
                    more.iter().enumerate().map(|(at, list)| list[(turn + at * stride) % list.len()].clone()).collect()
                };
                apart.map(meet).collect()
            }
        };
        let different = |pairing: &&Vec<sim::Warband>| {
            pairing.iter().enumerate().all(|(at, warband)| !pairing[..at].contains(warband))
        };
        let apart: Vec<Vec<sim::Warband>> = all.iter().filter(different).cloned().collect();
        Ok(if apart.is_empty() { all } else { apart })
    }
}

/// How a battle ended, in the names of those who won.
pub(crate) fn ended<S: System>(state: &S::State, outcome: &Outcome) -> String {
    let sides = S::sides(state);
    let called = S::scene(state, None).sides;
    let name = |seat: Seat| called.get(seat.index()).map_or_else(|| seat.to_string(), |side| side.name.clone());
    let winners: Vec<String> = outcome.winners(&sides).iter().map(name).collect();
    told(outcome, &outcome.deciding_scores(&sides).unwrap_or_default(), &winners)
}

pub(crate) fn verified<S: System>(record: &Record, battle: &Battle<S>) -> Verified {
    let outcome = battle.outcome().map(|outcome| ended::<S>(battle.state(), &outcome));
    let doubts = record.doubts(battle);
    Verified { steps: battle.steps().len(), events: battle.told_count(), outcome, doubts }
}

impl<S: Catalog> Game for Play<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn on_board(&self) -> bool {
        S::ON_BOARD
    }

    fn picks_map(&self) -> bool {
        S::PICKS_MAP
    }

    fn usual(&self) -> &'static [(&'static str, &'static str)] {
        S::USUAL
    }

    fn title(&self) -> &'static str {
        rulebook::book(S::NAME).map_or(S::NAME, |book| book.title)
    }

    fn content_hash(&self) -> String {
        self.pack().hash().to_owned()
    }

    fn scenarios(&self) -> Vec<Scenario> {
        S::scenarios(&self.pack())
    }

    fn warbands(&self) -> Vec<Ready> {
        S::warbands(&self.pack())
    }

    fn fits(&self, ready: &Ready) -> Vec<String> {
        S::fits(&self.pack(), ready)
    }

    fn units(&self, warband: &str) -> Vec<String> {
        S::units(&self.pack(), warband)
    }

    fn seatings(&self, scenario: &str) -> Vec<Vec<u8>> {
        S::seatings(&self.pack(), scenario)
    }

    fn shared(&self, lines: &[String]) -> Result<String, Failure> {
        if let [line] = lines {
            return Ok(line.clone());
        }
        let alone = || Failure::bad(format!("in {} every player has a side of his own", self.title()));
        S::shared(&self.pack(), lines).ok_or_else(alone)
    }

    fn maps(&self) -> Vec<Card> {
        S::maps(&self.pack())
    }

    fn side(&self, name: &str, text: &str) -> Result<Ready, Vec<String>> {
        S::side(&self.pack(), name, text).map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    fn options(&self) -> Vec<Setting> {
        S::options(&self.pack())
    }

    fn cards(&self) -> Vec<Card> {
        S::cards(&self.pack())
    }

    fn begin(&self, setup: Setup, seed: Option<Seed>) -> Result<Box<dyn Live>, Vec<Problem>> {
        Ok(Box::new(Battle::<S>::begin(&self.pack(), setup, seed)?))
    }

    fn replay_while(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Box<dyn Live>, Mismatch> {
        Ok(Box::new(record.verify_while::<S>(&self.pack(), go_on)?))
    }

    fn campaign(&self) -> Option<Arc<dyn Campaign>> {
        self.campaign.map(|campaign| campaign(self.clone()))
    }

    fn with_pack(&self, dir: &Path) -> Result<Arc<dyn Game>, Vec<pack::Problem>> {
        let own = Some(load::<S>(dir)?);
        Ok(Arc::new(Play::<S> { own, campaign: self.campaign }))
    }

    fn check_pack(&self, dir: &Path) -> Result<Found, Vec<pack::Problem>> {
        let whole = load::<S>(dir)?;
        let (own, core) = (Sources::from_dir(dir), S::core_sources());
        // The content of the program checks itself: there all of it counts as new.
        let before = if own.content_hash() == core.content_hash() { Vec::new() } else { written(&core) };
        let mut entries: Vec<(String, usize, usize)> = Vec::new();
        for (kind, id) in written(&own) {
            let replaced = before.iter().any(|known| *known == (kind.clone(), id.clone()));
            let at = entries.iter().position(|(known, ..)| *known == kind).unwrap_or_else(|| {
                entries.push((kind, 0, 0));
                entries.len() - 1
            });
            match replaced {
                true => entries[at].2 += 1,
                false => entries[at].1 += 1,
            }
        }
        Ok(Found { hash: whole.hash().to_owned(), entries, notices: S::notices(&whole) })
    }

    fn sim(&self, wish: &SimWish, outlet: &mut sim::Outlet<'_>) -> Result<sim::Report, Failure> {
        let scenario = self.scenario(&wish.scenario)?;
        let agreed = self.agreed(wish, &scenario)?;
        let mut options = Vec::new();
        if let Some(points) = agreed {
            options.push(("points".to_owned(), points.to_string()));
        }
        if let Some(map) = &wish.map {
            let maps = self.maps();
            let found = maps.iter().find(|known| known.id == slug(map));
            let found =
                found.ok_or_else(|| Failure::bad(unknown("map", map, maps.iter().map(|known| known.id.as_str()))))?;
            options.push(("map".to_owned(), found.id.clone()));
        }
        let plan = sim::Plan::<S> {
            pack: self.pack(),
            pairings: self.pairings(wish, &scenario, agreed)?,
            scenario: scenario.id,
            options,
            minds: wish.minds.clone(),
            swap: wish.swap,
            first: wish.first,
            battles: wish.battles,
            seed: wish.seed,
            threads: wish.threads,
            engine: wish.engine.clone(),
        };
        sim::run(&plan, outlet).map_err(|trouble| {
            let lines = trouble.to_string().lines().map(str::to_owned).collect();
            Failure { no: matches!(trouble, sim::SimError::Setup(_) | sim::SimError::Battle { .. }), lines }
        })
    }

    fn yardstick(&self) -> &'static str {
        S::YARDSTICK
    }

    fn bench(&self, scenario: &str, seconds: f64) -> Result<bench::Report, Failure> {
        let scenario = self.scenario(scenario)?.id;
        let warbands = self.muster(&Wish::Any, &scenario, None)?;
        let mut openings = Vec::new();
        for (at, a) in warbands.iter().enumerate() {
            for b in warbands[at + 1..].iter().chain(&warbands[..at]) {
                let setup = Setup {
                    scenario: scenario.clone(),
                    sides: vec![a.line.clone(), b.line.clone()],
                    ..Setup::default()
                };
                let state = S::begin(&self.pack(), &setup);
                openings.push(state.map_err(|problems| Failure {
                    no: true,
                    lines: problems.iter().map(Problem::to_string).collect(),
                })?);
            }
        }
        bench::run::<S>(&openings, seconds).map_err(|broken| Failure::no(broken.to_string()))
    }

    fn verify(&self, record: &Record) -> Result<Verified, Mismatch> {
        Ok(verified(record, &record.verify::<S>(&self.pack())?))
    }

    fn story(&self, record: &Record) -> Result<Story, Mismatch> {
        Ok(story::tell(&record.verify::<S>(&self.pack())?))
    }

    fn case(&self, name: &str, text: &str) -> case::Report {
        case::run::<S>(name, text)
    }

    fn case_written(&self, name: &str, text: &str) -> Result<String, Vec<String>> {
        case::written::<S>(name, text)
    }

    fn case_words(&self) -> String {
        case::words::<S>()
    }

    fn case_of(&self, record: &Record, step: Option<usize>) -> Result<String, Mismatch> {
        record.verify::<S>(&self.pack()).map(|battle| case::moment(&battle, step))
    }

    fn check_warband(&self, name: &str, text: &str, scenario: Option<&str>) -> Result<Muster, Vec<pack::Problem>> {
        let pack = self.pack();
        let warband = S::side(&pack, name, text)?;
        let scenario = scenario.map_or_else(|| warband.scenario.clone(), slug);
        let problems = S::check_ready(&pack, &warband, &scenario);
        let advice = S::advice(&pack, &warband, &scenario);
        Ok(Muster { warband, scenario, problems, advice })
    }

    fn random_warband(
        &self,
        scenario: &str,
        points: Option<i32>,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure> {
        let scenario = self.scenario(scenario)?;
        let points = points.unwrap_or(scenario.points);
        let (least, most) = S::AGREED.unwrap_or((1, scenario.points));
        if !(least..=most).contains(&points) {
            let id = &scenario.id;
            return Err(Failure::bad(format!("{points} points; a warband for {id} has {least} to {most}")));
        }
        S::random(&self.pack(), &scenario.id, points, faction, seed)
    }
}

/// The kind and the id of every entry of a pack, as they are written.
fn written(sources: &Sources) -> Vec<(String, String)> {
    let reader = pack::Reader::new(sources);
    let mut all = Vec::new();
    for (key, value) in reader.roots().into_iter().flat_map(pack::Section::entries) {
        for entry in value.list().unwrap_or_default().into_iter().filter_map(pack::Value::table) {
            all.push((key.to_owned(), slug(entry.str_or("id", ""))));
        }
    }
    all
}

/// A player's pack on top of the core; the core itself when it is the core's own folder.
fn load<S: Catalog>(dir: &Path) -> Result<Arc<S::Pack>, Vec<pack::Problem>> {
    let (core, own) = (S::core_sources(), Sources::from_dir(dir));
    match own.content_hash() == core.content_hash() {
        true => S::load(&[&own]),
        false => S::load(&[&core, &own]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seats;

    /// How a battle ended, told in the letters of the seats.
    fn ending(winner: Option<u8>, scores: &[i32], sides: &[&str]) -> String {
        let seats = |letters: &&str| letters.chars().filter_map(Seat::from_letter).collect::<Seats>();
        let sides: Vec<Seats> = sides.iter().map(seats).collect();
        let (winner, scores) = (winner.map(Seat), scores.to_vec());
        let outcome = Outcome { winner, scores, rounds: 8, reason: "alone on the table" };
        let winners: Vec<String> = outcome.winners(&sides).iter().map(|seat| seat.to_string()).collect();
        told(&outcome, &outcome.deciding_scores(&sides).unwrap_or_default(), &winners)
    }

    #[test]
    fn the_score_of_the_winner_comes_first_and_none_that_did_not_decide() {
        let of_two = |winner, scores: &[i32]| ending(winner, scores, &["a", "b"]);
        assert_eq!(of_two(Some(1), &[2, 5]), "b wins 5 to 2 in round 8 (alone on the table)");
        assert_eq!(of_two(Some(1), &[0, 0]), "b wins in round 8 (alone on the table)");
        assert_eq!(of_two(Some(0), &[1, 3]), "a wins in round 8 (alone on the table)");
        assert_eq!(of_two(None, &[0, 0]), "draw in round 8 (alone on the table)");
        assert_eq!(of_two(None, &[2, 1]), "draw 2 to 1 in round 8 (alone on the table)");
        let of_four = ending(Some(2), &[1, 2, 4, 3], &["a", "b", "c", "d"]);
        assert_eq!(of_four, "c wins 4 to 1 to 2 to 3 in round 8 (alone on the table)");
    }

    #[test]
    fn players_of_a_side_win_together_and_their_side_has_one_score() {
        let two_and_two = |winner, scores: &[i32]| ending(winner, scores, &["ac", "bd"]);
        assert_eq!(two_and_two(Some(0), &[9, 4, 9, 4]), "a and c win 9 to 4 in round 8 (alone on the table)");
        assert_eq!(two_and_two(Some(1), &[3, 4, 3, 4]), "b and d win 4 to 3 in round 8 (alone on the table)");
        assert_eq!(two_and_two(None, &[4, 4, 4, 4]), "draw in round 8 (alone on the table)");
        let one_and_three = ending(Some(1), &[0, 7, 7, 7], &["a", "bcd"]);
        assert_eq!(one_and_three, "b, c and d win 7 to 0 in round 8 (alone on the table)");
    }
}
