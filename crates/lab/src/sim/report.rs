//! Adding up battles, one at a time: a simulation of any length takes the same memory.

use super::{Plan, Row, Warband};
use crate::{Interval, wilson};
use kernel::System;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Report {
    pub battles: u64,
    pub draws: u64,
    /// Contender A, B and so on.
    pub sides: Vec<Side>,
    /// Battles won from the first place, from the second and so on, whoever sat there.
    pub places: Vec<u64>,
    pub rounds: u64,
    pub longest: u32,
    pub decisions: u64,
    /// Each warband with what it did for either contender, in the order in which they first come.
    pub warbands: Vec<(Arc<str>, Tally)>,
    pairings: Vec<Vec<usize>>,
    checksum: blake3::Hasher,
}

#[derive(Clone, Debug)]
pub struct Side {
    /// The mind, or those of its players.
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
        let contenders = plan.pairings.first().map_or(0, Vec::len);
        let mind = |at: usize| plan.minds.get(at).map_or_else(String::new, |minds| minds.join("+"));
        let side = |at: usize| Side { mind: mind(at), tally: Tally::default() };
        let mut warbands: Vec<(Arc<str>, Tally)> = Vec::new();
        let mut index = |warband: &Warband| {
            let known = warbands.iter().position(|(name, _)| *name == warband.name);
            known.unwrap_or_else(|| {
                warbands.push((Arc::clone(&warband.name), Tally::default()));
                warbands.len() - 1
            })
        };
        let pairings = plan.pairings.iter().map(|pairing| pairing.iter().map(&mut index).collect()).collect();
        Report {
            battles: 0,
            draws: 0,
            sides: (0..contenders).map(side).collect(),
            places: vec![0; contenders],
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
            Some(contender) => self.places[row.place_of(contender)] += 1,
            None => self.draws += 1,
        }
        self.rounds += u64::from(row.rounds);
        self.longest = self.longest.max(row.rounds);
        self.decisions += row.decisions;
        for contender in 0..self.sides.len() {
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
    let scores = row.scores.iter().map(|score| i64::from(*score));
    let length = [row.rounds.into(), row.decisions as i64];
    for number in std::iter::once(winner).chain(scores).chain(length) {
        hasher.update(&number.to_le_bytes());
    }
}
