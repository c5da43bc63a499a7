//! The packs of the program, and the mistakes of others.

mod points;

use super::{core, core_sources, load_all};
use crate::cards::{
    Attack, AttackKind, Count, Cover, EdgeKind, Load, Pack, Qualities, Shape, Size, SpellEffect, ToWound, Traits,
    Troop, Victory, WeaponQualities, ZoneKind,
};
use kernel::Name;
use pack::Sources;
use space::grid::{Dir, Square};

fn troop<'p>(pack: &'p Pack, id: &str) -> &'p Troop {
    pack.troop(pack.troop_named(Name::of(id)).expect("a troop of the core"))
}

/// What is wrong with a pack on top of the core: file position and rule, one line each.
fn problems(text: &str) -> Vec<String> {
    let extra = Sources::embedded(&[("mine.toml", text)]);
    let problems = load_all(&[&core_sources(), &extra]).expect_err("a pack with mistakes");
    let rule = |problem: &pack::Problem| problem.rule.map_or("-".to_owned(), |rule| rule.id().to_owned());
    problems
        .iter()
        .map(|problem| format!("{}:{} {} {}", problem.line, problem.column, rule(problem), problem.text))
        .collect()
}

#[test]
fn the_core_is_whole() {
    let pack = core();
    assert_eq!(pack.factions.len(), 5);
    assert_eq!(pack.troops.len(), 58);
    assert_eq!(pack.spells.len(), 17);
    assert_eq!(pack.terrain.len(), 13);
    assert_eq!(pack.maps.len(), 4);
    assert_eq!(pack.scenarios.len(), 4);
    assert_eq!(pack.armies.len(), 15);
    for faction in 0..5 {
        let points: Vec<u16> =
            pack.armies.iter().filter(|army| army.faction.0 == faction).map(|army| army.points).collect();
        assert_eq!(points, [250, 400, 500]);
    }
}

/// SC-TROOP-03: the one sheet that the rulebook prints.
#[test]
fn human_crossbowman_as_printed() {
    let pack = core();
    let sheet = troop(&pack, "human-crossbowman");
    assert_eq!(
        (sheet.title, sheet.points, sheet.armor.text(), sheet.shield),
        ("Human Crossbowman", 16, "Leather", false)
    );
    assert_eq!((sheet.movement, sheet.strength, sheet.melee, sheet.ranged), (4, 0, 5, 6));
    assert_eq!(sheet.to_wound, ToWound { first: 3, second: 7, step: 0 });
    assert_eq!((sheet.wounds, sheet.heal, sheet.size, sheet.cavalry), (2, 2, Size::Medium, false));
    assert_eq!((sheet.qualities, sheet.spellcaster, sheet.options, sheet.loads), (Qualities::default(), 0, 2, 1));
    let sword = Attack {
        name: Name::of("shortsword"),
        title: "Shortsword",
        kind: AttackKind::Melee,
        to_hit: -1,
        damage: 0,
        count: Count::Fixed(1),
        range: [0; 3],
        shape: Shape::Single,
        zone: None,
        qualities: WeaponQualities::default(),
        option: 0,
        load: None,
        trample: false,
    };
    let bow = Attack {
        name: Name::of("crossbow"),
        title: "Crossbow",
        kind: AttackKind::Ranged,
        to_hit: 1,
        damage: 3,
        range: [6, 12, 18],
        qualities: WeaponQualities::REQUIRES_RELOAD.with(WeaponQualities::TWO_HANDED),
        option: 1,
        load: Some(Load(0)),
        ..sword
    };
    assert_eq!(sheet.attacks, [sword, bow]);
    assert_eq!((sheet.height(), sheet.armor_amount()), (2, 1));
}

/// SC-TROOP-12, SC-TROOP-13: the examples of the ledger.
#[test]
fn wounds_of_a_hit() {
    let plain = ToWound { first: 3, second: 7, step: 0 };
    assert_eq!([-2, 2, 3, 6, 7, 30].map(|damage| plain.wounds(damage)), [0, 0, 1, 1, 2, 2]);
    let open = ToWound { first: 4, second: 9, step: 5 };
    assert_eq!([3, 4, 8, 9, 13, 14, 19].map(|damage| open.wounds(damage)), [0, 1, 1, 2, 2, 3, 4]);
    assert_eq!(open.raised(1).wounds(9), 1);
    assert_eq!(open.wounds(i16::MAX), 202);
}

