//! The one way to the desk: who is signed in, whether the role may, whether the form is ours.
//!
//! [`DOORS`] says which action each address takes. An address that is not in it is closed to
//! everybody, so that no page is ever open by oversight.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Form;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, FromRequest, MatchedPath, Multipart, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::role::Action;
use super::session::Session;
use crate::hub::act::note;
use crate::hub::desk::refusal;
use crate::hub::page::Reader;
use crate::hub::{Actor, Hub};
use crate::store::StoreError;
use crate::store::hub::event;

/// The cookie's name.
pub const COOKIE: &str = "qipu";
/// The largest form, bytes: a list of people with their spreadsheet.
const LARGEST: usize = 8 << 20;

/// Which action an address of the desk takes.
#[derive(Debug, Clone, Copy)]
pub struct Door {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The route, as the router has it.
    pub path: &'static str,
    /// The action.
    pub action: Action,
}

pub use crate::hub::desk::DOORS;

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Lets a request through to the desk, or not.
pub async fn guard(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    reader: Reader,
    matched: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let method = request.method().clone();
    let door = DOORS
        .iter()
        .find(|door| door.path == matched.as_str() && door.method == method);
    let Some(door) = door else {
        return refusal::page(&reader, StatusCode::FORBIDDEN, refusal::CLOSED);
    };
    let session = match signed_in(&hub, request.headers()) {
        Ok(Some(session)) => session,
        Ok(None) if method == Method::GET => return Redirect::to("/desk/sign-in").into_response(),
        Ok(None) => return refusal::page(&reader, StatusCode::UNAUTHORIZED, refusal::SIGNED_OUT),
        Err(error) => return refusal::broken(&reader, &error),
    };
    let actor = Actor {
        who: session.account.clone(),
        origin: from.ip().to_string(),
    };
    if !session.may(door.action) {
        return turn_away(&hub, &reader, actor, door.action.code(), refusal::NOT_YOURS);
    }
    let request = if method == Method::POST {
        match own_form(request, &session).await {
            Some(request) => request,
            None => return turn_away(&hub, &reader, actor, "form.foreign", refusal::FOREIGN),
        }
    } else {
        request
    };
    let mut request = request;
    request.extensions_mut().insert(Officer { session, actor });
    next.run(request).await
}

/// Who is signed in.
///
/// # Errors
/// The database's errors.
pub fn signed_in(hub: &Hub, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
    match cookie(headers, COOKIE) {
        Some(cookie) => hub.session(cookie),
        None => Ok(None),
    }
}

/// Somebody at the desk, let through by [`guard`].
#[derive(Debug, Clone)]
pub struct Officer {
    /// The session.
    pub session: Session,
    /// The same for the audit log.
    pub actor: Actor,
}

/// Refuses and writes it down.
pub fn turn_away(
    hub: &Hub,
    reader: &Reader,
    actor: Actor,
    what: &'static str,
    why: refusal::Words,
) -> Response {
    tracing::warn!(who = actor.who, what, "turned away from the desk");
    let noted = hub.store().write(move |connection| {
        let event = event::current(connection)?.map(|event| event.id);
        note(connection, event, &actor, "desk.turned_away", &(), &what)
    });
    match noted {
        Ok(()) => refusal::page(reader, StatusCode::FORBIDDEN, why),
        Err(error) => refusal::broken(reader, &error),
    }
}

/// The request again, when its form carries the session's token.
async fn own_form(request: Request, session: &Session) -> Option<Request> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, LARGEST).await.ok()?;
    let token = token_in(&parts, &body).await?;
    (token == session.csrf).then(|| Request::from_parts(parts, Body::from(body)))
}

/// What a form carries as its token, whichever way it was sent.
pub async fn token_in(parts: &Parts, body: &Bytes) -> Option<String> {
    let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
    let kind = parts.headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if kind.starts_with("multipart/form-data") {
        let mut form = Multipart::from_request(request, &()).await.ok()?;
        while let Ok(Some(field)) = form.next_field().await {
            if field.name() == Some("csrf") {
                return field.text().await.ok();
            }
        }
        return None;
    }
    let Form(mut fields) = Form::<HashMap<String, String>>::from_request(request, &())
        .await
        .ok()?;
    fields.remove("csrf")
}
