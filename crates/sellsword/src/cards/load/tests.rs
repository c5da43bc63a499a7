//! The pack of the program, and packs with mistakes.

mod maps;

use super::{core, core_sources, load, load_all, words};
use crate::cards::{ActKind, Cond, Condition, InjuryBox, Origin, Size, Stat, Test, Verb, Wound};
use crate::muster;
use kernel::{Name, Rng};
use pack::{Problem, Sources};

fn report(file: &str, text: &str) -> String {
    match load(&Sources::embedded(&[(file, text)])) {
        Ok(_) => String::new(),
        Err(problems) => lines(&problems),
    }
}

fn lines(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("\n")
}

const GOBLIN: &str = r#"[[unit]]
id = "goblin"
name = "Goblin"
faction = "Havoc"
origin = "house"
descriptors = ["Goblin", "Recruit"]
quality = "Recruit"
level = 2
vp = 13
fantasy = 1
code = "---A-"
agility = 14
brawn = 8
spirit = 8
wits = 11
move_points = 5
armor = 13
vigor = 10
pool = { green = 1 }
boxes = ["mobility", "mortal"]

[[unit.attack]]
name = "Net"
range = 1
bonus = 5
versus = "Armor"
effects = [{ join = "FIRST", verb = "status", status = "Stunned" }]
"#;

/// The goblin with one line exchanged, and what is said about it.
fn goblin(old: &str, new: &str, expected: &str) {
    assert!(GOBLIN.contains(old), "{old}");
    assert_eq!(report("g.toml", &GOBLIN.replacen(old, new, 1)), expected);
}

/// The goblin with a trait, which begins in line 28.
fn goblin_trait(lines: &str, expected: &str) {
    let text = format!("{GOBLIN}\n[[unit.trait]]\nname = \"Trick\"\ntext = \"A trick.\"\n{lines}\n");
    assert_eq!(report("g.toml", &text), expected);
}

#[test]
fn the_pack_of_the_program_is_whole() {
    let pack = load(&core_sources()).unwrap_or_else(|problems| panic!("{}", lines(&problems)));
    let counts = [pack.units.len(), pack.mods.len(), pack.maps.len(), pack.scenarios.len(), pack.warbands.len()];
    assert_eq!(counts, [35, 18, 4, 3, 8]);
    let totals: Vec<(&str, &str, i16)> = pack
        .warbands
        .iter()
        .map(|warband| (warband.id.text(), warband.scenario.text(), muster::cost(&pack, warband)))
        .collect();
    let expected = [
        ("havoc-grave-march", "standard", 121),
        ("havoc-raiders", "standard", 117),
        ("valor-manor-guard", "standard", 120),
        ("valor-dawn-company", "standard", 119),
        ("havoc-border-reavers", "border-raid", 81),
        ("valor-border-watch", "border-raid", 81),
        ("havoc-night-host", "long-night", 158),
        ("valor-last-light", "long-night", 159),
    ];
    assert_eq!(totals, expected);
    for faction in ["havoc", "valor"] {
        assert!(pack.units.iter().filter(|card| card.faction == Name::of(faction)).count() >= 14);
        assert!(pack.mods.iter().filter(|card| card.faction == Name::of(faction)).count() >= 8);
    }
    assert_eq!(pack.hash, core_sources().content_hash());
}

/// The printed card of SW-UNIT-01 and SW-UNIT-06.
#[test]
fn the_necromancer_is_as_printed() {
    let pack = core();
    let card = pack.unit(Name::of("gray_necromancer")).expect("the card");
    assert_eq!(card.stats, [12, 12, 20, 18, 5, 16, 30]);
    assert_eq!((card.vp, card.fantasy, card.level, card.size, card.origin), (31, 2, 5, Size::Medium, Origin::Source));
    assert_eq!((card.pool, card.reclaim, card.code), ([1, 0, 0], [1, 0, 0], 0b00011));
    assert_eq!(card.boxes, [InjuryBox::Mobility, InjuryBox::Defensive, InjuryBox::Mortal]);
    assert_eq!((card.common.immune[Wound::Cold as usize], card.common.immune[Wound::Cut as usize]), (5, 0));
    let recurring = Verb::Status {
        condition: Condition::Recurring(Wound::Magic),
        amount: 10,
        recover: Stat::Spirit,
        modifier: 0,
        star: false,
    };
    assert_eq!(card.attacks[0].effects[1].verb, recurring);
    assert_eq!(card.traits[0].who.has, Test(vec![Name::of("Possessed")]));
    let staff = pack.modcard(Name::of("demon_staff")).expect("the staff");
    assert_eq!((staff.pool, staff.common.warleader, staff.unique), ([0, 1, 0], 2, true));
    let ogre = pack.unit(Name::of("armored_ogre")).expect("the ogre");
    assert!(ogre.boxes.contains(&InjuryBox::Trait(Name::of("ground-slam"))));
    let warlord = pack.unit(Name::of("orc_warlord")).expect("the warlord");
    assert_eq!(warlord.traits[1].conds, [Cond::TargetHas(Test(vec![Name::of("exhausted")]))]);
}

