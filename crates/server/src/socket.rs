//! One socket: a viewer of a battle.

use crate::client::{Beyond, Client, Panicked};
use crate::guard::caught;
use crate::hall::{ApiError, Hall, Present};
use crate::limits::Allowance;
use crate::render::{self, Viewer};
use crate::room::{Asked, Complaint, Inner, Room, decider};
use crate::wire::{self, ClientMessage, Role, ServerMessage, UndoCost};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use kernel::{Declined, Figure, Seat};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Longer messages close the socket.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024;
const PING: Duration = Duration::from_secs(30);
/// A socket from which nothing came for so long is taken for dead.
const SILENCE: Duration = Duration::from_secs(100);
const SEND: Duration = Duration::from_secs(10);

/// `GET /ws/{token}`.
pub(crate) async fn connect(
    State(hall): State<Arc<Hall>>,
    Path(token): Path<String>,
    Extension(client): Extension<Arc<Client>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| serve(hall, token, client, socket).await)
}

async fn serve(hall: Arc<Hall>, token: String, client: Arc<Client>, mut socket: WebSocket) {
    let Some(_present) = Present::come(&hall, &client) else {
        return close(&mut socket, 1013, "too many tabs").await;
    };
    if client.may_ask().is_err() {
        return close(&mut socket, 1013, "too much reckoning").await;
    }
    let (room, claim) = match hall.seated(&client, &token).await {
        Ok(found) => found,
        Err(ApiError::Rejected(..)) => return close(&mut socket, 1013, "too much reckoning").await,
        Err(ApiError::Unknown) => return close(&mut socket, 4404, "there is no such battle").await,
        Err(trouble) => {
            tracing::error!(?trouble, "a battle cannot be opened");
            return close(&mut socket, 1011, "the battle cannot be opened").await;
        }
    };
    let viewer = Viewer::new(&claim);
    let Some(guest) = room.enter(&viewer.seats, &client) else {
        return close(&mut socket, 1013, "too many tabs").await;
    };
    if !viewer.seats.is_empty() {
        hall.announce(&room);
        hall.ask_who(&room);
    }
    hall.wake(&room);
    let (leaving, seated) = (Arc::clone(&hall), !viewer.seats.is_empty());
    let allowance = Allowance::new(hall.config.limits.messages);
    let talk = Talk { hall, room: Arc::clone(&room), client, viewer, socket, allowance };
    // Whatever breaks down in here, whoever was counted in is counted out again.
    if caught(talk.run()).await.is_err() {
        tracing::error!(battle = room.id, "a socket broke down");
    }
    drop(guest);
    if seated {
        leaving.announce(&room);
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
}

/// The socket is gone, or has to go.
struct Disconnected;

struct Talk {
    hall: Arc<Hall>,
    room: Arc<Room>,
    client: Arc<Client>,
    viewer: Viewer,
    socket: WebSocket,
    allowance: Allowance,
}

impl Talk {
    async fn run(mut self) {
        if self.talk().await.is_err() && self.room.broken().is_some() {
            close(&mut self.socket, 1011, "the battle had to be closed").await;
        }
    }

    async fn talk(&mut self) -> Result<(), Disconnected> {
        let (mut changes, mut ending) = (self.room.changed.subscribe(), self.hall.ending());
        let hello = {
            let inner = self.room.look().await.map_err(|_| Disconnected)?;
            self.viewer.hello(&self.room, &inner, &self.hall.engine)
        };
        self.send(&ServerMessage::Hello(hello)).await?;
        self.show().await?;
        let mut ping = tokio::time::interval(PING);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    changed.map_err(|_| Disconnected)?;
                    self.show().await?;
                }
                message = self.socket.recv() => {
                    heard = Instant::now();
                    if !self.allowance.take() {
                        close(&mut self.socket, 1008, "too many messages").await;
                        return Err(Disconnected);
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(text.as_str()).await?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        // Binary messages have no meaning here; errors include messages that are too long.
                        Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return Err(Disconnected),
                    }
                }
                _ = ending.changed() => {
                    close(&mut self.socket, 1012, "the server starts anew").await;
                    return Err(Disconnected);
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err(Disconnected);
                    }
                    let sent = timeout(SEND, self.socket.send(Message::Ping(Vec::new().into()))).await;
                    sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)?;
                }
            }
        }
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Disconnected> {
        let text = serde_json::to_string(message).map_err(|_| Disconnected)?;
        timeout(SEND, self.socket.send(Message::Text(text.into())))
            .await
            .map_err(|_| Disconnected)?
            .map_err(|_| Disconnected)
    }

    /// Sends the battle as it is now.
    async fn show(&mut self) -> Result<(), Disconnected> {
        let (viewer, client) = (&mut self.viewer, &self.client);
        let state = self.room.look().await;
        let state = state.map(|inner| client.busy(|| viewer.state(&self.room, &inner)));
        let state = match state {
            Ok(state) => state,
            Err(closed) => {
                let moment = self.room.moved().await;
                self.send(&ServerMessage::Refused(closed.refused(moment))).await?;
                return Err(Disconnected);
            }
        };
        let Ok(state) = state else {
            tracing::error!(battle = self.room.id, "a battle cannot be shown");
            return Err(Disconnected);
        };
        self.send(&ServerMessage::State(Box::new(state))).await
    }

    async fn hear(&mut self, text: &str) -> Result<(), Disconnected> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => return self.refuse(Complaint::plain(format!("not understood: {why}"))).await,
        };
        match self.handle(message).await {
            Ok(Some(answer)) => self.send(&answer).await,
            // A change is shown to everybody who looks, this socket included.
            Ok(None) => {
                self.hall.wake(&self.room);
                Ok(())
            }
            Err(no) => self.refuse(no).await,
        }
    }

    async fn refuse(&mut self, no: Complaint) -> Result<(), Disconnected> {
        let stale = no.stale;
        let moment = self.room.moved().await;
        self.send(&ServerMessage::Refused(no.refused(moment))).await?;
        if stale { self.show().await } else { Ok(()) }
    }

    async fn handle(&mut self, message: ClientMessage) -> Result<Option<ServerMessage>, Complaint> {
        let (room, store, seats, client) = (&self.room, &self.hall.store, &self.viewer.seats, &self.client);
        let seated = || if seats.is_empty() { Err(Complaint::plain("this link only looks on")) } else { Ok(()) };
        match message {
            ClientMessage::Answer { moment, line } => {
                seated()?;
                let heard = Instant::now();
                let done = room.change(store, |inner| client.pays(|| inner.answer(moment, seats, &line))).await;
                self.hall.counts.answered(done.is_ok(), heard.elapsed());
                done?;
            }
            ClientMessage::Undo {} => {
                seated()?;
                room.change(store, |inner| client.pays(|| ask_undo(room, inner, seats))).await?;
            }
            ClientMessage::UndoReply { allow } => {
                seated()?;
                room.change(store, |inner| client.pays(|| reply_undo(room, inner, seats, allow))).await?;
            }
            ClientMessage::Redo {} => {
                seated()?;
                room.change(store, |inner| client.pays(|| redo(inner, seats))).await?;
            }
            ClientMessage::Order { prompt, verb, amount } => {
                seated()?;
                room.change(store, |inner| {
                    let decides = inner.live.pending().and_then(|request| decider(request, seats));
                    let seat = decides.unwrap_or(seats[0]);
                    inner.live.order(seat, &prompt, &verb, render::amount_of(amount)).map_err(Complaint::plain)
                })
                .await?;
            }
            ClientMessage::Lift { prompt } => {
                seated()?;
                room.change(store, |inner| {
                    seats.iter().for_each(|seat| inner.live.lift(*seat, &prompt));
                    Ok(())
                })
                .await?;
            }
            ClientMessage::Odds { line } => return odds(room, seats, client, line).await.map(Some),
            ClientMessage::DeclaredOdds { number } => return self.declared_odds(number).await.map(Some),
            ClientMessage::Card { figure } => return self.card(figure).await.map(Some),
            ClientMessage::Sketch { line } => return sketch(room, seats, client, line).await.map(Some),
            ClientMessage::Layer { figure, layer } => return self.layer(figure, layer).await.map(Some),
            ClientMessage::Seek { step } => {
                if !matches!(self.viewer.role, Role::Watch | Role::Replay) {
                    return Err(Complaint::plain("players look at the present"));
                }
                client.may_ask()?;
                return self.state(Some(step as usize)).await.map(Some);
            }
            ClientMessage::Ping {} => {
                client.may_ask()?;
                return self.state(self.viewer.at).await.map(Some);
            }
        }
        Ok(None)
    }

    /// The odds of something that is declared and not done yet.
    async fn declared_odds(&mut self, number: u32) -> Result<ServerMessage, Complaint> {
        self.client.may_ask()?;
        let inner = self.room.look().await?;
        let odds = self.client.busy(|| inner.live.deed_odds(number as usize, self.viewer.at));
        let odds = odds.map_err(|Panicked| Complaint::plain("the odds cannot be told"))?;
        let odds = odds.ok_or_else(|| Complaint::plain("nothing of that kind is declared"))?;
        Ok(ServerMessage::Odds(Box::new(render::odds(String::new(), Some(number), &odds))))
    }

    async fn card(&mut self, figure: u16) -> Result<ServerMessage, Complaint> {
        self.client.may_ask()?;
        let inner = self.room.look().await?;
        let live = inner.live.as_ref();
        let sheet = self.client.busy(|| live.card(self.viewer.eyes(live), Figure(figure)));
        let sheet = sheet.map_err(|Panicked| Complaint::plain("the card cannot be read"))?;
        let sheet = sheet.ok_or_else(|| Complaint::plain("there is no such figure"))?;
        Ok(ServerMessage::Card(render::card(figure, sheet)))
    }

    /// What a figure reaches, sees or threatens, as marks.
    async fn layer(&mut self, figure: u16, layer: wire::Layer) -> Result<ServerMessage, Complaint> {
        self.client.may_ask()?;
        let inner = self.room.look().await?;
        let live = inner.live.as_ref();
        let marks =
            self.client.busy(|| live.layer(self.viewer.eyes(live), Figure(figure), layer.into(), self.viewer.at));
        let marks = marks.map_err(|Panicked| Complaint::plain("that cannot be drawn"))?;
        let marks = marks.iter().map(wire::Mark::from).collect();
        let measures = layer != wire::Layer::Sight;
        // What the bare eye cannot tell waits until it is declared.
        let refused = live.measuring().err().filter(|_| measures).as_ref().map(wire::Reason::from);
        let (figure, layer) = (Some(figure), Some(layer));
        Ok(ServerMessage::Sketch(wire::Sketch { line: None, figure, layer, marks, used: None, upto: None, refused }))
    }

    /// The battle as it is, or as it was before a step.
    async fn state(&mut self, at: Option<usize>) -> Result<ServerMessage, Complaint> {
        let inner = self.room.look().await?;
        self.viewer.at = at.filter(|step| *step < inner.live.steps());
        let viewer = &mut self.viewer;
        let state = self.client.busy(|| viewer.state(&self.room, &inner));
        let state = state.map_err(|Panicked| Complaint::plain("the battle cannot be shown"))?;
        Ok(ServerMessage::State(Box::new(state)))
    }
}

