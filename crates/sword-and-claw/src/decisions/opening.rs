//! Before the first turn: the edge, the reserves, and the place of every figure. Also figures that are put elsewhere later.

use super::{All, Edge, ReserveLetter, base};
use crate::state::Altitude;
use crate::{State, SwordAndClaw};
use kernel::{Ask, Name, decisions};
use rulebook::SC;
use space::grid::Square;

decisions! { OPENING: SwordAndClaw, State;
    /// The board edge that the defenders announce.
    ChosenEdge asked as EDGE "edge" by SC::SETUP_13 = "on which board edge do the defenders set up?" [
            why "You defend and choose your edge; the attackers set up on the opposite one."
        ] {
        Edge { edge: Edge } = "edge": (the_edge);
    }

    /// Which reserve will fight, chosen in secret.
    Reserve asked as RESERVE "reserve" by SC::DEPLOY_03 = "which reserve will fight?" [
            why "You fix in secret which of your two reserves fights with the core of your army."
        ] {
        Reserve { which: ReserveLetter } = "reserve": "Reserve {which}" [price (recruits)];
    }

    /// The figure of a group that is placed next. Those of one troop with different spells are told apart by number.
    NextToPlace asked as PLACE "place" by SC::DEPLOY_04 = "which figure is placed next?" [
            why "Figures are placed one by one near your edge."
        ] {
        Everybody { all: All } = "place": "Place everybody" [called "Set up"];
        One { troop: Name } = "place": "{troop}" [called "Set up"];
        Numbered { troop: Name, number: i32 } = "place": "{troop} {number}" [called "Set up"];
    }

    /// The altitude at which a flyer is placed.
    FirstLevel asked as FIRST_LEVEL "level" by SC::FLIGHT_02 = "at which level?" [
            why "A figure that flies goes up or down as it moves; height decides who can reach it."
        ] {
        Level { at: Altitude } = "level": "{at}";
    }

    /// A square: for a figure that is placed, for the zone of a spell, for the next square of a wall.
    Where asked as
    ON "on" by SC::DEPLOY_04 = "where is it placed?" [
            why "Each figure takes free squares that its kind may stand on.",
            footprint (base)],
    ZONE "zone" by SC::CAST_11 = "where does the zone lie?" [
            why "The spell fills an area; whoever stands in it or walks into it feels it."
        ],
    WALL "wall" by SC::SPELL_04 = "where does the wall stand, square by square?" [
            why "The spell raises a wall that lasts while its caster keeps it up."
        ] {
        On { at: Square } = "on": "{at}";
    }

    /// One of the free places at the same distance, for a figure that cannot stay where it is.
    Displaced asked as DISPLACE "place" by SC::FLIGHT_22 = "where is it put?" [
            why "Figures are placed one by one near your edge.",
            footprint (base)] {
        To { at: Square } = "place": "{at}" [called "Set up"];
    }
}

fn the_edge(answer: &ChosenEdge, _: &State, _: &Ask) -> String {
    let ChosenEdge::Edge { edge } = answer;
    format!("The {} edge", edge.text())
}

/// The figures of one of a player's reserves: `2 Human Crossbowman, 1 Human Battle Mage`. Only the decider is told.
fn recruits(answer: &Reserve, state: &State, ask: &Ask) -> Option<String> {
    let Reserve::Reserve { which } = answer;
    let player = state.players.get(ask.seat.index())?;
    let list = player.reserves.get(which.index())?;
    let pack = &state.setting.pack;
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for recruit in list {
        let title = pack.troop(recruit.troop).title;
        match counted.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => counted.push((title, 1)),
        }
    }
    let words: Vec<String> = counted.into_iter().map(|(title, count)| format!("{count} {title}")).collect();
    Some(if words.is_empty() { "nobody".into() } else { words.join(", ") })
}
