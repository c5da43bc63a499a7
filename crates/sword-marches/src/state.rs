//! The data of a battle: plain values, cheap to clone, the same bytes everywhere.

use crate::content::Pack;
use crate::field::{BODY, Field, INCH, LYING, RADIUS};
use crate::sheet::Sheet;
use kernel::{Figure, Name, Outcome, Seat, Speaks, Tags};
use space::inches::{Base, Cylinder, Spot};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct State {
    /// What the setup fixes.
    pub setting: Arc<Setting>,
    pub field: Arc<Field>,
    pub next_step: NextStep,
    pub turn: u8,
    pub sides: [Side; 2],
    pub fighters: Vec<Fighter>,
    pub intruder: Seat,
    /// Holds the Edge this Turn, or held it last where this Turn's is not decided yet; the other holds the Break.
    pub edge: Seat,
    /// Turns in a row that the holder has had the Edge (SM-EDGE-01).
    pub edge_run: u8,
    /// Whose turn it is to act; before the battle, who has the role to choose.
    pub priority: Seat,
    /// The Edge player has executed an Action with Priority this Turn (SM-EDGE-05).
    pub edge_acted: bool,
    pub caches: Vec<Cache>,
    pub beacon: bool,
    pub signals: u8,
    /// Models just Wounded, with the place where they fell, whose friends still have to check (SM-PANIC-05).
    pub lost: Vec<(Figure, Spot)>,
    pub outcome: Option<Outcome>,
}

#[derive(Debug)]
pub struct Setting {
    pub pack: Arc<Pack>,
    pub titles: [String; 2],
    /// One sheet for each fighter.
    pub sheets: Vec<Sheet>,
    /// The boards that can be chosen before the battle.
    pub fields: Vec<Arc<Field>>,
    pub bands: [Band; 2],
    pub options: Options,
}

/// What a warband is beyond its models.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    pub archetype: Option<crate::effects::Archetype>,
    pub feature: Option<crate::effects::Feature>,
    /// Why the other side is a Rival, if it is.
    pub rival: Option<kernel::Rule>,
    pub warlord: Option<Figure>,
    pub models: u8,
    pub command: u8,
    pub rations: bool,
}

/// Match options, chosen when a battle is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Distances may be shown before an Action is declared (SM-META-10).
    pub measuring: bool,
    /// The Edge is worth a flat three Tokens (SM-STRATEGY-02).
    pub flat_edge: bool,
    /// Who is the Intruder, where that was agreed on.
    pub intruder: Option<Seat>,
    /// An Attack that bears what its Defender is Immune to does it no damage at all (SM-SOURCE-13).
    pub whole_immunity: bool,
    /// A model may have a Tactical Die in each of its Checks, not in one a Turn (SM-TACDICE-05).
    pub die_a_check: bool,
}

/// What the next step of the battle does; the sequence is in `lib.rs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NextStep {
    FirstCheck,
    Roles,
    Deploy,
    TurnStart,
    Rout,
    Panic,
    RandomMovement,
    Recovery,
    Strategy,
    Tokens,
    ActionStart,
    Action,
    TurnEnd,
    Over,
}

impl NextStep {
    pub const WORDS: &'static [(&'static str, NextStep)] = &[
        ("first-check", NextStep::FirstCheck),
        ("roles", NextStep::Roles),
        ("deploy", NextStep::Deploy),
        ("turn-start", NextStep::TurnStart),
        ("rout", NextStep::Rout),
        ("panic", NextStep::Panic),
        ("random-movement", NextStep::RandomMovement),
        ("recovery", NextStep::Recovery),
        ("strategy", NextStep::Strategy),
        ("tokens", NextStep::Tokens),
        ("action-start", NextStep::ActionStart),
        ("action", NextStep::Action),
        ("turn-end", NextStep::TurnEnd),
        ("over", NextStep::Over),
    ];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Base Tokens of the whole warband (SM-POOL-02).
    pub base: u8,
    /// Tokens still to be placed.
    pub pool: u8,
    pub dice: u8,
    /// The Break of the Turn is unspent.
    pub may_break: bool,
    /// Breaks that are there once in a game (SM-STRONGHOLD-07, SM-EQUIP-03).
    pub spare_breaks: u8,
    /// An Action can still be made Unbreakable (SM-STRONGHOLD-09).
    pub portents: bool,
    pub belayed: bool,
    /// Actions and Break Actions executed, and forfeits, in this Action Phase.
    pub executed: u8,
    pub forfeits: u8,
    /// Tokens that went in it without either: with whoever was Shocked, Broken or Wounded (SM-FORFEIT-04).
    pub lost: u8,
}

