//! A disbanded Warband is founded anew in the Commerce step: a muster, bargain by bargain (SM-AAR-07).

use super::deal::{Deal, recruit};
use super::state::Side;
use crate::content::{Kind, Pack};
use crate::effects::Birth;
use crate::muster;
use kernel::Refusal;
use rulebook::SM;

/// What cannot be done while it is founded.
pub(super) fn may(pack: &Pack, side: &Side, deal: Deal) -> Result<(), Refusal> {
    match deal {
        Deal::Hire(kind, _) if kind != Kind::Warlord && side.count(Kind::Warlord) == 0 => {
            Err(Refusal::new(SM::MUSTER_03, "a Warband begins with its Warlord"))
        }
        Deal::Dismiss(_) => Err(Refusal::new(SM::AAR_07, "nobody is dismissed while the Warband is founded")),
        Deal::Search(_) => Err(Refusal::new(SM::GEARTRAIT_16, "a muster buys Scarce Gear without a search")),
        Deal::Done => match muster::check(pack, &side.standing()).first() {
            Some(problem) => {
                Err(Refusal::new(problem.rule.unwrap_or(SM::AAR_07), "the new Warband is not a legal muster yet"))
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Silver that must be kept for the models without which the muster is not legal; nothing once it is.
pub(super) fn kept(pack: &Pack, side: &Side) -> i32 {
    let Some(row) = muster::row(pack, side.warband.archetype).filter(|_| side.disbanded) else { return 0 };
    let lack = |kind: Kind, least: u8| usize::from(least).saturating_sub(side.count(kind));
    let mut missing = vec![
        (Kind::Warlord, lack(Kind::Warlord, 1)),
        (Kind::Champion, lack(Kind::Champion, row.champions[0])),
        (Kind::Warrior, lack(Kind::Warrior, row.warriors[0])),
    ];
    let sum: usize = side.present().count() + missing.iter().map(|(_, count)| count).sum::<usize>();
    missing.push((Kind::Warrior, usize::from(row.total[0]).saturating_sub(sum)));
    let price = |kind: Kind| muster::model_cost(pack, &recruit(side, kind, Birth::Tough)).whole().total();
    missing.into_iter().map(|(kind, count)| price(kind) * count as i32).sum()
}
