//! What is written is read back to the same tree, for every game of the corpus. Each game goes through
//! two of the fourteen ways to write it, in turn; with `QIPU_REQUIRE_ALL=1` through all of them.

mod shared;

use rayon::prelude::*;
use record::{Dropped, Game, Hint, Notation, Target, TextEncoding, Tree, XqfVersion};

/// Both encodings for text; the others have an encoding of their own.
const WAYS: [(Target, TextEncoding); 14] = [
    (Target::Pgn(Notation::Chinese), TextEncoding::Utf8),
    (Target::Pgn(Notation::Wxf), TextEncoding::Utf8),
    (Target::Pgn(Notation::Iccs), TextEncoding::Utf8),
    (Target::DhtmlXq, TextEncoding::Utf8),
    (Target::Xqf(XqfVersion::V10), TextEncoding::Gb18030),
    (Target::Cbr, TextEncoding::Utf16Le),
    (Target::Json, TextEncoding::Utf8),
    (Target::Pgn(Notation::Chinese), TextEncoding::Gb18030),
    (Target::Pgn(Notation::Wxf), TextEncoding::Gb18030),
    (Target::Pgn(Notation::Iccs), TextEncoding::Gb18030),
    (Target::DhtmlXq, TextEncoding::Gb18030),
    (Target::Xqf(XqfVersion::V18), TextEncoding::Gb18030),
    (Target::Cbf, TextEncoding::Utf8),
    (Target::Ubb, TextEncoding::Utf8),
];

const LARGE: usize = 20_000;

#[test]
fn every_game_of_the_corpus_survives_every_format() {
    let Some(corpus) = shared::corpus() else {
        return;
    };
    let all = shared::all();
    let results: Vec<(usize, Vec<String>)> = shared::files(&corpus)
        .par_iter()
        .enumerate()
        .map(|(number, path)| {
            let name = path.to_string_lossy().into_owned();
            let bytes = std::fs::read(path).expect("the corpus is whole");
            let Ok(reading) = record::read(&bytes, Hint::from_name(&name)) else {
                return (0, Vec::new());
            };
            let mut wrong = Vec::new();
            for (index, game) in reading.games.iter().enumerate() {
                let turn = number + index;
                let ways = WAYS
                    .iter()
                    .enumerate()
                    // A tree so large goes one way only: it takes as long as a thousand games.
                    .take(if all || game.tree.moves() < LARGE {
                        WAYS.len()
                    } else {
                        7
                    })
                    .filter(|(at, _)| all || turn % 7 == at % 7);
                for (_, (target, encoding)) in ways {
                    if let Err(why) = survives(game, *target, *encoding) {
                        wrong.push(format!("{name} #{index} as {target:?}: {why}"));
                    }
                }
            }
            (reading.games.len(), wrong)
        })
        .collect();
    let games: usize = results.iter().map(|(games, _)| games).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    eprintln!("{games} games, {} differences", wrong.len());
    for line in wrong.iter().take(60) {
        eprintln!("{line}");
    }
    assert!(wrong.is_empty());
    assert!(games > 7000);
}

fn survives(game: &Game, target: Target, encoding: TextEncoding) -> Result<(), String> {
    let written = record::write(game, target, encoding);
    let back = record::read(&written.bytes, Hint::NONE).map_err(|error| error.to_string())?;
    let [back] = back.games.as_slice() else {
        return Err(format!("{} games", back.games.len()));
    };
    let side_told = !written.dropped.contains(&Dropped::Side);
    let same_side = back.start.side == game.start.side || !side_told;
    if back.start.board != game.start.board || !same_side {
        return Err(format!("start {} instead of {}", back.start, game.start));
    }
    if back.outcome != game.outcome {
        return Err(format!("{:?} instead of {:?}", back.outcome, game.outcome));
    }
    same_tree(&game.tree, &back.tree)
}

fn same_tree(one: &Tree, two: &Tree) -> Result<(), String> {
    if one.moves() != two.moves() {
        return Err(format!("{} moves instead of {}", two.moves(), one.moves()));
    }
    let nodes =
        |tree: &Tree| -> Vec<_> { std::iter::once(Tree::ROOT).chain(tree.walk()).collect() };
    for (left, right) in nodes(one).into_iter().zip(nodes(two)) {
        let (a, b) = (one.mv(left), two.mv(right));
        if a != b || one.is_first(left) != two.is_first(right) {
            return Err(format!("{b:?} instead of {a:?} at ply {}", one.ply(left)));
        }
        let (a, b) = (one.comment(left), two.comment(right));
        if a != b && bare(a) != bare(b) {
            return Err(format!("comment {b:?} instead of {a:?}"));
        }
    }
    Ok(())
}

/// A comment without what some formats cannot tell apart: spaces around it, how lines end, braces of
/// two widths, characters that XML does not have.
fn bare(comment: &str) -> String {
    comment
        .lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .chars()
        .filter(|letter| !letter.is_control() || *letter == '\n')
        .map(|letter| match letter {
            '｛' => '{',
            '｝' => '}',
            other => other,
        })
        .collect()
}
