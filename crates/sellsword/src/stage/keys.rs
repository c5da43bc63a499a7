//! The keys of a situation, with what each means.

use super::{KINDS, NEXT_STEPS};
use crate::cards::{Condition, Wound};
use pack::{Keys, words_of};

pub(super) const CASE: Keys = Keys::of(
    "",
    &[
        (
            "board",
            "the map as text, a character a square, or the double resolution of gridmaps if its first line begins with +",
        ),
        ("damage", "the damage type of damaging squares on a drawn board: Fire if left out"),
        ("overlay", "[[overlay]] on a drawn board, as in gridmaps"),
        ("start", "[[start]] squares of a drawn board, as in gridmaps"),
        ("objective", "[[objective]] of a drawn board, as in gridmaps"),
        ("map", "instead of a board: a gridmap by its id; ruined_abbey if left out"),
        ("maps", "the gridmaps that the warbands bring, one a side"),
        ("scenario", "its id; standard if left out"),
        ("glancing", "true: the optional Glancing Blow"),
        ("cards", "further cards, maps and scenarios, as a pack has them"),
        ("figure", "[[figure]], one for each unit"),
        ("sides", "how many sides there are; as many as have figures if left out"),
        ("round", "1 if left out"),
        ("phase", "1 if left out"),
        ("slot", "how many sides have gone in this phase"),
        ("order", "the seats in their order, such as [\"b\", \"a\"]"),
        ("advantaged", "the seat that won the tactics check"),
        ("made", "[[made]], terrain that play has added"),
        ("captured", "bits of the objectives that were captured"),
        ("extended_to", "the round to which the match was extended"),
        ("score", "{ a = 10 }"),
        ("tactics", "{ a = 12 }, the last tactics check"),
        ("tile", "{ a = \"B2\" }, the north-west square of an entry tile"),
        ("selector", "the seat that picked the map"),
        ("stage", "the step of the turn: act if there is a [turn], choose-unit otherwise"),
        ("turn", "[turn], the turn under way"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

pub(super) const FIGURE: Keys = Keys::of(
    "[[figure]]",
    &[
        ("tag", "the side and a name for choices and expectations: a.necro"),
        ("card", "the id of a unit card"),
        ("mod", "the id of a mod card"),
        ("at", "the north-west square of its space such as B6, waiting or dropped"),
        ("vigor", "as printed if left out"),
        ("green", "tokens left; as printed if left out, and more than that is a larger pool"),
        ("blue", "tokens left"),
        ("red", "tokens left"),
        ("injuries", "checked boxes: [\"mobility\"]"),
        ("status", "[{ status = \"Pinned\" }] and more; see the keys of a status"),
        ("acted", "true: it had its turn this round"),
        ("scored", "true: its Mortal injury was scored"),
        ("dazed", "true: it loses its next turn"),
        ("crowed", "true: it has crowed"),
        ("dice", "warleader dice left"),
        ("toughness", "Toughness left"),
        ("harmed_by", "the seat that harmed it last"),
        ("used", "traits it has used"),
        ("agility", "instead of the printed number"),
        ("brawn", "instead of the printed number"),
        ("spirit", "instead of the printed number"),
        ("wits", "instead of the printed number"),
        ("move", "instead of the printed number"),
        ("armor", "instead of the printed number"),
        ("max_vigor", "instead of the printed number"),
    ],
);

const STATUS: Keys = Keys::of(
    "a status",
    &[
        ("status", "its name"),
        ("wound", "the wound type of Recurring; Cut if left out"),
        ("amount", "how much it does"),
        ("recover", "Agility, Brawn, Spirit or Wits; Brawn if left out"),
        ("modifier", "added to recoveries"),
        ("star", "true: it lasts while its cause is adjacent"),
        ("by", "the figure that caused it"),
        ("by_side", "the side that caused it"),
    ],
);

pub(super) const TURN: Keys = Keys::of(
    "[turn]",
    &[
        ("unit", "whose turn it is: a tag"),
        ("controller", "who decides for it; its owner if left out"),
        ("acts", "acts left; 3 less what it has done if left out"),
        ("attack", "attack acts done"),
        ("move", "move acts done"),
        ("maneuver", "maneuver acts done"),
        ("rest", "rest acts done"),
        ("trait", "trait acts done"),
        ("carry", "squares of movement left over"),
        ("diagonals", "diagonal steps so far"),
        ("moved", "true: it has moved"),
        ("astride", "true: it stands where it may not stay"),
        ("felled", "true: it has felled somebody this turn"),
        ("single", "true: it has one act only"),
        ("duty", "whom it has to attack: a tag"),
    ],
);

const MADE: Keys = Keys::of(
    "[[made]]",
    &[("kind", "what it is"), ("at", "its square"), ("until", "the round at whose end it goes; 99 if left out")],
);

pub(super) fn all() -> Vec<Keys> {
    vec![CASE, FIGURE, STATUS, TURN, MADE]
}

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    vec![
        ("Stages (stage, until)".to_owned(), words_of(NEXT_STEPS)),
        ("Kinds of [[made]] terrain".to_owned(), words_of(KINDS)),
        ("Statuses".to_owned(), Condition::ALL.iter().map(|condition| condition.text()).collect()),
        ("Wound types".to_owned(), Wound::ALL.iter().map(|wound| wound.text()).collect()),
    ]
}
