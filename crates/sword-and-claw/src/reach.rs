//! Where a figure can get to with so many inches, the cheapest way to each place, and a way worth trying.

use crate::state::State;
use crate::terrain::Going;
use kernel::{MAX_STEPS, Rng, Walk};
use space::grid::{Block, Dir, Square};

/// Every place within reach. A node is a position and whether the next diagonal costs 2 (SC-MOVE-02).
#[derive(Debug)]
pub(crate) struct Reach {
    nodes: Vec<Node>,
    side: u8,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    at: Square,
    odd: bool,
    cost: u8,
    from: u32,
    steps: u8,
}

const NOWHERE: u32 = u32::MAX;

impl Reach {
    pub(crate) fn new(state: &State, going: &Going, from: Block, inches: u8, diagonals: u8) -> Reach {
        Reach::search(state, going, from, inches, diagonals, true, |_| false)
    }

    /// The ways round other figures up to the nearest places where the figure may stay and that are a goal.
    pub(crate) fn nearest(
        state: &State,
        going: &Going,
        from: Block,
        inches: u8,
        diagonals: u8,
        goal: impl Fn(Block) -> bool,
    ) -> Reach {
        let stays = |block: Block| block != from && goal(block) && going.stand(state, block).is_ok();
        Reach::search(state, going, from, inches, diagonals, false, stays)
    }

    /// `through` says whether it may pass over other figures on the way; the search goes no further than the cheapest
    /// place where it may `stop`.
    fn search(
        state: &State,
        going: &Going,
        from: Block,
        inches: u8,
        diagonals: u8,
        through: bool,
        stop: impl Fn(Block) -> bool,
    ) -> Reach {
        let field = state.field();
        let area = usize::from(field.width()) * usize::from(field.height());
        let mut best = vec![u8::MAX; 2 * area];
        let mut queue: Vec<Vec<u32>> = vec![Vec::new(); usize::from(inches) + 1];
        let odd = diagonals % 2 == 1;
        let mut nodes = vec![Node { at: from.at, odd, cost: 0, from: NOWHERE, steps: 0 }];
        best[2 * field.index(from.at) + usize::from(odd)] = 0;
        queue[0].push(0);
        let mut found = false;
        for cost in 0..=usize::from(inches) {
            if found {
                break;
            }
            let mut next = 0;
            while next < queue[cost].len() {
                let place = queue[cost][next];
                next += 1;
                let node = nodes[place as usize];
                let known = best[2 * field.index(node.at) + usize::from(node.odd)];
                if known < node.cost || usize::from(node.steps) >= MAX_STEPS {
                    continue;
                }
                let block = Block::new(node.at, from.side);
                found = found || stop(block);
                for dir in Dir::ALL {
                    let Ok(step) = going.step(state, block, dir, u8::from(node.odd)) else { continue };
                    let total = node.cost.saturating_add(step.cost);
                    if total > inches || step.shared && !through {
                        continue;
                    }
                    let odd = node.odd ^ step.diagonal;
                    let slot = &mut best[2 * field.index(step.to.at) + usize::from(odd)];
                    if total >= *slot {
                        continue;
                    }
                    *slot = total;
                    let number = nodes.len() as u32;
                    nodes.push(Node { at: step.to.at, odd, cost: total, from: place, steps: node.steps + 1 });
                    queue[usize::from(total)].push(number);
                }
            }
        }
        // A node that was found again for less stays in the list, for others may lead back through it.
        for node in &mut nodes {
            if best[2 * field.index(node.at) + usize::from(node.odd)] < node.cost {
                node.cost = u8::MAX;
            }
        }
        Reach { nodes, side: from.side }
    }

