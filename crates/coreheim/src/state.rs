//! The data of a battle: plain values, cheap to clone, the same bytes everywhere.

mod warrior;

pub use warrior::{Deeds, Did, Place, Posture, Warrior};

use crate::cards::{Item, Lasts, Pack, STATS, Scenario, Set, Skill, Spell, Stat, Trait, Word};
use crate::profile::Profile;
use kernel::{Figure, Name, Outcome, Seat, Speaks, Tags};
use space::inches::{self, Base, Spot};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct State {
    /// What the setup fixes.
    pub setting: Arc<Setting>,
    pub next: NextStep,
    pub players: Vec<Player>,
    pub warriors: Vec<Warrior>,
    pub round: u8,
    /// Who takes turns, in this order (CH-TURN-20).
    pub order: Vec<Seat>,
    /// Whose turn it is, as a position in `order`.
    pub slot: u8,
    /// Declared and still to be carried out (CH-TURN-11).
    pub charges: Vec<Charge>,
    /// Spells that last (CH-MAGIC-11).
    pub spells: Vec<Standing>,
    pub shards: Vec<Shard>,
    pub outcome: Option<Outcome>,
}

#[derive(Debug)]
pub struct Setting {
    pub pack: Arc<Pack>,
    pub scenario: Arc<Scenario>,
    /// The board as geometry knows it.
    pub field: Arc<crate::field::Field>,
    pub titles: Vec<String>,
    /// Ratings of the warbands (CH-CAMPAIGN-03).
    pub ratings: Vec<i32>,
    pub roster: Vec<Profile>,
    pub options: Options,
}

/// Match options, chosen when a battle is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Distances and odds are shown before an action is declared (CH-JUMP-02, CH-CHARGE-02).
    pub free_measuring: bool,
    /// Panic needs two enemies (CH-TURN-19).
    pub panic_needs_two: bool,
    /// Less than a third of the board is terrain: every BS counts as one lower (CH-DEPLOY-05).
    pub open_board: bool,
    /// Battles of a campaign give the weaker side the choice of roles (CH-DEPLOY-07).
    pub campaign: bool,
}

/// What the next step does: one step of the turn sequence in `lib.rs` each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NextStep {
    Roles,
    Zones,
    Provisions,
    Deploy,
    HiddenStart,
    FirstTurn,
    Rout,
    Rally,
    Stupidity,
    StandUp,
    Declare,
    Charge,
    Move,
    Hide,
    Shoot,
    Combat,
    Panic,
    EndTurn,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Index of the set-up zone.
    pub zone: Option<u8>,
    pub attacker: bool,
    pub deployed: bool,
    /// Warriors who started the battle (CH-ROUT-04).
    pub started: u8,
    pub routed: bool,
    /// Has taken a rout test (CH-ROUT-05).
    pub tested: bool,
    /// Warriors who broke through (CH-DEPLOY-11).
    pub through: u8,
    /// Shards brought home (CH-DEPLOY-15).
    pub shards: u8,
}

/// Rims of the engaged are no farther apart (CH-CLOSE-01).
const ENGAGED: i32 = 1000;

pub const SCROLL_BIT: u16 = 1 << 15;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    pub charger: Figure,
    pub target: Figure,
    /// Where the target stood when the charge was declared (CH-CHARGE-05).
    pub aimed: Spot,
    pub unseen: bool,
    /// Further enemies he means to engage (CH-CHARGE-04).
    pub others: Vec<Figure>,
}

/// A spell that lasts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub spell: Arc<Spell>,
    pub caster: Figure,
    /// Who bears it; the caster himself for auras.
    pub on: Figure,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    pub at: Spot,
    pub carrier: Option<Figure>,
    pub home: Option<Seat>,
}

impl State {
    pub fn warrior(&self, figure: Figure) -> &Warrior {
        &self.warriors[figure.index()]
    }

    pub fn warrior_mut(&mut self, figure: Figure) -> &mut Warrior {
        &mut self.warriors[figure.index()]
    }

