//! What the targets share: what must hold for any bytes.

use std::path::Path;

use modebook::mesh::{Mesh, MeshError, MeshFileError, Repairs, decode_mesh, encode_mesh};

/// Reads bytes as a mesh file with this name, with every choice of repairs: a mesh or an error that can
/// be printed. A mesh is sound, no larger than the bytes allow, and comes back the same if it is written.
pub fn check_mesh_file(name: &str, bytes: &[u8]) {
    let path = Path::new(name);
    for (split_quads, clean) in [(false, false), (true, false), (false, true), (true, true)] {
        let repairs = Repairs { split_quads, clean };
        match decode_mesh(path, bytes, repairs) {
            Ok((mesh, repaired)) => {
                assert!(split_quads || clean || repaired.is_nothing());
                // The shortest vertex takes a byte.
                assert!(mesh.vertex_count() <= bytes.len());
                assert!(mesh.triangle_count() <= 2 * bytes.len());
                check_mesh(&mesh);
            }
            Err(error) => {
                let shown = error.to_string().len();
                assert!(shown < 1000, "an error of {shown} bytes");
                if clean && let MeshFileError::Mesh { source, .. } = error {
                    check_cleaned(&source);
                }
            }
        }
    }
}

fn check_mesh(mesh: &Mesh) {
    for name in ["mesh.obj", "mesh.ply"] {
        let path = Path::new(name);
        let bytes = encode_mesh(path, mesh.positions(), mesh.triangles()).expect("a sound mesh");
        let (again, _) = decode_mesh(path, &bytes, Repairs::default()).expect("a sound file");
        assert_eq!(again.triangles(), mesh.triangles());
        let bits = |mesh: &Mesh| -> Vec<u64> { mesh.rest_state().iter().map(|x| x.to_bits()).collect() };
        assert_eq!(bits(&again), bits(mesh));
    }
    let normalized = mesh.clone().normalized();
    assert!(normalized.rest_state().iter().all(|x| x.abs() <= 2.0));
    for corners in normalized.triangles() {
        let [a, b, c] = corners.map(|v| normalized.positions()[v]);
        assert!((b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]));
    }
}

/// What cleaning mends must not be the complaint after it.
fn check_cleaned(error: &MeshError) {
    assert!(
        !matches!(
            error,
            MeshError::UnreferencedVertex { .. }
                | MeshError::RepeatedVertex { .. }
                | MeshError::IndexOutOfRange { .. }
        ),
        "{error}"
    );
}
