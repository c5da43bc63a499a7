mod battle;
mod cast;
mod choice;
mod decision;
mod dice;
#[allow(unreachable_pub, reason = "the macro writes for systems, whose events are public")]
mod duel;
mod record;
