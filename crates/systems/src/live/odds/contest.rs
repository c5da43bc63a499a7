//! Opposed rolls: a die of one side against a die of the other. Neither decides anything by itself, so both are let fall in
//! all ways; what follows hangs on how far they are apart ([`margin`](kernel::EventText::margin)) and is counted once for
//! each such margin.

use super::dice::{Fixed, Pair};
use super::{MOST_RUNS, Moment, Odd, Odds, Rehearsal, Shown, Verdict};
use kernel::oracle::Chance;
use kernel::{Answer, Ask, EventText, Fall, Figure, Question, Roll};
use std::collections::BTreeMap;

/// What both rolls came to, and by how much.
type Key = (Verdict, Option<i32>);

impl<S: Shown> Moment<'_, S> {
    /// Fills in the odds of an opposed roll; as they were where there is none, or too much to count.
    pub(super) fn contest(&self, rehearsal: &mut Rehearsal<S>, odds: &mut Odds) -> Option<()> {
        let mut policy = |_: &Ask, _: &dyn Question| Answer::Option(0);
        let mut rolls: [Option<Roll>; 2] = [None; 2];
        let mut ways: BTreeMap<Key, Vec<Fall>> = BTreeMap::new();
        let counted = kernel::oracle::odds(MOST_RUNS, &mut policy, |oracle| {
            let mut pair = Pair::new(oracle);
            self.run(rehearsal, &mut pair);
            rolls = [rolls[0].or(pair.rolls[0]), rolls[1].or(pair.rolls[1])];
            let verdict = self.verdict(rehearsal).filter(|_| pair.rolls[1].is_some());
            let key = verdict.map(|verdict| (verdict, self.margin(rehearsal)));
            if let Some(key) = key {
                ways.entry(key).or_insert_with(|| std::mem::take(&mut pair.falls));
            }
            Ok(key)
        })?;
        let mut outcomes: BTreeMap<Verdict, Chance> = BTreeMap::new();
        for (key, chance) in &counted {
            if let Some((verdict, _)) = key {
                let sum = outcomes.entry(*verdict).or_insert(Chance::NEVER);
                *sum = sum.plus(*chance)?;
            }
        }
        let per_million = |chance: Chance| chance.per_million() as u32;
        let odd = |(verdict, chance)| Odd { verdict, faces: Vec::new(), per_million: per_million(chance) };
        odds.outcomes = outcomes.into_iter().map(odd).collect();
        let against = rolls[1]?;
        // What it has to meet is the other roll.
        odds.against = Some(Roll { target: None, ..against });
        let (attacker, defender) = (rolls[0]?.figure?, against.figure?);
        let mut ends: BTreeMap<(bool, u8, &'static str), Chance> = BTreeMap::new();
        for (key, falls) in &ways {
            let chance = *counted.get(&Some(*key))?;
            for (end, further) in self.after(rehearsal, falls, [attacker, defender])? {
                let sum = ends.entry(end).or_insert(Chance::NEVER);
                *sum = sum.plus(chance.times(further)?)?;
            }
        }
        // The worst for the one that is attacked first.
        odds.ends = ends.into_iter().rev().map(|((_, _, what), chance)| (what, per_million(chance))).collect();
        Some(())
    }

    /// What becomes of both once the two rolls have fallen like this: whether it is the Defender, how bad it is.
    fn after(&self, rehearsal: &mut Rehearsal<S>, falls: &[Fall], both: [Figure; 2]) -> Option<Ends> {
        let mut policy = |_: &Ask, _: &dyn Question| Answer::Option(0);
        let counted = kernel::oracle::odds(MOST_RUNS, &mut policy, |oracle| {
            self.run_on(rehearsal, &mut Fixed { falls, next: 0, dice: oracle, concerns: S::concerns }, true);
            let told = rehearsal.log.told.iter().skip(self.told).filter_map(|told| S::upshot(&told.event));
            let mut worst = [None; 2];
            for (figure, how, what) in told {
                if let Some(at) = both.iter().position(|one| *one == figure) {
                    worst[at] = worst[at].max(Some((how, what)));
                }
            }
            Ok(worst)
        })?;
        let mut ends = Ends::new();
        for ([back, struck], chance) in counted {
            let back = back.map(|(how, what)| (false, how, S::rebound(what)));
            for end in back.into_iter().chain(struck.map(|(how, what)| (true, how, what))) {
                let sum = ends.entry(end).or_insert(Chance::NEVER);
                *sum = sum.plus(chance)?;
            }
        }
        Some(ends)
    }

    fn margin(&self, rehearsal: &Rehearsal<S>) -> Option<i32> {
        rehearsal.log.told.iter().skip(self.told).find_map(|told| told.event.margin())
    }
}

type Ends = BTreeMap<(bool, u8, &'static str), Chance>;
