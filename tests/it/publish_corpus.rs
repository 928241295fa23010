//! Every game of the corpus goes through every form of a collection and comes back: nothing is lost
//! that the form did not say it has no place for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use qipu::publish::collection::{Collection, FORMS, Form};
use rayon::prelude::*;
use record::{Dropped, Game, Hint, Target, Tree, Written};

use crate::needs;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the corpus") {
            let path = entry.expect("a file of the corpus").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What some files gave.
#[derive(Default)]
struct Told {
    games: usize,
    wrong: Vec<String>,
    /// What forms said they have no place for: form, what, how often.
    lost: BTreeMap<(&'static str, &'static str), usize>,
}

impl Told {
    fn and(mut self, other: Self) -> Self {
        self.games += other.games;
        self.wrong.extend(other.wrong);
        for (what, count) in other.lost {
            *self.lost.entry(what).or_default() += count;
        }
        self
    }
}

#[test]
fn every_game_of_the_corpus_survives_every_form_of_a_collection() {
    let Some(shared) = needs::shared() else {
        return;
    };
    let told = files(&shared.join("corpus"))
        .par_iter()
        .map(|path| file(path))
        .reduce(Told::default, Told::and);
    println!(
        "{} games in {} forms, {} differ",
        told.games,
        FORMS.len() - 1,
        told.wrong.len()
    );
    for ((form, what), count) in &told.lost {
        println!("{form}: {what}, {count}");
    }
    for line in told.wrong.iter().take(40) {
        println!("{line}");
    }
    assert!(told.wrong.is_empty(), "{} differ", told.wrong.len());
    assert!(told.games > 7_000, "{} games", told.games);
}

fn file(path: &Path) -> Told {
    let mut told = Told::default();
    let name = path.to_string_lossy().into_owned();
    let bytes = std::fs::read(path).expect("the corpus is whole");
    let Ok(reading) = record::read(&bytes, Hint::from_name(&name)) else {
        return told;
    };
    told.games = reading.games.len();
    // Text is to be read and printed: it shows no start position and no headers of its own.
    for form in FORMS.iter().filter(|form| form.target != Target::Text) {
        let written: Vec<Written> = reading.games.iter().map(|game| form.write(game)).collect();
        for (game, written) in reading.games.iter().zip(&written) {
            for dropped in &written.dropped {
                *told.lost.entry((form.code, kind(dropped))).or_default() += 1;
            }
            let back = read(form, &written.bytes);
            let same = back.and_then(|back| match back.as_slice() {
                [back] => same(game, back, &written.dropped),
                games => Err(format!("{} games", games.len())),
            });
            if let Err(why) = same {
                told.wrong.push(format!("{}: {name}: {why}", form.code));
            }
        }
        if form.holds_many() && reading.games.len() > 1 {
            if let Err(why) = together(form, &reading.games, written) {
                told.wrong
                    .push(format!("{} together: {name}: {why}", form.code));
            }
        }
    }
    told
}

const fn kind(dropped: &Dropped) -> &'static str {
    match dropped {
        Dropped::Header { .. } => "a header without a place",
        Dropped::Cut { .. } => "a header cut",
        Dropped::Pieces { .. } => "pieces too many",
        Dropped::Side => "the side to move, without moves",
        Dropped::Characters { .. } => "characters",
        Dropped::Braces { .. } => "braces written wide",
        Dropped::Tail => "text after the game",
    }
}

fn read(form: &Form, bytes: &[u8]) -> Result<Vec<Game>, String> {
    let name = format!("a.{}", form.extension);
    let reading = record::read(bytes, Hint::from_name(&name)).map_err(|error| error.to_string())?;
    Ok(reading.games)
}

/// Many games in one file come back as many, in their order.
fn together(form: &'static Form, games: &[Game], written: Vec<Written>) -> Result<(), String> {
    let collection = Collection {
        form,
        games: written,
    };
    let all: Vec<usize> = (0..games.len()).collect();
    let joined = collection.joined(&all);
    let back = if form.target == Target::Json {
        // A game a line.
        let lines = joined.split(|byte| *byte == b'\n');
        let games = lines.filter(|line| !line.is_empty());
        games
            .map(|line| read(form, line))
            .collect::<Result<Vec<_>, _>>()?
            .concat()
    } else {
        read(form, &joined)?
    };
    if back.len() != games.len() {
        return Err(format!("{} games instead of {}", back.len(), games.len()));
    }
    let differing = games
        .iter()
        .zip(&back)
        .position(|(game, back)| !game.tree.main_moves().eq(back.tree.main_moves()));
    differing.map_or(Ok(()), |at| Err(format!("game {at} has other moves")))
}

fn same(game: &Game, back: &Game, dropped: &[Dropped]) -> Result<(), String> {
    let side_told = !dropped.contains(&Dropped::Side);
    let same_side = back.start.side == game.start.side || !side_told;
    if back.start.board != game.start.board || !same_side {
        return Err(format!("start {} instead of {}", back.start, game.start));
    }
    if back.outcome != game.outcome {
        return Err(format!("{:?} instead of {:?}", back.outcome, game.outcome));
    }
    let nodes =
        |tree: &Tree| -> Vec<_> { std::iter::once(Tree::ROOT).chain(tree.walk()).collect() };
    let (ours, theirs) = (nodes(&game.tree), nodes(&back.tree));
    if ours.len() != theirs.len() {
        return Err(format!("{} nodes instead of {}", theirs.len(), ours.len()));
    }
    for (left, right) in ours.into_iter().zip(theirs) {
        if game.tree.mv(left) != back.tree.mv(right)
            || game.tree.is_first(left) != back.tree.is_first(right)
        {
            return Err(format!("another move at ply {}", game.tree.ply(left)));
        }
        let (one, two) = (game.tree.comment(left), back.tree.comment(right));
        if bare(one) != bare(two) {
            return Err(format!("comment {two:?} instead of {one:?}"));
        }
    }
    Ok(())
}

/// A text without what some formats cannot tell apart: spaces around lines, how lines end, braces of
/// two widths, characters that XML does not have.
fn bare(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let joined = lines.join("\n");
    let kept = joined.trim().chars();
    kept.filter(|letter| !letter.is_control() || *letter == '\n')
        .map(|letter| match letter {
            '｛' => '{',
            '｝' => '}',
            other => other,
        })
        .collect()
}
