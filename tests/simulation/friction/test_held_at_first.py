"""What is held at first while the load on it changes: rounding is no motion to be followed."""

from collections.abc import Callable

import numpy as np
import pytest

from lagr_gui import GROUND, System
from tests.each import each

Drawing = Callable[[float, float], System]
"""What is pressed by a load G, and driven against it by M sin ω t."""

J, K, W = 0.06, 0.013, 3.0
"""Inertias of what is driven and of what is taken along, the circular frequency of the drive."""


def pair(kind: str) -> System:
    """Two bodies with coordinates q0 and q1, without gravity."""
    s = System("pair", gravity=(0, 0, 0))
    for n, size in enumerate((J, K)):
        s.body(mass=size, inertia=(0, 0, size))
        s.joint(kind, n if kind == "prismatic" else GROUND, n + 1, f"q{n}")
    return s


def winch(M: float, G: float) -> System:
    """A lever takes a drum with a load along by a clutch; a pawl holds it before."""
    s, way = pair("revolute"), "forwards" if G > 0 else "backwards"
    s.element("coordinate_force", coordinate="q0", force=f"{M}*sin({W}*t)")
    s.element("coordinate_force", coordinate="q1", force=f"{-G}")
    s.element("one_way_clutch", "drive", coordinate="q1", other="q0", turns=way)
    s.element("one_way_clutch", "pawl", coordinate="q1", turns=way)
    return s


def brakes(M: float, G: float) -> System:
    """Two brakes, of which one lets go."""
    s = pair("prismatic")
    s.element("coordinate_force", coordinate="q0", force=f"{M}*sin({W}*t)")
    s.element("brake", coordinate="q0", moment=abs(G))
    s.element("brake", coordinate="q1", moment=3 * abs(G))
    return s


def stops(M: float, G: float) -> System:
    """Two carts, each pressed on a stop; the lower one lifts the other."""
    s, (lower, upper) = pair("prismatic"), (0, 99) if G > 0 else (-99, 0)
    s.element("coordinate_force", coordinate="q0", force=f"{M}*sin({W}*t) - {G}")
    s.element("coordinate_force", coordinate="q1", force=f"-{3 * G}*(2 + cos({W}*t))")
    for n in range(2):
        s.element("stop", coordinate=f"q{n}", lower=lower, upper=upper, restitution=0)
    return s


@each("drawn, G", [(winch, -30.0), (brakes, 10.0), (stops, 100.0)])
def test_steps_are_few_until_it_moves_as_it_must(drawn: Drawing, G: float) -> None:
    """(J + K) q̈ = M sin ω t − G from where this is above 0."""
    M, end, free = 2 * G, 0.4, np.arcsin(0.5) / W
    moved = drawn(M, G).simulate(until=end, points=11)
    assert moved.steps < 200
    phase, since = W * free, end - free
    speed = (M * (np.cos(phase) - np.cos(W * end)) / W - G * since) / (J + K)
    way = M * (np.cos(phase) * since - (np.sin(W * end) - np.sin(phase)) / W) / W
    q = (way - G * since**2 / 2) / (J + K)
    assert moved.q[-1, 0] == pytest.approx(q, rel=1e-8)
    assert moved.qd[-1, 0] == pytest.approx(speed, rel=1e-8)
