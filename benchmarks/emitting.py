"""How fast programs are written, and how fast the accelerations are that they compute.

    python benchmarks/emitting.py

The robot arm with six joints is written in every language together.  Then its accelerations at many
states, one after the other: in C, translated by the compiler of this machine at -O2, and in
JavaScript by node (a dash where there is none), beside the machine code of this program.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import numpy as np
import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import LANGUAGES, written
from lagr_gui.foundation.resource import sample_models
from lagr_gui.prepared import Prepared

WRITTEN, IN_C, IN_NODE = 2.0, 1.1, 2.0
STATES, RUNS = 20_000, 7
SAME = 1e-9

LOOP = """
void many(const real *c, const real *states, int count, real *found) {
    real u[N] = {0};
    for (int k = 0; k < count; k++) {
        const real *x = states + k * (2 * N + 1);
        accelerations(c, x[0], x + 1, x + 1 + N, u, found + k * N);
    }
}
"""
SCRIPT = """
import { readFileSync } from "node:fs";
import { N, accelerations, prepare } from "./model.mjs";
const bytes = readFileSync("states.bin");
const states = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
const c = prepare(), count = states.length / (2 * N + 1);
const q = new Float64Array(N), v = new Float64Array(N), u = new Float64Array(N);
const found = new Float64Array(N);
let best = Infinity;
for (let run = 0; run < 20; run++) {
    const begun = process.hrtime.bigint();
    for (let k = 0; k < count; k++) {
        const at = k * (2 * N + 1);
        for (let i = 0; i < N; i++) {
            q[i] = states[at + 1 + i];
            v[i] = states[at + 1 + N + i];
        }
        accelerations(c, states[at], q, v, u, found);
    }
    best = Math.min(best, Number(process.hrtime.bigint() - begun) / 1e9);
}
console.log(JSON.stringify({ best, last: Array.from(found) }));
"""


def arm() -> Prepared:
    """The robot arm, prepared anew."""
    path = next(path for path in sample_models() if path.stem == "robot_arm_6r")
    return pipeline.prepare(pipeline.load(path))


def all_languages() -> dict[str, str]:
    """The arm in every language, and how long that took."""
    prepared = arm()
    begun = perf_counter()
    program = describe(prepared)
    texts = {language: written(program, language) for language in LANGUAGES}
    seconds = perf_counter() - begun
    what = f"the 6R arm in {len(texts)} languages"
    table.line(what, table.seconds(seconds), goal=table.at_most(seconds, WRITTEN, "s"))
    return texts


def in_c(text: str, states: np.ndarray, folder: Path) -> tuple[float, np.ndarray] | None:
    """Seconds for all states, and the last accelerations."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    source, made = folder / "model.c", folder / "model.so"
    source.write_text(text + LOOP, "utf-8")
    flags = ["-std=c99", "-O2", "-DLIBRARY", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(made), "-lm"], check=True)
    library = ctypes.CDLL(str(made))
    program = describe(arm())
    values = np.array([entry.value for entry in program.parameters])
    c = np.zeros(len(values) + len(program.constants.outputs["derived"]))
    c[: len(values)] = values
    library.derive(ctypes.c_void_p(c.ctypes.data))
    found = np.zeros((len(states), len(program.coordinates)))
    places = (ctypes.c_void_p(row.ctypes.data) for row in (c, states, found))
    constants, given, put = places
    best = table.shortest(lambda: library.many(constants, given, len(states), put), RUNS)
    return best, found[-1]


def in_node(text: str, states: np.ndarray, folder: Path) -> tuple[float, np.ndarray] | None:
    """Seconds for all states, and the last accelerations."""
    node = shutil.which("node")
    if node is None:
        return None
    (folder / "model.mjs").write_text(text, "utf-8")
    (folder / "script.mjs").write_text(SCRIPT, "utf-8")
    (folder / "states.bin").write_bytes(states.tobytes())
    done = subprocess.run([node, "script.mjs"], cwd=folder, capture_output=True, check=True)
    told = json.loads(done.stdout)
    return told["best"], np.array(told["last"])


def main() -> int:
    """Print one line each; 1 where accelerations differ."""
    table.head("Programs that run by themselves")
    texts = all_languages()
    prepared = arm()
    bound = prepared.system().bound
    bound.kernel.optimise_in_background()
    f = len(prepared.coordinates)
    states = np.random.default_rng(1).uniform(-1, 1, (STATES, 1 + 2 * f))
    while bound.kernel.level != "optimised":
        bound.many(states[:200])
        sleep(0.1)
    ours = table.shortest(lambda: bound.many(states), RUNS)
    known = bound(states[-1])["qdd"]
    same = True
    with TemporaryDirectory() as folder:
        for name, peer, bar in (("c", in_c, IN_C), ("javascript", in_node, IN_NODE)):
            found = peer(texts[name], states, Path(folder))
            if found is None:
                table.line(f"accelerations in {name}", "–")
                continue
            seconds, last = found
            ratio = seconds / ours
            each = table.seconds(seconds / STATES), table.seconds(ours / STATES)
            table.line(f"accelerations in {name}", *each, ratio, table.at_most(ratio, bar))
            same &= bool(np.max(np.abs(last - known)) <= SAME * np.max(np.abs(known)))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
