//! The demo's event: made by the seed, or found in the folder.

use serde_json::json;
use tournament::document::{EventDocument, Player, RegulationChoice, Sex};
use tournament::regulation::Regulation;

use super::draw::Draw;
use super::people::{self, Person};
use super::{DemoError, Plan};
use crate::hub::{Actor, Hub, NewEvent};
use crate::store::hub::event::Conduct;

const REGULATION: &str = "qingshui-2019";
/// The field of the event document in which the demo keeps its own facts.
const FIELD: &str = "demo";

/// What the demo must know of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Facts {
    /// Players.
    pub players: usize,
    /// Rounds.
    pub rounds: u16,
    /// Seed.
    pub seed: u64,
}

/// Makes the event, or finds it.
pub fn open(hub: &Hub, plan: &Plan) -> Result<Facts, DemoError> {
    if let Some(event) = hub.event()? {
        let found: Option<Facts> = event
            .facts
            .other
            .get(FIELD)
            .and_then(|facts| serde_json::from_value(facts.clone()).ok());
        let found = found
            .ok_or_else(|| DemoError::Plan("the event in this folder is no demo".to_owned()))?;
        return agree(found, plan);
    }
    let facts = Facts {
        players: plan.players.unwrap_or(24),
        rounds: plan.rounds.unwrap_or(5),
        seed: plan.seed.unwrap_or(7),
    };
    check(facts)?;
    let regulation =
        Regulation::built_in(REGULATION).map_err(|error| DemoError::Plan(error.to_string()))?;
    let conduct = Conduct {
        delay_s: 0,
        arbiter_confirms: false,
    };
    let new = NewEvent {
        document: document(facts),
        regulation,
        conduct,
    };
    hub.create_event(new, &Actor::program("demo"))?;
    Ok(facts)
}

/// The event that is there, if it is the one asked for.
fn agree(found: Facts, plan: &Plan) -> Result<Facts, DemoError> {
    let asked = Facts {
        players: plan.players.unwrap_or(found.players),
        rounds: plan.rounds.unwrap_or(found.rounds),
        seed: plan.seed.unwrap_or(found.seed),
    };
    if asked == found {
        return Ok(found);
    }
    Err(DemoError::Plan(format!(
        "the event in this folder has {} players, {} rounds and seed {}; choose another --data for \
         {} players, {} rounds and seed {}",
        found.players, found.rounds, found.seed, asked.players, asked.rounds, asked.seed
    )))
}

fn check(facts: Facts) -> Result<(), DemoError> {
    if !(2..=2000).contains(&facts.players) {
        return Err(DemoError::Plan(format!(
            "--players {}: an event has 2 to 2000 players",
            facts.players
        )));
    }
    // Nobody meets twice, so an even field has one round less than players.
    let most = (facts.players - 1 + facts.players % 2).min(99) as u16;
    if !(1..=most).contains(&facts.rounds) {
        return Err(DemoError::Plan(format!(
            "--rounds {}: {} players can play 1 to {most} rounds without meeting twice",
            facts.rounds, facts.players
        )));
    }
    Ok(())
}

fn document(facts: Facts) -> EventDocument {
    let people = people::invent(Draw::new(facts.seed), facts.players);
    let mut document = EventDocument {
        title: Some("轩辕杯全国象棋公开赛（演示）".to_owned()),
        regulation: RegulationChoice::Named(REGULATION.to_owned()),
        rounds_planned: Some(facts.rounds),
        players: people
            .iter()
            .zip(1..)
            .map(|(person, number)| player(person, number))
            .collect(),
        seed: Some(format!("qipu-demo-{}", facts.seed)),
        ..EventDocument::default()
    };
    document.other.insert(FIELD.to_owned(), json!(facts));
    document
}

fn player(person: &Person, number: u32) -> Player {
    Player {
        number,
        name: person.name.clone(),
        unit: person.unit.to_owned(),
        team: person.team.clone().unwrap_or_default(),
        sex: if person.woman { Sex::F } else { Sex::M },
        regions: person
            .regions
            .iter()
            .map(|region| (*region).to_owned())
            .collect(),
        withdrawn_after: None,
        entered_in: None,
        born: None,
        seed_rating: None,
        expelled: false,
        reserve: false,
        penalties: Vec::new(),
        other: serde_json::Map::new(),
    }
}
