"""Units of the numbers that lines have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from lagr_gui.expression import TIME, Call, Expression, Number, Power, Product, Symbol, rebuilt
from lagr_gui.expression.dimensions import Bare, DoesNotFit, dimension_of
from lagr_gui.expression.rows import as_sum
from lagr_gui.expression.units import NONE, Dimension, named, raised, unit_of
from lagr_gui.gui.panes.equations.sections import BY_CONDITION
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.sheets.sheet import Definition, Entry

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

_OF_STEMS = {
    **dict.fromkeys(("p", "r", "c", "o", "x", "d", "ell", "arm"), "m"),
    **dict.fromkeys(("mhat", "mw"), "kg"),
    **dict.fromkeys(("shat", "sw"), "kg m"),
    **dict.fromkeys(("Bhat", "Jhat", "J", "Theta"), "kg m²"),
    **dict.fromkeys(("v", "V", "rate", "elldot"), "m/s"),
    **dict.fromkeys(("gamma", "a"), "m/s²"),
    "omega": "rad/s",
    "alpha": "rad/s²",
    "F": "N",
    "M": "N m",
}
"""Of definitions by what they are called; others depend on coordinates, or have none."""

_PLAIN = {
    "T": "J",
    "U": "J",
    "D": "W",
    "L": "J",
    "x": "m",
    "H": "J",
    "T_star": "J",
    "T_dot": "W",
    "T_ddot": "W/s",
    "S": "W/s",
    "Z": "W/s",
}
_MASSES = {2: "kg m²", 1: "kg m", 0: "kg", -1: "kg/m"}


_COUNTED = frozenset(map(Fraction, (-2, -1, 0, 1, 2))) | {Fraction(1, 2), Fraction(-1, 2)}
"""Numbers that calculations bring; others may be measures that were typed without a unit."""

NO_UNITS: Mapping[str, str] = MappingProxyType({})


def unit_of_line(
    line: object,
    sheet: Sheet,
    coordinates: Sequence[str],
    parameters: Mapping[str, str] = NO_UNITS,
) -> str:
    """The SI unit of a line; empty for pure numbers and where it is not known.

    `coordinates` are the units of the coordinates, `parameters` those of parameters by name.
    """
    entry = line[0] if isinstance(line, tuple) else line
    units = dict(zip(sheet.coordinates, coordinates, strict=False)) | dict(parameters)
    if isinstance(entry, Definition):
        if entry.stem == NAMED_PART:
            return Sizes(sheet, units).unit(entry)
        return _OF_STEMS.get(entry.stem, "")
    if not isinstance(entry, Entry):
        return ""
    if entry.symbol in ("g", "Gamma", "Q") and len(coordinates) == len(sheet.coordinates):
        return _of_metric(entry, [coordinates[i - 1] for i in entry.indices if i])
    if entry.symbol in BY_CONDITION and len(coordinates) == len(sheet.coordinates):
        return Sizes(sheet, units).unit(entry)
    return _PLAIN.get(entry.symbol, "")


@dataclass(frozen=True)
class Sizes:
    """Dimensions of lines whose units follow from those of `units` by name."""

    sheet: Sheet
    units: Mapping[str, str]

    def unit(self, entry: Entry | Definition) -> str:
        """The SI unit of a scalar line; empty where a measure in it has none that is known."""
        try:
            powers = dimension_of(_scalar(entry.tree), self._known)
        except (DoesNotFit, _Unsure):
            return ""
        if not isinstance(powers, tuple) or powers == NONE:
            return ""
        return raised(named(powers))

    def _known(self, symbol: Symbol) -> Dimension | None:
        if symbol.name in self._definitions:
            powers = dimension_of(_scalar(self._definitions[symbol.name].tree), self._known)
            return powers if isinstance(powers, tuple) else NONE if powers is Bare else None
        text = "s" if symbol.name == TIME else self.units.get(symbol.name, "")
        unit = unit_of("1" if text == "rad" else text)
        if unit is None:
            return None
        second = unit_of("1/s")
        return (unit * second**symbol.order).dimension if second else None

    @cached_property
    def _definitions(self) -> dict[str, Definition]:
        return {line.name: line for line in self.sheet.definitions}


class _Unsure(Exception):
    """A number may be a measure without a unit."""


def _scalar(tree: Expression) -> Expression:
    """A tree in which vectors and tensors stand as what their entries are."""
    match tree:
        case Number(value):
            if value not in _COUNTED:
                raise _Unsure
            return tree
        case Power(base, exponent):
            return Power(_scalar(base), exponent)
        case Call("dot" | "cross" | "outer", (a, b)):
            return Product((_scalar(a), _scalar(b)))
        case Call("transpose" | "trace", (a,)):
            return _scalar(a)
        case Call("rotation"):
            return Number(Fraction(1))
        case Call("vec" | "tensor" | "symmetric", entries):
            kept = tuple(_scalar(e) for e in entries if e != Number(Fraction(0)))
            return as_sum(kept)
        case _:
            return rebuilt(tree, _scalar)


def _of_metric(entry: Entry, units: Sequence[str]) -> str:
    """That of g, Γ or Q: kg m² where all are angles; each index 0 divides by s."""
    if not set(units) <= {"rad", "m"}:
        return ""
    shifts, instants = units.count("m"), len(entry.indices) - len(units)
    if entry.symbol == "Q":
        return "N" if shifts else "N m"
    below = {0: "", 1: "s"}.get(instants, f"s{'⁰¹²³'[instants]}")
    above = _MASSES[2 - shifts]
    if not below:
        return above
    return f"{above} {below}" if "/" in above else f"{above}/{below}"
