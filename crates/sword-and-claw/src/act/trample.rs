//! Trampling: a blow at a smaller enemy whose space a figure moves through (SC-TRAMPLE).

use super::travel::Travel;
use crate::cards::{AttackId, WeaponQualities};
use crate::decisions::Trampling;
use crate::decisions::movement::{TRAMPLE, Trample};
use crate::opportunity::{self, Who};
use crate::resolve::tohit::Footing;
use crate::resolve::{self, Blow, Weapon};
use crate::state::{Altitude, Motion, State};
use crate::{Event, Table};
use kernel::{Figure, Flow, Name, Refusal};
use rulebook::SC;
use space::grid::{Block, Dir};

/// Smaller enemies on the squares of a position, at the mover's height.
pub(crate) fn under(state: &State, mover: Figure, block: Block) -> Vec<Figure> {
    let piece = state.piece(mover);
    let size = state.sheet(mover).size;
    let mut found = Vec::new();
    if piece.altitude != Altitude::Landed {
        return found;
    }
    for square in block.squares() {
        if let Some(other) = state.standing_on(square)
            && state.piece(other).side != piece.side
            && state.sheet(other).size < size
            && !found.contains(&other)
        {
            found.push(other);
        }
    }
    found
}

/// May this movement trample at all: a Move or a Charge, with attacks left (SC-TRAMPLE-01, SC-TRAMPLE-02)?
pub(crate) fn allowed(state: &State, travel: &Travel) -> bool {
    matches!(travel.motion, Motion::Move | Motion::Charge) && !options(state, travel, None).is_empty()
}

/// Melee attack rolls that are left to the alternative (SC-TRAMPLE-02).
fn left(state: &State, figure: Figure, option: u8) -> u8 {
    opportunity::budget(state, figure, option).saturating_sub(state.piece(figure).trampled)
}

/// What it can trample with: attacks fit for it, or else the default attack (SC-TRAMPLE-04, SC-TRAMPLE-05).
fn options(state: &State, travel: &Travel, target: Option<Figure>) -> Vec<Weapon> {
    let unit = travel.figure;
    let (piece, sheet) = (state.piece(unit), state.sheet(unit));
    let open = |option: u8| piece.bound.is_none_or(|bound| bound == option) && left(state, unit, option) > 0;
    // A Charge Only attack needs a charge, and not at one who was in contact before (SC-TRAMPLE-06).
    let fresh = target.is_none_or(|target| state.contacts.binary_search(&(unit, target)).is_err());
    let ready = |attack: &crate::cards::Attack| {
        !attack.has(WeaponQualities::CHARGE_ONLY) || travel.motion == Motion::Charge && fresh
    };
    let mut weapons: Vec<Weapon> = sheet
        .attacks()
        .filter(|(_, attack)| attack.trample && attack.is_melee() && open(attack.option) && ready(attack))
        .map(|(id, _)| Weapon::Attack(id))
        .collect();
    let any = sheet.attacks.iter().any(|attack| attack.is_melee() && open(attack.option));
    // A body attack has to be used where there is one; a lance may be.
    let body = sheet.attacks.iter().any(|attack| attack.trample && !sheet.cavalry && ready(attack));
    if any && !body {
        weapons.push(Weapon::Trample);
    }
    weapons
}

/// What keeps the mover from trampling somebody, or from doing it with a weapon.
fn not_with(state: &State, travel: &Travel, target: Figure, answer: &Trample) -> Result<(), Refusal> {
    let (whom, weapon) = match *answer {
        Trample::Pass => return Ok(()),
        Trample::Plainly { target, .. } => (target, None),
        Trample::With { target, weapon } => (target, Some(weapon)),
    };
    if whom != target {
        return Err(Refusal::new(SC::TRAMPLE_02, "one enemy after the other is trampled; another one is asked about"));
    }
    let sheet = state.sheet(travel.figure);
    let Some(weapon) = weapon else {
        return Err(Refusal::new(SC::TRAMPLE_04, "it tramples with its own body attack, or has no attack left"));
    };
    let Some(attack) = sheet.attacks.iter().find(|attack| attack.name == weapon) else {
        return Err(Refusal::new(SC::TRAMPLE_04, "it has no such attack"));
    };
    if !attack.trample || !attack.is_melee() {
        return Err(Refusal::new(SC::TRAMPLE_04, "that is no attack to trample with"));
    }
    if attack.has(WeaponQualities::CHARGE_ONLY) && travel.motion != Motion::Charge {
        return Err(Refusal::new(SC::WQUAL_04, "the attack is made in a charge only"));
    }
    if attack.has(WeaponQualities::CHARGE_ONLY) && state.contacts.binary_search(&(travel.figure, target)).is_ok() {
        return Err(Refusal::new(SC::TRAMPLE_06, "they were adjacent when the turn began"));
    }
    Err(Refusal::new(SC::TRAMPLE_02, "it has no attack left for it"))
}

