//! The path of one warrior: what may be drawn, and what is worth a thought (CH-MOVE-01, CH-RUN-01).

use crate::cards::Stat;
use crate::decisions::Path;
use crate::ground::{Gait, INCH, Pace};
use crate::moving::{self, Limits};
use crate::state::State;
use kernel::decision::Answers;
use kernel::{Choice, Figure, Refusal, Way};
use rulebook::CH;
use space::inches::{self, Area, Keepout, Search, Spot, Stride};
use std::cell::RefCell;

/// A move being planned.
pub(crate) struct Plan<'a> {
    pub(crate) state: &'a State,
    pub(crate) figure: Figure,
    pub(crate) keep: Vec<Keepout>,
    pub(crate) run: Result<(), Refusal>,
    pub(crate) search: RefCell<(Search, inches::Scratch)>,
    /// The last sample with its legs: most likely it is the answer.
    pub(crate) found: RefCell<Option<(Path, Vec<Stride>)>>,
}

impl Plan<'_> {
    fn allowance(&self) -> i32 {
        i32::from(self.state.stat(self.figure, Stat::Movement)) * INCH
    }

    pub(crate) fn limits(&self, pace: Pace) -> Limits {
        let (length, walks) = (self.allowance() * pace.times(), pace == Pace::Walk);
        let climb = if walks { length } else { 0 };
        Limits { length, climb, ladders: walks, drop: i32::MAX, gap: moving::GAP, gait: Gait::Walk }
    }

    /// The path that a line stands for.
    pub(crate) fn read(&self, choice: &Choice) -> Result<Path, Refusal> {
        Path::read(choice).ok_or(match choice.way {
            Way::Track(_) => Refusal::new(CH::MOVE_01, "expected walk, run or stay"),
            _ => Refusal::new(CH::GEOM_07, "expected a path: walk @x,y,z>@x,y,z"),
        })
    }

    /// The legs of a path that may be taken.
    pub(crate) fn check(&self, path: &Path) -> Result<Vec<Stride>, Refusal> {
        let (Path::Walk { track } | Path::Run { track } | Path::Leap { track }) = path else {
            return Ok(Vec::new());
        };
        // A gap that is too wide is jumped only by one who says so: `leap` is a deliberate fall (CH-JUMP-04).
        let (running, leaping) = (matches!(path, Path::Run { .. }), matches!(path, Path::Leap { .. }));
        if running {
            self.run?;
        }
        let mut strides = Vec::new();
        let scratch = &mut self.search.borrow_mut().1;
        moving::read(self.state, self.figure, track, &self.keep, scratch, &mut strides)?;
        let mut limits = self.limits(if running { Pace::Run } else { Pace::Walk });
        if leaping {
            limits.gap = limits.length;
        }
        moving::judge(self.state, self.figure, &strides, &limits)?;
        if leaping && !moving::too_wide(&strides) {
            return Err(Refusal::new(CH::JUMP_04, "no gap of this path is too wide; walk or run"));
        }
        let Some(end) = track.last().copied() else {
            return Err(Refusal::new(CH::GEOM_07, "the path is empty"));
        };
        self.may_stop(end)?;
        Ok(strides)
    }

    pub(crate) fn may_stop(&self, end: Spot) -> Result<(), Refusal> {
        let (mover, overhang) = (self.state.mover(self.figure), self.state.overhang(self.figure));
        if self.state.setting.field.table.stand(end, &mover, overhang).is_err() {
            return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
        }
        if self.state.sheet(self.figure).mounted && end.z != 0 {
            return Err(Refusal::new(CH::EQUIP_47, "a rider ends no move above the ground"));
        }
        if !self.state.may_end(self.figure, end, Gait::Walk) {
            return Err(Refusal::new(CH::GEOM_09, "that is too near to another figure"));
        }
        Ok(())
    }

    /// Everywhere a walk, or a run, could lead in a straight line: 24 directions.
    pub(crate) fn region(&self) -> Area {
        let here = self.state.warrior(self.figure).at;
        let length = self.limits(if self.run.is_ok() { Pace::Run } else { Pace::Walk }).length;
        let mover = self.state.mover(self.figure);
        let table = &self.state.setting.field.table;
        let search = &mut *self.search.borrow_mut();
        let outline = (0..inches::turn::TURN)
            .map(|steps| {
                let aim = inches::turn::outward(here.plan(), steps, length.into());
                table.farthest(here, aim, &mover, &self.keep, &mut search.1)
            })
            .collect();
        Area { outlines: vec![outline] }
    }
}
