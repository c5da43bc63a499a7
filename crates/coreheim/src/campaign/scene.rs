//! The aftermath as people see it: who is in the bands, and the step it stands at. There is no table.

use super::state::{NextStep, State, figure};
use crate::cards::{Fighter, Pack};
use crate::muster::{Member, Warband, carried_too_much, may_carry};
use kernel::scene::{Badge, Bar, BarStyle, Board, Clock, Scene, SideCard, Site, Token};
use kernel::{Seat, Speaks, Tags};
use rulebook::CH;

const TRACK: [(&str, NextStep); 8] = [
    ("Injuries", NextStep::Injuries),
    ("Experience", NextStep::Experience),
    ("Advances", NextStep::Advances),
    ("Leader", NextStep::Leader),
    ("Exploration", NextStep::Exploration),
    ("Selling", NextStep::Selling),
    ("Trading", NextStep::Trading),
    ("Recruiting", NextStep::Recruiting),
];

pub(super) fn scene(state: &State) -> Scene {
    let mut figures = Vec::new();
    let mut sides = Vec::new();
    for (band, at) in state.bands.iter().zip(0u8..) {
        let seat = Seat(at);
        sides.push(SideCard {
            seat,
            name: state.seat_name(seat),
            score: band.rating(&state.pack),
            target: 0,
            badges: Vec::new(),
        });
        for (index, member) in band.members.iter().enumerate() {
            let gone = state.fates[usize::from(at)].get(index).is_some_and(|fate| fate.gone) || member.count == 0;
            let one = figure(seat, index);
            let mut badges = Vec::new();
            if member.missing > 0 {
                badges.push(Badge::new("misses the next battle", CH::CAMPAIGN_20));
            }
            figures.push(Token {
                figure: one,
                tag: state.tag(one),
                name: state.figure_name(one),
                seat,
                site: Site::Away(if gone { "gone" } else { "in the band" }),
                height: 0,
                bars: vec![Bar { name: "Experience", value: member.experience.into(), of: 0, style: BarStyle::Number }],
                badges,
                acted: false,
                acting: false,
                kit: Vec::new(),
            });
        }
    }
    let at = TRACK.iter().position(|(_, stage)| *stage >= state.next).unwrap_or(TRACK.len() - 1);
    let phase = format!("{}, {}", state.seat_name(state.seat), TRACK[at].0);
    Scene {
        board: Board::Inches { width: 0, depth: 0, measuring: true },
        features: Vec::new(),
        walls: Vec::new(),
        zones: Vec::new(),
        figures,
        sides,
        clock: Clock {
            called: "",
            round: 0,
            last: None,
            phase,
            track: TRACK.iter().map(|(word, _)| (*word).to_owned()).collect(),
            at,
        },
    }
}

/// Things that a warrior has use for; more than that only weighs.
const USEFUL: usize = 3;

/// What a band is worth to a mind, in tenths of a gold crown: warriors and what they carry above their price, so that gold
/// is spent; what nobody can use below what the market gives for it.
pub(super) fn worth(pack: &Pack, band: &Warband) -> i32 {
    let price = |id: &kernel::Name| pack.gear(*id).map_or(0, |gear| i32::from(gear.price));
    let mut sum = band.gold * 10 + i32::from(band.shards) * 200 + band.rating(pack) * 50;
    let mut stash = band.stash.clone();
    for (member, fighter) in band.known(pack) {
        let count = i32::from(member.count);
        let carried: i32 =
            member.gear.iter().enumerate().map(|(at, id)| price(id) * if at < USEFUL { 14 } else { 6 }).sum();
        sum += count * (i32::from(fighter.cost) * 12 + carried);
        if member.gear.len() < USEFUL
            && let Some(at) = stash.iter().position(|id| useful(pack, band, member, fighter, *id))
        {
            let id = stash[at];
            for _ in 0..member.count {
                if let Some(at) = stash.iter().position(|other| *other == id) {
                    sum += price(&stash.remove(at)) * 12;
                }
            }
        }
    }
    sum + stash.iter().map(|id| price(id) * 4).sum::<i32>()
}

fn useful(pack: &Pack, band: &Warband, member: &Member, fighter: &Fighter, id: kernel::Name) -> bool {
    let (Some(gear), Some(kind)) = (pack.gear(id), pack.band(band.band)) else { return false };
    let mut carried = member.gear.clone();
    carried.push(id);
    !member.gear.contains(&id)
        && may_carry(pack, kind, fighter, member, gear).is_ok()
        && carried_too_much(pack, &carried).is_empty()
}
