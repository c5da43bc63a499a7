//! The cast of a battle: whose each figure is and how it is called, in lines and in sentences.

use crate::{Digest, Digested, Figure, Name, Seat, Speaks, Tags, capital};

/// The figures of a battle in their order, and the names of the sides.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cast {
    sides: Vec<String>,
    actors: Vec<Actor>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Actor {
    owner: Seat,
    /// What it is called in lines, and the how many-th of its side with that name it is.
    called: Name,
    number: u16,
    title: String,
}

impl Cast {
    /// The sides by their names; figures follow.
    pub fn new(sides: impl IntoIterator<Item = String>) -> Cast {
        Cast { sides: sides.into_iter().collect(), actors: Vec::new() }
    }

    /// One more figure of a side: the first Wolf of side a is `a.wolf`, the second `a.wolf-2`.
    pub fn add(&mut self, owner: Seat, called: Name, title: &str) -> Figure {
        let alike = |other: &&Actor| other.owner == owner && other.called == called;
        let number = 1 + self.actors.iter().filter(alike).count() as u16;
        self.actors.push(Actor { owner, called, number, title: title.to_owned() });
        Figure(self.actors.len() as u16 - 1)
    }

    pub fn len(&self) -> usize {
        self.actors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.actors.is_empty()
    }

    pub fn figures(&self) -> impl Iterator<Item = Figure> + use<> {
        (0..self.actors.len() as u16).map(Figure)
    }

    /// Whose a figure is.
    pub fn owner(&self, figure: Figure) -> Option<Seat> {
        self.actors.get(figure.index()).map(|actor| actor.owner)
    }

    /// The figures of a player.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = Figure> + use<'_> {
        self.figures().filter(move |figure| self.owner(*figure) == Some(seat))
    }

    /// How many sides there are.
    pub fn seats(&self) -> u8 {
        self.sides.len() as u8
    }
}

impl Digested for Cast {
    fn feed(&self, d: &mut Digest) {
        d.list(&self.sides, |d, side| d.text(side));
        d.list(&self.actors, |d, actor| {
            d.byte(actor.owner.0);
            d.text(actor.called.text());
        });
    }
}

/// A state with a cast: tags and names of figures follow from it.
pub trait Casts {
    fn cast(&self) -> &Cast;

    /// What a name of the pack is called in sentences, where it is not called by its own word.
    fn titled(&self, name: Name) -> Option<&str> {
        let _ = name;
        None
    }
}

impl<T: Casts> Tags for T {
    fn tag(&self, figure: Figure) -> String {
        match self.cast().actors.get(figure.index()) {
            Some(Actor { owner, called, number: 1, .. }) => format!("{owner}.{called}"),
            Some(Actor { owner, called, number, .. }) => format!("{owner}.{called}-{number}"),
            None => format!("?.{}", figure.0),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        self.cast().figures().find(|figure| self.tag(*figure) == tag)
    }
}

impl<T: Casts> Speaks for T {
    /// Two of a side that have one title are told apart by their numbers.
    fn figure_name(&self, figure: Figure) -> String {
        let actors = &self.cast().actors;
        let Some(actor) = actors.get(figure.index()) else {
            return format!("figure {}", figure.0);
        };
        let alike = |other: &&Actor| other.owner == actor.owner && other.title == actor.title;
        match actors.iter().filter(alike).count() {
            1 => actor.title.clone(),
            _ => format!("{} {}", actor.title, actors[..=figure.index()].iter().filter(alike).count()),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.cast().sides.get(seat.index()).cloned().unwrap_or_else(|| format!("side {seat}"))
    }

    fn name_title(&self, _: Option<Figure>, name: Name) -> String {
        self.titled(name).map_or_else(|| capital(&name.text().replace('-', " ")), str::to_owned)
    }
}
