//! Many strings in one: what there are millions of should not each be a piece of
//! memory of its own.

/// Strings end to end in one buffer.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    buffer: String,
    /// Where each starts, and the end of the last.
    offsets: Vec<usize>,
}

impl Default for Texts {
    /// None yet.
    fn default() -> Self {
        Self {
            buffer: String::new(),
            offsets: vec![0],
        }
    }
}

impl<T: AsRef<str>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut all = Self::default();
        for text in texts {
            all.push(text.as_ref());
        }
        all
    }
}

impl Texts {
    /// Adds one.
    pub(super) fn push(&mut self, text: &str) {
        self.buffer.push_str(text);
        self.offsets.push(self.buffer.len());
    }

    /// Number `d`.
    pub(super) fn get(&self, d: usize) -> &str {
        &self.buffer[self.offsets[d]..self.offsets[d + 1]]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Bytes of those from `first` on.
    pub(super) fn bytes_from(&self, first: usize) -> usize {
        self.buffer.len() - self.offsets[first]
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|d| self.get(d))
    }

    /// Those that are kept.
    pub(super) fn filtered(&self, keep: &[bool]) -> Self {
        let kept = self.iter().zip(keep).filter(|(_, keep)| **keep);
        kept.map(|(text, _)| text).collect()
    }

    /// Forgets them and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.buffer.clear();
        self.offsets.truncate(1);
    }

    /// Gives memory back that nothing is in.
    pub(super) fn shrink(&mut self) {
        self.buffer.shrink_to_fit();
        self.offsets.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_out_as_they_went_in() {
        let mut texts: Texts = ["one", "", "trois é"].into_iter().collect();
        assert_eq!(
            (texts.len(), texts.get(1), texts.get(2)),
            (3, "", "trois é")
        );
        assert_eq!((texts.bytes_from(0), texts.bytes_from(1)), (11, 8));
        assert_eq!(texts.bytes_from(3), 0);
        let some = texts.filtered(&[false, true, true]);
        assert!(some.iter().eq(["", "trois é"]));
        // Only the first have titles, say.
        assert!(texts.filtered(&[true]).iter().eq(["one"]));
        texts.clear();
        texts.push("new");
        assert!(texts.iter().eq(["new"]));
    }
}
