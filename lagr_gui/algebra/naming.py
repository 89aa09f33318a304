"""Names for roots in what is shown: λ for a length n √X, and λ² for n² X.

In calculations the square of a root is what stands under it; values with names are made to be
shown, and nothing is calculated with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mpoly

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier, to_fraction
from lagr_gui.algebra.keys import Monomial, terms
from lagr_gui.algebra.ring import Exponents, Generator, Sort, by_powers
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.substitution import Substitution
from lagr_gui.algebra.trigonometry import Factor, Groups
from lagr_gui.expression import Symbol


@dataclass(frozen=True)
class Root:
    """A length λ that is a number and powers of parameters times one root."""

    index: int
    number: Fraction
    beside: Monomial


def root_of(value: Canonical) -> Root | None:
    """The root that a value is, with what stands before it; None where it is no such product."""
    if value.D is not None or value.B or len(value.A) != 1:
        return None
    ((monomial, number, _),) = terms(value)
    generators = value.algebra.ring.generators
    roots = [(i, e) for i, e in monomial if generators[i].sort is Sort.ROOT]
    if len(roots) != 1 or roots[0][1] != 1:
        return None
    beside = tuple(entry for entry in monomial if entry != roots[0])
    return Root(roots[0][0], to_fraction(number), beside)


class RootNames:
    """Puts names in the place of roots of one algebra."""

    def __init__(self, algebra: CanonicalCarrier, names: Mapping[Symbol, Root]) -> None:
        self.algebra = algebra
        self._names = [(self._generator(symbol, root), root) for symbol, root in names.items()]
        self._within: dict[int, Canonical | None] = {}

    def _generator(self, symbol: Symbol, root: Root) -> int:
        ring = self.algebra.ring
        key = "name", symbol, root
        if key not in ring.index:
            whole = self.algebra.generator(root.index) * root.number
            for index, power in root.beside:
                whole = whole * self.algebra.generator(index) ** power
            return ring.add(Generator(Sort.NAME, key, tree=symbol, base=whole * whole))
        return ring.index[key]

    def square(self, symbol: Symbol) -> Canonical:
        """What the square of a name stands for."""
        index = next(i for i, _ in self._names if self.algebra.ring.generators[i].tree == symbol)
        base = self.algebra.ring.generators[index].base
        assert base is not None
        return base

    def __bool__(self) -> bool:
        return bool(self._names)

    def occur(self, value: Canonical) -> bool:
        """Whether anything in a value gets a name."""
        if any(root.index in value.present for _, root in self._names):
            return True
        if any(self._inside(index) is not None for index in value.present):
            return True
        return value.D is not None and self.occur(value.D)

    def _inside(self, index: int) -> Canonical | None:
        """A sign or call with names in what it is one of; None for others."""
        if index not in self._within:
            self._within[index] = self._renamed(self.algebra.ring.generators[index])
        return self._within[index]

    def _renamed(self, generator: Generator) -> Canonical | None:
        functions = self.algebra.functions
        if generator.sort is Sort.SIGN and generator.base is not None:
            return (
                functions.roots.sign(self.of(generator.base))
                if self.occur(generator.base)
                else None
            )
        if generator.sort is Sort.CALL and any(map(self.occur, generator.arguments)):
            arguments = tuple(map(self.of, generator.arguments))
            return self.algebra.call(generator.key[0], arguments, generator.orders)
        return None

    def of(self, value: Canonical) -> Canonical:
        """The value with names."""
        if not self.occur(value):
            return value
        inside = {i: inner for i in value.present if (inner := self._inside(i)) is not None}
        top = self._numerator(value)
        if inside:
            top = Substitution(self.algebra, {}, {}, inside).of(top)
        if value.D is None:
            return top
        return Canonical(self.algebra, top.A, top.B, top.shift, self.of(value.D))

    def _numerator(self, value: Canonical) -> Canonical:
        top = value.numerator
        for name, root in self._names:
            if root.index in top.present:
                top = self._named(top, name, root)
        return top

    def _named(self, value: Canonical, name: int, root: Root) -> Canonical:
        """The value with one name, power by power of the root."""
        A, B, shift = value.lifted()
        bare = tuple(0 if i == root.index else e for i, e in enumerate(shift))
        total = self.algebra.zero
        for power, (real, imaginary) in by_powers(A, B, root.index).items():
            factor, down = self._instead(name, root, power - shift[root.index])
            part = Canonical(self.algebra, real * factor, imaginary * factor, _plus(bare, down))
            total = total + part
        return total

    def _instead(self, name: int, root: Root, power: int) -> tuple[fmpq_mpoly, Exponents]:
        """What stands for a power of a root: above the line, and the exponents below it."""
        ring = self.algebra.ring
        exponents = [0] * ring.width
        exponents[name] = power
        for index, exponent in root.beside:
            exponents[index] -= exponent * power
        above = ring.monomial(tuple(max(e, 0) for e in exponents))
        number = root.number**-power
        factor = above * fmpq(number.numerator, number.denominator)
        return factor, tuple(max(-e, 0) for e in exponents)


def _plus(one: Exponents, other: Exponents) -> Exponents:
    return tuple(map(int.__add__, one, other))


def has_names(value: Canonical) -> bool:
    """Whether a numerator has names."""
    ring = value.algebra.ring
    if Sort.NAME not in ring.sorts:
        return False
    return any(ring.generators[index].sort is Sort.NAME for index in value.present)


def with_squares(groups: Groups, algebra: CanonicalCarrier) -> Groups:
    """The same sum with squares of names in the place of what they are, where that is shorter.

    So with those of absolute values.
    """
    if algebra.ring.sorts.isdisjoint((Sort.NAME, Sort.CALL)):
        return groups
    used = {i for coefficient in groups.values() for monomial in coefficient for i, _ in monomial}
    for index in sorted(used):
        if (value := _square(algebra.ring.generators[index])) is not None:
            square = multi_angle(value)
            while (shorter := _shorter(groups, index, square, 1)) is not None:
                groups = shorter
    return groups


def with_bars(groups: Groups, algebra: CanonicalCarrier) -> Groups:
    """The same sum with |x|² for x² where |x| stands in it, so that (|x| − l)² is found."""
    if Sort.CALL not in algebra.ring.sorts:
        return groups
    used = {i for coefficient in groups.values() for monomial in coefficient for i, _ in monomial}
    for index in sorted(used):
        generator = algebra.ring.generators[index]
        value = _square(generator) if generator.sort is Sort.CALL else None
        square = {} if value is None else multi_angle(value)
        if sum(map(len, square.values())) == 1:
            while (other := _shorter(groups, index, square, 0)) is not None:
                groups = other
    return groups


def _square(generator: Generator) -> Canonical | None:
    """What the square of a name or an absolute value stands for."""
    if generator.sort is Sort.NAME:
        return generator.base
    if generator.sort is not Sort.CALL or generator.key[0] != "abs":
        return None
    (inner,) = generator.arguments
    return inner * inner if inner.D is None else None


def _shorter(groups: Groups, index: int, square: Groups, least: int) -> Groups | None:
    """The sum with one multiple of a square as such; None where no multiple makes it shorter."""
    (factor, coefficient), *_ = square.items()
    (first, number), *_ = coefficient.items()
    number = Fraction(number)
    for monomial, amount in groups.get(factor, {}).items():
        if any(dict(monomial).get(i, 0) < e for i, e in first):
            continue
        beside = _product(monomial, first, -1)
        rest = {f: dict(c) for f, c in groups.items()}
        gained = 0
        for part, m, n in _flat(square):
            gained += _add(rest, part, _product(m, beside), -n * amount / number)
        gained += _add(rest, Factor(), _product(((index, 2),), beside), amount / number)
        if gained >= least:
            return {f: c for f, c in rest.items() if c}
    return None


def _flat(groups: Groups) -> Iterator[tuple[Factor, Monomial, Fraction]]:
    for factor, coefficient in groups.items():
        for monomial, number in coefficient.items():
            yield factor, monomial, number


def _add(groups: Groups, factor: Factor, monomial: Monomial, number: Fraction) -> int:
    """Add a term; by how many terms the sum became shorter."""
    coefficient = groups.setdefault(factor, {})
    before = len(coefficient)
    left = coefficient.pop(monomial, Fraction(0)) + number
    if left:
        coefficient[monomial] = left
    return before - len(coefficient)


def _product(a: Monomial, b: Monomial, power: int = 1) -> Monomial:
    """a b^power"""
    powers = dict(a)
    for index, exponent in b:
        powers[index] = powers.get(index, 0) + power * exponent
    return tuple(sorted((i, e) for i, e in powers.items() if e))
