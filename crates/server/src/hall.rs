//! All battles of this server: the ones in play, and the way to those that rest in the store.

use crate::chance::Chance;
use crate::client::{Beyond, Client, Clients, Held};
use crate::health::Counts;
use crate::limits::{Allowance, Limits};
use crate::places::Places;
use crate::room::{Asked, Complaint, HUMAN, Inner, Room};
use crate::store::{Claim, Failed, GivenOrder, Head, Kept, Store};
use crate::turns::Turns;
use crate::{token, wire};
use axum::body::Bytes;
use kernel::{Problem, Record, Seat, Seats, Seed, Setup};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};
use systems::{Game, Games, Live};
use tokio::sync::{Semaphore, watch};

/// A battle that nobody looks at stays at hand for this long; after that it rests in the store alone.
const LINGER: Duration = Duration::from_secs(600);

/// No longer is waited for those who are told that the server ends.
const GOODBYE: Duration = Duration::from_millis(300);

/// A record that takes longer to play again is not opened.
const PATIENCE: Duration = Duration::from_secs(20);

/// A record or a fork of a game with secrets would tell them.
pub(crate) const SECRET: &str = "this battle has secrets; its record opens when it is over";

/// How a hall is kept.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How long minds wait between their answers, so that people can follow.
    pub pause: Duration,
    pub limits: Limits,
    pub chance: Chance,
    /// What is played, with the packs of whoever keeps the hall.
    pub games: Games,
    /// Names that the server goes by, beside addresses.
    pub hosts: Vec<String>,
    /// Proxies in front of it, which say who asks.
    pub proxies: Vec<IpAddr>,
    /// Whoever may ask how the server is going, beside this machine.
    pub watchers: Vec<IpAddr>,
    /// How long battles and campaigns are kept that nobody plays any more; without it for ever.
    pub keep: Option<Duration>,
}

#[derive(Debug)]
pub struct Hall {
    pub(crate) store: Store,
    /// The battles in play. A place is locked while its battle is taken from the store, so that it is never in play twice.
    pub(crate) rooms: Places<Option<Arc<Room>>>,
    /// Locked while a campaign goes on to what comes next, so that nothing comes twice.
    pub(crate) campaigns: Places<()>,
    pub(crate) engine: String,
    pub(crate) config: Config,
    pub(crate) clients: Clients,
    /// Turns of the minds.
    pub(crate) turns: Arc<Turns>,
    pub(crate) counts: Counts,
    /// What is offered, once somebody has asked.
    pub(crate) catalog: OnceLock<Bytes>,
    sockets: AtomicUsize,
    battles: Allowance,
    /// True once the server ends or begins anew: whoever has a socket is told to come again.
    ending: watch::Sender<bool>,
}

/// Why the hall does not do something.
#[derive(Debug)]
pub(crate) enum ApiError {
    Problems(Vec<wire::Problem>),
    /// No such token, or one for something else.
    Unknown,
    /// Not even a question.
    Rejected(axum::http::StatusCode, String),
    Failed(String),
}

impl From<Failed> for ApiError {
    fn from(failed: Failed) -> ApiError {
        ApiError::Failed(failed.to_string())
    }
}

impl From<Complaint> for ApiError {
    fn from(no: Complaint) -> ApiError {
        ApiError::Failed(no.text)
    }
}

impl From<Beyond> for ApiError {
    fn from(beyond: Beyond) -> ApiError {
        ApiError::Rejected(axum::http::StatusCode::TOO_MANY_REQUESTS, beyond.text().to_owned())
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> ApiError {
        ApiError::Failed(error.to_string())
    }
}

impl ApiError {
    pub(crate) fn problem(place: impl Into<String>, text: impl Into<String>) -> ApiError {
        ApiError::Problems(vec![wire::Problem { place: place.into(), text: text.into(), rule: None }])
    }

