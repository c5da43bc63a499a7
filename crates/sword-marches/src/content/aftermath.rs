//! What follows a battle, as tables.

use super::Provenance;
use kernel::Rule;
use rulebook::SM;

/// The numbers of the After Action Report.
#[derive(Clone, Debug)]
pub struct Aftermath {
    /// What each face of the Trauma die brings, from 1.
    pub trauma: [Trauma; 10],
    pub awards: Awards,
    pub rating_exp: i16,
    pub above_stage: u8,
    /// SP for a win, a draw, a loss.
    pub income: [i16; 3],
    /// Renown for a win, a draw, a loss.
    pub renown: [i16; 3],
    pub renown_warlord: i16,
    pub renown_rival: i16,
    /// What the Random Checks for Scarce Gear need (SM-GEARTRAIT-17).
    pub searches: Vec<u8>,
    /// Where each of the tables comes from.
    pub origins: Origins,
}

/// One entry of our own makes a table ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origins {
    pub trauma: Provenance,
    pub awards: Provenance,
    pub advancement: Provenance,
    pub income: Provenance,
    pub renown: Provenance,
}

impl Aftermath {
    /// Where the table behind a rule comes from; none where there is no table behind it.
    pub fn origin(&self, rule: Rule) -> Option<Provenance> {
        let Origins { trauma, awards, advancement, income, renown } = self.origins;
        let tables: [(&[Rule], Provenance); 5] = [
            (&[SM::AAR_03, SM::AAR_04, SM::AAR_05, SM::AAR_06], trauma),
            (&[SM::AAR_08, SM::AAR_09, SM::AAR_10], awards),
            (&[SM::AAR_13], advancement),
            (&[SM::AAR_14], income),
            (&[SM::AAR_17], renown),
        ];
        tables.into_iter().find(|(rules, _)| rules.contains(&rule)).map(|(_, origin)| origin)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trauma {
    Dead,
    LastingInjury,
    Convalescence,
    Recovery,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Awards {
    pub take_part: i16,
    pub unhurt: i16,
    pub out_warrior: i16,
    pub out_champion: i16,
    pub out_warlord: i16,
    pub rival: i16,
    pub objective: i16,
    pub winner_warlord: i16,
}
