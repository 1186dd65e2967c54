"""Computes the fields of notebook 017 with simkit itself, for the tests to compare with.

    pip install -r reference/requirements.txt
    python reference/simkit_017.py

writes two files beside this script:

- 017_skinning_eigenmodes.json: the notebook's own procedure, with its parameters.
- 017_converged_droop.json: the same four droops, simkit's energies and Newton solver, but with the pin's energy written
  as a residual, mass-orthonormal bases, and Newton run to round-off. The notebook's expanded pin energy cancels about
  eight digits, so its line search stops short of the minimizer, by up to 1e-4 m of tip position over the 80 steps.
"""

import json
import warnings
from importlib.metadata import version
from pathlib import Path

import igl
import numpy as np
import scipy as sp
import simkit

warnings.filterwarnings("ignore")

WIDTH, HEIGHT, NX, NY = 4.0, 0.5, 50, 11
YOUNG, POISSON, DENSITY, GRAVITY, K_PIN = 3000.0, 0.4, 1.0, -9.8, 1e7
TIME_STEP, STEPS, NEWTON_ITERATIONS = 2e-2, 80, 30
K = 12
MATERIAL = "macklin-mueller-neo-hookean"

V, T = igl.triangulated_grid(NX, NY)
X = (V - 0.5) * np.array([WIDTH, HEIGHT])
n, dim = X.shape
x_rest = X.reshape(-1, 1)
mu, lam = (np.full((len(T), 1), value) for value in simkit.ympr_to_lame(YOUNG, POISSON))
pinned = np.where(X[:, 0] <= X[:, 0].min() + 1e-6)[0]
tip = int(np.argmax(X[:, 0]))
Q_pin, b_pin = simkit.dirichlet_penalty(pinned, X[pinned], n, K_PIN)
M = sp.sparse.kron(simkit.massmatrix(X, T, rho=DENSITY), sp.sparse.eye(dim)).tocsc()
J = simkit.deformation_jacobian(X, T)
area = simkit.volume(X, T)
weight = simkit.gravity_force(X, T, a=GRAVITY, rho=DENSITY).reshape(-1, 1)


def droop(B, q, residual_pin=False, tolerance=1e-6, iterations=NEWTON_ITERATIONS):
    """States after every step, the rest pose first, as (steps + 1, n, 2)."""

    def pin_energy(x):
        if residual_pin:
            return 0.5 * K_PIN * ((x.reshape(n, dim)[pinned] - X[pinned]) ** 2).sum()
        return simkit.energies.quadratic_energy(x, Q_pin, b_pin)

    def pin_gradient(x):
        if residual_pin:
            return Q_pin @ (x - x_rest)
        return simkit.energies.quadratic_gradient(x, Q_pin, b_pin)

    z = simkit.project_into_subspace(x_rest - q, B, M=M)
    z_previous = z.copy()
    states = [B @ z + q]
    for _ in range(STEPS):
        x_now, x_before = B @ z + q, B @ z_previous + q

        def energy(z):
            x = B @ z + q
            inertia = simkit.energies.kinetic_energy_be(x, x_now, x_before, M, TIME_STEP)
            elastic = simkit.energies.elastic_energy_x(x.reshape(n, dim), J, mu, lam, area, MATERIAL)
            return inertia + elastic - (weight.T @ x).item() + pin_energy(x)

        def gradient(z):
            x = B @ z + q
            inertia = simkit.energies.kinetic_gradient_be(x, x_now, x_before, M, TIME_STEP)
            elastic = simkit.energies.elastic_gradient_x(x.reshape(n, dim), J, mu, lam, area, MATERIAL)
            return B.T @ (inertia + elastic - weight + pin_gradient(x))

        def hessian(z):
            x = B @ z + q
            elastic = simkit.energies.elastic_hessian_x(x.reshape(n, dim), J, mu, lam, area, MATERIAL, psd=True)
            return B.T @ ((simkit.energies.kinetic_hessian_be(M, TIME_STEP) + elastic + Q_pin) @ B)

        z_next = simkit.solvers.newton_solver(
            z, energy, gradient, hessian, tolerance=tolerance, max_iter=iterations, do_line_search=True
        )
        z_previous, z = z, z_next
        states.append(B @ z + q)
    return np.array(states).reshape(-1, n, dim)