    pub(crate) fn problems(problems: Vec<Problem>) -> ApiError {
        ApiError::Problems(problems.into_iter().map(wire::Problem::from).collect())
    }
}

impl Hall {
    pub fn new(store: Store, engine: &str, config: Config) -> Arc<Hall> {
        let battles = Allowance::new(config.limits.battles);
        let news = store.news();
        let hall = Arc::new(Hall {
            store,
            rooms: Places::default(),
            campaigns: Places::default(),
            engine: engine.to_owned(),
            clients: Clients::new(config.limits.share, &config.proxies),
            turns: Turns::new(config.limits.thinking),
            config,
            counts: Counts::default(),
            catalog: OnceLock::new(),
            sockets: AtomicUsize::new(0),
            battles,
            ending: watch::Sender::new(false),
        });
        if let Some(news) = news {
            tokio::spawn(Hall::follow_news(Arc::downgrade(&hall), news));
        }
        hall
    }

    /// Changes once, when the server ends or begins anew.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Says goodbye to everybody with a socket, and waits for a moment until they have heard it.
    pub(crate) async fn say_goodbye(&self) {
        self.ending.send_replace(true);
        let until = Instant::now() + GOODBYE;
        while self.sockets_open() > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets go of the store. What was acknowledged is kept; nothing more can be changed.
    ///
    /// # Errors
    /// When the store cannot be closed well; what was acknowledged is kept all the same.
    pub async fn close(&self) -> Result<(), Failed> {
        self.store.close().await
    }

    /// Lets go of battles and campaigns that are too old to be kept.
    pub(crate) async fn let_go(&self) {
        let Some(keep) = self.config.keep else { return };
        match self.store.prune(i64::try_from(keep.as_secs()).unwrap_or(i64::MAX)).await {
            Ok(gone) if gone == crate::Pruned::default() => {}
            Ok(gone) => tracing::warn!("{} battles and {} campaigns were too old", gone.battles, gone.campaigns),
            Err(why) => tracing::error!(%why, "old battles cannot be let go of"),
        }
    }

    /// How many battles are in memory.
    pub(crate) fn battles_at_hand(&self) -> usize {
        self.rooms.len()
    }

    pub(crate) fn sockets_open(&self) -> usize {
        self.sockets.load(Ordering::Relaxed)
    }

    /// Writes a copy of the store into a file beside it, and says in the log where it is. Who answers meanwhile waits.
    pub async fn back_up(&self) {
        match self.store.backup_beside().await {
            Ok(file) => tracing::warn!("a copy of the store is in {}", file.display()),
            Err(why) => tracing::error!(%why, "the store cannot be copied"),
        }
    }

    /// Whether one more battle may be begun now.
    pub(crate) async fn has_space(&self) -> Result<(), ApiError> {
        if self.store.weight().await?.is_some_and(|bytes| bytes >= self.config.limits.stored) {
            let text = "this server has no space for more battles; whoever runs it can make some with fray store prune";
            return Err(ApiError::Rejected(axum::http::StatusCode::INSUFFICIENT_STORAGE, text.to_owned()));
        }
        let status = axum::http::StatusCode::TOO_MANY_REQUESTS;
        let no = || ApiError::Rejected(status, "too many battles at once; wait a little".to_owned());
        if self.battles.take() { Ok(()) } else { Err(no()) }
    }

    /// Begins a battle and stores it; only then are there tokens.
    pub(crate) async fn begin(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        wish: wire::NewBattle,
    ) -> Result<wire::Made, ApiError> {
        self.has_space().await?;
        let mut screen = wish.screen.clone();
        if wish.shared_screen {
            screen = (0..wish.sides.len() as u8).collect();
        }
        let (games, chance) = (self.config.games.clone(), self.config.chance);
        let (head, live) = blocking(Some(client), move || open(&games, &wish, chance)).await??;
        self.keep(client, head, live, &screen).await
    }

    /// Begins a battle from a step of another. Its dice are new, for the old ones are still to fall elsewhere.
    pub(crate) async fn fork(self: &Arc<Hall>, client: &Arc<Client>, wish: wire::Fork) -> Result<wire::Made, ApiError> {
        client.may_ask()?;
        self.has_space().await?;
        let (room, _) = self.seated(client, &wish.token).await?;
        let mut live = {
            let inner = room.look().await?;
            if inner.live.secret() {
                return Err(ApiError::problem("battle", SECRET));
            }
            client.pays(|| inner.live.fork(wish.step as usize))
        };
        if wish.sides.len() != room.head.players.len() {
            return Err(ApiError::problem("sides", format!("the battle has {} seats", room.head.players.len())));
        }
        let problems = strangers(&wish.sides);
        if !problems.is_empty() {
            return Err(ApiError::problems(problems));
        }
        let (scenario, options, sides) =
            (room.head.scenario.clone(), room.head.options.clone(), room.head.sides.clone());
        let setup = Setup { scenario, options, sides, own_dice: Seats::NONE };
        let seed = self.config.chance.seed(&setup, Some(wish.step))?;
        live.deal(seed, Seats::NONE, false);
        let head = Head {
            own_dice: Vec::new(),
            seed: seed.hex(),
            committed: false,
            players: wish.sides.clone(),
            ..room.head.clone()
        };
        self.keep(client, head, live, &[]).await
    }

    /// People of the seats in `screen` play at one screen and have one token for it; others have links of their own.
    async fn keep(
        self: &Arc<Hall>,
        client: &Client,
        head: Head,
        live: Box<dyn Live>,
        screen: &[u8],
    ) -> Result<wire::Made, ApiError> {
        let people: Vec<u8> =
            (0u8..).zip(&head.players).filter(|(_, player)| *player == HUMAN).map(|(at, _)| at).collect();
        let (id, watch) = (token::fresh()?, token::fresh()?);
        let mut claims = vec![(token::hash(&watch), Claim::Watch)];
        let (shared, alone): (Vec<u8>, Vec<u8>) = people.iter().partition(|seat| screen.contains(seat));
        let mut seats = Vec::new();
        if !shared.is_empty() {
            let token = token::fresh()?;
            claims.push((token::hash(&token), Claim::Screen(shared.clone())));
            seats.extend(shared.iter().map(|seat| wire::SeatToken { seat: *seat, token: token.clone() }));
        }
        for seat in alone {
            let token = token::fresh()?;
            claims.push((token::hash(&token), Claim::Seat(seat)));
            seats.push(wire::SeatToken { seat, token });
        }
        seats.sort_by_key(|made| made.seat);
        let kept = Kept::new(head, client.pays(|| live.facts(0)));
        client.may_store(kept.weight())?;
        self.store.add(&id, &kept, &claims).await?;
        let room = Arc::new(Room::new(
            id.clone(),
            kept.head,
            None,
            self.config.games.clone(),
            Inner::new(live, 0, kept.facts.len()),
        ));
        *self.rooms.of(&id).lock().await = Some(room);
        Ok(wire::Made { battle: id, seats, watch })
    }

    /// Opens a record as a replay.
    pub(crate) async fn open(self: &Arc<Hall>, client: &Arc<Client>, text: String) -> Result<wire::Opened, ApiError> {
        self.has_space().await?;
        let games = self.config.games.clone();
        let (head, text) = reckoned(Some(client), &RECORDS, move || tidied(&games, &text)).await??;
        let (id, token) = (token::fresh()?, token::fresh()?);
        let kept = Kept { record: Some(text), ..Kept::new(head, Vec::new()) };
        self.store.add(&id, &kept, &[(token::hash(&token), Claim::Replay)]).await?;
        Ok(wire::Opened { token })
    }

    /// The battle that a token stands for.
    pub(crate) async fn seated(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        token: &str,
    ) -> Result<(Arc<Room>, Claim), ApiError> {
        if token.len() > 64 {
            return Err(ApiError::Unknown);
        }
        let (id, claim) = self.store.claim(&token::hash(token)).await?.ok_or(ApiError::Unknown)?;
        Ok((self.room(client, &id).await?, claim))
    }

    /// A battle by its name; whoever wants it pays for taking it up again.
    pub(crate) async fn room(self: &Arc<Hall>, client: &Arc<Client>, id: &str) -> Result<Arc<Room>, ApiError> {
        let place = self.rooms.of(id);
        let mut place = place.lock().await;
        if let Some(room) = place.as_ref().filter(|room| room.broken().is_none()) {
            room.touch();
            return Ok(Arc::clone(room));
        }
        *place = None;
        let kept = self.store.load(id).await?.ok_or(ApiError::Unknown)?;
        let games = self.config.games.clone();
        let desks = if kept.record.is_some() { &RECORDS } else { &DESKS };
        let (head, record, inner) = reckoned(Some(client), desks, move || take_up(&games, kept)).await??;
        let room = Arc::new(Room::new(id.to_owned(), head, record, self.config.games.clone(), inner));
        *place = Some(Arc::clone(&room));
        Ok(room)
    }

    /// Lets go of battles that nobody has looked at for a while.
    pub(crate) fn tidy(&self) {
        self.rooms.tidy(|place| {
            place.as_ref().is_some_and(|room| {
                let used = *room.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                Arc::strong_count(room) > 1 || room.sockets.load(Ordering::Relaxed) > 0 || used.elapsed() < LINGER
            })
        });
        self.campaigns.tidy(|()| false);
        self.clients.tidy();
    }
}

/// Somebody with a socket, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Present {
    hall: Arc<Hall>,
    _held: Held,
}

impl Present {
    /// A place for one more; none where there are too many sockets in all or of this client.
    pub(crate) fn come(hall: &Arc<Hall>, client: &Arc<Client>) -> Option<Present> {
        let held = client.open()?;
        let before = hall.sockets.fetch_add(1, Ordering::Relaxed);
        let present = Present { hall: Arc::clone(hall), _held: held };
        (before < hall.config.limits.sockets).then_some(present)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.hall.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// So many battles are begun, opened or taken up at once; others wait.
static DESKS: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, |all| all.get()) + 1)));

