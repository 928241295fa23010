//! What is written is read back to the same tree, for every game of the corpus and every format.

mod shared;

use record::{Dropped, Game, Hint, Notation, Target, TextEncoding, Tree, XqfVersion};

const TARGETS: [Target; 10] = [
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
];

#[test]
fn every_game_of_the_corpus_survives_every_format() {
    let Some(corpus) = shared::corpus() else {
        return;
    };
    let (mut games, mut wrong) = (0, Vec::new());
    for path in shared::files(&corpus) {
        let name = path.to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("the corpus is whole");
        let Ok(reading) = record::read(&bytes, Hint::from_name(&name)) else {
            continue;
        };
        for (index, game) in reading.games.iter().enumerate() {
            games += 1;
            for target in TARGETS {
                if let Err(why) = survives(game, target) {
                    wrong.push(format!("{name} #{index} as {target:?}: {why}"));
                }
            }
        }
    }
    eprintln!("{games} games, {} differences", wrong.len());
    for line in wrong.iter().take(60) {
        eprintln!("{line}");
    }
    assert!(wrong.is_empty());
    assert!(games > 7000);
}

fn survives(game: &Game, target: Target) -> Result<(), String> {
    // Both ways for text; the others have an encoding of their own.
    let is_text = matches!(target, Target::Pgn(_) | Target::DhtmlXq);
    let encodings = [TextEncoding::Utf8, TextEncoding::Gb18030];
    for encoding in encodings.into_iter().take(if is_text { 2 } else { 1 }) {
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
        same_tree(&game.tree, &back.tree)?;
    }
    Ok(())
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
        let (a, b) = (bare(one.comment(left)), bare(two.comment(right)));
        if a != b {
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
