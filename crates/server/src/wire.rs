//! What server and browser say to each other. `docs/protocol.md` explains it; `web/src/wire` is generated from here.
//!
//! Numbers are at most 32 bits wide, so that every one of them is a plain number in the browser.

mod campaign;
mod happening;
mod lobby;
mod scene;
mod sketch;

pub use campaign::*;
pub use happening::*;
pub use lobby::*;
pub use scene::*;
pub use sketch::*;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, TS)]
pub struct Rules {
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Rule {
    pub id: String,
    pub system: String,
    pub chapter: String,
    /// The chapter in words: `Line of sight`.
    pub chapter_title: String,
    pub title: String,
    pub text: String,
    pub cases: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ruling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gap: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub origin: Option<String>,
}

/// Server to browser.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    Hello(Hello),
    State(Box<State>),
    Refused(Refused),
    Odds(Box<Odds>),
    Card(Card),
    Sketch(Sketch),
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Hello {
    pub battle: String,
    pub system: String,
    pub title: String,
    pub role: Role,
    /// What this token answers for.
    pub seats: Vec<u8>,
    pub sides: Vec<SideName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub commitment: Option<String>,
    pub engine: String,
    /// What the numbers of the sides count: `Score`, `Points left`.
    pub score: String,
    /// What lies on the boards of this game, in words.
    pub ground: Vec<Ground>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Seat,
    /// One screen that everybody at the table shares.
    Screen,
    Watch,
    Replay,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct SideName {
    pub seat: u8,
    pub name: String,
    pub player: String,
    /// The side that the seat plays for, counted from 0: those of one side win together.
    pub side: u8,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct State {
    /// Grows with every fact; an answer names the moment it was made for.
    pub moment: u32,
    pub step: u32,
    pub steps: u32,
    pub scene: Scene,
    pub request: Option<Request>,
    /// Number of the first line in `log`.
    pub log_from: u32,
    pub log: Vec<LogLine>,
    /// Drop what you have from `log_from` on.
    pub log_cut: bool,
    pub undo: Undo,
    pub redo: bool,
    pub undo_asked: Option<u8>,
    /// What they ask to take back, in words.
    pub undo_what: String,
    /// Seats that somebody looks at the battle from.
    pub here: Vec<u8>,
    pub orders: Vec<Order>,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Undo {
    pub can: bool,
    pub cost: UndoCost,
    pub label: String,
    /// A die has fallen since.
    pub dice: bool,
    /// It was chosen before anything could be measured, and now it can; else it is somebody else's decision that would go
    /// with it.
    pub measured: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UndoCost {
    Free,
    Ask,
    None,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Order {
    pub seat: u8,
    pub prompt: String,
    pub verb: String,
    pub amount: Amount,
    /// What it means, in words.
    pub label: String,
}

/// Which of several answers with the same verb a standing order means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    #[default]
    Only,
    Least,
    Most,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Outcome {
    /// The first seat of the side that won.
    pub winner: Option<u8>,
    /// All who won; empty in what was kept before several could.
    #[serde(default)]
    pub winners: Vec<u8>,
    /// One a seat.
    pub scores: Vec<i32>,
    /// The scores of the sides as they are told, the winner's first; empty where they did not decide.
    pub told: Vec<i32>,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LogLine {
    pub number: u32,
    /// After how many steps it had been told: where a replay shows it.
    pub step: u32,
    pub rule: String,
    pub notes: Vec<String>,
    pub name: String,
    pub text: String,
    pub figures: Vec<u16>,
    pub fields: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roll: Option<Rolled>,
    /// Where its rule comes from, if it is not the book: `house`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub origin: Option<String>,
    /// Where it stands in an opposed roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duel: Option<Duel>,
    /// What is seen of it on the board; nothing of what is only told and rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub happening: Option<Happening>,
}

/// A part of an opposed roll: the one that has to be met, the one against it, what comes of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Duel {
    Opens,
    Answers,
    Settles,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Request {
    pub seat: u8,
    /// This token answers for that seat. Where it does not, options, barred and ways are empty.
    pub mine: bool,
    pub prompt: String,
    pub title: String,
    /// Why it is asked, in one plain sentence, for whoever answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
    pub rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub actor: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<u16>,
    pub options: Vec<Offer>,
    pub barred: Vec<Barred>,
    pub ways: Vec<Way>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<Roll>,
    /// What the decision interrupts, the outermost first.
    pub stack: Vec<Frame>,
    /// What it means on the board before any answer is looked at.
    pub marks: Vec<Mark>,
    /// Ways and places that the player may draw on a table in inches, the usual one first.
    pub pens: Vec<Pen>,
    /// Why no distance and no odds are told now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unmeasured: Option<Reason>,
    /// What an answer puts on the board; its size is what counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub footprint: Option<Site>,
    /// Standing orders that may answer this kind of decision.
    pub orders: Vec<Order>,
    /// It asks for one of many figures that may be sent the same way, one after the other.
    pub together: bool,
    /// One figure and what it does: the figure is picked first.
    pub one_by_one: bool,
    /// Deals by which a warband is put in order: one that could not fight as it stands is warned here.
    pub musters: bool,
}

/// An answer that a player draws on a table in inches: a way, point by point, or one place.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Pen {
    /// The answer without its way or place: a place follows after a space, and so does a way with a `>` between its points.
    pub stem: String,
    pub label: String,
    /// The point that a way begins with; without it one place is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<[i32; 3]>,
    /// How long a way may be, in thousandths of an inch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<i32>,
    /// Where it may lead: closed outlines, inner ones are holes.
    pub area: Vec<Vec<[i32; 3]>>,
    /// Why it cannot be used now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub barred: Option<Reason>,
}

/// Something under way that waits for a decision inside it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Frame {
    pub seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub actor: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<u16>,
    pub text: String,
    pub rule: String,
    /// What has stopped it; where nothing has, it merely waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub halted: Option<Halted>,
}

/// Why something under way does not just go on when what interrupts it is over.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Halted {
    pub by: &'static str,
    pub then: &'static str,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Offer {
    pub line: String,
    pub label: String,
    /// What it does, without whom and where: `Shoot: Long Bow`.
    pub act: String,
    /// The same without names: `Shoot`.
    pub called: String,
    /// What kind of answer it is, in a word of its game: `no-reply`.
    pub kind: String,
    /// It leaves things as they are: "no" to a yes or no.
    pub declines: bool,
    /// It says that enough has been decided.
    pub ends: bool,
    /// It gives the battle up.
    pub gives_up: bool,
    /// Dice decide what becomes of it, though it points at nobody.
    pub rolls: bool,
    pub verb: String,
    pub figures: Vec<u16>,
    pub squares: Vec<String>,
    pub path: Vec<String>,
    /// Points of a table in inches that it names.
    pub spots: Vec<[i32; 3]>,
    /// What it takes away, in words that follow the label: `2 acts lost`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub price: Option<String>,
    /// What it does, where its label does not say enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub does: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Barred {
    pub line: String,
    pub label: String,
    /// What it would do, as an [`Offer`] says it.
    pub act: String,
    pub reason: String,
    pub rule: String,
}

/// One good way to a square, so that a click on it is an answer.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Way {
    pub to: String,
    pub line: String,
    /// What it does, as an [`Offer`] says it.
    pub act: String,
    pub path: Vec<String>,
}

/// A roll before the dice fall.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Roll {
    pub name: String,
    pub rule: String,
    /// `d20`.
    pub throw: String,
    pub sides: u8,
    pub count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub needed: Option<i32>,
    pub modifiers: Vec<Modifier>,
}

/// A roll that was made.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Rolled {
    #[serde(flatten)]
    pub roll: Roll,
    pub natural: i32,
    pub total: i32,
    /// What came of it, where the rules say so at once: a hit that no sum shows, a test that wants a low roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verdict: Option<Verdict>,
}

/// What came of a roll.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Verdict {
    pub kind: OddKind,
    pub label: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Modifier {
    pub label: String,
    pub amount: i32,
    pub rule: String,
}

/// Why something was not done; the battle is unchanged.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Refused {
    pub moment: u32,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The answer was made to an earlier moment; the current state follows.
    pub stale: bool,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Odds {
    /// The answer they are about; empty where they are about something declared.
    pub line: String,
    /// Its place among what is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declared: Option<u32>,
    pub roll: Option<Roll>,
    /// The roll of the other side that answers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub against: Option<Roll>,
    pub outcomes: Vec<Odd>,
    /// A roll of another kind that may follow: damage after an attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub then: Option<Roll>,
    /// What becomes of figures, with all dice counted.
    pub fates: Vec<Fate>,
    /// What it comes to when all dice have fallen.
    pub ends: Vec<End>,
    /// What these take for granted, in words: `if nothing is parried`.
    pub given: Vec<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct End {
    pub label: String,
    pub per_million: u32,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Fate {
    pub figure: u16,
    pub label: String,
    pub per_million: u32,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Odd {
    pub label: String,
    pub kind: OddKind,
    /// Values of the roll that lead here.
    pub faces: Vec<i32>,
    pub per_million: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OddKind {
    Miss,
    Hit,
    Critical,
    Other,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Card {
    pub figure: u16,
    pub title: String,
    pub lines: Vec<CardLine>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct CardLine {
    pub head: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// Browser to server.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    Answer {
        moment: u32,
        line: String,
    },
    Undo {},
    UndoReply {
        allow: bool,
    },
    Redo {},
    Order {
        prompt: String,
        verb: String,
        #[serde(default)]
        #[ts(optional, as = "Option<Amount>")]
        amount: Amount,
    },
    Lift {
        prompt: String,
    },
    Odds {
        line: String,
    },
    /// The odds of something that is declared, by its place among it.
    DeclaredOdds {
        number: u32,
    },
    Card {
        figure: u16,
    },
    /// What an answer would do, drawn.
    Sketch {
        line: String,
    },
    /// A layer over the map for one figure.
    Layer {
        figure: u16,
        layer: Layer,
    },
    /// Replays and spectators only.
    Seek {
        step: u32,
    },
    Ping {},
}

/// Every type as a file for the browser, by its name.
pub fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut index = String::from("// Written by `cargo test -p server` from crates/server/src/wire.rs.\n");
    for (name, text) in exported(&ts_rs::Config::new()) {
        if let Ok(text) = text {
            index.push_str(&format!("export type {{ {name} }} from './{name}'\n"));
            files.push((format!("{name}.ts"), text));
        }
    }
    files.push(("index.ts".to_owned(), index));
    files
}

/// The name and the TypeScript of each type that the browser knows.
fn exported(config: &ts_rs::Config) -> Vec<(String, Result<String, ts_rs::ExportError>)> {
    macro_rules! all {
        ($($type:ty),* $(,)?) => { vec![$((<$type as TS>::ident(config), <$type as TS>::export_to_string(config))),*] };
    }
    all![
        Act,
        Aftermath,
        Amount,
        Badge,
        Bar,
        Barred,
        Board,
        Campaign,
        CampaignCard,
        CampaignMade,
        CampaignSide,
        CampaignStage,
        Card,
        CardLine,
        Catalog,
        Chapter,
        ClientMessage,
        Clock,
        Drawn,
        Duel,
        End,
        Enlisted,
        Fate,
        Feature,
        Fork,
        Frame,
        Ground,
        Halted,
        Happening,
        Hello,
        Lasting,
        Layer,
        LogLine,
        Made,
        MapCard,
        Mark,
        Measure,
        MindCard,
        Modifier,
        NewBattle,
        NewCampaign,
        NewSide,
        NextBattle,
        Odd,
        OddKind,
        Odds,
        Offer,
        Opened,
        Order,
        Outcome,
        Pen,
        Problem,
        Problems,
        Proposal,
        Reason,
        Refused,
        Request,
        Role,
        Roll,
        Rolled,
        Roster,
        Rule,
        Rules,
        ScenarioCard,
        Scene,
        SeatToken,
        ServerMessage,
        Setting,
        SettingValue,
        Shape,
        Side,
        SideName,
        Site,
        Sketch,
        State,
        SystemCard,
        Token,
        Total,
        Undo,
        UndoCost,
        Upto,
        Verdict,
        Wall,
        WarbandCard,
        Way,
        Zone,
    ]
}
