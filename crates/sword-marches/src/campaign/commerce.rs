//! Income and Commerce.

use super::Table;
use super::deal::{self, Deal};
use super::decisions::{COMMERCE, FOUND, RECRUIT};
use super::events::{Bare, Event, Learning, Piece};
use super::menu::bargain;
use super::report::Ending;
use super::trauma::die_roll;
use crate::content::{Kind, RATINGS};
use crate::effects::{Birth, Feature};
use crate::muster::{self, Annals, Item, Learnt};
use kernel::{Flow, Modifiers, Name, Roll, Seat};
use rulebook::SM;

/// SM-AAR-14.
pub(super) fn income(t: &mut Table<'_>) -> Flow {
    let side = t.state.mine();
    if side.disbanded {
        t.state.pass();
        return Ok(());
    }
    let (label, at) = match side.report.ending {
        Ending::Win => ("win", 0),
        Ending::Draw => ("draw", 1),
        Ending::Loss => ("loss", 2),
    };
    let mut parts = Modifiers::default();
    parts.add(label, SM::AAR_14, t.state.pack.aftermath.income[at]);
    parts.add("Adventure", SM::AAR_14, side.report.silver);
    let (seat, silver) = (t.state.seat(), i32::from(parts.sum()));
    t.state.mine_mut().annals_mut().earn(silver);
    t.note(SM::MUSTER_02);
    t.tell(SM::AAR_14, || Event::Paid { seat, silver, parts });
    t.state.pass();
    Ok(())
}

/// One bargain, or the end of this step for a side.
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    if t.state.mine().disbanded && t.state.mine().warband.has_fought() {
        found_anew(t);
    }
    let seat = t.state.seat();
    if t.state.mine().recruit.is_some() {
        return enlist(t);
    }
    if let Some(item) = t.state.mine().found {
        return claim(t, item);
    }
    match bargain(t, COMMERCE)? {
        Deal::Buy(index, id) => buy(t, index, id),
        Deal::Store(index, item) => store(t, index, item),
        Deal::Give(index, item) => give(t, index, item),
        Deal::Sell(item) => sell(t, item),
        Deal::Search(item) => search(t, item)?,
        Deal::Rations => {
            let silver = pay(t, deal::rations(&t.state.pack, t.state.mine()));
            let side = t.state.mine_mut();
            side.warband.rations = side.present().count() as u8;
            t.tell(SM::EQUIP_01, || Event::Provisioned { seat, silver });
        }
        Deal::Forgo => {
            t.state.mine_mut().warband.rations = 0;
            t.tell(SM::EQUIP_01, || Event::Forgone { seat });
        }
        Deal::Hire(kind, birth) => hire(t, kind, birth),
        Deal::Dismiss(index) => dismiss(t, index),
        _ => t.state.pass(),
    }
    Ok(())
}

/// A disbanded Warband is mustered anew from nothing, at the Stage at which it began (SM-AAR-07).
fn found_anew(t: &mut Table<'_>) {
    let seat = t.state.seat();
    let side = &mut t.state.sides[t.state.side];
    let stage = side.annals().mustered;
    let row = t.state.pack.stage(stage);
    let (silver, renown) = (i32::from(row.starting_sp), i32::from(row.renown));
    side.gone.fill(true);
    side.warband.stage = stage;
    side.warband.rations = 0;
    side.warband.annals = Some(Annals { treasury: silver, renown, mustered: stage, ..Annals::default() });
    t.tell(SM::AAR_07, || Event::Founded { seat, silver });
}

/// A hide grows on its model, a piece of Gear is carried.
fn buy(t: &mut Table<'_>, index: usize, id: Name) {
    let item = Item { id, starmetal: false };
    let hide = t.state.pack.hide(id).map(|hide| i32::from(hide.sp));
    let silver = pay(t, hide.unwrap_or_else(|| muster::price(&t.state.pack, item)));
    let figure = t.state.figure(index);
    let model = &mut t.state.mine_mut().warband.models[index];
    match hide {
        Some(_) => model.hides.push(id),
        None => model.gear.push(item),
    }
    t.tell(SM::AAR_15, || Event::Bought { model: figure, what: Piece(item), silver });
}

fn store(t: &mut Table<'_>, index: usize, item: Item) {
    let figure = t.state.figure(index);
    let side = t.state.mine_mut();
    remove(&mut side.warband.models[index].gear, item);
    side.annals_mut().stash.push(item);
    t.tell(SM::AAR_15, || Event::Stored { model: figure, what: Piece(item) });
}

fn give(t: &mut Table<'_>, index: usize, item: Item) {
    let figure = t.state.figure(index);
    let side = t.state.mine_mut();
    remove(&mut side.annals_mut().stash, item);
    side.warband.models[index].gear.push(item);
    t.tell(SM::AAR_15, || Event::Given { model: figure, what: Piece(item) });
}

fn sell(t: &mut Table<'_>, item: Item) {
    let silver = muster::price(&t.state.pack, item) / 2;
    let annals = t.state.mine_mut().annals_mut();
    remove(&mut annals.stash, item);
    annals.earn(silver);
    t.tell(SM::AAR_15, || Event::Sold { what: Piece(item), silver });
}

