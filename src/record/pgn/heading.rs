//! What stands before the moves where there are no tags.

use std::ops::Range;

use super::lexer::{Kind, Lexer};
use crate::{Field, Game, Tree};

/// Where the moves stand in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) moves: Range<usize>,
    /// Where the next game can begin.
    pub(super) end: usize,
}

/// Reads lines such as `红方：某某` and free titles up to the first move, and a start position
/// wherever it stands on a line of its own.
pub(super) fn read(
    text: &str,
    game: &mut Game,
    fen: &mut Option<String>,
    result: &mut Option<String>,
) -> Plain {
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let words = line.trim();
        if let Some(open) = line.find("START{") {
            let start = at + open + "START{".len();
            let length = text[start..].find('}').unwrap_or(text.len() - start);
            let end = (start + length + "}END".len()).min(text.len());
            let end = if text.is_char_boundary(end) {
                end
            } else {
                start + length
            };
            return Plain {
                moves: start..start + length,
                end,
            };
        }
        if let Some(start) = position_command(words) {
            // As programs pass a game to an engine.
            *fen = (!start.is_empty()).then(|| start.to_owned());
            let moves = line
                .find(" moves ")
                .map_or(line.len(), |found| found + " moves ".len());
            at += moves;
            break;
        }
        if is_fen(words) {
            *fen = Some(words.to_owned());
        } else if begins_moves(words) {
            break;
        } else if !header(words, game, result) && !words.is_empty() {
            game.tree.add_comment(Tree::ROOT, words);
        }
        at += line.len();
    }
    // After the moves: one collection has the start on the second line.
    if fen.is_none() {
        let mut place = at;
        for line in text[at..].split_inclusive(['\n', '\r']).take(4) {
            if is_fen(line.trim()) {
                *fen = Some(line.trim().to_owned());
                return Plain {
                    moves: at..place,
                    end: place + line.len(),
                };
            }
            place += line.len();
        }
    }
    Plain {
        moves: at..text.len(),
        end: text.len(),
    }
}

fn is_fen(line: &str) -> bool {
    let line = line
        .strip_prefix("FEN")
        .map_or(line, |rest| rest.trim_start_matches([':', ' ', '：']));
    line.split('/').count() == 10 && line.is_ascii()
}

/// The start that `position [fen …|startpos] moves …` names; empty for the usual one.
fn position_command(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("position ")?.trim_start();
    let (start, _) = rest.split_once(" moves ").unwrap_or((rest, ""));
    if start.trim() == "startpos" {
        return Some("");
    }
    let fen = start.strip_prefix("fen ").unwrap_or(start).trim();
    is_fen(fen).then_some(fen)
}

fn begins_moves(line: &str) -> bool {
    let mut words =
        Lexer::new(line).skip_while(|token| matches!(token.kind, Kind::Number(_) | Kind::Noise));
    let first = words.next();
    first.is_some_and(|token| {
        token.kind.is_move()
            || matches!(token.kind, Kind::Comment(..))
            // Of parentheses, only with a move behind: many put the number of a move in them.
            || (token.kind == Kind::Open && words.any(|token| token.kind.is_move()))
    })
}

/// Reads a line that names a field; whether it does.
fn header(line: &str, game: &mut Game, result: &mut Option<String>) -> bool {
    if let Some(value) = line
        .strip_prefix("RESULT")
        .filter(|rest| rest.starts_with(char::is_whitespace))
    {
        *result = Some(value.trim().to_owned());
        return true;
    }
    let (name, value) = match line.split_once([':', '：']) {
        Some((name, value)) if name.chars().count() <= 8 => (name.trim(), value.trim()),
        _ => match line.split_once(char::is_whitespace) {
            Some((name, value)) if playok(name).is_some() => (name, value.trim()),
            _ => return false,
        },
    };
    if matches!(name, "结果" | "結果" | "Result" | "RESULT") {
        *result = Some(value.to_owned());
        return true;
    }
    let field = Field::ALL
        .into_iter()
        .find(|field| field.chinese() == name || field.tag().eq_ignore_ascii_case(name))
        .or_else(|| playok(name))
        .or_else(|| chinese(name));
    let Some(field) = field else {
        // An address or a time has a colon too.
        let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
        if is_name && !value.starts_with("//") {
            game.headers.set_other(name, value);
        }
        return is_name;
    };
    match (field, value.split_once(';')) {
        // `RED name ; rating ;;`
        (Field::Red | Field::Black, Some((player, rest))) => {
            game.headers.set_default(field, player);
            let rating = if field == Field::Red {
                Field::RedRating
            } else {
                Field::BlackRating
            };
            game.headers
                .set_default(rating, rest.trim_matches([';', ' ']));
        }
        _ => game.headers.set_default(field, value),
    }
    true
}

fn playok(name: &str) -> Option<Field> {
    Some(match name {
        "RED" => Field::Red,
        "BLACK" => Field::Black,
        "DATE" => Field::Date,
        "EVENT" => Field::Event,
        "FORMAT" => Field::Kind,
        _ => return None,
    })
}

/// Other names in use for the same fields.
fn chinese(name: &str) -> Option<Field> {
    Some(match name {
        "標題" | "名称" | "名稱" => Field::Title,
        "賽事" | "比赛" | "比賽" => Field::Event,
        "輪次" | "轮" => Field::Round,
        "時間" | "时间" | "比赛日期" => Field::Date,
        "地點" | "比赛地点" => Field::Site,
        "紅方" | "红" | "紅" | "先手" | "红棋" => Field::Red,
        "黑" | "后手" | "後手" | "黑棋" => Field::Black,
        "红方团体" => Field::RedTeam,
        "黑方团体" => Field::BlackTeam,
        "布局" | "開局" => Field::Opening,
        "记时规则" | "计时规则" => Field::TimeRule,
        "棋局类型" => Field::Kind,
        "评论" | "注" | "評注" => Field::Annotator,
        _ => return None,
    })
}
