/// Indices of `count` points spread far apart: the leftmost first, then each time the point whose
/// distance to those taken is largest (notebook 025, *Now let it fall, and let it crawl*). Of
/// equally far points the first is taken; at most as many as there are.
///
/// On a regular mesh many points are exactly equally far, and the last bit of a distance decides:
/// distances are `sqrt(dx*dx + dy*dy)`, without a fused multiplication.
// ANCHOR: farthest_point_sampling
pub fn farthest_point_sampling(points: &[[f64; 2]], count: usize) -> Vec<usize> {
    let leftmost = first_largest(points.iter().map(|point| -point[0]));
    let mut distances = vec![f64::INFINITY; points.len()];
    let mut taken = Vec::new();
    let mut next = leftmost;
    while let Some(index) = next.filter(|_| taken.len() < count.min(points.len())) {
        taken.push(index);
        let [x, y] = points[index];
        for (distance, point) in distances.iter_mut().zip(points) {
            let (dx, dy) = (point[0] - x, point[1] - y);
            *distance = distance.min((dx * dx + dy * dy).sqrt());
        }
        next = first_largest(distances.iter().copied());
    }
    taken
}
// ANCHOR_END: farthest_point_sampling

/// Index of the largest value, of several equal ones the first.
fn first_largest(values: impl Iterator<Item = f64>) -> Option<usize> {
    let mut largest: Option<(usize, f64)> = None;
    for (index, value) in values.enumerate() {
        if largest.is_none_or(|(_, best)| value > best) {
            largest = Some((index, value));
        }
    }
    largest.map(|(index, _)| index)
}
