//! What a figure may declare in the present step, and why not (SC-TURN-07, SC-TURN-08, SC-TROOP-21 to SC-TROOP-24).

use crate::cards::{Attack, AttackId, Shape, SpellId, WeaponQualities, ZoneKind};
use crate::resolve::{area, barrier, tohit};
use crate::sight::{Buffers, sees, unblocked_by_map};
use crate::state::{Motion, NextStep, Part, State, squares_apart};
use crate::{conditions, contact, ready, siege, spells};
use kernel::{Figure, Refusal};
use rulebook::SC;
use space::grid::Block;
use std::ops::ControlFlow;

/// One thing that a player may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deal {
    /// An attack on one figure.
    Strike {
        by: Figure,
        attack: AttackId,
        target: Figure,
    },
    /// An attack on squares: where it goes is asked next.
    Launch {
        by: Figure,
        attack: AttackId,
    },
    Cast {
        by: Figure,
        spell: SpellId,
        level: u8,
    },
    Ready {
        by: Figure,
        attack: AttackId,
    },
    /// Reloads the load of that attack (SC-RELOAD-02).
    Reload {
        by: Figure,
        attack: AttackId,
    },
    /// A half crew makes its weapon ready to fire (SC-QUAL-15).
    Load {
        by: Figure,
    },
    /// A player has nothing more to declare in this step.
    Done,
    /// Lets an ally go first.
    Wait,
}

impl Deal {
    pub(crate) fn by(self) -> Option<Figure> {
        match self {
            Deal::Strike { by, .. }
            | Deal::Launch { by, .. }
            | Deal::Cast { by, .. }
            | Deal::Ready { by, .. }
            | Deal::Reload { by, .. }
            | Deal::Load { by } => Some(by),
            Deal::Done | Deal::Wait => None,
        }
    }
}

/// Does the attack hit one figure that is named, or does it cover squares?
pub(crate) fn aimed_at_figure(attack: &Attack) -> bool {
    match attack.shape {
        Shape::Single => true,
        // A ball that runs on is shot at a figure first (SC-WQUAL-19).
        Shape::Line(_) => attack.is_ranged(),
        Shape::Area(_) | Shape::Aura(_) | Shape::Cone(_) | Shape::Fan(_) | Shape::Sweep(_) => false,
    }
}

/// Rolls of an attack that are left in this turn (SC-TROOP-23, SC-TRAMPLE-02, SC-READY-01); for a sweep its squares.
pub(crate) fn left(state: &State, by: Figure, id: AttackId) -> u8 {
    let (piece, sheet, health) = (state.piece(by), state.sheet(by), state.health(by));
    let attack = sheet.attack(id);
    let own = attack.rolls(health).saturating_sub(piece.struck[usize::from(id.0)]);
    if piece.trampled == 0 {
        return own;
    }
    let of_option = || sheet.attacks().filter(|(_, other)| other.option == attack.option);
    let all: u8 = of_option().map(|(_, other)| other.rolls(health)).sum();
    let used: u8 = of_option().map(|(other, _)| piece.struck[usize::from(other.0)]).sum();
    own.min(all.saturating_sub(used).saturating_sub(piece.trampled))
}

/// May the figure use this attack in the present step, target aside?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn usable(state: &State, by: Figure, id: AttackId) -> Result<(), Refusal> {
    let (piece, attack) = (state.piece(by), state.sheet(by).attack(id));
    if attack.is_ranged() != (state.next_step == NextStep::Ranged) {
        return Err(Refusal::new(SC::TROOP_24, "that attack belongs to another step"));
    }
    if conditions::helpless(state, by) {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure does not attack"));
    }
    if piece.acted {
        let rule = if attack.is_ranged() { SC::TURN_07 } else { SC::TURN_08 };
        return Err(Refusal::new(rule, "it has done what it may do in this step"));
    }
    if state.part == Part::First {
        readied(state, by, id)?;
    } else {
        in_own_turn(state, by, attack)?;
    }
    if attack.load.is_some_and(|load| piece.unloaded >> load.0 & 1 == 1) {
        return Err(Refusal::new(SC::WQUAL_27, "it has to be reloaded first"));
    }
    if attack.has(WeaponQualities::ON_GROUND) && state.flying(by) {
        return Err(Refusal::new(SC::WQUAL_33, "that needs the figure to be on the ground"));
    }
    if attack.has(WeaponQualities::WHILE_FLYING) && !state.flying(by) {
        return Err(Refusal::new(SC::WQUAL_34, "that needs the figure to fly"));
    }
    if left(state, by, id) == 0 {
        return Err(if piece.trampled > 0 {
            Refusal::new(SC::TRAMPLE_02, "its tramples have taken the place of its attacks")
        } else {
            Refusal::new(SC::TROOP_23, "all its attacks of this turn are used")
        });
    }
    Ok(())
}

