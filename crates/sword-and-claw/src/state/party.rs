//! A whole side in a sentence: the players who share it, with a verb that agrees with their number.

use super::{Side, State};
use kernel::{Field, Fields, Seat, Speaks};

/// A side by its first player. Written as that seat, said as all its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    leader: Seat,
    /// What one player does, and several.
    does: [&'static str; 2],
}

impl Party {
    pub(crate) fn of(state: &State, side: Side) -> Party {
        Party { leader: state.leader(side), does: ["", ""] }
    }

    /// `Party::of(state, side).does("wins", "win")`.
    pub(crate) fn does(self, one: &'static str, several: &'static str) -> Party {
        Party { does: [one, several], ..self }
    }
}

impl Field<State> for Party {
    const KIND: kernel::FieldKind = kernel::FieldKind::Seat;

    fn put(&self, key: &'static str, _: &State, fields: &mut Fields) {
        fields.seat(key, self.leader);
    }

    fn say(&self, state: &State) -> String {
        let Some(player) = state.players.get(self.leader.index()) else { return state.seat_name(self.leader) };
        let several = state.seats_of(player.side).count() > 1;
        let text = format!("{} {}", state.side_name(player.side), self.does[usize::from(several)]);
        text.trim_end().to_owned()
    }
}
