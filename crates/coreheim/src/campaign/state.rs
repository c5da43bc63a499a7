//! Bands, the fates of their members, and whose step it is.

use super::{Event, Report, Table};
use crate::cards::{Fighter, Pack};
use crate::muster::{Member, Warband};
use kernel::{Digest, Figure, Flow, Name, Seat, Speaks, Tags};
use rulebook::CH;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct State {
    pub pack: Arc<Pack>,
    pub scenario: String,
    pub bands: Vec<Warband>,
    /// As they went into the battle (CH-CAMPAIGN-04).
    pub ratings: Vec<i32>,
    pub reports: Vec<Report>,
    /// By band, one for each member; recruits of this aftermath have one too.
    pub fates: Vec<Vec<Fate>>,
    pub winner: Option<Seat>,
    pub next: NextStep,
    pub seat: Seat,
    /// Experience left for recruits who join groups (CH-CAMPAIGN-39), once it is rolled.
    pub spare: Option<u8>,
}

/// What the next step does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NextStep {
    Injuries,
    Experience,
    Advances,
    Leader,
    Exploration,
    Selling,
    Trading,
    Recruiting,
    Closing,
    Over,
    /// A disbanded band is founded anew before it closes (CH-CAMPAIGN-66).
    Founding,
}

/// What the battle and its aftermath did to a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fate {
    /// Injuries still to be rolled.
    pub out: u8,
    /// Warriors of the member who were out of action.
    pub was_out: u8,
    pub kills: u8,
    pub through: bool,
    /// Did not fight (CH-CAMPAIGN-65).
    pub missed: bool,
    /// Dead or lost: no longer in the band.
    pub gone: bool,
    /// Advances still to be rolled.
    pub advances: u8,
    /// Has looked for a rare thing (CH-CAMPAIGN-38).
    pub searched: bool,
    /// Hired in this aftermath.
    pub new: bool,
}

/// Members of all bands are numbered so that a figure says which: 64 for each band.
pub(crate) const EACH: u16 = 64;

pub(crate) fn figure(seat: Seat, member: usize) -> Figure {
    Figure(u16::from(seat.0) * EACH + member as u16)
}

impl State {
    pub fn band(&self) -> &Warband {
        &self.bands[self.seat.index()]
    }

    pub fn band_mut(&mut self) -> &mut Warband {
        &mut self.bands[self.seat.index()]
    }

    pub fn fate(&self, member: usize) -> &Fate {
        &self.fates[self.seat.index()][member]
    }

    pub fn fate_mut(&mut self, member: usize) -> &mut Fate {
        &mut self.fates[self.seat.index()][member]
    }

    pub fn member(&self, at: usize) -> &Member {
        &self.band().members[at]
    }

    pub fn member_mut(&mut self, at: usize) -> &mut Member {
        &mut self.band_mut().members[at]
    }

    /// The entry of a member; lines are read with known fighters only.
    pub fn entry(&self, at: usize) -> Option<Arc<Fighter>> {
        self.pack.fighter(self.member(at).fighter).cloned()
    }

    pub fn is_hero(&self, at: usize) -> bool {
        self.entry(at).is_some_and(|entry| self.member(at).is_hero(&entry))
    }

    /// Members of the band whose step it is that are still in it.
    pub fn living(&self) -> impl Iterator<Item = usize> + '_ {
        let fates = &self.fates[self.seat.index()];
        (0..self.band().members.len()).filter(|at| !fates[*at].gone && self.member(*at).count > 0)
    }

    pub fn figure(&self, member: usize) -> Figure {
        figure(self.seat, member)
    }

    /// Warriors of the band, the dead left out.
    pub fn size(&self) -> usize {
        self.living().map(|at| usize::from(self.member(at).count)).sum()
    }

    pub fn heroes(&self) -> usize {
        self.living().filter(|at| self.is_hero(*at)).count()
    }

    /// Adds a member and his fate.
    pub fn join(&mut self, member: Member, fate: Fate) -> usize {
        let at = self.seat.index();
        self.bands[at].members.push(member);
        self.fates[at].push(fate);
        self.bands[at].members.len() - 1
    }
}

