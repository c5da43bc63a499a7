//! Carrying out a path: what each leg costs, the tests it asks for, falls, and who is noticed on the way.

use crate::cards::{Skill, Stat};
use crate::events::Spotted;
use crate::ground::{Gait, INCH};
use crate::resolve::batch::{self, By, Cause, Hit};
use crate::resolve::test;
use crate::sight::looking;
use crate::state::{Did, Posture, State};
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal};
use rulebook::CH;
use space::inches::{self, Base, Keepout, Scratch, Spot, Stride, Why, base};

/// Widest gap that can be jumped (CH-JUMP-01).
pub(crate) const GAP: i32 = 3 * INCH;
/// Shortest drop that is a fall (CH-FALL-02), and the height of one test (CH-JUMP-05).
pub(crate) const FALL: i32 = 2 * INCH;
/// Landing this far beyond an edge costs nothing (CH-JUMP-07).
pub(crate) const BEYOND: i32 = INCH;

/// Movement that a leg uses.
pub(crate) fn cost(state: &State, stride: &Stride) -> i32 {
    match *stride {
        Stride::Flat { length } => length,
        Stride::Climb { rise } => rise.abs(),
        Stride::Ladder { ladder, rise, length } => {
            let stairs = state.setting.field.table.ladders().get(ladder.index()).is_some_and(|ladder| ladder.stairs);
            if stairs { length } else { rise.abs() }
        }
        Stride::Gap { before, width, after, .. } => before + width + after,
        Stride::Drop { before, .. } => before,
    }
}

/// What a path may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub length: i32,
    /// Climbing in all, ladders included; 0 is none (CH-RUN-02, CH-CHARGE-11).
    pub climb: i32,
    pub ladders: bool,
    /// Deepest jump down (CH-CHARGE-14).
    pub drop: i32,
    /// Widest gap: 3 inches, unless somebody leaps all the same (CH-JUMP-04).
    pub gap: i32,
    pub gait: Gait,
}

/// Is every leg allowed, and is it all within the limits? The length is returned.
///
/// # Errors
/// The rule that forbids the path.
pub(crate) fn judge(state: &State, figure: Figure, strides: &[Stride], limits: &Limits) -> Result<i32, Refusal> {
    let sheet = state.sheet(figure);
    let (mut used, mut climbed) = (0, 0);
    for stride in strides {
        used += cost(state, stride);
        match *stride {
            Stride::Climb { rise } => {
                if !sheet.may_climb() {
                    let rule = if sheet.mounted { CH::EQUIP_47 } else { CH::PSYCH_25 };
                    return Err(Refusal::new(rule, "he cannot climb"));
                }
                if limits.climb == 0 {
                    return Err(Refusal::new(CH::CLIMB_02, "a runner does not climb"));
                }
                if state.warrior(figure).shard.is_some() {
                    return Err(Refusal::new(CH::DEPLOY_09, "a carrier does not climb walls"));
                }
                climbed += rise.abs();
            }
            Stride::Ladder { ladder, rise, .. } => {
                let stairs = state.setting.field.table.ladders().get(ladder.index()).is_some_and(|one| one.stairs);
                if !stairs && !sheet.may_climb() {
                    return Err(Refusal::new(CH::GEOM_15, "he uses stairs only"));
                }
                if !stairs && !limits.ladders {
                    return Err(Refusal::new(CH::GEOM_15, "a runner uses no ladder"));
                }
                climbed += if stairs { 0 } else { rise.abs() };
            }
            Stride::Gap { width, rise, .. } => {
                if width > limits.gap {
                    return Err(Refusal::with(CH::JUMP_01, "the gap is {0″} wide; 3″ can be jumped", width, 0));
                }
                if rise > INCH {
                    return Err(Refusal::new(CH::JUMP_01, "the far side is more than an inch higher"));
                }
            }
            Stride::Drop { height, beyond, .. } => {
                if beyond > BEYOND {
                    return Err(Refusal::new(CH::JUMP_07, "a jump down lands no more than an inch beyond the edge"));
                }
                if height > limits.drop {
                    return Err(Refusal::with(CH::CHARGE_14, "a jump down of {0″} is too deep", height, 0));
                }
            }
            Stride::Flat { .. } => {}
        }
    }
    within(limits, used, climbed)
}

