//! Roles, zones, provisions, deployment, hidden start and first turn (CH-DEPLOY-01 to CH-DEPLOY-07).

use super::roll_off;
use crate::cards::{self, Deployment, Item, Knack};
use crate::decisions::{ALE, Ale, HIDE, Hiding, Nothing, PLACE, Placing, ROLE, Role, VENOM, Venom, ZONE, Zone};
use crate::events::Spotted;
use crate::free::Free;
use crate::ground::Gait;
use crate::minds::places::anywhere;
use crate::sight::looking;
use crate::state::{Did, NextStep, Place, State};
use crate::{Event, Table, turn};
use kernel::decision::Answers;
use kernel::{Choice, Figure, Flow, Refusal, Rng, Seat};
use rulebook::CH;
use space::inches::{Area, Spot};

/// Who attacks: in a campaign the lower rating chooses, otherwise a die decides (CH-DEPLOY-07).
///
/// # Errors
/// Pauses for the choice and the dice.
pub(crate) fn roles(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Zones;
    if !t.state.setting.scenario.has_roles() {
        return Ok(());
    }
    let seats: Vec<Seat> = t.state.seats().collect();
    let lowest = t.state.setting.ratings.iter().copied().min().unwrap_or(0);
    let weak: Vec<Seat> =
        seats.iter().copied().filter(|seat| t.state.setting.ratings[seat.index()] == lowest).collect();
    let chooser = match weak[..] {
        [only] if t.state.setting.options.campaign => only,
        _ => roll_off(t, "roles", CH::DEPLOY_07, &seats)?[0],
    };
    if t.state.setting.options.campaign {
        t.note(CH::CAMPAIGN_03);
    }
    let attacks = t.ask(ROLE.to(chooser), &[Role::Attack, Role::Defend])? == Role::Attack;
    for seat in seats {
        let attacker = (seat == chooser) == attacks;
        t.state.players[seat.index()].attacker = attacker;
        let role = if attacker { "attacks" } else { "defends" };
        t.tell(CH::DEPLOY_07, || Event::RoleTaken { seat, role });
    }
    Ok(())
}

/// Who takes which zone, and the order of setting up (CH-DEPLOY-01, CH-DEPLOY-16).
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn zones(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Provisions;
    let seats: Vec<Seat> = t.state.seats().collect();
    if t.state.setting.scenario.has_roles() {
        for seat in &seats {
            let wanted = if t.state.player(*seat).attacker { cards::Role::Attacker } else { cards::Role::Defender };
            let zone = t.state.setting.scenario.deployments.iter().position(|zone| zone.role == wanted);
            t.state.players[seat.index()].zone = zone.map(|at| at as u8);
        }
        // The defender is in his house before the attacker comes.
        t.state.order = seats;
        let attacker = |seat: &Seat| t.state.players[seat.index()].attacker;
        let mut order = t.state.order.clone();
        order.sort_by_key(attacker);
        t.state.order = order;
        return Ok(());
    }
    let order = roll_off(t, "set-up zones", CH::DEPLOY_01, &seats)?;
    for seat in &order {
        // With two players the second takes the opposite edge; with more, whatever zone is still free.
        let count = if order.len() == 2 { 2 } else { t.state.setting.scenario.deployments.len() };
        let free = |zone: &usize| t.state.players.iter().all(|player| player.zone != Some(*zone as u8));
        let options: Vec<Zone> = (0..count).filter(free).map(|zone| Zone::Take { number: zone as i32 + 1 }).collect();
        let rule = if order.len() == 2 { CH::DEPLOY_01 } else { CH::DEPLOY_16 };
        let judge = |state: &State, Zone::Take { number }: &Zone| match *number {
            1.. if *number <= count as i32 => {
                let taken = state.players.iter().any(|player| player.zone == Some((*number - 1) as u8));
                if taken { Err(Refusal::new(rule, "another player has that zone")) } else { Ok(()) }
            }
            _ => Err(Refusal::with(rule, "there are {0} zones to choose from", count as i32, 0)),
        };
        let Zone::Take { number: zone } = options[t.ask_telling(ZONE.to(*seat).by(rule), &options, judge)?];
        t.state.players[seat.index()].zone = Some((zone - 1) as u8);
        t.tell(rule, || Event::ZoneTaken { seat: *seat, zone });
    }
    t.state.order = order;
    Ok(())
}

