//! One socket: a viewer of a battle.

use crate::hall::{ApiError, Hall};
use crate::limits::Allowance;
use crate::render::{self, Viewer};
use crate::room::{Asked, Complaint, Inner, Room, decider};
use crate::wire::{self, ClientMessage, Role, ServerMessage, UndoCost};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use kernel::{Declined, Figure, Seat};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Longer messages close the socket.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024;
/// More tabs than anybody has open on one battle.
const MAX_SOCKETS: usize = 64;
const PING: Duration = Duration::from_secs(30);
/// A socket from which nothing came for so long is taken for dead.
const SILENCE: Duration = Duration::from_secs(100);
const SEND: Duration = Duration::from_secs(10);

/// `GET /ws/{token}`.
pub(crate) async fn connect(
    State(hall): State<Arc<Hall>>,
    Path(token): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| serve(hall, token, socket).await)
}

async fn serve(hall: Arc<Hall>, token: String, mut socket: WebSocket) {
    let (room, claim) = match hall.seated(&token).await {
        Ok(found) => found,
        Err(ApiError::Unknown) => return close(&mut socket, 4404, "there is no such battle").await,
        Err(trouble) => {
            tracing::error!(?trouble, "a battle cannot be opened");
            return close(&mut socket, 1011, "the battle cannot be opened").await;
        }
    };
    let all = hall.sockets.fetch_add(1, Ordering::Relaxed);
    if room.sockets.fetch_add(1, Ordering::Relaxed) < MAX_SOCKETS && all < hall.config.limits.sockets {
        hall.wake(&room);
        let viewer = Viewer::new(&claim);
        let seats = viewer.seats.clone();
        room.enter(&seats);
        let allowance = Allowance::new(hall.config.limits.messages);
        Talk { hall: Arc::clone(&hall), room: Arc::clone(&room), viewer, socket, allowance }.run().await;
        room.leave(&seats);
    } else {
        close(&mut socket, 1013, "too many tabs").await;
    }
    hall.sockets.fetch_sub(1, Ordering::Relaxed);
    room.sockets.fetch_sub(1, Ordering::Relaxed);
    room.touch();
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
        let mut changes = self.room.changed.subscribe();
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
        let viewer = &mut self.viewer;
        let state = self.room.look().await;
        let state = state.map(|inner| catch_unwind(AssertUnwindSafe(|| viewer.state(&self.room, &inner))));
        let state = match state {
            Ok(state) => state,
            Err(closed) => {
                let moment = self.room.moment().await;
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
        let moment = self.room.moment().await;
        self.send(&ServerMessage::Refused(no.refused(moment))).await?;
        if stale { self.show().await } else { Ok(()) }
    }

    async fn handle(&mut self, message: ClientMessage) -> Result<Option<ServerMessage>, Complaint> {
        let (room, store, seats) = (&self.room, &self.hall.store, &self.viewer.seats);
        let seated = || if seats.is_empty() { Err(Complaint::plain("this link only looks on")) } else { Ok(()) };
        match message {
            ClientMessage::Answer { moment, line } => {
                seated()?;
                room.change(store, |inner| inner.answer(moment, seats, &line)).await?;
            }
            ClientMessage::Undo {} => {
                seated()?;
                room.change(store, |inner| ask_undo(room, inner, seats)).await?;
            }
            ClientMessage::UndoReply { allow } => {
                seated()?;
                room.change(store, |inner| reply_undo(room, inner, seats, allow)).await?;
            }
            ClientMessage::Redo {} => {
                seated()?;
                room.change(store, |inner| redo(inner, seats)).await?;
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
            ClientMessage::Odds { line } => return odds(room, seats, line).await.map(Some),
            ClientMessage::DeclaredOdds { number } => {
                let inner = room.look().await?;
                let at = self.viewer.at;
                let odds = catch_unwind(AssertUnwindSafe(|| inner.live.deed_odds(number as usize, at)));
                let odds = odds.map_err(|_| Complaint::plain("the odds cannot be told"))?;
                let odds = odds.ok_or_else(|| Complaint::plain("nothing of that kind is declared"))?;
                return Ok(Some(ServerMessage::Odds(Box::new(render::odds(String::new(), Some(number), &odds)))));
            }
            ClientMessage::Card { figure } => {
                let inner = room.look().await?;
                let sheet = inner.live.card(self.viewer.eyes(inner.live.as_ref()), Figure(figure));
                let sheet = sheet.ok_or_else(|| Complaint::plain("there is no such figure"))?;
                return Ok(Some(ServerMessage::Card(render::card(figure, sheet))));
            }
            ClientMessage::Sketch { line } => return sketch(room, seats, line).await.map(Some),
            ClientMessage::Layer { figure, layer } => {
                let inner = room.look().await?;
                let eyes = self.viewer.eyes(inner.live.as_ref());
                let marks = catch_unwind(AssertUnwindSafe(|| {
                    inner.live.layer(eyes, Figure(figure), layer.into(), self.viewer.at)
                }));
                let marks = marks.map_err(|_| Complaint::plain("that cannot be drawn"))?;
                let marks = marks.iter().map(wire::Mark::from).collect();
                let measures = layer != wire::Layer::Sight;
                let (figure, layer) = (Some(figure), Some(layer));
                return Ok(Some(ServerMessage::Sketch(wire::Sketch {
                    line: None,
                    figure,
                    layer,
                    marks,
                    used: None,
                    upto: None,
                    // What the bare eye cannot tell waits until it is declared.
                    refused: inner.live.measuring().err().filter(|_| measures).as_ref().map(wire::Reason::from),
                })));
            }
            ClientMessage::Seek { step } => {
                if !matches!(self.viewer.role, Role::Watch | Role::Replay) {
                    return Err(Complaint::plain("players look at the present"));
                }
                let inner = self.room.look().await?;
                self.viewer.at = Some(step as usize).filter(|step| *step < inner.live.steps());
                return Ok(Some(ServerMessage::State(Box::new(self.viewer.state(&self.room, &inner)))));
            }
            ClientMessage::Ping {} => {
                let inner = self.room.look().await?;
                return Ok(Some(ServerMessage::State(Box::new(self.viewer.state(&self.room, &inner)))));
            }
        }
        Ok(None)
    }
}

async fn odds(room: &Room, seats: &[Seat], line: String) -> Result<ServerMessage, Complaint> {
    let inner = room.look().await?;
    let request = inner.live.pending().ok_or_else(|| Complaint::plain("nothing is asked"))?;
    if decider(request, seats).is_none() {
        return Err(Complaint::plain("somebody else decides now"));
    }
    let odds = catch_unwind(AssertUnwindSafe(|| inner.live.odds(&line)));
    let odds = odds.map_err(|_| Complaint::plain("the odds cannot be told"))??;
    Ok(ServerMessage::Odds(Box::new(render::odds(line, None, &odds))))
}

async fn sketch(room: &Room, seats: &[Seat], line: String) -> Result<ServerMessage, Complaint> {
    let inner = room.look().await?;
    let request = inner.live.pending().ok_or_else(|| Complaint::plain("nothing is asked"))?;
    if decider(request, seats).is_none() {
        return Err(Complaint::plain("somebody else decides now"));
    }
    let marks = catch_unwind(AssertUnwindSafe(|| inner.live.sketch(&line)));
    let (marks, refused) = match marks.map_err(|_| Complaint::plain("that cannot be drawn"))? {
        Ok(marks) => (marks.iter().map(wire::Mark::from).collect(), None),
        Err(Declined::Illegal(refusal)) => {
            let faults = inner.live.faults(&line);
            (faults.iter().map(wire::Mark::from).collect(), Some(wire::Reason::from(&refusal)))
        }
        Err(why) => return Err(why.into()),
    };
    let used = inner.live.used(&line).map(<[i32; 2]>::from);
    let upto = refused.as_ref().and_then(|_| render::upto(inner.live.as_ref(), &line));
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
