"""Motions beside Taylor series of the same accelerations: heyoka.py, where it is installed.

    python benchmarks/motion_taylor.py [name …]

Both give states, accelerations and energies at all output times.  heyoka gets the straight-line
program of our kernel, operation by operation, and the loosest tolerance of half a decade at which
it is as exact as we are: errors are the largest on the grid beside heyoka's own motion at the
tolerance of rounding.  What is waited for once is told beside: heyoka's code for a system, ours for
a system, and ours for all steps of a process.  1 is returned where motions differ by more than
errors of steps do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from random import random
from time import sleep
from typing import Any

import numpy as np
import table
from motion import unchecked

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.foundation.resource import sample_models
from lagr_gui.kernel import Kernel
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.machine import MachineCode
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import KernelSystem
from lagr_gui.simulation.bursts import library
from lagr_gui.simulation.tuning import TAYLOR

NAMES = ("double_pendulum", "furuta_pendulum", "robot_arm_6r")
RUNS = 60
ROUNDING = 2.2e-16
ALIKE = 0.5
"""Motions of chaotic systems part by so much at most (rad)."""


def expressions(hk: Any, own: KernelSystem) -> tuple[list[Any], list[Any]]:
    """The state y, and q̈, T and U, as heyoka's expressions: what our kernel computes."""
    layout, slots = own.bound.kernel.layout, own.bound.room().slots
    f = len(own.coordinates)
    y = hk.make_vars(*(f"y{i}" for i in range(2 * f)))
    known: dict[int, Any] = {0: hk.time, **dict(enumerate(y, start=1))}
    binary: dict[int, Callable[[Any, Any], Any]] = {
        code: op.BINARY[code] for code in (op.ADD, op.SUBTRACT, op.MULTIPLY)
    } | {op.DIVIDE: lambda a, b: a / b, op.POWER: lambda a, b: a**b}
    unary = {op.SIN: hk.sin, op.COS: hk.cos, op.SQRT: hk.sqrt, op.EXP: hk.exp}
    unary[op.NEGATE] = lambda a: -a
    places = own.bound.kernel.places
    told = [slot for name in ("qdd", "T", "U") for slot in layout.outputs[places[name][0][1]]]
    wanted, pending = set(told), [*told]
    while pending:
        at = pending.pop() - layout.first_state_result
        if at >= 0:
            new = {*layout.state_stage[at][1:]} - wanted - {-1}
            wanted |= new
            pending += new
    for slot, (code, i, j) in enumerate(layout.state_stage, layout.first_state_result):
        if slot in wanted:
            a, b = (known.get(at, float(slots[at])) for at in (i, j))
            known[slot] = unary[code](a) if j < 0 else binary[code](a, b)
    return y, [known.get(slot, hk.expression(float(slots[slot]))) for slot in told]


class Peer:
    """heyoka's motion of a system."""

    def __init__(self, hk: Any, prepared: Prepared) -> None:
        self._hk, given = hk, prepared.settings
        own = prepared.system()
        self._state, self._told = expressions(hk, own)
        f = len(own.coordinates)
        rates = [*self._state[f:], *self._told[:f]]
        self._equations = list(zip(self._state, rates, strict=True))
        self._start = np.concatenate([given.q0, given.qd0])
        self._times = np.linspace(given.t0, given.t_end, given.points)

    def made(self, tolerance: float) -> Callable[[], np.ndarray]:
        """What computes the states (n, 2f) at all times, and accelerations and energies there."""
        first = self._times[0]
        told = self._hk.cfunc(self._told, self._state)
        taylor = self._hk.taylor_adaptive(self._equations, self._start, tol=tolerance, time=first)

        def run() -> np.ndarray:
            taylor.time = first
            taylor.state[:] = self._start
            states = taylor.propagate_grid(self._times)[-1]
            told(np.ascontiguousarray(states.T), time=self._times)
            return states

        return run

    def new(self) -> None:
        """Make code that it cannot know: what it has made it keeps, also between processes."""
        (y, rate), *others = self._equations
        changed = [(y, rate + 1e-300 * random()), *others]
        self._hk.taylor_adaptive(changed, self._start, tol=1e-12)

    def as_exact(self, right: np.ndarray, error: float) -> Callable[[], np.ndarray]:
        """With the loosest tolerance at which no error is larger."""
        for k in count(12):
            run = self.made(max(10 ** (-k / 2), ROUNDING))
            if np.abs(run() - right).max() <= error or 10 ** (-k / 2) < ROUNDING:
                return run
        raise AssertionError


def compared(hk: Any, prepared: Prepared, name: str) -> bool:
    """Print the lines of one system; whether motions agree."""

    compute, peer = unchecked(prepared), Peer(hk, prepared)
    motion = compute()
    while prepared.system().bound.kernel.level != "optimised":
        sleep(0.1)
    code = table.timed(peer.new)
    right = peer.made(ROUNDING)()
    error = float(np.abs(np.hstack([motion.q, motion.qd]) - right).max())
    ours = min(compute().seconds for _ in range(RUNS))
    row(f"{name}, error {error:.0e}", ours, table.shortest(peer.as_exact(right, error), RUNS))
    own = prepared.system().bound.kernel
    made = table.timed(lambda: translated(own))
    row(f"{name}, its code", made, code)
    return error < ALIKE


def translated(own: Kernel) -> None:
    """Make the machine code of a system anew, with its Taylor series where it has them."""
    code = MachineCode(own.layout, "optimised", len(own.parts))
    Kernel(own.layout, own.places, code, own.parts).series("qdd", TAYLOR.products)


def row(what: str, ours: float, theirs: float) -> None:
    """A line of the table, with the peer over ours."""
    ratio = theirs / ours
    reached = table.at_least(ratio, 1)
    table.line(what, table.seconds(ours), table.seconds(theirs), ratio, reached)


def main(names: list[str]) -> int:
    """Print the lines of each system; 1 where motions differ."""
    table.head("motions beside Taylor series, as exact")
    try:
        heyoka = import_module("heyoka")
    except ImportError:
        table.line("heyoka.py is not installed", "–")
        return 0
    table.line("steps of all systems, once in a process", table.seconds(table.timed(library)))
    paths = [path for path in sample_models() if path.stem in (names or NAMES)]
    agree = [compared(heyoka, pipeline.prepare(pipeline.load(p)), p.stem) for p in paths]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
