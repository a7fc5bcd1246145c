//! What a lesson has measured, on a thread beside.

use crate::session::Fitted;
use crate::session::lesson::{Kept, Laboratory, Moment, TopicIs, Value, measure, place_of};

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct Request {
    pub(super) ticket: u64,
    pub(super) values: Vec<Value>,
    pub(super) topic: Option<TopicIs>,
    pub(super) kept: Kept,
    pub(super) moved: Option<f64>,
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    pub(super) ticket: u64,
    pub(super) sweep: u64,
    pub(super) values: Vec<Result<f64, String>>,
    /// The id of the topic that was asked for.
    pub(super) topic: Option<Result<u32, String>>,
}

impl Request {
    /// Measures a copy of the chain.
    pub fn run(self, fitted: &Fitted) -> Measured {
        let moved = self.moved;
        let mut laboratory = Laboratory::default();
        let values = self.values.iter();
        let values =
            values.map(|v| measure(v, Moment { fitted, moved }, &self.kept, &mut laboratory));
        let values = values.collect();
        let id = |topic| place_of(fitted, topic).map(|place| fitted.ids[place]);
        Measured {
            ticket: self.ticket,
            sweep: fitted.sweep,
            values,
            topic: self.topic.as_ref().map(id),
        }
    }
}