/// Asks whether to trample the enemies that are newly under the base, and resolves it in its three stages
/// (SC-TRAMPLE-08). False if the player tramples nobody: then the step is like any other.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn perform(t: &mut Table<'_>, travel: &mut Travel, fresh: &[Figure], dir: Dir) -> Flow<bool> {
    let unit = travel.figure;
    let seat = t.state.piece(unit).owner;
    let mut blows = Vec::new();
    for target in fresh.iter().copied() {
        travel.overrun.push(target);
        let weapons = options(t.state, travel, Some(target));
        if weapons.is_empty() {
            continue;
        }
        let answer = |weapon: &Weapon| match *weapon {
            Weapon::Attack(id) => Trample::With { target, weapon: t.state.sheet(unit).attack(id).name },
            Weapon::Trample => Trample::Plainly { target, with: Trampling::ByDefault },
        };
        let answers: Vec<Trample> = weapons.iter().map(answer).chain([Trample::Pass]).collect();
        let asked = TRAMPLE.to(seat).actor(unit).about(target);
        let way = &*travel;
        let picked = t.ask_telling(asked, &answers, |state, answer| not_with(state, way, target, answer))?;
        if let Some(weapon) = weapons.get(picked).copied() {
            blows.push(Blow { by: unit, target, weapon, footing: Footing::Firm });
            let option = match weapon {
                Weapon::Attack(id) => Some(t.state.sheet(unit).attack(id).option),
                Weapon::Trample => None,
            };
            let piece = t.state.piece_mut(unit);
            piece.trampled += 1;
            piece.bound = option.or(piece.bound);
        }
    }
    if blows.is_empty() {
        return Ok(false);
    }
    travel.straight = Some(dir);
    travel.below.extend(blows.iter().filter_map(|blow| t.state.space(blow.target)));
    travel.record.trampling = true;
    let mut record = std::mem::take(&mut travel.record);
    let settled = travel.settled;
    let flow = stages(t, unit, &blows, &mut record, settled);
    travel.record = record;
    flow?;
    Ok(true)
}

fn stages(t: &mut Table<'_>, unit: Figure, blows: &[Blow], record: &mut opportunity::Record, settled: bool) -> Flow {
    // First, readied figures with Reach weapons.
    if !settled {
        opportunity::provoke(t, unit, record, Who::ReadiedReach)?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(());
        }
    }
    // Then, together, the trample and the other readied figures.
    let mut together = if settled { Vec::new() } else { opportunity::gather(t, unit, record, Who::OtherReadied)? };
    for blow in blows {
        let (target, name) = (blow.target, weapon_name(t.state, unit, blow.weapon));
        for rule in [SC::TRAMPLE_02, SC::TRAMPLE_04, SC::TRAMPLE_09] {
            t.note(rule);
        }
        if blow.weapon == Weapon::Trample {
            t.note(SC::TRAMPLE_05);
            if t.state.sheet(unit).cavalry {
                t.note(SC::TROOP_19);
            }
            if t.state.contacts.binary_search(&(unit, target)).is_ok() {
                t.note(SC::TRAMPLE_06);
            }
        }
        t.note(SC::TRAMPLE_08);
        t.tell(SC::TRAMPLE_01, || Event::Trampled { unit, target, attack: name });
        together.push(*blow);
    }
    let mut harms = Vec::new();
    for blow in together {
        harms.extend(resolve::blow(t, blow)?);
    }
    for harm in harms {
        resolve::suffer(t, harm)?;
    }
    // Last, everybody else.
    if !settled && opportunity::can_go_on(t.state, unit) {
        opportunity::provoke(t, unit, record, Who::Unready)?;
    }
    Ok(())
}

pub(crate) fn weapon_name(state: &State, unit: Figure, weapon: Weapon) -> Name {
    match weapon {
        Weapon::Attack(id) => attack_name(state, unit, id),
        Weapon::Trample => Name::of("trampling"),
    }
}

fn attack_name(state: &State, unit: Figure, id: AttackId) -> Name {
    state.sheet(unit).attack(id).name
}
