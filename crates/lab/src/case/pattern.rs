//! Events as a case writes them: `SW-RESOLVE-05 attack-rolled total=23 modifiers~cover`.

use kernel::{EventKind, EventText, FieldKind, Fields, Name, Told, Value};
use pack::view::{stranger, tags};
use pack::{Staged, nearest};
use space::grid::Square;
use space::inches::Spot;

/// A rule that the event cites, its name, fields that are equal (`=`) or contain (`~`) a text.
pub(super) struct Pattern<'a> {
    rule: Option<&'a str>,
    pub(super) name: &'a str,
    fields: Vec<(&'a str, char, &'a str)>,
}

impl<'a> Pattern<'a> {
    /// Reads a line, every word of which has to mean something.
    pub(super) fn read<S: Staged>(line: &'a str, state: &S::State) -> Result<Pattern<'a>, String> {
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let rule =
            words.next_if(|word| word.chars().next().is_some_and(|c| c.is_ascii_uppercase()) && word.contains('-'));
        if let Some(id) = rule {
            rule_known::<S>(id)?;
        }
        let Some(name) = words.next() else {
            return Err(format!("{line:?} is no event: [RULE] event field=value field~part"));
        };
        let kinds = <S::Event as EventText<S>>::kinds();
        let Some(kind) = kinds.iter().find(|kind| kind.name() == name) else {
            return Err(unknown("event", name, kinds.iter().map(EventKind::name), S::NAME));
        };
        let mut fields = Vec::new();
        for word in words {
            let Some(at) = word.find(['=', '~']) else {
                let keys = kind.fields.iter().map(|(key, _)| *key).collect::<Vec<_>>().join(", ");
                return Err(format!("{word:?} is no field=value; {name} has {keys}"));
            };
            let (key, sign, value) = (&word[..at], &word[at..=at], &word[at + 1..]);
            let Some((_, holds)) = kind.fields.iter().find(|(known, _)| *known == key) else {
                return Err(stranger_field(kind, key));
            };
            if sign == "=" {
                possible::<S>(*holds, key, value, state)?;
            }
            fields.push((key, if sign == "=" { '=' } else { '~' }, value));
        }
        Ok(Pattern { rule, name, fields })
    }

    pub(super) fn fits<S: Staged>(&self, told: &Told<S::Event>, state: &S::State) -> bool {
        let cited = self.rule.is_none_or(|id| told.rule.id() == id || told.notes.iter().any(|rule| rule.id() == id));
        if !cited || told.event.name() != self.name {
            return false;
        }
        let mut fields = Fields::default();
        told.event.fields(state, &mut fields);
        self.fields.iter().all(|(key, sign, text)| {
            let Some(found) = fields.get(key).map(Value::to_string) else {
                return false;
            };
            if *sign == '=' {
                same(&found, text)
            } else {
                underscored(&found).to_lowercase().contains(&underscored(text).to_lowercase())
            }
        })
    }
}

/// Spaces in a value are written as underscores.
fn underscored(text: &str) -> String {
    text.replace(' ', "_")
}

/// Whether a value is the one expected. Positions are compared as positions: `@10,8.5` is `@10.000,8.500,0.000`.
pub(super) fn same(found: &str, expected: &str) -> bool {
    if underscored(found).eq_ignore_ascii_case(&underscored(expected)) {
        return true;
    }
    let places = |text: &str| text.split('>').map(spot).collect::<Option<Vec<Spot>>>();
    found.starts_with('@') && places(found).is_some_and(|there| places(expected).is_some_and(|here| here == there))
}

/// A place, with or without its sign.
pub(super) fn spot(text: &str) -> Option<Spot> {
    let text = text.trim().replace(' ', "");
    match text.starts_with('@') {
        true => text.parse().ok(),
        false => format!("@{text}").parse().ok(),
    }
}

/// An event as it can be copied into a case.
pub(super) fn written<S: Staged>(told: &Told<S::Event>, state: &S::State) -> String {
    let mut fields = Fields::default();
    told.event.fields(state, &mut fields);
    let mut line = format!("{} {}", told.rule, told.event.name());
    for (key, value) in &fields.0 {
        let value = underscored(&value.to_string());
        if !value.is_empty() {
            line += &format!(" {key}={value}");
        }
    }
    line
}

/// A rule of the book of this system.
pub(super) fn rule_known<S: Staged>(id: &str) -> Result<(), String> {
    let system = S::NAME;
    match rulebook::find(id) {
        // What follows a battle has a name of its own and the book of its game.
        Some(entry) if entry.rule.id() == id && system.starts_with(entry.system) => Ok(()),
        Some(entry) if entry.rule.id() == id => Err(format!("{id} is a rule of {}, not of {system}", entry.system)),
        Some(entry) => Err(format!("there is no rule {id:?}; did you mean \"{}\"?", entry.rule)),
        None => Err(match rulebook::nearest(id) {
            Some(meant) => format!("there is no rule {id:?}; did you mean {meant:?}?"),
            None => format!("there is no rule {id:?}; `fray rules SYSTEM WORDS` finds rules by their words"),
        }),
    }
}

/// `unknown event "atack-rolled"; did you mean "attack-rolled"?`
pub(super) fn unknown<'w>(what: &str, word: &str, known: impl Iterator<Item = &'w str>, system: &str) -> String {
    match nearest(word, known) {
        Some(meant) => format!("unknown {what} {word:?}; did you mean {meant:?}?"),
        None => format!("unknown {what} {word:?}; `fray case --words {system}` lists all"),
    }
}

fn stranger_field(kind: &EventKind, key: &str) -> String {
    let keys: Vec<&str> = kind.fields.iter().map(|(known, _)| *known).collect();
    let name = kind.name();
    match (nearest(key, keys.iter().copied()), keys.is_empty()) {
        (_, true) => format!("{name} has no field {key:?}; it has none at all"),
        (Some(meant), _) => format!("{name} has no field {key:?}; did you mean {meant:?}? It has {}", keys.join(", ")),
        (None, _) => format!("{name} has no field {key:?}; it has {}", keys.join(", ")),
    }
}

/// Whether such a field could ever hold that value.
fn possible<S: Staged>(holds: FieldKind, key: &str, value: &str, state: &S::State) -> Result<(), String> {
    let known = |fits: bool, what: &str| match fits {
        true => Ok(()),
        false => Err(format!("{key}={value}: {value:?} is no {what}")),
    };
    match holds {
        FieldKind::Number => known(value.parse::<i64>().is_ok(), "whole number"),
        FieldKind::Flag => known(matches!(value, "true" | "false"), "true or false"),
        FieldKind::Square => known(value.parse::<Square>().is_ok(), "square such as B6"),
        FieldKind::Spot => known(spot(value).is_some(), "place such as @10,8.5"),
        FieldKind::Seat => {
            let letter = value.len() == 1 && value.chars().next().and_then(kernel::Seat::from_letter).is_some();
            known(letter, "side; sides are a, b, c")
        }
        FieldKind::Figure => {
            let all = tags(state);
            match all.iter().any(|tag| tag.eq_ignore_ascii_case(value)) {
                true => Ok(()),
                false => Err(format!("{key}={value}: {}", stranger(value, &all))),
            }
        }
        FieldKind::Name => match Name::known(&value.to_lowercase()) {
            Some(_) => Ok(()),
            None => Err(match nearest(value, Name::all()) {
                Some(meant) => format!("{key}={value}: nothing is called {value:?}; did you mean {meant:?}?"),
                None => format!("{key}={value}: nothing is called {value:?}"),
            }),
        },
        FieldKind::Text | FieldKind::Modifiers => Ok(()),
    }
}
