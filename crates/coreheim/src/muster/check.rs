//! Every problem of a warband at once.

use super::{FEWEST, LARGEST_GROUP, MOST_HEROES, Member, START_GOLD, Warband, cost, unknown};
use crate::campaign::learning::maximum;
use crate::cards::{Armour, Band, Fighter, Gear, GearKind, Item, Knack, Pack, STATS, Slot, Stat, Trait, Word};
use kernel::{Name, Problem, Rule};
use rulebook::CH;
use std::sync::Arc;

/// Every problem of a warband; none if it may be played.
///
/// A band that has fought is held to the limits of its list, not to the gold it began with.
pub fn check(pack: &Pack, warband: &Warband) -> Vec<Problem> {
    let mut book = Book { problems: Vec::new() };
    let Some(band) = pack.band(warband.band) else {
        let known = pack.bands.iter().map(|band| band.id.text());
        book.add("warband", None, unknown("band", warband.band.text(), known));
        return book.problems;
    };
    book.whole(pack, band, warband);
    for (at, member) in warband.members.iter().enumerate() {
        book.member(pack, band, warband, at, member);
    }
    book.problems
}

/// Why a set of equipment may not be carried together, whoever it is.
pub(crate) fn carried_too_much(pack: &Pack, gear: &[Name]) -> Vec<(Rule, String)> {
    let things: Vec<&Arc<Gear>> = gear.iter().filter_map(|id| pack.gear(*id)).collect();
    let mut found = Vec::new();
    let melee: usize = things.iter().map(|gear| close_choices(gear)).sum();
    if melee > 2 {
        found.push((CH::EQUIP_01, format!("{melee} close combat choices; at most 2 are carried")));
    }
    let missile = missile_choices(&things);
    if missile > 1 {
        // A pair of pistols is one choice, three are three.
        let pistols = things.iter().all(|gear| missile_choices(&[gear]) == 0 || gear.weapon().is_some_and(is_pistol));
        found.push((
            if pistols { CH::EQUIP_02 } else { CH::EQUIP_01 },
            format!("{missile} missile weapons; at most 1 is carried"),
        ));
    }
    let two_handed = |gear: &&&Arc<Gear>| matches!(&gear.kind, GearKind::Melee(weapon) if weapon.hands == 2);
    let long = things.iter().filter(two_handed).count();
    if long > 1 {
        found.push((CH::EQUIP_03, format!("{long} two-handed weapons; at most 1 is carried")));
    }
    for (slot, what) in [(Slot::Body, "suits of armour"), (Slot::Head, "helmets")] {
        let worn =
            things.iter().filter(|gear| matches!(gear.kind, GearKind::Armour(Armour { slot: s, .. }) if s == slot));
        let count = worn.count();
        if count > 1 {
            found.push((CH::WOUND_06, format!("{count} {what}; one is worn")));
        }
    }
    let mounted = things.iter().any(|gear| gear.kind == GearKind::Item(Item::Horse));
    for gear in &things {
        if gear.weapon().is_some_and(|weapon| weapon.knacks.has(Knack::MountedOnly)) && !mounted {
            found.push((CH::EQUIP_26, format!("{} needs a mount", gear.title)));
        }
        if let GearKind::Item(item) = gear.kind
            && things.iter().filter(|other| other.kind == GearKind::Item(item)).count() > 1
        {
            found.push((CH::EQUIP_55, format!("{} more than once", gear.title)));
        }
    }
    found.dedup();
    found
}

/// Choices among those of CH-EQUIP-01; daggers and lances take none (CH-EQUIP-02).
fn close_choices(gear: &Gear) -> usize {
    match &gear.kind {
        GearKind::Melee(weapon) => {
            usize::from(gear.price > 0 && !weapon.knacks.has(Knack::Couched) && !weapon.knacks.has(Knack::FreeSlot))
        }
        GearKind::Armour(armour) => usize::from(armour.slot == Slot::Hand),
        _ => 0,
    }
}

/// Throwing knives take no choice, a pair of one-handed guns takes one (CH-EQUIP-02).
fn missile_choices(things: &[&Arc<Gear>]) -> usize {
    let mut pistols = 0;
    let mut others = 0;
    for gear in things {
        match &gear.kind {
            GearKind::Missile(weapon) if weapon.knacks.has(Knack::FreeSlot) => {}
            GearKind::Missile(weapon) if weapon.hands == 1 && weapon.knacks.has(Knack::Gun) => pistols += 1,
            GearKind::Missile(_) => others += 1,
            _ => {}
        }
    }
    others + if pistols > 2 { pistols } else { usize::from(pistols > 0) }
}

fn is_pistol(weapon: &crate::cards::Weapon) -> bool {
    weapon.hands == 1 && weapon.knacks.has(Knack::Gun)
}

