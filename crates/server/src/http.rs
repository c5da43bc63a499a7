//! The small API beside the sockets.

use crate::client::Client;
use crate::hall::{ApiError, Hall, SECRET, blocking};
use crate::wire;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use systems::{Game, Games};

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            ApiError::Problems(problems) => {
                (StatusCode::UNPROCESSABLE_ENTITY, Json(wire::Problems { problems })).into_response()
            }
            ApiError::Unknown => (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
            ApiError::Rejected(status, why) => (status, why).into_response(),
            ApiError::Failed(why) => {
                tracing::error!(why, "a request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "that did not work; the server's log says why").into_response()
            }
        }
    }
}

/// A body that is not what was expected is a problem like any other.
pub(crate) fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, ApiError> {
    match body {
        Ok(Json(body)) => Ok(body),
        Err(JsonRejection::JsonDataError(why)) => Err(ApiError::problem("request", why.body_text())),
        Err(JsonRejection::JsonSyntaxError(why)) => Err(ApiError::problem("request", why.body_text())),
        Err(other) => Err(ApiError::Rejected(other.status(), other.body_text())),
    }
}

pub(crate) async fn catalog(State(hall): State<Arc<Hall>>) -> Json<wire::Catalog> {
    let games = &hall.config.games;
    let card = |book: &rulebook::Book| match games.named(book.system) {
        Ok(game) if game.on_board() => playable(games, book, &*game),
        _ => wire::SystemCard {
            name: book.system.to_owned(),
            title: book.title.to_owned(),
            playable: false,
            text: book.about.to_owned(),
            space: book.space.to_owned(),
            turn: book.turn.to_owned(),
            dice: book.dice.to_owned(),
            scenarios: Vec::new(),
            warbands: Vec::new(),
            maps: Vec::new(),
            minds: Vec::new(),
            options: Vec::new(),
            usual: BTreeMap::new(),
            campaign: waged(games, book.system),
        },
    };
    Json(wire::Catalog { systems: rulebook::books().iter().map(card).collect() })
}

fn playable(games: &Games, book: &rulebook::Book, game: &dyn Game) -> wire::SystemCard {
    let map = |card: systems::Card| wire::MapCard { id: card.id, title: card.title, text: card.about };
    let setting = |found: systems::Setting| wire::Setting {
        name: found.name.to_owned(),
        title: found.title.to_owned(),
        values: found.values.into_iter().map(|(value, title)| wire::SettingValue { value, title }).collect(),
    };
    wire::SystemCard {
        name: book.system.to_owned(),
        title: book.title.to_owned(),
        playable: true,
        text: book.about.to_owned(),
        space: book.space.to_owned(),
        turn: book.turn.to_owned(),
        dice: book.dice.to_owned(),
        scenarios: game.scenarios().into_iter().map(|found| scenario(game.seatings(&found.id), found)).collect(),
        warbands: game.warbands().into_iter().map(|ready| warband(game, ready)).collect(),
        // A board that belongs to its scenario is not picked.
        maps: game.maps().into_iter().filter(|_| game.picks_map()).map(map).collect(),
        minds: minds(),
        options: game.options().into_iter().map(setting).collect(),
        usual: game.usual().iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        campaign: waged(games, book.system),
    }
}

/// What a campaign of a system can be begun with.
fn waged(games: &Games, system: &str) -> Option<wire::CampaignCard> {
    let (campaign, game) = (games.campaign(system).ok()?, games.named(system).ok()?);
    Some(wire::CampaignCard {
        title: campaign.title().to_owned(),
        warbands: campaign.warbands().into_iter().map(|ready| warband(&*game, ready)).collect(),
        minds: minds(),
    })
}

pub(crate) fn scenario(seatings: Vec<Vec<u8>>, found: systems::Scenario) -> wire::ScenarioCard {
    wire::ScenarioCard { id: found.id, title: found.title, text: found.text, points: found.points, seatings }
}

fn warband(game: &dyn Game, ready: systems::Ready) -> wire::WarbandCard {
    wire::WarbandCard {
        units: game.units(&ready.id),
        fits: game.fits(&ready),
        id: ready.id,
        title: ready.title,
        faction: ready.faction,
        scenario: ready.scenario,
        points: ready.cost,
    }
}

pub(crate) fn minds() -> Vec<wire::MindCard> {
    let mind = |kind: &minds::Kind| wire::MindCard { name: kind.name.to_owned(), text: kind.about.to_owned() };
    minds::KINDS.iter().map(mind).collect()
}

pub(crate) async fn begin(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    wish: Result<Json<wire::NewBattle>, JsonRejection>,
) -> Result<Json<wire::Made>, ApiError> {
    client.may_begin()?;
    hall.begin(body(wish)?).await.map(Json)
}

pub(crate) async fn fork(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    wish: Result<Json<wire::Fork>, JsonRejection>,
) -> Result<Json<wire::Made>, ApiError> {
    client.may_begin()?;
    hall.fork(body(wish)?).await.map(Json)
}

pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    text: String,
) -> Result<Json<wire::Opened>, ApiError> {
    client.may_begin()?;
    client.may_store(text.len())?;
    hall.open(text).await.map(Json)
}

pub(crate) async fn record(State(hall): State<Arc<Hall>>, Path(token): Path<String>) -> Result<Response, ApiError> {
    let (room, _) = hall.seated(&token).await?;
    let text = match &room.record {
        Some(text) => text.clone(),
        None => {
            let inner = room.look().await?;
            if inner.live.secret() {
                return Err(ApiError::Rejected(StatusCode::CONFLICT, SECRET.to_owned()));
            }
            inner.live.record(&hall.engine).to_string()
        }
    };
    let sides = room.look().await?.live.sides();
    let name = kernel::slug(&systems::meeting(&room.names, &sides));
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.fray\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, text).into_response())
}

/// Longer searches find nothing that shorter ones do not.
const LONGEST_SEARCH: usize = 200;

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    system: String,
    #[serde(default)]
    q: String,
}

pub(crate) async fn rules(Query(wanted): Query<Wanted>) -> Result<Json<wire::Rules>, ApiError> {
    let Wanted { system, q } = wanted;
    if q.len() > LONGEST_SEARCH {
        let text = format!("a search has at most {LONGEST_SEARCH} bytes");
        return Err(ApiError::Rejected(StatusCode::BAD_REQUEST, text));
    }
    if !system.is_empty() && rulebook::book(&system).is_none() {
        return Err(ApiError::Unknown);
    }
    let found = blocking(move || {
        let found = rulebook::search(Some(system.as_str()).filter(|system| !system.is_empty()), &q);
        found.into_iter().map(entry).collect()
    });
    Ok(Json(wire::Rules { rules: found.await? }))
}

pub(crate) async fn rule(Path(id): Path<String>) -> Result<Json<wire::Rule>, StatusCode> {
    rulebook::find(&id).map(|found| Json(entry(found))).ok_or(StatusCode::NOT_FOUND)
}

fn entry(found: &rulebook::Entry) -> wire::Rule {
    wire::Rule {
        id: found.rule.to_string(),
        system: found.system.to_owned(),
        chapter: found.chapter.to_owned(),
        chapter_title: found.chapter_title.to_owned(),
        title: found.title.to_owned(),
        text: found.text.to_owned(),
        cases: found.cases.iter().map(|case| (*case).to_owned()).collect(),
        ruling: found.ruling.map(str::to_owned),
        gap: found.gap.map(str::to_owned),
        origin: found.origin.map(str::to_owned),
    }
}
