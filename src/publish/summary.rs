//! The regulation of an event in a few lines, as people read it before they play.

use tournament::regulation::{Chosen, DrawnOwes, RankingKey};

use super::Edition;

/// Heading and text of each clause, the most asked for first.
pub fn clauses(edition: &Edition) -> Vec<(&'static str, String)> {
    let regulation = &edition.regulation;
    let mut clauses = Vec::new();
    let players = edition.document.players.len();
    let rounds = regulation.rounds_of(&edition.document);
    let rounds = rounds.map_or_else(|| "轮数另定".to_owned(), |rounds| format!("{rounds} 轮"));
    clauses.push(("赛制", format!("积分编排制，{players} 人，{rounds}")));
    let time = &regulation.time;
    clauses.push((
        "用时",
        format!(
            "每方基本用时 {} 分钟，每走一着加 {} 秒；迟到 {} 分钟判负",
            time.base_minutes, time.increment_seconds, time.late_minutes
        ),
    ));
    let limit = &regulation.natural_limit;
    let checks = match limit.claimant_check_cap {
        0 => "提出方将军着数不计".to_owned(),
        cap => format!("提出方将军着数至多计 {cap} 着"),
    };
    clauses.push(("自然限着", format!("{} 回合，{checks}", limit.rounds)));
    let points = &regulation.points;
    clauses.push((
        "计分",
        format!(
            "胜 {} 分，和 {} 分，负 {} 分",
            points.win, points.draw, points.loss
        ),
    ));
    let keys: Vec<&str> = regulation
        .ranking
        .keys
        .iter()
        .map(|key| key_chinese(*key))
        .collect();
    clauses.push((
        "个人名次",
        format!("依次比较{}；名次不并列", keys.join("、")),
    ));
    if let Some(team) = &regulation.team {
        clauses.push((
            "团体名次",
            format!("{} 名队员个人名次之和，少者列前", team.size),
        ));
    }
    for rule in &regulation.recording {
        let until = rule
            .to_round
            .map_or_else(|| "起".to_owned(), |to| format!("至第 {to} 轮"));
        let who = match rule.chosen {
            Chosen::RandomWinners(count) => format!("抽签选 {count} 名胜方录谱"),
            Chosen::TopBoards(boards) => format!("前 {boards} 台胜方录谱"),
        };
        let drawn = match rule.drawn {
            DrawnOwes::Red => "，和棋由红方录谱",
            DrawnOwes::Nobody => "",
        };
        clauses.push((
            "录谱",
            format!(
                "第 {} 轮{until}：{who}{drawn}；终局后 {} 分钟内",
                rule.from_round, rule.due_minutes
            ),
        ));
    }
    let fouls = &regulation.fouls;
    clauses.push((
        "犯规",
        format!(
            "行棋违例第 {} 次判负，一局内犯规 {} 次判负；漏录一次记犯规 {} 次",
            fouls.losing_breach, fouls.losing_foul, fouls.missed_record
        ),
    ));
    clauses
}

const fn key_chinese(key: RankingKey) -> &'static str {
    match key {
        RankingKey::Points => "积分",
        RankingKey::OpponentsPoints => "对手分",
        RankingKey::Wins => "胜局",
        RankingKey::Fouls => "犯规",
        RankingKey::BlackGames => "后走局数",
        RankingKey::BlackWins => "后走胜局",
        RankingKey::Direct => "直胜",
        RankingKey::Progressive => "累进分",
        RankingKey::EarlierRounds => "前一轮成绩（以此类推）",
        RankingKey::Lots => "抽签",
        RankingKey::Number => "编号",
    }
}
