//! Reading and checking the ledgers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One system and its rules, as the head of its first ledger names them.
pub(crate) struct Book {
    pub(crate) prefix: String,
    pub(crate) system: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) space: String,
    pub(crate) turn: String,
    pub(crate) dice: String,
    /// What chapters are called whose code says it badly: `LOS`, `Line of sight`.
    chapters: Vec<(String, String)>,
    /// Where it stands among the books; the others follow by their names.
    place: Option<i64>,
    /// The ledgers it is written in, in the order in which they are read.
    files: Vec<String>,
    pub(crate) rules: Vec<Rule>,
}

impl Book {
    fn has_chapter(&self, code: &str) -> bool {
        self.rules.iter().any(|rule| rule.chapter == code)
    }

    /// A chapter in words.
    pub(crate) fn chapter_title(&self, code: &str) -> String {
        match self.chapters.iter().find(|(known, _)| known == code) {
            Some((_, title)) => title.clone(),
            None => code[..1].to_owned() + &code[1..].to_lowercase(),
        }
    }
}

/// The one ledger that belongs to no book.
const DEFINITIONS: &str = "definitions.toml";

/// Everything in `rules/`.
pub(crate) struct Library {
    pub(crate) books: Vec<Book>,
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
    let mut books = books(folder)?;
    // Where each id was first seen.
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut pointers: Vec<(String, String)> = Vec::new();
    for book in &mut books {
        for file in &book.files {
            for entry in ledger(folder, file)?.entries("rule")? {
                let rule = rule(&entry, &book.prefix)?;
                if let Some(first) = seen.insert(rule.id.clone(), entry.place.clone()) {
                    let id = &rule.id;
                    return Err(entry.wrong(&format!("the id {id} is taken, see {first}")));
                }
                if let Some(see) = &rule.see {
                    pointers.push((see.clone(), entry.wrong(&format!("{} sees {see}", rule.id))));
                }
                book.rules.push(rule);
            }
        }
    }
    for book in &books {
        if let Some((code, _)) = book.chapters.iter().find(|(code, _)| !book.has_chapter(code)) {
            let file = &book.files[0];
            return Err(format!("rules/{file}: [chapters] has {code}, but no rule of the book stands there"));
        }
    }
    if let Some((_, complaint)) = pointers.iter().find(|(see, _)| !seen.contains_key(see)) {
        return Err(format!("{complaint}, which is in no ledger"));
    }
    let definitions = definitions(folder, &seen)?;
    Ok(Library { books, definitions })
}

/// The books by their heads, in the order in which they stand, still without rules.
fn books(folder: &Path) -> Result<Vec<Book>, String> {
    let mut books: Vec<Book> = Vec::new();
    // Ledgers without a head; some book must go on in each.
    let mut loose = Vec::new();
    for file in names(folder)? {
        if file == DEFINITIONS {
            continue;
        }
        let Some(head) = ledger(folder, &file)?.head()? else {
            loose.push(file);
            continue;
        };
        let mut book = book(&head, &file)?;
        book.chapters = ledger(folder, &file)?.chapters()?;
        if let Some(other) = books.iter().find(|other| other.prefix == book.prefix || other.system == book.system) {
            let first = &other.files[0];
            return Err(head.wrong(&format!("rules/{first} is a book of this system or prefix already")));
        }
        books.push(book);
    }
    for file in &loose {
        if !books.iter().any(|book| book.files.contains(file)) {
            return Err(format!("rules/{file}: it has no [book], and no other book goes on here with `then`"));
        }
    }
    books.sort_by(|one, other| {
        let place = |book: &Book| (book.place.unwrap_or(i64::MAX), book.system.clone());
        place(one).cmp(&place(other))
    });
    Ok(books)
}

fn book(head: &Entry, file: &str) -> Result<Book, String> {
    head.only(&["system", "prefix", "title", "place", "then", "about", "space", "turn", "dice"])?;
    let prefix = head.text("prefix")?;
    if !prefix.chars().all(|c| c.is_ascii_uppercase()) {
        return Err(head.wrong(&format!("the prefix {prefix} is not made of capital letters")));
    }
    let mut files = vec![file.to_owned()];
    if head.get("then").is_some() {
        files.extend(head.texts("then")?);
    }
    Ok(Book {
        prefix,
        system: head.text("system")?,
        title: head.text("title")?,
        about: head.text("about")?,
        space: head.text("space")?,
        turn: head.text("turn")?,
        dice: head.text("dice")?,
        chapters: Vec::new(),
        place: head.number("place")?,
        files,
        rules: Vec::new(),
    })
}

