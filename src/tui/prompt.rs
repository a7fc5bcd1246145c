//! One line being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

/// Of pasted text, only so many characters are taken: a text to be read may be long,
/// what else is typed is short.
const LONGEST_TEXT: usize = 65_536;
const LONGEST: usize = 4_096;

/// What the line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A value for alpha, eta or K.
    Alpha,
    /// See [`Purpose::Alpha`].
    Eta,
    /// See [`Purpose::Alpha`].
    Topics,
    /// A number of sweeps.
    Sweeps,
    /// Sweeps a second.
    Speed,
    /// A seed.
    Seed,
    /// A model to hold the chain against.
    Base,
    /// How many chains run beside one another.
    Chains,
    /// Numbers of topics to choose from.
    ChooseK,
    /// A setting of the generative process.
    Story,
    /// What a topic is called.
    Label,
    /// A note about it.
    Note,
    /// Words to look for.
    Search,
    /// What documents must hold to stay in the list.
    Filter,
    /// A folder to write to.
    Folder,
    /// The same, though it holds results.
    Overwrite,
    /// A file for a picture of the screen.
    Picture,
    /// The same, though it is there.
    ReplacePicture,
    /// A file for a recording of the screen.
    Recording,
    /// The same, though it is there.
    ReplaceRecording,
    /// A text to be folded in, or its file.
    Text,
    /// A corpus.
    Path,
    /// The answer to a question of a lesson.
    Number,
}

/// The line.
#[derive(Debug, Clone)]
pub struct Prompt {
    purpose: Purpose,
    /// What stood in it at first.
    offered: String,
    /// Whether a key has changed it.
    touched: bool,
    /// What stands before it.
    pub label: String,
    /// What may be typed.
    pub help: &'static str,
    /// Why the last try was refused.
    pub error: Option<String>,
    input: Input,
}

/// What a key did to the line.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// It goes on.
    More,
    /// The line is done.
    Done,
    /// The user wants none of it.
    Cancelled,
}

impl Prompt {
    /// A line with something in it already.
    pub fn new(
        purpose: Purpose,
        label: impl Into<String>,
        help: &'static str,
        value: &str,
    ) -> Self {
        let input = Input::new(value.to_owned());
        Self {
            purpose,
            label: label.into(),
            help,
            error: None,
            offered: value.to_owned(),
            touched: false,
            input,
        }
    }

    /// What it is for. Overwriting is agreed to for the name that was offered only.
    pub fn purpose(&self) -> Purpose {
        match self.purpose {
            Purpose::Overwrite if self.value() != self.offered => Purpose::Folder,
            Purpose::ReplacePicture if self.value() != self.offered => Purpose::Picture,
            Purpose::ReplaceRecording if self.value() != self.offered => Purpose::Recording,
            purpose => purpose,
        }
    }

    /// Whether a picture or a recording is asked about, which need no explorer.
    pub fn is_of_the_screen(&self) -> bool {
        matches!(
            self.purpose,
            Purpose::Picture
                | Purpose::ReplacePicture
                | Purpose::Recording
                | Purpose::ReplaceRecording
        )
    }

    /// What was typed.
    pub fn value(&self) -> &str {
        self.input.value().trim()
    }

    /// The whole line and the column of the cursor in it.
    pub fn line(&self) -> (&str, usize) {
        (self.input.value(), self.input.visual_cursor())
    }

    /// Puts pasted text in; line ends and control characters become spaces, so
    /// that pasting never runs a command.
    pub fn paste(&mut self, text: &str) {
        let longest = match self.purpose {
            Purpose::Text => LONGEST_TEXT,
            _ => LONGEST,
        };
        let clean = super::text::clean(text.trim());
        let pasted: String = clean.chars().take(longest).collect();
        self.error = (pasted.len() < clean.len()).then(|| {
            let most = super::text::thousands(longest);
            format!("only the first {most} characters of what was pasted are here")
        });
        let cursor = self.input.cursor();
        let value = self.input.value();
        let before: String = value.chars().take(cursor).collect();
        let after: String = value.chars().skip(cursor).collect();
        let end = cursor + pasted.chars().count();
        self.input = Input::new(before + &pasted + &after).with_cursor(end);
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Cancelled,
            KeyCode::Char('c') if control => return Typed::Cancelled,
            KeyCode::Char('u') if control => InputRequest::DeleteLine,
            KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
            KeyCode::Char('a') if control => InputRequest::GoToStart,
            KeyCode::Char('e') if control => InputRequest::GoToEnd,
            KeyCode::Char(c) if !control => InputRequest::InsertChar(c),
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Home => InputRequest::GoToStart,
            KeyCode::End => InputRequest::GoToEnd,
            _ => return Typed::More,
        };
        self.error = None;
        let number = matches!(
            self.purpose,
            Purpose::Chains | Purpose::ChooseK | Purpose::Sweeps | Purpose::Seed
        );
        let untouched = !std::mem::replace(&mut self.touched, true);
        if number && untouched && matches!(request, InputRequest::InsertChar(_)) {
            // Whoever types another number means that one.
            self.input = Input::default();
        }
        self.input.handle(request);
        Typed::More
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_article_is_whole_and_a_cut_is_told() {
        let mut prompt = Prompt::new(Purpose::Text, "text", "", "");
        let article = "word ".repeat(4_000);
        prompt.paste(&article);
        assert_eq!((prompt.value(), &prompt.error), (article.trim(), &None));
        let mut prompt = Prompt::new(Purpose::Text, "text", "", "");
        prompt.paste(&"word ".repeat(40_000));
        assert!(prompt.error.unwrap().contains("first 65,536 characters"));
    }
}
