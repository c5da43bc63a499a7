//! Trauma Checks, who leaves, and who follows a dead Warlord.

use super::decisions::{SUCCESSOR, Successor, TRAUMA, Trauma};
use super::events::{Event, Pieces};
use super::report::{Ending, Fate};
use super::{State, Table};
use crate::content::{CMD, Kind, RATINGS, Trauma as Outcome};
use crate::effects::Archetype;
use kernel::{Cuts, Flow, Modifiers, Read, Refusal, Roll, Rule, Throw};
use rulebook::SM;

/// One model: back from its sickbed, unhurt, or with a Trauma Check. After the last one hirelings leave and rations are
/// eaten.
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    let index = t.state.next;
    if index >= t.state.mine().warband.models.len() {
        aftermath(t);
        t.state.pass();
        return Ok(());
    }
    t.state.next += 1;
    let figure = t.state.figure(index);
    let model = &mut t.state.mine_mut().warband.models[index];
    // Hirelings leave, hurt or not (SM-MUSTER-08).
    let hired = model.kind == Kind::Hireling;
    if model.away {
        model.away = false;
        t.tell(SM::AAR_05, || Event::Returned { model: figure });
        return Ok(());
    }
    match t.state.mine().fate(index) {
        Fate::Wounded if !hired => check(t, index),
        Fate::Fled if !hired => {
            t.tell(SM::AAR_02, || Event::NoTrauma { model: figure });
            Ok(())
        }
        _ => Ok(()),
    }
}

fn check(t: &mut Table<'_>, index: usize) -> Flow {
    let figure = t.state.figure(index);
    let face = trauma_die(t, index)?;
    t.note(SM::META_16);
    t.note(SM::AAR_02);
    t.tell(SM::CHECK_14, || Event::TraumaRolled { model: figure, roll: face.into() });
    match t.state.pack.aftermath.trauma[usize::from(face.clamp(1, 10)) - 1] {
        Outcome::Dead => die(t, index),
        Outcome::LastingInjury => injure(t, index)?,
        Outcome::Convalescence => {
            t.state.mine_mut().warband.models[index].away = true;
            t.tell(SM::AAR_05, || Event::Convalescing { model: figure });
        }
        Outcome::Recovery => t.tell(SM::AAR_06, || Event::Recovered { model: figure }),
    }
    Ok(())
}

/// A Vengeful Revenant throws two dice and takes the one he likes (SM-ARCH-17).
fn trauma_die(t: &mut Table<'_>, index: usize) -> Flow<u8> {
    let side = t.state.mine();
    let revenant = side.warband.models[index].kind == Kind::Warlord
        && side.warband.archetype(&t.state.pack) == Some(Archetype::VengefulRevenant);
    let count = if revenant { 2 } else { 1 };
    let fall = t.roll(&die_roll(t.state, "trauma", SM::CHECK_14, Some(index), count))?;
    let faces: Vec<u8> = fall.faces().to_vec();
    let [first, second] = faces[..] else {
        return Ok(faces.first().copied().unwrap_or(10));
    };
    t.note(SM::ARCH_17);
    let options: Vec<Trauma> = match first == second {
        true => vec![Trauma::Take { roll: first.into() }],
        false => faces.iter().map(|face| Trauma::Take { roll: (*face).into() }).collect(),
    };
    let chosen = t.ask_at(TRAUMA.to(t.state.seat()).actor(t.state.figure(index)), &options)?;
    Ok(faces[chosen])
}

/// Dice of the report: d10, plain.
pub(super) fn die_roll(state: &State, name: &'static str, rule: Rule, model: Option<usize>, count: u8) -> Roll {
    Roll {
        name,
        rule,
        throw: Throw { count, sides: 10, read: Read::Sum },
        seat: state.seat(),
        figure: model.map(|index| state.figure(index)),
        target: None,
        modifiers: Modifiers::default(),
        cuts: Cuts::NONE,
    }
}

