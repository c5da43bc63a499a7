//! Flanking: two enemies either side of a figure (SC-FLANK-01 to SC-FLANK-07). The ring round a base and which of its
//! places lie opposite is geometry and stands in `space::grid::Ring`.

use crate::contact;
use crate::heed::silent;
use crate::state::{Side, State};
use kernel::{Figure, Rule};
use rulebook::SC;
use space::grid::{Block, Ring, Square};

/// More enemies than fit round the largest base, on the ground and hovering.
const MOST: usize = 32;

/// Is the figure flanked by enemies of `side`? Only those adjacent and at a height where they could fight it count;
/// siege weapons do not (SC-FLANK-06).
pub(crate) fn flanked(state: &State, target: Figure, side: Side) -> bool {
    flanked_aloud(state, target, side, &mut silent)
}

/// The same, with the rules that make it so.
pub(crate) fn flanked_aloud(state: &State, target: Figure, side: Side, heed: &mut (impl FnMut(Rule) + ?Sized)) -> bool {
    if state.piece(target).side == side {
        return false;
    }
    let Some(base) = state.space(target) else {
        return false;
    };
    let mut found = [base; MOST];
    let (mut count, mut large) = (0, false);
    contact::each(state, base, state.level(target), side, |enemy| {
        large |= state.base(enemy) > 1;
        if let Some(space) = state.space(enemy)
            && !state.is_engine(enemy)
            && count < MOST
        {
            found[count] = space;
            count += 1;
        }
    });
    let ring = Ring::new(base);
    let flanked = (1..count).any(|one| (0..one).any(|other| ring.between(found[one], found[other])));
    if flanked {
        match base.side {
            1 => heed(SC::FLANK_02),
            2 => heed(SC::FLANK_03),
            _ => heed(SC::FLANK_04),
        }
        if large {
            heed(SC::FLANK_05);
        }
        heed(SC::FLANK_06);
    }
    flanked
}

/// Every position from which a second enemy would flank a figure on `base` together with one on `enemy`
/// (SC-FLANK-07), clockwise from the north-west.
pub(crate) fn positions(base: Block, enemy: Block, width: u8, height: u8) -> impl Iterator<Item = Square> {
    let ring = Ring::new(base);
    (0..ring.len())
        .filter(move |place| ring.covered(enemy).any(|covered| ring.opposed(covered, *place)))
        .filter_map(move |place| ring.square(place, width, height))
        .filter(move |square| !enemy.contains(*square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(side: u8) -> Block {
        Block::new(Square::new(10, 10), side)
    }

    /// Positions as the ledger writes them: from the south-west square of the base, y growing north.
    fn at(side: u8, x: i16, y: i16) -> Square {
        Square::new((10 + x) as u8, (10 + i16::from(side) - 1 - y) as u8)
    }

    fn sorted(squares: impl Iterator<Item = Square>) -> Vec<Square> {
        let mut found: Vec<Square> = squares.collect();
        found.sort();
        found
    }

    fn partners_of(side: u8, x: i16, y: i16) -> Vec<Square> {
        sorted(positions(base(side), Block::single(at(side, x, y)), 40, 40))
    }

    fn squares(side: u8, list: &[(i16, i16)]) -> Vec<Square> {
        sorted(list.iter().map(|(x, y)| at(side, *x, *y)))
    }

    #[test]
    fn partners_of_single_positions() {
        assert_eq!(partners_of(1, 0, 1), squares(1, &[(0, -1), (-1, -1), (1, -1)]));
        assert_eq!(partners_of(1, 1, 1), squares(1, &[(-1, -1), (0, -1), (-1, 0)]));
        assert_eq!(partners_of(2, -1, -1), squares(2, &[(2, 2), (2, 1), (1, 2)]));
        assert_eq!(partners_of(2, 0, -1), squares(2, &[(0, 2), (1, 2), (2, 2)]));
        assert_eq!(partners_of(3, -1, -1), squares(3, &[(3, 3), (3, 2), (2, 3)]));
        assert_eq!(partners_of(3, 1, -1), squares(3, &[(0, 3), (1, 3), (2, 3)]));
        assert_eq!(partners_of(3, 0, -1), squares(3, &[(0, 3), (1, 3), (2, 3), (3, 3)]));
    }

    #[test]
    fn a_large_flanker_stands_on_every_position_it_covers() {
        // SC-FLANK-05: target on (0,0), a Large enemy on (1,0) and (1,1).
        let large = Block::new(at(1, 1, 1), 2);
        let ring = Ring::new(base(1));
        for (x, y) in [(-1, -1), (0, -1), (-1, 0), (-1, 1)] {
            assert!(ring.between(large, Block::single(at(1, x, y))), "({x}, {y})");
        }
        assert!(!ring.between(large, Block::single(at(1, 0, 1))));
        assert!(!ring.between(large, large));
    }
}
