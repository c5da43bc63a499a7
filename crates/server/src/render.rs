//! A battle as one viewer may see it.

mod happening;

use crate::room::{Inner, Room, decider};
use crate::store::{Claim, GivenOrder};
use crate::wire::{self, UndoCost};
use kernel::record::outcome_line;
use kernel::{Amount, Choice, Frame, Region, Request, Seat, Thing, Way};
use systems::Live;
use systems::live::{Change, Odds, Pen, Rolled, Sheet, Standing, Stroke, TakesBack, Verdict, changes};

/// Somebody with a token, and what they have been sent.
#[derive(Debug)]
pub(crate) struct Viewer {
    pub(crate) role: wire::Role,
    pub(crate) seats: Vec<Seat>,
    /// Events sent, and undos known of.
    sent: usize,
    cuts: usize,
    /// The step that is looked at, where it is not the present.
    pub(crate) at: Option<usize>,
}

impl Viewer {
    pub(crate) fn new(claim: &Claim) -> Viewer {
        let (role, seats) = match claim {
            Claim::Seat(seat) => (wire::Role::Seat, vec![*seat]),
            Claim::Screen(seats) => (wire::Role::Screen, seats.clone()),
            Claim::Watch => (wire::Role::Watch, Vec::new()),
            Claim::Replay => (wire::Role::Replay, Vec::new()),
        };
        let at = (role == wire::Role::Replay).then_some(0);
        Viewer { role, seats: seats.into_iter().map(Seat).collect(), sent: 0, cuts: 0, at }
    }

    /// Whose eyes are looked through; nobody's are the public's. At a shared screen they are those of whoever decides.
    pub(crate) fn eyes(&self, live: &dyn Live) -> Option<Seat> {
        let decides = live.pending().and_then(|request| decider(request, &self.seats));
        decides.or(self.seats.first().copied())
    }

    pub(crate) fn hello(&self, room: &Room, inner: &Inner, engine: &str) -> wire::Hello {
        let parties = inner.live.sides();
        let sides = (0u8..).zip(&room.names).zip(&room.head.players).map(|((seat, name), player)| wire::SideName {
            seat,
            name: name.clone(),
            player: player.clone(),
            side: parties.iter().position(|party| party.contains(Seat(seat))).map_or(seat, |at| at as u8),
        });
        wire::Hello {
            battle: room.id.clone(),
            system: room.head.system.clone(),
            title: systems::meeting(&room.names, &parties),
            role: self.role,
            seats: self.seats.iter().map(|seat| seat.0).collect(),
            sides: sides.collect(),
            commitment: inner.live.commitment(),
            engine: engine.to_owned(),
            score: inner.live.score().to_owned(),
            ground: inner.live.ground().iter().map(wire::Ground::from).collect(),
        }
    }

    /// The present, or the step that is looked at, with the part of the log that is new to this viewer.
    pub(crate) fn state(&mut self, room: &Room, inner: &Inner) -> wire::State {
        let live = inner.live.as_ref();
        let steps = live.steps();
        let at = self.at.filter(|step| *step < steps);
        let end = live.told(at);
        let kept = inner.cuts[self.cuts.min(inner.cuts.len())..].iter().copied().min();
        let from = self.sent.min(kept.unwrap_or(usize::MAX)).min(end);
        let log_cut = from < self.sent;
        (self.sent, self.cuts) = (end, inner.cuts.len());
        let eyes = self.eyes(live);
        let log = live.log(from..end, eyes);
        wire::State {
            moment: inner.moved,
            step: at.unwrap_or(steps) as u32,
            steps: steps as u32,
            scene: wire::Scene::of(&live.scene(eyes, at), &live.declared(at)),
            request: live
                .pending()
                .filter(|_| at.is_none() && room.record.is_none())
                .map(|request| self.request(live, request)),
            log_from: from as u32,
            log: log.into_iter().map(log_line).collect(),
            log_cut,
            undo: self.undo(room, inner),
            redo: live.redoable().is_some_and(|seat| self.seats.contains(&seat)),
            undo_asked: inner.asked.as_ref().and_then(|asked| asked.by.first()).map(|seat| seat.0),
            undo_what: inner
                .asked
                .as_ref()
                .and_then(|asked| live.takes_back(&asked.by))
                .map_or_else(String::new, |found| found.label),
            here: room.here(),
            orders: inner.given_orders().into_iter().map(|order| given(live, order)).collect(),
            outcome: outcome(live).filter(|_| at.is_none()),
        }
    }

