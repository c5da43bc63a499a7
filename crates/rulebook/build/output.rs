//! Writing the rules as Rust.

use std::fmt::Write;

use crate::ledger::{Book, Library};

// Writing to a string cannot fail, so the result of `writeln!` is dropped throughout.

/// One type for each book, with a constant for each of its rules.
pub(crate) fn constants(library: &Library) -> String {
    let mut code = String::new();
    for Book { prefix, title, rules, .. } in &library.books {
        let _ = writeln!(code, "/// The rules of {title}, by id: `{prefix}-MOVE-01` is `{prefix}::MOVE_01`.");
        let _ = writeln!(code, "#[derive(Debug)]\npub struct {prefix};\nimpl {prefix} {{");
        for rule in rules {
            let name = rule.id[prefix.len() + 1..].replace('-', "_");
            let _ = writeln!(code, "    #[doc = {:?}]", markdown(&rule.title));
            let _ = writeln!(code, "    pub const {name}: Rule = Rule::new({:?});", rule.id);
        }
        let _ = writeln!(code, "}}");
    }
    code
}

/// The static tables behind the crate's functions.
pub(crate) fn tables(library: &Library) -> String {
    let mut code = String::new();
    books(&mut code, library);
    entries(&mut code, library);
    index(&mut code, library);
    definitions(&mut code, library);
    code
}

fn books(code: &mut String, library: &Library) {
    let _ = writeln!(code, "pub(crate) static BOOKS: [Book; {}] = [", library.books.len());
    let mut start = 0;
    for Book { system, prefix, title, about, space, turn, dice, rules, .. } in &library.books {
        let end = start + rules.len();
        let _ = writeln!(
            code,
            "    Book {{ system: {system:?}, prefix: {prefix:?}, title: {title:?}, about: {about:?}, space: {space:?}, \
             turn: {turn:?}, dice: {dice:?}, first: {start}, end: {end} }},",
        );
        start = end;
    }
    let _ = writeln!(code, "];");
}

fn entries(code: &mut String, library: &Library) {
    let count: usize = library.books.iter().map(|book| book.rules.len()).sum();
    let _ = writeln!(code, "pub(crate) static ENTRIES: [Entry; {count}] = [");
    for book in &library.books {
        for rule in &book.rules {
            let see = rule.see.as_ref().map(|id| format!("Some(Rule::new({id:?}))"));
            let _ = writeln!(
                code,
                "    Entry {{ rule: Rule::new({:?}), system: {:?}, chapter: {:?}, chapter_title: {:?}, title: {:?}, text: {:?}, \
                 cases: &{:?}, ruling: {:?}, gap: {:?}, part: {:?}, origin: {:?}, optional: {}, see: {} }},",
                rule.id,
                book.system,
                rule.chapter,
                book.chapter_title(&rule.chapter),
                rule.title,
                rule.text,
                rule.cases,
                rule.ruling,
                rule.gap,
                rule.part,
                rule.origin,
                rule.optional,
                see.as_deref().unwrap_or("None"),
            );
        }
    }
    let _ = writeln!(code, "];");
}

/// The positions of all entries in order of their ids, for binary search.
fn index(code: &mut String, library: &Library) {
    let ids: Vec<&String> = library.books.iter().flat_map(|book| &book.rules).map(|rule| &rule.id).collect();
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_key(|&position| ids[position]);
    let count = order.len();
    let _ = writeln!(code, "pub(crate) static BY_ID: [usize; {count}] = {order:?};");
}

fn definitions(code: &mut String, library: &Library) {
    let _ = writeln!(code, "pub(crate) static DEFINITIONS: &[Definition] = &[");
    for (id, reason) in &library.definitions {
        let _ = writeln!(code, "    Definition {{ rule: Rule::new({id:?}), reason: {reason:?} }},");
    }
    let _ = writeln!(code, "];");
}

/// A title as documentation: nothing in it may pass for a link, a tag or emphasis.
fn markdown(title: &str) -> String {
    let mut escaped = String::new();
    for character in title.chars() {
        if "[]<>*_`\\".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
