//! Whole numbers as options take them.

/// A parser of whole numbers in a range, whose refusal says what is wanted: the
/// standard library's ("invalid digit found in string") does not.
pub fn whole<T: TryFrom<u64>>(
    from: u64,
    to: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        text.parse()
            .ok()
            .filter(|number| (from..=to).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("it takes a whole number from {from} to {to}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_is_kept_and_named() {
        let parse = whole::<u16>(1, 65535);
        assert_eq!((parse("1"), parse("65535")), (Ok(1), Ok(65535)));
        for bad in ["0", "65536", "-1", "1.5", "x", "", "99999999999999999999"] {
            let error = parse(bad).unwrap_err();
            assert_eq!(error, "it takes a whole number from 1 to 65535", "{bad}");
        }
    }
}
