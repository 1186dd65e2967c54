"""simkit's side of `compare.py`: times the work that is named and prints a JSON object of milliseconds.

    OPENBLAS_NUM_THREADS=1 python reference/simkit_speed.py assembly.6902 droops

Set-up is outside of what is timed. Short work is repeated, and the best of several batches counts.
"""

import json
import sys
import warnings
from functools import cache, partial
from math import ceil
from time import perf_counter

import numpy as np
import scipy as sp
import simkit
import simkit_017
import simkit_025

warnings.filterwarnings("ignore")

TIMING_NOISE = 0.005  # of the timed pose
ROLLOUT_STEPS = 150
BATCHES, BATCH_MS, LONG_MS = 5, 20, 500  # work that takes LONG_MS runs once


@cache
def timing_beam():
    return simkit_017.Beam(simkit_017.TIMING_NX, simkit_017.TIMING_NY)


@cache
def timing_system():
    """Hessian and gradient of the timing beam's step at a slightly moved pose."""
    beam, pose = timing_beam(), timing_pose()
    return beam.hessian(pose).tocsc(), beam.gradient(pose, beam.x_rest, beam.x_rest)


def timing_pose():
    rest = timing_beam().x_rest
    return rest + TIMING_NOISE * np.random.default_rng(0).standard_normal(rest.shape)


@cache
def timing_basis(coordinates):
    return timing_beam().skinning(coordinates // 6)[2]


@cache
def dynamics_beam():
    return simkit_017.Beam()


@cache
def model():
    return simkit_025.Model()


# Each of these sets up and returns what is timed.


def assembly():
    beam, pose = timing_beam(), timing_pose()
    return lambda: (beam.hessian(pose), beam.gradient(pose, beam.x_rest, beam.x_rest))


def sparse_solve():
    """As simkit's Newton solver calls it."""
    H, g = timing_system()
    return lambda: sp.sparse.linalg.spsolve(H, -g)


def dense_solve(coordinates):
    B, (H, g) = timing_basis(coordinates), timing_system()
    H_z, g_z = B.T @ (H @ B), B.T @ g
    return lambda: np.linalg.solve(H_z, -g_z)


def galerkin(coordinates):
    B, (H, _) = timing_basis(coordinates), timing_system()
    return lambda: B.T @ (H @ B)


def lma(modes):
    return partial(dynamics_beam().lma, modes)


def skinning():
    return partial(dynamics_beam().skinning, simkit_017.K)


def creature_modes():
    return partial(simkit.linear_modal_analysis, *simkit_025.creature(), simkit_025.RIGID + len(simkit_025.SIGNS))


def creature_weights():
    return partial(simkit.skinning_eigenmodes, *simkit_025.creature(), simkit_025.WEIGHTS)


def iteration_afloat():
    m, motion = model(), simkit_025.FLOAT
    no_force = np.zeros_like(m.z_rest)
    *_, z_before, z = m.simulate(motion, no_force, False, steps=30)[0]
    local, global_, _, _ = m.step(z, z_before, m.a_rest, motion, no_force, False, m.factor(motion))
    return lambda: global_(z, local(z))


def crawl():
    return model().crawl


def rollout():
    m = model()
    return lambda: m.SB @ (m.crawl(ROLLOUT_STEPS)[-1] - m.z_rest)


def droops():
    beam = dynamics_beam()
    spaces = simkit_017.four_spaces(beam, beam.lma(6 * simkit_017.K)[1], beam.skinning(simkit_017.K)[2])
    return lambda: [beam.droop(*space) for space in spaces.values()]


def sweep():
    return dynamics_beam().sweep


def both_notebooks():
    return lambda: (simkit_017.notebook(), simkit_025.notebook())


WORK = {
    "assembly.6902": assembly,
    "sparse-solve.7200": sparse_solve,
    **{f"dense-solve.{r}": partial(dense_solve, r) for r in (12, 30, 60, 120, 240)},
    **{f"galerkin.{r}": partial(galerkin, r) for r in (12, 30, 60, 72, 120, 240)},
    **{f"lma.{modes}": partial(lma, modes) for modes in (72, 120)},
    "skinning.12": skinning,
    "creature-modes.7": creature_modes,
    "creature-weights.8": creature_weights,
    "iteration-afloat": iteration_afloat,
    "crawl.450": crawl,
    "droops": droops,
    "sweep": sweep,
    "notebook-017": lambda: simkit_017.notebook,
    "notebook-025": lambda: simkit_025.notebook,
    "notebooks": both_notebooks,
    "rollout": rollout,
}


def milliseconds(work, calls=1):
    """Per call, over a batch of calls."""
    start = perf_counter()
    for _ in range(calls):
        work()
    return 1e3 * (perf_counter() - start) / calls


def best_milliseconds(work):
    first = milliseconds(work)
    if first >= LONG_MS:
        return first
    return min(milliseconds(work, calls=ceil(BATCH_MS / first)) for _ in range(BATCHES))


class CountedModel(simkit_025.Model):
    """Counts the local/global iterations that it makes."""

    iterations = 0

    def step(self, *arguments):
        local, *others = super().step(*arguments)

        def counted(z):
            self.iterations += 1
            return local(z)

        return counted, *others


def crawl_iterations():
    counted = CountedModel()
    counted.crawl()
    return counted.iterations


def times(ids):
    """Milliseconds by id; what simkit has no counterpart of is left out."""
    crawls = {"crawl.450"} if "iteration-crawl" in ids else set()
    found = {id: best_milliseconds(work()) for id, work in WORK.items() if id in crawls.union(ids)}
    if crawls:
        found["iteration-crawl"] = found["crawl.450"] / crawl_iterations()
    return found


if __name__ == "__main__":
    print(json.dumps(times(sys.argv[1:])))
