"""Notebook 025 by simkit itself: its fields for the tests to compare with, and its steps for `compare.py` to time.

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
FD_NOISE, FD_STEP = 0.05, 1e-6
FLOAT = dict(stiffness=1e5, h=0.02, steps=180)
FLOAT |= dict(amplitudes=[0.9, 0.6, 0.0, 0.0], periods=[1.0, 0.7, 1.0, 1.0], phases=[0.0, 0.25, 0.0, 0.0])
CRAWL = dict(stiffness=1e6, h=0.01, steps=450)
CRAWL |= dict(amplitudes=[0.45, 0.35, 0.25, 0.15], periods=[1.2, 0.8, 1.0, 0.6], phases=[0.0, 0.25, 0.5, 0.1])


def creature():
    """Vertices and triangles of the caterpillar."""
    V, F = igl.triangulated_grid(NX, NY)
    V = V * np.array([WIDTH, HEIGHT])
    centre = (V[F].min(axis=1) + V[F].max(axis=1)) / 2
    bottom = HEIGHT * (1 - BODY)
    legs = WIDTH / LEGS * (np.arange(LEGS) + 0.5)
    in_leg = (np.abs(centre[:, [0]] - legs) <= WIDTH * LEG_SHARE / LEGS / 2).any(axis=1)
    X, T, _, _ = igl.remove_unreferenced(V, F[(centre[:, 1] >= bottom) | in_leg])
    return simkit.normalize_and_center(X), T


class Model:
    """The creature's modes, subspace and clusters, its constant operators, and the floor below it."""

    def __init__(self):
        X, T = self.X, self.T = creature()
        n, dim = X.shape
        self.dim = dim
        x_rest = self.x_rest = X.reshape(-1, 1)

        # Modes, subspace, clusters, ceilings.
        self.eigenvalues, modes = simkit.linear_modal_analysis(X, T, RIGID + len(SIGNS))
        for k in range(modes.shape[1]):
            sizes = np.abs(modes[:, k])
            first = np.flatnonzero(sizes >= (1 - 1e-6) * sizes.max())[0]
            modes[:, k] *= np.sign(modes[first, k])
        D = self.D = modes[:, RIGID:] * SIGNS
        self.W, self.E_skin, B = simkit.skinning_eigenmodes(X, T, WEIGHTS)
        unit_mass = sp.sparse.kron(simkit.massmatrix(X, T), sp.sparse.identity(dim))
        B = self.B = simkit.orthonormalize(B, M=unit_mass)
        D_act = np.hstack([D, x_rest])
        self.labels = simkit.spectral_cubature(X, T, self.W, CLUSTERS, return_labels=True)[2]
        self.ceilings = simkit.limit_actuation_dirichlet_energy(X, T, D, max_s=LARGEST_GRADIENT)

        # Constant operators.
        J = simkit.deformation_jacobian(X, T)
        self.area = simkit.volume(X, T).ravel()
        V_e = sp.sparse.kron(sp.sparse.diags(self.area), sp.sparse.identity(dim * dim))
        JB, JY = self.JB, self.JY = J @ B, J @ D_act
        self.steepest = np.linalg.norm((J @ D).reshape(len(T), dim * dim, -1), axis=1).max(axis=0)
        self.L_B = JB.T @ (V_e @ JB)
        G, _ = simkit.cluster_grouping_matrices(self.labels, X, T)
        self.C_passive = sp.sparse.kron(G @ sp.sparse.diags(self.area), sp.sparse.identity(dim * dim)) @ JB
        one_cluster = self.one_cluster = np.zeros(len(T), dtype=int)
        self.K_active = clustered_plastic_stretch_tensor(X, T, one_cluster, B, D_act, w=self.area.reshape(-1, 1))
        self.fst = fast_sandwich_transform_clustered(JB.T @ V_e, JY, one_cluster, dim=dim)
        M = self.M = sp.sparse.kron(simkit.massmatrix(X, T, rho=DENSITY), sp.sparse.identity(dim))
        self.BMB = B.T @ M @ B
        self.weight = B.T @ simkit.gravity_force(X, T, a=GRAVITY, rho=DENSITY).reshape(-1, 1)
        self.z_rest = simkit.project_into_subspace(x_rest, B, M=M, BMB=self.BMB)
        self.a_rest = simkit.project_into_subspace(x_rest, D_act, M=M)
        _, self.SB = simkit.subspace_com(self.z_rest, B, X, T, return_SB=True)

        # The floor.
        boundary = np.unique(simkit.boundary_edges(T))
        self.contacts = np.sort(boundary[simkit.farthest_point_sampling(X[boundary], CONTACTS)])
        self.S = sp.sparse.kron(simkit.selection_matrix(self.contacts, n), sp.sparse.identity(dim)) @ B
        self.ground = float(X[:, 1].min()) - GAP

    def contact_force(self, z, z_now, f, cholesky, h):
        S, dim = self.S, self.dim
        z_free = sp.linalg.cho_solve(cholesky, f)
        v_free = (S @ (z_free - z_now) / h).reshape(-1, dim)
        below = (S @ z).reshape(-1, dim)[:, 1] < self.ground
        active = np.flatnonzero(below & (v_free[:, 1] < 0))
        if len(active) == 0:
            return np.zeros_like(f)
        S_a = S[(dim * active[:, None] + np.arange(dim)).ravel()]
        S_a_Hinv = sp.linalg.cho_solve(cholesky, S_a.T).T
        target = (S_a @ z_now).reshape(-1, dim)
        target[:, 0] += h * (1 - FRICTION) * v_free[active, 0]
        return np.linalg.lstsq(S_a_Hinv, target.reshape(-1, 1) - S_a_Hinv @ f, rcond=None)[0]

    def factor(self, motion):
        """The Cholesky factor of H, which a run needs once."""
        hessian = 2 * motion["stiffness"] * self.L_B + simkit.energies.kinetic_hessian_be(self.BMB, motion["h"])
        return sp.linalg.cho_factor(hessian)

    def step(self, z_now, z_before, a, motion, force, contact, cholesky):
        """Local step, global step, energy and gradient of one time step."""
        stiffness, h, dim = motion["stiffness"], motion["h"], self.dim
        target = simkit.energies.be_target(z_now, z_before, h)

        def local(z):
            passive = simkit.polar_svd((self.C_passive @ z).reshape(-1, dim, dim))[0]
            return passive, simkit.polar_svd(self.K_active(z, a))[0]

        def elastic(R):
            return stiffness * (self.C_passive.T @ R[0].reshape(-1, 1) + self.fst(R[1]) @ a)

        def global_(z, R):
            f = elastic(R) + self.BMB @ target / h**2 + force
            if contact:
                f = f + self.contact_force(z, z_now, f, cholesky, h)
            return sp.linalg.cho_solve(cholesky, f)

        def energy(z):
            F, R, Y = (self.JB @ z).reshape(-1, dim, dim), local(z), (self.JY @ a).reshape(-1, dim, dim)
            misfits = ((F - R[0][self.labels]) ** 2 + (F - R[1][self.one_cluster] @ Y) ** 2).sum(axis=(1, 2))
            inertia = simkit.energies.kinetic_energy_be(z, z_now, z_before, self.BMB, h)
            return 0.5 * stiffness * (self.area * misfits).sum() + inertia - (force.T @ z).item()

        def gradient(z):
            inertia = simkit.energies.kinetic_gradient_be(z, z_now, z_before, self.BMB, h)
            return 2 * stiffness * self.L_B @ z - elastic(local(z)) + inertia - force

        return local, global_, energy, gradient

    def simulate(self, motion, force, contact, steps=None):
        """Coordinates after every step, and the amplitudes commanded in it."""
        amplitudes, periods, phases = (np.array(motion[key]) for key in ("amplitudes", "periods", "phases"))
        cholesky = self.factor(motion)
        z = z_before = self.z_rest
        a = self.a_rest.copy()
        states, commands = [], []
        for step in range(steps or motion["steps"]):
            a[:-1, 0] = amplitudes * self.ceilings * np.sin(2 * np.pi * (step * motion["h"] / periods + phases))
            local, global_, _, _ = self.step(z, z_before, a, motion, force, contact, cholesky)
            z_next = simkit.solvers.block_coord(z, global_, local, tolerance=TOLERANCE, max_iter=ITERATIONS)
            z_before, z = z, z_next
            states.append(z)
            commands.append(a[:-1, 0].copy())
        return np.array(states), np.array(commands)

    def float_(self):
        return self.simulate(FLOAT, np.zeros_like(self.z_rest), False)

    def crawl(self, steps=None):
        return self.simulate(CRAWL, self.weight, True, steps)[0]

    def centre(self, states):
        """Positions of the centre of mass."""
        return np.array([(self.SB @ z).ravel() for z in states])

    def lowest(self, states):
        """Heights of the lowest contact point above the floor."""
        return np.array([(self.S @ z).reshape(-1, self.dim)[:, 1].min() for z in states]) - self.ground

    def descent(self, iterations=30):
        """Energies and gradient norms of one step from rest, muscles at half their ceilings."""
        half = self.a_rest.copy()
        half[:-1, 0] = 0.5 * self.ceilings
        cholesky = self.factor(CRAWL)
        local, global_, energy, gradient = self.step(
            self.z_rest, self.z_rest, half, CRAWL, self.weight, False, cholesky
        )
        iterates = [self.z_rest]
        for _ in range(iterations):
            iterates.append(global_(iterates[-1], local(iterates[-1])))
        return {
            "energy": [float(energy(z)) for z in iterates],
            "gradient_norm": [float(np.linalg.norm(gradient(z))) for z in iterates],
        }


