//! Every rule of hiring, by a small warband that breaks it.

use super::{check, cost, line, parse_line, random, read, write};
use crate::cards::core;
use kernel::{Problem, Rng};

/// The problems of a band of Mercenaries with these members, a line each.
fn problems(members: &str) -> String {
    of("mercenaries", "-", members)
}

fn of(band: &str, gold: &str, members: &str) -> String {
    let pack = core();
    let warband = parse_line(&pack, &format!("Test | {band} | {gold} | {members}")).expect("known words");
    check(&pack, &warband).iter().map(Problem::to_string).collect::<Vec<String>>().join("\n")
}

#[test]
fn recruiting() {
    assert_eq!(problems("captain, 2 soldier"), "");
    assert_eq!(problems("captain, soldier"), "warband: 2 warriors; at least 3 are needed (CH-CAMPAIGN-01)");
    assert_eq!(problems("3 soldier"), "warband: 0 leaders; there has to be one (CH-CAMPAIGN-01)");
    assert_eq!(
        problems("captain+heavy, 5 soldier+heavy, 2 soldier"),
        "warband: 535 gold; a new warband has 500 (CH-CAMPAIGN-01)"
    );
    assert_eq!(
        of("mercenaries", "500", "captain, 2 soldier"),
        "warband: 110 gold spent and 500 kept; together it has to be 500 (CH-CAMPAIGN-01)"
    );
    assert_eq!(of("mercenaries", "390", "captain, 2 soldier"), "");
}

#[test]
fn limits_of_the_list() {
    assert_eq!(
        problems("captain, recruit, recruit, recruit"),
        "warband: 3 of Recruit; at most 2 are allowed (CH-CAMPAIGN-63)"
    );
    let said = of("goblins", "-", "boss, 5 goblin, 5 goblin, 5 goblin, 3 goblin");
    assert_eq!(said, "warband: 19 warriors; at most 18 are allowed (CH-CAMPAIGN-01)");
    assert_eq!(
        problems("captain, 6 soldier"),
        "member 2, Soldier: 6 in one entry; a group has 1 to 5 (CH-CAMPAIGN-02)"
    );
    assert_eq!(
        problems("captain, 2 recruit, soldier"),
        "member 2, Recruit: 2 in one entry; heroes stand alone (CH-CAMPAIGN-02)"
    );
    assert_eq!(
        problems("captain, 2 soldier, zombie"),
        "member 3, Zombie: Zombie does not serve with Mercenaries (CH-CAMPAIGN-63)"
    );
}

#[test]
fn carrying() {
    assert_eq!(problems("captain+sword+shield+dagger+bow, 2 soldier+great-weapon+shield"), "");
    assert_eq!(
        problems("captain+sword+axe+shield, 2 soldier"),
        "member 1, Captain: 3 close combat choices; at most 2 are carried (CH-EQUIP-01)"
    );
    assert_eq!(
        problems("captain+bow+crossbow, 2 soldier"),
        "member 1, Captain: 2 missile weapons; at most 1 is carried (CH-EQUIP-01)"
    );
    assert_eq!(problems("captain+pistol+pistol, 2 soldier"), "", "a pair of pistols takes one choice");
    assert_eq!(
        problems("captain+halberd+great-weapon, 2 soldier"),
        "member 1, Captain: 2 two-handed weapons; at most 1 is carried (CH-EQUIP-03)"
    );
    assert_eq!(
        problems("captain+light+heavy, 2 soldier"),
        "member 1, Captain: 2 suits of armour; one is worn (CH-WOUND-06)"
    );
    assert_eq!(of("ratfolk", "-", "nightblade+claw+claw+knives+pistol, 2 ratkin"), "");
}

#[test]
fn proficiency() {
    assert_eq!(
        problems("captain+long-bow, 2 soldier"),
        "member 1, Captain: Long bow is not on the equipment list of Captain (CH-EQUIP-04)"
    );
    assert_eq!(
        of("grave-host", "-", "vampire, 2 zombie+club"),
        "member 2, Zombie: Club, mace or staff is not on the equipment list of Zombie (CH-EQUIP-04)"
    );
    assert_eq!(
        of("witch-hunters", "-", "judge, 2 hound+dagger"),
        "member 2, Hunting hound: Hunting hound carries no equipment (CH-PSYCH-25)"
    );
    assert_eq!(
        of("goblins", "-", "boss, goblin, troll+club"),
        "member 3, River troll: River troll carries no equipment (CH-PSYCH-26)"
    );
}

#[test]
fn items_come_after_the_first_battle() {
    assert_eq!(
        problems("captain+scroll, 2 soldier"),
        "member 1, Captain: Power scroll cannot be had before the first battle (CH-EQUIP-55)"
    );
    assert_eq!(of("mercenaries", "10 1", "captain+scroll, 2 soldier"), "");
    assert_eq!(
        of("mercenaries", "10 1", "captain+charm+charm, 2 soldier+charm"),
        "member 1, Captain: Lucky charm more than once (CH-EQUIP-55)
member 2, Soldier: Lucky charm is for heroes (CH-EQUIP-55)"
    );
}

