"""Asks simkit's own modal analysis for the muscle modes of notebook 025, and prints the signs that it returns.

    pip install -r reference/requirements.txt
    python reference/simkit_025_signs.py

Signs are relative to modes whose component of largest magnitude is positive, those of modes 3 to 6 in a row.
"""

import os
import subprocess
import sys
import warnings

import igl
import numpy as np
import scipy as sp
import simkit
from simkit.eigs import umfpack_LU_LinearOperator
from simkit.energies.linear_elasticity import linear_elasticity_hessian

warnings.filterwarnings("ignore")

RIGID, MODES, DRAWS, NOISE = 3, 7, 24, 1e-15
KERNELS = "SkylakeX Haswell Sandybridge Prescott".split()  # of OpenBLAS, from AVX-512 down to SSE3

V, F = igl.triangulated_grid(70, 34)
V = V * np.array([4.0, 2.0])
centre = (V[F].min(axis=1) + V[F].max(axis=1)) / 2
in_leg = (np.abs(centre[:, [0]] - (np.arange(4) + 0.5)) <= 0.25).any(axis=1)
X, T, _, _ = igl.remove_unreferenced(V, F[(centre[:, 1] >= 2.0 * (1 - 0.34)) | in_leg])
X = simkit.normalize_and_center(X)
ones, generic = np.ones(X.size), np.random.default_rng(99).standard_normal(X.size)


def matrices(positions):
    unit = np.ones((len(T), 1))
    K = linear_elasticity_hessian(X=positions, T=T, mu=unit, lam=unit)
    return K, sp.sparse.kron(simkit.massmatrix(positions, T), sp.sparse.identity(2)).tocsc()


def modes(positions, shift, start):
    """As simkit.eigs, with another shift and start vector."""
    K, M = matrices(positions)
    inverse = umfpack_LU_LinearOperator((K - shift * M).tocsc())
    return sp.sparse.linalg.eigsh(K, M=M, k=MODES, sigma=shift, which="LM", OPinv=inverse, v0=start)[1]


def oriented(D):
    sizes = np.abs(D)
    first = (sizes >= (1 - 1e-6) * sizes.max(axis=0)).argmax(axis=0)
    return D * np.sign(D[first, np.arange(D.shape[1])])


def signs(D):
    return "".join("+" if product > 0 else "-" for product in (D * RULE)[:, RIGID:].sum(axis=0))


own = simkit.linear_modal_analysis(X, T, MODES)[1]
RULE = oriented(own)
if "--once" in sys.argv:
    sys.exit(print(signs(own)))

_, M = matrices(X)
shares = np.abs(RULE[:, RIGID:].T @ (M @ ones)) / np.sqrt(ones @ (M @ ones))
print("share of the vector of ones along modes 3 to 6:", *(f"{share:.0e}" for share in shares))
run = lambda **variables: subprocess.run(
    [sys.executable, __file__, "--once"], env=os.environ | variables, capture_output=True, text=True
).stdout.strip()
print("signs:", signs(own), "| again in three other processes:", *(run() for _ in range(3)))
print("on one thread:", run(OPENBLAS_NUM_THREADS="1"))
for kernel in KERNELS:
    print(f"with the kernel {kernel}:", run(OPENBLAS_CORETYPE=kernel))
print(f"with noise of {NOISE:g} on the vertices, {DRAWS} draws: how often each mode turns, and how many choices come up")
for shift in (0, -1e-6, -1e-2):
    for name, start in (("ones", ones), ("generic", generic)):
        noisy = lambda seed: X + NOISE * np.random.default_rng(seed).standard_normal(X.shape)
        found = [signs(modes(noisy(seed), shift, start)) for seed in range(DRAWS)]
        turns = [sum(choice[k] != found[0][k] for choice in found) for k in range(MODES - RIGID)]
        print(f"  shift {shift:g}, start {name}: {turns}, {len(set(found))}")
