//! The keys of a situation, with what each means.

use super::{DEEDS, PLACES, POSTURES, STAGES};
use pack::{Keys, words_of};

pub(super) const CASE: Keys = Keys::of(
    "",
    &[
        ("scenario", "its board and goals by its id; an open table of 48 by 48 inches if left out"),
        ("piece", "[[piece]], more terrain, as in scenarios"),
        ("figure", "[[figure]], one for each warrior"),
        ("stage", "the step of the turn; declare if left out"),
        ("active", "whose turn it is; a if left out"),
        ("round", "1 if left out"),
        ("sparse", "option: few buildings, so that shooting is worse"),
        ("free_measuring", "option: distances may be measured at any time"),
        ("campaign", "true: the battle belongs to a campaign"),
        ("ratings", "[120, 130], the ratings of the warbands"),
        ("panic_needs_two", "option of the book, as in a set-up"),
        ("started", "{ a = 8 }, how many warriors each began with"),
        ("zones", "{ a = 1 }, where each was set up, from 1"),
        ("home", "{ a = 1 }, shards already brought home"),
        ("attacker", "the side that attacks"),
        ("spell", "[[spell]], lasting spells"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

pub(super) const FIGURE: Keys = Keys::of(
    "[[figure]]",
    &[
        ("tag", "the side and a name for choices and expectations: a.captain"),
        ("fighter", "the id of a fighter"),
        ("gear", "[\"sword\", \"shield\"], whatever a member of a warband file has"),
        ("skills", "as in a warband file; so are spells, eased, experience, changes, count and more"),
        ("at", "his place in inches: [10, \"10.5\", 0]"),
        ("place", "table if left out"),
        ("posture", "standing if left out"),
        ("wounds", "wounds left"),
        ("did", "what he has done this turn: [\"charged\"]"),
        ("fleeing", "true: he flees"),
        ("hidden", "true: he hides"),
        ("idle", "true: he stands idle"),
        ("drunk", "true: he has drunk"),
        ("fresh", "false: he is no longer fresh"),
        ("disarmed", "true: he has lost his weapons"),
        ("frenzied", "whether he is frenzied"),
        ("shard", "the number of the shard he carries, from 1"),
    ],
);

pub(super) const SPELL: Keys = Keys::of(
    "[[spell]]",
    &[("spell", "its id"), ("caster", "the tag of the caster"), ("on", "the tag of the one it is on")],
);

const PIECE: Keys = Keys::of(
    "[[piece]]",
    &[
        ("kind", "what it is"),
        ("id", "its name"),
        ("x", "west edge in inches, of anything with four sides"),
        ("y", "south edge in inches"),
        ("w", "width in inches"),
        ("d", "depth in inches"),
        ("h", "height in inches, of a block or a wall"),
        ("z", "height in inches, of a walkway or a bridge"),
        ("storeys", "of a ruin"),
        ("door", "the side of a ruin with the door"),
        ("rails", "sides with rails"),
        ("ladder", "the side of a ruin with a ladder"),
        ("stairs", "sides of a bridge with stairs"),
        ("from", "[10, 10], one end of a wall"),
        ("to", "the other end"),
        ("poly", "corners of water"),
    ],
);

pub(super) fn all() -> Vec<Keys> {
    vec![CASE, FIGURE, SPELL, PIECE]
}

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    vec![
        ("Stages (stage, until)".to_owned(), words_of(STAGES)),
        ("Postures".to_owned(), words_of(POSTURES)),
        ("Places (place)".to_owned(), words_of(PLACES)),
        ("Deeds (did)".to_owned(), words_of(DEEDS)),
        ("Kinds of [[piece]]".to_owned(), crate::cards::forms()),
    ]
}
