//! A position that can be played on.
//!
//! A [`Position`] comes from a valid [`Setup`] or from playing a legal move on another one, so the
//! rest of the crate need not ask whether there are two generals. It is a value: playing makes a
//! new one.
//!
//! ```
//! use xiangqi::{Position, Side};
//!
//! let start = Position::start();
//! let next = start.play("h2e2".parse()?)?;
//! assert_eq!(next.side(), Side::Black);
//! assert_eq!(next.to_fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is kept
//! Each side has sixteen numbered pieces (*slots*); a mailbox gives the slot on a point, and the
//! slots give their points. The occupied points of every rank and file are kept as words for the
//! line tables of `attacks`, and each side's points as a set.

use std::hash::{Hash, Hasher};

use crate::attacks::{FILE, RANK};
use crate::square::SQUARES;
use crate::{
    Board, FenError, Illegal, Move, Piece, Role, Setup, SetupError, Side, Square, SquareSet,
};
use crate::{key, setup};

/// A position of a game: valid pieces, the side that is not to move not in check, generals apart.
///
/// Two positions are equal when the same pieces stand on the same points and the same side is to
/// move; the counters do not matter.
#[derive(Clone)]
pub struct Position {
    /// Point of each slot, or [`ABSENT`].
    pub(crate) squares: [u8; 32],
    /// Slot on each point, or [`VACANT`]; the padding holds [`VACANT`], the last place [`WALL`].
    pub(crate) mailbox: [u8; 128],
    pub(crate) ranks: [[u16; 16]; 2],
    pub(crate) files: [[u16; 16]; 2],
    pub(crate) sets: [u128; 2],
    key: u64,
    move_number: u32,
    plies_since_capture: u16,
    pub(crate) side: Side,
}

/// In the mailbox: nobody stands here.
pub(crate) const VACANT: u8 = 32;
/// In the mailbox, off the board: a leg that is always blocked.
pub(crate) const WALL: u8 = 48;
/// Where a taken piece stands: off the board, on the [`WALL`].
pub(crate) const ABSENT: u8 = 127;

/// The role of each slot of a side.
pub(crate) const SLOT_ROLES: [Role; 16] = [
    Role::General,
    Role::Advisor,
    Role::Advisor,
    Role::Elephant,
    Role::Elephant,
    Role::Horse,
    Role::Horse,
    Role::Chariot,
    Role::Chariot,
    Role::Cannon,
    Role::Cannon,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
];
pub(crate) const HORSES: u8 = 5;
pub(crate) const CHARIOTS: u8 = 7;
pub(crate) const CANNONS: u8 = 9;
pub(crate) const SOLDIERS: u8 = 11;

/// The piece a slot holds.
#[inline]
pub(crate) fn slot_piece(slot: u8) -> Piece {
    let side = if slot < 16 { Side::Red } else { Side::Black };
    Piece {
        side,
        role: SLOT_ROLES[usize::from(slot & 15)],
    }
}

/// `Piece::index` of each slot, for the key.
const SLOT_INDEX: [u8; 32] = {
    let mut table = [0; 32];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = (slot as u8 >> 4) * 7 + SLOT_ROLES[slot & 15] as u8;
        slot += 1;
    }
    table
};

impl Position {
    /// The start of a game, Red to move.
    ///
    /// # Panics
    /// Never: the start is valid, covered by a test.
    pub fn start() -> Self {
        Self::from_setup(&Setup::start()).expect("the start is a valid position")
    }

