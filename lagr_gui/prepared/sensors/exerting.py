"""What elements exert, and what bodies and elements store, take and give: by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.catalogue.kinds import Dissipation, Energies, Load, Potential
from lagr_gui.catalogue.shaped import Cushion
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.exerted import effort_on, has_force, has_moment, has_thrust
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.model.kinds import Role
from lagr_gui.prepared.prepared import Prepared
from lagr_gui.prepared.sensors.transmitting import EFFORTS, is_drive, unit_of

RATES = {"m": "m/s", "rad": "rad/s"}
"""Units of velocities of slip, by those of coordinates; along lines they are lengths."""

Keys = Mapping[str, str]
"""Keys of items by the names under which sensors know them."""


@dataclass(frozen=True, slots=True)
class Exerting:
    """Names of what exerts something and binds nothing, and of what has energies.

    `efforts` act along coordinates and have units (empty: not known).  `energies` are items by
    the words T, U, E, dissipated and supplied: of one name the body comes before the joint, the
    joint before the element.  `sources` are elements made to supply something.
    `frictions` are elements with dry friction, with the units of their forces and slips; `ropes`
    are those round drums.
    """

    forces: tuple[str, ...]
    moments: tuple[str, ...]
    thrusts: tuple[str, ...]
    efforts: Mapping[str, str]
    energies: Mapping[str, Keys]
    sources: tuple[str, ...]
    frictions: Mapping[str, tuple[str, str]]
    ropes: tuple[str, ...]


def exerting(prepared: Prepared) -> Exerting:
    """What exerts something and what has energies. Raises LagrError for an unsound model."""
    return prepared.own("exerting", lambda: _exerting(prepared))


def _exerting(prepared: Prepared) -> Exerting:
    reading, report = prepared.reading, prepared.report
    units = dict(zip(report.coordinates, report.units, strict=True))
    drawn = {element.name for element in prepared.model.elements}  # beams bring others along
    parts = [part for part in reading.parts if part.record.name in drawn]
    bound = (entry for entry in reading.constraints if not isinstance(entry, Closure))
    every = [*parts, *bound, *reading.limits]
    beams = {body.beam.joint: body.key for body in reading.beams}
    items = beams | _bodies(prepared)
    moving = _keys(p for p in reading.kinetic if p.kind.role is not Role.COUPLING) | items
    storing = _keys(filter(_stores, parts)) | items
    return Exerting(
        forces=_names(parts, has_force),
        moments=_names(parts, has_moment),
        thrusts=_names(parts, has_thrust),
        efforts={
            part.record.name: EFFORTS.get(units.get(effort_on(part), ""), "")
            for part in parts
            if effort_on(part) and not part.rubs
        },
        energies={
            "T": moving,
            "U": storing,
            "E": _keys(filter(_stores, parts)) | moving,
            "dissipated": _keys(filter(_takes, parts)) | beams,
            "supplied": _keys(every),
        },
        sources=_names(every, lambda part: isinstance(part.kind.law, Load) or is_drive(part)),
        frictions={
            part.record.name: (unit_of(part, units), RATES.get(units.get(effort_on(part), "m"), ""))
            for part in parts
            if part.rubs
        },
        ropes=_names(parts, lambda part: part.kind.tie is not None),
    )


def _bodies(prepared: Prepared) -> dict[str, str]:
    """Keys by name and number, as bodies are found: the first one of a name, names first."""
    names: dict[str, str] = {}
    for body in prepared.model.bodies:
        for name in filter(None, (body.name, str(body.number))):
            names.setdefault(name, f"body:{body.number}")
    return names


def _keys(parts: Iterable[Part]) -> dict[str, str]:
    return {part.record.name: part.key for part in parts}


def _names(parts: Sequence[Part], which: Callable[[Part], bool]) -> tuple[str, ...]:
    return tuple(part.record.name for part in parts if which(part))


def _stores(part: Part) -> bool:
    match part.kind.law:
        case Energies(potential=potential):
            return part.law(potential) != NOUGHT
        case law:
            return isinstance(law, Potential)


def _takes(part: Part) -> bool:
    match part.kind.law:
        case Energies(dissipation=dissipation):
            return part.law(dissipation) != NOUGHT
        case law:
            return isinstance(law, Dissipation | Cushion) or bool(
                isinstance(law, Potential) and law.power
            )