def fit_errors(B, q, degrees):
    """Relative mass-norm error of the best fit of the turned rest shape."""
    BMB = B.T @ (M @ B)
    errors = []
    for theta in np.deg2rad(degrees):
        R = np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])
        y = (X @ R.T).reshape(-1, 1)
        lost = B @ simkit.project_into_subspace(y - q, B, M=M, BMB=BMB) + q - y
        errors.append(np.sqrt((lost.T @ M @ lost).item() / (y.T @ M @ y).item()))
    return np.array(errors)


E_lma, B_lma = simkit.linear_modal_analysis(X, T, 6 * K)
W, E_skin, B_skin = simkit.skinning_eigenmodes(X, T, K)
zero = np.zeros_like(x_rest)
spaces = {
    "full": (sp.sparse.identity(X.size, format="csc"), zero),
    "LMA12": (B_lma[:, :K], x_rest),
    "LMA72": (B_lma, x_rest),
    "skin72": (B_skin, zero),
}

runs = {name: droop(B, q) for name, (B, q) in spaces.items()}
angles = np.linspace(0, 360, 73)
sweep = {"lma": [], "skinning": []}
for k in range(1, 21):
    _, B_k = simkit.linear_modal_analysis(X, T, 6 * k)
    sweep["lma"].append(fit_errors(B_k, x_rest, np.linspace(0, 360, 49)).mean())
    _, _, B_k = simkit.skinning_eigenmodes(X, T, k)
    sweep["skinning"].append(fit_errors(B_k, zero, np.linspace(0, 360, 49)).mean())


def area_ratio_range(state):
    ratios = np.linalg.det((J @ state.reshape(-1, 1)).reshape(-1, dim, dim))
    return [round(float(ratios.min()), 4), round(float(ratios.max()), 4)]


versions = ", ".join(f"{p} {version(p)}" for p in ("simkit", "numpy", "scipy", "libigl"))
fields = {
    "provenance": f"computed with {versions}, following notebook 017",
    "vertices": X.tolist(),
    "triangles": T.tolist(),
    "lma_eigenvalues": E_lma.tolist(),
    "skinning_eigenvalues": E_skin.tolist(),
    "skinning_weights": W.tolist(),
    "lma_modes_first_12": B_lma[:, :12].tolist(),
    "tip_position": {name: states[:, tip].tolist() for name, states in runs.items()},
    "final_positions": {name: states[-1].tolist() for name, states in runs.items()},
    "area_ratio_range": {name: area_ratio_range(states[-1]) for name, states in runs.items()},
    "rotation_error": {
        "angles_deg": angles.tolist(),
        "lma_12": fit_errors(B_lma[:, :K], x_rest, angles).tolist(),
        "lma_72": fit_errors(B_lma, x_rest, angles).tolist(),
        "skinning_72_max": fit_errors(B_skin, zero, angles).max(),
    },
    "turn_averaged_error": {
        "skinning_modes": list(range(1, 21)),
        "lma_6k": sweep["lma"],
        "skinning_max": max(sweep["skinning"]),
    },
}

orthonormal = {name: B if name == "full" else simkit.orthonormalize(B, M=M) for name, (B, _) in spaces.items()}
converged = {
    name: droop(orthonormal[name], q, residual_pin=True, tolerance=1e-11, iterations=100)
    for name, (_, q) in spaces.items()
}
converged_fields = {
    "provenance": f"computed with {versions}: pin as a residual, mass-orthonormal bases, Newton to 1e-11",
    "tip_position": {name: states[:, tip].tolist() for name, states in converged.items()},
    "final_positions": {name: states[-1].tolist() for name, states in converged.items()},
}

folder = Path(__file__).parent
(folder / "017_skinning_eigenmodes.json").write_text(json.dumps(fields))
(folder / "017_converged_droop.json").write_text(json.dumps(converged_fields))
