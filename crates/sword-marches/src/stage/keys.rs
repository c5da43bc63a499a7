//! The keys of a situation, with what each means.

use super::GROUNDS;
use crate::content::Kind;
use crate::effects::{Birth, GearTrait, Source};
use crate::state::NextStep;
use pack::{Keys, words_of};

pub(super) const CASE: Keys = Keys::of(
    "",
    &[
        ("adventure", "the board of an Adventure by its id; without it an empty table"),
        ("any", "true: all boards of the pack can be chosen"),
        ("width", "of the empty table in inches; 48 if left out"),
        ("depth", "of the empty table in inches; 48 if left out"),
        ("terrain", "[[terrain]], further pieces"),
        ("cards", "further entries, as a pack has them"),
        ("figure", "[[figure]], one for each model"),
        ("side", "[side.a] and [side.b]"),
        ("stage", "the step of the Turn; action if left out"),
        ("turn", "1 if left out"),
        ("turns", "the last Turn"),
        ("intruder", "the side that intrudes; a if left out"),
        ("edge", "the side that has the Edge; a if left out"),
        ("edge_run", "Actions it has taken in a row and the one to come"),
        ("edge_acted", "true: it has acted already"),
        ("priority", "the side that decides first; a if left out"),
        ("beacon", "true: the beacon burns"),
        ("signals", "signals so far"),
        ("measuring", "option: distances may be measured at any time"),
        ("flat_edge", "option of the book, as in a set-up"),
        ("whole_immunity", "option of the book, as in a set-up"),
        ("die_a_check", "option of the book, as in a set-up"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

pub(super) const FIGURE: Keys = Keys::of(
    "[[figure]]",
    &[
        ("tag", "the side and a name for choices and expectations: a.captain"),
        ("kind", "its Type; warrior if left out"),
        ("birth", "its Birth; tough if left out"),
        ("cbt", "4 if left out"),
        ("cmd", "3 if left out"),
        ("con", "4 if left out"),
        ("traits", "[\"valor\", \"ranger+2\"]"),
        ("gear", "[\"sword\", \"starmetal axe\"]"),
        ("threshold", "instead of the number of its sheet"),
        ("speed", "instead of the number of its sheet, in inches"),
        ("charge", "instead of the number of its sheet, in inches"),
        ("arm", "its Armour, instead of the number of its sheet"),
        ("blow", "Gear Traits that its blows and shots have besides"),
        ("sources", "Damage Sources of its blows and shots"),
        ("vulnerable", "Damage Sources it is vulnerable to"),
        ("at", "its place in inches such as 12,8 or 12,8,3; waiting, wounded, fled or left"),
        ("shocked", "true: Shocked"),
        ("broken", "true: Broken"),
        ("token", "true: it has its Action Token"),
        ("ambush", "true: it waits in ambush"),
        ("entangled", "true: Entangled"),
        ("shocks", "Shocks so far"),
        ("tactical", "true: it has used a Tactical Die this Turn"),
        ("broke", "true: it has Broken this Turn"),
        ("handed", "true: it was handed an Action"),
        ("ancestors", "true: it has called on the ancestors"),
        ("surged", "true: it has surged"),
        ("hands", "the weapon in its hands"),
        ("moved", "true: it stood elsewhere when the Action Phase began"),
        ("carries", "the number of the cache it carries, from 0"),
        ("engaged_since", "the Turn since which it is Engaged"),
    ],
);

pub(super) const SIDE: Keys = Keys::of(
    "[side.a]",
    &[
        ("dice", "Tactical Dice"),
        ("pool", "Action Tokens left in the pool"),
        ("base", "Action Tokens it began with"),
        ("may_break", "true: it may Break"),
        ("spare_breaks", "Breaks to spare"),
        ("portents", "true: it has a portent"),
        ("executed", "Actions executed"),
        ("forfeits", "Actions forfeited"),
        ("lost", "Actions lost"),
        ("archetype", "its Archetype by its id"),
        ("stronghold", "its Stronghold by its id"),
        ("rival", "true: the other side is of its rival Faction"),
        ("models", "how many models it began with"),
        ("rations", "true: it has rations"),
    ],
);

pub(super) const TERRAIN: Keys = Keys::of(
    "[[terrain]]",
    &[
        ("kind", "what it is"),
        ("outline", "its corners in inches: \"10,10 16,10 16,12 10,12\""),
        ("height", "in inches: \"1.5\""),
        ("durable", "true: Durable"),
        ("see_through", "true: models are seen through it"),
        ("id", "its name, for events"),
    ],
);

pub(super) fn all() -> Vec<Keys> {
    vec![CASE, FIGURE, SIDE, TERRAIN]
}

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    vec![
        ("Stages (stage, until)".to_owned(), words_of(NextStep::WORDS)),
        ("Kinds of [[terrain]]".to_owned(), words_of(GROUNDS)),
        ("Types (kind of a figure)".to_owned(), words_of(Kind::WORDS)),
        ("Births".to_owned(), Birth::ALL.iter().map(|birth| birth.word()).collect()),
        ("Damage Sources".to_owned(), words_of(Source::WORDS)),
        ("Gear Traits (blow)".to_owned(), words_of(GearTrait::WORDS)),
    ]
}
