//! The content of a game that needs no notation of its own: cards with a price, maps drawn in characters, scenarios and
//! ready-made warbands, read, checked and listed alike.
//!
//! ```toml
//! [[card]]
//! id = "spearman"
//! title = "Spearman"
//! faction = "reed"
//! cost = 3
//! origin = "house"
//! # … and what the game reads of a card
//!
//! [[map]]
//! id = "ford"
//! title = "The Ford"
//! origin = "house"
//! grid = """
//! ....#..
//! ..~~...
//! """
//!
//! [[scenario]]
//! id = "standard"
//! title = "The Cairn"
//! origin = "house"
//! points = 12
//! units = 4
//! text = "Who stands alone by the cairn holds it."
//!
//! [[warband]]
//! id = "reeds"
//! title = "The Reeds"
//! scenario = "standard"
//! faction = "reed"
//! origin = "house"
//! units = ["spearman", "spearman", "slinger"]
//! ```

use crate::roster::{Limits, Roster};
use crate::{Card, Ids, Problem, Scenario, Section, Shelf, Sources};
use kernel::{Cast, Name, Seat, slug};
use space::grid::Square;

const ORIGINS: &[(&str, &str)] = &[("source", "source"), ("public", "public"), ("house", "house")];

/// Everything that a pack holds; `C` is what the game reads of a card.
#[derive(Clone, Debug)]
pub struct Content<C> {
    pub hash: String,
    pub cards: Vec<Held<C>>,
    pub maps: Vec<Map>,
    pub scenarios: Vec<Scenario>,
    pub warbands: Vec<Roster>,
    pub(crate) limits: Limits,
}

/// A card: what every list shows of it, and what the game plays with.
#[derive(Clone, Debug)]
pub struct Held<C> {
    pub id: Name,
    pub shown: Card,
    pub stats: C,
}

/// A map of one character a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub id: Name,
    pub title: String,
    pub origin: &'static str,
    rows: Vec<Vec<char>>,
}

impl<C: std::fmt::Debug + Send + Sync> kernel::Pack for Content<C> {
    fn hash(&self) -> &str {
        &self.hash
    }
}

impl<C> Content<C> {
    /// Reads packs as one. `legend` are the characters that a map may hold, `stats` reads what the game needs of a card.
    ///
    /// # Errors
    /// All problems of the packs.
    pub fn load(
        sources: &[&Sources],
        limits: Limits,
        legend: &str,
        mut stats: impl FnMut(Section<'_>) -> Option<C>,
    ) -> Result<Content<C>, Vec<Problem>> {
        let shelf = Shelf::open(sources);
        let mut ids = Ids::default();
        let cards = shelf.entries("card", |table| {
            let (id, head) = (ids.id("card", table), head(table));
            let (faction, cost) = (table.str_or("faction", ""), table.int("cost", 0..=9999));
            let (about, stats) = (table.str_or("about", "").to_owned(), stats(table));
            let (id, (title, origin)) = (id?, head?);
            let faction = slug(faction);
            let shown = Card { kind: "unit", id: id.to_string(), title, faction, cost: cost?, origin, about };
            Some(Held { id, shown, stats: stats? })
        });
        let maps = shelf.entries("map", |table| {
            let (id, head, rows) = (ids.id("map", table), head(table), rows(table, "grid", legend));
            let (title, origin) = head?;
            Some(Map { id: id?, title, origin, rows: rows? })
        });
        let scenarios = shelf.entries("scenario", |table| {
            let (id, head) = (ids.id("scenario", table), head(table));
            let (points, units) = (table.int("points", 0..=9999), table.int("units", 1..=200));
            let text = table.str_or("text", "").to_owned();
            let (id, (title, origin)) = (id?.to_string(), head?);
            Some(Scenario { id, title, points: points?, units: units?, exceptions: Vec::new(), origin, text })
        });
        let warbands = shelf.entries("warband", |table| {
            let (id, origin) = (ids.id("warband", table), table.word("origin", ORIGINS));
            let roster = Roster::read(table, &ids.of("card"), &ids.of("scenario"));
            Some(Roster { id: id?, origin: origin?, ..roster? })
        });
        let hash = shelf.hash();
        let problems = shelf.close(Vec::new());
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Content { hash, cards, maps, scenarios, warbands, limits })
    }

