//! Cases: any moment of a battle as one, and the page that says how they are written.

use crate::client::Client;
use crate::hall::{ApiError, Hall, SECRET};
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

/// The page of the documentation, as it is.
const GUIDE: &str = include_str!("../../../docs/cases.md");

#[derive(Debug, Deserialize)]
pub(crate) struct Moment {
    /// After so many steps; now, where nothing is said.
    step: Option<usize>,
}

pub(crate) async fn moment(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    Path(token): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, ApiError> {
    client.may_ask()?;
    let (room, _) = hall.seated(&client, &token).await?;
    let inner = room.look().await?;
    // It carries the battle up to this moment, with what the others may not know.
    if inner.live.secret() {
        return Err(ApiError::Rejected(StatusCode::CONFLICT, SECRET.to_owned()));
    }
    let name = kernel::slug(&systems::meeting(&room.names, &inner.live.sides()));
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.toml\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, inner.live.case(moment.step)).into_response())
}

pub(crate) async fn guide() -> Response {
    ([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], GUIDE).into_response()
}

pub(crate) async fn words(State(hall): State<Arc<Hall>>, Path(system): Path<String>) -> Result<Response, StatusCode> {
    let game = hall.config.games.named(&system).map_err(|_| StatusCode::NOT_FOUND)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], game.case_words()).into_response())
}
