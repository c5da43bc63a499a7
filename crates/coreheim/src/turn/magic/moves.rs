//! Magic that moves warriors: another move, a flight of the caster, a friend fetched (CH-MAGIC-12, CH-MAGIC-32, CH-MAGIC-36).

use crate::cards::{Deed, Spell, Trait};
use crate::decisions::{MOVE_AGAIN, MoveAgain, PLACE, Placing};
use crate::events::Spotted;
use crate::free::Free;
use crate::ground::{Gait, INCH};
use crate::minds::places;
use crate::resolve::nerves;
use crate::sight::Gallery;
use crate::state::{Did, State};
use crate::turn::walks;
use crate::turn::{charge, movement};
use crate::{Event, Table, moving};
use kernel::decision::Answers;
use kernel::{Choice, Figure, Flow, Name, Refusal, Rng, Rule};
use rulebook::CH;
use space::inches::{Area, Base, Spot, turn};

/// Who may be moved by a spell now. A further move is made by the warrior himself, so that he must be able to act; who is
/// carried need not (CH-MAGIC-12, CH-MAGIC-36).
pub(super) fn movers(state: &State, caster: Figure, spell: &Spell) -> Vec<Figure> {
    let near = |figure: &Figure| *figure == caster || state.within(caster, *figure, spell.range);
    let free = |figure: &Figure| !state.is_engaged(*figure) && near(figure);
    let band = state.band(state.owner(caster)).filter(free);
    match &spell.deed {
        Some(Deed::MoveAgain { fighters, alone, .. }) => band
            .filter(|figure| {
                let id = state.sheet(*figure).fighter.id;
                walks(state, state.owner(*figure), *figure).is_ok() && (fighters.contains(&id) || alone.contains(&id))
            })
            .collect(),
        Some(Deed::Fly(_)) => band.filter(|figure| *figure == caster).collect(),
        Some(Deed::Fetch(_)) => {
            band.filter(|figure| *figure != caster && !state.sheet(*figure).is(Trait::Monster)).collect()
        }
        _ => Vec::new(),
    }
}

/// Up to so many of one kind, or one of another, move or charge again (CH-MAGIC-24, CH-MAGIC-29).
pub(super) fn again(t: &mut Table<'_>, caster: Figure, spell: &Spell, most: u8, alone: &[Name]) -> Flow {
    let seat = t.state.owner(caster);
    let mut moved: Vec<Figure> = Vec::new();
    while moved.len() < usize::from(most) {
        let mut able = movers(t.state, caster, spell);
        let single = |state: &State, figure: Figure| alone.contains(&state.sheet(figure).fighter.id);
        // One who moves alone ends it, and cannot follow others.
        if moved.iter().any(|figure| single(t.state, *figure)) {
            break;
        }
        able.retain(|figure| !moved.contains(figure) && (moved.is_empty() || !single(t.state, *figure)));
        let mut options: Vec<MoveAgain> = Vec::new();
        for figure in able {
            options.push(MoveAgain::Walk { who: figure });
            // Who stood up may move, but not charge (CH-TURN-08).
            let charges = charge::may_charge(t.state, seat, figure).is_ok();
            let foes = if charges { charge::targets(t, figure) } else { Vec::new() };
            options.extend(foes.into_iter().map(|(foe, _)| MoveAgain::Charge { charger: figure, foe }));
        }
        options.push(MoveAgain::Done);
        let judge = |state: &State, answer: &MoveAgain| match *answer {
            MoveAgain::Walk { who } => walks(state, seat, who),
            MoveAgain::Charge { charger, foe } => {
                charge::judge(state, &mut Gallery::of_state(state), seat, charger, foe)
            }
            MoveAgain::Done => Ok(()),
        };
        match options[t.ask_telling(MOVE_AGAIN.to(seat).actor(caster), &options, judge)?] {
            MoveAgain::Done => break,
            MoveAgain::Walk { who: figure } | MoveAgain::Charge { charger: figure, .. }
                if t.state.warded(figure) && !spell.prayer =>
            {
                moved.push(figure);
                t.tell(CH::MAGIC_19, || Event::Warded { warrior: figure });
            }
            MoveAgain::Walk { who: figure } => {
                moved.push(figure);
                movement::go_again(t, figure)?;
            }
            MoveAgain::Charge { charger: figure, foe } => {
                moved.push(figure);
                t.note(CH::MAGIC_12);
                charge::at_once(t, figure, foe)?;
            }
        }
    }
    Ok(())
}

/// Sets a warrior down anywhere within a distance of `near`; in contact with an enemy he counts as charging.
pub(super) fn set_down(t: &mut Table<'_>, figure: Figure, near: Figure, within: i32, rule: Rule) -> Flow {
    let landing = Landing { figure, near, within, rule, listed: Placing::Stay };
    let Placing::At { at, .. } = landing.ask(t, |state, at| beside(state, figure, at))? else { return Ok(()) };
    // Whom he meets is settled before he notices anybody where he arrives (CH-CHARGE-09). He charges those he touches; who
    // is only near is engaged without having been charged (CH-CHARGE-04).
    let base = Base::new(at, t.state.sheet(figure).radius);
    let open: Vec<Figure> = chargeable(t.state, figure).filter(|foe| base.touches(&t.state.base(*foe))).collect();
    moving::place(t, figure, at, at);
    t.tell(rule, || Event::Moved { warrior: figure, how: "is carried by magic", to: Spotted(at) });
    moving::reveal(t, figure, CH::HIDE_07);
    for foe in open.into_iter().filter(|foe| t.state.engaged(figure, *foe)).collect::<Vec<_>>() {
        t.state.warrior_mut(figure).did.add(Did::Charged);
        t.state.warrior_mut(foe).did.add(Did::WasCharged);
        t.tell(rule, || Event::ChargeArrived { warrior: figure, target: foe, at: Spotted(at) });
        nerves::fear(t, figure, foe, CH::PSYCH_04)?;
        nerves::fear(t, foe, figure, CH::PSYCH_03)?;
    }
    moving::look_round(t);
    movement::arrive(t, figure)
}

