"""Closed loops: Andrews' squeezer to 0.03 s with six correct digits, beside SUNDIALS IDA.

    python benchmarks/loops.py

The peer solves the index-1 form with the same machine code for g, Q − h, G and γ̿:
q' = v, v' = a, g a − Gᵀ λ = Q − h, G a = −γ̿.  Correct digits are those against the published
solution (Test Set for IVP Solvers).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
import table
from numpy.typing import NDArray
from sksundae.ida import IDA

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import System
from lagr_gui.prepared import prepare
from tests.acceptance.translate import system_of

CASE = Path(__file__).parents[1] / "tests/acceptance/cases/L03_A03_andrews_squeezer.json"
END = 0.03
WANTED = 6.0
"""Correct digits."""

Array = NDArray[np.float64]
Solve = Callable[[list[float], float], tuple[float, Array, str]]
"""From start positions and a tolerance to seconds, the end, and the effort in words."""


@dataclass(frozen=True)
class Run:
    """A tolerance, the correct digits that it gave, seconds, and the effort in words."""

    rtol: float
    digits: float
    seconds: float
    effort: str


def digits(found: Array, wanted: Array) -> float:
    """Correct digits of the worst coordinate."""
    return float(-np.log10(np.max(np.abs(found - wanted) / np.abs(wanted))))


def ours(system: System, start: list[float], rtol: float) -> tuple[float, Array, str]:
    """Seconds, the end, and the effort of the program."""
    begin = perf_counter()
    motion = system.simulate(END, q0=start, qd0=[0.0] * 7, rtol=rtol, atol=rtol / 100, points=2)
    return perf_counter() - begin, motion.q[-1], f"{motion.steps} steps"


def sundials(system: System, start: list[float], rtol: float) -> tuple[float, Array, str]:
    """The same of IDA on the index-1 form."""
    bound = prepare(system.model).conditions
    assert bound is not None
    f, m = len(bound.coordinates), len(bound.sources)

    def residual(t: float, y: Array, yp: Array, out: Array) -> None:
        q, v, a, multipliers = np.split(y, [f, 2 * f, 3 * f])
        found = bound.at(t, q, v)
        out[:f] = yp[:f] - v
        out[f : 2 * f] = yp[f : 2 * f] - a
        out[2 * f : 3 * f] = found.g @ a - found.G.T @ multipliers - found.force
        out[3 * f :] = found.G @ a + found.gamma

    begin = perf_counter()
    at = bound.at(0.0, np.array(start), np.zeros(f)).solution()
    y = np.concatenate([start, np.zeros(f), at.qdd, at.multipliers])
    yp = np.concatenate([np.zeros(f), at.qdd, np.zeros(f + m)])
    # Accelerations and multipliers stay out of the error test.
    sizes = np.concatenate([np.full(f, 1.0), np.full(f, 1e3), np.full(f + m, 1e20)])
    solver = IDA(
        residual,
        rtol=rtol,
        atol=rtol * sizes,
        algebraic_idx=list(range(2 * f, 3 * f + m)),
        max_num_steps=100_000,
    )
    found = solver.solve([0.0, END], y, yp)
    return perf_counter() - begin, np.asarray(found.y)[-1, :f], f"{found.nfev} evaluations"


def cheapest(solve: Solve, start: list[float], order: list[int], wanted: Array) -> Run:
    """The run with the largest tolerance that gives the digits, the shortest of five."""
    for rtol in (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11):
        reached = digits(solve(start, rtol)[1][order], wanted)
        if reached >= WANTED:
            took, _, effort = min((solve(start, rtol) for _ in range(5)), key=lambda run: run[0])
            return Run(rtol, reached, took, effort)
    raise SystemExit("No tolerance gives the digits.")


def main() -> None:
    """Both programs, each as cheaply as it reaches the digits."""
    data = json.loads(CASE.read_text("utf-8"))
    published, start = data["checks"]["published"], data["checks"]["trajectory"]["q0"]
    system = system_of(data["model"])
    names = list(system.check().coordinates)
    order = [names.index(name) for name in published["order"]]
    wanted = np.array(published["y_1_7"])
    ours(system, start, 1e-6)  # derives and compiles
    mine = cheapest(partial(ours, system), start, order, wanted)
    peer = cheapest(partial(sundials, system), start, order, wanted)
    table.head("Andrews' squeezer to 0.03 s, six correct digits; peer: SUNDIALS IDA, index 1")
    goal = table.at_most(mine.seconds, 0.3, "s")
    shown = table.seconds(mine.seconds), table.seconds(peer.seconds)
    table.line("lagr_gui over SUNDIALS IDA", *shown, mine.seconds / peer.seconds, goal)
    for name, run in (("lagr_gui", mine), ("SUNDIALS IDA", peer)):
        print(f"{name}: rtol {run.rtol:.0e}, {run.digits:.1f} digits, {run.effort}")


if __name__ == "__main__":
    main()
