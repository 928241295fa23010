//! Reading a regulation and refusing a faulty one.

use serde_json::{Map, Value};

use super::{PrizeKind, RankingKey, Regulation};

/// Why a regulation cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegulationError {
    /// No built-in regulation has this name.
    #[error("no regulation is called `{0}` (built in: {list})", list = super::NAMES.join(", "))]
    Unknown(String),
    /// The text is no regulation.
    #[error("line {line}: {reason}")]
    Text {
        /// Line in the file, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// The regulation in a document is none.
    #[error("regulation: {0}")]
    Object(String),
    /// It can be read but contradicts itself.
    #[error("{0}")]
    Contradiction(String),
}

impl Regulation {
    /// Reads and checks a regulation.
    ///
    /// # Errors
    /// With line and reason for what cannot be read, with the contradiction for what cannot be.
    pub fn from_toml(text: &str) -> Result<Self, RegulationError> {
        let regulation: Self = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            RegulationError::Text {
                line,
                reason: error.message().to_owned(),
            }
        })?;
        regulation.check()?;
        Ok(regulation)
    }

    /// Reads and checks a regulation that stands inside a document.
    ///
    /// # Errors
    /// As [`Regulation::from_toml`], without a line.
    pub fn from_json(object: &Map<String, Value>) -> Result<Self, RegulationError> {
        let regulation: Self = serde_json::from_value(Value::Object(object.clone()))
            .map_err(|error| RegulationError::Object(error.to_string()))?;
        regulation.check()?;
        Ok(regulation)
    }

    fn check(&self) -> Result<(), RegulationError> {
        let fault = self
            .fault_of_points()
            .or_else(|| self.fault_of_ranking())
            .or_else(|| self.fault_of_recording())
            .or_else(|| self.fault_of_regions())
            .or_else(|| self.fault_of_prizes());
        fault.map_or(Ok(()), |fault| Err(RegulationError::Contradiction(fault)))
    }

    fn fault_of_points(&self) -> Option<String> {
        let scale = &self.points;
        if scale.win < scale.draw || scale.draw < scale.loss {
            return Some(format!(
                "points: win {}, draw {}, loss {} are not in falling order",
                scale.win, scale.draw, scale.loss
            ));
        }
        let open_rows = self.rounds.iter().filter(|row| row.up_to.is_none()).count();
        if open_rows > 1
            || self
                .rounds
                .iter()
                .rev()
                .skip(1)
                .any(|row| row.up_to.is_none())
        {
            return Some("rounds: only the last row may leave out `up_to`".into());
        }
        self.rounds
            .iter()
            .any(|row| row.rounds == 0)
            .then(|| "rounds: an event has at least one round".into())
    }

    fn fault_of_ranking(&self) -> Option<String> {
        let keys = &self.ranking.keys;
        if keys.first() != Some(&RankingKey::Points) {
            return Some("ranking: the first key must be `points`".into());
        }
        for (index, key) in keys.iter().enumerate() {
            if keys[..index].contains(key) {
                return Some(format!("ranking: `{}` is listed twice", key.name()));
            }
        }
        // 所有名次均不并列: some key has to decide in the end, and never silently the number.
        match keys.last() {
            Some(RankingKey::Lots | RankingKey::Number) => None,
            _ => Some("ranking: the last key must be `lots` or `number`".into()),
        }
    }

    fn fault_of_recording(&self) -> Option<String> {
        let mut last = 0;
        for rule in &self.recording {
            if rule.from_round <= last {
                return Some(format!(
                    "recording: round {} is in two clauses",
                    rule.from_round
                ));
            }
            match rule.to_round {
                Some(to) if to < rule.from_round => {
                    return Some(format!(
                        "recording: rounds {} to {to} run backwards",
                        rule.from_round
                    ));
                }
                to => last = to.unwrap_or(u16::MAX),
            }
        }
        None
    }

    fn fault_of_regions(&self) -> Option<String> {
        for (name, region) in &self.regions {
            let mut seen = vec![name];
            let mut within = region.within.as_ref();
            while let Some(outer) = within {
                if seen.contains(&outer) {
                    return Some(format!("regions: `{name}` lies within itself"));
                }
                seen.push(outer);
                match self.regions.get(outer) {
                    Some(region) => within = region.within.as_ref(),
                    None => return Some(format!("regions: `{outer}` around `{name}` is unknown")),
                }
            }
        }
        None
    }

    fn fault_of_prizes(&self) -> Option<String> {
        for (index, list) in self.prizes.iter().enumerate() {
            let name = &list.list;
            if self.prizes[..index].iter().any(|other| other.list == *name) {
                return Some(format!("prizes: two lists are called `{name}`"));
            }
            let sum: u64 = list.amounts.iter().map(|&amount| u64::from(amount)).sum();
            if let Some(total) = list.total.filter(|&total| u64::from(total) != sum) {
                return Some(format!(
                    "prizes: the amounts of `{name}` add up to {sum}, not to the stated {total}"
                ));
            }
            if list.amounts.windows(2).any(|pair| pair[0] < pair[1]) {
                return Some(format!("prizes: a lower place of `{name}` gets more"));
            }
            if let Some(prizes) = list.prizes
                && !list.amounts.is_empty()
                && prizes != list.amounts.len()
            {
                return Some(format!(
                    "prizes: `{name}` has {prizes} prizes but {} amounts",
                    list.amounts.len()
                ));
            }
            match (list.kind, &list.region) {
                (PrizeKind::Region, None) => {
                    return Some(format!("prizes: `{name}` does not say which region"));
                }
                (PrizeKind::Region, Some(region)) if !self.regions.contains_key(region) => {
                    return Some(format!("prizes: region `{region}` of `{name}` is unknown"));
                }
                (PrizeKind::Team, _) if self.team.is_none() => {
                    return Some(format!("prizes: `{name}` is for teams, but there are none"));
                }
                _ => {}
            }
        }
        None
    }
}
