//! Certificates by template: one page for each prize.

use serde::Deserialize;

use super::ink::{Mark, Tone};
use super::paper::Press;
use super::{BulletinError, Print, finish, text};
use crate::publish::Edition;

/// What a certificate says. `{event}`, `{name}`, `{unit}`, `{list}` and `{place}` are filled in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The heading.
    pub title: String,
    /// The text, a paragraph a line.
    pub body: Vec<String>,
    /// Who gives it, a line each.
    pub signers: Vec<String>,
    /// The day, as it is to be printed.
    #[serde(default)]
    pub day: String,
}

impl Default for Template {
    fn default() -> Self {
        Self {
            title: "荣誉证书".to_owned(),
            body: vec![
                "{name}（{unit}）：".to_owned(),
                "在{event}中荣获{list}第{place}名，特发此证，以资鼓励。".to_owned(),
            ],
            signers: vec!["竞赛组织委员会".to_owned()],
            day: String::new(),
        }
    }
}

impl Template {
    /// Reads a template written as TOML.
    ///
    /// # Errors
    /// The line that cannot be read.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

/// A certificate for every prize of every list; none while no prize is given.
///
/// # Errors
/// When the PDF cannot be put together.
pub fn print(edition: &Edition, template: &Template) -> Result<Option<Print>, BulletinError> {
    let mut press = Press::new(edition.title());
    if !edition.is_over() {
        return Ok(None);
    }
    for (list, rule) in edition.prizes.lists.iter().zip(&edition.regulation.prizes) {
        for award in &list.awards {
            let (name, unit) = match (award.number, &award.team) {
                (Some(number), _) => (edition.name(number), edition.unit(number).to_owned()),
                (None, team) => (team.clone().unwrap_or_default(), String::new()),
            };
            let fill = |line: &str| {
                fill(
                    line,
                    edition.title(),
                    &name,
                    &unit,
                    &rule.title,
                    award.place,
                )
            };
            one(&mut press, template, &fill);
        }
    }
    if press.paper.pages() == 0 {
        return Ok(None);
    }
    finish("certificates", "获奖证书", "Certificates", press.paper).map(Some)
}

fn fill(line: &str, event: &str, name: &str, unit: &str, list: &str, place: u32) -> String {
    // In one pass, so that a name with braces in it stays a name.
    let mut filled = String::new();
    let mut rest = line.replace(
        "（{unit}）",
        if unit.is_empty() { "" } else { "（{unit}）" },
    );
    while let Some(at) = rest.find('{') {
        let Some(end) = rest[at..].find('}').map(|end| at + end) else {
            break;
        };
        filled.push_str(&rest[..at]);
        match &rest[at + 1..end] {
            "event" => filled.push_str(event),
            "name" => filled.push_str(name),
            "unit" => filled.push_str(unit),
            "list" => filled.push_str(list),
            "place" => filled.push_str(&ordinal(place)),
            _ => filled.push_str(&rest[at..=end]),
        }
        rest = rest[end + 1..].to_owned();
    }
    filled + &rest
}

/// 一 to 九十九, as certificates say it.
fn ordinal(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (number as usize / 10, DIGITS[number as usize % 10]);
    match tens {
        0 => ones.to_owned(),
        1 => format!("十{ones}"),
        2..=9 => format!("{}十{ones}", DIGITS[tens]),
        _ => number.to_string(),
    }
}

fn one(press: &mut Press, template: &Template, fill: &impl Fn(&str) -> String) {
    press.sheet(true, false);
    let (width, height) = (press.width() + 96.0, press.height());
    for (inset, line, tone) in [(26.0, 2.4, Tone::Red), (33.0, 0.8, Tone::Red)] {
        let corners = [
            (inset, inset),
            (width - inset, inset),
            (width - inset, height - inset),
            (inset, height - inset),
        ];
        for at in 0..4 {
            let (from, to) = (corners[at], corners[(at + 1) % 4]);
            press.put(Mark::Line {
                from,
                to,
                width: line,
                tone,
            });
        }
    }
    let title = template
        .title
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join("　");
    press.centred(150.0, 46.0, Tone::Red, &title);
    press.y = 196.0;
    let (left, column, size) = (110.0, width - 220.0, 21.0);
    for (at, line) in template.body.iter().enumerate() {
        let indent = if at == 0 { 0.0 } else { size * 2.0 };
        let words = fill(line);
        for (row, shown) in text::lines(&press.paper.face, &words, size, column, indent)
            .iter()
            .enumerate()
        {
            press.y += size * 1.75;
            let x = left + if row == 0 { indent } else { 0.0 };
            press.text(x, press.y, size, Tone::Ink, shown);
        }
    }
    let mut y = height - 130.0;
    for line in template
        .signers
        .iter()
        .chain([&template.day])
        .filter(|line| !line.is_empty())
    {
        let wide = press.paper.face.width(line, 17.0);
        press.text(width - 110.0 - wide, y, 17.0, Tone::Ink, fill(line));
        y += 30.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in_once_and_names_stay_names() {
        let line = |name, unit| {
            fill(
                "{name}（{unit}）获第{place}名{x}",
                "杯",
                name,
                unit,
                "个人",
                12,
            )
        };
        assert_eq!(line("王平", "清水"), "王平（清水）获第十二名{x}");
        assert_eq!(line("{place}", ""), "{place}获第十二名{x}");
        assert_eq!([1, 10, 40, 99].map(ordinal), ["一", "十", "四十", "九十九"]);
        let own = "title = \"奖状\"\nbody = [\"{name}\"]\nsigners = []\n";
        assert_eq!(Template::from_toml(own).unwrap().title, "奖状");
        assert!(Template::from_toml("titel = \"\"").is_err());
    }
}