impl Side {
    pub fn breaks(&self) -> u8 {
        u8::from(self.may_break) + self.spare_breaks
    }

    /// Whether every Action of this Action Phase has been forfeited so far (SM-FORFEIT-04).
    pub fn only_forfeits(&self) -> bool {
        self.executed == 0 && self.lost == 0
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    pub owner: Seat,
    pub name: Name,
    pub place: Place,
    pub shocked: bool,
    pub broken: bool,
    pub token: bool,
    pub ambush: bool,
    pub entangled: bool,
    /// Shocked results of this Turn (SM-COND-09).
    pub shocks: u8,
    /// Once a Turn.
    pub tactical: bool,
    pub broke: bool,
    /// It has executed an Action; only shown, no rule asks for it.
    pub acted: bool,
    pub fury: bool,
    pub handed: bool,
    pub calmed: bool,
    /// Once a game.
    pub ancestors: bool,
    pub surged: bool,
    /// The arm it declared last this Turn.
    pub hands: Option<u8>,
    /// Arms that are gone, as bits: a thrown Spear.
    pub spent: u32,
    /// Shafts that have left the hand, as bits over its weapons (SM-GEARTRAIT-29).
    pub thrown: u32,
    /// Arms that have been used, as bits: Small gear is hidden from the opponent until then (SM-MODEL-03).
    pub shown: u32,
    /// Arms that whoever thinks about this state does not know of, as bits; none in a battle as it is. They are in no list,
    /// but can be used: what has been done shows them.
    pub veiled: u32,
    /// The Turn in which the present Engagement began; 0 where there is none.
    pub engaged_since: u8,
    /// Where it stood when the Action Phase began (SM-CLIMB-04).
    pub stood: Option<Spot>,
    pub carries: Option<u8>,
    /// It keeps its Concealment against whoever detected it until that one's Action is over (SM-ACTION-12).
    pub detected: Option<Detected>,
    /// Enemies Wounded, by type, and objectives completed: for the After Action Report.
    pub felled: [u8; 4],
    pub objectives: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detected {
    pub by: Figure,
    /// It was in Cover from there too.
    pub cover: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not placed yet.
    Waiting,
    On(Spot),
    Wounded,
    /// Fled over the table edge: lost, but unhurt.
    Fled,
    /// Carried a cache off: neither lost nor hurt (SM-ADV1-04).
    Left,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    Lies(Spot),
    Carried(Figure),
    Secured,
}

impl Fighter {
    pub fn new(owner: Seat, name: Name) -> Fighter {
        Fighter {
            owner,
            name,
            place: Place::Waiting,
            shocked: false,
            broken: false,
            token: false,
            ambush: false,
            entangled: false,
            shocks: 0,
            tactical: false,
            broke: false,
            acted: false,
            fury: false,
            handed: false,
            calmed: false,
            ancestors: false,
            surged: false,
            hands: None,
            spent: 0,
            thrown: 0,
            shown: 0,
            veiled: 0,
            engaged_since: 0,
            stood: None,
            carries: None,
            detected: None,
            felled: [0; 4],
            objectives: 0,
        }
    }

    pub fn spot(&self) -> Option<Spot> {
        match self.place {
            Place::On(spot) => Some(spot),
            _ => None,
        }
    }

    /// Takes an arm in hand, for everybody to see.
    pub fn wield(&mut self, arm: u8) {
        self.hands = Some(arm);
        self.shown |= 1 << (arm % 32);
    }

    pub fn on_table(&self) -> bool {
        matches!(self.place, Place::On(_))
    }

    /// Whether an arm is gone, or not known of.
    pub fn lacks(&self, arm: u8) -> bool {
        (self.spent | self.veiled) >> (arm % 32) & 1 == 1
    }

    /// Wounded, or fled, which counts as Wounded while the battle lasts (SM-RANDOM-04, SM-POOL-04).
    pub fn is_lost(&self) -> bool {
        matches!(self.place, Place::Wounded | Place::Fled)
    }

    /// Ready, with or without a Token (SM-COND-01, SM-COND-03).
    pub fn ready(&self) -> bool {
        self.on_table() && !self.shocked && !self.broken
    }

    /// Ready with a Token.
    pub fn active(&self) -> bool {
        self.ready() && self.token
    }
}

impl State {
    pub fn fighter(&self, figure: Figure) -> &Fighter {
        &self.fighters[figure.index()]
    }

    pub fn fighter_mut(&mut self, figure: Figure) -> &mut Fighter {
        &mut self.fighters[figure.index()]
    }

    pub fn sheet(&self, figure: Figure) -> &Sheet {
        &self.setting.sheets[figure.index()]
    }

    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() & 1]
    }

