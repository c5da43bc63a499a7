//! The figures of a case: troops of the pack with any number overridden, in any condition.

use super::{attack, side_of, spell, square};
use crate::cards::{Pack, Qualities, Size, Troop, TroopId};
use crate::state::{ATTACKS, Altitude, Motion, Piece, Place, Recruit, SPELLS, State};
use kernel::{Figure, Name};
use pack::{Section, words_of};

const SIZES: &[(&str, Size)] =
    &[("Small", Size::Small), ("Medium", Size::Medium), ("Large", Size::Large), ("Huge", Size::Huge)];

const LEVELS: &[(&str, Altitude)] =
    &[("landed", Altitude::Landed), ("hover", Altitude::Hover), ("low", Altitude::Low), ("high", Altitude::High)];

const MOTIONS: &[(&str, Motion)] = &[
    ("none", Motion::None),
    ("hold", Motion::Hold),
    ("move", Motion::Move),
    ("run", Motion::Run),
    ("charge", Motion::Charge),
    ("slide", Motion::Slide),
    ("aim", Motion::Aim),
    ("reload", Motion::Reload),
    ("crew", Motion::Crew),
];

const QUALITIES: &[(&str, Qualities)] = &[
    ("Short", Qualities::SHORT),
    ("Aquatic", Qualities::AQUATIC),
    ("Can't Run", Qualities::CANT_RUN),
    ("Dispersed", Qualities::DISPERSED),
    ("Flight", Qualities::FLIGHT),
    ("Nimble Charger", Qualities::NIMBLE_CHARGER),
    ("Siege Weapon", Qualities::SIEGE_WEAPON),
    ("Siege Weapon Crew", Qualities::SIEGE_WEAPON_CREW),
    ("Skeleton", Qualities::SKELETON),
    ("Tough Skin", Qualities::TOUGH_SKIN),
    ("Undead", Qualities::UNDEAD),
];

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    vec![
        ("Sizes".to_owned(), words_of(SIZES)),
        ("Levels of flight (level)".to_owned(), words_of(LEVELS)),
        ("Movements (motion)".to_owned(), words_of(MOTIONS)),
        ("Qualities".to_owned(), words_of(QUALITIES)),
    ]
}

pub(super) struct Cast {
    pub roster: Vec<Troop>,
    pub pieces: Vec<Piece>,
}

pub(super) fn cast(pack: &Pack, case: Section<'_>) -> Option<Cast> {
    let mut cast = Cast { roster: pack.troops.clone(), pieces: Vec::new() };
    // All of them are read, so that every mistake is told at once.
    let read: Vec<Option<()>> = case.tables("figure").into_iter().map(|entry| figure(pack, entry, &mut cast)).collect();
    read.into_iter().collect::<Option<Vec<()>>>()?;
    Some(cast)
}

fn figure(pack: &Pack, entry: Section<'_>, cast: &mut Cast) -> Option<()> {
    // Most are read once all figures are there.
    super::keys::FIGURE.known(entry);
    let (tag, word) = (entry.str("tag"), entry.str("troop"));
    let named = tag.and_then(|tag| pack::tagged(entry, tag, 8));
    let word = word?;
    let Some(id) = Name::known(&kernel::slug(word)).and_then(|id| pack.troop_named(id)) else {
        entry.report(entry.place("troop").unknown("troop", word, pack.troops.iter().map(|troop| troop.id.text())));
        return None;
    };
    let (owner, name) = named?;
    let mut sheet = pack.troop(id).clone();
    overrides(entry, &mut sheet)?;
    let mut troop = id;
    if sheet != *pack.troop(id) {
        troop = TroopId(cast.roster.len() as u16);
        cast.roster.push(sheet);
    }
    let recruit = Recruit { troop, spells: [None; SPELLS] };
    let mut piece = Piece::new(recruit, owner, side_of(owner), 1);
    piece.called = Some(Name::of(name));
    cast.pieces.push(piece);
    Some(())
}

fn overrides(entry: Section<'_>, sheet: &mut Troop) -> Option<()> {
    sheet.points = entry.int_or("points", 0..=9999u16, sheet.points);
    sheet.shield = entry.bool_or("shield", sheet.shield);
    sheet.movement = entry.int_or("move", 0..=20u8, sheet.movement);
    sheet.strength = entry.int_or("strength", -9..=20i8, sheet.strength);
    sheet.melee = entry.int_or("melee", -20..=40i8, sheet.melee);
    sheet.ranged = entry.int_or("ranged", -20..=40i8, sheet.ranged);
    if let Some(value) = entry.get("to_wound") {
        let steps: Vec<i16> = value.list_of(|value| value.int(0..=99i16))?;
        if let [first, second, ..] = steps[..] {
            (sheet.to_wound.first, sheet.to_wound.second) = (first, second);
        }
    }
    sheet.to_wound.step = entry.int_or("to_wound_step", 0..=20u8, sheet.to_wound.step);
    sheet.wounds = entry.int_or("max_wounds", 1..=99u8, sheet.wounds);
    sheet.heal = entry.int_or("heal", 0..=20u8, sheet.heal);
    sheet.size = entry.word_or("size", SIZES, sheet.size);
    sheet.cavalry = entry.bool_or("cavalry", sheet.cavalry);
    sheet.spellcaster = entry.int_or("spellcaster", 0..=9u8, sheet.spellcaster);
    if entry.get("qualities").is_some() {
        let all = entry.words_or_empty("qualities", QUALITIES);
        sheet.qualities = all.into_iter().fold(Qualities::default(), Qualities::with);
    }
    Some(())
}

