//! `/regulation`: what the event is played by.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use tournament::Regulation;
use tournament::regulation::{Chosen, DrawnOwes};

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;
use crate::hub::lang::Lang;

#[derive(Template)]
#[template(path = "regulation.html")]
struct Page {
    frame: Frame,
    title: String,
    facts: Vec<(&'static str, String)>,
    prizes: Vec<(String, String)>,
    /// The whole of it, as a file that can be used again.
    text: String,
}

/// The regulation.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let regulation = &tables.event.regulation;
    let rounds = regulation.rounds_of(&tables.document);
    let title = |zh: &str, en: &str| match l {
        Lang::Zh => zh.to_owned(),
        Lang::En => en.to_owned(),
    };
    let prizes = regulation.prizes.iter().map(|list| {
        let amounts: Vec<String> = list.amounts.iter().map(ToString::to_string).collect();
        (
            title(&list.title, &list.title_en),
            amounts.join(l.t("、", ", ")),
        )
    });
    let page = Page {
        frame: Frame::new(
            &reader,
            &tables,
            "downloads",
            l.t("规程", "Regulation").to_owned(),
        ),
        title: title(&regulation.title, &regulation.title_en),
        facts: facts(l, regulation, rounds),
        prizes: prizes.collect(),
        text: toml::to_string(regulation).map_err(|error| Fault::broken(&reader, &error))?,
    };
    html(&reader, &page)
}

fn facts(l: Lang, regulation: &Regulation, rounds: Option<u16>) -> Vec<(&'static str, String)> {
    let time = &regulation.time;
    let limit = &regulation.natural_limit;
    let mut facts = Vec::new();
    if let Some(rounds) = rounds {
        facts.push((l.t("轮次", "Rounds"), rounds.to_string()));
    }
    facts.push((
        l.t("用时", "Time"),
        match l {
            Lang::Zh => format!(
                "{} 分加每着 {} 秒",
                time.base_minutes, time.increment_seconds
            ),
            Lang::En => format!(
                "{} min and {} s a move",
                time.base_minutes, time.increment_seconds
            ),
        },
    ));
    facts.push((
        l.t("自然限着", "Natural limit"),
        match l {
            Lang::Zh => format!(
                "{} 回合，提出方将军计 {} 着",
                limit.rounds, limit.claimant_check_cap
            ),
            Lang::En => format!(
                "{} rounds of moves, {} of the claimant's checks count",
                limit.rounds, limit.claimant_check_cap
            ),
        },
    ));
    for rule in &regulation.recording {
        let to = rule.to_round.map(|to| to.to_string());
        let to = to.unwrap_or_else(|| l.t("末", "the last").to_owned());
        let who = match (l, &rule.chosen) {
            (Lang::Zh, Chosen::RandomWinners(count)) => format!("抽 {count} 名胜方录谱"),
            (Lang::En, Chosen::RandomWinners(count)) => format!("{count} winners drawn by lot"),
            (Lang::Zh, Chosen::TopBoards(last)) => format!("前 {last} 台胜方录谱"),
            (Lang::En, Chosen::TopBoards(last)) => format!("winners on boards 1 to {last}"),
        };
        let drawn = match rule.drawn {
            DrawnOwes::Red => l.t("，和棋红方录", ", Red of a drawn game"),
            DrawnOwes::Nobody => "",
        };
        let span = match l {
            Lang::Zh => format!("第 {} 轮至第 {to} 轮：", rule.from_round),
            Lang::En => format!("round {} to {to}: ", rule.from_round),
        };
        facts.push((l.t("录谱", "Records"), format!("{span}{who}{drawn}")));
    }
    let keys = regulation.ranking.keys.iter().map(|key| l.key(key.name()));
    facts.push((
        l.t("名次依次比较", "Places by"),
        keys.collect::<Vec<_>>().join(l.t("、", ", ")),
    ));
    facts
}
