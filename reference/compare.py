"""Times simkit and modebook on the same work, alternately, and prints how they compare.

    pip install -r reference/requirements.txt
    cargo build --release
    python reference/compare.py

A round is modebook and then simkit on one thread, and both again on two for what is compared on two. Times are medians
over the rounds; a ratio is simkit's time over modebook's, the median of the rounds' ratios.
`--json reference/speed.json` writes the record that the book shows.
"""

import argparse
import json
import os
import subprocess
import sys
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

FOLDER = Path(__file__).parent
BINARY = FOLDER.parent / "target/release/modebook"
BLAS_THREADS = "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"

# At least so many times as fast as simkit (which has no counterpart to some), and at most so many milliseconds.
TARGETS = {
    "assembly.6902": (100, 0.3),
    "sparse-solve.7200": (8, 4),
    **{f"dense-solve.{r}": (1, None) for r in (12, 30, 60, 120, 240)},
    **{f"galerkin.{r}": (4 if r in (72, 240) else None, None) for r in (12, 30, 60, 72, 120, 240)},
    "lma.72": (5, None),
    "lma.120": (5, None),
    "skinning.12": (None, None),
    "creature-modes.7": (8, None),
    "creature-weights.8": (8, None),
    "iteration-afloat": (None, 3e-3),
    "iteration-crawl": (None, 6e-3),
    "crawl.450": (40, None),
    "droops": (30, None),
    "sweep": (30, None),
    "notebook-017": (None, None),
    "notebook-025": (None, None),
    "notebooks": (40, None),
    "verify": (None, 3000),
    "rollout": (None, 1000 / 60),
    "rollouts-two-threads": (1.8, None),  # the ratio is modebook's on one thread over modebook's on two
}
ON_TWO_THREADS = {"notebooks", "rollouts-two-threads"}


def output(command, **options):
    """What a command prints; the end of this script if it fails."""
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if run.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed with exit status {run.returncode}")
    return run.stdout


def simkit(ids, threads):
    """Milliseconds by id."""
    environment = os.environ | dict.fromkeys(BLAS_THREADS, str(threads))
    return json.loads(output([sys.executable, FOLDER / "simkit_speed.py", *ids], env=environment))


def modebook(binary, threads, *options):
    """What `modebook timings` measures, its work by id."""
    timings = json.loads(output([binary, "timings", "--json", "--threads", str(threads), *options]))
    return timings | {"work": {work["id"]: work for work in timings["work"]}}


def one_round(binary, ids):
    """The machine's rates, and by id what both took."""
    one = modebook(binary, 1)
    found = beside_simkit(one, [id for id in ids if id not in ON_TWO_THREADS], 1)
    if ON_TWO_THREADS.intersection(ids):
        two = modebook(binary, 2)
        found |= beside_simkit(two, [id for id in ids if id == "notebooks"], 2)
    if "rollouts-two-threads" in ids:
        alone, together = one["work"]["rollout"], two["work"]["rollout"]
        ratio = alone["ms"] / together["ms"]
        found["rollouts-two-threads"] = together | {"name": "rollouts, two threads", "simkit_ms": None, "ratio": ratio}
    return one["machine"], found


def beside_simkit(timings, ids, threads):
    reference = simkit(ids, threads)
    found = {id: timings["work"][id] | {"simkit_ms": reference.get(id)} for id in ids}
    for work in found.values():
        work["ratio"] = work["simkit_ms"] and work["simkit_ms"] / work["ms"]
    return found


def over_rounds(id, rounds):
    """The row of one piece of work."""
    last = rounds[-1][id]

    def middle(key):
        return None if last[key] is None else median(found[id][key] for found in rounds)

    target_ratio, target_ms = TARGETS[id]
    return {
        "id": id,
        **{key: last[key] for key in ("name", "size", "unit", "threads")},
        "simkit_ms": middle("simkit_ms"),
        "ours_ms": middle("ms"),
        "ratio": middle("ratio"),
        "target_ratio": target_ratio,
        "target_ms": target_ms,
        "flops": last["flops"],
        "bytes": last["bytes"],
        "limit_ms": middle("limit_ms"),
    }


def met(row):
    """Whether a row meets its targets, `None` where it has none."""
    if row["target_ratio"] is None and row["target_ms"] is None:
        return None
    fast = row["target_ratio"] is None or row["ratio"] >= row["target_ratio"]
    return fast and (row["target_ms"] is None or row["ours_ms"] <= row["target_ms"])


def duration(ms):
    if ms is None:
        return ""
    factor, unit = (1e-3, "s") if ms >= 1e3 else (1, "ms") if ms >= 1 else (1e3, "us")
    return f"{ms * factor:.3g} {unit}"


def times(ratio):
    if ratio is None:
        return ""
    return f"{ratio:.3g}x" if ratio < 1000 else f"{ratio:.0f}x"


def table(rows):
    yield "work", "size", "simkit", "modebook", "ratio", "target", "met"
    for row in rows:
        size = "" if row["size"] is None else f"{row['size']} {row['unit']}"
        target = ", ".join(filter(None, (times(row["target_ratio"]), duration(row["target_ms"]))))
        verdict = {None: "", True: "yes", False: "NO"}[met(row)]
        found = duration(row["simkit_ms"]), duration(row["ours_ms"]), times(row["ratio"])
        yield row["id"], size, *found, target, verdict


def print_table(lines):
    lines = list(lines)
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(f"{cell:{width}}" for cell, width in zip(line, widths)).rstrip())


def circumstances():
    """Where and with what it is measured."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    machine = {
        "processor": names[0].partition(":")[2].strip(),
        "cores": os.cpu_count(),
        "rustc": output(["rustc", "--version"]).strip(),
    }
    packages = "simkit", "numpy", "scipy", "libigl"
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return {"date": date.today().isoformat(), "machine": machine, "versions": versions}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modebook", type=Path, default=BINARY, metavar="PATH", help="the program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=TARGETS, metavar="ID", help="a part of the work")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record there; its gains are kept")
    options = parser.parse_args()
    if not options.modebook.is_file():
        parser.error(f"{options.modebook} is not there: cargo build --release")
    if options.rounds < 1:
        parser.error("--rounds: at least one")
    if options.json and options.only:
        parser.error("--json records all the work: leave out --only")
    return options


def main():
    options = arguments()
    ids = [id for id in TARGETS if not options.only or id in options.only]
    if options.json:
        record = circumstances() | {"rounds": options.rounds}
        gains = json.loads(options.json.read_text())["gains"] if options.json.exists() else []
    rounds = []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        rates, found = one_round(options.modebook, ids)
        rounds.append(found)
    rows = [over_rounds(id, rounds) for id in ids]
    print_table(table(rows))
    if options.json:
        sizes = modebook(options.modebook, 1, "--sizes")["sizes"]
        record |= {"rates": rates, "rows": rows, "sizes": sizes, "gains": gains}
        options.json.write_text(json.dumps(record, indent=1) + "\n")
    missed = [row["id"] for row in rows if met(row) is False]
    print(f"targets missed: {', '.join(missed)}" if missed else "all targets met")


if __name__ == "__main__":
    main()
