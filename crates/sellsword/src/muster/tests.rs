//! Every rule of building a warband, by a small warband that breaks it.

use super::{check, cost, line, parse_line, random, read, write};
use crate::cards::{Pack, Pick, Scenario, Warband, core};
use kernel::{Name, Problem, Rng};
use rulebook::SW;
use std::sync::Arc;

/// The problems of a warband in a scenario, a line each.
fn problems(scenario: &str, units: &str) -> String {
    let pack = core();
    let scenario = pack.scenario(Name::of(scenario)).expect("a scenario of the pack");
    let warband = parse_line(&pack, &format!("Test | havoc | ruined-abbey | {units}")).expect("known words");
    shown(&check(&pack, scenario, &warband))
}

fn shown(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("\n")
}

fn standard(pack: &Pack) -> &Arc<Scenario> {
    pack.scenario(Name::of("standard")).expect("the standard scenario")
}

#[test]
fn points_and_numbers() {
    let demon = "gray-necromancer+demon-staff";
    // 38 + 83 = 121 is allowed, and a warband far below the limit as well.
    assert_eq!(problems("standard", &format!("{demon}, armored-ogre, armored-ogre, ridge-gargoyle")), "");
    assert_eq!(problems("standard", "orc-raider"), "");
    assert_eq!(
        problems("standard", &format!("{demon}, armored-ogre, orc-warlord, plague-crone, bound-thrall")),
        "warband: 124 points; the limit is 121 (SW-BUILD-01)"
    );
    let zombies = ["slow-zombie"; 8].join(", ");
    assert_eq!(problems("standard", &zombies), "");
    assert_eq!(
        problems("standard", &format!("{zombies}, slow-zombie")),
        "warband: 9 units; the limit is 8 (SW-BUILD-02)"
    );
    assert_eq!(problems("standard", ""), "warband: no units: such a side is out before the first turn (SW-WIN-06)");
}

#[test]
fn one_faction() {
    assert_eq!(
        problems("standard", "orc-raider, town-guard"),
        "unit 2, Town Guard: Town Guard is a card of valor in a warband of havoc (SW-BUILD-03)"
    );
    assert_eq!(
        problems("standard", "orc-raider+heros-blade"),
        "unit 1, Orc Raider: Hero's Blade is a mod of valor, the unit is of havoc (SW-MOD-04)"
    );
    let pack = core();
    let mut warband = pack.warbands[0].clone();
    warband.faction = Name::of("havok");
    let said = shown(&check(&pack, standard(&pack), &warband));
    assert!(said.starts_with("warband: unknown faction \"havok\"; did you mean \"havoc\"? (SW-BUILD-04)\n"), "{said}");
}

#[test]
fn fantasy_ratings() {
    assert_eq!(
        problems("standard", "pit-fiend"),
        "unit 1, Fiend of the Pit: fantasy rating 3 in a scenario of rating 2 (SW-BUILD-05)"
    );
    assert_eq!(
        problems("border-raid", "slow-zombie, orc-raider, slow-zombie"),
        "unit 1, Slow Zombie: fantasy rating 2 in a scenario of rating 1 (SW-BUILD-05)
unit 3, Slow Zombie: fantasy rating 2 in a scenario of rating 1 (SW-BUILD-05)"
    );
    assert_eq!(problems("long-night", "pit-fiend"), "");
    assert_eq!(
        problems("border-raid", "orc-raider+cursed-blade"),
        "unit 1, Orc Raider: Cursed Blade has fantasy rating 2 in a scenario of rating 1 (SW-MOD-06)"
    );
    // A unit of rating 1 may carry a mod of rating 2 where the scenario allows it.
    assert_eq!(problems("standard", "orc-raider+cursed-blade"), "");
}

/// The core has no card above 3 and no scenario of 0 or above 3; a player's pack may.
#[test]
fn ratings_that_only_a_players_pack_has() {
    let pack = core();
    let with = |scenario: u8, card: u8| {
        let mut cards = pack.units.clone();
        Arc::make_mut(&mut cards[0]).fantasy = card;
        let other = Pack {
            hash: String::new(),
            units: cards,
            mods: pack.mods.clone(),
            maps: pack.maps.clone(),
            scenarios: Vec::new(),
            warbands: Vec::new(),
        };
        let scenario = Scenario { fantasy: scenario, ..Scenario::clone(standard(&pack)) };
        let pick = Pick { unit: other.units[0].id, mods: Vec::new() };
        let warband = Warband { units: vec![pick], ..pack.warbands[0].clone() };
        let rules: Vec<_> = check(&other, &scenario, &warband).iter().filter_map(|problem| problem.rule).collect();
        rules
    };
    assert_eq!(with(0, 1), [SW::BUILD_05]);
    assert_eq!(with(3, 4), [SW::BUILD_05]);
    assert_eq!(with(4, 5), [SW::BUILD_05]);
    assert_eq!(with(4, 4), []);
}

