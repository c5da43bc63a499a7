//! Gridmaps, drawn at double resolution: squares at odd places, grid points at even ones, edges between.

use super::notes::{Kind, Notes};
use super::words::{self, number, word};
use crate::cards::{GridMap, Ground, Objective, Rectangle, StartArea, Wound};
use kernel::keep;
use pack::Section;
use rulebook::SW;
use space::grid::{Block, Dir, Edge, MAX_AREA, Square, Walls};

/// Every combination of open and closed sliding walls has walls and distances of its own.
const MOST_SLIDING: usize = 8;
const MOST_AREAS: usize = 16;

pub(super) fn gridmap(table: Section<'_>, notes: &mut Notes) -> Option<GridMap> {
    let id = notes.ids.id(Kind::Map, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let text = table.str_or("text", "");
    let damage = words::word_or(table, "damage_type", words::WOUND_TYPES, Wound::Fire, SW::TERRAIN_06);
    let width = number(table, "width", 1..=255u8, SW::MAP_01);
    let height = number(table, "height", 1..=255u8, SW::MAP_01);
    let grid = table.str("grid");
    // The other keys count as known even where the size of the board cannot be told.
    for key in ["overlay", "start", "objective"] {
        table.get(key);
    }
    let (width, height) = (width?, height?);
    if usize::from(width) * usize::from(height) > MAX_AREA {
        let text = format!("{width} by {height} squares; a map holds {MAX_AREA} at most");
        table.problem("width", text, SW::MAP_01);
        return None;
    }
    let mut board = Board {
        walls: Walls::new(width, height),
        ground: vec![Ground::CLEAR; usize::from(width) * usize::from(height)],
    };
    draw(table, grid?, &mut board);
    overlay(table, &mut board);
    let starts = starts(table, &board.walls);
    let objectives = objectives(table, &board.walls);
    Some(GridMap {
        id: id?,
        title: title?.to_owned(),
        origin: origin?,
        walls: board.walls,
        ground: board.ground,
        damage,
        starts,
        objectives,
        text: text.to_owned(),
    })
}

struct Board {
    walls: Walls,
    ground: Vec<Ground>,
}

impl Board {
    fn add(&mut self, square: Square, ground: Ground) {
        let index = usize::from(square.y) * usize::from(self.walls.width()) + usize::from(square.x);
        if let Some(slot) = self.ground.get_mut(index) {
            *slot = slot.with(ground);
        }
    }
}

fn draw(table: Section<'_>, grid: &str, board: &mut Board) {
    let (width, height) = (board.walls.width(), board.walls.height());
    let (rows, columns) = (2 * usize::from(height) + 1, 2 * usize::from(width) + 1);
    let lines: Vec<&str> = grid.lines().collect();
    if lines.len() != rows {
        let text = format!("{} lines; a map {height} squares high is drawn in {rows}", lines.len());
        table.problem("grid", text, SW::MAP_01);
        // From the line that is missing or too many on, every line would be of the wrong kind.
        return;
    }
    let mut sliding = 0;
    for (row, line) in lines.iter().enumerate() {
        let length = line.chars().count();
        if length != columns {
            let text = format!("{length} characters; a map {width} squares wide is drawn in {columns}");
            table.report(table.place_in("grid", row, length.min(columns)).problem(text).citing(SW::MAP_01));
            continue;
        }
        for (column, mark) in line.chars().enumerate() {
            if let Err(text) = place(board, row, column, mark, &mut sliding) {
                table.report(table.place_in("grid", row, column).problem(text).citing(SW::MAP_01));
            }
        }
    }
    if sliding > MOST_SLIDING {
        let text = format!("{sliding} sliding walls; a map holds {MOST_SLIDING} at most");
        table.problem("grid", text, SW::MAP_01);
    }
}

/// Puts one drawn character on the board. The drawing has the size of the board.
fn place(board: &mut Board, row: usize, column: usize, mark: char, sliding: &mut usize) -> Result<(), String> {
    let square = Square::new((column / 2) as u8, (row / 2) as u8);
    match (row % 2 == 1, column % 2 == 1) {
        (true, true) => {
            let ground = match mark {
                '.' => Ground::CLEAR,
                '^' => Ground::CHALLENGING,
                'B' => Ground::BRUSH,
                'F' => Ground::DAMAGING,
                'O' => Ground::OBSTRUCTING,
                'P' => Ground::PIT,
                '~' => Ground::SMOKE,
                'S' => {
                    *sliding += 1;
                    Ground::SLIDING
                }
                '#' => {
                    board.walls.set_filled(square, true);
                    Ground::CLEAR
                }
                '|' | '-' | ':' | '=' => {
                    return Err(format!("'{mark}' stands on an edge, and this is square {square}"));
                }
                _ => {
                    return Err(format!("unknown square '{mark}'; expected one of . # ^ B F O P S ~"));
                }
            };
            board.add(square, ground);
        }
        (false, false) => {
            if mark != '+' {
                return Err(format!("'{mark}' on a grid point; expected +"));
            }
        }
        (true, false) => edge(board, square, Dir::W, mark, ['|', ':'], ['-', '='])?,
        (false, true) => edge(board, square, Dir::N, mark, ['-', '='], ['|', ':'])?,
    }
    Ok(())
}

/// An edge: wall and low cover as they are drawn on this kind of edge, and as on the other kind.
fn edge(
    board: &mut Board,
    square: Square,
    side: Dir,
    mark: char,
    right: [char; 2],
    wrong: [char; 2],
) -> Result<(), String> {
    let [wall, low] = right;
    let border = match side {
        Dir::W => square.x == 0 || square.x >= board.walls.width(),
        _ => square.y == 0 || square.y >= board.walls.height(),
    };
    if mark == low && border {
        return Err("the outer border is a wall and no low cover".to_owned());
    }
    // On the border nothing is set: it is a wall, drawn or not.
    if mark == wall {
        board.walls.set_edge(square, side, Edge::Wall);
    } else if mark == low {
        board.walls.set_edge(square, side, Edge::Low);
    } else if mark != ' ' {
        let lies = if side == Dir::W { "upright" } else { "level" };
        let kind = if wrong.contains(&mark) { "is of the other kind of edge" } else { "is no edge" };
        return Err(format!("'{mark}' {kind}; this one is {lies}: expected {wall} {low} or a blank"));
    }
    Ok(())
}

fn overlay(table: Section<'_>, board: &mut Board) {
    for entry in table.tables("overlay") {
        let at = square(entry, &board.walls);
        let kind = word(entry, "kind", words::OVERLAYS, SW::TEMP_08);
        let (Some(at), Some(kind)) = (at, kind) else {
            continue;
        };
        if board.walls.filled(at) {
            entry.report(entry.here().problem(format!("square {at} is filled with wall")).citing(SW::MAP_01));
        }
        board.add(at, kind);
    }
}

fn starts(table: Section<'_>, walls: &Walls) -> Vec<StartArea> {
    const SIDES: [(&str, &str); 4] = [("west", "west"), ("east", "east"), ("north", "north"), ("south", "south")];
    let mut starts = Vec::new();
    for entry in limited(table, "start") {
        let side = word(entry, "side", &SIDES, SW::MAP_04);
        let area = rectangle(entry, walls);
        let (Some(side), Some(area)) = (side, area) else {
            continue;
        };
        let room = |at: Square| area.holds(Block::new(at, 2)) && walls.block_fits(Block::new(at, 2));
        if !squares(area).any(room) {
            let problem = entry.here().problem("no room for an entry tile of 2 by 2 squares in this start area");
            entry.report(problem.citing(SW::MAP_04));
        }
        starts.push(StartArea { side: side.to_owned(), area });
    }
    starts
}

fn objectives(table: Section<'_>, walls: &Walls) -> Vec<Objective> {
    let mut objectives: Vec<Objective> = Vec::new();
    for entry in limited(table, "objective") {
        let title = super::title(entry);
        let area = rectangle(entry, walls);
        let (Some(title), Some(area)) = (title, area) else {
            continue;
        };
        if objectives.iter().any(|other| kernel::slug(other.title) == kernel::slug(title)) {
            entry.problem("name", format!("a second objective named \"{title}\" on this map"), SW::MAP_01);
        }
        if squares(area).all(|square| walls.filled(square)) {
            let problem = entry.here().problem("this objective is all wall; nobody can occupy it");
            entry.report(problem.citing(SW::BUILD_09));
        }
        objectives.push(Objective { title: keep(title), area });
    }
    objectives
}

fn limited<'r>(table: Section<'r>, key: &str) -> Vec<Section<'r>> {
    let entries = table.tables(key);
    if entries.len() > MOST_AREAS {
        table.problem(key, format!("{} areas; a map holds {MOST_AREAS} at most", entries.len()), SW::MAP_01);
    }
    entries
}

fn square(entry: Section<'_>, walls: &Walls) -> Option<Square> {
    let x = number(entry, "x", 0..=walls.width() - 1, SW::MAP_01);
    let y = number(entry, "y", 0..=walls.height() - 1, SW::MAP_01);
    Some(Square::new(x?, y?))
}

/// A rectangle that lies on the board.
fn rectangle(entry: Section<'_>, walls: &Walls) -> Option<Rectangle> {
    let at = square(entry, walls);
    let width = number(entry, "w", 1..=walls.width(), SW::MAP_01);
    let height = number(entry, "h", 1..=walls.height(), SW::MAP_01);
    let (at, width, height) = (at?, width?, height?);
    if width > walls.width() - at.x || height > walls.height() - at.y {
        let problem = entry.here().problem(format!("{width} by {height} squares from {at} on leave the board"));
        entry.report(problem.citing(SW::MAP_01));
        return None;
    }
    Some(Rectangle { at, width, height })
}

/// The squares of a rectangle on the board.
fn squares(area: Rectangle) -> impl Iterator<Item = Square> {
    (0..area.height).flat_map(move |dy| (0..area.width).map(move |dx| Square::new(area.at.x + dx, area.at.y + dy)))
}