/// A record may take long to be played again, so that those who bring one have a desk among themselves and use no other.
static RECORDS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(1)));

/// Work that takes a while or may panic, away from the sockets.
pub(crate) async fn blocking<T: Send + 'static>(
    client: Option<&Arc<Client>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    reckoned(client, &DESKS, work).await
}

/// A client has one desk at a time and pays for what is done there, also where nobody waits for it any more.
async fn reckoned<T: Send + 'static>(
    client: Option<&Arc<Client>>,
    desks: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let client = client.map(Arc::clone);
    let own = match &client {
        Some(client) => client.desk().await,
        None => None,
    };
    client.as_ref().map_or(Ok(()), |client| client.may_ask())?;
    // It is never closed, and without a place the work is done all the same.
    let desk = Arc::clone(desks).acquire_owned().await.ok();
    let done = tokio::task::spawn_blocking(move || {
        let _places = (own, desk);
        let _meter = client.as_ref().map(|client| client.meter());
        work()
    });
    done.await.map_err(|_| ApiError::Failed("the rules broke down on that".into()))
}

/// Players that are neither people nor minds.
pub(crate) fn strangers(names: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
        if let Err(unknown) = minds::kind(name) {
            problems.push(Problem::plain(format!("side {}", Seat(at as u8)), unknown.to_string()));
        }
    }
    problems
}

