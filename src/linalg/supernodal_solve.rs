use faer::{MatRef, sparse::linalg::cholesky::supernodal::SupernodalLltRef};
use pulp::{Simd, WithSimd};

/// Solves `L L' x = b` for W right-hand sides that lie side by side, over the supernodes of L:
/// groups of columns with the same pattern, whose entries lie in memory as one dense panel.
///
/// A panel has a few columns and tens of rows. A call of a matrix product for each would take longer
/// than the product; so the panels are passed over by plain loops, their sums in registers.
pub(super) struct SupernodalSolve<'a, const W: usize> {
    pub factor: SupernodalLltRef<'a, usize, f64>,
    /// The right-hand sides, a row per unknown; then the solutions.
    pub x: &'a mut [[f64; W]],
}

/// Rows, or columns, of a panel that are worked on at once.
const TILE: usize = 4;

impl<const W: usize> WithSimd for SupernodalSolve<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { factor, x } = self;
        let count = factor.symbolic().n_supernodes();
        let mut gathered = Vec::new();
        for s in 0..count {
            let supernode = factor.supernode(s);
            eliminate(supernode.val(), supernode.start(), supernode.pattern(), x);
        }
        for s in (0..count).rev() {
            let supernode = factor.supernode(s);
            gathered.clear();
            gathered.extend(supernode.pattern().iter().map(|&i| x[i]));
            let own = &mut x[supernode.start()..][..supernode.val().ncols()];
            substitute(supernode.val(), own, &gathered);
        }
    }
}

/// Solves for the unknowns of a supernode, and takes their share off those below.
#[inline(always)]
fn eliminate<const W: usize>(
    panel: MatRef<'_, f64>,
    start: usize,
    below: &[usize],
    x: &mut [[f64; W]],
) {
    let size = panel.ncols();
    for j in 0..size {
        let column = column(panel, j);
        // The reciprocal does not wait for x, as a quotient would.
        let inverse = 1.0 / column[j];
        let x_j = x[start + j].map(|x| x * inverse);
        x[start + j] = x_j;
        for i in j + 1..size {
            subtract(&mut x[start + i], column[i], &x_j);
        }
    }
    let (tiles, rest) = below.as_chunks::<TILE>();
    for (tile, rows) in tiles.iter().enumerate() {
        let mut sums = [[0.0; W]; TILE];
        for j in 0..size {
            let entries = &column(panel, j)[size + TILE * tile..][..TILE];
            for r in 0..TILE {
                add(&mut sums[r], entries[r], &x[start + j]);
            }
        }
        for (&row, sum) in rows.iter().zip(&sums) {
            subtract(&mut x[row], 1.0, sum);
        }
    }
    for (&row, i) in rest.iter().zip(size + TILE * tiles.len()..) {
        let mut sum = [0.0; W];
        for j in 0..size {
            add(&mut sum, column(panel, j)[i], &x[start + j]);
        }
        subtract(&mut x[row], 1.0, &sum);
    }
}

/// Solves for the unknowns of a supernode, given those below.
#[inline(always)]
fn substitute<const W: usize>(panel: MatRef<'_, f64>, own: &mut [[f64; W]], below: &[[f64; W]]) {
    let size = panel.ncols();
    let whole = size - size % TILE;
    for first in (0..whole).step_by(TILE) {
        let columns: [&[f64]; TILE] =
            std::array::from_fn(|c| &column(panel, first + c)[size..][..below.len()]);
        let mut sums = [[0.0; W]; TILE];
        for (i, x) in below.iter().enumerate() {
            for c in 0..TILE {
                add(&mut sums[c], columns[c][i], x);
            }
        }
        for c in 0..TILE {
            subtract(&mut own[first + c], 1.0, &sums[c]);
        }
    }
    for (j, own) in (whole..).zip(&mut own[whole..]) {
        let mut sum = [0.0; W];
        for (&entry, x) in column(panel, j)[size..].iter().zip(below) {
            add(&mut sum, entry, x);
        }
        subtract(own, 1.0, &sum);
    }
    for j in (0..size).rev() {
        let inverse = 1.0 / column(panel, j)[j];
        let x_j = own[j].map(|x| x * inverse);
        own[j] = x_j;
        for (i, own) in own[..j].iter_mut().enumerate() {
            subtract(own, column(panel, i)[j], &x_j);
        }
    }
}

#[inline(always)]
fn column(panel: MatRef<'_, f64>, j: usize) -> &[f64] {
    panel.col(j).try_as_col_major().expect("panels are stored by columns").as_slice()
}

#[inline(always)]
fn add<const W: usize>(y: &mut [f64; W], scale: f64, x: &[f64; W]) {
    for k in 0..W {
        y[k] += scale * x[k];
    }
}

#[inline(always)]
fn subtract<const W: usize>(y: &mut [f64; W], scale: f64, x: &[f64; W]) {
    for k in 0..W {
        y[k] -= scale * x[k];
    }
}
