//! Why a move is not allowed, in words an arbiter can read out.
//!
//! ```
//! use xiangqi::{Illegal, Position};
//!
//! let start = Position::start();
//! let reason = start.why_illegal("b0d1".parse()?).unwrap();
//! assert_eq!(reason, Illegal::BlockedLeg { leg: "c0".parse()? });
//! assert_eq!(reason.chinese(), "马腿在 c0 被别住");
//! assert_eq!(reason.code(), "blocked_leg");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::attacks::between;
use crate::setup::own_rank;
use crate::{Move, Piece, Position, Role, Side, Square};

/// The reason a move breaks the rules.
///
/// A move by no way its piece has comes first, then what stands in its way, then what happens to
/// the general: only a move that breaks nothing else is called self-destruction (自杀, article 3.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// It starts from a vacant point.
    NoPiece {
        /// Where it starts.
        square: Square,
    },
    /// It starts from a piece of the opponent.
    NotYourPiece {
        /// That piece.
        piece: Piece,
        /// Where it starts.
        square: Square,
    },
    /// It ends where it starts.
    StaysPut,
    /// The piece has no such step.
    NoSuchStep {
        /// The kind of piece.
        role: Role,
    },
    /// A general or an advisor would leave its palace.
    OutsidePalace {
        /// The kind of piece.
        role: Role,
    },
    /// An elephant would cross the river.
    CrossesRiver,
    /// A soldier would step back.
    SoldierBackward,
    /// A soldier would step aside before it has crossed the river.
    SoldierSideways,
    /// The leg of the horse is occupied (别马腿).
    BlockedLeg {
        /// Where.
        leg: Square,
    },
    /// The eye of the elephant is occupied (塞象眼).
    BlockedEye {
        /// Where.
        eye: Square,
    },
    /// A chariot, or a cannon that takes nothing, would pass over a piece.
    BlockedPath {
        /// The kind of piece.
        role: Role,
        /// The first piece in the way.
        at: Square,
    },
    /// A cannon would take without a screen.
    CannonNeedsScreen,
    /// A cannon would take over more than one piece.
    CannonTooManyScreens {
        /// How many stand between.
        between: u8,
    },
    /// An own piece stands where it ends.
    OwnPieceThere {
        /// That piece.
        piece: Piece,
    },
    /// The generals would face each other (照面, articles 2.2 and 3.4).
    GeneralsFace,
    /// The general is in check and the move does not answer it (article 3.4).
    LeavesGeneralInCheck,
    /// The general is not in check and the move offers it to capture (送将, article 3.4).
    ExposesGeneral,
}

