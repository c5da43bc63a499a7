//! Rolls and contests that tell themselves: the line of the log, the halves of a duel, and what they mean to somebody who
//! asked for the odds follow from how the roll was made.

use crate::board::Verdict;
use crate::{Cuts, D20, Field, Fields, Figure, Flow, Modifiers, Read, Roll, Rule, Seat, Speaks, System, Table, Throw};

const D6: Throw = Throw { count: 1, sides: 6, read: Read::Sum };
const D10: Throw = Throw { count: 1, sides: 10, read: Read::Sum };

/// Who rolls: a figure, or a player for his side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roller {
    pub seat: Seat,
    pub figure: Option<Figure>,
}

impl<St: Speaks> Field<St> for Roller {
    fn put(&self, key: &'static str, state: &St, fields: &mut Fields) {
        match self.figure {
            Some(figure) => figure.put(key, state, fields),
            None => self.seat.put(key, state, fields),
        }
    }

    fn say(&self, state: &St) -> String {
        match self.figure {
            Some(figure) => figure.say(state),
            None => self.seat.say(state),
        }
    }
}

impl<St> Field<St> for Throw {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.text(key, self.to_string());
    }

    fn say(&self, _: &St) -> String {
        self.to_string()
    }
}

impl Roll {
    /// One six-sided die for what the name says: `Roll::d6("shot").by(seat, figure).needs(5)`.
    pub fn d6(name: &'static str) -> Roll {
        Roll::of(D6, name)
    }

    pub fn d10(name: &'static str) -> Roll {
        Roll::of(D10, name)
    }

    pub fn d20(name: &'static str) -> Roll {
        Roll::of(D20, name)
    }

    /// Any dice. The rule comes with [`Table::throw`] or [`Table::contest`].
    pub fn of(throw: Throw, name: &'static str) -> Roll {
        Roll {
            name,
            rule: Rule::new(""),
            throw,
            seat: Seat(0),
            figure: None,
            target: None,
            modifiers: Modifiers::default(),
            cuts: Cuts::NONE,
        }
    }

    /// A figure's own roll.
    #[must_use]
    pub fn by(self, seat: Seat, figure: Figure) -> Roll {
        Roll { seat, figure: Some(figure), ..self }
    }

    /// A player's roll for his side.
    #[must_use]
    pub fn side(self, seat: Seat) -> Roll {
        Roll { seat, ..self }
    }

    /// The number that the total has to reach.
    #[must_use]
    pub fn needs(self, target: i16) -> Roll {
        Roll { target: Some(target), ..self }
    }

    /// What is added, and by which rule; 0 is not mentioned.
    #[must_use]
    pub fn plus(mut self, label: &'static str, rule: Rule, amount: i16) -> Roll {
        self.modifiers.add(label, rule, amount);
        self
    }

    /// By this rule, and with the values at which something changes.
    fn under(self, rule: Rule) -> Roll {
        let turns = |target: i16| Cuts::at(&[i32::from(target - self.modifiers.sum())]);
        Roll { rule, cuts: self.target.map_or(self.cuts, turns), ..self }
    }
}

/// A roll that has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    pub roll: Roll,
    /// What the dice show.
    pub value: i32,
}

impl Thrown {
    pub fn total(&self) -> i32 {
        self.value + i32::from(self.roll.modifiers.sum())
    }

    /// Whether it reached what it needed; a roll that needs nothing is always made.
    pub fn made(&self) -> bool {
        self.roll.target.is_none_or(|target| self.total() >= i32::from(target))
    }

    pub fn roller(&self) -> Roller {
        Roller { seat: self.roll.seat, figure: self.roll.figure }
    }
}

/// Events with rolls among them: `events! { Game, State, rolls: … }` writes this.
pub trait TellsRolls: Sized {
    fn thrown(thrown: Thrown) -> Self;
    fn opened(thrown: Thrown) -> Self;
    fn answered(thrown: Thrown) -> Self;
    fn settled(by: Roller, at: Roller, margin: i32) -> Self;
}

impl<S: System<Event: TellsRolls>> Table<'_, S> {
    /// Throws, and tells it. Whether it was made is for the caller to follow up.
    ///
    /// # Errors
    /// [`crate::Pause`] from the oracle.
    pub fn throw(&mut self, rule: Rule, roll: Roll) -> Flow<Thrown> {
        let thrown = self.fall(rule, roll)?;
        self.tell(rule, || S::Event::thrown(thrown));
        Ok(thrown)
    }

    /// Two roll against one another, the attacker first. Says by how much the attacker's total is the higher.
    ///
    /// # Errors
    /// [`crate::Pause`] from the oracle.
    pub fn contest(&mut self, rule: Rule, attacker: Roll, defender: Roll) -> Flow<i32> {
        let attack = self.fall(rule, attacker)?;
        self.tell(rule, || S::Event::opened(attack));
        let defence = self.fall(rule, defender)?;
        self.tell(rule, || S::Event::answered(defence));
        let margin = attack.total() - defence.total();
        self.tell(rule, || S::Event::settled(attack.roller(), defence.roller(), margin));
        Ok(margin)
    }

    fn fall(&mut self, rule: Rule, roll: Roll) -> Flow<Thrown> {
        let roll = roll.under(rule);
        Ok(Thrown { roll, value: self.roll(&roll)?.value })
    }
}

/// How a roll that needed something ended, in a word.
pub fn reached(made: bool) -> &'static str {
    if made { "made" } else { "missed" }
}

/// How a contest ended for the one who began it.
pub fn against(margin: i32) -> &'static str {
    match margin {
        1.. => "beats",
        0 => "is even with",
        _ => "is beaten by",
    }
}

/// What such a word means for odds.
pub fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "made" => Some(Verdict::Hit("Made")),
        "missed" => Some(Verdict::Miss("Missed")),
        "beats" => Some(Verdict::Hit("Won")),
        "is even with" => Some(Verdict::Miss("Even")),
        "is beaten by" => Some(Verdict::Miss("Beaten")),
        _ => None,
    }
}
