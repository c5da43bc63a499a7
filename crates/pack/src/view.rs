//! What a case can look at: the values of a situation by a path of words. Declared as data, so that they can be listed,
//! checked and suggested.

use crate::nearest::nearest;
use kernel::{Figure, Seat, Tags, Value};
use space::grid::Square;
use space::inches::Spot;

/// One kind of value that a path may name.
pub struct View<St: 'static> {
    /// How its path is written, with places for what it is about: `score.SIDE`.
    name: &'static str,
    of: Of<St>,
}

enum Of<St: 'static> {
    Battle(fn(&St) -> Value),
    Side(fn(&St, Seat) -> Option<Value>),
    Figure(fn(&St, Figure) -> Value),
    Word(fn(&St, Figure) -> Vec<String>, fn(&St, Figure, &str) -> Option<Value>),
    Pair(fn(&St, Figure, Figure) -> Option<Value>),
}

impl<St> std::fmt::Debug for View<St> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.path())
    }
}

impl<St> View<St> {
    /// A value of the whole battle: `round`.
    pub const fn battle(name: &'static str, read: fn(&St) -> Value) -> View<St> {
        View { name, of: Of::Battle(read) }
    }

    /// A value of a side, whose letter stands where the name says `SIDE`: `score.SIDE`. None where there is no such side.
    pub const fn side(name: &'static str, read: fn(&St, Seat) -> Option<Value>) -> View<St> {
        View { name, of: Of::Side(read) }
    }

    /// A value of a figure: `a.necro.vigor`.
    pub const fn figure(name: &'static str, read: fn(&St, Figure) -> Value) -> View<St> {
        View { name, of: Of::Figure(read) }
    }

    /// Values of a figure that are told apart by one more word: `a.necro.stat.armor`; where the name is empty, by that word
    /// alone.
    pub const fn word(
        name: &'static str,
        words: fn(&St, Figure) -> Vec<String>,
        read: fn(&St, Figure, &str) -> Option<Value>,
    ) -> View<St> {
        View { name, of: Of::Word(words, read) }
    }

    /// A value of two figures: `distance:a.necro:b.orc`. None where one of them is not on the table.
    pub const fn pair(name: &'static str, read: fn(&St, Figure, Figure) -> Option<Value>) -> View<St> {
        View { name, of: Of::Pair(read) }
    }

    /// How a path to it is written: `FIGURE.vigor`.
    pub fn path(&self) -> String {
        match self.of {
            Of::Battle(_) | Of::Side(_) => self.name.to_owned(),
            Of::Figure(_) => format!("FIGURE.{}", self.name),
            Of::Word(..) if self.name.is_empty() => "FIGURE.WORD".to_owned(),
            Of::Word(..) => format!("FIGURE.{}.WORD", self.name),
            Of::Pair(_) => format!("{}:FIGURE:FIGURE", self.name),
        }
    }
}

pub fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}

pub fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

pub fn flag(value: bool) -> Value {
    Value::Flag(value)
}

/// The word of a closed vocabulary that stands for a value.
pub fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> Value {
    text(words.iter().find(|(_, known)| known == value).map_or("none", |(word, _)| *word))
}

/// The seat that won, or `none`.
pub fn winner(outcome: Option<&kernel::Outcome>) -> Value {
    text(outcome.and_then(|outcome| outcome.winner).map_or("none".to_owned(), |seat| seat.to_string()))
}

/// Reads the value at a path.
///
/// # Errors
/// Says which word names nothing, and what was probably meant.
pub fn look<St: Tags>(views: &[View<St>], state: &St, path: &str) -> Result<Value, String> {
    if let Some(value) = find(views, state, path) {
        return Ok(value);
    }
    if let Some((place, axis)) = path.rsplit_once('.')
        && let Some(value) = find(views, state, place)
        && let Some(found) = coordinate(&value.to_string(), axis)
    {
        return Ok(found);
    }
    Err(lost(views, state, path))
}

/// The figures of a situation by their tags.
pub fn tags<St: Tags + ?Sized>(state: &St) -> Vec<String> {
    /// More than any situation has, those of a campaign with their gaps included.
    const MOST: u16 = 512;
    let named = |figure: Figure| {
        let tag = state.tag(figure);
        (state.tagged(&tag) == Some(figure)).then_some(tag)
    };
    (0..MOST).map(Figure).filter_map(named).collect()
}

fn find<St: Tags>(views: &[View<St>], state: &St, path: &str) -> Option<Value> {
    if let Some((what, pair)) = path.split_once(':') {
        let (one, other) = pair.split_once(':')?;
        let (one, other) = (state.tagged(one)?, state.tagged(other)?);
        return views.iter().find_map(|view| match view.of {
            Of::Pair(read) if view.name == what => read(state, one, other),
            _ => None,
        });
    }
    let (head, tail) = path.rsplit_once('.').unwrap_or((path, ""));
    let own = state.tagged(head);
    let further = head.rsplit_once('.').and_then(|(tag, kind)| Some((state.tagged(tag)?, kind)));
    views.iter().find_map(|view| match (&view.of, own, further) {
        (Of::Battle(read), ..) if view.name == path => Some(read(state)),
        (Of::Side(read), ..) => read(state, side(view.name, path)?),
        (Of::Figure(read), Some(figure), _) if view.name == tail => Some(read(state, figure)),
        (Of::Word(_, read), Some(figure), _) if view.name.is_empty() => read(state, figure, tail),
        (Of::Word(_, read), _, Some((figure, kind))) if view.name == kind => read(state, figure, tail),
        _ => None,
    })
}

