//! Memory that is read in no order.
//!
//! A read from a page that the processor has not found of late waits until it is found, so
//! here pages are large, 2 MiB instead of 4 KiB, where the system has such: sweeps over rows
//! of a few megabytes are a tenth faster for it.

use bytemuck::Pod;
use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Bytes of a large page.
const PAGE: usize = 1 << 21;

/// Shorter memory than this is not worth a large page.
const SHORT: usize = PAGE / 16;

/// A list of a fixed length.
#[derive(Debug)]
pub struct Pages<T>(Memory<T>);

#[derive(Debug)]
enum Memory<T> {
    Usual(Vec<T>),
    /// The list is the bytes from `start` to `end`.
    Mapped {
        map: MmapMut,
        start: usize,
        end: usize,
    },
}

impl<T: Pod> Pages<T> {
    /// So many zeros.
    pub fn zeros(len: usize) -> Self {
        let bytes = len * size_of::<T>();
        let map = match bytes >= SHORT {
            // Only what is touched becomes memory.
            true => MmapMut::map_anon(bytes + PAGE).ok(),
            false => None,
        };
        let Some(map) = map else {
            return Self(Memory::Usual(vec![T::zeroed(); len]));
        };
        // Where there are no large pages the usual ones will do.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = map.as_ptr().align_offset(PAGE);
        let end = start + bytes;
        Self(Memory::Mapped { map, start, end })
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Memory::Usual(list) => list,
            Memory::Mapped { map, start, end } => bytemuck::cast_slice(&map[*start..*end]),
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Memory::Usual(list) => list,
            Memory::Mapped { map, start, end } => bytemuck::cast_slice_mut(&mut map[*start..*end]),
        }
    }
}

impl<T: Pod> Clone for Pages<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::zeros(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Pod + PartialEq> PartialEq for Pages<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_lists_are_zeros_until_they_are_written() {
        for len in [0, 1, 1_000, SHORT, 3 * PAGE] {
            let mut list = Pages::<u32>::zeros(len);
            assert_eq!(list[..], vec![0; len]);
            let before = list.clone();
            for (i, number) in list.iter_mut().enumerate() {
                *number = i as u32;
            }
            assert!(len < 2 || before != list);
            let copy = list.clone();
            assert!(copy == list && copy.iter().copied().eq(0..len as u32));
        }
    }

    #[test]
    fn long_lists_begin_with_a_large_page() {
        let list = Pages::<u32>::zeros(PAGE);
        assert_eq!(list.as_ptr().align_offset(PAGE), 0);
    }
}
