"""What transmits forces, currents and voltages in a model, by name, before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lagr_gui.catalogue.geometry import Conductor, OnCoordinate, Side, Unplaced
from lagr_gui.catalogue.kinds import Condition, Friction, Limit
from lagr_gui.expression import symbols
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.sheets.condition_words import words_of
from lagr_gui.mechanics.steps import is_beam
from lagr_gui.model import Joint
from lagr_gui.model.kinds import FieldType
from lagr_gui.prepared.prepared import Prepared

RIGID = 6
"""Coordinates of a body that nothing guides."""

EFFORTS = {"m": "N", "rad": "N m", "C": "V"}
"""Units of forces on coordinates, by those of the coordinates."""


@dataclass(frozen=True, slots=True)
class Transmitting:
    """The names under which `Reactions` holds what a model can transmit.

    `drives` are names with their units (N, N m, V; empty: not known); `others` are names, words
    and units of multipliers that are no reaction, drive, thrust or voltage.
    """

    joints: tuple[str, ...]
    drives: tuple[tuple[str, str], ...]
    thrusts: tuple[str, ...]
    others: tuple[tuple[str, str, str], ...]
    currents: tuple[str, ...]
    voltages: tuple[str, ...]


def transmitters(prepared: Prepared) -> Transmitting:
    """What can transmit something; a free joint does where an element acts on its coordinates.

    Raises LagrError for an unsound model.
    """
    return prepared.own("transmitting", lambda: _transmitting(prepared))


def _transmitting(prepared: Prepared) -> Transmitting:
    reading, report = prepared.reading, prepared.report
    units = dict(zip(report.coordinates, report.units, strict=True))
    binding = [p for p in (*reading.constraints, *reading.limits) if not isinstance(p, Closure)]
    drives = [part for part in binding if is_drive(part)]
    thrusts = [part for part in binding if part.course and not part.is_chosen]
    conducting = [part for part in (*reading.parts, *binding) if part.conducts]
    branches = [p for p in conducting if isinstance(p.kind.geometry, Conductor)]
    keys = {part.key for part in (*drives, *thrusts, *branches)}
    return Transmitting(
        joints=tuple(_transmitting_joints(prepared, reading)),
        drives=tuple((part.record.name, unit_of(part, units)) for part in drives),
        thrusts=tuple(part.record.name for part in thrusts),
        others=tuple(
            (part.record.name, word, unit_of(part, units))
            for part in binding
            if part.key not in keys
            for word in words_of(part)
        ),
        currents=tuple(name for name, charge in reading.charges.items() if charge),
        voltages=tuple(part.record.name for part in branches),
    )


def _transmitting_joints(prepared: Prepared, reading: Reading) -> Iterator[str]:
    """In the order in which they were drawn."""
    joints = {joint.name: joint for joint in (*prepared.model.joints, *prepared.topology.offered)}
    every = (*reading.parts, *reading.constraints, *reading.limits)
    acted = {name for p in every if not isinstance(p, Closure) for name in _acted_on(p)}
    for name, joint in joints.items():
        if name in reading.joints and (not _is_free(joint) or acted & set(joint.coordinates)):
            yield name


def _is_free(joint: Joint) -> bool:
    return len(joint.coordinates) == RIGID and not is_beam(joint)


def _acted_on(part: Part) -> Iterator[str]:
    """The coordinates on which an element acts directly, if it has no place on bodies."""
    for spec in part.kind.fields:
        if spec.type == FieldType.COORDINATE:
            yield part.value(spec.name)
        elif spec.type == FieldType.SCALAR and isinstance(part.kind.geometry, Conductor | Unplaced):
            yield from (symbol.name for symbol in symbols(part.tree(spec.name)))


def is_drive(part: Part) -> bool:
    """Whether a condition prescribes a coordinate."""
    return isinstance(part.kind.geometry, OnCoordinate) and isinstance(part.kind.law, Condition)


def unit_of(part: Part, of: Mapping[str, str]) -> str:
    """The unit of a condition's multiplier, for those `of` coordinates; empty: not known."""
    law, ends = part.kind.law, part.kind.geometry.ends
    assert isinstance(law, Condition | Limit | Friction)
    on_coordinates = ends.side in (Side.COORDINATE, Side.COORDINATES)
    bound = of.get(part.value(ends.fields[0]), "") if on_coordinates else ""
    return law.effort or EFFORTS.get(bound, "")
