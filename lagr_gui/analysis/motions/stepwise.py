"""A motion that goes on bit by bit, for whoever pushes it meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, MotionUnderWay
from lagr_gui.analysis.motions.beam_points import is_beam_of
from lagr_gui.analysis.motions.hand import QUICKNESS, Grip, grip, pull
from lagr_gui.analysis.motions.march import refuse_controllers
from lagr_gui.analysis.motions.point_forces import Point, PointForce
from lagr_gui.expression.arguments import number, numbers, wrong
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.state import State
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.centres import centre_of
from lagr_gui.prepared.sensors.bodies import body_number
from lagr_gui.simulation import Settings, Trajectory

POINTS = 2
"""Output times of a bit: its ends."""


def stepwise(
    prepared: Prepared,
    state: State | Mapping[str, Any] | None = None,
    settings: Settings | None = None,
) -> Stepwise:
    """A motion that goes on bit by bit, from the start values or from another state.

    It has the tolerances and the method of `settings` (default: those of the model).  Raises
    LagrError where it cannot begin.
    """
    chosen = prepared.settings if settings is None else settings
    if state is not None:
        begin = State.read(state, prepared.coordinates, prepared.layout.states)
        start = {"q0": begin.q, "qd0": begin.qd, "z0": begin.z}
        chosen = replace(chosen, t0=begin.t, t_end=begin.t, **start)
    return Stepwise(prepared, chosen)


class Stepwise:
    """A motion under way: `advance` lets it go on, with forces at points of bodies.

    Points are given from the origins of bodies, in their axes.

    Between two calls nothing is lost: without forces it is the motion that `simulate` finds.
    """

    def __init__(self, prepared: Prepared, settings: Settings) -> None:
        refuse_controllers(prepared)
        self._prepared = prepared
        self._motion = MotionUnderWay(prepared, settings)

    @property
    def t(self) -> float:
        """The time (s) that is reached."""
        return self._motion.at.t

    @property
    def state(self) -> State:
        """The state that is reached."""
        at = self._motion.at
        return State(at.t, at.q, at.qd, at.z)

    @property
    def trajectory(self) -> Trajectory:
        """The whole motion so far. Raises LagrError before its first bit."""
        if not self._motion.parts:
            raise refusal("trajectory", "The motion has not begun yet.", "Let it advance first.")
        return self._motion.whole

    def advance(
        self, seconds: float, forces: Sequence[PointForce] = (), points: int = POINTS
    ) -> Trajectory:
        """Go on for some seconds with forces that stay as they are; that bit of the motion.

        It has output times at its ends, and others between them where more `points` are wanted.
        Raises as `simulate` does; the motion then stays where it was.
        """
        span = _positive(seconds)
        self._motion.follow(AgentAction(forces=tuple(map(self._read, _listed(forces)))))
        return self._motion.advance(self.t + span, span / max(points - 1, 1))

    def grip(
        self, body: int | str, point: Sequence[float] = (0, 0, 0), quickness: float = QUICKNESS
    ) -> Grip:
        """A hand that takes hold of a point of a body.

        Of a beam, named by its elastic joint, the first number tells the part of its length.

        It holds it by a spring with a damper that draw a free point after the hand with a circular
        frequency of `quickness` (rad/s) without swinging.  Raises LagrError where the point cannot
        move.
        """
        quick = number(quickness, "quickness")
        if not quick > 0:
            raise wrong("quickness", quickness, "a positive number of rad/s")
        place, spot = _held_thing(self._prepared, body), _three(point, "point")
        inner = self._inner(place, spot)
        return replace(grip(self._prepared, self._motion.at, place, inner, quick), point=spot)

    def pull(self, held: Grip, to: Sequence[float], seconds: float) -> PointForce:
        """The force for the next seconds of a hand that is at a place `to` (space axes, m)."""
        inner = replace(held, point=self._inner(held.body, held.point))
        force = pull(self._prepared, self._motion.at, inner, _three(to, "to"), _positive(seconds))
        return replace(force, point=held.point)

    def _read(self, force: PointForce) -> PointForce:
        """A force with the number of its body and with numbers, from the centre of mass."""
        body = _held_thing(self._prepared, force.body)
        point = self._inner(body, _three(force.point, "point"))
        return PointForce(body, point, _three(force.force, "force"))

    def _inner(self, body: int | str, point: Point) -> Point:
        """A point of a body from its centre of mass; a place on a beam as it is."""
        if isinstance(body, str):
            return point
        prepared = self._prepared
        x, y, z = (np.array(point) - centre_of(prepared.model, body, prepared.values)).tolist()
        return x, y, z


def _positive(seconds: Any) -> float:
    value = number(seconds, "seconds")
    if not value > 0:
        raise wrong("seconds", seconds, "a positive number of seconds")
    return value


def _three(components: Sequence[float], place: str) -> tuple[float, float, float]:
    vector = numbers(components, place)
    if len(vector) != 3:
        raise wrong(place, components, "three numbers")
    return vector[0], vector[1], vector[2]


def _listed(forces: Any) -> Sequence[PointForce]:
    several = [forces] if isinstance(forces, PointForce) else forces
    if not isinstance(several, (list, tuple)) or not all(
        isinstance(force, PointForce) for force in several
    ):
        raise wrong("forces", forces, "a list of PointForce")
    return several


def _held_thing(prepared: Prepared, body: int | str) -> int | str:
    """The number of a body, or the name of the elastic joint that a beam is."""
    return body if is_beam_of(prepared, body) else body_number(prepared, body)
