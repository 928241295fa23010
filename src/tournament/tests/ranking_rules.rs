//! The rules of the ranking one by one, on tables small enough to add up by hand.

use tournament::document::{
    EventDocument, Fouls, Game, GameResult, Number, Penalty, PenaltyKind, Round,
};
use tournament::regulation::{
    ByeOpponentValue, Earlier, EarlierCompare, EarlierOrder, RankingKey, TeamKey,
};
use tournament::{Points, Regulation, ranking, simulation};

const RED: GameResult = GameResult::Red;
const BLACK: GameResult = GameResult::Black;
const DRAW: GameResult = GameResult::Draw;

fn book() -> Regulation {
    Regulation::built_in("cxa-2011").expect("built in")
}

type Board = (Number, Number, GameResult);

fn event(players: u32, rounds: &[(&[Board], Option<Number>)]) -> EventDocument {
    EventDocument {
        players: simulation::field(players),
        rounds: (1..)
            .zip(rounds)
            .map(|(round, (boards, bye))| Round {
                round,
                games: (1..)
                    .zip(*boards)
                    .map(|(board, &(red, black, result))| Game {
                        board,
                        red,
                        black,
                        result,
                        ..Game::default()
                    })
                    .collect(),
                bye: *bye,
                ..Round::default()
            })
            .collect(),
        ..EventDocument::default()
    }
}

fn order(event: &EventDocument, regulation: &Regulation) -> Vec<(Number, String)> {
    let standings = ranking::standings(event, regulation);
    let places = standings.individual.into_iter();
    places
        .map(|place| (place.number, place.decided_by))
        .collect()
}

fn numbers(event: &EventDocument, regulation: &Regulation) -> Vec<Number> {
    order(event, regulation)
        .into_iter()
        .map(|(number, _)| number)
        .collect()
}

fn opponents_points(event: &EventDocument, regulation: &Regulation, number: Number) -> Points {
    let standings = ranking::standings(event, regulation);
    let place = standings
        .individual
        .iter()
        .find(|place| place.number == number);
    place.expect("a place").opponents_points
}

/// 1 beats 2, 3 beats 4; then 1-3 drawn, 2 beats 4: 1 and 3 have 3 points, 2 has 2, 4 has 0.
fn four() -> EventDocument {
    event(
        4,
        &[
            (&[(1, 2, RED), (3, 4, RED)], None),
            (&[(3, 1, DRAW), (2, 4, RED)], None),
        ],
    )
}

#[test]
fn opponents_points_are_the_totals_of_all_opponents() {
    // 1 met 2 (2) and 3 (3); 3 met 4 (0) and 1 (3).
    let event = four();
    assert_eq!(opponents_points(&event, &book(), 1), Points::whole(5));
    assert_eq!(opponents_points(&event, &book(), 3), Points::whole(3));
    assert_eq!(
        order(&event, &book()),
        [
            (1, "opponents_points".into()),
            (3, "opponents_points".into()),
            (2, "points".into()),
            (4, "points".into()),
        ]
    );
}

#[test]
fn a_bye_is_worth_a_win_and_the_lowest_total_of_those_with_points() {
    // 14.4. 1 beats 2, 3 has the bye; 3 beats 1, 2 has the bye; 1-3 2 points, … : after two rounds
    // 1 has 2, 2 has 2, 3 has 4.
    let event = event(3, &[(&[(1, 2, RED)], Some(3)), (&[(3, 1, RED)], Some(2))]);
    let mut regulation = book();
    assert_eq!(numbers(&event, &regulation)[0], 3);
    // 3: the bye counts 2 (lowest with points), and 1's 2.
    assert_eq!(opponents_points(&event, &regulation, 3), Points::whole(4));
    regulation.bye.opponents_points = ByeOpponentValue::Zero;
    assert_eq!(opponents_points(&event, &regulation, 3), Points::whole(2));

    // With a player who has nothing, the two readings part: 4 lost both.
    let event = self::event(
        5,
        &[
            (&[(1, 2, RED), (3, 4, RED)], Some(5)),
            (&[(3, 1, RED), (2, 4, RED)], None),
        ],
    );
    let mut regulation = book();
    assert_eq!(opponents_points(&event, &regulation, 5), Points::whole(2));
    regulation.bye.opponents_points = ByeOpponentValue::LowestOfAll;
    assert_eq!(opponents_points(&event, &regulation, 5), Points::ZERO);
}

