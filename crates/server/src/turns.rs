//! Turns to think: a few minds think at once, and whoever has had the least time is next.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::oneshot;

/// Turns are given out by what each payer has used, so that somebody with a hundred battles waits for himself and not the
/// others for him.
#[derive(Debug)]
pub(crate) struct Turns {
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    free: usize,
    waiting: Vec<Waiting>,
    /// Microseconds of thinking so far, for those who think or wait and for those who have had more than their part.
    used: BTreeMap<String, u64>,
    thinking: BTreeMap<String, usize>,
    /// What the payer of the last turn had used: nobody who comes anew is treated as if he had waited since the beginning.
    floor: u64,
}

struct Waiting {
    payer: String,
    turn: oneshot::Sender<Turn>,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} free, {} waiting", self.free, self.waiting.len())
    }
}

/// A turn; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Arc<Turns>,
    payer: String,
    begun: Instant,
}

impl Turns {
    pub(crate) fn new(at_once: usize) -> Arc<Turns> {
        Arc::new(Turns { queue: Mutex::new(Queue { free: at_once.max(1), ..Queue::default() }) })
    }

    /// Waits for a turn. Somebody who no longer waits gives his place up.
    pub(crate) async fn take(self: &Arc<Turns>, payer: &str) -> Option<Turn> {
        let (turn, coming) = oneshot::channel();
        self.queue().waiting.push(Waiting { payer: payer.to_owned(), turn });
        self.give();
        coming.await.ok()
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue().waiting.iter().filter(|one| !one.turn.is_closed()).count()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Every change below is whole before anything could panic.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free turns to those who wait.
    fn give(self: &Arc<Turns>) {
        loop {
            let next = self.queue().next();
            let Some(Waiting { payer, turn }) = next else { return };
            // Where nobody waits any more the turn comes back and is dropped here, which frees it.
            let _ = turn.send(Turn { turns: Arc::clone(self), payer, begun: Instant::now() });
        }
    }
}

impl Queue {
    fn next(&mut self) -> Option<Waiting> {
        self.waiting.retain(|one| !one.turn.is_closed());
        if self.free == 0 {
            return None;
        }
        // The first of those who have used least: one payer's battles take turns among themselves.
        let used = |one: &Waiting| self.used.get(&one.payer).copied().unwrap_or(0).max(self.floor);
        let busy = |one: &Waiting| self.thinking.get(&one.payer).copied().unwrap_or(0);
        let (at, _) = self.waiting.iter().enumerate().min_by_key(|(_, one)| (busy(one), used(one)))?;
        let next = self.waiting.remove(at);
        let so_far = self.used.entry(next.payer.clone()).or_insert(self.floor);
        *so_far = self.floor.max(*so_far);
        self.floor = *so_far;
        self.free -= 1;
        *self.thinking.entry(next.payer.clone()).or_insert(0) += 1;
        Some(next)
    }

    fn end(&mut self, payer: &str, micros: u64) {
        self.free += 1;
        *self.used.entry(payer.to_owned()).or_insert(self.floor) += micros;
        if let Some(count) = self.thinking.get_mut(payer) {
            *count -= 1;
        }
        self.thinking.retain(|_, count| *count > 0);
        let (floor, thinking) = (self.floor, &self.thinking);
        self.used.retain(|payer, used| *used > floor || thinking.contains_key(payer));
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let micros = self.begun.elapsed().as_micros() as u64;
        // A turn costs something even where the clock did not move.
        self.turns.queue().end(&self.payer, micros.max(1));
        self.turns.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who gets the turns, one at a time, when all these wait.
    async fn order(turns: &Arc<Turns>, payers: &[&str]) -> Vec<String> {
        let first = turns.take("somebody").await.expect("a free turn");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (at, payer) in payers.iter().enumerate() {
            let (turns, order, payer) = (Arc::clone(turns), Arc::clone(&order), (*payer).to_owned());
            let waiting = turns.waiting();
            assert_eq!(waiting, at);
            let mine = Arc::clone(&turns);
            tasks.push(tokio::spawn(async move {
                let turn = mine.take(&payer).await.expect("a turn");
                order.lock().expect("the order").push(payer);
                tokio::task::yield_now().await;
                drop(turn);
            }));
            while turns.waiting() == at {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.expect("it ends");
        }
        order.lock().expect("the order").clone()
    }

    #[tokio::test]
    async fn one_with_many_battles_holds_up_nobody() {
        let turns = Turns::new(1);
        let mut payers = vec!["crowd"; 95];
        payers.push("player");
        let order = order(&turns, &payers).await;
        let at = order.iter().position(|payer| payer == "player").expect("a turn");
        assert!(at <= 1, "the player came after {at} others");
        assert_eq!(order.len(), 96);
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_the_turn_to_others() {
        let turns = Turns::new(1);
        let held = turns.take("one").await.expect("a turn");
        let gone = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.take("two").await }
        });
        while turns.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        let _ = gone.await;
        drop(held);
        assert!(turns.take("three").await.is_some());
        assert_eq!(turns.waiting(), 0);
        let queue = turns.queue();
        assert_eq!((queue.free, queue.thinking.len()), (1, 0));
    }
}