/// SC-TROOP-06, SC-TROOP-07, SC-TROOP-14: how the lines of all supplied sheets are built.
#[test]
fn lines_follow_size_and_armour() {
    for sheet in &core().troops {
        let natural = i16::from(sheet.has(Qualities::TOUGH_SKIN)) + i16::from(sheet.has(Qualities::UNDEAD));
        let number = sheet.size.number();
        assert_eq!(sheet.armor_amount(), sheet.armor as i16 + natural, "{}", sheet.title);
        assert_eq!(sheet.to_wound.second - sheet.to_wound.first, i16::from(number) + 2, "{}", sheet.title);
        assert_eq!(sheet.to_wound.step, if sheet.wounds >= 3 { number + 2 } else { 0 }, "{}", sheet.title);
        let shield = i8::from(sheet.shield);
        let bones = i8::from(sheet.has(Qualities::SKELETON));
        let slight = [1, 0, -1, -2][sheet.size as usize];
        assert_eq!(sheet.melee, 5 + sheet.training + sheet.agility + shield, "{}", sheet.title);
        assert_eq!(sheet.ranged, 6 + sheet.agility + shield + bones + slight, "{}", sheet.title);
        let healed = if sheet.is_engine() { 0 } else { number + u8::from(sheet.has(Qualities::UNDEAD)) };
        assert_eq!(sheet.heal, healed, "{}", sheet.title);
    }
}

#[test]
fn shapes_loads_and_counts() {
    let pack = core();
    let cannon = troop(&pack, "dwarf-cannon");
    assert_eq!((cannon.loads, cannon.options, cannon.crew()), (1, 2, 3));
    assert_eq!((cannon.attacks[0].load, cannon.attacks[1].load), (Some(Load(0)), Some(Load(0))));
    assert_eq!((cannon.attacks[0].shape, cannon.attacks[1].shape), (Shape::Line(4), Shape::Cone(8)));
    assert!(cannon.attacks[0].has(WeaponQualities::DIRECT_LINE) && cannon.attacks[1].has(WeaponQualities::AUTOMATIC));
    let catapult = troop(&pack, "human-catapult");
    assert_eq!((catapult.attacks[1].shape, catapult.attacks[1].zone), (Shape::Area(2), Some(ZoneKind::Burning)));
    let bears = troop(&pack, "dwarf-bear-cavalry");
    assert_eq!((bears.options, bears.attacks.len(), bears.crew()), (1, 2, 3));
    assert!(bears.cavalry && bears.size == Size::Large);
    let rats = &troop(&pack, "rat-swarm").attacks[0];
    assert_eq!([4, 3, 1].map(|health| rats.rolls(health)), [4, 3, 1]);
    let hydra = troop(&pack, "hydra").attacks.iter().find(|attack| attack.count == Count::HalfHealth);
    assert_eq!(hydra.map(|bites| bites.rolls(7)), Some(4));
    assert_eq!(troop(&pack, "human-greatsword").attacks[1].rolls(2), 3);
    assert!(troop(&pack, "human-knight").attacks[0].trample);
    assert_eq!(troop(&pack, "dwarf-axeman").height(), 1);
}

#[test]
fn spells_as_attacks() {
    let pack = core();
    let spell = |id: &str| pack.spell(pack.spell_named(Name::of(id)).expect("a spell"));
    let ball = spell("fireball");
    let at = |level| ball.attack(level).map(|attack| (attack.shape, attack.damage, attack.range));
    assert_eq!(at(1), Some((Shape::Area(1), 1, [6, 12, 18])));
    assert_eq!(at(5), Some((Shape::Area(4), 3, [6, 12, 18])));
    assert_eq!((at(0), at(6)), (None, None));
    let hold = spell("hold").attack(3).expect("an attack");
    assert_eq!((hold.damage, hold.to_hit, hold.count), (1, 1, Count::Fixed(1)));
    assert_eq!(spell("entangle").attack(3).map(|attack| attack.count), Some(Count::Fixed(3)));
    assert_eq!(spell("lightning-bolt").attack(2).map(|attack| attack.shape), Some(Shape::Line(6)));
    assert_eq!(spell("burning-hands").attack(2).map(|attack| attack.shape), Some(Shape::Fan(3)));
    assert_eq!(spell("heal").attack(2), None);
    assert_eq!((spell("wall-of-stone").upkeep(3), spell("mire").upkeep(3), ball.upkeep(3)), (Some(3), Some(1), None));
    assert!(matches!(spell("mire").effect, SpellEffect::Block { side: 2, side_per_level: 1, range: 12, .. }));
}

