//! What every request and every answer has to pass.

use crate::client::{Panicked, Peer};
use crate::hall::Hall;
use crate::health::watches;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// No API call takes this long; a socket is no longer a request once it is upgraded.
const PATIENCE: Duration = Duration::from_secs(30);

const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Links are keys: no page they lead away to may learn them.
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Where the server may be asked, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    /// Whether it listens to this machine only.
    pub(crate) loopback: bool,
    /// Names that it goes by.
    pub(crate) hosts: Vec<String>,
    pub(crate) hall: Arc<Hall>,
}

pub(crate) async fn check(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // What comes from a battle belongs to whoever asked, and how the server fares is old in a moment.
    let passing = ["/api/", "/healthz", "/readyz", "/metrics"].iter().any(|start| path.starts_with(start));
    let socket = path.starts_with("/ws/");
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
    let client = door.hall.clients.asking(peer, request.headers());
    // Whoever looks after the server knows it by names of its own, and is told nothing that a stranger could use.
    let asks_how_it_is = ["/healthz", "/readyz"].contains(&path) || (path == "/metrics" && watches(&door.hall, peer));
    let passes = match asks_how_it_is {
        true => Ok(()),
        false => may_pass(request.headers(), request.method(), socket, &door),
    };
    let mut response = match passes {
        Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
        Ok(()) => {
            request.extensions_mut().insert(client);
            match tokio::time::timeout(PATIENCE, caught(next.run(request))).await {
                Ok(Ok(response)) => response,
                Ok(Err(Panicked)) => {
                    tracing::error!("a request broke down");
                    (StatusCode::INTERNAL_SERVER_ERROR, "that did not work").into_response()
                }
                Err(_) => (StatusCode::GATEWAY_TIMEOUT, "that took too long").into_response(),
            }
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if passing || !response.status().is_success() {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Does something that may panic, and says so if it does.
pub(crate) async fn caught<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    let mut work = pin!(work);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(_) => Poll::Ready(Err(Panicked)),
    })
    .await
}

/// Other sites may not open sockets or post anything, and none may come in under a name of its own that it lets point at
/// this server.
fn may_pass(headers: &HeaderMap, method: &Method, socket: bool, door: &Door) -> Result<(), &'static str> {
    let elsewhere = Err("asked from another site");
    // Of two headers with one name this server would read one and something before it the other.
    let only = |name: HeaderName| {
        let mut all = headers.get_all(name).iter();
        let first = all.next().map(|value| value.to_str().unwrap_or(""));
        if all.next().is_some() { Err("a header was sent twice") } else { Ok(first) }
    };
    let (host, origin) = (only(header::HOST)?.unwrap_or(""), only(header::ORIGIN)?);
    if host.is_empty() {
        return elsewhere;
    }
    if !is_known(host, door) {
        return Err("this server is not known by that name; whoever runs it may add it with --host");
    }
    let same = |origin: &str| {
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
    };
    // Browsers name their origin whenever it matters.
    match origin {
        Some(origin) if same(origin) => Ok(()),
        None if !socket => Ok(()),
        Some(_) if !socket && method == Method::GET => Ok(()),
        _ => elsewhere,
    }
}

/// Whether a host is this server: this machine, a name that it was given, or, where it listens to others, an address. No
/// other site can have an address as its name.
fn is_known(host: &str, door: &Door) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    is_loopback(name)
        || door.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
        || (!door.loopback && bare.parse::<IpAddr>().is_ok())
}

fn is_loopback(name: &str) -> bool {
    matches!(name.to_ascii_lowercase().as_str(), "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Store};

    async fn door(loopback: bool, hosts: &[&str]) -> Door {
        let hall = Hall::new(Store::open(":memory:").await.expect("the store opens"), "test", Config::default());
        Door { loopback, hosts: hosts.iter().map(|host| (*host).to_owned()).collect(), hall }
    }

    fn passes(door: &Door, host: &'static str, origins: &[&'static str], socket: bool) -> bool {
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
        for origin in origins {
            headers.append(header::ORIGIN, HeaderValue::from_static(origin));
        }
        let method = if socket { Method::GET } else { Method::POST };
        may_pass(&headers, &method, socket, door).is_ok()
    }

    #[tokio::test]
    async fn only_the_own_page_may_ask() {
        let door = door(true, &[]).await;
        for (host, origins, socket, expected) in [
            ("127.0.0.1:7878", &["http://127.0.0.1:7878"] as &[_], true, true),
            ("localhost:7878", &["http://localhost:7878"], true, true),
            ("[::1]:7878", &["http://[::1]:7878"], false, true),
            ("127.0.0.1:7878", &[], true, false),
            ("127.0.0.1:7878", &[], false, true),
            ("127.0.0.1:7878", &["http://127.0.0.1:7879"], true, false),
            ("127.0.0.1:7878", &["https://elsewhere.example"], false, false),
            ("127.0.0.1:7878", &["null"], true, false),
            ("elsewhere.example", &["http://elsewhere.example"], true, false),
            ("127.0.0.1.elsewhere.example:80", &["http://127.0.0.1.elsewhere.example:80"], true, false),
            ("192.0.2.7:7878", &["http://192.0.2.7:7878"], true, false),
            // The first would pass; a proxy in front may have looked at the other.
            ("127.0.0.1:7878", &["http://127.0.0.1:7878", "https://elsewhere.example"], true, false),
            ("127.0.0.1:7878", &["http://127.0.0.1:7878", "http://127.0.0.1:7878"], false, false),
        ] {
            assert_eq!(passes(&door, host, origins, socket), expected, "{host} {origins:?}");
        }
    }

    #[tokio::test]
    async fn a_public_server_goes_by_its_addresses_and_by_names_it_was_given() {
        let door = door(false, &["fray.example"]).await;
        for (host, expected) in [
            ("192.0.2.7:7878", true),
            ("[2001:db8::7]:7878", true),
            ("Fray.Example", true),
            ("fray.example:443", true),
            ("localhost:7878", true),
            ("elsewhere.example", false),
            ("fray.example.elsewhere.example", false),
            ("192.0.2.7.elsewhere.example", false),
        ] {
            assert_eq!(passes(&door, host, &[], false), expected, "{host}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_like_any_other() {
        assert!(caught(async { 1 }).await.is_ok_and(|one| one == 1));
        let broken = caught(async {
            tokio::task::yield_now().await;
            panic!("it breaks down");
        });
        assert!(broken.await.is_err());
    }
}
