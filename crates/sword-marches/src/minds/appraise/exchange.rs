//! What comes of one attack on average: the exact chances of a plain Attack against a plain Defense and of the Damage that
//! follows (SM-ATTACK-04, SM-DAMAGE-05), with nothing thrown in.

/// Most dice of a side that are told apart.
const DICE: usize = 4;
/// Differences of two dice, from -9 to 9.
const SPAN: usize = 19;

/// Ten-thousandths with which the best of some dice beats the best of others by a difference.
static GAPS: [[[i32; SPAN]; DICE]; DICE] = gaps();

const fn gaps() -> [[[i32; SPAN]; DICE]; DICE] {
    let mut all = [[[0; SPAN]; DICE]; DICE];
    let mut mine = 0;
    while mine < DICE {
        let mut theirs = 0;
        while theirs < DICE {
            let mut a = 1;
            while a <= 10 {
                let mut b = 1;
                while b <= 10 {
                    let share = best(a, mine as u32 + 1) * best(b, theirs as u32 + 1) / 10_000;
                    all[mine][theirs][(a - b + 9) as usize] += share as i32;
                    b += 1;
                }
                a += 1;
            }
            theirs += 1;
        }
        mine += 1;
    }
    all
}

/// Ten-thousandths with which this is the best of some dice.
const fn best(face: i64, dice: u32) -> i64 {
    (face.pow(dice) - (face - 1).pow(dice)) * 10_000 / 10i64.pow(dice)
}

/// An attack as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub attack: i32,
    pub dice: i32,
    pub guard: i32,
    pub parries: i32,
    /// Base Damage less CON and ARM.
    pub edge: i32,
    pub threshold: i32,
}

impl Exchange {
    /// Thousandths of a Wound, with a Shock as a share of one.
    pub(super) fn harm(&self) -> i32 {
        const SHOCK: i32 = 35;
        let place = |dice: i32| (dice.clamp(1, DICE as i32) - 1) as usize;
        let gaps = &GAPS[place(self.dice)][place(self.parries)];
        let lead = self.attack - self.guard;
        let mut sum = 0;
        for (at, share) in gaps.iter().enumerate() {
            let margin = at as i32 - 9 + lead;
            if margin >= 0 {
                let shock = reaches(margin + self.edge, 0);
                let wound = reaches(margin + self.edge, self.threshold);
                sum += share * (wound * 100 + (shock - wound) * SHOCK);
            }
        }
        sum / 100_000
    }
}

/// Hundredths with which one die with a lead beats another by so much.
fn reaches(lead: i32, by: i32) -> i32 {
    match by - lead {
        ..=-9 => 100,
        need @ ..=0 => 100 - (9 + need) * (10 + need) / 2,
        need @ ..=9 => (10 - need) * (11 - need) / 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Exchange, GAPS, reaches};

    #[test]
    fn chances_are_whole_and_exact() {
        for mine in &GAPS {
            for gaps in mine {
                assert!((9_950..=10_000).contains(&gaps.iter().sum::<i32>()), "{gaps:?}");
            }
        }
        // Two dice are equal in ten of a hundred throws, and one beats the other by five or more in fifteen.
        assert_eq!(GAPS[0][0][9], 1_000);
        assert_eq!((reaches(0, 0), reaches(0, 1), reaches(0, 5), reaches(3, 0)), (55, 45, 15, 79));
    }

    #[test]
    fn harm_grows_with_skill_dice_and_force() {
        let plain = Exchange { attack: 3, dice: 1, guard: 3, parries: 1, edge: 0, threshold: 5 };
        let harm = plain.harm();
        assert!(harm > 100 && harm < 600, "{harm}");
        assert!(Exchange { attack: 5, ..plain }.harm() > harm);
        assert!(Exchange { dice: 2, ..plain }.harm() > harm);
        assert!(Exchange { edge: 3, ..plain }.harm() > harm);
        assert!(Exchange { parries: 2, ..plain }.harm() < harm);
    }
}
