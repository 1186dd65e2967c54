"""Notebook 017 by simkit itself: its fields for the tests to compare with, and its steps for `compare.py` to time.

    pip install -r reference/requirements.txt
    python reference/simkit_017.py

writes two files beside this script; with a folder as argument, there:

- 017_skinning_eigenmodes.json: the notebook's own procedure, with its parameters.
- 017_converged_droop.json: the same four droops, simkit's energies and Newton solver, but with the pin's energy written
  as a residual, mass-orthonormal bases, and Newton run to round-off. The notebook's expanded pin energy cancels about
  eight digits, so its line search stops short of the minimizer, by up to 1e-4 m of tip position over the 80 steps.
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

warnings.filterwarnings("ignore")

WIDTH, HEIGHT, NX, NY, TIMING_NX, TIMING_NY = 4.0, 0.5, 50, 11, 120, 30
YOUNG, POISSON, DENSITY, GRAVITY, K_PIN = 3000.0, 0.4, 1.0, -9.8, 1e7
TIME_STEP, STEPS, NEWTON_ITERATIONS = 2e-2, 80, 30
K, SWEEP = 12, 20
FD_NOISE, FD_STEP = 0.01, 1e-6
MATERIAL = "macklin-mueller-neo-hookean"


class Beam:
    """A beam pinned at its left wall, with its constant operators."""

    def __init__(self, nx=NX, ny=NY):
        V, self.T = igl.triangulated_grid(nx, ny)
        self.X = (V - 0.5) * np.array([WIDTH, HEIGHT])
        X, T = self.X, self.T
        self.n, self.dim = X.shape
        self.x_rest = X.reshape(-1, 1)
        self.pinned = np.where(X[:, 0] <= X[:, 0].min() + 1e-6)[0]
        self.tip = int(np.argmax(X[:, 0]))
        self.Q_pin, self.b_pin = simkit.dirichlet_penalty(self.pinned, X[self.pinned], self.n, K_PIN)
        self.M = sp.sparse.kron(simkit.massmatrix(X, T, rho=DENSITY), sp.sparse.eye(self.dim)).tocsc()
        self.J = simkit.deformation_jacobian(X, T)
        self.weight = simkit.gravity_force(X, T, a=GRAVITY, rho=DENSITY).reshape(-1, 1)
        self.origin = np.zeros_like(self.x_rest)
        mu, lam = (np.full((len(T), 1), value) for value in simkit.ympr_to_lame(YOUNG, POISSON))
        self.material = mu, lam, simkit.volume(X, T), MATERIAL

    def lma(self, modes):
        """Eigenvalues and modes of linear modal analysis."""
        return simkit.linear_modal_analysis(self.X, self.T, modes)

    def skinning(self, weights):
        """Weights, eigenvalues and basis of skinning eigenmodes."""
        return simkit.skinning_eigenmodes(self.X, self.T, weights)

    def pin_energy(self, x, residual_pin=False):
        if residual_pin:
            return 0.5 * K_PIN * ((x.reshape(self.n, self.dim)[self.pinned] - self.X[self.pinned]) ** 2).sum()
        return simkit.energies.quadratic_energy(x, self.Q_pin, self.b_pin)

    def pin_gradient(self, x, residual_pin=False):
        if residual_pin:
            return self.Q_pin @ (x - self.x_rest)
        return simkit.energies.quadratic_gradient(x, self.Q_pin, self.b_pin)

    def energy(self, x, x_now, x_before, residual_pin=False):
        """The potential of a time step that starts from two positions."""
        inertia = simkit.energies.kinetic_energy_be(x, x_now, x_before, self.M, TIME_STEP)
        elastic = simkit.energies.elastic_energy_x(x.reshape(self.n, self.dim), self.J, *self.material)
        return inertia + elastic - (self.weight.T @ x).item() + self.pin_energy(x, residual_pin)

    def gradient(self, x, x_now, x_before, residual_pin=False):
        inertia = simkit.energies.kinetic_gradient_be(x, x_now, x_before, self.M, TIME_STEP)
        elastic = simkit.energies.elastic_gradient_x(x.reshape(self.n, self.dim), self.J, *self.material)
        return inertia + elastic - self.weight + self.pin_gradient(x, residual_pin)

    def hessian(self, x):
        inertia = simkit.energies.kinetic_hessian_be(self.M, TIME_STEP)
        elastic = simkit.energies.elastic_hessian_x(x.reshape(self.n, self.dim), self.J, *self.material, psd=True)
        return inertia + elastic + self.Q_pin

    def step(self, B, q, x_now, x_before, residual_pin=False):
        """Energy, gradient and Hessian of a time step as functions of the coordinates in a space."""
        start = x_now, x_before, residual_pin
        return (
            lambda z: self.energy(B @ z + q, *start),
            lambda z: B.T @ self.gradient(B @ z + q, *start),
            lambda z: B.T @ (self.hessian(B @ z + q) @ B),
        )

    def droop(self, B, q, residual_pin=False, tolerance=1e-6, iterations=NEWTON_ITERATIONS):
        """States after every step, the rest pose first, as (steps + 1, n, 2)."""
        z = simkit.project_into_subspace(self.x_rest - q, B, M=self.M)
        z_previous = z.copy()
        states = [B @ z + q]
        for _ in range(STEPS):
            functions = self.step(B, q, B @ z + q, B @ z_previous + q, residual_pin)
            z_next = simkit.solvers.newton_solver(
                z, *functions, tolerance=tolerance, max_iter=iterations, do_line_search=True
            )
            z_previous, z = z, z_next
            states.append(B @ z + q)
        return np.array(states).reshape(-1, self.n, self.dim)

    def fit_errors(self, B, q, degrees):
        """Relative mass-norm error of the best fit of the turned rest shape."""
        M, BMB = self.M, B.T @ (self.M @ B)
        errors = []
        for theta in np.deg2rad(degrees):
            R = np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])
            y = (self.X @ R.T).reshape(-1, 1)
            lost = B @ simkit.project_into_subspace(y - q, B, M=M, BMB=BMB) + q - y
            errors.append(np.sqrt((lost.T @ M @ lost).item() / (y.T @ M @ y).item()))
        return np.array(errors)

    def sweep(self):
        """Turn-averaged errors of both bases in every size."""
        angles = np.linspace(0, 360, 49)
        sizes = range(1, SWEEP + 1)
        return {
            "lma": [self.fit_errors(self.lma(6 * k)[1], self.x_rest, angles).mean() for k in sizes],
            "skinning": [self.fit_errors(self.skinning(k)[2], self.origin, angles).mean() for k in sizes],
        }

    def area_ratio_range(self, state):
        ratios = np.linalg.det((self.J @ state.reshape(-1, 1)).reshape(-1, self.dim, self.dim))
        return [round(float(ratios.min()), 4), round(float(ratios.max()), 4)]


def four_spaces(beam, B_lma, B_skin):
    """Bases and origins."""
    return {
        "full": (sp.sparse.identity(beam.X.size, format="csc"), beam.origin),
        "LMA12": (B_lma[:, :K], beam.x_rest),
        "LMA72": (B_lma, beam.x_rest),
        "skin72": (B_skin, beam.origin),
    }


def gradient_error(beam, B, q):
    """The gradient at a moved pose against differences."""
    z = simkit.project_into_subspace(beam.x_rest - q, B, M=beam.M)
    z = z + FD_NOISE * np.random.default_rng(0).standard_normal(z.shape)
    energy, gradient, _ = beam.step(B, q, beam.x_rest, beam.x_rest)
    exact = gradient(z).ravel()
    differences = simkit.gradient_cfd(lambda z: np.array(energy(z)), z, FD_STEP)
    return np.linalg.norm(differences - exact) / np.linalg.norm(exact)


def newton_iterations(beam, B, q):
    """Newton iterations of the first step."""
    z = simkit.project_into_subspace(beam.x_rest - q, B, M=beam.M)
    functions = beam.step(B, q, beam.x_rest, beam.x_rest)
    options = dict(max_iter=NEWTON_ITERATIONS, do_line_search=True, return_info=True)
    return simkit.solvers.newton_solver(z, *functions, **options)[1]["iters"] + 1


def notebook():
    """Everything that the notebook prints, the timing study aside."""
    beam = Beam()
    E_lma, B_lma = beam.lma(6 * K)
    _, E_skin, B_skin = beam.skinning(K)
    spaces = four_spaces(beam, B_lma, B_skin)
    runs = {name: beam.droop(*space) for name, space in spaces.items()}
    angles = np.linspace(0, 360, 73)
    return {
        "eigenvalues": (E_lma[:5], E_skin[:3]),
        "gradient": gradient_error(beam, *spaces["skin72"]),
        "newton": {name: newton_iterations(beam, *spaces[name]) for name in ("full", "LMA72", "skin72")},
        "tip": {name: states[:, beam.tip] for name, states in runs.items()},
        "area": {name: beam.area_ratio_range(states[-1]) for name, states in runs.items()},
        "rotation": {name: beam.fit_errors(*spaces[name], angles) for name in ("LMA12", "LMA72", "skin72")},
        "sweep": beam.sweep(),
    }


def fields():
    """What the tests compare with: the notebook's own procedure, and the converged droops."""
    beam = Beam()
    E_lma, B_lma = beam.lma(6 * K)
    W, E_skin, B_skin = beam.skinning(K)
    spaces = four_spaces(beam, B_lma, B_skin)
    runs = {name: beam.droop(B, q) for name, (B, q) in spaces.items()}
    angles = np.linspace(0, 360, 73)
    sweep = beam.sweep()
    versions = ", ".join(f"{p} {version(p)}" for p in ("simkit", "numpy", "scipy", "libigl"))
    notebook_fields = {
        "provenance": f"computed with {versions}, following notebook 017",
        "vertices": beam.X.tolist(),
        "triangles": beam.T.tolist(),
        "lma_eigenvalues": E_lma.tolist(),
        "skinning_eigenvalues": E_skin.tolist(),
        "skinning_weights": W.tolist(),
        "lma_modes_first_12": B_lma[:, :12].tolist(),
        "tip_position": {name: states[:, beam.tip].tolist() for name, states in runs.items()},
        "final_positions": {name: states[-1].tolist() for name, states in runs.items()},
        "area_ratio_range": {name: beam.area_ratio_range(states[-1]) for name, states in runs.items()},
        "rotation_error": {
            "angles_deg": angles.tolist(),
            "lma_12": beam.fit_errors(*spaces["LMA12"], angles).tolist(),
            "lma_72": beam.fit_errors(*spaces["LMA72"], angles).tolist(),
            "skinning_72_max": beam.fit_errors(*spaces["skin72"], angles).max(),
        },
        "turn_averaged_error": {
            "skinning_modes": list(range(1, SWEEP + 1)),
            "lma_6k": sweep["lma"],
            "skinning_max": max(sweep["skinning"]),
        },
    }
    orthonormal = {name: B if name == "full" else simkit.orthonormalize(B, M=beam.M) for name, (B, _) in spaces.items()}
    converged = {
        name: beam.droop(orthonormal[name], q, residual_pin=True, tolerance=1e-11, iterations=100)
        for name, (_, q) in spaces.items()
    }
    converged_fields = {
        "provenance": f"computed with {versions}: pin as a residual, mass-orthonormal bases, Newton to 1e-11",
        "tip_position": {name: states[:, beam.tip].tolist() for name, states in converged.items()},
        "final_positions": {name: states[-1].tolist() for name, states in converged.items()},
    }
    return {"017_skinning_eigenmodes": notebook_fields, "017_converged_droop": converged_fields}


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, values in fields().items():
        (folder / f"{name}.json").write_text(json.dumps(values))
