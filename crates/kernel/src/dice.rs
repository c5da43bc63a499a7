//! Dice: what is thrown, what fell, and where it comes from.
//!
//! A seeded die depends only on the seed and on how many dice fell before it in the battle, so an undo cannot fish for
//! a better roll, and anybody who is shown the seed can check every die of a record.

use crate::{Figure, Rule, Seat};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::fmt;

/// Dice thrown together by one rule, and how they are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    pub count: u8,
    pub sides: u8,
    pub read: Read,
}

/// The reading is part of the throw so that odds enumerate results, not faces: the highest of five dice has ten
/// outcomes and not a hundred thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    Sum,
    Highest,
    Lowest,
}

pub const D20: Throw = Throw { count: 1, sides: 20, read: Read::Sum };

/// Most dice that one throw may have.
pub const MAX_DICE: usize = 12;

/// The faces that fell, and the value read from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    count: u8,
    faces: [u8; MAX_DICE],
    pub value: i32,
}

impl Throw {
    pub fn sides(self) -> u8 {
        self.sides
    }

    /// Reads faces as this throw says; `None` when their number or one of them does not fit.
    pub fn read(self, faces: &[u8]) -> Option<Fall> {
        if faces.len() != self.count as usize || faces.len() > MAX_DICE {
            return None;
        }
        if faces.iter().any(|face| *face == 0 || *face > self.sides) {
            return None;
        }
        let values = faces.iter().map(|face| i32::from(*face));
        let value = match self.read {
            Read::Sum => values.sum(),
            Read::Highest => values.max().unwrap_or(0),
            Read::Lowest => values.min().unwrap_or(0),
        };
        let mut kept = [0; MAX_DICE];
        kept[..faces.len()].copy_from_slice(faces);
        Some(Fall { count: self.count, faces: kept, value })
    }

    /// Every value that can be read, with one way to throw it and the number of ways out of `sides ^ count`.
    pub fn outcomes(self) -> Vec<(Fall, u64)> {
        let mut found: Vec<(Fall, u64)> = Vec::new();
        let mut faces = vec![1u8; self.count as usize];
        loop {
            if let Some(fall) = self.read(&faces) {
                match found.iter_mut().find(|(seen, _)| seen.value == fall.value) {
                    Some((_, ways)) => *ways += 1,
                    None => found.push((fall, 1)),
                }
            }
            let Some(at) = faces.iter().rposition(|face| *face < self.sides) else {
                found.sort_by_key(|(fall, _)| fall.value);
                return found;
            };
            faces[at] += 1;
            faces[at + 1..].fill(1);
        }
    }
}

impl Fall {
    /// What these faces are by themselves; how they are read is for the roll to say.
    pub fn of(faces: &[u8]) -> Option<Fall> {
        let mut kept = [0; MAX_DICE];
        kept.get_mut(..faces.len())?.copy_from_slice(faces);
        let value = faces.iter().map(|face| i32::from(*face)).sum();
        Some(Fall { count: faces.len() as u8, faces: kept, value })
    }

    pub fn faces(&self) -> &[u8] {
        &self.faces[..self.count as usize]
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "d{}", self.sides),
            count => write!(f, "{count}d{}", self.sides),
        }
    }
}

/// The secret from which all dice of a battle follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    pub fn from_number(number: u64) -> Seed {
        Seed(*blake3::Hasher::new().update(b"fray seed number").update(&number.to_le_bytes()).finalize().as_bytes())
    }

    /// Published when the battle begins; the record opens it at the end.
    pub fn commitment(&self) -> String {
        blake3::Hasher::new().update(b"fray seed commitment").update(&self.0).finalize().to_hex().to_string()
    }

    pub fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub fn from_hex(text: &str) -> Option<Seed> {
        let bytes = text.as_bytes();
        if bytes.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut out = [0; 32];
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Seed(out))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// Seeded dice. Throw number `n` of a battle has a stream of its own.
#[derive(Clone, Debug)]
pub struct SeededDice {
    rng: ChaCha8Rng,
}

impl SeededDice {
    pub fn new(seed: Seed) -> SeededDice {
        SeededDice { rng: ChaCha8Rng::from_seed(seed.0) }
    }

    pub fn throw(&mut self, number: u64, throw: Throw) -> Fall {
        self.rng.set_stream(number);
        self.rng.set_word_pos(0);
        let mut faces = [1u8; MAX_DICE];
        let count = (throw.count as usize).min(MAX_DICE);
        for face in &mut faces[..count] {
            *face = 1 + below(&mut || self.rng.next_u64(), u64::from(throw.sides.max(1))) as u8;
        }
        throw.read(&faces[..count]).unwrap_or(Fall { count: 0, faces: [0; MAX_DICE], value: 0 })
    }
}