#[test]
fn wins_then_fouls_then_games_as_second() {
    // Two rounds, 1-2 and 3-4 level in points and 对手分 by symmetry: only the key in question
    // differs. 1 and 3 win once and lose once; 2 and 4 the other way round.
    let base = event(
        4,
        &[
            (&[(1, 2, RED), (3, 4, RED)], None),
            (&[(2, 3, RED), (4, 1, RED)], None),
        ],
    );
    // All have 2 points, 4 from opponents, one win, one game as second: lots.
    assert!(order(&base, &book()).iter().all(|(_, by)| by == "lots"));

    let mut fouled = base.clone();
    fouled.rounds[0].games[0].fouls = Fouls { red: 1, black: 0 };
    let table = order(&fouled, &book());
    assert_eq!(table[3], (1, "fouls".into()));

    // More games as second: turn the colours of one game, keeping who won.
    let mut turned = base;
    turned.rounds[1].games[0] = Game {
        board: 1,
        red: 3,
        black: 2,
        result: BLACK,
        ..Game::default()
    };
    // 2 has two games as second, 3 none.
    let table = order(&turned, &book());
    assert_eq!(table[0], (2, "black_games".into()));
    assert_eq!(table[3], (3, "black_games".into()));

    // More wins: 1 and 2 have 2 points each from a win and a loss or from two draws.
    let wins = event(
        4,
        &[
            (&[(1, 3, RED), (2, 4, DRAW)], None),
            (&[(4, 1, RED), (3, 2, DRAW)], None),
        ],
    );
    // 1: 2 points, met 3 (1) and 4 (3): 4; 2: 2 points, met 4 (3) and 3 (1): 4.
    let table = order(&wins, &book());
    assert_eq!(table[1], (1, "wins".into()));
    assert_eq!(table[2], (2, "wins".into()));
}

#[test]
fn the_previous_round_in_both_readings() {
    // Six players, three rounds; 1 and 2 end level in every key. After round 2 both have 2 points,
    // but the opponents 1 had met till then have more.
    let rounds: &[(&[Board], Option<Number>)] = &[
        (&[(1, 3, RED), (4, 2, BLACK), (5, 6, DRAW)], None),
        (&[(5, 1, RED), (2, 6, BLACK), (3, 4, DRAW)], None),
        (&[(6, 1, DRAW), (2, 5, DRAW), (4, 3, DRAW)], None),
    ];
    let event = event(6, rounds);
    let standings = ranking::standings(&event, &book());
    let of = |number: Number| {
        let place = standings
            .individual
            .iter()
            .find(|place| place.number == number);
        place.cloned().expect("a place")
    };
    let (one, two) = (of(1), of(2));
    assert_eq!(
        (
            one.points,
            one.opponents_points,
            one.wins,
            one.fouls,
            one.black_games
        ),
        (Points::whole(3), Points::whole(10), 1, 0, 2)
    );
    assert_eq!(
        (two.points, two.opponents_points, two.wins),
        (one.points, one.opponents_points, 1)
    );
    assert_eq!(two.black_games, 1);
}

#[test]
fn the_key_of_an_earlier_round_uses_the_totals_of_that_round() {
    // Without games as second among the keys, 1 and 2 of the event above are level to the end;
    // after round 2 each had 2 points, and 1 had met 3 (1) and 5 (3), 2 had met 4 (1) and 6 (3).
    // After round 1 each had 2; 1 had met 3 (0), 2 had met 4 (0): nothing parts them but lots.
    let mut regulation = book();
    regulation
        .ranking
        .keys
        .retain(|key| *key != RankingKey::BlackGames);
    let level = event(
        6,
        &[
            (&[(1, 3, RED), (4, 2, BLACK), (5, 6, DRAW)], None),
            (&[(5, 1, RED), (2, 6, BLACK), (3, 4, DRAW)], None),
            (&[(6, 1, DRAW), (2, 5, DRAW), (4, 3, DRAW)], None),
        ],
    );
    let standings = ranking::standings(&level, &regulation);
    assert!(
        standings
            .lots_needed
            .iter()
            .any(|group| group.contains(&1) && group.contains(&2))
    );

    // 7 and 8 change that: 1 wins in round 1 and loses in round 2, 2 the other way round.
    let parted = event(
        6,
        &[
            (&[(1, 3, RED), (2, 5, BLACK), (4, 6, DRAW)], None),
            (&[(5, 1, RED), (3, 2, BLACK), (6, 4, DRAW)], None),
        ],
    );
    // Both have 2 points from meeting 3 and 5; one win each. After round 1: 1 has 2, 2 has 0.
    let table = order(&parted, &regulation);
    let by: Vec<&str> = table
        .iter()
        .filter(|(number, _)| [1, 2].contains(number))
        .map(|(_, by)| by.as_str())
        .collect();
    assert_eq!(by, ["round 1: points", "round 1: points"]);
    let place = |n: Number| table.iter().position(|(number, _)| *number == n);
    assert!(place(1) < place(2));

    // From the first forward: without round 1, 2 has 2 and 1 has 0.
    regulation.ranking.earlier = Earlier {
        compare: EarlierCompare::Points,
        order: EarlierOrder::FirstForward,
    };
    let table = order(&parted, &regulation);
    let place = |n: Number| table.iter().position(|(number, _)| *number == n);
    assert!(place(2) < place(1));
    assert!(table.iter().any(|(_, by)| by == "from round 2: points"));
}

