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
        let mut hands = siege::hands(t.state, engine, target, slow);
        hands.retain(|hand| !chosen.contains(hand));
        if hands.is_empty() {
            break;
        }
        let complete = !chosen.is_empty() && enough(t, &chosen);
        let mut rule = SC::QUAL_07;
        // If nobody so far sees the target, the last one must (SC-QUAL-17).
        if chosen.len() + 1 == most && !complete {
            let mut fit = hands.clone();
            fit.retain(|hand| {
                let crew: Vec<Figure> = chosen.iter().copied().chain([*hand]).collect();
                enough(t, &crew)
            });
            if !fit.is_empty() && fit.len() < hands.len() {
                (hands, rule) = (fit, SC::QUAL_17);
            }
        }
        let mut options: Vec<Hand> = hands.into_iter().map(Hand::One).collect();
        if complete {
            options.push(Hand::Enough);
        }
        let ask = Ask::new(t.state.piece(engine).owner, "crew", rule).actor(engine);
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
