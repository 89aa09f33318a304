"""What a unit of FMI says of itself: its variables. Its program is not touched."""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lagr_gui.exchange.markup import Tag, read_tags
from lagr_gui.expression.arguments import number_in
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model.controllers import (
    Controller,
    ControllerInput,
    ControllerOutput,
    ControllerValue,
)
from lagr_gui.model.record import LARGEST, LONGEST_NAME

DESCRIPTION = "modelDescription.xml"
MOST_BYTES = 20_000_000
"""Bytes of a description that is read."""
MOST_VALUES = 24
"""Parameters of a unit that come into the model; others keep the value of the unit."""
_REALS = {"Real", "Float64"}
_NUMBERS = _REALS | {"Integer", "Float32", "Int8", "Int16", "Int32", "Int64"}
_NUMBERS |= {"UInt8", "UInt16", "UInt32", "UInt64"}


@dataclass(frozen=True, slots=True)
class UnitDescription:
    """The names of its real inputs and outputs, and its parameters that are numbers, with these."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: tuple[tuple[str, float], ...]


def described_unit(path: Path, content: bytes) -> UnitDescription:
    """What a file says of itself. Raises LagrError where it is no unit for co-simulation."""
    description = _description(path, content)
    try:
        top = read_tags(description)
    except LagrError as error:
        why = say("It cannot be read: {place}.", place=error.problems[0].place)
        raise _refused(path, why) from None
    if top.name != "fmiModelDescription" or top.first("CoSimulation") is None:
        raise _refused(path, say("It is not for co-simulation."))
    variables = top.first("ModelVariables")
    entries = [_Variable(tag) for tag in (variables.inner if variables else ())]
    entries = [entry for entry in entries if 0 < len(entry.name) <= LONGEST_NAME]
    numbers = ((v.name, v.start) for v in entries if v.is_number and v.causality == "parameter")
    return UnitDescription(
        top.given.get("modelName", "") or path.stem,
        tuple(v.name for v in entries if v.is_real and v.causality == "input"),
        tuple(v.name for v in entries if v.is_real and v.causality == "output"),
        tuple((name, start) for name, start in numbers if start is not None)[:MOST_VALUES],
    )


def controller_of(
    said: UnitDescription,
    file: str,
    name: str,
    before: Controller | None,
    coordinates: Iterable[str],
    parameters: Iterable[str],
) -> Controller:
    """A controller with all that a unit has; what was given `before` stays where it has a place.

    Inputs and outputs that are called as a coordinate or a parameter are joined with these.
    """
    before = before or Controller(name=name)
    measured = {entry: entry for entry in coordinates} | {
        entry.name: entry.expression for entry in before.inputs
    }
    driven = {entry: entry for entry in parameters} | {
        entry.name: entry.parameter for entry in before.outputs
    }
    values = dict(said.parameters) | {entry.name: entry.value for entry in before.values}
    return before.having(
        name=name,
        file=file,
        inputs=tuple(
            ControllerInput(name=entry, expression=measured.get(entry, "")) for entry in said.inputs
        ),
        outputs=tuple(
            ControllerOutput(name=entry, parameter=driven.get(entry, "")) for entry in said.outputs
        ),
        values=tuple(
            ControllerValue(name=entry, value=values[entry]) for entry, _ in said.parameters
        ),
    )


class _Variable:
    """A variable of FMI 2 (its sort is an inner element) or FMI 3 (it is the element)."""

    def __init__(self, tag: Tag) -> None:
        typed = next(iter(tag.inner), tag) if tag.name == "ScalarVariable" else tag
        self.name, self.causality = tag.given.get("name", ""), tag.given.get("causality", "local")
        plain = tag.name == "ScalarVariable" or tag.first("Dimension") is None
        self.is_real, self.is_number = (
            plain and typed.name in _REALS,
            plain and typed.name in _NUMBERS,
        )
        start = number_in(typed.given.get("start", ""))
        sound = start is not None and math.isfinite(start) and abs(start) <= LARGEST
        self.start = start if sound else None


def _description(path: Path, content: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open(DESCRIPTION) as file:
            xml = file.read(MOST_BYTES + 1)
    except KeyError:
        raise _refused(path, say("It holds no {name}.", name=DESCRIPTION)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise _refused(path, say("It cannot be unpacked: {why}.", why=why)) from None
    if len(xml) > MOST_BYTES:
        raise _refused(path, say("It holds too much."))
    return xml


def _refused(path: Path, cause: str) -> LagrError:
    place = say("Unit “{name}”", name=path.name)
    remedy = say("Choose a unit of FMI 2 or 3 for co-simulation (.fmu).")
    return refusal(place, cause, remedy, "fmu")