    pub fn sheet(&self, figure: Figure) -> &Profile {
        &self.setting.roster[self.warriors[figure.index()].profile as usize]
    }

    pub fn owner(&self, figure: Figure) -> Seat {
        self.warriors[figure.index()].owner
    }

    pub fn figures(&self) -> impl Iterator<Item = Figure> + use<> {
        (0..self.warriors.len() as u16).map(Figure)
    }

    /// Figures on the table, whichever side they are on.
    pub fn present(&self) -> impl Iterator<Item = Figure> + '_ {
        self.warriors.iter().enumerate().filter(|(_, warrior)| warrior.on_table()).map(|(at, _)| Figure(at as u16))
    }

    pub fn band(&self, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
        self.present().filter(move |figure| self.owner(*figure) == seat)
    }

    pub fn enemies(&self, a: Figure, b: Figure) -> bool {
        self.owner(a) != self.owner(b)
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.order.get(self.slot as usize).copied().unwrap_or(Seat(0))
    }

    /// Everybody, in the order of turns from the active player on.
    pub fn turns(&self) -> impl Iterator<Item = Seat> + '_ {
        let (before, after) = self.order.split_at(usize::from(self.slot).min(self.order.len()));
        after.iter().chain(before).copied()
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A characteristic as it is now, with lasting changes, limited to 1..=10 (CH-PROFILE-11); 0 is none.
    pub fn stat(&self, figure: Figure, stat: Stat) -> u8 {
        if self.sheet(figure).stat(stat) == 0 {
            return 0;
        }
        self.unlimited(figure, stat).clamp(1, 10) as u8
    }

    /// Whether the limits change a characteristic.
    pub fn limited(&self, figure: Figure, stat: Stat) -> bool {
        self.sheet(figure).stat(stat) > 0 && !(1..=10).contains(&self.unlimited(figure, stat))
    }

    /// All additions and subtractions, before the limits.
    fn unlimited(&self, figure: Figure, stat: Stat) -> i8 {
        let mut sum = self.sheet(figure).sums[stat as usize];
        if stat == Stat::Initiative && self.warrior(figure).drunk {
            sum -= 1;
        }
        if stat == Stat::Ballistic && self.setting.options.open_board {
            sum -= 1;
        }
        for standing in &self.spells {
            if let Some(lasting) = standing.spell.lasting
                && self.bears(standing, figure)
            {
                sum += match stat {
                    Stat::Strength => lasting.strength,
                    Stat::Weapon => lasting.weapon,
                    Stat::Initiative => lasting.initiative,
                    _ => 0,
                };
            }
        }
        sum
    }

    /// Whether a lasting spell touches this warrior now.
    pub fn bears(&self, standing: &Standing, figure: Figure) -> bool {
        use crate::cards::SpellKind;
        if standing.spell.kind != SpellKind::Aura {
            return standing.on == figure && (standing.spell.prayer || !self.warded(figure));
        }
        let spell = &standing.spell;
        let for_enemies = spell.lasting.is_some_and(|lasting| lasting.enemy_leadership != 0);
        if for_enemies != self.enemies(standing.caster, figure) {
            return false;
        }
        if !spell.prayer && self.warded(figure) {
            return false;
        }
        let named = spell.bearers.is_empty() || spell.bearers.contains(&self.sheet(figure).fighter.id);
        named && (figure == standing.caster || self.within(figure, standing.caster, spell.range))
    }

    /// Within a Ward of Faith: spells have no hold on him, prayers have (CH-MAGIC-19).
    pub fn warded(&self, figure: Figure) -> bool {
        self.spells.iter().any(|standing| {
            let ward = standing.spell.lasting.map_or(0, |lasting| lasting.ward);
            ward > 0 && self.within(standing.caster, figure, ward)
        })
    }

    /// Some lasting spell on the warrior for which `test` holds.
    pub fn under(&self, figure: Figure, test: impl Fn(&crate::cards::Lasting) -> bool) -> bool {
        self.spells
            .iter()
            .any(|standing| standing.spell.lasting.as_ref().is_some_and(&test) && self.bears(standing, figure))
    }

    pub fn has_skill(&self, figure: Figure, skill: Skill) -> bool {
        !self.warrior(figure).stripped && self.sheet(figure).skills.has(skill)
    }

    pub fn has_item(&self, figure: Figure, item: Item) -> bool {
        self.sheet(figure).items.has(item)
    }

    pub fn base(&self, figure: Figure) -> Base {
        let warrior = self.warrior(figure);
        Base::new(warrior.at, warrior.radius)
    }

    /// Rims no farther apart than this, in space (CH-GEOM-04).
    pub fn within(&self, a: Figure, b: Figure, distance: i32) -> bool {
        self.base(a).within(&self.base(b), distance)
    }

    /// Distance in space, to the nearest thousandth.
    pub fn distance(&self, a: Figure, b: Figure) -> i32 {
        self.base(a).distance(&self.base(b))
    }

    /// Whether `one` is nearer to `figure` than `other` is.
    pub fn nearer(&self, figure: Figure, one: Figure, other: Figure) -> bool {
        self.distance(figure, one) < self.distance(figure, other)
    }

    /// Opposing warriors whose rims are within 1 inch of each other (CH-CLOSE-01); a fleeing one only once caught.
    #[inline]
    pub fn engaged(&self, a: Figure, b: Figure) -> bool {
        let (one, other) = (self.warrior(a), self.warrior(b));
        // Most are far away: asked first, for it is asked most.
        let wide = ENGAGED + one.radius + other.radius;
        one.owner != other.owner
            && (one.at.x - other.at.x).abs() <= wide
            && (one.at.y - other.at.y).abs() <= wide
            && self.at_grips(a, b)
    }

    /// As [`State::engaged`], for opposing warriors who are near each other.
    fn at_grips(&self, a: Figure, b: Figure) -> bool {
        let (one, other) = (self.warrior(a), self.warrior(b));
        let loose = |warrior: &Warrior| warrior.fleeing && !warrior.did.has(Did::WasCharged);
        one.on_table() && other.on_table() && !loose(one) && !loose(other) && self.meet(&self.base(a), &self.base(b))
    }

    /// Near enough to strike each other, with nothing between them (CH-CLOSE-01).
    pub fn meet(&self, one: &Base, other: &Base) -> bool {
        let rise = (one.at.z - other.at.z).abs();
        rise <= 2 * ENGAGED
            && one.within_plan(other, ENGAGED)
            && (rise <= ENGAGED || self.stepped(one, other))
            && !self.walled(one.at, other.at)
    }

    /// A solid higher than an inch stands between two spots (CH-CLOSE-01): a line just above that height does not pass.
    pub fn walled(&self, a: Spot, b: Spot) -> bool {
        const OVER: i32 = 1001;
        let level = a.z.max(b.z) + OVER;
        !self.setting.field.table.line_free(Spot { z: level, ..a }, Spot { z: level, ..b })
    }

    /// Across a low wall or stairs feet may differ by 2 inches (CH-CLOSE-01).
    fn stepped(&self, one: &Base, other: &Base) -> bool {
        const LOW: i32 = 1000;
        let table = &self.setting.field.table;
        let (p, q) = (one.at.plan(), other.at.plan());
        let low = |piece: &&inches::Piece| piece.kind == inches::Kind::Barrier && piece.top - piece.bottom <= LOW;
        let wall = table.pieces().iter().filter(low).any(|piece| piece.outline.overlaps_sweep(p, q, 1));
        let stairs = table.ladders().iter().filter(|ladder| ladder.stairs).any(|ladder| {
            let (foot, head) = (ladder.stops[0].plan(), ladder.stops[ladder.stops.len() - 1].plan());
            one.within_line(foot, head, 0) && other.within_line(foot, head, 0)
        });
        wall || stairs
    }

    /// Rims within `reach` in plan and feet within as much in height.
    pub fn close(&self, a: Figure, b: Figure, reach: i32) -> bool {
        let rise = self.warrior(a).at.z - self.warrior(b).at.z;
        rise.abs() <= reach && self.base(a).within_plan(&self.base(b), reach)
    }

    pub fn opponents(&self, figure: Figure) -> impl Iterator<Item = Figure> + '_ {
        self.figures().filter(move |other| self.engaged(figure, *other))
    }

    pub fn is_engaged(&self, figure: Figure) -> bool {
        self.opponents(figure).next().is_some()
    }

    /// Hates by nature (CH-PSYCH-23) or from an old wound (CH-CAMPAIGN-23).
    pub fn hates(&self, figure: Figure, other: Figure) -> bool {
        let sheet = self.sheet(figure);
        (sheet.is(Trait::HatesWizards) && self.sheet(other).is(Trait::Wizard))
            || sheet.hates.contains(self.owner(other))
    }

    /// First round of his combat, or against the other (CH-CLOSE-24).
    pub fn first_round(&self, figure: Figure) -> bool {
        let warrior = self.warrior(figure);
        warrior.fresh || warrior.did.has(Did::Charged) || warrior.did.has(Did::WasCharged)
    }

    /// Out of action or gone by flight, for the rout test (CH-ROUT-04, CH-PSYCH-17).
    pub fn losses(&self, seat: Seat) -> usize {
        let lost = |warrior: &&Warrior| warrior.owner == seat && matches!(warrior.place, Place::Out | Place::Fled);
        self.warriors.iter().filter(lost).count()
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Ends lasting spells for which `over` holds.
    pub fn end_spells(&mut self, over: impl Fn(&Standing) -> bool) {
        self.spells.retain(|standing| !over(standing));
    }

    /// What goes with a caster who is put down (CH-MAGIC-11).
    pub fn caster_down(&mut self, figure: Figure) {
        self.end_spells(|standing| standing.caster == figure && standing.spell.lasts == Lasts::CasterUp);
    }

    /// Characteristics in the order of the vocabulary, for scenes.
    pub fn all_stats(&self, figure: Figure) -> [u8; STATS] {
        let mut all = [0; STATS];
        for (_, stat) in Stat::ALL {
            all[*stat as usize] = self.stat(figure, *stat);
        }
        all
    }

    pub fn items(&self, figure: Figure) -> Set<Item> {
        self.sheet(figure).items
    }
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        let Some(warrior) = self.warriors.get(figure.index()) else {
            return format!("?.{}", figure.0);
        };
        let seat = warrior.owner;
        match (warrior.called, warrior.number) {
            (Some(name), _) => format!("{seat}.{name}"),
            (None, 0 | 1) => format!("{seat}.{}", self.sheet(figure).fighter.id),
            (None, number) => format!("{seat}.{}-{number}", self.sheet(figure).fighter.id),
        }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        self.figures().find(|figure| self.tag(*figure) == tag)
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        let warrior = self.warrior(figure);
        let sheet = self.sheet(figure);
        let twin = |other: &Warrior| {
            other.owner == warrior.owner
                && other.number != warrior.number
                && self.setting.roster[other.profile as usize].fighter.id == sheet.fighter.id
        };
        let twins = self.warriors.iter().any(twin);
        if twins { format!("{} {}", sheet.title, warrior.number.max(1)) } else { sheet.title.clone() }
    }

    fn name_title(&self, _: Option<Figure>, name: Name) -> String {
        let pack = &self.setting.pack;
        let title = pack.gear(name).map(|gear| gear.title).or_else(|| pack.spell(name).map(|spell| spell.title));
        title.map_or_else(|| name.text().replace('-', " "), str::to_owned)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.setting.titles.get(seat.index()).cloned().unwrap_or_else(|| format!("side {seat}"))
    }
}