#[test]
fn what_a_card_leaves_out() {
    let pack =
        load(&Sources::embedded(&[("g.toml", GOBLIN)])).unwrap_or_else(|problems| panic!("{}", lines(&problems)));
    let card = &pack.units[0];
    assert_eq!((card.size, card.reclaim, card.unique, card.common.fly), (Size::Medium, [1, 0, 0], false, false));
    // Stunned without a bracket is recovered by Agility (SW-RECOVER-07).
    let Verb::Status { recover, .. } = card.attacks[0].effects[0].verb else { panic!("a status") };
    assert_eq!(recover, Stat::Agility);
    for (status, stat) in [("Hobbled", Stat::Brawn), ("Compromised", Stat::Wits), ("Shaken", Stat::Brawn)] {
        let text = GOBLIN.replace("Stunned", status);
        let pack = load(&Sources::embedded(&[("g.toml", &text)])).expect("a good pack");
        let Verb::Status { recover, .. } = pack.units[0].attacks[0].effects[0].verb else { panic!("a status") };
        assert_eq!(recover, stat);
    }
    let short = "[[scenario]]\nid = \"raid\"\nname = \"Raid\"\norigin = \"house\"\npoints = 81\n";
    let pack = load(&Sources::embedded(&[("s.toml", short)])).expect("a good scenario");
    let raid = &pack.scenarios[0];
    assert_eq!((raid.points, raid.max_units, raid.fantasy, raid.target), (81, 8, 2, 81));
    assert_eq!((raid.exceed, raid.vp_per_objective, raid.round_limit), (true, 5, 0));
}

#[test]
fn cards_that_break_a_rule_name_it() {
    goblin("\"mobility\", \"mortal\"", "\"mobility\"", "g.toml:20:9: a card needs a Mortal box [SW-UNIT-08]");
    goblin("vigor = 10", "vigor = 12", "g.toml:18:9: \"vigor\" is 12; Vigor and wounds go in steps of 5 [SW-UNIT-08]");
    goblin(
        "[\"Goblin\", \"Recruit\"]",
        "[\"Goblin\"]",
        "g.toml:6:15: a card has at least two descriptors: kind and quality [SW-UNIT-02]",
    );
    goblin("\"---A-\"", "\"CGMAN\"", "g.toml:11:8: all five places are filled; four are the most [SW-CODE-07]");
    let code = "is no mod-use code; expected five places, each its letter of CGMAN or - [SW-CODE-07]";
    goblin("\"---A-\"", "\"A----\"", &format!("g.toml:11:8: \"A----\" {code}"));
    goblin("\"---A-\"", "\"--ä\"", &format!("g.toml:11:8: \"--ä\" {code}"));
    goblin("level = 2", "level = 3", "g.toml:8:9: \"level\" is 3; this quality is level 2 [SW-QUALITY-04]");
    goblin(
        "[\"Goblin\", \"Recruit\"]",
        "[\"Goblin\", \"Sneaky\", \"Recruit\"]",
        "g.toml:6:15: the second descriptor is Sneaky, not the quality [SW-QUALITY-01]",
    );
    goblin(
        "\nvp = 13",
        "\nsize = \"Bigg\"\nvp = 13",
        "g.toml:9:8: unknown size \"Bigg\"; did you mean \"Big\"? (expected Small, Medium, Big) [SW-UNIT-03]",
    );
    goblin(
        "move_points = 5",
        "move_points = 5\nmove_text = \"F5\"",
        "g.toml:17:13: \"F5\" is not the Move of this card, which is 5 by move_points and its traits [SW-STAT-06]",
    );
    goblin(
        "\"mortal\"]",
        "\"mortal\", \"trait:Nett\"]",
        "g.toml:20:32: unknown attack or trait \"Nett\"; did you mean \"Net\"? [SW-INJURY-12]",
    );
    goblin("\"mortal\"]", "\"mortal\", \"mobility\"]", "g.toml:20:32: a second box \"mobility\" [SW-INJURY-03]");
    goblin(
        "Stunned\"",
        "Shaken\", recover = \"Spirit\"",
        "g.toml:27:76: this status is not recovered by Spirit; expected Brawn, Wits [SW-RECOVER-07]",
    );
    goblin(
        "Havoc",
        "Havok",
        "g.toml:4:11: unknown faction \"Havok\"; did you mean \"Havoc\"? (expected Havoc, Valor) [SW-BUILD-04]",
    );
    goblin("range = 1", "range = 0", "g.toml:24:9: range 0 without a burst reaches nobody [SW-BURST-01]");
    goblin(
        "range = 1",
        "range = 1\nslow = 2",
        "g.toml:25:8: an attack is slow or it is not; expected true or false [SW-SLOW-01]",
    );
    goblin("range = 1", "range = 1\nspares = \"self\"", "g.toml:25:10: only a burst can spare units [SW-TRAIT-28]");
    goblin("FIRST", "THEN", "g.toml:27:21: the first effect has nothing before it; expected FIRST [SW-EFFECT-03]");
    goblin("fantasy = 1", "fantasy = 1\nlook = 3", "g.toml:11:8: \"look\" is a whole number; expected a text");
}

