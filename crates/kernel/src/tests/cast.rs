//! A cast, and digests by declaration.

use crate::*;
use space::grid::Square;

struct Stage(Cast);

impl Casts for Stage {
    fn cast(&self) -> &Cast {
        &self.0
    }
}

fn stage() -> Stage {
    let mut cast = Cast::new(["Reeds".to_owned(), "Stones".to_owned()]);
    for (seat, id, title) in [(0, "wolf", "Wolf"), (1, "wolf", "Wolf"), (0, "wolf", "Wolf"), (0, "grey", "Wolf")] {
        cast.add(Seat(seat), Name::of(id), title);
    }
    Stage(cast)
}

#[test]
fn figures_are_told_apart_by_side_and_number() {
    let stage = stage();
    let tags: Vec<String> = stage.0.figures().map(|figure| stage.tag(figure)).collect();
    assert_eq!(tags, ["a.wolf", "b.wolf", "a.wolf-2", "a.grey"]);
    let names: Vec<String> = stage.0.figures().map(|figure| stage.figure_name(figure)).collect();
    // The title of the third of a side is no other than that of its twins, whatever its own name is.
    assert_eq!(names, ["Wolf 1", "Wolf", "Wolf 2", "Wolf 3"]);
    assert_eq!(stage.tagged("a.wolf-2"), Some(Figure(2)));
    assert_eq!(stage.tagged("a.wolf-3"), None);
    assert_eq!(stage.0.of(Seat(0)).collect::<Vec<_>>(), [Figure(0), Figure(2), Figure(3)]);
    assert_eq!((stage.seat_name(Seat(1)), stage.0.owner(Figure(9))), ("Stones".to_owned(), None));
    // Choices somebody typed may point anywhere.
    assert_eq!((stage.tag(Figure(9)), stage.figure_name(Figure(9))), ("?.9".to_owned(), "figure 9".to_owned()));
}

struct Piece {
    at: Option<Square>,
    marks: [u8; 2],
    left: Vec<u16>,
    place: Place,
    drawn: bool,
}

enum Place {
    Away,
    On(Square),
}

crate::digest! {
    Piece { marks, at, left, place; not drawn }
    enum Place { Away = 3, On(at) = 1 }
}

fn fed(piece: &Piece) -> String {
    let mut digest = Digest::default();
    piece.feed(&mut digest);
    digest.finish()
}

#[test]
fn a_declared_digest_is_the_one_that_is_written_by_hand() {
    let square = Square::new(4, 5);
    let piece = |drawn| Piece { at: None, marks: [1, 2], left: vec![7], place: Place::On(square), drawn };
    let mut hand = Digest::default();
    hand.byte(1);
    hand.byte(2);
    hand.flag(false);
    hand.number(1);
    hand.number(7);
    hand.byte(1);
    hand.byte(4);
    hand.byte(5);
    assert_eq!(fed(&piece(true)), hand.finish());
    let (one, other) = (piece(true), piece(false));
    assert!(one.drawn != other.drawn && fed(&one) == fed(&other), "what is left out makes no difference");
    assert_ne!(fed(&piece(true)), fed(&Piece { place: Place::Away, ..piece(true) }));
}
