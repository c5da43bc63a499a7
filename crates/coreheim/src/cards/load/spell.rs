//! Spell lists.

use super::index::{Index, Kind};
use super::read;
use crate::cards::{Augment, Deed, Harm, Lasting, Lasts, Spell, SpellKind, SpellList};
use pack::{Section, Value};
use rulebook::CH;
use std::sync::Arc;

const KINDS: &[(&str, SpellKind)] = &[
    ("self", SpellKind::Caster),
    ("friend", SpellKind::Friend),
    ("aura", SpellKind::Aura),
    ("burst", SpellKind::Burst),
    ("missile", SpellKind::Missile),
    ("cone", SpellKind::Cone),
];

const LASTS: &[(&str, Lasts)] = &[
    ("instant", Lasts::Instant),
    ("this_turn", Lasts::ThisTurn),
    ("until_next_turn", Lasts::NextTurn),
    ("caster_up", Lasts::CasterUp),
];

pub(super) fn list(table: Section<'_>, index: &mut Index) -> Option<SpellList> {
    let id = index.ids.id(Kind::SpellList, table);
    let (title, origin) = (read::title(table), read::origin(table));
    let prayers = table.bool("prayers");
    let spells: Vec<Arc<Spell>> = table
        .tables("spell")
        .into_iter()
        .filter_map(|table| spell(table, index, prayers.unwrap_or(false)).map(Arc::new))
        .collect();
    prayers?;
    Some(SpellList { id: id?, title: title?.to_owned(), origin: origin?, spells })
}

fn spell(table: Section<'_>, index: &mut Index, prayer: bool) -> Option<Spell> {
    let id = index.ids.id(Kind::Thing, table);
    let (title, rule, origin) = (read::title(table), read::rule(table), read::origin(table));
    let difficulty = table.int("difficulty", 2..=12u8);
    let kind = table.word("kind", KINDS);
    let range = read::length_at(table, "range");
    let lasts = table.word_or("lasts", LASTS, Lasts::Instant);
    let uses = table.int_or("uses", 1..=9u8, 0);
    let open_sky = table.bool_or("open_sky", false);
    let harm = table.get("harm").and_then(Value::table).map(|table| harm(table, index));
    let lasting = table.get("lasting").and_then(Value::table).map(lasting);
    let deed = table.get("deed").and_then(Value::table).map(|table| deed(table, index));
    let augment = table.get("augment").and_then(Value::table).map(augment);
    let bearers = index.refer_all(Kind::Fighter, table, "bearers", None);
    let spares =
        table.get("spares").and_then(Value::table).map(|table| read::kindred(table, index)).unwrap_or_default();
    let text = table.str("text");
    if harm.is_none() && lasting.is_none() && deed.is_none() {
        table.report(table.here().problem("the spell does nothing").hint("expected harm, lasting or deed"));
    }
    if lasting.is_some() != (lasts != Lasts::Instant) {
        table.problem("lasts", "a lasting effect needs a duration, and a duration something that lasts", CH::MAGIC_11);
    }
    Some(Spell {
        id: id?,
        title: title?,
        difficulty: difficulty?,
        kind: kind?,
        range: range?,
        lasts,
        uses,
        open_sky,
        harm: harm.transpose_or_none()?,
        lasting,
        deed: deed.transpose_or_none()?,
        augment: augment.transpose_or_none()?,
        bearers,
        spares,
        prayer,
        text: text?.to_owned(),
        rule: rule?,
        origin: origin?,
    })
}

/// A part that may be left out, but not be broken.
trait Part<T> {
    fn transpose_or_none(self) -> Option<Option<T>>;
}

impl<T> Part<T> for Option<Option<T>> {
    fn transpose_or_none(self) -> Option<Option<T>> {
        match self {
            None => Some(None),
            Some(part) => part.map(Some),
        }
    }
}

fn harm(table: Section<'_>, index: &mut Index) -> Option<Harm> {
    let hits = table.int_or("hits", 1..=6u8, 0);
    let wounds = table.int_or("wounds", 1..=3u8, 0);
    let strength = if hits > 0 { table.int("strength", 1..=10u8) } else { Some(0) };
    let fiercer = table.get("fiercer").and_then(Value::table).map(|table| {
        let strength = table.int("strength", 1..=10u8);
        let kindred = read::kindred(table, index);
        strength.map(|strength| (strength, kindred))
    });
    if (hits == 0) == (wounds == 0) {
        table.report(table.here().problem("either hits or wounds"));
    }
    Some(Harm {
        hits,
        strength: strength?,
        wounds,
        fiercer: fiercer.transpose_or_none()?,
        flaming: table.bool_or("flaming", false),
        poison: table.bool_or("poison", false),
        no_save: table.bool_or("no_save", false),
        critical: table.bool_or("critical", false),
        spread: table.bool_or("spread", false),
        gain_wound: table.int_or("gain_wound", 1..=1u8, 0) == 1,
        strip_skills: table.bool_or("strip_skills", false),
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Immune {
    Fear,
    Panic,
}

fn lasting(table: Section<'_>) -> Lasting {
    let immune = table.words_or_empty("immune", &[("fear", Immune::Fear), ("panic", Immune::Panic)]);
    Lasting {
        strength: table.int_or("strength", -3..=3i8, 0),
        injury_club: table.int_or("injury_club", -2..=2i8, 0),
        weapon: table.int_or("ws", -3..=3i8, 0),
        initiative: table.int_or("initiative", -3..=3i8, 0),
        poison: table.bool_or("poison", false),
        immune_fear: immune.contains(&Immune::Fear),
        immune_panic: immune.contains(&Immune::Panic),
        ward: read::length_or(table, "ward", 0),
        enemy_leadership: table.int_or("enemy_leadership", -3..=-1i8, 0),
        strikes_last: table.bool_or("strikes_last", false),
        no_strike: table.bool_or("no_strike", false),
        see_hidden: table.bool_or("see_hidden", false),
        casting: table.int_or("casting", -3..=3i8, 0),
    }
}

#[derive(Clone, Copy)]
enum DeedWord {
    Mend,
    Raise,
    MoveAgain,
    Fly,
    Fetch,
}

fn deed(table: Section<'_>, index: &mut Index) -> Option<Deed> {
    let words = &[
        ("mend", DeedWord::Mend),
        ("raise", DeedWord::Raise),
        ("move_again", DeedWord::MoveAgain),
        ("fly", DeedWord::Fly),
        ("fetch", DeedWord::Fetch),
    ];
    Some(match table.tag("kind", words)? {
        DeedWord::Mend => Deed::Mend,
        DeedWord::Raise => Deed::Raise(index.refer(Kind::Fighter, table.need("fighter", "a fighter")?, None)?),
        DeedWord::MoveAgain => {
            let fighters = index.refer_all(Kind::Fighter, table, "fighters", None);
            let alone = index.refer_all(Kind::Fighter, table, "alone", None);
            Deed::MoveAgain { most: table.int("most", 1..=4u8)?, fighters, alone }
        }
        DeedWord::Fly => Deed::Fly(read::length_at(table, "within")?),
        DeedWord::Fetch => Deed::Fetch(read::length_at(table, "within")?),
    })
}

fn augment(table: Section<'_>) -> Option<Augment> {
    let difficulty = table.int("difficulty", 2..=12u8);
    let poison = table.bool_or("poison", false);
    let strength = table.int_or("strength", 1..=10u8, 0);
    Some(Augment { difficulty: difficulty?, poison, strength })
}
