"""Chains of rods with numbers, as benchmarks of motions and pictures need them."""

from __future__ import annotations

from lagr_gui.model import Body, Inertia, Model
from tests.systems import joint, system


def chain(bodies: int, spatial: bool) -> Model:
    """Rods that hang on each other; the hinges of the spatial one turn about x and z by turns."""
    inertia = Inertia(xx=0.003, yy=0.001, zz=0.003)
    joints = [
        joint(
            "revolute",
            f"hinge {n}",
            n - 1,
            n,
            point_parent=(0, -0.1 if n > 1 else 0, 0),
            point_child=(0, 0.1, 0),
            axis=(1, 0, 0) if spatial and n % 2 else (0, 0, 1),
            coordinates=(f"q{n}",),
        )
        for n in range(1, bodies + 1)
    ]
    rows = [Body(number=n, mass=0.5, inertia=inertia) for n in range(1, bodies + 1)]
    return system(rows, joints, gravity=(0, -9.81, 0), parameters=())
