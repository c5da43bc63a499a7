//! What rolls and events mean for odds and for the log.

use crate::{Ask, EventText, Fall, Figure, Flow, Question, Roll, System, Table};
use std::ops::Range;

/// How the odds of a choice are counted, and what the events of a roll mean.
pub trait Chances: System {
    /// What an event means to somebody who asked for the odds. Rolls that tell themselves say so by themselves.
    fn verdict(event: &Self::Event) -> Option<Verdict> {
        event.verdict()
    }

    /// Whether an event says that what was rolled before it comes to nothing: then its verdict is the one that counts.
    fn undoes(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// How many deeds are announced and not done yet, in the order of [`declared`](super::Foresight::declared).
    fn announced(state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Does these of the announced deeds by themselves, as if no others were, with the rules that will do them.
    ///
    /// # Errors
    /// Pauses for choices and dice.
    fn perform(t: &mut Table<'_, Self>, deeds: Range<usize>) -> Flow {
        let _ = (t, deeds);
        Ok(())
    }

    /// What has become of the figures between two states; `None` where a system does not say.
    fn fates(before: &Self::State, after: &Self::State) -> Option<Vec<(Figure, Fate)>> {
        let _ = (before, after);
        None
    }

    /// Whether a roll decides about one figure alone and about nothing that is rolled after it, in a deed that makes no
    /// two of them about the same figure.
    fn apart(roll: &Roll) -> bool {
        let _ = roll;
        false
    }

    /// The figure that such a roll was about, from the event that tells of it.
    fn struck(event: &Self::Event) -> Option<Figure> {
        let _ = event;
        None
    }

    /// Whether all dice that a choice leads to are counted for its [`upshot`](Chances::upshot).
    const UPSHOTS: bool = false;

    /// What an event means in the end, to whom, and how bad that is: of all that befalls the target of a choice the worst
    /// is counted in its odds.
    fn upshot(event: &Self::Event) -> Option<(Figure, u8, &'static str)> {
        let _ = event;
        None
    }

    /// Whether rolls are answered by rolls of the other side, so that odds are those of both together. A contest that tells
    /// itself ([`Table::contest`]) is counted so without it.
    const OPPOSED: bool = false;

    /// What somebody is taken to answer in odds that hang on it, by the place in the question; the roll that fell last is
    /// given. Without it others leave things as they are. What is assumed may hang only on what both sides know.
    fn assumed(state: &Self::State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
        let _ = (state, ask, question, last);
        None
    }

    /// Whether a roll after an opposed one still concerns the two who made it.
    fn concerns(roll: &Roll) -> bool {
        let _ = roll;
        true
    }

    /// An [`upshot`](Chances::upshot) in words where it comes back at the one who began.
    fn rebound(what: &'static str) -> &'static str {
        what
    }
}

/// A part of an opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duel {
    /// The roll that has to be met.
    Opens,
    /// The roll against it.
    Answers,
    /// What comes of the two.
    Settles,
}

/// What a roll comes to, from bad to good for the one who rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Miss(&'static str),
    Hit(&'static str),
    Critical(&'static str),
}

impl Verdict {
    pub fn label(self) -> &'static str {
        match self {
            Verdict::Miss(label) | Verdict::Hit(label) | Verdict::Critical(label) => label,
        }
    }
}

/// Something that becomes of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    Healed(u8),
    /// So many wounds, and it lives.
    Wounds(u8),
    Killed,
    /// A condition, by its name.
    Gains(&'static str),
}

impl Fate {
    pub fn label(self) -> String {
        match self {
            Fate::Healed(1) => "1 wound healed".into(),
            Fate::Healed(wounds) => format!("{wounds} wounds healed"),
            Fate::Wounds(1) => "1 wound".into(),
            Fate::Wounds(wounds) => format!("{wounds} wounds"),
            Fate::Killed => "Killed".into(),
            Fate::Gains(condition) => condition.into(),
        }
    }
}
