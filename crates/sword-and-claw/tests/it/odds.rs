//! Exact odds of what is declared in Sword and Claw, worked out by hand from the sheets and compared.

use kernel::oracle::Chance;
use kernel::{Log, System, Tags};
use pack::Staged;
use rulebook::SC;
use sword_and_claw::{State, SwordAndClaw};
use systems::live::{Fate, Odds, odds_at, of_deed};

const BARE: &str = "
........................
........................
........................
........................
........................
........................
........................
........................
........................
";

fn stage(board: &str, text: &str) -> State {
    let text = format!("board = '''{board}'''\n{text}");
    SwordAndClaw::situation(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Figures on open ground: `a.man human_man_at_arms C4`, and what else is said of them behind a comma.
fn open(step: &str, figures: &[&str]) -> State {
    let figure = |line: &&str| {
        let (line, more) =
            line.split_once(", ").map_or((*line, String::new()), |(line, more)| (line, format!(", {more}")));
        let words: Vec<&str> = line.split(' ').collect();
        format!("{{ tag = \"{}\", troop = \"{}\", at = \"{}\"{more} }}", words[0], words[1], words[2])
    };
    let figures: Vec<String> = figures.iter().map(figure).collect();
    stage(BARE, &format!("stage = \"{step}\"\nfigure = [{}]", figures.join(", ")))
}

fn odds(state: &State, made: &[&str], line: &str) -> Odds {
    odds_at::<SwordAndClaw>(state, made, line).unwrap_or_else(|why| panic!("{line}: {why:?}"))
}

/// `b.orc Killed 1/10`, one for each.
fn fates(state: &State, odds: &Odds) -> Vec<String> {
    let text = |Chance { ways, of }: Chance| format!("{ways}/{of}");
    let line = |fated: &systems::live::Fated| {
        format!("{} {} {}", state.tag(fated.figure), fated.fate.label(), text(fated.chance))
    };
    odds.fates.iter().map(line).collect()
}

fn modifiers(odds: &Odds) -> Vec<String> {
    let roll = odds.roll.as_ref().expect("a roll");
    roll.modifiers.list().iter().map(|one| format!("{} {} {}", one.label, one.amount, one.rule)).collect()
}

fn hits(odds: &Odds) -> Vec<(&'static str, u32)> {
    odds.outcomes.iter().map(|odd| (odd.verdict.label(), odd.per_million)).collect()
}

/// SC-ATTACK-03, SC-DAMAGE-01: longsword +1 against Melee 5 hits with 4 and more. d6+1 against 4/9 wounds once with 3
/// and more and never twice; the ogre's club, d6+6, always wounds and twice with 3 and more.
#[test]
fn a_blow_against_to_wound_four_nine() {
    let state = open("melee", &["a.man human_man_at_arms A1", "a.ogre ogre D1", "b.ogre ogre B1"]);
    let blow = odds(&state, &[], "attack a.man longsword b.ogre");
    // Beside the ogre on its other side the second attacker flanks it: +1.
    assert_eq!(modifiers(&blow), ["skill 1 SC-TOHIT-02", "flanked 1 SC-TOHIT-03"]);
    assert_eq!(hits(&blow), [("Miss", 200_000), ("Hit", 800_000)]);
    assert_eq!(blow.outcomes[1].faces, [3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(fates(&state, &blow), ["b.ogre 1 wound 8/15"]);
    assert_eq!(blow.then.map(|roll| (roll.name, roll.modifiers.sum())), Some(("damage", 1)));
    let club = odds(&state, &[], "attack a.ogre great-club b.ogre");
    assert_eq!(fates(&state, &club), ["b.ogre 1 wound 4/15", "b.ogre 2 wounds 8/15"]);
}

/// SC-RANGED-05, SC-TOHIT-11: at 8 inches through two squares of trees a crossbow needs 7 with +1 - 1 - 1. Of the hits
/// d6+3 against 4/8 wounds once with 1 to 4 and kills with 5 and 6.
#[test]
fn a_shot_at_medium_range_through_trees() {
    let trees = "..TT....................\n".repeat(9);
    let state = stage(
        &format!("\n{trees}"),
        r#"
        stage = "ranged"
        figure = [
          { tag = "a.bow", troop = "human_crossbowman", at = "A5" },
          { tag = "b.orc", troop = "orc_warrior", at = "I5" },
        ]
        "#,
    );
    let shot = odds(&state, &[], "shoot a.bow crossbow b.orc");
    assert_eq!(modifiers(&shot), ["skill 1 SC-TOHIT-07", "medium range -1 SC-TOHIT-10", "light cover -1 SC-TOHIT-11"]);
    assert_eq!(shot.roll.map(|roll| (roll.target, roll.rule)), Some((Some(7), SC::ATTACK_01)));
    assert_eq!(hits(&shot), [("Miss", 700_000), ("Hit", 300_000)]);
    assert_eq!(shot.outcomes[1].faces, [8, 9, 10]);
    assert_eq!(fates(&state, &shot), ["b.orc 1 wound 1/5", "b.orc Killed 1/10"]);
}

/// SC-AREA-02, SC-AREA-07 to SC-AREA-09: a fireball at 5 inches comes down on the spot with 4 and more; a 3 drifts one
/// square, 2 and 1 two. d6+1 against 3/7 wounds with 2 to 5 and kills with 6.
#[test]
fn a_fireball_that_may_drift() {
    let state = open(
        "ranged",
        &[
            r#"a.mage human_battle_mage A5, spells = ["fireball", "heal", "entangle"]"#,
            "b.near orc_archer F5",
            "b.far orc_archer H5",
        ],
    );
    let spell = odds(&state, &["cast a.mage fireball 3"], "ground F5");
    assert_eq!(hits(&spell), [("Deviates", 300_000), ("On the spot", 700_000)]);
    // One square off the archer in the middle is still under it: 8 of 10. The far one is hit by a 3 that drifts to the
    // three eastern directions, and by 1 or 2 that drift straight east: 1/10 of 3/8 and 2/10 of 1/8, a sixteenth.
    assert_eq!(
        fates(&state, &spell),
        ["b.near 1 wound 8/15", "b.near Killed 2/15", "b.far 1 wound 1/24", "b.far Killed 1/96"]
    );
    // What is asked before the spot is known has no odds.
    let cast = odds(&state, &[], "cast a.mage fireball 3");
    assert!(cast.roll.is_none() && cast.outcomes.is_empty() && cast.fates.is_empty());
    let refused = odds_at::<SwordAndClaw>(&state, &["cast a.mage fireball 3"], "ground X9");
    assert!(refused.is_err(), "{refused:?}");
}

/// SC-CAST-12: two bolts of Entangle, +2 against 6; each counts for itself, and the first one alone until the second is
/// aimed.
#[test]
fn bolts_of_one_spell_are_counted_together() {
    let state = open(
        "ranged",
        &[
            r#"a.mage human_battle_mage A5, spells = ["fireball", "heal", "entangle"]"#,
            "b.orc orc_archer F5",
            "b.two orc_archer G5",
        ],
    );
    let first = odds(&state, &["cast a.mage entangle 2"], "target b.orc");
    assert_eq!(fates(&state, &first), ["b.orc Entangled 7/10"]);
    // The second archer is seen past the first: one harder (SC-COVER-02).
    let both = odds(&state, &["cast a.mage entangle 2", "target b.orc"], "target b.two");
    assert_eq!(fates(&state, &both), ["b.orc Entangled 7/10", "b.two Entangled 3/5"]);
}

/// SC-WQUAL-02, SC-WQUAL-03: a wail hits without a roll, friend and foe; d6+1 and shields that count: 5/9.
#[test]
fn an_aura_hits_everybody_by_itself() {
    let state = open(
        "melee",
        &["a.banshee banshee E5", "b.orc orc_warrior G5", "a.friend human_man_at_arms E4", "b.corner orc_warrior G7"],
    );
    let wail = odds(&state, &[], "attack a.banshee wail");
    assert_eq!(hits(&wail), [("Hit without a roll", 1_000_000)]);
    assert_eq!(wail.roll.map(|roll| roll.name), Some("damage"));
    assert_eq!(fates(&state, &wail), ["b.orc 1 wound 1/2", "a.friend 1 wound 1/2"]);
}

/// SC-AIM-01: what is declared has its odds by itself; an Aim counts for the first shot of a figure.
#[test]
fn odds_of_what_is_declared() {
    let mut state = open(
        "ranged",
        &["a.bow human_crossbowman A5, aimed = true", "a.two human_crossbowman A7", "b.orc orc_archer F5"],
    );
    assert!(of_deed::<SwordAndClaw>(&state, 0).is_none());
    let chosen = odds(&state, &[], "shoot a.bow crossbow b.orc");
    // The same shot once it is declared, after another one, and with nothing of it in the state.
    for line in ["shoot a.two crossbow b.orc", "shoot a.bow crossbow b.orc"] {
        let choice = kernel::Choice::parse(line, &state).expect("a choice");
        let (mut log, mut scratch) = (Log::off(), Default::default());
        let mut oracle = Once(choice);
        let mut table = kernel::Table::<SwordAndClaw> {
            state: &mut state,
            oracle: &mut oracle,
            log: &mut log,
            scratch: &mut scratch,
        };
        SwordAndClaw::step(&mut table).expect("a declaration");
    }
    let before = format!("{:?}", state.pieces);
    let declared = of_deed::<SwordAndClaw>(&state, 1).expect("a deed");
    assert_eq!((fates(&state, &declared), hits(&declared)), (fates(&state, &chosen), hits(&chosen)));
    // 1 and aimed against 6: from 4 on; without: from 5 on.
    assert_eq!(
        (hits(&declared)[1].1, hits(&of_deed::<SwordAndClaw>(&state, 0).expect("a deed"))[1].1),
        (700_000, 600_000)
    );
    assert_eq!(before, format!("{:?}", state.pieces));
    let second = state.declared[1];
    state.declared.push(second);
    assert_eq!(hits(&of_deed::<SwordAndClaw>(&state, 2).expect("a deed"))[1].1, 600_000);
    assert!(declared.fates.iter().any(|fated| fated.fate == Fate::Killed));
}

/// Makes one choice.
struct Once(kernel::Choice);

impl kernel::Oracle for Once {
    fn choose(&mut self, _: &kernel::Ask, question: &dyn kernel::Question) -> kernel::Flow<kernel::Answer> {
        question.settle(&self.0).map_err(|_| kernel::Pause)
    }

    fn roll(&mut self, _: &kernel::Roll) -> kernel::Flow<kernel::Fall> {
        Err(kernel::Pause)
    }
}

/// SC-QUAL-08 to SC-QUAL-10: who serves a weapon is asked after its target is known. Until somebody is named its odds
/// are those of a full crew, the trained first; every name makes them exact.
#[test]
fn a_siege_weapon_before_its_crew_is_named() {
    let state = open(
        "ranged",
        &[
            "a.gun dwarf_cannon A4",
            "a.axe dwarf_axeman A3",
            "a.c1 dwarf_gunner B3",
            "a.c2 dwarf_gunner A6",
            "a.c3 dwarf_gunner B6",
            "b.orc orc_warrior K4",
        ],
    );
    let shoot = "shoot a.gun cannonball b.orc";
    let crewed = |made: &[&str], line: &str| {
        let shot = odds(&state, made, line);
        modifiers(&shot).into_iter().filter(|one| one.contains("QUAL")).collect::<Vec<String>>()
    };
    let shot = odds(&state, &[], shoot);
    assert!(!shot.outcomes.is_empty() && !shot.fates.is_empty(), "{shot:?}");
    assert_eq!(crewed(&[], shoot), [""; 0]);
    assert_eq!(crewed(&[shoot], "with a.c2"), [""; 0]);
    assert_eq!(crewed(&[shoot], "with a.axe"), ["untrained crew -1 SC-QUAL-10"]);
    assert_eq!(
        crewed(&[shoot, "with a.axe", "with a.c1"], "finish"),
        ["short crew -1 SC-QUAL-09", "untrained crew -1 SC-QUAL-10"]
    );
}
