//! Reading and checking the ledgers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One system and the ledgers it is written in, in the order in which they are read.
pub(crate) struct Book {
    pub(crate) prefix: &'static str,
    pub(crate) system: &'static str,
    pub(crate) title: &'static str,
    files: &'static [&'static str],
}

pub(crate) const BOOKS: [Book; 4] = [
    Book { prefix: "SW", system: "sellsword", title: "Sellsword", files: &["sellsword.toml"] },
    Book { prefix: "SC", system: "sword-and-claw", title: "Sword and Claw", files: &["sword_and_claw.toml"] },
    Book { prefix: "CH", system: "coreheim", title: "Coreheim", files: &["coreheim.toml"] },
    Book {
        prefix: "SM",
        system: "sword-marches",
        title: "The Sword Marches",
        files: &["sword_marches_muster.toml", "sword_marches_play.toml", "sword_marches_chronicle.toml"],
    },
];

/// Everything in `rules/`.
pub(crate) struct Library {
    /// The rules of each book, in the order of [`BOOKS`].
    pub(crate) books: Vec<Vec<Rule>>,
    /// Ids that are pure definitions, each with a reason.
    pub(crate) definitions: Vec<(String, String)>,
}

pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) chapter: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) cases: Vec<String>,
    pub(crate) ruling: Option<String>,
    pub(crate) gap: Option<String>,
    pub(crate) part: Option<String>,
    pub(crate) origin: Option<String>,
    pub(crate) optional: bool,
    pub(crate) see: Option<String>,
}

pub(crate) fn read(folder: &Path) -> Result<Library, String> {
    let mut books = Vec::new();
    // Where each id was first seen.
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut pointers: Vec<(String, String)> = Vec::new();
    for book in &BOOKS {
        let mut rules = Vec::new();
        for file in book.files {
            for entry in entries(folder, file, "rule")? {
                let rule = rule(&entry, book.prefix)?;
                if let Some(first) = seen.insert(rule.id.clone(), entry.place.clone()) {
                    let id = &rule.id;
                    return Err(entry.wrong(&format!("the id {id} is taken, see {first}")));
                }
                if let Some(see) = &rule.see {
                    pointers.push((see.clone(), entry.wrong(&format!("{} sees {see}", rule.id))));
                }
                rules.push(rule);
            }
        }
        books.push(rules);
    }
    if let Some((_, complaint)) = pointers.iter().find(|(see, _)| !seen.contains_key(see)) {
        return Err(format!("{complaint}, which is in no ledger"));
    }
    let definitions = definitions(folder, &seen)?;
    Ok(Library { books, definitions })
}

fn definitions(folder: &Path, known: &BTreeMap<String, String>) -> Result<Vec<(String, String)>, String> {
    let mut definitions: Vec<(String, String)> = Vec::new();
    for entry in entries(folder, "definitions.toml", "definition")? {
        entry.only(&["rule", "reason"])?;
        let id = entry.text("rule")?;
        if !known.contains_key(&id) {
            return Err(entry.wrong(&format!("the rule {id} is in no ledger")));
        }
        if definitions.iter().any(|(other, _)| *other == id) {
            return Err(entry.wrong(&format!("the rule {id} is listed twice")));
        }
        definitions.push((id, entry.text("reason")?));
    }
    Ok(definitions)
}

fn rule(entry: &Entry, prefix: &str) -> Result<Rule, String> {
    entry.only(&["id", "title", "text", "cases", "ruling", "gap", "part", "origin", "optional", "see"])?;
    let id = entry.text("id")?;
    let chapter = chapter(&id, prefix).map_err(|complaint| entry.wrong(&complaint))?;
    Ok(Rule {
        chapter,
        title: entry.text("title")?,
        text: entry.text("text")?,
        cases: entry.texts("cases")?,
        ruling: entry.maybe_text("ruling")?,
        gap: entry.maybe_text("gap")?,
        part: entry.maybe_text("part")?,
        origin: entry.maybe_text("origin")?,
        optional: entry.truth("optional")?,
        see: entry.maybe_text("see")?,
        id,
    })
}

