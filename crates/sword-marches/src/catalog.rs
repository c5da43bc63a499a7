//! Content as lists: what can be bought, which warbands are ready, which battles can be fought.
//!
//! The command line and the lobby ask these questions of every system; here they are answered in plain structs, so that
//! the seam that erases types has nothing to work out.

use crate::content::{Form, Gear, Kind, Pack, Slot, Stage, Trait};
use crate::effects::Birth;
use crate::muster::{self, Warband};
use kernel::{Name, Problem, Rng};
use rulebook::SM;

/// A battle that can be fought: an Adventure, or the choice of one, at a Chronicle Stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// `grave-gold-upstart`, `any-upstart`.
    pub id: String,
    /// None where the Adventure is chosen after the Check before the battle (SM-PRE-03).
    pub adventure: Option<Name>,
    pub stage: Stage,
    pub title: String,
    pub silver: i32,
    /// Most models of a warband whose Archetype says nothing else.
    pub models: usize,
    /// Archetypes that allow more or fewer, and how many (SM-ARCH-12, SM-ARCH-15).
    pub exceptions: Vec<(&'static str, usize)>,
    pub origin: &'static str,
    pub text: String,
}

/// A warband that is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    pub id: String,
    pub title: String,
    pub stage: Stage,
    pub faction: String,
    pub cost: i32,
    pub models: usize,
    pub origin: &'static str,
    /// In the notation of setups.
    pub line: String,
}

/// Something that can be bought or picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// `origin`, `trait`, `weapon`, `armour`, `equipment`, `starmetal`, `hide`, `archetype`, `faction`, `stronghold`, `map`.
    pub kind: &'static str,
    pub id: String,
    pub title: String,
    pub faction: String,
    pub cost: i32,
    pub origin: &'static str,
    /// Limits and looks, in few words.
    pub about: String,
}

/// The Adventure is settled by the Check before the battle.
pub const ANY: &str = "any";

pub fn scenarios(pack: &Pack) -> Vec<Scenario> {
    let most = |archetype| muster::row(pack, archetype).map_or(0, |row| usize::from(row.total[1]));
    let models = most(None);
    let own = pack.archetypes.iter().map(|entry| (entry.title, most(Some(entry.id))));
    let exceptions: Vec<(&str, usize)> = own.filter(|(_, own)| *own != models).collect();
    let mut all = Vec::new();
    let mut add = |word: &str, title: &str, adventure: Option<Name>, origin: &'static str, text: &str| {
        for stage in Stage::ALL {
            let table = pack.stage(stage);
            all.push(Scenario {
                id: format!("{word}-{}", stage.word()),
                adventure,
                stage,
                title: format!("{title} ({})", table.title),
                silver: table.starting_sp.into(),
                models,
                exceptions: exceptions.clone(),
                origin,
                text: text.to_owned(),
            });
        }
    };
    for adventure in &pack.adventures {
        let (id, origin) = (adventure.id, adventure.provenance.text());
        add(id.text(), adventure.title, Some(id), origin, &adventure.text);
    }
    let text =
        "The winner of the Strategy Check takes the choice of Adventure or of role, the other player the other one.";
    add(ANY, "Adventure by Check", None, "source", text);
    all
}

/// The battle that an id names.
pub fn scenario(pack: &Pack, id: &str) -> Option<Scenario> {
    let id = kernel::slug(id);
    scenarios(pack).into_iter().find(|scenario| scenario.id == id)
}

pub fn warbands(pack: &Pack) -> Vec<Ready> {
    pack.warbands.iter().map(|warband| ready(pack, warband)).collect()
}

pub fn ready(pack: &Pack, warband: &Warband) -> Ready {
    Ready {
        id: warband.id.to_string(),
        title: warband.title.clone(),
        stage: warband.stage,
        faction: warband.faction.map_or_else(String::new, |id| id.to_string()),
        cost: muster::cost(pack, warband),
        models: warband.models.len(),
        origin: warband.provenance.text(),
        line: muster::line(warband),
    }
}

/// What an entry of the pack is called: a trait, a hide, a piece of gear and how it is used, an Archetype, an Adventure.
pub fn title(pack: &Pack, id: Name) -> String {
    let adventure = pack.adventure(id).map(|entry| entry.title);
    let talent = || pack.talent(id).map(|entry| entry.title);
    let archetype = || pack.archetype(id).map(|entry| entry.title);
    let hide = || pack.hide(id).map(|entry| entry.title);
    if let Some(title) = adventure.or_else(talent).or_else(archetype).or_else(hide) {
        return title.to_owned();
    }
    // Arms are named after their gear: `spear-thrown`, `starmetal-spear-thrown`.
    let (metal, word) = id.text().strip_prefix("starmetal-").map_or(("", id.text()), |word| ("Starmetal ", word));
    let gear = pack.gear.iter().filter(|gear| word.starts_with(gear.id.text()));
    let plain = || id.text().replace('-', " ");
    let Some(gear) = gear.max_by_key(|gear| gear.id.text().len()) else { return plain() };
    let how = match &word[gear.id.text().len()..] {
        "" => "",
        "-both" => " in both hands",
        "-twin" => " and a second weapon",
        "-thrown" => ", thrown",
        "-close" => " in close combat",
        _ => return plain(),
    };
    format!("{metal}{}{how}", gear.title)
}

