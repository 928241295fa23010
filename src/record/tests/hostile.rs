//! Bytes that nobody wrote in good faith: refused or read, quickly, in bounded memory, without panic.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rayon::prelude::*;
use record::{
    Concern, Game, Hint, Notation, Outcome, RecordError, Target, TextEncoding, Tree, XqfVersion,
};
use xiangqi::{Move, Setup};

const TARGETS: [Target; 11] = [
    Target::Pgn(Notation::Chinese),
    Target::Pgn(Notation::Wxf),
    Target::Pgn(Notation::Iccs),
    Target::Xqf(XqfVersion::V10),
    Target::Xqf(XqfVersion::V18),
    Target::Cbr,
    Target::Cbf,
    Target::DhtmlXq,
    Target::Ubb,
    Target::Json,
    Target::Text,
];

/// A game with a variation, a comment on each kind of place, and headers.
fn sample() -> Game {
    let mv = |text: &str| text.parse::<Move>().expect("a move");
    let mut game = Game::new(Setup::start());
    game.outcome = Outcome::Red;
    game.headers.set(record::Field::Event, "测试");
    game.headers.set(record::Field::Red, "甲");
    game.headers.set(record::Field::Black, "乙");
    game.tree.set_comment(Tree::ROOT, "开始");
    let first = game.tree.add(Tree::ROOT, mv("h2e2"));
    let reply = game.tree.add(first, mv("h9g7"));
    game.tree.set_comment(reply, "屏风马");
    game.tree.add(reply, mv("h0g2"));
    let other = game.tree.add(first, mv("h7e7"));
    game.tree.set_comment(other, "顺炮");
    game.tree.add(other, mv("e2e6"));
    game
}

fn bytes(target: Target) -> Vec<u8> {
    record::write(&sample(), target, TextEncoding::Utf8).bytes
}

/// Reads whatever it is to the end.
fn read(bytes: &[u8]) {
    if let Ok(games) = record::games(bytes, Hint::NONE) {
        for game in games.flatten() {
            let _ = (game.fault(), game.close());
        }
    }
}

fn quickly(bytes: &[u8]) -> Result<record::Reading, RecordError> {
    let begun = Instant::now();
    let result = record::read(bytes, Hint::NONE);
    // Milliseconds, where it takes no square of the length; the rest is for a machine under load.
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "took {:?}",
        begun.elapsed()
    );
    result
}

#[test]
fn a_file_cut_at_every_byte_is_read_as_far_as_it_goes() {
    for target in TARGETS {
        let whole = bytes(target);
        for length in 0..whole.len() {
            read(&whole[..length]);
        }
    }
}

#[test]
fn a_cut_xqf_keeps_its_moves_and_says_where_it_ends() {
    let whole = bytes(Target::Xqf(XqfVersion::V10));
    let reading = record::read(&whole[..whole.len() - 9], Hint::NONE).expect("most of it is there");
    let game = &reading.games[0];
    assert!(game.tree.moves() >= 3);
    assert!(game.has_loss());
}

#[test]
fn every_byte_of_a_file_can_be_wrong() {
    TARGETS.into_par_iter().for_each(|target| {
        let mut file = bytes(target);
        for at in 0..file.len() {
            let right = file[at];
            for wrong in [
                0,
                0xFF,
                right ^ 0x80,
                right.wrapping_add(1),
                b'{',
                b'(',
                b'[',
            ] {
                file[at] = wrong;
                read(&file);
            }
            file[at] = right;
        }
    });
}

#[test]
fn zeros_are_refused() {
    let zeros = vec![0; 64 << 20];
    assert!(matches!(quickly(&zeros), Err(RecordError::Unknown(_))));
}

#[test]
fn a_library_that_promises_more_than_there_is_is_refused() {
    let mut library = vec![0; 66_624 + 276];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(quickly(&library), Err(RecordError::Short { .. })));
    // One live entry whose record takes 2³² slots of 4 KB.
    library[60..64].copy_from_slice(&1_u32.to_le_bytes());
    library[66_624..66_628].copy_from_slice(&7_u32.to_le_bytes());
    library[66_632..66_640].copy_from_slice(&[0xFF; 8]);
    let reading = quickly(&library).expect("the head is sound");
    assert!(reading.games.is_empty());
    assert_eq!(reading.refused.len(), 1);
}

#[test]
fn a_comment_that_promises_four_gigabytes_is_cut() {
    for target in [Target::Xqf(XqfVersion::V10), Target::Cbr] {
        let mut file = bytes(target);
        let length = file.len();
        // The last comment in the file is that of the last commented move.
        let comment = TextEncoding::Gb18030.encode("顺炮").0;
        let wide = TextEncoding::Utf16Le.encode("顺炮").0;
        let text = if target == Target::Cbr { wide } else { comment };
        let at = (0..length)
            .rfind(|at| file[*at..].starts_with(&text))
            .expect("it is there");
        file[at - 4..at].copy_from_slice(&u32::MAX.to_le_bytes());
        let reading = quickly(&file).expect("what comes before is sound");
        assert!(reading.games[0].has_loss());
        assert!(reading.games[0].tree.moves() >= 4);
    }
}

#[test]
fn a_game_of_too_many_moves_is_refused() {
    let mut file = record::write(
        &Game::new(Setup::start()),
        Target::Xqf(XqfVersion::V18),
        TextEncoding::Utf8,
    )
    .bytes;
    file.truncate(1024);
    // A chariot up and down for ever, each move with an alternative announced.
    let there = [24 + 1, 32 + 2, 0xC0, 0];
    let back = [24 + 2, 32 + 1, 0xC0, 0];
    for _ in 0..=Tree::MAX_MOVES / 2 {
        file.extend(there);
        file.extend(back);
    }
    assert_eq!(
        quickly(&file),
        Err(RecordError::TooLarge {
            format: record::Format::Xqf
        })
    );
}

