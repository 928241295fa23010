//! Messages that are made once and shared by everyone who watches the same thing.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;

use super::feed::Topic;
use super::lang::Lang;

/// How many messages of a view are kept for those who are a little behind.
const KEPT: usize = 4;
/// How many views are kept before all are let go.
const VIEWS: usize = 1024;

/// What is watched, and how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    /// What is watched.
    pub topic: Topic,
    /// In which language.
    pub lang: Lang,
    /// As arbiters see it.
    pub desk: bool,
}

type Slot = Arc<Mutex<VecDeque<(u64, Bytes)>>>;

/// The messages made last.
#[derive(Debug, Default)]
pub struct Made(Mutex<HashMap<View, Slot>>);

impl Made {
    /// The message for a piece of news, by its number: made by the first who asks, while the others
    /// who watch the same wait for it.
    pub fn once(&self, view: View, number: u64, make: impl FnOnce() -> Bytes) -> Bytes {
        let slot = {
            let mut views = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if views.len() >= VIEWS && !views.contains_key(&view) {
                views.clear();
            }
            Arc::clone(views.entry(view).or_default())
        };
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, message)) = kept.iter().find(|(known, _)| *known == number) {
            return message.clone();
        }
        let message = make();
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((number, message.clone()));
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_made_once_for_all_who_watch_the_same() {
        let made = Made::default();
        let view = View {
            topic: Topic::Hall,
            lang: Lang::Zh,
            desk: false,
        };
        let at_desk = View { desk: true, ..view };
        let mut count = 0;
        let mut ask = |view, number| {
            made.once(view, number, || {
                count += 1;
                Bytes::from(format!("{count}"))
            })
        };
        assert_eq!(ask(view, 1), "1");
        assert_eq!(ask(view, 1), "1");
        assert_eq!(ask(at_desk, 1), "2", "the desk sees something else");
        assert_eq!(ask(view, 2), "3");
        assert_eq!(ask(view, 1), "1", "somebody who is a little behind");
        for number in 3..=5 {
            ask(view, number);
        }
        assert_eq!(ask(view, 1), "7", "too far behind: made anew");
    }
}
