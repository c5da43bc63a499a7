//! Sold to the pits (CH-CAMPAIGN-21): a duel by the rules of battle, asked and rolled through the same table.

use super::{Event, Table, injury};
use crate::cards::{Fighter, Origin, Pack, Race, Scenario, Set, Stat, Stats};
use crate::field::Field;
use crate::muster::{Member, Warband};
use crate::resolve::{fight, injury as wounds};
use crate::state::{Did, Options, Place, Posture, State};
use crate::{Coreheim, setup};
use kernel::{Figure, Flow, Log, Name, Seat};
use rulebook::CH;
use space::inches::Spot;
use std::sync::Arc;

/// Turns after which the crowd goes home and the hero counts as beaten.
const LONGEST: usize = 60;

pub(super) fn pits(t: &mut Table<'_>, member: usize) -> Flow {
    const PURSE: i32 = 25;
    let figure = t.state.figure(member);
    let won = match arena(&t.state.pack, t.state.band(), member) {
        Some(mut arena) => fought(t, &mut arena)?,
        None => false,
    };
    if won {
        t.state.band_mut().gold += PURSE;
        t.tell(CH::CAMPAIGN_21, || Event::PitWon { member: figure, gold: PURSE });
        super::learning::gain(t, member, 1, CH::CAMPAIGN_21, "won in the pits");
        return Ok(());
    }
    t.tell(CH::CAMPAIGN_21, || Event::PitLost { member: figure });
    injury::rob(t, member);
    injury::again(t, member)
}

/// The hero is figure 0 of side a, the pit fighter figure 1 of side b, in contact on open ground.
fn arena(pack: &Arc<Pack>, band: &Warband, member: usize) -> Option<State> {
    let fighter = pit_fighter();
    let scenario = Scenario {
        id: Name::of("pits"),
        title: "The pits".to_owned(),
        players: (2, 2),
        width: 12_000,
        depth: 12_000,
        rounds: 50,
        attacker_first: false,
        deployments: Vec::new(),
        objectives: Vec::new(),
        pieces: Vec::new(),
        text: String::new(),
        rule: CH::CAMPAIGN_21,
        origin: Origin::Public,
    };
    let field = Arc::new(Field::new(&scenario).ok()?);
    let mut hero = band.members.get(member)?.clone();
    hero.missing = 0;
    let side = Warband { members: vec![hero], ..band.clone() };
    let mut state = setup::battle(pack, &Arc::new(scenario), field, &[side], Options::default());
    let foe =
        Member { gear: pack.cited(CH::EQUIP_20).map(|flail| flail.id).into_iter().collect(), ..Member::new(&fighter) };
    setup::join(&mut state, &foe, &Arc::new(fighter), Seat(1));
    for (at, x) in [(0, 5500), (1, 6500)] {
        let warrior = state.warrior_mut(Figure(at));
        warrior.place = Place::Table;
        warrior.at = Spot { x, y: 6000, z: 0 };
    }
    // The higher Initiative charges; the pit fighter on equal ones.
    let faster = state.stat(Figure(0), Stat::Initiative) > state.stat(Figure(1), Stat::Initiative);
    let charger = Figure(u16::from(!faster));
    state.warrior_mut(charger).did.add(Did::Charged);
    state.warrior_mut(Figure(1 - charger.0)).did.add(Did::WasCharged);
    state.slot = charger.0 as u8;
    Some(state)
}

fn pit_fighter() -> Fighter {
    Fighter {
        id: Name::of("pit-fighter"),
        title: "Pit fighter",
        band: Name::of("pits"),
        hero: true,
        min: 0,
        max: 1,
        cost: 0,
        experience: 0,
        race: Race::Human,
        stats: Stats([4, 4, 3, 4, 4, 1, 4, 2, 7]),
        radius: 500,
        height: 1500,
        piercing: 0,
        // No list, so that nobody has to choose between flail and dagger for him.
        equipment: None,
        skills: Set::EMPTY,
        traits: Set::EMPTY,
        spell_list: None,
        spells: 0,
        origin: Origin::Public,
    }
}

/// Turn by turn until one is out of action. The events of the duel are not told one by one.
fn fought(t: &mut Table<'_>, arena: &mut State) -> Flow<bool> {
    let mut log = Log::off();
    let pair = [Figure(0), Figure(1)];
    for _ in 0..LONGEST {
        let mut table = kernel::Table::<'_, Coreheim> {
            state: arena,
            oracle: &mut *t.oracle,
            log: &mut log,
            scratch: &mut *t.scratch,
        };
        fight::fight(&mut table, &pair)?;
        if pair.iter().any(|figure| !arena.warrior(*figure).on_table()) {
            break;
        }
        arena.slot = 1 - arena.slot;
        for figure in pair {
            arena.warrior_mut(figure).did = crate::state::Deeds::default();
        }
        let active = Figure(arena.slot.into());
        match arena.warrior(active).posture {
            Posture::Down => {
                let mut table = kernel::Table::<'_, Coreheim> {
                    state: arena,
                    oracle: &mut *t.oracle,
                    log: &mut log,
                    scratch: &mut *t.scratch,
                };
                wounds::stand(&mut table, active);
            }
            Posture::Stunned => arena.warrior_mut(active).posture = Posture::Down,
            Posture::Standing => {}
        }
    }
    Ok(arena.warrior(Figure(0)).on_table() && !arena.warrior(Figure(1)).on_table())
}
