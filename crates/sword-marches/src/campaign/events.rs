//! What happens between two battles.

use super::{Chronicle, State};
use kernel::{Figure, Modifiers, Name, Seat};

kernel::events! { Chronicle, State:
    TraumaRolled = "{model} makes a Trauma Check: {roll}" { model: Figure, roll: i32 };
    Died = "{model} is dead" { model: Figure };
    GearSaved = "the Gear of {model} goes into the stash ({pieces} pieces)" { model: Figure, pieces: i32 };
    GearLost = "the Gear of {model} is lost ({pieces} pieces)" { model: Figure, pieces: i32 };
    RatingLost = "{model} keeps an injury: {rating} {value}" { model: Figure, rating: &'static str, value: i32 };
    Spared = "{model} keeps a scar and loses nothing: {rating} is 1" { model: Figure, rating: &'static str };
    Convalescing = "{model} misses the next battle" { model: Figure };
    Recovered = "{model} gets well" { model: Figure };
    NoTrauma = "{model} fled and makes no Trauma Check" { model: Figure };
    Returned = "{model} is back" { model: Figure };
    Left = "{model} takes the pay and leaves" { model: Figure };
    RationsEaten = "the Extra Rations of {seat} are gone" { seat: Seat };
    Succeeded = "{model} becomes the Warlord" { model: Figure };
    Disbanded = "{seat} is disbanded" { seat: Seat };
    Earned = "{model} earns {exp} EXP{parts}" { model: Figure, exp: i32, parts: Modifiers };
    Raised = "{model} raises {rating} to {value} for {exp} EXP" { model: Figure, rating: &'static str, value: i32, exp: i32 };
    Learnt = "{model} learns {what} for {exp} EXP" { model: Figure, what: Name, exp: i32 };
    Mastered = "{model} raises {what} to +{level} for {exp} EXP" { model: Figure, what: Name, level: i32, exp: i32 };
    Paid = "{seat} gets {silver} SP{parts}" { seat: Seat, silver: i32, parts: Modifiers };
    Bought = "{model} gets a {what} for {silver} SP" { model: Figure, what: Name, silver: i32 };
    Stored = "{model} hands in a {what}" { model: Figure, what: Name };
    Given = "{model} takes a {what} from the stash" { model: Figure, what: Name };
    Sold = "a {what} is sold for {silver} SP" { what: Name, silver: i32 };
    Provisioned = "{seat} buys Extra Rations for {silver} SP" { seat: Seat, silver: i32 };
    Searched = "{seat} looks for a {what}: {result} against {needed}" { seat: Seat, what: Name, result: i32, needed: i32 };
    Found = "a {what} is found" { what: Name };
    NotFound = "no {what} is to be had" { what: Name };
    Unaffordable = "the {what} costs {silver} SP, more than there is" { what: Name, silver: i32 };
    Declined = "the {what} is left where it is" { what: Name };
    Stashed = "a {what} goes into the stash for {silver} SP" { what: Name, silver: i32 };
    Hired = "{model} is hired for {silver} SP" { model: Figure, silver: i32 };
    Trained = "{model} begins with {rating} {value} for {silver} SP more" { model: Figure, rating: &'static str, value: i32, silver: i32 };
    Schooled = "{model} brings {what} along for {silver} SP" { model: Figure, what: Name, silver: i32 };
    Dismissed = "{model} is dismissed for good" { model: Figure };
    Renowned = "{seat} gains {renown} Renown{parts}" { seat: Seat, renown: i32, parts: Modifiers };
    StageReached = "{seat} reaches the Stage {stage}" { seat: Seat, stage: &'static str };
    ArchetypeChanged = "the Warlord of {seat} becomes a {what}" { seat: Seat, what: Name };
    ArchetypeKept = "the Warlord of {seat} stays what he is" { seat: Seat };
}
