mod battle;
mod choice;
mod dice;
mod duel;
mod record;