/// Enemies whom somebody set down beside them would charge: not the hidden (CH-HIDE-02), and none for one who may not charge
/// this turn (CH-CHARGE-01).
fn chargeable(state: &State, figure: Figure) -> impl Iterator<Item = Figure> + '_ {
    let able = charge::may_charge(state, state.owner(figure), figure).is_ok();
    charge::foes(state, figure).filter(move |_| able)
}

/// More than an inch from every enemy, or in contact with one he may charge (CH-GEOM-09).
fn beside(state: &State, figure: Figure, at: Spot) -> Result<(), Refusal> {
    if state.may_end(figure, at, Gait::Walk) {
        return Ok(());
    }
    if !state.may_end(figure, at, Gait::Charge) {
        return Err(Refusal::new(CH::GEOM_08, "somebody stands there"));
    }
    let base = Base::new(at, state.sheet(figure).radius);
    if chargeable(state, figure).any(|foe| base.touches(&state.base(foe)) && !state.walled(at, state.warrior(foe).at)) {
        return Ok(());
    }
    let near = |foe: &Figure| state.enemies(figure, *foe) && base.within(&state.base(*foe), INCH);
    let hidden = |foe: Figure| state.warrior(foe).hidden && base.touches(&state.base(foe));
    Err(if charge::may_charge(state, state.owner(figure), figure).is_err() {
        Refusal::new(CH::CHARGE_01, "he may not charge this turn, so that he keeps more than an inch from enemies")
    } else if state.present().filter(near).any(hidden) {
        Refusal::new(CH::HIDE_02, "a hidden warrior is not charged")
    } else {
        Refusal::new(CH::GEOM_09, "that place is within an inch of an enemy, but not in contact")
    })
}

/// Raises a warrior within a distance of the caster, away from all enemies; his player says where.
pub(super) fn raise_at(t: &mut Table<'_>, figure: Figure, near: Figure, plain: Spot, rule: Rule) -> Flow<Spot> {
    let landing = Landing { figure, near, within: INCH, rule, listed: Placing::At { figure, at: plain } };
    let away = |state: &State, at: Spot| match state.may_end(figure, at, Gait::Walk) {
        true => Ok(()),
        false => Err(Refusal::new(CH::GEOM_09, "that is too near to another figure")),
    };
    Ok(if let Placing::At { at, .. } = landing.ask(t, away)? { at } else { plain })
}

/// A place near somebody that a player names.
struct Landing {
    figure: Figure,
    near: Figure,
    within: i32,
    rule: Rule,
    /// The answer that is always there.
    listed: Placing,
}

impl Landing {
    fn ask(&self, t: &mut Table<'_>, allowed: impl Fn(&State, Spot) -> Result<(), Refusal>) -> Flow<Placing> {
        let state = &*t.state;
        let fits = |at: Spot| self.reaches(state, at).and_then(|()| allowed(state, at));
        let check = |choice: &Choice| match Placing::read(choice) {
            Some(Placing::At { figure, at }) if figure == self.figure => fits(at),
            _ => Err(Refusal::new(self.rule, "expected: place FIGURE @x,y,z")),
        };
        let sample = |rng: &mut Rng| {
            let at = places::round(state, self.figure, self.near, self.within, rng)?;
            fits(at).is_ok().then_some(Placing::At { figure: self.figure, at })
        };
        let region = || {
            let (centre, far) = (state.warrior(self.near).at.plan(), self.far(state));
            Area { outlines: vec![(0..turn::TURN).map(|step| turn::outward(centre, step, far).at(0)).collect()] }
        };
        let plain = || self.listed.clone();
        let spread = Vec::new;
        let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
        kernel::settle(t.oracle, PLACE.to(state.owner(self.near)).by(self.rule).actor(self.figure), &question)
    }

    /// From centre to centre; distances go from rim to rim (CH-GEOM-04).
    fn far(&self, state: &State) -> i64 {
        i64::from(state.sheet(self.figure).radius + state.base(self.near).radius) + i64::from(self.within)
    }

    /// Whether the base stands there, near enough.
    fn reaches(&self, state: &State, at: Spot) -> Result<(), Refusal> {
        let (figure, sheet, table) = (self.figure, state.sheet(self.figure), &state.setting.field.table);
        if !Base::new(at, sheet.radius).within(&state.base(self.near), self.within) {
            return Err(Refusal::with(self.rule, "that is farther off than {0″}", self.within, 0));
        }
        if !table.holds(at.plan()) {
            return Err(Refusal::new(CH::GEOM_01, "that is off the table"));
        }
        if table.stand(at, &state.mover(figure), state.overhang(figure)).is_err() {
            return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
        }
        if at.z != 0 && sheet.mounted {
            return Err(Refusal::new(CH::EQUIP_47, "a rider ends no move above the ground"));
        }
        Ok(())
    }
}
