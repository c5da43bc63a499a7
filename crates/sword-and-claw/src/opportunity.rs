//! Opportunity attacks: an enemy in contact strikes at a figure that moves away (SC-OPP).

use crate::cards::{Attack, AttackId, WeaponQualities};
use crate::decisions::movement::{OPPORTUNITY, Opportunity};
use crate::resolve::tohit::Footing;
use crate::resolve::{self, Blow, Weapon};
use crate::state::{ATTACKS, Altitude, State};
use crate::{Event, Table, contact};
use kernel::{Figure, Flow, Refusal, Seat};
use rulebook::SC;

/// Which of the enemies in contact are asked: the stages of a trample, or all (SC-TRAMPLE-08).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    All,
    ReadiedReach,
    OtherReadied,
    Unready,
}

/// What has happened to one figure in one movement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// Enemies that have struck at it: no one does so twice (SC-OPP-03).
    pub struck: Vec<Figure>,
    /// It tramples: attacks on it are at -2 (SC-TRAMPLE-07).
    pub trampling: bool,
}

impl Record {
    fn footing(&self) -> Footing {
        if self.trampling { Footing::Overrun } else { Footing::Firm }
    }
}

/// Asks the enemies in contact with a figure that leaves its place, and lets them strike one after the other
/// (SC-OPP-01, SC-OPP-02, SC-OPP-05). True if anybody struck.
///
/// # Errors
/// Pauses for the choices and dice.
pub(crate) fn provoke(t: &mut Table<'_>, mover: Figure, record: &mut Record, who: Who) -> Flow<bool> {
    let mut any = false;
    // Nobody in contact: by far the most frequent case.
    if !tempted(t.state, mover, record) {
        return Ok(false);
    }
    let seats: Vec<Seat> = t.state.seats_of(t.state.piece(mover).side.other()).collect();
    for seat in seats {
        while let Some(strike) = ask(t, seat, mover, record, who)? {
            any = true;
            record.struck.push(strike.by);
            announce(t, strike, mover, record);
            let blow =
                Blow { by: strike.by, target: mover, weapon: Weapon::Attack(strike.attack), footing: record.footing() };
            if let Some(harm) = resolve::blow(t, blow)? {
                resolve::suffer(t, harm)?;
            }
            if !can_go_on(t.state, mover) {
                return Ok(true);
            }
        }
    }
    Ok(any)
}

/// The same, but the blows are only gathered: they are rolled together with a trample (SC-TRAMPLE-08).
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn gather(t: &mut Table<'_>, mover: Figure, record: &mut Record, who: Who) -> Flow<Vec<Blow>> {
    let mut blows = Vec::new();
    let seats: Vec<Seat> = t.state.seats_of(t.state.piece(mover).side.other()).collect();
    for seat in seats {
        while let Some(strike) = ask(t, seat, mover, record, who)? {
            record.struck.push(strike.by);
            announce(t, strike, mover, record);
            let weapon = Weapon::Attack(strike.attack);
            blows.push(Blow { by: strike.by, target: mover, weapon, footing: record.footing() });
        }
    }
    Ok(blows)
}

/// May a figure that was struck go on moving (SC-OPP-01)?
pub(crate) fn can_go_on(state: &State, mover: Figure) -> bool {
    let piece = state.piece(mover);
    piece.on_board() && piece.entangled == 0 && piece.paralyzed == 0 && !state.is_over()
}

/// Is there an enemy in contact that could strike at the mover?
pub(crate) fn tempted(state: &State, mover: Figure, record: &Record) -> bool {
    let Some(space) = state.space(mover) else { return false };
    let mut found = false;
    contact::each(state, space, state.level(mover), state.piece(mover).side.other(), |enemy| {
        found = found || !record.struck.contains(&enemy) && may_strike(state, enemy);
    });
    found
}

