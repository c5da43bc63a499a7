//! What strangers may send, as functions of bytes that must not break down: neither panic nor go on for ever.
//!
//! `cargo install cargo-fuzz`, and in the root of the project:
//!
//! ```sh
//! RUSTC_BOOTSTRAP=1 cargo fuzz run -s none choice -- -max_total_time=600 -rss_limit_mb=256 -max_len=4096
//! ```
//!
//! What was found, and what leads deep into each of them, is kept in `fuzz/corpus`; the test suite runs all of that with
//! these same functions (`crates/fray/tests/it/fuzz.rs`).

use kernel::{Amount, Figure, Record, Rng, Seat, Seats, Seed, Setup};
use server::wire::{self, ClientMessage};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use systems::campaign::File;
use systems::{Game, Games, Live};

/// A target by its name.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 6] =
    [("choice", choice), ("record", record), ("case", case), ("pack", pack), ("warband", warband), ("wire", wire)];

/// Longer input finds nothing that shorter input does not.
const LONGEST: usize = 64 * 1024;
/// So many lines of an input are heard.
const MOST_LINES: usize = 40;
/// So many answers by lot, which lead to somewhere worth looking, are made in one run.
const MOST_LOTS: usize = 60;
/// So many steps of a record are played again.
const MOST_STEPS: usize = 40;
/// Nobody gives up.
const GIVING_UP: &str = "concede";

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST)
}

fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(Games::default)
}

/// One game, by the first byte, and the rest.
fn game(bytes: &[u8]) -> Option<(usize, Arc<dyn Game>, &str)> {
    let (first, rest) = bytes.split_first()?;
    let all = games().all();
    let at = usize::from(*first) % all.len();
    Some((at, Arc::clone(&all[at]), text(rest)?))
}

/// A battle of a game that has just begun.
fn battle(at: usize, game: &dyn Game) -> Box<dyn Live> {
    static BEGUN: [Mutex<Option<Box<dyn Live>>>; 8] = [const { Mutex::new(None) }; 8];
    let mut begun = BEGUN[at].lock().unwrap_or_else(PoisonError::into_inner);
    begun.get_or_insert_with(|| begin(game)).fork(0)
}

fn begin(game: &dyn Game) -> Box<dyn Live> {
    let warbands = game.warbands();
    let usual: Vec<(String, String)> =
        game.usual().iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    for scenario in game.scenarios() {
        let fitting: Vec<_> = warbands.iter().filter(|ready| game.fits(ready).contains(&scenario.id)).collect();
        let (Some(first), Some(last)) = (fitting.first(), fitting.last()) else { continue };
        let sides = vec![first.line.clone(), last.line.clone()];
        let setup = Setup { scenario: scenario.id, options: usual.clone(), sides, own_dice: Seats::NONE };
        if let Ok(live) = game.begin(setup, Some(Seed([7; 32]))) {
            return live;
        }
    }
    panic!("no battle of {} can be begun", game.name());
}

/// An answer by lot to what is asked.
fn lot(live: &mut dyn Live, rng: &mut Rng) {
    let Some(request) = live.pending() else { return };
    let seat = request.ask.seat;
    let lines: Vec<String> = request.options.iter().map(|option| option.line.clone()).collect();
    let lines: Vec<&String> = lines.iter().filter(|line| *line != GIVING_UP).collect();
    if !lines.is_empty() {
        let _ = live.answer(seat, lines[rng.below(lines.len())]);
    }
}

/// `@7` plays seven answers by lot.
fn lots(live: &mut dyn Live, line: &str, left: &mut usize) -> bool {
    let Some(number) = line.strip_prefix('@').and_then(|number| number.trim().parse::<u64>().ok()) else {
        return false;
    };
    let mut rng = Rng::new(number);
    let many = usize::try_from(number).unwrap_or(usize::MAX).min(*left);
    (0..many).for_each(|_| lot(live, &mut rng));
    *left -= many;
    true
}

/// Choices in a battle, a line each: of which game says the first byte.
pub fn choice(bytes: &[u8]) {
    let Some((at, game, text)) = game(bytes) else { return };
    let (mut live, mut left) = (battle(at, game.as_ref()), MOST_LOTS);
    for line in text.lines().take(MOST_LINES) {
        if lots(live.as_mut(), line, &mut left) {
            continue;
        }
        let Some(seat) = live.pending().map(|request| request.ask.seat) else { return };
        let _ = live.sketch(line);
        let before = live.facts(0);
        match live.answer(seat, line) {
            Ok(()) => assert!(live.moment() > before.len(), "an answer that is taken is a fact"),
            Err(_) => assert_eq!(live.facts(0), before, "a refused choice changes nothing"),
        }
    }
    drop(live.scene(None, None));
}