#[test]
fn mods_and_their_bearers() {
    assert_eq!(
        problems("standard", "orc-warlord+black-banner+bloodrage-brew"),
        "unit 1, Orc Warlord: 2 mod cards; a unit carries at most one (SW-MOD-02)"
    );
    assert_eq!(
        problems("standard", "orc-raider+black-banner"),
        "unit 1, Orc Raider: Black Banner needs Command (SW-MOD-03)"
    );
    assert_eq!(
        problems("standard", "skeletal-guard+demon-staff"),
        "unit 1, Skeletal Guard: Demon Staff needs quality level 4 or better, the unit has 3 (SW-MOD-05)"
    );
    assert_eq!(problems("standard", "gray-necromancer+demon-staff"), "");
    assert_eq!(
        problems("standard", "slow-zombie+brand-of-possession"),
        "unit 1, Slow Zombie: Brand of Possession needs a bearer that is living (SW-MOD-05)"
    );
    assert_eq!(problems("standard", "orc-raider+brand-of-possession"), "");
    assert_eq!(
        problems("standard", "armored-ogre+shadow-cloak"),
        "unit 1, Armored Ogre: Shadow Cloak needs a bearer that is medium (SW-MOD-05)"
    );
    assert_eq!(problems("standard", "hill-warg+feral-collar, hill-warg+feral-collar"), "");
}

#[test]
fn unique_cards() {
    assert_eq!(
        problems("long-night", "bone-dragon, bone-dragon"),
        "unit 2, Bone Dragon: Bone Dragon is Unique and already in the warband (SW-BUILD-06)"
    );
    assert_eq!(
        problems("standard", "gray-necromancer+demon-staff, gray-necromancer+demon-staff"),
        "unit 2, Gray Necromancer: Demon Staff is Unique and already in the warband (SW-MOD-08)"
    );
}

#[test]
fn gridmaps_and_unknown_cards() {
    let pack = core();
    let mut warband = parse_line(&pack, "No map | havoc | - | orc-raider+bloodrage-brew").expect("known words");
    assert_eq!(
        shown(&check(&pack, standard(&pack), &warband)),
        "warband: no gridmap is assigned to the warband (SW-BUILD-07)"
    );
    warband.gridmap = Some(Name::of("ruined abby"));
    warband.units[0].mods[0] = Name::of("bloodrage-broo");
    warband.units.push(Pick { unit: Name::of("orc-rader"), mods: Vec::new() });
    assert_eq!(
        shown(&check(&pack, standard(&pack), &warband)),
        "warband: unknown gridmap \"ruined-abby\"; did you mean \"ruined-abbey\"? (SW-BUILD-07)
unit 1, Orc Raider: unknown mod card \"bloodrage-broo\"; did you mean \"bloodrage-brew\"?
unit 2, orc-rader: unknown unit \"orc-rader\"; did you mean \"orc-raider\"?"
    );
}

#[test]
fn costs_add_up() {
    let pack = core();
    let warband = parse_line(&pack, "| havoc | - | gray-necromancer+demon-staff").expect("known words");
    assert_eq!(cost(&pack, &warband), 38);
}

#[test]
fn lines_round_trip() {
    let pack = core();
    assert_eq!(
        line(&pack.warbands[0]),
        "Grave March | havoc | ruined-abbey | gray-necromancer+demon-staff, possessed-berserker, skeletal-guard, \
         skeletal-guard, skeletal-archer, skeletal-archer, possessed-berserker, bound-thrall"
    );
    for warband in &pack.warbands {
        let again = parse_line(&pack, &line(warband)).expect("its own line");
        let expected = Warband { id: again.id, scenario: again.scenario, origin: again.origin, ..warband.clone() };
        assert_eq!(again, expected);
    }
    let odd = Warband { title: " \"Grün\" + 5, a\\b = 'c' | d\ne ".to_owned(), ..pack.warbands[0].clone() };
    let once = parse_line(&pack, &line(&odd)).expect("a title of any kind");
    assert_eq!(once.title, "\"Grün\" + 5, a\\b = 'c'   d e");
    assert_eq!(parse_line(&pack, &line(&once)), Ok(once));
}