/// The models of a ready-made warband, in words.
pub fn models(pack: &Pack, warband: &str) -> Vec<String> {
    let found = pack.warbands.iter().find(|known| known.id.text() == kernel::slug(warband));
    found.map_or_else(Vec::new, |warband| warband.models.iter().map(|model| words(pack, model)).collect())
}

/// `Captain, Warlord, Human (Imperious) 5/5/4: Man-at-Arms+2, Sword`.
fn words(pack: &Pack, model: &muster::Model) -> String {
    let birth = model.birth.and_then(|birth| pack.birth(birth)).map_or_else(String::new, |e| format!(" ({})", e.title));
    let origin = model.origin.map_or("", |origin| origin.text());
    let ratings = model.ratings.map(|rating| rating.map_or_else(|| "-".to_owned(), |value| value.to_string()));
    let traits = model.traits.iter().filter_map(|learnt| {
        let entry = pack.talent(learnt.id)?;
        Some(if entry.stackable() { format!("{}+{}", entry.title, learnt.level) } else { entry.title.to_owned() })
    });
    let gear = model.gear.iter().filter_map(|item| {
        let entry = pack.gear(item.id)?;
        Some(if item.starmetal { format!("Starmetal {}", entry.title) } else { entry.title.to_owned() })
    });
    let hides = model.hides.iter().filter_map(|id| pack.hide(*id)).map(|hide| hide.title.to_owned());
    let all: Vec<String> = traits.chain(gear).chain(hides).collect();
    let head = format!("{}, {}, {origin}{birth} {}", model.name, model.kind.title(), ratings.join("/"));
    if all.is_empty() { head } else { format!("{head}: {}", all.join(", ")) }
}

/// Boards that a battle can be fought on.
pub fn maps(pack: &Pack) -> Vec<Card> {
    let map = |adventure: &std::sync::Arc<crate::content::Adventure>| {
        let [width, depth] = adventure.board.map(|length| length / 1000);
        let (pieces, objectives) = (adventure.terrain.len(), adventure.objectives.len());
        let about = format!("{width} x {depth} inches, {pieces} pieces of terrain, {objectives} objectives");
        card("map", adventure.id, adventure.title, 0, adventure.provenance.text(), about)
    };
    pack.adventures.iter().map(map).collect()
}

/// Everything that can be bought or picked.
pub fn cards(pack: &Pack) -> Vec<Card> {
    let mut all = Vec::new();
    for entry in &pack.archetypes {
        let text = rulebook::entry(entry.effect.rule()).map_or("", |rule| rule.text);
        all.push(card("archetype", entry.id, entry.title, 0, entry.provenance.text(), text.to_owned()));
    }
    for (birth, entry) in Birth::ALL.into_iter().zip(&pack.births) {
        let (what, _) = birth.origin().choice();
        let about = format!(
            "{} {what}, Wound Threshold {}, Move {} and {} in Difficult Ground",
            birth.origin().text(),
            entry.threshold,
            entry.speed,
            entry.difficult
        );
        all.push(card("origin", Name::of(birth.word()), entry.title, 0, entry.provenance.text(), about));
    }
    for entry in &pack.factions {
        let rival = pack.faction(entry.rival).map_or("nobody", |rival| rival.title);
        all.push(card("faction", entry.id, entry.title, 0, entry.provenance.text(), format!("Rival: {rival}")));
    }
    for entry in &pack.strongholds {
        all.push(card("stronghold", entry.id, entry.title, 0, entry.provenance.text(), entry.feature.to_owned()));
    }
    for entry in &pack.traits {
        let mut one =
            card("trait", entry.id, entry.title, entry.sp.into(), entry.provenance.text(), trait_words(entry));
        one.faction = entry.faction.map_or_else(String::new, |id| id.to_string());
        all.push(one);
    }
    for entry in &pack.gear {
        let kind = match entry.form {
            Form::Close { .. } | Form::Ranged { .. } => "weapon",
            Form::Worn { .. } => "armour",
            Form::Equipment => "equipment",
        };
        all.push(card(kind, entry.id, entry.title, entry.sp.into(), entry.provenance.text(), gear_words(entry)));
    }
    let metal = &pack.starmetal;
    let about = format!(
        "a close combat weapon for so much more than its price has DMG {:+}, what is worn ARM {:+}; Scarce",
        metal.dmg, metal.arm
    );
    all.push(card("starmetal", Name::of("starmetal"), "Starmetal", metal.sp.into(), metal.provenance.text(), about));
    for entry in &pack.hides {
        let heavy = if entry.heavy { ", Heavy" } else { "" };
        let about = format!("ARM {}{heavy}, house extra", entry.arm);
        all.push(card("hide", entry.id, entry.title, entry.sp.into(), entry.provenance.text(), about));
    }
    all
}

