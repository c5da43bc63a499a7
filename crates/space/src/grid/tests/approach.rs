//! Pushes, pulls and charge lanes against plain loops over every step.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::map::{maps_with_blocks, one, sq};
use crate::grid::*;

#[test]
fn away_is_away_by_counted_distance() {
    let geometry = Geometry::new(&Walls::new(20, 14));
    let away =
        |from: Block| -> Vec<Dir> { geometry.shifts(one(5, 5), from, Ordering::Greater).map(|(dir, _)| dir).collect() };
    assert_eq!(away(one(6, 5)), [Dir::NE, Dir::E, Dir::SE]);
    // From a corner every way out leads further, even along the sides.
    assert_eq!(away(one(6, 6)), [Dir::NE, Dir::E, Dir::SE, Dir::S, Dir::SW]);
    assert_eq!(away(Block::new(sq(6, 5), 2)), [Dir::NE, Dir::E, Dir::SE]);
    // The edge of the board takes the rest.
    let corner = Geometry::new(&Walls::new(7, 6));
    assert_eq!(corner.shifts(one(5, 5), one(6, 5), Ordering::Greater).count(), 0);
}

#[test]
fn lanes_lead_up_to_the_goal() {
    let geometry = Geometry::new(&Walls::new(20, 14));
    let lanes: Vec<[Square; 2]> =
        geometry.approaches(one(2, 2), one(5, 2)).map(|lane| lane.map(|(_, block)| block.at)).collect();
    assert!(lanes.contains(&[sq(3, 2), sq(4, 2)]));
    assert!(lanes.iter().all(|&[first, end]| first.x == 3 && end.x == 4));
    // Too near, nothing comes closer twice; too far, two steps do not get there.
    assert_eq!(geometry.approaches(one(2, 2), one(3, 2)).count(), 0);
    assert_eq!(geometry.approaches(one(2, 2), one(6, 2)).count(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn shifts_and_lanes_agree_with_loops((walls, [a, b]) in maps_with_blocks()) {
        let geometry = Geometry::new(&walls);
        let (width, height) = (walls.width(), walls.height());
        for wanted in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            let mut expected = Vec::new();
            for dir in Dir::ALL {
                if let Some(next) = a.step(dir, width, height)
                    && geometry.distance_blocks(b, next).cmp(&geometry.distance_blocks(b, a)) == wanted
                {
                    expected.push((dir, next));
                }
            }
            prop_assert_eq!(geometry.shifts(b, a, wanted).collect::<Vec<_>>(), expected);
        }
        let mut lanes = Vec::new();
        for first in Dir::ALL {
            for second in Dir::ALL {
                let Some(middle) = a.step(first, width, height) else { continue };
                let Some(end) = middle.step(second, width, height) else { continue };
                let [start, then, last] = [a, middle, end].map(|block| geometry.distance_blocks(block, b));
                if last < then && then < start && geometry.adjacent(end, b) {
                    lanes.push([(first, middle), (second, end)]);
                }
            }
        }
        prop_assert_eq!(geometry.approaches(a, b).collect::<Vec<_>>(), lanes);
    }
}