#[test]
fn lines_with_mistakes() {
    let pack = core();
    let said = |line: &str| parse_line(&pack, line).map_or_else(|problems| shown(&problems), |_| String::new());
    assert_eq!(
        said("X | havok | ruined-abbie | orc-raidr, , orc-raider+bloodrage+x"),
        "warband: unknown faction \"havok\"; did you mean \"havoc\"? (SW-BUILD-04)
warband: unknown gridmap \"ruined-abbie\"; did you mean \"ruined-abbey\"? (SW-BUILD-07)
unit 1, orc-raidr: unknown unit \"orc-raidr\"; did you mean \"orc-raider\"?
unit 2, : unknown unit \"\"
unit 3, orc-raider: unknown mod card \"bloodrage\"
unit 3, orc-raider: unknown mod card \"x\""
    );
    assert_eq!(said("only a title"), "warband: 1 parts; expected title | faction | gridmap | units");
    assert_eq!(said("a | havoc | - | orc-raider | b"), "warband: 5 parts; expected title | faction | gridmap | units");
    assert_eq!(said("a\n | havoc | - | orc-raider"), "warband: a line break or another control character");
    assert_eq!(said(&"x".repeat(5000)), "warband: the line is longer than 4096 characters");
    // What a player types is not kept for ever.
    assert_eq!(
        said("a | havoc | - | never-heard-of-this"),
        "unit 1, never-heard-of-this: unknown unit \"never-heard-of-this\""
    );
    assert_eq!(Name::known("never-heard-of-this"), None);
}

#[test]
fn files_round_trip() {
    let pack = core();
    for warband in &pack.warbands {
        let again = read(&pack, "mine.toml", &write(warband)).expect("its own file");
        assert_eq!(again, Warband { id: again.id, ..warband.clone() });
    }
    let mut odd = pack.warbands[0].clone();
    odd.title = "\"Grün\" \\ 'x' = [".to_owned();
    odd.gridmap = None;
    odd.units[1].mods = vec![Name::of("cursed-blade"), Name::of("bloodrage-brew")];
    let again = read(&pack, "mine.toml", &write(&odd)).expect("its own file");
    assert_eq!(again, Warband { id: again.id, ..odd });
}

#[test]
fn files_with_mistakes() {
    let text = "name = \"Mine\"
faction = \"Havok\"
scenario = \"standart\"
gridmap = \"ruined_abby\"
units = [
  { unit = \"orc_rader\" },
  { unit = \"orc_raider\", modcard = \"bloodrage_brw\", count = 2 },
]
";
    let pack = core();
    let said = |text: &str| {
        let problems = read(&pack, "mine.toml", text).expect_err("mistakes");
        problems.iter().map(pack::Problem::to_string).collect::<Vec<String>>()
    };
    let starts = [
        "mine.toml:2:11: unknown faction \"Havok\"; did you mean \"Havoc\"? (expected Havoc, Valor) [SW-BUILD-04]",
        "mine.toml:3:12: unknown scenario \"standart\"; did you mean \"standard\"?",
        "mine.toml:4:11: unknown gridmap \"ruined_abby\"; did you mean \"ruined-abbey\"?",
        "mine.toml:6:12: unknown unit \"orc_rader\"; did you mean \"orc-raider\"?",
        "mine.toml:7:36: unknown mod card \"bloodrage_brw\"; did you mean \"bloodrage-brew\"?",
        "mine.toml:7:53: unknown key \"count\"",
    ];
    let lines = said(text);
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines:#?}");
    assert!(!said("units = 3\nname = [").is_empty());
    assert!(!said("").is_empty());
}

#[test]
fn random_warbands_are_legal_near_the_points_and_varied() {
    let pack = core();
    for scenario in &pack.scenarios {
        let mut rng = Rng::new(11);
        let (mut total, mut mods) = (0, 0);
        for _ in 0..500 {
            let warband = random(&pack, scenario, scenario.points, None, &mut rng);
            assert_eq!(shown(&check(&pack, scenario, &warband)), "", "{}", line(&warband));
            let cost = cost(&pack, &warband);
            assert!(i32::from(cost) * 10 >= i32::from(scenario.points) * 8, "{cost}: {}", line(&warband));
            total += i32::from(cost);
            mods += warband.units.iter().map(|pick| pick.mods.len()).sum::<usize>();
        }
        assert!(total / 500 * 100 >= i32::from(scenario.points) * 95, "{total}");
        assert!(mods > 500, "{mods}");
    }
}

#[test]
fn random_warbands_end_whatever_is_asked() {
    let pack = core();
    let mut rng = Rng::new(3);
    for points in [i16::MIN, -1, 0, 2, 3, 40, i16::MAX] {
        for faction in [Some("havoc"), Some("valor"), Some("nobody"), None] {
            let warband = random(&pack, standard(&pack), points, faction.map(Name::of), &mut rng);
            assert!(cost(&pack, &warband) <= points.clamp(0, 121));
            let legal = check(&pack, standard(&pack), &warband).is_empty();
            assert_eq!(legal, points >= 3 && faction != Some("nobody"), "{points} {faction:?}");
        }
    }
    let valor = random(&pack, standard(&pack), 100, Some(Name::of("valor")), &mut rng);
    assert_eq!(valor.faction.text(), "valor");
}
