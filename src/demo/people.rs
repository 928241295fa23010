//! Invented players: names, units, regions, women, teams. Nobody is meant.

use super::draw::Draw;

const SURNAMES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤";
const GIVEN_FIRST: &str = "建志国永文晓海春玉世明德长立天宝金家福新云光成俊思子宇浩一书";
const GIVEN_SECOND: &str = "平强军华林峰波辉斌杰涛鹏飞龙亮刚勇超伟健良生义民祥安宁山川野然清堃喆";
const GIVEN_WOMEN: &str = "敏静丽娟燕玲芳霞婷颖倩琳洁慧莹雪梅兰玥岚";

/// Where players come from: the unit's name and the prize regions it lies in.
const UNITS: &[(&str, &[&str])] = &[
    ("清水", &["gansu", "tianshui", "qingshui"]),
    ("秦安", &["gansu", "tianshui"]),
    ("天水", &["gansu", "tianshui"]),
    ("兰州", &["gansu"]),
    ("平凉", &["gansu"]),
    ("西安", &[]),
    ("宝鸡", &[]),
    ("成都", &[]),
    ("郑州", &[]),
    ("太原", &[]),
    ("银川", &[]),
    ("西宁", &[]),
];

/// One invented player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name, unlike every other of the event.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// Team, for three players in five: four of a unit make one.
    pub team: Option<String>,
    /// Whether a woman.
    pub woman: bool,
    /// Prize regions.
    pub regions: &'static [&'static str],
}

/// `count` players for this draw.
pub fn invent(draw: Draw, count: usize) -> Vec<Person> {
    let mut names = std::collections::BTreeSet::new();
    let mut people = Vec::with_capacity(count);
    for number in 0..count as u64 {
        let (unit, regions) = UNITS[draw.below(UNITS.len(), "unit", &[number / 4])];
        let woman = draw.happens(14, "woman", &[number]);
        let mut attempt = 0;
        let name = loop {
            let name = name(draw, number, attempt, woman);
            if names.insert(name.clone()) {
                break name;
            }
            attempt += 1;
        };
        let block = number / 4;
        let team_is_whole = (block + 1) * 4 <= count as u64;
        let team = (team_is_whole && !draw.happens(40, "no team", &[block]))
            .then(|| format!("{unit}{}队", ordinal(block)));
        people.push(Person {
            name,
            unit,
            team,
            woman,
            regions,
        });
    }
    people
}

/// 一, 二, … 十, 十一, …: the number of a team; every block of four has its own.
fn ordinal(block: u64) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let number = block as usize + 1;
    match number {
        1..10 => DIGITS[number].to_owned(),
        10..20 => format!("十{}", DIGITS[number - 10]),
        20..100 => format!("{}十{}", DIGITS[number / 10], DIGITS[number % 10]),
        _ => number.to_string(),
    }
}

fn name(draw: Draw, number: u64, attempt: u64, woman: bool) -> String {
    let pick = |from: &str, what: &str| {
        let characters: Vec<char> = from.chars().collect();
        characters[draw.below(characters.len(), what, &[number, attempt])]
    };
    let mut name = String::from(pick(SURNAMES, "surname"));
    // Two in five names have one given character.
    if draw.below(5, "length", &[number, attempt]) > 1 {
        name.push(pick(GIVEN_FIRST, "first"));
    }
    name.push(pick(
        if woman { GIVEN_WOMEN } else { GIVEN_SECOND },
        "second",
    ));
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hundred_players_have_two_hundred_names_and_whole_teams() {
        let people = invent(Draw::new(7), 200);
        let names: std::collections::BTreeSet<_> = people.iter().map(|p| &p.name).collect();
        assert_eq!(names.len(), 200);
        let mut teams = std::collections::BTreeMap::new();
        for team in people.iter().filter_map(|p| p.team.as_ref()) {
            *teams.entry(team).or_insert(0) += 1;
        }
        assert!(teams.len() > 10);
        assert!(teams.values().all(|members| *members == 4));
        assert!(people.iter().any(|p| p.woman) && people.iter().any(|p| !p.woman));
    }

    #[test]
    fn the_same_seed_invents_the_same_people() {
        assert_eq!(invent(Draw::new(7), 24), invent(Draw::new(7), 24));
        assert_ne!(invent(Draw::new(7), 24), invent(Draw::new(8), 24));
    }
}
