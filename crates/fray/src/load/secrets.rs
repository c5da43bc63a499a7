//! What a side is sent tells it nothing of figures that so far only the other side has seen.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What one side has been shown.
#[derive(Debug, Default)]
pub(super) struct Sight {
    moment: u64,
    /// The figures that it sees, each with the word by which choices name it.
    figures: BTreeMap<u64, String>,
    /// All that it has ever seen.
    ever: BTreeSet<u64>,
    /// The last state that it was sent.
    said: Value,
}

/// Keys of a message under which figures stand.
const NAMING: [&str; 4] = ["figures", "figure", "actor", "about"];

impl Sight {
    pub(super) fn take(&mut self, text: &str) {
        let Ok(said) = serde_json::from_str::<Value>(text) else { return };
        if said["type"] != "state" {
            return;
        }
        self.moment = said["moment"].as_u64().unwrap_or(0);
        let figures = said["scene"]["figures"].as_array().cloned().unwrap_or_default();
        let one = |token: &Value| Some((token["figure"].as_u64()?, token["tag"].as_str()?.to_owned()));
        self.figures = figures.iter().filter_map(one).collect();
        self.ever.extend(self.figures.keys());
        self.said = said;
    }

    /// What this side was told that it may not know, if the other one knows more.
    pub(super) fn tells_too_much(&self, other: &Sight) -> Option<String> {
        if self.moment != other.moment {
            return None;
        }
        let hidden = other.figures.iter().filter(|(figure, _)| !self.ever.contains(figure));
        let hidden: Vec<(u64, &str)> = hidden.map(|(figure, tag)| (*figure, tag.as_str())).collect();
        let (figure, place) = named(&self.said, "", false, &hidden)?;
        Some(format!("at moment {} a side is told of {figure}, which it has never seen: {place}", self.moment))
    }
}

/// The first hidden figure that is named in a message, and what names it.
fn named<'h>(said: &Value, key: &str, by_number: bool, hidden: &[(u64, &'h str)]) -> Option<(&'h str, String)> {
    let found = |known: &dyn Fn(u64, &str) -> bool| hidden.iter().find(|(figure, tag)| known(*figure, tag));
    match said {
        Value::String(text) => {
            let word = |tag: &str| text.split([' ', ',']).any(|word| word == tag);
            found(&|_, tag| word(tag)).map(|(_, tag)| (*tag, format!("{key}: {text}")))
        }
        Value::Number(number) if by_number => {
            found(&|figure, _| number.as_u64() == Some(figure)).map(|(_, tag)| (*tag, format!("{key}: {number}")))
        }
        Value::Array(all) => all.iter().find_map(|one| named(one, key, by_number, hidden)),
        Value::Object(all) => all.iter().find_map(|(key, one)| named(one, key, NAMING.contains(&key.as_str()), hidden)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state(figures: &[(u64, &str)], log: &Value) -> String {
        let figures: Vec<Value> = figures.iter().map(|(figure, tag)| json!({ "figure": figure, "tag": tag })).collect();
        json!({ "type": "state", "moment": 3, "scene": { "figures": figures }, "log": log }).to_string()
    }

    #[test]
    fn a_figure_that_nobody_has_shown_must_not_be_named() {
        let (seen, all) = ([(1, "a.orc")], [(1, "a.orc"), (7, "b.ogre")]);
        for (log, told) in [
            (json!([{ "text": "The orc waits.", "figures": [1], "rule": "7" }]), false),
            (json!([{ "text": "Somebody waits.", "figures": [1, 7] }]), true),
            (json!([{ "fields": { "who": "b.ogre" } }]), true),
            (json!([{ "text": "hold b.ogre back" }]), true),
        ] {
            let (mut one, mut other) = (Sight::default(), Sight::default());
            one.take(&state(&seen, &log));
            other.take(&state(&all, &json!([])));
            assert_eq!(one.tells_too_much(&other).is_some(), told, "{log}");
            assert_eq!(other.tells_too_much(&one), None);
            // What was seen once may be spoken of.
            one.take(&state(&all, &json!([])));
            one.take(&state(&seen, &log));
            assert_eq!(one.tells_too_much(&other), None);
        }
    }
}