    pub fn band(&self, seat: Seat) -> &Band {
        &self.setting.bands[seat.index() & 1]
    }

    pub fn owner(&self, figure: Figure) -> Seat {
        self.fighter(figure).owner
    }

    pub fn figures(&self) -> impl Iterator<Item = Figure> + use<> {
        (0..self.fighters.len() as u16).map(Figure)
    }

    pub fn standing(&self) -> impl Iterator<Item = (Figure, &Fighter, Spot)> + '_ {
        let all = self.fighters.iter().enumerate();
        all.filter_map(|(at, fighter)| fighter.spot().map(|spot| (Figure(at as u16), fighter, spot)))
    }

    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Figure, &Fighter, Spot)> + '_ {
        self.standing().filter(move |(_, fighter, _)| fighter.owner == seat)
    }

    pub fn base(&self, figure: Figure) -> Option<Base> {
        self.fighter(figure).spot().map(|spot| Base::new(spot, RADIUS))
    }

    pub fn cylinder(&self, figure: Figure) -> Option<Cylinder> {
        let fighter = self.fighter(figure);
        fighter.spot().map(|at| Cylinder { at, radius: RADIUS, height: body(fighter) })
    }

    /// Base edge to base edge in thousandths (SM-META-04).
    pub fn gap(&self, a: Figure, b: Figure) -> i32 {
        match (self.base(a), self.base(b)) {
            (Some(a), Some(b)) => a.distance(&b),
            _ => i32::MAX,
        }
    }

    pub fn within(&self, a: Figure, b: Figure, inches: i32) -> bool {
        match (self.base(a), self.base(b)) {
            (Some(a), Some(b)) => a.within(&b, inches * 1000 + crate::field::SLACK),
            _ => false,
        }
    }

    /// Two enemies an inch or less apart, with nothing solid between them (SM-CLOSE-01).
    pub fn engaged_with(&self, a: Figure, b: Figure) -> bool {
        let (one, two) = (self.fighter(a), self.fighter(b));
        match (one.spot(), two.spot()) {
            (Some(p), Some(q)) if one.owner != two.owner => self.engaged_at(p, q),
            _ => false,
        }
    }

    pub fn engaged_at(&self, p: Spot, q: Spot) -> bool {
        let far = 2 * RADIUS + INCH;
        (p.x - q.x).abs() <= far
            && (p.y - q.y).abs() <= far
            && Base::new(p, RADIUS).within(&Base::new(q, RADIUS), INCH)
            && !self.field.parted(p, q)
    }

    /// Enemies Engaged with a model, whatever their condition.
    pub fn opponents(&self, figure: Figure) -> impl Iterator<Item = Figure> + '_ {
        let me = self.fighter(figure);
        let here = me.spot();
        let owner = me.owner;
        self.standing()
            .filter(move |(_, other, spot)| {
                other.owner != owner && here.is_some_and(|here| self.engaged_at(here, *spot))
            })
            .map(|(other, _, _)| other)
    }

    /// Ready enemies Engaged with it: those that hold it and count against it (SM-MULTI-02, SM-ACTION-02).
    pub fn holders(&self, figure: Figure) -> impl Iterator<Item = Figure> + '_ {
        self.opponents(figure).filter(|other| self.fighter(*other).ready())
    }

    pub fn engaged(&self, figure: Figure) -> bool {
        self.opponents(figure).next().is_some()
    }

    /// Models of a side that are Wounded or fled (SM-ROUT-01).
    pub fn losses(&self, seat: Seat) -> u8 {
        self.fighters.iter().filter(|fighter| fighter.owner == seat && fighter.is_lost()).count() as u8
    }

    pub fn warlord(&self, seat: Seat) -> Option<Figure> {
        self.band(seat).warlord
    }

    pub fn any_active(&self, seat: Seat) -> bool {
        self.fighters.iter().any(|fighter| fighter.owner == seat && fighter.on_table() && fighter.token)
    }

    /// Takes a Token away that is neither spent on an Action nor forfeited; whether there was one.
    pub fn lose_token(&mut self, figure: Figure) -> bool {
        let fighter = self.fighter_mut(figure);
        let (had, owner) = (std::mem::take(&mut fighter.token), fighter.owner);
        if had {
            let side = self.side_mut(owner);
            side.lost = side.lost.saturating_add(1);
        }
        had
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Under the Heavy Trait: by gear, entangled, or with a cache (SM-GEARTRAIT-03, SM-ADV1-02).
    pub fn heavy(&self, figure: Figure) -> Option<kernel::Rule> {
        use rulebook::SM;
        let (fighter, sheet) = (self.fighter(figure), self.sheet(figure));
        let immune = sheet.profile.immune(crate::effects::Ward::Heavy).is_some();
        if sheet.profile.heavy {
            Some(SM::GEARTRAIT_08)
        } else if fighter.entangled && !immune {
            Some(SM::GEARTRAIT_03)
        } else if fighter.carries.is_some() && !immune {
            Some(SM::ADV1_02)
        } else {
            None
        }
    }
}

