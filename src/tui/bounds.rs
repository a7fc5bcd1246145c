//! The ends of an axis that keep still while what is drawn changes a little.

/// So much of the width is added where values go beyond an end.
const MARGIN: f64 = 0.05;
/// Where values take up less than this part, the ends come nearer.
const SMALL: f64 = 0.7;
/// By this part of what is free.
const STEP: f64 = 0.25;

/// The ends of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The left or lower end.
    pub low: f64,
    /// The other.
    pub high: f64,
}

impl Bounds {
    /// The smallest and the largest of these; `None` of none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let low = values.clone().min_by(f64::total_cmp)?;
        let high = values.max_by(f64::total_cmp)?;
        Some(Self { low, high })
    }

    /// The ends for newer values that reach from `new.low` to `new.high`: they hold all of
    /// them, move at once and a little too far where one lies beyond, come nearer in steps
    /// where there is much room, and else stay.
    pub fn follow(self, new: Self) -> Self {
        let (width, span) = (self.high - self.low, new.high - new.low);
        let margin = MARGIN * span;
        let shrinks = span < SMALL * width;
        let end = |old: f64, new: f64, out: f64| match (new - old) * out {
            beyond if beyond > 0.0 => new + out * margin,
            _ if shrinks => old + STEP * (new - old),
            _ => old,
        };
        Self {
            low: end(self.low, new.low, -1.0),
            high: end(self.high, new.high, 1.0),
        }
    }

    /// Where a value stands between the ends, from 0 to 1; in the middle where they are one.
    pub fn share(self, value: f64) -> f64 {
        match self.high - self.low {
            width if width > 0.0 => ((value - self.low) / width).clamp(0.0, 1.0),
            _ => 0.5,
        }
    }
}

/// The ends after newer values; those of the newer ones where there were none.
pub fn followed(before: Option<Bounds>, new: Option<Bounds>) -> Option<Bounds> {
    match (before, new) {
        (Some(before), Some(new)) => Some(before.follow(new)),
        (_, new) => new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: f64, high: f64) -> Bounds {
        Bounds { low, high }
    }

    #[test]
    fn small_changes_leave_the_ends_where_they_are() {
        let start = bounds(0.0, 10.0);
        assert_eq!(start.follow(bounds(0.5, 9.0)), start);
        // Beyond an end: at once, with room for more.
        assert_eq!(start.follow(bounds(1.0, 11.0)), bounds(0.0, 11.5));
        // Much smaller: a quarter of the way.
        assert_eq!(start.follow(bounds(4.0, 6.0)), bounds(1.0, 9.0));
        assert_eq!(
            (
                start.share(2.5),
                start.share(12.0),
                bounds(1.0, 1.0).share(1.0)
            ),
            (0.25, 1.0, 0.5)
        );
        assert_eq!(Bounds::of([3.0, -1.0].into_iter()), Some(bounds(-1.0, 3.0)));
        assert_eq!(followed(None, Bounds::of(std::iter::empty())), None);
    }
}
