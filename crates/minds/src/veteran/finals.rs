//! The last few answers are played on and compared run by run, each run with the same dice for all of them. Whoever is
//! plainly behind drops out, so that the time goes to those between whom it is close.

use super::policy::Sequel;
use super::{Tried, Veteran, cut, nth};
use kernel::oracle::Situation;
use kernel::{Seat, System};

/// Answers that are played on.
const RIVALS: usize = 6;
/// The rounds before that, and the ways of going on that are looked at for each answer: more, as there are other places to
/// go to than the ones that look best at once.
pub(super) const HEATS: &[(usize, u32)] = &[(16, 2)];
pub(super) const SEQUELS: usize = 8;
/// Runs of each: nobody drops out before the first of these, and nobody has more than the second.
const RUNS: (usize, u32) = (6, 32);
/// Tenths of how an answer stands at the end of its step that count beside how it is played on.
const NEAR: i64 = 3;

struct Rival {
    tried: Tried,
    near: i64,
    worths: Vec<i64>,
}

impl Rival {
    /// Comparable between rivals that had the same number of runs.
    fn score(&self) -> i64 {
        self.worths.iter().sum::<i64>() + self.near * self.worths.len() as i64
    }

    /// Whether this one leads by more than one and a half standard errors of the difference between two runs.
    fn outdoes(&self, other: &Rival) -> bool {
        let runs = self.worths.len() as i64;
        let lead = self.score() - other.score();
        let gaps = || self.worths.iter().zip(&other.worths).map(|(mine, theirs)| mine - theirs);
        let sum: i64 = gaps().sum();
        let squares: i64 = gaps().map(|gap| gap * gap).sum();
        // lead / runs > 3/2 * root((squares - sum² / runs) / (runs - 1) / runs), without a fraction.
        lead > 0 && 4 * lead * lead * (runs - 1) > 9 * (runs * squares - sum * sum)
    }
}

impl<S: System> Veteran<S> {
    /// The best of the field as it is played on.
    pub(super) fn finals(
        &mut self,
        situation: &Situation<'_, S>,
        seat: Seat,
        mut field: Vec<Tried>,
        luck: u64,
    ) -> Option<Tried> {
        field.retain(|tried| tried.runs > 0);
        differ(&mut field);
        cut(&mut field, RIVALS);
        let rival =
            |tried: Tried| Rival { near: tried.sum * NEAR / 10 / i64::from(tried.runs), tried, worths: Vec::new() };
        let mut rivals: Vec<Rival> = field.into_iter().map(rival).collect();
        for run in 0..RUNS.1 {
            if rivals.len() < 2 {
                break;
            }
            // Luck of its own: that of the runs before has chosen these.
            let luck = nth(!luck, run);
            let worth = |rival: &Rival| {
                let sequel = Sequel::Give(rival.tried.sequel.as_ref());
                let run = self.run(situation, seat, &rival.tried.answer, sequel, luck, S::FORESIGHT);
                run.map(|run| i64::from(run.worth))
            };
            // What is imagined of the others may not fit what has happened: that tells nothing about any of them.
            let Some(worths) = rivals.iter().map(worth).collect::<Option<Vec<i64>>>() else { continue };
            for (rival, worth) in rivals.iter_mut().zip(worths) {
                rival.worths.push(worth);
            }
            rivals.sort_by_key(|rival| -rival.score());
            if rivals[0].worths.len() >= RUNS.0 {
                let lead = rivals.remove(0);
                rivals.retain(|rival| !lead.outdoes(rival));
                rivals.insert(0, lead);
            }
        }
        rivals.into_iter().next().map(|rival| rival.tried)
    }
}

/// What came to the same with the same dice is the same by another name, as a walk and a run to one place: only the first
/// stays, or it would take the room of something else.
fn differ(field: &mut Vec<Tried>) {
    field.dedup_by_key(|tried| (tried.sum, tried.runs));
}

#[cfg(test)]
mod tests {
    use super::{Rival, Tried, differ};
    use kernel::Answer;

    fn rival(near: i64, worths: &[i64]) -> Rival {
        let tried = Tried { answer: Answer::Option(0), sequel: None, sum: 0, runs: 1, chancy: true };
        Rival { tried, near, worths: worths.to_vec() }
    }

    #[test]
    fn answers_that_come_to_the_same_are_played_on_once() {
        let tried =
            |at: usize, sum: i64| Tried { answer: Answer::Option(at), sequel: None, sum, runs: 3, chancy: true };
        let mut field = vec![tried(0, 90), tried(1, 90), tried(2, 90), tried(3, 60), tried(4, 30), tried(5, 30)];
        differ(&mut field);
        let left: Vec<Answer> = field.into_iter().map(|tried| tried.answer).collect();
        assert_eq!(left, [0, 3, 4].map(Answer::Option));
    }

    #[test]
    fn only_a_plain_lead_drops_a_rival() {
        let steady = rival(0, &[100, 300, -200, 400, 50, 0]);
        // Dice that fall the same for both do not matter, however much they do.
        assert!(rival(0, &[110, 310, -190, 410, 60, 11]).outdoes(&steady));
        // A lead that comes of one run is no lead, nor is none at all.
        assert!(!rival(0, &[100, 300, -200, 400, 50, 900]).outdoes(&steady));
        assert!(!steady.outdoes(&rival(0, &[100, 300, -200, 400, 50, 0])));
        assert!(!steady.outdoes(&rival(0, &[110, 310, -190, 410, 60, 11])));
        // How they stood before counts as well.
        assert!(rival(10, &[100, 300, -200, 400, 50, 0]).outdoes(&steady));
    }
}
