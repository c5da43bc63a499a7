//! One battle of a load: somebody who answers for both sides, and keeps what was acknowledged.

use super::Load;
use super::secrets::Sight;
use super::web;
use futures_util::{SinkExt, StreamExt};
use kernel::Rng;
use kernel::oracle::FactLine;
use kernel::record::{Content, Record};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// An answer that is not shown after so long is given up, and the line with it.
const PATIENCE: Duration = Duration::from_secs(30);
/// So long a line that is cut is tried again.
const AGAIN: Duration = Duration::from_secs(60);
/// Nobody gives up in a load, but for the look at what is left of it.
const GIVING_UP: &str = "concede";
/// No battle takes so many choices until somebody may give up.
const TO_THE_END: usize = 500;
const IS_CUT: &str = "a battle does not go on: its line is cut";
/// So often something else is tried where a choice is refused.
const TRIES: usize = 50;
/// Ways among which one is picked, beside the answers that are listed.
const WAYS: usize = 8;

/// A message of the server, as far as it matters here.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    moment: u32,
    #[serde(default)]
    stale: bool,
    #[serde(default, borrow)]
    request: Option<Request<'a>>,
    #[serde(default)]
    outcome: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Request<'a> {
    mine: bool,
    #[serde(borrow)]
    options: Vec<Line<'a>>,
    #[serde(borrow)]
    ways: Vec<Line<'a>>,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    line: Cow<'a, str>,
}

/// What somebody at a table knows.
#[derive(Debug, Default)]
struct Seen {
    moment: u32,
    /// What this side would answer, if it is asked.
    answer: Option<String>,
    /// This side is asked, and may give up.
    may_give_up: bool,
    over: bool,
}

/// The line is cut.
#[derive(Debug)]
struct Cut;

#[derive(Debug)]
enum Said {
    Shown,
    Late,
    Refused,
}

/// A socket of one side, or of both.
#[derive(Debug)]
struct Seat {
    socket: WebSocketStream<TcpStream>,
    seen: Seen,
    /// Kept where secrets are looked for.
    sight: Option<Sight>,
}

impl Seat {
    async fn open(at: SocketAddr, token: &str, rng: &mut Rng) -> Result<Seat, Cut> {
        let open = async {
            let mut request = format!("ws://{at}/ws/{token}").into_client_request().map_err(|_| Cut)?;
            let origin = format!("http://{at}").parse().map_err(|_| Cut)?;
            request.headers_mut().insert("origin", origin);
            let stream = TcpStream::connect(at).await.map_err(|_| Cut)?;
            let _ = stream.set_nodelay(true);
            let (socket, _) = client_async(request, stream).await.map_err(|_| Cut)?;
            let mut seat = Seat { socket, seen: Seen::default(), sight: None };
            // First the greeting, then how the battle stands.
            while !matches!(seat.hear(rng).await?, Some(Said::Shown)) {}
            Ok(seat)
        };
        timeout(PATIENCE, open).await.map_err(|_| Cut)?
    }

    /// The next message; nothing for one that does not matter.
    async fn hear(&mut self, rng: &mut Rng) -> Result<Option<Said>, Cut> {
        match self.socket.next().await {
            Some(Ok(Message::Text(text))) => {
                if let Some(sight) = &mut self.sight {
                    sight.take(&text);
                }
                let heard: Heard = serde_json::from_str(&text).map_err(|_| Cut)?;
                Ok(self.take(&heard, rng))
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Cut),
            Some(Ok(_)) => Ok(None),
        }
    }

    fn take(&mut self, heard: &Heard<'_>, rng: &mut Rng) -> Option<Said> {
        match &*heard.kind {
            "state" => {
                let asked = heard.request.as_ref().filter(|request| request.mine);
                self.seen = Seen {
                    moment: heard.moment,
                    answer: asked.and_then(|request| pick(request, rng)),
                    may_give_up: asked
                        .is_some_and(|request| request.options.iter().any(|option| option.line == GIVING_UP)),
                    over: heard.outcome.is_some(),
                };
                Some(Said::Shown)
            }
            "refused" if heard.stale => Some(Said::Late),
            "refused" => Some(Said::Refused),
            _ => None,
        }
    }
}