fn ask(t: &mut Table<'_>, seat: Seat, mover: Figure, record: &Record, who: Who) -> Flow<Option<Strike>> {
    let strikes = strikes(t.state, seat, mover, record, who);
    if strikes.is_empty() {
        return Ok(None);
    }
    let answer = |Strike { by, attack }: &Strike| {
        let weapon = t.state.sheet(*by).attack(*attack).name;
        Opportunity::Strike { by: *by, weapon }
    };
    let options: Vec<Opportunity> = strikes.iter().map(answer).chain([Opportunity::Pass]).collect();
    let why = |state: &State, answer: &Opportunity| not_now(state, seat, mover, record, answer);
    let picked = t.ask_telling(OPPORTUNITY.to(seat).about(mover), &options, why)?;
    let strike = strikes.get(picked).copied();
    if strike.is_none() {
        t.tell(SC::OPP_05, || Event::OpportunityPassed { seat, target: mover });
    }
    Ok(strike)
}

fn strikes(state: &State, seat: Seat, mover: Figure, record: &Record, who: Who) -> Vec<Strike> {
    let mut options = Vec::new();
    let Some(space) = state.space(mover) else { return options };
    contact::each(state, space, state.level(mover), state.piece(mover).side.other(), |enemy| {
        if state.piece(enemy).owner != seat || record.struck.contains(&enemy) || !may_strike(state, enemy) {
            return;
        }
        for (attack, weapon) in usable(state, enemy, mover) {
            let readied = state.piece(enemy).readied();
            let reach = weapon.has(WeaponQualities::REACH);
            let asked = match who {
                Who::All => true,
                Who::ReadiedReach => readied && reach,
                Who::OtherReadied => readied && !reach,
                Who::Unready => !readied,
            };
            if asked {
                options.push(Strike { by: enemy, attack });
            }
        }
    });
    options
}

/// What keeps a figure from striking at the mover with a weapon now. What only waits for another stage of a trample is
/// told so (SC-TRAMPLE-08).
fn not_now(state: &State, seat: Seat, mover: Figure, record: &Record, answer: &Opportunity) -> Result<(), Refusal> {
    let Opportunity::Strike { by, weapon } = *answer else { return Ok(()) };
    if state.piece(by).side == state.piece(mover).side {
        return Err(Refusal::new(SC::OPP_01, "only enemies of the mover strike at it"));
    }
    if state.piece(by).owner != seat {
        return Err(Refusal::new(SC::OPP_05, "its own player decides whether it strikes"));
    }
    if !contact::in_contact(state, by, mover) {
        return Err(Refusal::new(SC::OPP_01, "it is not adjacent to the mover"));
    }
    if record.struck.contains(&by) {
        return Err(Refusal::new(SC::OPP_03, "it has struck at this movement already"));
    }
    if state.is_engine(by) {
        return Err(Refusal::new(SC::OPP_09, "a siege weapon strikes at nobody who moves away"));
    }
    if state.piece(by).paralyzed > 0 {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure does not attack"));
    }
    let mut why = Refusal::new(SC::OPP_09, "it has no such attack");
    for (id, attack) in state.sheet(by).attacks().filter(|(_, attack)| attack.name == weapon) {
        why = match may_use(state, by, mover, id, attack) {
            Ok(()) => Refusal::new(SC::TRAMPLE_08, "it strikes in another stage of the trample"),
            Err(refusal) => refusal,
        };
    }
    Err(why)
}

/// Could this figure strike at all? Siege weapons and the paralysed do not (SC-OPP-09).
fn may_strike(state: &State, by: Figure) -> bool {
    state.piece(by).paralyzed == 0 && !state.is_engine(by)
}

/// Attacks that a figure could use on a mover now: its own melee attacks, within the budget of their alternative
/// (SC-OPP-04, SC-OPP-06, SC-OPP-09, SC-TROOP-21).
pub(crate) fn usable(state: &State, by: Figure, mover: Figure) -> impl Iterator<Item = (AttackId, &Attack)> {
    state.sheet(by).attacks().filter(move |(id, attack)| may_use(state, by, mover, *id, attack).is_ok())
}

