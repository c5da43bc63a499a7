//! The addresses of campaigns.

use crate::client::Client;
use crate::hall::{ApiError, Hall};
use crate::http::body;
use crate::wire;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use std::sync::Arc;

/// `POST /api/campaigns`.
pub(crate) async fn begin(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    wish: Result<Json<wire::NewCampaign>, JsonRejection>,
) -> Result<Json<wire::CampaignMade>, ApiError> {
    let wish = body(wish)?;
    client.may_begin()?;
    hall.wage(&client, wish).await.map(Json)
}

/// `GET /api/campaigns/{token}`.
pub(crate) async fn look(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    Path(token): Path<String>,
) -> Result<Json<wire::Campaign>, ApiError> {
    client.may_ask()?;
    hall.campaign(&client, &token).await.map(Json)
}

/// `POST /api/campaigns/{token}/battles`.
pub(crate) async fn fight(
    State(hall): State<Arc<Hall>>,
    Path(token): Path<String>,
    Extension(client): Extension<Arc<Client>>,
    wish: Result<Json<wire::NextBattle>, JsonRejection>,
) -> Result<Json<wire::Campaign>, ApiError> {
    client.may_begin()?;
    hall.fight(&client, &token, body(wish)?).await.map(Json)
}

/// `GET /api/campaigns/{token}/battles/{number}`: what followed it.
pub(crate) async fn story(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    Path((token, number)): Path<(String, usize)>,
) -> Result<Json<wire::Aftermath>, ApiError> {
    client.may_ask()?;
    hall.story(&client, &token, number).await.map(Json)
}

#[derive(Debug, Deserialize)]
pub(crate) struct When {
    /// The file as it went into this battle.
    before: Option<usize>,
}

/// `GET /api/campaigns/{token}/warbands/{seat}`: the file.
pub(crate) async fn band(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    Path((token, seat)): Path<(String, usize)>,
    Query(when): Query<When>,
) -> Result<Response, ApiError> {
    client.may_ask()?;
    let file = hall.band(&client, &token, seat, when.before).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", file.name)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, file.text).into_response())
}
