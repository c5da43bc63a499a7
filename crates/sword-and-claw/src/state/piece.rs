//! Figures: what a battle knows of each.

use crate::cards::{AttackId, SpellId, TroopId};
use crate::state::Side;
use kernel::{Name, Seat};
use space::grid::Square;

/// Attacks on one sheet that a figure keeps count of.
pub const ATTACKS: usize = 8;
/// Spells that a caster knows (SC-SPELL-01).
pub const SPELLS: usize = 3;

/// A figure that waits for its placing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Recruit {
    pub troop: TroopId,
    pub spells: [Option<SpellId>; SPELLS],
}

/// A figure in play or gone from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub troop: TroopId,
    pub owner: Seat,
    pub side: Side,
    /// Counts figures of the same troop and player, from 1.
    pub number: u16,
    /// A name given by a case; otherwise the tag is made from the troop.
    pub called: Option<Name>,
    pub place: Place,
    pub altitude: Altitude,
    pub wounds: u8,
    /// Conditions, each counted: every one of them saves on its own (SC-COND-04).
    pub entangled: u8,
    pub paralyzed: u8,
    pub poisoned: u8,
    /// Threw off an entangle at 6 to 9: half speed this turn (SC-COND-01).
    pub slowed: bool,
    /// Inches that Haste adds to the next Movement step.
    pub hasted: u8,
    /// Loads that are empty, as bits over the loads of the sheet (SC-WQUAL-27).
    pub unloaded: u8,
    /// A siege weapon that a half crew has made ready to fire (SC-QUAL-15).
    pub primed: bool,
    /// Such a crew has loaded it in this turn: it fires on a following one.
    pub loading: bool,
    /// What it did in its Movement step.
    pub motion: Motion,
    /// Has left a square or changed level this turn (SC-WQUAL-28).
    pub moved: bool,
    /// An Aim not used up yet (SC-AIM-01).
    pub aimed: bool,
    /// The alternative of the sheet that it is bound to in this turn (SC-TROOP-21).
    pub bound: Option<u8>,
    /// Readied attacks: a ranged and a melee or projected one (SC-READY-08).
    pub ready_ranged: Option<AttackId>,
    pub ready_melee: Option<AttackId>,
    /// Opportunity attacks since its own Reset (SC-OPP-04).
    pub opportunities: u8,
    /// Attacks made in this turn, by place on the sheet: opportunity attacks of this enemy turn, and in its own turn
    /// what was used in an earlier step (SC-OPP-07).
    pub struck: [u8; ATTACKS],
    /// Trample attacks of this turn (SC-TRAMPLE-02).
    pub trampled: u8,
    /// Levels of magic spent and spells cast in this turn (SC-CAST-05).
    pub levels: u8,
    pub casts: u8,
    /// Has taken part in firing or loading a siege weapon in this step, or moved one (SC-QUAL-12).
    pub serving: bool,
    /// Has acted in the present step (declared, readied, reloaded).
    pub acted: bool,
    /// A burning or entangling zone has had its effect on it this turn, as bits by zone kind (SC-WQUAL-10).
    pub scorched: u8,
    /// Sides that have seen it since the end of their own last turn, as bits (SC-WQUAL-17).
    pub spotted: u8,
    /// Spells it knows; the enemy knows those of the bits `shown` only (SC-SPELL-03).
    pub spells: [Option<SpellId>; SPELLS],
    pub shown: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Top-left square of the base.
    On(Square),
    Dead,
    /// Ran off the board (SC-TURN-05).
    Left,
}

/// The four levels of SC-FLIGHT-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Altitude {
    #[default]
    Landed,
    Hover,
    Low,
    High,
}

impl Altitude {
    pub const ALL: [Altitude; 4] = [Altitude::Landed, Altitude::Hover, Altitude::Low, Altitude::High];

    pub fn number(self) -> u8 {
        self as u8
    }

    pub fn text(self) -> &'static str {
        match self {
            Altitude::Landed => "landed",
            Altitude::Hover => "hover",
            Altitude::Low => "low",
            Altitude::High => "high",
        }
    }

    pub fn below(self) -> Option<Altitude> {
        Altitude::ALL.get(usize::from(self.number()).checked_sub(1)?).copied()
    }
}

/// The altitude that fighting and shooting go by: Landed and Hover are one (SC-TOHIT-17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Ground,
    Low,
    High,
}

/// The options of the Movement step (SC-TURN-06).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Motion {
    #[default]
    None,
    /// Chose to do nothing.
    Hold,
    Move,
    Run,
    Charge,
    Slide,
    Aim,
    Reload,
    /// Moved as crew together with its weapon (SC-QUAL-18).
    Crew,
}

impl Piece {
    pub fn new(recruit: Recruit, owner: Seat, side: Side, number: u16) -> Piece {
        Piece {
            troop: recruit.troop,
            owner,
            side,
            number,
            called: None,
            place: Place::Left,
            altitude: Altitude::Landed,
            wounds: 0,
            entangled: 0,
            paralyzed: 0,
            poisoned: 0,
            slowed: false,
            hasted: 0,
            unloaded: 0,
            primed: false,
            loading: false,
            motion: Motion::None,
            moved: false,
            aimed: false,
            bound: None,
            ready_ranged: None,
            ready_melee: None,
            opportunities: 0,
            struck: [0; ATTACKS],
            trampled: 0,
            levels: 0,
            casts: 0,
            serving: false,
            acted: false,
            scorched: 0,
            spotted: 0,
            spells: recruit.spells,
            shown: 0,
        }
    }

    #[inline]
    pub fn on_board(&self) -> bool {
        matches!(self.place, Place::On(_))
    }

    pub fn readied(&self) -> bool {
        self.ready_ranged.is_some() || self.ready_melee.is_some()
    }
}
