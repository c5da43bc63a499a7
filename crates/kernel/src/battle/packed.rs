//! Facts in few bytes. A long battle has thousands of them, and hardly any is looked at again.

use crate::oracle::Fact;
use crate::{Choice, Fall, Figure, Name, Seat, Thing, Walk, Way};
use space::grid::Square;
use space::inches::Spot;

/// Facts one after the other. They are read in the order in which they were put in.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// Every name that was used, each once: a fact holds its place in this list.
    names: Vec<Name>,
}

/// Stands where a choice has its seat.
const DICE: u8 = u8::MAX;

impl Packed {
    /// How many bytes there are: the place where the next fact will be.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    pub(super) fn put(&mut self, fact: &Fact) {
        match fact {
            Fact::Dice(fall) => {
                self.bytes.push(DICE);
                self.bytes.push(fall.faces().len() as u8);
                self.bytes.extend(fall.faces());
                self.number(fall.value);
            }
            Fact::Choice(seat, choice) => {
                self.bytes.push(seat.0);
                self.name(choice.verb);
                choice.things.iter().for_each(|thing| self.thing(*thing));
                self.way(&choice.way);
            }
        }
    }

    fn number(&mut self, number: i32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn short(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn name(&mut self, name: Name) {
        let known = self.names.iter().position(|known| *known == name);
        let at = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        self.short(at as u16);
    }

    fn spot(&mut self, spot: Spot) {
        [spot.x, spot.y, spot.z].into_iter().for_each(|number| self.number(number));
    }

    fn thing(&mut self, thing: Thing) {
        match thing {
            Thing::None => self.bytes.push(0),
            Thing::Name(name) => {
                self.bytes.push(1);
                self.name(name);
            }
            Thing::Figure(figure) => {
                self.bytes.push(2);
                self.short(figure.0);
            }
            Thing::Square(square) => self.bytes.extend([3, square.x, square.y]),
            Thing::Spot(spot) => {
                self.bytes.push(4);
                self.spot(spot);
            }
            Thing::Number(number) => {
                self.bytes.push(5);
                self.number(number);
            }
            Thing::Seat(seat) => self.bytes.extend([6, seat.0]),
        }
    }

    fn way(&mut self, way: &Way) {
        match way {
            Way::None => self.bytes.push(0),
            Way::Walk(walk) => {
                self.bytes.extend([1, walk.squares().len() as u8]);
                walk.squares().iter().for_each(|square| self.bytes.extend([square.x, square.y]));
            }
            Way::Track(spots) => {
                self.bytes.push(2);
                self.short(spots.len() as u16);
                spots.iter().for_each(|spot| self.spot(*spot));
            }
        }
    }

    /// The facts between two places where facts begin.
    pub(super) fn read(&self, from: usize, until: usize) -> Vec<Fact> {
        let bytes = self.bytes.get(from..until).unwrap_or_default();
        let mut rest = Rest { bytes, names: &self.names };
        let mut facts = Vec::new();
        while let Some(fact) = rest.fact() {
            facts.push(fact);
        }
        facts
    }
}

/// What is still to be read.
struct Rest<'a> {
    bytes: &'a [u8],
    names: &'a [Name],
}

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (found, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*found)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn short(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn number(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    fn name(&mut self) -> Option<Name> {
        let at = self.short()?;
        self.names.get(usize::from(at)).copied()
    }

    fn square(&mut self) -> Option<Square> {
        self.take().map(|[x, y]| Square::new(x, y))
    }

    fn spot(&mut self) -> Option<Spot> {
        Some(Spot::new(self.number()?, self.number()?, self.number()?))
    }

    fn fact(&mut self) -> Option<Fact> {
        match self.byte()? {
            DICE => {
                let count = self.byte()?;
                let faces = (0..count).map(|_| self.byte()).collect::<Option<Vec<u8>>>()?;
                let mut fall = Fall::of(&faces)?;
                fall.value = self.number()?;
                Some(Fact::Dice(fall))
            }
            seat => {
                let verb = self.name()?;
                let things = [self.thing()?, self.thing()?, self.thing()?];
                let way = self.way()?;
                Some(Fact::Choice(Seat(seat), Choice { verb, things, way }))
            }
        }
    }

    fn thing(&mut self) -> Option<Thing> {
        match self.byte()? {
            1 => self.name().map(Thing::Name),
            2 => self.short().map(|figure| Thing::Figure(Figure(figure))),
            3 => self.square().map(Thing::Square),
            4 => self.spot().map(Thing::Spot),
            5 => self.number().map(Thing::Number),
            6 => self.byte().map(|seat| Thing::Seat(Seat(seat))),
            _ => Some(Thing::None),
        }
    }

    fn way(&mut self) -> Option<Way> {
        match self.byte()? {
            1 => {
                let steps = self.byte()?;
                (0..steps).map(|_| self.square()).collect::<Option<Walk>>().map(Way::Walk)
            }
            2 => {
                let legs = self.short()?;
                (0..legs).map(|_| self.spot()).collect::<Option<Box<[Spot]>>>().map(Way::Track)
            }
            _ => Some(Way::None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_out_as_they_went_in() {
        let name = Name::of;
        let squares = [Square::new(3, 4), Square::new(255, 0)];
        let spots = [Spot::new(-5, 0, 24_500), Spot::new(i32::MAX, i32::MIN, 1)];
        let mut rolled = Fall::of(&[6, 1, 4]).unwrap();
        rolled.value = 6;
        let facts = [
            Fact::Choice(Seat(0), Choice::new(name("pass"), &[])),
            Fact::Dice(rolled),
            Fact::Choice(
                Seat(7),
                Choice::new(name("cast"), &[Thing::Name(name("grave-bolt")), Thing::Figure(Figure(900))]),
            ),
            Fact::Choice(
                Seat(1),
                Choice::new(name("cast"), &[Thing::Square(squares[1]), Thing::Spot(spots[0]), Thing::Number(-1)]),
            ),
            Fact::Choice(Seat(1), Choice::new(name("first"), &[Thing::Seat(Seat(3))])),
            Fact::Choice(Seat(1), Choice::walk(name("move"), Walk::from_iter(squares))),
            Fact::Choice(Seat(1), Choice::walk(name("move"), Walk::default())),
            Fact::Choice(Seat(1), Choice { way: Way::Track(Box::new(spots)), ..Choice::new(name("move"), &[]) }),
            Fact::Dice(Fall::of(&[20]).unwrap()),
        ];
        let mut packed = Packed::default();
        let mut places = Vec::new();
        for fact in &facts {
            places.push(packed.len());
            packed.put(fact);
        }
        assert_eq!(packed.read(0, packed.len()), facts);
        assert_eq!(packed.read(places[2], places[5]), facts[2..5]);
        packed.truncate(places[3]);
        packed.put(&facts[7]);
        assert_eq!(packed.read(places[3], packed.len()), facts[7..8]);
    }
}
