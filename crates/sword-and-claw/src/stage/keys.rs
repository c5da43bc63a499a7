//! The keys of a situation, with what each means.

use super::{EDGES, PARTS, STAGES, figure, situation};
use pack::{Keys, words_of};

pub(super) const CASE: Keys = Keys::of(
    "",
    &[
        ("board", "the map as text, with the symbols of the pack's terrain"),
        ("edges", "edges of a drawn board, as in maps"),
        ("map", "instead of a board: a map by its id; crossroads if left out"),
        ("scenario", "its id; meeting if left out"),
        ("points", "points of an army"),
        ("turn_limit", "the last round"),
        ("cards", "further troops, spells and maps, as a pack has them"),
        ("figure", "[[figure]], one for each figure"),
        ("seats", "how many players there are; a, c, e play on the first side, b, d, f on the second"),
        ("stage", "the step of the turn; movement if left out"),
        ("part", "the part of a step of attacks"),
        ("round", "1 if left out"),
        ("active", "a seat of the active side; a if left out"),
        ("attacker", "a seat of the attacking side; a if left out"),
        ("edge_a", "the edge of the first side; south if left out"),
        ("edge_b", "the edge of the second side; north if left out"),
        ("depth", "how deep the sides deploy, in squares"),
        ("asked", "the seat that is asked"),
        ("done", "seats that have said that they are done"),
        ("contacts", "pairs of tags as the Movement step began; as figures stand if left out"),
        ("zone", "[[zone]], what spells and weapons left on the board"),
        ("charm", "[[charm]], lasting spells on figures"),
        ("declared", "[[declared]], attacks that are declared and not resolved"),
        ("player", "[[player]], armies that wait to be placed"),
        ("crossed", "{ a = 20 }, points that have left over the enemy's edge"),
        ("dice", "what falls, in order"),
        ("choices", "answers, in order"),
    ],
);

pub(super) const FIGURE: Keys = Keys::of(
    "[[figure]]",
    &[
        ("tag", "the seat and a name for choices and expectations: a.knight"),
        ("troop", "the id of a troop"),
        ("at", "the north-west square of its base such as B6, dead or left"),
        ("level", "how high it flies; landed if left out"),
        ("wounds", "wounds it has taken"),
        ("entangled", "turns"),
        ("paralyzed", "turns"),
        ("poisoned", "turns"),
        ("slowed", "true: Slowed"),
        ("hasted", "turns"),
        ("unloaded", "attacks that are not loaded"),
        ("primed", "true: primed"),
        ("loading", "true: it is loading"),
        ("motion", "how it has moved this turn"),
        ("moved", "true: it has left its place this turn"),
        ("aimed", "true: it has aimed"),
        ("bound", "the attack it is bound to"),
        ("ready_ranged", "the ranged attack it has readied"),
        ("ready_melee", "the melee attack it has readied"),
        ("opportunities", "opportunity attacks it has made"),
        ("struck", "{ spear = 1 }, how often it has struck with each attack"),
        ("trampled", "figures it has trampled"),
        ("levels", "spell levels it has cast"),
        ("casts", "spells it has cast"),
        ("serving", "true: it serves a siege weapon"),
        ("acted", "true: it has acted"),
        ("scorched", "bits of the burning zones it has suffered from"),
        ("spotted", "seats that have spotted it"),
        ("spells", "spells it knows"),
        ("shown", "spells the enemy has seen"),
        ("points", "instead of the number of its sheet"),
        ("shield", "instead of its sheet"),
        ("move", "instead of the number of its sheet"),
        ("strength", "instead of the number of its sheet"),
        ("melee", "instead of the number of its sheet"),
        ("ranged", "instead of the number of its sheet"),
        ("to_wound", "two numbers, instead of those of its sheet"),
        ("to_wound_step", "instead of the number of its sheet"),
        ("max_wounds", "instead of the number of its sheet"),
        ("heal", "instead of the number of its sheet"),
        ("size", "instead of its sheet"),
        ("cavalry", "instead of its sheet"),
        ("qualities", "instead of those of its sheet"),
        ("spellcaster", "instead of the number of its sheet"),
    ],
);

pub(super) const ZONE: Keys = Keys::of(
    "[[zone]]",
    &[
        ("kind", "what it is"),
        ("by", "the tag of whoever made it"),
        ("squares", "its squares"),
        ("at", "instead of squares: the north-west square of a block"),
        ("wide", "how wide that block is; 1 if left out"),
        ("until", "the round in which it goes; the next one if left out"),
        ("spell", "the spell that made it"),
        ("level", "the level of that spell; 2 if left out"),
    ],
);

pub(super) const CHARM: Keys = Keys::of(
    "[[charm]]",
    &[
        ("spell", "its id"),
        ("level", "1 if left out"),
        ("by", "the tag of the caster"),
        ("on", "the tag of the target"),
    ],
);

pub(super) const DECLARED: Keys = Keys::of(
    "[[declared]]",
    &[
        ("by", "the tag of the attacker"),
        ("attack", "one of its attacks"),
        ("spell", "instead of an attack: a spell"),
        ("level", "the level of the spell; 1 if left out"),
        ("target", "the tag of the target"),
        ("at", "instead of a target: a square"),
        ("height", "the height of that square or line; ground if left out"),
        ("from", "where a line begins"),
        ("to", "where a line leads"),
        ("bends", "bits of the bends of a line"),
        ("start", "where a sweep begins"),
        ("clockwise", "false: the sweep turns the other way"),
        ("count", "squares of the sweep; 1 if left out"),
        ("squares", "the squares of an area"),
        ("wide", "how wide the block of an area is"),
        ("zone", "the number of a zone, from 0"),
        ("charm", "the number of a charm, from 0"),
        ("readied", "true: readied; so is every attack of the inactive side if left out"),
        ("crew", "tags of those who serve"),
    ],
);

pub(super) const PLAYER: Keys = Keys::of(
    "[[player]]",
    &[
        ("seat", "whose army it is"),
        ("faction", "its id"),
        ("core", "troops of the Core Force, each \"troop\" or \"troop: spell spell spell\""),
        ("reserve_a", "troops of the first Reserve"),
        ("reserve_b", "troops of the second Reserve"),
        ("reserve", "the one that was chosen: a or b"),
    ],
);

pub(super) fn all() -> Vec<Keys> {
    vec![CASE, FIGURE, ZONE, CHARM, DECLARED, PLAYER]
}

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    let mut all = vec![
        ("Stages (stage, until)".to_owned(), words_of(STAGES)),
        ("Parts of a step (part)".to_owned(), words_of(PARTS)),
        ("Edges (edge_a, edge_b)".to_owned(), words_of(EDGES)),
    ];
    all.extend(figure::vocabulary());
    all.extend(situation::vocabulary());
    all
}
