//! A figure on the board: bars for what it has left, badges for what a player has to know at a glance.

use super::{Eyes, site};
use crate::cards::{Attack, AttackId, Troop};
use crate::flank::flanked;
use crate::state::{Aim, Altitude, Declaration, Deed, Level, Motion, NextStep, Place, State};
use crate::steps::aim::level_word;
use kernel::scene::{Badge, Bar, BarStyle, Site, Token, Worn};
use kernel::{Figure, Rule, Speaks, Tags};
use rulebook::SC;

pub(super) fn token(state: &State, figure: Figure, eyes: Eyes) -> Token {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let base = sheet.size.side();
    let site = match piece.place {
        Place::On(at) => site(at, base, base),
        Place::Dead => Site::Away("dead"),
        Place::Left => Site::Away("left"),
    };
    let moving = state.next_step == NextStep::Movement && piece.side == state.active;
    Token {
        figure,
        tag: state.tag(figure),
        name: state.figure_name(figure),
        seat: piece.owner,
        site,
        height: height(state, figure),
        bars: bars(state, figure),
        badges: if piece.on_board() { badges(state, figure, eyes) } else { Vec::new() },
        acted: piece.acted || moving && piece.motion != Motion::None,
        acting: false,
        kit: kit(sheet),
    }
}

/// Its weapons, after the words for those on horseback.
fn kit(sheet: &Troop) -> Vec<String> {
    let mount = sheet.cavalry.then(|| "mounted".to_owned());
    mount.into_iter().chain(sheet.attacks.iter().map(|attack| attack.title.to_owned())).collect()
}

/// The inches that altitude adds to a range (SC-TOHIT-17, SC-TOHIT-18), and half as much for a hoverer, in thousandths.
fn height(state: &State, figure: Figure) -> i32 {
    match state.piece(figure).altitude {
        Altitude::Landed if state.on_fort(figure) => 2000,
        Altitude::Landed => 0,
        Altitude::Hover => 1000,
        Altitude::Low => 2000,
        Altitude::High => 4000,
    }
}

fn bars(state: &State, figure: Figure) -> Vec<Bar> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let bar = |style, name, value: u8, of: u8| Bar { name, value: value.into(), of: of.into(), style };
    let mut bars = vec![bar(BarStyle::Pips, "Wounds left", state.health(figure), sheet.wounds)];
    if sheet.loads > 0 {
        let empty = piece.unloaded.count_ones() as u8;
        bars.push(bar(BarStyle::Blue, "Loaded", sheet.loads.saturating_sub(empty), sheet.loads));
    }
    let most = opportunities(state, figure);
    if most > 0 && piece.side != state.active && state.next_step >= NextStep::SavingThrows {
        bars.push(bar(BarStyle::Green, "Opportunity attacks", most.saturating_sub(piece.opportunities), most));
    }
    if sheet.spellcaster > 0 {
        bars.push(bar(BarStyle::Red, "Magic", sheet.spellcaster.saturating_sub(piece.levels), sheet.spellcaster));
    }
    bars
}

/// The most opportunity attacks that one of its melee alternatives gives in a round (SC-OPP-04).
fn opportunities(state: &State, figure: Figure) -> u8 {
    let (sheet, health) = (state.sheet(figure), state.health(figure));
    if sheet.is_engine() {
        return 0;
    }
    let rolls = |option: u8| {
        let melee = sheet.attacks.iter().filter(|attack| attack.option == option && attack.is_melee());
        melee.map(|attack| attack.rolls(health)).fold(0, u8::saturating_add)
    };
    (0..sheet.options).map(rolls).max().unwrap_or(0)
}

/// The most pressing first.
fn badges(state: &State, figure: Figure, eyes: Eyes) -> Vec<Badge> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let mut badges = Vec::new();
    let mut badge = |text: String, rule: Rule| badges.push(Badge::new(text, rule));
    let times = |word: &str, count: u8| if count > 1 { format!("{word} x{count}") } else { word.to_string() };
    for (word, count, rule) in [
        ("Paralyzed", piece.paralyzed, SC::COND_02),
        ("Entangled", piece.entangled, SC::COND_01),
        ("Poisoned", piece.poisoned, SC::COND_03),
    ] {
        if count > 0 {
            badge(times(word, count), rule);
        }
    }
    if state.hurt(figure) {
        badge("Hurt".into(), SC::DAMAGE_06);
    }
    if flanked(state, figure, piece.side.other()) {
        badge("Flanked".into(), SC::FLANK_01);
    }
    for declaration in state.declared.iter().filter(|declaration| declaration.by == figure) {
        badges.push(Badge::listed(declared(state, declaration), declared_rule(declaration)));
    }
    badges.extend(readiness(state, figure));
    badges.extend(footing(state, figure));
    if sheet.spellcaster > 0 {
        badges.push(Badge::listed(spells(state, figure, eyes), SC::SPELL_03));
    }
    badges
}