/// Is a path no longer than its limits, and the climbing in it?
fn within(limits: &Limits, used: i32, climbed: i32) -> Result<i32, Refusal> {
    let no = |rule, text, much, most| Err(Refusal::with(rule, text, much, most));
    let too_long = used > limits.length;
    match limits.gait {
        Gait::Charge if climbed > limits.climb => {
            no(CH::CHARGE_11, "the climb is {0″} high; a charge climbs {1″}", climbed, limits.climb)
        }
        Gait::Charge if too_long => no(CH::CHARGE_03, "the way is {0″} long; a charge goes {1″}", used, limits.length),
        Gait::Walk if too_long && climbed > 0 => {
            no(CH::CLIMB_01, "it is {0″} with the climb; {1″} can be moved", used, limits.length)
        }
        Gait::Walk if too_long => no(CH::MOVE_01, "the way is {0″} long; {1″} can be moved", used, limits.length),
        _ => Ok(used),
    }
}

/// Whether a path leads over a gap that is wider than can be jumped.
pub(crate) fn too_wide(strides: &[Stride]) -> bool {
    strides.iter().any(|stride| matches!(stride, Stride::Gap { width, .. } if *width > GAP))
}

/// Why geometry forbids a path, as a rule.
pub(crate) fn refusal(table: &inches::Tabletop, why: Why) -> Refusal {
    match why {
        Why::OffTable => Refusal::new(CH::GEOM_17, "the path leaves the table"),
        Why::NoFloor(floor) => Refusal::with(CH::GEOM_06, "there is no floor at that height; it is at {0″}", floor, 0),
        Why::Piece(piece) => match table.piece(piece).map(|piece| (piece.kind, piece.top - piece.bottom)) {
            Some((inches::Kind::Forbidden, _)) => Refusal::new(CH::GEOM_18, "water and pits are not entered"),
            Some((inches::Kind::Barrier, height)) => {
                Refusal::with(CH::GEOM_07, "a wall {0″} high is in the way", height, 0)
            }
            Some((_, height)) => Refusal::with(CH::GEOM_07, "a block {0″} high is in the way", height, 0),
            None => Refusal::new(CH::GEOM_07, "terrain is in the way"),
        },
        Why::Keepout(_) => Refusal::new(CH::GEOM_09, "the path comes too near to an enemy"),
        Why::Edge { drop } => Refusal::with(CH::GEOM_14, "the floor ends, {0″} above the next", drop, 0),
        Why::NoHold => Refusal::new(CH::CLIMB_01, "there is nothing to climb there"),
        Why::TooHigh(rise) => Refusal::with(CH::JUMP_01, "the landing lies {0″} too high", rise, 0),
    }
}

/// Checks a path and lists its legs.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn read(
    state: &State,
    figure: Figure,
    track: &[Spot],
    keep: &[Keepout],
    scratch: &mut Scratch,
    strides: &mut Vec<Stride>,
) -> Result<(), Refusal> {
    if track.first() != Some(&state.warrior(figure).at) {
        return Err(Refusal::new(CH::GEOM_07, "a path begins where the warrior stands"));
    }
    let table = &state.setting.field.table;
    table.path(track, &state.mover(figure), keep, scratch, strides).map_err(|fault| refusal(table, fault.why))
}

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Arrived,
    /// At the foot of a climb that failed (CH-CLIMB-04).
    AtFoot,
    Fell,
    /// Down a drop too short to be a fall (CH-FALL-02).
    Slipped,
}

/// Walks a path leg by leg; in a charge one test covers all climbing (CH-CHARGE-10).
///
/// # Errors
/// Pauses for dice.
pub(crate) fn follow(t: &mut Table<'_>, figure: Figure, track: &[Spot], strides: &[Stride], gait: Gait) -> Flow<End> {
    let charge = gait == Gait::Charge;
    let mut tested = false;
    for (leg, stride) in strides.iter().enumerate() {
        let (from, to) = (track[leg], track[leg + 1]);
        match *stride {
            Stride::Climb { rise } => {
                t.note(CH::CLIMB_01);
                let rule = if charge { CH::CHARGE_10 } else { CH::CLIMB_03 };
                let passed = (charge && tested) || test::climb(t, figure, rule)?;
                tested = true;
                if !passed && rise > 0 {
                    t.tell(CH::CLIMB_04, || Event::ClimbFailed { warrior: figure });
                    settle(t, figure);
                    return Ok(End::AtFoot);
                }
                if !passed {
                    t.note(CH::CLIMB_05);
                    place(t, figure, from, to);
                    return fall(t, figure, -rise);
                }
            }
            Stride::Drop { height, .. } => {
                t.tell(if charge { CH::CHARGE_13 } else { CH::JUMP_07 }, || Event::JumpedDown { warrior: figure });
                if !jump_down(t, figure, height, gait)? {
                    place(t, figure, from, to);
                    return fall(t, figure, height);
                }
            }
            Stride::Gap { before, width, .. } if width > GAP => {
                let short = from.plan().toward(to.plan(), i64::from(before + GAP));
                let floor = t.state.setting.field.table.floor(short, from.z).unwrap_or(0);
                t.tell(CH::JUMP_04, || Event::Jumped { warrior: figure });
                place(t, figure, from, short.at(floor));
                return fall(t, figure, from.z - floor);
            }
            Stride::Gap { rise, .. } => {
                t.note(CH::JUMP_03);
                if !charge {
                    t.note(CH::JUMP_02);
                }
                t.tell(CH::JUMP_01, || Event::Jumped { warrior: figure });
                if rise <= -FALL && !jump_down(t, figure, -rise, gait)? {
                    place(t, figure, from, to);
                    return fall(t, figure, -rise);
                }
            }
            Stride::Ladder { ladder, .. } => took_ladder(t, figure, ladder.index()),
            Stride::Flat { .. } => {}
        }
        if t.aloud() {
            passing(t, figure, from, to);
        }
        place(t, figure, from, to);
    }
    Ok(End::Arrived)
}