/// Struck off; what it carried is saved by a victory (SM-AAR-03).
fn die(t: &mut Table<'_>, index: usize) {
    let figure = t.state.figure(index);
    let won = t.state.mine().report.ending == Ending::Win;
    let side = t.state.mine_mut();
    side.gone[index] = true;
    let gear = std::mem::take(&mut side.warband.models[index].gear);
    let count = gear.len() as i32;
    let pieces = Pieces(count);
    if won {
        side.annals_mut().stash.extend(gear);
    }
    t.tell(SM::AAR_03, || Event::Died { model: figure });
    match (count, won) {
        (0, _) => {}
        (_, true) => t.tell(SM::AAR_03, || Event::GearSaved { model: figure, pieces }),
        (_, false) => t.tell(SM::AAR_03, || Event::GearLost { model: figure, pieces }),
    }
}

/// A Rating found by a d10, whose last face is thrown again (SM-AAR-04).
fn injure(t: &mut Table<'_>, index: usize) -> Flow {
    let rating = loop {
        let face = t.roll(&die_roll(t.state, "injury", SM::AAR_04, Some(index), 1))?.value;
        match face {
            1..=3 => break 0,
            4..=6 => break 1,
            7..=9 => break 2,
            _ => {}
        }
    };
    let figure = t.state.figure(index);
    let name = RATINGS[rating];
    let slot = &mut t.state.mine_mut().warband.models[index].ratings[rating];
    let value = slot.unwrap_or(1);
    if value <= 1 {
        t.tell(SM::AAR_04, || Event::Spared { model: figure, rating: name });
    } else {
        *slot = Some(value - 1);
        t.tell(SM::AAR_04, || Event::RatingLost { model: figure, rating: name, value: i32::from(value) - 1 });
    }
    Ok(())
}

fn aftermath(t: &mut Table<'_>) {
    for index in 0..t.state.mine().warband.models.len() {
        let side = t.state.mine_mut();
        if side.warband.models[index].kind == Kind::Hireling && !side.gone[index] {
            side.gone[index] = true;
            let pieces = Pieces(std::mem::take(&mut side.warband.models[index].gear).len() as i32);
            let figure = t.state.figure(index);
            t.tell(SM::MUSTER_08, || Event::Left { model: figure });
            if pieces.0 > 0 {
                t.tell(SM::MUSTER_08, || Event::GearTaken { model: figure, pieces });
            }
        }
    }
    if t.state.mine().warband.rations > 0 {
        t.state.mine_mut().warband.rations = 0;
        let seat = t.state.seat();
        t.tell(SM::EQUIP_03, || Event::RationsEaten { seat });
    }
}

/// A dead Warlord is followed by the best Champion, else by the best Warrior; equals are for the owner to decide
/// (SM-AAR-07). By now the victory is paid for: it was his (SM-AAR-10).
pub(super) fn succession(t: &mut Table<'_>) -> Flow {
    let side = t.state.mine();
    if side.count(Kind::Warlord) > 0 {
        t.state.pass();
        return Ok(());
    }
    let heirs = |kind: Kind| -> Vec<usize> {
        let of_kind: Vec<usize> = side.present().filter(|index| side.warband.models[*index].kind == kind).collect();
        let command = |index: &usize| side.warband.models[*index].rating(CMD);
        let best = of_kind.iter().map(command).max();
        of_kind.iter().filter(|index| Some(command(index)) == best).copied().collect()
    };
    let champions = heirs(Kind::Champion);
    let heirs = if champions.is_empty() { heirs(Kind::Warrior) } else { champions };
    let seat = t.state.seat();
    if heirs.is_empty() {
        t.state.mine_mut().disbanded = true;
        t.tell(SM::AAR_07, || Event::Disbanded { seat });
        t.state.pass();
        return Ok(());
    }
    let options: Vec<Successor> =
        heirs.iter().map(|index| Successor::Succeed { heir: t.state.figure(*index) }).collect();
    let lesser = Refusal::new(SM::AAR_07, "a Champion comes before a Warrior, and the highest CMD before the others");
    let index = heirs[t.ask_telling(SUCCESSOR.to(seat), &options, |_, _| Err(lesser))?];
    t.state.mine_mut().warband.models[index].kind = Kind::Warlord;
    let figure = t.state.figure(index);
    t.tell(SM::AAR_07, || Event::Succeeded { model: figure });
    t.state.pass();
    Ok(())
}

/// What dice are thrown for after a battle.
pub(super) const ROLLS: &[&str] = &["trauma", "injury", "search", "search against"];
