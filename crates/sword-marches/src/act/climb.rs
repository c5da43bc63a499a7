//! Climb and Jump: Terrain Checks over faces, drops and gaps (SM-CLIMB-01 to SM-JUMP-04).

use crate::content::Ground;
use crate::effects::Grant;
use crate::field::{DEEP, INCH, LOW, MIDDLE, MOVER, RADIUS, TOUCH};
use crate::resolve::{ambush, check, fall, injury};
use crate::state::{Place, State};
use crate::terrain::{Buffers, keep_clear, unwieldy};
use crate::{Event, Table, scenario};
use kernel::{Figure, Flow, Refusal};
use rulebook::SM;
use space::inches::{Spot, Stride};

/// What a Climb or Jump is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Feat {
    /// Vertical or gap distance for the Check.
    pub distance: i32,
    /// How far it would fall.
    pub drop: i32,
    pub up: bool,
    /// How far on the line the middle of a gap lies.
    pub gap: Option<i32>,
}

/// Whether a model may rest on a spot after a Climb or Jump (SM-CLIMB-08).
fn room(state: &State, figure: Figure, to: Spot, buffers: &mut Buffers) -> bool {
    keep_clear(state, figure, INCH, 8000, &mut buffers.keep);
    state.field.stands(state.sheet(figure).feet, to) && space::inches::keepout::free(to, &MOVER, &buffers.keep)
}

/// # Errors
/// The rule that bars the Climb.
pub(crate) fn may_climb(state: &State, figure: Figure, to: Spot, buffers: &mut Buffers) -> Result<Feat, Refusal> {
    if let Some(rule) = state.heavy(figure) {
        return Err(Refusal::new(
            if rule == SM::GEARTRAIT_08 { SM::CLIMB_06 } else { rule },
            "it is too heavy to Climb",
        ));
    }
    let (fighter, sheet) = (state.fighter(figure), state.sheet(figure));
    let Some(at) = fighter.spot() else { return Err(Refusal::new(SM::CLIMB_06, "it is not on the table")) };
    if fighter.stood != Some(at) {
        return Err(Refusal::new(SM::CLIMB_04, "it did not touch the face when the Action Phase began"));
    }
    let most = i32::from(sheet.profile.climb) * 1000;
    let faces = faces(state, figure, at);
    let Some((_, feat)) = faces.into_iter().find(|(spot, _)| *spot == to) else {
        return Err(Refusal::new(SM::CLIMB_04, "no face that it touches leads there"));
    };
    // Set down at the same height it has got over an Obstacle (SM-CLIMB-07).
    if to.z == at.z && unwieldy(state, figure) {
        return Err(Refusal::new(SM::GEARTRAIT_33, "a model with an Unwieldy weapon crosses no Obstacle"));
    }
    if feat.distance > most {
        return Err(Refusal::with(SM::CLIMB_05, "{0″} is too far; at most {1″}", feat.distance, most));
    }
    match room(state, figure, to, buffers) {
        true => Ok(feat),
        false => Err(Refusal::new(SM::CLIMB_08, "there is no room at the end of the Climb")),
    }
}

/// Every face that a model touches, with the place to which a Climb leads.
pub(crate) fn faces(state: &State, figure: Figure, at: Spot) -> Vec<(Spot, Feat)> {
    let field = &*state.field;
    let scale = state.sheet(figure).feet.scale;
    let mut all = Vec::new();
    for id in 0..field.board.pieces().len() as u16 {
        let piece = field.piece(id);
        let rise = piece.top - at.z;
        if rise <= MIDDLE {
            continue;
        }
        let over = match field.ground(id) {
            Ground::Obstacle if piece.top <= scale => None,
            _ => field.opposite(id, at),
        };
        all.extend(over.map(|to| (to, Feat { distance: rise, drop: 0, up: true, gap: None })));
    }
    if at.z > MIDDLE {
        field.board.brinks(at, RADIUS, TOUCH, MIDDLE + 1, |edge, over| {
            if let Some(to) = field.board.landing(edge, over, RADIUS + 2)
                && !all.iter().any(|(known, _)| *known == to)
            {
                let drop = at.z - to.z;
                all.push((to, Feat { distance: drop, drop, up: false, gap: None }));
            }
        });
    }
    all
}

