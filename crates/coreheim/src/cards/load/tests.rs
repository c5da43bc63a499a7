use super::{core, core_sources, load};
use crate::cards::{Knack, Objective, Set, Skill, Trait, Word};
use pack::Sources;
use std::collections::BTreeSet;

#[test]
fn the_pack_of_the_program() {
    let pack = core();
    assert_eq!(pack.bands.len(), 6);
    assert_eq!(pack.bands.iter().map(|band| band.fighters.len()).sum::<usize>(), 39);
    assert_eq!(pack.gear.len(), 26 + 7 + 8);
    assert_eq!(pack.traits.len(), Trait::ALL.len());
    assert_eq!(pack.skills.len(), Skill::ALL.len());
    let spells: Vec<usize> = pack.spell_lists.iter().map(|list| list.spells.len()).collect();
    assert_eq!(spells, [5, 5, 5, 5, 4]);
    assert_eq!(pack.scenarios.len(), 4);
    assert_eq!(pack.scenarios[3].shards().count(), 5);
    assert!(matches!(pack.scenarios[1].objectives[0], Objective::HoldPiece(0)));
    let kinds: BTreeSet<_> = pack.warbands.iter().map(|ready| ready.warband.band).collect();
    assert_eq!(kinds.len(), 6, "one ready-made warband at least for each band");
}

#[test]
fn words_are_used() {
    let pack = core();
    let knacks: Set<Knack> =
        pack.gear.iter().filter_map(|gear| gear.weapon()).flat_map(|weapon| weapon.knacks.iter()).collect();
    assert_eq!(knacks.len(), Knack::ALL.len());
}

/// The problems of the core files with one text exchanged for another.
fn mistaken(from: &str, to: &str) -> Vec<String> {
    let sources = core_sources();
    let files: Vec<(String, String)> =
        sources.files().iter().map(|file| (file.name.clone(), file.text.replacen(from, to, 1))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let problems = load(&Sources::embedded(&files)).err().unwrap_or_default();
    problems.iter().map(|problem| problem.to_string()).collect()
}

#[test]
fn mistakes_are_found_with_their_place() {
    let said = mistaken("traits = [\"bash\"]", "traits = [\"bassh\"]");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("did you mean \"bash\"?"), "{said:?}");
    let said = mistaken("soldier = [\"dagger\", \"club\"", "soldier = [\"dagger\", \"clubb\"");
    assert!(said[0].contains("unknown thing \"clubb\"") && said[0].contains("CH-EQUIP-04"), "{said:?}");
    let said = mistaken("WS = 4, BS = 4,", "BS = 4,");
    assert!(said[0].contains("CH-PROFILE-01"), "{said:?}");
    let said = mistaken("rule = \"CH-EQUIP-13\"", "rule = \"CH-EQUIP-99\"");
    assert!(said[0].contains("no rule of Coreheim"), "{said:?}");
    let said = mistaken("x = \"15.5\"", "x = \"15.55555\"");
    assert!(said[0].contains("CH-GEOM-20"), "{said:?}");
    let said = mistaken("piece = \"house\"", "piece = \"hovel\"");
    assert!(said[0].contains("piece"), "{said:?}");
    let said = mistaken("id = \"axe\"", "id = \"sword\"");
    assert!(said.iter().any(|line| line.contains("exists already")), "{said:?}");
}

#[test]
fn ready_made_warbands_are_checked() {
    let said =
        mistaken("gear = [\"flail\"] },\n  { fighter = \"hound\"", "gear = [\"sword\"] },\n  { fighter = \"hound\"");
    assert!(said[0].contains("CH-EQUIP-04"), "{said:?}");
}
