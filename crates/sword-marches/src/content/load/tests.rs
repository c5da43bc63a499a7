//! The pack of the program is whole, and mistakes in a pack are found with their place.

use super::{core, core_sources, load_all};
use crate::content::{CMD, Kind, List, Provenance, Stage};
use crate::muster;
use pack::{Problem, Sources};

fn with(text: &str) -> Result<crate::content::Pack, String> {
    let mine = Sources::embedded(&[("mine.toml", text)]);
    load_all(&[&core_sources(), &mine])
        .map_err(|problems| problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("\n"))
}

#[test]
fn the_core_is_whole() {
    let pack = core();
    assert_eq!(pack.archetypes.len(), 12);
    assert_eq!(pack.factions.len(), 7);
    assert_eq!(pack.strongholds.len(), 7);
    assert_eq!(pack.births.len(), 9);
    assert_eq!(pack.traits.len(), 25);
    assert_eq!(pack.gear.len(), 34);
    assert_eq!(pack.hides.len(), 3);
    assert_eq!(pack.adventures.len(), 2);
    assert_eq!(pack.adventures[0].terrain.len(), 27);
    assert_eq!(pack.adventures[1].terrain.len(), 29);
    let undead: Vec<&str> =
        pack.traits.iter().filter(|entry| entry.list == List::Undead).map(|entry| entry.title).collect();
    assert_eq!(undead, ["Ghoul", "Wight"]);
    assert_eq!(pack.pools.base(4, 8), 6);
    assert_eq!(pack.pools.wounded(15), 5);
    assert_eq!(pack.limits.rout, [[25, 50], [50, 75]]);
}

#[test]
fn every_stage_and_faction_has_ready_made_warbands() {
    let pack = core();
    for stage in Stage::ALL {
        assert!(pack.warbands.iter().filter(|warband| warband.stage == stage).count() >= 2, "{stage:?}");
    }
    for faction in &pack.factions {
        assert!(pack.warbands.iter().any(|warband| warband.faction == Some(faction.id)), "{}", faction.title);
    }
    for warband in &pack.warbands {
        assert_eq!(warband.provenance, Provenance::House);
        assert_eq!(warband.count(Kind::Warlord), 1);
    }
}

#[test]
fn a_players_tables_take_the_place_of_ours() {
    let pack = with("[[gear]]\nid = \"sword\"\nname = \"Sword\"\nkind = \"close\"\nsp = 7\nreach = 1\ndmg = 3\nhands = 1\ntraits = [\"riposte\"]\norigin = \"source\"\n").expect("a legal pack");
    let sword = pack.gear.iter().find(|gear| gear.id.text() == "sword").expect("the sword");
    assert_eq!((sword.sp, sword.provenance), (7, Provenance::Source));
    assert_eq!(pack.gear.len(), core().gear.len());
    let pack = with("[[stage]]\nid = \"upstart\"\nname = \"Upstart\"\nstarting_sp = 550\nboard = [36, 36]\nrenown = 0\nwarlord = [5, 5, 5]\nchampion = [4, 4, 4]\nwarrior = [3, 3, 3]\norigin = \"house\"\n").expect("a legal pack");
    assert_eq!(pack.stage(Stage::Upstart).starting_sp, 550);
    // A warband of ours that the new tables forbid is not offered any more.
    assert!(pack.warbands.len() < core().warbands.len());
    assert!(pack.warbands.iter().all(|warband| muster::check(&pack, warband).is_empty()));
}

#[test]
fn every_mistake_is_found_at_once() {
    let said = with("[[gear]]\nid = \"sabre\"\nname = \"Sabre\"\nkind = \"close\"\nsp = 5\nreach = 4\ndmg = 2\nhands = 1\ntraits = [\"ripost\"]\norigin = \"house\"\n\n[[trait]]\nid = \"lucky\"\nname = \"Lucky\"\nlist = \"core\"\nsp = 5\neffects = [\"valour\"]\norigin = \"house\"\nfactoin = \"guilders\"\n").expect_err("mistakes");
    assert_eq!(
        said,
        "mine.toml:6:9: a close combat weapon has a printed Reach of 3 at most [SM-GEARRULE-07]
mine.toml:9:11: unknown word \"ripost\"; did you mean \"riposte\"?
mine.toml:17:12: unknown word \"valour\"; did you mean \"valor\"?
mine.toml:19:1: unknown key \"factoin\"; did you mean \"faction\"? (expected exp, faction, only, optional)"
    );
    let said = with("[[stage]]\nid = \"dotage\"\nname = \"Dotage\"\nstarting_sp = 9\nboard = [9, 9]\nrenown = 99\nwarlord = [1, 1, 1]\nchampion = [1, 1, 1]\nwarrior = [1, 1, 1]\norigin = \"house\"\n").expect_err("no such stage");
    assert!(said.contains("unknown stage \"dotage\""), "{said}");
}

#[test]
fn a_warband_of_a_pack_must_be_legal() {
    let said = with("[[warband]]\nid = \"two\"\nname = \"Two\"\nstage = \"upstart\"\narchetype = \"battle_sage\"\nfaction = \"guilders\"\nstronghold = \"monastic\"\norigin = \"house\"\n[[warband.model]]\nname = \"Lord\"\ntype = \"warlord\"\norigin = \"human (tough)\"\ncbt = 6\ncmd = 1\ncon = 1\n").expect_err("too few");
    assert_eq!(
        said,
        "mine.toml:1:1: 1 model; at least 3 are needed [SM-MUSTER-04]
mine.toml:1:1: 0 Warriors; at least 2 are needed [SM-MUSTER-05]
mine.toml:9:1: CBT 6; the maximum is 5 [SM-STAGE-04]"
    );
    assert_eq!(core().warbands[0].models[0].ratings[CMD], Some(5));
}
