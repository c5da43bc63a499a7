//! Musters as files and lines, two of them in one game, and what the catalog says.

use kernel::{Name, Problem};
use sword_marches::campaign::Chronicle;
use sword_marches::catalog;
use sword_marches::content::{Stage, core};
use sword_marches::muster::{Annals, check, line, parse_line, read, together, warnings, write};

fn shown(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("\n")
}

#[test]
fn every_problem_at_once_with_its_model() {
    let pack = core();
    let warband = parse_line(
        &pack,
        "Wrong | upstart | - | guilders | maritime | Lord, warlord, human/imperious, 5/7/4, man-at-arms+2 valor+2, sword; \
         Ann, warrior, human, 4/1/2, hack-and-slash ranger, sword shield bow; Bob, warrior, -, -/1/2, -, -",
    )
    .expect("known words");
    assert_eq!(
        shown(&check(&pack, &warband)),
        "warband: no Archetype is chosen for the Warlord (SM-ARCH-01)
model 1, Lord: CMD 7; the maximum is 6 (SM-STAGE-04)
model 1, Lord: 2 Traits at +2; Apprenticeship gives one (SM-ORIGIN-07)
model 2, Ann: CBT 4; the maximum is 3 (SM-STAGE-04)
model 2, Ann: a Human chooses a Background (SM-ORIGIN-03)
model 2, Ann: 2 Traits; a Warrior has 1 (SM-TRAITRULE-02)
model 2, Ann: 3 pieces of Gear; it carries 2 (SM-GEARRULE-02)
model 3, Bob: no CBT (SM-MODEL-01)
model 3, Bob: no Origin (SM-ORIGIN-01)"
    );
}

#[test]
fn words_that_mean_nothing_are_all_named() {
    let pack = core();
    let problems = parse_line(
        &pack,
        "Odd | upstrat | battle-sage | gilders | mystical | Lord, warlrd, human/tuogh, 3/x/3, valour, swrod; Ann, warrior",
    )
    .expect_err("nonsense");
    assert_eq!(
        shown(&problems),
        "warband: unknown stage \"upstrat\"; did you mean \"upstart\"? (SM-STAGE-01)
warband: unknown faction \"gilders\"; did you mean \"guilders\"? (SM-FACTION-01)
model 1, Lord: unknown type \"warlrd\"; did you mean \"warlord\"?
model 1, Lord: unknown Background \"tuogh\"; did you mean \"tough\"? (SM-ORIGIN-03)
model 1, Lord: \"x\" is no Rating
model 1, Lord: unknown trait \"valour\"; did you mean \"valor\"?
model 1, Lord: unknown gear \"swrod\"; did you mean \"sword\"?
model 2, Ann: 2 fields; expected name, type, origin, ratings, traits, gear"
    );
    let file = "name = \"Odd\"\nstage = \"upstart\"\nfaction = \"gilders\"\n[[model]]\nname = \"A;B\"\ntype = \"warrior\"\norigin = \"elf\"\ntraits = [\"ghul\"]\ngear = [\"swrod\"]\ncbt = 3\ncdm = 1\n";
    let said: Vec<String> =
        read(&pack, "odd.toml", file).expect_err("nonsense").iter().map(|p| p.to_string()).collect();
    assert_eq!(said.len(), 6, "{said:#?}");
    assert!(
        said[0].starts_with("odd.toml:3:11: unknown faction \"gilders\"; did you mean \"guilders\"?"),
        "{}",
        said[0]
    );
    assert!(said[0].ends_with("[SM-FACTION-01]"), "{}", said[0]);
    assert!(said[5].starts_with("odd.toml:11:1: unknown key \"cdm\"; did you mean \"cmd\"?"), "{}", said[5]);
}

#[test]
fn files_of_ready_made_warbands_read_back() {
    let pack = core();
    for warband in &pack.warbands {
        let mut full = warband.clone();
        full.rations = full.models.len() as u8;
        full.extras = false;
        full.models[0].exp = 12;
        full.models[1].away = true;
        full.annals = Some(sword_marches::muster::Annals {
            treasury: 7,
            renown: 3,
            games: 2,
            mustered: Stage::Legend,
            given_up: vec![pack.archetypes[0].id],
            stash: full.models[0].gear.clone(),
        });
        let file = read(&pack, "own.toml", &write(&full)).expect("a file just written");
        let line_read = parse_line(&pack, &line(&full)).expect("a line just written");
        full.id = Name::of("own");
        assert_eq!(file, full);
        assert_eq!(line_read, full);
    }
}

