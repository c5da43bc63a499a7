//! The data of a battle: plain values, cheap to clone, the same bytes everywhere.

use crate::cards::{ACT_KINDS, ActKind, Condition, Ground, InjuryBox, Pack, Scenario, Stat, Token};
use crate::field::Field;
use crate::profile::Profile;
use kernel::{Figure, Name, Outcome, Seat, Speaks, Tags, capital};
use space::grid::{Block, Square};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct State {
    /// What the setup fixes.
    pub setting: Arc<Setting>,
    /// The gridmap; until one is selected, that of the first warband.
    pub field: Arc<Field>,
    pub next: NextStep,
    pub players: Vec<Player>,
    pub units: Vec<Unit>,
    pub round: u16,
    /// Phase of the round; 0 is the phase of greater advantage.
    pub phase: u16,
    /// Who has gone in this phase already, as a position in `order`.
    pub slot: u8,
    /// Player 1, Player 2 and so on for this round.
    pub order: Vec<Seat>,
    pub advantaged: Seat,
    pub turn: Turn,
    /// Terrain made in play (SW-TEMP-07).
    pub made: Vec<Made>,
    /// Sliding walls that are occupied, as bits over `field.sliding`.
    pub open: u8,
    /// Objectives that somebody has scored before, as bits.
    pub captured: u16,
    /// Equal scores at the target: no win before the end of this round (SW-WIN-07).
    pub extended_to: u16,
    pub outcome: Option<Outcome>,
}

#[derive(Debug)]
pub struct Setting {
    pub pack: Arc<Pack>,
    pub scenario: Arc<Scenario>,
    pub titles: Vec<String>,
    /// The map each warband brings.
    pub maps: Vec<Arc<Field>>,
    /// Profiles of all units, those that may be summoned included.
    pub roster: Vec<Profile>,
    pub options: Options,
}

/// Match options, chosen when a battle is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Glancing Blow (SW-VARIABLE-05), off by default.
    pub glancing: bool,
}

/// What the next step of the battle does: the turn sequence in `lib.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextStep {
    MatchTactics,
    ChooseMap,
    PlaceTiles,
    RoundStart,
    RoundPowers,
    PhaseZero,
    ChooseUnit,
    StartTurn,
    Act,
    EndTurn,
    EndRound,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    pub score: i16,
    /// Top-left square of the entry tile.
    pub tile: Option<Square>,
    /// Result of the last tactics check.
    pub tactics: i16,
    /// Who selected the map (set-up only).
    pub selector: bool,
    /// Has no unit left, and everybody was told (SW-WIN-06).
    pub out: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Index into the roster.
    pub profile: u16,
    pub owner: Seat,
    pub place: Place,
    /// A name given by a case; otherwise the tag is made from the card.
    pub called: Option<Name>,
    /// Counts units of the same card on one side, from 1.
    pub number: u8,
    pub vigor: i16,
    pub tokens: [u8; 3],
    /// Checked injury boxes, as bits over the profile's boxes.
    pub boxes: u16,
    /// Its VP have been scored (SW-INJURY-13).
    pub scored: bool,
    pub acted: bool,
    /// Wounds that Toughness can still cancel this round.
    pub toughness: i16,
    /// Warleader dice left this round.
    pub dice: u8,
    pub crowed: bool,
    /// Traits used, as bits over the profile's traits.
    pub used_turn: u16,
    pub used_round: u16,
    pub used_match: u16,
    /// Failed its Glamyred roll: Compromised and without reactions (SW-STATUS-08).
    pub dazed: bool,
    pub statuses: Vec<Status>,
    /// Who last wounded or moved it (SW-WIN-04).
    pub harmed_by: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Off the map, still to enter.
    Waiting,
    /// Top-left square of its space.
    On(Square),
    Dropped,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    pub condition: Condition,
    /// Wounds of Recurring.
    pub amount: i16,
    pub recover: Stat,
    pub modifier: i16,
    /// Lasts only while the causing unit is adjacent (SW-STATUS-18).
    pub star: bool,
    pub by: Option<Figure>,
    pub by_seat: Seat,
}

impl Status {
    /// One status from one unit, as a hold or for good: of these a unit has a single entry (SW-STATUS-02).
    pub fn same_cause(&self, other: &Status) -> bool {
        self.condition == other.condition && self.by == other.by && self.star == other.star
    }
}

