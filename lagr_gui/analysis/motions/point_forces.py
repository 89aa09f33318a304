"""Forces at points of bodies, as elements of a system whose numbers are parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lagr_gui.analysis.audits import check_start
from lagr_gui.analysis.motions.beam_points import Rider, check_place, is_beam_of, with_rider
from lagr_gui.analysis.motions.march import Reached
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.linear import unused
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import KernelSystem

Point = tuple[float, float, float]


@dataclass(frozen=True)
class PointForce:
    """A force (N, space axes) at a point of a body, in its axes (m).

    A `Stepwise` takes points from the origin of the body, all else from its centre of mass.

    The name of an elastic joint stands for its beam; the first number of the point is then the
    part of its length, from 0 at the root to 1 at the tip.
    """

    body: int | str
    point: Point
    force: Point


@dataclass(frozen=True)
class ForceSlot:
    """The names of the parameters that hold a point and a force, and the body.

    The body may ride on a beam; the point is then its own middle.
    """

    body: int
    point: tuple[str, str, str]
    force: tuple[str, str, str]
    rider: Rider | None = None

    def values(self, force: PointForce) -> dict[str, float]:
        """The parameters for a force."""
        values = dict(zip(self.force, force.force, strict=True))
        if self.rider is not None:
            return values | self.rider.values(force.point[0])
        return values | dict(zip(self.point, force.point, strict=True))


def with_forces(prepared: Prepared, forces: Sequence[PointForce]) -> Prepared:
    """The system with forces at points of bodies; it is derived once for each choice of bodies."""
    if not forces:
        return prepared
    for force in forces:
        _check_body(prepared, force.body, force.point)
    loaded, slots = force_slots(prepared, tuple(force.body for force in forces))
    values: dict[str, float] = {}
    for slot, force in zip(slots, forces, strict=True):
        values |= slot.values(force)
    return loaded.with_values(values)


def force_slots(
    prepared: Prepared, bodies: tuple[int | str, ...]
) -> tuple[Prepared, tuple[ForceSlot, ...]]:
    """The system with a force on each of the bodies, whose components are parameters."""

    def made() -> tuple[Prepared, tuple[ForceSlot, ...]]:
        model, slots = prepared.model, list[ForceSlot]()
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


def _slot(model: Model, body: int, place: int, rider: Rider | None) -> ForceSlot:
    x, y, z, fx, fy, fz = (
        unused(f"{what}_{place}_{axis}", model) for what in ("held", "pushed") for axis in "xyz"
    )
    return ForceSlot(body, (x, y, z), (fx, fy, fz), rider)


def _with_slot(model: Model, slot: ForceSlot, place: int) -> Model:
    """The model with parameters and an element for a force."""
    taken, name = {element.name for element in model.elements}, f"push {place}"
    while name in taken:
        name += "_"
    record = ELEMENTS["force"].record
    element = record(name=name, kind="force", body=slot.body, point=slot.point, vector=slot.force)
    new = tuple(Parameter(name=name, value=0.0) for name in (*slot.point, *slot.force))
    return model.having(elements=(*model.elements, element), parameters=(*model.parameters, *new))


def check_once(
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


def _check_body(prepared: Prepared, body: int | str, point: Point) -> None:
    """Raise LagrError where there is nothing that a force could act on."""
    if is_beam_of(prepared, body):
        check_place(str(body), point[0])
        return
    numbers = [entry.number for entry in prepared.model.bodies]
    if body not in numbers:
        cause = "There is no such body." if numbers else "This system has no body to take hold of."
        raise refusal(place_of(body), cause, "Choose a body of the system.", "unknown-name")


def place_of(body: int | str) -> str:
    if isinstance(body, str):
        return say("Beam “{name}”", name=body)
    return say("Body {number}", number=body)
