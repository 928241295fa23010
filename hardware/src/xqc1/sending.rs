use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Request;
use crate::{Answer, CommandId, LinkEvent, Outbox, Unsupported};

const ANSWER_WITHIN: Duration = Duration::from_millis(300);
/// A command is sent once and repeated three times.
const TRIES: u8 = 4;
const QUEUE: usize = 16;

/// The commands of one connection: one on its way, the others waiting.
#[derive(Debug)]
pub(super) struct Sending {
    queue: VecDeque<(Option<CommandId>, Request)>,
    flying: Option<Flying>,
    next_number: u16,
}

/// The command that waits for its answer.
#[derive(Debug)]
struct Flying {
    id: Option<CommandId>,
    request: Request,
    number: u16,
    sent: Instant,
    tries: u8,
}

impl Sending {
    /// Begins with a hello, which also makes the clock forget command numbers of an earlier
    /// connection.
    pub fn new() -> Self {
        let queue = VecDeque::from([(None, Request::Hello)]);
        Self {
            queue,
            flying: None,
            next_number: 1,
        }
    }

    pub fn push(&mut self, id: CommandId, request: Request) -> Result<(), Unsupported> {
        if self.queue.len() == QUEUE {
            return Err(Unsupported::Busy);
        }
        self.queue.push_back((Some(id), request));
        Ok(())
    }

    /// Whether this is the command on its way.
    pub fn is_flying(&self, request: &Request) -> bool {
        self.flying
            .as_ref()
            .is_some_and(|flying| flying.request == *request)
    }

    /// Whether times are being set.
    pub fn is_setting(&self) -> bool {
        self.flying
            .as_ref()
            .is_some_and(|flying| matches!(flying.request, Request::Set { .. }))
    }

    /// Whether the command on its way has this number.
    pub fn has_number(&self, number: u16) -> bool {
        self.flying
            .as_ref()
            .is_some_and(|flying| flying.number == number)
    }

    /// The command on its way has its answer.
    pub fn settle(&mut self, answer: Answer, out: &mut Outbox) {
        if let Some(id) = self.flying.take().and_then(|flying| flying.id) {
            out.events.push(LinkEvent::Answered { id, answer });
        }
    }

    pub fn refused(&mut self, now: Instant, number: Option<u16>, reason: String, out: &mut Outbox) {
        let Some(flying) = &mut self.flying else {
            return;
        };
        if number.is_some_and(|number| number != flying.number) {
            return;
        }
        if reason == "crc" {
            // It was damaged on the way: let it be sent again at once.
            flying.sent = now.checked_sub(ANSWER_WITHIN).unwrap_or(now);
        } else {
            self.settle(Answer::Refused(reason), out);
        }
    }

    pub fn send_next(&mut self, now: Instant, out: &mut Outbox) {
        if self.flying.is_some() {
            return;
        }
        if let Some((id, request)) = self.queue.pop_front() {
            let number = self.next_number;
            // Zero is left out, so that no number means "none yet".
            self.next_number = self.next_number.checked_add(1).unwrap_or(1);
            out.writes.extend(request.line(number).bytes());
            self.flying = Some(Flying {
                id,
                request,
                number,
                sent: now,
                tries: 1,
            });
        }
    }

    /// Repeats the command on its way when it is time, or gives it up; gives the one given up.
    pub fn repeat(&mut self, now: Instant, out: &mut Outbox) -> Option<Request> {
        let flying = self.flying.as_mut()?;
        if now.saturating_duration_since(flying.sent) < ANSWER_WITHIN {
            return None;
        }
        if flying.tries < TRIES {
            flying.tries += 1;
            flying.sent = now;
            out.writes
                .extend(flying.request.line(flying.number).bytes());
            return None;
        }
        let given_up = flying.request.clone();
        self.settle(Answer::Unanswered, out);
        Some(given_up)
    }

    /// Ends all commands that have no answer.
    pub fn abandon(&mut self, out: &mut Outbox) {
        let waiting = self.queue.drain(..).filter_map(|(id, _)| id);
        let flying = self.flying.take().and_then(|flying| flying.id);
        let all = flying.into_iter().chain(waiting);
        out.events.extend(all.map(|id| LinkEvent::Answered {
            id,
            answer: Answer::NotConnected,
        }));
    }
}
