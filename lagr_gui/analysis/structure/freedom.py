"""How a system can move from its start, and what is odd about its coordinates there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lagr_gui.analysis.structure.singular_coordinates import failing
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.validity import TreeInertia, weak_inertia
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.freedom import Freedom, freedom

if TYPE_CHECKING:
    from lagr_gui.mechanics.closure import Closure
    from lagr_gui.simulation import BoundConstraints

ASKED = 1e-12
"""Velocities that conditions ask for below this part of what they could be are rounding."""


@dataclass(frozen=True, eq=False)
class Mobility:
    """The freedom of a model at its start, Grübler's count, and what there is to say.

    `grubler` is 6 per body less what each joint and condition takes; it counts conditions
    that hold by themselves twice, which is why it can be less than the true number.
    """

    freedom: Freedom
    grubler: int
    notes: tuple[Problem, ...]


@on_one_thread
def mobility(prepared: Prepared) -> Mobility:
    """How a model can move from its start.

    Raises LagrError for an unsound model, and where its conditions cannot be met.
    """
    return prepared.own("mobility", lambda: _mobility(prepared))


def _mobility(prepared: Prepared) -> Mobility:
    reading = prepared.reading
    t = prepared.model.simulation.start
    binding = whole = prepared.conditions
    if binding is not None:  # the equations of meshes take no freedom: they say how it is used
        binding = binding.leading(len(binding.sources) - len(reading.meshes))
    if binding is None or not binding.sources:
        q = np.array(prepared.start_values[0], float)
        names = reading.coordinates
        degrees = Freedom(names, (), q, 0, 0, (), (), names, np.eye(len(q)))
        return Mobility(degrees, _grubler(prepared, 0), _lost(prepared, t, q, whole))
    # Of a tree nothing is dependent: the words for it are loaded with the first conditions.
    from lagr_gui.analysis.structure.redundancy import binding_notes, preferred

    start = prepared.assembly
    degrees = freedom(binding, t, start.q, start.qd, preferred(prepared))
    notes = (
        *binding_notes(prepared, degrees, _is_driven(binding, t, start.q)),
        *_integrals(prepared),
        *_lost(prepared, t, start.q, whole),
        *start.notes,
    )
    bound = sum(not source.startswith("joint:") for source in degrees.sources)
    return Mobility(degrees, _grubler(prepared, bound), notes)


def _lost(
    prepared: Prepared, t: float, q: Array, binding: BoundConstraints | None
) -> tuple[Problem, ...]:
    """Coordinates that are no valid minimal coordinates at the start, or have no inertia."""
    invalid = failing(prepared, t, q)
    if invalid is None:
        return _idle(prepared, t, q, binding)
    names, remedy = invalid.names, "Start elsewhere, or choose another sequence of axes or other "
    remedy += "coordinates."
    if invalid.unbounded:
        place = say("Start, {names}", names=", ".join(names))
        cause = say("{lost}: bodies would have to move infinitely fast.", lost=invalid.words)
        return (Problem(place, cause, remedy, Severity.WARNING, "invalid-coordinates"),)
    cause = say(
        "The coordinates {names} do not move the bodies independently in the start "
        "position: different velocities give the same motion (gimbal lock).",
        names=", ".join(names),
    )
    if len(names) == 1:
        cause = say("The coordinate {name} moves no body in the start position.", name=names[0])
    return (Problem("Start", cause, remedy, Severity.WARNING, "invalid-coordinates"),)


def _idle(
    prepared: Prepared, t: float, q: Array, binding: BoundConstraints | None
) -> tuple[Problem, ...]:
    """Coordinates without inertia, or with less than none, where a simulation would start."""
    if binding is None:
        looking = prepared.kept("inertia", lambda: TreeInertia(prepared.recursion))
        idle, negative = looking.weak(prepared.parameters.tolist(), t, q)
    else:
        conditions = binding.at(t, q, prepared.assembly.qd)
        idle, negative = weak_inertia(prepared.coordinates, conditions.g, conditions.rows)
    notes: list[Problem] = []
    if idle:
        cause = "Nothing that it moves has inertia: no acceleration follows from the forces."
        if len(idle) > 1:
            cause = (
                "In a motion of them nothing has inertia: no accelerations follow from the forces."
            )
        remedy = (
            "Give a body that moves a mass or a moment of inertia, the mesh of a "
            "charge an inductance, or hold the motion."
        )
        notes.append(_of_coordinates(idle, cause, remedy, "no-inertia"))
    if negative:
        cause = "Motions have a negative kinetic energy: the accelerations are against the forces."
        remedy = "Look at moments and products of inertia, mutual inductances and given energies."
        notes.append(_of_coordinates(negative, cause, remedy, "negative-energy"))
    return tuple(notes)


def _of_coordinates(names: Sequence[str], cause: str, remedy: str, code: str) -> Problem:
    word = "Coordinate {names}" if len(names) == 1 else "Coordinates {names}"
    place = say(word, names=", ".join(names))
    return Problem(place, cause, remedy, Severity.WARNING, code)


def _grubler(prepared: Prepared, conditions: int) -> int:
    topology = prepared.topology
    joints = (*prepared.model.joints, *topology.offered)
    taken = sum(6 - len(joint.coordinates) for joint in joints)
    charges = {mesh.coordinate for mesh in topology.circuits.meshes}
    return 6 * len(prepared.model.bodies) + len(charges) - taken - conditions


def binds_velocities(constraint: Closure | Part) -> bool:
    """Whether it is a condition on velocities."""
    if not isinstance(constraint, Part):
        return False
    law = constraint.kind.law
    return isinstance(law, Condition) and bool(law.velocity)


def _integrals(prepared: Prepared) -> list[Problem]:
    if not any(map(binds_velocities, prepared.reading.constraints)):
        return []
    # The closed form is loaded when the first condition on velocities needs it.
    from lagr_gui.analysis.structure.integrability import integral_notes

    return integral_notes(prepared)


def _is_driven(binding: BoundConstraints, t: float, q: Any) -> bool:
    """Whether conditions ask for velocities by themselves, as they change with time."""
    still = np.zeros_like(q)
    places = [binding.at(t + part / binding.pace, q, still) for part in (0, 0.1, 0.7)]
    return any(
        np.any(np.abs(at.velocity) > ASKED * binding.pace * at.rows.sizes(binding.extents)[1])
        for at in places
    )