/// The band is ready: those who missed the battle come nearer, the history grows.
///
/// # Errors
/// None; the signature is that of a step.
pub(crate) fn close(t: &mut Table<'_>) -> Flow {
    let seat = t.state.seat;
    for at in 0..t.state.band().members.len() {
        if t.state.fate(at).missed {
            let member = t.state.member_mut(at);
            member.missing = member.missing.saturating_sub(1);
        }
    }
    // Where all who are left recover, the band waits for the first of them (CH-CAMPAIGN-65).
    let living: Vec<usize> = t.state.living().collect();
    let rest = living.iter().map(|at| t.state.member(*at).missing).min().unwrap_or(0);
    if rest > 0 {
        living.iter().for_each(|at| t.state.member_mut(*at).missing -= rest);
        t.tell(CH::CAMPAIGN_65, || Event::Rested { seat, battles: super::events::Battles(rest.into()) });
    }
    let won = match t.state.winner {
        Some(winner) if winner == seat => "won",
        Some(_) => "lost",
        None => "drew",
    };
    let foes: Vec<String> = t
        .state
        .bands
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != seat.index())
        .map(|(_, band)| band.title.clone())
        .collect();
    // Who has risen from a group since is not counted twice.
    let report = &t.state.reports[seat.index()];
    let (kills, out) = (report.kills.len(), report.out.len());
    let foes_out = if kills == 1 { "1 enemy".to_owned() } else { format!("{kills} enemies") };
    let scenario = t.state.scenario.clone();
    let anew = !living.is_empty() && living.iter().all(|at| t.state.fate(*at).new);
    let anew = if anew { "; disbanded, and founded anew" } else { "" };
    let band = t.state.band_mut();
    band.battles = band.battles.saturating_add(1);
    let line = format!(
        "Battle {}: {won} {scenario} against {}; {foes_out} put out of action, {out} of our own{anew}",
        band.battles,
        foes.join(" and ")
    );
    band.history.push(line);
    let battles = super::events::Battles(band.battles.into());
    t.tell(CH::CAMPAIGN_05, || Event::Closed { seat, battles });
    let next = Seat(seat.0 + 1);
    t.state.spare = None;
    if next.index() < t.state.bands.len() {
        t.state.seat = next;
        t.state.next = NextStep::Injuries;
    } else {
        t.state.next = NextStep::Over;
    }
    Ok(())
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        let (seat, at) = (Seat((figure.0 / EACH) as u8), usize::from(figure.0 % EACH));
        let Some(member) = self.bands.get(seat.index()).and_then(|band| band.members.get(at)) else {
            return format!("?.{}", figure.0);
        };
        let earlier = self.bands[seat.index()].members[..at].iter().filter(|other| other.fighter == member.fighter);
        match earlier.count() {
            0 => format!("{seat}.{}", member.fighter),
            count => format!("{seat}.{}-{}", member.fighter, count + 1),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        let seats = (0..self.bands.len() as u8).map(Seat);
        let mut all =
            seats.flat_map(|seat| (0..self.bands[seat.index()].members.len()).map(move |at| figure(seat, at)));
        all.find(|figure| self.tag(*figure) == tag)
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        let (seat, at) = (usize::from(figure.0 / EACH), usize::from(figure.0 % EACH));
        let Some(member) = self.bands.get(seat).and_then(|band| band.members.get(at)) else {
            return self.tag(figure);
        };
        if member.called.is_empty() {
            self.pack.fighter(member.fighter).map_or_else(String::new, |entry| entry.title.to_owned())
        } else {
            member.called.clone()
        }
    }

    fn name_title(&self, _: Option<Figure>, name: Name) -> String {
        let pack = &self.pack;
        let gear = pack.gear(name).map(|gear| gear.title);
        let fighter = || pack.fighter(name).map(|fighter| fighter.title);
        let skill = || pack.skill(name).map(|skill| skill.title);
        let spell = || pack.spell(name).map(|spell| spell.title);
        let title = gear.or_else(fighter).or_else(skill).or_else(spell);
        title.map_or_else(|| name.text().replace('-', " "), str::to_owned)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.bands.get(seat.index()).map_or_else(|| format!("side {seat}"), |band| band.title.clone())
    }
}

pub(crate) fn digest(state: &State, d: &mut Digest) {
    let State { pack, scenario, bands, ratings, reports, fates, winner, next, seat, spare } = state;
    d.text(&pack.hash);
    d.text(scenario);
    // The file holds the whole of a band.
    d.list(bands, |d, band| d.text(&crate::muster::write(pack, band)));
    d.list(ratings, |d, rating| d.number((*rating).into()));
    d.list(reports, |d, report| d.text(&format!("{report:?}")));
    d.list(fates, |d, fates| d.list(fates, fate_of));
    d.seat(*winner);
    d.byte(*next as u8);
    d.byte(seat.0);
    d.number(spare.map_or(-1, i64::from));
}

fn fate_of(d: &mut Digest, fate: &Fate) {
    let Fate { out, was_out, kills, through, missed, gone, advances, searched, new } = fate;
    for number in [out, was_out, kills, advances] {
        d.byte(*number);
    }
    for flag in [through, missed, gone, searched, new] {
        d.flag(*flag);
    }
}

/// # Errors
/// Names the broken invariant.
pub(crate) fn check(state: &State) -> Result<(), String> {
    for (band, fates) in state.bands.iter().zip(&state.fates) {
        if band.members.len() != fates.len() {
            return Err(format!("{} has members without a fate", band.title));
        }
        if band.gold < 0 {
            return Err(format!("{} owes gold", band.title));
        }
    }
    Ok(())
}
