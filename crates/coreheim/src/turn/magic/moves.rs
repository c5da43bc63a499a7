//! Magic that moves warriors: another move, a flight of the caster, a friend fetched (CH-MAGIC-12, CH-MAGIC-32, CH-MAGIC-36).

use crate::cards::{Deed, Spell, Trait};
use crate::events::Spotted;
use crate::free::Free;
use crate::ground::Gait;
use crate::resolve::nerves;
use crate::state::{Did, State};
use crate::turn::{charge, movement};
use crate::verbs::{On, Word};
use crate::{Coreheim, Event, Table, moving};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer, Refusal, Rule, Thing, Way, Whim};
use rulebook::CH;
use space::inches::{Area, Base, Spot, turn};

/// Who may be moved by a spell now.
pub(super) fn movers(state: &State, caster: Figure, spell: &Spell) -> Vec<Figure> {
    let free = |figure: &Figure| state.warrior(*figure).steady() && !state.is_engaged(*figure);
    let near = |figure: &Figure| *figure == caster || state.within(caster, *figure, spell.range);
    let band = state.band(state.owner(caster)).filter(free).filter(near);
    match &spell.deed {
        Some(Deed::MoveAgain { fighters, alone, .. }) => band
            .filter(|figure| {
                let id = state.sheet(*figure).fighter.id;
                !state.warrior(*figure).idle && (fighters.contains(&id) || alone.contains(&id))
            })
            .collect(),
        Some(Deed::Fly(_)) => band.filter(|figure| *figure == caster).collect(),
        Some(Deed::Fetch(_)) => {
            band.filter(|figure| *figure != caster && !state.sheet(*figure).is(Trait::Monster)).collect()
        }
        _ => Vec::new(),
    }
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
            let foes = charge::targets(t, figure);
            options.extend(foes.into_iter().map(|(foe, _)| Step::Charge(figure, foe)));
        }
        options.push(Step::Done);
        let ask = Ask::new(t.state.owner(caster), "move-again", CH::MAGIC_12).actor(caster);
        match options[t.pick(ask, &options)?] {
            Step::Done => break,
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
    let verb = Name::of("place");
    let chosen = {
        let state = &*t.state;
        let anchor = state.base(near);
        let radius = state.sheet(figure).radius;
        let (mover, overhang) = (state.mover(figure), state.overhang(figure));
        let table = &state.setting.field.table;
        let line = |at: Spot| Choice::new(verb, &[Thing::Figure(figure), Thing::Spot(at)]);
        let fits = |at: Spot| -> Result<(), Refusal> {
            if !Base::new(at, radius).within(&anchor, within) {
                return Err(Refusal::with(rule, "farther than {0} thousandths of an inch", within, 0));
            }
            if !table.holds(at.plan()) {
                return Err(Refusal::new(CH::GEOM_01, "that is off the table"));
            }
            if table.stand(at, &mover, overhang).is_err() {
                return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
            }
            if !state.may_end(figure, at, Gait::Charge) {
                return Err(Refusal::new(CH::GEOM_08, "somebody stands there"));
            }
            Ok(())
        };
        let check = |choice: &Choice| match (choice.verb == verb, choice.things, &choice.way) {
            (true, [Thing::Figure(who), Thing::Spot(at), Thing::None], Way::None) if who == figure => fits(at),
            _ => Err(Refusal::new(rule, "expected: place FIGURE @x,y,z")),
        };
        let sample = |whim: &mut Whim| {
            let foes: Vec<Figure> =
                state.present().filter(|foe| state.enemies(figure, *foe) && state.within(near, *foe, within)).collect();
            let mut spots = Vec::new();
            if let Some(foe) = foes.get(whim.below(foes.len())) {
                table.beside(&state.base(*foe), &mover, overhang, &[], &mut spots);
            }
            let reach = i64::from(within) * (1 + whim.below(4) as i64) / 4;
            let p = turn::outward(anchor.at.plan(), whim.below(24) as i32, reach);
            spots.extend(table.floor(p, 20_000).map(|z| p.at(z)));
            let at = whim.below(spots.len());
            spots.get(at).copied().filter(|spot| fits(*spot).is_ok()).map(line)
        };
        let region = || Area {
            outlines: vec![
                (0..turn::TURN).map(|step| turn::outward(anchor.at.plan(), step, within.into()).at(0)).collect(),
            ],
        };
        let plain = || Choice::new(Name::of("stay"), &[]);
        let spread = Vec::new;
        let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
        question.ask(t.oracle, &Ask::new(state.owner(near), "place", rule).actor(figure))?
    };
    let Thing::Spot(at) = chosen.things[1] else { return Ok(()) };
    t.state.warrior_mut(figure).at = at;
    t.tell(rule, || Event::Moved { warrior: figure, how: "is carried by magic", to: Spotted(at) });
    moving::reveal(t, figure, CH::HIDE_07);
    let foes: Vec<Figure> = t.state.opponents(figure).collect();
    for foe in foes {
        t.state.warrior_mut(figure).did.add(Did::Charged);
        t.state.warrior_mut(foe).did.add(Did::WasCharged);
        t.tell(rule, || Event::ChargeArrived { warrior: figure, target: foe });
        nerves::fear(t, figure, foe, CH::PSYCH_04)?;
        nerves::fear(t, foe, figure, CH::PSYCH_03)?;
    }
    Ok(())
}
