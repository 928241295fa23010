//! Tables of other programs' events, place by place, and identities every table has.

mod shared;

use std::collections::BTreeMap;

use serde_json::Value;
use tournament::document::{EventDocument, Game, GameResult, Number, Round};
use tournament::regulation::{
    ByeOpponentValue, Earlier, EarlierCompare, EarlierOrder, PointScale, RankingKey, RankingRule,
};
use tournament::{Points, Regulation, ranking, simulation};

/// A table of `cases/standings` as a document and a regulation.
struct Table {
    name: String,
    event: EventDocument,
    regulation: Regulation,
    data: Value,
}

fn points(value: &Value) -> Points {
    Points::from_halves((value.as_f64().expect("points") * 2.0) as i32)
}

/// Results as the file has them; `None` for kinds that have no place in a document.
fn result(red: (&str, f64), black: (&str, f64), win: f64) -> Option<GameResult> {
    match (red.0, black.0) {
        ("played", "played") if red.1 > black.1 => Some(GameResult::Red),
        ("played", "played") if red.1 < black.1 => Some(GameResult::Black),
        ("played", "played") => Some(GameResult::Draw),
        ("forfeit_win", _) if (red.1 - win).abs() < 0.01 => Some(GameResult::BlackForfeit),
        (_, "forfeit_win") => Some(GameResult::RedForfeit),
        ("forfeit_loss", "forfeit_loss") => Some(GameResult::BothForfeit),
        _ => None,
    }
}

fn read(name: &str, data: Value) -> Option<Table> {
    let players = data["players"].as_array()?;
    let rounds = players
        .iter()
        .filter_map(|player| Some(player["results"].as_array()?.len()));
    let rounds = rounds.max()?;
    let win = data["points"]["win"].as_f64()?;
    let mut event = EventDocument {
        players: simulation::field(players.len() as u32),
        ..EventDocument::default()
    };
    let number = |player: &Value| player["no"].as_u64().map(|number| number as Number);
    for (player, entry) in event.players.iter_mut().zip(players) {
        player.number = number(entry)?;
    }
    for index in 0..rounds {
        let mut round = Round {
            round: index as u16 + 1,
            ..Round::default()
        };
        let of = |no: u64| {
            let player = players
                .iter()
                .find(|player| player["no"].as_u64() == Some(no));
            player.map(|player| &player["results"][index])
        };
        for player in players {
            let own = &player["results"][index];
            if own.is_null() {
                // Gone: the results of a player who left stop there.
                continue;
            }
            let kind = own["kind"].as_str()?;
            if kind.ends_with("bye") {
                round.bye = number(player);
            }
            if own["opp"].as_u64()? == 0 || own["colour"] != "red" {
                continue;
            }
            let other = of(own["opp"].as_u64()?)?;
            let outcome = |entry: &Value| {
                Some((entry["kind"].as_str()?.to_owned(), entry["score"].as_f64()?))
            };
            let (red, black) = (outcome(own)?, outcome(other)?);
            round.games.push(Game {
                board: round.games.len() as u32 + 1,
                red: number(player)?,
                black: own["opp"].as_u64()? as Number,
                result: result((&red.0, red.1), (&black.0, black.1), win)?,
                ..Game::default()
            });
        }
        // Fouls have no round in these files; the last one serves for a whole key.
        event.rounds.push(round);
    }
    if let Some(last) = event.rounds.last_mut() {
        for player in players {
            let fouls = player["fouls"].as_u64().unwrap_or(0) as u32;
            let own = number(player)?;
            for game in &mut last.games {
                if game.red == own {
                    game.fouls.red = fouls;
                } else if game.black == own {
                    game.fouls.black = fouls;
                }
            }
        }
    }
    let mut regulation = Regulation::built_in("cxa-2011").ok()?;
    regulation.points = PointScale {
        win: points(&data["points"]["win"]),
        draw: points(&data["points"]["draw"]),
        loss: points(&data["points"]["loss"]),
    };
    regulation.team = None;
    regulation.bye.opponents_points = match data["bye_opponent_points"].as_str() {
        Some("lowest points of the tournament") => ByeOpponentValue::LowestOfAll,
        _ => ByeOpponentValue::Zero,
    };
    // The program these events come from counts a bye as the colour that was due.
    regulation.bye.second_in_ranking = true;
    Some(Table {
        name: name.to_owned(),
        event,
        regulation,
        data,
    })
}

fn tables() -> Vec<Table> {
    let mut tables = Vec::new();
    for (name, bytes) in shared::files("cases/standings") {
        let data: Value = serde_json::from_slice(&bytes).expect("JSON");
        tables.extend(read(&name, data));
    }
    tables
}

