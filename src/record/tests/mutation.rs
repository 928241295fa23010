//! Real files with bytes changed, cut out, put in, doubled and mixed with other files: read or refused,
//! in good time, without panic. What a fuzzer does, on every run, the same way each time.

mod shared;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use record::Hint;

/// Files no larger than this are taken; one in so many of them, and each changed so often.
const LARGEST: u64 = 12_000;
const EVERY: usize = 31;
const TIMES: usize = 40;

#[test]
fn a_real_file_with_wrong_bytes_is_read_or_refused() {
    let Some(corpus) = shared::corpus() else {
        return;
    };
    let all = shared::all();
    let small = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() <= LARGEST);
    let files: Vec<PathBuf> = shared::files(&corpus).into_iter().filter(small).collect();
    let chosen: Vec<&PathBuf> = files.iter().step_by(if all { 5 } else { EVERY }).collect();
    let read: usize = chosen
        .par_iter()
        .enumerate()
        .map(|(number, path)| {
            let bytes = std::fs::read(path).expect("the corpus is whole");
            let other = &files[(number * 977 + 13) % files.len()];
            let other = std::fs::read(other).expect("the corpus is whole");
            let mut dice = Dice(number as u64 + 1);
            (0..TIMES)
                .filter(|_| {
                    let wrong = dice.changed(&bytes, &other);
                    read(&wrong, &path.to_string_lossy())
                })
                .count()
        })
        .sum();
    // Most changes leave a record that can be read.
    assert!(
        read * 2 > chosen.len() * TIMES,
        "{read} of {}",
        chosen.len() * TIMES
    );
}

/// Reads a file to the end, asks everything of its games, and tells whether there were any.
fn read(bytes: &[u8], name: &str) -> bool {
    let begun = Instant::now();
    let mut games = 0;
    if let Ok(found) = record::games(bytes, Hint::from_name(name)) {
        for game in found.flatten() {
            let _ = (game.fault(), game.close(), game.tree.variations());
            games += 1;
        }
    }
    // Milliseconds; the rest is for a machine under load.
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{name}: {:?}",
        begun.elapsed()
    );
    games > 0
}

/// Numbers that look like chance (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }

    fn changed(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut wrong = bytes.to_vec();
        for _ in 0..=self.roll(3) {
            let at = self.roll(wrong.len());
            let end = (at + 1 + self.roll(40)).min(wrong.len());
            match self.roll(6) {
                0 => wrong
                    .iter_mut()
                    .skip(at)
                    .take(1)
                    .for_each(|byte| *byte ^= 1 << self.roll(8)),
                1 => drop(wrong.drain(at..end)),
                2 => wrong.truncate(end),
                3 => {
                    let part = wrong[at..end].to_vec();
                    wrong.splice(at..at, part);
                }
                4 => {
                    let from = self.roll(other.len());
                    let part = other[from..].iter().copied().take(200);
                    wrong.splice(at..end, part);
                }
                _ => {
                    let signs = b"{}()[]<>\"\0\xff1.;/&%";
                    let sign = signs[self.roll(signs.len())];
                    wrong.insert(at, sign);
                }
            }
            if wrong.is_empty() {
                break;
            }
        }
        wrong
    }
}
