"""Units of outputs, as far as the model tells them.

The dimension of an expression follows from those of its names.  Angles count as numbers there, so
that rad, and N m beside J, are found by a second count in which angles are a dimension of their
own: moments are J/rad.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lagr_gui.expression import TIME, Call, Expression, Number, Power, Product, Sum, Symbol, rebuilt
from lagr_gui.expression.dimensions import DoesNotFit, dimension_of
from lagr_gui.expression.sensors import UNITS_OF_WORDS
from lagr_gui.expression.units import NONE, UNITS, Dimension, named, unit_of
from lagr_gui.mechanics.trajectories.sensors import ENERGIES, OutputTree, Probe
from lagr_gui.prepared.prepared import Prepared
from lagr_gui.prepared.sensors.exerting import exerting
from lagr_gui.prepared.sensors.transmitting import Transmitting, transmitters

_OF_WORDS = {
    **UNITS_OF_WORDS,
    "force of an element": "N",
    "moment of an element": "N m",
    "thrust of an element": "N",
}
"""Units of what sensors show, where the word alone tells them."""

_COUNTED = frozenset(map(Fraction, (-2, -1, 0, 1, 2))) | {Fraction(1, 2), Fraction(-1, 2)}
"""Factors that calculations bring; others may change the unit, as 180/pi, or have one."""


def unit_of_output(prepared: Prepared, output: OutputTree) -> str:
    """The SI unit of an output; empty for pure numbers and where it is not known."""
    names = _Names(prepared, output.probes)
    if stated := names.stated(output.signal):
        return stated
    try:
        tree = _unscaled(output.tree)
        plain = dimension_of(tree, names.plain)
    except (DoesNotFit, _Unsure):
        return ""
    if not isinstance(plain, tuple):
        return ""
    turns = _turns(tree, names)
    if turns == 1 and plain in (NONE, _PER_S, _PER_S2):
        return {NONE: "rad", _PER_S: "rad/s", _PER_S2: "rad/s^2"}[plain]
    if turns == -1 and plain == UNITS["J"].dimension:
        return "N m"
    return "" if plain == NONE else named(plain)


def _turns(tree: Expression, names: _Names) -> Fraction | None:
    """The power of angles in an expression; None where its terms have several."""
    try:
        dimension = dimension_of(tree, names.turning)
    except DoesNotFit:
        return None
    return dimension[-1] if isinstance(dimension, tuple) else None


class _Unsure(Exception):
    """A factor may change the unit."""


def _unscaled(tree: Expression) -> Expression:
    """The tree without numbers that are added: they have the unit of what they are added to."""
    match tree:
        case Number(value):
            if value not in _COUNTED:
                raise _Unsure
            return tree
        case Sum(terms):
            kept = tuple(_unscaled(term) for term in terms if not _is_number(term))
            return Sum(kept) if len(kept) > 1 else kept[0] if kept else tree
        case Product():
            return rebuilt(tree, _unscaled)
        case Power(base, exponent):
            return Power(_unscaled(base), exponent)
        case Call("pi"):
            raise _Unsure
        case Call("min" | "max" | "abs" | "sqrt"):
            return rebuilt(tree, _unscaled)
        case _:
            return tree


def _is_number(tree: Expression) -> bool:
    match tree:
        case Number():
            return True
        case Product(factors):
            return all(map(_is_number, factors))
        case _:
            return False


class _Names:
    """Dimensions of what may stand in outputs."""

    def __init__(self, prepared: Prepared, probes: Mapping[str, Probe]) -> None:
        report, self._prepared, self._probes = prepared.report, prepared, probes
        self._coordinates = dict(zip(report.coordinates, report.units, strict=False))
        self._parameters = {entry.name: entry.unit for entry in prepared.model.parameters}
        drawn = (*prepared.as_drawn.signals, *prepared.model.signals)
        self._parameters |= {name: entry.value_unit for entry in drawn for name in entry.names}

    def stated(self, signal: str) -> str:
        """The unit that a signal has been given."""
        return self._parameters.get(signal, "")

    def plain(self, symbol: Symbol) -> Dimension | None:
        """The dimension, in which angles are numbers."""
        unit = unit_of(self._text(symbol))
        return None if unit is None else (unit * UNITS["s"] ** -symbol.order).dimension

    def turning(self, symbol: Symbol) -> Dimension | None:
        """The same with the power of angles in the place of that of cycles."""
        dimension = self.plain(symbol)
        if dimension is None:
            return None
        above, _, below = self._text(symbol).partition("/")
        turns = above.split().count("rad") - below.split().count("rad")
        return (*dimension[:-1], Fraction(turns - above.startswith("N m")))

    def _text(self, symbol: Symbol) -> str:
        name = symbol.name
        if name in self._probes:
            return self._of_probe(self._probes[name])
        if name in self._coordinates or name in self._parameters:
            return self._coordinates.get(name) or self._parameters.get(name, "")
        if name == TIME:
            return "s"
        return "J" if name in ENERGIES else ""

    def _of_probe(self, probe: Probe) -> str:
        """What a sensor shows: of drives and conditions, what is told of them."""
        transmitted: Transmitting = transmitters(self._prepared)
        item = probe.items[0]
        match probe.word:
            case "force":
                return (
                    "N"
                    if item in transmitted.joints
                    else dict(transmitted.drives).get(str(item), "")
                )
            case "effort of an element":
                return exerting(self._prepared).efforts[str(item)]
            case "friction" | "slip":
                force, rate = exerting(self._prepared).frictions[str(item)]
                return force if probe.word == "friction" else rate
            case "lambda":
                word = str(probe.items[1]) if len(probe.items) > 1 else ""
                units = {(name, said): unit for name, said, unit in transmitted.others}
                return units.get((str(item), word), "")
            case word:
                return _OF_WORDS[word]


_PER_S = (UNITS["s"] ** -1).dimension
_PER_S2 = (UNITS["s"] ** -2).dimension
