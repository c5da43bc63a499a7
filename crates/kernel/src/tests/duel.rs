//! The smallest game that uses everything: two fighters strike in turn, choose how, roll, and may avoid.

use crate::*;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Duel;

#[derive(Debug)]
pub struct Rules;

impl Pack for Rules {
    fn hash(&self) -> &str {
        "duel-1"
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fight {
    pub lives: [i32; 2],
    pub vigor: [i32; 2],
    pub turn: u8,
    pub round: u32,
    /// Known to side a alone.
    pub secret: i32,
    /// Shared by all states of a battle, so that they can be counted.
    pub count: Arc<()>,
}

impl Fight {
    /// How many states of this battle there are in memory.
    pub fn living(battle: &Battle<Duel>) -> usize {
        Arc::strong_count(&battle.state().count)
    }
}

impl Tags for Fight {
    fn tag(&self, figure: Figure) -> String {
        format!("{}.fighter", Seat(figure.0 as u8))
    }
    fn tagged(&self, tag: &str) -> Option<Figure> {
        (0..2).map(Figure).find(|figure| self.tag(*figure) == tag)
    }
}

impl Speaks for Fight {
    fn figure_name(&self, figure: Figure) -> String {
        format!("Fighter {}", figure.0)
    }
    fn seat_name(&self, seat: Seat) -> String {
        format!("Side {seat}")
    }
}

events! { Duel, Fight:
    Struck = "{by} strikes {at}{modifiers}: {total}" { by: Figure, at: Figure, total: i32, modifiers: Modifiers };
    Avoided = "{who} avoids it" { who: Figure };
    Hurt = "{who} has {left} lives" { who: Figure, left: i32 };
}

const ROLL: Rule = Rule::new("TOY-1");
const AVOID: Rule = Rule::new("TOY-2");

decisions! { DECISIONS: Duel, Fight;
    /// How the next blow is struck.
    Stance asked as STANCE "stance" by ROLL = "how does it strike?" [why "A bold blow hits more often."] {
        Bold = "bold": "Boldly";
        Careful = "careful": "With care" [declines];
    }

    /// What becomes of a hit.
    Hit asked as AVOID_IT "avoid" by AVOID = "avoid the blow of {about}?" [
        why "The blow has hit, and there is Vigor left to avoid it.",
        proviso "if it is not avoided"
    ] {
        Avoid = "avoid": "Avoid it" [price "1 Vigor", always "Always avoid"];
        Take = "take": "Take it" [declines, always "Never avoid"];
    }
}

impl System for Duel {
    const NAME: &'static str = "duel";
    type Pack = Rules;
    type State = Fight;
    type Event = Event;
    type Scratch = ();

    fn decisions() -> &'static [&'static [decision::Declared<Duel>]] {
        &[DECISIONS]
    }

    fn begin(_: &Arc<Rules>, setup: &Setup) -> Result<Fight, Vec<Problem>> {
        match setup.sides.len() {
            2 => Ok(Fight { lives: [3, 3], vigor: [1, 1], turn: 0, round: 1, secret: 7, count: Arc::default() }),
            n => Err(vec![Problem::plain("setup", format!("{n} sides; a duel has 2"))]),
        }
    }

    fn step(t: &mut Table<'_, Duel>) -> Flow {
        let by = t.state.turn;
        let at = 1 - by;
        let bold = t.ask(STANCE.to(Seat(by)), &[Stance::Bold, Stance::Careful])? == Stance::Bold;
        let mut modifiers = Modifiers::default();
        modifiers.add("bold", ROLL, if bold { 3 } else { 0 });
        let roll = Roll {
            name: "strike",
            rule: ROLL,
            throw: D20,
            seat: Seat(by),
            figure: None,
            target: Some(11),
            modifiers,
            cuts: Cuts::at(&[11 - i32::from(modifiers.sum())]),
        };
        let total = t.roll(&roll)?.value + i32::from(modifiers.sum());
        t.tell(ROLL, || Event::Struck { by: Figure(by.into()), at: Figure(at.into()), total, modifiers });
        if total >= 11 {
            let mut avoids = false;
            if t.state.vigor[at as usize] > 0 {
                avoids = t.ask(AVOID_IT.to(Seat(at)).about(Figure(by.into())), &[Hit::Avoid, Hit::Take])? == Hit::Avoid;
            }
            if avoids {
                t.state.vigor[at as usize] -= 1;
                t.tell(AVOID, || Event::Avoided { who: Figure(at.into()) });
            } else {
                t.state.lives[at as usize] -= 1;
                let left = t.state.lives[at as usize];
                t.tell(ROLL, || Event::Hurt { who: Figure(at.into()), left });
            }
        }
        t.state.turn = at;
        t.state.round += 1;
        Ok(())
    }

    fn outcome(state: &Fight) -> Option<Outcome> {
        let loser = state.lives.iter().position(|lives| *lives <= 0)?;
        Some(Outcome {
            winner: Some(Seat(1 - loser as u8)),
            scores: state.lives.to_vec(),
            rounds: state.round,
            reason: "last one standing",
        })
    }

    fn scene(state: &Fight, seat: Option<Seat>) -> Scene {
        let shown = if seat == Some(Seat(0)) { state.secret } else { 0 };
        Scene {
            board: scene::Board::Grid { width: 1, height: 1 },
            features: Vec::new(),
            walls: Vec::new(),
            zones: Vec::new(),
            figures: Vec::new(),
            sides: Vec::new(),
            clock: scene::Clock { round: state.round, phase: shown.to_string(), ..scene::Clock::default() },
        }
    }

    fn appraise(state: &Fight, seat: Seat) -> i32 {
        state.lives[seat.index()] - state.lives[1 - seat.index()]
    }

    fn imagine(state: &mut Fight, seat: Seat, rng: &mut Rng) {
        if seat == Seat(1) {
            state.secret = rng.below(100) as i32;
        }
    }

    fn digest(state: &Fight, digest: &mut Digest) {
        for value in state.lives.into_iter().chain(state.vigor) {
            digest.number(value.into());
        }
        digest.byte(state.turn);
        digest.number(state.round.into());
        digest.number(state.secret.into());
    }

    fn invariants(state: &Fight) -> Result<(), String> {
        if state.vigor.iter().any(|vigor| *vigor < 0) { Err("vigor below 0".into()) } else { Ok(()) }
    }

    fn seats(_: &Fight) -> u8 {
        2
    }
}

pub fn setup() -> Setup {
    Setup { scenario: "duel".into(), sides: vec!["one".into(), "two".into()], ..Setup::default() }
}

pub fn begin(seed: Option<u64>, own_dice: Seats) -> Battle<Duel> {
    decision::know::<Duel>();
    Battle::begin(&Arc::new(Rules), Setup { own_dice, ..setup() }, seed.map(Seed::from_number)).expect("a legal setup")
}