impl From<Beyond> for Complaint {
    fn from(beyond: Beyond) -> Complaint {
        Complaint::plain(beyond.text())
    }
}

async fn odds(room: &Room, seats: &[Seat], client: &Client, line: String) -> Result<ServerMessage, Complaint> {
    client.may_ask()?;
    let inner = room.look().await?;
    let request = inner.live.pending().ok_or_else(|| Complaint::plain("nothing is asked"))?;
    if decider(request, seats).is_none() {
        return Err(Complaint::plain("somebody else decides now"));
    }
    let odds = client.busy(|| inner.live.odds(&line));
    let odds = odds.map_err(|Panicked| Complaint::plain("the odds cannot be told"))??;
    Ok(ServerMessage::Odds(Box::new(render::odds(line, None, &odds))))
}

async fn sketch(room: &Room, seats: &[Seat], client: &Client, line: String) -> Result<ServerMessage, Complaint> {
    client.may_ask()?;
    let inner = room.look().await?;
    let request = inner.live.pending().ok_or_else(|| Complaint::plain("nothing is asked"))?;
    if decider(request, seats).is_none() {
        return Err(Complaint::plain("somebody else decides now"));
    }
    let live = inner.live.as_ref();
    let drawn = client.busy(|| {
        let (marks, refused) = match live.sketch(&line) {
            Ok(marks) => (marks, None),
            Err(Declined::Illegal(refusal)) => (live.faults(&line), Some(wire::Reason::from(&refusal))),
            Err(why) => return Err(why),
        };
        let used = live.used(&line).map(<[i32; 2]>::from);
        let upto = refused.as_ref().and_then(|_| render::upto(live, &line));
        Ok((marks, refused, used, upto))
    });
    let (marks, refused, used, upto) = drawn.map_err(|Panicked| Complaint::plain("that cannot be drawn"))??;
    let marks = marks.iter().map(wire::Mark::from).collect();
    Ok(ServerMessage::Sketch(wire::Sketch { line: Some(line), figure: None, layer: None, marks, used, upto, refused }))
}