/// The turn that is being taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub unit: Option<Figure>,
    /// Who decides for the unit in this turn: its owner, or the opponent who controls it.
    pub controller: Seat,
    pub acts: i8,
    /// Acts spent of each kind (SW-RULE3-02).
    pub spent: [u8; ACT_KINDS],
    /// Movement points left from a Basic Move that was just finished (SW-MOVE-03).
    pub carry: u8,
    /// Diagonal steps made in this turn (SW-TEMP-01).
    pub diagonals: u8,
    pub moved: bool,
    /// Stands where it may not stay, and must move on (SW-MOVE-12).
    pub astride: bool,
    /// Dropped an enemy in this turn (SW-CROW-01).
    pub felled: bool,
    /// Controlled or dazed: a single act, nothing that costs more (SW-STATUS-04).
    pub single: bool,
    /// The enemy an Enraged unit has to end next to (SW-STATUS-06).
    pub duty: Option<Figure>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    pub square: Square,
    pub kind: Ground,
    /// Gone after the scoring of this round.
    pub until: u16,
}

impl Turn {
    pub fn none() -> Turn {
        Turn {
            unit: None,
            controller: Seat(0),
            acts: 0,
            spent: [0; ACT_KINDS],
            carry: 0,
            diagonals: 0,
            moved: false,
            astride: false,
            felled: false,
            single: false,
            duty: None,
        }
    }

    pub fn spent(&self, kind: ActKind) -> u8 {
        self.spent[kind as usize]
    }
}

impl Unit {
    pub fn new(profile: u16, sheet: &Profile, owner: Seat, number: u8) -> Unit {
        Unit {
            profile,
            owner,
            place: Place::Waiting,
            called: None,
            number,
            vigor: sheet.stat(Stat::Vigor),
            tokens: sheet.pool,
            boxes: 0,
            scored: false,
            acted: false,
            toughness: if sheet.common.toughness { 5 } else { 0 },
            dice: sheet.common.warleader,
            crowed: false,
            used_turn: 0,
            used_round: 0,
            used_match: 0,
            dazed: false,
            statuses: Vec::new(),
            harmed_by: None,
        }
    }

    pub fn injuries(&self) -> i16 {
        self.boxes.count_ones() as i16
    }

    /// Every entry of one status, one for each cause of it (SW-STATUS-02).
    pub fn causes(&self, condition: Condition) -> impl Iterator<Item = &Status> {
        self.statuses.iter().filter(move |status| status.condition == condition)
    }

    pub fn has(&self, condition: Condition) -> bool {
        self.causes(condition).next().is_some()
    }

    /// The statuses it has, each once, in the order it first came by them.
    pub fn conditions(&self) -> impl Iterator<Item = Condition> + Clone + '_ {
        let first = |at: usize| self.statuses[..at].iter().all(|old| old.condition != self.statuses[at].condition);
        (0..self.statuses.len()).filter(move |at| first(*at)).map(|at| self.statuses[at].condition)
    }

    pub fn tokens(&self, token: Token) -> u8 {
        self.tokens[token as usize]
    }

    pub fn on_map(&self) -> bool {
        matches!(self.place, Place::On(_))
    }
}

impl State {
    pub fn unit(&self, figure: Figure) -> &Unit {
        &self.units[figure.index()]
    }

    pub fn unit_mut(&mut self, figure: Figure) -> &mut Unit {
        &mut self.units[figure.index()]
    }

    pub fn sheet(&self, figure: Figure) -> &Profile {
        &self.setting.roster[self.units[figure.index()].profile as usize]
    }

    pub fn figures(&self) -> impl Iterator<Item = Figure> + use<> {
        (0..self.units.len() as u16).map(Figure)
    }

    /// Figures on the map.
    pub fn standing(&self) -> impl Iterator<Item = Figure> + '_ {
        self.units.iter().enumerate().filter(|(_, unit)| unit.on_map()).map(|(at, _)| Figure(at as u16))
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// The space of a unit on the map (SW-LOS-02).
    pub fn space(&self, figure: Figure) -> Option<Block> {
        match self.unit(figure).place {
            Place::On(at) => Some(Block::new(at, self.sheet(figure).size.side())),
            _ => None,
        }
    }

    /// The side a unit is on now: for its turn a controlled unit is on the side of its controller (SW-STATUS-04).
    pub fn side(&self, figure: Figure) -> Seat {
        if self.turn.unit == Some(figure) { self.turn.controller } else { self.unit(figure).owner }
    }

    pub fn enemies(&self, a: Figure, b: Figure) -> bool {
        self.side(a) != self.side(b)
    }

    /// Terrain of a square with what play has added (SW-TEMP-08).
    pub fn ground(&self, square: Square) -> Ground {
        let printed = self.field.ground(square);
        self.made.iter().filter(|made| made.square == square).fold(printed, |ground, made| ground.with(made.kind))
    }

