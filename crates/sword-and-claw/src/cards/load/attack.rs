//! The attack lines of a sheet: alternatives, and the qualities of each attack.

use super::words::{self, number, number_or, word};
use crate::cards::{Attack, AttackKind, Count, Load, Qualities, Shape, WeaponQualities, ZoneKind};
use kernel::Name;
use pack::{Section, Value};
use rulebook::SC;

/// All attacks in the order of the sheet, the number of alternatives and the number of loads.
pub(super) fn attacks(troop: Section<'_>, qualities: Qualities) -> Option<(Vec<Attack>, u8, u8)> {
    const MOST: usize = crate::cards::MOST_ATTACKS;
    let options = troop.tables("option");
    let mut attacks: Vec<Attack> = Vec::new();
    let mut groups: Vec<Option<String>> = Vec::new();
    let mut whole = true;
    for (option, table) in options.iter().enumerate().take(MOST) {
        let lines = table.tables("attack");
        if lines.is_empty() {
            table.report(table.here().problem("an alternative without an attack").citing(SC::TROOP_21));
        }
        for line in lines {
            let Some(attack) = attack(line, option as u8, qualities, &mut groups) else {
                whole = false;
                continue;
            };
            if attacks.iter().any(|other| other.name == attack.name) {
                line.problem("name", format!("a second attack named \"{}\"", attack.title), SC::TROOP_02);
            }
            attacks.push(attack);
        }
    }
    if options.is_empty() {
        troop.report(troop.here().problem("a sheet without an attack").citing(SC::TROOP_02));
    }
    if attacks.len() > MOST || options.len() > MOST {
        troop.report(troop.here().problem(format!("more than {MOST} attacks")).citing(SC::TROOP_02));
        whole = false;
    }
    whole.then_some((attacks, options.len().min(MOST) as u8, groups.len() as u8))
}

fn attack(table: Section<'_>, option: u8, troop: Qualities, groups: &mut Vec<Option<String>>) -> Option<Attack> {
    let title = super::title(table);
    let kind = word(table, "kind", words::KINDS, SC::TROOP_24);
    let to_hit = number(table, "to_hit", -20..=20i8, SC::TROOP_02);
    let damage = number(table, "damage", -20..=40i8, SC::TROOP_02);
    let count = number_or(table, "attacks", 1..=20u8, 1, SC::TROOP_23);
    let marks = qualities(table);
    let trample = table.bool_or("trample", false);
    let group = table.get("load_group").and_then(Value::str).map(str::to_owned);
    let reload = marks.qualities.has(WeaponQualities::REQUIRES_RELOAD);
    if group.is_some() && !reload {
        table.problem("load_group", "a load for an attack without Requires Reload", SC::WQUAL_27);
    }
    if trample && kind.is_some_and(|kind| kind != AttackKind::Melee) {
        table.problem("trample", "only a melee attack tramples", SC::TRAMPLE_04);
    }
    if marks.qualities.has(WeaponQualities::WHILE_FLYING) && !troop.has(Qualities::FLIGHT) {
        table.problem("qualities", "usable only while flying, on a sheet without Flight", SC::WQUAL_34);
    }
    let load = reload.then(|| load(group, groups));
    let range = match kind {
        Some(AttackKind::Ranged) => words::brackets(table),
        _ => {
            if table.get("range").is_some() {
                table.problem("range", "range brackets make a ranged attack", SC::TROOP_24);
            }
            Some([0; 3])
        }
    };
    let kind = kind?;
    if !fits(kind, marks.shape) {
        let shape = marks.shape.text().unwrap_or_else(|| "no shape".to_owned());
        table.problem("kind", format!("a {} attack with {shape}", kind.text()), SC::TROOP_24);
    }
    let title = title?;
    Some(Attack {
        name: Name::of(title),
        title,
        kind,
        to_hit: to_hit?,
        damage: damage?,
        count: marks.count.unwrap_or(Count::Fixed(count)),
        range: range?,
        shape: marks.shape,
        zone: marks.zone,
        qualities: marks.qualities,
        option,
        load,
        trample,
    })
}