#[test]
fn two_warbands_of_one_game() {
    let pack = core();
    let named = |id: &str| pack.warband(Name::of(id)).expect("a warband of the pack").clone();
    let (red, barrow, ash) = (named("red_company"), named("barrow_host"), named("ash_wood"));
    assert_eq!(shown(&together(&pack, &[&red, &barrow])), "");
    assert_eq!(
        shown(&together(&pack, &[&red, &ash])),
        "side b: a warband of the Stage Blooded against one of the Stage Upstart (SM-STAGE-01)
side b: 1000 SP against 600 SP (SM-MODEL-02)"
    );
    let mut printed = barrow.clone();
    printed.extras = false;
    printed.archetype = None;
    assert_eq!(
        shown(&together(&pack, &[&red, &printed])),
        "side b, warband: no Archetype is chosen for the Warlord (SM-ARCH-01)
side b: House extras are on for one side only (SM-MUSTER-11)"
    );
}

#[test]
fn the_catalog_lists_everything() {
    let pack = core();
    let scenarios = catalog::scenarios(&pack);
    assert_eq!(scenarios.len(), 9);
    let blooded = catalog::scenario(&pack, "grave_gold_blooded").expect("Grave-Gold for Blooded warbands");
    assert_eq!((blooded.silver, blooded.models, blooded.stage), (1000, 15, Stage::Blooded));
    assert_eq!(catalog::warbands(&pack).len(), pack.warbands.len());
    assert_eq!(
        catalog::models(&pack, "red_company")[0],
        "Captain, Warlord, Human (Imperious) 5/5/4: Man-at-Arms+2, To Victory!, Sword, Shield, Piece Metal Armor, Helmet"
    );
    let cards = catalog::cards(&pack);
    let about = |id: &str| cards.iter().find(|card| card.id == id).map(|card| (card.cost, card.about.as_str()));
    assert_eq!(about("great-sword"), Some((15, "2/C/+3, 2-Hands, Riposte")));
    assert_eq!(about("buckler"), Some((5, "shield, ARM 1, 0 against missiles, Shield, Light")));
    assert_eq!(catalog::title(&pack, Name::of("thick_scales")), "Thick Scales");
    assert_eq!(about("highborn"), Some((5, "Faction, Warlord or Champion only")));
    assert_eq!(about("valor"), Some((5, "Core, +2 for 5 EXP, +3 for 5 EXP")));
    let (ready, file) = catalog::random(&pack, Stage::Upstart, 600, Some("guilders"), 4).expect("a warband");
    assert_eq!(ready.faction, "guilders");
    assert_eq!(catalog::side(&pack, "random.toml", &file).expect("its file").line, ready.line);
    assert_eq!(shown(&catalog::check(&pack, &ready.line, Stage::Upstart)), "");
    assert!(shown(&catalog::check(&pack, &ready.line, Stage::Legend)).contains("SM-STAGE-01"));
    assert!(catalog::random(&pack, Stage::Upstart, 600, Some("pirates"), 4).is_none());
    assert!(catalog::random(&pack, Stage::Upstart, 20, None, 4).is_none());
}

#[test]
fn an_archetype_without_use_is_mentioned() {
    let pack = core();
    let mut band = pack.warband(Name::of("counting_house")).expect("the Counting House").clone();
    assert_eq!(shown(&check(&pack, &band)), "");
    assert!(shown(&warnings(&pack, &band)).ends_with("(SM-ARCH-09)"));
    band.archetype = Some(Name::of("mercenary_captain"));
    assert_eq!(shown(&warnings(&pack, &band)), "");
    band.extras = false;
    assert!(shown(&warnings(&pack, &band)).ends_with("(SM-ARCH-13)"));
}

#[test]
fn a_printed_name_leads_to_its_word() {
    let pack = core();
    let text = write(&pack.warbands[0]).replacen("gear = [", "gear = [\"Half Metal Armor\", ", 1);
    let problems = read(&pack, "mine.toml", &text).expect_err("no such word");
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(said[0].ends_with("unknown gear \"Half Metal Armor\"; did you mean \"half-metal\"?"), "{said:?}");
}

#[test]
fn the_silver_of_a_muster_is_that_of_its_stage() {
    let pack = core();
    let mut warband = pack.warbands.iter().find(|known| known.stage == Stage::Upstart).expect("an Upstart").clone();
    warband.stage = Stage::Blooded;
    warband.annals = Some(Annals { games: 3, renown: 25, ..Annals::default() });
    let said = shown(&catalog::fits(&pack, &warband, Stage::Legend));
    assert!(said.contains("mustered with 600 SP; this battle gives 1500 SP"), "{said}");
}

#[test]
fn a_sheet_has_no_number_that_nobody_knows() {
    use pack::Staged;
    let pack = core();
    let text = write(&pack.warbands[0]);
    let name = kernel::slug(&pack.warbands[0].models[0].name);
    let number =
        |what: &str| Chronicle::sheet(&pack, "mine", &text, &format!("{name}.{what}")).map(|(number, _)| number);
    assert_eq!(number("armuor"), None);
    assert_eq!(number("ancestors"), Some(kernel::Value::Number(0)));
    assert!(number("armour").is_some());
}
