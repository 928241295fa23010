//! Move texts for the live screen, which must not tell a legal move from an illegal one.
//!
//! A move the rules allow is written as everywhere; any other is written in the same four
//! characters, by the same customs, without asking whether the piece can go there.

use xiangqi::{Board, Move, Piece, Role, Side, Square};

/// Writes any move of any piece as four characters, such as 马二进一.
///
/// ```
/// use qipu::kiosk::controller::blind;
/// use xiangqi::Board;
///
/// // A horse does not go straight ahead; the text does not say so.
/// assert_eq!(blind::text(&Board::start(), "h0h1".parse()?), "马二进一");
/// assert_eq!(blind::text(&Board::start(), "h9g7".parse()?), "马８进７");
/// # Ok::<(), xiangqi::ParseMoveError>(())
/// ```
pub fn text(board: &Board, mv: Move) -> String {
    let Some(piece) = board.get(mv.from()) else {
        return mv.to_string();
    };
    let side = piece.side;
    let forward = advance(side, mv);
    let straight = mv.from().file() == mv.to().file();
    let (direction, number) = match forward {
        0 => ('平', file(side, mv.to())),
        steps if straight => (turn(forward), digit(side, steps.unsigned_abs())),
        _ => (turn(forward), file(side, mv.to())),
    };
    let [first, second] = subject(board, piece, mv.from());
    [first, second, direction, number].into_iter().collect()
}

const fn turn(forward: i8) -> char {
    if forward > 0 { '进' } else { '退' }
}

/// Ranks gained, seen from the mover.
fn advance(side: Side, mv: Move) -> i8 {
    let ranks = mv.to().rank().cast_signed() - mv.from().rank().cast_signed();
    match side {
        Side::Red => ranks,
        Side::Black => -ranks,
    }
}

fn subject(board: &Board, piece: Piece, from: Square) -> [char; 2] {
    let twins: Vec<Square> = board
        .pieces()
        .filter(|(square, other)| *other == piece && square.file() == from.file())
        .map(|(square, _)| square)
        .collect();
    let paired = twins.len() == 2 && !matches!(piece.role, Role::Advisor | Role::Elephant);
    if !paired {
        return [piece.chinese(), file(piece.side, from)];
    }
    let lowest = twins.iter().map(|square| square.rank()).min() == Some(from.rank());
    let behind = lowest == (piece.side == Side::Red);
    [if behind { '后' } else { '前' }, piece.chinese()]
}

fn file(side: Side, square: Square) -> char {
    let number = match side {
        Side::Red => 9 - square.file(),
        Side::Black => square.file() + 1,
    };
    digit(side, number)
}

fn digit(side: Side, number: u8) -> char {
    const CHINESE: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    const WIDE: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];
    let digits = if side == Side::Red { CHINESE } else { WIDE };
    digits[usize::from(number)]
}

#[cfg(test)]
mod tests {
    use super::text;
    use xiangqi::notation::chinese;
    use xiangqi::{Board, Position};

    #[test]
    fn legal_moves_read_as_everywhere() {
        let start = Position::start();
        for mv in start.legal_moves() {
            assert_eq!(
                text(&Board::start(), mv),
                chinese::format(&start, mv),
                "{mv}"
            );
        }
    }

    #[test]
    fn twins_on_a_file_are_told_apart() {
        let board: Board = "3k5/9/9/4C4/9/9/4C4/9/9/4K4".parse().expect("a placement");
        assert_eq!(text(&board, "e6e7".parse().expect("a move")), "前炮进一");
        assert_eq!(text(&board, "e3f4".parse().expect("a move")), "后炮进四");
    }
}
