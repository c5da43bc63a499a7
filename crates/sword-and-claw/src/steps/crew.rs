//! Choosing who operates a siege weapon (SC-QUAL-07 to SC-QUAL-15).

use crate::state::{Crew, State};
use crate::{Event, SwordAndClaw, Table, siege};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer, Thing};
use rulebook::SC;
use space::grid::Block;

/// One more hand, or enough of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    One(Figure),
    Enough,
}

impl Offer<SwordAndClaw> for Hand {
    fn choice(&self, _: &State) -> Choice {
        match self {
            Hand::One(figure) => Choice::new(Name::of("with"), &[Thing::Figure(*figure)]),
            Hand::Enough => Choice::new(Name::of("finish"), &[]),
        }
    }
}

/// Asks the player of a weapon who operates it. `target` is what it is fired at; `enough` says whether those chosen
/// will do. Nobody if an ally keeps back whom it needs.
///
/// # Errors
/// Pauses for the choices.
pub fn choose(
    t: &mut Table<'_>,
    engine: Figure,
    target: Option<Block>,
    slow: bool,
    mut enough: impl FnMut(&mut Table<'_>, &[Figure]) -> bool,
) -> Flow<Option<Crew>> {
    let mut crew = Crew::default();
    if !t.state.is_engine(engine) {
        return Ok(Some(crew));
    }
    let most = usize::from(t.state.sheet(engine).crew()).min(crew.len());
    let mut chosen: Vec<Figure> = Vec::new();
    let mut kept = false;
    while chosen.len() < most {
        let mut options: Vec<Hand> = siege::hands(t.state, engine, target, slow)
            .into_iter()
            .filter(|hand| !chosen.contains(hand))
            .map(Hand::One)
            .collect();
        let complete = !chosen.is_empty() && enough(t, &chosen);
        if options.is_empty() {
            break;
        }
        if complete {
            options.push(Hand::Enough);
        }
        let ask = Ask::new(t.state.piece(engine).owner, "crew", SC::QUAL_07).actor(engine);
        let picked = t.pick(ask, &options)?;
        match options[picked] {
            Hand::One(figure) if siege::lent(t, engine, figure)? => chosen.push(figure),
            Hand::One(_) => kept = true,
            Hand::Enough => break,
        }
    }
    if kept && (chosen.is_empty() || !enough(t, &chosen)) {
        return Ok(None);
    }
    for (slot, figure) in crew.iter_mut().zip(chosen.iter().copied()) {
        *slot = Some(figure);
        t.tell(SC::QUAL_12, || Event::CrewServes { unit: figure, engine });
    }
    siege::spend(t.state, &chosen);
    Ok(Some(crew))
}
