//! What every player did in every round, summed so that any span of rounds is read at once.

use std::collections::HashMap;

use crate::Points;
use crate::document::{EventDocument, GameResult, Number, PenaltyKind, Player};
use crate::regulation::{ByeOpponentValue, Regulation};

/// Rounds `after + 1 ..= last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub after: usize,
    pub last: usize,
}

/// What counts towards 对手分 in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Nobody,
    Player(usize),
    Bye,
}

/// Running sums of one player; index 0 is before the first round.
#[derive(Debug, Clone)]
pub(super) struct Account {
    pub number: Number,
    /// Whether the player has a place in the table.
    pub ranked: bool,
    pub barred: i64,
    pub warned: i64,
    points: Vec<i32>,
    progressive: Vec<i64>,
    wins: Vec<u32>,
    black_wins: Vec<u32>,
    black_games: Vec<u32>,
    fouls: Vec<u32>,
    opponents: Vec<Opponent>,
}

/// The accounts of all players.
#[derive(Debug)]
pub(super) struct Ledger {
    pub accounts: Vec<Account>,
    pub rounds: usize,
    bye_value: ByeOpponentValue,
}

#[derive(Default, Clone, Copy)]
struct Entry {
    points: Points,
    win: bool,
    black: bool,
    fouls: u32,
}

impl Ledger {
    pub(super) fn of(document: &EventDocument, regulation: &Regulation) -> Self {
        let rounds = document.rounds.len();
        let mut accounts: Vec<Account> = document
            .players
            .iter()
            .map(|player| Account::open(player, rounds))
            .collect();
        let place: HashMap<Number, usize> = accounts
            .iter()
            .enumerate()
            .map(|(place, account)| (account.number, place))
            .collect();
        let mut appeared = vec![false; accounts.len()];
        // Colours had, byes as the one that was due: `r` and `b`.
        let mut colours = vec![String::new(); accounts.len()];
        for (index, round) in document.rounds.iter().enumerate() {
            let mut entries = vec![Entry::default(); accounts.len()];
            for game in &round.games {
                let (Some(&red), Some(&black)) = (place.get(&game.red), place.get(&game.black))
                else {
                    continue;
                };
                appeared[red] = true;
                appeared[black] = true;
                if !game.result.is_forfeit() || regulation.forfeit.colour {
                    colours[red].push('r');
                    colours[black].push('b');
                }
                let (red_entry, black_entry) = entries_of(game.result, regulation);
                entries[red] = Entry {
                    fouls: game.fouls.red,
                    ..red_entry
                };
                entries[black] = Entry {
                    fouls: game.fouls.black,
                    ..black_entry
                };
                let counts = match game.result {
                    GameResult::Unfinished => false,
                    result => !result.is_forfeit() || regulation.forfeit.opponents_points,
                };
                if counts {
                    accounts[red].opponents[index + 1] = Opponent::Player(black);
                    accounts[black].opponents[index + 1] = Opponent::Player(red);
                }
            }
            for number in round.byes() {
                let Some(&free) = place.get(&number) else {
                    continue;
                };
                appeared[free] = true;
                entries[free].points = regulation.bye.points.unwrap_or(regulation.points.win);
                entries[free].win = regulation.bye.counts_as_win;
                entries[free].black =
                    regulation.bye.second_in_ranking && black_is_due(&colours[free]);
                let due = if black_is_due(&colours[free]) {
                    'b'
                } else {
                    'r'
                };
                colours[free].push(due);
                accounts[free].opponents[index + 1] = Opponent::Bye;
            }
            for absence in &round.absent {
                if let Some(&free) = place.get(&absence.number) {
                    entries[free].points = absence.points;
                }
            }
            for (account, entry) in accounts.iter_mut().zip(entries) {
                account.push(entry);
            }
        }
        for ((account, player), appeared) in
            accounts.iter_mut().zip(&document.players).zip(appeared)
        {
            // A player who left before the first round never was in the field.
            account.ranked &= appeared || player.withdrawn_after != Some(0);
        }
        Self {
            accounts,
            rounds,
            bye_value: regulation.bye.opponents_points,
        }
    }

    pub(super) fn points(&self, place: usize, span: Span) -> i32 {
        let sums = &self.accounts[place].points;
        sums[span.last] - sums[span.after]
    }

    /// Sum of the running totals inside the span.
    pub(super) fn progressive(&self, place: usize, span: Span) -> i64 {
        let account = &self.accounts[place];
        let before = i64::from(account.points[span.after]) * (span.last - span.after) as i64;
        account.progressive[span.last] - account.progressive[span.after] - before
    }

    pub(super) fn wins(&self, place: usize, span: Span) -> u32 {
        let sums = &self.accounts[place].wins;
        sums[span.last] - sums[span.after]
    }