/// A record that somebody uploads.
pub fn record(bytes: &[u8]) {
    let Some(mut record) = text(bytes).and_then(|text| Record::parse(text).ok()) else { return };
    let written = record.to_string();
    assert_eq!(Record::parse(&written).map(|again| again.to_string()), Ok(written), "what is written can be read");
    // Its content is taken to be that of today, so that what is kept leads as deep tomorrow.
    if let Ok(game) = games().named(&record.system) {
        record.pack = game.content_hash();
    }
    let mut left = MOST_STEPS;
    let mut go_on = || {
        left = left.saturating_sub(1);
        left > 0
    };
    let live = match games().following(&record.system) {
        Some(campaign) => campaign.replay_while(&record, &mut go_on),
        None => match games().named(&record.system) {
            Ok(game) => game.replay_while(&record, &mut go_on),
            Err(_) => return,
        },
    };
    if let Ok(live) = live {
        let played = live.record(&record.engine);
        let tidied = record.in_words_of(played).to_string();
        assert!(Record::parse(&tidied).is_ok(), "what is kept of a record can be read");
    }
}

/// A case that somebody has written.
pub fn case(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(game) = lab::case::system_of("case", text).and_then(|name| games().named(&name).map_err(|_| name)) {
        drop(game.case("case", text));
    }
}

/// A file of a pack, on top of the content of the game that the first byte says.
pub fn pack(bytes: &[u8]) {
    let Some((_, game, text)) = game(bytes) else { return };
    let quoted = serde_json::json!(text).to_string().replace('\u{7f}', "\\u007f");
    let name = game.name();
    let case =
        format!("system = \"{name}\"\ntitle = \"a pack\"\nkind = \"pack\"\npack = {quoted}\n[expect]\nproblems = []\n");
    drop(game.case("case", &case));
}

/// A warband that somebody has written, of the game that the first byte says; and a battle of two of them.
pub fn warband(bytes: &[u8]) {
    let Some((_, game, text)) = game(bytes) else { return };
    let _ = game.check_warband("warband", text, None);
    if let Ok(ready) = game.side("warband", text) {
        for scenario in game.fits(&ready).into_iter().take(2) {
            let sides = vec![ready.line.clone(), ready.line.clone()];
            let _ = game.begin(Setup { scenario, sides, ..Setup::default() }, Some(Seed([1; 32])));
        }
    }
    if let Some(campaign) = game.campaign() {
        let file = File { name: "warband".to_owned(), text: text.to_owned() };
        if campaign.roster(&file).is_ok() {
            drop(campaign.status(&file));
            let files = [file.clone(), file];
            for scenario in campaign.scenarios(&files).into_iter().take(2) {
                if let Ok(setup) = campaign.setup(&scenario.id, &files) {
                    let _ = game.begin(setup, Some(Seed([1; 32])));
                }
            }
        }
    }
}

/// Messages of a browser, a line each, to a table at which it plays for everybody.
pub fn wire(bytes: &[u8]) {
    let Some((at, game, text)) = game(bytes) else { return };
    let (mut live, mut left) = (battle(at, game.as_ref()), MOST_LOTS);
    for line in text.lines().take(MOST_LINES) {
        if lots(live.as_mut(), line, &mut left) {
            continue;
        }
        if let Ok(message) = serde_json::from_str::<ClientMessage>(line) {
            hear(live.as_mut(), message);
        }
    }
    drop(live.scene(Some(Seat(0)), None));
}

fn hear(live: &mut dyn Live, message: ClientMessage) {
    let seat = live.pending().map_or(Seat(0), |request| request.ask.seat);
    match message {
        ClientMessage::Answer { line, .. } => drop(live.answer(seat, &line)),
        ClientMessage::Undo {} | ClientMessage::UndoReply { .. } => {
            let _ = live.takes_back(&[seat]);
            live.undo(&[seat]);
        }
        ClientMessage::Redo {} => {
            if live.redoable().is_some() {
                live.redo();
            }
        }
        ClientMessage::Order { prompt, verb, amount } => {
            let amount = match amount {
                wire::Amount::Only => Amount::Only,
                wire::Amount::Least => Amount::Least,
                wire::Amount::Most => Amount::Most,
            };
            let _ = live.order(seat, &prompt, &verb, amount);
        }
        ClientMessage::Lift { prompt } => live.lift(seat, &prompt),
        ClientMessage::Odds { line } => drop(live.odds(&line)),
        ClientMessage::DeclaredOdds { number } => drop(live.deed_odds(number as usize, None)),
        ClientMessage::Card { figure } => drop(live.card(Some(seat), Figure(figure))),
        ClientMessage::Sketch { line } => {
            if live.sketch(&line).is_err() {
                drop((live.faults(&line), live.shortened(&line)));
            }
            let _ = live.used(&line);
        }
        ClientMessage::Layer { figure, layer } => drop(live.layer(Some(seat), Figure(figure), layer.into(), None)),
        ClientMessage::Seek { step } => {
            let step = Some(step as usize).filter(|step| *step < live.steps());
            drop((live.scene(None, step), live.declared(step), live.told(step)));
        }
        ClientMessage::Ping {} => drop(live.outlook()),
    }
}
