use super::duel::Fight;
use crate::*;
use space::grid::Square;
use space::inches::Spot;

fn table() -> Fight {
    Fight { lives: [1, 1], vigor: [0, 0], turn: 0, round: 1, secret: 0, count: Default::default() }
}

fn round_trip(choice: &Choice, line: &str) {
    assert_eq!(choice.line(&table()), line);
    assert_eq!(Choice::parse(line, &table()).as_ref(), Ok(choice), "{line}");
}

#[test]
fn every_thing_has_one_line() {
    let verb = Name::of("attack");
    round_trip(&Choice::new(verb, &[]), "attack");
    round_trip(
        &Choice::new(verb, &[Thing::Name(Name::of("Grave Bolt")), Thing::Figure(Figure(1))]),
        "attack grave-bolt b.fighter",
    );
    round_trip(
        &Choice::new(verb, &[Thing::Square(Square::new(9, 7)), Thing::Number(-10), Thing::Seat(Seat(2))]),
        "attack J8 -10 side-c",
    );
    round_trip(&Choice::walk(verb, Walk::from_iter([Square::new(0, 0), Square::new(1, 1)])), "attack >A1>B2");
    round_trip(&Choice::walk(verb, Walk::default()), "attack >");
    let spots = [Spot { x: 24_500, y: 36_250, z: 0 }, Spot { x: -1, y: 12, z: 4_000 }];
    let track = Choice { way: Way::Track(spots.into()), ..Choice::new(verb, &[]) };
    round_trip(&track, "attack @24.500,36.250,0.000>@-0.001,0.012,4.000");
    round_trip(&Choice::new(verb, &[Thing::Spot(spots[0])]), "attack @24.500,36.250,0.000");
    let leg = Choice { way: Way::Track([spots[0]].into()), ..Choice::new(verb, &[]) };
    round_trip(&leg, "attack @24.500,36.250,0.000>");
}

#[test]
fn nonsense_is_named() {
    Name::of("attack");
    for (line, part) in [
        ("", "empty"),
        ("no-such-verb-at-all", "unknown verb"),
        ("attack c.nobody", "no figure is called"),
        ("attack >ZZZ99999", "no square"),
        ("attack @1.2.3,4", "no point in inches"),
        ("attack 1 2 3 4", "one word too many"),
        ("attack never-heard-of-it", "no figure, square, number or known name"),
    ] {
        let why = Choice::parse(line, &table()).unwrap_err().0;
        assert!(why.contains(part), "{line:?}: {why}");
    }
    let long = format!("attack >{}", "A1>".repeat(40));
    assert!(Choice::parse(&long, &table()).unwrap_err().0.contains("more than 30 steps"));
}

#[test]
fn typed_words_are_never_kept() {
    assert_eq!(Name::known("a-word-nobody-has-used"), None);
    let _ = Choice::parse("a-word-nobody-has-used", &table());
    assert_eq!(Name::known("a-word-nobody-has-used"), None);
    assert_eq!(Name::of("Hero's  Blade!").text(), "heros-blade");
}
