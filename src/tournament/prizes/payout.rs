//! The payout sheet: what each player and each team gets altogether.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Prizes;
use crate::document::{EventDocument, Number};

/// Who is paid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Payee {
    /// A player.
    Player(Number),
    /// A team; its leader receives the prize.
    Team(String),
}

/// One line of the sheet. Amounts are before tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Payment {
    /// Who.
    pub payee: Payee,
    /// Name as printed.
    pub name: String,
    /// Unit of a player.
    pub unit: String,
    /// What for: list, place, amount.
    pub parts: Vec<(String, u32, Option<u32>)>,
    /// Sum of the amounts that are fixed.
    pub total: u64,
}

/// Adds up what everybody gets, players by number, then teams by name.
pub fn payout(document: &EventDocument, prizes: &Prizes) -> Vec<Payment> {
    let mut payments: BTreeMap<Payee, Payment> = BTreeMap::new();
    for list in &prizes.lists {
        for award in &list.awards {
            let (payee, name, unit) = match (award.number, &award.team) {
                (Some(number), _) => {
                    let player = document.player(number);
                    (
                        Payee::Player(number),
                        player.map(|player| player.name.clone()).unwrap_or_default(),
                        player.map(|player| player.unit.clone()).unwrap_or_default(),
                    )
                }
                (None, Some(team)) => (Payee::Team(team.clone()), team.clone(), String::new()),
                (None, None) => continue,
            };
            let payment = payments.entry(payee.clone()).or_insert(Payment {
                payee,
                name,
                unit,
                parts: Vec::new(),
                total: 0,
            });
            payment
                .parts
                .push((list.list.clone(), award.place, award.amount));
            payment.total += u64::from(award.amount.unwrap_or(0));
        }
    }
    payments.into_values().collect()
}
