"""Small systems in which one joint or element is looked at, and where their bodies are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui import GROUND, System

Array = Any

JOINTS: dict[str, dict[str, Any]] = {
    "revolute": {"axis": (0.3, -0.5, 0.9)},
    "prismatic": {"axis": (1, 0.4, -0.2)},
    "cylindrical": {"axis": (0.2, 1, 0.3)},
    "screw": {"axis": (0.1, 0.2, 1), "pitch": 0.8},
    "universal": {"axis": (1, 0.1, 0), "axis2": (0, 1, 0.3)},
    "spherical": {},
    "planar": {},
    "free": {},
    "general": {"distance": ("s1^2/2", "0.3*s1", "sin(s1)")},
    "beam": {"stiffness": 5, "density": 0.3, "length": 0.7},
}
"""Every kind of joint that moves, with fields that are not its default."""
NAMED = {"general": ("s1",), "beam": ("w1", "w2")}

LINE: dict[str, Any] = {
    "body_a": 1,
    "point_a": (0.1, -0.2, 0.3),
    "body_b": 2,
    "point_b": (-0.3, 0.1, 0.2),
}
GROUNDED: dict[str, Any] = {**LINE, "body_b": 0, "point_b": (0.9, 1.4, -0.8)}
OVER: dict[str, Any] = {
    **LINE,
    "pulleys": ({"body": 0, "point": (1.0, 0.8, 0.4)}, {"body": 1, "point": (0, 0.4, 0)}),
}

POTENTIALS: dict[str, tuple[str, dict[str, Any]]] = {
    "spring": ("spring", {**LINE, "c": 7.0, "l0": 0.6}),
    "spring to ground": ("spring", {**GROUNDED, "c": 3.0}),
    "spring by a sum": ("spring", {**LINE, "c": "2*k + 1", "l0": "k/4"}),
    "coordinate spring": ("coordinate_spring", {"coordinate": "{q}", "c": 4.0, "q0": 0.2}),
    "elastic rope": ("elastic_rope", {**OVER, "c": 5.0, "l0": 0.3}),
    "slack rope": ("elastic_rope", {**OVER, "c": 5.0, "l0": 50.0}),
    "energy": ("energies", {"potential": "k*sin({q})*cos(beta)"}),
}
"""Elements with a potential; {q} stands for the first coordinate."""
DAMPERS: dict[str, tuple[str, dict[str, Any]]] = {
    "dashpot": ("dashpot", {**LINE, "k": 0.9}),
    "dashpot to ground": ("dashpot", {**GROUNDED, "k": 0.4}),
    "damper of LAGR": ("lagr_damper", {**LINE, "k": 0.7}),
    "coordinate damper": ("coordinate_damper", {"coordinate": "{q}", "k": 0.6}),
    "rope damper": ("rope_damper", {**OVER, "k": 0.5}),
    "function": ("energies", {"dissipation": "k*({q}' - beta')^2/2"}),
}
PUSHED: dict[str, Any] = {"body": 2, "point": (0.2, -0.1, 0.3), "vector": (1.5, -2.0, 0.7)}
TURNED: dict[str, Any] = {"body": 2, "vector": (0.4, 0.9, -0.6)}
LOADS: dict[str, tuple[str, dict[str, Any]]] = {
    "force": ("force", PUSHED),
    "force in body axes": ("force", {**PUSHED, "axes": "body"}),
    "force of the state": ("force", {**PUSHED, "vector": ("sin({q})", "-0.3*beta'", "t + k")}),
    "torque": ("torque", TURNED),
    "torque in body axes": ("torque", {**TURNED, "axes": "body"}),
    "torque between bodies": ("torque", {**TURNED, "reaction_body": 1}),
    "torque of bodies in body axes": ("torque", {**TURNED, "reaction_body": 1, "axes": "body"}),
    "force on a coordinate": ("coordinate_force", {"coordinate": "{q}", "force": "2 - k*beta'"}),
    "pull of a rope": ("rope_pull", {**OVER, "pull": "1.5 + beta"}),
}


def pair(joint: str, element: tuple[str, dict[str, Any]] | None = None) -> System:
    """Body 1 on a joint of the kind, body 2 on a revolute joint, perhaps an element."""
    system = System(gravity=(0.3, "-g", 0.2), k=1.3)
    one = system.body(mass=1.2, inertia=(0.11, 0.14, 0.12, 0.01, -0.02, 0.015))
    two = system.body(mass=0.7, inertia=(0.08, 0.05, 0.09))
    fields: dict[str, Any] = {
        **JOINTS[joint],
        "point_parent": (0.1, 0.2, -0.1),
        "point_child": (-0.2, 0.1, 0.15),
    }
    system.joint(joint, GROUND, one, *NAMED.get(joint, ()), **fields)
    first = system.check().coordinates[0]
    system.joint("revolute", one, two, "beta", axis=(0, 0.2, 1), point_child=(0.4, 0.1, 0))
    if element is not None:
        kind, given = element
        system.element(kind, "looked at", **_named(given, first))
    return system


def _named(fields: dict[str, Any], coordinate: str) -> dict[str, Any]:
    """The fields with the name of the first coordinate in the place of {q}."""

    def put(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(put, value))
        return value.format(q=coordinate) if isinstance(value, str) else value

    return {name: put(value) for name, value in fields.items()}


@dataclass(frozen=True)
class State:
    """A state of a system, and those a little beside it."""

    t: float
    q: Array
    qd: Array

    def __add__(self, step: tuple[Any, Any]) -> State:
        return State(self.t, self.q + step[0], self.qd + step[1])

    @property
    def given(self) -> dict[str, Any]:
        return {"t": self.t, "q": self.q.tolist(), "qd": self.qd.tolist()}


def states(system: System, seed: int, count: int = 1) -> list[State]:
    """Random states."""
    f = len(system.check().coordinates)
    source = random.Random(seed)
    return [
        State(
            source.uniform(0, 2),
            np.array([source.uniform(-0.6, 0.8) for _ in range(f)]),
            np.array([source.uniform(-1, 1) for _ in range(f)]),
        )
        for _ in range(count)
    ]


H = 1e-5


def beside(state: State, of: str) -> list[State]:
    """The states on both sides, by each coordinate (q) or velocity (qd)."""
    steps = np.eye(len(state.q)) * H
    zero = np.zeros(len(state.q))
    return [
        state + ((sign * step, zero) if of == "q" else (zero, sign * step))
        for step in steps
        for sign in (1, -1)
    ]


def slopes(values: Sequence[Any]) -> Array:
    """Central differences of what `beside` gave."""
    table = np.array(values, dtype=float)
    return (table[::2] - table[1::2]) / (2 * H)


def evaluated(system: System, several: Sequence[State], **how: Any) -> list[Any]:
    """What `evaluate` says at several states."""
    return system.evaluate([state.given for state in several], **how)
