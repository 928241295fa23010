//! What to do next about one game, decided without network, disk or clock.
//!
//! ```
//! use qipu::sync::plan::{Local, Remote, Step, plan};
//! let local = Local { head: 7, accepted: 4, aside: None, batch: 100 };
//! assert_eq!(plan(&local, &Remote::Unheard), [Step::Send { from: 5, through: 7 }]);
//! assert_eq!(plan(&local, &Remote::Through { seq: 7 }), [Step::Accept { through: 7 }]);
//! // The hub was restored from a backup and asks for what it lost.
//! assert_eq!(plan(&local, &Remote::Through { seq: 2 }), [Step::Send { from: 3, through: 7 }]);
//! ```

/// What the terminal knows of its own journal of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Local {
    /// The last entry written; 0 for none.
    pub head: u64,
    /// The last entry the hub has confirmed.
    pub accepted: u64,
    /// An entry the hub refused for good.
    pub aside: Option<u64>,
    /// How many entries travel at once.
    pub batch: u64,
}

/// What the hub last said about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remote {
    /// Nothing yet.
    Unheard,
    /// It has everything up to here.
    Through {
        /// The last entry of its line.
        seq: u64,
    },
    /// It has another entry at this number.
    Fork {
        /// The number.
        seq: u64,
    },
    /// Another terminal has taken over.
    OldEpoch,
    /// It can never take this entry.
    Poison {
        /// The number.
        seq: u64,
        /// Why.
        reason: String,
    },
    /// It was sent too much at once, or something in it that cannot be read.
    TooLarge,
    /// It does not know the game, or not as this terminal's; or it no longer wants it.
    NotWanted,
    /// It did not answer, or could not now.
    Silent,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Send these entries.
    Send {
        /// The first.
        from: u64,
        /// The last.
        through: u64,
    },
    /// Note that the hub has everything up to here.
    Accept {
        /// The last entry of ours that it has.
        through: u64,
    },
    /// Fetch the entries behind ours: the hub has more of this game than we do.
    Fetch {
        /// The first one we lack.
        from: u64,
    },
    /// Set this entry aside and show it: sending it again cannot help.
    SetAside {
        /// The number.
        seq: u64,
        /// Why.
        why: Why,
    },
    /// Send fewer entries at once from now on.
    Halve,
    /// Try again after a wait.
    Wait,
}

/// Why an entry is set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The hub has another entry at its place.
    Fork,
    /// Another terminal has taken over.
    OldEpoch,
    /// The hub cannot read it.
    Poison(String),
    /// The hub does not want the game.
    NotWanted,
}

/// What to do next about a game.
pub fn plan(local: &Local, remote: &Remote) -> Vec<Step> {
    let next = local.accepted + 1;
    match remote {
        Remote::Through { seq } => on_line(local, *seq),
        // What was set aside waits for a person, whatever else is said.
        _ if local.aside.is_some() => Vec::new(),
        Remote::Unheard => send(local, local.accepted),
        // What the hub has confirmed is not in question.
        Remote::Fork { seq } => vec![Step::SetAside {
            seq: (*seq).max(next),
            why: Why::Fork,
        }],
        Remote::OldEpoch => vec![Step::SetAside {
            seq: next,
            why: Why::OldEpoch,
        }],
        Remote::Poison { seq, reason } => {
            vec![Step::SetAside {
                seq: (*seq).max(next),
                why: Why::Poison(reason.clone()),
            }]
        }
        Remote::TooLarge if local.batch > 1 => vec![Step::Halve],
        Remote::TooLarge => {
            vec![Step::SetAside {
                seq: next,
                why: Why::Poison("too large or unreadable".to_owned()),
            }]
        }
        Remote::NotWanted => vec![Step::SetAside {
            seq: next,
            why: Why::NotWanted,
        }],
        Remote::Silent => vec![Step::Wait],
    }
}

fn on_line(local: &Local, seq: u64) -> Vec<Step> {
    let ours = seq.min(local.head);
    let mut steps = Vec::new();
    if ours > local.accepted {
        steps.push(Step::Accept { through: ours });
    }
    if seq > local.head {
        steps.push(Step::Fetch {
            from: local.head + 1,
        });
    } else if local.aside.is_none_or(|aside| seq >= aside) {
        steps.extend(send(local, seq));
    }
    steps
}

fn send(local: &Local, after: u64) -> Vec<Step> {
    if after >= local.head {
        return Vec::new();
    }
    let through = local.head.min(after + local.batch.max(1));
    vec![Step::Send {
        from: after + 1,
        through,
    }]
}

#[cfg(test)]
mod tests;