/// Ale is drunk and venom is spread before the battle (CH-EQUIP-49, CH-EQUIP-50); one question a step.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn provisions(t: &mut Table<'_>) -> Flow {
    let next = t.state.figures().find(|figure| {
        let warrior = t.state.warrior(*figure);
        let items = t.state.sheet(*figure).items;
        !warrior.did.has(Did::Seen) && (items.has(Item::Ale) || items.has(Item::Venom))
    });
    let Some(figure) = next else {
        for warrior in &mut t.state.warriors {
            warrior.did.drop(Did::Seen);
        }
        t.state.next = NextStep::Deploy;
        t.state.slot = 0;
        return Ok(());
    };
    t.state.warrior_mut(figure).did.add(Did::Seen);
    let seat = t.state.owner(figure);
    if t.state.has_item(figure, Item::Ale) && t.ask(ALE.to(seat).actor(figure), &[Ale::Drink, Ale::Pass])? == Ale::Drink
    {
        t.state.warrior_mut(figure).drunk = true;
        t.tell(CH::EQUIP_50, || Event::AleDrunk { warrior: figure });
    }
    if t.state.has_item(figure, Item::Venom) {
        let sheet = t.state.sheet(figure);
        let arms = sheet.melee.iter().chain(&sheet.missile).enumerate().filter(|(_, arm)| !arm.has(Knack::Gun));
        let (places, mut options): (Vec<u8>, Vec<Venom>) =
            arms.map(|(at, arm)| (at as u8, Venom::Coat { weapon: arm.id })).unzip();
        options.push(Venom::CoatNothing { what: Nothing::Nothing });
        let chosen = t.ask_at(VENOM.to(seat).actor(figure), &options)?;
        if let (Some(at), Venom::Coat { weapon }) = (places.get(chosen), options[chosen].clone()) {
            t.state.warrior_mut(figure).venom = Some(*at);
            t.tell(CH::EQUIP_49, || Event::WeaponCoated { warrior: figure, weapon });
        }
    }
    Ok(())
}

/// Sets up one warrior; a player sets up his whole band before the next (CH-DEPLOY-01, CH-DEPLOY-02).
///
/// # Errors
/// Pauses for the place.
pub(crate) fn deploy(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let waiting = |figure: &Figure| {
        let warrior = t.state.warrior(*figure);
        warrior.owner == seat && warrior.place == Place::Waiting
    };
    let Some(figure) = t.state.figures().find(waiting) else {
        t.state.players[seat.index()].deployed = true;
        t.state.slot += 1;
        if usize::from(t.state.slot) >= t.state.order.len() {
            t.state.slot = 0;
            t.state.next = NextStep::HiddenStart;
        }
        return Ok(());
    };
    let at = ask_place(t, figure)?;
    let warrior = t.state.warrior_mut(figure);
    warrior.at = at;
    warrior.place = Place::Table;
    t.tell(CH::DEPLOY_02, || Event::SetUp { warrior: figure, at: Spotted(at) });
    Ok(())
}

fn ask_place(t: &mut Table<'_>, figure: Figure) -> Flow<Spot> {
    let placed = |at: Spot| Placing::At { figure, at };
    let state = &*t.state;
    let check = |choice: &Choice| match Placing::read(choice) {
        Some(Placing::At { figure: who, at }) if who == figure => placeable(state, figure, at),
        _ => Err(Refusal::new(CH::DEPLOY_02, "expected: place FIGURE @x,y,z")),
    };
    let sample = |rng: &mut Rng| {
        (0..40).map(|_| anywhere(state, figure, rng)).find(|at| placeable(state, figure, *at).is_ok()).map(placed)
    };
    // One place that will do, found row by row.
    let first = || scan(state).find(|at| placeable(state, figure, *at).is_ok()).unwrap_or(Spot { x: 0, y: 0, z: 0 });
    let plain = || placed(first());
    let region = || zone_area(state, state.owner(figure));
    let spread = Vec::new;
    let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
    Ok(match kernel::settle(t.oracle, PLACE.to(state.owner(figure)).actor(figure), &question)? {
        Placing::At { at, .. } => at,
        Placing::Stay => first(),
    })
}

pub(crate) fn zone(state: &State, seat: Seat) -> Option<&Deployment> {
    state.player(seat).zone.and_then(|zone| state.setting.scenario.deployments.get(zone as usize))
}

fn zone_area(state: &State, seat: Seat) -> Area {
    let outline = zone(state, seat).map(|zone| zone.zone.iter().map(|(x, y)| Spot { x: *x, y: *y, z: 0 }).collect());
    Area { outlines: outline.into_iter().collect() }
}

/// May this warrior be set up here?
pub(crate) fn placeable(state: &State, figure: Figure, at: Spot) -> Result<(), Refusal> {
    let seat = state.owner(figure);
    let radius = state.sheet(figure).radius;
    if !state.setting.field.table.holds(at.plan()) {
        return Err(Refusal::new(CH::GEOM_01, "that is off the table"));
    }
    let inside = zone(state, seat).is_some_and(|zone| in_zone(state, zone, at, radius));
    if !inside {
        return Err(Refusal::new(CH::DEPLOY_02, "the base has to be wholly within the set-up zone"));
    }
    if at.z != 0 && !in_house(state, seat, at) {
        return Err(Refusal::new(CH::DEPLOY_02, "nobody is set up above the ground"));
    }
    if state.setting.field.table.stand(at, &state.mover(figure), state.overhang(figure)).is_err() {
        return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
    }
    if at.z != 0 && state.sheet(figure).mounted {
        return Err(Refusal::new(CH::EQUIP_47, "a rider is not set up above the ground"));
    }
    if at.z != 0 && !state.sheet(figure).may_climb() {
        return Err(Refusal::new(CH::PSYCH_25, "an animal is not set up above the ground"));
    }
    if !state.may_end(figure, at, Gait::Charge) {
        return Err(Refusal::new(CH::GEOM_08, "somebody stands there"));
    }
    Ok(())
}

