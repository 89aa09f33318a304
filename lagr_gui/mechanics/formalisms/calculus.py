"""Derivatives on both carriers: canonical values, made to be read, and nodes of a program.

A formalism is written once, over values that add and multiply; the calculus says how they
are differentiated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from lagr_gui.algebra import Algebra
from lagr_gui.expression import TIME, Symbol
from lagr_gui.mechanics.closed.unexpanded import Formula, NodeFormulas
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope

Shares = dict[str, Any]
"""Contributions to a result by source, on either carrier."""
Rate = Callable[[Any], Any]
"""A derivative along a direction, such as d/dt."""


class Calculus(Protocol):
    """What formalisms ask of a carrier."""

    algebra: Any

    def introduce(self, symbols: Sequence[Symbol]) -> list[Any]:
        """Values of symbols that the model does not have: q̈, momenta, quasi-velocities."""
        ...

    def introduce_speeds(self, symbols: Sequence[Symbol]) -> list[Any]:
        """The same for symbols that stand for velocities."""
        ...

    def gradient(self, value: Any, symbols: Sequence[Symbol]) -> list[Any]:
        """The partial derivatives of a value."""
        ...

    def flow(self, rates: Mapping[Symbol, Any]) -> Rate:
        """The derivative along a direction that is given by the rates of symbols."""
        ...

    def inserted(self, value: Any, values: Mapping[Symbol, Any]) -> Any:
        """A value with symbols replaced by what they are equal to."""
        ...

    def gathered(self, parts: Shares) -> Shares:
        """Contributions as the carrier keeps them."""
        ...


class Exact:
    """Canonical values: short, and equal where they are equal."""

    def __init__(self, reading: Reading) -> None:
        names = (*reading.coordinates, TIME)
        self.algebra = Algebra(reading.positive, names, reading.spelling)

    def introduce(self, symbols: Sequence[Symbol]) -> list[Any]:
        """The symbols as values."""
        return [self.algebra.symbol(symbol) for symbol in symbols]

    def introduce_speeds(self, symbols: Sequence[Symbol]) -> list[Any]:
        """The symbols as values, which are shown as rates of coordinates are."""
        self.algebra.moving(symbol.name for symbol in symbols if not symbol.order)
        return self.introduce(symbols)

    def gradient(self, value: Any, symbols: Sequence[Symbol]) -> list[Any]:
        """One derivative after the other."""
        return [value.derivative(symbol) for symbol in symbols]

    def flow(self, rates: Mapping[Symbol, Any]) -> Rate:
        """Σ ∂value/∂s · rate of s"""

        def rate(value: Any) -> Any:
            total = self.algebra.zero
            for symbol, speed in rates.items():
                slope = value.derivative(symbol)
                if not slope.is_zero:
                    total = total + slope * speed
            return total

        return rate

    def inserted(self, value: Any, values: Mapping[Symbol, Any]) -> Any:
        """The value with symbols replaced."""
        return value.substitute(values)

    def gathered(self, parts: Shares) -> Shares:
        """Each contribution for itself, with its source."""
        return {key: value for key, value in parts.items() if not value.is_zero}


class Programmed:
    """Nodes of a program: never expanded, for systems of any size."""

    def __init__(self, reading: Reading) -> None:
        self.scope = Scope(reading)
        self.algebra = NodeFormulas(self.scope)

    def introduce(self, symbols: Sequence[Symbol]) -> list[Any]:
        """The symbols as further inputs."""
        return [Formula(self.algebra, node) for node in self.scope.introduce(symbols)]

    introduce_speeds = introduce

    def gradient(self, value: Any, symbols: Sequence[Symbol]) -> list[Any]:
        """One sweep backwards."""
        nodes = [self.scope.node(symbol) for symbol in symbols]
        slopes = self.scope.program.gradient(value.node, nodes)
        return [Formula(self.algebra, slope) for slope in slopes]

    def flow(self, rates: Mapping[Symbol, Any]) -> Rate:
        """One sweep forwards; what is known of a direction is kept."""
        speeds = {self.scope.node(symbol): speed.node for symbol, speed in rates.items()}
        along = self.scope.program.flow(speeds)
        return lambda value: Formula(self.algebra, along(value.node))

    def inserted(self, value: Any, values: Mapping[Symbol, Any]) -> Any:
        """The value itself: the inputs are given numbers that belong together."""
        return value

    def gathered(self, parts: Shares) -> Shares:
        """The sum: nobody reads the contributions."""
        return {"": sum(parts.values(), self.algebra.zero)} if parts else {}
