//! What the danger of a Rout costs a side: how likely it is to fail a Check before the battle is over (SM-ROUT-03), and a
//! foretaste of that while losses mount.

use crate::effects::Archetype;
use crate::state::{State, other};
use kernel::Seat;

/// What a Rout that is sure to come costs a Sentry, who has won if nothing happens: next to a lost battle. Whatever its
/// models are worth is little against that.
const ROUT: i32 = 8000;
/// Hundredths of the danger that are felt one, two, three losses before a Check is due.
const FORETASTE: [i32; 4] = [100, 34, 14, 5];
/// Checks ahead that count: much may happen until later ones.
const AHEAD: u8 = 4;

/// A side's losses and its Checks to come.
pub(super) struct Dread {
    lost: i32,
    /// Quarters of a loss: those who lie on the ground or run may be lost next.
    wavering: i32,
    /// Losses at which a Check is due.
    due: i32,
    cmd: i32,
    fear: i32,
    checks: u8,
    /// Hundredths of it that count in the eyes of the viewer.
    weight: i32,
}

impl Dread {
    pub(super) fn of(state: &State, seat: Seat, viewer: Seat) -> Dread {
        let band = state.band(seat);
        let models = i32::from(band.models).max(1);
        let crusader = band.archetype == Some(Archetype::RelentlessCrusader);
        let percent = state.setting.pack.limits.rout[usize::from(crusader)][usize::from(band.rival.is_some())];
        let wavering = state.of(seat).map(|(_, fighter, _)| match (fighter.broken, fighter.shocked) {
            (true, _) => 3 - i32::from(fighter.token),
            (_, true) => 1,
            _ => 0,
        });
        let turns = state.field.adventure.turns;
        let left = turns.saturating_sub(state.turn);
        let leads =
            band.warlord.filter(|warlord| state.fighter(*warlord).on_table() && !state.fighter(*warlord).broken);
        let feared = state.band(other(seat)).archetype == Some(Archetype::FearsomeAdversary);
        Dread {
            lost: state.losses(seat).into(),
            wavering: wavering.sum(),
            due: (i32::from(percent) * models + 99) / 100,
            cmd: leads.map_or(0, |warlord| state.sheet(warlord).cmd().into()),
            fear: feared.into(),
            weight: weight(state, seat, viewer),
            checks: left.min(AHEAD),
        }
    }

    pub(super) fn cost(&self) -> i32 {
        let (whole, part) = (self.lost + self.wavering / 4, self.wavering % 4);
        let now = self.at(whole, self.cmd);
        now + (self.at(whole + 1, self.cmd) - now) * part / 4
    }

    /// What one more loss adds, or that of the Warlord.
    pub(super) fn next(&self, warlord: bool) -> i32 {
        let cmd = if warlord { 0 } else { self.cmd };
        self.at(self.lost + 1, cmd) - self.at(self.lost, self.cmd)
    }

    fn at(&self, lost: i32, cmd: i32) -> i32 {
        let short = (self.due - lost).max(0);
        let fails = fails(cmd - lost.max(self.due) - self.fear);
        let stands = (0..self.checks).fold(100, |stands, _| stands * (100 - fails) / 100);
        let share = FORETASTE.get(short as usize).copied().unwrap_or(0);
        ROUT * (100 - stands) / 100 * share / 100 * self.weight / 100
    }
}

/// Hundredths of a side's danger that count. Both fear their own Rout more than they hope for the other's: whoever fights on
/// even terms is routed half of the time. The Intruder, who has lost when time runs out, ventures more as it does; the
/// Sentry can wait.
fn weight(state: &State, seat: Seat, viewer: Seat) -> i32 {
    let turns = i32::from(state.field.adventure.turns).max(1);
    let gone = i32::from(state.turn).clamp(1, turns);
    let ramp = |from: i32, to: i32| from + (to - from) * (gone - 1) / turns;
    match (viewer == state.intruder, seat == viewer) {
        (true, true) => ramp(100, 45),
        (true, false) => ramp(40, 90),
        (false, true) => 100,
        (false, false) => 12 + 15 * (turns - gone) / turns,
    }
}

/// Hundredths of Checks that fail with this lead: the other's d10 is higher by more.
fn fails(lead: i32) -> i32 {
    match lead {
        10.. => 0,
        0.. => (9 - lead) * (10 - lead) / 2,
        -10.. => 100 - (10 + lead) * (11 + lead) / 2,
        _ => 100,
    }
}
