use std::collections::HashMap;

use super::Mesh;

/// The edges that belong to exactly one triangle, as (from, to) with the body on the left, in
/// triangle order.
pub fn boundary_edges(mesh: &Mesh) -> Vec<[usize; 2]> {
    let edges = || mesh.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut uses = HashMap::new();
    for [from, to] in edges() {
        *uses.entry([from.min(to), from.max(to)]).or_insert(0) += 1;
    }
    edges().filter(|&[from, to]| uses[&[from.min(to), from.max(to)]] == 1).collect()
}
