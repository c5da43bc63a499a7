use super::quarry::quarry;
use super::{foreseen, price};
use crate::Coreheim;
use crate::state::{Charge, Did, State};
use kernel::{Seat, Tags};
use pack::Staged;

/// Three soldiers, and enemies in toml.
fn against(foes: &str) -> State {
    let soldier =
        |tag: &str, y: u8| format!("[[figure]]\ntag = \"a.{tag}\"\nfighter = \"soldier\"\nat = [10, {y}, 0]\n");
    let band = [soldier("one", 10), soldier("two", 12), soldier("three", 14)].concat();
    let text = format!("system = \"coreheim\"\ntitle = \"t\"\nstage = \"declare\"\n{band}{foes}");
    Coreheim::situation(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn foe(tag: &str, fighter: &str, at: [u8; 2]) -> String {
    let [x, y] = at;
    format!("[[figure]]\ntag = \"b.{tag}\"\nfighter = \"{fighter}\"\nat = [{x}, {y}, 0]\n")
}

#[track_caller]
fn goes_for(state: &State, tag: &str) {
    assert_eq!(quarry(state, Seat(0)), state.tagged(tag));
}

#[test]
fn the_nearer_of_two_alike() {
    goes_for(&against(&(foe("far", "zombie", [30, 12]) + &foe("near", "zombie", [22, 12]))), "b.near");
}

#[test]
fn rather_somebody_alone_than_one_among_friends_or_the_worst_of_them() {
    let pack = foe("one", "skeleton", [22, 10]) + &foe("two", "skeleton", [22, 14]) + &foe("lord", "vampire", [21, 12]);
    goes_for(&against(&(pack.clone() + &foe("lone", "zombie", [27, 30]))), "b.lone");
    // He is nearest, and worth a detour all the same.
    goes_for(&against(&pack), "b.one");
}

#[test]
fn who_hides_is_sought_when_nobody_else_is_left() {
    let hidden = foe("hidden", "zombie", [16, 12]) + "hidden = true\n";
    goes_for(&against(&hidden), "b.hidden");
    goes_for(&against(&(hidden + &foe("seen", "zombie", [30, 12]))), "b.seen");
}

#[test]
fn a_charge_that_does_not_get_there_is_foreseen() {
    let after = |x: u8| {
        let mut state = against(&foe("foe", "zombie", [x, 10]));
        let [charger, target] = ["a.one", "b.foe"].map(|tag| state.tagged(tag).expect("a warrior"));
        let aimed = state.warrior(target).at;
        state.charges.push(Charge { charger, target, aimed, unseen: false, others: Vec::new() });
        let then = foreseen(&state).expect("a charge is declared");
        (then.warrior(charger).did.has(Did::FailedCharge), then.engaged(charger, target))
    };
    assert_eq!(after(16), (false, true));
    assert_eq!(after(30), (true, false));
}

#[test]
fn a_captain_is_dear_to_his_own_and_one_of_many_to_the_enemy() {
    let state = against(&(foe("lord", "vampire", [30, 10]) + &foe("dead", "zombie", [30, 14])));
    let [lord, dead] = ["b.lord", "b.dead"].map(|tag| state.tagged(tag).expect("an enemy"));
    assert!(price(&state, lord, Seat(1)) > price(&state, dead, Seat(1)));
    assert_eq!(price(&state, lord, Seat(0)), price(&state, dead, Seat(0)));
}
