//! The contract between the engine and a game.

use crate::board::{Duel, Verdict};
use crate::decision::Declared;
use crate::{Fields, Figure, Flow, Log, Oracle, Problem, Rng, Scene, Seat, Seats, Speaks, Table, Throw};
use std::fmt::Debug;
use std::sync::Arc;

/// A game with its rules. About a dozen functions, all total; everything else is built on them once.
pub trait System: Sized + Clone + Debug + 'static {
    /// `sellsword`, as in folders, records and the command line.
    const NAME: &'static str;

    type Pack: Pack;
    type State: Clone + Debug + Send + Sync + Speaks;
    type Event: EventText<Self>;
    type Scratch: Default + Debug + Send;

    /// Steps that a mind plays on after the one it decides in before it weighs what stands there. None where the end of
    /// that step says enough.
    const FORESIGHT: u32 = 0;

    /// What the rules ask, chapter by chapter: see [`decisions!`](crate::decisions).
    fn decisions() -> &'static [&'static [Declared<Self>]] {
        &[]
    }

    /// From anything parseable to a validated state, or every problem at once.
    ///
    /// # Errors
    /// Illegal warbands, unknown scenarios or options.
    fn begin(pack: &Arc<Self::Pack>, setup: &Setup) -> Result<Self::State, Vec<Problem>>;

    /// Plays from one checkpoint to the next. Never called once [`outcome`](System::outcome) is known.
    ///
    /// # Errors
    /// [`crate::Pause`] when the oracle has no answer yet; the state is then of no use and is thrown away.
    fn step(table: &mut Table<'_, Self>) -> Flow;

    /// One step on this state, answered by this oracle.
    ///
    /// # Errors
    /// As for [`step`](System::step).
    fn run(
        state: &mut Self::State,
        oracle: &mut dyn Oracle,
        log: &mut Log<Self::Event>,
        scratch: &mut Self::Scratch,
    ) -> Flow {
        // What was noted for an event that never came belongs to nothing that comes later.
        log.forget_notes();
        Self::step(&mut Table { state, oracle, log, scratch })
    }

    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What `seat` may see. `None` is the public view, for onlookers: nothing that any seat may not know.
    fn scene(state: &Self::State, seat: Option<Seat>) -> Scene;

    /// How well the battle stands for `seat`: more is better, the sum over seats need not be zero.
    fn appraise(state: &Self::State, seat: Seat) -> i32;

    /// How `seat` stands against its enemies, in its own eyes. Where sides want different things, each may weigh the same
    /// table in its own way. What is good for both counts a little: two bands that are each drawn to the other would
    /// otherwise stand and wait, since every step closer is worth the same to both.
    fn balance(state: &Self::State, seat: Seat) -> i32 {
        Self::lead(state, seat).saturating_mul(4).saturating_add(Self::appraise(state, seat))
    }

    /// By how much `seat` is ahead of the best of its enemies.
    fn lead(state: &Self::State, seat: Seat) -> i32 {
        let allies = Self::allies(state, seat);
        let others = (0..Self::seats(state)).map(Seat).filter(|other| !allies.contains(*other));
        let rival = others.map(|other| Self::appraise(state, other)).max().unwrap_or(0);
        Self::appraise(state, seat).saturating_sub(rival)
    }

    /// Replaces what `seat` cannot know by a random possibility. Games without secrets change nothing.
    fn imagine(state: &mut Self::State, seat: Seat, rng: &mut Rng) {
        let _ = (state, seat, rng);
    }

    /// Feeds everything that makes two states different into the digest.
    fn digest(state: &Self::State, digest: &mut Digest);

    /// What must hold between steps.
    ///
    /// # Errors
    /// Names the broken invariant.
    fn invariants(state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }

    /// How many players there are; two where a game does not say.
    fn seats(state: &Self::State) -> u8 {
        let _ = state;
        2
    }

    /// The seats that win and lose together with this one, itself among them.
    fn allies(state: &Self::State, seat: Seat) -> Seats {
        let _ = state;
        Seats::only(seat)
    }

    /// The sides of a battle, each with its seats, in the order of their first seats: the order of [`Setup::sides`].
    fn sides(state: &Self::State) -> Vec<Seats> {
        let mut sides: Vec<Seats> = Vec::new();
        for seat in (0..Self::seats(state)).map(Seat) {
            if !sides.iter().any(|side| side.contains(seat)) {
                sides.push(Self::allies(state, seat));
            }
        }
        sides
    }
}

/// The content a system plays with.
pub trait Pack: Debug + Send + Sync {
    /// Changes when any of the content does.
    fn hash(&self) -> &str;
}