/// Some legal answer.
fn pick(request: &Request<'_>, rng: &mut Rng) -> Option<String> {
    let options: Vec<&Line> = request.options.iter().filter(|option| option.line != GIVING_UP).collect();
    let several = options.len() + request.ways.len().min(WAYS);
    if several == 0 {
        return request.options.first().map(|option| option.line.to_string());
    }
    let line = match options.get(rng.below(several)) {
        Some(option) => &option.line,
        None => &request.ways[rng.below(request.ways.len())].line,
    };
    Some(line.to_string())
}

/// What was acknowledged of a battle.
#[derive(Debug)]
pub(super) struct Kept {
    tokens: Vec<String>,
    lines: Vec<String>,
    moment: u32,
}

/// A battle that is played.
#[derive(Debug)]
pub(super) struct Battle {
    number: u64,
    rng: Rng,
    kept: Kept,
    seats: Vec<Seat>,
}

impl Battle {
    pub(super) async fn begin(load: &Load, number: u64, seed: u64) -> Result<Battle, String> {
        let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut wish = load.offers[number as usize % load.offers.len()].wish.clone();
        wish["shared_screen"] = serde_json::json!(!load.apart);
        let tokens = web::begin(load.servers[number as usize % load.servers.len()], &wish).await?;
        let tokens = if load.apart { tokens } else { tokens.into_iter().take(1).collect() };
        let kept = Kept { tokens, lines: Vec::new(), moment: 0 };
        let mut battle = Battle { number, kept, seats: Vec::new(), rng: Rng::new(rng.word()) };
        battle.sit_down(load).await.map_err(|Cut| "its socket does not open".to_owned())?;
        load.figures.begun.fetch_add(1, Ordering::Relaxed);
        Ok(battle)
    }

    /// Opens the sockets, and again until the server is back.
    async fn sit_down(&mut self, load: &Load) -> Result<(), Cut> {
        let until = Instant::now() + AGAIN;
        loop {
            match self.try_to_sit_down(load).await {
                Ok(()) => return Ok(()),
                Err(Cut) if Instant::now() > until => return Err(Cut),
                Err(Cut) => tokio::time::sleep(Duration::from_millis(250)).await,
            }
        }
    }

    async fn try_to_sit_down(&mut self, load: &Load) -> Result<(), Cut> {
        self.seats.clear();
        for (at, token) in self.kept.tokens.iter().enumerate() {
            // The sides of a battle sit at different servers where there are several.
            let server = load.servers[(self.number as usize + at) % load.servers.len()];
            let mut seat = Seat::open(server, token, &mut self.rng).await?;
            seat.sight = (load.thorough && load.apart).then(Sight::default);
            self.seats.push(seat);
        }
        Ok(())
    }

    /// Plays until the load is over, one battle after the other; what was acknowledged of each.
    pub(super) async fn play(mut self, load: Arc<Load>) -> Vec<Kept> {
        let mut all = Vec::new();
        // Not all at the same moment.
        let part = self.rng.below(1000) as f64 / 1000.0;
        let mut next = Instant::now() + load.pause.mul_f64(part);
        while !load.is_over() {
            match self.turn(&load, &mut next).await {
                Ok(true) => {}
                Ok(false) => {
                    load.figures.ended.fetch_add(1, Ordering::Relaxed);
                    let Some(fresh) = self.another(&load).await else { break };
                    all.push(std::mem::replace(&mut self, fresh).kept);
                }
                Err(Cut) => {
                    load.figures.cut.fetch_add(1, Ordering::Relaxed);
                    if load.is_over() || self.sit_down(&load).await.is_err() {
                        break;
                    }
                }
            }
        }
        all.push(self.kept);
        all
    }

