//! What models may do to one another with the Actions that come next: every attack that is near at hand with its chances,
//! taken for granted that nothing is in the way.

use super::dread::Dread;
use super::exchange::Exchange;
use super::{LEADERLESS, prize};
use crate::effects::Grant;
use crate::field::INCH;
use crate::profile::{Manner, Weapon};
use crate::resolve::attack::close_arms;
use crate::resolve::damage::shielded;
use crate::sheet::is_ranged;
use crate::state::{Fighter, State};
use kernel::{Figure, Seat};
use space::inches::Spot;

/// How far beyond its charge an enemy is felt.
const HORIZON: i32 = 12 * INCH;

/// One model as a danger and as a prey.
pub(super) struct Model<'a> {
    figure: Figure,
    pub(super) fighter: &'a Fighter,
    pub(super) at: Spot,
    pub(super) prize: i32,
    seat: Seat,
    /// Hundredths of its harm that count: those who act first count most.
    haste: i32,
    cbt: i32,
    melee: i32,
    missile: i32,
    cuts: &'a Weapon,
    /// How far it charges.
    charge: i32,
    shot: Option<&'a Weapon>,
    parries: i32,
    reach: i16,
    /// CON and ARM in close combat and against missiles.
    hide: [i32; 2],
    threshold: i32,
    holders: u8,
    /// It has thrown all that it could fight with.
    unarmed: bool,
}

/// Hundredths of a foe's harm that count for those whom it is not likely to strike.
const ASIDE: i32 = 15;
/// Hundredths of the harm that the Intruder sees in its own carriers: they have something better to do.
const LADEN: i32 = 30;
/// What is lost to the Intruder with a carrier besides the model.
const CARGO: i32 = 400;

/// All models on the table, and how far each is from its enemies: looked up once for both sides.
pub(super) struct Ranks<'a> {
    models: Vec<Model<'a>>,
    /// From every model to every enemy, row by row; 0 between friends.
    gaps: Vec<i32>,
}

