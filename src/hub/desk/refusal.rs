//! What the desk says when it does not do something.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, reason};

/// A sentence in Chinese and English.
pub type Words = (&'static str, &'static str);

/// No such address, or none that anybody may open.
pub const CLOSED: Words = ("这里没有内容。", "There is nothing here.");
/// Nobody is signed in.
pub const SIGNED_OUT: Words = ("请先登录。", "Please sign in first.");
/// The role does not allow it.
pub const NOT_YOURS: Words = ("你的角色不能做这件事。", "Your role does not allow this.");
/// The form is not from this desk.
pub const FOREIGN: Words = (
    "表单已过期或不是从这里发出的，什么也没有改动。请返回重试。",
    "The form is out of date or did not come from here. Nothing was changed; please go back and \
     try again.",
);

#[derive(Template)]
#[template(path = "../desk/refusal.html")]
struct Page {
    l: Lang,
    text: String,
}

fn render(lang: Lang, status: StatusCode, text: String) -> Response {
    match (Page {
        l: lang,
        text: text.clone(),
    })
    .render()
    {
        Ok(page) => (status, Html(page)).into_response(),
        Err(_) => (status, text).into_response(),
    }
}

/// A page with one sentence.
pub fn page(reader: &Reader, status: StatusCode, (zh, en): Words) -> Response {
    render(reader.lang, status, reader.lang.t(zh, en).to_owned())
}

/// The hub cannot do it now.
pub fn broken(reader: &Reader, error: &dyn std::error::Error) -> Response {
    tracing::error!(path = reader.path, %error, "the desk failed");
    let words = (
        "中枢暂时做不了，请再试一次。",
        "The hub cannot do this now. Please try again.",
    );
    page(reader, StatusCode::SERVICE_UNAVAILABLE, words)
}

/// Why an action was not carried out, in the reader's language.
pub fn of(reader: &Reader, error: &ActError) -> Response {
    let l = reader.lang;
    let text = match (l, error) {
        // Before there is an event every page leads to where it is made.
        (_, ActError::NoEvent) => return Redirect::to("/desk/event").into_response(),
        (_, ActError::Store(error)) => return broken(reader, error),
        (Lang::Zh, error) => in_chinese(error),
        (Lang::En, error) => error.to_string(),
    };
    render(l, StatusCode::CONFLICT, text)
}

fn in_chinese(error: &ActError) -> String {
    match error {
        ActError::NoEvent => "比赛还没有建立".to_owned(),
        ActError::EventExists(title) => format!("已有比赛：{title}"),
        ActError::Unsound { round, detail } => format!("第 {round} 轮编排不合规：{detail}"),
        ActError::BoardsOpen { round, boards } => format!("第 {round} 轮还有未完的台：{boards:?}"),
        ActError::RoundOpen(round) => format!("第 {round} 轮还没有结束"),
        ActError::AllPlayed(rounds) => format!("{rounds} 轮已全部下完"),
        ActError::NoRound(round) => format!("没有第 {round} 轮"),
        ActError::Frozen(round) => format!("第 {round} 轮已公布，台次不能再动"),
        ActError::Changed { round } => format!("第 {round} 轮的编排在你看过之后改动了，请重新查看"),
        ActError::NoGame => "没有这一台".to_owned(),
        ActError::NoTerminal => "没有这个终端".to_owned(),
        ActError::Review(error) => format!("审谱：{error}"),
        ActError::Refused(zh, _) => (*zh).to_owned(),
        ActError::Pairing(error) => reason::of_pairing(error),
        ActError::Entry(fault) => reason::of_entry(fault).zh,
        ActError::Document(error) => format!("数据矛盾：{error}"),
        ActError::Regulation(error) => format!("规程有误：{error}"),
        ActError::Store(error) => error.to_string(),
    }
}
