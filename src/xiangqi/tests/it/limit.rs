//! The natural limit: rules.md B, articles 4.1.11, 4.2.4 and 22.2.

use xiangqi::limit::{ClaimCost, LimitEffect};
use xiangqi::{Game, LimitCounter, LimitRule, Move, Position, Side};

use LimitEffect::{Capture, CheckCounted, CheckNotCounted, Counted};
use Side::{Black, Red};

/// Rounds of moves in which Red checks as often as said, Black never.
fn counted(rule: LimitRule, rounds: u16, red_checks: u16) -> LimitCounter {
    let mut counter = LimitCounter::new(rule);
    for round in 0..rounds {
        counter.push(Red, round < red_checks, false);
        counter.push(Black, false, false);
    }
    counter
}

const REGULATION: LimitRule = LimitRule {
    limit: 40,
    claimant_check_cap: 0,
};
const BOOK: LimitRule = LimitRule {
    limit: 60,
    claimant_check_cap: 10,
};
const HARBOUR_CUP: LimitRule = LimitRule {
    limit: 40,
    claimant_check_cap: 8,
};

#[test]
fn the_book_s_own_figures_are_the_default() {
    assert_eq!(LimitRule::default(), BOOK);
}

#[test]
fn b5_no_checks_good_after_forty_moves_each() {
    let mut counter = counted(REGULATION, 39, 0);
    counter.push(Red, false, false);
    assert!(!counter.claimable(Red), "Black has made 39");
    assert!(!counter.claimable(Black));
    counter.push(Black, false, false);
    assert!(counter.claimable(Red) && counter.claimable(Black));
}

#[test]
fn b5_seven_checks_leave_thirty_three_and_the_opponent_may_claim() {
    let counter = counted(REGULATION, 40, 7);
    assert_eq!(counter.counted(Red), 33);
    assert!(!counter.claimable(Red) && counter.claimable(Black));
    let counter = counted(REGULATION, 47, 7);
    assert!(counter.claimable(Red));
}

#[test]
fn b5_a_side_that_always_checks_can_never_claim() {
    let counter = counted(REGULATION, 500, 500);
    assert!(!counter.claimable(Red) && counter.claimable(Black));
}

#[test]
fn article_22_2_ten_checks_of_the_claimant_count() {
    assert!(counted(BOOK, 60, 10).claimable(Red));
    assert!(!counted(BOOK, 60, 11).claimable(Red));
    assert_eq!(counted(BOOK, 60, 25).counted(Red), 45);
    assert!(counted(BOOK, 75, 25).claimable(Red));
    assert!(counted(HARBOUR_CUP, 40, 8).claimable(Red));
    assert!(!counted(HARBOUR_CUP, 40, 9).claimable(Red));
}

#[test]
fn b5_a_capture_of_either_side_clears_both_and_is_not_counted() {
    for side in Side::ALL {
        let mut counter = counted(REGULATION, 40, 0);
        counter.push(side, true, true);
        assert_eq!(
            (counter.all(Red), counter.all(Black), counter.checks(side)),
            (0, 0, 0)
        );
        assert!(!counter.claimable(Red) && !counter.claimable(Black));
    }
}

#[test]
fn article_4_1_11_a_second_false_claim_in_one_phase_loses() {
    let mut counter = counted(REGULATION, 10, 0);
    let first = counter.claim(Red);
    assert!(!first.good);
    assert_eq!(
        first.cost,
        ClaimCost::FoulAndTime {
            fouls: 1,
            minutes: 5
        }
    );
    assert_eq!(
        (first.counted, first.opponent, first.cost.article()),
        (10, 10, "22.2")
    );
    // The opponent's claim is another matter.
    assert_eq!(counter.claim(Black).cost, first.cost);
    counter.push(Red, false, false);
    let second = counter.claim(Red);
    assert_eq!(
        (second.cost, second.cost.article()),
        (ClaimCost::Loss, "4.1.11")
    );

    // A capture begins a new phase.
    let mut counter = counted(REGULATION, 10, 0);
    counter.claim(Red);
    counter.push(Black, false, true);
    assert_eq!(
        counter.claim(Red).cost,
        ClaimCost::FoulAndTime {
            fouls: 1,
            minutes: 5
        }
    );
}

#[test]
fn article_22_2_a_good_claim_draws() {
    let mut counter = counted(REGULATION, 40, 0);
    let claim = counter.claim(Black);
    assert!(claim.good);
    assert_eq!(claim.cost, ClaimCost::Draw);
    assert_eq!(
        claim.chinese(),
        "黑方提出自然限着：本方计 40 着，对方 40 着，限 40 回合；成立，判和"
    );
    assert_eq!(counter.false_claims(Black), 0);
}

fn game(fen: &str, moves: &str) -> Game {
    let moves = moves.split(' ').map(|text| text.parse::<Move>().unwrap());
    Game::replay(Position::from_fen(fen).unwrap(), moves).unwrap()
}

const CHARIOTS: &str = "3k5/9/r8/9/9/9/9/7R1/9/4K4 w";

#[test]
fn b4_every_ply_says_what_it_did() {
    let game = game(CHARIOTS, "h2h9 d9d8 h9h8 d8d9 h8a8 a7a8");
    let rule = LimitRule {
        limit: 2,
        claimant_check_cap: 1,
    };
    let report = game.limit(rule);
    let effects: Vec<LimitEffect> = report.plies.iter().map(|ply| ply.effect).collect();
    assert_eq!(
        effects,
        [
            CheckCounted,
            Counted,
            CheckNotCounted,
            Counted,
            Counted,
            Capture
        ]
    );
    let counts: Vec<[u16; 2]> = report.plies.iter().map(|ply| ply.counted).collect();
    assert_eq!(counts, [[1, 0], [1, 1], [1, 1], [1, 2], [2, 2], [0, 0]]);
    assert_eq!(
        report.plies[2].english(),
        "Red: a check, which does not count when this side claims (Red 1, Black 1)"
    );
    assert_eq!(
        report.plies[2].chinese(),
        "红方：将军，本方提出时不计（红 1，黑 1）"
    );
}

#[test]
fn b6_an_arbiter_may_count_from_the_claim() {
    let game = game(CHARIOTS, "h2g2 a7b7 g2f2 b7c7 f2g2 c7b7");
    assert_eq!(game.limit(REGULATION).counter.all(Red), 3);
    let late = game.limit_from(3, REGULATION).counter;
    assert_eq!((late.all(Red), late.all(Black)), (1, 2));
}

#[test]
fn a_correction_is_no_move_and_clears_the_count_only_with_other_pieces() {
    let mut game = game(CHARIOTS, "h2g2 a7b7");
    let moved = Position::from_fen("3k5/9/r8/9/9/9/9/5R3/9/4K4 w").unwrap();
    game.correct(moved);
    assert_eq!(game.limit(REGULATION).counter.all(Red), 1);
    let fewer = Position::from_fen("3k5/9/9/9/9/9/9/5R3/9/4K4 w").unwrap();
    game.correct(fewer);
    let report = game.limit(REGULATION);
    assert_eq!((report.counter.all(Red), report.plies.len()), (0, 3));
    assert_eq!(report.plies[2].effect, LimitEffect::Corrected);
}