/// Each quality has its rule (SW-QUALITY-02 to SW-QUALITY-11), and only the last reaches above its level.
#[test]
fn every_quality_knows_its_level() {
    for (quality, (level, rule)) in words::QUALITIES {
        let card = GOBLIN.replace("Recruit", quality);
        let with = |level: u8| report("g.toml", &card.replace("level = 2", &format!("level = {level}")));
        assert_eq!(with(*level), "");
        let wrong = if *level == 0 { 1 } else { level - 1 };
        assert!(with(wrong).contains(rule.id()), "{quality}");
        assert_eq!(with(level + 1).is_empty(), *level == words::LEGEND, "{quality}");
    }
    let unknown = GOBLIN.replace("Recruit", "Rekruit");
    let said = report("g.toml", &unknown);
    assert!(said.starts_with("g.toml:7:11: unknown quality \"Rekruit\"; did you mean \"Recruit\"?"), "{said}");
    assert!(said.ends_with("[SW-QUALITY-01]"), "{said}");
}

#[test]
fn traits_that_break_a_rule_name_it() {
    let always = "when = \"always\"\neffects = [{ join = \"FIRST\", verb = \"attack_bonus\", value = 1 }]";
    goblin_trait(always, "");
    goblin_trait(
        &always.replace("always", "allways"),
        "g.toml:32:8: unknown when \"allways\"; did you mean \"always\"? (expected always, act, round_start, round_end, \
         turn_start, turn_end, attack_hit, attack_missed, enemy_dropped, charge, reply) [SW-TRAIT-18]",
    );
    goblin_trait(
        &always.replace("always", "act"),
        "g.toml:32:8: a trait that is used as an act takes at least 1 act [SW-TRAIT-18]",
    );
    goblin_trait(
        &format!("cond = [\"self_injurd\"]\n{always}"),
        "g.toml:32:9: unknown condition \"self_injurd\"; did you mean \"self_injured\"? (expected self_injured, target_living, \
         nonadjacent_target, not_moved_this_turn, target_has, ally_adjacent, ally_adjacent_level, attack_type) [SW-TRAIT-14]",
    );
    goblin_trait(
        &format!("cond = [\"ally_adjacent:Golbin\"]\n{always}"),
        "g.toml:32:9: unknown descriptor \"Golbin\"; did you mean \"Goblin\"? (expected Big, Exhausted, Goblin, Injured, \
         Living, Medium, Recruit, Small) [SW-UNIT-02]",
    );
    goblin_trait(
        &format!("who = {{ side = \"foe\" }}\n{always}"),
        "g.toml:32:16: unknown side \"foe\"; expected self, ally, friend, enemy, all, any, target [SW-TRAIT-29]",
    );
    goblin_trait(
        &format!("who = {{ side = \"target\" }}\n{}", always.replace("always", "turn_end")),
        "g.toml:32:16: a trait that belongs to no attack has no target [SW-TRAIT-19]",
    );
    goblin_trait(
        "when = \"always\"\neffects = [{ join = \"FIRST\", verb = \"forbid\", act = \"Move\" }]",
        "g.toml:33:53: unknown act \"Move\"; expected Attack, BasicMove, Maneuver, Rest, Trait [SW-RULE3-01]",
    );
    goblin_trait("when = \"always\"\neffects = [{ join = \"FIRST\", verb = \"forbid\", act = \"BasicMove\" }]", "");
    goblin_trait(
        "when = \"always\"\neffects = [{ join = \"FIRST\", verb = \"summon\", unit = \"gobblin\", count = 1, within = 1 }]",
        "g.toml:33:54: unknown unit \"gobblin\"; did you mean \"goblin\"? [SW-MOD-15]",
    );
    goblin(
        "verb = \"status\", status = \"Stunned\"",
        "verb = \"attack_bonus\", value = 1",
        "g.toml:27:37: unknown verb \"attack_bonus\"; expected wounds, status, push, pull, move, move_self, recoil",
    );
    goblin("verb = \"status\", status = \"Stunned\"", "verb = \"move_self\", squares = 2", "");
}

