"""Computes the fields of notebook 025 with simkit itself, for the tests to compare with.

    pip install -r reference/requirements.txt
    python reference/simkit_025.py

writes 025_modal_muscle_actuation.json beside this script; with a folder as argument, there.

The signs of the muscle modes, which the eigensolver returns at random, are fixed: every mode is oriented so that its
component of largest magnitude is positive, then multiplied by SIGNS.
"""

import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import igl
import numpy as np
import scipy as sp
import simkit
from simkit.clustered_plastic_stretch_tensor import clustered_plastic_stretch_tensor
from simkit.fast_sandwich_transform_clustered import fast_sandwich_transform_clustered

warnings.filterwarnings("ignore")

WIDTH, HEIGHT, NX, NY = 4.0, 2.0, 70, 34
BODY, LEGS, LEG_SHARE = 0.34, 4, 0.5
RIGID, SIGNS = 3, np.array([-1.0, 1.0, 1.0, -1.0])
WEIGHTS, CLUSTERS, LARGEST_GRADIENT = 8, 20, 2.0
DENSITY, GRAVITY, CONTACTS, GAP, FRICTION = 1e3, -9.8, 30, 0.15, 1.0
ITERATIONS, TOLERANCE = 10, 1e-6
FLOAT = dict(stiffness=1e5, h=0.02, steps=180)
FLOAT |= dict(amplitudes=[0.9, 0.6, 0.0, 0.0], periods=[1.0, 0.7, 1.0, 1.0], phases=[0.0, 0.25, 0.0, 0.0])
CRAWL = dict(stiffness=1e6, h=0.01, steps=450)
CRAWL |= dict(amplitudes=[0.45, 0.35, 0.25, 0.15], periods=[1.2, 0.8, 1.0, 0.6], phases=[0.0, 0.25, 0.5, 0.1])

# The creature.
V, F = igl.triangulated_grid(NX, NY)
V = V * np.array([WIDTH, HEIGHT])
centre = (V[F].min(axis=1) + V[F].max(axis=1)) / 2
bottom = HEIGHT * (1 - BODY)
legs = WIDTH / LEGS * (np.arange(LEGS) + 0.5)
in_leg = (np.abs(centre[:, [0]] - legs) <= WIDTH * LEG_SHARE / LEGS / 2).any(axis=1)
X, T, _, _ = igl.remove_unreferenced(V, F[(centre[:, 1] >= bottom) | in_leg])
X = simkit.normalize_and_center(X)
n, dim = X.shape
x_rest = X.reshape(-1, 1)

# Modes, subspace, clusters, ceilings.
eigenvalues, modes = simkit.linear_modal_analysis(X, T, RIGID + len(SIGNS))
for k in range(modes.shape[1]):
    sizes = np.abs(modes[:, k])
    first = np.flatnonzero(sizes >= (1 - 1e-6) * sizes.max())[0]
    modes[:, k] *= np.sign(modes[first, k])
D = modes[:, RIGID:] * SIGNS
W, E_skin, B = simkit.skinning_eigenmodes(X, T, WEIGHTS)
unit_mass = sp.sparse.kron(simkit.massmatrix(X, T), sp.sparse.identity(dim))
B = simkit.orthonormalize(B, M=unit_mass)
D_act = np.hstack([D, x_rest])
labels = simkit.spectral_cubature(X, T, W, CLUSTERS, return_labels=True)[2]
ceilings = simkit.limit_actuation_dirichlet_energy(X, T, D, max_s=LARGEST_GRADIENT)

# Constant operators.
J = simkit.deformation_jacobian(X, T)
area = simkit.volume(X, T).ravel()
V_e = sp.sparse.kron(sp.sparse.diags(area), sp.sparse.identity(dim * dim))
JB, JY = J @ B, J @ D_act
steepest = np.linalg.norm((J @ D).reshape(len(T), dim * dim, -1), axis=1).max(axis=0)
L_B = JB.T @ (V_e @ JB)
G, _ = simkit.cluster_grouping_matrices(labels, X, T)
C_passive = sp.sparse.kron(G @ sp.sparse.diags(area), sp.sparse.identity(dim * dim)) @ JB
one_cluster = np.zeros(len(T), dtype=int)
K_active = clustered_plastic_stretch_tensor(X, T, one_cluster, B, D_act, w=area.reshape(-1, 1))
fst = fast_sandwich_transform_clustered(JB.T @ V_e, JY, one_cluster, dim=dim)
M = sp.sparse.kron(simkit.massmatrix(X, T, rho=DENSITY), sp.sparse.identity(dim))
BMB = B.T @ M @ B
weight = B.T @ simkit.gravity_force(X, T, a=GRAVITY, rho=DENSITY).reshape(-1, 1)
z_rest = simkit.project_into_subspace(x_rest, B, M=M, BMB=BMB)
a_rest = simkit.project_into_subspace(x_rest, D_act, M=M)
_, SB = simkit.subspace_com(z_rest, B, X, T, return_SB=True)

# The floor.
boundary = np.unique(simkit.boundary_edges(T))
contacts = np.sort(boundary[simkit.farthest_point_sampling(X[boundary], CONTACTS)])
S = sp.sparse.kron(simkit.selection_matrix(contacts, n), sp.sparse.identity(dim)) @ B
ground = float(X[:, 1].min()) - GAP