    /// A new battle of the same game, as soon as the server lets one be begun.
    async fn another(&mut self, load: &Load) -> Option<Battle> {
        while !load.is_over() {
            let number = self.number + load.offers.len() as u64;
            if let Ok(fresh) = Battle::begin(load, number, self.rng.word()).await {
                return Some(fresh);
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        None
    }

    /// One answer; false where the battle is over.
    async fn turn(&mut self, load: &Load, next: &mut Instant) -> Result<bool, Cut> {
        self.hear_until(*next).await?;
        *next = (*next + load.pause).max(Instant::now());
        let newest = self.seats.iter().map(|seat| seat.seen.moment).max().unwrap_or(0);
        let asked = self.seats.iter().position(|seat| seat.seen.answer.is_some() && seat.seen.moment == newest);
        let Some(at) = asked else {
            if self.seats.iter().any(|seat| seat.seen.over || seat.seen.moment < newest) {
                return Ok(!self.seats.iter().any(|seat| seat.seen.over) || load.is_over());
            }
            // The state of whoever decides now is on its way.
            timeout(PATIENCE, self.hear_any()).await.map_err(|_| Cut)??;
            return Ok(true);
        };
        self.answer(load, at).await.map(|()| true)
    }

    async fn answer(&mut self, load: &Load, at: usize) -> Result<(), Cut> {
        let (moment, line) = (self.seats[at].seen.moment, self.seats[at].seen.answer.take().ok_or(Cut)?);
        let message = serde_json::json!({ "type": "answer", "moment": moment, "line": line }).to_string();
        let (counts, sent) = (load.counts(), Instant::now());
        self.seats[at].socket.send(Message::Text(message.into())).await.map_err(|_| Cut)?;
        let mut late = false;
        while self.seats[at].seen.moment <= moment {
            let left = PATIENCE.saturating_sub(sent.elapsed());
            let (who, said) = timeout(left, self.hear_any()).await.map_err(|_| Cut)??;
            match said {
                Some(Said::Refused) if who == at => {
                    load.figures.refused.fetch_add(1, Ordering::Relaxed);
                    // The server says what is asked as soon as it is asked to.
                    let ping = Message::Text(r#"{"type":"ping"}"#.into());
                    return self.seats[at].socket.send(ping).await.map_err(|_| Cut);
                }
                Some(Said::Late) if who == at => late = true,
                _ => {}
            }
        }
        match late {
            true => {
                load.figures.stale.fetch_add(1, Ordering::Relaxed);
            }
            false => {
                if counts {
                    load.figures.answered(sent.elapsed());
                }
                self.kept.lines.push(line);
            }
        }
        self.kept.moment = self.seats[at].seen.moment;
        if let [Seat { sight: Some(one), .. }, Seat { sight: Some(other), .. }] = self.seats.as_slice() {
            let told = one.tells_too_much(other).or_else(|| other.tells_too_much(one));
            told.into_iter().for_each(|told| load.figures.tell(told));
        }
        Ok(())
    }

    /// Listens until it is time for the next answer.
    async fn hear_until(&mut self, until: Instant) -> Result<(), Cut> {
        let until = tokio::time::Instant::from_std(until);
        while let Ok(heard) = tokio::time::timeout_at(until, self.hear_any()).await {
            heard?;
        }
        Ok(())
    }

    /// The next message to any side.
    async fn hear_any(&mut self) -> Result<(usize, Option<Said>), Cut> {
        match self.seats.as_mut_slice() {
            [one] => Ok((0, one.hear(&mut self.rng).await?)),
            [one, other] => {
                // Each side picks its answers with lots of its own.
                let (mut first, mut second) = (Rng::new(self.rng.word()), Rng::new(self.rng.word()));
                tokio::select! {
                    said = one.hear(&mut first) => Ok((0, said?)),
                    said = other.hear(&mut second) => Ok((1, said?)),
                }
            }
            _ => Err(Cut),
        }
    }
}

impl Kept {
    /// Looks for what was acknowledged: every line, in order. A thorough look also plays the record again, and makes one
    /// more choice.
    pub(super) async fn look_again(&self, load: &Load) -> Result<(), String> {
        let until = Instant::now() + AGAIN;
        loop {
            match self.look(load).await {
                // Whoever runs the server may have begun it anew just now.
                Err(why) if why == IS_CUT && Instant::now() < until => {}
                found => return found,
            }
        }
    }

    async fn look(&self, load: &Load) -> Result<(), String> {
        let at = load.servers[0];
        let token = self.tokens.first().map_or("", String::as_str);
        let mut seats = Vec::new();
        for token in &self.tokens {
            seats.push(open_again(at, token).await?);
        }
        let moment = seats.first().map_or(0, |seat| seat.seen.moment);
        if moment < self.moment {
            return Err(format!("a battle is at moment {moment}, and was shown at {}", self.moment));
        }
        let secret = !self.is_in_record(at, token, load.thorough).await?;
        if !load.thorough || seats.iter().any(|seat| seat.seen.over) {
            return Ok(());
        }
        let mut rng = Rng::new(moment.into());
        goes_on(&mut seats, false, &mut rng).await?;
        if secret {
            // Its record opens at its end: that is brought about.
            for _ in 0..TO_THE_END {
                if seats.iter().any(|seat| seat.seen.over) {
                    break;
                }
                goes_on(&mut seats, true, &mut rng).await?;
            }
            if !self.is_in_record(at, token, true).await? {
                return Err("a battle does not come to its end, so that its record stays closed".to_owned());
            }
        }
        Ok(())
    }

    /// Whether everything is in the record; false while that would tell secrets.
    async fn is_in_record(&self, at: SocketAddr, token: &str, thorough: bool) -> Result<bool, String> {
        let until = Instant::now() + AGAIN;
        loop {
            let found = web::call(at, "GET", &format!("/api/records/{token}"), "").await;
            match found {
                Ok((200, body)) => return self.is_in(&body, thorough).map(|()| true),
                Ok((409, _)) => return Ok(false),
                // The server may have been on its way down, or up.
                _ if Instant::now() < until => tokio::time::sleep(Duration::from_millis(250)).await,
                Ok((status, body)) => return Err(format!("a record cannot be had: {status} {body}")),
                Err(why) => return Err(format!("a record cannot be had: {why}")),
            }
        }
    }

    fn is_in(&self, text: &str, thorough: bool) -> Result<(), String> {
        let record = Record::parse(text).map_err(|why| format!("a record cannot be read: {why}"))?;
        if thorough {
            let game = systems::named(&record.system).map_err(|why| why.to_string())?;
            game.verify(&record).map_err(|why| format!("a record does not verify: {why}"))?;
        }
        let choice = |line: &kernel::record::Line| match &line.content {
            Content::Fact(FactLine::Choice(_, line)) => Some(line.clone()),
            _ => None,
        };
        let mut choices = record.lines.iter().filter_map(choice);
        match self.lines.iter().find(|line| !choices.any(|choice| choice == **line)) {
            Some(gone) => Err(format!("{gone:?} was acknowledged, and is not in the record")),
            None => Ok(()),
        }
    }
}

async fn open_again(at: SocketAddr, token: &str) -> Result<Seat, String> {
    let until = Instant::now() + AGAIN;
    while Instant::now() < until {
        if let Ok(found) = Seat::open(at, token, &mut Rng::new(1)).await {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Err("a battle cannot be opened any more".to_owned())
}

/// One more choice; whoever may give up does, if that is wanted. What is refused is tried otherwise.
async fn goes_on(seats: &mut [Seat], give_up: bool, rng: &mut Rng) -> Result<(), String> {
    let before = seats.iter().map(|seat| seat.seen.moment).max().unwrap_or(0);
    for _ in 0..TRIES {
        match timeout(PATIENCE, choose(seats, give_up, rng)).await {
            Ok(Ok(())) => {}
            Ok(Err(Cut)) => return Err(IS_CUT.to_owned()),
            Err(_) => return Err("a battle does not go on: nothing comes back".to_owned()),
        }
        if seats.iter().all(|seat| seat.seen.moment > before) {
            return Ok(());
        }
    }
    Err("a battle does not go on: everything is refused".to_owned())
}

async fn choose(seats: &mut [Seat], give_up: bool, rng: &mut Rng) -> Result<(), Cut> {
    let now = seats.iter().map(|seat| seat.seen.moment).max().unwrap_or(0);
    // All sides are to know how it stands before anybody answers.
    for seat in seats.iter_mut() {
        while seat.seen.moment < now {
            seat.hear(rng).await?;
        }
    }
    let seat = seats.iter_mut().find(|seat| seat.seen.answer.is_some()).ok_or(Cut)?;
    let line = seat.seen.answer.take().unwrap_or_default();
    let line = if give_up && seat.seen.may_give_up { GIVING_UP.to_owned() } else { line };
    let message = serde_json::json!({ "type": "answer", "moment": now, "line": line }).to_string();
    seat.socket.send(Message::Text(message.into())).await.map_err(|_| Cut)?;
    while seat.seen.moment <= now {
        if let Some(Said::Refused | Said::Late) = seat.hear(rng).await? {
            // The server says what is asked as soon as it is asked to.
            seat.socket.send(Message::Text(r#"{"type":"ping"}"#.into())).await.map_err(|_| Cut)?;
            while !matches!(seat.hear(rng).await?, Some(Said::Shown)) {}
            return Ok(());
        }
    }
    for seat in seats.iter_mut() {
        while seat.seen.moment <= now {
            seat.hear(rng).await?;
        }
    }
    Ok(())
}