/// A readied attack of the inactive side, in its step (SC-READY-08).
fn readied(state: &State, by: Figure, id: AttackId) -> Result<(), Refusal> {
    let attack = state.sheet(by).attack(id);
    if !ready::covers(state, by, id) {
        return Err(Refusal::new(SC::TURN_03, "it has not readied that attack"));
    }
    if attack.is_ranged() && !state.is_engine(by) && ready::was_pinned(state, by) {
        return Err(Refusal::new(SC::READY_05, "it had an enemy adjacent before the movement"));
    }
    Ok(())
}

fn in_own_turn(state: &State, by: Figure, attack: &Attack) -> Result<(), Refusal> {
    let piece = state.piece(by);
    if piece.side != state.active {
        return Err(Refusal::new(SC::TURN_03, "its side is not active, and it has readied nothing"));
    }
    if tohit::barred_by_motion(piece.motion, attack) {
        let rule = match piece.motion {
            Motion::Run => SC::RUN_02,
            Motion::Slide => SC::SLIDE_04,
            _ if attack.is_projected() => SC::MELEE_06,
            _ => SC::CHARGE_08,
        };
        return Err(Refusal::new(rule, "how it moved forbids that attack"));
    }
    if piece.casts > 0 {
        return Err(Refusal::new(SC::CAST_10, "it has cast a spell in place of its attacks"));
    }
    if piece.bound.is_some_and(|bound| bound != attack.option) {
        return Err(Refusal::new(SC::TROOP_21, "it is bound to another of its alternatives in this turn"));
    }
    if attack.has(WeaponQualities::CHARGE_ONLY) && piece.motion != Motion::Charge {
        return Err(Refusal::new(SC::WQUAL_04, "that attack needs a charge"));
    }
    if attack.has(WeaponQualities::SLOW) && piece.moved {
        return Err(Refusal::new(SC::WQUAL_28, "it has moved, and the attack is slow"));
    }
    if attack.is_ranged() && !state.is_engine(by) && contact::pinned(state, by) {
        return Err(Refusal::new(SC::RANGED_03, "an enemy is adjacent"));
    }
    Ok(())
}

/// May the figure make this attack on that figure?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn target(
    state: &State,
    by: Figure,
    id: AttackId,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    on_figure(state, by, state.sheet(by).attack(id), target, buffers)
}

/// The same for any attack, that of a spell too.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn on_figure(
    state: &State,
    by: Figure,
    attack: &Attack,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    if !state.piece(target).on_board() || !state.enemies(by, target) {
        return Err(Refusal::new(SC::MELEE_02, "only an enemy on the board can be attacked"));
    }
    if !tohit::flight_allows(state, attack, target) {
        return Err(Refusal::new(SC::WQUAL_32, "that attack reaches nobody who flies"));
    }
    if attack.is_melee() {
        let reach = attack.has(WeaponQualities::REACH);
        if !barrier::reaches(state, by, target, reach, buffers) {
            if contact_barred(state, by, target) {
                return Err(Refusal::new(SC::SETUP_04, "a wall or a closed corner stands between them"));
            }
            let rule = if state.level(by) == state.level(target) { SC::MELEE_02 } else { SC::FLIGHT_12 };
            return Err(Refusal::new(rule, "the target is out of reach"));
        }
        return Ok(());
    }
    if !tohit::level_reached(state, by, attack, state.level(target)) {
        return Err(Refusal::new(SC::FLIGHT_12, "nobody attacks downward from the air"));
    }
    let range = tohit::range(state, by, target);
    if range > attack.long_range() {
        return Err(Refusal::with(
            SC::RANGED_05,
            "the target is at {0 inch|inches}, beyond the {1} of the weapon",
            range.into(),
            attack.long_range().into(),
        ));
    }
    if state.is_engine(by) {
        manned(state, by, attack, state.space(target))?;
    }
    if !watched(state, by, attack, target, buffers) {
        // Would it be seen but for a zone in between?
        let bare = state.space(by).zip(state.space(target)).is_some_and(|(from, to)| {
            to.squares()
                .any(|square| unblocked_by_map(state, from, state.level(by), square, state.level(target), buffers))
        });
        if bare && !state.zones.is_empty() {
            let mist = state.zones.iter().any(|zone| zone.kind == ZoneKind::Obscuring);
            let rule = if mist { SC::WQUAL_09 } else { SC::WQUAL_08 };
            return Err(Refusal::new(rule, "a zone hides the target"));
        }
        return Err(Refusal::new(SC::RANGED_02, "there is no line of sight to the target"));
    }
    Ok(())
}