    fn undo(&self, room: &Room, inner: &Inner) -> wire::Undo {
        let found = inner.live.takes_back(&self.seats).filter(|_| inner.live.outcome().is_none());
        match found {
            None => wire::Undo { can: false, cost: UndoCost::None, label: String::new(), dice: false, measured: false },
            Some(found) => {
                let label = format!("Take back: {}", found.label);
                let cost = cost(room, &self.seats, &found);
                wire::Undo { can: true, cost, label, dice: found.dice > 0, measured: found.measured }
            }
        }
    }

    fn request(&self, live: &dyn Live, request: &Request) -> wire::Request {
        let mine = decider(request, &self.seats).is_some();
        let ask = &request.ask;
        let mut shown = wire::Request {
            seat: ask.seat.0,
            mine,
            prompt: ask.prompt().to_owned(),
            title: live.title(),
            why: None,
            rule: ask.rule.to_string(),
            actor: ask.actor.map(|figure| figure.0),
            about: ask.about.map(|figure| figure.0),
            options: Vec::new(),
            barred: Vec::new(),
            ways: Vec::new(),
            dice: request.dice.as_ref().map(roll),
            stack: request.stack.iter().map(frame).collect(),
            marks: Vec::new(),
            pens: Vec::new(),
            unmeasured: live.measuring().err().as_ref().map(wire::Reason::from),
            footprint: None,
            orders: Vec::new(),
            together: live.together(),
            one_by_one: live.one_by_one(),
            musters: ask.decision.traits.musters,
        };
        if mine {
            shown.marks = live.outlook().iter().map(wire::Mark::from).collect();
            shown.footprint = live.footprint().as_ref().map(wire::site);
            shown.pens = live.pens().iter().map(|one| pen(live, request, one)).collect();
            shown.orders = offered_orders(live, request);
            shown.options = request.options.iter().map(|offered| offer(live, &offered.choice, &offered.line)).collect();
            let ideas = live.ideas();
            shown.options.extend(
                ideas.into_iter().map(|idea| wire::Offer {
                    label: idea.label,
                    ..offer(live, &idea.choice, &live.line(&idea.choice))
                }),
            );
            let barred = request.barred.iter().map(|(choice, refusal)| wire::Barred {
                line: live.line(choice),
                label: live.label(choice),
                act: live.act(choice),
                reason: refusal.to_string(),
                rule: refusal.rule.to_string(),
            });
            shown.barred = barred.collect();
            shown.why = live.why();
            let ways = request.ways.iter().map(|(to, line)| wire::Way {
                to: to.to_string(),
                path: path(line),
                act: live.act_of(line),
                line: line.clone(),
            });
            shown.ways = ways.collect();
        }
        shown
    }
}

/// How a battle ended.
pub(crate) fn outcome(live: &dyn Live) -> Option<wire::Outcome> {
    let sides = live.sides();
    live.outcome().map(|outcome| wire::Outcome {
        winner: outcome.winner.map(|seat| seat.0),
        winners: outcome.winners(&sides).iter().map(|seat| seat.0).collect(),
        told: outcome.deciding_scores(&sides).unwrap_or_default(),
        text: outcome_line(&outcome, &sides),
        scores: outcome.scores,
    })
}

/// What an undo costs these seats: nothing while no die has fallen, nothing has been measured that could not be before, and
/// nobody else has decided; and nothing where no other person is at the table.
pub(crate) fn cost(room: &Room, seats: &[Seat], found: &TakesBack) -> UndoCost {
    let people = room.other_people(seats);
    let known = found.dice > 0 || found.measured || found.others.iter().any(|seat| people.contains(seat));
    match people.is_empty() || !known {
        true => UndoCost::Free,
        false => UndoCost::Ask,
    }
}

