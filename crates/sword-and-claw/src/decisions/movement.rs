//! The Movement step and what interrupts it.

use super::{Off, Trampling, base, counted};
use crate::state::{Altitude, Motion};
use crate::{State, SwordAndClaw, foresight};
use kernel::decision::labelled;
use kernel::{Ask, Figure, Name, Speaks, Walk, decisions};
use rulebook::SC;
use space::grid::Square;

decisions! { MOVEMENT_STEP: SwordAndClaw, State;
    /// Whom a player moves next. Always open: to finish the step, to let an ally go first, to concede.
    Next asked as MOVEMENT "movement" by SC::TURN_06 = "which figure moves next?" [
            why "Each figure may do one thing in the Movement step, in any order you like.",
            together] {
        Activate { figure: Figure } = "activate": "{figure}" [called "Unit"];
        Done = "done": "Done" [declines, price (not_moved)];
        Wait = "wait": "Let an ally go first";
        Concede = "concede": "Concede the battle" [gives_up];
    }

    /// What one figure does in its Movement step. The ways of moving without a way stand for all of them, where none is
    /// allowed.
    Order asked as ORDER "order" by SC::TURN_06 = "what does it do?" [
            why "A figure may move, run, charge, slide, aim or reload, or stay where it is.",
            footprint (base)] {
        Hold = "hold": "Stay" [declines];
        Aim = "aim": "Aim" [does "+1 to hit with its next shot"];
        Reload { weapon: Name } = "reload": "Reload {weapon}" [does "ready to shoot again"];
        Charge { target: Figure } = "charge": "Charge {target}" [does "up to twice its Move, straight at the target"];
        Move { way: Walk } = "move": "Move to {way}";
        MoveOff { off: Off, way: Walk } = "move": "Move to {way} and off the board";
        MoveOut { off: Off } = "move": "Move off the board";
        MoveLevel { to: Altitude } = "move": (order_level);
        AnyMove = "move": "Move" [does "up to its Move, and it acts normally afterwards"];
        Run { way: Walk } = "run": "Run to {way}";
        RunOff { off: Off, way: Walk } = "run": "Run to {way} and off the board";
        RunOut { off: Off } = "run": "Run off the board";
        RunLevel { to: Altitude } = "run": (order_level);
        AnyRun = "run": "Run";
        Slide { way: Walk } = "slide": "Slide to {way}";
        SlideOff { off: Off, way: Walk } = "slide": "Slide to {way} and off the board";
        SlideOut { off: Off } = "slide": "Slide off the board";
        SlideLevel { to: Altitude } = "slide": (order_level);
        AnySlide = "slide": "Slide" [does "an inch or two that lays it open to nobody"];
    }

    /// One part of a movement: a way, off the board at its end or at once, another level, or an end of it.
    Leg asked as
    GO_ON "go-on" by SC::OPP_05 = "where does it go on to?" [
            why "An enemy let it pass, or has struck; the movement is not over yet.",
            footprint (base)],
    WHEEL "wheel" by SC::QUAL_06 = "where does it go before it charges?" [
            why "This figure may first go where it likes, up to its Move, and charges straight from there.",
            footprint (base)] {
        Stop = "stop": "Stop here" [declines];
        Go { way: Walk } = "go": "Go to {way}";
        GoOff { off: Off, way: Walk } = "go": "Go to {way} and off the board";
        GoOut { off: Off } = "go": "Go off the board";
        Level { to: Altitude } = "go": (leg_level);
    }

    /// How a charge goes on. In contact a flyer may still change its level.
    Toward asked as
    LANE "lane" by SC::CHARGE_02 = "by which way does it charge {about}?" [
            why "A charge runs as straight as it can towards {about}; several ways are equally straight."
        ],
    DESCEND "level" by SC::ALT_02 = "at which level?" [
            why "A figure that flies goes up or down as it moves; height decides who can reach it."
        ] {
        By { way: Walk } = "by": "Charge to {way}";
        Level { to: Altitude } = "level": "{to}";
        Stay = "stay": "Stay" [declines];
    }

    /// The space that a charge may gain by its die.
    Surge asked as SURGE "surge" by SC::CHARGE_07 = "one more space towards {about}?" [
            why "The charge roll was high: the charger may go one space further."
        ] {
        Step { to: Square } = "step": "{to}";
        Stay = "stay": "Stay" [declines];
    }

    /// Whether an enemy underneath is trampled, and with what.
    Trample asked as TRAMPLE "trample" by SC::TRAMPLE_01 = "whom does it trample?" [
            why "It moves through the space of smaller enemies and may strike them on the way."
        ] {
        Plainly { target: Figure, with: Trampling } = "trample": "Trample {target} ({with})";
        With { target: Figure, weapon: Name } = "trample": "Trample {target} ({weapon})";
        Pass = "pass": "Do not trample" [declines, always "Never trample"];
    }

    /// Who strikes at a figure that moves away.
    Opportunity asked as OPPORTUNITY "opportunity" by SC::OPP_05 = "{about} moves away: who strikes?" [
            why "Somebody moves away from your figures: each may strike once, now or not at all."
        ] {
        Strike { by: Figure, weapon: Name } = "strike": (strike) [always "Strike where only one can"];
        Pass = "pass": "Let it go" [declines, always "Never strike at who moves away"];
    }
}

impl Leg {
    pub(crate) const OUT: Leg = Leg::GoOut { off: Off::TheBoard };

