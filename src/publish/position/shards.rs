//! The index as small files that a page without a server loads one by one.
//!
//! A file is a script with one call, because a page opened from a memory stick may load scripts and
//! nothing else. The first bits of a key name the file; in it, a key leads to `game.ply` pairs,
//! those after which the same move was played together: `h2e2:1k.3,2a.3;c3c4:5.3`. Moves are told
//! for the wing of the key; a pair without a move is the end of its game. Numbers are in base 36.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use xiangqi::Move;

use super::PositionIndex;
use super::key::mirror;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// Its number; the file is called so, in three hex digits.
    pub number: u32,
    /// Its text.
    pub script: String,
}

/// How many bits of the key name a file so that files stay near ten kilobytes.
pub fn bits(index: &PositionIndex) -> u32 {
    const KEYS_IN_A_FILE: usize = 400;
    (index.len() / KEYS_IN_A_FILE)
        .max(1)
        .next_power_of_two()
        .ilog2()
        .min(12)
}

/// Cuts the index into `2^bits` files; `game` gives the moves of a game. The start of all games is
/// left out: it leads to every game.
pub fn cut<'a>(index: &PositionIndex, bits: u32, game: impl Fn(u32) -> &'a [Move]) -> Vec<Shard> {
    let count = 1_u32 << bits;
    let mut shards: Vec<Shard> = (0..count)
        .map(|number| Shard {
            number,
            script: format!("qipuPositions({number},{{\n"),
        })
        .collect();
    for (key, hits) in index.iter() {
        let mut places: BTreeMap<Option<Move>, String> = BTreeMap::new();
        for hit in hits.iter().filter(|hit| hit.ply > 0) {
            let next = game(hit.game).get(usize::from(hit.ply)).copied();
            let next = next.map(|mv| if hit.mirrored { mirror(mv) } else { mv });
            let list = places.entry(next).or_default();
            let comma = if list.is_empty() { "" } else { "," };
            let (game, ply) = (base36(u64::from(hit.game)), base36(u64::from(hit.ply)));
            // Writing into a string cannot fail.
            let _ = write!(list, "{comma}{game}.{ply}");
        }
        if places.is_empty() {
            continue;
        }
        let shard = if bits == 0 {
            0
        } else {
            (key >> (64 - bits)) as usize
        };
        let texts: Vec<String> = places
            .into_iter()
            .map(|(mv, list)| mv.map_or_else(|| format!(":{list}"), |mv| format!("{mv}:{list}")))
            .collect();
        let _ = writeln!(
            shards[shard].script,
            "\"{}\":\"{}\",",
            name(key),
            texts.join(";")
        );
    }
    for shard in &mut shards {
        shard.script.push_str("})\n");
    }
    shards
}

/// A key as the files name it: both words in base 36, the second in seven digits.
fn name(key: u64) -> String {
    format!("{}{:0>7}", base36(key >> 32), base36(key & 0xffff_ffff))
}

/// A number in base 36, lower case, as JavaScript's `toString(36)` writes it.
fn base36(number: u64) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut left = number;
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(DIGITS[(left % 36) as usize]));
        left /= 36;
        if left == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::{Board, Side};

    #[test]
    fn numbers_are_written_as_javascript_does() {
        // node -p '[0,35,36,123456789,0xffffffff].map(n => n.toString(36)).join()'
        let texts = [0, 35, 36, 123_456_789, 0xffff_ffff].map(base36);
        assert_eq!(texts.join(","), "0,z,10,21i3v9,1z141z3");
    }

    #[test]
    fn every_position_after_the_start_is_in_the_file_of_its_first_bits() {
        let moves: Vec<Move> = "h2e2 h9g7 h0g2"
            .split(' ')
            .map(|mv| mv.parse().unwrap())
            .collect();
        let index = PositionIndex::build([(Board::start(), Side::Red, moves.as_slice())]);
        let all: String = cut(&index, 3, |_| &moves)
            .into_iter()
            .map(|shard| shard.script)
            .collect();
        assert_eq!(all.matches("qipuPositions(").count(), 8);
        for place in [":0.1\"", ":0.2\"", "\":0.3\""] {
            assert_eq!(all.matches(place).count(), 1, "{place} in {all}");
        }
        assert_eq!(bits(&index), 0);
        assert_eq!(cut(&index, 0, |_| &moves).len(), 1);
    }
}