/// Takes back the last choice of these seats, or asks the others to let it happen.
fn ask_undo(room: &Room, inner: &mut Inner, seats: &[Seat]) -> Result<(), Complaint> {
    let found = inner.live.takes_back(seats).filter(|_| inner.live.outcome().is_none());
    let found = found.ok_or_else(|| Complaint::plain("there is nothing to take back"))?;
    if render::cost(room, seats, &found) == UndoCost::Free {
        inner.asked = None;
        inner.live.undo(seats);
    } else {
        inner.asked = Some(Asked { by: seats.to_vec(), agreed: Vec::new() });
    }
    Ok(())
}

fn reply_undo(room: &Room, inner: &mut Inner, seats: &[Seat], allow: bool) -> Result<(), Complaint> {
    let mut asked = inner.asked.take().ok_or_else(|| Complaint::plain("nobody asks to take anything back"))?;
    // Whoever asked may only withdraw.
    if !allow || asked.by.iter().any(|seat| seats.contains(seat)) {
        if allow {
            inner.asked = Some(asked);
            return Err(Complaint::plain("the other side has to agree"));
        }
        return Ok(());
    }
    asked.agreed.extend(seats);
    if room.other_people(&asked.by).iter().all(|seat| asked.agreed.contains(seat)) {
        inner.live.undo(&asked.by);
    } else {
        inner.asked = Some(asked);
    }
    Ok(())
}

fn redo(inner: &mut Inner, seats: &[Seat]) -> Result<(), Complaint> {
    let seat = inner.live.redoable().filter(|seat| seats.contains(seat));
    seat.ok_or_else(|| Complaint::plain("there is nothing of yours to make again"))?;
    inner.asked = None;
    match inner.live.redo() {
        true => Ok(()),
        false => Err(Complaint::plain("it cannot be made again")),
    }
}
