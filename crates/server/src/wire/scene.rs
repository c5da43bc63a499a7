//! `kernel::scene` on the wire.

use kernel::scene as k;
use serde::Serialize;
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Scene {
    pub board: Board,
    pub features: Vec<Feature>,
    pub walls: Vec<Wall>,
    pub zones: Vec<Zone>,
    pub figures: Vec<Token>,
    pub sides: Vec<Side>,
    pub clock: Clock,
    /// What has been announced and not done yet.
    pub marks: Vec<super::Mark>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Board {
    Grid {
        width: u8,
        height: u8,
    },
    /// Thousandths of an inch.
    Inches {
        width: i32,
        depth: i32,
        /// Distances and odds may be known before something is declared.
        measuring: bool,
    },
}

/// Where something stands or lies.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Site {
    Squares {
        at: String,
        width: u8,
        height: u8,
    },
    Disc {
        x: i32,
        y: i32,
        z: i32,
        radius: i32,
    },
    Prism {
        outline: Vec<[i32; 3]>,
        floor: i32,
        top: i32,
    },
    /// Not on the table.
    Away {
        #[serde(rename = "where")]
        place: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Feature {
    pub kind: String,
    pub rule: String,
    pub site: Site,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub until: Option<String>,
}

/// A kind of feature, wall or zone in words.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Ground {
    pub kind: &'static str,
    pub name: &'static str,
    /// In two or three words: `slows, cover`.
    pub means: &'static str,
}

impl From<&kernel::board::Ground> for Ground {
    fn from(ground: &kernel::board::Ground) -> Ground {
        Ground { kind: ground.kind, name: ground.name, means: ground.means }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Wall {
    pub from: [u8; 2],
    pub to: [u8; 2],
    pub low: bool,
    pub kind: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Zone {
    pub kind: String,
    pub name: String,
    pub rule: String,
    pub site: Site,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub holder: Option<u8>,
    pub worth: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Token {
    pub figure: u16,
    pub tag: String,
    pub name: String,
    pub seat: u8,
    pub site: Site,
    pub height: i32,
    pub bars: Vec<Bar>,
    pub badges: Vec<Badge>,
    pub acted: bool,
    pub acting: bool,
    /// What a drawing of it goes by besides its name: what it is, wears and carries.
    pub kit: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Bar {
    pub name: String,
    pub value: i32,
    pub of: i32,
    /// How it is drawn.
    #[ts(type = "'drops' | 'boxes' | 'pips' | 'green' | 'blue' | 'red' | 'action' | 'number'")]
    pub style: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Badge {
    pub text: String,
    pub rule: String,
    /// Where the board shows it; all stand in lists.
    #[ts(type = "'beside' | 'ready' | 'listed'")]
    pub worn: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Side {
    pub seat: u8,
    pub name: String,
    pub score: i32,
    pub target: i32,
    /// What the side has to spend, and what role it plays.
    pub badges: Vec<Badge>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Clock {
    /// What the system calls a round; nothing where it calls it so.
    pub called: &'static str,
    pub round: u32,
    /// The last round, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last: Option<u32>,
    pub phase: String,
    pub track: Vec<String>,
    pub at: u32,
}

impl Scene {
    pub(crate) fn of(scene: &k::Scene, declared: &[kernel::Mark]) -> Scene {
        Scene {
            board: match scene.board {
                k::Board::Grid { width, height } => Board::Grid { width, height },
                k::Board::Inches { width, depth, measuring } => Board::Inches { width, depth, measuring },
            },
            features: scene.features.iter().map(feature).collect(),
            walls: scene.walls.iter().map(wall).collect(),
            zones: scene.zones.iter().map(zone).collect(),
            figures: scene.figures.iter().map(token).collect(),
            sides: scene.sides.iter().map(side).collect(),
            clock: clock(&scene.clock),
            marks: declared.iter().map(super::Mark::from).collect(),
        }
    }
}

pub(crate) fn site(site: &k::Site) -> Site {
    match site {
        k::Site::Squares { at, width, height } => Site::Squares { at: at.to_string(), width: *width, height: *height },
        k::Site::Disc { centre, radius } => Site::Disc { x: centre.x, y: centre.y, z: centre.z, radius: *radius },
        k::Site::Prism { outline, floor, top } => {
            let outline = outline.iter().map(|spot| [spot.x, spot.y, spot.z]).collect();
            Site::Prism { outline, floor: *floor, top: *top }
        }
        k::Site::Away(place) => Site::Away { place: (*place).to_owned() },
    }
}

fn feature(feature: &k::Feature) -> Feature {
    let k::Feature { kind, rule, site: place, until } = feature;
    Feature { kind: (*kind).to_owned(), rule: rule.to_string(), site: site(place), until: until.clone() }
}

fn wall(wall: &k::WallPiece) -> Wall {
    Wall { from: wall.from.into(), to: wall.to.into(), low: wall.low, kind: wall.kind.to_owned() }
}

fn zone(zone: &k::Zone) -> Zone {
    Zone {
        kind: zone.kind.to_owned(),
        name: zone.name.clone(),
        rule: zone.rule.to_string(),
        site: site(&zone.site),
        holder: zone.holder.map(|seat| seat.0),
        worth: zone.worth,
    }
}

fn token(token: &k::Token) -> Token {
    let bar = |bar: &k::Bar| Bar { name: bar.name.to_owned(), value: bar.value, of: bar.of, style: bar.style.word() };
    Token {
        figure: token.figure.0,
        tag: token.tag.clone(),
        name: token.name.clone(),
        seat: token.seat.0,
        site: site(&token.site),
        height: token.height,
        bars: token.bars.iter().map(bar).collect(),
        badges: token.badges.iter().map(badge).collect(),
        acted: token.acted,
        acting: token.acting,
        kit: token.kit.clone(),
    }
}

fn side(side: &k::SideCard) -> Side {
    let badges = side.badges.iter().map(badge).collect();
    Side { seat: side.seat.0, name: side.name.clone(), score: side.score, target: side.target, badges }
}

fn badge(badge: &k::Badge) -> Badge {
    Badge { text: badge.text.clone(), rule: badge.rule.to_string(), worn: badge.worn.word() }
}

fn clock(clock: &k::Clock) -> Clock {
    Clock {
        called: clock.called,
        round: clock.round,
        last: clock.last,
        phase: clock.phase.clone(),
        track: clock.track.clone(),
        at: clock.at as u32,
    }
}