/// # Errors
/// The rule that bars the Jump.
pub(crate) fn may_jump(state: &State, figure: Figure, to: Spot, buffers: &mut Buffers) -> Result<Feat, Refusal> {
    let Some(at) = state.fighter(figure).spot() else {
        return Err(Refusal::new(SM::JUMP_03, "it is not on the table"));
    };
    let feet = state.sheet(figure).feet;
    if !room(state, figure, to, buffers) {
        return Err(Refusal::new(SM::JUMP_03, "there is no room to land"));
    }
    keep_clear(state, figure, INCH, 8000, &mut buffers.keep);
    let stride = state.field.under(feet).leg(at, to, &MOVER, &buffers.keep, &mut buffers.path);
    let feat = match stride {
        Ok(Stride::Drop { before, beyond, height }) => {
            if before > INCH + RADIUS || beyond > RADIUS + TOUCH + 10 {
                return Err(Refusal::new(SM::JUMP_02, "a jump down begins at the edge and ends at its foot"));
            }
            return Ok(Feat { distance: height, drop: height, up: false, gap: None });
        }
        Ok(Stride::Gap { before, width, after, rise }) => {
            if before > INCH + RADIUS {
                return Err(Refusal::new(SM::JUMP_03, "it does not start within an inch of the gap"));
            }
            if width > DEEP || -rise > DEEP || rise > LOW {
                return Err(Refusal::with(SM::JUMP_03, "the gap is {0″} wide; at most {1″}", width, DEEP));
            }
            if width <= LOW && -rise <= LOW {
                return Err(Refusal::new(SM::ACTION_14, "a gap of an inch is walked over"));
            }
            if (after - RADIUS).abs() > TOUCH {
                return Err(Refusal::new(SM::JUMP_04, "a jump ends with the base touching the edge of the gap"));
            }
            let middle = before + width / 2;
            let low = state.field.board.floor(at.plan().toward(to.plan(), i64::from(middle)), at.z);
            Feat { distance: width.max(-rise), drop: at.z - low.unwrap_or(0), up: false, gap: Some(middle) }
        }
        _ => return Err(Refusal::new(SM::JUMP_03, "no drop and no gap lies between")),
    };
    if let Some(rule) = state.heavy(figure) {
        return Err(Refusal::new(if rule == SM::GEARTRAIT_08 { SM::JUMP_03 } else { rule }, "it is too heavy to Jump"));
    }
    let rough = |spot| state.field.rough_under(feet, spot).is_some();
    if rough(at) || rough(to) {
        return Err(Refusal::new(SM::JUMP_03, "a Jump begins and ends in Open Ground"));
    }
    Ok(feat)
}

/// Places to which a model could jump: over the edges nearby, and straight over gaps.
pub(crate) fn leaps(state: &State, figure: Figure, at: Spot, buffers: &mut Buffers, out: &mut Vec<Spot>) {
    let field = &*state.field;
    let p = at.plan();
    let pools = field.barred.iter().any(|id| field.piece(*id).outline.compare(p, i64::from(RADIUS + INCH)).is_le());
    let mut below = Vec::new();
    field.board.brinks(at, RADIUS, INCH, LOW + 1, |edge, over| below.push(field.board.landing(edge, over, RADIUS + 2)));
    if !pools && below.is_empty() {
        return;
    }
    let mut offer = |to: Spot, buffers: &mut Buffers| {
        if may_jump(state, figure, to, buffers).is_ok() && !out.contains(&to) {
            out.push(to);
        }
    };
    for to in below.into_iter().flatten() {
        offer(to, buffers);
    }
    let feet = state.sheet(figure).feet;
    for steps in (0..space::inches::turn::TURN).step_by(3) {
        let far = space::inches::turn::outward(p, steps, 6500);
        for long in [3200, 4200, 5200, 6200] {
            let there = p.toward(far, long);
            let Some(z) = field.board.floor(there, at.z + LOW) else { continue };
            let leg = field.under(feet).leg(at, there.at(z), &MOVER, &[], &mut buffers.path);
            if let Ok(Stride::Gap { after, .. }) = leg
                && after >= RADIUS
            {
                let to = p.toward(far, long - i64::from(after - RADIUS));
                offer(to.at(z), buffers);
                break;
            }
        }
    }
}

