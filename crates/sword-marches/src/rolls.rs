//! Every die the game rolls, one named function each. All are d10s of which the highest counts (SM-META-03,
//! SM-DICE-02); a Check is two of these rolls, one for each side.
//!
//! | roll | dice | adds | against |
//! |---|---|---|---|
//! | first check, strategy | d10 | CMD | the other's |
//! | rout | d10 | Warlord's CMD | d10 + losses |
//! | panic, forfeit, kindle | d10 | CMD | d10 + Difficulty |
//! | random | d10 | | the other's d10, the difference counts |
//! | attack, defense | attacks, Rate of Fire, Cover | CBT | one another |
//! | damage, resistance | d10 | Base Damage and bonus; CON and ARM | one another |
//! | disengage | d10 | CBT | d10 + best CBT + 1 for each further enemy |
//! | terrain | d10 | CBT | d10 + inches |
//! | fall | d10 | inches | d10 + CON |

use crate::Table;
use kernel::{Cuts, Fall, Figure, Flow, Modifiers, Read, Roll, Rule, Seat, Throw};

/// What is rolled, by whom, with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice {
    pub name: &'static str,
    pub rule: Rule,
    pub seat: Seat,
    pub figure: Option<Figure>,
    pub count: i16,
    pub modifiers: Modifiers,
}

impl Dice {
    pub(crate) fn one(name: &'static str, rule: Rule, seat: Seat, modifiers: Modifiers) -> Dice {
        Dice { name, rule, seat, figure: None, count: 1, modifiers }
    }

    pub(crate) fn of(mut self, figure: Figure) -> Dice {
        self.figure = Some(figure);
        self
    }

    pub(crate) fn dice(mut self, count: i16) -> Dice {
        self.count = count;
        self
    }
}

/// The first roll of an opposed Check: nothing is known yet of what it has to meet.
pub(crate) fn open(t: &mut Table<'_>, dice: Dice) -> Flow<i32> {
    throw(t, dice, None, Cuts::NONE).map(|fall| fall.value)
}

/// The second roll: it changes the outcome where its total passes `target`, and again at each of `steps` beyond.
pub(crate) fn against(t: &mut Table<'_>, dice: Dice, target: i32, cuts: Cuts) -> Flow<i32> {
    throw(t, dice, Some(target), cuts).map(|fall| fall.value)
}

/// A roll, first or second, of which every die is looked at.
pub(crate) fn throw(t: &mut Table<'_>, dice: Dice, target: Option<i32>, cuts: Cuts) -> Flow<Fall> {
    let count = dice.count.clamp(1, kernel::MAX_DICE as i16) as u8;
    let roll = Roll {
        name: dice.name,
        rule: dice.rule,
        throw: Throw { count, sides: 10, read: Read::Highest },
        seat: dice.seat,
        figure: dice.figure,
        target: target.map(|target| target.clamp(i16::MIN.into(), i16::MAX.into()) as i16),
        modifiers: dice.modifiers,
        cuts,
    };
    t.roll(&roll)
}

/// The outcome of an opposing roll changes where it first exceeds `total`.
pub(crate) fn exceeding(total: i32, modifiers: &Modifiers) -> Cuts {
    Cuts::at(&[total - i32::from(modifiers.sum()) + 1])
}

/// A plain die of a Random Check (SM-CHECK-12).
pub(crate) fn random(t: &mut Table<'_>, rule: Rule, seat: Seat) -> Flow<i32> {
    open(t, Dice::one("random", rule, seat, Modifiers::default()))
}

/// What dice are thrown for.
pub(crate) const NAMES: &[&str] = &[
    "attack",
    "climb",
    "defense",
    "dive",
    "edge",
    "forfeit",
    "jump",
    "kindle",
    "damage",
    "resistance",
    "fall",
    "rout",
    "panic",
    "strategy",
    "disengage",
    "random",
    "first check",
    "two weapons",
];
