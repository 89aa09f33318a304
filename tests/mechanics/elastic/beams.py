"""Beams for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from lagr_gui import GROUND, System

MU, L, EI, G = 1.2, 0.8, 7.0, 9.81
UNIT = float(np.sqrt(EI / (MU * L**4)))
"""√(EI/(ρA L⁴)), by which frequencies are measured (1/s)."""


def bend(system: System, root: int, tip: int, *amplitudes: str, **fields: Any) -> None:
    """Draw a beam of the usual size."""
    known = {"name": "beam", "length": "L", "density": "mu", "stiffness": "B"}
    system.joint("beam", root, tip, *amplitudes, **(known | fields))


def parameters() -> dict[str, float]:
    """The parameters of `bend`."""
    return {"mu": MU, "L": L, "B": EI}


def cantilever(count: int = 2, mass: float = 0.0, **fields: Any) -> System:
    """A beam from the ground to a point mass, with amplitudes q1, q2 …"""
    system = System("cantilever", **parameters())
    tip = system.body("tip", mass)
    bend(system, GROUND, tip, *(f"q{i}" for i in range(1, count + 1)), **fields)
    return system