impl<'a> Ranks<'a> {
    pub(super) fn of(state: &'a State) -> Ranks<'a> {
        let models: Vec<Model<'a>> =
            state.standing().map(|(figure, fighter, at)| model(state, figure, fighter, at)).collect();
        let count = models.len();
        let mut gaps = vec![0; count * count];
        for (at, one) in models.iter().enumerate() {
            for (to, two) in models.iter().enumerate().skip(at + 1).filter(|(_, two)| two.seat != one.seat) {
                let gap = state.gap(one.figure, two.figure);
                (gaps[at * count + to], gaps[to * count + at]) = (gap, gap);
            }
        }
        Ranks { models, gaps }
    }

    pub(super) fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &Model<'a>> + '_ {
        self.models.iter().filter(move |model| model.seat == seat)
    }

    /// What a seat is likely to lose next, in the eyes of a viewer.
    pub(super) fn losses(&self, state: &State, seat: Seat, viewer: Seat, dread: &Dread) -> i32 {
        let mut all: Vec<Prey<'_, '_>> = Vec::new();
        for (at, model) in self.models.iter().enumerate().filter(|(_, prey)| prey.seat == seat) {
            let warlord = state.warlord(seat) == Some(model.figure);
            let laden = model.fighter.carries.is_some() && seat == state.intruder && seat == viewer;
            let cargo = if laden { CARGO } else { 0 };
            let lead = if warlord { LEADERLESS } else { 0 };
            let stake = model.prize + dread.next(warlord) + cargo + lead;
            all.push(Prey { at, model, stake, harm: 0, worst: 0, all: 0 });
        }
        // One Action strikes one. The Sentry can wait, and takes any of its own for the one.
        let wary = seat == viewer && viewer != state.intruder;
        let aside = if wary { 100 } else { ASIDE };
        for (from, foe) in self.models.iter().enumerate().filter(|(_, foe)| foe.seat != seat && foe.fighter.ready()) {
            let laden = foe.fighter.carries.is_some() && foe.seat == state.intruder && foe.seat == viewer;
            let haste = if laden { foe.haste * LADEN / 100 } else { foe.haste };
            let gaps = &self.gaps[from * self.models.len()..];
            for prey in &mut all {
                prey.harm = harm(state, foe, prey.model, gaps[prey.at]) * haste / 100;
            }
            let mut struck: Option<usize> = None;
            for (at, prey) in all.iter().enumerate() {
                if struck.is_none_or(|most| prey.harm * prey.stake > all[most].harm * all[most].stake) {
                    struck = Some(at);
                }
            }
            for (at, prey) in all.iter_mut().enumerate() {
                let harm = if struck == Some(at) { prey.harm } else { prey.harm * aside / 100 };
                prey.all += harm;
                prey.worst = prey.worst.max(harm);
            }
        }
        // A second enemy finds less to do than the first.
        all.iter().map(|prey| prey.stake * (prey.worst + (prey.all - prey.worst) / 2).min(850) / 1000).sum()
    }
}

/// A model that may be struck.
struct Prey<'a, 'b> {
    /// Its place in the ranks.
    at: usize,
    model: &'b Model<'a>,
    stake: i32,
    /// Thousandths of it that the foe at hand, the worst of them and all of them cost it.
    harm: i32,
    worst: i32,
    all: i32,
}

fn model<'a>(state: &'a State, figure: Figure, fighter: &'a Fighter, at: Spot) -> Model<'a> {
    let sheet = state.sheet(figure);
    let profile = &sheet.profile;
    let force = |weapon: &Weapon| weapon.damage + 2 * weapon.dice;
    let usable = close_arms(state, figure);
    let close = || usable.clone().map(|arm| sheet.arm(arm));
    let shots = (0..sheet.arms.len() as u8).filter(|arm| !fighter.lacks(*arm)).map(|arm| sheet.arm(arm));
    let armour = if shielded(state, figure) { profile.armour } else { profile.unshielded };
    let next = state.priority == fighter.owner;
    Model {
        figure,
        fighter,
        at,
        prize: prize(state, figure, usable.clone()),
        seat: fighter.owner,
        haste: match (fighter.token, next) {
            (true, true) => 100,
            (true, false) => 80,
            (false, _) => 50,
        },
        cbt: sheet.cbt().into(),
        melee: profile.level(Grant::Melee).into(),
        missile: profile.level(Grant::Missile).into(),
        cuts: close().max_by_key(|weapon| force(weapon)).unwrap_or(sheet.arm(u8::MAX)),
        charge: i32::from(profile.charge) * 1000 + INCH,
        shot: shots.filter(|weapon| is_ranged(weapon)).max_by_key(|weapon| (!weapon.single, force(weapon))),
        parries: i32::from(profile.attacks) + i32::from(fighter.token && shielded(state, figure)),
        reach: close().map(|weapon| weapon.reach).max().unwrap_or(0),
        hide: armour.map(|armour| i32::from(sheet.con() + armour)),
        threshold: profile.threshold.into(),
        holders: state.holders(figure).count() as u8,
        unarmed: close().all(|weapon| weapon.manner == Manner::Bare),
    }
}

/// Thousandths of the prey that one Action of a foe costs it.
fn harm(state: &State, foe: &Model<'_>, prey: &Model<'_>, gap: i32) -> i32 {
    let halved = |cbt: i32, halved: bool| if halved { cbt / 2 } else { cbt };
    let weak = prey.fighter.shocked || prey.fighter.broken || prey.fighter.entangled;
    let cut = |attack: i32, holders: u8| {
        let exchange = Exchange {
            attack,
            dice: foe.cuts.dice.into(),
            guard: halved(prey.cbt + prey.melee, weak || holders >= 2) - if prey.unarmed { 2 } else { 0 },
            parries: prey.parries,
            edge: i32::from(foe.cuts.damage) - prey.hide[0],
            threshold: prey.threshold,
        };
        exchange.harm()
    };
    // A Shock is one too many for whoever had one this Turn.
    let twice = |harm: i32| if prey.fighter.shocks > 0 { harm + harm / 3 } else { harm };
    if gap <= INCH && state.engaged_at(foe.at, prey.at) {
        return twice(cut(halved(foe.cbt + foe.melee, foe.holders >= 2), prey.holders));
    }
    if foe.holders > 0 {
        return 0;
    }
    let mut worst = 0;
    let far = gap - foe.charge;
    if far < HORIZON {
        let attack = halved(foe.cbt + foe.melee + 1, foe.cuts.charge_reach < prey.reach);
        let charged = cut(attack, prey.holders + 1);
        worst = match far {
            // An obstacle may be in the way, and a nearer model.
            ..=0 => charged * 4 / 5,
            // It has to come nearer first.
            _ => charged / 5 * ((HORIZON - far) / 100) / (HORIZON / 100),
        };
    }
    if let Some(shot) = foe.shot.filter(|shot| gap <= i32::from(shot.farthest) * 1000 && prey.holders == 0) {
        let long = gap > i32::from(shot.range) * 1000;
        let exchange = Exchange {
            attack: halved(foe.cbt + foe.missile + 1, long),
            dice: shot.dice.into(),
            guard: prey.cbt / 2,
            parries: 1,
            edge: i32::from(shot.damage) - prey.hide[1],
            threshold: prey.threshold,
        };
        // Something may be in the line.
        worst = worst.max(exchange.harm() / 2);
    }
    twice(if prey.fighter.ambush { worst * 4 / 5 } else { worst })
}
