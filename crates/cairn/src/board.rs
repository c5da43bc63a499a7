//! What a board shows of a battle.

use crate::Cairn;
use crate::events::Event;
use crate::state::State;
use crate::turn::{ENOUGH, LAST_ROUND};
use kernel::board::{Act, Chances, Foresight, Ground, Happening, Happenings, Sheet, SheetLine, Words};
use kernel::scene::{Bar, BarStyle, Board, Clock, Feature, Scene, SideCard, Site, Token, Zone};
use kernel::sketch::{Drawn, Shape};
use kernel::{Casts, Figure, Layer, Mark, Rule, Seat, Speaks, Tags};
use rulebook::CN;
use space::grid::Square;

pub(crate) fn scene(state: &State) -> Scene {
    let map = &state.setting.map;
    let on = |ground: char| map.squares().filter(move |square| map.at(*square) == Some(ground));
    let feature = |kind, rule| move |square| Feature { kind, rule, site: one(square), until: None };
    let rocks = on('#').map(feature("wall", CN::MAP_01));
    // A heap of stones is as wide as from its first square to its last.
    let zone = |(at, end): (Square, Square)| Zone {
        kind: "objective",
        name: "The cairn".to_owned(),
        rule: CN::HOLD_01,
        site: Site::Squares { at, width: 1 + end.x.abs_diff(at.x), height: 1 + end.y.abs_diff(at.y) },
        holder: None,
        worth: 1,
    };
    let side = |seat: Seat| SideCard {
        seat,
        name: state.seat_name(seat),
        score: state.score[seat.index()].into(),
        target: ENOUGH.into(),
        badges: Vec::new(),
    };
    let phase = state.turn.map_or_else(|| "Who begins".to_owned(), |seat| state.seat_name(seat));
    Scene {
        board: Board::Grid { width: map.width(), height: map.height() },
        features: rocks.chain(on('~').map(feature("brush", CN::MAP_02))).collect(),
        walls: Vec::new(),
        zones: on('o').next().zip(on('o').last()).map(zone).into_iter().collect(),
        figures: state.cast().figures().map(|figure| token(state, figure)).collect(),
        sides: vec![side(Seat(0)), side(Seat(1))],
        clock: Clock { round: state.round.into(), last: Some(LAST_ROUND.into()), phase, ..Clock::default() },
    }
}

fn one(at: Square) -> Site {
    Site::Squares { at, width: 1, height: 1 }
}

fn token(state: &State, figure: Figure) -> Token {
    let (fighter, stats) = (state.fighter(figure), state.stats(figure));
    let (value, of) = (fighter.hearts.into(), stats.hearts.into());
    Token {
        figure,
        tag: state.tag(figure),
        name: state.figure_name(figure),
        seat: state.cast().owner(figure).unwrap_or(Seat(0)),
        site: fighter.at.map_or(Site::Away("fallen"), one),
        height: 0,
        bars: vec![Bar { name: "Hearts", value, of, style: BarStyle::Pips }],
        badges: Vec::new(),
        acted: fighter.acted,
        acting: false,
        kit: vec![if stats.range > 0 { "sling" } else { "spear" }.to_owned()],
    }
}

impl Words for Cairn {
    const SCORE: &'static str = "Points";
    const GROUND: &'static [Ground] = &[
        Ground::new("wall", "Rock", "no step, no sight"),
        Ground::new("brush", "Scrub", "shelter from shots"),
        Ground::new("objective", "The cairn", "a point a round"),
    ];

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        let (title, stats) = (state.figure_name(figure), state.setting.stats.get(figure.index())?);
        let line =
            |head: &str, value: String, rule: Rule| SheetLine { head: head.to_owned(), text: value, rule: Some(rule) };
        let lines = vec![
            line("Pace", stats.pace.to_string(), CN::MOVE_01),
            line("Might", stats.might.to_string(), CN::STRIKE_01),
            line("Hearts", format!("{} of {}", state.fighter(figure).hearts, stats.hearts), CN::FALL_01),
            line("Range", stats.range.to_string(), CN::SHOOT_01),
        ];
        Some(Sheet { title, lines })
    }
}

impl Foresight for Cairn {
    /// Where a figure can get.
    fn layer(state: &State, _: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        let Some((_, at)) = state.place(figure).filter(|_| layer == Layer::Reach) else { return Vec::new() };
        let (kind, shape) = (Drawn::Reach, Shape::Squares(state.reach(at, state.stats(figure).pace)));
        vec![Mark { kind, shape, figures: vec![figure], text: String::new(), rule: Some(CN::MOVE_01) }]
    }
}

impl Happenings for Cairn {
    fn happening(event: &Event) -> Happening {
        match *event {
            Event::Moved { unit, at } | Event::GaveGround { unit, at } => Happening::goes(unit, at),
            Event::Hurt { unit, lost, .. } => Happening::to(Act::Harm, unit).amount(lost),
            Event::Fell { unit } => Happening::to(Act::Out, unit),
            Event::Held { seat, .. } => Happening::of(Act::Score).side(seat),
            _ => Happening::quiet(),
        }
    }
}

/// Rolls say for themselves what they mean; only what becomes of whom in the end is the game's.
impl Chances for Cairn {
    const UPSHOTS: bool = true;

    fn upshot(event: &Event) -> Option<(Figure, u8, &'static str)> {
        match event {
            Event::Hurt { unit, .. } => Some((*unit, 1, "hurt")),
            Event::Fell { unit } => Some((*unit, 2, "falls")),
            _ => None,
        }
    }
}
