"""What names are drawn as along a motion: their numbers, and their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.equations.expanded_names import ExpandedName, found_of
from lagr_gui.analysis.equations.lines import Lines, kernel_of
from lagr_gui.analysis.equations.structured import sheet_of
from lagr_gui.expression import Expression, Symbol
from lagr_gui.mechanics.sheets.pictures import Kind, NamePicture
from lagr_gui.mechanics.sheets.sheet import Definition, Sheet, needed
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.system import Array


@dataclass(frozen=True, slots=True)
class Pictured:
    """A name with its picture; `lines` are those that its numbers and places come from."""

    name: str
    picture: NamePicture
    lines: Lines

    @classmethod
    def of(cls, sheet: Sheet, name: str) -> Pictured | None:
        """How a name of a sheet is drawn; None where it has no picture."""
        picture = dict(sheet.pictures).get(name)
        if picture is None:
            return None
        definitions = (*sheet.definitions, *sheet.places)
        shown = tuple(_own(name, picture, definitions))
        wanted = needed((*definitions, *shown), [Symbol(entry.name) for entry in shown])
        return cls(name, picture, Lines(wanted, (), structured=True))


@dataclass(frozen=True, eq=False)
class Drawn:
    """A name at n times: its numbers (n, 1, 3 or 9), and for each place its vectors (n, 3)."""

    name: str
    kind: Kind
    values: Array
    places: tuple[tuple[Array, ...], ...]


@on_one_thread
def drawn(
    prepared: Prepared, pictured: Pictured | ExpandedName, t: Array, q: Array, qd: Array
) -> Drawn:
    """The numbers of a name and its places at times (n,) and states (n, f).

    Those of the structured form are computed from the lines as they are read, like `line_values`;
    a name in expanded results has no places where nothing shows it.  Raises LagrError for an
    unsound model, and for parameters or functions without value.
    """
    if isinstance(pictured, ExpandedName):
        line = _line_of(prepared, pictured.name)
        if line is None:
            return Drawn(pictured.name, *found_of(prepared, pictured, t, q, qd))
        pictured = line
    kernel = kernel_of(prepared, pictured.lines)
    unknown = np.full((len(t), prepared.layout.s), np.nan)  # where bodies are no z tells
    table = kernel.along(t, np.column_stack([q, qd, unknown]), prepared.parameters)
    picture, name = pictured.picture, pictured.name
    places = tuple(
        tuple(table[_place(name, i, j)] for j in range(len(place)))
        for i, place in enumerate(picture.places)
    )
    return Drawn(name, picture.kind, table[_value(name)], places)


def _line_of(prepared: Prepared, name: str) -> Pictured | None:
    """How a coordinate is drawn in the structured form."""
    if name not in prepared.coordinates:
        return None
    return Pictured.of(sheet_of(prepared), name)


def _own(
    name: str, picture: NamePicture, definitions: tuple[Definition, ...]
) -> Iterator[Definition]:
    """The lines of a picture: what the name stands for (of a coordinate itself), its places."""
    rank = next((entry.rank for entry in definitions if entry.name == name), "scalar")
    yield _line(_value(name), rank, picture.value or Symbol(name))
    for i, place in enumerate(picture.places):
        for j, tree in enumerate(place):
            yield _line(_place(name, i, j), "vector", tree)


def _line(name: str, rank: str, tree: Expression) -> Definition:
    return Definition(name, rank, (tree,), "", name, ())


def _value(name: str) -> str:
    """No name of a model has a blank."""
    return f"{name} value"


def _place(name: str, i: int, j: int) -> str:
    return f"{name} {i} {j}"
