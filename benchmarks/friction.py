"""Dry friction: what a change between sliding and sticking costs, beside Moreau's time-stepping.

    python benchmarks/friction.py

Three carts, each on the one before, are shaken and rub.  The peer takes equal steps with the
set-valued law at their ends; its error goes with their length.  A change is what a long motion
takes longer than the same one without friction, over the number of changes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import table
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import GROUND, System

CARTS, R, C, END, LONG = 3, 0.15, 4.0, 60.0, 2700.0
STEP, SWEEPS = 2e-3, 12

Array = NDArray[np.float64]


def carts(friction: bool) -> System:
    """Each cart on the one before, with a spring and a shaker between them."""
    system, before = System("carts"), GROUND
    for n in range(CARTS):
        cart = system.body(mass=1)
        system.joint("prismatic", before, cart, f"x{n}")
        system.element("coordinate_force", coordinate=f"x{n}", force=f"sin({2 + n}*t) - {C}*x{n}")
        if friction:
            system.element("joint_friction", coordinate=f"x{n}", kinetic=R)
        before = cart
    return system


def stepped(h: float) -> Array:
    """The same by Moreau's steps of a length: where the carts are at the end."""
    number = np.arange(CARTS)
    mass = np.array([[CARTS - max(i, j) for j in number] for i in number], float)
    inverse = np.linalg.inv(mass)
    x, v, pull = np.zeros(CARTS), np.zeros(CARTS), np.zeros(CARTS)
    for k in range(round(END / h)):
        t = (k + 0.5) * h
        x = x + h / 2 * v
        v = v + h * inverse @ (np.sin((2 + number) * t) - C * x)
        for _ in range(SWEEPS):
            for i in number:
                slip = v[i] - inverse[i] @ pull
                pull[i] = min(max(pull[i] + slip / inverse[i, i], -h * R), h * R)
        v = v - inverse @ pull
        x = x + h / 2 * v
    return x


def main() -> None:
    """Print the table."""
    rubbing, smooth = carts(friction=True), carts(friction=False)
    motion = rubbing.simulate(until=END)
    ours = table.shortest(lambda: rubbing.simulate(until=END), 3)
    peer = table.timed(lambda: stepped(STEP))
    apart = float(np.max(np.abs(stepped(STEP) - motion.q[-1])))
    long = table.shortest(lambda: rubbing.simulate(until=LONG), 3)
    bare = table.shortest(lambda: smooth.simulate(until=LONG), 3)
    count, changes = len(motion.changes), len(rubbing.simulate(until=LONG).changes)
    table.head(f"Dry friction: {count} changes in {END:g} s; apart by {apart:.1e} m")
    ratio = ours / peer
    times = table.seconds(ours), table.seconds(peer)
    table.line("the motion", *times, ratio, table.at_most(ratio, 1.0))
    table.line(f"{changes} changes", table.seconds(long), goal=table.at_most(long, 1.0, "s"))
    each = (long - bare) / changes
    table.line("a change", table.seconds(each), goal=table.at_most(1e6 * each, 50, "µs"))


if __name__ == "__main__":
    main()
