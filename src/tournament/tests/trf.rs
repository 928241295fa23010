//! TRF out and in.

use tournament::document::{EventDocument, GameResult, Round};
use tournament::simulation::{self, Chance};
use tournament::trf::{self, Names, Version};
use tournament::{Points, Regulation, pairing, ranking};

fn played(count: u32, rounds: u16, regulation: &Regulation) -> EventDocument {
    let mut chance = Chance::new(u64::from(count));
    let mut event = EventDocument {
        title: Some("试赛".into()),
        rounds_planned: Some(9),
        players: simulation::field(count),
        ..EventDocument::default()
    };
    for _ in 0..rounds {
        let mut round = pairing::pair_next(&event, regulation)
            .expect("a pairing")
            .to_round();
        for game in &mut round.games {
            game.why = None;
            game.result = match chance.below(12) {
                0..5 => GameResult::Red,
                5..8 => GameResult::Draw,
                8..10 => GameResult::Black,
                10 => GameResult::RedForfeit,
                _ => GameResult::BothForfeit,
            };
        }
        event.rounds.push(round);
    }
    event
}

/// The column from `first` to `last`, counted from 1 in characters.
fn column(line: &str, first: usize, last: usize) -> String {
    line.chars()
        .skip(first - 1)
        .take(last + 1 - first)
        .collect()
}

#[test]
fn a_round_trip_keeps_games_points_and_the_next_pairing() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    for version in [Version::Trf16, Version::Trf26] {
        for count in [7, 12, 33] {
            let event = played(count, 5, &regulation);
            let text = trf::write(&event, &regulation, version, Names::AsTheyAre);
            let back = trf::read(&text).expect("readable");
            assert_eq!(back.players.len(), event.players.len());
            assert_eq!(back.rounds_planned, Some(9));
            for (ours, theirs) in event.rounds.iter().zip(&back.rounds) {
                let games = |round: &Round| {
                    let mut games: Vec<_> = round
                        .games
                        .iter()
                        .map(|game| (game.red, game.black, game.result))
                        .collect();
                    games.sort_by_key(|game| game.0);
                    games
                };
                assert_eq!(games(ours), games(theirs), "{version:?}, {count} players");
                assert_eq!(ours.bye, theirs.bye);
            }
            let read = Regulation::of(&back).expect("an inline regulation");
            assert_eq!(read.points, regulation.points);
            let points = |event: &EventDocument, regulation: &Regulation| -> Vec<(u32, Points)> {
                let standings = ranking::standings(event, regulation);
                standings
                    .individual
                    .iter()
                    .map(|place| (place.number, place.points))
                    .collect()
            };
            assert_eq!(points(&event, &regulation), points(&back, &read));
            assert_eq!(
                pairing::pair_next(&event, &regulation),
                pairing::pair_next(&back, &read)
            );
        }
    }
}

#[test]
fn a_name_of_33_chinese_characters_shifts_no_column() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    let mut event = played(4, 1, &regulation);
    event.players[0].name = "棋".repeat(33);
    event.players[1].name = "谱".repeat(40);
    event.players[0].seed_rating = Some(2345);
    let text = trf::write(&event, &regulation, Version::Trf16, Names::AsTheyAre);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("001"))
        .collect();
    assert_eq!(column(lines[0], 5, 8), "   1");
    assert_eq!(column(lines[0], 15, 47), "棋".repeat(33));
    assert_eq!(column(lines[0], 49, 52), "2345");
    // A longer name is cut, not let into the next column.
    assert_eq!(column(lines[1], 15, 47), "谱".repeat(33));
    assert_eq!(column(lines[1], 48, 80).trim(), "");
    // Round 1, board 1: 1 has Red against 2.
    assert_eq!(column(lines[0], 92, 95), "   2");
    assert_eq!(column(lines[0], 97, 97), "w");
    assert_eq!(column(lines[1], 92, 95), "   1");
    assert_eq!(column(lines[1], 97, 97), "b");
    let ascii = trf::write(&event, &regulation, Version::Trf16, Names::Numbers);
    assert!(ascii.is_ascii());
    assert_eq!(
        column(
            ascii
                .lines()
                .find(|l| l.starts_with("001"))
                .expect("a player"),
            15,
            19
        ),
        "P0001"
    );
}

#[test]
fn a_running_round_is_left_out_so_that_points_and_games_agree() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    let mut event = played(6, 3, &regulation);
    let next = pairing::pair_next(&event, &regulation).expect("a pairing");
    event.rounds.push(next.to_round());
    let text = trf::write(&event, &regulation, Version::Trf16, Names::AsTheyAre);
    let line = text
        .lines()
        .find(|line| line.starts_with("001"))
        .expect("a player");
    // Three rounds of ten columns after column 91, and no fourth.
    assert!(line.chars().count() <= 120, "{line}");
    assert!(text.contains("XXR 9\r\n"));
    assert!(text.contains("BBW  2.0\r\n") && text.contains("BBD  1.0\r\n"));
    assert!(text.contains("XXS W=2.0 D=1.0 PAB=2.0\r\n"));
}

/// A TRF as other programs write it: 1-½-0, each kind of bye, forfeits.
const OTHER: &str = "\
012 Open
XXR 5
001    1      Alpha                            2400                              2.5    1     4 w 1  0000 - H     3 w +
001    2      Beta                             2300                              1.5    2     3 b =     4 b 1     5 b -
001    3      Gamma                            2200                              0.5    3     2 w =  0000 - Z     1 b -
001    4 w    Delta                            2100                              0.0    4     1 b 0     2 w 0  0000 - Z
001    5      Epsilon                          2000                              3.0    5  0000 - U  0000 - F     2 w +
";

