//! The documents of a feed, as a function of journals and the time.

use record::{Field, Notation, Outcome as RecordOutcome, Target, TextEncoding, Tree};
use serde::Serialize;
use xiangqi::{Setup, Side};

use crate::journal::{Entry, GameState, Reading, Verdict};
use crate::publish::score::Score;

/// A game with what the hub has of it.
#[derive(Debug, Clone)]
pub struct LiveGame {
    /// Board.
    pub board: u32,
    /// Red's name and unit.
    pub red: (String, String),
    /// Black's name and unit.
    pub black: (String, String),
    /// Its journal, in order.
    pub entries: Vec<LiveEntry>,
    /// The result that stands, which goes before that of the journal: an arbiter may have entered
    /// another one, or one for a game without a terminal.
    pub decided: Option<Decided>,
}

/// A result that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Its code.
    pub code: &'static str,
    /// Since when, milliseconds since 1970.
    pub since_ms: i64,
}

/// An entry and when the hub had it.
#[derive(Debug, Clone)]
pub struct LiveEntry {
    /// The entry.
    pub entry: Entry,
    /// Milliseconds since 1970.
    pub received_ms: i64,
}

/// A round as it is shown at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feed {
    /// `qipu-feed`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The event.
    pub event: String,
    /// The round.
    pub round: u16,
    /// How far it is behind the boards, seconds.
    pub delay_s: u32,
    /// The games by board.
    pub games: Vec<FeedGame>,
}

/// A game as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedGame {
    /// Board.
    pub board: u32,
    /// Red's name.
    pub red: String,
    /// Red's unit.
    pub red_unit: String,
    /// Black's name.
    pub black: String,
    /// Black's unit.
    pub black_unit: String,
    /// `waiting`, `playing`, or the code of the result.
    pub state: &'static str,
    /// The start, six-field FEN.
    pub start_fen: String,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves in Chinese.
    pub chinese: Vec<String>,
    /// What Red had left after the last completed move, milliseconds.
    pub red_ms: Option<u64>,
    /// The same of Black.
    pub black_ms: Option<u64>,
}

/// The feed of a round at a moment. Nothing that came later than `now_ms` less the delay is in it,
/// not even that it happened.
pub fn feed(event: &str, round: u16, games: &[LiveGame], now_ms: i64, delay_s: u32) -> Feed {
    let until = now_ms - i64::from(delay_s) * 1000;
    let mut games: Vec<FeedGame> = games.iter().map(|game| shown(game, until)).collect();
    games.sort_by_key(|game| game.board);
    Feed {
        format: "qipu-feed",
        version: 1,
        event: event.to_owned(),
        round,
        delay_s,
        games,
    }
}

fn shown(game: &LiveGame, until: i64) -> FeedGame {
    // Entries come in order; one that came late holds back all after it.
    let known = game
        .entries
        .iter()
        .take_while(|live| live.received_ms <= until);
    let state = GameState::fold(known.map(|live| &live.entry));
    let start = state
        .started()
        .and_then(|started| started.start_fen.parse().ok())
        .unwrap_or_else(Setup::start);
    let mut line = record::Game::new(start);
    // A move nobody remembers ends what can be shown.
    let moves = state.plies().iter().map_while(|ply| ply.mv);
    line.tree = Tree::of_line(moves);
    let score = Score::of(&line);
    let decided = game.decided.filter(|decided| decided.since_ms <= until);
    let left = |side: Side| state.reading().map(|reading: Reading| reading.of(side));
    FeedGame {
        board: game.board,
        red: game.red.0.clone(),
        red_unit: game.red.1.clone(),
        black: game.black.0.clone(),
        black_unit: game.black.1.clone(),
        state: match (decided, state.outcome()) {
            (Some(decided), _) => decided.code,
            (None, Some(outcome)) => outcome.verdict.code(),
            (None, None) if state.started().is_some() => "playing",
            (None, None) => "waiting",
        },
        start_fen: score.start_fen(),
        moves: score.plies.iter().map(|ply| ply.mv.to_string()).collect(),
        chinese: score.plies.iter().map(|ply| ply.chinese.clone()).collect(),
        red_ms: left(Side::Red),
        black_ms: left(Side::Black),
    }
}