/// Do two bases at one height touch with something solid between them (SC-SETUP-04)?
fn contact_barred(state: &State, by: Figure, target: Figure) -> bool {
    let (Some(one), Some(other)) = (state.space(by), state.space(target)) else { return false };
    let level = state.level(by);
    level == state.level(target) && one.touches(other) && !contact::adjacent_at(state, level, one, other)
}

/// Does the shooter see the figure, or one of those who could operate it (SC-QUAL-17)?
fn watched(state: &State, by: Figure, attack: &Attack, target: Figure, buffers: &mut Buffers) -> bool {
    if !state.is_engine(by) {
        return sees(state, by, target, buffers);
    }
    let hands = siege::hands(state, by, state.space(target), attack.has(WeaponQualities::SLOW));
    hands.iter().any(|eye| sees(state, *eye, target, buffers))
}

/// Can somebody fire the siege weapon at that place (SC-QUAL-07, SC-QUAL-11 to SC-QUAL-13, SC-QUAL-15)?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn manned(state: &State, engine: Figure, attack: &Attack, target: Option<Block>) -> Result<(), Refusal> {
    let slow = attack.has(WeaponQualities::SLOW);
    let hands = siege::hands(state, engine, target, slow).len();
    if hands == 0 {
        return Err(siege::deserted(state, engine, target, slow));
    }
    if !siege_ready(state, engine, hands) {
        return Err(if state.piece(engine).loading {
            Refusal::new(SC::QUAL_15, "half a crew has loaded it in this turn; it fires on a following one")
        } else {
            Refusal::new(SC::QUAL_15, "half a crew has to load it first")
        });
    }
    Ok(())
}

/// Are there hands enough to fire: at least one, and no loading left to do (SC-QUAL-07, SC-QUAL-15)?
pub(crate) fn siege_ready(state: &State, engine: Figure, hands: usize) -> bool {
    hands > 0 && (state.piece(engine).primed || !siege::must_load(state, engine, hands))
}

/// Calls `f` with everything that the figure may declare now, until it breaks.
pub(crate) fn each(
    state: &State,
    by: Figure,
    buffers: &mut Buffers,
    f: &mut impl FnMut(Deal) -> ControlFlow<()>,
) -> ControlFlow<()> {
    in_the_open(state, by, buffers, f)?;
    spells::each(state, by, buffers, f)
}

/// The same without spells: what anybody can read from the sheet and the board.
pub(crate) fn in_the_open(
    state: &State,
    by: Figure,
    buffers: &mut Buffers,
    f: &mut impl FnMut(Deal) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let piece = state.piece(by);
    if piece.acted || !piece.on_board() || conditions::helpless(state, by) {
        return ControlFlow::Continue(());
    }
    if state.next_step != NextStep::Spellcasting {
        for at in 0..state.sheet(by).attacks.len() {
            let id = AttackId(at as u8);
            if usable(state, by, id).is_ok() {
                ways(state, by, id, buffers, f)?;
            }
        }
        if state.part == Part::Declare {
            for at in 0..state.sheet(by).attacks.len() {
                readies(state, by, AttackId(at as u8), f)?;
            }
            reloads(state, by, f)?;
        }
    }
    ControlFlow::Continue(())
}

