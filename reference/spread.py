"""Computes every claim in many configurations, and how far its numbers are from failing beside how far they spread.

    cargo build --release && demos/build --with-claims && cargo build --profile mutants -p modebook-demos --example claims
    python reference/spread.py [--json reference/spread.json]

The configurations are the vector instructions of the processor (the same program, and emulated processors with fewer),
the number of threads, an optimized and a debug build, and WebAssembly. Emulation needs qemu-x86_64, of Debian's
package qemu-user, and a few minutes. Claims about time are left out. The exit status is 1 if a claim does not agree in
every configuration. `--json` writes the record that the book shows.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
RELEASE = TARGET / "release/modebook"
DEBUG = TARGET / "mutants/examples/libclaims.so"
VERIFY = ["verify", "--json"]
EMULATOR = "qemu-x86_64"
MODULE = f"""
import {{ claims }} from {json.dumps(str(ROOT / "demos/tests/module.mjs"))};
console.log(JSON.stringify([...await claims()].map(([id, claim]) => ({{ id, ...claim }}))));
"""

# Name, command, threads. The first is the one whose texts and limits are shown.
CONFIGURATIONS = [
    ("native, two threads", [RELEASE, *VERIFY], 2),
    ("native, one thread", [RELEASE, *VERIFY], 1),
    ("AVX2 (Haswell)", [EMULATOR, "-cpu", "Haswell", RELEASE, *VERIFY], 2),
    ("SSE (Nehalem)", [EMULATOR, "-cpu", "Nehalem", RELEASE, *VERIFY], 2),
    ("debug build, hardly optimized", [sys.executable, ROOT / "reference/one_percent.py", "--verdicts", DEBUG], 2),
    ("WebAssembly", ["node", "--input-type=module", "--eval", MODULE], 1),
]


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def processor():
    names = [line.split(": ", 1)[1] for line in open("/proc/cpuinfo") if line.startswith("model name")]
    flags = next(line for line in open("/proc/cpuinfo") if line.startswith("flags")).split()
    return f"{names[0].strip()}, {'with' if 'avx512f' in flags else 'without'} AVX-512"


def row(line):
    """A claim as the library of the claims writes it."""
    id, agrees, measured, *numbers = line.split("\t")
    shown, compared = ([float(number) for number in list.split()] for list in numbers)
    return {"id": id, "agrees": agrees == "true", "measured": measured, "shown": shown, "compared": compared}


def verdicts(command, threads):
    """All claims but those about time, by id; `shown` and `compared` are lists of numbers."""
    environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        rows = json.loads(run.stdout) if run.stdout.startswith("[") else list(map(row, run.stdout.splitlines()))
    except ValueError:
        sys.exit(f"{' '.join(map(str, command))} has no verdicts; exit status {run.returncode}")
    return {row["id"]: row for row in rows if not row.get("agreement", "").startswith("timing")}


def shown(row):
    """The numbers in a claim's text; the library's are numbers already."""
    return [number["value"] if isinstance(number, dict) else number for number in row["shown"]]


def compared(row):
    if "compared" in row:
        return row["compared"]
    return [condition["value"] for condition in row["conditions"] if "value" in condition]


def spread(values):
    return max(values) - min(values)


def to_edge(value, unit):
    """As in `Shown::to_edge`."""
    digits = value / unit
    return 0.5 - abs(digits - round(digits))


def used(value, condition):
    """As in `Condition::used`."""
    limit = condition["limit"]
    if value == 0 or limit == 0:
        return 0.0 if limit != 0 and condition["side"] in ("at most", "below") else None
    is_upper = (condition["side"] in ("at most", "below")) == (limit > 0)
    share = value / limit if is_upper else limit / value
    return share if share >= 0 else None


def record_of(id, runs):
    """What is kept of a claim: each of its numbers in all configurations, and how close they come."""
    rows = [run[id] for run in runs]
    first = rows[0]
    for numbers in ([shown(row) for row in rows], [compared(row) for row in rows]):
        if len({len(values) for values in numbers}) > 1:
            sys.exit(f"{id}: the configurations do not have the same count of numbers: {numbers}")
    by_number = list(zip(*map(shown, rows)))
    by_condition = iter(list(zip(*map(compared, rows))))
    numbers = []
    for number, values in zip(first["shown"], by_number):
        unit = number["unit"]
        edge = None if unit is None else min(to_edge(value, unit) for value in values)
        numbers.append({"text": number["text"], "unit": unit, "to_edge": edge, "spread": spread(values), "values": values})
    conditions = []
    for condition in first["conditions"]:
        if "value" not in condition:
            conditions.append({})
            continue
        values = next(by_condition)
        shares = [used(value, condition) for value in values]
        conditions.append(
            {
                "side": condition["side"],
                "limit": condition["limit"],
                "used": None if None in shares else max(shares),
                "spread": spread(values),
                "values": values,
            }
        )
    return {"id": id, "measured": [row["measured"] for row in rows], "shown": numbers, "conditions": conditions}


def written(record):
    """JSON with a line for every number."""
    line = lambda value: json.dumps(value, ensure_ascii=False)

    def lines(values):
        return "[" + ",".join(f"\n   {line(value)}" for value in values) + "]"

    claims = ",\n".join(
        f'  {{"id": {line(c["id"])}, "measured": {line(c["measured"])},\n'
        f'  "shown": {lines(c["shown"])},\n  "conditions": {lines(c["conditions"])}}}'
        for c in record["claims"]
    )
    head = json.dumps({k: v for k, v in record.items() if k != "claims"}, ensure_ascii=False, indent=1)
    return f'{head[:-2]},\n "claims": [\n{claims}\n ]\n}}\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record to this file")
    arguments = parser.parse_args()
    if not shutil.which(EMULATOR):
        sys.exit(f"{EMULATOR} is not installed: it is in Debian's package qemu-user")

    runs, differing = [], []
    for name, command, threads in CONFIGURATIONS:
        run = verdicts(command, threads)
        if runs and run.keys() != runs[0].keys():
            sys.exit(f"{name}: not the same claims as with {CONFIGURATIONS[0][0]}")
        differ = [id for id, row in run.items() if not row["agrees"]]
        same = sum(shown(row) == shown(runs[0][id]) for id, row in run.items()) if runs else len(run)
        print(f"{name}: {len(run) - len(differ)} of {len(run)} claims agree, {same} with the very same numbers", flush=True)
        differing += [f"{id} ({name})" for id in differ]
        runs.append(run)
    record = {
        "date": date.today().isoformat(),
        "processor": processor(),
        "versions": [
            first_line(["rustc", "--version"]).split(" (")[0],
            first_line([EMULATOR, "--version"]).split(" (")[0],
            f"Node.js {first_line(['node', '--version'])}",
            f"{platform.system()} on {platform.machine()}",
        ],
        "configurations": [name for name, *_ in CONFIGURATIONS],
        "claims": [record_of(id, runs) for id in runs[0]],
    }
    # A record is of claims that agree: the book takes that for granted.
    if differing:
        sys.exit(f"these do not agree: {', '.join(differing)}")
    if arguments.json:
        arguments.json.write_text(written(record))


if __name__ == "__main__":
    main()