impl Illegal {
    /// The reason as a word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoPiece { .. } => "no_piece",
            Self::NotYourPiece { .. } => "not_your_piece",
            Self::StaysPut => "stays_put",
            Self::NoSuchStep { .. } => "no_such_step",
            Self::OutsidePalace { .. } => "outside_palace",
            Self::CrossesRiver => "crosses_river",
            Self::SoldierBackward => "soldier_backward",
            Self::SoldierSideways => "soldier_sideways",
            Self::BlockedLeg { .. } => "blocked_leg",
            Self::BlockedEye { .. } => "blocked_eye",
            Self::BlockedPath { .. } => "blocked_path",
            Self::CannonNeedsScreen => "cannon_needs_screen",
            Self::CannonTooManyScreens { .. } => "cannon_too_many_screens",
            Self::OwnPieceThere { .. } => "own_piece_there",
            Self::GeneralsFace => "generals_face",
            Self::LeavesGeneralInCheck => "leaves_general_in_check",
            Self::ExposesGeneral => "exposes_general",
        }
    }

    /// Whether it is self-destruction (自杀), which loses at once at every event once the piece is
    /// released (articles 3.4 and 4.1.3).
    pub const fn is_self_destruction(self) -> bool {
        matches!(
            self,
            Self::GeneralsFace | Self::LeavesGeneralInCheck | Self::ExposesGeneral
        )
    }

    /// The article under which the arbiter acts: 4.1.3 for self-destruction, 4.1.8 (a loss on the
    /// first or on the second such breach, as the event has it) for the rest.
    pub const fn article(self) -> &'static str {
        if self.is_self_destruction() {
            "4.1.3"
        } else {
            "4.1.8"
        }
    }

    /// The reason in Chinese.
    pub fn chinese(self) -> String {
        match self {
            Self::NoPiece { square } => format!("{square} 没有棋子"),
            Self::NotYourPiece { piece, square } => {
                format!("{square} 的{}是对方的棋子", piece.chinese())
            }
            Self::StaysPut => "棋子没有移动".into(),
            Self::NoSuchStep { role } => format!("{}不能这样走", name(role)),
            Self::OutsidePalace { role } => format!("{}不能出九宫", name(role)),
            Self::CrossesRiver => "象不能过河".into(),
            Self::SoldierBackward => "兵卒不能后退".into(),
            Self::SoldierSideways => "兵卒未过河不能横走".into(),
            Self::BlockedLeg { leg } => format!("马腿在 {leg} 被别住"),
            Self::BlockedEye { eye } => format!("象眼在 {eye} 被塞住"),
            Self::BlockedPath { role, at } => format!("{}的去路被 {at} 的棋子挡住", name(role)),
            Self::CannonNeedsScreen => "炮吃子必须隔一子".into(),
            Self::CannonTooManyScreens { between } => {
                format!("炮吃子只能隔一子，中间有 {between} 子")
            }
            Self::OwnPieceThere { piece } => {
                format!("落点上有自己的{}", piece.chinese())
            }
            Self::GeneralsFace => "走后将帅照面".into(),
            Self::LeavesGeneralInCheck => "正被将军，此着没有应将".into(),
            Self::ExposesGeneral => "走后将帅送吃".into(),
        }
    }

    /// The reason in English.
    pub fn english(self) -> String {
        match self {
            Self::NoPiece { square } => format!("no piece stands on {square}"),
            Self::NotYourPiece { piece, square } => {
                format!("the {} on {square} is the opponent's", piece.role)
            }
            Self::StaysPut => "the piece does not move".into(),
            Self::NoSuchStep { role } => format!("the {role} does not move so"),
            Self::OutsidePalace { role } => format!("the {role} may not leave the palace"),
            Self::CrossesRiver => "the elephant may not cross the river".into(),
            Self::SoldierBackward => "the soldier may not step back".into(),
            Self::SoldierSideways => {
                "the soldier may not step aside before it has crossed the river".into()
            }
            Self::BlockedLeg { leg } => format!("the horse's leg is blocked on {leg}"),
            Self::BlockedEye { eye } => format!("the elephant's eye is blocked on {eye}"),
            Self::BlockedPath { role, at } => {
                format!("the {role}'s way is blocked on {at}")
            }
            Self::CannonNeedsScreen => "the cannon needs a screen to take".into(),
            Self::CannonTooManyScreens { between } => {
                format!("the cannon takes over one piece, and {between} stand between")
            }
            Self::OwnPieceThere { piece } => {
                format!("the player's own {} stands there", piece.role)
            }
            Self::GeneralsFace => "the generals would face each other".into(),
            Self::LeavesGeneralInCheck => {
                "the general is in check and the move does not answer it".into()
            }
            Self::ExposesGeneral => "the move exposes the general to capture".into(),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english())
    }
}

impl std::error::Error for Illegal {}

const fn name(role: Role) -> &'static str {
    match role {
        Role::General => "将帅",
        Role::Advisor => "士",
        Role::Elephant => "象",
        Role::Horse => "马",
        Role::Chariot => "车",
        Role::Cannon => "炮",
        Role::Soldier => "兵卒",
    }
}

