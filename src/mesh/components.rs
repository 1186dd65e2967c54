use super::Mesh;

/// Number of pieces that a mesh falls into: vertices belong to one piece if a chain of triangles
/// joins them.
///
/// Every piece moves rigidly on its own, so a mesh in two pieces has six modes without energy
/// instead of three.
pub fn connected_components(mesh: &Mesh) -> usize {
    // Each vertex points towards the representative of its piece.
    let mut parent: Vec<usize> = (0..mesh.vertex_count()).collect();
    let mut count = mesh.vertex_count();
    for &[a, b, c] in mesh.triangles() {
        for (v, w) in [(a, b), (b, c)] {
            let (v, w) = (representative(&mut parent, v), representative(&mut parent, w));
            if v != w {
                parent[v] = w;
                count -= 1;
            }
        }
    }
    count
}

fn representative(parent: &mut [usize], mut v: usize) -> usize {
    while parent[v] != v {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    v
}
