//! The little HTTP that a load needs.

use crate::screen::End;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const PATIENCE: Duration = Duration::from_secs(30);

/// How often a server that asks to wait is asked again, five times a second.
const MOST_TRIES: usize = 3_000;

/// A battle that a server lets one begin.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) wish: Value,
}

/// Where a server is. Only this machine may be put under load unless somebody asks for more.
pub(super) async fn address(url: &str, elsewhere: bool) -> Result<SocketAddr, End> {
    if url.starts_with("https://") {
        return Err(End::Bad("a load speaks no TLS; name the server behind the proxy".into()));
    }
    let name = url.trim_start_matches("http://").trim_end_matches('/');
    let mut found = tokio::net::lookup_host(name)
        .await
        .map_err(|error| End::Bad(format!("{url} is no address such as http://127.0.0.1:7878: {error}")))?;
    let address = found.next().ok_or_else(|| End::Bad(format!("{url} leads nowhere")))?;
    match address.ip().is_loopback() || elsewhere {
        true => Ok(address),
        false => {
            Err(End::Bad(format!("{address} is another machine; --elsewhere allows it, ask whoever runs it first")))
        }
    }
}

/// The status and the body of an answer.
pub(super) async fn call(at: SocketAddr, method: &str, path: &str, body: &str) -> Result<(u16, String), String> {
    let ask = async {
        let mut stream = TcpStream::connect(at).await.map_err(|error| error.to_string())?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.map_err(|error| error.to_string())?;
        let text = String::from_utf8(bytes).map_err(|_| "an answer is no UTF-8".to_owned())?;
        let (head, body) = text.split_once("\r\n\r\n").ok_or("an answer was cut short")?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or("an answer has no status")?;
        Ok((status, body.to_owned()))
    };
    tokio::time::timeout(PATIENCE, ask).await.map_err(|_| format!("{path} is not answered"))?
}

/// A battle of each game, between two ready-made warbands.
pub(super) async fn offers(at: SocketAddr, only: Option<&str>) -> Result<Vec<Offer>, End> {
    let (status, body) = call(at, "GET", "/api/catalog", "").await.map_err(|why| End::Bad(format!("{at}: {why}")))?;
    let catalog: Value = serde_json::from_str(&body).map_err(|_| End::Bad(format!("{at} is no fray ({status})")))?;
    let none = Vec::new();
    let systems = catalog["systems"].as_array().unwrap_or(&none).iter().filter(|system| system["playable"] == true);
    let mut offers = Vec::new();
    for system in systems.filter(|system| only.is_none_or(|only| system["name"] == only)) {
        offers.extend(offer(at, system).await);
    }
    match offers.is_empty() {
        true => Err(End::Bad(format!("{at} has no such game, or lets no battle of it be begun"))),
        false => Ok(offers),
    }
}

/// The first scenario of a game that two of its warbands may fight.
async fn offer(at: SocketAddr, system: &Value) -> Option<Offer> {
    for scenario in system["scenarios"].as_array()? {
        let fits = |warband: &&Value| warband["fits"].as_array().is_some_and(|all| all.contains(&scenario["id"]));
        let fitting: Vec<&Value> = system["warbands"].as_array()?.iter().filter(fits).collect();
        let (Some(first), Some(last)) = (fitting.first(), fitting.last()) else { continue };
        let side = |warband: &Value| json!({ "warband": warband["id"], "player": "human" });
        let wish = json!({
            "system": system["name"], "scenario": scenario["id"], "own_dice": [], "options": system["usual"],
            "sides": [side(first), side(last)], "shared_screen": true,
        });
        if begin(at, &wish).await.is_ok() {
            return Some(Offer { wish });
        }
    }
    None
}

/// Begins a battle; the tokens of its sides.
pub(super) async fn begin(at: SocketAddr, wish: &Value) -> Result<Vec<String>, String> {
    for _ in 0..MOST_TRIES {
        let (status, body) = call(at, "POST", "/api/battles", &wish.to_string()).await?;
        // Too many at once: the server asks to wait a little.
        if status == 429 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        }
        let made: Value = serde_json::from_str(&body).map_err(|_| format!("{status}: {body}"))?;
        let seats = made["seats"].as_array().ok_or_else(|| format!("{status}: {body}"))?;
        let token = |seat: &Value| seat["token"].as_str().map(str::to_owned);
        return Ok(seats.iter().filter_map(token).collect());
    }
    Err("there are too many battles at once, and it does not get better".to_owned())
}
