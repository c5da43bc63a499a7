//! What a board shows of a battle. Nothing in this game is secret, so every seat sees the same.

use crate::cards::{Condition, Ground, InjuryBox, Rectangle, Stat};
use crate::resolve::status;
use crate::round::{self, tactics};
use crate::state::{NextStep, Place, State};
use crate::victory;
use kernel::scene::{Badge, Bar, BarStyle, Board, Clock, Feature, SideCard, Site, Token, WallPiece, Zone};
use kernel::{Figure, Rule, Scene, Seat, Speaks, Tags};
use rulebook::SW;
use space::grid::{Dir, Edge, Square, runs};

pub(crate) fn scene(state: &State, _: Option<Seat>) -> Scene {
    Scene {
        board: Board::Grid { width: state.field.width(), height: state.field.height() },
        features: features(state),
        walls: walls(state),
        zones: zones(state),
        figures: state.figures().map(|figure| token(state, figure)).collect(),
        sides: state.seats().map(|seat| side(state, seat)).collect(),
        clock: clock(state),
    }
}

/// Terrain kinds and the rule that explains each.
const KINDS: [(Ground, &str, Rule); 7] = [
    (Ground::CHALLENGING, "challenging", SW::TERRAIN_02),
    (Ground::BRUSH, "brush", SW::TERRAIN_03),
    (Ground::DAMAGING, "damaging", SW::TERRAIN_06),
    (Ground::OBSTRUCTING, "obstructing", SW::TERRAIN_11),
    (Ground::PIT, "pit", SW::TERRAIN_13),
    (Ground::SLIDING, "sliding", SW::TERRAIN_15),
    (Ground::SMOKE, "smoke", SW::TERRAIN_17),
];

fn features(state: &State) -> Vec<Feature> {
    let field = &state.field;
    let mut found = Vec::new();
    strips(state, "wall", SW::MAP_01, |square| field.map.walls.filled(square), &mut found);
    for (ground, kind, rule) in KINDS {
        // A sliding wall that somebody holds open is drawn as what it is: clear ground (SW-TERRAIN-15).
        let shut = |square| ground != Ground::SLIDING || field.layout(state.open).walls.filled(square);
        strips(state, kind, rule, |square| field.ground(square).has(ground) && shut(square), &mut found);
    }
    for made in &state.made {
        for (ground, kind, rule) in KINDS {
            if made.kind.has(ground) {
                let until = Some(format!("until the end of round {}", made.until));
                found.push(Feature { kind, rule, site: site(made.square, 1, 1), until });
            }
        }
    }
    found
}

/// Squares of a kind, row by row, neighbours in a row as one piece.
fn strips(state: &State, kind: &'static str, rule: Rule, is: impl Fn(Square) -> bool, found: &mut Vec<Feature>) {
    for y in 0..state.field.height() {
        for (x, width) in
            runs(state.field.width(), |x| is(Square::new(x, y)).then_some(())).map(|(x, width, ())| (x, width))
        {
            found.push(Feature { kind, rule, site: site(Square::new(x, y), width, 1), until: None });
        }
    }
}

/// Walls on grid lines, straight pieces joined.
fn walls(state: &State) -> Vec<WallPiece> {
    let (width, height) = (state.field.width(), state.field.height());
    let walls = &state.field.map.walls;
    let standing = |edge: Edge| match edge {
        Edge::Open => None,
        Edge::Low => Some(true),
        Edge::Wall => Some(false),
    };
    let piece = |from, to, low| WallPiece { from, to, low, kind: if low { "low wall" } else { "wall" } };
    let mut found = Vec::new();
    for x in 0..=width {
        // The right border has no square behind it: it is the east side of the last column.
        let (column, dir) = if x < width { (x, Dir::W) } else { (x.saturating_sub(1), Dir::E) };
        let pieces = runs(height, |y| standing(walls.edge(Square::new(column, y), dir)));
        found.extend(pieces.map(|(y, length, low)| piece((x, y), (x, y + length), low)));
    }
    for y in 0..=height {
        let (row, dir) = if y < height { (y, Dir::N) } else { (y.saturating_sub(1), Dir::S) };
        let pieces = runs(width, |x| standing(walls.edge(Square::new(x, row), dir)));
        found.extend(pieces.map(|(x, length, low)| piece((x, y), (x + length, y), low)));
    }
    found
}

fn zones(state: &State) -> Vec<Zone> {
    let map = &state.field.map;
    let mut zones = Vec::new();
    for (at, objective) in map.objectives.iter().enumerate() {
        let holder = match round::occupants(state, at)[..] {
            [seat] => Some(seat),
            _ => None,
        };
        let (name, worth) = (objective.title.to_string(), round::worth(state, at).into());
        zones.push(Zone { kind: "objective", name, rule: SW::BUILD_09, site: area(objective.area), holder, worth });
    }
    for start in &map.starts {
        let (name, site) = (start.side.clone(), area(start.area));
        zones.push(Zone { kind: "start", name, rule: SW::MAP_04, site, holder: None, worth: 0 });
    }
    for seat in state.seats() {
        if let Some(at) = state.players[seat.index()].tile {
            let name = format!("entry of {}", state.seat_name(seat));
            zones.push(Zone {
                kind: "entry",
                name,
                rule: SW::MAP_06,
                site: site(at, 2, 2),
                holder: Some(seat),
                worth: 0,
            });
        }
    }
    zones
}

fn area(area: Rectangle) -> Site {
    site(area.at, area.width, area.height)
}

fn site(at: Square, width: u8, height: u8) -> Site {
    Site::Squares { at, width, height }
}

