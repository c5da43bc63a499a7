//! Magic that moves warriors: another move, a flight of the caster, a friend fetched (CH-MAGIC-12, CH-MAGIC-32, CH-MAGIC-36).

use crate::cards::{Deed, Spell, Trait};
use crate::events::Spotted;
use crate::free::Free;
use crate::ground::{Gait, INCH};
use crate::resolve::nerves;
use crate::state::{Did, State};
use crate::turn::{charge, movement};
use crate::verbs::{On, Word};
use crate::{Coreheim, Event, Table, moving, reasons};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer, Refusal, Rng, Rule, Thing, Way};
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
                may_act(state, *figure) && (fighters.contains(&id) || alone.contains(&id))
            })
            .collect(),
        Some(Deed::Fly(_)) => band.filter(|figure| *figure == caster).collect(),
        Some(Deed::Fetch(_)) => {
            band.filter(|figure| *figure != caster && !state.sheet(*figure).is(Trait::Monster)).collect()
        }
        _ => Vec::new(),
    }
}

/// Who fell (CH-FALL-05), rallied (CH-PSYCH-14) or stands idle (CH-PSYCH-19) does nothing more this turn.
fn may_act(state: &State, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    warrior.steady() && !warrior.idle && ![Did::Fell, Did::Rallied].into_iter().any(|deed| warrior.did.has(deed))
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Walk(Figure),
    Charge(Figure, Figure),
    Done,
}

impl Offer<Coreheim> for Step {
    fn choice(&self, state: &State) -> Choice {
        match *self {
            Step::Walk(figure) => On("move", figure).choice(state),
            Step::Charge(figure, foe) => Choice::new(Name::of("charge"), &[Thing::Figure(figure), Thing::Figure(foe)]),
            Step::Done => Word("done").line(),
        }
    }
}

