//! What an answer is made of besides its verb.

use crate::{Ask, Choice, Figure, Name, Seat, Speaks, Thing, Walk, Way};
use space::grid::Square;
use space::inches::{Spot, path};

/// A field of an answer: how it stands in a line.
pub trait Part: Sized {
    const SHAPE: Shape;
    /// Words of code that it may be; names of the pack are made known by the pack.
    const WORDS: &'static [&'static str] = &[];

    fn put(&self, line: &mut Choice);
    fn take(reading: &mut Reading<'_>) -> Option<Self>;
}

/// How a field reads in a label.
pub trait Said<St: ?Sized> {
    fn said(&self, state: &St, ask: &Ask) -> String;
}

/// What kind of thing stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Name,
    Figure,
    Square,
    Spot,
    Number,
    Seat,
    /// A way over squares.
    Walk,
    /// A way in inches.
    Track,
}

impl Shape {
    /// The shapes of what follows the verb of a choice.
    pub fn of(choice: &Choice) -> impl Iterator<Item = Shape> + '_ {
        let way = match choice.way {
            Way::None => None,
            Way::Walk(_) => Some(Shape::Walk),
            Way::Track(_) => Some(Shape::Track),
        };
        choice.things.iter().filter_map(Shape::of_thing).chain(way)
    }

    fn of_thing(thing: &Thing) -> Option<Shape> {
        Some(match thing {
            Thing::None => return None,
            Thing::Name(_) => Shape::Name,
            Thing::Figure(_) => Shape::Figure,
            Thing::Square(_) => Shape::Square,
            Thing::Spot(_) => Shape::Spot,
            Thing::Number(_) => Shape::Number,
            Thing::Seat(_) => Shape::Seat,
        })
    }

    /// The place of such a thing in a line, for a page of notation: `FIGURE`.
    pub fn text(self) -> &'static str {
        match self {
            Shape::Name => "NAME",
            Shape::Figure => "FIGURE",
            Shape::Square => "SQUARE",
            Shape::Spot => "@X,Y,Z",
            Shape::Number => "NUMBER",
            Shape::Seat => "SIDE",
            Shape::Walk => ">SQUARE>SQUARE",
            Shape::Track => "@X,Y,Z>@X,Y,Z",
        }
    }
}

/// A line that is read field by field.
#[derive(Debug)]
pub struct Reading<'a> {
    choice: &'a Choice,
    next: usize,
    way: bool,
}

impl<'a> Reading<'a> {
    pub fn of(choice: &'a Choice) -> Reading<'a> {
        Reading { choice, next: 0, way: false }
    }

    /// The next thing of the line, and on to the one after it.
    pub fn thing(&mut self) -> Option<Thing> {
        let thing = *self.choice.things.get(self.next)?;
        self.next += 1;
        Some(thing).filter(|thing| *thing != Thing::None)
    }

    pub fn way(&mut self) -> &'a Way {
        self.way = true;
        &self.choice.way
    }

    /// Whether nothing is left over.
    pub fn is_done(&self) -> bool {
        let things = self.choice.things.get(self.next).is_none_or(|thing| *thing == Thing::None);
        things && (self.way || self.choice.way == Way::None)
    }
}

/// Puts a thing into the first free place of a line.
fn put(line: &mut Choice, thing: Thing) {
    if let Some(place) = line.things.iter_mut().find(|place| **place == Thing::None) {
        *place = thing;
    }
}

macro_rules! parts {
    ($($type:ty: $shape:ident;)*) => { $(
        impl Part for $type {
            const SHAPE: Shape = Shape::$shape;

            fn put(&self, line: &mut Choice) {
                put(line, Thing::$shape(*self));
            }

            fn take(reading: &mut Reading<'_>) -> Option<$type> {
                match reading.thing()? {
                    Thing::$shape(value) => Some(value),
                    _ => None,
                }
            }
        }
    )* };
}

parts! {
    Name: Name;
    Figure: Figure;
    Square: Square;
    Spot: Spot;
    i32: Number;
    Seat: Seat;
}

impl Part for Walk {
    const SHAPE: Shape = Shape::Walk;

    fn put(&self, line: &mut Choice) {
        line.way = Way::Walk(*self);
    }

    fn take(reading: &mut Reading<'_>) -> Option<Walk> {
        if let Way::Walk(walk) = reading.way() { Some(*walk) } else { None }
    }
}

impl Part for Box<[Spot]> {
    const SHAPE: Shape = Shape::Track;

    fn put(&self, line: &mut Choice) {
        line.way = Way::Track(self.clone());
    }

    fn take(reading: &mut Reading<'_>) -> Option<Box<[Spot]>> {
        if let Way::Track(track) = reading.way() { Some(track.clone()) } else { None }
    }
}

impl<St: Speaks> Said<St> for Figure {
    fn said(&self, state: &St, _: &Ask) -> String {
        state.figure_name(*self)
    }
}

impl<St: Speaks> Said<St> for Seat {
    fn said(&self, state: &St, _: &Ask) -> String {
        state.seat_name(*self)
    }
}

impl<St: Speaks> Said<St> for Name {
    fn said(&self, state: &St, ask: &Ask) -> String {
        state.name_title(ask.actor, *self)
    }
}

impl<St> Said<St> for Square {
    fn said(&self, _: &St, _: &Ask) -> String {
        self.to_string()
    }
}

impl<St> Said<St> for i32 {
    fn said(&self, _: &St, _: &Ask) -> String {
        self.to_string()
    }
}

/// In tenths of an inch.
impl<St> Said<St> for Spot {
    fn said(&self, _: &St, _: &Ask) -> String {
        format!("{}, {}", tenths(self.x), tenths(self.y))
    }
}

/// Where it ends.
impl<St> Said<St> for Walk {
    fn said(&self, _: &St, _: &Ask) -> String {
        self.squares().last().map_or_else(|| "nowhere".to_owned(), ToString::to_string)
    }
}

/// How long it is.
impl<St> Said<St> for Box<[Spot]> {
    fn said(&self, _: &St, _: &Ask) -> String {
        format!("{} inches", tenths(path::plan_length(self)))
    }
}

/// Thousandths of an inch as inches with one digit.
fn tenths(thousandths: i32) -> String {
    let tenths = (i64::from(thousandths) + 50).div_euclid(100);
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// Lets an enum of code stand in answers as a word of its own:
///
/// ```text
/// word_parts! { Token: Green = "green", Blue = "blue", Red = "red" }
/// ```
#[macro_export]
macro_rules! word_parts {
    ($type:ty: $($variant:ident = $word:literal),+ $(,)?) => {
        impl $crate::decision::Part for $type {
            const SHAPE: $crate::decision::Shape = $crate::decision::Shape::Name;
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn put(&self, line: &mut $crate::Choice) {
                let name = match self { $(
                    <$type>::$variant => {
                        static WORD: $crate::decision::Verb = $crate::decision::Verb::new($word);
                        WORD.name()
                    }
                )+ };
                <$crate::Name as $crate::decision::Part>::put(&name, line);
            }

            fn take(reading: &mut $crate::decision::Reading<'_>) -> Option<$type> {
                match <$crate::Name as $crate::decision::Part>::take(reading)?.text() {
                    $($word => Some(<$type>::$variant),)+
                    _ => None,
                }
            }
        }

        impl<St> $crate::decision::Said<St> for $type {
            fn said(&self, _: &St, _: &$crate::Ask) -> String {
                $crate::capital(&match self { $(<$type>::$variant => $word),+ }.replace('-', " "))
            }
        }
    };
}
