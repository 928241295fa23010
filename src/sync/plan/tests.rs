//! Whatever the network does, nothing is lost, doubled or put in another order.

use proptest::prelude::*;

use super::*;

fn local() -> impl Strategy<Value = Local> {
    (
        0_u64..300,
        0_u64..300,
        prop::option::of(0_u64..300),
        0_u64..250,
    )
        .prop_map(|(head, accepted, aside, batch)| Local {
            head,
            accepted: accepted.min(head),
            aside,
            batch,
        })
}

fn remote() -> impl Strategy<Value = Remote> {
    let seq = || 0_u64..320;
    prop_oneof![
        Just(Remote::Unheard),
        seq().prop_map(|seq| Remote::Through { seq }),
        seq().prop_map(|seq| Remote::Fork { seq }),
        Just(Remote::OldEpoch),
        seq().prop_map(|seq| Remote::Poison {
            seq,
            reason: "unknown type".to_owned()
        }),
        Just(Remote::TooLarge),
        Just(Remote::NotWanted),
        Just(Remote::Silent),
    ]
}

proptest! {
    /// Only what the hub itself said it has counts as delivered, and only entries there are.
    #[test]
    fn nothing_is_taken_for_delivered_that_the_hub_did_not_confirm(
        local in local(), remote in remote()
    ) {
        for step in plan(&local, &remote) {
            if let Step::Accept { through } = step {
                prop_assert!(through <= local.head);
                prop_assert!(through > local.accepted);
                let confirmed = matches!(remote, Remote::Through { seq } if through <= seq);
                prop_assert!(confirmed);
            }
        }
    }

    /// What is sent begins right behind what the hub has, ends in the journal, and is no more than
    /// a batch.
    #[test]
    fn what_is_sent_follows_without_a_gap(local in local(), remote in remote()) {
        for step in plan(&local, &remote) {
            if let Step::Send { from, through } = step {
                let known = match remote {
                    Remote::Through { seq } => seq,
                    _ => local.accepted,
                };
                prop_assert_eq!(from, known + 1);
                prop_assert!(from <= through && through <= local.head);
                prop_assert!(through - from < local.batch.max(1));
            }
        }
    }

    /// An entry set aside is not sent again until the hub has it.
    #[test]
    fn what_is_set_aside_is_not_retried(local in local(), remote in remote()) {
        let Some(aside) = local.aside else { return Ok(()) };
        let sends = plan(&local, &remote)
            .into_iter()
            .any(|step| matches!(step, Step::Send { .. }));
        if sends {
            let there = matches!(remote, Remote::Through { seq } if seq >= aside);
            prop_assert!(there);
        }
    }

    /// Every refusal for good is shown: something is set aside, nothing is thrown away.
    #[test]
    fn a_refusal_for_good_sets_exactly_one_entry_aside(local in local(), remote in remote()) {
        let local = Local { aside: None, ..local };
        let for_good = matches!(
            remote,
            Remote::Fork { .. } | Remote::OldEpoch | Remote::Poison { .. } | Remote::NotWanted
        ) || remote == Remote::TooLarge && local.batch <= 1;
        let steps = plan(&local, &remote);
        let aside: Vec<u64> = steps
            .iter()
            .filter_map(|step| match step {
                Step::SetAside { seq, .. } => Some(*seq),
                _ => None,
            })
            .collect();
        prop_assert_eq!(aside.len(), usize::from(for_good));
        prop_assert!(aside.iter().all(|seq| *seq > local.accepted));
    }

    /// As long as something is unsent there is something to do.
    #[test]
    fn a_journal_that_is_not_delivered_is_never_forgotten(local in local()) {
        let waiting = local.aside.is_none() && local.head > local.accepted;
        prop_assert_eq!(plan(&local, &Remote::Unheard).is_empty(), !waiting);
        prop_assert_eq!(plan(&local, &Remote::Silent).is_empty(), local.aside.is_some());
    }
}

/// A hub's line of one game: the numbers it has, in the order in which they came.
#[derive(Default)]
struct Line(Vec<u64>);

impl Line {
    fn take(&mut self, from: u64, through: u64) -> Remote {
        for seq in from..=through {
            let have = self.0.len() as u64;
            if seq == have + 1 {
                self.0.push(seq);
            } else if seq > have {
                break;
            }
        }
        Remote::Through {
            seq: self.0.len() as u64,
        }
    }
}

/// The same draws each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// One game over a bad network: requests and answers are lost, doubled and late, the hub is put
/// back to an old backup now and then. Returns how many deliveries it took.
fn carry_over(draw: &mut Draw) -> usize {
    let length = 1 + draw.below(60);
    let mut hub = Line::default();
    let mut local = Local {
        head: 0,
        accepted: 0,
        aside: None,
        batch: 1 + draw.below(20),
    };
    let mut underway: Vec<(u64, u64)> = Vec::new();
    let mut remote = Remote::Unheard;
    let mut deliveries = 0;
    loop {
        if local.head < length && draw.below(2) == 0 {
            local.head += 1;
        }
        let mut heard = Remote::Unheard;
        for step in plan(&local, &remote) {
            match step {
                Step::Accept { through } => local.accepted = through,
                Step::Send { from, through } => {
                    underway.push((from, through));
                    // Late, in another order, twice, or never; the answer may be lost too.
                    let at = draw.below(underway.len() as u64) as usize;
                    let (from, through) = underway[at];
                    if draw.below(4) > 0 || underway.len() > 5 {
                        underway.swap_remove(at);
                    }
                    deliveries += 1;
                    let answer = hub.take(from, through);
                    heard = if draw.below(3) == 0 {
                        Remote::Silent
                    } else {
                        answer
                    };
                }
                Step::Wait => {}
                other => panic!("{other:?} has no place here"),
            }
        }
        if draw.below(200) == 0 {
            hub.0.truncate(draw.below(hub.0.len() as u64 + 1) as usize);
            local.accepted = 0;
            heard = Remote::Unheard;
        }
        let done = local.head == length && local.accepted == length;
        if done && hub.0.len() as u64 == length {
            break;
        }
        remote = heard;
    }
    // What was still under way arrives after all, and changes nothing.
    for (from, through) in underway {
        hub.take(from, through);
        deliveries += 1;
    }
    let whole: Vec<u64> = (1..=length).collect();
    assert_eq!(hub.0, whole, "lost, doubled or in another order");
    deliveries
}

#[test]
fn a_hundred_thousand_deliveries_lose_and_double_nothing() {
    let mut draw = Draw(6);
    let (mut games, mut deliveries) = (0, 0);
    while deliveries < 100_000 {
        deliveries += carry_over(&mut draw);
        games += 1;
    }
    assert!(games > 500, "{games} games in {deliveries} deliveries");
}
