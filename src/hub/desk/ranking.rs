//! `/desk/ranking`: places, prizes, the questions the regulation leaves open, the payout sheet.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tournament::answers;
use tournament::prizes;

use super::frame::{Frame, answer as page_or, done, html};
use super::refusal;
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::act::note;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub, the_event};

#[derive(Template)]
#[template(path = "../desk/ranking.html")]
struct Page {
    frame: Frame,
    provisional: bool,
    questions: Vec<Asked>,
    lots: Vec<String>,
    stale: Vec<u16>,
    totals: Vec<(String, u64)>,
}

struct Asked {
    name: &'static str,
    words: String,
    default: String,
    answer: String,
    yes_or_no: bool,
}

/// Places and prizes at the desk.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    page_or(&reader, show(&hub, &reader, &officer))
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let l = reader.lang;
    let tables = hub.tables()?;
    let regulation = &tables.event.regulation;
    let asked = answers::questions(&tables.document, regulation)
        .into_iter()
        .map(|question| Asked {
            name: question.name,
            words: match l {
                Lang::Zh => question.words.zh,
                Lang::En => question.words.en,
            },
            yes_or_no: question.default.is_boolean(),
            default: plain(l, &question.default),
            answer: question
                .answer
                .as_ref()
                .map(|answer| plain(l, answer))
                .unwrap_or_default(),
        });
    let prizes = prizes::award(&tables.document, regulation, &tables.standings);
    let title = |list: &str| {
        let rule = regulation.prizes.iter().find(|rule| rule.list == list);
        let title = rule.map(|rule| match l {
            Lang::Zh => rule.title.clone(),
            Lang::En => rule.title_en.clone(),
        });
        title
            .filter(|title| !title.is_empty())
            .unwrap_or_else(|| list.to_owned())
    };
    let name = |number: &u32| tables.player(*number).map(|player| player.name.clone());
    // Before the last game the next one may still separate them.
    let over = !tables.standings.provisional
        && regulation
            .rounds_of(&tables.document)
            .is_none_or(|rounds| tables.document.last_round() >= rounds);
    let lots = tables
        .standings
        .lots_needed
        .iter()
        .filter(|_| over)
        .map(|group| group.iter().filter_map(name).collect::<Vec<_>>().join("、"));
    let page = Page {
        frame: Frame::new(
            hub,
            reader,
            officer,
            "ranking",
            ("名次奖励", "Places, prizes"),
        )?,
        provisional: tables.standings.provisional,
        questions: asked.collect(),
        lots: lots.collect(),
        stale: hub.rounds_paired_with_old_results()?,
        totals: prizes
            .totals
            .iter()
            .map(|(list, total)| (title(list), *total))
            .collect(),
    };
    Ok(html(reader, &page))
}

fn plain(l: Lang, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => l.t("是", "yes").to_owned(),
        Value::Bool(false) => l.t("否", "no").to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

/// An answer.
#[derive(Deserialize)]
pub struct AnswerForm {
    name: String,
    answer: String,
}

/// What somebody typed: yes, no, a number, or several.
fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    match text {
        "yes" | "是" => return Some(Value::Bool(true)),
        "no" | "否" => return Some(Value::Bool(false)),
        _ => {}
    }
    let numbers: Option<Vec<u64>> = text
        .split([',', '，', '、', ' '])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty())?;
    Some(if let [number] = numbers[..] {
        Value::from(number)
    } else {
        Value::from(numbers)
    })
}

/// Answers a question.
pub async fn answer(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<AnswerForm>,
) -> Response {
    let unclear = ActError::Refused(
        "回答是或否，或数目",
        "answer yes or no, a number, or several with commas",
    );
    let result = value(&form.answer)
        .ok_or(unclear)
        .and_then(|answer| hub.answer_question(&form.name, answer, &officer.actor));
    done(&reader, result, "/desk/ranking")
}

/// Numbers, best first.
#[derive(Deserialize)]
pub struct LotsForm {
    order: String,
}

/// Enters the lots the chief arbiter drew.
pub async fn lots(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<LotsForm>,
) -> Response {
    let numbers: Option<Vec<u32>> = form
        .order
        .split([',', '，', '、', ' '])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let unclear = ActError::Refused("写编号，先者列前", "write numbers, the better lot first");
    let result = numbers
        .filter(|numbers| !numbers.is_empty())
        .ok_or(unclear)
        .and_then(|numbers| hub.enter_lots(numbers, &officer.actor));
    done(&reader, result, "/desk/ranking")
}

/// Removes personal data after the payout; the word typed guards against a slip of the finger.
#[derive(Deserialize)]
pub struct ForgetForm {
    #[serde(default)]
    sure: String,
}

/// Removes everybody's personal data.
pub async fn forget(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<ForgetForm>,
) -> Response {
    let unsure = ActError::Refused("请勾选确认", "tick the box to confirm");
    let result = match form.sure.as_str() {
        "yes" => hub.forget_personal(&officer.actor),
        _ => Err(unsure),
    };
    done(&reader, result, "/desk/ranking")
}

/// The payout sheet with bank accounts, for the treasurer alone.
pub async fn payout(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    match payout_sheet(&hub, &officer) {
        Ok(sheet) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"payout.csv\"",
                ),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, sheet).into_response()
        }
        Err(error) => refusal::of(&reader, &error),
    }
}

fn payout_sheet(hub: &Hub, officer: &Officer) -> Result<Vec<u8>, ActError> {
    let tables = hub.tables()?;
    let prizes = prizes::award(
        &tables.document,
        &tables.event.regulation,
        &tables.standings,
    );
    // Excel reads UTF-8 only behind this mark.
    let mut sheet = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
    let broken = |error: csv::Error| crate::store::StoreError::corrupt("payout sheet", error);
    let head = [
        "奖项 list",
        "名次 place",
        "姓名 name",
        "金额 amount",
        "开户行 bank",
        "账号 account",
    ];
    sheet.write_record(head).map_err(broken)?;
    for list in &prizes.lists {
        for award in &list.awards {
            let (name, bank, account) = match award.number {
                Some(number) => {
                    let (player, personal) = hub.look_up_personal(number)?;
                    (player.name, personal.bank, personal.account)
                }
                None => (
                    award.team.clone().unwrap_or_default(),
                    String::new(),
                    String::new(),
                ),
            };
            let amount = award
                .amount
                .map(|amount| amount.to_string())
                .unwrap_or_default();
            let row = [
                list.list.clone(),
                award.place.to_string(),
                as_text(&name),
                amount,
                as_text(&bank),
                as_text(&account),
            ];
            sheet.write_record(row).map_err(broken)?;
        }
    }
    let actor = officer.actor.clone();
    hub.store().write(move |connection| {
        let event = the_event(connection)?.id;
        note(connection, event, &actor, "prize.pay", &(), &())?;
        Ok::<_, ActError>(())
    })?;
    sheet.into_inner().map_err(|error| {
        ActError::Store(crate::store::StoreError::corrupt(
            "payout sheet",
            error.to_string(),
        ))
    })
}

/// A cell that no spreadsheet takes for a formula.
pub fn as_text(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
