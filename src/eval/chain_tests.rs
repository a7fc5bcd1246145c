//! Against numbers of another implementation, and against answers known in
//! closed form.

use super::*;

/// x ← 0.7 x + (u − ½), u from a linear congruential generator: a chain that any
/// language makes with the same digits.
fn chain(seed: u64) -> Vec<f64> {
    let (mut state, mut x) = (seed, 0.0);
    let mut values = Vec::new();
    for _ in 0..200 {
        state = (1_103_515_245 * state + 12_345) % (1 << 31);
        x = 0.7 * x + (state as f64 / (1_u64 << 31) as f64 - 0.5);
        values.push(x);
    }
    values
}

#[track_caller]
fn near(got: Option<f64>, want: f64) {
    let got = got.unwrap();
    assert!((got - want).abs() <= 5e-10, "got {got}, want {want}");
}

#[test]
fn four_chains_have_their_published_numbers() {
    let chains: Vec<Vec<f64>> = (1..=4).map(chain).collect();
    near(Some(chains[0][3]), -0.253_539_376_55);
    let views: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
    near(autocorrelation_time(views[0]), 5.084_878_513_6);
    near(effective_size(views[0]), 39.332_306_458_0);
    near(effective_size_of_chains(&views[..1]), 39.332_306_458_0);
    near(effective_size_of_chains(&views), 182.325_325_777_9);
    near(rank_r_hat(&views), 1.005_824_965_8);
    near(split_r_hat(&views), 1.006_743_251_4);
    near(classic_r_hat(&views), 1.008_655_561_4);
}

/// Sums of the same terms in another order are no other values.
#[test]
fn rounding_is_no_difference_between_chains() {
    let states = [-1_234.5, -1_230.25, -1_229.75, -1_227.125];
    let values = |seed: usize, noise: f64| -> Vec<f64> {
        let state = |i: usize| states[(i * i + seed * i / 3) % 4 * (i % 7) % 4];
        let rounding = |i: usize| ((i * 7919 + seed) % 11) as f64 - 5.0;
        (0..80).map(|i| state(i) + noise * rounding(i)).collect()
    };
    let r_hat = |noise: f64| {
        let chains = [values(1, noise), values(2, noise), values(5, noise)];
        rank_r_hat(&chains.each_ref().map(Vec::as_slice)).unwrap()
    };
    assert_eq!(r_hat(0.0), r_hat(1e-11));
    assert_ne!(r_hat(0.0), r_hat(1e-6));
}

#[test]
fn what_has_no_answer_has_none() {
    let (good, constant) = (chain(1), vec![0.1; 200]);
    let broken = [&good[..199], &[f64::NAN][..]].concat();
    let endless = [&good[..199], &[f64::INFINITY][..]].concat();
    for bad in [
        &[][..],
        &[1.0],
        &[1.0, 2.0, 3.0],
        &constant,
        &broken,
        &endless,
    ] {
        assert_eq!(autocorrelation_time(bad), None);
        assert_eq!(effective_size(bad), None);
        for r_hat in [
            classic_r_hat,
            split_r_hat,
            rank_r_hat,
            effective_size_of_chains,
        ] {
            assert_eq!(r_hat(&[bad]), None);
            assert_eq!(r_hat(&[bad, bad]), None);
        }
    }
    for r_hat in [
        classic_r_hat,
        split_r_hat,
        rank_r_hat,
        effective_size_of_chains,
    ] {
        assert_eq!(r_hat(&[]), None);
        assert_eq!(r_hat(&[&good, &good[..100]]), None);
        assert_eq!(r_hat(&[&good, &broken]), None);
    }
    // Too large to square: no number comes out.
    let huge: Vec<f64> = good.iter().map(|x| x * 1e200).collect();
    for value in [autocorrelation_time(&huge), classic_r_hat(&[&huge, &huge])] {
        assert!(value.is_none_or(f64::is_finite));
    }
}

#[test]
fn a_chain_that_swings_is_worth_no_more_than_n_log_n() {
    let swing: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
    assert_eq!(effective_size(&swing), Some(200.0));
}

#[test]
fn chains_in_two_places_are_seen_and_so_are_two_widths() {
    let (a, b) = (chain(1), chain(2));
    let away: Vec<f64> = b.iter().map(|x| x + 5.0).collect();
    assert!(rank_r_hat(&[&a, &away]).unwrap() > 1.5);
    let wide: Vec<f64> = b.iter().map(|x| x * 10.0).collect();
    assert!(rank_r_hat(&[&a, &wide]).unwrap() > 1.2);
    assert!(split_r_hat(&[&a, &wide]).unwrap() < 1.1);
}

#[test]
fn normal_quantiles_are_those_of_tables() {
    for (p, want) in [
        (0.5, 0.0),
        (0.975, 1.959_963_984_540_054),
        (0.025, -1.959_963_984_540_054),
        (1e-9, -5.997_807_015_007_686),
    ] {
        assert!((normal_quantile(p) - want).abs() < 1e-12, "{p}");
    }
}