def contact_force(z, z_now, f, cholesky, h):
    z_free = sp.linalg.cho_solve(cholesky, f)
    v_free = (S @ (z_free - z_now) / h).reshape(-1, dim)
    below = (S @ z).reshape(-1, dim)[:, 1] < ground
    active = np.flatnonzero(below & (v_free[:, 1] < 0))
    if len(active) == 0:
        return np.zeros_like(f)
    S_a = S[(dim * active[:, None] + np.arange(dim)).ravel()]
    S_a_Hinv = sp.linalg.cho_solve(cholesky, S_a.T).T
    target = (S_a @ z_now).reshape(-1, dim)
    target[:, 0] += h * (1 - FRICTION) * v_free[active, 0]
    return np.linalg.lstsq(S_a_Hinv, target.reshape(-1, 1) - S_a_Hinv @ f, rcond=None)[0]


def step_system(z_now, z_before, a, stiffness, h, force, contact):
    """Local step, global step, energy and gradient of one time step."""
    Y = (JY @ a).reshape(-1, dim, dim)
    target = simkit.energies.be_target(z_now, z_before, h)
    cholesky = sp.linalg.cho_factor(2 * stiffness * L_B + simkit.energies.kinetic_hessian_be(BMB, h))

    def local(z):
        passive = simkit.polar_svd((C_passive @ z).reshape(-1, dim, dim))[0]
        return passive, simkit.polar_svd(K_active(z, a))[0]

    def elastic(R):
        return stiffness * (C_passive.T @ R[0].reshape(-1, 1) + fst(R[1]) @ a)

    def global_(z, R):
        f = elastic(R) + BMB @ target / h**2 + force
        if contact:
            f = f + contact_force(z, z_now, f, cholesky, h)
        return sp.linalg.cho_solve(cholesky, f)

    def energy(z):
        F, R = (JB @ z).reshape(-1, dim, dim), local(z)
        misfits = ((F - R[0][labels]) ** 2 + (F - R[1][one_cluster] @ Y) ** 2).sum(axis=(1, 2))
        inertia = simkit.energies.kinetic_energy_be(z, z_now, z_before, BMB, h)
        return 0.5 * stiffness * (area * misfits).sum() + inertia - (force.T @ z).item()

    def gradient(z):
        inertia = simkit.energies.kinetic_gradient_be(z, z_now, z_before, BMB, h)
        return 2 * stiffness * L_B @ z - elastic(local(z)) + inertia - force

    return local, global_, energy, gradient


def simulate(motion, force, contact):
    """Coordinates after every step, and the amplitudes commanded in it."""
    amplitudes, periods, phases = (np.array(motion[key]) for key in ("amplitudes", "periods", "phases"))
    z = z_before = z_rest
    a = a_rest.copy()
    states, commands = [], []
    for step in range(motion["steps"]):
        a[:-1, 0] = amplitudes * ceilings * np.sin(2 * np.pi * (step * motion["h"] / periods + phases))
        local, global_, _, _ = step_system(z, z_before, a, motion["stiffness"], motion["h"], force, contact)
        z_next = simkit.solvers.block_coord(z, global_, local, tolerance=TOLERANCE, max_iter=ITERATIONS)
        z_before, z = z, z_next
        states.append(z)
        commands.append(a[:-1, 0].copy())
    return np.array(states), np.array(commands)


half = a_rest.copy()
half[:-1, 0] = 0.5 * ceilings
local, global_, energy, gradient = step_system(z_rest, z_rest, half, CRAWL["stiffness"], CRAWL["h"], weight, False)
iterates = [z_rest]
for _ in range(30):
    iterates.append(global_(iterates[-1], local(iterates[-1])))

floating, commands = simulate(FLOAT, np.zeros_like(z_rest), False)
realized = [simkit.project_into_subspace(B @ z - x_rest, D, M=M).ravel() for z in floating]
drift = np.array([(SB @ z).ravel() for z in floating])
crawl, _ = simulate(CRAWL, weight, True)
com = np.array([(SB @ z).ravel() for z in crawl])
lowest = np.array([(S @ z).reshape(-1, dim)[:, 1].min() for z in crawl]) - ground

versions = ", ".join(f"{p} {version(p)}" for p in ("simkit", "numpy", "scipy", "libigl"))
fields = {
    "provenance": f"computed with {versions}, following notebook 025; muscle modes with the signs that reproduce its crawl",
    "vertices": X.tolist(),
    "triangles": T.tolist(),
    "eigenvalues": eigenvalues.tolist(),
    "muscle_modes": D.tolist(),
    "skinning_eigenvalues": E_skin.tolist(),
    "skinning_weights": W.tolist(),
    "cluster_labels": labels.tolist(),
    "amplitude_ceilings": ceilings.tolist(),
    "max_displacement_gradient": steepest.tolist(),
    "contact_vertices": contacts.tolist(),
    "ground_y": ground,
    "block_coordinate_descent": {
        "energy": [float(energy(z)) for z in iterates],
        "gradient_norm": [float(np.linalg.norm(gradient(z))) for z in iterates],
    },
    "floating": {
        "com_drift": float(np.abs(drift - drift[0]).max()),
        "commanded_amplitudes": commands.tolist(),
        "realized_amplitudes": np.array(realized).tolist(),
        "final_positions": (B @ floating[-1]).reshape(-1, dim).tolist(),
    },
    "crawl": {
        "com": com.tolist(),
        "lowest_contact_height": lowest.tolist(),
        "travel": float(com[-1, 0] - com[0, 0]),
        "com_y_range": [float(com[:, 1].min()), float(com[:, 1].max())],
        "deepest_penetration": float(max(0.0, -lowest.min())),
        "final_positions": (B @ crawl[-1]).reshape(-1, dim).tolist(),
    },
}
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
(folder / "025_modal_muscle_actuation.json").write_text(json.dumps(fields))