/// Places and conditions, once every tag is known.
pub(super) fn finish(state: &mut State, case: Section<'_>) -> Option<()> {
    let figures = case.tables("figure").into_iter().enumerate();
    let read: Vec<Option<()>> = figures.map(|(at, entry)| settle(state, entry, Figure(at as u16))).collect();
    read.into_iter().collect::<Option<Vec<()>>>().map(|_| ())
}

fn settle(state: &mut State, entry: Section<'_>, figure: Figure) -> Option<()> {
    let place = match entry.str_or("at", "left") {
        "left" => Place::Left,
        "dead" => Place::Dead,
        word => Place::On(square(entry, "at", word)?),
    };
    let altitude = entry.word_or("level", LEVELS, Altitude::Landed);
    state.put(figure, place, altitude);
    let points = i32::from(state.sheet(figure).points);
    let owner = state.piece(figure).owner;
    if let Some(player) = state.players.get_mut(owner.index()) {
        player.strength += points;
        player.faction = state.setting.roster[usize::from(state.pieces[figure.index()].troop.0)].faction;
    }
    *state.piece_mut(figure) = condition(state, entry, figure)?;
    Some(())
}

/// What a figure has been through.
fn condition(state: &State, entry: Section<'_>, figure: Figure) -> Option<Piece> {
    let mut piece = *state.piece(figure);
    piece.wounds = entry.int_or("wounds", 0..=99u8, 0);
    piece.entangled = entry.int_or("entangled", 0..=9u8, 0);
    piece.paralyzed = entry.int_or("paralyzed", 0..=9u8, 0);
    piece.poisoned = entry.int_or("poisoned", 0..=9u8, 0);
    piece.slowed = entry.bool_or("slowed", false);
    piece.hasted = entry.int_or("hasted", 0..=9u8, 0);
    piece.primed = entry.bool_or("primed", false);
    piece.loading = entry.bool_or("loading", false);
    piece.motion = entry.word_or("motion", MOTIONS, Motion::None);
    let travels = matches!(piece.motion, Motion::Move | Motion::Run | Motion::Charge | Motion::Slide);
    piece.moved = entry.bool_or("moved", travels);
    piece.aimed = entry.bool_or("aimed", piece.motion == Motion::Aim);
    piece.opportunities = entry.int_or("opportunities", 0..=20u8, 0);
    piece.trampled = entry.int_or("trampled", 0..=20u8, 0);
    piece.levels = entry.int_or("levels", 0..=9u8, 0);
    piece.casts = entry.int_or("casts", 0..=9u8, 0);
    piece.serving = entry.bool_or("serving", false);
    piece.acted = entry.bool_or("acted", false);
    piece.scorched = entry.int_or("scorched", 0..=255u8, 0);
    for word in entry.strs_or_empty("unloaded") {
        let id = attack(state, entry, "unloaded", figure, word)?;
        if let Some(load) = state.sheet(figure).attack(id).load {
            piece.unloaded |= 1 << load.0;
        }
    }
    for word in entry.strs_or_empty("spotted") {
        piece.spotted |= 1 << side_of(pack::seat(entry, "spotted", word)?).0;
    }
    magic(state, entry, &mut piece)?;
    attacks(state, entry, figure, &mut piece)?;
    Some(piece)
}

/// The spells that it knows and those that the enemy has seen.
fn magic(state: &State, entry: Section<'_>, piece: &mut Piece) -> Option<()> {
    for (slot, word) in entry.strs_or_empty("spells").into_iter().enumerate().take(SPELLS) {
        piece.spells[slot] = Some(spell(state, entry, "spells", word)?);
    }
    for word in entry.strs_or_empty("shown") {
        let shown = spell(state, entry, "shown", word)?;
        if let Some(slot) = piece.spells.iter().position(|known| *known == Some(shown)) {
            piece.shown |= 1 << slot;
        }
    }
    Some(())
}

/// What it has readied, what it is bound to, and what it has used.
fn attacks(state: &State, entry: Section<'_>, figure: Figure, piece: &mut Piece) -> Option<()> {
    for (key, ranged) in [("ready_ranged", true), ("ready_melee", false)] {
        let Some(value) = entry.get(key) else { continue };
        let id = attack(state, entry, key, figure, value.str()?)?;
        let slot = if ranged { &mut piece.ready_ranged } else { &mut piece.ready_melee };
        *slot = Some(id);
        piece.bound = Some(state.sheet(figure).attack(id).option);
    }
    if let Some(value) = entry.get("bound") {
        let id = attack(state, entry, "bound", figure, value.str()?)?;
        piece.bound = Some(state.sheet(figure).attack(id).option);
    }
    if let Some(value) = entry.get("struck") {
        for (word, value) in value.table()?.entries() {
            let id = attack(state, entry, "struck", figure, word)?;
            piece.struck[usize::from(id.0).min(ATTACKS - 1)] = value.int(0..=20u8)?;
        }
    }
    Some(())
}