fn offer(live: &dyn Live, choice: &Choice, line: &str) -> wire::Offer {
    let kind = live.kind(choice);
    let said = kind.map(|kind| kind.traits).unwrap_or_default();
    let mut offer = wire::Offer {
        line: line.to_owned(),
        label: live.label(choice),
        act: live.act(choice),
        called: live.called(choice),
        kind: kind.map_or("", |kind| kind.name()).to_owned(),
        declines: said.declines,
        ends: said.ends,
        gives_up: said.gives_up,
        rolls: said.rolls,
        verb: choice.verb.text().to_owned(),
        figures: Vec::new(),
        squares: Vec::new(),
        path: Vec::new(),
        spots: Vec::new(),
        price: live.price(choice),
        does: live.does(choice),
    };
    for thing in &choice.things {
        match thing {
            Thing::Figure(figure) => offer.figures.push(figure.0),
            Thing::Square(square) => offer.squares.push(square.to_string()),
            Thing::Spot(spot) => offer.spots.push(wire::spot(spot)),
            _ => {}
        }
    }
    match &choice.way {
        Way::Walk(walk) => offer.path = walk.squares().iter().map(ToString::to_string).collect(),
        Way::Track(spots) => offer.spots.extend(spots.iter().map(wire::spot)),
        Way::None => {}
    }
    offer
}

/// A pen; where a system says nothing of its area, the region of the question is it.
fn pen(live: &dyn Live, request: &Request, pen: &Pen) -> wire::Pen {
    let (from, limit) = match pen.line {
        Stroke::Way { from, limit } => (Some(wire::spot(&from)), Some(limit)),
        Stroke::Place => (None, None),
    };
    let area = match (&request.region, pen.area.outlines.is_empty()) {
        (Region::Area(area), true) => wire::outlines(area),
        _ => wire::outlines(&pen.area),
    };
    wire::Pen {
        stem: live.line(&pen.stem),
        label: pen.label.clone(),
        from,
        limit,
        area,
        barred: pen.barred.as_ref().map(wire::Reason::from),
    }
}

/// The part of a refused way that can be gone, with its end read from its line.
pub(crate) fn upto(live: &dyn Live, line: &str) -> Option<wire::Upto> {
    let line = live.shortened(line)?;
    let end = line.rsplit('>').next()?.parse().ok()?;
    let used = live.used(&line).map_or(0, |(used, _)| used);
    Some(wire::Upto { end: wire::spot(&end), used, line })
}

fn frame(frame: &Frame) -> wire::Frame {
    wire::Frame {
        seat: frame.seat.0,
        actor: frame.actor.map(|figure| figure.0),
        about: frame.about.map(|figure| figure.0),
        text: frame.text.clone(),
        rule: frame.rule.to_string(),
        halted: frame.halted.map(|halted| wire::Halted { by: halted.by, then: halted.then }),
    }
}

/// Standing orders that would answer this very request, and are not given yet.
fn offered_orders(live: &dyn Live, request: &Request) -> Vec<wire::Order> {
    let ask = &request.ask;
    let answers = |verb: &str| request.options.iter().filter(|offered| offered.choice.verb.text() == verb).count();
    let given = |standing: &Standing| {
        let same = |order: &kernel::Order| order.verb.text() == standing.verb && order.amount == standing.amount;
        live.orders().iter().any(|order| order.seat == ask.seat && order.prompt == ask.prompt() && same(order))
    };
    let fits = |standing: &&Standing| {
        let count = answers(standing.verb);
        count == 1 || (count > 1 && standing.amount != Amount::Only)
    };
    let standing = live.standing(ask.prompt());
    let offered = standing.iter().filter(fits).filter(|standing| !given(standing));
    let show = |standing: &Standing| wire::Order {
        seat: ask.seat.0,
        prompt: ask.prompt().to_owned(),
        verb: standing.verb.to_owned(),
        amount: amount(standing.amount),
        label: standing.label.to_owned(),
    };
    offered.map(show).collect()
}

fn given(live: &dyn Live, order: GivenOrder) -> wire::Order {
    let meant = |standing: &&Standing| standing.verb == order.verb && amount(standing.amount) == order.amount;
    let standing = live.standing(&order.prompt);
    let known = standing.iter().find(meant);
    let label = known.map_or_else(|| format!("{}: {}", order.prompt, order.verb), |known| known.label.to_owned());
    let GivenOrder { seat, prompt, verb, amount } = order;
    wire::Order { seat, prompt, verb, amount, label }
}

pub(crate) fn amount(amount: Amount) -> wire::Amount {
    match amount {
        Amount::Only => wire::Amount::Only,
        Amount::Least => wire::Amount::Least,
        Amount::Most => wire::Amount::Most,
    }
}