#[test]
fn lots_are_the_arbiters_and_logged() {
    let mut event = event(4, &[]);
    let drawn = ranking::standings(&event, &book());
    assert_eq!(drawn.lots_needed.len(), 1);
    // Never silently the number: a seed gives its own order, the same every time.
    event.seed = Some("A".into());
    assert_eq!(numbers(&event, &book()), numbers(&event, &book()));
    event.lots = vec![3, 1, 4, 2];
    let drawn = ranking::standings(&event, &book());
    assert_eq!(drawn.lots_needed, Vec::<Vec<Number>>::new());
    assert_eq!(numbers(&event, &book()), [3, 1, 4, 2]);
}

#[test]
fn warned_and_barred_players_stand_last_in_their_points_group() {
    // 18.5, before any other key: 1 is ahead of 3 by 对手分, until warned.
    let mut event = four();
    let penalty = |kind| Penalty { round: 1, kind };
    event.players[0].penalties = vec![penalty(PenaltyKind::Warning)];
    assert_eq!(numbers(&event, &book()), [3, 1, 2, 4]);
    assert_eq!(order(&event, &book())[0].1, "penalties");
    // Two warnings are lighter than being barred once; with both punished, the graver is last.
    event.players[0].penalties = vec![penalty(PenaltyKind::Warning); 2];
    event.players[2].penalties = vec![penalty(PenaltyKind::Barred)];
    assert_eq!(numbers(&event, &book()), [1, 3, 2, 4]);
    // A foul is no warning.
    let mut fouled = four();
    fouled.rounds[0].games[0].fouls.red = 2;
    assert_eq!(numbers(&fouled, &book()), [1, 3, 2, 4]);
    let mut regulation = book();
    regulation.ranking.penalised_last = false;
    event.players[2].penalties.clear();
    assert_eq!(numbers(&event, &regulation), [1, 3, 2, 4]);
}

#[test]
fn five_switches_of_a_forfeit() {
    // 1 beats 2, 4 does not come to play 3; then 3 beats 1, 4 beats 2.
    let event = event(
        4,
        &[
            (&[(1, 2, RED), (3, 4, GameResult::BlackForfeit)], None),
            (&[(3, 1, RED), (2, 4, BLACK)], None),
        ],
    );
    let place = |regulation: &Regulation, number: Number| {
        let standings = ranking::standings(&event, regulation);
        let places = standings.individual.into_iter();
        places
            .into_iter()
            .find(|place| place.number == number)
            .expect("a place")
    };
    let mut regulation = book();
    // 3 has 4 points; met 4 (2) by forfeit and 1 (2).
    let three = place(&regulation, 3);
    assert_eq!(
        (three.points, three.opponents_points, three.wins),
        (Points::whole(4), Points::whole(4), 2)
    );
    assert_eq!(place(&regulation, 4).black_games, 2);
    regulation.forfeit.opponents_points = false;
    assert_eq!(place(&regulation, 3).opponents_points, Points::whole(2));
    regulation.forfeit.win = false;
    assert_eq!(place(&regulation, 3).wins, 1);
    assert_eq!(place(&regulation, 3).points, Points::whole(4));
    regulation.forfeit.colour = false;
    assert_eq!(place(&regulation, 4).black_games, 1);

    // Met: two who did not play each other may do so later only where a forfeit is no meeting.
    let alone = self::event(2, &[(&[(1, 2, GameResult::BlackForfeit)], None)]);
    let pair = |regulation: &Regulation| tournament::pairing::pair_next(&alone, regulation);
    assert!(pair(&book()).is_err());
    regulation.forfeit.met = false;
    assert!(pair(&regulation).is_ok());
}