/// # Errors
/// Pauses for dice.
pub(crate) fn climb(t: &mut Table<'_>, figure: Figure, to: Spot) -> Flow {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let feat = may_climb(t.state, figure, to, &mut buffers);
    t.scratch.buffers = buffers;
    let (Ok(feat), Some(at)) = (feat, t.state.fighter(figure).spot()) else { return Ok(()) };
    let bonus = t.state.sheet(figure).profile.grants.iter().find_map(|granted| match granted.grant {
        Grant::Climb(_, amount) => Some((granted.label, granted.rule, amount)),
        _ => None,
    });
    t.note(SM::ACTION_13);
    t.note(SM::CHECK_13);
    if check::terrain(t, figure, SM::CLIMB_01, "climb", bonus, fall::inches(feat.distance))? {
        t.state.fighter_mut(figure).place = Place::On(to);
        t.note(SM::CLIMB_03);
        t.tell(if to.z == at.z { SM::CLIMB_07 } else { SM::CLIMB_08 }, || Event::Climbed { model: figure, to });
        ambush::passed_by(t, figure, &[at, to]);
        scenario::carried(t, figure, &[at, to]);
        return Ok(());
    }
    t.note(SM::CLIMB_03);
    if feat.up {
        t.tell(SM::CLIMB_03, || Event::Stayed { model: figure });
        return Ok(());
    }
    plunge(t, figure, to, feat.drop)
}

/// # Errors
/// Pauses for dice.
pub(crate) fn jump(t: &mut Table<'_>, figure: Figure, to: Spot) -> Flow {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let feat = may_jump(t.state, figure, to, &mut buffers);
    t.scratch.buffers = buffers;
    let (Ok(feat), Some(at)) = (feat, t.state.fighter(figure).spot()) else { return Ok(()) };
    t.note(SM::ACTION_14);
    t.note(SM::CHECK_13);
    let deep = feat.gap.is_none() && feat.drop > DEEP;
    if deep {
        t.note(SM::JUMP_02);
    } else if check::terrain(t, figure, SM::CLIMB_01, "jump", None, fall::inches(feat.distance))? {
        t.state.fighter_mut(figure).place = Place::On(to);
        t.tell(if feat.gap.is_some() { SM::JUMP_04 } else { SM::JUMP_02 }, || Event::Jumped { model: figure, to });
        ambush::passed_by(t, figure, &[at, to]);
        scenario::carried(t, figure, &[at, to]);
        return Ok(());
    }
    let Some(middle) = feat.gap else { return plunge(t, figure, to, feat.drop) };
    // Halfway between the edges, at the bottom (SM-JUMP-04).
    let middle = at.plan().toward(to.plan(), i64::from(middle)).at(at.z);
    t.note(SM::JUMP_04);
    let spot = fall::foot(t.state, figure, middle).unwrap_or(at);
    plunge(t, figure, spot, at.z - spot.z)
}

fn plunge(t: &mut Table<'_>, figure: Figure, to: Spot, drop: i32) -> Flow {
    fall::fall(t, figure, None, drop, to)?;
    injury::mourn(t)
}