/// What it has made ready, and what acts on it.
fn readiness(state: &State, figure: Figure) -> Vec<Badge> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let mut badges = Vec::new();
    let ready = |text: String, rule: Rule| Badge { worn: Worn::Ready, ..Badge::new(text, rule) };
    let title = |id: AttackId| sheet.attacks.get(usize::from(id.0)).map_or("attack", |attack: &Attack| attack.title);
    if let Some(id) = piece.ready_ranged {
        badges.push(ready(format!("Readied: {}", title(id)), SC::RANGED_07));
    }
    if let Some(id) = piece.ready_melee {
        badges.push(ready(format!("Readied: {}", title(id)), SC::MELEE_04));
    }
    let mut badge = |text: String, rule: Rule| badges.push(Badge::new(text, rule));
    if piece.aimed {
        badge("Aimed".into(), SC::AIM_01);
    }
    if piece.slowed {
        badge("Half speed".into(), SC::COND_01);
    }
    if piece.hasted > 0 {
        badge(format!("Haste +{}", piece.hasted), SC::CAST_11);
    }
    for charm in state.charms.iter().filter(|charm| charm.on == figure) {
        let spell = state.setting.pack.spell(charm.spell);
        badge(format!("{} {}", spell.title, charm.level), SC::CAST_06);
    }
    badges
}

/// How high it is, what it still has to load, how it has moved.
fn footing(state: &State, figure: Figure) -> Vec<Badge> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let mut badges = Vec::new();
    // The board shows how high it is by a sign of its own.
    match piece.altitude {
        Altitude::Landed if state.on_fort(figure) => badges.push(Badge::listed("On a fortification", SC::FLIGHT_23)),
        Altitude::Landed => {}
        Altitude::Hover => badges.push(Badge::listed("Hover", SC::FLIGHT_04)),
        Altitude::Low => badges.push(Badge::listed("Low Altitude", SC::FLIGHT_13)),
        Altitude::High => badges.push(Badge::listed("High Altitude", SC::FLIGHT_13)),
    }
    let mut badge = |text: String, rule: Rule| badges.push(Badge::new(text, rule));
    for load in 0..sheet.loads.min(8) {
        if piece.unloaded & 1 << load != 0 {
            let name = sheet.attacks.iter().find(|attack| attack.load.is_some_and(|own| own.0 == load));
            badge(format!("Unloaded: {}", name.map_or("weapon", |attack| attack.title)), SC::WQUAL_27);
        }
    }
    if piece.primed {
        badge("Loaded by half a crew".into(), SC::QUAL_15);
    }
    match piece.motion {
        Motion::Run => badge("Ran".into(), SC::RUN_02),
        Motion::Charge => badge("Charged".into(), SC::CHARGE_08),
        Motion::Slide => badge("Slid".into(), SC::TURN_10),
        _ => {}
    }
    badges
}

/// The three slots; to the enemy those that have not been cast are unknown (SC-SPELL-03).
fn spells(state: &State, figure: Figure, eyes: Eyes) -> String {
    let piece = state.piece(figure);
    let own = eyes.see(piece.side);
    let slot = |at: usize| match piece.spells[at] {
        Some(spell) if own || piece.shown & 1 << at != 0 => state.setting.pack.spell(spell).title,
        // A slot that holds nothing looks the same to the enemy as one that is hidden.
        None if own => "-",
        _ => "unknown",
    };
    let mut words: Vec<&str> = (0..piece.spells.len()).map(slot).collect();
    if !own {
        // The place of a slot tells nothing; spells that were seen come first.
        words.sort_by_key(|word| *word == "unknown");
    }
    format!("Spells: {}", words.join(", "))
}

/// `Will shoot Crossbow at Orc Warrior 2`.
fn declared(state: &State, declaration: &Declaration) -> String {
    let what = match declaration.deed {
        Deed::Attack(id) => {
            let attacks = &state.sheet(declaration.by).attacks;
            attacks.get(usize::from(id.0)).map_or("attack", |attack| attack.title).to_string()
        }
        Deed::Spell(id, level) => format!("{} {level}", state.setting.pack.spell(id).title),
    };
    let whom = match declaration.aim {
        Aim::Figure(target) if target.index() < state.pieces.len() => format!(" at {}", state.figure_name(target)),
        Aim::Spot(at, Level::Ground) => format!(" at {at}"),
        Aim::Spot(at, level) => format!(" at {at}, {}", level_word(level)),
        Aim::Toward { to, .. } => format!(" towards {to}"),
        Aim::Sweep(sweep) => format!(", {} from {}", kernel::so_many(sweep.squares, "square", "squares"), sweep.start),
        Aim::Nothing | Aim::Figure(_) | Aim::Cells(_) | Aim::Zone(_) | Aim::Charm(_) => String::new(),
    };
    format!("Declared: {what}{whom}")
}

fn declared_rule(declaration: &Declaration) -> Rule {
    match (declaration.deed, declaration.readied) {
        (_, true) => SC::READY_04,
        (Deed::Spell(..), false) => SC::CAST_02,
        (Deed::Attack(_), false) => SC::MELEE_01,
    }
}