/// The ways to use one attack.
pub(crate) fn ways(
    state: &State,
    by: Figure,
    id: AttackId,
    buffers: &mut Buffers,
    f: &mut impl FnMut(Deal) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let attack = state.sheet(by).attack(id);
    if !aimed_at_figure(attack) {
        return if launches(state, by, id) { f(Deal::Launch { by, attack: id }) } else { ControlFlow::Continue(()) };
    }
    let Some(from) = state.space(by) else {
        return ControlFlow::Continue(());
    };
    let side = state.piece(by).side;
    // What is near enough is asked about sight and the rest.
    let reach = if attack.is_melee() { 2 } else { attack.long_range() };
    for (at, piece) in state.pieces.iter().enumerate() {
        if piece.side == side || !piece.on_board() {
            continue;
        }
        let enemy = Figure(at as u16);
        let Some(to) = state.space(enemy) else { continue };
        if squares_apart(from, to) <= reach && target(state, by, id, enemy, buffers).is_ok() {
            f(Deal::Strike { by, attack: id, target: enemy })?;
        }
    }
    ControlFlow::Continue(())
}

/// Is there any sense in an attack on squares: somebody to sweep, hands to fire?
pub(crate) fn launches(state: &State, by: Figure, id: AttackId) -> bool {
    let attack = state.sheet(by).attack(id);
    if state.is_engine(by) && manned(state, by, attack, None).is_err() {
        return false;
    }
    match attack.shape {
        Shape::Sweep(_) => enemy_within(state, by, 1),
        Shape::Aura(reach) | Shape::Cone(reach) | Shape::Fan(reach) | Shape::Line(reach) => {
            enemy_within(state, by, reach)
        }
        Shape::Single | Shape::Area(_) => true,
    }
}

/// What spreads from an attacker with no enemy that near could have no effect.
pub(crate) fn enemy_within(state: &State, by: Figure, squares: u8) -> bool {
    let Some(space) = state.space(by) else { return false };
    let side = state.piece(by).side;
    let near = |piece: &crate::state::Piece, at: usize| {
        piece.side != side
            && piece.on_board()
            && state.space(Figure(at as u16)).is_some_and(|other| squares_apart(space, other) <= squares)
    };
    state.pieces.iter().enumerate().any(|(at, piece)| near(piece, at))
}

fn readies(state: &State, by: Figure, id: AttackId, f: &mut impl FnMut(Deal) -> ControlFlow<()>) -> ControlFlow<()> {
    if may_ready(state, by, id).is_ok() { f(Deal::Ready { by, attack: id }) } else { ControlFlow::Continue(()) }
}

/// # Errors
/// The rule that forbids it.
pub(crate) fn may_ready(state: &State, by: Figure, id: AttackId) -> Result<(), Refusal> {
    usable(state, by, id)?;
    ready::check(state, by, id)?;
    // Melee attacks that stand together are readied together, by the name of the first.
    let (sheet, attack) = (state.sheet(by), state.sheet(by).attack(id));
    let first = sheet.attacks().find(|(other, same)| {
        same.option == attack.option && same.kind == attack.kind && usable(state, by, *other).is_ok()
    });
    if attack.is_melee() && first.is_some_and(|(first, _)| first != id) {
        return Err(Refusal::new(SC::MELEE_04, "it is readied together with the first attack of its alternative"));
    }
    if state.is_engine(by) {
        manned(state, by, attack, None)?;
    }
    Ok(())
}

fn reloads(state: &State, by: Figure, f: &mut impl FnMut(Deal) -> ControlFlow<()>) -> ControlFlow<()> {
    if state.next_step != NextStep::Ranged {
        return ControlFlow::Continue(());
    }
    for (id, _) in state.sheet(by).attacks() {
        if may_reload(state, by, id).is_ok() {
            f(Deal::Reload { by, attack: id })?;
        }
    }
    if may_load(state, by).is_ok() {
        f(Deal::Load { by })?;
    }
    ControlFlow::Continue(())
}

/// Reloading in the Ranged Attack step (SC-RELOAD-02, SC-WQUAL-27).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_reload(state: &State, by: Figure, id: AttackId) -> Result<(), Refusal> {
    let (piece, sheet) = (state.piece(by), state.sheet(by));
    let load = sheet.attack(id).load;
    let Some(load) = load.filter(|load| piece.unloaded >> load.0 & 1 == 1) else {
        return Err(Refusal::new(SC::WQUAL_27, "there is nothing to reload"));
    };
    if sheet.attacks().find(|(_, other)| other.load == Some(load)).is_some_and(|(first, _)| first != id) {
        return Err(Refusal::new(SC::WQUAL_27, "both attacks share one load: reload by the name of the first"));
    }
    hands_free(state, by)?;
    if piece.bound.is_some_and(|bound| bound != sheet.attack(id).option) && !state.is_engine(by) || piece.casts > 0 {
        return Err(Refusal::new(SC::TURN_07, "it has done something else in this turn"));
    }
    Ok(())
}