/// How high a model is now (SM-META-05).
pub(crate) fn body(fighter: &Fighter) -> i32 {
    if fighter.shocked { LYING } else { BODY }
}

pub fn other(seat: Seat) -> Seat {
    Seat(seat.0 ^ 1)
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        match self.fighters.get(figure.index()) {
            Some(fighter) => format!("{}.{}", fighter.owner, fighter.name),
            None => format!("?.{}", figure.0),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        let (seat, name) = tag.split_once('.')?;
        let seat = seat.chars().next().filter(|_| seat.len() == 1).and_then(Seat::from_letter)?;
        let name = Name::known(name)?;
        let all = self.fighters.iter();
        all.enumerate().find(|(_, f)| f.owner == seat && f.name == name).map(|(at, _)| Figure(at as u16))
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        self.setting.sheets.get(figure.index()).map_or_else(String::new, |sheet| sheet.profile.name.clone())
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.setting.titles.get(seat.index()).cloned().unwrap_or_else(|| format!("side {seat}"))
    }

    /// The title of an objective, of a piece of gear and how it is used, or of anything else in the book.
    fn name_title(&self, _: Option<Figure>, name: Name) -> String {
        let objectives = &self.field.adventure.objectives;
        match objectives.iter().find(|objective| objective.id == name) {
            Some(objective) => objective.title.to_owned(),
            None => crate::catalog::title(&self.setting.pack, name),
        }
    }
}