    /// Places where the figure may stay, each once and by its cheapest way, the start left out.
    pub(crate) fn stops<'a>(
        &'a self,
        state: &'a State,
        going: &'a Going,
    ) -> impl Iterator<Item = (Square, u8, u32)> + 'a {
        let field = state.field();
        let area = usize::from(field.width()) * usize::from(field.height());
        let mut seen = vec![false; area];
        if let Some(start) = self.nodes.first() {
            seen[field.index(start.at)] = true;
        }
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).filter(|at| self.nodes[*at as usize].live()).collect();
        order.sort_by_key(|at| self.nodes[*at as usize].cost);
        order.into_iter().filter_map(move |number| {
            let node = self.nodes[number as usize];
            let slot = &mut seen[field.index(node.at)];
            if std::mem::replace(slot, true) {
                return None;
            }
            going.stand(state, Block::new(node.at, self.side)).ok()?;
            Some((node.at, node.cost, number))
        })
    }

    /// The way to a place found by [`stops`](Reach::stops).
    pub(crate) fn walk(&self, number: u32) -> Walk {
        let mut back = Vec::new();
        let mut at = number;
        while let Some(node) = self.nodes.get(at as usize) {
            if node.from == NOWHERE {
                break;
            }
            back.push(node.at);
            at = node.from;
        }
        back.into_iter().rev().collect()
    }
}

impl Node {
    fn live(&self) -> bool {
        self.cost != u8::MAX
    }
}

/// A way that leads somewhere: towards an enemy, or nowhere in particular. Steps are tried one by one, so that nothing
/// is enumerated.
pub(crate) fn sample(state: &State, going: &Going, inches: u8, diagonals: u8, rng: &mut Rng) -> Option<Walk> {
    let goal = goal(state, going, rng)?;
    toward(state, going, goal, inches, diagonals, rng)
}

/// A greedy way towards a place, as far as the inches reach.
pub(crate) fn toward(
    state: &State,
    going: &Going,
    goal: Block,
    inches: u8,
    diagonals: u8,
    rng: &mut Rng,
) -> Option<Walk> {
    let mut block = state.space(going.figure)?;
    let mut walk = Walk::default();
    let (mut left, mut odd, mut good) = (inches, diagonals, 0);
    while left > 0 && walk.squares().len() < MAX_STEPS {
        let Some(dir) = heading(block, goal) else { break };
        let here = crate::state::distance(block, goal);
        if here <= 1 {
            break;
        }
        let lean = rng.below(2) as i8 * 2 - 1;
        let next = [0, lean, -lean, 2 * lean, -2 * lean].into_iter().find_map(|turn| {
            let dir = Dir::ALL[(dir as i8 + turn).rem_euclid(8) as usize];
            let step = going.step(state, block, dir, odd).ok()?;
            let closer = turn.abs() < 2 || crate::state::distance(step.to, goal) < here;
            (step.cost <= left && closer && !walk.squares().contains(&step.to.at)).then_some(step)
        });
        let Some(step) = next else { break };
        left -= step.cost;
        odd += u8::from(step.diagonal);
        block = step.to;
        walk.push(block.at);
        if !step.shared {
            good = walk.squares().len();
        }
    }
    while walk.squares().len() > good {
        walk.pop();
    }
    (!walk.is_empty()).then_some(walk)
}

/// The direction from one base to another.
fn heading(from: Block, to: Block) -> Option<Dir> {
    let sign = |a: u8, a_side: u8, b: u8, b_side: u8| {
        if a + a_side <= b {
            1
        } else if b + b_side <= a {
            -1
        } else {
            0
        }
    };
    let delta = (sign(from.at.x, from.side, to.at.x, to.side), sign(from.at.y, from.side, to.at.y, to.side));
    Dir::ALL.into_iter().find(|dir| dir.delta() == delta)
}

fn goal(state: &State, going: &Going, rng: &mut Rng) -> Option<Block> {
    let space = state.space(going.figure)?;
    if rng.below(5) == 0 {
        let field = state.field();
        let at = Square::new(rng.below(usize::from(field.width())) as u8, rng.below(usize::from(field.height())) as u8);
        return Some(Block::single(at));
    }
    let enemies = state.of_side(going.side.other()).filter_map(|enemy| state.space(enemy));
    enemies.min_by_key(|enemy| crate::state::distance(space, *enemy))
}
