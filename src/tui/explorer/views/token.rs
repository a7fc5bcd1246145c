//! One token at a time: the draw to come, the draw that was made, and a question before it.

use super::super::{Explorer, Reading};
use super::View;
use crate::engine::TokenDraw;
use crate::engine::passes::{DocumentSteps, Iteration, WordStep};
use crate::session::{Command, Made, TokenView, Walk};
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;

/// The sweep and the place of a token.
type Id = (u64, usize);

/// Which topic is the likeliest? Asked before the probabilities are shown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiz {
    /// The place of the topic that is picked.
    pub picked: usize,
    /// The token that was answered last, and what with.
    answered: Option<(Id, usize)>,
    /// How many questions were answered, and how many of them rightly.
    pub asked: usize,
    /// Right answers.
    pub right: usize,
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct OneToken {
    /// Whether a draw that was made is shown (or the one to come).
    made: bool,
    /// The last draw when the next was asked for: it is not shown again.
    before: Option<Id>,
    /// The question, where there are questions.
    pub quiz: Option<Quiz>,
    /// The text of the token's document.
    pub reading: Reading,
    /// Where engines that draw no topics are written out: which iteration, and which word.
    iteration: usize,
    word: usize,
}

/// The draw on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The draw, as it stands before.
    pub draw: &'a TokenDraw,
    /// The place of the topic that was drawn; `None` before that.
    pub landed: Option<usize>,
    /// The ids of the topics by place.
    pub ids: &'a [u32],
    /// The topics of the document's tokens, by place.
    pub topics: &'a [u16],
    /// Whether the probabilities wait for an answer.
    pub hidden: bool,
    /// What was answered.
    pub answer: Option<usize>,
}

impl Shown<'_> {
    /// The place of the likeliest topic, the first of equals.
    pub fn likeliest(&self) -> usize {
        let p = &self.draw.probabilities;
        (0..p.len()).fold(0, |best, k| if p[k] > p[best] { k } else { best })
    }
}

fn id(draw: &TokenDraw) -> Id {
    (draw.sweep, draw.token)
}

impl OneToken {
    fn made<'a>(&self, view: &'a TokenView) -> Option<&'a Made> {
        let made = view.made.as_deref().filter(|_| self.made)?;
        (self.before != Some(id(&made.draw))).then_some(made)
    }

    /// The draw on the screen, or why there is none.
    ///
    /// # Errors
    /// As the engine says it.
    pub fn shown<'a>(&self, view: &'a TokenView) -> Result<Shown<'a>, &'static str> {
        let (draw, landed, ids, topics) = match self.made(view) {
            Some(made) => (&made.draw, Some(made.landed), &made.ids, &made.topics),
            None => match &view.to_come {
                Ok(draw) => (draw, None, &view.ids, &view.topics),
                Err(reason) => return Err(reason),
            },
        };
        let answer = self.quiz.and_then(|quiz| quiz.answered);
        let answer = answer.filter(|(of, _)| *of == id(draw)).map(|(_, k)| k);
        Ok(Shown {
            draw,
            landed,
            ids,
            topics,
            hidden: self.quiz.is_some() && landed.is_none() && answer.is_none(),
            answer,
        })
    }
}

impl OneToken {
    /// The iteration and the word that are shown, from 0, of a document with a token.
    pub fn at<'a>(
        &self,
        steps: &'a DocumentSteps,
    ) -> Option<(usize, &'a Iteration, usize, &'a WordStep)> {
        let iteration = self.iteration.min(steps.iterations.len().checked_sub(1)?);
        let word = self.word.min(steps.words.len().checked_sub(1)?);
        Some((
            iteration,
            &steps.iterations[iteration],
            word,
            &steps.words[word],
        ))
    }

    /// Goes on by a word, forward or back, from one iteration into the other.
    fn turn(&mut self, (iterations, words): (usize, usize), forward: bool) {
        let (last, most) = (words.saturating_sub(1), iterations.saturating_sub(1));
        (self.word, self.iteration) = (self.word.min(last), self.iteration.min(most));
        match forward {
            true if self.word < last => self.word += 1,
            true if self.iteration < most => (self.iteration, self.word) = (self.iteration + 1, 0),
            false if self.word > 0 => self.word -= 1,
            false if self.iteration > 0 => {
                (self.iteration, self.word) = (self.iteration - 1, last);
            }
            _ => {}
        }
    }
}

impl Explorer {
    /// The coordinate ascent on the screen, of an engine that draws no topics.
    pub fn shown_steps(&self) -> Option<&DocumentSteps> {
        self.snapshot()?.token.as_ref()?.steps.as_deref()
    }

