//! Why something is refused, in Chinese. The pure crates say it in English, in one line.

use tournament::check::Rule;
use tournament::entries::EntryFault;
use tournament::entries::identity::IdentityFault;
use tournament::pairing::PairingError;

use super::lang::Lang;
use crate::store::hub::round::Words;

fn words(zh: impl Into<String>, en: impl ToString) -> Words {
    Words {
        zh: zh.into(),
        en: en.to_string(),
    }
}

/// Why an entry is refused.
pub fn of_entry(fault: &EntryFault) -> Words {
    let zh = match fault {
        EntryFault::NumberTaken(number) => format!("编号 {number} 已有人"),
        EntryFault::NoName(_) => "没有姓名".to_owned(),
        EntryFault::TeamFull { team, most } => format!("{team} 已满 {most} 人"),
        EntryFault::TooOld { age, limit, .. } => format!("首日 {age} 岁，限 {limit} 岁以下"),
        EntryFault::Unknown(number) => format!("没有编号 {number}"),
        EntryFault::Begun(_) => "第 1 轮已编排".to_owned(),
        EntryFault::HasPlayed { number, round } => {
            format!("编号 {number} 在第 {round} 轮已有对局")
        }
        EntryFault::UnknownRegion { region, .. } => format!("规程里没有籍贯“{region}”"),
    };
    words(zh, fault)
}

/// Why an identity number cannot be right; the number itself is not repeated.
pub fn of_identity(fault: &IdentityFault) -> Words {
    let zh = match fault {
        IdentityFault::Length(count) => format!("身份证号应为 18 位，这里是 {count} 位"),
        IdentityFault::Character(at) => format!("身份证号第 {at} 位不是数字"),
        IdentityFault::Province => "身份证号开头不是省份代码".to_owned(),
        IdentityFault::Date => "身份证号中的出生日期不存在".to_owned(),
        IdentityFault::CheckDigit => "身份证号的校验位不符".to_owned(),
    };
    words(zh, fault)
}

/// Why a row of a table is bad, from the one line the table's reader gives.
pub fn of_row(reason: String) -> Words {
    let quoted = reason.split('`').nth(1).unwrap_or_default();
    let zh = if reason.contains("the name is missing") {
        "没有姓名".to_owned()
    } else if reason.contains("is no sex") {
        format!("性别“{quoted}”应为男或女")
    } else if reason.contains("is no date") {
        format!("“{quoted}”不是日期")
    } else if reason.contains("is no number") {
        format!("“{quoted}”不是编号")
    } else if reason.contains("knows no region") {
        format!("规程里没有籍贯“{quoted}”")
    } else if reason.contains("stands in two rows") {
        let number = reason.split_whitespace().nth(1).unwrap_or_default();
        format!("编号 {number} 在两行里")
    } else if reason.contains("no column is headed") {
        "没有“姓名”一列".to_owned()
    } else {
        reason.clone()
    };
    words(zh, reason)
}

/// A number so long that a spreadsheet has lost its end.
pub fn number_lost() -> Words {
    words(
        "长号码存成了数值，末几位已丢失；请把这一列设为文本",
        "a long number is kept as a number, so its last digits are lost; format the column as text",
    )
}

/// An identity number that an earlier row has.
pub fn identity_twice(row: usize) -> Words {
    words(
        format!("身份证号与第 {row} 行相同"),
        format!("the identity number stands in row {row} already"),
    )
}

/// Why a round cannot be paired.
pub fn of_pairing(error: &PairingError) -> String {
    match error {
        PairingError::Document(fault) => format!("数据矛盾：{fault}"),
        PairingError::Edit(fault) => format!("这样改不成：{fault}"),
        PairingError::TooFew { round, active } => {
            format!("第 {round} 轮只剩 {active} 人，不能编排")
        }
        PairingError::Impossible { round, blocked } => {
            let blocked: Vec<String> = blocked.iter().map(ToString::to_string).collect();
            let blocked = blocked.join("、");
            format!("第 {round} 轮无法编排：编号 {blocked} 不能都有对手")
        }
    }
}

/// What the checker found broken.
pub const fn of_rule(l: Lang, rule: Rule) -> &'static str {
    match rule {
        Rule::Rematch => l.t("重逢", "rematch"),
        Rule::Forbidden => l.t("不得相遇", "forbidden pair"),
        Rule::ThirdColour => l.t("连续三局同色", "third game of one colour"),
        Rule::ColourDifference => l.t("先后手相差过多", "colours differ by more than two"),
        Rule::UnfilledGroup => l.t("同分组没有配满", "a score group could be filled better"),
        Rule::Bye => l.t("轮空不当", "wrong bye"),
        Rule::Unpaired => l.t("有人漏排", "a player is left out"),
        Rule::Absent => l.t("不在赛者被编排", "somebody absent is paired"),
        Rule::WomenEvent => l.t("女子组与男子组混排", "women's event and main event mixed"),
    }
}