    /// The squares that it goes over; none where it leaves the square in another way.
    pub(crate) fn way(&self) -> Option<Walk> {
        match self {
            Leg::Go { way } | Leg::GoOff { way, .. } => Some(*way),
            Leg::GoOut { .. } => Some(Walk::default()),
            Leg::Stop | Leg::Level { .. } => None,
        }
    }

    pub(crate) fn leaves_the_board(&self) -> bool {
        matches!(self, Leg::GoOff { .. } | Leg::GoOut { .. })
    }

    /// A way has squares. One without may be written, and is none.
    pub(crate) fn goes_nowhere(&self) -> bool {
        matches!(self, Leg::Go { way } | Leg::GoOff { way, .. } if way.is_empty())
    }
}

impl Order {
    /// A way of moving, begun with this leg.
    pub(crate) fn going(motion: Motion, leg: Leg) -> Order {
        match (motion, leg) {
            (_, Leg::Stop) => Order::Hold,
            (Motion::Run, Leg::Go { way }) => Order::Run { way },
            (Motion::Run, Leg::GoOff { off, way }) => Order::RunOff { off, way },
            (Motion::Run, Leg::GoOut { off }) => Order::RunOut { off },
            (Motion::Run, Leg::Level { to }) => Order::RunLevel { to },
            (Motion::Slide, Leg::Go { way }) => Order::Slide { way },
            (Motion::Slide, Leg::GoOff { off, way }) => Order::SlideOff { off, way },
            (Motion::Slide, Leg::GoOut { off }) => Order::SlideOut { off },
            (Motion::Slide, Leg::Level { to }) => Order::SlideLevel { to },
            (_, Leg::Go { way }) => Order::Move { way },
            (_, Leg::GoOff { off, way }) => Order::MoveOff { off, way },
            (_, Leg::GoOut { off }) => Order::MoveOut { off },
            (_, Leg::Level { to }) => Order::MoveLevel { to },
        }
    }

    /// A way of moving as a whole.
    pub(crate) fn any(motion: Motion) -> Order {
        match motion {
            Motion::Run => Order::AnyRun,
            Motion::Slide => Order::AnySlide,
            _ => Order::AnyMove,
        }
    }

    /// How it moves and where it goes first; none for other orders.
    pub(crate) fn moves(&self) -> Option<(Motion, Leg)> {
        Some(match *self {
            Order::Move { way } => (Motion::Move, Leg::Go { way }),
            Order::MoveOff { off, way } => (Motion::Move, Leg::GoOff { off, way }),
            Order::MoveOut { off } => (Motion::Move, Leg::GoOut { off }),
            Order::MoveLevel { to } => (Motion::Move, Leg::Level { to }),
            Order::Run { way } => (Motion::Run, Leg::Go { way }),
            Order::RunOff { off, way } => (Motion::Run, Leg::GoOff { off, way }),
            Order::RunOut { off } => (Motion::Run, Leg::GoOut { off }),
            Order::RunLevel { to } => (Motion::Run, Leg::Level { to }),
            Order::Slide { way } => (Motion::Slide, Leg::Go { way }),
            Order::SlideOff { off, way } => (Motion::Slide, Leg::GoOff { off, way }),
            Order::SlideOut { off } => (Motion::Slide, Leg::GoOut { off }),
            Order::SlideLevel { to } => (Motion::Slide, Leg::Level { to }),
            Order::Hold | Order::Aim | Order::Reload { .. } | Order::Charge { .. } => return None,
            Order::AnyMove | Order::AnyRun | Order::AnySlide => return None,
        })
    }
}

/// Only the decider is told what ending the step leaves undone.
fn not_moved(_: &Next, state: &State, ask: &Ask) -> Option<String> {
    counted(foresight::not_moved(state, ask.seat), "not moved")
}

fn order_level(order: &Order, state: &State, ask: &Ask) -> String {
    let verb = match order {
        Order::RunLevel { .. } => "Run",
        Order::SlideLevel { .. } => "Slide",
        _ => "Move",
    };
    match order.moves() {
        Some((_, Leg::Level { to })) => format!("{verb} {}", rise(state, ask, to)),
        _ => verb.to_owned(),
    }
}

fn leg_level(leg: &Leg, state: &State, ask: &Ask) -> String {
    match leg {
        Leg::Level { to } => format!("Go {}", rise(state, ask, *to)),
        _ => "Go".to_owned(),
    }
}

/// A change of level without a step.
fn rise(state: &State, ask: &Ask, to: Altitude) -> String {
    let now = ask.actor.and_then(|figure| state.pieces.get(figure.index())).map(|piece| piece.altitude);
    match now {
        _ if to == Altitude::Landed => "and land".into(),
        Some(now) if to > now => format!("up to {}", to.text()),
        _ => format!("down to {}", to.text()),
    }
}

fn strike(answer: &Opportunity, state: &State, _: &Ask) -> String {
    match answer {
        Opportunity::Strike { by, weapon } => weapon_of(state, *by, *weapon),
        Opportunity::Pass => String::new(),
    }
}

/// `Orc Warrior 2: Axe`.
pub(crate) fn weapon_of(state: &State, by: Figure, weapon: Name) -> String {
    labelled("{by}: {weapon}", |key| match key {
        "by" => Some(state.figure_name(by)),
        _ => Some(state.name_title(Some(by), weapon)),
    })
}
