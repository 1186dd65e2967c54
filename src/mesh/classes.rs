use std::collections::{BTreeSet, HashMap};

use super::Mesh;

/// The edges between triangles of different classes, each once.
pub fn class_borders(mesh: &Mesh, labels: &[usize]) -> Vec<[usize; 2]> {
    let mut seen = HashMap::new();
    let mut borders = Vec::new();
    for (&[a, b, c], label) in mesh.triangles().iter().zip(labels) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let other = seen.insert([from.min(to), from.max(to)], label);
            if other.is_some_and(|other| other != label) {
                borders.push([from, to]);
            }
        }
    }
    borders
}

/// One of so many colours, as a number, for every class of triangles, such that classes that touch
/// have different ones as far as the colours go.
///
/// # Panics
/// If there are no colours.
pub fn class_coloring(mesh: &Mesh, labels: &[usize], colors: usize) -> Vec<usize> {
    let neighbours = neighbouring_classes(mesh, labels);
    let mut used = vec![0; colors];
    let mut chosen: Vec<usize> = Vec::with_capacity(neighbours.len());
    for (class, others) in neighbours.iter().enumerate() {
        let taken: Vec<usize> = others.range(..class).map(|&other| chosen[other]).collect();
        let clashes = |color: usize| taken.iter().filter(|other| **other == color).count();
        let color = (0..colors).min_by_key(|&color| (clashes(color), used[color]));
        let color = color.expect("there are colours");
        used[color] += 1;
        chosen.push(color);
    }
    chosen
}

/// The classes that every class shares a vertex with.
fn neighbouring_classes(mesh: &Mesh, labels: &[usize]) -> Vec<BTreeSet<usize>> {
    let mut around: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); mesh.vertex_count()];
    for (corners, &label) in mesh.triangles().iter().zip(labels) {
        corners.iter().for_each(|&v| _ = around[v].insert(label));
    }
    let count = labels.iter().max().map_or(0, |last| last + 1);
    let mut neighbours = vec![BTreeSet::new(); count];
    for classes in around.iter().filter(|classes| classes.len() > 1) {
        for &class in classes {
            neighbours[class].extend(classes.iter().filter(|other| **other != class));
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::triangulated_grid;

    #[test]
    fn classes_that_touch_have_different_colors() {
        let mesh = triangulated_grid(9, 7, 4.0, 3.0).unwrap();
        // Four by four blocks, those at the lower and the upper end half as high.
        let label = |corners: &[usize; 3]| {
            let centre = |axis: usize| -> f64 {
                corners.iter().map(|&v| mesh.positions()[v][axis] / 3.0).sum()
            };
            4 * (centre(1) + 10.0) as usize + (centre(0) + 10.0) as usize
        };
        let raw: Vec<usize> = mesh.triangles().iter().map(label).collect();
        let first = raw.iter().copied().min().unwrap();
        let labels: Vec<usize> = raw.iter().map(|label| label - first).collect();
        let colors = class_coloring(&mesh, &labels, 8);
        let neighbours = neighbouring_classes(&mesh, &labels);
        assert_eq!(neighbours.iter().map(BTreeSet::len).max(), Some(8));
        for (class, others) in neighbours.iter().enumerate() {
            assert!(others.iter().all(|&other| colors[other] != colors[class]));
        }
        // Three upright lines of six edges, and three level ones of eight.
        assert_eq!(class_borders(&mesh, &labels).len(), 3 * 6 + 3 * 8);
    }
}
