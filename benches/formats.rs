//! The bars of reading game records: small XQF files at 40,000 a second and more, Chinese PGN with
//! every move checked at 10,000 games a second on one core, a library at 20,000 games a second, and a
//! tree of 226,491 moves in less than 0.2 s.
//!
//! The games are those the demo ships with, written here in each format.

use divan::Bencher;
use divan::counter::ItemsCount;
use record::{Game, Hint, Notation, Outcome, Target, TextEncoding, Tree, XqfVersion};
use xiangqi::{Move, Position, Setup};

fn main() {
    divan::main();
}

/// The shipped games.
fn games() -> Vec<Game> {
    include_str!("../src/demo/games.txt")
        .lines()
        .filter_map(|line| {
            let (result, moves) = line.split_once('\t')?;
            let mut game = Game::new(Setup::start());
            game.outcome = Outcome::from_text(result)?;
            game.headers.set(record::Field::Event, "甲组第三轮");
            game.headers.set(record::Field::Red, "红方棋手");
            game.headers.set(record::Field::Black, "黑方棋手");
            game.tree = Tree::of_line(moves.split(' ').filter_map(|mv| mv.parse().ok()));
            Some(game)
        })
        .collect()
}

fn files(target: Target, encoding: TextEncoding) -> Vec<Vec<u8>> {
    games()
        .iter()
        .map(|game| record::write(game, target, encoding).bytes)
        .collect()
}

fn read_all(files: &[Vec<u8>]) -> usize {
    files
        .iter()
        .map(|file| record::read(file, Hint::NONE).map_or(0, |reading| reading.games.len()))
        .sum()
}

/// Bar: 40,000 files a second.
#[divan::bench(args = [XqfVersion::V10, XqfVersion::V18])]
fn small_xqf(bencher: Bencher, version: XqfVersion) {
    let files = files(Target::Xqf(version), TextEncoding::Utf8);
    bencher
        .counter(ItemsCount::new(files.len()))
        .bench(|| read_all(&files));
}

/// Bar: 10,000 games a second, one game a file.
#[divan::bench(args = [TextEncoding::Utf8, TextEncoding::Gb18030, TextEncoding::Big5])]
fn chinese_pgn(bencher: Bencher, encoding: TextEncoding) {
    let files = files(Target::Pgn(Notation::Chinese), encoding);
    bencher
        .counter(ItemsCount::new(files.len()))
        .bench(|| read_all(&files));
}

/// Bar: 10,000 games a second, all in one file.
#[divan::bench]
fn chinese_pgn_collection(bencher: Bencher) {
    let target = Target::Pgn(Notation::Chinese);
    let files = files(target, TextEncoding::Gb18030);
    let all = record::join(target, files.iter().map(Vec::as_slice));
    let all = [all];
    bencher
        .counter(ItemsCount::new(files.len()))
        .bench(|| read_all(&all));
}

/// Bar: 20,000 games a second.
#[divan::bench]
fn library(bencher: Bencher) {
    let records = files(Target::Cbr, TextEncoding::Utf8);
    let library = [pack(&records)];
    bencher
        .counter(ItemsCount::new(records.len()))
        .bench(|| read_all(&library));
}

#[divan::bench]
fn dhtmlxq(bencher: Bencher) {
    let files = files(Target::DhtmlXq, TextEncoding::Utf8);
    bencher
        .counter(ItemsCount::new(files.len()))
        .bench(|| read_all(&files));
}

/// Bar: 0.2 s.
#[divan::bench]
fn tree_of_226491_moves(bencher: Bencher) {
    let mut game = Game::new(Setup::start());
    game.tree = large_tree(226_491);
    let file = record::write(&game, Target::Xqf(XqfVersion::V18), TextEncoding::Utf8).bytes;
    bencher
        .counter(ItemsCount::new(game.tree.moves()))
        .bench(|| {
            let reading = record::read(&file, Hint::NONE).map_err(|error| error.to_string());
            reading.map(|reading| reading.games[0].tree.moves())
        });
}

/// A library of records: head, index, then each record from a multiple of 4,096 bytes on.
fn pack(records: &[Vec<u8>]) -> Vec<u8> {
    const INDEX: usize = 66_624;
    const ENTRY: usize = 276;
    let mut library = vec![0_u8; INDEX + records.len() * ENTRY];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60..64].copy_from_slice(&(records.len() as u32).to_le_bytes());
    for (number, record) in records.iter().enumerate() {
        let slots = record.len().div_ceil(4096);
        let words = [7, number as u32, slots as u32, record.len() as u32];
        let at = INDEX + number * ENTRY;
        for (word, place) in words.into_iter().zip(library[at..].chunks_exact_mut(4)) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        library.extend_from_slice(record);
        library.resize(library.len() + slots * 4096 - record.len(), 0);
    }
    library
}

/// A line of legal moves with variations of fifty moves at each of its moves, up to a number.
fn large_tree(moves: usize) -> Tree {
    let mut tree = Tree::new();
    let mut dice = 1_u64;
    let mut position = Position::start();
    let mut at = Tree::ROOT;
    'grow: loop {
        let legal = position.legal_moves();
        let mut main = None;
        for first in legal.iter().copied() {
            let mut node = tree.add(at, first);
            let mut next = position.play(first).expect("it is one of the legal moves");
            main.get_or_insert((node, next.clone()));
            for _ in 0..50 {
                if tree.moves() == moves {
                    break 'grow;
                }
                let Some(mv) = choose(&next, &mut dice) else {
                    break;
                };
                node = tree.add(node, mv);
                next = next.play(mv).expect("it is one of the legal moves");
            }
            if tree.moves() == moves {
                break 'grow;
            }
        }
        let Some((node, next)) = main else { break };
        (at, position) = (node, next);
    }
    tree
}

fn choose(position: &Position, dice: &mut u64) -> Option<Move> {
    *dice = dice
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let legal = position.legal_moves();
    legal
        .get((*dice >> 33) as usize % legal.len().max(1))
        .copied()
}