    pub(super) fn black_wins(&self, place: usize, span: Span) -> u32 {
        let sums = &self.accounts[place].black_wins;
        sums[span.last] - sums[span.after]
    }

    pub(super) fn black_games(&self, place: usize, span: Span) -> u32 {
        let sums = &self.accounts[place].black_games;
        sums[span.last] - sums[span.after]
    }

    pub(super) fn fouls(&self, place: usize, span: Span) -> u32 {
        let sums = &self.accounts[place].fouls;
        sums[span.last] - sums[span.after]
    }

    /// 对手分: points of all opponents met in the span, as of its end. `bye` is what a bye adds.
    pub(super) fn opponents_points(&self, place: usize, span: Span, bye: i32) -> i32 {
        self.accounts[place].opponents[span.after + 1..=span.last]
            .iter()
            .map(|opponent| match *opponent {
                Opponent::Nobody => 0,
                Opponent::Bye => bye,
                Opponent::Player(other) => self.points(other, span),
            })
            .sum()
    }

    /// What a bye adds to 对手分 in the standing of a span (14.4).
    pub(super) fn bye_opponent_points(&self, span: Span) -> i32 {
        let totals = (0..self.accounts.len())
            .filter(|&place| self.accounts[place].ranked)
            .map(|place| self.points(place, span));
        match self.bye_value {
            ByeOpponentValue::Zero => 0,
            ByeOpponentValue::LowestOfAll => totals.min().unwrap_or(0),
            ByeOpponentValue::LowestWithPoints => {
                totals.filter(|&total| total > 0).min().unwrap_or(0)
            }
        }
    }

    /// Opponents of a player with the round they met in.
    pub(super) fn met(&self, place: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let opponents = self.accounts[place].opponents.iter().enumerate();
        opponents.filter_map(|(round, opponent)| match *opponent {
            Opponent::Player(other) => Some((round, other)),
            _ => None,
        })
    }
}

impl Account {
    fn open(player: &Player, rounds: usize) -> Self {
        let penalties = |kind| {
            let same = player.penalties.iter().filter(|p| p.kind == kind);
            same.count() as i64
        };
        let sums = || Vec::with_capacity(rounds + 1);
        let mut account = Self {
            number: player.number,
            ranked: !player.expelled,
            barred: penalties(PenaltyKind::Barred),
            warned: penalties(PenaltyKind::Warning),
            points: Vec::with_capacity(rounds + 1),
            progressive: Vec::with_capacity(rounds + 1),
            wins: sums(),
            black_wins: sums(),
            black_games: sums(),
            fouls: sums(),
            opponents: vec![Opponent::Nobody; rounds + 1],
        };
        account.push(Entry::default());
        account
    }

    fn push(&mut self, entry: Entry) {
        let last = self.points.last().copied().unwrap_or(0);
        let total = last + entry.points.halves();
        let sums = self.progressive.last().copied().unwrap_or(0);
        self.points.push(total);
        self.progressive.push(sums + i64::from(total));
        let grow = |sums: &mut Vec<u32>, by: u32| {
            let last = sums.last().copied().unwrap_or(0);
            sums.push(last + by);
        };
        grow(&mut self.wins, u32::from(entry.win));
        grow(&mut self.black_wins, u32::from(entry.win && entry.black));
        grow(&mut self.black_games, u32::from(entry.black));
        grow(&mut self.fouls, entry.fouls);
    }
}

/// The entries of Red and of Black for a result. An unfinished game is worth nothing yet.
fn entries_of(result: GameResult, regulation: &Regulation) -> (Entry, Entry) {
    let scale = &regulation.points;
    let (red, black) = match result {
        GameResult::Red | GameResult::BlackForfeit => (scale.win, scale.loss),
        GameResult::Black | GameResult::RedForfeit => (scale.loss, scale.win),
        GameResult::Draw => (scale.draw, scale.draw),
        GameResult::BothForfeit => (scale.loss, scale.loss),
        GameResult::Unfinished => (Points::ZERO, Points::ZERO),
    };
    let forfeit = result.is_forfeit();
    let win_counts = !forfeit || regulation.forfeit.win;
    let red_won = matches!(result, GameResult::Red | GameResult::BlackForfeit);
    let black_won = matches!(result, GameResult::Black | GameResult::RedForfeit);
    (
        Entry {
            points: red,
            win: red_won && win_counts,
            ..Entry::default()
        },
        Entry {
            points: black,
            win: black_won && win_counts,
            black: !forfeit || regulation.forfeit.colour,
            fouls: 0,
        },
    )
}

/// Whether Black is a player's turn: more games with Red so far, or level and Red the last time.
fn black_is_due(colours: &str) -> bool {
    let reds = colours.matches('r').count();
    let blacks = colours.len() - reds;
    reds > blacks || reds == blacks && colours.ends_with('r')
}
