//! `fray case --words SYSTEM`: everything that may stand in a case, made from the declarations in code.

use super::expect;
use kernel::decision::{self, AnswerKind, Shape};
use kernel::{EventKind, EventText};
use pack::Staged;
use std::fmt::Write;

/// How an answer is written: `attack NAME FIGURE`.
pub(super) fn shape(kind: &AnswerKind) -> String {
    let mut line = kind.verb.text().to_owned();
    for (at, shape) in kind.shape.iter().enumerate() {
        line.push(' ');
        match kind.words.get(at) {
            Some(words) if *shape == Shape::Name && !words.is_empty() => line += &words.join("|"),
            _ => line += shape.text(),
        }
    }
    line
}

/// How an event is written: `attack-rolled attacker=FIGURE total=NUMBER`.
fn event(kind: &EventKind) -> String {
    let fields = kind.fields.iter().map(|(key, holds)| format!(" {key}={}", holds.text()));
    format!("{}{}", kind.name(), fields.collect::<String>())
}

/// The keys of every case, whatever is played.
const CASE: &[(&str, &str)] = &[
    ("system", "the game"),
    ("title", "one sentence: what the case shows"),
    ("text", "whatever else you want to say"),
    ("kind", "battle (if left out), muster, pack or aftermath"),
    (
        "choices",
        "answers in order; \"! LINE\" has to be refused, \"! RULE: LINE\" by that rule, \"! WORDS: LINE\" by those words",
    ),
    ("dice", "what falls, in order"),
    ("record", "instead of a situation: a battle up to a moment, as `fray case --from` writes it"),
    ("until", "stop when this stage begins"),
    ("steps", "stop after so many steps"),
];

pub fn words<S: Staged>() -> String {
    let mut out = String::new();
    let mut chapter = |title: &str, lines: Vec<(String, String)>| {
        let _ = writeln!(out, "{title}");
        let wide = lines.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0).min(30);
        for (word, means) in lines {
            let _ = writeln!(out, "{}", format!("  {word:wide$}  {means}").trim_end());
        }
        out.push('\n');
    };
    let pairs = |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    chapter("Keys of every case", pairs(CASE));
    for table in S::keys() {
        let title = match table.name {
            "" => "Keys of the situation".to_owned(),
            name => format!("Keys of {name}"),
        };
        chapter(&title, pairs(table.keys));
    }
    for (what, words) in S::vocabulary() {
        chapter(&what, vec![(words.join(", "), String::new())]);
    }
    let prompts = decision::all::<S>().map(|declared| {
        let answers: Vec<String> = declared.decision.answers.iter().map(shape).collect();
        (declared.decision.prompt.to_owned(), answers.join(" | "))
    });
    chapter("Prompts (pending = \"a PROMPT\") and their answers (choices, offered, not_offered)", prompts.collect());
    let views = S::views().iter().map(|view| (view.path(), String::new())).collect();
    chapter("Values (values = { \"PATH\" = … }); a place has .x .y .z in inches, .column .row on squares", views);
    chapter("Rolls (roll = \"…\")", vec![(S::rolls().join(", "), String::new())]);
    chapter("Keys of [expect]", pairs(expect::KEYS));
    let events = <S::Event as EventText<S>>::kinds().iter().map(|kind| (event(kind), String::new())).collect();
    chapter("Events (events, never): RULE event field=value field~part", events);
    out.truncate(out.trim_end().len());
    out
}
