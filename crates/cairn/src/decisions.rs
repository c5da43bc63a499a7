//! Everything a player is asked.

use crate::{Cairn, State};
use kernel::{Figure, decisions};
use rulebook::CN;
use space::grid::Square;

decisions! { ALL: Cairn, State;
    /// Which figure acts.
    Pick asked as PICK "pick" by CN::ROUND_02 = "who acts?"
        [why "It is your turn: one of your figures that has not acted this round moves and attacks.", one_by_one] {
        Figure { unit: Figure } = "pick": "{unit}";
    }

    /// Where it goes.
    Walk asked as WALK "walk" by CN::MOVE_01 = "where does it go?" [why "A figure moves first, as far as its pace; then it may attack."] {
        To { at: Square } = "walk": "Go to {at}";
        Stay = "stay": "Stay here" [declines];
    }

    /// What it does there.
    Deed asked as DEED "deed" by CN::STRIKE_01 = "whom does it attack?" [why "After moving, a figure may strike somebody next to it or shoot."] {
        Strike { target: Figure } = "strike": "Strike {target}";
        Shoot { target: Figure } = "shoot": "Shoot at {target}";
        Nobody = "pass": "Nobody" [declines];
    }

    /// Whether a figure steps back from a blow.
    Ground asked as GROUND "ground" by CN::GROUND_01 = "give ground before {about}?"
        [why "The blow has landed. Stepping back saves the hearts and costs the turn of the figure."] {
        Back { to: Square } = "back": "Back to {to}" [price "its turn"];
        Stand = "stand": "Stand fast" [declines, always "Never give ground"];
    }
}