/// An even number below `bound`: multiply and keep the high half, throwing again in the sliver that would be uneven.
/// This is our own mapping, written down here, so that no library's update can change what a seed means.
pub fn below(next: &mut impl FnMut() -> u64, bound: u64) -> u64 {
    let bound = bound.max(1);
    let uneven = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(next()) * u128::from(bound);
        if (product as u64) >= uneven {
            return (product >> 64) as u64;
        }
    }
}

/// A small, fast generator for minds and sampling; never for the dice of a battle that is recorded.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn word(&mut self) -> u64 {
        // splitmix64: one addition and a scramble, good enough for picking among moves.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound.max(1) as u128) >> 64) as usize
    }

    pub fn throw(&mut self, throw: Throw) -> Fall {
        let mut faces = [1u8; MAX_DICE];
        let count = (throw.count as usize).min(MAX_DICE);
        for face in &mut faces[..count] {
            *face = 1 + self.below(throw.sides as usize) as u8;
        }
        throw.read(&faces[..count]).unwrap_or(Fall { count: 0, faces: [0; MAX_DICE], value: 0 })
    }
}

/// One named change of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    pub label: &'static str,
    pub rule: Rule,
    pub amount: i16,
}

/// `Charge +2 SW-CHARGE-03`, as programs read it.
impl std::fmt::Display for Modifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:+} {}", self.label, self.amount, self.rule)
    }
}

const MAX_MODIFIERS: usize = 12;

/// The modifiers of a roll, in the order in which the book adds them up.
#[derive(Clone, Copy, Debug)]
pub struct Modifiers {
    len: u8,
    sum: i16,
    list: [Modifier; MAX_MODIFIERS],
}

impl Default for Modifiers {
    fn default() -> Modifiers {
        const NOTHING: Modifier = Modifier { label: "", rule: Rule::new(""), amount: 0 };
        Modifiers { len: 0, sum: 0, list: [NOTHING; MAX_MODIFIERS] }
    }
}

impl Modifiers {
    /// A modifier of 0 changes nothing and is not listed. The sum counts even where the list is full.
    pub fn add(&mut self, label: &'static str, rule: Rule, amount: i16) {
        if amount == 0 {
            return;
        }
        self.sum += amount;
        if let Some(slot) = self.list.get_mut(self.len as usize) {
            *slot = Modifier { label, rule, amount };
            self.len += 1;
        }
    }

    pub fn sum(&self) -> i16 {
        self.sum
    }

    pub fn list(&self) -> &[Modifier] {
        &self.list[..self.len as usize]
    }
}

impl PartialEq for Modifiers {
    fn eq(&self, other: &Modifiers) -> bool {
        self.list() == other.list() && self.sum == other.sum
    }
}

impl Eq for Modifiers {}

/// A roll that the rules ask for, with everything a player may know before the die falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What the roll is called: `attack`, `recovery`, `tactics`.
    pub name: &'static str,
    pub rule: Rule,
    pub throw: Throw,
    /// Who throws.
    pub seat: Seat,
    pub figure: Option<Figure>,
    /// The number that the total has to meet, where there is one.
    pub target: Option<i16>,
    pub modifiers: Modifiers,
    /// Where the outcome changes, for odds.
    pub cuts: Cuts,
}

/// The values of a roll at which its outcome changes. Values between two cuts lead to the same battle, so exact odds
/// look at one of them with the weight of all: an attack has four outcomes and not twenty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cuts(u64);

impl Cuts {
    /// Nothing is known: every value stands for itself.
    pub const NONE: Cuts = Cuts(0);

    /// Outcomes change at each of these values, which begin a new one. Values beyond 63 are left out, as no throw of
    /// a game so far reads that high.
    pub fn at(values: &[i32]) -> Cuts {
        // Bit 0 says that the cuts are known even where there are none.
        Cuts(values.iter().filter(|value| (1..64).contains(*value)).fold(1, |bits, value| bits | 1 << value))
    }

    fn separates(self, lower: i32, higher: i32) -> bool {
        self == Cuts::NONE || (lower + 1..=higher).any(|value| !(1..64).contains(&value) || self.0 >> value & 1 == 1)
    }

    /// Joins outcomes that no cut separates. The list is in rising order of value.
    pub fn join(self, outcomes: Vec<(Fall, u64)>) -> Vec<(Fall, u64)> {
        let mut joined: Vec<(Fall, u64)> = Vec::new();
        let mut highest = 0;
        for (fall, ways) in outcomes {
            match joined.last_mut() {
                Some((_, sum)) if !self.separates(highest, fall.value) => *sum += ways,
                _ => joined.push((fall, ways)),
            }
            highest = fall.value;
        }
        joined
    }
}
