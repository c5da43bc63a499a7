//! What every request and every answer has to pass.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
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

/// Whether the server listens to this machine only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loopback(pub(crate) bool);

pub(crate) async fn check(State(Loopback(loopback)): State<Loopback>, request: Request, next: Next) -> Response {
    let socket = request.uri().path().starts_with("/ws/");
    let mut response = if !may_pass(request.headers(), request.method(), socket, loopback) {
        (StatusCode::FORBIDDEN, "asked from another site").into_response()
    } else {
        match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::GATEWAY_TIMEOUT, "that took too long").into_response(),
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Other sites may not open sockets or post anything, and none may come in under a name of its own that it lets point at
/// this machine.
fn may_pass(headers: &HeaderMap, method: &Method, socket: bool, loopback: bool) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else {
        return false;
    };
    if loopback && !is_loopback(host) {
        return false;
    }
    match text(header::ORIGIN) {
        Some(origin) => {
            let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host)) || (!socket && method == Method::GET)
        }
        // Browsers name their origin whenever it matters.
        None => !socket && !headers.contains_key(header::ORIGIN),
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name.to_ascii_lowercase().as_str(), "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(host: &'static str, origin: Option<&'static str>, socket: bool, expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        let method = if socket { Method::GET } else { Method::POST };
        assert_eq!(may_pass(&headers, &method, socket, true), expected, "{host} {origin:?}");
    }

    #[test]
    fn only_the_own_page_may_ask() {
        check("127.0.0.1:7878", Some("http://127.0.0.1:7878"), true, true);
        check("localhost:7878", Some("http://localhost:7878"), true, true);
        check("[::1]:7878", Some("http://[::1]:7878"), false, true);
        check("127.0.0.1:7878", None, true, false);
        check("127.0.0.1:7878", None, false, true);
        check("127.0.0.1:7878", Some("http://127.0.0.1:7879"), true, false);
        check("127.0.0.1:7878", Some("https://elsewhere.example"), false, false);
        check("127.0.0.1:7878", Some("null"), true, false);
        check("elsewhere.example", Some("http://elsewhere.example"), true, false);
        check("127.0.0.1.elsewhere.example:80", Some("http://127.0.0.1.elsewhere.example:80"), true, false);
    }
}
