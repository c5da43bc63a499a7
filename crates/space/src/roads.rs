//! How far it is over a net of places: every place is a number, and whoever asks says which links lead from it. Games lay
//! their own nets (squares, cells of an inch, floors and ladders) and count in their own units.

/// What a place has from which no way leads.
pub const NOWHERE: u16 = u16::MAX;

/// How far it is from every place to the nearest goal. `links` are the places beside one and what it costs to come from
/// there, `longest` at the most; `pass` is asked last, and only about links that would shorten a way.
pub fn lengths<L>(
    places: usize,
    goals: impl IntoIterator<Item = usize>,
    longest: u16,
    mut links: impl FnMut(usize) -> L,
    mut pass: impl FnMut(usize, usize) -> bool,
) -> Vec<u16>
where
    L: IntoIterator<Item = (usize, u16)>,
{
    let mut far = vec![NOWHERE; places];
    // Links are short, so that places wait in a ring of lists, one for each length.
    let mut ring = vec![Vec::new(); (usize::from(longest) + 1).next_power_of_two()];
    let last = ring.len() - 1;
    for goal in goals {
        far[goal] = 0;
        ring[0].push(goal);
    }
    let (mut length, mut waiting) = (0u16, ring[0].len());
    while waiting > 0 {
        while let Some(at) = ring[usize::from(length) & last].pop() {
            waiting -= 1;
            if far[at] < length {
                continue;
            }
            for (next, cost) in links(at) {
                let sum = length.saturating_add(cost);
                if sum < far[next] && pass(next, at) {
                    far[next] = sum;
                    ring[usize::from(sum) & last].push(next);
                    waiting += 1;
                }
            }
        }
        length = length.saturating_add(1);
    }
    far
}

#[cfg(test)]
mod tests {
    use super::{NOWHERE, lengths};

    /// A row of places, one step apart, with a shortcut from the first to the last.
    fn row(at: usize) -> Vec<(usize, u16)> {
        match at {
            0 => vec![(1, 1), (4, 3)],
            4 => vec![(3, 1), (0, 3)],
            5 => vec![],
            _ => vec![(at - 1, 1), (at + 1, 1)],
        }
    }

    #[test]
    fn the_shortest_way_counts_and_no_way_is_nowhere() {
        assert_eq!(lengths(6, [0], 3, row, |_, _| true), [0, 1, 2, 3, 3, NOWHERE]);
        assert_eq!(lengths(6, [0, 3], 3, row, |_, _| true), [0, 1, 1, 0, 1, NOWHERE]);
        assert_eq!(lengths(6, [], 3, row, |_, _| true), [NOWHERE; 6]);
    }

    #[test]
    fn a_link_that_is_barred_one_way_is_gone_round() {
        // From 1 nobody steps to 0; whoever stands there goes the other way round.
        assert_eq!(lengths(6, [0], 3, row, |from, to| (from, to) != (1, 0)), [0, 6, 5, 4, 3, NOWHERE]);
    }

    #[test]
    fn a_way_too_long_to_be_counted_is_none() {
        let link = |at: usize| if at < 3 { vec![(at + 1, 30_000)] } else { vec![] };
        assert_eq!(lengths(4, [0], 30_000, link, |_, _| true), [0, 30_000, 60_000, NOWHERE]);
    }
}
