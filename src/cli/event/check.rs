//! `qipu event check`: what the rounds of a document should not have.

use serde_json::json;
use tournament::check::{self, Rule};

use super::source::Source;
use super::text::{self, say};
use crate::cli::{CliResult, Outcome};

/// 检查各轮编排。 Looks over the pairing of every round.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let desk = arguments.source.open()?;
    let violations = check::check(&desk.event, &desk.regulation);
    if arguments.json {
        text::print_json(&json!({ "violations": violations }))?;
    } else {
        for found in &violations {
            let board = found
                .board
                .map(|board| format!("，第{board}台"))
                .unwrap_or_default();
            let soft = if found.soft { "（可放宽）" } else { "" };
            say!(
                "第{}轮{board}：{}{soft} / {}",
                found.round,
                in_chinese(found.rule),
                found.detail
            );
        }
        if violations.is_empty() {
            say!("未见问题 / nothing found");
        }
    }
    Ok(if violations.iter().any(|found| !found.soft) {
        Outcome::CheckFailed
    } else {
        Outcome::Done
    })
}

fn in_chinese(rule: Rule) -> &'static str {
    match rule {
        Rule::Rematch => "重复相遇",
        Rule::Forbidden => "不得相遇",
        Rule::ThirdColour => "连续三次同色",
        Rule::ColourDifference => "先后手相差过二",
        Rule::UnfilledGroup => "同分组未排满",
        Rule::Bye => "轮空不当",
        Rule::Unpaired => "漏排",
        Rule::Absent => "不在场者被编排",
        Rule::WomenEvent => "男女混排",
    }
}
