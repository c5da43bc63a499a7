use super::duel::{AVOID_IT, Duel, Hit, Stance, begin};
use crate::decision::{self, Answers, Shape};
use crate::*;
use space::grid::Square;

const TOY_3: Rule = Rule::new("TOY-3");

decisions! { MORE: Duel, super::duel::Fight;
    Deed asked as DEED "deed" by TOY_3 = (which_deed) [together, repeats] {
        Strike { at: Figure } = "strike": "strike {at}";
        StrikeWith { arm: Name, at: Figure } = "strike": "{arm}: {at}" [price (weight)];
        Go { to: Square } = "go": "To {to}";
        Walk { way: Walk } = "walk": "Walk to {way}";
        Rest { as_long: Pace } = "rest": "Rest {as_long}" [declines, least "Rest a little", most "Rest long"];
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Short,
    Long,
}

word_parts! { Pace: Short = "short", Long = "long" }

fn which_deed(state: &super::duel::Fight, _: &Ask) -> String {
    format!("deed {} of 9", state.round)
}

fn weight(deed: &Deed, _: &super::duel::Fight, _: &Ask) -> Option<String> {
    matches!(deed, Deed::StrikeWith { .. }).then(|| "2 acts".to_owned())
}

#[test]
fn an_answer_is_its_line_and_back() {
    let battle = begin(Some(1), Seats::default());
    for kind in DEED.decision.answers {
        kind.verb.name();
    }
    let blade = Name::of("blade");
    let all = [
        (Deed::Strike { at: Figure(1) }, "strike b.fighter"),
        (Deed::StrikeWith { arm: blade, at: Figure(1) }, "strike blade b.fighter"),
        (Deed::Go { to: Square { x: 1, y: 1 } }, "go B2"),
        (Deed::Walk { way: [Square { x: 1, y: 1 }, Square { x: 2, y: 2 }].into_iter().collect() }, "walk >B2>C3"),
        (Deed::Rest { as_long: Pace::Long }, "rest long"),
    ];
    for (deed, line) in all {
        assert_eq!(deed.choice().line(battle.state()), line);
        let read = Choice::parse(line, battle.state()).ok().and_then(|choice| Deed::read(&choice));
        assert_eq!(read, Some(deed));
    }
    for wrong in ["strike", "strike blade", "go b.fighter", "rest blade", "walk B2", "go B2 C3"] {
        let choice = Choice::parse(wrong, battle.state()).expect("a line");
        assert_eq!(Deed::read(&choice), None, "{wrong}");
        assert!(DEED.decision.kind(&choice).is_none(), "{wrong}");
    }
}

#[test]
fn a_declaration_says_all_that_a_board_needs() {
    let battle = begin(Some(1), Seats::default());
    let ask = AVOID_IT.to(Seat(1)).about(Figure(0)).ask;
    let declared = decision::declared::<Duel>(&ask).expect("declared");
    assert_eq!((declared.heading)(battle.state(), &ask), "Avoid the blow of Fighter 0?");
    let (avoid, take) = (Hit::Avoid.choice(), Hit::Take.choice());
    assert_eq!((declared.label)(battle.state(), &ask, &avoid), Some("Avoid it".into()));
    assert_eq!((declared.price)(battle.state(), &ask, &avoid), Some("1 Vigor".into()));
    assert_eq!((declared.label)(battle.state(), &ask, &Stance::Bold.choice()), None);
    let kinds = declared.decision;
    assert_eq!((kinds.declines(&avoid), kinds.declines(&take)), (false, true));
    assert_eq!(kinds.kind(&take).map(|kind| kind.name()), Some("take"));
    assert_eq!(kinds.traits.proviso, Some("if it is not avoided"));
    let standing: Vec<(&str, &str)> = kinds.standing().map(|order| (order.verb, order.label)).collect();
    assert_eq!(standing, [("avoid", "Always avoid"), ("take", "Never avoid")]);
    assert_eq!(AVOID_IT.answer(&ask, &take), Some(Hit::Take));
    assert_eq!(super::duel::STANCE.answer(&ask, &take), None);
}

#[test]
fn headings_labels_and_prices_may_be_worked_out() {
    let battle = begin(Some(1), Seats::default());
    let (state, ask) = (battle.state(), DEED.to(Seat(0)).ask);
    let (arm, at) = (Name::of("long-blade"), Figure(1));
    assert_eq!((MORE[0].heading)(state, &ask), "Deed 1 of 9");
    let acting = DEED.to(Seat(0)).actor(at).ask;
    assert_eq!((MORE[0].heading)(state, &acting), "Fighter 1: deed 1 of 9");
    assert_eq!(Deed::Strike { at }.label(state, &ask), "Strike Fighter 1");
    assert_eq!(Deed::StrikeWith { arm, at }.label(state, &ask), "Long blade: Fighter 1");
    assert_eq!(Deed::Rest { as_long: Pace::Short }.label(state, &ask), "Rest Short");
    assert_eq!(Deed::StrikeWith { arm, at }.price(state, &ask), Some("2 acts".into()));
    assert_eq!(Deed::Strike { at }.price(state, &ask), None);
    assert!(DEED.decision.traits.together && DEED.decision.traits.repeats && !DEED.decision.traits.one_by_one);
    assert_eq!(DEED.decision.answers[3].shape, [Shape::Walk]);
    let standing: Vec<Amount> = DEED.decision.standing().map(|order| order.amount).collect();
    assert_eq!(standing, [Amount::Least, Amount::Most]);
}

#[allow(unreachable_pub, reason = "a system decides how far its counts are seen")]
mod counts {
    crate::counted! {
        Wounds: "1 wound", "wounds";
        Times: "once", "times";
    }
}

#[test]
fn sentences_agree_with_their_numbers() {
    use counts::{Times, Wounds};
    fn said(field: impl Field<()>) -> String {
        field.say(&())
    }
    assert_eq!([0, 1, 2].map(|count| said(Wounds(count))), ["0 wounds", "1 wound", "2 wounds"]);
    assert_eq!([1, 3].map(|count| said(Times(count))), ["once", "3 times"]);
    assert_eq!((so_many(1, "die", "dice"), so_many(2, "die", "dice")), ("1 die".to_owned(), "2 dice".to_owned()));
    let why = |first, second| {
        Refusal::with(TOY_3, "the step costs {0 inch|inches}, {1 is|are} left", first, second).to_string()
    };
    assert_eq!(why(1, 0), "the step costs 1 inch, 0 are left (TOY-3)");
    assert_eq!(why(2, 1), "the step costs 2 inches, 1 is left (TOY-3)");
    assert_eq!(Refusal::with(TOY_3, "{0″} of {1}, {2}", 3840, 2).to_string(), "3.84″ of 2, {2} (TOY-3)");
}

#[test]
fn the_likeliest_answers_are_named_first() {
    let mut battle = begin(Some(1), Seats::default());
    let request = battle.pending().expect("a question").clone();
    let lines: Vec<&str> = request.options.iter().map(|option| option.line.as_str()).collect();
    for line in &lines {
        let mut typo = (*line).to_owned();
        typo.push('e');
        assert!(request.possible(&typo).starts_with(&format!("possible: {line}")), "{}", request.possible(&typo));
    }
    let why = battle.answer(request.ask.seat, "nonsense").expect_err("no answer").to_string();
    assert!(lines.iter().all(|line| why.contains(line)), "{why}");
}