fn card(kind: &'static str, id: Name, title: &str, cost: i32, origin: &'static str, about: String) -> Card {
    Card { kind, id: id.to_string(), title: title.to_owned(), faction: String::new(), cost, origin, about }
}

fn trait_words(entry: &Trait) -> String {
    let mut words = vec![entry.list.title().to_owned()];
    if let [second, third] = entry.exp[..] {
        words.push(format!("+2 for {second} EXP, +3 for {third} EXP"));
    }
    if !entry.only.is_empty() {
        let kinds: Vec<&str> = entry.only.iter().map(|kind: &Kind| kind.title()).collect();
        words.push(format!("{} only", kinds.join(" or ")));
    }
    if entry.optional {
        words.push("house extra".to_owned());
    }
    words.join(", ")
}

fn gear_words(entry: &Gear) -> String {
    let mut words = vec![match entry.form {
        Form::Close { reach, dmg, .. } => format!("{reach}/C/{dmg:+}"),
        Form::Ranged { range, rof, dmg, .. } => format!("{range}/{rof}/{dmg}"),
        Form::Worn { slot: Slot::Armour, arm, .. } => format!("armour, ARM {arm}"),
        Form::Worn { slot: Slot::Shield, arm, arm_ranged } if arm != arm_ranged => {
            format!("shield, ARM {arm}, {arm_ranged} against missiles")
        }
        Form::Worn { slot: Slot::Shield, arm, .. } => format!("shield, ARM {arm}"),
        Form::Worn { slot: Slot::Helmet, arm, .. } => format!("helmet, ARM {arm}"),
        Form::Equipment => "for every model of the Warband".to_owned(),
    }];
    words.extend(entry.traits.iter().map(|kind| kind.text().to_owned()));
    if entry.optional {
        words.push("house extra".to_owned());
    }
    words.join(", ")
}

/// A warband file as one line for a setup. Whether it is legal is settled when the battle begins.
///
/// # Errors
/// Every problem of the file.
pub fn side(pack: &Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>> {
    muster::read(pack, name, text).map(|warband| ready(pack, &warband))
}

/// What is wrong with a warband, and with bringing it to a battle of a Stage.
pub fn check(pack: &Pack, line: &str, stage: Stage) -> Vec<Problem> {
    let warband = match muster::parse_line(pack, line) {
        Ok(warband) => warband,
        Err(problems) => return problems,
    };
    let mut problems = muster::check(pack, &warband);
    problems.extend(fits(pack, &warband, stage));
    problems
}

/// What keeps a warband out of a battle of a Stage: everybody in it began at that Stage (SM-STAGE-01) and has had the same
/// silver (SM-MODEL-02). Whoever has risen beyond it in a chronicle fights along (SM-STAGE-06).
pub fn fits(pack: &Pack, warband: &Warband, stage: Stage) -> Vec<Problem> {
    match warband.has_risen_above(pack, stage) {
        true => Vec::new(),
        false => misfits(pack, warband, stage),
    }
}

/// The same of a warband that nobody behind it keeps at the Stage of the battle.
pub fn misfits(pack: &Pack, warband: &Warband, stage: Stage) -> Vec<Problem> {
    let mut problems = Vec::new();
    if warband.stage != stage {
        let (own, other) = (pack.stage(warband.stage), pack.stage(stage));
        let text = format!("a Warband of the Stage {} in a battle of the Stage {}", own.title, other.title);
        problems.push(Problem::new(SM::STAGE_01, "warband", text));
        let begun = pack.stage(warband.mustered(pack));
        if begun.starting_sp != other.starting_sp {
            let text = format!("mustered with {} SP; this battle gives {} SP", begun.starting_sp, other.starting_sp);
            problems.push(Problem::new(SM::MODEL_02, "warband", text));
        }
    }
    problems
}

/// A legal warband and its file. None where the word is no faction, or where the silver buys nobody.
pub fn random(pack: &Pack, stage: Stage, silver: i32, faction: Option<&str>, seed: u64) -> Option<(Ready, String)> {
    let faction = match faction {
        None => None,
        Some(word) => Some(pack.factions.iter().map(|entry| entry.id).find(|id| id.text() == kernel::slug(word))?),
    };
    let warband = muster::random(pack, stage, silver, faction, &mut Rng::new(seed));
    let fits = muster::cost(pack, &warband) <= silver && muster::check(pack, &warband).is_empty();
    fits.then(|| (ready(pack, &warband), muster::write(&warband)))
}
