"""Any model in other units of length, mass and time: its motion is the same, counted in these.

What stands in a place of known unit becomes as many of the new units.  Names in an expression are
counted back into the old ones first, so that its numbers, functions and tables may be measures of
any dimension: they stay as they are.  What has no unit keeps its number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import Expression, Number, Power, Product, Symbol, read, substitute, write
from lagr_gui.expression import symbols as symbols_of
from lagr_gui.expression.units import UNITS, Dimension, unit_of
from lagr_gui.model.quantities import Places
from lagr_gui.model.records import Model
from lagr_gui.model.sites import Site, put, sites
from lagr_gui.subsystems.expansion import flat

ALONG = {
    "N m/rad": ("J", -2),
    "N m s/rad": ("J s", -2),
    "N, N m": ("J", -1),
    "rad, m": ("1", 1),
    "rad": ("1", 1),
    "N m/A": ("V s", -1),
}
"""Fields on a coordinate: what they are times this power of its unit."""


@dataclass(frozen=True)
class Scale:
    """One old unit in new ones; charges keep theirs.

    Powers of four change no digit of what is computed, but where something is compared with an
    absolute number.
    """

    length: Fraction = Fraction(1)
    mass: Fraction = Fraction(1)
    time: Fraction = Fraction(1)

    def of(self, dimension: Dimension) -> Fraction:
        """One old unit of a dimension, in new ones."""
        m, kg, s, A, *_ = dimension
        powers = {"length": m, "mass": kg, "time": s - A}
        found = Fraction(1)
        for name, power in powers.items():
            assert power.denominator == 1, "roots of units have no exact number"
            found *= getattr(self, name) ** int(power)
        return found

    def of_unit(self, text: str) -> Fraction:
        """That of a unit as models write it; 1 where it is not known."""
        unit = unit_of(text) if text else None
        return Fraction(1) if unit is None else self.of(unit.dimension)


class Scaled:
    """A model whose parts are counted in other units."""

    def __init__(self, model: Model, scale: Scale) -> None:
        self.old, self.scale = flat(model, from_centres=False), scale
        self.places = Places(self.old, KINDS)
        self.second = scale.of(UNITS["s"].dimension)

    def coordinate(self, name: str) -> Fraction:
        """One old unit of a coordinate, in new ones."""
        return self.scale.of_unit(self.places.coordinates.get(name, ""))

    @property
    def model(self) -> Model:
        """The model in new units."""
        new = self.old
        for site in sites(self.old, KINDS):
            new = put(new, site.path, self._counted(site))
        plan = new.simulation
        times = {key: float(getattr(plan, key) * self.second) for key in ("start", "until")}
        bounds = new.each("parameters", self._bounded)
        return bounds.having(simulation=plan.having(**times, outputs=(), controllers=()))

    def _bounded(self, parameter: Any) -> Any:
        size = self.scale.of_unit(parameter.unit)
        both = {key: getattr(parameter, key) for key in ("minimum", "maximum")}
        return parameter.having(**{k: v if v is None else float(v * size) for k, v in both.items()})

    def _counted(self, site: Site) -> Any:
        size = self._size(site)
        if isinstance(site.value, str):
            tree = read(site.value)
            back = {s: _times(1 / self._symbol(s), s) for s in symbols_of(tree)}
            back = {s: new for s, new in back.items() if s.name not in site.locals and new != s}
            if isinstance(tree, Symbol) and tree in back and 1 / self._symbol(tree) * size == 1:
                return site.value
            return (
                site.value
                if size == 1 and not back
                else write(_times(size, substitute(tree, back)))
            )
        exact = math.frexp(float(size))[0] == 0.5
        return site.value if size == 1 else float(site.value * (float(size) if exact else size))

    def _symbol(self, symbol: Symbol) -> Fraction:
        if symbol.name == "t":
            return self.second
        if symbol.name in self.places.parameters:
            return self.scale.of_unit(self.places.parameters[symbol.name])
        return self.coordinate(symbol.name) / self.second**symbol.order

    def _size(self, site: Site) -> Fraction:
        """One old unit of what stands in a place, in new ones."""
        section, index, field = (*site.path, "", "")[:3]
        if section == "functions":  # they take and give what they did
            return Fraction(1)
        if section in ("start", "motions"):
            rate = self.second if field == "velocity" else 1
            return self.coordinate(getattr(self.old, str(section))[index].coordinate) / rate
        if section == "elements":
            return self._of_element(self.old.elements[int(index)], str(field), site)
        return self.scale.of_unit(self.places.unit(site.path))

    def _of_element(self, element: Any, field: str, site: Site) -> Fraction:
        if element.kind == "gear":
            a, b = map(self.coordinate, (element.coordinate_a, element.coordinate_b))
            return a / b if field == "ratio" else a
        spec = next(s for s in KINDS.elements[element.kind].fields if s.name == field)
        coordinate = getattr(element, "coordinate", None)
        if coordinate is None or spec.unit not in ALONG:
            return self.scale.of_unit(self.places.unit(site.path))
        unit, power = ALONG[spec.unit]
        return self.scale.of_unit(unit) * self.coordinate(coordinate) ** power


def _times(size: Fraction, tree: Expression) -> Expression:
    """A tree times a number, exactly: as a quotient of whole numbers."""
    if size == 1:
        return tree
    over, under = Number(Fraction(size.numerator)), Number(Fraction(size.denominator))
    factors = [over] if size.numerator != 1 else []
    factors += [Power(under, Number(Fraction(-1)))] if size.denominator != 1 else []
    return Product((*factors, tree))


def all_scales(size: Fraction) -> Iterator[Scale]:
    """Lengths, masses and times, each by a size and by its inverse, and mixed."""
    for name in ("length", "mass", "time"):
        yield Scale(**{name: size})
        yield Scale(**{name: 1 / size})
    yield Scale(size, 1 / size, size)
    yield Scale(1 / size, size, 1 / size)
