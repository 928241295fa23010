//! `/desk/event`: making the event, the first thing a chief arbiter does.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::NaiveDate;
use tournament::document::{EventDocument, RegulationChoice};
use tournament::{Regulation, regulation};

use super::frame::{Frame, answer, done, html};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub, NewEvent};
use crate::store::hub::event::Conduct;

#[derive(Template)]
#[template(path = "../desk/event.html")]
struct Page {
    frame: Frame,
    regulations: Vec<(&'static str, String)>,
}

/// The form, while there is no event.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    match hub.event() {
        Ok(Some(_)) => Redirect::to("/desk").into_response(),
        Ok(None) => answer(&reader, show(&hub, &reader, &officer)),
        Err(error) => super::refusal::broken(&reader, &error),
    }
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let title = |name: &&'static str| {
        let known = Regulation::built_in(name)?;
        let title = match reader.lang {
            Lang::Zh => known.title,
            Lang::En => known.title_en,
        };
        Ok::<_, ActError>((*name, title))
    };
    let page = Page {
        frame: Frame::new(hub, reader, officer, "event", ("新比赛", "New event"))?,
        regulations: regulation::NAMES
            .iter()
            .map(title)
            .collect::<Result<_, _>>()?,
    };
    Ok(html(reader, &page))
}

/// What the form holds.
#[derive(Debug, Default)]
struct Sent {
    title: String,
    regulation: String,
    /// A regulation of one's own, TOML; it stands over the built-in one.
    own: String,
    rounds: String,
    first_day: String,
    seed: String,
}

async fn fields(mut form: Multipart) -> Result<Sent, ActError> {
    let broken = ActError::Refused("表单不完整", "the form is not complete");
    let mut sent = Sent::default();
    while let Ok(Some(field)) = form.next_field().await {
        let name = field.name().unwrap_or_default().to_owned();
        let Ok(text) = field.text().await else {
            return Err(broken);
        };
        let place = match name.as_str() {
            "title" => &mut sent.title,
            "regulation" => &mut sent.regulation,
            "own" => &mut sent.own,
            "rounds" => &mut sent.rounds,
            "first_day" => &mut sent.first_day,
            "seed" => &mut sent.seed,
            _ => continue,
        };
        text.trim().clone_into(place);
    }
    Ok(sent)
}

fn new_event(sent: Sent) -> Result<NewEvent, ActError> {
    if sent.title.is_empty() {
        return Err(ActError::Refused("请写比赛名称", "the event needs a title"));
    }
    let rounds_planned = match sent.rounds.as_str() {
        "" => None,
        text => Some(
            text.parse()
                .ok()
                .filter(|rounds| (1..100).contains(rounds))
                .ok_or(ActError::Refused("轮次为 1 至 99", "rounds are 1 to 99"))?,
        ),
    };
    let first_day = match sent.first_day.as_str() {
        "" => None,
        text => Some(text.parse::<NaiveDate>().map_err(|_| {
            ActError::Refused("日期写作 2019-06-15", "write the day as 2019-06-15")
        })?),
    };
    let (regulation, choice) = if sent.own.is_empty() {
        let built_in = Regulation::built_in(&sent.regulation)?;
        (built_in, RegulationChoice::Named(sent.regulation))
    } else {
        let own = Regulation::from_toml(&sent.own)?;
        let object = serde_json::to_value(&own).unwrap_or_default();
        let choice = object.as_object().cloned().map(RegulationChoice::Inline);
        (own, choice.unwrap_or_default())
    };
    let document = EventDocument {
        title: Some(sent.title),
        regulation: choice,
        rounds_planned,
        first_day,
        seed: Some(sent.seed).filter(|seed| !seed.is_empty()),
        ..EventDocument::default()
    };
    Ok(NewEvent {
        document,
        regulation,
        conduct: Conduct::default(),
    })
}

/// Makes the event.
pub async fn create(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    form: Multipart,
) -> Response {
    let result = fields(form)
        .await
        .and_then(new_event)
        .and_then(|new| hub.create_event(new, &officer.actor));
    done(&reader, result, "/desk/people")
}