/// The side that a path is about, where it is written like the name of the view.
fn side(name: &str, path: &str) -> Option<Seat> {
    let (before, after) = name.split_once("SIDE")?;
    let letter = path.strip_prefix(before)?.strip_suffix(after)?;
    let mut letters = letter.chars();
    letters.next().and_then(Seat::from_letter).filter(|_| letters.next().is_none())
}

/// One coordinate of a place: `x`, `y` and `z` of a table in inches, `column` and `row` of a board of squares.
fn coordinate(place: &str, axis: &str) -> Option<Value> {
    if let Ok(spot) = place.parse::<Spot>() {
        let length = match axis {
            "x" => spot.x,
            "y" => spot.y,
            "z" => spot.z,
            _ => return None,
        };
        let inches = format!("{}{}.{:03}", if length < 0 { "-" } else { "" }, length.abs() / 1000, length.abs() % 1000);
        return Some(text(inches.trim_end_matches('0').trim_end_matches('.')));
    }
    let square = place.parse::<Square>().ok()?.to_string();
    let digits = square.find(|c: char| c.is_ascii_digit())?;
    match axis {
        "column" => Some(text(&square[..digits])),
        "row" => Some(number(square[digits..].parse::<i64>().ok()?)),
        _ => None,
    }
}

/// Why a path names nothing.
fn lost<St: Tags>(views: &[View<St>], state: &St, path: &str) -> String {
    let all = tags(state);
    let known = |tag: &str| all.iter().any(|known| known == tag);
    let paths = paths(views, state, &all);
    // Only the first of two figures is listed, so both are mended by their own names.
    let candidates = match path.split_once(':') {
        Some((what, rest)) => {
            let (one, other) = rest.split_once(':').unwrap_or((rest, ""));
            for tag in [one, other] {
                if !known(tag) {
                    return format!("{path:?} names nothing: {}", stranger(tag, &all));
                }
            }
            let pairs: Vec<&str> =
                views.iter().filter(|view| matches!(view.of, Of::Pair(_))).map(|view| view.name).collect();
            if pairs.contains(&what) {
                return format!("{path:?} names nothing: one of the two is not on the table");
            }
            pairs.iter().map(|name| format!("{name}:{rest}")).collect()
        }
        None => paths,
    };
    if let Some(meant) = nearest(path, candidates.iter().map(String::as_str)) {
        return format!("{path:?} names nothing; did you mean {meant:?}?");
    }
    let figure = path.rmatch_indices('.').map(|(at, _)| &path[..at]).find(|tag| known(tag));
    if let Some(tag) = figure {
        let words = views.iter().filter_map(|view| match view.of {
            Of::Figure(_) => Some(view.name.to_owned()),
            Of::Word(..) if !view.name.is_empty() => Some(format!("{}.…", view.name)),
            Of::Word(words, _) => state.tagged(tag).map(|figure| words(state, figure).join(", ")),
            _ => None,
        });
        return format!("{path:?} names nothing; of {tag} one can ask {}", words.collect::<Vec<_>>().join(", "));
    }
    let other = views.iter().filter(|view| matches!(view.of, Of::Battle(_) | Of::Side(_))).map(|view| view.name);
    let other = other.collect::<Vec<_>>().join(", ");
    format!("{path:?} names nothing; one can ask {other}, and more of each figure ({})", all.join(", "))
}

/// Every path of one figure or side, as it would be written here.
fn paths<St: Tags>(views: &[View<St>], state: &St, tags: &[String]) -> Vec<String> {
    let sides = || (0..kernel::MAX_SEATS as u8).map(Seat);
    let of = |view: &View<St>| -> Vec<String> {
        match &view.of {
            Of::Battle(_) => vec![view.name.to_owned()],
            Of::Side(read) => {
                let there = sides().filter(|seat| read(state, *seat).is_some());
                there.map(|seat| view.name.replace("SIDE", &seat.to_string())).collect()
            }
            Of::Figure(_) => tags.iter().map(|tag| format!("{tag}.{}", view.name)).collect(),
            Of::Word(words, _) => {
                let front = if view.name.is_empty() { String::new() } else { format!("{}.", view.name) };
                let words = |tag: &String| state.tagged(tag).map_or_else(Vec::new, |figure| words(state, figure));
                tags.iter()
                    .flat_map(|tag| {
                        words(tag).into_iter().map(|word| format!("{tag}.{front}{word}")).collect::<Vec<_>>()
                    })
                    .collect()
            }
            Of::Pair(_) => Vec::new(),
        }
    };
    views.iter().flat_map(of).collect()
}

/// `no figure is called "b.ork"; did you mean "b.orc"?`
pub fn stranger(tag: &str, tags: &[String]) -> String {
    let meant = match nearest(tag, tags.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean {meant:?}?"),
        None => format!("there are {}", tags.join(", ")),
    };
    format!("no figure is called {tag:?}; {meant}")
}
