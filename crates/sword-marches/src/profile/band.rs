//! The sheet of a whole warband: silver, limits, pools, and what Archetype and Stronghold give.

use super::sheet::Sheet;
use crate::content::{CMD, CON, Pack};
use crate::effects::{Archetype, Feature};
use crate::muster::{self, Warband};
use crate::sum::Sum;
use rulebook::SM;

/// The numbers of a warband. `silver.left` is what it banks (SM-MUSTER-02).
pub(crate) fn band_sheet(pack: &Pack, warband: &Warband) -> Sheet {
    let mut sheet = Sheet::default();
    let stage = pack.stage(warband.stage);
    let cost = muster::band_cost(pack, warband);
    let left = Sum::of(stage.title, SM::STAGE_02, stage.starting_sp.into());
    sheet.put("silver", left.clone());
    sheet.put("silver.left", left.with("spent", SM::MUSTER_02, -cost.total()));
    sheet.put("cost", cost);
    sheet.put("board", Sum::of(stage.title, SM::STAGE_03, stage.board[0].into()));
    limits(pack, warband, &mut sheet);
    pools(pack, warband, &mut sheet);
    standing(pack, warband, &mut sheet);
    if let Some(faction) = warband.faction.and_then(|id| pack.faction(id)) {
        sheet.flag(format!("rival.{}", faction.rival), faction.title, faction.rule);
    }
    sheet
}

fn limits(pack: &Pack, warband: &Warband, sheet: &mut Sheet) {
    let Some(row) = muster::row(pack, warband.archetype) else { return };
    let archetype = warband.archetype(pack);
    let own =
        archetype.filter(|archetype| matches!(archetype, Archetype::GrizzledVeteran | Archetype::PromisedMessiah));
    let rule = own.map_or(SM::MUSTER_04, Archetype::rule);
    sheet.put("most.models", Sum::of("organization", rule, row.total[1].into()));
    let (champions, rule) = muster::most_champions(pack, row, warband);
    sheet.put("most.champions", Sum::of("organization", rule, champions as i32));
    let rule = match archetype {
        _ if !warband.extras => SM::MUSTER_11,
        Some(Archetype::MercenaryCaptain) => SM::ARCH_13,
        _ => own.map_or(SM::MUSTER_08, Archetype::rule),
    };
    sheet.put("most.hirelings", Sum::of("organization", rule, muster::most_hirelings(row, warband) as i32));
    let scarce = match warband.feature(pack) {
        Some(Feature::Mercantile) => {
            Sum::of("Merchant Prince", SM::STRONGHOLD_04, pack.limits.scarce_mercantile.into())
        }
        _ => Sum::of("Scarce", SM::GEARTRAIT_16, pack.limits.scarce.into()),
    };
    sheet.put("most.scarce", scarce);
    sheet.put("scarce", muster::scarce_pieces(pack, warband));
}

fn pools(pack: &Pack, warband: &Warband, sheet: &mut Sheet) {
    let (command, models) = (warband.command(), warband.models.len());
    sheet.put("pool", Sum::of("Tactical Pool", SM::POOL_02, pack.pools.base(command, models).into()));
    sheet.put("pool.wounded", Sum::of("Warlord Wounded", SM::POOL_04, pack.pools.wounded(models).into()));
    let mut tokens = Sum::default();
    if let (Some(Archetype::CunningBarbarian), Some(warlord)) = (warband.archetype(pack), warband.warlord()) {
        tokens.add("Cunning Barbarian", SM::ARCH_08, warlord.rating(CON));
        tokens.halve("half, as a number", SM::RATING_08, None);
    }
    sheet.put("pool.bonus", tokens);
}

/// What Archetype and Stronghold give for a battle or between battles.
fn standing(pack: &Pack, warband: &Warband, sheet: &mut Sheet) {
    let mut breaks = Sum::default();
    let mut adventure = Sum::of("Strategy Check", SM::PRE_02, 1);
    match warband.feature(pack) {
        Some(Feature::Monastic) => breaks.add("Second Sight", SM::STRONGHOLD_07, 1),
        Some(Feature::Municipal) => adventure.add("Pulling Strings", SM::STRONGHOLD_08, 1),
        _ => {}
    }
    if warband.has_fought() {
        breaks.add("for as long as the Warband exists", SM::STRONGHOLD_02, 0);
    }
    if warband.rations > 0 {
        breaks.add("Extra Rations", SM::EQUIP_02, 1);
    }
    sheet.put("breaks", breaks);
    sheet.put("adventure.dice", adventure);
    if let (Some(Archetype::EldritchMaster), Some(warlord)) = (warband.archetype(pack), warband.warlord()) {
        let power = Sum::of("CMD", SM::CHECK_11, warlord.rating(CMD));
        sheet.put("power", power.with("Eldritch Master", SM::ARCH_09, 1));
    }
}
