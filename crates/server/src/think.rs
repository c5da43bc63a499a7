//! Minds at the table.

use crate::cell::{Cell, No};
use crate::hall::Hall;
use kernel::Seat;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use systems::live::Thought;

struct Task {
    thought: Thought,
    moment: u32,
    seat: Seat,
}

impl Hall {
    /// Lets minds answer until a person has to, unless they are at it already.
    pub(crate) fn wake(self: &Arc<Hall>, cell: &Arc<Cell>) {
        if cell.record.is_some() || cell.thinking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (hall, cell) = (Arc::clone(self), Arc::clone(cell));
        tokio::spawn(async move {
            loop {
                while let Some(task) = hall.next(&cell).await {
                    hall.ponder(&cell, task).await;
                }
                cell.thinking.store(false, Ordering::SeqCst);
                // Somebody may have made a choice in between and found the minds still busy.
                if hall.next(&cell).await.is_none() || cell.thinking.swap(true, Ordering::SeqCst) {
                    return;
                }
            }
        });
    }

    async fn ponder(&self, cell: &Cell, task: Task) {
        let begun = Instant::now();
        let Task { thought, moment, seat } = task;
        let line = tokio::task::spawn_blocking(move || thought.think()).await.ok().flatten();
        tokio::time::sleep(self.custom.pause.saturating_sub(begun.elapsed())).await;
        let done = cell.change(&self.store, |inner| match &line {
            Some(line) => inner.answer(moment, &[seat], line),
            None => Err(No::plain("the mind has no answer")),
        });
        // An answer that comes too late, after an undo, is no harm; any other would be asked for again forever.
        if let Err(no) = done.await
            && !no.stale
        {
            tracing::error!(battle = cell.id, line, why = no.text, "a mind's answer was refused");
            let mut inner = cell.inner.lock().await;
            inner.broken.get_or_insert_with(|| format!("the mind of side {seat} cannot go on: {}", no.text));
            drop(inner);
            cell.changed.send_modify(|count| *count += 1);
        }
    }

    /// What a mind has to decide now, if one has to.
    async fn next(&self, cell: &Cell) -> Option<Task> {
        let inner = cell.inner.lock().await;
        if inner.broken.is_some() {
            return None;
        }
        let seat = inner.live.pending()?.ask.seat;
        let player = cell.head.players.get(seat.index())?;
        let thought = inner.live.thought(player, self.custom.chance.whim(seat, inner.moment))?;
        Some(Task { thought, moment: inner.moment, seat })
    }
}