impl Feed {
    /// The document as JSON.
    ///
    /// # Panics
    /// Never: it is made of strings and numbers.
    pub fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers always become JSON")
    }

    /// The document as PGN, a game after the other.
    pub fn pgn(&self) -> Vec<u8> {
        let games: Vec<Vec<u8>> = self.games.iter().map(|game| self.game_pgn(game)).collect();
        record::join(
            Target::Pgn(Notation::Chinese),
            games.iter().map(Vec::as_slice),
        )
    }

    fn game_pgn(&self, game: &FeedGame) -> Vec<u8> {
        let mut record =
            record::Game::new(game.start_fen.parse().unwrap_or_else(|_| Setup::start()));
        record.tree = Tree::of_line(game.moves.iter().filter_map(|text| text.parse().ok()));
        let fields = [
            (Field::Event, self.event.clone()),
            (Field::Round, self.round.to_string()),
            (Field::Table, game.board.to_string()),
            (Field::Red, game.red.clone()),
            (Field::RedTeam, game.red_unit.clone()),
            (Field::Black, game.black.clone()),
            (Field::BlackTeam, game.black_unit.clone()),
        ];
        for (field, text) in fields {
            record.headers.set(field, text);
        }
        record.outcome = [
            (Verdict::Red, RecordOutcome::Red),
            (Verdict::BlackForfeit, RecordOutcome::Red),
            (Verdict::Black, RecordOutcome::Black),
            (Verdict::RedForfeit, RecordOutcome::Black),
            (Verdict::Draw, RecordOutcome::Draw),
        ]
        .into_iter()
        .find(|(verdict, _)| verdict.code() == game.state)
        .map_or(RecordOutcome::Unknown, |(_, outcome)| outcome);
        record::write(&record, Target::Pgn(Notation::Chinese), TextEncoding::Utf8).bytes
    }

    /// Whether every game has its result; never so of no games.
    pub fn is_over(&self) -> bool {
        let over = |game: &FeedGame| !matches!(game.state, "waiting" | "playing");
        !self.games.is_empty() && self.games.iter().all(over)
    }

    /// How many plies all its games have.
    pub fn plies(&self) -> usize {
        self.games.iter().map(|game| game.moves.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Event, GameId, Head, Mode, Outcome, Reason, Stamp, Started};
    use uuid::Uuid;

    fn game() -> LiveGame {
        let mut head = Head::empty(GameId(Uuid::from_u128(9)));
        let mut entries = Vec::new();
        let mut append = |event, received_ms| {
            let stamp = Stamp {
                wall: String::new(),
                boot: 1,
                mono_ms: 0,
            };
            entries.push(LiveEntry {
                entry: head.append("board-1", stamp, event),
                received_ms,
            });
        };
        let started = Started {
            mode: Mode::Live,
            start_fen: xiangqi::Position::start().to_fen(),
            time: None,
            limit_rounds: 40,
            claimant_check_cap: 0,
        };
        append(Event::Started(started), 0);
        for (at, mv) in ["h2e2", "h9g7", "h0g2"].into_iter().enumerate() {
            append(
                Event::Move {
                    mv: mv.parse().unwrap(),
                },
                (at as i64 + 1) * 10_000,
            );
        }
        let outcome = Outcome {
            verdict: Verdict::Red,
            reason: Reason::Resignation,
        };
        append(Event::Result(outcome), 40_000);
        LiveGame {
            board: 1,
            red: ("王\"平\"".into(), "清水".into()),
            black: ("李海".into(), String::new()),
            entries,
            decided: None,
        }
    }

    #[test]
    fn nothing_younger_than_the_delay_is_shown() {
        let games = [game()];
        let at = |now_ms, delay_s| feed("杯", 3, &games, now_ms, delay_s).games[0].clone();
        assert_eq!(at(20_000, 0).moves, ["h2e2", "h9g7"]);
        assert_eq!(at(20_000, 10).moves, ["h2e2"]);
        assert_eq!(at(20_000, 10).chinese, ["炮二平五"]);
        assert_eq!(
            (at(39_999, 0).state, at(40_000, 0).state),
            ("playing", "red")
        );
        assert_eq!(
            at(49_999, 10).state,
            "playing",
            "the result waits as the moves do"
        );
        assert_eq!(at(5_000, 10).state, "waiting");
    }

    #[test]
    fn the_result_that_stands_goes_before_the_journals_and_waits_as_well() {
        let stands = |since_ms| {
            let decided = Decided {
                code: "draw",
                since_ms,
            };
            LiveGame {
                decided: Some(decided),
                ..game()
            }
        };
        let at = |game: LiveGame, now_ms, delay_s| feed("杯", 3, &[game], now_ms, delay_s);
        assert_eq!(at(stands(50_000), 60_000, 5).games[0].state, "draw");
        assert_eq!(at(stands(50_000), 54_999, 5).games[0].state, "red");
        let by_hand = LiveGame {
            entries: Vec::new(),
            ..stands(50_000)
        };
        assert!(at(by_hand.clone(), 55_000, 5).is_over());
        assert!(!at(by_hand, 54_999, 5).is_over());
        assert!(!feed("杯", 3, &[], 0, 0).is_over());
    }

    #[test]
    fn both_forms_read_back() {
        let shown = feed("杯", 3, &[game()], 60_000, 0);
        let json: serde_json::Value = serde_json::from_slice(&shown.json()).unwrap();
        assert_eq!(json["games"][0]["moves"][2], "h0g2");
        let back = record::read(&shown.pgn(), record::Hint::NONE).unwrap();
        assert_eq!(back.games[0].outcome, RecordOutcome::Red);
        let moves: Vec<String> = back.games[0]
            .tree
            .main_moves()
            .map(|mv| mv.to_string())
            .collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(shown.plies(), 3);
    }
}