/// Says which ladder it is: inside a ruin (CH-GEOM-21), outside one (CH-GEOM-22), or stairs.
fn took_ladder(t: &mut Table<'_>, figure: Figure, ladder: usize) {
    let Some(ladder) = t.state.setting.field.table.ladders().get(ladder) else { return };
    let (stairs, foot) = (ladder.stairs, ladder.stops[0].plan());
    let upright = ladder.stops.iter().all(|stop| stop.plan() == foot);
    t.note(if upright || stairs { CH::GEOM_21 } else { CH::GEOM_22 });
    let way = if stairs { "stairs" } else { "ladder" };
    t.tell(CH::GEOM_15, || Event::TookLadder { warrior: figure, way });
}

/// What a flat leg leads over: low obstacles (CH-MOVE-02, CH-MOVE-03), friends and the fallen (CH-GEOM-08).
fn passing(t: &mut Table<'_>, figure: Figure, from: Spot, to: Spot) {
    let state = &*t.state;
    let (a, b) = (from.plan(), to.plan());
    let low = |piece: &&inches::Piece| {
        let height = piece.top - from.z;
        piece.is_solid() && piece.bottom <= from.z && (1..=2 * INCH).contains(&height) && to.z == from.z
    };
    let highest = state.setting.field.table.pieces().iter().filter(low);
    let highest = highest.filter(|piece| piece.outline.overlaps_sweep(a, b, 1)).map(|piece| piece.top - from.z).max();
    let crowd = state.present().any(|other| {
        let base = state.base(other);
        let near = inches::segment::compare(base.at.plan(), a, b, i64::from(base.radius)).is_lt();
        other != figure && near && (base.at.z - from.z).abs() < INCH
    });
    match highest {
        Some(height) if height > INCH => t.note(CH::MOVE_03),
        Some(_) => t.note(CH::MOVE_02),
        None => {}
    }
    if crowd {
        t.note(CH::GEOM_08);
    }
}

/// One Initiative test for each full 2 inches (CH-JUMP-05); any failure is a fall (CH-JUMP-06).
fn jump_down(t: &mut Table<'_>, figure: Figure, height: i32, gait: Gait) -> Flow<bool> {
    if height < FALL {
        return Ok(true);
    }
    if height <= 6 * INCH && t.state.has_skill(figure, Skill::CatFall) {
        t.tell(CH::CAMPAIGN_57, || Event::TestSpared { warrior: figure, test: "jump" });
        return Ok(true);
    }
    let rule = if gait == Gait::Charge { CH::CHARGE_12 } else { CH::JUMP_05 };
    for _ in 0..height / FALL {
        if !test::characteristic(t, figure, Stat::Initiative, "jump", rule)? {
            t.note(CH::JUMP_06);
            return Ok(false);
        }
    }
    Ok(true)
}

/// Puts a warrior at the end of a leg; hidden enemies he comes near are noticed (CH-HIDE-05).
pub(crate) fn place(t: &mut Table<'_>, figure: Figure, from: Spot, to: Spot) {
    t.state.warrior_mut(figure).at = to;
    if t.state.warriors.iter().any(|warrior| warrior.hidden) {
        notice(t, figure, from, to);
    }
}

