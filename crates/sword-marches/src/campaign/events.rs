//! What happens between two battles.

use super::{Chronicle, State};
use crate::muster::Item;
use kernel::{Field, Fields, Figure, Modifiers, Name, Read, Seat, Throw, counted};

/// A piece of Gear, with its article and with what it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece(pub Item);

/// The same without an article.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bare(pub Item);

impl Field<State> for Piece {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.id.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        with_article(&Bare(self.0).say(state))
    }
}

impl Field<State> for Bare {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.id.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        let name = crate::catalog::title(&state.pack, self.0.id);
        if self.0.starmetal { format!("Starmetal {name}") } else { name }
    }
}

/// `an Axe`, `a Sword`.
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

counted! {
    /// So many pieces of Gear.
    Pieces: "1 piece", "pieces";
}

/// A Trait by its own name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning(pub Name);

impl Field<State> for Learning {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        crate::catalog::title(&state.pack, self.0)
    }
}

/// What a Warlord becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calling(pub Name);

impl Field<State> for Calling {
    const KIND: kernel::FieldKind = kernel::FieldKind::Name;

    fn put(&self, key: &'static str, state: &State, fields: &mut Fields) {
        self.0.put(key, state, fields);
    }
    fn say(&self, state: &State) -> String {
        with_article(&crate::catalog::title(&state.pack, self.0))
    }
}

const D10: Throw = Throw { count: 1, sides: 10, read: Read::Highest };

kernel::events! { Chronicle, State:
    TraumaRolled = "{model} makes a Trauma Check: {roll}" { model: Figure, roll: i32 } [rolls D10];
    Died = "{model} is dead" { model: Figure };
    GearSaved = "The Gear of {model} goes into the stash ({pieces})" { model: Figure, pieces: Pieces };
    GearLost = "The Gear of {model} is lost ({pieces})" { model: Figure, pieces: Pieces };
    RatingLost = "{model} keeps an injury: {rating} {value}" { model: Figure, rating: &'static str, value: i32 };
    Spared = "{model} keeps a scar and loses nothing: {rating} is 1" { model: Figure, rating: &'static str };
    Convalescing = "{model} misses the next battle" { model: Figure };
    Recovered = "{model} gets well" { model: Figure };
    NoTrauma = "{model} fled and makes no Trauma Check" { model: Figure };
    Returned = "{model} is back" { model: Figure };
    Left = "{model} takes the pay and leaves" { model: Figure };
    GearTaken = "{model} takes its Gear along ({pieces})" { model: Figure, pieces: Pieces };
    RationsEaten = "The Extra Rations of {seat} are gone" { seat: Seat };
    Succeeded = "{model} becomes the Warlord" { model: Figure };
    Disbanded = "Nobody is left to lead {seat}: it is disbanded" { seat: Seat };
    Founded = "{seat} is founded anew with {silver} SP" { seat: Seat, silver: i32 };
    Earned = "{model} earns {exp} EXP{parts}" { model: Figure, exp: i32, parts: Modifiers };
    Raised = "{model} raises {rating} to {value} for {exp} EXP" { model: Figure, rating: &'static str, value: i32, exp: i32 };
    Learnt = "{model} learns {what} for {exp} EXP" { model: Figure, what: Learning, exp: i32 };
    Mastered = "{model} raises {what} to +{level} for {exp} EXP" { model: Figure, what: Learning, level: i32, exp: i32 };
    Paid = "{seat} gets {silver} SP{parts}" { seat: Seat, silver: i32, parts: Modifiers };
    Bought = "{model} gets {what} for {silver} SP" { model: Figure, what: Piece, silver: i32 };
    Stored = "{model} hands in {what}" { model: Figure, what: Piece };
    Given = "{model} takes {what} from the stash" { model: Figure, what: Piece };
    Sold = "{what} is sold for {silver} SP" { what: Piece, silver: i32 };
    Provisioned = "{seat} buys Extra Rations for {silver} SP" { seat: Seat, silver: i32 };
    Forgone = "{seat} leaves the Extra Rations behind" { seat: Seat };
    Searched = "{seat} looks for {what}: {result} against {needed}" { seat: Seat, what: Piece, result: i32, needed: i32 } [rolls D10];
    Found = "{what} is found" { what: Piece };
    NotFound = "no {what} is to be had" { what: Bare };
    Unaffordable = "the {what} costs {silver} SP, more than there is" { what: Bare, silver: i32 };
    Declined = "the {what} is left where it is" { what: Bare };
    Stashed = "{what} goes into the stash for {silver} SP" { what: Piece, silver: i32 };
    Hired = "{model} is hired for {silver} SP" { model: Figure, silver: i32 };
    Trained = "{model} begins with {rating} {value} for {silver} SP more" { model: Figure, rating: &'static str, value: i32, silver: i32 };
    Schooled = "{model} brings {what} along for {silver} SP" { model: Figure, what: Learning, silver: i32 };
    Dismissed = "{model} is dismissed for good" { model: Figure };
    Renowned = "{seat} gains {renown} Renown{parts}" { seat: Seat, renown: i32, parts: Modifiers };
    StageReached = "{seat} reaches the Stage {stage}" { seat: Seat, stage: &'static str };
    ArchetypeChanged = "the Warlord of {seat} becomes {what}" { seat: Seat, what: Calling };
    ArchetypeKept = "the Warlord of {seat} stays what he is" { seat: Seat };
}