const TWENTY: &str = r#"[[unit]]
id = "Bad Id"
name = ""
faction = "Velor"
origin = "home"
descriptors = ["Human", "Regular"]
quality = "Regular"
level = 5
vp = 0
fantasy = 0
code = "-----"
agility = 10
brawn = "strong"
spirit = 10
wits = 10
move_points = 5
armour = 12
vigor = 11
pool = { green = 1, violet = 2 }
boxes = ["mobility", "defensve"]
common = [{ kind = "flie" }, { kind = "immune", wound = "Ice", amount = 5 }]

[[unit.attack]]
name = "Axe"
range = 1
bonus = 5
versus = "Vigor"
effects = [
  { join = "FIRST", verb = "wounds", wound = "Cut", amount = 7 },
  { join = "FIRST", verb = "status", status = "Pinned", wound = "Cut" },
]

[[scenario]]
id = "raid"
name = "Raid"
origin = "house"
points = 0
special = [{ rule = "bountie", vp = 5 }]

[[warband]]
id = "band"
name = "A | B"
origin = "house"
faction = "Havoc"
scenario = "raid"
units = []
"#;

const TWENTY_REPORTS: &str = r#"bad.toml:2:6: "Bad Id" is no id; expected small letters, digits, _ and -
bad.toml:3:8: this is no name; expected letters or digits, 60 characters at most
bad.toml:4:11: unknown faction "Velor"; did you mean "Valor"? (expected Havoc, Valor) [SW-BUILD-04]
bad.toml:5:10: unknown origin "home"; expected source, public, house
bad.toml:8:9: "level" is 5; this quality is level 4 [SW-QUALITY-06]
bad.toml:9:6: "vp" is 0; expected a whole number from 1 to 999 [SW-UNIT-05]
bad.toml:13:9: "brawn" is a text; expected a whole number from 0 to 99
bad.toml:17:1: unknown key "armour"; did you mean "armor"? (expected armor, card, look, move_text, reclaim, size, source_fields, trait, unique)
bad.toml:18:9: "vigor" is 11; Vigor and wounds go in steps of 5 [SW-UNIT-08]
bad.toml:19:21: unknown key "violet"; expected blue, red
bad.toml:20:22: unknown injury box "defensve"; did you mean "defensive"? (expected mobility, defensive, mortal, trait:<name>) [SW-INJURY-03]
bad.toml:21:20: unknown kind "flie"; expected fly, ghostly, invisible, see_invisible, shield, stealthy, toughness, warleader, immune, vulnerable, immune_status [SW-TRAIT-06]
bad.toml:21:57: unknown wound "Ice"; expected Cut, Pierce, Crush, Fire, Cold, Magic, Toxic, Fear [SW-WOUND-01]
bad.toml:27:10: unknown versus "Vigor"; expected Agility, Brawn, Spirit, Wits, Armor [SW-STAT-01]
bad.toml:29:62: "amount" is 7; Vigor and wounds go in steps of 5 [SW-UNIT-08]
bad.toml:30:12: only the first effect is FIRST; expected THEN or AND [SW-EFFECT-03]
bad.toml:30:57: unknown key "wound"; expected modifier, recover, star
bad.toml:37:10: "points" is 0; expected a whole number from 1 to 9999 [SW-BUILD-10]
bad.toml:38:21: unknown rule "bountie"; did you mean "bounty"? (expected first_capture, central_objective, bounty) [SW-BUILD-10]
bad.toml:42:8: this is no name for a warband; expected at most 60 characters, without | and line breaks"#;

#[test]
fn twenty_mistakes_give_twenty_reports() {
    assert_eq!(TWENTY_REPORTS.lines().count(), 20);
    assert_eq!(report("bad.toml", TWENTY), TWENTY_REPORTS);
}

