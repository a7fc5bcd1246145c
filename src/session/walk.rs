//! Walking: the chain goes on by one token, to the next token that changes, or to the end
//! of a document, and says what was drawn. The draws are the engine's own: walking and
//! running give the same chain.

use crate::engine::passes::DocumentSteps;
use crate::engine::{Engine, TokenDraw};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How far to walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// So many tokens.
    Tokens(usize),
    /// Up to and with the next token that gets another topic, for one sweep at most.
    Change,
    /// To the last token of the document of the next token; that is drawn too.
    Document,
}

/// A draw that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// The draw, as it stood before.
    pub draw: TokenDraw,
    /// The place of the topic that the engine drew.
    pub landed: usize,
    /// The ids of the topics by place.
    pub ids: Vec<u32>,
    /// The topics of the document's tokens, by place, after it.
    pub topics: Vec<u16>,
}

/// The draw to come, and the last that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenView {
    /// The draw to come, or why there is none.
    pub to_come: Result<TokenDraw, &'static str>,
    /// The ids of the topics by place.
    pub ids: Vec<u32>,
    /// The topics of the tokens of its document, by place.
    pub topics: Vec<u16>,
    /// The last draw of a walk; `None` once the chain has gone on otherwise.
    pub made: Option<Arc<Made>>,
    /// The coordinate ascent of the document that was asked for, where there is one.
    pub steps: Option<Arc<DocumentSteps>>,
}

/// Tokens, or other work at the end of a sweep, between two looks at the clock.
const BATCH: usize = 1_024;

/// A walk under way, and what it drew last.
#[derive(Debug, Default)]
pub(super) struct Walker {
    /// Whether the last token of the walk is drawn.
    arrived: bool,
    /// Tokens visited.
    tokens: usize,
    /// The document that the walk set out in.
    document: Option<usize>,
    made: Option<Arc<Made>>,
}

/// How far a slice of a walk came.
pub(super) struct Walked {
    /// Whether the walk is over.
    pub done: bool,
    /// Whether a sweep was completed; the slice then ends there.
    pub sweep_done: bool,
}

impl Walker {
    /// Sets out.
    pub fn start(&mut self) {
        (self.arrived, self.tokens, self.document) = (false, 0, None);
    }

    /// The chain has gone on without walking.
    pub fn forget(&mut self) {
        self.made = None;
    }

    /// Walks for so long. A walk that draws the last token of a sweep finishes the sweep.
    pub fn walk(&mut self, engine: &mut dyn Engine, walk: Walk, time: Duration) -> Walked {
        let all = engine.corpus().tokens();
        let since = Instant::now();
        loop {
            let drawn = engine.kind().is_gibbs() && engine.position() >= all;
            let done = if drawn {
                if engine.advance(BATCH).sweep_done {
                    return Walked {
                        done: self.arrived,
                        sweep_done: true,
                    };
                }
                false
            } else {
                if !self.arrived {
                    self.step(engine, walk);
                }
                self.arrived && (!engine.kind().is_gibbs() || engine.position() < all)
            };
            if done || since.elapsed() >= time {
                return Walked {
                    done,
                    sweep_done: false,
                };
            }
        }
    }

    fn step(&mut self, engine: &mut dyn Engine, walk: Walk) {
        let Ok(draw) = engine.token_draw() else {
            self.arrived = true;
            return;
        };
        let document = *self.document.get_or_insert(draw.document);
        let last = engine.corpus().range(document).end - 1;
        if walk == Walk::Document && draw.token != last {
            // Other documents may be drawn in between, so that the last token is no nearer.
            let tokens = match draw.document == document {
                true => last - draw.token,
                false => 1,
            };
            engine.advance(BATCH.min(tokens));
            return;
        }
        engine.advance(1);
        self.tokens += 1;
        let topics = engine.token_topics(draw.document);
        let landed = topics[draw.place].into();
        let changed = landed != draw.topic;
        self.arrived = match walk {
            Walk::Change => changed || self.tokens >= engine.corpus().tokens(),
            Walk::Tokens(n) => self.tokens >= n,
            Walk::Document => true,
        };
        self.made = Some(Arc::new(Made {
            draw,
            landed,
            ids: engine.topic_ids().to_vec(),
            topics,
        }));
    }

    /// What there is to see.
    pub fn view(&self, engine: &dyn Engine, steps: Option<Arc<DocumentSteps>>) -> Arc<TokenView> {
        let to_come = engine.token_draw();
        let document = to_come.as_ref().ok().map(|draw| draw.document);
        Arc::new(TokenView {
            topics: document.map_or(Vec::new(), |d| engine.token_topics(d)),
            to_come,
            ids: engine.topic_ids().to_vec(),
            made: self.made.clone(),
            steps,
        })
    }
}