impl Position {
    /// Why the side to move may not play it; `None` if it may.
    pub fn why_illegal(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            None
        } else {
            Some(self.reason(mv))
        }
    }

    /// The reason of a move that is known to be illegal.
    fn reason(&self, mv: Move) -> Illegal {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else {
            return Illegal::NoPiece { square: from };
        };
        if piece.side != self.side() {
            return Illegal::NotYourPiece {
                piece,
                square: from,
            };
        }
        if from == to {
            return Illegal::StaysPut;
        }
        if let Some(reason) = self.wrong_way(piece, from, to) {
            return reason;
        }
        if let Some(piece) = self.piece_at(to).filter(|there| there.side == piece.side) {
            return Illegal::OwnPieceThere { piece };
        }
        if self.faces_after(mv) {
            Illegal::GeneralsFace
        } else if self.is_check() {
            Illegal::LeavesGeneralInCheck
        } else {
            Illegal::ExposesGeneral
        }
    }

    /// Whether the generals face each other once a piece has moved.
    fn faces_after(&self, mv: Move) -> bool {
        let mut board = self.board();
        board.apply(mv);
        let general = |side| {
            let piece = Piece {
                side,
                role: Role::General,
            };
            board.squares_of(piece).into_iter().next()
        };
        let (Some(red), Some(black)) = (general(Side::Red), general(Side::Black)) else {
            return false;
        };
        red.file() == black.file()
            && (red.rank() + 1..black.rank())
                .filter_map(|rank| Square::new(red.file(), rank))
                .all(|square| board.get(square).is_none())
    }

    /// What is wrong with the way a piece would move, its target apart.
    fn wrong_way(&self, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
        let role = piece.role;
        let files = to.file().abs_diff(from.file());
        let ranks = to.rank().abs_diff(from.rank());
        let no_such_step = Some(Illegal::NoSuchStep { role });
        let occupied = |file: u8, rank: u8| {
            Square::new(file, rank).filter(|square| self.piece_at(*square).is_some())
        };
        match role {
            Role::General | Role::Soldier if files + ranks != 1 => no_such_step,
            Role::Advisor if files != 1 || ranks != 1 => no_such_step,
            Role::General | Role::Advisor => {
                let inside = (3..=5).contains(&to.file()) && own_rank(piece.side, to) <= 2;
                (!inside).then_some(Illegal::OutsidePalace { role })
            }
            Role::Elephant if files != 2 || ranks != 2 => no_such_step,
            Role::Elephant if own_rank(piece.side, to) > 4 => Some(Illegal::CrossesRiver),
            Role::Elephant => {
                let file = u8::midpoint(from.file(), to.file());
                occupied(file, u8::midpoint(from.rank(), to.rank()))
                    .map(|eye| Illegal::BlockedEye { eye })
            }
            Role::Horse => {
                let leg = match (files, ranks) {
                    (2, 1) => occupied(u8::midpoint(from.file(), to.file()), from.rank()),
                    (1, 2) => occupied(from.file(), u8::midpoint(from.rank(), to.rank())),
                    _ => return no_such_step,
                };
                leg.map(|leg| Illegal::BlockedLeg { leg })
            }
            Role::Chariot | Role::Cannon if files != 0 && ranks != 0 => no_such_step,
            Role::Chariot | Role::Cannon => self.wrong_slide(role, from, to),
            Role::Soldier if own_rank(piece.side, to) < own_rank(piece.side, from) => {
                Some(Illegal::SoldierBackward)
            }
            Role::Soldier => {
                (files == 1 && own_rank(piece.side, from) <= 4).then_some(Illegal::SoldierSideways)
            }
        }
    }

    /// What stands in the way of a chariot or cannon.
    fn wrong_slide(&self, role: Role, from: Square, to: Square) -> Option<Illegal> {
        let along_file = from.file() == to.file();
        let (word, start) = if along_file {
            let word = self.file_word(from.file()) & between(from.rank(), to.rank());
            (word, from.rank())
        } else {
            let word = self.rank_word(from.rank()) & between(from.file(), to.file());
            (word, from.file())
        };
        let screens = word.count_ones() as u8;
        let mover = self.side();
        match self.piece_at(to).filter(|_| role == Role::Cannon) {
            // Whatever stands between, its own piece is what it cannot take.
            Some(target) if target.side == mover && screens <= 1 => return None,
            Some(target) if target.side != mover => {
                return match screens {
                    0 => Some(Illegal::CannonNeedsScreen),
                    1 => None,
                    between => Some(Illegal::CannonTooManyScreens { between }),
                };
            }
            _ => {}
        }
        let first = (0..10u8)
            .filter(|n| word >> n & 1 != 0)
            .min_by_key(|n| n.abs_diff(start))?;
        let at = if along_file {
            Square::new(from.file(), first)
        } else {
            Square::new(first, from.rank())
        };
        at.map(|at| Illegal::BlockedPath { role, at })
    }
}