pub(crate) fn amount_of(amount: wire::Amount) -> Amount {
    match amount {
        wire::Amount::Only => Amount::Only,
        wire::Amount::Least => Amount::Least,
        wire::Amount::Most => Amount::Most,
    }
}

/// The squares of a way, read from its line.
fn path(line: &str) -> Vec<String> {
    let way = line.split(' ').find(|word| word.starts_with('>')).unwrap_or("");
    way.split('>').filter(|square| !square.is_empty()).map(str::to_owned).collect()
}

fn modifiers(changes: Vec<Change>) -> Vec<wire::Modifier> {
    changes
        .into_iter()
        .map(|change| wire::Modifier { label: change.label, amount: change.amount, rule: change.rule })
        .collect()
}

pub(crate) fn roll(roll: &kernel::Roll) -> wire::Roll {
    wire::Roll {
        name: roll.name.to_owned(),
        rule: roll.rule.to_string(),
        throw: roll.throw.to_string(),
        sides: roll.throw.sides,
        count: roll.throw.count,
        needed: roll.target.map(i32::from),
        modifiers: modifiers(changes(roll)),
    }
}

pub(crate) fn log_line(line: systems::live::LogLine) -> wire::LogLine {
    let rule = line.rule.to_string();
    let rolled = |rolled: Rolled| wire::Rolled {
        roll: wire::Roll {
            name: rolled.name,
            rule: rule.clone(),
            throw: rolled.throw.to_string(),
            sides: rolled.throw.sides,
            count: rolled.throw.count,
            needed: rolled.needed,
            modifiers: modifiers(rolled.modifiers),
        },
        natural: rolled.natural,
        total: rolled.total,
        verdict: rolled.verdict.map(|one| wire::Verdict { kind: kind(one), label: one.label().to_owned() }),
    };
    wire::LogLine {
        number: line.number as u32,
        step: line.step as u32,
        roll: line.roll.map(rolled),
        origin: line.origin.map(str::to_owned),
        duel: line.duel.map(|duel| match duel {
            systems::live::Duel::Opens => wire::Duel::Opens,
            systems::live::Duel::Answers => wire::Duel::Answers,
            systems::live::Duel::Settles => wire::Duel::Settles,
        }),
        happening: line.seen.and_then(happening::happening),
        rule,
        notes: line.notes.iter().map(ToString::to_string).collect(),
        name: line.name.to_owned(),
        text: line.text,
        figures: line.figures.iter().map(|figure| figure.0).collect(),
        fields: line.fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    }
}

fn kind(verdict: Verdict) -> wire::OddKind {
    match verdict {
        Verdict::Miss(_) => wire::OddKind::Miss,
        Verdict::Hit(_) => wire::OddKind::Hit,
        Verdict::Critical(_) => wire::OddKind::Critical,
    }
}

pub(crate) fn odds(line: String, declared: Option<u32>, odds: &Odds) -> wire::Odds {
    let outcomes = odds.outcomes.iter().map(|odd| wire::Odd {
        label: odd.verdict.label().to_owned(),
        kind: kind(odd.verdict),
        faces: odd.faces.clone(),
        per_million: odd.per_million,
    });
    let fates = odds.fates.iter().map(|fated| wire::Fate {
        figure: fated.figure.0,
        label: fated.fate.label(),
        per_million: fated.chance.per_million() as u32,
    });
    let end = |(label, chance): &(&'static str, u32)| wire::End { label: (*label).to_owned(), per_million: *chance };
    wire::Odds {
        line,
        declared,
        roll: odds.roll.as_ref().map(roll),
        against: odds.against.as_ref().map(roll),
        outcomes: outcomes.collect(),
        then: odds.then.as_ref().map(roll),
        fates: fates.collect(),
        ends: odds.ends.iter().map(end).collect(),
        given: odds.given.iter().map(|words| (*words).to_owned()).collect(),
    }
}

pub(crate) fn card(figure: u16, sheet: Sheet) -> wire::Card {
    let lines = sheet.lines.into_iter().map(|line| wire::CardLine {
        head: line.head,
        text: line.text,
        rule: line.rule.map(|rule| rule.to_string()),
    });
    wire::Card { figure, title: sheet.title, lines: lines.collect() }
}