fn may_use(state: &State, by: Figure, mover: Figure, id: AttackId, attack: &Attack) -> Result<(), Refusal> {
    let piece = state.piece(by);
    if !attack.is_melee() {
        return Err(Refusal::new(SC::OPP_01, "only a melee attack is made at who moves away"));
    }
    if attack.has(WeaponQualities::CHARGE_ONLY) {
        return Err(Refusal::new(SC::WQUAL_04, "the attack is made in a charge only"));
    }
    // What is readied can still be given up for another alternative, until the first blow settles it (SC-OPP-04).
    let open = piece.readied() && piece.opportunities == 0;
    if piece.bound.is_some_and(|option| option != attack.option) && !open {
        return Err(Refusal::new(SC::TROOP_21, "it has used another of its alternatives in this turn"));
    }
    let at = usize::from(id.0).min(ATTACKS - 1);
    if piece.struck[at] >= attack.rolls(state.health(by)) || piece.opportunities >= budget(state, by, attack.option) {
        return Err(Refusal::new(SC::OPP_04, "it has made all its opportunity attacks of this round"));
    }
    fits(state, attack, by, mover)
}

/// Attacks of the alternative in a round: the limit of opportunity attacks (SC-OPP-04).
pub(crate) fn budget(state: &State, by: Figure, option: u8) -> u8 {
    let health = state.health(by);
    let attacks = state.sheet(by).attacks.iter().filter(|attack| attack.is_melee() && attack.option == option);
    attacks.map(|attack| attack.rolls(health)).sum()
}

/// Attacks for the ground or the air only (SC-WQUAL-32 to SC-WQUAL-34).
fn fits(state: &State, attack: &Attack, by: Figure, target: Figure) -> Result<(), Refusal> {
    let flying = |figure: Figure| state.piece(figure).altitude > Altitude::Landed;
    if attack.has(WeaponQualities::GROUND_TARGETS) && flying(target) {
        return Err(Refusal::new(SC::WQUAL_32, "the attack is not made against who flies"));
    }
    if attack.has(WeaponQualities::ON_GROUND) && flying(by) {
        return Err(Refusal::new(SC::WQUAL_33, "the attack is made on the ground only"));
    }
    if attack.has(WeaponQualities::WHILE_FLYING) && !flying(by) {
        return Err(Refusal::new(SC::WQUAL_34, "the attack is made in the air only"));
    }
    Ok(())
}

/// A flyer on the ground, which is treated like anybody else there (SC-FLIGHT-03).
fn landed(state: &State, figure: Figure) -> bool {
    state.sheet(figure).flies() && state.piece(figure).altitude == Altitude::Landed
}

/// Counts an attack and says so (SC-OPP-04, SC-OPP-07).
fn announce(t: &mut Table<'_>, strike: Strike, mover: Figure, record: &Record) {
    let Strike { by, attack } = strike;
    let weapon = *t.state.sheet(by).attack(attack);
    let readied = [t.state.piece(by).ready_ranged, t.state.piece(by).ready_melee];
    let kept = readied.into_iter().flatten().all(|id| t.state.sheet(by).attack(id).option == weapon.option);
    let piece = t.state.piece_mut(by);
    piece.opportunities += 1;
    piece.bound = Some(weapon.option);
    let at = usize::from(attack.0).min(ATTACKS - 1);
    piece.struck[at] = piece.struck[at].saturating_add(1);
    let given_up = piece.readied() && !kept;
    if given_up {
        (piece.ready_ranged, piece.ready_melee) = (None, None);
    }
    if t.aloud() {
        let many = weapon.rolls(t.state.health(by)) > 1;
        if weapon.sweep().is_some() {
            t.note(SC::OPP_06);
        }
        for (rule, shapes) in [
            (SC::OPP_09, true),
            (SC::OPP_04, many),
            (SC::OPP_03, many),
            (SC::OPP_02, record.struck.len() > 1),
            (SC::TRAMPLE_07, record.trampling),
            (SC::FLIGHT_03, landed(t.state, mover) || landed(t.state, by)),
            (SC::FLIGHT_07, t.state.piece(mover).altitude == Altitude::Hover),
            (SC::FLIGHT_18, t.state.piece(mover).altitude > Altitude::Hover),
            (SC::FLIGHT_25, t.state.on_fort(by) != t.state.on_fort(mover)),
        ] {
            if shapes {
                t.note(rule);
            }
        }
    }
    t.tell(SC::OPP_01, || Event::OpportunityTaken { unit: by, target: mover, attack: weapon.name });
    if given_up {
        t.note(SC::TROOP_21);
        t.tell(SC::OPP_07, || Event::ReadiedGivenUp { unit: by });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Strike {
    by: Figure,
    attack: AttackId,
}
