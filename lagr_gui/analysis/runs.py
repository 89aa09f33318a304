"""What goes with a motion of a model: poses, impacts, lines without direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.analysis.audits import check_poses
from lagr_gui.catalogue.kinds import Condition, Dissipation, Limit, Potential
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.forces import law_slope
from lagr_gui.mechanics.recursion.reach import MEETING
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.numerics import collide, on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.posing import pose_motion, start_state
from lagr_gui.simulation import (
    Trajectory,
    faults,
)


@dataclass(frozen=True)
class Struck:
    """An impact of one limit at a state: its h = ∂H/∂q (f,), h₀ = ∂H/∂t, and what follows.

    u (f,) and v (m,) solve (36); `impulse` is Λ (38), `after` q̇⁺ (f,) (39), `multipliers` the
    impulses Λ v (m,) of the conditions; T before and after.
    """

    source: str
    h: np.ndarray
    h0: float
    u: np.ndarray
    v: np.ndarray
    impulse: float
    after: np.ndarray
    multipliers: np.ndarray
    T_before: float
    T_after: float


def sliding_at(prepared: Prepared, state: State) -> Prepared:
    """The system as its frictions slide at a state.

    Raises LagrError where one of them does not: it may stick then; and where reactions bound one.
    """
    binding, frictions = prepared.conditions, prepared.reading.frictions
    if binding is None or not frictions:
        return prepared
    limits = binding.at_limits(state.t, np.array(state.q), np.array(state.qd))
    for part in prepared.reading.loaded[:1]:
        raise refusal(
            say("Element “{name}”", name=part.record.name),
            "Its dry friction follows from the reaction of its joint in a motion; what is asked "
            "here knows given forces.",
            "Simulate the model from this state, or give the friction itself.",
            "friction",
        )
    slips = limits.velocity[binding.stops : binding.stops + len(frictions)]
    for part, slip in zip(frictions, slips.tolist(), strict=True):
        if slip == 0:
            raise refusal(
                say("Element “{name}”", name=part.record.name),
                "Its dry friction does not slide at this state; whether it sticks follows from all "
                "that acts.",
                "Give a state in which it slides, or simulate the model from there.",
                "friction",
            )
    for number in binding.rigid(state.t, state.y):
        if slips[number - binding.stops] < 0:
            raise refusal(
                say("Element “{name}”", name=frictions[number - binding.stops].record.name),
                "This state turns a one-way clutch backwards.",
                "Give velocities at which it turns freely.",
                "friction",
            )
    return prepared.sliding(tuple(np.sign(slips).astype(int).tolist()))


@on_one_thread
def strike(prepared: Prepared, state: State | Mapping[str, Any]) -> list[Struck]:
    """What an impact of each limit would do at a state, wherever that is (33–39).

    Raises LagrError for an unsound model or a state that does not fit.
    """
    binding = prepared.conditions
    start = State.read(state, prepared.coordinates)
    if binding is None:
        return []
    t, q, qd = start.t, np.array(start.q), np.array(start.qd)
    bound, limits, kappa = binding.at(t, q, qd), binding.at_limits(t, q, qd), binding.restitution()
    struck: list[Struck] = []
    for i, source in enumerate(binding.limit_sources[: binding.stops]):
        h, speed = limits.G[i], limits.velocity[i]
        one = np.array([i])
        impacts = collide(bound.g, bound.rows, limits.rows[one], speed[None], kappa[one], qd)
        struck.append(
            Struck(
                source,
                h,
                float(speed - h @ qd),
                impacts.u[0],
                impacts.v[0],
                float(impacts.impulses[0]),
                impacts.qd,
                impacts.multipliers,
                float(qd @ bound.g @ qd) / 2,
                float(impacts.qd @ bound.g @ impacts.qd) / 2,
            )
        )
    return struck


def without_direction(prepared: Prepared, t: float, q: np.ndarray) -> LagrError | None:
    """Elements along lines that have no direction at positions q (f,), where there are some."""
    lines = poses(prepared, [t], q[None], 0 * q[None]).lines
    directed = prepared.kept("directed", lambda: {*prepared.recursion.applied.straight})
    met = [
        part
        for part in prepared.reading.lines
        if part.record.name not in directed
        and _needs_direction(part)
        and _meets(lines[part.record.name][0])
    ]
    ropes = [part.key for part in met if len(part.course) > ENDS]
    return faults.without_direction([part.key for part in met], t, ropes) if met else None


ENDS = 2
"""Points of a line without pulleys."""


def _meets(points: np.ndarray) -> bool:
    """Whether a line leads from a point (k, 3) to the same one."""
    spans = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return bool(spans.min() <= 2 * MEETING * np.linalg.norm(points))


def _needs_direction(part: Part) -> bool:
    """Whether the force of an element has no value where a span has no length."""
    match part.kind.law:
        case Potential(text):
            slope = law_slope(part, text, "length", over="length")
            return Symbol("length") in symbols(slope)
        case Dissipation(text):
            return "rate" in {symbol.name for symbol in symbols(read(text))}
        case Condition(position=texts) | Limit(reached=texts):
            named = {symbol.name for text in texts for symbol in symbols(read(text))}
            return "length" in named
        case _:
            return True


def motion(prepared: Prepared, trajectory: Trajectory) -> Motion:
    """Where the bodies are along a trajectory."""
    return poses(prepared, trajectory.t, trajectory.q, trajectory.qd)


def start_motion(prepared: Prepared) -> Motion:
    """Where the bodies are at the start: a motion of one instant.

    Where the conditions cannot be met the start values are shown as they were given.
    """
    return poses(prepared, *start_state(prepared))


def poses(prepared: Prepared, t: Any, q: Any, qd: Any, checked: bool = True) -> Motion:
    """Where the bodies are at times (n,) and states (n, f).

    Raises Disagreement where an independent formalism contradicts, if that is `checked`.
    """
    tables = pose_motion(prepared, t, q, qd)
    if checked:
        check_poses(prepared, tables, q, qd)
    return tables
