"""Small systems with dry friction, along any axis and drawn either way round."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np

from lagr_gui import GROUND, System
from lagr_gui.simulation import Trajectory
from tests.simulation.friction.units import Units

ALONG = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]


@dataclass(frozen=True)
class Drawn:
    """How a joint with body 0 is drawn: its axis, and whether body 0 is its child."""

    axis: tuple[float, ...] = (1, 0, 0)
    backwards: bool = False

    @property
    def sign(self) -> int:
        """By what the coordinate of the joint counts along a direction of its axis."""
        return -1 if self.backwards else 1

    def join(self, system: System, kind: str, body: int, name: str, point: Any = (0, 0, 0)) -> None:
        """Draw the joint of a body at a point of it."""
        ends = ("point_parent", "point_child")[:: self.sign]
        bodies = (GROUND, body)[:: self.sign]
        system.joint(kind, *bodies, name, axis=self.axis, **{ends[1]: point})


def changes(motion: Trajectory) -> list[tuple[float, tuple[int, ...]]]:
    """From when on frictions slide in which senses; what stays as it is told once."""
    driven = motion.driven
    assert driven is not None
    found: list[tuple[float, tuple[int, ...]]] = []
    for t, values in zip(driven.t.tolist(), driven.values.astype(int).tolist(), strict=True):
        if not found or found[-1][1] != tuple(values):
            found.append((t, tuple(values)))
    return found


def slope(degrees: float, speed: float, drawn: Drawn, units: Units, tangent: float = 0) -> System:
    """F01: a block on a plane, μ = 0.3, that starts down with a speed; gravity leans instead.

    With a `tangent` that is tan α.
    """
    angle = np.arctan(tangent) if tangent else radians(degrees)
    g = 9.81 * units.speed / units.time
    across = np.array(np.roll(drawn.axis, 1), float)
    lean = g * (sin(angle) * np.array(drawn.axis) - cos(angle) * across)
    system = System("slope", gravity=("gx", "gy", "gz"))
    for letter, part in zip("xyz", lean.tolist(), strict=True):
        system.parameter(f"g{letter}", part)
    system.parameter("m", 1.7 * units.mass)
    system.parameter("R", 0.3 * 1.7 * units.mass * g * cos(angle))
    block = system.body(mass="m")
    drawn.join(system, "prismatic", block, "x", (units.length, 0, 0))
    system.element("joint_friction", coordinate="x", kinetic="R")
    system.start(x=(0, drawn.sign * speed * units.speed))
    system.plan(until=2 * units.time)
    return system


def oscillator(drawn: Drawn, units: Units) -> System:
    """F02: mass 1 on a spring 100 with R = 3, released at 0.5."""
    system = System("oscillator", gravity=(0, 0, 0))
    for name, value in {"m": units.mass, "c": 100 * units.stiffness, "R": 3 * units.force}.items():
        system.parameter(name, value)
    block = system.body(mass="m")
    drawn.join(system, "prismatic", block, "x")
    system.element("coordinate_spring", coordinate="x", c="c")
    system.element("joint_friction", coordinate="x", kinetic="R")
    system.start(x=drawn.sign * 0.5 * units.length)
    system.plan(until=3 * units.time)
    return system


def belt(drawn: Drawn, units: Units) -> System:
    """F04: the same spring on a belt of speed 0.2, H = 5, R = 3; it sticks at x = 0."""
    system = System("belt", gravity=(0, 0, 0))
    values = {"m": units.mass, "c": 100 * units.stiffness, "R": 3 * units.force}
    values |= {"H": 5 * units.force, "v": drawn.sign * 0.2 * units.speed}
    for name, value in values.items():
        system.parameter(name, value)
    block = system.body(mass="m")
    drawn.join(system, "prismatic", block, "x")
    system.element("coordinate_spring", coordinate="x", c="c")
    system.element("joint_friction", coordinate="x", kinetic="R", static="H", speed="v")
    system.start(x=(0, drawn.sign * 0.2 * units.speed))
    system.plan(until=2 * units.time)
    return system


def pendulum(drawn: Drawn, units: Units) -> System:
    """F06: a point mass 1 on a rod 0.5 with moment 0.4 in the pivot, released at 2 rad."""
    g = 9.81 * units.speed / units.time
    down = np.array(np.roll(drawn.axis, 1), float)
    system = System("pendulum", g=g, gravity=tuple(f"{int(d)}*g" for d in down))
    values = {"m": units.mass, "R": 0.4 * units.moment, "l": 0.5 * units.length}
    for name, value in values.items():
        system.parameter(name, value)
    bob = system.body(mass="m")
    drawn.join(system, "revolute", bob, "phi", tuple(f"{-int(d)}*l" for d in down))
    system.element("joint_friction", coordinate="phi", kinetic="R")
    system.start(phi=drawn.sign * 2.0)
    system.plan(until=9 * units.time)
    return system


def rotor(drawn: Drawn, units: Units) -> System:
    """F08: a rotor 0.02 under 3 sin 10 t, held by a brake with moment 2, from rest."""
    system = System("rotor", gravity=(0, 0, 0))
    system.parameter("m", units.mass)
    system.parameter("M", drawn.sign * 3 * units.moment)
    system.parameter("w", 10 / units.time)
    system.parameter("B", 2 * units.moment)
    J = 0.02 * units.mass * units.length**2
    system.parameter("J", J)
    body = system.body(mass="m", inertia=("J", "J", "J"))
    drawn.join(system, "revolute", body, "phi")
    system.element("coordinate_force", coordinate="phi", force="M*sin(w*t)")
    system.element("brake", coordinate="phi", moment="B")
    system.plan(until=1.3 * units.time)
    return system


def blocks(drawn: Drawn, units: Units) -> System:
    """F09: block 2 on block 1 on the floor, pulled at block 1 with 4 t."""
    g = 9.81 * units.speed / units.time
    system = System("blocks", gravity=(0, 0, 0))
    values = {"m1": 2.0 * units.mass, "m2": units.mass, "k": 4 * units.force / units.time}
    values |= {"R1": 0.6 * units.mass * g, "R2": 0.3 * units.mass * g}
    for name, value in values.items():
        system.parameter(name, value)
    lower, upper = system.body(mass="m1"), system.body(mass="m2")
    drawn.join(system, "prismatic", lower, "x")
    system.joint("prismatic", *(lower, upper)[:: drawn.sign], "u", axis=drawn.axis)
    for number, name in enumerate("xu", start=1):
        system.element("joint_friction", coordinate=name, kinetic=f"R{number}")
    way = drawn.sign
    system.element("coordinate_force", coordinate="x", force=f"{way}*k*t")
    system.plan(until=6 * units.time)
    return system