/// The Ratings and Traits of the new model come next.
fn hire(t: &mut Table<'_>, kind: Kind, birth: Birth) {
    let model = deal::recruit(t.state.mine(), kind, birth);
    let silver = pay(t, deal::hire_price(&t.state.pack, t.state.mine(), &model));
    let side = t.state.mine_mut();
    deal::enrol(side, model);
    let index = side.warband.models.len() - 1;
    side.recruit = Some(index);
    let fed = side.warband.rations > 0;
    let figure = t.state.figure(index);
    t.note(SM::MUSTER_06);
    if fed {
        t.note(SM::EQUIP_01);
    }
    t.tell(SM::AAR_16, || Event::Hired { model: figure, silver });
}

/// The price, once it is paid.
fn pay(t: &mut Table<'_>, silver: i32) -> i32 {
    t.state.mine_mut().annals_mut().treasury -= silver;
    silver
}

fn remove(list: &mut Vec<Item>, item: Item) {
    if let Some(at) = list.iter().position(|known| *known == item) {
        list.remove(at);
    }
}

/// Final (SM-ARCH-04); what the model carried stays with the Warband.
pub(super) fn dismiss(t: &mut Table<'_>, index: usize) {
    let figure = t.state.figure(index);
    let side = t.state.mine_mut();
    side.gone[index] = true;
    let gear = std::mem::take(&mut side.warband.models[index].gear);
    side.annals_mut().stash.extend(gear);
    side.warband.rations = side.warband.rations.saturating_sub(1);
    t.note(SM::AAR_15);
    t.tell(SM::ARCH_04, || Event::Dismissed { model: figure });
}

/// A Random Check: the difference of a die of each player (SM-CHECK-12). A Mercantile Stronghold throws two and keeps the
/// one that differs more (SM-STRONGHOLD-04).
fn search(t: &mut Table<'_>, item: Item) -> Flow {
    let seat = t.state.seat();
    let mercantile = t.state.mine().warband.feature(&t.state.pack) == Some(Feature::Mercantile);
    let attempt = usize::from(t.state.mine().searches);
    let needed = t.state.pack.aftermath.searches.get(attempt).copied().unwrap_or(10);
    let own = die_roll(t.state, "search", SM::GEARTRAIT_17, None, if mercantile { 2 } else { 1 });
    let own = t.roll(&own)?;
    // Where only one player works through a report, he throws for the other.
    let other = Seat(if t.state.sides.len() > 1 { 1 - seat.0 } else { 0 });
    let against = Roll { seat: other, ..die_roll(t.state, "search against", SM::CHECK_12, None, 1) };
    let against = t.roll(&against)?.value;
    let result = own.faces().iter().map(|face| (i32::from(*face) - against).abs()).max().unwrap_or(0);
    t.state.mine_mut().searches += 1;
    if mercantile {
        t.note(SM::STRONGHOLD_04);
    }
    t.note(SM::CHECK_12);
    t.tell(SM::GEARTRAIT_17, || Event::Searched { seat, what: Piece(item), result, needed: needed.into() });
    if result < i32::from(needed) {
        t.tell(SM::GEARTRAIT_17, || Event::NotFound { what: Bare(item) });
        return Ok(());
    }
    t.tell(SM::GEARTRAIT_17, || Event::Found { what: Piece(item) });
    let silver = muster::price(&t.state.pack, item);
    if silver > t.state.mine().annals().treasury {
        t.tell(SM::GEARTRAIT_18, || Event::Unaffordable { what: Bare(item), silver });
        return Ok(());
    }
    t.state.mine_mut().found = Some(item);
    Ok(())
}

fn claim(t: &mut Table<'_>, item: Item) -> Flow {
    let silver = muster::price(&t.state.pack, item);
    let deal = bargain(t, FOUND)?;
    t.state.mine_mut().found = None;
    match deal {
        Deal::Buy(index, _) => {
            pay(t, silver);
            t.state.mine_mut().warband.models[index].gear.push(item);
            let figure = t.state.figure(index);
            t.tell(SM::GEARTRAIT_18, || Event::Bought { model: figure, what: Piece(item), silver });
        }
        Deal::Stash => {
            pay(t, silver);
            t.state.mine_mut().annals_mut().stash.push(item);
            t.tell(SM::GEARTRAIT_18, || Event::Stashed { what: Piece(item), silver });
        }
        _ => t.tell(SM::GEARTRAIT_18, || Event::Declined { what: Bare(item) }),
    }
    Ok(())
}

/// Ratings and traits of the model that is being hired; gear is bought afterwards like everybody's.
fn enlist(t: &mut Table<'_>) -> Flow {
    match bargain(t, RECRUIT)? {
        Deal::Raise(index, rating) => {
            let figure = t.state.figure(index);
            let model = &mut t.state.mine_mut().warband.models[index];
            let value = model.ratings[rating].unwrap_or(0) + 1;
            model.ratings[rating] = Some(value);
            let kind = model.kind;
            let silver = pay(t, t.state.pack.kind(kind).price[rating].into());
            t.note(SM::MUSTER_06);
            let (rating, value) = (RATINGS[rating], value.into());
            t.tell(SM::AAR_16, || Event::Trained { model: figure, rating, value, silver });
        }
        Deal::Learn(index, id) => {
            let figure = t.state.figure(index);
            let level = super::advance::learn(&mut t.state.mine_mut().warband.models[index], id);
            let price = muster::trait_price(&t.state.pack, Learnt { id, level }).unwrap_or(0);
            let silver = pay(t, price.into());
            if level > 1 {
                t.note(SM::TRAITRULE_11);
            }
            t.tell(SM::AAR_16, || Event::Schooled { model: figure, what: Learning(id), silver });
        }
        _ => t.state.mine_mut().recruit = None,
    }
    Ok(())
}
