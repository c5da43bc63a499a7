//! What several servers on one PostgreSQL tell each other: which battles have changed, and that they are alive.
//!
//! Every transaction that changes battles names them on a channel, so that whoever has one of them at hand reads what is
//! new. What is said while nobody listens is lost: whoever begins to listen again has to look at everything once.
//!
//! The connection that listens also holds a lock with the number of the server. PostgreSQL lets go of it when the server is
//! gone, and then its minds' turns are anybody's.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::statement;
use sqlx::Executor;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::time::Duration;
use tokio::sync::mpsc;

const CHANNEL: &str = "fray";
/// What sets our locks apart from those of others in the same database.
pub(super) const LOCKS: i64 = 0x66_7261;
/// A payload of PostgreSQL has at most 8,000 bytes.
const LONGEST: usize = 7_900;
/// Someone who has said nothing for so long is asked whether he is there.
const SILENCE: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(500);
/// Messages that may wait.
pub(super) const QUEUE: usize = 1024;

/// What is heard of other servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// These battles have changed.
    Changed(Vec<String>),
    /// Something may have been missed: any battle may have changed.
    Missed,
    /// Another server says something that concerns a battle: who sits there, or that it wants to know.
    Said { server: i64, battle: String, word: String },
}

/// A number for a server, unlike those of others.
pub(super) fn number() -> Result<i64, Failed> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|why| Failed::new(Cause::Other, why.to_string()))?;
    Ok(i64::from(u32::from_le_bytes(bytes) >> 1).max(1))
}

/// Tells the others, once the transaction that is open is committed.
pub(super) async fn tell(link: &mut Link, battles: &[&str]) -> Result<(), Failed> {
    let mut rest = battles;
    while !rest.is_empty() {
        let mut text = format!("{} changed", link.server());
        let mut taken = 0;
        while let Some(id) = rest.get(taken).filter(|id| text.len() + id.len() < LONGEST || taken == 0) {
            text.push(' ');
            text.push_str(id);
            taken += 1;
        }
        rest = &rest[taken..];
        say(link, text).await?;
    }
    Ok(())
}

/// Says something to all servers.
pub(super) async fn say(link: &mut Link, text: String) -> Result<(), Failed> {
    link.rows(statement("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text)).await.map(drop)
}

/// What one message says; nothing where it is our own.
fn read(text: &str, own: i64) -> Option<News> {
    let (server, rest) = text.split_once(' ')?;
    let server = server.parse().ok().filter(|server| *server != own)?;
    let (kind, rest) = rest.split_once(' ')?;
    match kind {
        "changed" => Some(News::Changed(rest.split(' ').map(str::to_owned).collect())),
        word => Some(News::Said { server, battle: rest.to_owned(), word: word.to_owned() }),
    }
}

/// Listens for as long as somebody wants to hear it.
pub(super) async fn listen(options: PgConnectOptions, own: i64, told: mpsc::Sender<News>) {
    let mut silent = false;
    while !told.is_closed() {
        let heard = tokio::select! {
            heard = hear(&options, own, &told) => heard,
            () = told.closed() => return,
        };
        // It is said once, not twice a second for as long as PostgreSQL is gone.
        if let (Err(why), false) = (&heard, silent) {
            tracing::warn!(%why, "other servers are not heard");
        }
        silent = heard.is_err();
        tokio::time::sleep(AGAIN).await;
    }
}

async fn hear(options: &PgConnectOptions, own: i64, told: &mpsc::Sender<News>) -> Result<(), sqlx::Error> {
    // Left to itself a pool tries again at longer and longer intervals.
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT);
    let mut listener = PgListener::connect_with(&pool.connect_lazy_with(options.clone())).await?;
    let lock = sqlx::query("SELECT pg_advisory_lock($1::int, $2::int)").bind(LOCKS as i32).bind(own as i32);
    listener.execute(lock).await?;
    listener.listen(CHANNEL).await?;
    let _ = told.send(News::Missed).await;
    loop {
        match tokio::time::timeout(SILENCE, listener.try_recv()).await {
            Ok(heard) => {
                // Without a message the connection was lost, and with it our lock: all begins anew.
                let Some(message) = heard? else { return Ok(()) };
                if let Some(news) = read(message.payload(), own) {
                    let _ = told.send(news).await;
                }
            }
            Err(_) => {
                let alive = tokio::time::timeout(PATIENCE, listener.execute("SELECT 1")).await;
                alive.map_err(|_| sqlx::Error::PoolTimedOut)??;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_heard_and_what_we_say_ourselves_is_not() {
        assert_eq!(read("7 changed one two", 8), Some(News::Changed(vec!["one".into(), "two".into()])));
        assert_eq!(read("7 changed one two", 7), None);
        let said = News::Said { server: 7, battle: "one".into(), word: "here:3".into() };
        assert_eq!(read("7 here:3 one", 8), Some(said));
        for nonsense in ["", "7", "x changed one", "7 changed"] {
            assert_eq!(read(nonsense, 8), None, "{nonsense:?}");
        }
    }
}