#[test]
fn byes_and_forfeits_of_other_programs_in_any_line_ending() {
    let read: Vec<EventDocument> = ["\n", "\r\n", "\r"]
        .into_iter()
        .map(|end| trf::read(&OTHER.replace('\n', end)).expect("readable"))
        .collect();
    assert_eq!(read[0], read[1]);
    assert_eq!(read[0], read[2]);
    let event = &read[0];
    assert_eq!(event.rounds_planned, Some(5));
    assert_eq!(event.players[3].sex, tournament::document::Sex::F);
    let first = &event.rounds[0];
    let games: Vec<_> = first
        .games
        .iter()
        .map(|g| (g.red, g.black, g.result))
        .collect();
    assert_eq!(games, [(1, 4, GameResult::Red), (3, 2, GameResult::Draw)]);
    assert_eq!(first.bye, Some(5));
    let second: Vec<_> = event.rounds[1]
        .absent
        .iter()
        .map(|absence| (absence.number, absence.points.halves(), absence.bars_bye))
        .collect();
    // A half-point bye does not bar another, a full-point bye does, an absence is worth nothing.
    assert_eq!(second, [(1, 1, false), (3, 0, false), (5, 2, true)]);
    let third: Vec<_> = event.rounds[2]
        .games
        .iter()
        .map(|g| (g.red, g.black, g.result))
        .collect();
    assert_eq!(
        third,
        [
            (1, 3, GameResult::BlackForfeit),
            (5, 2, GameResult::BlackForfeit)
        ]
    );
    let regulation = Regulation::of(event).expect("inline");
    let standings = ranking::standings(event, &regulation);
    let points: Vec<String> = (1..=5)
        .filter_map(|n| standings.individual.iter().find(|place| place.number == n))
        .map(|place| place.points.to_string())
        .collect();
    // As the file's own points column, the forfeit won by 5 included.
    assert_eq!(points, ["2.5", "1.5", "0.5", "0", "3"]);
}

#[test]
fn either_code_for_the_points_is_read() {
    let halves = format!("XXS W=3.0 D=1.5 PAB=1.0\n{OTHER}");
    let letters = format!("BBW 3.0\nBBD 1.5\nBBU 1.0\n{OTHER}");
    let scale = |text: &str| {
        let event = trf::read(text).expect("readable");
        let regulation = Regulation::of(&event).expect("inline");
        (regulation.points, regulation.bye.points)
    };
    assert_eq!(scale(&halves), scale(&letters));
    assert_eq!(scale(&halves).1, Some(Points::whole(1)));
    let fault = trf::read(&format!("XXS W2.0\n{OTHER}")).expect_err("no code");
    assert_eq!(
        fault.to_string(),
        "line 1: `W2.0` is no code with its points"
    );
}

#[test]
fn faults_name_the_line() {
    let fault = |text: &str| trf::read(text).expect_err("a fault").to_string();
    assert_eq!(fault("012 Empty\n"), "there is no player (001) in it");
    assert_eq!(
        fault("001 abcd\n"),
        "line 1: the starting number `abcd` is no number"
    );
    let twice = OTHER.replace("001    2", "001    1");
    assert_eq!(
        fault(&twice),
        "line 4: starting number 1 is given to two players"
    );
    // Player 2 says he met 4 in round 2, and 4 says he met 2; now 4 met 3.
    let odd = OTHER.replace("     2 w 0  0000 - Z", "     3 w 0  0000 - Z");
    assert!(
        fault(&odd).starts_with("round 2: player"),
        "{}",
        fault(&odd)
    );
}

#[test]
fn announced_byes_belong_to_the_round_to_be_paired() {
    // Round 4 is announced: 3 stays away; everybody else is paired, the number stays 4.
    let text = OTHER.replace(
        "     2 w =  0000 - Z     1 b -\n",
        "     2 w =  0000 - Z     1 b -  0000 - Z\n",
    );
    let event = trf::read(&text).expect("readable");
    assert_eq!(event.rounds.len(), 4);
    assert_eq!(event.rounds[3].absent[0].number, 3);
    let regulation = Regulation::of(&event).expect("inline");
    let paired = pairing::pair_next(&event, &regulation).expect("a pairing");
    assert_eq!(paired.round, 4);
    assert!(
        paired
            .games
            .iter()
            .all(|game| game.red != 3 && game.black != 3)
    );
    assert_eq!(paired.games.len(), 2);
}

#[test]
fn forbidden_lists_and_teams() {
    let text = format!(
        "{OTHER}260   1   3    1    2    3\nXXP 4 5\n013 Team of three                   1    2    3\n"
    );
    let event = trf::read(&text).expect("readable");
    let pairs: Vec<_> = event
        .forbidden
        .iter()
        .map(|ban| (ban.players, ban.to_round))
        .collect();
    assert_eq!(
        pairs,
        [
            ([1, 2], Some(3)),
            ([1, 3], Some(3)),
            ([2, 3], Some(3)),
            ([4, 5], None)
        ]
    );
    let teams: Vec<&str> = event
        .players
        .iter()
        .map(|player| player.team.as_str())
        .collect();
    assert_eq!(
        teams,
        ["Team of three", "Team of three", "Team of three", "", ""]
    );
}