#[test]
fn brackets_without_end_do_not_take_the_square_of_their_number() {
    let moves = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ";
    let mixed = "({[【（｛";
    for piece in [
        "(",
        "{",
        "((",
        "{}",
        "{{}",
        "(1. ",
        "(炮八平五 ",
        "(\n",
        "{\n",
        ")(",
        "[",
        "；(",
        mixed,
        "【",
    ] {
        let text = format!("{moves}{}", piece.repeat(200_000 / piece.len()));
        let _ = quickly(text.as_bytes());
        let _ = quickly(piece.repeat(200_000 / piece.len()).as_bytes());
    }
}

#[test]
fn other_texts_that_repeat_are_read_in_good_time() {
    let pieces = [
        "[DhtmlXQ_binit]",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
        "[/DhtmlXQ]",
        "[DhtmlXQ]",
        "%5BDhtmlXQ",
        "{'movelist':",
        "{\"movelist\":{",
        "<n version='1' m='x'>",
        "<Move value='77-47'>",
        "<ChineseChessRecord>",
        "&amp;",
        "h2e2 h9g7 h0g2\n",
        "1. ",
        "炮二平五\n",
        "**",
        "…",
        "开始\n　↓\n",
        "[Event \"\"]\n",
        "[Event \"x\n",
        "START{",
        "1-0\n",
        "马",
        "\\u",
        "%25",
    ];
    pieces.into_par_iter().for_each(|piece| {
        let _ = quickly(piece.repeat(300_000 / piece.len()).as_bytes());
        let tagged = format!(
            "[Game \"Chinese Chess\"]\n{}",
            piece.repeat(200_000 / piece.len())
        );
        let _ = quickly(tagged.as_bytes());
        let block = format!("[DhtmlXQ]{}", piece.repeat(200_000 / piece.len()));
        let _ = quickly(block.as_bytes());
    });
}

#[test]
fn variations_off_variations_off_variations_are_joined() {
    let mut text = String::from("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]");
    // Each off the one before, told in the wrong order.
    for line in (1..2000).rev() {
        let parent = line - 1;
        text += &format!(
            "[DhtmlXQ_move_{parent}_{}_{line}]7967[/DhtmlXQ_move_{parent}_{}_{line}]",
            line + 1,
            line + 1
        );
        text += &format!("[DhtmlXQ_comment{line}_1]x[/DhtmlXQ_comment{line}_1]");
    }
    let reading = quickly(text.as_bytes()).expect("it is a game");
    assert_eq!(reading.games[0].tree.moves(), 2 + 1999);
}

#[test]
fn deep_trees_take_no_stack() {
    let mut tree = Tree::new();
    let mut at = Tree::ROOT;
    let there = [("a0a1", "a9a8"), ("a1a0", "a8a9")];
    for round in 0..100_000 {
        let (red, black) = there[round % 2];
        for mv in [red, black] {
            at = tree.add(at, mv.parse().expect("a move"));
        }
    }
    let mut game = Game::new(Setup::start());
    game.tree = tree;
    for target in TARGETS {
        let written = record::write(&game, target, TextEncoding::Utf8);
        let reading = quickly(&written.bytes).expect("it was written here");
        assert_eq!(reading.games[0].tree.moves(), 200_000, "{target:?}");
    }
}

#[test]
fn a_flood_of_warnings_is_counted() {
    let mut game = Game::new(Setup::start());
    game.tree = Tree::of_line((0..5000).map(|_| "e0e5".parse::<Move>().expect("a move")));
    let written = record::write(&game, Target::Json, TextEncoding::Utf8);
    let game = &quickly(&written.bytes).expect("it is a game").games[0];
    assert_eq!(game.tree.moves(), 5000);
    assert!(game.warnings.len() < 1000);
    assert!(
        matches!(game.warnings.last().expect("many").concern, Concern::More { count } if count > 4000)
    );
}

/// The same cases every time, so that a failure is found again and none comes by chance.
fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(20_260_101),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_bytes_panic(noise in proptest::collection::vec(any::<u8>(), 0..3000)) {
        read(&noise);
        for magic in [&b"XQ\x12"[..], b"XQ\x0a", b"CCBridge Record\0", b"CCBridgeLibrary\0", b"[DhtmlXQ]", b"[FEN \""] {
            read(&[magic, &noise].concat());
        }
    }

    #[test]
    fn a_file_with_noise_in_it_does_not_panic(
        target in proptest::sample::select(TARGETS.to_vec()),
        at in any::<proptest::sample::Index>(),
        noise in proptest::collection::vec(any::<u8>(), 1..40),
        insert in any::<bool>(),
    ) {
        let mut file = bytes(target);
        let at = at.index(file.len());
        let end = if insert { at } else { (at + noise.len()).min(file.len()) };
        file.splice(at..end, noise);
        read(&file);
    }

    #[test]
    fn no_text_panics(text in "([炮马车兵卒前后中一二三五九１2进退平+=.()（）{}\\[\\]\"a-i0-9HC \n…*$;|<>&%\\\\-]|1-0|\\[Event|FEN ){0,300}") {
        read(text.as_bytes());
        read(format!("[Game \"Chinese Chess\"]\n\n{text}").as_bytes());
        read(&TextEncoding::Gb18030.encode(&text).0);
        read(&TextEncoding::Big5.encode(&text).0);
        read(&TextEncoding::Utf16Le.encode(&text).0);
    }
}
