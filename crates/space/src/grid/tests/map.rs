//! Maps for tests, and what stands on them listed the slow way.

use proptest::prelude::*;

use crate::grid::*;

pub(super) fn sq(x: u8, y: u8) -> Square {
    Square::new(x, y)
}

pub(super) fn one(x: u8, y: u8) -> Block {
    Block::single(sq(x, y))
}

/// A straight piece of wall from one grid point to another, rightwards or downwards.
type Stretch = ((u8, u8), (u8, u8));

/// A board of 12 by 12 with straight walls given by their end points on the grid.
pub(super) fn walled(lines: &[Stretch]) -> Walls {
    let mut walls = Walls::new(12, 12);
    for &line in lines {
        draw(&mut walls, line, Edge::Wall);
    }
    walls
}

pub(super) fn draw(walls: &mut Walls, (from, to): Stretch, edge: Edge) {
    for y in from.1..to.1 {
        walls.set_edge(sq(from.0, y), Dir::W, edge);
    }
    for x in from.0..to.0 {
        walls.set_edge(sq(x, from.1), Dir::N, edge);
    }
}

pub(super) fn filled(squares: &[(u8, u8)]) -> Walls {
    let mut walls = Walls::new(12, 12);
    for &(x, y) in squares {
        walls.set_filled(sq(x, y), true);
    }
    walls
}

pub(super) fn squares(walls: &Walls) -> Vec<Square> {
    let (width, height) = (walls.width(), walls.height());
    (0..height).flat_map(|y| (0..width).map(move |x| sq(x, y))).collect()
}

/// Every edge of that kind inside the board as a segment, each found from its square's N or W side.
pub(super) fn segments(walls: &Walls, kind: Edge) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    for square in squares(walls) {
        let corner = Point::new(i32::from(square.x) * 16, i32::from(square.y) * 16);
        if square.x > 0 && walls.edge(square, Dir::W) == kind {
            found.push((corner, Point::new(corner.x, corner.y + 16)));
        }
        if square.y > 0 && walls.edge(square, Dir::N) == kind {
            found.push((corner, Point::new(corner.x + 16, corner.y)));
        }
    }
    found
}

/// Small boards with some walls, low walls and filled squares, from nearly empty to crowded.
pub(super) fn maps() -> impl Strategy<Value = Walls> {
    (1u8..=7, 1u8..=6, 0u32..=40).prop_flat_map(|(width, height, crowd)| {
        let area = usize::from(width) * usize::from(height);
        let edge = prop_oneof![
            100 - crowd => Just(Edge::Open),
            crowd / 4 + 1 => Just(Edge::Low),
            crowd / 2 + 1 => Just(Edge::Wall),
        ];
        let square = (edge.clone(), edge, 0u32..400);
        prop::collection::vec(square, area).prop_map(move |places| {
            let mut walls = Walls::new(width, height);
            for (square, (north, west, fill)) in squares(&walls).into_iter().zip(places) {
                walls.set_edge(square, Dir::N, north);
                walls.set_edge(square, Dir::W, west);
                walls.set_filled(square, fill < crowd);
            }
            walls
        })
    })
}

/// A map and some blocks of side 1 to 3 that are on it.
pub(super) fn maps_with_blocks<const N: usize>() -> impl Strategy<Value = (Walls, [Block; N])> {
    let seeds = prop::array::uniform::<_, N>((1u8..=3, any::<u8>(), any::<u8>()));
    (maps(), seeds).prop_map(|(walls, seeds)| {
        let (width, height) = (walls.width(), walls.height());
        let blocks = seeds.map(|(side, x, y)| {
            let side = side.min(width).min(height);
            Block::new(sq(x % (width - side + 1), y % (height - side + 1)), side)
        });
        (walls, blocks)
    })
}
