//! The server of the browser board: one process, battles that outlive it, a socket for each seat.
//!
//! | file | holds |
//! |---|---|
//! | `wire` | what is said between server and browser |
//! | `http`, `socket`, `board` | the calls, the sockets, the page |
//! | `health` | whether it is alive and ready, and how much is going on |
//! | `guard`, `limits`, `client` | what all of them must pass, and what one client has a share of |
//! | `hall` | all battles: begun, forked, opened, taken up again from the store |
//! | `places` | a lock for each battle, so that nobody waits for another one |
//! | `room` | one battle with its lock; every change of it is stored before anybody sees it |
//! | `abreast` | battles that another server changes |
//! | `campaign` | warbands from battle to battle: what comes next, and who sees what of it |
//! | `think`, `turns`, `chance` | minds at the table, whose turn it is to think, and where dice come from |
//! | `render` | a battle as one viewer may see it |
//! | `store`, `token` | what is kept, and the links that lead to it |

mod abreast;
mod board;
mod campaign;
mod cases;
mod chance;
mod client;
mod guard;
mod hall;
mod health;
mod http;
mod limits;
mod places;
mod render;
mod room;
mod socket;
mod store;
#[cfg(test)]
mod tests;
mod think;
mod token;
mod turns;
pub mod wire;

pub use board::is_built;
pub use chance::Chance;
pub use hall::{Config, Hall};
pub use limits::{Limits, Rate, Share};
pub use store::{Call, Cause, Checkup, Copied, Failed, Fault, Faults, Pruned, Store, without_password};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use campaign::calls;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Calls are short; only records and files are longer.
const MAX_BODY: usize = 16 * 1024;
const MAX_RECORD: usize = 2 * 1024 * 1024;
const MAX_FILES: usize = 512 * 1024;
const MINUTES_A_DAY: u64 = 24 * 60;

fn router(hall: Arc<Hall>, loopback: bool) -> Router {
    let door = guard::Door { loopback, hosts: hall.config.hosts.clone(), hall: Arc::clone(&hall) };
    Router::new()
        .route("/api/catalog", get(http::catalog))
        .route("/api/battles", post(http::begin))
        .route("/api/fork", post(http::fork))
        .route("/api/records", post(http::open).layer(DefaultBodyLimit::max(MAX_RECORD)))
        .route("/api/records/{token}", get(http::record))
        .route("/api/campaigns", post(calls::begin).layer(DefaultBodyLimit::max(MAX_FILES)))
        .route("/api/campaigns/{token}", get(calls::look))
        .route("/api/campaigns/{token}/battles", post(calls::fight))
        .route("/api/campaigns/{token}/battles/{number}", get(calls::story))
        .route("/api/campaigns/{token}/warbands/{seat}", get(calls::band))
        .route("/api/cases/{token}", get(cases::moment))
        .route("/api/case-guide", get(cases::guide))
        .route("/api/case-words/{system}", get(cases::words))
        .route("/api/rules", get(http::rules))
        .route("/api/rules/{id}", get(http::rule))
        .route("/ws/{token}", get(socket::connect))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(board::file)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(door, guard::check))
        .with_state(hall)
}

/// Serves until `stop` is done.
///
/// # Errors
/// When the address cannot be served any longer.
pub async fn serve(
    listener: TcpListener,
    hall: Arc<Hall>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let loopback = listener.local_addr()?.ip().is_loopback();
    let tidy = Arc::clone(&hall);
    let tidying = tokio::spawn(async move {
        let mut minute = tokio::time::interval(Duration::from_secs(60));
        for number in 0u64.. {
            minute.tick().await;
            let tidied = guard::caught(async {
                tidy.tidy();
                tidy.announce_all().await;
                if number.is_multiple_of(MINUTES_A_DAY) {
                    tidy.let_go().await;
                }
            });
            if tidied.await.is_err() {
                tracing::error!("tidying up broke down; it is tried again");
            }
        }
    });
    tokio::select! {
        () = limits::accept(listener, router(Arc::clone(&hall), loopback), hall.config.limits, &hall.clients) => (),
        // Everything acknowledged is stored, so that nobody has to be waited for.
        () = stop => hall.say_goodbye().await,
    };
    tidying.abort();
    Ok(())
}
