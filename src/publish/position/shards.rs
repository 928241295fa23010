//! The index as small files that a page without a server loads one by one.
//!
//! A file is a script with one call, because a page opened from a memory stick may load scripts and
//! nothing else. The first bits of a key name the file; in it, the rest of the key leads to
//! `game.ply` pairs. All numbers are in base 36.

use std::fmt::Write as _;

use super::PositionIndex;

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

/// Cuts the index into `2^bits` files. The start of all games is left out: it leads to every game.
pub fn cut(index: &PositionIndex, bits: u32) -> Vec<Shard> {
    let count = 1_u32 << bits;
    let mut shards: Vec<Shard> = (0..count)
        .map(|number| Shard {
            number,
            script: format!("qipuPositions({number},{{\n"),
        })
        .collect();
    for (key, hits) in index.iter() {
        let shard = if bits == 0 {
            0
        } else {
            (key >> (64 - bits)) as usize
        };
        let script = &mut shards[shard].script;
        let _ = write!(
            script,
            "\"{}{:0>7}\":\"",
            base36(key >> 32),
            base36(key & 0xffff_ffff)
        );
        for (at, hit) in hits.iter().filter(|hit| hit.ply > 0).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(
                script,
                "{comma}{}.{}",
                base36(u64::from(hit.game)),
                base36(u64::from(hit.ply))
            );
        }
        script.push_str("\",\n");
    }
    for shard in &mut shards {
        shard.script.push_str("})\n");
    }
    shards
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
    use xiangqi::{Board, Move, Side};

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
        let shards = cut(&index, 3);
        assert_eq!(shards.len(), 8);
        let all: String = shards.iter().map(|shard| shard.script.as_str()).collect();
        assert_eq!(all.matches("\"0.").count(), 3);
        assert_eq!(bits(&index), 0);
        assert_eq!(cut(&index, 0).len(), 1);
    }
}
