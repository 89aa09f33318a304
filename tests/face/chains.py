"""Random chains with springs and dampers, from a seed; small enough for plain linear algebra."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from lagr_gui import GROUND, System

Array = Any
KINDS = ("revolute", "prismatic", "universal", "cylindrical")


def chain(seed: int, bodies: int = 2, damped: bool = True, weight: bool = True) -> System:
    """Bodies on random joints one after the other, with springs that hold every coordinate."""
    source = random.Random(seed)
    gravity = (0, "-g", 0) if weight else (0, 0, 0)
    system = System(f"chain {seed}", gravity=gravity, c=6.0, k=0.4)
    before = GROUND
    for number in range(bodies):
        mass = round(source.uniform(0.5, 2), 2)
        moments = [round(source.uniform(0.05, 0.09), 3) for _ in range(3)]
        body = system.body(mass=mass, inertia=moments)
        kind = source.choice(KINDS)
        axes = {"axis": vector(source)} | ({"axis2": vector(source)} if kind == "universal" else {})
        system.joint(
            kind,
            before,
            body,
            point_parent=vector(source, 0.4),
            point_child=vector(source, 0.4),
            name=f"joint {number}",
            **axes,
        )
        before = body
    for index, name in enumerate(system.check().coordinates):
        system.element("coordinate_spring", coordinate=name, c=f"{index + 2}*c", q0=0.1)
        if damped:
            system.element("coordinate_damper", coordinate=name, k=f"k*(1 + {index})")
    return system


def vector(source: random.Random, size: float = 1.0) -> tuple[float, float, float]:
    x, y, z = (round(source.uniform(-size, size), 2) for _ in range(3))
    return (x, y, z + 0.3)


def accelerations(system: System, t: float, q: Array, qd: Array) -> Array:
    (found,) = system.evaluate({"t": t, "q": list(q), "qd": list(qd)})
    return np.array(found.qdd)


def several(system: System, rows: list[tuple[float, Array, Array]]) -> Array:
    """q̈ (n, f) at several states, in one question."""
    states = [{"t": t, "q": list(q), "qd": list(qd)} for t, q, qd in rows]
    return np.array([entry.qdd for entry in system.evaluate(states)])


def jacobians(system: System, t: float, q: Array, qd: Array, h: float = 1e-6) -> tuple[Any, Any]:
    """∂q̈/∂q and ∂q̈/∂q̇ (f, f) by central differences."""
    f = len(q)
    steps = np.eye(f) * h
    rows = [(t, q + s * step, qd) for step in steps for s in (1, -1)]
    rows += [(t, q, qd + s * step) for step in steps for s in (1, -1)]
    found = several(system, rows)
    slopes = (found[::2] - found[1::2]) / (2 * h)
    return slopes[:f].T, slopes[f:].T
