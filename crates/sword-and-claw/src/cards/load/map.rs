//! Terrain kinds and maps (SC-SETUP-11).

use super::notes::{Kind, Notes};
use super::words::{self, number, number_or, word, word_or};
use crate::cards::Pack;
use crate::cards::{Area, Cover, EdgeKind, Map, Origin, Terrain, TerrainId, Traits};
use kernel::Name;
use pack::Section;
use rulebook::SC;
use space::grid::Square;

/// Boards are from 12 to 96 squares a side (SC-SETUP-06). Cases may stage smaller ones.
const SIDES: std::ops::RangeInclusive<u8> = 12..=96;

pub(super) fn terrain(table: Section<'_>, notes: &mut Notes) -> Option<Terrain> {
    let id = notes.ids.id(Kind::Terrain, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let symbol = symbol(table, notes);
    let mut traits = Traits::default();
    for (key, bit) in [
        ("difficult", Traits::DIFFICULT),
        ("blocks_sight", Traits::BLOCKS_SIGHT),
        ("large", Traits::LARGE),
        ("fortification", Traits::FORTIFICATION),
        ("stairs", Traits::STAIRS),
    ] {
        if table.bool_or(key, false) {
            traits = traits.with(bit);
        }
    }
    let blocks = table.bool_or("blocks_move", false);
    if blocks {
        traits = traits.with(Traits::BLOCKS_MOVE);
    }
    if table.bool_or("hard", blocks) {
        traits = traits.with(Traits::HARD);
    }
    // Trees need not say it (SC-COVER-05).
    let usual = if id.is_some_and(|id| id.text() == "trees") { Cover::Light } else { Cover::None };
    let cover = word_or(table, "cover", words::COVERS, usual, SC::SETUP_11);
    let depth = number_or(table, "depth", 1..=4u8, 0, SC::WATER_01);
    Some(Terrain { id: id?, title: title?, origin: origin?, symbol: symbol?, traits, cover, depth })
}

fn symbol(table: Section<'_>, notes: &mut Notes) -> Option<char> {
    let text = table.str("symbol")?;
    let mut letters = text.chars();
    let here = table.place("symbol");
    let (Some(symbol), None) = (letters.next(), letters.next()) else {
        table.report(here.problem(format!("\"{text}\" is not one character")).citing(SC::SETUP_11));
        return None;
    };
    if symbol.is_control() || symbol.is_whitespace() {
        table.report(here.problem("a symbol that cannot be seen").citing(SC::SETUP_11));
        return None;
    }
    if let Some(first) = notes.symbols.get(&symbol) {
        table.report(here.problem(format!("'{symbol}' is taken, at {first}")).citing(SC::SETUP_11));
        return None;
    }
    notes.symbols.insert(symbol, here);
    Some(symbol)
}

pub(super) fn map(table: Section<'_>, pack: &Pack, notes: &mut Notes) -> Option<Map> {
    let id = notes.ids.id(Kind::Map, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let text = table.str_or("text", "").to_owned();
    let width = number(table, "width", SIDES, SC::SETUP_06);
    let height = number(table, "height", SIDES, SC::SETUP_06);
    super::asked(table, "rows", "the rows of the map", SC::SETUP_11)?;
    let drawn = board(table, "rows", pack)?;
    for (key, says, is) in [("width", width?, drawn.width), ("height", height?, drawn.height)] {
        if says != is {
            table.problem(key, format!("\"{key}\" is {says}, and the rows make it {is}"), SC::SETUP_11);
        }
    }
    Some(Map { id: id?, title: title?, origin: origin?, text, ..drawn })
}

/// A board as it is drawn under a key, one character a square, with the `edges` of the table. Reports every mistake;
/// `None` if no board can be made of it. For maps of packs, and for boards that cases draw by hand.
pub fn board(table: Section<'_>, key: &str, pack: &Pack) -> Option<Map> {
    let drawing = table.str(key)?;
    let lines: Vec<&str> = drawing.lines().collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    table.get("edges");
    let most = usize::from(*SIDES.end());
    if width == 0 || width > most || lines.len() > most {
        let text = format!("{width} by {} squares; a board has 1 to {most} a side", lines.len());
        table.problem(key, text, SC::SETUP_06);
        return None;
    }
    let mut squares = Vec::with_capacity(width * lines.len());
    for (row, line) in lines.iter().enumerate() {
        let length = line.chars().count();
        if length != width {
            let text = format!("{length} squares in a row of a board {width} wide");
            table.report(table.place_in(key, row, length.min(width)).problem(text).citing(SC::SETUP_11));
        }
        for (column, mark) in line.chars().enumerate() {
            let known = pack.terrain.iter().position(|terrain| terrain.symbol == mark);
            if known.is_none() {
                let symbols: Vec<String> = pack.terrain.iter().map(|terrain| terrain.symbol.to_string()).collect();
                let problem = table.place_in(key, row, column).problem(format!("unknown terrain '{mark}'"));
                table.report(problem.hint(format!("expected {}", symbols.join(" "))).citing(SC::SETUP_11));
            }
            squares.push(known.map(|place| TerrainId(place as u8)));
        }
    }
    let area = width * lines.len();
    let squares: Option<Vec<TerrainId>> = squares.into_iter().collect();
    let squares = squares.filter(|squares| squares.len() == area);
    let mut map = Map {
        id: Name::of("drawn"),
        title: "Drawn",
        origin: Origin::House,
        width: width as u8,
        height: lines.len() as u8,
        squares: Vec::new(),
        west: vec![EdgeKind::Open; area],
        north: vec![EdgeKind::Open; area],
        text: String::new(),
    };
    edges(table, &mut map);
    map.squares = squares?;
    Some(map)
}

fn edges(table: Section<'_>, map: &mut Map) {
    for entry in table.tables("edges") {
        let square = square(entry, map.width, map.height);
        let side = word(entry, "side", words::SIDES, SC::SETUP_11);
        let kind = word(entry, "kind", words::EDGES, SC::SETUP_11);
        let (Some(square), Some(side), Some(kind)) = (square, side, kind) else {
            continue;
        };
        if square.step(side, map.width, map.height).is_none() {
            entry.problem("side", "this is the border of the board", SC::SETUP_11);
        }
        map.set_edge(square, side, kind);
    }
}

/// A square of the file, whose y counts from the south.
fn square(entry: Section<'_>, width: u8, height: u8) -> Option<Square> {
    let x = number(entry, "x", 0..=width.saturating_sub(1), SC::SETUP_11);
    let y = number(entry, "y", 0..=height.saturating_sub(1), SC::SETUP_11);
    Some(Square::new(x?, height - 1 - y?))
}

/// A rectangle of the file, given by its south-west square.
pub(super) fn area(entry: Section<'_>, map: &Map) -> Option<Area> {
    let at = square(entry, map.width, map.height);
    let width = number(entry, "w", 1..=map.width, SC::SETUP_11);
    let height = number(entry, "h", 1..=map.height, SC::SETUP_11);
    let (at, width, height) = (at?, width?, height?);
    if width > map.width - at.x || height > at.y + 1 {
        entry.report(entry.here().problem("the area leaves the board").citing(SC::SETUP_11));
        return None;
    }
    Some(Area { at: Square::new(at.x, at.y + 1 - height), width, height })
}
