"""Which terms of a sum are put together by parameters they have in common, as masses of bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from lagr_gui.algebra.atoms import Atom, Term
from lagr_gui.algebra.factors import Factoring
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import Sort

MOST_GATHERED = 16
"""More terms with one parameter are not tried to be factored."""

NO_ATOM = -1
"""In the place of a parameter: what terms have in common is a number."""

Places = int
"""Some of the terms of a sum: the bits at their places."""

Parts = list[tuple[int, Places]]
"""Parameters with the terms that have them."""

Gain = tuple[int, int, Places]
"""By how many operations terms with a parameter become shorter, the parameter, and the terms."""

Choice = Callable[[list[Gain]], Gain]
"""Takes one of several parameters."""


@dataclass(frozen=True)
class Gathered:
    """The terms of products, and the others."""

    products: list[list[Term]]
    rest: list[Term]


class Gathering:
    """Looks in one sum for parameters whose terms become shorter as products."""

    def __init__(self, products: Factoring, terms: list[Term]) -> None:
        self._products, self._terms = products, terms
        self._gained: dict[tuple[int, Places], int] = {}

    def best(self) -> Gathered:
        """Parameters are taken in reading order, masses first, or the greatest gain first."""
        if not (parts := self._by_parameter()):
            return Gathered([], self._terms)
        way = max(self._ways(parts), key=lambda way: sum(gain for gain, _, _ in way))
        left = (1 << len(self._terms)) - 1
        for _, _, places in way:
            left &= ~places
        return Gathered([self._at(places) for _, _, places in way], self._at(left))

    @cached_property
    def _keys(self) -> list[tuple[int, int, int]]:
        return [(id(atoms), n.numerator, n.denominator) for atoms, n in self._terms]

    @cached_property
    def _simple(self) -> PrimeSums:
        return PrimeSums(self._products, self._terms)

    def _by_parameter(self) -> Parts:
        """Terms with the same parameter above the line, in reading order of the parameters."""
        algebra = self._products.algebra
        by_index: dict[int, Places] = {}
        for place, (atoms, _) in enumerate(self._terms):
            for name, angle in atoms:
                if not name:
                    index = angle[0][0]
                    by_index[index] = by_index.get(index, 0) | 1 << place
        several = [
            index
            for index, places in by_index.items()
            if places.bit_count() > 1 and algebra.ring.generators[index].sort is Sort.SYMBOL
        ]
        parts = [(index, by_index[index]) for index in sorted(several, key=algebra.rank)]
        return [*parts, *self._by_velocities(by_index), *self._by_numbers()]

    def _by_numbers(self) -> Parts:
        """Terms of which some, not all, have one typed number or decimal: 0.2 (m₁ + m₂) − 300 ẋ."""
        algebra, by_size = self._products.algebra, dict[Fraction, Places]()
        for place, (_, number) in enumerate(self._terms):
            size = abs(number)
            if size in algebra.spelling.kept or algebra.is_decimal(size):
                by_size[size] = by_size.get(size, 0) | 1 << place
        several = [places for places in by_size.values() if places.bit_count() > 1]
        return [(NO_ATOM, places) for places in several if places.bit_count() < len(self._terms)]

    def _by_velocities(self, by_index: dict[int, Places]) -> Parts:
        """Terms without parameters that have the same velocities, where others have some too."""
        algebra, by_velocities = self._products.algebra, dict[Monomial, Places]()
        if not any(map(algebra.is_velocity, by_index)):
            return []
        for place, (atoms, _) in enumerate(self._terms):
            plain = [(angle[0][0], e) for (name, angle), e in atoms.items() if not name]
            velocities = tuple([(i, e) for i, e in plain if algebra.is_velocity(i)])
            if velocities and not any(algebra.is_constant(i) for i, _ in plain):
                by_velocities[velocities] = by_velocities.get(velocities, 0) | 1 << place
        return [
            (velocities[0][0], places)
            for velocities, places in by_velocities.items()
            if places.bit_count() > 1 and by_index[velocities[0][0]] != places
        ]

    def _ways(self, parts: Parts) -> list[list[Gain]]:
        """What is taken together, either way; only one where the ways never part."""
        common_gains: list[Gain] = []
        while gains := self._gains(parts):
            if _first(gains) is not _greatest(gains):
                ways = (self._way(parts, choose) for choose in (_first, _greatest))
                return [[*common_gains, *way] for way in ways]
            common_gains.append(gains[0])
            parts = _without(parts, gains[0])
        return [common_gains]

    def _way(self, parts: Parts, choose: Choice) -> list[Gain]:
        """What is taken together."""
        chosen: list[Gain] = []
        while gains := self._gains(parts):
            chosen.append(choose(gains))
            parts = _without(parts, chosen[-1])
        return chosen

    def _gains(self, parts: Parts) -> list[Gain]:
        """The parameters whose terms become shorter as a product, in reading order."""
        return [
            (gain, *part)
            for part in parts
            if 2 <= part[1].bit_count() <= MOST_GATHERED and (gain := self._gain(part)) > 0
        ]

    def _gain(self, part: tuple[int, Places]) -> int:
        """By how many operations terms with a parameter become shorter as a product."""
        gain = self._gained.get(part)
        if gain is None:
            whole, places = ("", ((part[0], 1),)), part[1]
            gain = self._simple.gain(places, whole)
            gain = self._gained[part] = self._of_terms(places, whole) if gain is None else gain
        return gain

    def _of_terms(self, places: Places, whole: Atom) -> int:
        """The same; many sums of a system have the same terms, which the algebra keeps."""
        gains = self._products.algebra.gains
        key = whole, tuple([name for i, name in enumerate(self._keys) if places >> i & 1])
        if key not in gains:
            gains[key] = self._products.gain(self._at(places), whole)
        return gains[key]

    def _at(self, places: Places) -> list[Term]:
        return [term for i, term in enumerate(self._terms) if places >> i & 1]


Bits = int
"""Some of the atoms of a sum."""


class PrimeSums:
    """Gains of sums that are seen to be no products: bits of what is in their terms tell them.

    Of each term there are its atoms, those of which it has squares, and its number.
    """

    def __init__(self, products: Factoring, terms: list[Term]) -> None:
        self._bits: dict[Atom, Bits] = {}
        self._terms: list[tuple[Places, tuple[Bits, Bits, int] | None]] = []
        for place, (atoms, number) in enumerate(terms):
            bits = sum([self._bits.setdefault(atom, 1 << len(self._bits)) for atom in atoms])
            squares = sum([self._bits[atom] for atom, e in atoms.items() if e == 2])
            simple = number.denominator == 1 and max(atoms.values(), default=0) <= 2
            term = (bits, squares, abs(number.numerator)) if simple else None
            self._terms.append((1 << place, term))
        entries = self._bits.items()
        self._below = sum([bit for (name, _), bit in entries if name == "/"])
        self._lengths = [(bit, n) for atom, bit in entries if (n := products.atom_length(atom))]

    def gain(self, places: Places, whole: Atom) -> int | None:
        """By how many operations terms are shorter without what all of them have.

        None where there are higher powers, fractions or different divisors, or where what is left
        might be a product: it is none where an atom is in one term only, and there linear.
        """
        terms = [term for place, term in self._terms if places & place]
        simple = [term for term in terms if term is not None]
        if len(simple) < len(terms):
            return None
        common, squared = simple[0][:2]
        for bits, squares, _ in simple:
            common &= bits
            squared &= squares
        once = several = higher = 0
        for bits, squares, _ in simple:
            left = bits & ~common | squares & common & ~squared
            several |= once & left
            once |= left
            higher |= squares & ~common
        if not once & ~several & ~higher or once & self._below:
            return None
        return 0 if once & self._bits.get(whole, 0) else self._shorter(simple, common, squared)

    def _shorter(self, terms: list[tuple[Bits, Bits, int]], common: Bits, squared: Bits) -> int:
        """The operations that are saved where that is taken out, with what numbers share."""
        scale = gcd(*[number for _, _, number in terms])
        above, beside = self._counts(common)
        saved = -(max(above + (scale != 1) - 1, 0) + beside + squared.bit_count()) - 1
        for bits, squares, number in terms:
            taken, within = self._counts(common & ~(squares & ~squared))
            factors = (bits & ~self._below).bit_count()
            saved += max(factors + (number != 1) - 1, 0) + within + (squares & common).bit_count()
            saved -= max(factors - taken + (number != scale) - 1, 0)
        return saved

    def _counts(self, atoms: Bits) -> tuple[int, int]:
        """How many atoms are above the line, and the operations below it and within atoms."""
        below = (atoms & self._below).bit_count()
        within = sum([n for bit, n in self._lengths if atoms & bit]) if self._lengths else 0
        return atoms.bit_count() - below, below + within


def _first(gains: list[Gain]) -> Gain:
    """The first parameter."""
    return gains[0]


def _greatest(gains: list[Gain]) -> Gain:
    """The parameter whose terms become most shorter.

    Of equal gains that of more terms is greater: what is left of them may be gathered too.
    """
    return max(gains, key=lambda gain: (gain[0], gain[2].bit_count()))


def _without(parts: Parts, taken: Gain) -> Parts:
    """What is left of parameters and their terms when those with one parameter are taken away."""
    _, _, places = taken
    return [(index, gathered & ~places) for index, gathered in parts]
