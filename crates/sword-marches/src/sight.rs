//! Lines of sight, Concealment and Cover, and who may be a target.

use crate::content::Ground;
use crate::effects::GearTrait;
use crate::field::{BODY, EYE, Field, INCH, MIDDLE, RADIUS, TOUCH};
use crate::state::{Fighter, State};
use crate::terrain::Buffers;
use kernel::{Figure, Refusal, Rule};
use rulebook::SM;
use space::inches::{Cylinder, Look, Material, Opacity, Piece, PieceId, Point, Silhouette, Spot, segment};
use std::sync::Arc;

/// The 25 lines go to a grid inset by 2 percent (SM-LOS-02).
const SILHOUETTE: Silhouette = Silhouette { across: [-960, -480, 0, 480, 960], up: [20, 260, 500, 740, 980] };

/// What one model sees of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen {
    /// Lines that reach it; any is enough (SM-LOS-06).
    pub free: u32,
    pub concealed: bool,
    pub cover: bool,
    /// Something within an inch of it is among what conceals it (SM-ACTION-07).
    pub sheltered: bool,
    /// Which rules of terrain made it so, as bits over `REASONS`.
    pub why: u16,
}

/// Rules that can shape what is seen, in the order of the bits of [`Seen::why`].
const REASONS: [Rule; 8] =
    [SM::TERRAIN_13, SM::TERRAIN_14, SM::AREA_02, SM::AREA_03, SM::AREA_04, SM::AREA_06, SM::AREA_07, SM::AREA_08];

impl Seen {
    pub(crate) fn visible(&self) -> bool {
        self.free != 0
    }

    fn because(&mut self, rule: Rule) {
        if let Some(bit) = REASONS.iter().position(|reason| *reason == rule) {
            self.why |= 1 << bit;
        }
    }

    pub(crate) fn reasons(&self) -> impl Iterator<Item = Rule> + use<> {
        let why = self.why;
        REASONS.into_iter().enumerate().filter(move |(bit, _)| why >> bit & 1 == 1).map(|(_, rule)| rule)
    }

    pub(crate) fn how(&self) -> &'static str {
        match (self.visible(), self.concealed, self.cover) {
            (false, _, _) => "unseen",
            (_, _, true) => "covered",
            (_, true, false) => "concealed",
            _ => "open",
        }
    }
}

pub(crate) fn look(state: &State, viewer: Figure, target: Figure, buffers: &mut Buffers) -> Seen {
    let fighter = state.fighter(target);
    let Some(at) = fighter.spot() else { return Seen::default() };
    let mut seen = look_at(state, viewer, target, at, buffers);
    // Whoever found it out still has a hidden model before it (SM-ACTION-12).
    if let Some(found) = fighter.detected.filter(|found| found.by == viewer && seen.visible()) {
        seen.concealed = true;
        seen.cover |= found.cover;
    }
    seen
}

/// The same with the target at another spot, where it thinks of stepping.
pub(crate) fn look_at(state: &State, viewer: Figure, target: Figure, at: Spot, buffers: &mut Buffers) -> Seen {
    let (Some(from), Some(body)) = (state.cylinder(viewer), state.cylinder(target)) else {
        return Seen::default();
    };
    let body = Cylinder { at, ..body };
    buffers.others.clear();
    // Only bodies near the line can stand in it.
    let (a, b) = (from.at.plan(), at.plan());
    let wide = i64::from(2 * RADIUS);
    for (index, fighter) in state.fighters.iter().enumerate() {
        let (Some(spot), other) = (fighter.spot(), Figure(index as u16)) else { continue };
        let c = spot.plan();
        let beside = c.x < a.x.min(b.x) - wide
            || c.x > a.x.max(b.x) + wide
            || c.y < a.y.min(b.y) - wide
            || c.y > a.y.max(b.y) + wide;
        if !beside && other != viewer && other != target && segment::compare(c, a, b, wide).is_lt() {
            buffers.others.push(Cylinder { at: spot, radius: RADIUS, height: crate::state::body(fighter) });
        }
    }
    // Terrain never changes, and those who stand near a line do so rarely.
    let Some(glance) = Glance::new(from.at, body, &buffers.others) else {
        return view(state, from, body, buffers);
    };
    if let Some(seen) = buffers.glances.known(state, &glance) {
        return seen;
    }
    let seen = view(state, from, body, buffers);
    buffers.glances.keep(glance, seen);
    seen
}