/// Whether a thing is for this member at all.
pub(crate) fn may_carry(
    pack: &Pack,
    band: &Band,
    fighter: &Fighter,
    member: &Member,
    gear: &Gear,
) -> Result<(), (Rule, String)> {
    if fighter.traits.has(Trait::Animal) {
        return Err((CH::PSYCH_25, format!("{} carries no equipment", fighter.title)));
    }
    if fighter.traits.has(Trait::Monster) {
        return Err((CH::PSYCH_26, format!("{} carries no equipment", fighter.title)));
    }
    if let GearKind::Item(item) = gear.kind {
        if item != Item::Horse && !member.is_hero(fighter) {
            return Err((CH::EQUIP_55, format!("{} is for heroes", gear.title)));
        }
        return if fighter.equipment.is_some() || item != Item::Horse {
            Ok(())
        } else {
            Err((CH::EQUIP_04, format!("{} does not ride", fighter.title)))
        };
    }
    // Treasures that stand on no list are for the heroes who find them.
    let found = pack.is_treasure(gear) && fighter.equipment.is_some() && member.is_hero(fighter);
    if !found && !band.may_use(fighter, gear.id) {
        return Err((CH::EQUIP_04, format!("{} is not on the equipment list of {}", gear.title, fighter.title)));
    }
    Ok(())
}

struct Book {
    problems: Vec<Problem>,
}

impl Book {
    fn add(&mut self, place: &str, rule: impl Into<Option<Rule>>, text: String) {
        self.problems.push(Problem { rule: rule.into(), place: place.to_owned(), text });
    }

    /// What concerns the band and no single member of it.
    fn whole(&mut self, pack: &Pack, band: &Band, warband: &Warband) {
        let size = warband.size();
        // Losses may bring a band below it (CH-CAMPAIGN-01).
        if size < FEWEST && warband.battles == 0 {
            self.add("warband", CH::CAMPAIGN_01, format!("{}; at least {FEWEST} are needed", warriors(size)));
        }
        if size > 0 && warband.members.iter().all(|member| member.missing > 0) {
            let text = "nobody can fight: all who are left miss the next battle".to_owned();
            self.add("warband", CH::CAMPAIGN_65, text);
        }
        if size > usize::from(band.max_size) {
            let text = format!("{}; at most {} are allowed", warriors(size), band.max_size);
            self.add("warband", CH::CAMPAIGN_01, text);
        }
        let leaders = warband.known(pack).filter(|(member, fighter)| member.leads(fighter)).count();
        if leaders != 1 {
            let (rule, text) = match (warband.battles, leaders) {
                (0, _) => (CH::CAMPAIGN_01, format!("{leaders} leaders; there has to be one")),
                (_, 0) => (CH::CAMPAIGN_40, "nobody leads it: it is disbanded, and a new warband is hired".to_owned()),
                _ => (CH::CAMPAIGN_40, format!("{leaders} leaders; there has to be one")),
            };
            self.add("warband", rule, text);
        }
        let heroes = warband.known(pack).filter(|(member, fighter)| member.is_hero(fighter)).count();
        if heroes > MOST_HEROES {
            self.add("warband", CH::CAMPAIGN_02, format!("{heroes} heroes; at most {MOST_HEROES} are allowed"));
        }
        for fighter in &band.fighters {
            // A henchman who became a hero leaves his old kind (CH-CAMPAIGN-32).
            let mine = warband.members.iter().filter(|member| member.fighter == fighter.id && !member.risen);
            let count: usize = mine.map(|member| usize::from(member.count)).sum();
            if count > usize::from(fighter.max) {
                let text = format!("{count} of {}; at most {} are allowed", fighter.title, fighter.max);
                self.add("warband", CH::CAMPAIGN_63, text);
            }
        }
        let spent = cost(pack, warband);
        if warband.battles == 0 && spent + warband.gold != START_GOLD {
            let text = match spent > START_GOLD {
                true => format!("{spent} gold; a new warband has {START_GOLD}"),
                false => format!("{spent} gold spent and {} kept; together it has to be {START_GOLD}", warband.gold),
            };
            self.add("warband", CH::CAMPAIGN_01, text);
        }
        for id in &warband.stash {
            if pack.gear(*id).is_none() {
                self.add("stash", None, unknown("thing", id.text(), pack.gear.iter().map(|gear| gear.id.text())));
            }
        }
    }