fn open(games: &Games, wish: &wire::NewBattle, chance: Chance) -> Result<(Head, Box<dyn Live>), ApiError> {
    let game = games.named(&wish.system).map_err(|why| ApiError::problem("system", why.to_string()))?;
    let names: Vec<String> = wish.sides.iter().map(|side| side.player.clone()).collect();
    let mut problems = strangers(&names);
    let lines = lines(game.as_ref(), wish, &mut problems);
    let mut own_dice = Seats::NONE;
    for seat in &wish.own_dice {
        match names.get(usize::from(*seat)) {
            Some(player) if player == HUMAN => own_dice = own_dice.with(Seat(*seat)),
            Some(_) => problems.push(Problem::plain("own dice", "a mind has no hands to throw dice with")),
            None => problems.push(Problem::plain("own dice", format!("there is no seat {seat}"))),
        }
    }
    if !problems.is_empty() {
        return Err(ApiError::problems(problems));
    }
    let sides = seated(game.as_ref(), wish, &lines)?;
    let mut options = Vec::new();
    if let Some(map) = wish.map.as_ref().filter(|map| !map.is_empty()) {
        options.push(("map".to_owned(), map.clone()));
    }
    options.extend(wish.options.iter().map(|(name, value)| (name.clone(), value.clone())));
    let setup = Setup { scenario: wish.scenario.clone(), options, sides, own_dice };
    let seed = chance.seed(&setup, None)?;
    let live = game.begin(setup.clone(), Some(seed)).map_err(ApiError::problems)?;
    in_order(wish, &live.sides())?;
    let head = Head {
        system: game.name().to_owned(),
        content: live.content_hash().to_owned(),
        scenario: setup.scenario,
        options: setup.options,
        sides: setup.sides,
        own_dice: wish.own_dice.clone(),
        seed: seed.hex(),
        committed: true,
        players: names,
        swift: false,
    };
    Ok((head, live))
}

