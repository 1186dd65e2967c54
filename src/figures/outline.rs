//! Edges of a mesh as SVG paths.

use std::collections::BTreeMap;

use crate::mesh::Mesh;

/// The edges that two triangles share, each once.
pub fn inner_edges(mesh: &Mesh) -> impl Iterator<Item = [usize; 2]> {
    // The two triangles run along it in opposite directions. The boundary edges among these are
    // under the outline.
    mesh.triangles().iter().flat_map(edges).filter(|[from, to]| from < to)
}

fn edges(&[a, b, c]: &[usize; 3]) -> [[usize; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Directed edges joined into paths of vertices; the edges of a boundary into closed ones.
pub fn trails(edges: impl IntoIterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for [from, to] in edges {
        next.entry(from).or_default().push(to);
    }
    let mut trails = Vec::new();
    while let Some(mut last) = next.first_key_value().map(|(from, _)| *from) {
        let mut trail = vec![last];
        while let Some(ends) = next.get_mut(&last) {
            let Some(to) = ends.pop() else { break };
            if ends.is_empty() {
                next.remove(&last);
            }
            trail.push(to);
            last = to;
        }
        trails.push(trail);
    }
    trails
}

/// Trails of vertices as the data of an SVG path.
pub fn svg_path(trails: &[Vec<usize>], points: &[[f64; 2]]) -> String {
    trails.iter().map(|trail| polyline(trail.iter().map(|&v| points[v]))).collect()
}

/// Points joined by lines as the data of an SVG path.
pub fn polyline(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let points: Vec<String> = points.into_iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
    format!("M{}", points.join("L"))
}
