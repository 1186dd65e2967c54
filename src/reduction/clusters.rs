use faer::{Mat, MatRef};
use thiserror::Error;

use super::k_means::k_means;
use crate::mesh::Mesh;

/// The triangles of a mesh in groups, each of which will share a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    /// The cluster of every triangle.
    pub labels: Vec<usize>,
    /// Number of clusters.
    pub count: usize,
}

/// Why a mesh cannot be divided into clusters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClusterError {
    /// Asked for none.
    #[error("0 clusters were asked for: ask for at least 1")]
    NoClusters,
    /// Fewer triangles than clusters.
    #[error(
        "{clusters} clusters were asked for, but the mesh has only {triangles} triangles: ask for at most {triangles}"
    )]
    TooMany {
        /// Number of clusters asked for.
        clusters: usize,
        /// Number of triangles.
        triangles: usize,
    },
}

impl Clusters {
    /// Triangles that are near to one another in some weights, a column each: k-means over the
    /// weights averaged onto the triangles (notebook 025, *Building the reduced model*). What the
    /// subspace moves together falls into one cluster. The seed decides where k-means begins, and so
    /// which of many groupings as good it ends at.
    ///
    /// # Errors
    /// [`ClusterError`] for no clusters, or more than triangles.
    // ANCHOR: clusters
    pub fn new(
        mesh: &Mesh,
        weights: MatRef<'_, f64>,
        count: usize,
        seed: u32,
    ) -> Result<Self, ClusterError> {
        if count == 0 {
            return Err(ClusterError::NoClusters);
        }
        if count > mesh.triangle_count() {
            let triangles = mesh.triangle_count();
            return Err(ClusterError::TooMany { clusters: count, triangles });
        }
        let averages = Mat::from_fn(mesh.triangle_count(), weights.ncols(), |e, k| {
            mesh.triangles()[e].iter().map(|&v| weights[(v, k)] / 3.0).sum()
        });
        Ok(Self { labels: k_means(averages.as_ref(), count, seed), count })
    }
    // ANCHOR_END: clusters
}
