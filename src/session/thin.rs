//! Lists that must not grow without end.

/// Leaves every second entry, the second, the fourth and so on: of values at multiples of a
/// spacing those at multiples of twice that.
pub fn thin<T>(list: &mut Vec<T>) {
    let mut stays = true;
    list.retain(|_| {
        stays = !stays;
        stays
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_second_entry_stays() {
        let mut list: Vec<u32> = (1..=7).collect();
        super::thin(&mut list);
        assert_eq!(list, [2, 4, 6]);
    }
}
