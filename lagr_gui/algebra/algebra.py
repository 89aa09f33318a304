"""The arithmetic of one derivation: makes canonical values and keeps their relations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly

from lagr_gui.algebra.canonical import Canonical, Slope, division_by_zero, rational, to_fraction
from lagr_gui.algebra.common import Common
from lagr_gui.algebra.forms import shown
from lagr_gui.algebra.functions import Functions
from lagr_gui.algebra.keys import content, terms
from lagr_gui.algebra.ring import Exponents, Generator, Ring, Sort, by_powers
from lagr_gui.algebra.substitution import Definitions, Substitution
from lagr_gui.expression import PLAIN, Expression, Number, Spelling, Symbol
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.expression.writer import decimal


class Algebra:
    """A carrier of canonical values.

    `positive` names parameters that are known to be positive, so that √(l²) = l; `late` names
    symbols that are shown after the others (coordinates).  `natural` lengths are subtracted from
    others where they are shown: x − l₀.  Numbers are shown by the `spelling`.  So many generators
    are `expected`.
    """

    def __init__(
        self,
        positive: Collection[str] = (),
        late: Sequence[str] = (),
        spelling: Spelling = PLAIN,
        expected: int = 0,
    ) -> None:
        self.ring = Ring[Canonical](expected)
        self.positive = frozenset(positive)
        self.late = {name: place for place, name in enumerate(late)}
        self.spelling = spelling
        self.number_trees: dict[tuple[int, int], Number] = {}
        self.number_counts: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.natural: set[Symbol] = set()
        self.roots: list[int] = []
        self.factor_trees: dict[Any, Expression] = {}
        self.factor_places: dict[Any, Any] = {}
        self.angle_trees: dict[Any, Expression] = {}
        self.monomial_factors: dict[Any, tuple[Expression, ...]] = {}
        self.monomial_counts: dict[Any, tuple[int, int, int]] = {}
        self.factor_counts: dict[Any, tuple[int, int, int]] = {}
        self.monomial_places: dict[Any, list[tuple[int, int]]] = {}
        self.factor_products: dict[Any, list[Any]] = {}
        self.atoms: dict[Any, dict[Any, Any]] = {}
        self.atom_lengths: dict[Any, int] = {}
        self.gains: dict[Any, int] = {}
        self.products: dict[Any, Any] = {}
        self.factored: dict[Any, Any] = {}
        self.arranged: dict[Any, Any] = {}
        self.brackets: dict[Any, Expression] = {}
        self.coefficients: dict[Any, Any] = {}
        self.sums: dict[Any, Any] = {}
        self.steady: dict[Any, Any] = {}
        self.splits: dict[Any, dict[str, Any]] = {}
        self._ranks: dict[int, int] = {}
        self._met: dict[Any, list[Canonical]] = {}
        self._dependents: dict[Symbol, tuple[int, tuple[int, ...]]] = {}
        self.functions = Functions(self)
        self.zero = self.number(0)
        self.one = self.number(1)

    def number(self, value: Fraction | int) -> Canonical:
        """An exact constant."""
        fraction = Fraction(value)
        constant = self.ring.constant(fmpq(fraction.numerator, fraction.denominator))
        return Canonical(self, constant, self.ring.constant(0), (0,) * self.ring.width)

    def symbol(self, symbol: Symbol) -> Canonical:
        """A parameter, coordinate, velocity or the time."""
        index = self.ring.index.get(symbol)
        if index is None:
            index = self.ring.add(Generator(Sort.SYMBOL, symbol))
        return self.generator(index)

    def generator(self, index: int) -> Canonical:
        """A generator as a value (for an angle: the complex exponential)."""
        ring = self.ring
        return Canonical(self, ring.context.gen(index), ring.constant(0), (0,) * ring.width)

    def expression(self, tree: Expression) -> Canonical:
        """A tree as a canonical value."""
        return evaluate(tree, self, self.symbol)

    def lift(self, value: Canonical | Fraction | int) -> Canonical:
        """A value as it is, a number as a constant."""
        return value if isinstance(value, Canonical) else self.number(value)

    def add(self, terms: Sequence[Canonical]) -> Canonical:
        """The sum of values."""
        return sum(terms, self.zero)

    def multiply(self, factors: Sequence[Canonical]) -> Canonical:
        """The product of values."""
        product = self.one
        for factor in factors:
            product = product * factor
        return product

    def shared(self, value: Canonical) -> Canonical:
        """An equal value that was met before, or the value itself.

        Many results of a system are equal; what is the same object is shown only once.
        """
        if value.D is not None:
            return value
        A, B, shift = value.lifted()
        alike = self._met.setdefault((len(A), len(B), shift), [])
        for other in alike:
            if other.A == A and other.B == B:
                return other
        alike.append(value)
        return value

    def derived(self, value: Canonical, symbol: Symbol) -> Canonical:
        """A partial derivative that remembers of what it is one."""
        if not value.mentions(symbol):
            return self.zero
        derivative = self.shared(value.derivative(symbol))
        derivative.slopes = derivative.slopes or (Slope(value, symbol, rational(1, 1)),)
        return derivative

    def combined(self, terms: Sequence[tuple[Canonical, int]], unit: Fraction) -> Canonical:
        """A `unit` times a sum of multiples of derivatives, which remembers of which."""
        (first, times), *rest = terms
        total = sum((value * number for value, number in rest), first * times)
        value_of_sum = self.shared(total * unit)
        if not value_of_sum.slopes and all(value.slopes for value, _ in terms):
            value_of_sum.slopes = tuple(
                Slope(slope.value, slope.symbol, slope.number * unit * number)
                for value, number in terms
                for slope in value.slopes
            )
        return value_of_sum

    def power(self, base: Canonical, exponent: Canonical) -> Canonical:
        """base ^ exponent; whole and half exponents exactly, others as a function."""
        p = exponent.constant
        if p is not None and p.denominator == 1:
            return base ** int(p)
        if p is not None and p.denominator == 2:
            return self.functions.root(base) ** int(2 * p)
        return self.functions.opaque("pow", (base, exponent))

    def call(
        self, function: str, arguments: Sequence[Canonical], orders: tuple[int, ...] = ()
    ) -> Canonical:
        """A function of values."""
        return self.functions.call(function, tuple(arguments), orders)

    def substituted(
        self,
        value: Canonical,
        symbols: Mapping[Symbol, Expression | Canonical],
        functions: Definitions,
    ) -> Canonical:
        """A value with symbols and functions replaced."""
        return Substitution(self, symbols, functions).of(value)

    def shown(self, value: Canonical, form: str) -> Expression:
        """A value as an expression in one of the forms."""
        return shown(value, form)

    def number_tree(self, value: Fraction | int) -> Number:
        """A number as it is written."""
        key = value.numerator, value.denominator  # a fraction takes longer to be found
        number = self.number_trees.get(key)
        if number is None:
            fraction = Fraction(*key)
            number = self.number_trees[key] = Number(fraction, self.spelling.decimal(fraction))
        return number

    def is_decimal(self, value: Fraction | int) -> bool:
        """Whether a number is written as a decimal."""
        return decimal(self.number_tree(value)) is not None

    def moving(self, names: Iterable[str]) -> None:
        """Show symbols, which have not occurred yet, where rates of coordinates are shown."""
        for name in names:
            self.late.setdefault(name, 10**6 + len(self.late))

    def rank(self, index: int) -> int:
        """The place of a generator in reading order: parameters, coordinates, the rest."""
        place = self._ranks.get(index)
        if place is None:
            place = self._ranks[index] = self._rank(self.ring.generators[index], index)
        return place

    def _rank(self, generator: Generator, index: int) -> int:
        symbol = generator.key
        if isinstance(symbol, Symbol):
            place = self.late.get(symbol.name)
            return index if place is None else 10**6 * (1 + symbol.order) + place
        if generator.sort is Sort.ANGLE and generator.base is not None:
            (first, *_) = terms(generator.base)[:1] or [((), 0, 0)]
            return min((self.rank(i) for i, _ in first[0]), default=index)
        return 10**7 + index

    def is_constant(self, index: int) -> bool:
        """Whether a generator is a parameter."""
        generator = self.ring.generators[index]
        return generator.sort is Sort.SYMBOL and self.rank(index) == index

    def is_velocity(self, index: int) -> bool:
        """Whether a generator is the rate of a coordinate or of a given motion."""
        symbol = self.ring.generators[index].key
        return isinstance(symbol, Symbol) and symbol.order == 1

    def dependents(self, symbol: Symbol) -> tuple[int, ...]:
        """The generators that may depend on a symbol: all but other symbols and known others."""
        looked_at, indices = self._dependents.get(symbol, (0, ()))
        if looked_at < self.ring.size:
            fresh = self.ring.generators[looked_at:]
            indices += tuple(
                index
                for index, generator in enumerate(fresh, start=looked_at)
                if generator.sort is not Sort.SYMBOL or generator.key == symbol
            )
            self._dependents[symbol] = self.ring.size, indices
        return indices

    def slope(self, index: int, symbol: Symbol) -> Canonical:
        """The derivative of a generator (of its base, for angles and exponentials)."""
        generator = self.ring.generators[index]
        derivative = generator.slopes.get(symbol)
        if derivative is None:
            derivative = generator.slopes[symbol] = self.functions.slope(index, symbol)
            if not derivative.A and not derivative.B:
                size, indices = self._dependents.get(symbol, (0, ()))
                self._dependents[symbol] = size, tuple(i for i in indices if i != index)
        return derivative

    def raised(
        self, A: fmpq_mpoly, B: fmpq_mpoly, shift: Exponents, top: Exponents
    ) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """Numerators for a larger shift."""
        if shift == top:
            return A, B
        factor = self.ring.monomial(tuple(map(int.__sub__, top, shift)))
        return A * factor, B * factor if B else B

    def reduced(self, A: fmpq_mpoly, B: fmpq_mpoly, shift: Exponents) -> Canonical:
        """A value in which roots and signs occur at most once in each product."""
        if not self.roots:
            return Canonical(self, A, B, shift)
        degrees = _degrees(A, B)
        for index in reversed(self.roots):
            if degrees[index] - shift[index] <= 1:
                continue
            number = self._square_number(index)
            if number is None or shift[index]:
                return self._unroot(index, A, B, shift)
            relation = self.ring.context.gen(index) ** 2 - number
            A, B = divmod(A, relation)[1], divmod(B, relation)[1]
            degrees = _degrees(A, B)
        return Canonical(self, A, B, shift)

    def parted(self, value: Canonical, index: int) -> tuple[Canonical, Canonical]:
        """a and b of a numerator a + b σ, with the sign σ that a generator is."""
        A, B, shift = value.lifted()
        parts = by_powers(A, B, index)
        rest, beside = (
            Canonical(self, *parts[power], shift) if power in parts else self.zero
            for power in (0, 1)
        )
        return rest, beside

    def signs_in(self, value: Canonical) -> dict[int, Canonical]:
        """The generators of a numerator that are signs, with what they are signs of."""
        signs = ((i, self.ring.generators[i]) for i in value.present)
        return {i: g.base for i, g in signs if g.sort is Sort.SIGN and g.base is not None}

    def signs_of(self, positive: Collection[Expression]) -> dict[int, int]:
        """The signs of generators where these expressions are positive."""
        signs: dict[int, int] = {}
        for tree in positive:
            sign = self.functions.roots.sign(self.expression(tree))
            for index in self.signs_in(sign):
                if (other := sign * self.generator(index)).constant is not None:
                    signs[index] = int(other.constant)
        return signs

    def with_signs(self, value: Canonical, signs: Mapping[int, int]) -> Canonical:
        """A value with numbers ±1 in the place of signs, in calls and under roots too."""
        numbers = {index: self.number(sign) for index, sign in signs.items()}
        return Substitution(self, {}, {}, numbers).of(value)

    def _square_number(self, index: int) -> fmpq | None:
        """The number that the square of a root or sign is; None where it is no number."""
        generator = self.ring.generators[index]
        if generator.sort is Sort.SIGN:
            return fmpq(1)
        if generator.sort is not Sort.ROOT or generator.base is None:
            return None
        value = generator.base.constant
        return None if value is None else fmpq(value.numerator, value.denominator)

    def _unroot(self, index: int, A: fmpq_mpoly, B: fmpq_mpoly, shift: Exponents) -> Canonical:
        """Replace squares of a root r by what they stand for: r² → radicand."""
        square = self.functions.square(index)
        total = self.zero
        s = shift[index]
        for power, (C, E) in by_powers(A, B, index).items():
            whole, odd = divmod(power - s, 2) if power >= s else (0, power - s)
            rest = Canonical(self, C, E, tuple(0 if i == index else e for i, e in enumerate(shift)))
            if odd:
                up = self.generator(index)
                rest = rest * up if odd == 1 else _lowered(rest, index, -odd)
            total = total + (rest * square**whole if whole else rest)
        return total

    def vanishes(self, value: Canonical) -> bool:
        """Whether a value with negative powers of roots is zero."""
        numerator = value.numerator
        for index in reversed(self.roots):
            s = numerator.lifted()[2][index]
            if s > 0:
                A, B, shift = numerator.lifted()
                down = tuple(0 if i == index else e for i, e in enumerate(shift))
                numerator = self.reduced(A, B, down)
        return not numerator.A and not numerator.B

    def inverse(self, value: Canonical) -> Canonical:
        """1 / value. Raises LagrError where the value is zero."""
        if value.is_zero:
            raise division_by_zero()
        top = value.D if value.D is not None else self.one
        A, B, shift = value.lifted()
        if not B and len(A) == 1:
            exponents, coefficient = next(iter(A.to_dict().items()))
            net = [int(e) - s for e, s in zip(exponents, shift, strict=True)]
            for index in self.roots:
                number = self._square_number(index) if net[index] == 1 else None
                if number is not None:  # 1/√n = √n/n
                    net[index], coefficient = -1, coefficient * number
            up = tuple(max(-e, 0) for e in net)
            down = tuple(max(e, 0) for e in net)
            inverse = self.ring.monomial(up) * (1 / coefficient)
            return top * Canonical(self, inverse, self.ring.constant(0), down)
        return self.fraction(top, value.numerator)

    def fraction(self, top: Canonical, below: Canonical) -> Canonical:
        """top / below with common factors of an even or odd denominator cancelled."""
        if not top.A and not top.B:
            return self.zero
        if top.D is not None:  # what is in it has been a fraction
            return self.fraction(top.numerator, below * top.D)
        C, E, _ = below.lifted()
        if not E and len(C) == 1:
            return top * self.inverse(below)
        if not E or not C:
            common = Common.of(top, below)
            if common is not None:
                return self.fraction(common.cancelled(top), common.cancelled(below))
        factor = self.monomial_content(below)
        if factor != self.one:
            unit = self.inverse(factor)
            top, below = top * unit, (below * unit).numerator
        return Canonical(self, top.A, top.B, top.shift, below)

    def monomial_content(self, *values: Canonical) -> Canonical:
        """The number and monomial without angles that divide all terms, with the sign."""
        entries_of_terms = [term for value in values for term in terms(value)]
        generators = self.ring.generators
        powers = [dict(monomial) for monomial, _, _ in entries_of_terms]
        turning = [any(generators[i].sort is Sort.ANGLE for i in entries) for entries in powers]
        doubled = [  # a pair of exponentials makes 2a cos − 2b sin
            Fraction(2 if turns else 1) * to_fraction(fmpq(c))
            for turns, (_, *ab) in zip(turning, entries_of_terms, strict=True)
            for c in ab
        ]
        common = self.number(content(doubled))
        for index in {i for entries in powers for i in entries}:
            low = min(entries.get(index, 0) for entries in powers)
            if low and generators[index].sort is not Sort.ANGLE:
                common = common * self.generator(index) ** low
        steady = [term for turns, term in zip(turning, entries_of_terms, strict=True) if not turns]
        _, a, b = (steady or entries_of_terms)[-1]
        return -common if (a < 0 if a else b > 0) else common


def _degrees(A: fmpq_mpoly, B: fmpq_mpoly) -> Exponents:
    """The highest powers of the generators."""
    return tuple(map(max, A.degrees(), B.degrees())) if B else A.degrees()


def _lowered(value: Canonical, index: int, by: int) -> Canonical:
    """value / xᵢ^by"""
    A, B, shift = value.lifted()
    down = tuple(e + by if i == index else e for i, e in enumerate(shift))
    return Canonical(value.algebra, A, B, down)