/// Up to so many of one kind, or one of another, move or charge again (CH-MAGIC-24, CH-MAGIC-29).
pub(super) fn again(t: &mut Table<'_>, caster: Figure, spell: &Spell, most: u8, alone: &[Name]) -> Flow {
    let mut moved: Vec<Figure> = Vec::new();
    while moved.len() < usize::from(most) {
        let mut able = movers(t.state, caster, spell);
        let single = |state: &State, figure: Figure| alone.contains(&state.sheet(figure).fighter.id);
        // One who moves alone ends it, and cannot follow others.
        if moved.iter().any(|figure| single(t.state, *figure)) {
            break;
        }
        able.retain(|figure| !moved.contains(figure) && (moved.is_empty() || !single(t.state, *figure)));
        let mut options: Vec<Step> = Vec::new();
        for figure in able {
            options.push(Step::Walk(figure));
            // Who stood up may move, but not charge (CH-TURN-08).
            let foes = if charge::may_charge(t.state, figure) { charge::targets(t, figure) } else { Vec::new() };
            options.extend(foes.into_iter().map(|(foe, _)| Step::Charge(figure, foe)));
        }
        options.push(Step::Done);
        let ask = Ask::new(t.state.owner(caster), "move-again", CH::MAGIC_12).actor(caster);
        let why = |state: &State, choice: &Choice| reasons::again(state, choice);
        match options[reasons::pick(t, ask, &options, why)?] {
            Step::Done => break,
            Step::Walk(figure) | Step::Charge(figure, _) if t.state.warded(figure) && !spell.prayer => {
                moved.push(figure);
                t.tell(CH::MAGIC_19, || Event::Warded { warrior: figure });
            }
            Step::Walk(figure) => {
                moved.push(figure);
                movement::go_again(t, figure)?;
            }
            Step::Charge(figure, foe) => {
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
    let stay = Choice::new(Name::of("stay"), &[]);
    let chosen = spot(t, figure, near, within, rule, stay, |state, at| beside(state, figure, at))?;
    let Thing::Spot(at) = chosen.things[1] else { return Ok(()) };
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
    let able = charge::may_charge(state, figure);
    state.present().filter(move |foe| able && state.enemies(figure, *foe) && !state.warrior(*foe).hidden)
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
    Err(if !charge::may_charge(state, figure) {
        Refusal::new(CH::CHARGE_01, "he may not charge this turn, so that he keeps more than an inch from enemies")
    } else if state.present().filter(near).any(hidden) {
        Refusal::new(CH::HIDE_02, "a hidden warrior is not charged")
    } else {
        Refusal::new(CH::GEOM_09, "within an inch of an enemy, but not in contact")
    })
}

/// Raises a warrior within a distance of the caster, away from all enemies; his player says where.
pub(super) fn raise_at(t: &mut Table<'_>, figure: Figure, near: Figure, plain: Spot, rule: Rule) -> Flow<Spot> {
    let line = Choice::new(Name::of("place"), &[Thing::Figure(figure), Thing::Spot(plain)]);
    let away = |state: &State, at: Spot| match state.may_end(figure, at, Gait::Walk) {
        true => Ok(()),
        false => Err(Refusal::new(CH::GEOM_09, "too near to somebody")),
    };
    let chosen = spot(t, figure, near, INCH, rule, line, away)?;
    Ok(if let Thing::Spot(at) = chosen.things[1] { at } else { plain })
}

/// A place that the player names; `listed` is the answer that is always there.
fn spot(
    t: &mut Table<'_>,
    figure: Figure,
    near: Figure,
    within: i32,
    rule: Rule,
    listed: Choice,
    allowed: impl Fn(&State, Spot) -> Result<(), Refusal>,
) -> Flow<Choice> {
    let verb = Name::of("place");
    let state = &*t.state;
    let anchor = state.base(near);
    let radius = state.sheet(figure).radius;
    // Distances go from rim to rim (CH-GEOM-04).
    let both = i64::from(radius + anchor.radius);
    let (mover, overhang) = (state.mover(figure), state.overhang(figure));
    let table = &state.setting.field.table;
    let line = |at: Spot| Choice::new(verb, &[Thing::Figure(figure), Thing::Spot(at)]);
    let fits = |at: Spot| -> Result<(), Refusal> {
        if !Base::new(at, radius).within(&anchor, within) {
            return Err(Refusal::with(rule, "farther off than {0″}", within, 0));
        }
        if !table.holds(at.plan()) {
            return Err(Refusal::new(CH::GEOM_01, "that is off the table"));
        }
        if table.stand(at, &mover, overhang).is_err() {
            return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
        }
        if at.z != 0 && state.sheet(figure).mounted {
            return Err(Refusal::new(CH::EQUIP_47, "a rider ends no move above the ground"));
        }
        allowed(state, at)
    };
    let check = |choice: &Choice| match (choice.verb == verb, choice.things, &choice.way) {
        (true, [Thing::Figure(who), Thing::Spot(at), Thing::None], Way::None) if who == figure => fits(at),
        _ => Err(Refusal::new(rule, "expected: place FIGURE @x,y,z")),
    };
    let sample = |rng: &mut Rng| {
        let foes: Vec<Figure> =
            state.present().filter(|foe| state.enemies(figure, *foe) && state.within(near, *foe, within)).collect();
        let mut spots = Vec::new();
        if let Some(foe) = foes.get(rng.below(foes.len())) {
            table.beside(&state.base(*foe), &mover, overhang, &[], &mut spots);
        }
        let reach = both + i64::from(within) * (1 + rng.below(4) as i64) / 4;
        let p = turn::outward(anchor.at.plan(), rng.below(24) as i32, reach);
        spots.extend(table.floor(p, 20_000).map(|z| p.at(z)));
        let at = rng.below(spots.len());
        spots.get(at).copied().filter(|spot| fits(*spot).is_ok()).map(line)
    };
    let region = || Area {
        outlines: vec![
            (0..turn::TURN).map(|step| turn::outward(anchor.at.plan(), step, both + i64::from(within)).at(0)).collect(),
        ],
    };
    let plain = || listed.clone();
    let spread = Vec::new;
    let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
    question.ask(t.oracle, &Ask::new(state.owner(near), "place", rule).actor(figure))
}
