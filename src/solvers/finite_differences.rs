/// The gradient of `f` at `x` by central differences, `(f(x + h e_i) - f(x - h e_i)) / 2h`: the
/// oracle that gradients are checked against.
pub fn central_difference_gradient(
    mut f: impl FnMut(&[f64]) -> f64,
    x: &[f64],
    h: f64,
) -> Vec<f64> {
    let mut shifted = x.to_vec();
    (0..x.len())
        .map(|i| {
            shifted[i] = x[i] + h;
            let after = f(&shifted);
            shifted[i] = x[i] - h;
            let before = f(&shifted);
            shifted[i] = x[i];
            (after - before) / (2.0 * h)
        })
        .collect()
}
