//! The order in which several formats list the 32 pieces.

use xiangqi::{Board, Piece, Role, Side, Square};

const ROLES: [Role; 16] = [
    Role::Chariot,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Advisor,
    Role::Elephant,
    Role::Horse,
    Role::Chariot,
    Role::Cannon,
    Role::Cannon,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
];

/// Red's pieces along the back line from the left, cannons, soldiers; then Black's alike.
pub(crate) const ORDER: [Piece; 32] = {
    let mut order = [Piece {
        side: Side::Red,
        role: Role::Soldier,
    }; 32];
    let mut at = 0;
    while at < 16 {
        order[at] = Piece {
            side: Side::Red,
            role: ROLES[at],
        };
        order[at + 16] = Piece {
            side: Side::Black,
            role: ROLES[at],
        };
        at += 1;
    }
    order
};

/// Where the pieces of that order stand on a board, and how many pieces of it are more than there are
/// in the order.
pub(crate) fn slots(board: &Board) -> ([Option<Square>; 32], usize) {
    let mut slots = [None; 32];
    let mut left = 0;
    for (square, piece) in board.pieces() {
        let free = (0..32).find(|slot| ORDER[*slot] == piece && slots[*slot].is_none());
        match free {
            Some(slot) => slots[slot] = Some(square),
            None => left += 1,
        }
    }
    (slots, left)
}