    fn member(&mut self, pack: &Pack, band: &Band, warband: &Warband, at: usize, member: &Member) {
        let Some(fighter) = pack.fighter(member.fighter) else {
            let known = band.fighters.iter().map(|fighter| fighter.id.text());
            self.add(&place(at, member.fighter.text()), None, unknown("fighter", member.fighter.text(), known));
            return;
        };
        let place = place(at, fighter.title);
        if fighter.band != band.id {
            self.add(&place, CH::CAMPAIGN_63, format!("{} does not serve with {}", fighter.title, band.title));
            return;
        }
        let hero = member.is_hero(fighter);
        let most = if hero { 1 } else { LARGEST_GROUP };
        if member.count == 0 || member.count > most {
            let text = format!(
                "{} in one entry; {}",
                member.count,
                if hero { "heroes stand alone" } else { "a group has 1 to 5" }
            );
            self.add(&place, CH::CAMPAIGN_02, text);
        }
        for id in &member.gear {
            match pack.gear(*id) {
                None => {
                    let known = pack.gear.iter().map(|gear| gear.id.text());
                    self.add(&place, None, unknown("thing", id.text(), known));
                }
                Some(gear) => {
                    if let Err((rule, text)) = may_carry(pack, band, fighter, member, gear) {
                        self.add(&place, rule, text);
                    }
                    if gear.is_item() && warband.battles == 0 {
                        self.add(&place, CH::EQUIP_55, format!("{} cannot be had before the first battle", gear.title));
                    }
                    if pack.is_treasure(gear) && warband.battles == 0 {
                        let text = format!("{} cannot be had before the first battle", gear.title);
                        self.add(&place, CH::CAMPAIGN_38, text);
                    }
                }
            }
        }
        let body = |id: &&Name| {
            let gear = pack.gear(**id);
            gear.is_some_and(|gear| matches!(gear.kind, GearKind::Armour(Armour { slot: Slot::Body, .. })))
        };
        if fighter.traits.has(Trait::HeirloomLight) && member.gear.iter().any(|id| body(&id)) {
            self.add(&place, CH::CAMPAIGN_62, "he wears his heirloom, which is not put away".to_owned());
        }
        for (rule, text) in carried_too_much(pack, &member.gear) {
            self.add(&place, rule, text);
        }
        self.spells(pack, warband, &place, fighter, member);
        if warband.battles == 0 {
            self.fresh(&place, fighter, member);
        }
        self.learning(pack, &place, fighter, member, hero);
    }

    fn spells(&mut self, pack: &Pack, warband: &Warband, place: &str, fighter: &Fighter, member: &Member) {
        let list = fighter.spell_list.and_then(|id| pack.spell_list(id));
        for (at, (id, _)) in member.spells.iter().enumerate() {
            let known = list.is_some_and(|list| list.spells.iter().any(|spell| spell.id == *id));
            if !known {
                self.add(place, CH::MAGIC_14, format!("{id} is not on the spell list of {}", fighter.title));
            }
            if member.spells[..at].iter().any(|(other, _)| other == id) {
                self.add(place, CH::MAGIC_14, format!("{id} is known already"));
            }
        }
        let (known, begin) = (member.spells.len(), usize::from(fighter.spells));
        let wrong = if warband.battles == 0 { known != begin } else { known < begin };
        if wrong {
            self.add(place, CH::MAGIC_14, format!("{known} spells; {} begins with {begin}", fighter.title));
        }
    }

    /// A new band has learnt nothing yet.
    fn fresh(&mut self, place: &str, fighter: &Fighter, member: &Member) {
        let learnt = member.experience != fighter.experience
            || member.growth != [0; STATS]
            || !member.skills.is_empty()
            || member.risen
            || member.leader
            || member.missing > 0
            || member.spells.iter().any(|(_, eased)| *eased > 0);
        if learnt {
            let text = format!("a new warrior begins with {} experience and nothing learnt", fighter.experience);
            self.add(place, CH::CAMPAIGN_63, text);
        }
    }

    fn learning(&mut self, pack: &Pack, place: &str, fighter: &Fighter, member: &Member, hero: bool) {
        if fighter.traits.has(Trait::NoExperience) && member.experience > 0 {
            self.add(place, CH::CAMPAIGN_25, format!("{} gains no experience", fighter.title));
        }
        for skill in member.skills.iter() {
            let list = pack.skill_word(skill).and_then(|skill| skill.list);
            let open = hero && list.is_some_and(|list| member.open_lists(fighter).has(list));
            if !open {
                self.add(place, CH::CAMPAIGN_41, format!("{} is on no list open to {}", skill.text(), fighter.title));
            }
        }
        let most = maximum(fighter.race);
        for (word, stat) in Stat::ALL {
            let (begun, grown) = (fighter.stats.get(*stat) as i8, member.growth[*stat as usize]);
            if grown > 0 && (begun == 0 || begun + grown > most[*stat as usize] as i8) {
                let text = format!("{word} {}; his kind comes to {}", begun + grown, most[*stat as usize]);
                self.add(place, CH::CAMPAIGN_33, text);
            } else if grown > 1 && !hero {
                self.add(place, CH::CAMPAIGN_31, format!("{word} raised by {grown}; henchmen raise it once"));
            }
        }
        if member.risen && (fighter.hero || member.lists.len() != 2) {
            self.add(place, CH::CAMPAIGN_32, "a henchman who became a hero has two skill lists".to_owned());
        }
    }
}

fn warriors(count: usize) -> String {
    if count == 1 { "1 warrior".to_owned() } else { format!("{count} warriors") }
}

/// How a member is called in problems: `member 3, Soldier`.
pub(super) fn place(at: usize, title: &str) -> String {
    format!("member {}, {title}", at + 1)
}