def gradient_error(m):
    """The gradient of a step at a moved state against differences, muscles at random."""
    random = np.random.default_rng(0)
    a = m.a_rest.copy()
    a[:-1, 0] = m.ceilings * random.uniform(-1, 1, len(SIGNS))
    z = m.z_rest + FD_NOISE * random.standard_normal(m.z_rest.shape)
    z_before = m.z_rest - FD_NOISE * random.standard_normal(m.z_rest.shape)
    _, _, energy, gradient = m.step(m.z_rest, z_before, a, CRAWL, m.weight, False, m.factor(CRAWL))
    exact = gradient(z).ravel()
    differences = simkit.gradient_cfd(lambda y: np.array(energy(y.reshape(-1, 1))), z.ravel(), FD_STEP)
    return np.linalg.norm(differences - exact) / np.linalg.norm(exact)


def notebook():
    """Everything that the notebook prints, the search aside."""
    m = Model()
    floating, _ = m.float_()
    crawl = m.crawl()
    drift, com = m.centre(floating), m.centre(crawl)
    return {
        "eigenvalues": m.eigenvalues,
        "ceilings": m.ceilings,
        "a_rest": m.a_rest,
        "gradient": gradient_error(m),
        "descent": m.descent(),
        "drift": np.abs(drift - drift[0]).max(),
        "travel": com[-1, 0] - com[0, 0],
        "height": (com[:, 1].min(), com[:, 1].max()),
        "penetration": max(0.0, -m.lowest(crawl).min()),
    }


