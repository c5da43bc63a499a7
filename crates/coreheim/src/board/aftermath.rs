//! What follows a battle of Coreheim, in words.

use super::card::stats;
use crate::campaign::state::EACH;
use crate::campaign::{Aftermath, Event, State};
use kernel::board::{Chances, Foresight, Sheet, SheetLine, Verdict, Words};
use kernel::{Figure, Speaks};
use rulebook::CH;

impl Words for Aftermath {
    const SCORE: &'static str = "Rating";

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        let band = state.bands.get(usize::from(figure.0 / EACH))?;
        let member = band.members.get(usize::from(figure.0 % EACH))?;
        let fighter = state.pack.fighter(member.fighter)?;
        let line = |head: &str, text: String, rule| SheetLine { head: head.to_owned(), text, rule: Some(rule) };
        let grown = stats(|stat| fighter.stats.get(stat).saturating_add_signed(member.growth[stat as usize]));
        Some(Sheet {
            title: state.figure_name(figure),
            lines: vec![
                line("Warrior", fighter.title.to_owned(), CH::PROFILE_01),
                line("Profile", grown.collect::<Vec<_>>().join(" "), CH::PROFILE_01),
                line("Experience", member.experience.to_string(), CH::CAMPAIGN_25),
            ],
        })
    }
}

impl Foresight for Aftermath {}

impl Chances for Aftermath {
    fn verdict(_: &Event) -> Option<Verdict> {
        None
    }
}