#[test]
fn spells() {
    assert_eq!(of("cultists", "-", "coven-master+wings+pact, 2 cultist"), "");
    assert_eq!(
        of("cultists", "-", "coven-master+wings, 2 cultist"),
        "member 1, Coven Master: 1 spells; Coven Master begins with 2 (CH-MAGIC-14)"
    );
    assert_eq!(
        of("cultists", "-", "coven-master+wings+zeal, 2 cultist"),
        "member 1, Coven Master: zeal is not on the spell list of Coven Master (CH-MAGIC-14)"
    );
}

#[test]
fn learning() {
    assert_eq!(
        problems("captain+xp=24, 2 soldier"),
        "member 1, Captain: a new warrior begins with 20 experience and nothing learnt (CH-CAMPAIGN-63)"
    );
    assert_eq!(of("mercenaries", "0 3", "captain+xp=24+dodge+s=1, 2 soldier+xp=2+i=1"), "");
    assert_eq!(
        of("mercenaries", "0 3", "captain+shadow, 2 soldier+dodge"),
        "member 1, Captain: shadow is on no list open to Captain (CH-CAMPAIGN-41)
member 2, Soldier: dodge is on no list open to Soldier (CH-CAMPAIGN-41)"
    );
    assert_eq!(of("mercenaries", "0 3", "captain, soldier+risen+lists=combat/speed+dodge, soldier"), "");
    assert_eq!(
        of("mercenaries", "0 3", "captain, soldier+risen, soldier"),
        "member 2, Soldier: a henchman who became a hero has two skill lists (CH-CAMPAIGN-32)"
    );
}

#[test]
fn every_problem_at_once() {
    let said = problems("captain+sword+axe+shield+long-bow, 7 soldier+net");
    assert_eq!(said.lines().count(), 4, "{said}");
}

#[test]
fn rating() {
    let pack = core();
    let band = parse_line(&pack, "T | goblins | 0 1 | boss+xp=24, 4 goblin, 4 goblin, troll").expect("known words");
    // CH-CAMPAIGN-03: ten warriors with 24 experience and a troll.
    assert_eq!(band.rating(&pack), 50 + 24 + 15);
    // The experience of a group is that of each of its members.
    let group = parse_line(&pack, "T | goblins | 0 1 | 3 goblin+xp=2").expect("known words");
    assert_eq!(group.rating(&pack), 15 + 6);
}

#[test]
fn lines_and_files_say_the_same() {
    let pack = core();
    let mut bands: Vec<_> = pack.warbands.iter().map(|ready| ready.warband.clone()).collect();
    let text = "Old Hands | cultists | 37 4 | coven-master:Sel+sword+wings=1+pact+xp=25+ws=1+t=-1+battle-cry, \
                cultist+dodge+risen+lists=combat/speed+leader+missing=2+hates=red-pennant, 3 cultist+axe+xp=2+i=1";
    let old = parse_line(&pack, text).expect("known words");
    assert_eq!(line(&pack, &old), text);
    bands.push(old);
    for band in bands {
        assert_eq!(parse_line(&pack, &line(&pack, &band)), Ok(band.clone()));
        let file = write(&pack, &band);
        assert_eq!(read(&pack, "band.toml", &file), Ok(band), "{file}");
    }
}

#[test]
fn nonsense_is_named() {
    let pack = core();
    let said = |text: &str| match parse_line(&pack, text) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n"),
    };
    assert_eq!(
        said("T | mercenarys | 0 | captain"),
        "warband: unknown band \"mercenarys\"; did you mean \"mercenaries\"?"
    );
    assert!(said("T | mercenaries | x | captain").contains("expected the gold"));
    assert!(said("T | mercenaries | 0 | captan+swrd").contains("did you mean \"captain\""));
    assert!(said("T | mercenaries | 0 | captain+swrd").contains("did you mean \"sword\""));
    assert!(said("T | mercenaries").contains("parts"));
    let problems =
        read(&pack, "b.toml", "name = \"T\"\nband = \"mercenaries\"\n[[member]]\nfighter = \"captan\"\nger = []");
    assert_eq!(problems.map_err(|problems| problems.len()), Err(2));
}

#[test]
fn random_warbands_are_legal() {
    let pack = core();
    let mut rng = Rng::new(7);
    for turn in 0..300 {
        let band = pack.bands[turn % 6].id;
        let warband = random(&pack, 500, Some(band), &mut rng);
        let said: Vec<String> = check(&pack, &warband).iter().map(Problem::to_string).collect();
        assert!(said.is_empty(), "{}: {said:?}", line(&pack, &warband));
        assert!(cost(&pack, &warband) > 300, "{}", line(&pack, &warband));
    }
}