/// What spreads out from the attacker is projected, what goes round its base is melee, what lands elsewhere is ranged.
fn fits(kind: AttackKind, shape: Shape) -> bool {
    match shape {
        Shape::Single => kind != AttackKind::Projected,
        Shape::Area(_) => kind == AttackKind::Ranged,
        Shape::Line(_) => kind != AttackKind::Melee,
        Shape::Aura(_) | Shape::Cone(_) | Shape::Fan(_) => kind == AttackKind::Projected,
        Shape::Sweep(_) => kind == AttackKind::Melee,
    }
}

/// Attacks of one group share one load; without a group the load is the attack's own (SC-WQUAL-27).
fn load(group: Option<String>, groups: &mut Vec<Option<String>>) -> Load {
    let known = group.as_ref().and_then(|_| groups.iter().position(|known| *known == group));
    let place = known.unwrap_or_else(|| {
        groups.push(group);
        groups.len() - 1
    });
    Load(place as u8)
}

/// The qualities of an attack line.
pub(super) struct Marks {
    pub(super) qualities: WeaponQualities,
    pub(super) shape: Shape,
    pub(super) zone: Option<ZoneKind>,
    pub(super) count: Option<Count>,
}

pub(super) fn qualities(table: Section<'_>) -> Marks {
    let mut marks = Marks { qualities: WeaponQualities::default(), shape: Shape::Single, zone: None, count: None };
    for value in table.get("qualities").and_then(Value::list).unwrap_or_default() {
        mark(table, value, &mut marks);
    }
    marks
}

fn mark(table: Section<'_>, value: Value<'_>, marks: &mut Marks) {
    let Some(written) = value.str() else { return };
    if let Some((_, quality, _)) = WeaponQualities::WORDS.iter().find(|(word, _, _)| *word == written) {
        marks.qualities = marks.qualities.with(*quality);
        return;
    }
    match written {
        "Number of attacks equals health" => marks.count = Some(Count::Health),
        "Number of attacks equals half health" => marks.count = Some(Count::HalfHealth),
        _ => {
            if let Some(shape) = shape(written) {
                if marks.shape != Shape::Single {
                    table.report(value.place().problem("a second shape").citing(SC::TROOP_24));
                }
                marks.shape = shape;
            } else if let Some(zone) = zone(written) {
                marks.zone = Some(zone);
            } else {
                let mut words: Vec<&str> = WeaponQualities::WORDS.iter().map(|(word, _, _)| *word).collect();
                words.extend([
                    "Number of attacks equals health",
                    "Number of attacks equals half health",
                    "Creates Zone (Burning)",
                ]);
                words.extend(["Area 3", "Aura 1", "Cone 6", "Fan 3", "Line 4", "Sweep 3"]);
                table.report(value.place().unknown("quality", written, words).citing(SC::TROOP_20));
            }
        }
    }
}

/// `Cone 6`.
fn shape(written: &str) -> Option<Shape> {
    let (word, size) = written.split_once(' ')?;
    let size: u8 = size.parse().ok().filter(|size| (1..=30).contains(size))?;
    match word {
        "Area" => Some(Shape::Area(size)),
        "Aura" => Some(Shape::Aura(size)),
        "Cone" => Some(Shape::Cone(size)),
        "Fan" => Some(Shape::Fan(size)),
        "Line" => Some(Shape::Line(size)),
        "Sweep" => Some(Shape::Sweep(size)),
        _ => None,
    }
}

/// `Creates Zone (Burning)`.
fn zone(written: &str) -> Option<ZoneKind> {
    let word = written.strip_prefix("Creates Zone (")?.strip_suffix(')')?;
    words::ZONES.iter().find(|(known, _)| *known == word).map(|(_, zone)| *zone)
}
