//! The buckets of a table against looking at everything.

use proptest::prelude::*;

use super::maps::point;
use crate::inches::index::Index;
use crate::inches::polygon::{Bounds, Polygon};

proptest! {
    /// Whatever comes within the margin of a way is told, once; ways and shapes may lie beyond the table.
    #[test]
    fn nothing_near_a_way_is_missed(
        (width, depth) in (1i64..300_000, 1i64..300_000),
        boxes in prop::collection::vec((-9_000i64..60_000, -9_000i64..60_000, 1i64..9_000, 1i64..9_000), 1..40),
        (ax, ay, bx, by) in (-5_000i64..55_000, -5_000i64..55_000, -5_000i64..55_000, -5_000i64..55_000),
        margin in 0i64..4_000,
    ) {
        let bounds = boxes.iter().map(|&(x, y, w, d)| Bounds { low: point(x, y), high: point(x + w, y + d) });
        let shapes: Vec<(u16, Bounds)> = (0..).zip(bounds).collect();
        let index = Index::new(width, depth, &shapes);
        let (a, b) = (point(ax, ay), point(bx, by));
        let mut told = Vec::new();
        index.any_along(a, b, margin, |id| { told.push(id); false });
        for (id, Bounds { low, high }) in shapes {
            let times = told.iter().filter(|other| **other == id).count();
            let near = Polygon::rectangle(low, high).unwrap().overlaps_sweep(a, b, margin);
            prop_assert!(times <= 1 && (times == 1 || !near), "{id} was told {times} times");
        }
    }
}
