//! Games: irregular moves, corrections, taking back, variations.

use xiangqi::{Game, GameError, Illegal, Move, Position, Setup, Side, Status, Step};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn game(fen: &str, moves: &[&str]) -> Game {
    let start = Position::from_fen(fen).unwrap();
    Game::replay(start, moves.iter().map(|text| mv(text))).unwrap()
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn article_3_4_a_move_that_leaves_the_check_stands_in_the_record() {
    let mut game = game("4k4/9/6n2/9/4R4/9/9/9/9/3K5 b", &[]);
    assert_eq!(game.status(), Status::Ongoing);
    assert!(game.position().is_check());
    let before = game.position().clone();
    assert_eq!(
        game.push(mv("g7i8")),
        Err(GameError::Illegal {
            mv: mv("g7i8"),
            reason: Illegal::LeavesGeneralInCheck
        })
    );
    assert_eq!(
        game.push_irregular(mv("g7i8")),
        Ok(Illegal::LeavesGeneralInCheck)
    );
    assert_eq!(
        (game.status(), game.side()),
        (Status::Irregular, Side::Black)
    );
    assert_eq!(
        game.irregular(),
        Some((mv("g7i8"), Illegal::LeavesGeneralInCheck))
    );
    assert_eq!(game.moves().last(), Some(mv("g7i8")));
    assert_eq!(
        game.position(),
        &before,
        "nobody is to move in a position after it"
    );
    assert_eq!(
        game.board().get("g7".parse().unwrap()),
        None,
        "but the horse stands where it was put"
    );
    assert_eq!(game.push(mv("e0e1")), Err(GameError::AfterIrregular));
    assert_eq!(
        game.push_irregular(mv("e0e1")),
        Err(GameError::AfterIrregular)
    );
    assert_eq!(
        game.pop(),
        Some(Step::Irregular {
            mv: mv("g7i8"),
            reason: Illegal::LeavesGeneralInCheck
        })
    );
    assert_eq!((game.status(), game.position()), (Status::Ongoing, &before));
}

#[test]
fn a_legal_move_is_no_irregular_one() {
    let mut game = game(START, &[]);
    assert_eq!(
        game.push_irregular(mv("h2e2")),
        Err(GameError::NotIrregular(mv("h2e2")))
    );
    assert!(game.steps().is_empty());
}

#[test]
fn article_5_8_the_arbiter_puts_the_position_right() {
    let mut game = game(START, &["h2e2", "h9g7"]);
    game.push_irregular(mv("b0b1")).unwrap();
    let right = game.position().clone();
    game.correct(right.clone());
    assert_eq!(game.irregular(), None);
    game.push(mv("b0c2")).unwrap();
    assert_eq!(game.steps().len(), 5);
    assert!(matches!(
        game.steps()[2],
        Step::Irregular {
            reason: Illegal::NoSuchStep { .. },
            ..
        }
    ));
    assert_eq!(game.position_before(4), Some(right));
    assert_eq!(game.position_before(6), None);
    // Taking back over the correction gives the irregular move its place again.
    assert_eq!(game.pop(), Some(Step::Move(mv("b0c2"))));
    assert!(matches!(game.pop(), Some(Step::Corrected(_))));
    assert_eq!(game.status(), Status::Irregular);
}

#[test]
fn articles_3_2_and_3_3_end_a_game_on_the_board() {
    // Two chariots, one a rank.
    let mated = game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", &["b7b9"]);
    assert_eq!(mated.status(), Status::Checkmate);
    let stalemated = game("3k5/9/R8/9/9/9/9/9/9/4K4 w", &["a7a8"]);
    assert_eq!(stalemated.status(), Status::Stalemate);
}

#[test]
fn a_changed_line_is_checked_again_to_its_end() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "h9h0", "i0h0"].map(mv);
    let (game, n, reason) = Game::replay(Position::start(), moves).unwrap_err();
    assert_eq!((n, game.steps().len()), (4, 4), "Red is to move");
    assert!(matches!(reason, Illegal::NotYourPiece { .. }));
}

#[test]
fn variations_start_where_they_say() {
    let mut main = game(START, &["h2e2", "h9g7", "h0g2"]);
    let after_one = main.position_before(1).unwrap();
    let mut side_line = Game::replay(after_one.clone(), ["b9c7", "h0g2"].map(mv)).unwrap();
    let deeper = Game::replay(side_line.position_before(1).unwrap(), [mv("b0c2")]).unwrap();
    side_line.add_variation(1, deeper).unwrap();
    assert_eq!(
        main.add_variation(2, side_line.clone()),
        Err(GameError::Misplaced { at: 2 })
    );
    main.add_variation(1, side_line).unwrap();
    let longer = Game::new(main.position().clone());
    main.add_variation(3, longer).unwrap();
    assert_eq!(main.variations().len(), 2);
    assert_eq!(main.variations()[0].game.variations()[0].at, 1);
    // A variation whose branching point is taken back goes with it.
    main.pop();
    assert_eq!(main.variations().len(), 1);
    main.pop();
    main.pop();
    assert!(main.variations().is_empty());
}

#[test]
fn a_game_starts_from_what_a_fen_says() {
    let setup: Setup = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 7 30".parse().unwrap();
    let mut game = Game::from_setup(&setup).unwrap();
    game.push(mv("e9e8")).unwrap();
    assert_eq!(
        game.position().to_fen(),
        "9/4k4/9/9/9/9/9/9/9/3K5 w - - 8 31"
    );
}
