"""A hand that holds a point of a body or beam: a spring with a damper, which pull anew in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant
from lagr_gui.analysis.motions.march import Reached
from lagr_gui.analysis.motions.point_forces import (
    Point,
    PointForce,
    force_slots,
    place_of,
    with_forces,
)
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import refusal
from lagr_gui.kernel import Results
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.kernels import held_kernel
from lagr_gui.simulation import Event

QUICKNESS = 15.0
"""The circular frequency (rad/s) with which a hand draws a free point to where it is."""

LEAST_ANSWER = 1e-9
"""A point whose acceleration by a force is less than this part of that of the whole mass is held:
rounding leaves so much in the place of nothing."""


@dataclass(frozen=True)
class Grip:
    """A hand that holds a point of a body or beam by a spring with a damper: N/m and N s/m.

    The point is given as in a `PointForce`.
    """

    body: int | str
    point: Point
    stiffness: float
    damping: float


@on_one_thread
def grip(
    prepared: Prepared, at: Reached, body: int | str, point: Point, quickness: float = QUICKNESS
) -> Grip:
    """A hand at a point of a body, as stiff as makes a free point follow it with `quickness`.

    It is damped so that the point does not swing about it (critically), with the mass that the
    point has to a force in the direction in which it yields most.  Raises LagrError for points
    that cannot move.
    """
    answer = _held(prepared, at, body, point)["answer"]
    most = float(np.linalg.eigvalsh((answer + answer.T) / 2)[-1])
    if not most * (_mass(prepared) or np.inf) > LEAST_ANSWER:
        raise refusal(
            place_of(body),
            "This point is held: no force can move it from where it is.",
            "Take hold of a point that can move.",
            "held-point",
        )
    return Grip(body, point, quickness**2 / most, 2 * quickness / most)


@on_one_thread
def pull(
    prepared: Prepared, at: Reached, held: Grip, to: Sequence[float], seconds: float
) -> PointForce:
    """The force with which a hand at a place `to` (space axes) pulls during the next seconds.

    It is what spring and damper will exert at their end, as far as that depends on the force
    (implicit Euler method): so hands are steady however long the seconds are.
    """
    out = _held(prepared, at, held.body, held.point)
    k, c = held.stiffness, held.damping + seconds * held.stiffness
    wanted = -k * (out["place"] - np.asarray(to, float)) - c * out["velocity"]
    force = np.linalg.solve(np.eye(3) + seconds * c * out["answer"], wanted)
    return PointForce(held.body, held.point, (float(force[0]), float(force[1]), float(force[2])))


@dataclass(eq=False)
class PullingHand:
    """A hand at a place `to` (space axes), whose force stays as it is for `seconds` each time."""

    prepared: Prepared
    grip: Grip
    to: Sequence[float]
    seconds: float
    next: float

    def due(self, t: float) -> float:
        """When it pulls anew."""
        return max(self.next, t)

    def watch(self) -> Sequence[Event]:
        """It follows the clock alone."""
        return ()

    def act(self, instant: AgentInstant) -> AgentAction:
        """Pull as it is right for the next seconds."""
        self.next = instant.at.t + self.seconds
        force = pull(self.prepared, instant.at, self.grip, self.to, self.seconds)
        return AgentAction(forces=(force,))


def _held(prepared: Prepared, at: Reached, body: int | str, point: Point) -> Results:
    """Place, velocity and answer of a point of a body at a state."""
    pushed = with_forces(prepared, [PointForce(body, point, (0.0, 0.0, 0.0))])
    _, (slot,) = force_slots(prepared, (body,))
    chosen = at.chosen or pushed.chosen((at.t, at.q, at.qd))
    key = ("held", body, chosen and (chosen.rows, chosen.weights))
    kernel = pushed.kept(
        key,
        lambda: held_kernel(pushed.recursion, chosen, slot.body, slot.point, slot.force),
        lasting=True,
    )
    return kernel.bind(pushed.parameters)(np.array([at.t, *at.y]))


def _mass(prepared: Prepared) -> float:
    """The mass of all bodies (kg)."""
    return sum(abs(float(value(body.mass, prepared.values))) for body in prepared.model.bodies)
