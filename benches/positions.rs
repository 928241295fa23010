//! Search by position: the bars are 5,000 games a second to build, 10 ms a query over 7,000 games.
//!
//! The games are those of the shared corpus (`../shared`, or where `QIPU_SHARED` says). Without it
//! they are the shipped ones, each followed by its own beginnings, until there are as many.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use qipu::demo::games;
use qipu::publish::position::{PositionIndex, key, shards};
use tournament::document::GameResult;
use xiangqi::{Board, Move, Side};

const GAMES: usize = 7_200;

/// A start, who moves first there, and the moves.
type Line = (Board, Side, Vec<Move>);

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let lines = corpus().unwrap_or_else(shipped);
    let plies: usize = lines.iter().map(|line| line.2.len()).sum();
    eprintln!("{} games, {plies} plies", lines.len());
    lines
});

fn main() {
    divan::main();
}

fn corpus() -> Option<Vec<Line>> {
    let shared = std::env::var_os("QIPU_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    let mut lines = Vec::new();
    let mut open = vec![shared.join("corpus")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).ok()?;
            let Ok(reading) = record::read(&bytes, record::Hint::from_name(&name)) else {
                continue;
            };
            lines.extend(reading.games.iter().map(|game| {
                let side = game.start.side.unwrap_or(Side::Red);
                (
                    game.start.board.clone(),
                    side,
                    game.tree.main_moves().collect(),
                )
            }));
        }
    }
    Some(lines)
}

/// Every shipped game whole, and cut short at many places.
fn shipped() -> Vec<Line> {
    eprintln!("no shared corpus: the shipped games stand in for it");
    let shipped = games::shipped();
    (0..GAMES)
        .map(|at| {
            let moves = &shipped[at % shipped.len()].moves;
            let cut = moves.len() - (at / shipped.len()) % 8;
            (Board::start(), Side::Red, moves[..cut].to_vec())
        })
        .collect()
}

fn build() -> PositionIndex {
    PositionIndex::build(
        LINES
            .iter()
            .map(|(board, side, moves)| (board.clone(), *side, moves.as_slice())),
    )
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn build_index(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(LINES.len()))
        .bench_local(build);
}

/// The index cut into the files of a site.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn cut_into_files(bencher: Bencher<'_, '_>) {
    let index = build();
    let bits = shards::bits(&index);
    bencher
        .counter(ItemsCount::new(LINES.len()))
        .bench_local(|| shards::cut(&index, bits, |game| &LINES[game as usize].2).len());
}

/// The start of nearly every game, with what was played next: the longest answer there is.
#[divan::bench]
fn query_the_start(bencher: Bencher<'_, '_>) {
    let index = build();
    let board = Board::start();
    assert!(index.find(key::of(&board, Side::Red)).len() * 2 > LINES.len());
    bencher.bench_local(|| explore(&index, &board, Side::Red));
}

/// After 炮二平五, the commonest first move.
#[divan::bench]
fn query_after_the_commonest_move(bencher: Bencher<'_, '_>) {
    let index = build();
    let mut board = Board::start();
    board.apply("h2e2".parse().expect("a move"));
    assert!(!index.find(key::of(&board, Side::Black)).is_empty());
    bencher.bench_local(|| explore(&index, &board, Side::Black));
}

fn explore(index: &PositionIndex, board: &Board, side: Side) -> usize {
    let game = |game: u32| (LINES[game as usize].2.as_slice(), GameResult::Draw);
    index.explore(board, side, game).len()
}

#[divan::bench]
fn query_a_rare_position(bencher: Bencher<'_, '_>) {
    let index = build();
    let line = LINES
        .iter()
        .find(|(board, _, moves)| *board == Board::start() && moves.len() > 40);
    let (board, side, moves) = line.expect("a whole game is among them");
    let mut board = board.clone();
    for mv in &moves[..40] {
        board.apply(*mv);
    }
    bencher.bench_local(|| index.find(key::of(&board, *side)).len());
}
