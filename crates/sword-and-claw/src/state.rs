//! The data of a battle: plain values, cheap to clone, the same bytes everywhere.

mod declared;
mod lasting;
mod measure;
mod party;
mod piece;

pub use declared::{Aim, Crew, Declaration, Deed, Rotation, Sweep};
pub use lasting::{Cells, Charm, Zone};
pub use measure::{distance, squares_apart};
pub use party::Party;
pub use piece::{ATTACKS, Altitude, Level, Motion, Piece, Place, Recruit, SPELLS};

use crate::cards::{Pack, Qualities, Scenario, Troop, ZoneKind};
use crate::field::{Field, Ground};
use crate::minds::might::Might;
use kernel::{Figure, Name, Outcome, Seat, Speaks, Tags, capital};
use space::grid::{Block, Dir, Square};
use std::sync::{Arc, OnceLock};

#[derive(Clone, Debug)]
pub struct State {
    /// What the setup fixes.
    pub setting: Arc<Setting>,
    pub next_step: NextStep,
    pub players: Vec<Player>,
    /// Figures that have been placed, in the order of their placing. What still waits is a secret of its player.
    pub pieces: Vec<Piece>,
    /// Who stands (not aloft) on each square: the figure's place in `pieces` plus one.
    pub grid: Vec<u16>,
    /// Figures that hover or fly.
    pub aloft: Vec<Figure>,
    pub zones: Vec<Zone>,
    /// Stone Skin and the like: spells on single figures that last.
    pub charms: Vec<Charm>,
    /// The side that attacks, and the board edge of each side.
    pub attacker: Side,
    pub edges: [Dir; 2],
    /// Depth of the group that is being placed, in inches (SC-DEPLOY-01); 0 before the roll.
    pub depth: u8,
    /// Rounds from 1, and whose turn it is.
    pub round: u16,
    pub active: Side,
    /// Within a step: whom is asked, who has finished, who lets an ally go first.
    pub asked: Seat,
    pub done: u8,
    pub waiting: u8,
    /// Within Spellcasting, Ranged and Melee.
    pub part: Part,
    /// What is declared in this step and not resolved yet; everybody sees it.
    pub declared: Vec<Declaration>,
    /// Enemies that were in contact, able to fight, when this turn's Movement step began: `(of the active side, of the
    /// other)`, in order (SC-READY-05 to SC-READY-07, SC-TRAMPLE-06).
    pub contacts: Vec<(Figure, Figure)>,
    /// Sides with a weapon that fires at what it does not see, as bits: for them it counts who was seen (SC-WQUAL-17).
    pub lookouts: u8,
    /// Points of each side that have left over the other side's edge (scenarios).
    pub crossed: [i32; 2],
    pub conceded: Option<Side>,
    pub outcome: Option<Outcome>,
}

#[derive(Debug)]
pub struct Setting {
    pub pack: Arc<Pack>,
    pub scenario: Arc<Scenario>,
    pub field: Arc<Field>,
    /// Points of each side (SC-SETUP-10).
    pub points: u16,
    pub titles: Vec<String>,
    /// Sheets by `TroopId`: all troops of the pack, and those that a case has changed.
    pub roster: Vec<Troop>,
    /// Rounds; 0 is no limit.
    pub turn_limit: u16,
    /// How the troops of the roster fare against one another, made when a mind first asks.
    pub might: OnceLock<Might>,
}

impl Setting {
    pub fn might(&self) -> &Might {
        self.might.get_or_init(|| Might::new(&self.roster))
    }
}

/// One of the two sides; several players may share one (SC-SETUP-09).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(pub u8);

impl Side {
    pub const BOTH: [Side; 2] = [Side(0), Side(1)];

