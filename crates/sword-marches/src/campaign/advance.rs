//! Advancement: experience is spent by the model that earned it.

use super::Table;
use super::deal::Deal;
use super::decisions::ADVANCE;
use super::events::{Event, Learning};
use super::menu::bargain;
use crate::content::RATINGS;
use crate::muster::{self, Learnt};
use kernel::Flow;
use rulebook::SM;

/// One purchase, or the end of this step for a side.
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    if t.state.mine().disbanded {
        t.state.pass();
        return Ok(());
    }
    match bargain(t, ADVANCE)? {
        Deal::Raise(index, rating) => {
            let model = &mut t.state.mine_mut().warband.models[index];
            let value = model.ratings[rating].unwrap_or(0) + 1;
            model.ratings[rating] = Some(value);
            let exp = t.state.pack.aftermath.rating_exp * i16::from(value);
            t.state.mine_mut().warband.models[index].exp -= exp;
            let figure = t.state.figure(index);
            t.note(SM::AAR_11);
            t.tell(SM::AAR_13, || Event::Raised {
                model: figure,
                rating: RATINGS[rating],
                value: value.into(),
                exp: exp.into(),
            });
        }
        Deal::Learn(index, id) => {
            let figure = t.state.figure(index);
            let model = &mut t.state.mine_mut().warband.models[index];
            let level = learn(model, id);
            let exp = muster::trait_price(&t.state.pack, Learnt { id, level }).unwrap_or(0);
            t.state.mine_mut().warband.models[index].exp -= exp;
            t.note(SM::AAR_11);
            match level {
                1 => {
                    t.note(SM::TRAITRULE_03);
                    t.tell(SM::AAR_12, || Event::Learnt { model: figure, what: Learning(id), exp: exp.into() });
                }
                level => {
                    t.note(SM::TRAITRULE_10);
                    t.tell(SM::TRAITRULE_09, || Event::Mastered {
                        model: figure,
                        what: Learning(id),
                        level: level.into(),
                        exp: exp.into(),
                    });
                }
            }
        }
        _ => t.state.pass(),
    }
    Ok(())
}

/// The trait, or its next level; gives the level that is now had.
pub(super) fn learn(model: &mut muster::Model, id: kernel::Name) -> u8 {
    match model.traits.iter_mut().find(|learnt| learnt.id == id) {
        Some(learnt) => {
            learnt.level += 1;
            learnt.level
        }
        None => {
            model.traits.push(Learnt { id, level: 1 });
            1
        }
    }
}