/// The ledgers in the folder, sorted, so that the result is the same on every machine.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for file in fs::read_dir(folder).map_err(wrong)? {
        names.push(file.map_err(wrong)?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    Ok(names)
}

fn definitions(folder: &Path, known: &BTreeMap<String, String>) -> Result<Vec<(String, String)>, String> {
    let mut definitions: Vec<(String, String)> = Vec::new();
    for entry in ledger(folder, DEFINITIONS)?.entries("definition")? {
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

/// One `[[rule]]` or `[[definition]]`, or a `[book]`.
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

    fn number(&self, key: &str) -> Result<Option<i64>, String> {
        let number = |value: &DeValue<'_>| value.as_integer().and_then(|number| number.as_str().parse().ok());
        match self.get(key) {
            None => Ok(None),
            Some(value) => number(value).map(Some).ok_or_else(|| self.wrong(&format!("{key} is not a number"))),
        }
    }

    fn truth(&self, key: &str) -> Result<bool, String> {
        match self.get(key) {
            None => Ok(false),
            Some(DeValue::Boolean(truth)) => Ok(*truth),
            Some(_) => Err(self.wrong(&format!("{key} is neither true nor false"))),
        }
    }
}

/// One file, read but not yet looked into.
struct Ledger {
    file: String,
    text: &'static str,
    root: DeTable<'static>,
}

fn ledger(folder: &Path, file: &str) -> Result<Ledger, String> {
    let wrong = |complaint: &dyn std::fmt::Display| format!("rules/{file}: {complaint}");
    let text = fs::read_to_string(folder.join(file)).map_err(|error| wrong(&error))?;
    // A build script lives for a second; texts that live as long spare it every lifetime.
    let text: &'static str = Box::leak(text.into_boxed_str());
    let root = DeTable::parse(text).map_err(|error| wrong(&error))?;
    Ok(Ledger { file: file.to_owned(), text, root: root.into_inner() })
}

impl Ledger {
    fn place(&self, at: usize) -> String {
        let line = self.text[..at].matches('\n').count() + 1;
        format!("rules/{}:{line}", self.file)
    }

    /// The `[book]`, if the file has one.
    fn head(&self) -> Result<Option<Entry>, String> {
        let Some(value) = self.root.get("book") else {
            return Ok(None);
        };
        let place = self.place(value.span().start);
        match value.get_ref() {
            DeValue::Table(table) => Ok(Some(Entry { place, table: table.clone() })),
            _ => Err(format!("{place}: book is not a [book]")),
        }
    }

    /// What `[chapters]` says: a code and its words, line by line.
    fn chapters(&self) -> Result<Vec<(String, String)>, String> {
        let Some(value) = self.root.get("chapters") else {
            return Ok(Vec::new());
        };
        let place = self.place(value.span().start);
        let wrong = || format!("{place}: chapters is not a [chapters] of codes and words");
        let table = value.get_ref().as_table().ok_or_else(wrong)?;
        let mut chapters = Vec::new();
        for (code, words) in table {
            let words = words.get_ref().as_str().ok_or_else(wrong)?;
            chapters.push((code.get_ref().to_string(), words.to_owned()));
        }
        Ok(chapters)
    }

    /// Every `[[key]]`. Nothing else may stand in the file but a head and the words of its chapters.
    fn entries(&self, key: &str) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        for (name, value) in &self.root {
            let items = match value.get_ref() {
                DeValue::Array(items) if name.get_ref() == key => items,
                _ if name.get_ref() == "book" || name.get_ref() == "chapters" => continue,
                _ => return Err(format!("rules/{}: {} is not a [[{key}]]", self.file, name.get_ref())),
            };
            for item in items {
                let place = self.place(item.span().start);
                match item.get_ref() {
                    DeValue::Table(table) => entries.push(Entry { place, table: table.clone() }),
                    _ => return Err(format!("{place}: not a table")),
                }
            }
        }
        Ok(entries)
    }
}
