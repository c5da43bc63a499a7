//! The core pack against the ledger: prices, lists, ranges.

use pack::Sources;
use sword_marches::content::{Form, core, core_sources, load_all};
use sword_marches::effects::{GearTrait, Source};
use sword_marches::muster::parse_line;
use sword_marches::sum_at;

#[test]
fn prices_are_those_of_the_ledger() {
    let pack = core();
    for gear in pack.gear.iter().filter(|gear| gear.form != Form::Equipment) {
        let text = rulebook::entry(gear.rule).expect("a rule of the ledger").text;
        let price = format!("Cost {} SP", gear.sp);
        assert!(text.contains(&price), "{} costs {} SP, and the ledger says {text:?}", gear.title, gear.sp);
    }
    for entry in &pack.traits {
        let rule = rulebook::entry(entry.rule).expect("a rule of the ledger");
        let said = [rule.text, rule.ruling.unwrap_or_default(), &rule.cases.join(" ")].join(" ");
        let price = [format!("Cost {} SP", entry.sp), format!("({} SP)", entry.sp)];
        assert!(price.iter().any(|price| said.contains(price)), "{} costs {} SP: {said:?}", entry.title, entry.sp);
        for exp in &entry.exp {
            assert!(said.contains(&format!("{exp} EXP")), "{}: {said:?}", entry.title);
        }
    }
}

#[test]
fn profiles_are_those_of_the_ledger() {
    let pack = core();
    for gear in &pack.gear {
        let text = rulebook::entry(gear.rule).expect("a rule of the ledger").text;
        let profile = match gear.form {
            Form::Close { reach, .. } => format!("Reach {reach} / Attacks C"),
            Form::Ranged { range, .. } => format!("Effective Range {range}\""),
            Form::Worn { arm, .. } => format!("ARM {arm}"),
            Form::Equipment => continue,
        };
        assert!(text.contains(&profile), "{}: {profile} is not in {text:?}", gear.title);
        let damage = match gear.form {
            Form::Close { dmg, .. } => format!("DMG +{dmg}"),
            Form::Ranged { rof, dmg, .. } => format!("RoF {rof} / DMG {dmg}"),
            _ => String::new(),
        };
        assert!(text.contains(&damage), "{}: {damage} is not in {text:?}", gear.title);
        for kind in &gear.traits {
            assert!(text.contains(kind.text()), "{}: {} is not in {text:?}", gear.title, kind.text());
        }
    }
}

#[test]
fn lists_are_as_long_as_the_book_says() {
    let pack = core();
    // SM-SOURCE-03: eight, and two that are used as keywords without being on the list.
    assert_eq!(Source::WORDS.len(), 8 + 2);
    assert_eq!(GearTrait::WORDS.len(), 26);
    // SM-WEAPON-01: the Pike alone has Reach 3. SM-RANGED-01: two weapons shoot beyond 20 inches without a penalty of their own.
    let long = |form: &Form| matches!(form, Form::Close { reach: 3.., .. });
    let pikes: Vec<&str> = pack.gear.iter().filter(|gear| long(&gear.form)).map(|gear| gear.title).collect();
    assert_eq!(pikes, ["Pike"]);
    let far = |form: &Form| matches!(form, Form::Ranged { range: 21.., .. });
    let far: Vec<&str> = pack.gear.iter().filter(|gear| far(&gear.form)).map(|gear| gear.title).collect();
    assert_eq!(far, ["Heavy Crossbow", "Long Bow"]);
    // SM-GEARTRAIT-16: what must be searched for.
    let scarce = pack.gear.iter().filter(|gear| gear.has(GearTrait::Scarce));
    assert_eq!(scarce.map(|gear| gear.title).collect::<Vec<&str>>(), ["Warblade", "War Bow", "Pit Net"]);
}

/// SM-MODEL-03: a player's own list may call anything Small; what is worn is seen all the same.
#[test]
fn only_weapons_are_hidden() {
    let cap = "[[gear]]\nid = \"cap\"\nname = \"Steel Cap\"\nkind = \"helmet\"\nsp = 5\narm = 0\narm_ranged = 0\n\
               traits = [\"helmet\", \"light\", \"small\"]\norigin = \"house\"\n";
    let own = Sources::embedded(&[("own.toml", cap)]);
    let pack = load_all(&[&core_sources(), &own]).expect("a legal pack");
    let line = "W | upstart | battle-sage | guilders | maritime | Ann, warrior, human/tough, 2/1/2, -, knife cap";
    let warband = parse_line(&pack, line).expect("known words");
    let shown = sum_at(&pack, &warband, "ann.shown").expect("a model");
    assert_eq!(shown.total(), 1);
}
