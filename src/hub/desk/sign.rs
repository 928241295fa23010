//! Signing in and out, and the first start. Nobody has a session here yet, so the form's token is
//! the one in a cookie of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::frame::html;
use super::refusal;
use crate::hub::account::gate::{COOKIE, cookie, signed_in, turn_away};
use crate::hub::account::{SignInError, random};
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Actor, Hub};

/// The cookie of a form before anybody is signed in.
const FORM_COOKIE: &str = "qipu_form";

#[derive(Template)]
#[template(path = "../desk/sign.html")]
struct Page {
    l: Lang,
    token: String,
    /// Whether this is the first start, which asks for the code as well.
    first: bool,
    fault: &'static str,
}

fn form(hub: &Hub, reader: &Reader, first: bool, fault: &'static str) -> Response {
    let token = match random::<16>() {
        Ok(bytes) => hex::encode(bytes),
        Err(error) => return refusal::broken(reader, &error),
    };
    let secure = if hub.is_encrypted() { "; Secure" } else { "" };
    let set = format!("{FORM_COOKIE}={token}; Path=/desk; HttpOnly; SameSite=Strict{secure}");
    let page = Page {
        l: reader.lang,
        token,
        first,
        fault,
    };
    let mut response = html(reader, &page);
    if !fault.is_empty() {
        *response.status_mut() = StatusCode::FORBIDDEN;
    }
    if let Ok(set) = HeaderValue::from_str(&set) {
        response.headers_mut().append(header::SET_COOKIE, set);
    }
    response
}

/// The page to sign in, or the first start while there is no account.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Response {
    match hub.has_accounts() {
        Ok(true) => form(&hub, &reader, false, ""),
        Ok(false) => Redirect::to("/desk/start").into_response(),
        Err(error) => refusal::broken(&reader, &error),
    }
}

/// The page of the first start.
pub async fn start_page(State(hub): State<Arc<Hub>>, reader: Reader) -> Response {
    match hub.has_accounts() {
        Ok(false) => form(&hub, &reader, true, ""),
        Ok(true) => Redirect::to("/desk/sign-in").into_response(),
        Err(error) => refusal::broken(&reader, &error),
    }
}

/// What the two forms send.
#[derive(Deserialize)]
pub struct Sent {
    #[serde(default)]
    csrf: String,
    #[serde(default)]
    code: String,
    name: String,
    password: String,
}

fn is_own(headers: &HeaderMap, sent: &Sent) -> bool {
    !sent.csrf.is_empty() && cookie(headers, FORM_COOKIE) == Some(sent.csrf.as_str())
}

/// Turns a form away that did not come from here.
fn foreign(hub: &Hub, reader: &Reader, from: SocketAddr) -> Response {
    let actor = Actor {
        who: String::new(),
        origin: from.ip().to_string(),
    };
    turn_away(hub, reader, actor, "form.foreign", refusal::FOREIGN)
}

/// Signs somebody in.
pub async fn sign_in(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    reader: Reader,
    headers: HeaderMap,
    Form(sent): Form<Sent>,
) -> Response {
    if !is_own(&headers, &sent) {
        return foreign(&hub, &reader, from);
    }
    let l = reader.lang;
    let tried = {
        let hub = Arc::clone(&hub);
        // A password takes its time on purpose; the tasks that serve must not wait for it.
        tokio::task::spawn_blocking(move || hub.sign_in(&sent.name, &sent.password, from.ip()))
    };
    let fault = match tried.await {
        Ok(Ok(secret)) => {
            let secure = if hub.is_encrypted() { "; Secure" } else { "" };
            let set = format!(
                "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=50400{secure}",
                secret.0
            );
            let mut response = Redirect::to("/desk").into_response();
            if let Ok(set) = HeaderValue::from_str(&set) {
                response.headers_mut().insert(header::SET_COOKIE, set);
            }
            return response;
        }
        Ok(Err(SignInError::Locked)) => l.t(
            "密码错误次数太多，请过几分钟再试。",
            "Too many wrong passwords. Please try again in some minutes.",
        ),
        Ok(Err(SignInError::Wrong)) => {
            l.t("帐号或密码不对。", "The name or the password is wrong.")
        }
        Ok(Err(error @ SignInError::Store(_))) => return refusal::broken(&reader, &error),
        Err(error) => return refusal::broken(&reader, &error),
    };
    form(&hub, &reader, false, fault)
}

/// Makes the first chief arbiter by the code on the console.
pub async fn start(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    reader: Reader,
    headers: HeaderMap,
    Form(sent): Form<Sent>,
) -> Response {
    if !is_own(&headers, &sent) {
        return foreign(&hub, &reader, from);
    }
    if hub.presence.is_barred(from.ip()) {
        let fault = reader
            .lang
            .t("请过几分钟再试。", "Please try again in some minutes.");
        return form(&hub, &reader, true, fault);
    }
    let actor = Actor {
        who: "console".to_owned(),
        origin: from.ip().to_string(),
    };
    let made = {
        let hub = Arc::clone(&hub);
        tokio::task::spawn_blocking(move || {
            hub.first_start(&sent.code, &sent.name, &sent.password, &actor)
        })
    };
    match made.await {
        Ok(Ok(())) => Redirect::to("/desk/sign-in").into_response(),
        Ok(Err(ActError::Refused(zh, en))) => {
            hub.presence.wrong_code(from.ip());
            form(&hub, &reader, true, reader.lang.t(zh, en))
        }
        Ok(Err(error)) => refusal::of(&reader, &error),
        Err(error) => refusal::broken(&reader, &error),
    }
}

/// What the button sends.
#[derive(Deserialize)]
pub struct Leaving {
    #[serde(default)]
    csrf: String,
}

/// Ends the session.
pub async fn sign_out(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    reader: Reader,
    headers: HeaderMap,
    Form(leaving): Form<Leaving>,
) -> Response {
    let session = match signed_in(&hub, &headers) {
        Ok(session) => session,
        Err(error) => return refusal::broken(&reader, &error),
    };
    let Some(session) = session.filter(|session| session.csrf == leaving.csrf) else {
        return foreign(&hub, &reader, from);
    };
    let actor = Actor {
        who: session.account,
        origin: from.ip().to_string(),
    };
    if let Some(secret) = cookie(&headers, COOKIE)
        && let Err(error) = hub.sign_out(secret, &actor)
    {
        return refusal::broken(&reader, &error);
    }
    let gone = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    let mut response = Redirect::to("/desk/sign-in").into_response();
    if let Ok(gone) = HeaderValue::from_str(&gone) {
        response.headers_mut().insert(header::SET_COOKIE, gone);
    }
    response
}
