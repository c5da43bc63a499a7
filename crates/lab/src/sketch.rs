//! A scene as text: the board at a glance, for terminals and battle reports.

use kernel::Scene;
use kernel::scene::{Board, Site, Token};
use std::collections::{BTreeMap, BTreeSet};

/// One cell a square and the grid lines between them, so that walls can be drawn where they stand; below it what the
/// marks on it mean.
pub fn sketch(scene: &Scene) -> Option<String> {
    let Board::Grid { width, height } = scene.board else {
        return None;
    };
    let (columns, rows) = (usize::from(width) * 2 + 1, usize::from(height) * 2 + 1);
    let mut page = vec![vec![' '; columns]; rows];
    for y in 0..usize::from(height) {
        for x in 0..usize::from(width) {
            page[2 * y + 1][2 * x + 1] = '·';
        }
    }
    let mut fill = |site: &Site, mark: char| {
        let Site::Squares { at, width, height } = site else { return };
        for y in at.y..at.y.saturating_add(*height) {
            for x in at.x..at.x.saturating_add(*width) {
                if let Some(cell) =
                    page.get_mut(2 * usize::from(y) + 1).and_then(|row| row.get_mut(2 * usize::from(x) + 1))
                {
                    *cell = mark;
                }
            }
        }
    };
    for zone in scene.zones.iter().filter(|zone| zone.kind == "objective") {
        fill(&zone.site, '◇');
    }
    for feature in &scene.features {
        fill(&feature.site, terrain(feature.kind));
    }
    for figure in &scene.figures {
        fill(&figure.site, letter(figure));
    }
    for wall in &scene.walls {
        let upright = wall.from.0 == wall.to.0;
        let mark = match (upright, wall.low) {
            (true, false) => '|',
            (true, true) => ':',
            (false, false) => '-',
            (false, true) => '=',
        };
        // A wall may run over several squares.
        let (x, y) = (usize::from(wall.from.0), usize::from(wall.from.1));
        let length = usize::from(wall.from.0.abs_diff(wall.to.0).max(wall.from.1.abs_diff(wall.to.1)));
        for piece in 0..length {
            let (row, column) = if upright { (2 * (y + piece) + 1, 2 * x) } else { (2 * y, 2 * (x + piece) + 1) };
            if let Some(cell) = page.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell = mark;
            }
        }
    }
    Some(format!("{}\n{}", written(&page, height), legend(scene, &page)))
}

/// The marks that are to be seen, and no others.
fn legend(scene: &Scene, page: &[Vec<char>]) -> String {
    let mut ground: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    for (mark, meaning) in [('◇', "objective"), ('|', "wall"), ('-', "wall"), (':', "low wall"), ('=', "low wall")] {
        ground.entry(mark).or_default().insert(meaning);
    }
    for feature in &scene.features {
        ground.entry(terrain(feature.kind)).or_default().insert(feature.kind);
    }
    let mut figures: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    for figure in &scene.figures {
        figures.entry(letter(figure)).or_default().insert(&figure.name);
    }
    let list = |marks: &BTreeMap<char, BTreeSet<&str>>| -> String {
        let seen = marks.iter().filter(|(mark, _)| page.iter().flatten().any(|cell| cell == *mark));
        let words =
            seen.map(|(mark, names)| format!("{mark} {}", names.iter().copied().collect::<Vec<_>>().join(" or ")));
        words.collect::<Vec<_>>().join(", ")
    };
    let sides: Vec<&str> = scene.sides.iter().map(|side| side.name.as_str()).collect();
    let sides = match sides[..] {
        [first, second] => format!("capitals {first}, small letters {second}"),
        _ => "capitals the first side, small letters the others".to_owned(),
    };
    let lines = [sides, list(&figures), list(&ground)];
    lines.iter().filter(|line| !line.is_empty()).map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}

/// The first letter of its name, a capital for the first side.
fn letter(figure: &Token) -> char {
    let letter = figure.name.chars().next().unwrap_or('?');
    if figure.seat.0 == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

fn terrain(kind: &str) -> char {
    match kind {
        "wall" => '█',
        "challenging" => '^',
        "brush" => '"',
        "damaging" => '!',
        "obstructing" => '○',
        "pit" => '▽',
        "sliding" => '▒',
        "smoke" => '~',
        _ => '?',
    }
}

/// Rows of grid lines without anything on them are left out.
fn written(page: &[Vec<char>], height: u8) -> String {
    let columns = page[0].len() / 2;
    let mut text = String::new();
    // Columns beyond Z have two letters, one above the other.
    if columns > 26 {
        text += "    ";
        text.extend((0..columns).flat_map(|x| [if x < 26 { ' ' } else { column(x / 26 - 1) }, ' ']));
        text = text.trim_end().to_owned() + "\n";
    }
    text += "    ";
    text.extend((0..columns).flat_map(|x| [column(x), ' ']));
    for (at, row) in page.iter().enumerate() {
        let line: String = row.iter().collect();
        let number = at / 2 + 1;
        if at % 2 == 1 {
            text += &format!("\n{number:>2} {}", line.trim_end());
        } else if !line.trim().is_empty() && at > 0 && number <= usize::from(height) {
            text += &format!("\n   {}", line.trim_end());
        }
    }
    text
}

fn column(number: usize) -> char {
    char::from(b'A' + (number % 26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::scene::{Clock, SideCard, WallPiece};
    use kernel::{Figure, Seat};

    fn figure(number: u8, name: &str, seat: u8, at: &str) -> Token {
        Token {
            figure: Figure(number.into()),
            tag: String::new(),
            name: name.to_owned(),
            seat: Seat(seat),
            site: Site::Squares { at: at.parse().expect("a square"), width: 1, height: 1 },
            height: 0,
            bars: Vec::new(),
            badges: Vec::new(),
            acted: false,
            acting: false,
            kit: Vec::new(),
        }
    }

    #[test]
    fn the_legend_explains_what_is_drawn() {
        let side = |seat, name: &str| SideCard {
            seat: Seat(seat),
            name: name.to_owned(),
            score: 0,
            target: 0,
            badges: Vec::new(),
        };
        let scene = Scene {
            board: Board::Grid { width: 28, height: 2 },
            features: Vec::new(),
            walls: vec![WallPiece { from: (1, 0), to: (1, 1), low: true, kind: "low wall" }],
            zones: Vec::new(),
            figures: vec![figure(0, "Orc 1", 0, "A2"), figure(1, "Orc 2", 0, "B2"), figure(2, "Ogre", 1, "AB2")],
            sides: vec![side(0, "Raiders"), side(1, "March")],
            clock: Clock::default(),
        };
        let drawn = sketch(&scene).unwrap_or_default();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], format!("{}A A", " ".repeat(4 + 2 * 26)));
        assert_eq!(lines[1].trim_end(), "    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A B");
        assert!(lines[2].starts_with(" 1  ·:· ·") && lines[3].starts_with(" 2  O O ·") && lines[3].ends_with(" o"));
        assert_eq!(
            lines[4..],
            ["   capitals Raiders, small letters March", "   O Orc 1 or Orc 2, o Ogre", "   : low wall"]
        );
    }
}
