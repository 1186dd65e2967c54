//! Random meshes.

use std::f64::consts::TAU;

use modebook::mesh::{Mesh, triangulated_grid};
use proptest::prelude::*;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// A grid whose vertices are moved by up to a quarter of a cell, so that no triangle is alike.
pub fn jittered_grid() -> impl Strategy<Value = Mesh> {
    (3..9_usize, 3..7_usize, 0.2..5.0, 0.2..5.0).prop_flat_map(|(columns, rows, width, height)| {
        prop::collection::vec(-0.25..0.25, 2 * columns * rows).prop_map(move |jitter| {
            let grid = triangulated_grid(columns, rows, width, height).expect("a sound grid");
            let cell = [width / (columns - 1) as f64, height / (rows - 1) as f64];
            let positions = grid.positions().iter().zip(jitter.chunks_exact(2));
            let moved =
                positions.map(|(p, j)| [p[0] + j[0] * cell[0], p[1] + j[1] * cell[1]]).collect();
            Mesh::new(moved, grid.triangles().to_vec())
                .expect("a quarter of a cell inverts nothing")
        })
    })
}

type Pair = (f64, f64);

/// The inside of a random polygon, with a hole or without, triangulated with some points in it.
pub fn polygon() -> impl Strategy<Value = Mesh> {
    let corners = || prop::collection::vec((0.0..0.4, 0.6..1.6), 6..14);
    let points = prop::collection::vec((-1.5..1.5, -1.5..1.5), 10..60);
    (corners(), prop::option::of(corners()), points).prop_map(
        |(rim, hole, points): (Vec<Pair>, Option<Vec<Pair>>, Vec<Pair>)| {
            let round = |corners: &[Pair], size: f64| -> Vec<[f64; 2]> {
                let part = TAU / corners.len() as f64;
                let angles =
                    corners.iter().enumerate().map(|(k, (shift, _))| part * (k as f64 + shift));
                let radii = corners.iter().map(|(_, radius)| size * radius);
                angles.zip(radii).map(|(angle, r)| [r * angle.cos(), r * angle.sin()]).collect()
            };
            let rim = round(&rim, 1.0);
            let hole = hole.map_or(Vec::new(), |hole| round(&hole, 0.2));
            let mut triangulation = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
            for outline in [&rim, &hole] {
                let handles: Vec<_> = outline
                    .iter()
                    .map(|[x, y]| triangulation.insert(Point2::new(*x, *y)).expect("finite"))
                    .collect();
                for (k, from) in handles.iter().enumerate() {
                    triangulation.add_constraint(*from, handles[(k + 1) % handles.len()]);
                }
            }
            for (x, y) in points {
                let is_apart = triangulation.vertices().all(|vertex| {
                    let at = vertex.position();
                    (at.x - x).hypot(at.y - y) > 0.15
                });
                if is_apart {
                    triangulation.insert(Point2::new(x, y)).expect("finite");
                }
            }
            let triangles: Vec<[usize; 3]> = triangulation
                .inner_faces()
                .filter(|face| {
                    let Point2 { x, y } = face.center();
                    winds_around(&rim, [x, y]) && !winds_around(&hole, [x, y])
                })
                .map(|face| face.vertices().map(|vertex| vertex.index()))
                .collect();
            let mut number = vec![None; triangulation.num_vertices()];
            let mut positions = Vec::new();
            for &v in triangles.as_flattened() {
                number[v].get_or_insert_with(|| {
                    let at = triangulation.vertices().nth(v).expect("a vertex").position();
                    positions.push([at.x, at.y]);
                    positions.len() - 1
                });
            }
            let triangles = triangles.iter().map(|t| t.map(|v| number[v].expect("numbered")));
            Mesh::new(positions, triangles.collect()).expect("a sound triangulation")
        },
    )
}

/// Whether a point lies inside a closed outline: a ray to the right crosses it an odd number of times.
fn winds_around(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossings = edges.filter(|([ax, ay], [bx, by])| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossings.count() % 2 == 1
}

pub fn any_mesh() -> impl Strategy<Value = Mesh> {
    prop_oneof![jittered_grid(), polygon()]
}

/// Several bodies beside one another in one mesh.
pub fn pieces(bodies: &[Mesh]) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (k, body) in bodies.iter().enumerate() {
        let first = positions.len();
        positions.extend(body.positions().iter().map(|[x, y]| [x + 8.0 * k as f64, *y]));
        triangles.extend(body.triangles().iter().map(|corners| corners.map(|v| first + v)));
    }
    Mesh::new(positions, triangles).expect("apart")
}
