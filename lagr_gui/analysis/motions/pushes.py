"""Motions that go on bit by bit, while forces act at points of bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.audits import check_start
from lagr_gui.analysis.motions.beam_points import Rider, check_place, is_beam_of, with_rider
from lagr_gui.analysis.motions.march import contacts_of, march, refuse_controllers
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.kernel import Results
from lagr_gui.mechanics.linear import unused
from lagr_gui.model import Model, Parameter
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.kernels import held_kernel
from lagr_gui.simulation import KernelSystem, Settings, Trajectory
from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.solvers import implicit_at_last
from lagr_gui.simulation.trajectory import Attitude, check_energies

Point = tuple[float, float, float]

QUICKNESS = 15.0
"""The circular frequency (rad/s) with which a hand draws a free point to where it is."""

LEAST_ANSWER = 1e-9
"""A point whose acceleration by a force is less than this part of that of the whole mass is held:
rounding leaves so much in the place of nothing."""


@dataclass(frozen=True)
class PointForce:
    """A force (N, space axes) at a point of a body, in its axes (m).

    A `Stepwise` takes points from the origin of the body, `advanced` from its centre of mass.

    The name of an elastic joint stands for its beam; the first number of the point is then the
    part of its length, from 0 at the root to 1 at the tip.
    """

    body: int | str
    point: Point
    force: Point


@dataclass(frozen=True)
class Grip:
    """A hand that holds a point of a body or beam by a spring with a damper: N/m and N s/m.

    The point is given as in a `PointForce`.
    """

    body: int | str
    point: Point
    stiffness: float
    damping: float


@dataclass(frozen=True, eq=False)
class Reached:
    """Where a motion is, and what it carries on: that is all that its future depends on.

    `fastest` (c,) are the greatest speeds at which limits were reached, by which rebounds end;
    `method` is the one that goes on (empty: that of the settings); `chosen` are the conditions that
    stand for all, where that is known; `attitudes` are those of joints near a lock of their angles;
    z (s,) are the states of the first order.
    """

    t: float
    q: tuple[float, ...]
    qd: tuple[float, ...]
    fastest: tuple[float, ...] = ()
    method: str = ""
    chosen: ChosenRows | None = None
    attitudes: tuple[Attitude, ...] = ()
    z: tuple[float, ...] = ()

    @property
    def y(self) -> Array:
        """The state (n,)."""
        return np.array([*self.q, *self.qd, *self.z])


def reached(prepared: Prepared, settings: Settings | None = None) -> Reached:
    """Where a motion begins: at start values that meet the conditions.

    Raises LagrError where there are none.
    """
    start = prepared.assembly if settings is None else prepared.assembled(settings)
    t = (settings or prepared.settings).t0
    z = tuple(prepared.completed(settings or prepared.settings).z0)
    return Reached(t, tuple(start.q.tolist()), tuple(start.qd.tolist()), z=z)


@on_one_thread
def advanced(
    prepared: Prepared,
    settings: Settings,
    before: Reached,
    seconds: float,
    forces: Sequence[PointForce] = (),
    points: int = 2,
) -> tuple[Trajectory, Reached]:
    """The motion of the next seconds with forces that stay as they are, and where it then is.

    Forces count among what is supplied.  The equations are compared with an independent formalism
    when forces act on a choice of bodies for the first time.  Raises as `simulate` does.
    """
    refuse_controllers(prepared)
    pushed = with_forces(prepared, forces)

    def checked(compiled: KernelSystem) -> None:
        _check_once(prepared, pushed, compiled, before, forces)

    return resumed(pushed, settings, before, before.t + seconds, points, checked)


def resumed(
    pushed: Prepared,
    settings: Settings,
    before: Reached,
    until: float,
    points: int,
    checked: Callable[[KernelSystem], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Trajectory, Reached]:
    """The motion from where it is until a time, and where it then is.

    `checked` looks at the compiled system before it moves, `stop` is asked after each step.
    """
    chosen = replace(
        settings,
        t0=before.t,
        t_end=until,
        q0=before.q,
        qd0=before.qd,
        z0=before.z,
        points=points,
        method=before.method or settings.method,
    )
    compiled, rows = _compiled(pushed, before)
    if checked is not None:
        checked(compiled)
    contacts = contacts_of(pushed)
    if contacts is not None and before.fastest:
        contacts.fastest = np.array(before.fastest)
    found = march(pushed, compiled, chosen, contacts, stop=stop, attitudes=before.attitudes)
    check_energies(found)
    then = Reached(
        float(found.t[-1]),
        tuple(found.q[-1].tolist()),
        tuple(found.qd[-1].tolist()),
        tuple(contacts.fastest.tolist()) if contacts is not None else (),
        implicit_at_last(found.method) or before.method,
        rows,
        found.attitudes,
        tuple(found.z[-1].tolist()),
    )
    return found, then


def _compiled(pushed: Prepared, at: Reached) -> tuple[KernelSystem, ChosenRows | None]:
    """The system with the conditions that stand for all; others where these become dependent."""
    q, qd = np.array(at.q), np.array(at.qd)
    rows = at.chosen or pushed.chosen((at.t, q, qd))
    compiled = pushed.system((at.t, q, qd), rows)
    if at.chosen and compiled.is_outdated(at.t, at.y, compiled.acceleration(at.t, at.y)):
        rows = pushed.chosen((at.t, q, qd))
        compiled = pushed.system((at.t, q, qd), rows)
    return compiled, rows


def _check_once(
    prepared: Prepared,
    pushed: Prepared,
    compiled: KernelSystem,
    at: Reached,
    forces: Sequence[PointForce],
) -> None:
    """Compare accelerations with those of another formalism. Raises Disagreement."""
    bodies = tuple(force.body for force in forces)

    def checked() -> SelfCheck:
        return check_start(pushed, compiled, at.t, at.y)

    prepared.own(f"checked with forces on {bodies}", checked)


# --- forces as elements ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Slot:
    """The names of the parameters that hold a point and a force, and the body.

    The body may ride on a beam; the point is then its own middle.
    """

    body: int
    point: tuple[str, str, str]
    force: tuple[str, str, str]
    rider: Rider | None = None

    def values(self, force: PointForce) -> dict[str, float]:
        """The parameters for a force."""
        known = dict(zip(self.force, force.force, strict=True))
        if self.rider is not None:
            return known | self.rider.values(force.point[0])
        return known | dict(zip(self.point, force.point, strict=True))


def with_forces(prepared: Prepared, forces: Sequence[PointForce]) -> Prepared:
    """The system with forces at points of bodies; it is derived once for each choice of bodies."""
    if not forces:
        return prepared
    for force in forces:
        _check_body(prepared, force.body, force.point)
    own, slots = _slots(prepared, tuple(force.body for force in forces))
    values: dict[str, float] = {}
    for slot, force in zip(slots, forces, strict=True):
        values |= slot.values(force)
    return own.varied(
        own.model.each(
            "parameters", lambda p: p.having(value=values[p.name]) if p.name in values else p
        ),
        checked=False,
    )


def _slots(prepared: Prepared, bodies: tuple[int | str, ...]) -> tuple[Prepared, tuple[_Slot, ...]]:
    """The system with a force on each of the bodies, whose components are parameters."""

    def made() -> tuple[Prepared, tuple[_Slot, ...]]:
        model, slots = prepared.model, list[_Slot]()
        for place, body in enumerate(bodies, start=1):
            rider = None
            if isinstance(body, str):
                model, rider = with_rider(model, body, place)
            number = body if isinstance(body, int) else model.numbers[-1]
            slot = _slot(model, number, place, rider)
            model = _with_slot(model, slot, place)
            slots.append(slot)
        return prepared.of(model), tuple(slots)

    return prepared.own(f"forces on {bodies}", made)


def _slot(model: Model, body: int, place: int, rider: Rider | None) -> _Slot:
    x, y, z, fx, fy, fz = (
        unused(f"{what}_{place}_{axis}", model) for what in ("held", "pushed") for axis in "xyz"
    )
    return _Slot(body, (x, y, z), (fx, fy, fz), rider)


def _with_slot(model: Model, slot: _Slot, place: int) -> Model:
    """The model with parameters and an element for a force."""
    taken, name = {element.name for element in model.elements}, f"push {place}"
    while name in taken:
        name += "_"
    record = ELEMENTS["force"].record
    element = record(name=name, kind="force", body=slot.body, point=slot.point, vector=slot.force)
    new = tuple(Parameter(name=name, value=0.0) for name in (*slot.point, *slot.force))
    return model.having(elements=(*model.elements, element), parameters=(*model.parameters, *new))


# --- a hand ----------------------------------------------------------------------------------


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
            _place(body),
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


def _held(prepared: Prepared, at: Reached, body: int | str, point: Point) -> Results:
    """Place, velocity and answer of a point of a body at a state."""
    pushed = with_forces(prepared, [PointForce(body, point, (0.0, 0.0, 0.0))])
    _, (slot,) = _slots(prepared, (body,))
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


def _check_body(prepared: Prepared, body: int | str, point: Point) -> None:
    """Raise LagrError where there is nothing that a force could act on."""
    if is_beam_of(prepared, body):
        check_place(str(body), point[0])
        return
    known = [entry.number for entry in prepared.model.bodies]
    if body not in known:
        cause = "There is no such body." if known else "This system has no body to take hold of."
        raise refusal(_place(body), cause, "Choose a body of the system.", "unknown-name")


def _place(body: int | str) -> str:
    if isinstance(body, str):
        return say("Beam “{name}”", name=body)
    return say("Body {number}", number=body)
