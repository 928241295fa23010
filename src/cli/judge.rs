//! `qipu judge`: what the rules say of a game: how it ended on the board, the natural limit, and the
//! repetition it is in.

use serde::Serialize;
use xiangqi::judge::{self, Judgement, Recurrence};
use xiangqi::notation::{chinese, iccs, wxf};
use xiangqi::{FenError, Game, LimitCounter, LimitRule, Move, Position, Side, Step};

use super::{CliResult, Failure, Outcome};

/// 判棋：终局、自然限着、循环局面的着法性质与裁决。 Judges a game: its end, the natural limit, repetitions.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 起始局面，缺省为开局。 The position it starts from; the start of a game if not given.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// 着法，坐标、中文或 WXF，以空格分开。 The moves, in coordinates, Chinese or WXF, with spaces between.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    moves: String,
    /// 自然限着的回合数。 Rounds of moves of the natural limit.
    #[arg(long, value_name = "ROUNDS", default_value_t = 40)]
    limit: u16,
    /// 提出方的将军最多计几着。 How many of the claimant's checks count.
    #[arg(long, value_name = "N", default_value_t = 0)]
    claimant_check_cap: u16,
    /// 输出一份 JSON。 Prints one JSON document.
    #[arg(long)]
    json: bool,
}

/// Prints the judgement.
///
/// # Errors
/// [`Failure::Input`] when the FEN or a move cannot be read.
#[allow(clippy::needless_pass_by_value)] // every command takes its arguments so
pub fn run(arguments: Arguments) -> CliResult {
    let start = match &arguments.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error: FenError| {
            Failure::Input(format!("--fen: {} ({error})", error.chinese()))
        })?,
    };
    let mut game = Game::new(start);
    let mut left = arguments.moves.split_whitespace();
    while game.irregular().is_none()
        && let Some(text) = left.next()
    {
        push(&mut game, text)?;
    }
    let rule = LimitRule {
        limit: arguments.limit,
        claimant_check_cap: arguments.claimant_check_cap,
    };
    let report = Report::new(&game, rule);
    if arguments.json {
        let text = serde_json::to_string(&report)
            .map_err(|error| Failure::Environment(format!("json: {error}")))?;
        println!("{text}");
    } else {
        report.print();
    }
    let dropped = left.count();
    if dropped == 0 {
        return Ok(Outcome::Done);
    }
    eprintln!(
        "违例着法之后还有 {dropped} 着，未判 ({dropped} moves after the irregular one, not judged)"
    );
    Ok(Outcome::CheckFailed)
}