/// A weapon that a half crew has to load (SC-QUAL-15).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_load(state: &State, by: Figure) -> Result<(), Refusal> {
    if !state.is_engine(by) || state.piece(by).primed || state.piece(by).loading {
        return Err(Refusal::new(SC::QUAL_15, "there is nothing to load"));
    }
    if !siege::wants_loading(state, by) {
        return Err(Refusal::new(SC::QUAL_15, "its crew need not load it first"));
    }
    hands_free(state, by)
}

fn hands_free(state: &State, by: Figure) -> Result<(), Refusal> {
    let piece = state.piece(by);
    if piece.acted || piece.side != state.active || state.next_step != NextStep::Ranged {
        return Err(Refusal::new(SC::TURN_07, "it has done what it may do in this step"));
    }
    // A shot declared in this very step leaves no time.
    let shot = |(id, attack): (AttackId, &Attack)| attack.is_ranged() && piece.struck[usize::from(id.0)] > 0;
    if state.sheet(by).attacks().any(shot) {
        return Err(Refusal::new(SC::TURN_07, "it shoots in this step"));
    }
    if state.is_engine(by) {
        return if siege::hands(state, by, None, false).is_empty() {
            Err(Refusal::new(SC::QUAL_07, "nobody operates it"))
        } else {
            Ok(())
        };
    }
    if matches!(piece.motion, Motion::Run | Motion::Charge | Motion::Slide) {
        return Err(Refusal::new(SC::TURN_10, "how it moved forbids that"));
    }
    if contact::pinned(state, by) {
        return Err(Refusal::new(SC::RELOAD_02, "an enemy is adjacent"));
    }
    Ok(())
}

/// May an area attack be aimed at that spot and level (SC-AREA-01, SC-AREA-11)?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn spot(
    state: &State,
    by: Figure,
    attack: &Attack,
    (at, level): (space::grid::Square, crate::state::Level),
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    use crate::state::Level;
    let Shape::Area(side) = attack.shape else {
        return Err(Refusal::new(SC::AREA_01, "only area attacks are aimed at a spot"));
    };
    if !state.field().on_board(at) {
        return Err(Refusal::new(SC::AREA_01, "that is off the board"));
    }
    if !tohit::level_reached(state, by, attack, level) {
        return Err(Refusal::new(SC::FLIGHT_12, "nobody attacks downward from the air"));
    }
    if attack.has(WeaponQualities::GROUND_TARGETS) && level > Level::Ground {
        let top = level == Level::Low && state.field().ground(at).has(crate::field::Ground::FORT);
        if !top {
            return Err(Refusal::new(SC::WQUAL_32, "it can be aimed at the ground or the top of a fortification only"));
        }
    }
    let patch = space::grid::Patch::new(at, side);
    let range = area::range(state, by, patch, level);
    if range > attack.long_range() {
        return Err(Refusal::with(
            SC::RANGED_05,
            "the spot is at {0 inch|inches}, beyond the {1} of the attack",
            range.into(),
            attack.long_range().into(),
        ));
    }
    let seen = if state.is_engine(by) {
        let target = Some(Block::single(at));
        manned(state, by, attack, target)?;
        let hands = siege::hands(state, by, target, attack.has(WeaponQualities::SLOW));
        let squares = area::touching(state, at, side);
        hands
            .iter()
            .any(|eye| squares.iter().any(|square| crate::sight::sees_square(state, *eye, *square, level, buffers)))
    } else {
        let squares = area::touching(state, at, side);
        squares.iter().any(|square| crate::sight::sees_square(state, by, *square, level, buffers))
    };
    if seen || (area::fires_indirectly(attack) && area::indirect(state, by, at, side, level, buffers)) {
        return Ok(());
    }
    Err(Refusal::new(SC::AREA_01, "there is no line of sight to the spot"))
}