    pub fn card(&self, id: Name) -> Option<&Held<C>> {
        self.cards.iter().find(|card| card.id == id)
    }

    pub fn map(&self, id: &str) -> Option<&Map> {
        self.maps.iter().find(|map| map.id.text() == id)
    }

    /// The figures of a case, one for each `[[figure]]`: `tag = "a.grey"` names its side and itself, `card` its card; what
    /// else it says is read by the game. Each gets its place in the cast.
    pub fn figures<T>(
        &self,
        case: Section<'_>,
        cast: &mut Cast,
        mut read: impl FnMut(Section<'_>, &Held<C>, Seat) -> Option<T>,
    ) -> Option<Vec<T>> {
        let entries = case.tables("figure");
        let figures = entries.into_iter().map(|entry| {
            let (tag, word) = (entry.str("tag"), entry.str("card"));
            let (seat, name) = tag?.split_once('.').unwrap_or((tag?, ""));
            let owner = crate::seat(entry, "tag", seat).filter(|seat| seat.0 < cast.seats());
            let card = self.cards.iter().find(|card| card.id.text() == slug(word.unwrap_or("")));
            if let (None, Some(word)) = (card, word) {
                entry.report(entry.place("card").unknown("card", word, self.cards.iter().map(|card| card.id.text())));
            }
            if owner.is_none() || slug(name).is_empty() {
                entry.problem("tag", "a tag is a seat of the case and a name, such as \"a.grey\"", None);
            }
            let card = card?;
            let figure = read(entry, card, owner?);
            cast.add(owner?, Name::of(name), &card.shown.title);
            figure
        });
        // All of them, so that every mistake is told.
        figures.collect::<Vec<Option<T>>>().into_iter().collect()
    }
}

/// What every entry says of itself.
fn head(table: Section<'_>) -> Option<(String, &'static str)> {
    let (title, origin) = (table.str("title"), table.word("origin", ORIGINS));
    Some((title?.to_owned(), origin?))
}

impl Map {
    /// The map that a case draws.
    pub fn drawn(case: Section<'_>, key: &str, legend: &str) -> Option<Map> {
        let rows = rows(case, key, legend)?;
        Some(Map { id: Name::of("drawn"), title: "Drawn".to_owned(), origin: "house", rows })
    }

    pub fn width(&self) -> u8 {
        self.rows.first().map_or(0, Vec::len) as u8
    }

    pub fn height(&self) -> u8 {
        self.rows.len() as u8
    }

    /// What stands there; nothing beyond the edge.
    pub fn at(&self, square: Square) -> Option<char> {
        self.rows.get(usize::from(square.y))?.get(usize::from(square.x)).copied()
    }

    /// Every square, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// As a list shows it.
    pub(crate) fn card(&self) -> Card {
        Card {
            kind: "map",
            id: self.id.to_string(),
            title: self.title.clone(),
            faction: String::new(),
            cost: 0,
            origin: self.origin,
            about: format!("{} x {} squares", self.width(), self.height()),
        }
    }
}

/// Rows of one length, of known characters alone.
fn rows(table: Section<'_>, key: &str, legend: &str) -> Option<Vec<Vec<char>>> {
    let text = table.str(key)?;
    let lines: Vec<&str> = text.lines().collect();
    let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let mut good = !rows.is_empty() && rows.len() <= 60 && (1..=60).contains(&width);
    if !good {
        table.problem(key, "a map has 1 to 60 rows of 1 to 60 characters", None);
    }
    for (y, row) in rows.iter().enumerate() {
        let wrong = row.iter().position(|c| !legend.contains(*c));
        if let Some(x) = wrong {
            let what = format!("'{}' means nothing here; a map is made of {legend:?}", row[x]);
            table.report(table.place_in(key, y, x).problem(what));
        }
        if row.len() != width {
            let what = format!("this row has {} characters, the first one {width}", row.len());
            table.report(table.place_in(key, y, 0).problem(what));
        }
        good &= wrong.is_none() && row.len() == width;
    }
    good.then_some(rows)
}
