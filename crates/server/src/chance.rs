//! Where dice come from, and what minds draw by lot.

use kernel::{Seat, Seed, Setup};

/// What nobody can foresee; or, for tests and demonstrations, what follows from a number.
#[derive(Clone, Copy, Debug, Default)]
pub enum Chance {
    #[default]
    Unforeseen,
    /// Every battle with the same setup gets the same dice, in whatever order battles are begun.
    Known(u64),
}

impl Chance {
    /// The seed of a battle, or of one that is forked from a step of another.
    ///
    /// # Errors
    /// When the machine has no randomness to give.
    pub(crate) fn seed(self, setup: &Setup, step: Option<u32>) -> Result<Seed, getrandom::Error> {
        match self {
            Chance::Unforeseen => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes)?;
                Ok(Seed(bytes))
            }
            Chance::Known(number) => {
                let text = format!("fray dice {number} {step:?} {setup:?}");
                Ok(Seed(*blake3::hash(text.as_bytes()).as_bytes()))
            }
        }
    }

    /// What moves a mind at this moment of a battle.
    pub(crate) fn rng(self, seat: Seat, moment: u32) -> u64 {
        match self {
            Chance::Unforeseen => {
                let mut bytes = [0; 8];
                // Without randomness a mind is predictable, and still plays.
                let _ = getrandom::fill(&mut bytes);
                u64::from_le_bytes(bytes)
            }
            Chance::Known(number) => {
                let text = format!("fray rng {number} {seat} {moment}");
                let mut bytes = [0; 8];
                bytes.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..8]);
                u64::from_le_bytes(bytes)
            }
        }
    }
}
