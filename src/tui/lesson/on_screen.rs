//! What keys and news do to the lesson that is on.

use super::super::app::{App, Effect, Screen};
use super::super::keymap::Action;
use super::super::overlay::Overlay;
use super::super::panes::lesson;
use super::super::prompt::Typed;
use super::{Answered, Course, Lessons, Measured, Playing, Quiz, Room};
use crate::session::lesson::bundled;
use ratatui::crossterm::event::KeyEvent;
use std::sync::Arc;

impl App {
    /// The language of the texts of lessons.
    pub fn language(&self) -> &str {
        let own = self.lesson.as_ref().map(|playing| &playing.course.language);
        own.unwrap_or(&self.language)
    }

    /// Columns and rows of the explorer.
    pub fn stage(&self) -> (u16, u16) {
        match self.lesson {
            Some(_) => Room::of(self.canvas()).explorer,
            None => self.canvas(),
        }
    }

    /// Starts a lesson.
    pub fn learn(&mut self, course: Course) -> Vec<Effect> {
        let mut effects = Vec::new();
        // The chain that was there is kept, as when another corpus is opened.
        if matches!(self.screen, Screen::Explorer(_)) {
            effects.push(Effect::Close);
        }
        self.overlays.clear();
        self.lesson = Some(Box::new(Playing::new(course)));
        effects.extend(self.go_on_with_lesson());
        effects
    }

    /// Does what the lesson can do now.
    pub(in crate::tui) fn go_on_with_lesson(&mut self) -> Vec<Effect> {
        let Some(playing) = &mut self.lesson else {
            return Vec::new();
        };
        let explorer = match &mut self.screen {
            Screen::Explorer(explorer) => Some(explorer.as_mut()),
            _ => None,
        };
        let effects = playing.go_on(explorer);
        let load = effects.iter().find_map(|effect| match effect {
            Effect::Load(load, _) => Some(load.corpus.clone()),
            _ => None,
        });
        if let Some(name) = load {
            self.screen = Screen::Loading {
                name,
                read: 0,
                total: None,
            };
        }
        effects
    }

    pub(in crate::tui) fn take_measured(&mut self, measured: Measured) -> Vec<Effect> {
        let explorer = match &mut self.screen {
            Screen::Explorer(explorer) => Some(explorer.as_mut()),
            _ => None,
        };
        let playing = self.lesson.as_mut();
        playing.map_or_else(Vec::new, |playing| playing.take(measured, explorer))
    }

    /// A key where a number is asked for; `None` elsewhere.
    pub(in crate::tui) fn type_answer(&mut self, key: KeyEvent) -> Option<Vec<Effect>> {
        let Some(Overlay::Quiz(quiz)) = self.overlays.last_mut() else {
            return None;
        };
        let input = quiz.input.as_mut()?;
        match input.key(key) {
            Typed::More => {
                input.error = None;
                Some(Vec::new())
            }
            Typed::Cancelled => {
                self.overlays.pop();
                Some(Vec::new())
            }
            Typed::Done => Some(self.give_answer()),
        }
    }

    fn give_answer(&mut self) -> Vec<Effect> {
        let (Some(Overlay::Quiz(quiz)), Some(playing)) =
            (self.overlays.last_mut(), &mut self.lesson)
        else {
            return Vec::new();
        };
        let given = match quiz.give() {
            Ok(given) => given,
            Err(reason) => {
                if let Some(input) = &mut quiz.input {
                    input.error = Some(reason);
                }
                return Vec::new();
            }
        };
        match given.right {
            Some(right) => {
                let effects = playing.record(&given.answer, right, given.value);
                if right {
                    playing.answered = Some(Answered {
                        right,
                        remark: None,
                    });
                    playing.scroll = 0;
                    self.overlays.pop();
                }
                effects
            }
            None => {
                playing.predict(given.place);
                self.overlays.pop();
                Vec::new()
            }
        }
    }

    /// Keys in what a lesson lays over the screen; `None` for those that are not its own.
    pub(in crate::tui) fn act_on_lesson_overlay(&mut self, action: Action) -> Option<Vec<Effect>> {
        match (self.overlays.last_mut()?, action) {
            (Overlay::Quiz(_) | Overlay::Lessons(_) | Overlay::LeaveLesson, Action::Back) => {
                self.overlays.pop();
                Some(Vec::new())
            }
            (Overlay::Quiz(_), Action::Accept) => Some(self.give_answer()),
            (Overlay::Lessons(lessons), Action::Accept) => {
                let lesson = lessons.all.get(lessons.cursor)?.clone();
                let course = Course {
                    lesson: Arc::new(lesson),
                    folder: None,
                    language: self.language.clone(),
                    answers: self
                        .lesson
                        .as_ref()
                        .and_then(|playing| playing.course.answers.clone()),
                };
                Some(self.learn(course))
            }
            (Overlay::LeaveLesson, Action::Accept) => {
                self.overlays.pop();
                self.lesson = None;
                self.notice =
                    Some("the lesson is left; the chain stays: h lists the lessons".into());
                Some(Vec::new())
            }
            (Overlay::Quiz(_) | Overlay::Lessons(_) | Overlay::LeaveLesson, Action::Help) => None,
            (Overlay::Quiz(_) | Overlay::Lessons(_) | Overlay::LeaveLesson, _) => Some(Vec::new()),
            _ => None,
        }
    }

    /// Keys of a lesson; `None` for those of the screen below.
    pub(in crate::tui) fn act_on_lesson(&mut self, action: Action) -> Option<Vec<Effect>> {
        match action {
            Action::Lessons => match bundled::all() {
                Ok(all) => self
                    .overlays
                    .push(Overlay::Lessons(Lessons { all, cursor: 0 })),
                Err(mistake) => self.notice = Some(mistake.to_string()),
            },
            Action::LessonLeave => self.overlays.push(Overlay::LeaveLesson),
            Action::LessonNext => self.next_in_lesson(),
            Action::LessonBack => {
                let playing = self.lesson.as_mut()?;
                if !playing.back() {
                    self.notice = Some("this is the first step".into());
                }
            }
            Action::LessonDown | Action::LessonUp => {
                let last = lesson::last(self);
                let playing = self.lesson.as_mut()?;
                let down = action == Action::LessonDown;
                playing.scroll = if down {
                    playing.scroll + 1
                } else {
                    playing.scroll.saturating_sub(1)
                }
                .min(last);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn next_in_lesson(&mut self) {
        let explorer = match &self.screen {
            Screen::Explorer(explorer) => Some(explorer.as_ref()),
            _ => None,
        };
        let Some(playing) = &mut self.lesson else {
            return;
        };
        if playing.asks() {
            if let Some(question) = playing.question().cloned() {
                let measured = playing.measured_answer();
                let quiz = Quiz::new(question, &playing.course.language, measured);
                self.overlays.push(Overlay::Quiz(Box::new(quiz)));
            }
        } else if let Some(what) = playing.waits_for(explorer) {
            self.notice = Some(format!("not yet: {what}"));
        } else if !playing.forward() {
            let title = playing
                .course
                .lesson
                .title
                .get(&playing.course.language)
                .to_owned();
            self.lesson = None;
            self.notice = Some(format!("the end of '{title}': h lists the lessons"));
        }
    }
}
