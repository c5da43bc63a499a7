//! Temporary terrain (SC-WQUAL-07 to SC-WQUAL-12).

use crate::cards::{Attack, AttackKind, Count, Shape, WeaponQualities, ZoneKind};
use crate::conditions::{self, Condition};
use crate::events::Squares;
use crate::resolve::area::Landing;
use crate::resolve::damage::{self, Manner};
use crate::shove;
use crate::state::{Altitude, Cells, Level, State, Zone};
use crate::{Event, Table, rolls, sight};
use kernel::{Figure, Flow, Name, Walk};
use rulebook::SC;
use space::grid::Square;

/// Set in `scorched` when a zone has entangled the figure in this turn: it does not save again at once.
const CAUGHT: u8 = 1 << 7;

fn bit(kind: ZoneKind) -> u8 {
    1 << kind as u8
}

/// Zones act on figures of the active side that begin their turn in them.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn start_of_turn(t: &mut Table<'_>) -> Flow {
    t.state.lookouts = sight::lookouts(t.state);
    if t.state.zones.is_empty() {
        return Ok(());
    }
    let side = t.state.active;
    let figures: Vec<Figure> = t.state.of_side(side).collect();
    for figure in figures {
        act_on(t, figure)?;
    }
    Ok(())
}

/// Has a zone entangled it in this turn?
pub(crate) fn caught(state: &State, figure: Figure) -> bool {
    state.piece(figure).scorched & CAUGHT != 0
}

/// Conditions that a zone has given the figure as this turn began.
pub(crate) fn just_caught(state: &State, figure: Figure, condition: Condition) -> u8 {
    u8::from(condition == Condition::Entangled && caught(state, figure))
}

/// Zones that end with the turn of the active side go (SC-WQUAL-07).
pub(crate) fn end_of_turn(t: &mut Table<'_>) {
    let (side, round) = (t.state.active, t.state.round);
    sight::forget(t.state, side, &mut t.scratch.sight);
    let mut at = 0;
    while let Some(zone) = t.state.zones.get(at).copied() {
        if zone.side == side && zone.until <= round {
            t.state.zones.remove(at);
            tell_end(t, &zone);
        } else {
            at += 1;
        }
    }
}

pub(crate) fn tell_end(t: &mut Table<'_>, zone: &Zone) {
    if let Some(at) = anchor(&zone.shape) {
        t.tell(SC::WQUAL_07, || Event::ZoneEnded { kind: zone.kind.text(), at });
    }
}

/// The first square of a zone, which names its place in the log.
pub(crate) fn anchor(shape: &Cells) -> Option<Square> {
    match shape {
        Cells::Block(block) => Some(block.at),
        Cells::Squares(walk) => walk.squares().first().copied(),
    }
}

/// A figure of the active side has entered the squares it stands on: by a step of its own, sinking or pushed there.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn entered(t: &mut Table<'_>, figure: Figure) -> Flow {
    sight::spot(t.state, figure, &mut t.scratch.sight);
    if t.state.zones.is_empty() {
        return Ok(());
    }
    act_on(t, figure)
}

/// Burning and entangling zones under the figure, each kind once a turn.
fn act_on(t: &mut Table<'_>, unit: Figure) -> Flow {
    for kind in [ZoneKind::Burning, ZoneKind::Entangling] {
        // A siege weapon takes no conditions (SC-QUAL-18).
        if kind == ZoneKind::Entangling && t.state.is_engine(unit) {
            continue;
        }
        let Some(by) = under(t.state, unit, kind) else { continue };
        let piece = t.state.piece_mut(unit);
        if piece.scorched & bit(kind) != 0 {
            continue;
        }
        piece.scorched |= bit(kind);
        t.tell(kind.rule(), || Event::ZoneHarms { unit, kind: kind.text() });
        if kind == ZoneKind::Burning {
            burn(t, unit, by)?;
        } else {
            catch(t, unit)?;
        }
    }
    Ok(())
}

/// Who made a zone of that kind that the figure stands in. Flyers at Low and High and troops on a fortification are
/// above it.
fn under(state: &State, unit: Figure, kind: ZoneKind) -> Option<Figure> {
    if state.level(unit) != Level::Ground {
        return None;
    }
    let space = state.space(unit)?;
    let lies = |zone: &&Zone| zone.kind == kind && space.squares().any(|square| zone.shape.contains(square));
    state.zones.iter().find(lies).map(|zone| zone.by)
}

