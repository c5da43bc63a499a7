//! Adding up battles, one at a time: a simulation of any length takes the same memory.

use super::{Plan, Row, Warband};
use crate::{Interval, wilson};
use kernel::System;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Report {
    pub battles: u64,
    pub draws: u64,
    /// Contender A and B.
    pub sides: [Side; 2],
    /// Battles won by the first and the second seat, whoever sat there.
    pub seats: [u64; 2],
    pub rounds: u64,
    pub longest: u32,
    pub decisions: u64,
    /// Each warband with what it did for either contender, in the order in which they first come.
    pub warbands: Vec<(Arc<str>, Tally)>,
    pairings: Vec<[usize; 2]>,
    checksum: blake3::Hasher,
}

#[derive(Clone, Debug)]
pub struct Side {
    pub mind: String,
    pub tally: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub battles: u64,
    pub wins: u64,
    pub score: i64,
    pub survivors: u64,
}

impl Tally {
    pub fn rate(&self) -> Interval {
        wilson(self.wins, self.battles)
    }

    pub fn mean_score(&self) -> f64 {
        self.score as f64 / self.battles.max(1) as f64
    }

    pub fn mean_survivors(&self) -> f64 {
        self.survivors as f64 / self.battles.max(1) as f64
    }

    fn add(&mut self, row: &Row, contender: usize) {
        self.battles += 1;
        self.wins += u64::from(row.winner == Some(contender));
        self.score += i64::from(row.scores[contender]);
        self.survivors += u64::from(row.survivors[contender]);
    }
}

impl Report {
    pub(super) fn new<S: System>(plan: &Plan<S>) -> Report {
        let side = |at: usize| Side { mind: plan.minds[at].clone(), tally: Tally::default() };
        let mut warbands: Vec<(Arc<str>, Tally)> = Vec::new();
        let mut index = |warband: &Warband| {
            let known = warbands.iter().position(|(name, _)| *name == warband.name);
            known.unwrap_or_else(|| {
                warbands.push((Arc::clone(&warband.name), Tally::default()));
                warbands.len() - 1
            })
        };
        let pairings = plan.pairings.iter().map(|[a, b]| [index(a), index(b)]).collect();
        Report {
            battles: 0,
            draws: 0,
            sides: [side(0), side(1)],
            seats: [0; 2],
            rounds: 0,
            longest: 0,
            decisions: 0,
            warbands,
            pairings,
            checksum: blake3::Hasher::new(),
        }
    }

    pub(super) fn add(&mut self, row: &Row) {
        self.battles += 1;
        match row.winner {
            Some(contender) => self.seats[contender ^ usize::from(row.swapped)] += 1,
            None => self.draws += 1,
        }
        self.rounds += u64::from(row.rounds);
        self.longest = self.longest.max(row.rounds);
        self.decisions += row.decisions;
        for contender in 0..2 {
            self.sides[contender].tally.add(row, contender);
            let warband = self.pairings[row.pairing][contender];
            self.warbands[warband].1.add(row, contender);
        }
        sum_up(&mut self.checksum, row);
    }

    pub fn mean_rounds(&self) -> f64 {
        self.rounds as f64 / self.battles.max(1) as f64
    }

    pub fn mean_decisions(&self) -> f64 {
        self.decisions as f64 / self.battles.max(1) as f64
    }

    /// The same for the same battles, on any machine and any number of threads.
    pub fn checksum(&self) -> String {
        self.checksum.finalize().to_hex()[..16].to_owned()
    }
}

/// Feeds a result into a checksum of outcomes.
fn sum_up(hasher: &mut blake3::Hasher, row: &Row) {
    let winner = row.winner.map_or(-1, |contender| contender as i64);
    let scores = row.scores.map(i64::from);
    for number in [winner, scores[0], scores[1], row.rounds.into(), row.decisions as i64] {
        hasher.update(&number.to_le_bytes());
    }
}
