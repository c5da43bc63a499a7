//! The suite that every game must pass, as a test of one line.

use crate::Catalog;
use kernel::Setup;

/// The ready-made warbands of a game against one another, in every scenario that both may fight in.
pub fn meetings<S: Catalog>() -> Vec<Setup> {
    let pack = S::core();
    let ready = S::warbands(&pack);
    let mut all = Vec::new();
    for scenario in S::scenarios(&pack) {
        let fit: Vec<_> = ready.iter().filter(|band| S::fits(&pack, band).contains(&scenario.id)).collect();
        for one in &fit {
            for other in &fit {
                let sides = vec![one.line.clone(), other.line.clone()];
                all.push(Setup { scenario: scenario.id.clone(), sides, ..Setup::default() });
            }
        }
    }
    all
}

/// A test that plays the conformance suite ([`kernel::conformance`]) on a game:
///
/// ```text
/// pack::conformance!(Cairn);
/// pack::conformance!(Sellsword, setups(), battles: 60, refused: 100);
/// ```
///
/// Without setups it plays the [`meetings`] of the ready-made warbands. What may be set is in
/// [`Suite`](kernel::conformance::Suite).
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance!($game, $crate::meetings::<$game>());
    };
    ($game:ty, $setups:expr $(, $key:ident: $value:expr)* $(,)?) => {
        #[test]
        fn random_battles_conform() {
            let suite = ::kernel::conformance::Suite { $($key: $value,)* ..Default::default() };
            suite.run::<$game>(&<$game as $crate::Staged>::core(), &$setups);
        }
    };
}