#[test]
fn both_absent_get_nothing() {
    // 20.2
    let event = event(2, &[(&[(1, 2, GameResult::BothForfeit)], None)]);
    let standings = ranking::standings(&event, &book());
    assert!(
        standings
            .individual
            .iter()
            .all(|place| place.points == Points::ZERO && place.wins == 0)
    );
}

#[test]
fn an_open_game_counts_nothing_and_marks_the_table() {
    let event = event(4, &[(&[(1, 2, RED), (3, 4, GameResult::Unfinished)], None)]);
    let standings = ranking::standings(&event, &book());
    assert!(standings.provisional);
    assert_eq!(standings.individual[0].number, 1);
    let three = standings
        .individual
        .iter()
        .find(|place| place.number == 3)
        .expect("a place");
    assert_eq!(
        (three.points, three.opponents_points),
        (Points::ZERO, Points::ZERO)
    );
}

#[test]
fn progressive_points_and_the_direct_game() {
    // 14.3.2: 1 wins then loses (2, 2: 4), 2 loses then wins (0, 2: 2).
    let event = event(
        4,
        &[
            (&[(1, 3, RED), (4, 2, RED)], None),
            (&[(4, 1, RED), (2, 3, RED)], None),
        ],
    );
    let mut regulation = book();
    regulation.ranking.keys = vec![
        RankingKey::Points,
        RankingKey::Progressive,
        RankingKey::Lots,
    ];
    assert_eq!(order(&event, &regulation)[1], (1, "progressive".into()));

    // 直胜: 1 and 3 of this event are level on points; 3 beat 1.
    let direct = self::event(
        4,
        &[
            (&[(1, 2, RED), (3, 4, BLACK)], None),
            (&[(3, 1, RED), (4, 2, RED)], None),
        ],
    );
    regulation.ranking.keys = vec![RankingKey::Points, RankingKey::Direct, RankingKey::Lots];
    let table = order(&direct, &regulation);
    assert_eq!(table[1], (3, "direct".into()));
    assert_eq!(table[2], (1, "direct".into()));
}

#[test]
fn points_in_halves_compare_exactly() {
    let mut regulation = book();
    regulation.points.win = Points::whole(1);
    regulation.points.draw = Points::from_halves(1);
    let standings = ranking::standings(&four(), &regulation);
    let points: Vec<String> = standings
        .individual
        .iter()
        .map(|p| p.points.to_string())
        .collect();
    assert_eq!(points, ["1.5", "1.5", "1", "0"]);
}

#[test]
fn teams_add_places_and_compare_the_best() {
    // Places 1 to 8 by lots; two teams of two with the same sum of places.
    let mut event = event(8, &[]);
    event.lots = (1..=8).collect();
    let mut regulation = book();
    let rule = regulation.team.as_mut().expect("a team rule");
    rule.size = 2;
    for (number, team) in [
        (1, "A"),
        (6, "A"),
        (3, "B"),
        (4, "B"),
        (2, "C"),
        (8, "D"),
        (7, "D"),
        (5, "E"),
    ] {
        event.players[number - 1].team = team.into();
    }
    let standings = ranking::standings(&event, &regulation);
    let teams: Vec<(&str, u32, u32)> = standings
        .teams
        .iter()
        .map(|team| (team.team.as_str(), team.sum, team.best))
        .collect();
    // A: 1 + 6, B: 3 + 4, D: 7 + 8. C and E have one player.
    assert_eq!(teams, [("A", 7, 1), ("B", 7, 3), ("D", 15, 7)]);
    let unranked: Vec<&str> = standings
        .teams_unranked
        .iter()
        .map(|t| t.team.as_str())
        .collect();
    assert_eq!(unranked, ["C", "E"]);
    // A substitute does not count.
    event.players[1].team = "A".into();
    event.players[1].reserve = true;
    assert_eq!(ranking::standings(&event, &regulation).teams[0].sum, 7);
    regulation.team.as_mut().expect("a rule").keys = vec![TeamKey::BestPlace];
    assert_eq!(ranking::standings(&event, &regulation).teams[0].team, "A");
}