/// Whether something durable within an inch of a model is among what hides it from a place, wholly or in part
/// (SM-COVER-02).
pub(crate) fn covered_from(state: &State, from: Spot, target: Figure, buffers: &mut Buffers) -> bool {
    let Some(target) = state.cylinder(target) else { return false };
    buffers.others.clear();
    let viewer = Cylinder { at: from, radius: RADIUS, height: BODY };
    let seen = view(state, viewer, target, buffers);
    if seen.visible() {
        return seen.cover;
    }
    screened(state, viewer, target, buffers, |piece| piece.material == Material::Durable)
}

/// Whether terrain within an inch of a model takes part in hiding it from an enemy who does not see it (SM-ACTION-07).
pub(crate) fn sheltered_from(state: &State, enemy: Figure, target: Figure, buffers: &mut Buffers) -> bool {
    let (Some(viewer), Some(target)) = (state.cylinder(enemy), state.cylinder(target)) else { return false };
    inside_area(state, target.at) || screened(state, viewer, target, buffers, |_| true)
}

/// Whether a piece of some kind within an inch of a target stands in any line to it.
fn screened(
    state: &State,
    viewer: Cylinder,
    target: Cylinder,
    buffers: &mut Buffers,
    kind: impl Fn(&Piece) -> bool,
) -> bool {
    let eye = Spot { z: viewer.at.z + EYE, ..viewer.at };
    let look = Look { eye, viewer, target, silhouette: &SILHOUETTE, others: &[], ignore: &[] };
    state.field.board.screens(&look, &mut buffers.screens);
    let hides = |piece: &Piece| kind(piece) && near(piece, target.at);
    buffers.screens.iter().any(|(id, _, _)| hides(state.field.piece(id.0)))
}

/// All that a line of sight hangs on, on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Glance {
    from: Spot,
    body: Cylinder,
    /// Those near the line, and how tall they are; the rest is empty.
    others: [(Spot, i32); Glance::OTHERS],
}

impl Glance {
    const OTHERS: usize = 3;

    /// None if too many stand near the line to be kept.
    fn new(from: Spot, body: Cylinder, near: &[Cylinder]) -> Option<Glance> {
        let mut others = [(from, 0); Glance::OTHERS];
        for (at, other) in near.iter().enumerate() {
            *others.get_mut(at)? = (other.at, other.height);
        }
        Some(Glance { from, body, others })
    }

    fn slot(&self) -> usize {
        let Glance { from, body, others } = self;
        let mix = |sum: u64, x: i32, y: i32| {
            let part = u64::from(x as u32) << 32 | u64::from(y as u32);
            (sum ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        };
        let ends = mix(mix(mix(0, from.x, from.y), body.at.x, body.at.y), body.height, from.z ^ body.at.z << 8);
        let all = others.iter().fold(ends, |sum, (at, tall)| mix(sum, at.x ^ tall << 16, at.y));
        (all >> 40) as usize % Glances::SLOTS
    }
}

/// Lines of sight that were drawn before. A later one takes the place of an earlier one that falls on the same slot.
#[derive(Debug, Default)]
pub struct Glances {
    /// The board they were cast on; it is held, so that no other can come to lie at its address.
    field: Option<Arc<Field>>,
    slots: Vec<Option<(Glance, Seen)>>,
}

impl Glances {
    const SLOTS: usize = 4096;

    fn known(&mut self, state: &State, glance: &Glance) -> Option<Seen> {
        if !self.field.as_ref().is_some_and(|field| Arc::ptr_eq(field, &state.field)) {
            self.field = Some(Arc::clone(&state.field));
            self.slots.clear();
            self.slots.resize(Glances::SLOTS, None);
        }
        let kept = &self.slots[glance.slot()];
        kept.as_ref().filter(|(known, _)| known == glance).map(|(_, seen)| *seen)
    }

