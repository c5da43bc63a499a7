//! The page itself, built into the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the board: its path and what is in it.
type File = (&'static str, &'static [u8]);

// Written by the build script: `FILES` and `BUILT`.
include!(concat!(env!("OUT_DIR"), "/board.rs"));

const WITHOUT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fray</title>\
<h1>Fray is running, without its board</h1>\
<p>This program was built without the browser board. To get it, install Node 20 or newer and build again:</p>\
<pre>cargo build --release</pre>\
<p>The server itself works: bots and tests can play through its sockets.</p></html>";

/// Whether the program has the board in it.
pub fn is_built() -> bool {
    BUILT
}

/// Any path that is no call of the API: a file of the board, or the page, which finds its way by itself.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("ws/") {
        return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
    }
    if let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path) {
        return serve(name, bytes);
    }
    // A missing script is an error; a page of the board is the page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    }
    match FILES.iter().find(|(name, _)| *name == "index.html") {
        Some((name, bytes)) => serve(name, bytes),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
    }
}

fn serve(name: &str, bytes: &'static [u8]) -> Response {
    // Files under assets/ have a hash of their content in their name.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)], bytes).into_response()
}