#[test]
fn a_player_may_not_take_an_id_of_the_core() {
    let player = Sources::embedded(&[("mine.toml", &GOBLIN.replace("\"goblin\"", "\"goblin-sneak\""))]).under("player");
    let problems = load_all(&[&core_sources(), &player]).expect_err("an id twice");
    let said = lines(&problems);
    assert!(
        said.starts_with(
            "player/mine.toml:2:6: unit \"goblin-sneak\" exists already, at packs/sellsword/units_havoc.toml:"
        ),
        "{said}"
    );
    assert_eq!(problems.len(), 1);

    let player = Sources::embedded(&[("mine.toml", GOBLIN)]).under("player");
    let pack = load_all(&[&core_sources(), &player]).unwrap_or_else(|problems| panic!("{}", lines(&problems)));
    assert_eq!(pack.units.len(), 36);
    assert_ne!(pack.hash, core().hash);
}

#[test]
fn the_words_of_files_are_those_that_people_read() {
    assert!(words::STATS.iter().all(|(word, stat)| stat.text() == *word));
    assert!(words::WOUND_TYPES.iter().all(|(word, wound)| wound.text() == *word));
    assert!(words::SIZES.iter().all(|(word, size)| size.text() == *word));
    assert!(words::COLOURS.iter().all(|(word, token)| token.text() == *word));
    assert!(words::ORIGINS.iter().all(|(word, origin)| origin.text() == *word));
    assert!(words::OVERLAYS.iter().all(|(word, ground)| ground.words() == [*word]));
    for (index, condition) in Condition::ALL.into_iter().enumerate() {
        assert_eq!((condition.index(), condition.name()), (index, Name::of(condition.text())));
    }
    assert_eq!(Condition::Recurring(Wound::Magic).name().text(), "recurring-magic");
    assert_eq!(ActKind::BasicMove.text(), "Basic Move");
}

/// Whatever a file holds, there is an answer and no panic.
#[test]
fn broken_files_are_answered() {
    let mut rng = Rng::new(7);
    let core = core_sources();
    for round in 0..150 {
        let files: Vec<(&str, String)> = core
            .files()
            .iter()
            .map(|file| {
                (file.name.as_str(), if rng.below(3) == 0 { damaged(&file.text, &mut rng) } else { file.text.clone() })
            })
            .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        if let Err(problems) = load(&Sources::embedded(&files)) {
            assert!(!problems.is_empty(), "round {round}");
        }
    }
}

/// The text with a few lines lost, doubled, swapped or changed by a character.
fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=rng.below(6) {
        let (at, other) = (rng.below(lines.len()), rng.below(lines.len()));
        match rng.below(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => {
                let with = ["9", "-", "\"", "x", "]", "99999", "#", "ß", "="][rng.below(9)];
                let place = lines[at].char_indices().map(|(place, _)| place).nth(rng.below(20)).unwrap_or(0);
                lines[at].insert_str(place, with);
            }
        }
    }
    lines.join("\n")
}

/// A warband of the pack is mustered, and its problems stand at its units.
#[test]
fn warbands_of_a_pack_are_legal() {
    let band = "[[warband]]
id = \"band\"
name = \"Band\"
origin = \"house\"
faction = \"Havoc\"
scenario = \"standard\"
total = 60
units = [
  { unit = \"pit_fiend\" },
  { unit = \"orc_raider\", mods = [\"bloodrage_brew\", \"cursed_blade\"] },
]
";
    let said = |text: &str| {
        let player = Sources::embedded(&[("b.toml", text)]);
        load_all(&[&core_sources(), &player]).map_or_else(|problems| lines(&problems), |_| String::new())
    };
    assert_eq!(
        said(band),
        "b.toml:1:1: no gridmap is assigned to the warband [SW-BUILD-07]
b.toml:7:9: the warband costs 66 [SW-MOD-07]
b.toml:9:3: fantasy rating 3 in a scenario of rating 2 [SW-BUILD-05]
b.toml:10:3: 2 mod cards; a unit carries at most one [SW-MOD-02]"
    );
    // A broken card is one mistake, and not another one in each warband that holds it.
    let broken = format!("{GOBLIN}\n{band}").replace("vp = 13", "vp = \"x\"").replace("pit_fiend", "goblin");
    assert_eq!(said(&broken), "b.toml:9:6: \"vp\" is a text; expected a whole number from 1 to 999");
}
