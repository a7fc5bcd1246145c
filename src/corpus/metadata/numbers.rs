//! Value numbers in one, two or four bytes each.

/// A number or none for each document; wider ones when a number asks for it. The
/// largest number of a width stands for none.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Numbers {
    Byte(Vec<u8>),
    Short(Vec<u16>),
    Word(Vec<u32>),
}

impl Default for Numbers {
    /// Of no document.
    fn default() -> Self {
        Self::Byte(Vec::new())
    }
}

impl FromIterator<Option<u32>> for Numbers {
    fn from_iter<I: IntoIterator<Item = Option<u32>>>(numbers: I) -> Self {
        let mut all = Self::default();
        for number in numbers {
            all.push(number);
        }
        all
    }
}

impl Numbers {
    /// Adds that of the next document; it is below 2³² − 1.
    pub(super) fn push(&mut self, number: Option<u32>) {
        match self {
            Self::Byte(all) if fits(number, u8::MAX.into()) => {
                all.push(number.map_or(u8::MAX, |n| n as u8));
            }
            Self::Short(all) if fits(number, u16::MAX.into()) => {
                all.push(number.map_or(u16::MAX, |n| n as u16));
            }
            Self::Word(all) => all.push(number.unwrap_or(u32::MAX)),
            Self::Byte(_) => {
                let wide = |n: Option<u32>| n.map_or(u16::MAX, |n| n as u16);
                *self = Self::Short(self.iter().map(wide).collect());
                self.push(number);
            }
            Self::Short(_) => {
                let wide = |n: Option<u32>| n.unwrap_or(u32::MAX);
                *self = Self::Word(self.iter().map(wide).collect());
                self.push(number);
            }
        }
    }

    /// Of how many documents there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Byte(all) => all.len(),
            Self::Short(all) => all.len(),
            Self::Word(all) => all.len(),
        }
    }

    /// That of document `d`.
    pub(super) fn get(&self, d: usize) -> Option<u32> {
        match self {
            Self::Byte(all) => Some(all[d]).filter(|&n| n < u8::MAX).map(u32::from),
            Self::Short(all) => Some(all[d]).filter(|&n| n < u16::MAX).map(u32::from),
            Self::Word(all) => Some(all[d]).filter(|&n| n < u32::MAX),
        }
    }

    /// Those of all documents.
    pub(super) fn iter(&self) -> impl Iterator<Item = Option<u32>> {
        (0..self.len()).map(|d| self.get(d))
    }
}

/// Whether a number is below the one that stands for none.
fn fits(number: Option<u32>, none: u32) -> bool {
    number.is_none_or(|n| n < none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_and_numbers_stay() {
        let mut wanted = Vec::new();
        let mut numbers = Numbers::default();
        for (next, bytes) in [(254, 1), (255, 2), (65_534, 2), (65_535, 4), (1 << 30, 4)] {
            for number in [None, Some(0), Some(next)] {
                wanted.push(number);
                numbers.push(number);
            }
            let width = match numbers {
                Numbers::Byte(_) => 1,
                Numbers::Short(_) => 2,
                Numbers::Word(_) => 4,
            };
            assert_eq!(width, bytes, "{next}");
            assert_eq!(numbers.iter().collect::<Vec<_>>(), wanted);
        }
    }
}