/// What an event says: its name and fields for cases and programs, a sentence for people.
pub trait EventText<S: System>: Clone + Debug + PartialEq + Send + Sync {
    fn name(&self) -> &'static str;
    fn fields(&self, state: &S::State, fields: &mut Fields);
    fn sentence(&self, state: &S::State) -> String;

    /// The dice that it tells of.
    fn rolls(&self) -> Option<Throw> {
        None
    }

    /// Where it stands in an opposed roll, so that both halves can be shown side by side.
    fn duel(&self) -> Option<Duel> {
        None
    }

    /// By how much an opposed roll was won or lost.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// What it means to somebody who asked for the odds.
    fn verdict(&self) -> Option<Verdict> {
        None
    }
}

/// Everything a battle begins with. Together with the facts it is the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    pub scenario: String,
    /// Match options by name, in order.
    pub options: Vec<(String, String)>,
    /// One line for each side, in the system's own notation. Several players may share a side and its line.
    pub sides: Vec<String>,
    /// Seats that throw real dice and type what fell.
    pub own_dice: Seats,
}

impl Setup {
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won, named by its first seat: see [`System::sides`]. `None` is a draw.
    pub winner: Option<Seat>,
    /// One a seat; allies have that of their side.
    pub scores: Vec<i32>,
    /// Rounds or turns played.
    pub rounds: u32,
    /// Why it ended, in words.
    pub reason: &'static str,
}

impl Outcome {
    /// Everybody who won.
    pub fn winners(&self, sides: &[Seats]) -> Seats {
        let won = |seat: Seat| sides.iter().find(|side| side.contains(seat)).copied();
        self.winner.map_or(Seats::NONE, |seat| won(seat).unwrap_or(Seats::only(seat)))
    }

    /// One score a side.
    pub fn side_scores(&self, sides: &[Seats]) -> Vec<i32> {
        let of = |side: &Seats| side.iter().next().and_then(|seat| self.scores.get(seat.index())).copied();
        sides.iter().filter_map(of).collect()
    }

    /// The scores of the sides, the winner's first, where they decided. None where they did not, as when the side that was
    /// ahead routs, and none of a draw in which all are the same.
    pub fn deciding_scores(&self, sides: &[Seats]) -> Option<Vec<i32>> {
        let mut scores = self.side_scores(sides);
        let won = |seat| sides.iter().position(|side: &Seats| side.contains(seat)).unwrap_or(scores.len());
        let decided = match self.winner.map(won) {
            Some(at) if at < scores.len() => {
                scores[..=at].rotate_right(1);
                scores[1..].iter().all(|other| *other < scores[0])
            }
            Some(_) => false,
            None => scores.iter().any(|score| *score != scores[0]),
        };
        decided.then_some(scores)
    }
}

/// Collects bytes of a state in a fixed order, the same on every machine.
#[derive(Debug, Default)]
pub struct Digest {
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl Digest {
    pub fn byte(&mut self, value: u8) {
        self.buffer.push(value);
    }

    pub fn number(&mut self, value: i64) {
        self.buffer.extend_from_slice(&value.to_le_bytes());
    }

    pub fn flag(&mut self, value: bool) {
        self.buffer.push(u8::from(value));
    }

    pub fn text(&mut self, value: &str) {
        self.number(value.len() as i64);
        self.buffer.extend_from_slice(value.as_bytes());
    }

    /// A list with its length, so that two lists in a row cannot be taken for each other.
    pub fn list<T>(&mut self, items: &[T], item: impl Fn(&mut Digest, &T)) {
        self.number(items.len() as i64);
        for one in items {
            item(self, one);
        }
    }

    /// Something that may be absent.
    pub fn maybe<T>(&mut self, value: Option<T>, some: impl FnOnce(&mut Digest, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            some(self, value);
        }
    }

    pub fn seat(&mut self, seat: Option<Seat>) {
        self.number(seat.map_or(-1, |seat| seat.0.into()));
    }

    pub fn figure(&mut self, figure: Option<Figure>) {
        self.number(figure.map_or(-1, |figure| figure.0.into()));
    }

    pub fn outcome(&mut self, outcome: Option<&Outcome>) {
        self.maybe(outcome, |d, Outcome { winner, scores, rounds, reason }| {
            d.seat(*winner);
            d.list(scores, |d, score| d.number((*score).into()));
            d.number((*rounds).into());
            d.text(reason);
        });
    }

    /// 128 bits in hexadecimal.
    pub fn finish(mut self) -> String {
        self.hasher.update(&self.buffer);
        self.hasher.finalize().to_hex()[..32].to_string()
    }
}

/// The digest of a state by itself.
pub fn state_hash<S: System>(state: &S::State) -> String {
    let mut digest = Digest::default();
    S::digest(state, &mut digest);
    digest.finish()
}
