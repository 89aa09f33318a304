"""How bodies move in a system, in the coordinates that they have when they are cut free."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.formalisms.calculus import Programmed
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare

AGREES = 1e-9
"""A larger difference of accelerations, of the largest one, withholds the equations."""

Coordinates = Mapping[int, tuple[str, ...]]
"""Names of x, y and the angle by body; a mass point has no angle."""


@dataclass(frozen=True)
class BodyMotions:
    """Position, velocity and acceleration of coordinates by name."""

    q: Mapping[str, float]
    qd: Mapping[str, float]
    qdd: Mapping[str, float]


def body_motions(prepared: Prepared, state: State, names: Coordinates) -> BodyMotions:
    """The motions of bodies at a state, along the accelerations of the recursion.

    Raises LagrError for parameters or functions without a value.
    """
    calculus = Programmed(prepared.reading)
    kinetics, scope = Kinetics(prepared.reading, calculus), calculus.scope
    outputs = {}
    for body in kinetics.bodies:
        turned = body.E[0][0], body.E[0][1], body.omega[2], body.alpha[2]
        moved: tuple[Any, ...] = (*body.x[:2], *body.v[:2], *body.a[:2], *turned)
        outputs[f"{body.number}"] = [value.node for value in moved]
    inputs = [*scope.whole_state, *(value.node for value in kinetics.qdd)]
    kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs, "python")
    (at,) = prepared.evaluator.evaluate(prepared.values, [state])
    found = kernel.bind(prepared.parameters)(np.array([*state.row, *at.qdd]))
    q, qd, qdd = dict[str, float](), dict[str, float](), dict[str, float]()
    for number, own in names.items():
        x, y, vx, vy, ax, ay, c, s, omega, alpha = found[f"{number}"].tolist()
        for name, *values in zip(
            own, (x, y, math.atan2(s, c)), (vx, vy, omega), (ax, ay, alpha), strict=False
        ):
            q[name], qd[name], qdd[name] = values
    return BodyMotions(q, qd, qdd)


def check_freed(prepared: Prepared, free: Model, names: Coordinates) -> None:
    """Raise Disagreement where bodies that are cut free accelerate otherwise than in the system.

    Without conditions velocities are not those of the start but some that differ from zero.
    """
    try:
        start, cut = prepared.start, prepare(free, prepared.special)
        if not prepared.reading.constraints:
            speeds = tuple(math.cos(1.0 + 2.0 * place) for place, _ in enumerate(start.qd))
            start = State(start.t, start.q, speeds)
        moved = body_motions(prepared, start, names)
        own = cut.coordinates
        state = State(start.t, *(tuple(way[name] for name in own) for way in (moved.q, moved.qd)))
        (found,) = cut.evaluator.evaluate(cut.values, [state])
    except LagrError:  # a parameter or a function without a value
        return
    wanted = np.array([moved.qdd[name] for name in own])
    size = max(float(np.max(np.abs(wanted), initial=0.0)), 1e-300)
    residual = float(np.max(np.abs(found.qdd - wanted), initial=0.0)) / size
    if residual > AGREES:
        raise disagreement(say("Lagrange’s first kind"), residual, prepared.model.name)
