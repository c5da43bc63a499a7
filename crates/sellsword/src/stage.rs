//! Setting the stage for a case: a situation written down by hand.