/// Plays a move, or lets it stand as the irregular one.
fn push(game: &mut Game, text: &str) -> Result<(), Failure> {
    let ply = game.steps().len() + 1;
    let position = game.position();
    // Coordinates say what was played even where it is not allowed.
    let mv = match text.parse::<Move>() {
        Ok(mv) => mv,
        Err(_) => iccs::parse(position, text)
            .or_else(|_| wxf::parse(position, text))
            .or_else(|_| chinese::parse(position, text))
            .map_err(|error| {
                Failure::Input(format!(
                    "--moves: move {ply}: {} ({error})",
                    error.chinese()
                ))
            })?,
    };
    if game.push(mv).is_err() {
        game.push_irregular(mv)
            .map_err(|error| Failure::Input(format!("--moves: move {ply}: {error}")))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Report {
    fen: String,
    end: &'static str,
    irregular: Option<Irregular>,
    plies: Vec<Ply>,
    natural_limit: NaturalLimit,
    repetition: Option<Repetition>,
}

#[derive(Serialize)]
struct Irregular {
    n: usize,
    #[serde(rename = "move")]
    mv: String,
    code: &'static str,
    chinese: String,
    english: String,
}

#[derive(Serialize)]
struct Ply {
    n: usize,
    #[serde(rename = "move")]
    mv: String,
    chinese: String,
    wxf: String,
    capture: bool,
    check: bool,
}

#[derive(Serialize)]
struct NaturalLimit {
    limit: u16,
    claimant_check_cap: u16,
    red: Count,
    black: Count,
}

#[derive(Serialize)]
struct Count {
    counted: u16,
    checks: u16,
    claimable: bool,
}

#[derive(Serialize)]
struct Repetition {
    cycle_plies: usize,
    times: usize,
    labels: Vec<&'static str>,
    red_class: &'static str,
    black_class: &'static str,
    verdict: &'static str,
    article: &'static str,
    reasons: Vec<String>,
    #[serde(skip)]
    judgement: Judgement,
}

impl Report {
    fn new(game: &Game, rule: LimitRule) -> Self {
        let counter = game.limit(rule).counter;
        Self {
            fen: game.start().to_fen(),
            end: game.status().code(),
            irregular: game.irregular().map(|(mv, reason)| Irregular {
                n: game.steps().len(),
                mv: mv.to_string(),
                code: reason.code(),
                chinese: reason.chinese(),
                english: reason.english(),
            }),
            plies: plies(game),
            natural_limit: NaturalLimit {
                limit: rule.limit,
                claimant_check_cap: rule.claimant_check_cap,
                red: Count::new(&counter, Side::Red),
                black: Count::new(&counter, Side::Black),
            },
            repetition: judge::judge(game).map(Repetition::new),
        }
    }

    fn print(&self) {
        println!("{}", self.fen);
        for ply in &self.plies {
            let Ply {
                n,
                mv,
                chinese,
                wxf,
                ..
            } = ply;
            let mark = if ply.check { "将 check" } else { "" };
            println!("{n:>4}  {mv}  {chinese}  {wxf}  {mark}");
        }
        if let Some(irregular) = &self.irregular {
            let Irregular {
                n,
                mv,
                chinese,
                english,
                ..
            } = irregular;
            println!("{n:>4}  {mv}  违例：{chinese} (irregular: {english})");
        }
        println!("{}", end_text(self.end));
        let limit = &self.natural_limit;
        for (side, count) in [(Side::Red, &limit.red), (Side::Black, &limit.black)] {
            println!(
                "自然限着 {} 回合，{}计 {} 着，将军 {} 着，{} (natural limit, {side}: {} count, {} checks, {})",
                limit.limit,
                side.chinese(),
                count.counted,
                count.checks,
                if count.claimable {
                    "可以提出"
                } else {
                    "不可提出"
                },
                count.counted,
                count.checks,
                if count.claimable {
                    "a claim is good"
                } else {
                    "no claim"
                },
            );
        }
        match &self.repetition {
            Some(repetition) => repetition.print(),
            None => println!("没有循环局面 (no repetition)"),
        }
    }
}

fn end_text(end: &str) -> &'static str {
    match end {
        "checkmate" => "将死 (checkmate)",
        "stalemate" => "困毙 (stalemate)",
        "irregular" => "违例着法 (an irregular move)",
        _ => "对局未终 (ongoing)",
    }
}

fn plies(game: &Game) -> Vec<Ply> {
    game.walk()
        .enumerate()
        .filter_map(|(n, (before, step))| {
            let Step::Move(mv) = *step else { return None };
            Some(Ply {
                n: n + 1,
                mv: mv.to_string(),
                chinese: chinese::format(&before, mv),
                wxf: wxf::format(&before, mv),
                capture: before.piece_at(mv.to()).is_some(),
                check: before.gives_check(mv),
            })
        })
        .collect()
}

impl Count {
    fn new(counter: &LimitCounter, side: Side) -> Self {
        Self {
            counted: counter.counted(side),
            checks: counter.checks(side),
            claimable: counter.claimable(side),
        }
    }
}

impl Repetition {
    fn new(judgement: Judgement) -> Self {
        Self {
            cycle_plies: judgement.plies.len(),
            times: judgement.times,
            labels: judgement
                .plies
                .iter()
                .map(|ply| ply.label().code())
                .collect(),
            red_class: judgement.red.code(),
            black_class: judgement.black.code(),
            verdict: judgement.verdict.code(),
            article: judgement.article,
            reasons: judgement
                .plies
                .iter()
                .map(|ply| format!("{} ({})", ply.reason.chinese, ply.reason.english))
                .collect(),
            judgement,
        }
    }

    fn print(&self) {
        let Judgement {
            red,
            black,
            verdict,
            article,
            times,
            plies,
            ..
        } = &self.judgement;
        match self.judgement.recurrence {
            Recurrence::Cycle => println!(
                "循环 {} 着，{times} 次 (a cycle of {} plies, {times} times)",
                plies.len(),
                plies.len()
            ),
            Recurrence::Streak => println!(
                "连续 {} 着不成严格循环，满九回合方可提出 ({} plies without a strict cycle, \
                 claimable from nine rounds on)",
                plies.len(),
                plies.len()
            ),
        }
        for (ply, reason) in plies.iter().zip(&self.reasons) {
            println!(
                "{:>4}  {}  {} {}  {reason}",
                ply.number,
                ply.mv,
                ply.label().chinese(),
                ply.label()
            );
        }
        println!("红方：{} (Red: {})", red.chinese(), red.english());
        println!("黑方：{} (Black: {})", black.chinese(), black.english());
        println!(
            "{}，{article} ({}, {article})",
            verdict.chinese(),
            verdict.english()
        );
    }
}
