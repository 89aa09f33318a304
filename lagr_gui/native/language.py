"""The types of the small language, and records that Python and machine code share.

A value is a `float`, an `int` (64 bits), a row of either in memory (`Reals`, `Counts`), a program
that a kernel compiled (`Program`) or another library (`Handler`), or a record of such (`Struct`).
A row that begins later is written `row[start:]`, as with arrays.  `four` floats of a row, or
`alike` ones, are added and multiplied at once, among each other or with one float; `put_four`
writes them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import address

Reals = NDArray[np.float64]
"""Floats in memory."""

Apart = Annotated[Reals, "apart"]
"""Floats in memory that a function reaches by this argument alone, for loops in wide registers."""

Counts = NDArray[np.int64]
"""Whole numbers in memory."""

Program = Callable[[Reals, Reals, Reals], None]
"""The state stage of a kernel: state x, slots w, outputs y."""

Handler = Callable[[Any, Reals, Reals], None]
"""A function of another library, which takes a record and two rows."""

KINDS: dict[Any, str] = {
    float: "real",
    int: "count",
    bool: "truth",
    type(None): "nothing",
    Reals: "reals",
    Counts: "counts",
    Program: "program",
    Handler: "program",
}
"""What the types are called in the translation."""

NUMBERS = {"real", "count"}
"""What is no place in memory."""


def alike(value: float) -> Reals:
    """Four times the same float."""
    return np.full(4, value)


def four(row: Reals, first: int) -> Reals:
    """Four floats of a row, from one on."""
    return row[first : first + 4].copy()


def put_four(row: Reals, first: int, values: Reals) -> None:
    """Write four floats into a row, from one on."""
    row[first : first + 4] = values


def kind_of(hint: Any) -> str | type[Struct]:
    """The kind of value that an annotation tells."""
    return hint if isinstance(hint, type) and issubclass(hint, Struct) else KINDS[hint]


class Struct:
    """A record of 64-bit words: numbers, and the places in memory of rows and programs.

    Subclasses list their fields as annotations.  Machine code gets its `address`; what it writes
    is read as attributes afterwards.  A record keeps the rows alive that it points to.
    """

    kinds: ClassVar[dict[str, str]] = {}
    places: ClassVar[dict[str, int]] = {}
    packing: ClassVar[struct.Struct] = struct.Struct("")

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls)
        cls.kinds = {name: KINDS[hints[name]] for name in cls.__annotations__}
        cls.places = {name: place for place, name in enumerate(cls.kinds)}
        letters = ("d" if kind == "real" else "q" for kind in cls.kinds.values())
        cls.packing = struct.Struct("=" + "".join(letters))
        for place, (name, kind) in enumerate(cls.kinds.items()):
            setattr(cls, name, _Field(place, kind))

    def __init__(self, **values: Any) -> None:
        self.words = np.empty(len(self.kinds), np.int64)
        self.reals = self.words.view(np.float64)
        self.pointed: dict[int, Any] = {}
        self.address: int = address(self.words)
        row: list[Any] = [0] * len(self.kinds)
        for name, value in values.items():
            place = self.places[name]
            if self.kinds[name] in NUMBERS:
                row[place] = value
            else:
                self.pointed[place], row[place] = value, _where(value)
        self.packing.pack_into(self.words.data, 0, *row)  # at once: one by one takes twice as long


class _Field:
    """A word of a record."""

    def __init__(self, place: int, kind: str) -> None:
        self._place, self._kind = place, kind

    def __get__(self, record: Struct, owner: type[Struct]) -> Any:
        if self._kind == "real":
            return float(record.reals[self._place])
        if self._kind == "count":
            return int(record.words[self._place])
        return record.pointed[self._place]

    def __set__(self, record: Struct, value: Any) -> None:
        if self._kind == "real":
            record.reals[self._place] = value
        elif self._kind == "count":
            record.words[self._place] = value
        else:
            record.pointed[self._place] = value
            record.words[self._place] = _where(value)


def _where(value: Any) -> int:
    """Where a row or a program lies in memory; 0 for a program that is none of machine code."""
    return address(value) if isinstance(value, np.ndarray) else getattr(value, "address", 0)