fn notice(t: &mut Table<'_>, figure: Figure, from: Spot, to: Spot) {
    // Neither runners nor the fallen whom magic carries off look about them.
    if !t.state.warrior(figure).steady() {
        return;
    }
    let reach = i32::from(t.state.stat(figure, Stat::Initiative)) * INCH;
    let radius = t.state.sheet(figure).radius;
    let hidden: Vec<Figure> = t
        .state
        .present()
        .filter(|other| t.state.warrior(*other).hidden && t.state.enemies(figure, *other))
        .filter(|other| {
            let there = t.state.base(*other);
            Base::new(base::nearest_on_leg(from, to, there.at.plan()), radius).within(&there, reach)
        })
        .collect();
    for other in hidden {
        t.note(CH::GEOM_04);
        t.note(CH::PROFILE_08);
        reveal(t, other, CH::HIDE_05);
    }
}

pub(crate) fn reveal(t: &mut Table<'_>, figure: Figure, rule: kernel::Rule) {
    if std::mem::replace(&mut t.state.warrior_mut(figure).hidden, false) {
        t.tell(rule, || Event::Revealed { warrior: figure });
    }
}

/// Whoever is seen in the open is hidden no longer (CH-HIDE-06); looked at after every move.
pub(crate) fn look_round(t: &mut Table<'_>) {
    if t.state.present().all(|figure| !t.state.warrior(figure).hidden) {
        return;
    }
    let seen: Vec<Figure> = looking(t, |state, gallery| {
        let hidden = state.present().filter(|figure| state.warrior(*figure).hidden);
        let mut seen = |figure: &Figure| {
            let mut foes = state.present().filter(|foe| state.enemies(*foe, *figure) && state.warrior(*foe).stands());
            foes.any(|foe| gallery.sees_all(state, foe, *figure))
        };
        hidden.filter(|figure| seen(figure)).collect()
    });
    for figure in seen {
        t.note(CH::GEOM_10);
        reveal(t, figure, CH::HIDE_06);
    }
}

/// A fall: one hit of as much Strength as inches, no critical, no save (CH-FALL-01 to CH-FALL-05).
///
/// # Errors
/// Pauses for dice.
pub(crate) fn fall(t: &mut Table<'_>, figure: Figure, height: i32) -> Flow<End> {
    if height < FALL {
        // That is no fall: his move ends there, and nothing else.
        settle(t, figure);
        t.tell(CH::FALL_02, || Event::Slipped { warrior: figure });
        return Ok(End::Slipped);
    }
    t.state.warrior_mut(figure).did.add(Did::Fell);
    reveal(t, figure, CH::HIDE_07);
    let strength = (height / INCH).clamp(1, 10);
    settle(t, figure);
    if lands_well(t, figure, height) {
        return Ok(End::Fell);
    }
    let to = Spotted(t.state.warrior(figure).at);
    t.tell(CH::FALL_01, || Event::Fell { warrior: figure, strength, to });
    let by = By { figure: None, seat: t.state.owner(figure) };
    batch::resolve(t, by, figure, Cause::Fall, &[Hit::of(strength as u8)])?;
    Ok(End::Fell)
}

/// Falls of no more than 6 inches do not hurt who falls like a cat (CH-CAMPAIGN-57).
fn lands_well(t: &mut Table<'_>, figure: Figure, height: i32) -> bool {
    let well = height <= 6 * INCH && t.state.has_skill(figure, Skill::CatFall);
    if well {
        let to = Spotted(t.state.warrior(figure).at);
        t.tell(CH::CAMPAIGN_57, || Event::LandedWell { warrior: figure, to });
    }
    well
}

/// A faller comes to lie where there is room (CH-GEOM-16, CH-GEOM-18).
fn settle(t: &mut Table<'_>, figure: Figure) {
    const LIMIT: i32 = 6 * INCH;
    let at = t.state.warrior(figure).at;
    let (mover, overhang) = (t.state.mover(figure), t.state.overhang(figure));
    let free = |spot: Spot| t.state.free(figure, spot, Gait::Charge);
    if let Some(spot) = t.state.setting.field.table.nearest_stand(at, &mover, overhang, LIMIT, free) {
        // Out of the water, on to the bank.
        if spot != at && wet(t.state, at) {
            t.note(CH::GEOM_18);
        }
        t.state.warrior_mut(figure).at = spot;
    }
}

fn wet(state: &State, at: Spot) -> bool {
    let forbidden = |piece: &&inches::Piece| piece.kind == inches::Kind::Forbidden && piece.bottom == at.z;
    state.setting.field.table.pieces().iter().filter(forbidden).any(|piece| piece.outline.covers(at.plan()))
}

