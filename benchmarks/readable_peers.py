"""The readable form of planar chains beside SymPy's LagrangesMethod and KanesMethod.

    python benchmarks/readable_peers.py [links …]

Every derivation runs in a process of its own, because the user waits for the first run;
libraries are loaded before the clock starts.  A peer that needs more than 120 s is ended.
Ours is the complete sheet: metric, Christoffel symbols, forces, energies and kinematics;
SymPy's is mass matrix and forcing.  Then both compute the accelerations at one random state.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import table
from readable_models import planar_chain, robot_arm
from sympy_chain import chain_numbers

from lagr_gui import pipeline
from lagr_gui.model import Model

LIMIT = 120.0
RUNS = 5
GOALS = {("lagrange", 10): 150.0, ("kane", 10): 70.0}
PLAIN = {"chain 10": 0.5, "arm 6": 2.0}
NAMES = {"lagrange": "LagrangesMethod", "kane": "KanesMethod"}
HERE = Path(__file__).parent


def ours(what: str) -> None:
    """Derive once, in a fresh process; what a peer prints, too."""
    sort, links = what.split()
    model = planar_chain(int(links)) if sort == "chain" else robot_arm()
    print(json.dumps(table.timed(lambda: pipeline.equations(model))), flush=True)
    print(json.dumps(accelerations(model, int(links)) if sort == "chain" else []))


def accelerations(model: Model, links: int) -> list[float]:
    """q̈ of the sheet at the numbers of the chain."""
    values = chain_numbers(links)
    entries = tuple(p.model_copy(update={"value": values[p.name]}) for p in model.parameters)
    state = {
        "t": 0.0,
        "q": [values[f"q{i}"] for i in range(1, links + 1)],
        "qd": [values[f"qd{i}"] for i in range(1, links + 1)],
    }
    model = model.model_copy(update={"parameters": entries})
    (found,) = pipeline.evaluate(model, [state], derivation="closed")
    return np.asarray(found.qdd).tolist()


def run(file: str, *words: str) -> tuple[float, list[float]] | None:
    """Seconds and accelerations of a fresh process; None where it needs too long."""
    command = [sys.executable, str(HERE / file), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        clock = threading.Timer(LIMIT, process.kill)
        clock.start()
        first = process.stdout.readline()
        clock.cancel()
        rest = process.stdout.read()
    return (json.loads(first), json.loads(rest)) if first and rest else None


def best(file: str, *words: str) -> tuple[float, list[float]] | None:
    """The shortest of several processes; slow ones run once."""
    found = run(file, *words)
    for _ in range(RUNS - 1):
        if found is None or found[0] > LIMIT / 10:
            break
        again = run(file, *words)
        found = min(found, again) if again else found
    return found


def compare(links: int) -> None:
    """The lines of one chain."""
    mine = best("readable_peers.py", "--ours", f"chain {links}")
    assert mine
    for method, name in NAMES.items():
        peer = best("sympy_chain.py", method, str(links))
        what = f"chain of {links} rods, {name}"
        ratio = (peer[0] if peer else LIMIT) / mine[0]
        bound = GOALS.get((method, links))
        goal = table.at_least(ratio, bound, "×") if bound else None
        theirs = table.seconds(peer[0]) if peer else f"> {LIMIT:g} s"
        table.line(what, table.seconds(mine[0]), theirs, ratio, goal, peer is None)
        if peer:
            print(f"    deviation of the accelerations {deviation(mine[1], peer[1]):.1e}")


def deviation(a: list[float], b: list[float]) -> float:
    """The largest difference over the largest value."""
    return float(np.max(np.abs(np.subtract(a, b))) / np.max(np.abs(b)))


def main() -> None:
    """Measure the chains that were asked for, then the plain times."""
    if sys.argv[1:2] == ["--ours"]:
        ours(sys.argv[2])
        return
    table.head("Readable form: seconds to derive, peer over ours")
    for links in [int(word) for word in sys.argv[1:]] or [3, 5, 7, 10]:
        compare(links)
    for what, bound in PLAIN.items():
        found = best("readable_peers.py", "--ours", what)
        assert found
        goal = table.at_most(found[0], bound, "s")
        table.line(f"complete sheet, {what}", table.seconds(found[0]), goal=goal)


if __name__ == "__main__":
    main()
