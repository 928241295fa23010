//! Legal moves and WXF texts against pyffish, on the positions `oracle/wxf.py` wrote down.

use xiangqi::notation::wxf;
use xiangqi::{Move, Position, Setup};

/// FNV-1a, 32 bits.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |value, byte| {
        (value ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

fn check(position: &Position, mark: &str) {
    let mut texts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| format!("{mv} {}\n", wxf::format(position, mv)))
        .collect();
    texts.sort_unstable();
    let found = format!("{}:{:08x}", texts.len(), fnv(&texts.concat()));
    assert_eq!(found, mark, "{}\n{}", position.to_fen(), texts.concat());
}

#[test]
fn moves_and_texts_agree_with_pyffish() {
    let mut positions = 0;
    for line in include_str!("../data/wxf.txt").lines() {
        let mut parts = line.split(';');
        let [fen, moves, marks] = [(); 3].map(|()| parts.next().expect("three parts a line"));
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        // A few begin with the generals facing, which pyffish allows.
        let mut position =
            Position::from_setup_facing(&setup).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut marks = marks.split(' ');
        for text in moves.split_whitespace() {
            check(&position, marks.next().expect("a mark for every position"));
            let mv: Move = text.parse().unwrap();
            position = position.play(mv).unwrap();
            positions += 1;
        }
        check(
            &position,
            marks.next().expect("a mark for the last position"),
        );
        positions += 1;
        assert_eq!(marks.next(), None);
    }
    // The last game of the 10,000 is left out.
    assert_eq!(positions, 9_931);
}