/// Who goes down within an inch of an open edge may fall over it (CH-EDGE-01, CH-EDGE-02).
///
/// # Errors
/// Pauses for dice.
pub(crate) fn at_the_edge(t: &mut Table<'_>, figure: Figure, by: By) -> Flow {
    let warrior = t.state.warrior(figure);
    if !warrior.on_table() || warrior.posture == Posture::Standing || warrior.at.z < FALL {
        return Ok(());
    }
    let (at, radius) = (warrior.at, t.state.sheet(figure).radius);
    let Some((edge, over)) = t.state.setting.field.table.brink(at, radius, INCH, FALL) else {
        if railed(t.state, at, radius) {
            t.note(CH::GEOM_14);
            t.tell(CH::EDGE_02, || Event::KeptByRail { warrior: figure });
        }
        return Ok(());
    };
    const OUT: i32 = 100;
    let (mover, overhang) = (t.state.mover(figure), t.state.overhang(figure));
    let state = &*t.state;
    let free = |spot: Spot| {
        state.setting.field.table.stand(spot, &mover, overhang).is_ok() && state.free(figure, spot, Gait::Charge)
    };
    let table = &state.setting.field.table;
    let landing = table
        .landing_free(edge, over, radius + OUT, 4 * INCH, free)
        .or_else(|| table.landing(edge, over, radius + OUT));
    // Where nothing lies below, over the end of the table, nobody falls.
    let Some(landing) = landing else { return Ok(()) };
    if test::characteristic(t, figure, Stat::Initiative, "edge", CH::EDGE_01)? {
        return Ok(());
    }
    let height = at.z - landing.z;
    t.state.warrior_mut(figure).at = landing;
    settle(t, figure);
    let strength = (height / INCH).clamp(1, 10);
    t.state.warrior_mut(figure).did.add(Did::Fell);
    t.note(CH::GEOM_16);
    t.note(CH::GEOM_14);
    if lands_well(t, figure, height) {
        return Ok(());
    }
    let to = Spotted(t.state.warrior(figure).at);
    t.tell(CH::EDGE_01, || Event::Fell { warrior: figure, strength, to });
    if height >= FALL {
        batch::resolve(t, by, figure, Cause::Fall, &[Hit::of(strength as u8)])?;
    }
    Ok(())
}

/// A railed edge with a drop lies within an inch of the rim.
fn railed(state: &State, at: Spot, radius: i32) -> bool {
    let (p, all) = (at.plan(), i64::from(radius + INCH));
    state.setting.field.table.edges_near(p, all, |_, edge| {
        let near = inches::segment::compare(p, edge.a, edge.b, all).is_le();
        edge.railed && edge.z == at.z && edge.drop >= FALL && near
    })
}

/// A warrior in contact with an object may take it up (CH-DEPLOY-08).
pub(crate) fn touched_shard(state: &State, figure: Figure) -> Option<u8> {
    let warrior = state.warrior(figure);
    if warrior.shard.is_some() || !warrior.steady() || !state.sheet(figure).may_carry() || state.is_engaged(figure) {
        return None;
    }
    let base = state.base(figure);
    let lies = |shard: &crate::state::Shard| shard.carrier.is_none() && shard.home.is_none();
    state.shards.iter().position(|shard| lies(shard) && base.within_spot(shard.at, 100)).map(|at| at as u8)
}

/// Tells where a move ended.
pub(crate) fn ended(t: &mut Table<'_>, figure: Figure, rule: kernel::Rule, how: &'static str) {
    let at = t.state.warrior(figure).at;
    t.tell(rule, || Event::Moved { warrior: figure, how, to: Spotted(at) });
}

#[cfg(test)]
mod tests {
    use super::refusal;
    use space::inches::{Kind, Layout, Material, Opacity, Piece, PieceId, Point, Polygon, Tabletop, Why};

    #[test]
    fn a_refused_way_says_what_is_in_it() {
        let piece = |kind, top| Piece {
            outline: Polygon::rectangle(Point::new(4_000, 4_000), Point::new(8_000, 5_000)).expect("an outline"),
            bottom: 0,
            top,
            kind,
            sight: Opacity::Opaque,
            material: Material::Durable,
        };
        let pieces = vec![piece(Kind::Barrier, 2_500), piece(Kind::Block, 3_000), piece(Kind::Forbidden, 0)];
        let layout = Layout { width: 20_000, depth: 20_000, pieces, ..Layout::default() };
        let table = Tabletop::new(layout).expect("a table");
        let told = |at| refusal(&table, Why::Piece(PieceId(at))).to_string();
        assert_eq!(told(0), "a wall 2.5″ high is in the way (CH-GEOM-07)");
        assert_eq!(told(1), "a block 3″ high is in the way (CH-GEOM-07)");
        assert_eq!(told(2), "water and pits are not entered (CH-GEOM-18)");
    }
}
