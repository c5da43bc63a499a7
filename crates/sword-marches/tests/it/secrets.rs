//! What a side may not know of the other: Small weapons that have not been used (SM-MODEL-03).

use kernel::oracle::{Fact, Guide, Guided};
use kernel::{Answer, Ask, Choice, Flow, Log, Question, Rng, Seat, System, Table};
use pack::{Reader, Sources, Staged};
use sword_marches::close_arms;
use sword_marches::{Scratch, State, SwordMarches};

fn stage(gear: &str) -> State {
    let text = format!(
        "[[figure]]\ntag = \"a.ash\"\nat = \"10,10\"\ntoken = true\ngear = [\"sword\", \"knife\"]\n\
         [[figure]]\ntag = \"b.birch\"\nat = \"11.68,10\"\ntoken = true\ngear = [{gear}]\n"
    );
    let sources = Sources::embedded(&[("situation", &text)]);
    let reader = Reader::new(&sources);
    let state = SwordMarches::stage(&SwordMarches::core(), reader.roots()[0]);
    state.unwrap_or_else(|| panic!("{:?}", reader.finish()))
}

fn imagined(state: &State, seat: Seat) -> State {
    let mut state = state.clone();
    SwordMarches::imagine(&mut state, seat, &mut Rng::new(1));
    state
}

fn arms(state: &State, figure: usize) -> Vec<&'static str> {
    let figure = kernel::Figure(figure as u16);
    close_arms(state, figure).map(|arm| state.sheet(figure).word(arm).text()).collect()
}

#[test]
fn a_knife_is_thought_away_until_it_is_used() {
    let (state, without) = (stage("\"sword\", \"knife\""), stage("\"sword\""));
    assert_eq!(arms(&state, 1), ["sword", "knife"]);
    let known = imagined(&state, Seat(0));
    assert_eq!((arms(&known, 0), arms(&known, 1)), (vec!["sword", "knife"], vec!["sword"]));
    assert_eq!(arms(&imagined(&state, Seat(1)), 1), ["sword", "knife"]);
    // Whoever looks at it cannot tell it from a model that has none.
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(SwordMarches::appraise(&known, seat), SwordMarches::appraise(&imagined(&without, Seat(0)), seat));
    }
    // Used, it is known, and that it can be thrown.
    let mut used = state.clone();
    let knife = used.setting.sheets[1].named(kernel::Name::of("knife")).expect("a knife");
    used.fighters[1].wield(knife);
    assert_eq!((arms(&imagined(&used, Seat(0)), 1), imagined(&used, Seat(0)).fighters[1].veiled), (arms(&used, 1), 0));
    // Nothing but a knife, and nobody knows: bare hands.
    assert_eq!(arms(&imagined(&stage("\"knife\""), Seat(0)), 1), ["unarmed"]);
}

struct First;

impl Guide for First {
    fn choose(&mut self, _: &Ask, _: &dyn Question) -> Flow<Answer> {
        Ok(Answer::Option(0))
    }
}

/// What has been done in a step is followed, even if it was done with something that was not known of when it began.
#[test]
fn a_hidden_weapon_that_was_drawn_is_followed() {
    for (gear, drawn) in [("\"sword\", \"knife\"", Some("weapon knife")), ("\"sword\"", None), ("\"knife\"", None)] {
        let mut state = imagined(&stage(gear), Seat(0));
        let said = |seat: u8, line: &str| Fact::Choice(Seat(seat), Choice::parse(line, &state).expect("a line"));
        let mut facts = vec![said(0, "fight a.ash sword b.birch")];
        facts.extend(drawn.map(|line| said(1, line)));
        let (mut dice, mut guide, mut log, mut scratch) = (Rng::new(5), First, Log::on(), Scratch::default());
        let mut oracle = Guided::new(&facts, &mut guide, &mut dice);
        let mut table =
            Table::<SwordMarches> { state: &mut state, oracle: &mut oracle, log: &mut log, scratch: &mut scratch };
        assert!(SwordMarches::step(&mut table).is_ok(), "{gear}");
        let arm = state.fighters[1].hands.expect("it defended with something");
        let word = state.setting.sheets[1].word(arm).text().to_owned();
        assert_eq!(
            word,
            if drawn.is_some() {
                "knife"
            } else if gear == "\"sword\"" {
                "sword"
            } else {
                "unarmed"
            }
        );
    }
}
