//! Where a character of a text value stands in the file.

use std::ops::Range;

/// The byte at which the given line and character (both counted from 0) of a decoded text is written in the file.
///
/// `span` is the whole value with its quotes. A character past the end of a line gives the end of that line, a line
/// past the last gives the end of the text.
pub(crate) fn locate(file: &str, span: Range<usize>, line: usize, character: usize) -> usize {
    let written = file.get(span.clone()).unwrap_or_default();
    let quotes = match written {
        _ if written.starts_with("'''") || written.starts_with("\"\"\"") => 3,
        _ if written.starts_with(['\'', '"']) => 1,
        _ => return span.start,
    };
    let escapes = written.starts_with('"');
    let quote = &written[..quotes];
    let body = &written[quotes..];
    let body = body.strip_suffix(quote).unwrap_or(body);

    let mut rest = body;
    if quotes == 3 {
        // TOML drops a line break right after the opening quotes.
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    let (mut at_line, mut at_character) = (0, 0);
    loop {
        let byte = span.start + quotes + (body.len() - rest.len());
        let Some((decoded, after)) = next(rest, escapes) else {
            return byte;
        };
        if let Some(decoded) = decoded {
            let line_ends = decoded == '\n';
            if at_line == line && (at_character == character || line_ends) {
                return byte;
            }
            if line_ends {
                (at_line, at_character) = (at_line + 1, 0);
            } else {
                at_character += 1;
            }
        }
        rest = after;
    }
}

/// The next character of the decoded text and what is written after it. A line continuation decodes to no character.
///
/// Which character an escape stands for does not matter here, unless it is a line break.
fn next(written: &str, escapes: bool) -> Option<(Option<char>, &str)> {
    let mut characters = written.chars();
    let first = characters.next()?;
    if first != '\\' || !escapes {
        return Some((Some(first), characters.as_str()));
    }
    let digits = match characters.next() {
        Some('n') => return Some((Some('\n'), characters.as_str())),
        Some(' ' | '\t' | '\n') => return Some((None, characters.as_str().trim_start())),
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        _ => 0,
    };
    let after = characters.as_str();
    Some((Some('\u{fffd}'), after.get(digits..).unwrap_or_default()))
}