def fields():
    """What the tests compare with."""
    m = Model()
    dim, B = m.dim, m.B
    floating, commands = m.float_()
    realized = [simkit.project_into_subspace(B @ z - m.x_rest, m.D, M=m.M).ravel() for z in floating]
    crawl = m.crawl()
    drift, com, lowest = m.centre(floating), m.centre(crawl), m.lowest(crawl)
    versions = ", ".join(f"{p} {version(p)}" for p in ("simkit", "numpy", "scipy", "libigl"))
    signs = "muscle modes with the signs that reproduce its crawl"
    return {
        "provenance": f"computed with {versions}, following notebook 025; {signs}",
        "vertices": m.X.tolist(),
        "triangles": m.T.tolist(),
        "eigenvalues": m.eigenvalues.tolist(),
        "muscle_modes": m.D.tolist(),
        "skinning_eigenvalues": m.E_skin.tolist(),
        "skinning_weights": m.W.tolist(),
        "cluster_labels": m.labels.tolist(),
        "amplitude_ceilings": m.ceilings.tolist(),
        "max_displacement_gradient": m.steepest.tolist(),
        "contact_vertices": m.contacts.tolist(),
        "ground_y": m.ground,
        "block_coordinate_descent": m.descent(),
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


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    (folder / "025_modal_muscle_actuation.json").write_text(json.dumps(fields()))
