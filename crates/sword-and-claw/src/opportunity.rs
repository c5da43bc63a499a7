//! Opportunity attacks (SC-OPP).