    fn keep(&mut self, glance: Glance, seen: Seen) {
        if let Some(slot) = self.slots.get_mut(glance.slot()) {
            *slot = Some((glance, seen));
        }
    }
}

fn view(state: &State, from: Cylinder, target: Cylinder, buffers: &mut Buffers) -> Seen {
    let field = &*state.field;
    let eye = Spot { z: from.at.z + EYE, ..from.at };
    let low = touched(field, from.at, target.at);
    let ignore = &low.ignore[..low.ignored];
    let look = Look { eye, viewer: from, target, silhouette: &SILHOUETTE, others: &buffers.others, ignore };
    let view = field.board.view(&look);
    let mut seen = Seen { free: view.free(), ..low.why };
    if seen.free == 0 {
        return seen;
    }
    if let Some(at) = low.hides {
        seen.concealed = true;
        seen.sheltered = true;
        seen.cover = field.piece(at).material == Material::Durable;
    }
    if view.obscured_by_terrain() {
        field.board.screens(&look, &mut buffers.screens);
        through(field, (from.at, target.at), &buffers.screens, &mut seen);
    }
    // Wholly within Area Terrain (SM-AREA-06, SM-AREA-07).
    for at in &field.areas {
        let piece = field.piece(*at);
        if target.at.z < piece.top && piece.outline.holds_disc(target.at.plan(), RADIUS.into()) {
            seen.concealed = true;
            seen.sheltered = true;
            seen.because(SM::AREA_06);
            if piece.material == Material::Durable {
                seen.because(SM::AREA_07);
                seen.cover = true;
            }
        }
    }
    seen
}

/// Low Obstacles that either of two models touches: they do not break sight between them.
struct Touched {
    ignore: [PieceId; 8],
    ignored: usize,
    /// One that conceals the target, a durable one if there is any.
    hides: Option<u16>,
    why: Seen,
}

/// SM-TERRAIN-13, SM-TERRAIN-14.
fn touched(field: &Field, from: Spot, target: Spot) -> Touched {
    let mut low = Touched { ignore: [PieceId(u16::MAX); 8], ignored: 0, hides: None, why: Seen::default() };
    for at in &field.obstacles {
        let piece = field.piece(*at);
        if piece.top - piece.bottom > MIDDLE || piece.sight == Opacity::Clear {
            continue;
        }
        let mine = touches(piece, from);
        let theirs = touches(piece, target);
        if (mine || theirs) && low.ignored < low.ignore.len() {
            low.ignore[low.ignored] = PieceId(*at);
            low.ignored += 1;
            let conceals = theirs || mine && near(piece, target);
            if crosses(piece, from.plan(), target.plan()) {
                low.why.because(if theirs { SM::TERRAIN_14 } else { SM::TERRAIN_13 });
                if conceals && (low.hides.is_none() || piece.material == Material::Durable) {
                    low.hides = Some(*at);
                }
            }
        }
    }
    low
}

/// What the pieces that stop some of the lines, or dim them, make of what is seen.
fn through(field: &Field, (from, target): (Spot, Spot), screens: &[(PieceId, u32, u32)], seen: &mut Seen) {
    for (id, stopped, dim) in screens {
        let piece = field.piece(id.0);
        // From its inner edge one looks out of Area Terrain freely (SM-AREA-08).
        let edge = stopped == &0 && *dim != 0 && at_edge(piece, from, target.plan());
        if matches!(piece.sight, Opacity::Thick(_)) {
            seen.because(area_rule(piece, from, target));
            if piece.outline.covers(from.plan()) && !piece.outline.covers(target.plan()) {
                seen.because(SM::AREA_08);
            }
        }
        if edge {
            continue;
        }
        let close = near(piece, target);
        seen.concealed = true;
        seen.sheltered |= close;
        seen.cover |= piece.material == Material::Durable && close;
    }
}

/// Which rule governs a line through a piece of Area Terrain.
fn area_rule(piece: &Piece, from: Spot, to: Spot) -> Rule {
    let inside = |spot: Spot| piece.outline.overlaps_disc(spot.plan(), RADIUS.into());
    match (inside(from), inside(to)) {
        (true, true) => SM::AREA_04,
        (true, false) => SM::AREA_03,
        (false, true) => SM::AREA_02,
        (false, false) => SM::AREA_05,
    }
}

/// The rule for which there is no line of sight: Area Terrain that hides all of it, or whatever else stands between.
fn blocked_by(state: &State, viewer: Figure, target: Figure) -> Rule {
    let (Some(from), Some(to)) = (state.fighter(viewer).spot(), state.fighter(target).spot()) else {
        return SM::LOS_02;
    };
    let mut rule = SM::LOS_02;
    for at in &state.field.areas {
        let piece = state.field.piece(*at);
        piece.outline.inner_spans(from.plan(), to.plan(), |_| rule = area_rule(piece, from, to));
    }
    rule
}

/// Beside a piece that rises above the model's floor (SM-TERRAIN-14).
fn touches(piece: &Piece, at: Spot) -> bool {
    piece.top > at.z && below_head(piece, at) && piece.outline.compare(at.plan(), i64::from(RADIUS + TOUCH)).is_le()
}

/// Within an inch of a piece that does not end below the model's floor (SM-COVER-02); it may be what it stands on.
pub(crate) fn near(piece: &Piece, at: Spot) -> bool {
    piece.top >= at.z && below_head(piece, at) && piece.outline.compare(at.plan(), i64::from(RADIUS + INCH)).is_le()
}

fn below_head(piece: &Piece, at: Spot) -> bool {
    piece.bottom < at.z + BODY
}

fn crosses(piece: &Piece, eye: Point, to: Point) -> bool {
    let mut through = false;
    let (dx, dy) = (to.x - eye.x, to.y - eye.y);
    let aside = Point::new(to.x - dy, to.y + dx);
    let across = Point::new(to.x + dy, to.y - dx);
    let wide = i64::from(RADIUS) * 96 / 100;
    for end in [to, to.toward(aside, wide), to.toward(across, wide)] {
        piece.outline.inner_spans(eye, end, |_| through = true);
    }
    through
}

/// Whether the viewer's base touches the border of a piece, from inside, where the line to the target leaves it.
fn at_edge(piece: &Piece, from: Spot, to: Point) -> bool {
    let p = from.plan();
    if !piece.outline.covers(p) {
        return false;
    }
    let length = p.to(to);
    let mut out = 0;
    piece.outline.inner_spans(p, to, |span| {
        if span.from.of(length) == 0 {
            out = span.to.of(length);
        }
    });
    out < length && out <= i64::from(RADIUS + TOUCH)
}

/// Which kind of Action the target is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    Close,
    Ranged,
}

