//! Where the words stand in a text.

use super::{Corpus, Span, Tokenizer};

impl Corpus {
    /// The tokenizer that made the corpus from text; `None` for counts.
    pub fn tokenizer(&self) -> Option<&Tokenizer> {
        self.tokenizer.as_ref()
    }

    /// Every word in the text of document `d`, in order. The spans with a word
    /// id are the tokens of the document, one for one. Empty for counts.
    pub fn spans(&self, d: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        if let (Some(tokenizer), Some(text)) = (&self.tokenizer, self.text(d)) {
            tokenizer.tokens(text, &mut |range, word| {
                let word = self.vocabulary.id(word);
                spans.push(Span { range, word });
            });
        }
        spans
    }

    /// The known words of another text, in order, and the number of its words
    /// that the vocabulary lacks (stop words among them). A corpus of counts
    /// reads the text with the Unicode tokenizer.
    pub fn bag(&self, text: &str) -> (Vec<u32>, usize) {
        let unicode;
        let tokenizer = match &self.tokenizer {
            Some(tokenizer) => tokenizer,
            None => {
                unicode = Tokenizer::default();
                &unicode
            }
        };
        let (mut known, mut unknown) = (Vec::new(), 0);
        tokenizer.tokens(text, &mut |_, word| match self.vocabulary.id(word) {
            Some(id) => known.push(id),
            None => unknown += 1,
        });
        (known, unknown)
    }
}