    /// Reads a FEN that says who moves.
    ///
    /// # Errors
    /// The first thing wrong with the text or with the position.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(&fen.parse()?)?)
    }

    /// The position of a setup.
    ///
    /// # Errors
    /// The first thing that makes it impossible to play on.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let position = Self::from_setup_facing(setup)?;
        if position.generals_face() {
            return Err(SetupError::GeneralsFace);
        }
        Ok(position)
    }

    /// The same, but the generals may face each other, as they do in a few published problems and
    /// lists of counts; it stands as a check which the side to move must answer.
    ///
    /// # Errors
    /// The first other thing that makes it impossible to play on.
    pub fn from_setup_facing(setup: &Setup) -> Result<Self, SetupError> {
        setup::check_pieces(setup)?;
        let side = setup.side.ok_or(SetupError::NoSide)?;
        let mut position = Self {
            squares: [ABSENT; 32],
            mailbox: [VACANT; 128],
            ranks: [[0; 16]; 2],
            files: [[0; 16]; 2],
            sets: [0; 2],
            key: if side == Side::Black {
                key::BLACK_TO_MOVE
            } else {
                0
            },
            move_number: setup.move_number.unwrap_or(1),
            plies_since_capture: setup.plies_since_capture.unwrap_or(0),
            side,
        };
        position.mailbox[usize::from(ABSENT)] = WALL;
        for (square, piece) in setup.board.pieces() {
            position.place(square, piece);
        }
        if !position
            .attackers(position.general(side.opposite()))
            .is_empty()
        {
            return Err(SetupError::OpponentInCheck(side.opposite()));
        }
        Ok(position)
    }

    /// Gives a piece the first free slot of its role; `check_pieces` has counted them.
    fn place(&mut self, square: Square, piece: Piece) {
        let index = square.index();
        let side = piece.side.index();
        let free = (0..16).find(|slot| {
            SLOT_ROLES[*slot] == piece.role && self.squares[side * 16 + slot] == ABSENT
        });
        if let Some(slot) = free {
            let slot = side * 16 + slot;
            self.squares[slot] = index;
            self.mailbox[usize::from(index)] = slot as u8;
            self.ranks[side][usize::from(square.rank())] |= 1 << square.file();
            self.files[side][usize::from(square.file())] |= 1 << square.rank();
            self.sets[side] |= 1 << index;
            self.key ^= key::of(piece, square);
        }
    }

    /// The FEN of the position, six fields.
    pub fn to_fen(&self) -> String {
        self.to_setup().to_string()
    }

    /// The position as a setup, counters included.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board(),
            side: Some(self.side),
            plies_since_capture: Some(self.plies_since_capture),
            move_number: Some(self.move_number),
        }
    }

    /// The pieces on their points.
    pub fn board(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::all() {
            board.set(square, self.piece_at(square));
        }
        board
    }

    /// What stands on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let slot = self.mailbox[usize::from(square.index())];
        (slot < VACANT).then(|| slot_piece(slot))
    }

    /// The points of a side's pieces.
    pub const fn pieces_of(&self, side: Side) -> SquareSet {
        SquareSet::from_bits(self.sets[side.index()])
    }

    /// The points of one kind of a side's pieces, in no order.
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        let slots = self.squares[piece.side.index() * 16..][..16].iter();
        slots
            .zip(SLOT_ROLES)
            .filter(move |(_, role)| *role == piece.role)
            .filter_map(|(index, _)| Square::from_index(*index))
    }

    /// All points where a piece stands.
    pub const fn occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.sets[0] | self.sets[1])
    }

    /// Where a side's general stands.
    pub const fn general(&self, side: Side) -> Square {
        Square::from_table(self.squares[side.index() * 16])
    }

    /// Who is to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// A number of 64 bits that is the same for equal positions, whatever the way to them, and
    /// different for all others but for a chance of about one in 10¹⁹.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plies since the last capture, or since the start where the setup did not say.
    pub const fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    /// The number of the round of moves (回合) about to be played, from 1; it goes up after Black's
    /// move.
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// Why the move is not allowed.
    pub fn play(&self, mv: Move) -> Result<Self, Illegal> {
        match self.why_illegal(mv) {
            None => Ok(self.after(mv)),
            Some(reason) => Err(reason),
        }
    }

    /// The position after a move known to be legal.
    #[inline]
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.advance(mv);
        next
    }

    /// The same pieces with the other side to move, to ask what it threatens. The side that is then
    /// not to move must not be in check.
    pub(crate) fn passed(&self) -> Self {
        let mut next = self.clone();
        next.side = self.side.opposite();
        next.key ^= key::BLACK_TO_MOVE;
        next
    }

    /// Plays a move known to be legal.
    #[inline]
    pub(crate) fn advance(&mut self, mv: Move) {
        let (from, to) = (mv.from().index(), mv.to().index());
        let slot = self.mailbox[usize::from(from & 127)] & 31;
        let taken = self.mailbox[usize::from(to & 127)];
        let own = self.side.index();
        self.mailbox[usize::from(from & 127)] = VACANT;
        self.mailbox[usize::from(to & 127)] = slot;
        self.squares[usize::from(slot)] = to;
        let piece = SLOT_INDEX[usize::from(slot)];
        self.key ^= key::BLACK_TO_MOVE ^ key::of_indices(piece, from) ^ key::of_indices(piece, to);
        self.toggle(own, from);
        self.toggle(own, to);
        self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        if taken < VACANT {
            self.squares[usize::from(taken)] = ABSENT;
            self.key ^= key::of_indices(SLOT_INDEX[usize::from(taken)], to);
            self.toggle(1 - own, to);
            self.plies_since_capture = 0;
        }
        if self.side == Side::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side = self.side.opposite();
    }

    #[inline]
    fn toggle(&mut self, side: usize, index: u8) {
        let file = FILE[usize::from(index & 127)] & 15;
        let rank = RANK[usize::from(index & 127)] & 15;
        self.ranks[side & 1][usize::from(rank)] ^= 1 << file;
        self.files[side & 1][usize::from(file)] ^= 1 << rank;
        self.sets[side & 1] ^= 1 << (index & 127);
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.side == other.side
            && (0..usize::from(SQUARES)).all(|index| {
                let (a, b) = (self.mailbox[index], other.mailbox[index]);
                a == b || (a < VACANT && b < VACANT && slot_piece(a) == slot_piece(b))
            })
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}