/// Fills `buffers.targets` with the enemies that a model may target now (SM-TARGET-01 to SM-TARGET-09).
pub(crate) fn targets(state: &State, figure: Figure, aim: Aim, buffers: &mut Buffers) {
    buffers.targets.clear();
    let owner = state.owner(figure);
    let mut ranked = std::mem::take(&mut buffers.ranked);
    ranked.clear();
    for (other, fighter, _) in state.standing() {
        if fighter.owner != owner && !fighter.ambush {
            ranked.push((state.gap(figure, other), other));
        }
    }
    ranked.sort_unstable();
    let elevated = aim == Aim::Ranged && elevated(state, figure, &ranked, buffers);
    // The nearest enemies that stand in the way of farther ones: any, those only concealed, those in Cover.
    let (mut stop, mut hidden, mut covered) = (i32::MAX, i32::MAX, i32::MAX);
    for (gap, other) in &ranked {
        let farther = |than: i32| *gap > than.saturating_add(TOUCH);
        if !elevated && farther(stop) {
            break;
        }
        let fighter = state.fighter(*other);
        let fights = state.engaged(*other);
        if aim == Aim::Ranged && fights {
            continue;
        }
        let seen = look(state, figure, *other, buffers);
        if !seen.visible() {
            continue;
        }
        let screened = !elevated && (farther(hidden) && seen.concealed || farther(covered) && seen.cover);
        if !screened {
            buffers.targets.push(*other);
        }
        match screen(aim, fighter, fights, seen) {
            Screen::Nobody(_) => {}
            Screen::Covered => covered = covered.min(*gap),
            Screen::Concealed => hidden = hidden.min(*gap),
            Screen::Everybody => stop = stop.min(*gap),
        }
    }
    buffers.ranked = ranked;
}

/// Which farther enemies a nearer one keeps from being targeted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    /// The rule by which it is passed over.
    Nobody(Rule),
    /// Those in Cover, as it is in Cover itself.
    Covered,
    /// Those who are concealed, as it is itself.
    Concealed,
    Everybody,
}

/// SM-TARGET-02, SM-TARGET-04 to SM-TARGET-08.
fn screen(aim: Aim, nearer: &Fighter, fights: bool, seen: Seen) -> Screen {
    match aim {
        _ if nearer.shocked || nearer.broken => Screen::Nobody(SM::TARGET_02),
        Aim::Ranged if fights => Screen::Nobody(SM::TARGET_05),
        Aim::Close if fights => Screen::Nobody(SM::TARGET_04),
        Aim::Ranged if seen.concealed && seen.cover => Screen::Covered,
        Aim::Ranged if seen.concealed => Screen::Concealed,
        Aim::Ranged | Aim::Close => Screen::Everybody,
    }
}

