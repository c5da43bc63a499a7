//! A choice is a value with one canonical line of text.
//!
//! The line is a verb followed by what it points at, separated by single spaces:
//!
//! ```text
//! attack sacrificial-dagger b.orc-raider-2      a name of the pack, then a figure
//! enter B6                                      a square
//! move >C6>D7>E7                                a way over squares, without the one it starts from
//! move @24.500,36.500,0.000>@25.000,38.250,4.000   a way in thousandths of an inch, without the point it starts from
//! move @24.500,36.500,0.000>                    the same with one leg
//! avoid 10                                      a number
//! first side-b                                  a seat
//! ```

use crate::{Figure, Name, Seat, Tags};
use space::grid::Square;
use space::inches::Spot;
use std::fmt::Write;

/// Longer lines are refused unread.
pub const MAX_LINE: usize = 4096;
/// Steps of one way over squares.
pub const MAX_STEPS: usize = 30;
const MAX_LEGS: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub verb: Name,
    pub things: [Thing; 3],
    pub way: Way,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    None,
    Name(Name),
    Figure(Figure),
    Square(Square),
    Spot(Spot),
    Number(i32),
    Seat(Seat),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    None,
    Walk(Walk),
    Track(Box<[Spot]>),
}

/// Squares entered one after the other, kept in place so that a move costs no allocation.
#[derive(Clone, Copy)]
pub struct Walk {
    len: u8,
    squares: [Square; MAX_STEPS],
}

impl Choice {
    pub fn new(verb: Name, things: &[Thing]) -> Choice {
        let mut all = [Thing::None; 3];
        for (slot, thing) in all.iter_mut().zip(things) {
            *slot = *thing;
        }
        Choice { verb, things: all, way: Way::None }
    }

    pub fn walk(verb: Name, walk: Walk) -> Choice {
        Choice { verb, things: [Thing::None; 3], way: Way::Walk(walk) }
    }

    pub fn line(&self, tags: &dyn Tags) -> String {
        let mut out = String::from(self.verb.text());
        for thing in &self.things {
            match thing {
                Thing::None => continue,
                Thing::Name(name) => write!(out, " {name}"),
                Thing::Figure(figure) => write!(out, " {}", tags.tag(*figure)),
                Thing::Square(square) => write!(out, " {square}"),
                Thing::Spot(spot) => write!(out, " {spot}"),
                Thing::Number(number) => write!(out, " {number}"),
                Thing::Seat(seat) => write!(out, " side-{seat}"),
            }
            .ok();
        }
        match &self.way {
            Way::None => {}
            Way::Walk(walk) => {
                out.push(' ');
                for square in walk.squares() {
                    write!(out, ">{square}").ok();
                }
                if walk.is_empty() {
                    out.push('>');
                }
            }
            Way::Track(spots) => {
                for (i, spot) in spots.iter().enumerate() {
                    out.push(if i == 0 { ' ' } else { '>' });
                    write!(out, "{spot}").ok();
                }
                // One point alone would read as a place.
                if spots.len() == 1 {
                    out.push('>');
                }
            }
        }
        out
    }

    /// Reads a line. It says nothing about whether the choice is legal now.
    ///
    /// # Errors
    /// Names the first word that means nothing, and what could stand there.
    pub fn parse(line: &str, tags: &dyn Tags) -> Result<Choice, Malformed> {
        if line.len() > MAX_LINE {
            return Err(Malformed(format!("a line of {} bytes; at most {MAX_LINE} are read", line.len())));
        }
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let Some(verb) = words.next() else {
            return Err(Malformed("an empty line where a choice was expected".into()));
        };
        let verb = Name::known(verb).ok_or_else(|| Malformed(format!("unknown verb {:?}", clip(verb))))?;
        let mut choice = Choice::new(verb, &[]);
        let mut next = 0;
        for word in words {
            if word.starts_with('>') {
                choice.way = Way::Walk(parse_walk(word)?);
                continue;
            }
            if word.starts_with('@') && word.contains('>') {
                choice.way = Way::Track(parse_track(word)?);
                continue;
            }
            let Some(slot) = choice.things.get_mut(next) else {
                return Err(Malformed(format!("{:?} is one word too many", clip(word))));
            };
            *slot = parse_thing(word, tags)?;
            next += 1;
        }
        Ok(choice)
    }
}

/// A line that is no choice at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub String);

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn parse_thing(word: &str, tags: &dyn Tags) -> Result<Thing, Malformed> {
    if let Some(letter) = word.strip_prefix("side-") {
        let mut chars = letter.chars();
        if let (Some(seat), None) = (chars.next().and_then(Seat::from_letter), chars.next()) {
            return Ok(Thing::Seat(seat));
        }
    }
    if word.starts_with('@') {
        return word.parse().map(Thing::Spot).map_err(|e| Malformed(e.to_string()));
    }
    if word.contains('.') {
        return tags
            .tagged(word)
            .map(Thing::Figure)
            .ok_or_else(|| Malformed(format!("no figure is called {:?}", clip(word))));
    }
    if word.starts_with(|c: char| c.is_ascii_uppercase())
        && let Ok(square) = word.parse()
    {
        return Ok(Thing::Square(square));
    }
    if let Ok(number) = word.parse() {
        return Ok(Thing::Number(number));
    }
    Name::known(word)
        .map(Thing::Name)
        .ok_or_else(|| Malformed(format!("{:?} is no figure, square, number or known name", clip(word))))
}

fn parse_walk(word: &str) -> Result<Walk, Malformed> {
    let mut walk = Walk::default();
    for part in word.split('>').skip(1).filter(|part| !part.is_empty()) {
        let square: Square = part.parse().map_err(|_| Malformed(format!("{:?} is no square", clip(part))))?;
        if !walk.push(square) {
            return Err(Malformed(format!("a way of more than {MAX_STEPS} steps")));
        }
    }
    Ok(walk)
}

fn parse_track(word: &str) -> Result<Box<[Spot]>, Malformed> {
    let spots: Vec<Spot> = word
        .split('>')
        .filter(|part| !part.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|e: space::inches::SpotError| Malformed(e.to_string()))?;
    if spots.len() > MAX_LEGS {
        return Err(Malformed(format!("a way of more than {MAX_LEGS} legs")));
    }
    Ok(spots.into_boxed_slice())
}

fn clip(word: &str) -> &str {
    match word.char_indices().nth(40) {
        Some((at, _)) => &word[..at],
        None => word,
    }
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { len: 0, squares: [Square { x: 0, y: 0 }; MAX_STEPS] }
    }
}

impl Walk {
    /// Adds a square; false when the way is full.
    pub fn push(&mut self, square: Square) -> bool {
        let Some(slot) = self.squares.get_mut(self.len as usize) else {
            return false;
        };
        *slot = square;
        self.len += 1;
        true
    }

    pub fn pop(&mut self) -> Option<Square> {
        self.len = self.len.checked_sub(1)?;
        Some(self.squares[self.len as usize])
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.len as usize]
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl FromIterator<Square> for Walk {
    /// Squares past [`MAX_STEPS`] are left out.
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Walk {
        let mut walk = Walk::default();
        for square in squares {
            walk.push(square);
        }
        walk
    }
}

impl PartialEq for Walk {
    fn eq(&self, other: &Walk) -> bool {
        self.squares() == other.squares()
    }
}

impl Eq for Walk {}

impl std::fmt::Debug for Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.squares()).finish()
    }
}