fn token(state: &State, figure: Figure) -> Token {
    let (unit, sheet) = (state.unit(figure), state.sheet(figure));
    let side = sheet.size.side();
    let site = match unit.place {
        Place::On(at) => site(at, side, side),
        Place::Waiting => Site::Away("waiting"),
        Place::Dropped => Site::Away("dropped"),
    };
    let bar = |style, name, value: i16, of: i16| Bar { name, value: value.into(), of: of.into(), style };
    let mut bars = vec![
        bar(BarStyle::Drops, "Vigor", unit.vigor, sheet.stat(Stat::Vigor)),
        bar(BarStyle::Boxes, "Injuries", unit.injuries(), sheet.boxes.len() as i16),
    ];
    let colours = [("Green", BarStyle::Green), ("Blue", BarStyle::Blue), ("Red", BarStyle::Red)];
    for (at, (name, style)) in colours.into_iter().enumerate() {
        if sheet.pool[at] > 0 {
            bars.push(bar(style, name, unit.tokens[at].into(), sheet.pool[at].into()));
        }
    }
    Token {
        figure,
        tag: state.tag(figure),
        name: state.figure_name(figure),
        seat: unit.owner,
        site,
        height: 0,
        bars,
        badges: badges(state, figure),
        acted: unit.acted,
        acting: state.turn.unit == Some(figure),
        kit: sheet.attacks.iter().map(|attack| attack.title.to_owned()).collect(),
    }
}

/// What a player has to know of a unit at a glance, the most pressing first.
fn badges(state: &State, figure: Figure) -> Vec<Badge> {
    let (unit, sheet) = (state.unit(figure), state.sheet(figure));
    let mut badges = Vec::new();
    let mut badge = |text: String, rule| badges.push(Badge::new(text, rule));
    for condition in unit.conditions() {
        let causes = unit.causes(condition).count();
        // With an asterisk only while all of it depends on captors.
        let star = if unit.causes(condition).all(|status| status.star) { "*" } else { "" };
        let by = if causes > 1 { format!(" by {causes}") } else { String::new() };
        let text = match condition {
            Condition::Recurring(wound) => {
                let amount = unit.causes(condition).map(|status| status.amount).max().unwrap_or(0);
                format!("Recurring {amount} {}{star}{by}", wound.text())
            }
            condition => format!("{}{star}{by}", condition.text()),
        };
        badge(text, status::rule(condition));
    }
    if unit.dazed {
        badge("Under the glamyr".into(), SW::STATUS_08);
    }
    if state.injured_in(figure, InjuryBox::Mortal) && unit.place != Place::Dropped {
        badge("Mortal wound".into(), SW::INJURY_11);
    }
    if state.exhausted(figure) {
        badge("Exhausted".into(), SW::STATUS_19);
    }
    if unit.boxes != 0 {
        badge("Injured".into(), SW::STATUS_22);
    }
    if sheet.common.invisible {
        badge("Invisible".into(), SW::TRAIT_09);
    }
    if state.flies(figure) {
        badge("Flies".into(), SW::TRAIT_07);
    }
    if unit.dice > 0 {
        badge(format!("Warleader dice {}", unit.dice), SW::WARLEADER_01);
    }
    badges
}

fn side(state: &State, seat: Seat) -> SideCard {
    let target = victory::goal(&state.setting.scenario).into();
    SideCard {
        seat,
        name: state.seat_name(seat),
        score: state.players[seat.index()].score.into(),
        target,
        badges: Vec::new(),
    }
}

fn clock(state: &State) -> Clock {
    let round = state.round.into();
    let setup = ["Match tactics", "Map", "Entry tiles"];
    let step = match state.next {
        NextStep::MatchTactics => Some(0),
        NextStep::ChooseMap => Some(1),
        NextStep::PlaceTiles => Some(2),
        _ => None,
    };
    if let Some(at) = step {
        return Clock {
            called: "",
            round,
            last: None,
            phase: setup[at].into(),
            track: setup.map(String::from).into(),
            at,
        };
    }
    let mut track = vec![String::from("Tactics")];
    if state.next != NextStep::RoundStart && tactics::greater(state) {
        track.push("Phase 0".into());
    }
    let zero = track.len() - 1;
    let (phases, last) = phases(state);
    track.extend((1..=phases).map(|phase| format!("Phase {phase}")));
    if last {
        track.push("Final phase".into());
    }
    let final_at = track.len() - 1;
    track.push("End of round".into());
    let at = match state.next {
        NextStep::RoundStart | NextStep::RoundPowers => 0,
        NextStep::EndRound | NextStep::Over => track.len() - 1,
        _ if state.slot == round::FINAL => final_at,
        _ => zero + usize::from(state.phase),
    };
    let phase = match state.next {
        NextStep::Over => "The battle is over".into(),
        NextStep::RoundPowers => "Start-of-round powers".into(),
        _ => track[at].clone(),
    };
    Clock { called: "", round, last: None, phase, track, at }
}

/// How many ordinary phases this round has by the units that are left, and whether a final one follows (SW-PHASE-03).
fn phases(state: &State) -> (u16, bool) {
    let turns = |seat: &Seat| {
        let own = state.units.iter().filter(|unit| unit.owner == *seat && unit.place != Place::Dropped);
        own.count() as u16
    };
    let mut counts: Vec<u16> = state.order.iter().map(turns).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let most = counts.first().copied().unwrap_or(0);
    let shared = counts.get(1).copied().unwrap_or(0);
    if state.slot == round::FINAL {
        return (state.phase.saturating_sub(1), true);
    }
    (shared.max(state.phase), most > shared.max(state.phase))
}