    pub fn other(self) -> Side {
        Side(1 - self.0)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the next step of the battle does: one line of the turn sequence in `lib.rs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NextStep {
    /// Attacker, defender and board edges.
    Edges,
    AttackersCore,
    DefendersCore,
    ChooseReserves,
    DefendersReserve,
    AttackersReserve,
    SavingThrows,
    Reset,
    Movement,
    Spellcasting,
    Ranged,
    Melee,
    Over,
}

/// Where a step that is declared first and resolved later stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Part {
    /// Maintaining (Spellcasting), readied figures of the inactive side (Ranged, Melee).
    #[default]
    First,
    /// The active side declares.
    Declare,
    Resolve,
}

/// A player and what is still secret about the army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub side: Side,
    pub faction: crate::cards::FactionId,
    /// Figures not yet placed (SC-SETUP-14): core, reserve A, reserve B.
    pub core: Vec<Recruit>,
    pub reserves: [Vec<Recruit>; 2],
    /// The reserve that was chosen, known to its player only until it is placed (SC-DEPLOY-03).
    pub reserve: Option<u8>,
    /// Points of the army that fights, for the count at the end.
    pub strength: i32,
}

impl State {
    #[inline]
    pub fn piece(&self, figure: Figure) -> &Piece {
        &self.pieces[figure.index()]
    }

    #[inline]
    pub fn piece_mut(&mut self, figure: Figure) -> &mut Piece {
        &mut self.pieces[figure.index()]
    }

    #[inline]
    pub fn sheet(&self, figure: Figure) -> &Troop {
        &self.setting.roster[usize::from(self.pieces[figure.index()].troop.0)]
    }

    #[inline]
    pub fn field(&self) -> &Field {
        &self.setting.field
    }

    pub fn figures(&self) -> impl Iterator<Item = Figure> + use<> {
        (0..self.pieces.len() as u16).map(Figure)
    }

    /// Figures on the board.
    pub fn standing(&self) -> impl Iterator<Item = Figure> + '_ {
        self.pieces.iter().enumerate().filter(|(_, piece)| piece.on_board()).map(|(at, _)| Figure(at as u16))
    }

    /// Figures of a side on the board.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = Figure> + '_ {
        self.standing().filter(move |figure| self.piece(*figure).side == side)
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// The players of a side, in order.
    pub fn seats_of(&self, side: Side) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |seat| self.players[seat.index()].side == side)
    }

    /// The first player of a side, who speaks for it.
    pub fn leader(&self, side: Side) -> Seat {
        let seat = self.seats_of(side).next();
        seat.unwrap_or(Seat(0))
    }

    /// The armies of a side: `Border Watch and Hold Guard`.
    pub fn side_name(&self, side: Side) -> String {
        let names: Vec<String> = self.seats_of(side).map(|seat| self.seat_name(seat)).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        }
    }

    #[inline]
    pub fn enemies(&self, a: Figure, b: Figure) -> bool {
        self.piece(a).side != self.piece(b).side
    }

    #[inline]
    pub fn base(&self, figure: Figure) -> u8 {
        self.sheet(figure).size.side()
    }

    /// The squares of a figure on the board.
    #[inline]
    pub fn space(&self, figure: Figure) -> Option<Block> {
        match self.piece(figure).place {
            Place::On(at) => Some(Block::new(at, self.base(figure))),
            _ => None,
        }
    }

    /// Wounds it can still take.
    #[inline]
    pub fn health(&self, figure: Figure) -> u8 {
        self.sheet(figure).wounds.saturating_sub(self.piece(figure).wounds)
    }

    /// Half its wounds or more are gone (SC-DAMAGE-06).
    #[inline]
    pub fn hurt(&self, figure: Figure) -> bool {
        let wounds = self.piece(figure).wounds;
        wounds > 0 && 2 * u16::from(wounds) >= u16::from(self.sheet(figure).wounds)
    }

    #[inline]
    pub fn is_engine(&self, figure: Figure) -> bool {
        self.sheet(figure).has(Qualities::SIEGE_WEAPON)
    }

    /// Stands on top of a fortification (SC-FLIGHT-23).
    #[inline]
    pub fn on_fort(&self, figure: Figure) -> bool {
        let piece = self.piece(figure);
        match piece.place {
            Place::On(at) => {
                piece.altitude == Altitude::Landed
                    && self.field().fortified
                    && self.field().ground(at).has(Ground::FORT)
            }
            _ => false,
        }
    }

    /// The altitude for fighting and shooting (SC-TOHIT-17, SC-FLIGHT-23).
    #[inline]
    pub fn level(&self, figure: Figure) -> Level {
        match self.piece(figure).altitude {
            Altitude::Landed if self.on_fort(figure) => Level::Low,
            Altitude::Landed | Altitude::Hover => Level::Ground,
            Altitude::Low => Level::Low,
            Altitude::High => Level::High,
        }
    }

    #[inline]
    pub fn flying(&self, figure: Figure) -> bool {
        self.piece(figure).altitude > Altitude::Landed
    }

    /// Who stands on the square, not aloft.
    #[inline]
    pub fn standing_on(&self, square: Square) -> Option<Figure> {
        let field = self.field();
        if !field.on_board(square) {
            return None;
        }
        self.grid[field.index(square)].checked_sub(1).map(Figure)
    }

    /// Who is on the square at exactly this altitude. Troops on a fortification and Low flyers share theirs.
    pub fn occupant(&self, square: Square, altitude: Altitude) -> Option<Figure> {
        let fort = self.field().fortified && self.field().ground(square).has(Ground::FORT);
        if altitude == Altitude::Landed || altitude == Altitude::Low && fort {
            if let Some(found) = self.standing_on(square) {
                return Some(found);
            }
            if !fort {
                return None;
            }
        }
        let wanted = if altitude == Altitude::Landed { Altitude::Low } else { altitude };
        let there = |figure: &Figure| {
            self.piece(*figure).altitude == wanted && self.space(*figure).is_some_and(|space| space.contains(square))
        };
        self.aloft.iter().copied().find(there)
    }

    /// Everybody on the square, whatever the altitude.
    pub fn all_on(&self, square: Square) -> impl Iterator<Item = Figure> + '_ {
        let above = self.aloft.iter().copied();
        let above = above.filter(move |figure| self.space(*figure).is_some_and(|space| space.contains(square)));
        self.standing_on(square).into_iter().chain(above)
    }

    /// Puts a figure somewhere, at its present altitude or another, or takes it off the board.
    pub fn put(&mut self, figure: Figure, place: Place, altitude: Altitude) {
        if let Some(space) = self.space(figure) {
            self.mark(figure, space, 0);
        }
        let piece = self.piece_mut(figure);
        (piece.place, piece.altitude) = (place, altitude);
        let flies = altitude > Altitude::Landed && matches!(place, Place::On(_));
        match self.aloft.iter().position(|other| *other == figure) {
            Some(at) if !flies => {
                self.aloft.swap_remove(at);
            }
            None if flies => self.aloft.push(figure),
            _ => {}
        }
        if altitude == Altitude::Landed
            && let Some(space) = self.space(figure)
        {
            self.mark(figure, space, figure.0 + 1);
        }
    }

    fn mark(&mut self, figure: Figure, space: Block, with: u16) {
        let setting = Arc::clone(&self.setting);
        for square in space.squares().filter(|square| setting.field.on_board(*square)) {
            // A figure that passes over another leaves its mark alone; it is put once more where it stops.
            let cell = &mut self.grid[setting.field.index(square)];
            if *cell == 0 || *cell == figure.0 + 1 {
                *cell = with;
            }
        }
    }

    /// Hard blocking terrain at ground level, that of a zone too: its corners are not cut (SC-MOVE-04, SC-WQUAL-08).
    pub fn hard(&self, square: Square) -> bool {
        self.field().hard(square) || !self.zones.is_empty() && self.zoned(square, ZoneKind::Blocking)
    }

    /// Zones of a kind on the square.
    pub fn zoned(&self, square: Square, kind: ZoneKind) -> bool {
        self.zones.iter().any(|zone| zone.kind == kind && zone.shape.contains(square))
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Inches between the nearest squares of two bases (SC-SETUP-03).
    pub fn distance(&self, a: Figure, b: Figure) -> u8 {
        match (self.space(a), self.space(b)) {
            (Some(a), Some(b)) => distance(a, b),
            _ => u8::MAX,
        }
    }
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        let Some(piece) = self.pieces.get(figure.index()) else {
            return format!("a.nobody-{}", figure.0);
        };
        match (piece.called, piece.number) {
            (Some(name), _) => format!("{}.{name}", piece.owner),
            (None, 0 | 1) => format!("{}.{}", piece.owner, self.sheet(figure).id),
            (None, number) => format!("{}.{}-{number}", piece.owner, self.sheet(figure).id),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        self.figures().find(|figure| self.tag(*figure) == tag)
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        // Choices somebody typed, or made before a figure was there, may point anywhere.
        let Some(piece) = self.pieces.get(figure.index()) else {
            return format!("figure {}", figure.0);
        };
        let twin = |other: &Piece| other.owner == piece.owner && other.troop == piece.troop && other.number > 1;
        let title = self.sheet(figure).title;
        if self.pieces.iter().any(twin) { format!("{title} {}", piece.number.max(1)) } else { title.to_string() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.setting.titles.get(seat.index()).cloned().unwrap_or_else(|| format!("side {seat}"))
    }

    /// The title of an attack, a spell or a troop.
    fn name_title(&self, actor: Option<Figure>, name: Name) -> String {
        let pack = &self.setting.pack;
        let sheet = actor.filter(|figure| figure.index() < self.pieces.len()).map(|figure| self.sheet(figure));
        if let Some(attack) = sheet.and_then(|sheet| sheet.attacks.iter().find(|attack| attack.name == name)) {
            return attack.title.to_owned();
        }
        let spell = pack.spell_named(name).map(|id| pack.spell(id).title);
        let troop = pack.troop_named(name).map(|id| pack.troop(id).title);
        spell.or(troop).map_or_else(|| capital(&name.text().replace('-', " ")), str::to_owned)
    }
}
