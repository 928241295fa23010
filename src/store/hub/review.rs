//! The states of a record under review and the ways between them.

use serde::{Deserialize, Serialize};

/// How far a record has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Handed in (待审).
    Submitted,
    /// A record keeper has gone through it (已审).
    Checked,
    /// It is published (已出版).
    Published,
    /// It went back to the player, with a remark (退回).
    Returned,
}

impl ReviewState {
    /// Its code in the database and in links.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Checked => "checked",
            Self::Published => "published",
            Self::Returned => "returned",
        }
    }

    /// The state of a code.
    pub fn parse(code: &str) -> Option<Self> {
        [
            Self::Submitted,
            Self::Checked,
            Self::Published,
            Self::Returned,
        ]
        .into_iter()
        .find(|state| state.code() == code)
    }

    /// In Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Submitted => "待审",
            Self::Checked => "已审",
            Self::Published => "已出版",
            Self::Returned => "退回",
        }
    }
}

/// Why a step is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepRefused {
    /// There is no way from one state to the other.
    #[error("a record cannot go from {} to {}", from.code(), to.code())]
    NoWay {
        /// Where it is.
        from: ReviewState,
        /// Where it was to go.
        to: ReviewState,
    },
    /// A record goes back, or passes in spite of a finding, only with a remark.
    #[error("a remark is needed: {reason}")]
    RemarkNeeded {
        /// What for.
        reason: String,
    },
    /// The step has no keeper's name.
    #[error("the record keeper's name is missing")]
    Nameless,
}

/// Whether a record may go from `from` to `to`. A record in which something was found passes only
/// with a remark that says why; one that goes back always needs one.
///
/// # Errors
/// Why not.
pub fn may_step(
    from: ReviewState,
    to: ReviewState,
    found: Option<&str>,
    keeper: &str,
    remark: &str,
) -> Result<(), StepRefused> {
    use ReviewState::{Checked, Published, Returned, Submitted};
    let remark_is_missing = remark.trim().is_empty();
    if keeper.trim().is_empty() {
        return Err(StepRefused::Nameless);
    }
    match (from, to) {
        (Submitted, Checked) => match found {
            Some(reason) if remark_is_missing => Err(StepRefused::RemarkNeeded {
                reason: reason.to_owned(),
            }),
            _ => Ok(()),
        },
        // A correction opens the review again.
        (Checked, Published) | (Returned | Checked | Published, Submitted) => Ok(()),
        (Submitted | Checked | Published, Returned) if remark_is_missing => {
            Err(StepRefused::RemarkNeeded {
                reason: "the record goes back".to_owned(),
            })
        }
        (Submitted | Checked | Published, Returned) => Ok(()),
        _ => Err(StepRefused::NoWay { from, to }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_checked_before_it_is_published_and_goes_back_with_a_remark() {
        use ReviewState::{Checked, Published, Returned, Submitted};
        let step = |from, to, remark| may_step(from, to, None, "刘记", remark);
        assert!(step(Submitted, Checked, "").is_ok());
        assert!(step(Checked, Published, "").is_ok());
        assert!(matches!(
            step(Submitted, Published, ""),
            Err(StepRefused::NoWay { .. })
        ));
        assert!(matches!(
            step(Published, Returned, " "),
            Err(StepRefused::RemarkNeeded { .. })
        ));
        assert!(step(Published, Returned, "第 31 着对不上").is_ok());
        assert!(step(Returned, Submitted, "").is_ok());
        assert!(matches!(
            step(Returned, Published, "好"),
            Err(StepRefused::NoWay { .. })
        ));
        assert_eq!(
            may_step(Submitted, Checked, None, " ", ""),
            Err(StepRefused::Nameless)
        );
        let found = |remark| may_step(Submitted, Checked, Some("a gap"), "刘记", remark);
        assert!(matches!(found(""), Err(StepRefused::RemarkNeeded { .. })));
        assert!(found("双方确认").is_ok());
        for state in [Submitted, Checked, Published, Returned] {
            assert_eq!(ReviewState::parse(state.code()), Some(state));
        }
    }
}
