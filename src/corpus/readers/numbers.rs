//! Whole numbers out of text files, and the limits that keep a corrupt header
//! or an absurd count from asking for all of the machine's memory.

/// Most documents of a file of counts. A header can claim any number; each one
/// costs memory even when it is empty. (PubMed, the largest UCI set, has 8.2 million.)
pub(crate) const MAX_DOCUMENTS: u64 = 1 << 25;

/// Most words of a vocabulary.
pub(crate) const MAX_WORDS: u64 = 10_000_000;

/// Largest count of one word in one document.
pub(crate) const MAX_COUNT: u64 = 100_000_000;

/// Most tokens of a file of counts: each takes four bytes for its word and four
/// for its topic, and a few characters of a file can claim any number of them.
pub(crate) const MAX_TOKENS: u64 = 1 << 30;

/// Most topics of a state file.
pub(crate) const MAX_TOPICS: u64 = 1 << 20;

/// A token of the file as a message may show it: not too long.
pub(crate) fn shown(token: &str) -> String {
    match token.char_indices().nth(40) {
        Some((end, _)) => format!("`{}…`", token.get(..end).unwrap_or_default()),
        None => format!("`{token}`"),
    }
}

/// A whole number from 0; `what` names it in the error.
pub(crate) fn whole(token: &str, what: &str) -> Result<u64, String> {
    token
        .parse()
        .map_err(|_| format!("{what} {} is not a whole number from 0", shown(token)))
}

/// A whole number below a limit that says why it is one.
pub(crate) fn at_most(token: &str, what: &str, limit: u64) -> Result<u64, String> {
    let number = whole(token, what)?;
    if number > limit {
        return Err(format!(
            "{what} {number} is more than Gibbscope reads ({limit}); the file is damaged, or too large to explore"
        ));
    }
    Ok(number)
}

/// A count: a whole number, not negative.
pub(crate) fn count(token: &str) -> Result<u32, String> {
    let number = at_most(token, "count", MAX_COUNT)?;
    Ok(number as u32)
}

/// A count as matrices write it: `3.0` and `3e0` are 3, `3.5` is refused.
pub(crate) fn real_count(token: &str) -> Result<u32, String> {
    if token.bytes().all(|b| b.is_ascii_digit()) {
        return count(token);
    }
    let refused = || {
        format!(
            "count {} is not a whole number from 0; topic models need counts, not weights (no TF-IDF)",
            shown(token)
        )
    };
    let value: f64 = token.parse().map_err(|_| refused())?;
    // NaN and infinities have no zero fraction either.
    if value < 0.0 || value.fract() != 0.0 {
        return Err(refused());
    }
    if value > MAX_COUNT as f64 {
        return count(&format!("{value:.0}"));
    }
    Ok(value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_and_bounded() {
        assert_eq!(count("7"), Ok(7));
        for bad in [
            "-1",
            "1.5",
            "x",
            "",
            "4000000000",
            "99999999999999999999999",
        ] {
            assert!(count(bad).is_err(), "{bad}");
        }
        assert_eq!(real_count("3.0"), Ok(3));
        assert_eq!(real_count("3"), Ok(3));
        assert_eq!(real_count("1e2"), Ok(100));
        assert_eq!(real_count("-0.0"), Ok(0));
        for bad in ["-1", "1.5", "x", "", "nan", "inf", "1e300", "-1.0"] {
            assert!(real_count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn messages_show_little() {
        assert!(shown(&"é".repeat(500)).chars().count() < 50);
    }
}
