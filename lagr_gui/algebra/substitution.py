"""Replaces symbols, functions and generators in canonical values (LAGR's replacement lists)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.arithmetic import evaluate

Definitions = Mapping[str, tuple[tuple[str, ...], Expression]]


class Substitution:
    """One replacement list; generators that it touches are replaced, the others stay.

    `generators` are replaced as they are, by their index.
    """

    def __init__(
        self,
        algebra: CanonicalCarrier,
        symbols: Mapping[Symbol, Expression | Canonical],
        functions: Definitions,
        generators: Mapping[int, Canonical] = MappingProxyType({}),
    ) -> None:
        self.algebra = algebra
        self.symbols = {
            symbol: value if isinstance(value, Canonical) else algebra.expression(value)
            for symbol, value in symbols.items()
        }
        self.functions = functions
        self._known: dict[int, Canonical | None] = dict(generators)

    def of(self, value: Canonical) -> Canonical:
        """The value after the replacement."""
        top = self._numerator(value)
        return top if value.D is None else top / self._numerator(value.D)

    def _numerator(self, value: Canonical) -> Canonical:
        A, B, shift = value.lifted()
        used = [
            i
            for i, (a, b, s) in enumerate(zip(A.degrees(), B.degrees(), shift, strict=True))
            if a > 0 or b > 0 or s
        ]
        touched = [i for i in used if self._replaced(i) is not None]
        if not touched:
            return value.numerator
        A, B, shift = value.lifted()
        total = self.algebra.zero
        for powers, rest in self._grouped(A, B, shift, touched).items():
            product = rest
            for index, power in zip(touched, powers, strict=True):
                if power:
                    product = product * self._power(index, power)
            total = total + product
        return total

    def _power(self, index: int, power: int) -> Canonical:
        """What replaces a power of a generator."""
        replacement = self._replaced(index)
        assert replacement is not None
        is_angle = self.algebra.ring.generators[index].sort is Sort.ANGLE
        if power < 0 and is_angle and replacement.B:
            return self._turned_back(replacement) ** -power
        return replacement**power

    def _turned_back(self, z: Canonical) -> Canonical:
        """1/z for z = (a + ib) m of modulus 1, with m a product of exponentials: (a − ib)/m.

        Where an angle has become a number, z is complex, and values divide by real ones only.
        """
        A, B, shift = z.lifted()
        exponents = next(iter(B.to_dict()))
        turned = Canonical(self.algebra, A, -B, shift)
        for index, (e, s) in enumerate(zip(exponents, shift, strict=True)):
            if self.algebra.ring.is_angle(index) and int(e) != s:
                turned = turned * self.algebra.generator(index) ** (2 * (s - int(e)))
        return turned

    def _grouped(
        self, A: Any, B: Any, shift: tuple[int, ...], touched: list[int]
    ) -> dict[tuple[int, ...], Canonical]:
        """The value by powers of the touched generators."""
        tables: dict[tuple[int, ...], tuple[dict[Any, Any], dict[Any, Any]]] = {}
        for which, polynomial in enumerate((A, B)):
            for exponents, coefficient in polynomial.to_dict().items():
                powers = tuple(int(exponents[i]) - shift[i] for i in touched)
                bare = tuple(0 if i in touched else e for i, e in enumerate(exponents))
                tables.setdefault(powers, ({}, {}))[which][bare] = coefficient
        down = tuple(0 if i in touched else s for i, s in enumerate(shift))
        build = A.context().from_dict
        return {
            powers: Canonical(self.algebra, build(real), build(imaginary), down)
            for powers, (real, imaginary) in tables.items()
        }

    def _replaced(self, index: int) -> Canonical | None:
        """What replaces a generator; None where it stays."""
        if index not in self._known:
            self._known[index] = self._replace(index)
        return self._known[index]

    def _replace(self, index: int) -> Canonical | None:
        generator = self.algebra.ring.generators[index]
        if generator.sort is Sort.SYMBOL:
            return self.symbols.get(generator.key)
        if generator.sort is Sort.NAME:
            return None  # what is shown is not looked into
        if generator.sort is Sort.CALL:
            return self._call(generator)
        assert generator.base is not None
        base = self.of(generator.base)
        if base == generator.base:
            return None
        functions = self.algebra.functions
        match generator.sort:
            case Sort.ROOT:
                return functions.root(base)
            case Sort.SIGN:
                return functions.roots.sign(base)
            case Sort.EXPONENTIAL:
                return functions.angles.exponential(base)
            case _:
                return functions.angles.circle(base)

    def _call(self, generator: Generator) -> Canonical | None:
        name = generator.key[0]
        arguments = tuple(self.of(argument) for argument in generator.arguments)
        if name in self.functions:
            return self._defined(name, arguments, generator.orders)
        same = all(a == b for a, b in zip(arguments, generator.arguments, strict=True))
        return None if same else self.algebra.call(name, arguments, generator.orders)

    def _defined(
        self, name: str, arguments: tuple[Canonical, ...], orders: tuple[int, ...]
    ) -> Canonical:
        names, tree = self.functions[name]
        formal = {Symbol(argument): Symbol(f"{argument} of {name}") for argument in names}
        value = evaluate(tree, self.algebra, lambda s: self.algebra.symbol(formal.get(s, s)))
        for symbol, order in zip(formal.values(), orders or (0,) * len(names), strict=True):
            for _ in range(order):
                value = value.derivative(symbol)
        replacements = dict(zip(formal.values(), arguments, strict=True))
        value = Substitution(self.algebra, replacements, {}).of(value)
        return Substitution(self.algebra, self.symbols, {}).of(value) if self.symbols else value