/// The files count y from the south, the engine from the north.
#[test]
fn maps_stand_the_right_way_up() {
    let pack = core();
    let map = |id: &str| pack.map(pack.map_named(Name::of(id)).expect("a map"));
    let kind = |id: &str, x, y: u8| {
        let map = map(id);
        pack.terrain(map.kind(Square::new(x, map.height - 1 - y)).expect("on the board")).id.text()
    };
    assert_eq!(
        (kind("crossroads", 12, 39), kind("crossroads", 19, 33), kind("crossroads", 9, 24)),
        ("trees", "boulders", "low-wall")
    );
    assert_eq!((kind("ford", 27, 25), kind("ford", 26, 25), kind("ford", 0, 23)), ("bridge", "water-3", "water-3"));
    assert_eq!(
        (kind("pass", 13, 25), kind("pass", 14, 25), kind("pass", 10, 24)),
        ("stairs", "fortification", "fortification")
    );
    let village = map("village");
    // Square (17, 22) of the file has a door to the south, (16, 26) a window to the north.
    assert_eq!(village.edge(Square::new(17, 25), Dir::S), EdgeKind::Door);
    assert_eq!(village.edge(Square::new(17, 26), Dir::N), EdgeKind::Door);
    assert_eq!(village.edge(Square::new(16, 21), Dir::N), EdgeKind::Window);
    assert_eq!(village.edge(Square::new(15, 22), Dir::W), EdgeKind::Wall);
    assert_eq!(village.edge(Square::new(0, 0), Dir::N), EdgeKind::Open);
    let hold = pack.scenario(pack.scenario_named(Name::of("street-fight")).expect("a scenario"));
    let Victory::Hold { area } = hold.victory else { panic!("{:?}", hold.victory) };
    assert_eq!((area.at, area.width, area.height), (Square::new(15, 21), 6, 5));
    let trees = pack.terrain.iter().find(|terrain| terrain.id.text() == "trees").expect("trees");
    assert!(trees.cover == Cover::Light && trees.has(Traits::LARGE) && !trees.has(Traits::HARD));
    let rock = pack.terrain.iter().find(|terrain| terrain.symbol == 'R').expect("rock");
    assert!(rock.has(Traits::HARD) && rock.has(Traits::BLOCKS_SIGHT));
}

const SHEET: &str = r#"[[troop]]
id = "odd"
name = "Odd One"
faction = "humans"
origin = "house"
points = 10
armor = "Leather"
shield = true
move = 4
strength = 0
melee = 5
ranged = 6
to_wound = [3, 7]
wounds = 2
heal = 2
size = "Medium"
qualities = []
[[troop.option]]
[[troop.option.attack]]
name = "Club"
kind = "melee"
to_hit = 0
damage = 0
qualities = []
"#;

