"""Makes an error of one percent in each operator, one at a time, and prints which claims notice.

    python reference/one_percent.py [NAME...]
    python reference/one_percent.py --check

Every edit is made in a copy of the source, which is then compiled and computes all claims but those about time (a
quarter of a minute each). Where no claim notices, tests are run. The exit status is 1 if neither notices an error that
matters, or if an error that should cancel does not. Names are of single edits.
With `--check` nothing is compiled: only that every edit still finds its text.
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
LIBRARY = TARGET / "mutants/examples/libclaims.so"
# A run takes six seconds instead of forty, and compiling no longer.
ENVIRONMENT = os.environ | {"CARGO_TARGET_DIR": str(TARGET), "CARGO_PROFILE_MUTANTS_OPT_LEVEL": "2"}
TESTS = "derivatives", "properties", "primer"

FEM = "src/fem/"
ENERGIES = "src/energies/"
REDUCTION = "src/reduction/"
MUSCLES = "src/experiments/modal_muscles/"

# Name, file, exact text, what takes its place.
EDITS = [
    ("mass", FEM + "mass.rs", "density * area / 3.0", "1.01 * density * area / 3.0"),
    ("mass.weight", FEM + "mass.rs", "[0.0, m * acceleration]", "[0.0, 1.01 * m * acceleration]"),
    ("area", FEM + "deformation.rs", "(0.5 * twice_area, [", "(0.505 * twice_area, ["),
    ("shape-gradient", FEM + "deformation.rs", "edge.x) / twice_area", "edge.x) * 1.01 / twice_area"),
    ("shape-gradient.x", FEM + "deformation.rs", "Vector2::new(-edge.y, edge.x)", "Vector2::new(-1.01 * edge.y, edge.x)"),
    ("laplacian", REDUCTION + "skinning.rs", "|entry| area * entry", "|entry| 1.01 * area * entry"),
    ("elastic.energy", ENERGIES + "elastic.rs", "[area * self.material.density", "[1.01 * area * self.material.density"),
    ("elastic.gradient", ENERGIES + "elastic.rs", "let P = area *", "let P = 1.01 * area *"),
    ("elastic.hessian", ENERGIES + "density_hessian.rs", "let half = 0.5 * weight", "let half = 0.505 * weight"),
    ("neo-hookean.mu", ENERGIES + "neo_hookean.rs", "young / (2.0 *", "1.01 * young / (2.0 *"),
    ("neo-hookean.lambda", ENERGIES + "neo_hookean.rs", "young * poisson /", "1.01 * young * poisson /"),
    ("neo-hookean.energy.mu", ENERGIES + "neo_hookean.rs", "0.5 * self.mu * (F", "0.505 * self.mu * (F"),
    ("neo-hookean.energy.rest", ENERGIES + "neo_hookean.rs", "+ self.mu * (1.0 - J)", "+ 1.01 * self.mu * (1.0 - J)"),
    ("neo-hookean.energy.lambda", ENERGIES + "neo_hookean.rs", "0.5 * self.lambda", "0.505 * self.lambda"),
    ("neo-hookean.gradient.mu", ENERGIES + "neo_hookean.rs", "self.mu * F +", "1.01 * self.mu * F +"),
    ("neo-hookean.gradient.lambda", ENERGIES + "neo_hookean.rs", "(self.lambda * (F.det", "(1.01 * self.lambda * (F.det"),
    ("neo-hookean.hessian.mu", ENERGIES + "neo_hookean.rs", "= (self.mu, self.lambda)", "= (1.01 * self.mu, self.lambda)"),
    ("neo-hookean.hessian.lambda", ENERGIES + "neo_hookean.rs", "= (self.mu, self.lambda)", "= (self.mu, 1.01 * self.lambda)"),
    ("linear.energy.mu", ENERGIES + "linear_elasticity.rs", "self.mu * strain.norm", "1.01 * self.mu * strain.norm"),
    ("linear.energy.lambda", ENERGIES + "linear_elasticity.rs", "0.5 * self.lambda", "0.505 * self.lambda"),
    ("linear.gradient.mu", ENERGIES + "linear_elasticity.rs", "2.0 * self.mu * strain +", "2.02 * self.mu * strain +"),
    ("linear.gradient.lambda", ENERGIES + "linear_elasticity.rs", "+ self.lambda * strain.trace() *", "+ 1.01 * self.lambda * strain.trace() *"),
    ("linear.hessian.scaling", ENERGIES + "linear_elasticity.rs", "2.0 * (self.mu + self.lambda)", "2.02 * (self.mu + self.lambda)"),
    ("linear.hessian.shear", ENERGIES + "linear_elasticity.rs", "along, [0.0, 2.0 * self.mu]", "along, [0.0, 2.02 * self.mu]"),
    ("inertia.energy", ENERGIES + "inertia.rs", "0.5 * squares", "0.505 * squares"),
    ("inertia.gradient", ENERGIES + "inertia.rs", "*g += scale * m", "*g += 1.01 * scale * m"),
    ("inertia.hessian", ENERGIES + "inertia.rs", "add_diagonal(1.0 /", "add_diagonal(1.01 /"),
    ("inertia.momentum", ENERGIES + "inertia.rs", "2.0 * x - x_prev", "x + 1.01 * (x - x_prev)"),
    ("gravity.energy", ENERGIES + "gravity.rs", "f * (rest - x)", "1.01 * f * (rest - x)"),
    ("gravity.gradient", ENERGIES + "gravity.rs", "gradient, -1.0, self.force", "gradient, -1.01, self.force"),
    ("pin.energy", ENERGIES + "pin.rs", "0.5 * self.stiffness", "0.505 * self.stiffness"),
    ("pin.gradient", ENERGIES + "pin.rs", "+= self.stiffness * (x", "+= 1.01 * self.stiffness * (x"),
    ("pin.hessian", ENERGIES + "pin.rs", "diagonal(i, self.stiffness)", "diagonal(i, 1.01 * self.stiffness)"),
    ("arap.energy", ENERGIES + "clustered_arap.rs", "0.5 * self.stiffness", "0.505 * self.stiffness"),
    ("arap.gradient.strain", ENERGIES + "clustered_arap.rs", "gradient, self.stiffness, &L_z", "gradient, 1.01 * self.stiffness, &L_z"),
    ("arap.gradient.rotations", ENERGIES + "clustered_arap.rs", "add_gradient(-self.stiffness", "add_gradient(-1.01 * self.stiffness"),
    ("arap.hessian.strain", ENERGIES + "clustered_arap.rs", "Scale(self.stiffness)", "Scale(1.01 * self.stiffness)"),
    ("arap.hessian.rotations", ENERGIES + "clustered_arap.rs", "add_hessian(-self.stiffness", "add_hessian(-1.01 * self.stiffness"),
    ("arap.rotation", ENERGIES + "best_rotations.rs", "[cos / length, sin / length]", "[1.01 * cos / length, 1.01 * sin / length]"),
    ("arap.strain-operator", MUSCLES + "operators.rs", "product(JB.transpose(), V_JB.as_ref())", "faer::Scale(1.01) * product(JB.transpose(), V_JB.as_ref())"),
    ("arap.passive-sums", MUSCLES + "operators.rs", "*sum += F)", "*sum += 1.01 * F)"),
    ("arap.muscle-sums", MUSCLES + "operators.rs", "sum[0] += F[0] * Y[0] + F[1] * Y[1];", "sum[0] += 1.01 * (F[0] * Y[0] + F[1] * Y[1]);"),
    ("step.passive-response", MUSCLES + "system.rs", "response(motion.passive_stiffness,", "response(1.01 * motion.passive_stiffness,"),
    ("step.muscle-response", MUSCLES + "system.rs", "response(motion.active_stiffness,", "response(1.01 * motion.active_stiffness,"),
    ("step.inertia", MUSCLES + "system.rs", "mass_over_h_squared: density /", "mass_over_h_squared: 1.01 * density /"),
    ("step.hessian.inertia", MUSCLES + "step_energy.rs", "density / motion.time_step.powi(2)", "1.01 * density / motion.time_step.powi(2)"),
    ("step.centre-of-mass", MUSCLES + "operators.rs", ".sum::<f64>() / total", ".sum::<f64>() * 1.01 / total"),
    ("contact.friction", MUSCLES + "contact.rs", "-*friction * dx", "-1.01 * *friction * dx"),
    ("contact.normal", MUSCLES + "contact.rs", "* dx, -dy]", "* dx, -1.01 * dy]"),
    ("contact.correction", MUSCLES + "contact.rs", "product(self.H_inverse.as_ref(), inverse.as_ref())", "faer::Scale(1.01) * product(self.H_inverse.as_ref(), inverse.as_ref())"),
    ("clusters.weights", REDUCTION + "clusters.rs", "weights[(v, k)] / 3.0", "weights[(v, k)] / if k == 1 { 3.03 } else { 3.0 }"),
    ("clusters.distance", REDUCTION + "k_means.rs", "(0..a.ncols()).map(|c| (", "(0..a.ncols()).map(|c| if c == 1 { 1.01 } else { 1.0 } * ("),
    ("clusters.centre", REDUCTION + "k_means.rs", "sums[(label, j)] / size", "1.01 * sums[(label, j)] / size"),
    ("ceilings", REDUCTION + "actuation.rs", "largest_gradient / steepest", "1.01 * largest_gradient / steepest"),
    ("skinning.fields", REDUCTION + "skinning.rs", "mesh.positions()[i][c] };", "mesh.positions()[i][c].powi(2) * 0.01 + mesh.positions()[i][c] };"),
    ("skinning.basis", REDUCTION + "subspace.rs", "*x /= size", "*x /= 1.01 * size"),
    ("skinning.basis.y", REDUCTION + "subspace.rs", "{ fields[(i / 2, j / 2)] }", "{ fields[(i / 2, j / 2)] * if i % 2 == 1 { 1.01 } else { 1.0 } }"),
    ("subspace.state", REDUCTION + "subspace.rs", "add_scaled(x, 1.0, &self.origin)", "add_scaled(x, 1.01, &self.origin)"),
    ("subspace.project", REDUCTION + "subspace.rs", "m * (x - q)", "1.01 * m * (x - q)"),
]

# Errors that change nothing but round-off, and why.
CANCELLING = [
    (
        "skinning.fields.scale",
        REDUCTION + "skinning.rs",
        "weights[(i, j / 3)] * homogeneous",
        "1.01 * weights[(i, j / 3)] * homogeneous",
        "columns are made orthonormal, so that only what they span counts",
    ),
    (
        "clusters.weights.scale",
        REDUCTION + "clusters.rs",
        "weights[(v, k)] / 3.0",
        "1.01 * weights[(v, k)] / 3.0",
        "which of two centres is nearer does not depend on the unit of length",
    ),
    (
        "clusters.distance.scale",
        REDUCTION + "k_means.rs",
        "(0..a.ncols()).map(|c| (",
        "(0..a.ncols()).map(|c| 1.01 * (",
        "nor on a factor of all distances, and draws are by their shares",
    ),
]


def cargo(copy, *arguments):
    return subprocess.run(["cargo", *arguments], cwd=copy, env=ENVIRONMENT, text=True, capture_output=True)


def claims_that_differ(copy):
    """The ids of claims that do not agree; what went wrong if there are no verdicts."""
    build = cargo(copy, "build", "--profile", "mutants", "--locked", "-p", "modebook-demos", "--example", "claims")
    if build.returncode != 0:
        sys.exit(build.stderr)
    run = subprocess.run([sys.executable, __file__, "--verdicts", LIBRARY], capture_output=True, text=True)
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    if run.returncode != 0 or not rows or any(len(row) != 5 for row in rows):
        return [f"({run.stdout.strip() or 'the run stopped'})"]
    return [id for id, agrees, *_ in rows if agrees != "true"]


def print_verdicts(library=LIBRARY):
    """In a process of its own, which an error may stop."""
    library = ctypes.CDLL(str(library))
    library.text_address.restype = ctypes.c_void_p
    library.text_length.restype = ctypes.c_size_t
    library.verify()
    sys.stdout.write(ctypes.string_at(library.text_address(), library.text_length()).decode())


def tests_that_fail(copy):
    tests = [option for name in TESTS for option in ("--test", name)]
    run = cargo(
        copy, "test", "--profile", "mutants", "--locked", "-p", "modebook", "--no-default-features", "--no-fail-fast", *tests
    )
    if "test result" not in run.stdout:
        sys.exit(run.stderr)
    return [f"test {name}" for name in re.findall(r"^test (\S+) \.\.\. FAILED$", run.stdout, re.MULTILINE)]


def edited(root, name, file, text, replacement):
    """The source with an edit."""
    source = (root / file).read_text()
    if source.count(text) != 1:
        sys.exit(f"{name}: {file} has {text!r} {source.count(text)} times, and not once: mend the table in {__file__}")
    return source.replace(text, replacement)


def noticed(copy, name, file, *edit):
    """What notices an edit."""
    path = copy / file
    source = path.read_text()
    path.write_text(edited(copy, name, file, *edit))
    try:
        return claims_that_differ(copy) or tests_that_fail(copy)
    finally:
        path.write_text(source)


def main(names):
    for edit in EDITS + CANCELLING:
        edited(ROOT, *edit[:4])
    if names == ["--check"]:
        return
    unknown = set(names) - {edit[0] for edit in EDITS + CANCELLING}
    if unknown:
        sys.exit(f"no such edit: {', '.join(sorted(unknown))}")
    chosen = lambda edit: not names or edit[0] in names
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "modebook"
        left_out = shutil.ignore_patterns("target", ".git", "node_modules", "book", "__pycache__")
        shutil.copytree(ROOT, copy, ignore=left_out)
        before = claims_that_differ(copy)
        if before:
            sys.exit(f"without any error these do not agree: {', '.join(before)}")
        for name, *edit in filter(chosen, EDITS):
            by = noticed(copy, name, *edit)
            claims = sum(not found.startswith("test ") for found in by)
            print(f"{name}: {claims} claims: {', '.join(by) or 'NOT NOTICED'}", flush=True)
            if not by:
                missed.append(name)
        for name, *edit, why in filter(chosen, CANCELLING):
            by = noticed(copy, name, *edit)
            print(f"{name}: {'NOTICED by ' + ', '.join(by) if by else 'cancels: ' + why}", flush=True)
            if by:
                missed.append(name)
    sys.exit(f"not as expected: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    print_verdicts(*sys.argv[2:]) if sys.argv[1:2] == ["--verdicts"] else main(sys.argv[1:])