/// The warbands of the players, in the notation of setups.
fn lines(game: &dyn Game, wish: &wire::NewBattle, problems: &mut Vec<Problem>) -> Vec<String> {
    let (warbands, mut lines) = (game.warbands(), Vec::new());
    for (at, side) in wish.sides.iter().enumerate().take(kernel::MAX_SEATS + 1) {
        let place = || format!("side {}", Seat(at as u8));
        if let Some(file) = &side.file {
            match game.side(&side.warband, file) {
                Ok(ready) => lines.push(ready.line),
                Err(wrong) => problems.extend(wrong.into_iter().map(|line| Problem::plain(place(), line))),
            }
            continue;
        }
        match warbands.iter().find(|ready| ready.id == side.warband) {
            Some(ready) => lines.push(ready.line.clone()),
            None => {
                let known = warbands.iter().map(|ready| ready.id.as_str());
                problems.push(Problem::plain(place(), systems::unknown("warband", &side.warband, known)));
            }
        }
    }
    lines
}

/// The sides of a setup, from the warbands of its players. Somebody who names no side has one of his own.
fn seated(game: &dyn Game, wish: &wire::NewBattle, lines: &[String]) -> Result<Vec<String>, ApiError> {
    let side = |at: usize| wish.sides[at].side.map_or(at, usize::from);
    let count = (0..lines.len()).map(side).max().map_or(0, |most| most.min(kernel::MAX_SEATS) + 1);
    let mut sides = Vec::new();
    for number in 0..count {
        let players: Vec<String> =
            lines.iter().enumerate().filter(|(at, _)| side(*at) == number).map(|(_, line)| line.clone()).collect();
        if players.is_empty() {
            return Err(ApiError::problem("sides", format!("nobody plays for side {number}")));
        }
        sides.push(game.shared(&players).map_err(|why| ApiError::problem("sides", why.to_string()))?);
    }
    Ok(sides)
}

/// Players are named in the order of their seats, so that everybody gets the seat and the dice that were meant.
fn in_order(wish: &wire::NewBattle, sides: &[Seats]) -> Result<(), ApiError> {
    let side = |seat: Seat| sides.iter().position(|side| side.contains(seat)).unwrap_or(seat.index());
    let order: Vec<usize> = (0..wish.sides.len() as u8).map(|seat| side(Seat(seat))).collect();
    if wish.sides.iter().zip(&order).all(|(wished, side)| wished.side.is_none_or(|own| usize::from(own) == *side)) {
        return Ok(());
    }
    let order: Vec<String> = order.iter().map(|side| side.to_string()).collect();
    Err(ApiError::problem("sides", format!("the seats of this battle play for the sides {}", order.join(", "))))
}

