//! Nothing is measured before it is declared, unless the players agreed to it (CH-CHARGE-02, CH-JUMP-02, CH-MAGIC-07).

use coreheim::{Coreheim, cards, muster};
use kernel::scene::Board;
use kernel::{Setup, System};

/// Whether the board may show distances in a battle with these options.
fn measuring(options: &[(&str, &str)]) -> bool {
    let pack = cards::core();
    let sides = [0, 1].map(|at| muster::line(&pack, &pack.warbands[at].warband)).to_vec();
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let setup = Setup { scenario: "street-fight".into(), sides, options, ..Setup::default() };
    let state = Coreheim::begin(&pack, &setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let Board::Inches { measuring, .. } = Coreheim::scene(&state, None).board else { panic!("a table in inches") };
    measuring
}

#[test]
fn the_scene_says_whether_distances_may_be_shown() {
    assert!(!measuring(&[]));
    assert!(!measuring(&[("free-measuring", "off")]));
    assert!(measuring(&[("free-measuring", "on")]));
}
