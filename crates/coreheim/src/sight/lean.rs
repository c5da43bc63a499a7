//! Places besides his own from which somebody looks: windows, corners and low walls beside him (CH-GEOM-13).

use super::{ACROSS, EYE};
use crate::ground::INCH;
use crate::state::State;
use space::inches::{Bounds, Cylinder, Point, Polygon, Spot, segment, sight};

/// Windows and their openings above the floor (CH-GEOM-21).
const OPENING: (i32, i32) = (1000, 2250);

/// Eye points of somebody besides his own: in windows, past corners and over low walls within an inch (CH-GEOM-13).
pub(super) fn leans(state: &State, figure: Cylinder) -> impl Iterator<Item = Spot> + '_ {
    let eye = sight::eye(&figure, EYE);
    let wide = i64::from(figure.radius + INCH);
    let near = move |p: Point| (p.x - i64::from(eye.x)).abs() <= wide && (p.y - i64::from(eye.y)).abs() <= wide;
    let field = &state.setting.field;
    let corners = field
        .corners
        .iter()
        .filter(move |corner| near(corner.at) && corner.bottom <= eye.z && corner.top > eye.z)
        .map(move |corner| corner.at.at(eye.z));
    let over = field
        .parapets
        .iter()
        .filter(move |(_, bottom, top)| *bottom <= figure.at.z && *top > figure.at.z && *top < eye.z)
        .filter_map(move |(outline, ..)| beyond(outline, eye.plan(), wide).map(|p| p.at(eye.z)));
    let free = move |spot: &Spot| {
        figure.base().within_spot(Spot { z: figure.at.z, ..*spot }, INCH) && field.table.line_free(eye, *spot)
    };
    windows(state, figure).chain(corners.chain(over).filter(free))
}

/// The far side of a low wall, straight across from a place near it.
fn beyond(outline: &Polygon, from: Point, wide: i64) -> Option<Point> {
    // Points are rounded to the nearest thousandth.
    let room = wide + 2;
    let Bounds { low, high } = *outline.bounds();
    if from.x < low.x - room || from.x > high.x + room || from.y < low.y - room || from.y > high.y + room {
        return None;
    }
    let nearest = outline.sides().map(|(a, b)| segment::nearest(from, a, b)).min_by_key(|p| from.square_to(*p))?;
    let far = from.to(nearest);
    let past = from.toward(nearest, far + ACROSS);
    (far > 0 && far <= wide && !outline.covers(past)).then_some(past)
}

/// Eye points in windows within an inch of somebody on the same floor.
fn windows(state: &State, figure: Cylinder) -> impl Iterator<Item = Spot> + '_ {
    let eye = sight::eye(&figure, EYE).z;
    let (at, wide) = (figure.at, figure.radius + INCH);
    state
        .setting
        .field
        .windows
        .iter()
        .filter(move |window| (window.x - at.x).abs() <= wide && (window.y - at.y).abs() <= wide)
        .filter(move |window| window.z == at.z && figure.base().within_spot(**window, INCH))
        .map(move |window| Spot { z: eye.clamp(window.z + OPENING.0, window.z + OPENING.1), ..*window })
}