/// A record that agrees with the rules, in the words in which it is kept: what somebody has written between its lines is
/// not.
fn tidied(games: &Games, text: &str) -> Result<(Head, String), ApiError> {
    let (head, live) = replay(games, text)?;
    let record = Record::parse(text).map_err(|why| ApiError::problem("record", why.to_string()))?;
    let played = live.record(&record.engine);
    Ok((head, record.in_words_of(played).to_string()))
}

/// A record that agrees with the rules, as a battle to look at.
fn replay(games: &Games, text: &str) -> Result<(Head, Box<dyn Live>), ApiError> {
    let record = Record::parse(text).map_err(|why| ApiError::problem("record", why.to_string()))?;
    let until = Instant::now() + PATIENCE;
    let mut go_on = || Instant::now() < until;
    let live = match games.following(&record.system) {
        Some(campaign) => campaign.replay_while(&record, &mut go_on),
        None => {
            let game = games.named(&record.system).map_err(|why| ApiError::problem("record", why.to_string()))?;
            game.replay_while(&record, &mut go_on)
        }
    };
    let live = live.map_err(|why| ApiError::problem("record", why.to_string()))?;
    let head = Head {
        system: record.system,
        content: record.pack,
        scenario: record.setup.scenario,
        options: record.setup.options,
        players: vec!["record".to_owned(); live.names().len()],
        swift: false,
        sides: record.setup.sides,
        own_dice: Vec::new(),
        seed: String::new(),
        committed: false,
    };
    Ok((head, live))
}

/// A stored battle, played again up to its last fact.
pub(crate) fn take_up(games: &Games, kept: Kept) -> Result<(Head, Option<String>, Inner), ApiError> {
    if let Some(text) = kept.record {
        let (head, live) = replay(games, &text)?;
        return Ok((head, Some(text), Inner::new(live, kept.moment, 0)));
    }
    let head = kept.head;
    let broken = |why: String| ApiError::Failed(format!("the battle cannot be taken up again: {why}"));
    let (scenario, options, sides) = (head.scenario.clone(), head.options.clone(), head.sides.clone());
    let setup = Setup { scenario, options, sides, own_dice: Seats::ALL };
    let live = match games.following(&head.system) {
        Some(campaign) => campaign.begin(setup, None),
        None => games.named(&head.system).map_err(|why| broken(why.to_string()))?.begin(setup, None),
    };
    let mut live = live.map_err(|problems| broken(format!("{problems:?}")))?;
    if live.content_hash() != head.content {
        tracing::warn!("a battle was begun with other content; its facts decide whether it can go on");
    }
    put_back(live.as_mut(), &head, &kept.facts, &kept.orders, &kept.undone).map_err(broken)?;
    let mut inner = Inner::new(live, kept.moment, kept.facts.len());
    inner.asked = kept.asked.as_ref().map(Asked::of);
    Ok((head, None, inner))
}

/// Plays facts that follow what a battle has come to, and gives it the orders that are stored with them.
///
/// # Errors
/// Why they do not fit; the battle is then somewhere in between.
pub(crate) fn put_back(
    live: &mut dyn Live,
    head: &Head,
    facts: &[String],
    orders: &[GivenOrder],
    undone: &[String],
) -> Result<(), String> {
    let seed = Seed::from_hex(&head.seed).ok_or("its seed is gone")?;
    // Every die is put back as it fell; only then do new ones come from the seed again.
    live.deal(seed, Seats::ALL, head.committed);
    for fact in facts {
        live.feed(fact)?;
    }
    let own_dice = head.own_dice.iter().fold(Seats::NONE, |seats, seat| seats.with(Seat(*seat)));
    live.deal(seed, own_dice, head.committed);
    for order in orders {
        let _ = live.order(Seat(order.seat), &order.prompt, &order.verb, crate::render::amount_of(order.amount));
    }
    live.set_undone(undone);
    Ok(())
}