/// d6+1 damage, compared with To Wound like any attack that rolled against no Defense (SC-WQUAL-10).
fn burn(t: &mut Table<'_>, unit: Figure, by: Figure) -> Flow {
    let flames = Attack {
        name: Name::of("flames"),
        title: "Flames",
        kind: AttackKind::Projected,
        to_hit: 0,
        damage: 1,
        count: Count::Fixed(1),
        range: [0; 3],
        shape: Shape::Single,
        zone: None,
        qualities: WeaponQualities::default(),
        option: 0,
        load: None,
        trample: false,
    };
    let manner = Manner { unrolled: true, fills: true, ..Manner::default() };
    let harm = damage::hit(t, by, &flames, unit, manner)?;
    damage::suffer(t, harm)
}

/// Entangled unless it saves (SC-WQUAL-11, SC-SAVE-07).
fn catch(t: &mut Table<'_>, unit: Figure) -> Flow {
    t.note(SC::SAVE_07);
    if conditions::save(t, unit, Condition::Entangled.text())? >= 6 {
        t.tell(SC::WQUAL_11, || Event::ConditionResisted { unit, condition: Condition::Entangled.text() });
    } else {
        conditions::gain(t, unit, Condition::Entangled, SC::WQUAL_11);
        t.state.piece_mut(unit).scorched |= CAUGHT;
    }
    Ok(())
}

/// The zone that an area attack leaves where it came down.
pub(crate) fn of_attack(state: &State, by: Figure, attack: &Attack, landing: Landing) -> Option<Zone> {
    let kind = attack.zone?;
    if landing.level != Level::Ground {
        return None;
    }
    let field = state.field();
    let squares: Walk = landing.patch.squares(field.width(), field.height()).collect();
    if squares.is_empty() {
        return None;
    }
    Some(Zone { kind, by, side: state.active, spell: None, shape: Cells::Squares(squares), until: state.round + 1 })
}

/// Lays a zone, and moves figures out of one that blocks (SC-WQUAL-08).
///
/// # Errors
/// Pauses for dice and for the places of figures that are moved.
pub(crate) fn make(t: &mut Table<'_>, zone: Zone) -> Flow {
    t.state.zones.push(zone);
    let squares = zone.shape.squares();
    if let Some(at) = anchor(&zone.shape) {
        t.note(zone.kind.rule());
        let count = squares.len() as i32;
        t.tell(SC::WQUAL_07, || Event::ZoneMade { unit: zone.by, kind: zone.kind.text(), squares: Squares(count), at });
    }
    if zone.kind != ZoneKind::Blocking {
        return Ok(());
    }
    let inside: Vec<Figure> = t
        .state
        .standing()
        .filter(|figure| t.state.level(*figure) == Level::Ground)
        .filter(|figure| t.state.space(*figure).is_some_and(|space| squares.iter().any(|s| space.contains(*s))))
        .collect();
    for figure in inside {
        clear_out(t, figure)?;
    }
    Ok(())
}

/// To the nearest free space; of several, whoever makes a saving throw chooses, else chance decides (SC-WQUAL-08).
fn clear_out(t: &mut Table<'_>, unit: Figure) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    let altitude: Altitude = t.state.piece(unit).altitude;
    let spots = shove::nearest(t.state, unit, space, altitude);
    let to = match spots.len() {
        0 => return Ok(()),
        1 => spots[0],
        count => {
            t.note(SC::SAVE_07);
            let nimble = !t.state.is_engine(unit) && conditions::save(t, unit, "the wall")? >= 6;
            if nimble {
                shove::choose(t, unit, &spots, SC::WQUAL_08)?
            } else {
                spots[rolls::one_of(t, "shove", SC::WQUAL_08, unit, count)?]
            }
        }
    };
    shove::put(t, unit, to, altitude);
    arrived(t, unit)
}

/// Something other than its own step brought the figure here: zones act on it at once if it is its turn.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn arrived(t: &mut Table<'_>, unit: Figure) -> Flow {
    if t.state.piece(unit).side == t.state.active { entered(t, unit) } else { Ok(()) }
}
