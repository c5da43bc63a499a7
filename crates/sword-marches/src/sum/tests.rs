//! The arithmetic of a Rating in a Check (SM-RATING-03 to SM-RATING-06).

use super::Sum;
use rulebook::SM;

fn rating(value: i32) -> Sum {
    Sum::of("CBT", SM::RATING_01, value)
}

#[test]
fn bonuses_first_then_one_halving() {
    // The book's example: CBT 4 and a bonus of 3 at Long Range is 3.
    let mut sum = rating(4).with("bonus", SM::RATING_05, 3);
    sum.halve("Long Range", SM::RANGEDC_06, None);
    assert_eq!(sum.total(), 3);
    let parts: Vec<i32> = sum.parts().iter().map(|part| part.amount).collect();
    assert_eq!(parts, [4, 3, -4]);
}

#[test]
fn halving_rounds_down_unless_a_rule_rounds_up() {
    for (value, down, up) in [(0, 0, 0), (1, 0, 1), (5, 2, 3), (6, 3, 3), (7, 3, 4)] {
        let mut sum = rating(value);
        sum.halve("halved", SM::RATING_06, None);
        assert_eq!(sum.total(), down, "{value}");
        let mut sum = rating(value);
        sum.halve("halved", SM::RATING_06, Some(("Graceful", SM::ORIGIN_15)));
        assert_eq!(sum.total(), up, "{value}");
    }
}

#[test]
fn nothing_goes_below_zero_or_beyond_its_limit() {
    let mut sum = rating(1).with("loss", SM::RATING_04, -3);
    sum.halve("halved", SM::RATING_06, None);
    assert_eq!(sum.total(), 0);
    // Bonuses may go above 7 (SM-RATING-03); what has a limit is cut to it, and the cut is a part of its own.
    let mut sum = rating(7).with("Charge", SM::ACTION_21, 1).with("training", SM::CORE_01, 2);
    assert_eq!(sum.total(), 10);
    sum.at_most("limit", SM::CALC_06, 9);
    assert_eq!((sum.total(), sum.parts().len()), (9, 4));
    sum.at_least("floor", SM::CALC_01, 9);
    assert_eq!(sum.parts().len(), 4);
}