/// The middle of an id such as `SW-RESOLVE-05`. The strict form makes the name of the constant unique.
fn chapter(id: &str, prefix: &str) -> Result<String, String> {
    let parts: Vec<&str> = id.split('-').collect();
    let [first, chapter, number] = parts[..] else {
        return Err(format!("the id {id} is not of the form {prefix}-CHAPTER-01"));
    };
    if first != prefix {
        return Err(format!("the id {id} has a foreign prefix; here it is {prefix}"));
    }
    let letters = chapter.starts_with(|c: char| c.is_ascii_uppercase())
        && chapter.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    if letters && digits {
        Ok(chapter.to_owned())
    } else {
        Err(format!("the id {id} is not of the form {prefix}-CHAPTER-01"))
    }
}

/// One `[[rule]]` or `[[definition]]`.
struct Entry {
    /// File and line.
    place: String,
    table: DeTable<'static>,
}

impl Entry {
    fn wrong(&self, complaint: &str) -> String {
        format!("{}: {complaint}", self.place)
    }

    fn get(&self, key: &str) -> Option<&DeValue<'static>> {
        self.table.get(key).map(Spanned::get_ref)
    }

    fn only(&self, keys: &[&str]) -> Result<(), String> {
        let mut names = self.table.keys().map(|key| key.get_ref().as_ref());
        match names.find(|name: &&str| !keys.contains(name)) {
            Some(name) => Err(self.wrong(&format!("unknown key {name}"))),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Result<String, String> {
        let text = self.maybe_text(key)?;
        text.ok_or_else(|| self.wrong(&format!("{key} is missing")))
    }

    fn maybe_text(&self, key: &str) -> Result<Option<String>, String> {
        match self.get(key) {
            None => Ok(None),
            Some(DeValue::String(text)) if !text.trim().is_empty() => Ok(Some(text.to_string())),
            Some(_) => Err(self.wrong(&format!("{key} is not a text, or an empty one"))),
        }
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        let text = |item: &Spanned<DeValue<'_>>| item.get_ref().as_str().map(str::to_owned);
        let items = self.get(key).and_then(DeValue::as_array);
        let texts = items.and_then(|items| items.iter().map(text).collect());
        texts.ok_or_else(|| self.wrong(&format!("{key} is not a list of texts")))
    }

    fn truth(&self, key: &str) -> Result<bool, String> {
        match self.get(key) {
            None => Ok(false),
            Some(DeValue::Boolean(truth)) => Ok(*truth),
            Some(_) => Err(self.wrong(&format!("{key} is neither true nor false"))),
        }
    }
}

fn entries(folder: &Path, file: &str, key: &str) -> Result<Vec<Entry>, String> {
    let wrong = |complaint: &dyn std::fmt::Display| format!("rules/{file}: {complaint}");
    let text = fs::read_to_string(folder.join(file)).map_err(|error| wrong(&error))?;
    // A build script lives for a second; texts that live as long spare it every lifetime.
    let text: &'static str = Box::leak(text.into_boxed_str());
    let root = DeTable::parse(text).map_err(|error| wrong(&error))?;
    let mut entries = Vec::new();
    for (name, value) in root.into_inner() {
        let items = match value.into_inner() {
            DeValue::Array(items) if name.get_ref() == key => items,
            _ => return Err(wrong(&format!("{} is not a [[{key}]]", name.get_ref()))),
        };
        for item in items {
            let line = text[..item.span().start].matches('\n').count() + 1;
            let place = format!("rules/{file}:{line}");
            match item.into_inner() {
                DeValue::Table(table) => entries.push(Entry { place, table }),
                _ => return Err(format!("{place}: not a table")),
            }
        }
    }
    Ok(entries)
}