/// 2 inches or more above the top of some enemy in sight (SM-TARGET-09).
fn elevated(state: &State, figure: Figure, ranked: &[(i32, Figure)], buffers: &mut Buffers) -> bool {
    let Some(feet) = state.fighter(figure).spot().map(|spot| spot.z) else { return false };
    feet >= MIDDLE
        && ranked.iter().any(|(_, other)| {
            let below = state.cylinder(*other).is_some_and(|body| feet - body.top() >= MIDDLE);
            below && look(state, figure, *other, buffers).visible()
        })
}

/// Why an enemy is no legal target.
///
/// # Errors
/// The rule that bars it.
pub(crate) fn may_target(
    state: &State,
    figure: Figure,
    target: Figure,
    aim: Aim,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    let fighter = state.fighter(target);
    if fighter.owner == state.owner(figure) || !fighter.on_table() {
        return Err(Refusal::new(SM::DECLARE_02, "that is no enemy on the table"));
    }
    if fighter.ambush {
        return Err(Refusal::new(SM::ACTION_08, "a model in Ambush cannot be targeted"));
    }
    if aim == Aim::Ranged && state.engaged(target) {
        return Err(Refusal::new(SM::RANGEDC_11, "no shooting at a model in close combat"));
    }
    if !look(state, figure, target, buffers).visible() {
        return Err(Refusal::new(blocked_by(state, figure, target), "there is no line of sight"));
    }
    targets(state, figure, aim, buffers);
    match buffers.targets.contains(&target) {
        true => Ok(()),
        false if passed_over(state, figure, target, aim, buffers).contains(&SM::TARGET_06) => {
            Err(Refusal::new(SM::TARGET_07, "a nearer enemy is no better hidden"))
        }
        false => Err(Refusal::new(SM::TARGET_01, "a nearer enemy has to be targeted")),
    }
}

/// The rules by which nearer enemies are passed over for a target.
pub(crate) fn passed_over(state: &State, figure: Figure, target: Figure, aim: Aim, buffers: &mut Buffers) -> Vec<Rule> {
    let mut rules = Vec::new();
    let (mine, gap) = (state.owner(figure), state.gap(figure, target));
    let Seen { cover, .. } = look(state, figure, target, buffers);
    let enemies = state.standing().filter(|(_, fighter, _)| fighter.owner != mine && !fighter.ambush);
    let ranked: Vec<(i32, Figure)> = enemies.map(|(other, _, _)| (state.gap(figure, other), other)).collect();
    let above = aim == Aim::Ranged && elevated(state, figure, &ranked, buffers);
    for (other, fighter, _) in state.standing() {
        let apart = state.gap(figure, other);
        if fighter.owner == mine || other == target || apart > gap.saturating_add(TOUCH) {
            continue;
        }
        let seen = look(state, figure, other, buffers);
        if fighter.ambush || !seen.visible() {
            continue;
        }
        let rule = match screen(aim, fighter, state.engaged(other), seen) {
            _ if (apart - gap).abs() <= TOUCH => SM::TARGET_03,
            Screen::Nobody(rule) => rule,
            _ if above => SM::TARGET_09,
            Screen::Covered if !cover => SM::TARGET_08,
            Screen::Concealed => SM::TARGET_06,
            Screen::Covered | Screen::Everybody => SM::TARGET_01,
        };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

/// Whether a model is concealed from an enemy, or out of its sight: enough for an Ambush (SM-ACTION-07).
pub(crate) fn hidden_from(state: &State, enemy: Figure, figure: Figure, buffers: &mut Buffers) -> bool {
    let seen = look(state, enemy, figure, buffers);
    !seen.visible() || seen.concealed
}

/// A piece that can conceal: Area Terrain, or anything opaque (SM-ADJUST-02).
pub(crate) fn can_conceal(state: &State, at: u16) -> bool {
    let piece = state.field.piece(at);
    piece.sight != Opacity::Clear && (state.field.ground(at) == Ground::Area || piece.top > 0)
}

/// Whether a model's base lies wholly inside Area Terrain (SM-VOCATION-04).
pub(crate) fn inside_area(state: &State, at: Spot) -> bool {
    let inside = |piece: &Piece| at.z < piece.top && piece.outline.holds_disc(at.plan(), RADIUS.into());
    state.field.areas.iter().any(|area| inside(state.field.piece(*area)))
}

/// Whether a base overlaps some Area Terrain (SM-ADJUST-04).
pub(crate) fn inside_some_area(state: &State, at: Spot) -> bool {
    state.field.areas.iter().any(|area| state.field.overlaps(*area, at))
}

pub(crate) fn silent(state: &State, figure: Figure, arm: u8) -> bool {
    state.sheet(figure).arm(arm).traits.contains(&GearTrait::Silent)
}