#[test]
fn sheets_with_mistakes() {
    assert!(load_all(&[&core_sources(), &Sources::embedded(&[("mine.toml", SHEET)])]).is_ok());
    let with = |from: &str, to: &str| {
        assert!(SHEET.contains(from));
        problems(&SHEET.replacen(from, to, 1))
    };
    assert_eq!(with("to_wound = [3, 7]\n", ""), ["1:1 SC-TROOP-02 missing \"to_wound\""]);
    assert_eq!(with("size = \"Medium\"\n", ""), ["1:1 SC-TROOP-02 missing \"size\""]);
    assert_eq!(with("[3, 7]", "[7, 3]"), ["13:12 SC-TROOP-12 To Wound is not two rising numbers"]);
    assert_eq!(
        with("damage = 0\nqualities = []", "damage = 0\nqualities = [\"Two-Handed\"]"),
        ["8:10 SC-WQUAL-31 a shield and a Two-Handed attack, Club, on one sheet"]
    );
    assert_eq!(
        with("[3, 7]", "[4, 9]"),
        [
            "13:12 SC-TROOP-06 the first To Wound number is 4, size 2 and armour 1 make it 3",
            "13:12 SC-TROOP-14 the steps of a Medium figure lie 4 apart"
        ]
    );
    assert_eq!(with("\"humans\"", "\"humens\""), ["4:11 SC-TROOP-25 unknown faction \"humens\""]);
    assert_eq!(with("\"melee\"", "\"ranged\""), ["19:1 SC-RANGED-05 missing \"range\""]);
    assert_eq!(with("\"melee\"", "\"projected\""), ["21:8 SC-TROOP-24 a projected attack with no shape"]);
    assert_eq!(
        with("size = \"Medium\"", "size = \"Medium\"\ncavalry = true"),
        ["17:11 SC-TROOP-19 a mounted figure is Large"]
    );
    assert_eq!(
        with("damage = 0\nqualities = []", "damage = 0\nqualities = [\"Cone\", \"Sweep 3\", \"Cone 4\"]"),
        [
            "21:8 SC-TROOP-24 a melee attack with Cone 4",
            "24:14 SC-TROOP-20 unknown quality \"Cone\"",
            "24:33 SC-TROOP-24 a second shape"
        ]
    );
    assert_eq!(
        with("\"odd\"", "\"zombie\""),
        ["2:6 - troop \"zombie\" exists already, at packs/sword-and-claw/troops_undead.toml:88:6"]
    );
    let many = with("points = 10\narmor = \"Leather\"", "points = 0\narmor = \"Wood\"");
    assert_eq!(many, ["6:10 SC-TROOP-04 \"points\" is 0", "7:9 SC-TROOP-05 unknown armor \"Wood\""]);
}

#[test]
fn maps_and_spells_with_mistakes() {
    let row = "............";
    let rows = |marks: &str| format!("{marks}{}\n{}", &row[marks.chars().count()..], format!("{row}\n").repeat(11));
    let map = |rows: &str, more: &str| {
        format!(
            "[[map]]\nid = \"m\"\nname = \"M\"\norigin = \"house\"\nwidth = 12\nheight = 12\nrows = '''\n{rows}'''\n{more}"
        )
    };
    assert_eq!(problems(&map(&rows(".?."), "")), ["8:2 SC-SETUP-11 unknown terrain '?'"]);
    assert_eq!(problems(&map(&format!("{}.\n", rows("")), "")).len(), 1);
    assert_eq!(
        problems(&map(&rows(""), "edges = [{ x = 0, y = 0, side = \"west\", kind = \"fence\" }]\n")),
        ["21:33 SC-SETUP-11 this is the border of the board"]
    );
    assert_eq!(
        problems(&map(&rows(""), "edges = [{ x = 12, y = 0, side = \"west\", kind = \"hedge\" }]\n")),
        ["21:16 SC-SETUP-11 \"x\" is 12", "21:49 SC-SETUP-11 unknown kind \"hedge\""]
    );
    let small = map(&rows(""), "").replace("width = 12", "width = 11");
    assert_eq!(problems(&small), ["5:9 SC-SETUP-06 \"width\" is 11"]);
    let spell = "[[spell]]\nid = \"s\"\nname = \"S\"\norigin = \"house\"\nstep = \"movement\"\nranged = true\nmin_level = 1\n\
                 max_level = 2\nmaintain = \"none\"\neffect = \"area\"\nrange = [6, 12, 18]\nto_hit = 1\n\
                 levels = [{ area = 1, damage = 1 }]\ntext = \"\"\n";
    assert_eq!(
        problems(spell),
        ["5:8 SC-SPELL-04 unknown step \"movement\"", "13:10 SC-SPELL-04 1 entries for the levels 1 to 2"]
    );
    let deep = "[[terrain]]\nid = \"sea\"\nname = \"Sea\"\norigin = \"house\"\nsymbol = \"T\"\ndepth = 5\n";
    let found = problems(deep);
    assert!(found[0].starts_with("5:10 SC-SETUP-11 'T' is taken"), "{found:?}");
    assert_eq!(found[1], "6:9 SC-WATER-01 \"depth\" is 5");
}