    /// Does what a key asks for where there is no draw; `None` where there is.
    fn act_on_steps(&mut self, action: Action) -> Option<Outcome> {
        let steps = self.shown_steps()?;
        let size = (steps.iterations.len(), steps.words.len());
        let token = &mut self.views.token;
        match action {
            Action::NextToken => token.turn(size, true),
            Action::LastDraw => token.turn(size, false),
            Action::NextChange => {
                token.iteration = (token.iteration + 1) % size.0.max(1);
            }
            Action::DocumentEnd => {
                let next = self.documents.beside(self.documents.selected(), true);
                (token.iteration, token.word) = (0, 0);
                return Some(self.read(next));
            }
            _ => return None,
        }
        Some(Outcome::default())
    }

    /// The draw on the screen, or why there is none; `None` before the first snapshot that
    /// was asked for it.
    pub fn shown_token(&self) -> Option<Result<Shown<'_>, &'static str>> {
        let view = self.snapshot()?.token.as_ref()?;
        Some(self.views.token.shown(view))
    }

    /// Opens the document of the token on the screen.
    pub(in crate::tui::explorer) fn follow_token(&mut self) {
        if self.views.shown != Some(View::Token) {
            return;
        }
        let Some(Ok(shown)) = self.shown_token() else {
            return;
        };
        let d = shown.draw.document;
        if self.views.token.reading.index != d || self.views.token.reading.atoms.is_empty() {
            self.views.token.reading = Reading::of(&self.corpus, d);
        }
    }

    pub(super) fn open_token(&mut self) -> Outcome {
        self.views.token.made = false;
        self.follow_token();
        Outcome::default()
    }

    /// Does what a key asks for; `None` for what is not the view's.
    pub(super) fn act_on_token(&mut self, action: Action) -> Option<Outcome> {
        if let Some(outcome) = self.act_on_steps(action) {
            return Some(outcome);
        }
        let outcome = match action {
            Action::NextToken => self.next_token(),
            Action::NextChange => self.walk(Walk::Change),
            Action::DocumentEnd => self.walk(Walk::Document),
            Action::LastDraw => {
                (self.views.token.made, self.views.token.before) = (true, None);
                Outcome::default()
            }
            Action::Predict => {
                let token = &mut self.views.token;
                token.quiz = match token.quiz {
                    Some(_) => None,
                    None => Some(Quiz::default()),
                };
                Outcome::default()
            }
            Action::Up | Action::Down if self.views.token.quiz.is_some() => {
                let topics = self.shown_token()?.ok()?.ids.len();
                if let Some(quiz) = &mut self.views.token.quiz {
                    let by = if action == Action::Up { topics - 1 } else { 1 };
                    quiz.picked = (quiz.picked.min(topics - 1) + by) % topics;
                }
                Outcome::default()
            }
            Action::Accept => self.answer(),
            _ => return None,
        };
        self.follow_token();
        Some(outcome)
    }

    /// The result of the draw on the screen, or the draw after it.
    fn next_token(&mut self) -> Outcome {
        match self.shown_token() {
            Some(Ok(shown)) if shown.hidden => {
                let key = self.accept_key();
                Outcome::say(format!(
                    "first pick the likeliest topic: ↑↓ and {key} (p ends the questions)"
                ))
            }
            Some(Ok(shown)) if shown.landed.is_some() => {
                self.views.token.made = false;
                Outcome::default()
            }
            _ => self.walk(Walk::Tokens(1)),
        }
    }

    fn walk(&mut self, walk: Walk) -> Outcome {
        self.take_over();
        let view = self.latest().and_then(|latest| latest.token.as_ref());
        if let Some(Err(reason)) = view.map(|view| view.to_come.as_ref())
            && !self.is_running()
        {
            return Outcome::say(*reason);
        }
        let last = view.and_then(|view| view.made.as_ref());
        let before = last.map(|made| id(&made.draw));
        (self.views.token.made, self.views.token.before) = (true, before);
        Outcome::send(Command::Walk(walk))
    }

    fn answer(&mut self) -> Outcome {
        let Some(Ok(shown)) = self.shown_token() else {
            return Outcome::default();
        };
        let (hidden, of) = (shown.hidden, id(shown.draw));
        let likeliest = shown.draw.probabilities[shown.likeliest()];
        let p = shown.draw.probabilities.clone();
        match &mut self.views.token.quiz {
            Some(quiz) if hidden => {
                let picked = quiz.picked.min(p.len() - 1);
                quiz.answered = Some((of, picked));
                quiz.asked += 1;
                quiz.right += usize::from(p[picked] >= likeliest);
                Outcome::default()
            }
            Some(_) => self.next_token(),
            None => Outcome::say("p asks before it shows: pick the likeliest topic yourself"),
        }
    }
}