    /// Puts a unit somewhere, or takes it off the map, and keeps the sliding walls in step.
    pub fn put(&mut self, figure: Figure, place: Place) {
        let before = self.space(figure);
        self.unit_mut(figure).place = place;
        let (after, sliding) = (self.space(figure), &self.field.sliding);
        if sliding.iter().any(|square| [before, after].into_iter().flatten().any(|space| space.contains(*square))) {
            self.open = self.open_bits(None);
        }
    }

    /// Sliding walls occupied by units, `without` left out (SW-TERRAIN-15).
    pub fn open_bits(&self, without: Option<Figure>) -> u8 {
        let mut bits = 0;
        for (at, square) in self.field.sliding.iter().enumerate() {
            let occupied = self
                .standing()
                .filter(|figure| Some(*figure) != without)
                .any(|figure| self.space(figure).is_some_and(|space| space.contains(*square)));
            bits |= u8::from(occupied) << at;
        }
        bits
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Counted distance between two units on the map (SW-RANGE-06); `u8::MAX` where there is none.
    pub fn distance(&self, from: Figure, to: Figure) -> u8 {
        match (self.space(from), self.space(to)) {
            (Some(a), Some(b)) => self.field.geometry(self.open).distance_blocks(a, b),
            _ => u8::MAX,
        }
    }

    pub fn adjacent(&self, a: Figure, b: Figure) -> bool {
        match (self.space(a), self.space(b)) {
            (Some(a), Some(b)) => self.field.geometry(self.open).adjacent(a, b),
            _ => false,
        }
    }

    pub fn box_at(&self, figure: Figure, at: usize) -> Option<InjuryBox> {
        self.sheet(figure).boxes.get(at).copied()
    }

    pub fn injured_in(&self, figure: Figure, which: InjuryBox) -> bool {
        let unit = self.unit(figure);
        unit.boxes != 0
            && self.sheet(figure).boxes.iter().enumerate().any(|(at, b)| *b == which && unit.boxes >> at & 1 == 1)
    }

    /// Has the unit the attack at this place of its card, no injury having taken it away (SW-INJURY-12)?
    pub fn has_attack(&self, figure: Figure, at: usize) -> bool {
        let lost = self.sheet(figure).attack_box[at].is_some_and(|b| self.unit(figure).boxes >> b & 1 == 1);
        !lost
    }

    pub fn has_trait(&self, figure: Figure, at: usize) -> bool {
        let lost = self.sheet(figure).trait_box[at].is_some_and(|b| self.unit(figure).boxes >> b & 1 == 1);
        !lost
    }

    /// Flies now: the trait, and no Mobility injury (SW-TRAIT-07).
    pub fn flies(&self, figure: Figure) -> bool {
        self.sheet(figure).common.fly && !self.injured_in(figure, InjuryBox::Mobility)
    }

    pub fn exhausted(&self, figure: Figure) -> bool {
        self.unit(figure).vigor == 0
    }
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        let Some(unit) = self.units.get(figure.index()) else {
            return format!("?.{}", figure.0);
        };
        let seat = unit.owner;
        match (unit.called, unit.number) {
            (Some(name), _) => format!("{seat}.{name}"),
            (None, 0 | 1) => format!("{seat}.{}", self.sheet(figure).card.id),
            (None, number) => format!("{seat}.{}-{number}", self.sheet(figure).card.id),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        self.figures().find(|figure| self.tag(*figure) == tag)
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        let unit = self.unit(figure);
        let twins = self.units.iter().any(|other| {
            other.profile != u16::MAX
                && other.owner == unit.owner
                && other.number > 1
                && self.setting.roster[other.profile as usize].card.id == self.sheet(figure).card.id
        });
        let title = self.sheet(figure).title;
        if twins { format!("{title} {}", unit.number.max(1)) } else { title.to_string() }
    }

    /// The title of an attack or trait of the unit, or of a map.
    fn name_title(&self, actor: Option<Figure>, name: Name) -> String {
        let sheet = actor.map(|figure| self.sheet(figure));
        let attack =
            |sheet: &Profile| sheet.attacks.iter().find(|attack| attack.name == name).map(|attack| attack.title);
        let power = |sheet: &Profile| sheet.traits.iter().find(|power| power.name == name).map(|power| power.title);
        if let Some(title) = sheet.and_then(|sheet| attack(sheet).or_else(|| power(sheet))) {
            return title.to_owned();
        }
        match self.setting.pack.map(name) {
            Some(field) => field.map.title.clone(),
            None => capital(&name.text().replace('-', " ")),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.setting.titles.get(seat.index()).cloned().unwrap_or_else(|| format!("side {seat}"))
    }
}
