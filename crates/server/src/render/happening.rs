//! What is seen of an event, as it is sent.

use crate::wire;
use kernel::board::Act;
use systems::live::Seen;

pub(super) fn happening(seen: Seen) -> Option<wire::Happening> {
    Some(wire::Happening {
        act: act(seen.act)?,
        figure: seen.figure.map(|figure| figure.0),
        by: seen.by.map(|figure| figure.0),
        at: seen.at,
        seat: seen.seat.map(|seat| seat.0),
        amount: seen.amount,
        word: seen.word,
    })
}

fn act(act: Act) -> Option<wire::Act> {
    Some(match act {
        Act::Quiet => return None,
        Act::Say => wire::Act::Say,
        Act::Turn => wire::Act::Turn,
        Act::Go => wire::Act::Go,
        Act::Charge => wire::Act::Charge,
        Act::Drop => wire::Act::Drop,
        Act::Strike => wire::Act::Strike,
        Act::Cast => wire::Act::Cast,
        Act::Blast => wire::Act::Blast,
        Act::Hit => wire::Act::Hit,
        Act::Miss => wire::Act::Miss,
        Act::Critical => wire::Act::Critical,
        Act::Harm => wire::Act::Harm,
        Act::Heal => wire::Act::Heal,
        Act::Save => wire::Act::Save,
        Act::Fail => wire::Act::Fail,
        Act::Gain => wire::Act::Gain,
        Act::Lose => wire::Act::Lose,
        Act::Down => wire::Act::Down,
        Act::Rise => wire::Act::Rise,
        Act::Out => wire::Act::Out,
        Act::Leave => wire::Act::Leave,
        Act::Score => wire::Act::Score,
    })
}
