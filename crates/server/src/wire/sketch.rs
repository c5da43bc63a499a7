//! `kernel::sketch` on the wire.

use kernel::sketch as k;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The answer to a `sketch` or a `layer`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sketch {
    /// The line or, for a layer, the figure it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub figure: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layer: Option<Layer>,
    pub marks: Vec<Mark>,
    /// How much of its allowance a drawn way uses, and the allowance, in thousandths of an inch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub used: Option<[i32; 2]>,
    /// The part of a refused way that can be gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub upto: Option<Upto>,
    /// Why the answer could not be given, where it could not: a way drawn by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<Reason>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Upto {
    pub line: String,
    /// Where it ends.
    pub end: [i32; 3],
    /// How much of the allowance it uses.
    pub used: i32,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Reason {
    pub text: String,
    pub rule: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    Reach,
    Sight,
    Threat,
}

/// One thing to draw over a scene.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Mark {
    pub kind: Drawn,
    pub shape: Shape,
    pub figures: Vec<u16>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    Reach,
    Seen,
    Sight,
    Cover,
    Lane,
    Threat,
    Risk,
    Blast,
    Declared,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shape {
    Squares {
        squares: Vec<String>,
    },
    /// Squares one after the other, for a body so many squares wide.
    Path {
        squares: Vec<String>,
        width: u8,
    },
    /// Thousandths of a square from the north-west, or of an inch from the south-west.
    Line {
        from: [i32; 2],
        to: [i32; 2],
    },
    Area {
        outlines: Vec<Vec<[i32; 3]>>,
    },
    Track {
        spots: Vec<[i32; 3]>,
    },
    Figures,
}

impl From<&kernel::Refusal> for Reason {
    fn from(refusal: &kernel::Refusal) -> Reason {
        Reason { text: refusal.to_string(), rule: refusal.rule.to_string() }
    }
}

impl From<&k::Mark> for Mark {
    fn from(mark: &k::Mark) -> Mark {
        Mark {
            kind: drawn(mark.kind),
            shape: shape(&mark.shape),
            figures: mark.figures.iter().map(|figure| figure.0).collect(),
            text: mark.text.clone(),
            rule: mark.rule.map(|rule| rule.to_string()),
        }
    }
}

impl From<Layer> for k::Layer {
    fn from(layer: Layer) -> k::Layer {
        match layer {
            Layer::Reach => k::Layer::Reach,
            Layer::Sight => k::Layer::Sight,
            Layer::Threat => k::Layer::Threat,
        }
    }
}

fn drawn(kind: k::Drawn) -> Drawn {
    match kind {
        k::Drawn::Reach => Drawn::Reach,
        k::Drawn::Seen => Drawn::Seen,
        k::Drawn::Sight => Drawn::Sight,
        k::Drawn::Cover => Drawn::Cover,
        k::Drawn::Lane => Drawn::Lane,
        k::Drawn::Threat => Drawn::Threat,
        k::Drawn::Risk => Drawn::Risk,
        k::Drawn::Blast => Drawn::Blast,
        k::Drawn::Declared => Drawn::Declared,
    }
}

fn shape(shape: &k::Shape) -> Shape {
    let names = |squares: &[space::grid::Square]| squares.iter().map(ToString::to_string).collect();
    match shape {
        k::Shape::Squares(squares) => Shape::Squares { squares: names(squares) },
        k::Shape::Path { squares, width } => Shape::Path { squares: names(squares), width: *width },
        k::Shape::Line { from, to } => Shape::Line { from: (*from).into(), to: (*to).into() },
        k::Shape::Area(area) => Shape::Area { outlines: outlines(area) },
        k::Shape::Track(spots) => Shape::Track { spots: spots.iter().map(spot).collect() },
        k::Shape::Figures => Shape::Figures,
    }
}

pub(crate) fn spot(spot: &space::inches::Spot) -> [i32; 3] {
    [spot.x, spot.y, spot.z]
}

pub(crate) fn outlines(area: &space::inches::Area) -> Vec<Vec<[i32; 3]>> {
    area.outlines.iter().map(|outline| outline.iter().map(spot).collect()).collect()
}