#[test]
fn the_verified_events_under_their_stated_order() {
    let mut reproduced = 0;
    for mut table in tables() {
        if table.data["rank_verified"] != Value::Bool(true) {
            continue;
        }
        // points, 对手分, wins, fouls, wins as Black, games as Black, then points without round 1,
        // without rounds 1-2, …
        table.regulation.ranking = RankingRule {
            keys: vec![
                RankingKey::Points,
                RankingKey::OpponentsPoints,
                RankingKey::Wins,
                RankingKey::Fouls,
                RankingKey::BlackWins,
                RankingKey::BlackGames,
                RankingKey::EarlierRounds,
                RankingKey::Lots,
            ],
            earlier: Earlier {
                compare: EarlierCompare::Points,
                order: EarlierOrder::FirstForward,
            },
            penalised_last: true,
        };
        let standings = ranking::standings(&table.event, &table.regulation);
        let level: Vec<Number> = standings.lots_needed.concat();
        let by_number: BTreeMap<Number, &Value> = table.data["players"]
            .as_array()
            .expect("players")
            .iter()
            .map(|player| (player["no"].as_u64().expect("a number") as Number, player))
            .collect();
        for place in &standings.individual {
            let theirs = by_number[&place.number];
            let who = format!("{}, player {}", table.name, place.number);
            assert_eq!(place.points, points(&theirs["points"]), "{who}");
            assert_eq!(
                place.opponents_points,
                points(&theirs["opponents_points"]),
                "{who}"
            );
            assert_eq!(
                Some(u64::from(place.wins)),
                theirs["wins"].as_u64(),
                "{who}"
            );
            assert_eq!(
                Some(u64::from(place.black_wins)),
                theirs["black_wins"].as_u64(),
                "{who}"
            );
            assert_eq!(
                Some(u64::from(place.black_games)),
                theirs["black_games"].as_u64(),
                "{who}"
            );
            if !level.contains(&place.number) {
                assert_eq!(
                    Some(u64::from(place.place)),
                    theirs["rank"].as_u64(),
                    "{who}"
                );
            }
        }
        println!(
            "{}: {} places, {} left to lots",
            table.name,
            standings.individual.len(),
            level.len()
        );
        reproduced += 1;
    }
    if shared::is_there() {
        assert_eq!(reproduced, 11);
    }
}

#[test]
fn both_readings_of_the_previous_round_as_a_second_program_has_them() {
    let mut compared = 0;
    for mut table in tables() {
        let players = table.data["players"].as_array().expect("players").clone();
        for (field, compare) in [
            (
                "computed_rank_seed_order_full_prior_standings",
                EarlierCompare::WholeKey,
            ),
            (
                "computed_rank_seed_order_prior_points_only",
                EarlierCompare::Points,
            ),
        ] {
            if players[0][field].is_null() || players.iter().any(|p| p["fouls"].as_u64() > Some(0))
            {
                continue;
            }
            table.regulation.ranking.earlier = Earlier {
                compare,
                order: EarlierOrder::LastBackward,
            };
            // That program counts games with Black as played, and leaves what is level to the number.
            table.regulation.bye.second_in_ranking = false;
            table.regulation.ranking.keys.pop();
            table.regulation.ranking.keys.push(RankingKey::Number);
            let standings = ranking::standings(&table.event, &table.regulation);
            for place in &standings.individual {
                let theirs = players
                    .iter()
                    .find(|p| p["no"].as_u64() == Some(u64::from(place.number)));
                let theirs = &theirs.expect("a player")[field];
                assert_eq!(
                    Some(u64::from(place.place)),
                    theirs.as_u64(),
                    "{}, {field}, player {}",
                    table.name,
                    place.number
                );
            }
            compared += 1;
        }
    }
    println!("{compared} tables");
}

#[test]
fn identities() {
    for mut table in tables() {
        let standings = ranking::standings(&table.event, &table.regulation);
        let places: Vec<u32> = standings
            .individual
            .iter()
            .map(|place| place.place)
            .collect();
        let all: Vec<u32> = (1..=table.event.players.len() as u32).collect();
        assert_eq!(places, all, "{}: places are a permutation", table.name);

        let games = || table.event.rounds.iter().flat_map(|round| &round.games);
        let mut plain = table.regulation.clone();
        plain.bye.second_in_ranking = false;
        let black: u32 = ranking::standings(&table.event, &plain)
            .individual
            .iter()
            .map(|place| place.black_games)
            .sum();
        let count = games().count();
        assert_eq!(black as usize, count, "{}: one Black a game", table.name);
        let byes = table
            .event
            .rounds
            .iter()
            .filter(|round| round.bye.is_some())
            .count() as u32;
        let decided = games()
            .filter(|game| !matches!(game.result, GameResult::Draw | GameResult::BothForfeit))
            .count() as u32;
        let wins: u32 = standings.individual.iter().map(|place| place.wins).sum();
        assert_eq!(
            wins,
            decided + byes,
            "{}: wins are decided games",
            table.name
        );

        // Every game gives each side the other's total: Σ 对手分 = Σ points · games.
        let mut met: BTreeMap<Number, i32> = BTreeMap::new();
        for game in games() {
            *met.entry(game.red).or_default() += 1;
            *met.entry(game.black).or_default() += 1;
        }
        table.regulation.bye.opponents_points = ByeOpponentValue::Zero;
        let standings = ranking::standings(&table.event, &table.regulation);
        let given: Points = standings
            .individual
            .iter()
            .map(|place| place.points * met.get(&place.number).copied().unwrap_or(0))
            .sum();
        let got: Points = standings
            .individual
            .iter()
            .map(|place| place.opponents_points)
            .sum();
        assert_eq!(
            got, given,
            "{}: what opponents give is what players get",
            table.name
        );
    }
}
