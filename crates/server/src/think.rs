//! Minds at the table.

use crate::client::Panicked;
use crate::guard::caught;
use crate::hall::Hall;
use crate::room::{Complaint, HUMAN, Inner, Room};
use kernel::Seat;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use systems::live::Thought;

/// Minds in a hurry hold a battle for so long at a time.
const BURST: Duration = Duration::from_millis(100);

/// How long a mind's turn that another server has is left alone.
const ELSEWHERE: Duration = Duration::from_secs(1);

/// The minds of a battle are at it; they no longer are when this is dropped, whatever ended them.
struct Busy<'a>(&'a Room);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.thinking.store(false, Ordering::SeqCst);
    }
}

struct Task {
    thought: Thought,
    moment: u32,
    seat: Seat,
    /// The turn was taken together with the choice that led to it.
    ours: bool,
}

impl Hall {
    /// Whether a mind's turn is to be thought about here. Of several servers on one store only one does.
    async fn is_ours(&self, room: &Room, moment: u32, ours: bool) -> bool {
        if ours {
            return true;
        }
        match self.store.take(&room.id, moment).await {
            Ok(ours) => ours,
            Err(why) => {
                tracing::warn!(battle = room.id, %why, "the turn of a mind cannot be taken yet");
                false
            }
        }
    }
}

/// Waits until a battle has changed, or until it is worth looking whether the server that thinks about it is still there.
async fn elsewhere(room: &Room) {
    let mut changes = room.changed.subscribe();
    let _ = tokio::time::timeout(ELSEWHERE, changes.changed()).await;
}

impl Hall {
    /// Lets minds answer until a person has to, unless they are at it already.
    pub(crate) fn wake(self: &Arc<Hall>, room: &Arc<Room>) {
        if room.record.is_some() || room.thinking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            if let Err(Panicked) = caught(hall.think(&room)).await {
                tracing::error!(battle = room.id, "the minds broke down");
                room.close("the minds broke down; the battle goes on from what is stored");
            }
        });
    }

    async fn think(&self, room: &Room) {
        loop {
            let busy = Busy(room);
            while let Some(task) = self.next(room).await {
                match self.is_ours(room, task.moment, task.ours).await {
                    false => elsewhere(room).await,
                    true if room.head.swift => self.rush(room).await,
                    true => self.ponder(room, task).await,
                }
            }
            drop(busy);
            // Somebody may have come or made a choice in between and found the minds still busy.
            if self.next(room).await.is_none() || room.thinking.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    }

    async fn ponder(&self, room: &Room, task: Task) {
        let begun = Instant::now();
        let Task { thought, moment, seat, .. } = task;
        let turn = self.turns.take(&room.payer()).await;
        let line = tokio::task::spawn_blocking(move || thought.think()).await.ok().flatten();
        drop(turn);
        tokio::time::sleep(self.config.pause.saturating_sub(begun.elapsed())).await;
        let done = room.change(&self.store, |inner| match &line {
            Some(line) => inner.answer(moment, &[seat], line),
            None => Err(Complaint::plain("the mind has no answer")),
        });
        // An answer that comes too late, after an undo, is no harm; any other would be asked for again forever.
        if let Err(no) = done.await
            && !no.stale
        {
            tracing::error!(battle = room.id, line, why = no.text, "a mind's answer was refused");
            room.close(&format!("the mind of side {seat} cannot go on: {}", no.text));
        }
    }

    /// Lets minds answer as fast as they can, and stores what they did in one piece.
    async fn rush(&self, room: &Room) {
        let burst = |inner: &mut Inner| {
            let begun = Instant::now();
            while begun.elapsed() < BURST {
                let Some(seat) = inner.live.pending().map(|request| request.ask.seat) else { break };
                let Some(player) = room.head.players.get(seat.index()).filter(|player| *player != HUMAN) else { break };
                let rng = self.config.chance.rng(seat, inner.live.moment() as u32);
                let line = inner.live.thought(player, rng).and_then(Thought::think);
                let line = line.ok_or_else(|| Complaint::plain("the mind has no answer"))?;
                inner.live.answer(seat, &line)?;
            }
            Ok(())
        };
        let _turn = self.turns.take(&room.payer()).await;
        let done = room.change(&self.store, |inner| tokio::task::block_in_place(|| burst(inner)));
        if let Err(no) = done.await {
            tracing::error!(battle = room.id, why = no.text, "a mind's answer was refused");
            room.close(&format!("the minds cannot go on: {}", no.text));
        }
    }

    /// What a mind has to decide now, if one has to and anybody cares.
    async fn next(&self, room: &Room) -> Option<Task> {
        if !room.is_watched() {
            return None;
        }
        let inner = room.look().await.ok()?;
        let seat = inner.live.pending()?.ask.seat;
        let player = room.head.players.get(seat.index())?;
        let thought = inner.live.thought(player, self.config.chance.rng(seat, inner.moment))?;
        Some(Task { thought, moment: inner.moment, seat, ours: inner.thinks || !self.store.is_shared() })
    }
}