fn in_zone(state: &State, zone: &Deployment, at: Spot, radius: i32) -> bool {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    let left = zone.zone.iter().map(|(x, _)| *x).min().unwrap_or(0);
    let right = zone.zone.iter().map(|(x, _)| *x).max().unwrap_or(0);
    let low = zone.zone.iter().map(|(_, y)| *y).min().unwrap_or(0);
    let high = zone.zone.iter().map(|(_, y)| *y).max().unwrap_or(0);
    // Nobody hangs over the edge of the table.
    let whole = at.x - radius >= left.max(0)
        && at.x + radius <= right.min(width)
        && at.y - radius >= low.max(0)
        && at.y + radius <= high.min(depth);
    let edge = [at.x - left, right - at.x, at.y - low, high - at.y].into_iter().min().unwrap_or(0);
    // Beyond the square round which the corners bend he is no farther than the rest of his base allows.
    let past = |at: i32, low: i32, high: i32| i64::from((low + zone.rounded - at).max(at + zone.rounded - high).max(0));
    let (x, y) = (past(at.x, left, right), past(at.y, low, high));
    let room = i64::from((zone.rounded - radius).max(0));
    let whole = whole && (zone.rounded == 0 || x * x + y * y <= room * room);
    whole && (zone.inset == 0 || edge + radius <= zone.inset)
}

/// The defender of a house may be on any of its floors (CH-DEPLOY-13).
fn in_house(state: &State, seat: Seat, at: Spot) -> bool {
    let held = state.setting.scenario.objectives.iter().find_map(|objective| match objective {
        crate::cards::Objective::HoldPiece(piece) => state.setting.field.plots.get(*piece as usize).copied().flatten(),
        _ => None,
    });
    let inside = |plot: crate::cards::Plot| {
        at.x > plot.x && at.x < plot.x + plot.width && at.y > plot.y && at.y < plot.y + plot.depth
    };
    !state.player(seat).attacker && held.is_some_and(inside)
}

fn scan(state: &State) -> impl Iterator<Item = Spot> + use<> {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    (0..depth).step_by(500).flat_map(move |y| (0..width).step_by(500).map(move |x| Spot { x, y, z: 0 }))
}

/// Whom no enemy sees in the open may start hidden (CH-DEPLOY-03); one question a step.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn hidden_start(t: &mut Table<'_>) -> Flow {
    let figures: Vec<Figure> = t.state.present().collect();
    let next = figures.into_iter().find(|figure| {
        let warrior = t.state.warrior(*figure);
        !warrior.did.has(Did::Seen) && t.state.sheet(*figure).may_hide()
    });
    let Some(figure) = next else {
        for warrior in &mut t.state.warriors {
            warrior.did.drop(Did::Seen);
        }
        t.state.next = NextStep::FirstTurn;
        return Ok(());
    };
    t.state.warrior_mut(figure).did.add(Did::Seen);
    let seen = looking(t, |state, gallery| {
        let mut foes = state.present().filter(|other| state.enemies(figure, *other));
        foes.any(|foe| gallery.sees_all(state, foe, figure))
    });
    if seen {
        return Ok(());
    }
    let asked = HIDE.to(t.state.owner(figure)).by(CH::DEPLOY_03).actor(figure);
    let hides = Hiding::Hide { who: figure };
    if t.ask(asked, &[hides.clone(), Hiding::Show { who: figure }])? == hides {
        t.state.warrior_mut(figure).hidden = true;
        t.tell(CH::DEPLOY_03, || Event::Hid { warrior: figure });
    }
    Ok(())
}

/// Who has the first turn (CH-DEPLOY-04); play goes round from there.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn first_turn(t: &mut Table<'_>) -> Flow {
    let seats: Vec<Seat> = t.state.seats().collect();
    let first = if t.state.setting.scenario.attacker_first {
        seats.iter().copied().find(|seat| t.state.player(*seat).attacker).unwrap_or(Seat(0))
    } else {
        roll_off(t, "first turn", CH::DEPLOY_04, &seats)?[0]
    };
    let count = seats.len();
    t.state.order = (0..count).map(|step| seats[(first.index() + step) % count]).collect();
    t.state.slot = 0;
    t.state.round = 1;
    t.tell(CH::DEPLOY_04, || Event::BattleBegan { seat: first });
    turn::open(t);
    Ok(())
}
