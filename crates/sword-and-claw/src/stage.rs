//! Setting the stage for a case.
