//! Choosing who operates a siege weapon (SC-QUAL-07 to SC-QUAL-15).

use crate::decisions::battle::{CREW, Hand};
use crate::state::{Crew, State};
use crate::{Event, Table, siege};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;
use space::grid::Block;

/// Asks the player of a weapon who operates it. `target` is what it is fired at; `enough` says whether those chosen
/// will do. Nobody if an ally keeps back whom it needs.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn choose(
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
        let mut options: Vec<Hand> = hands.into_iter().map(|figure| Hand::With { figure }).collect();
        if complete {
            options.push(Hand::Finish);
        }
        let asked = CREW.to(t.state.piece(engine).owner).by(rule).actor(engine);
        let why = |state: &State, answer: &Hand| match *answer {
            Hand::With { figure } => not_him(&chosen, figure, siege::serves(state, engine, figure, target, slow)),
            Hand::Finish => Err(Refusal::new(rule, "those who serve so far will not do")),
        };
        let picked = t.ask_telling(asked, &options, why)?;
        match options[picked] {
            Hand::With { figure } if siege::lent(t, engine, figure)? => chosen.push(figure),
            Hand::With { .. } => kept = true,
            Hand::Finish => break,
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

/// What keeps a figure from being the next of the crew, if nothing keeps it from serving.
fn not_him(chosen: &[Figure], figure: Figure, serves: Result<(), Refusal>) -> Result<(), Refusal> {
    if chosen.contains(&figure) {
        return Err(Refusal::new(SC::QUAL_07, "it serves already"));
    }
    serves.and(Err(Refusal::new(SC::QUAL_17, "somebody of the crew has to see the target")))
}
