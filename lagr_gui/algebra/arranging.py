"""The shortest of equal arrangements of a sum over trigonometric factors.

Looked at are, besides the sums of `forms`: squares of sines or of cosines, angle by angle;
products of powers of sums (FLINT factors them); and sums of such products, gathered by one
parameter after the other, as the masses of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from lagr_gui.algebra.canonical import to_fraction
from lagr_gui.algebra.coefficients import monomial_tree, times
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import Monomial, content
from lagr_gui.algebra.ring import Sort
from lagr_gui.algebra.trigonometry import Factor, Groups
from lagr_gui.expression import Expression, Number, Power, Sum

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra

MOST_SQUARES = 3
"""Of so many angles all choices between sines and cosines are tried; of more, one after another."""

MOST_TERMS = 30
"""Longer sums are not tried to be factored."""

MOST_GATHERED = 16
"""Nor are more terms with one parameter."""

Atom = tuple[str, Monomial]
"""What a term is a product of: a generator (""), what it divides by ("/"), sine or cosine."""

Written = Callable[[Groups], Expression]
"""Writes a sum that is no product."""


@dataclass(frozen=True)
class Piece:
    """One additive term: how it is written, and the terms that it consists of."""

    tree: Expression
    members: Groups


def choices(groups: Groups) -> Iterator[tuple[int, ...]]:
    """The angles of which cos² shall stand in the place of 1 − sin²: what is worth a trial."""
    angles = sorted({i for factor in groups for i, _, s in factor.powers if s > 1})
    if len(angles) <= MOST_SQUARES:
        for choice in product((False, True), repeat=len(angles)):
            yield tuple(angle for angle, chosen in zip(angles, choice, strict=True) if chosen)
        return
    taken: tuple[int, ...] = ()
    for angle in angles:
        if _count(with_cosines(groups, (*taken, angle))) < _count(with_cosines(groups, taken)):
            taken = *taken, angle
    yield from {(), taken}


def with_cosines(groups: Groups, angles: Sequence[int]) -> Groups:
    """The same sum with 1 − cos² in the place of sin² of some angles."""
    return reduce(_with_cosines, angles, groups)


def _count(groups: Groups) -> int:
    return sum(map(len, groups.values()))


def _with_cosines(groups: Groups, angle: int) -> Groups:
    """sin² of one angle as 1 − cos²."""
    found: Groups = {}
    for factor, coefficient in groups.items():
        own = {i: (c, s) for i, c, s in factor.powers}
        c, s = own.get(angle, (0, 0))
        half = s // 2
        for k in range(half + 1):  # (1 − cos²)^half
            weight = comb(half, k) * (-1) ** k
            powers = own | {angle: (c + 2 * k, s % 2)}
            target = found.setdefault(_factor(powers), {})
            for monomial, number in coefficient.items():
                target[monomial] = target.get(monomial, 0) + weight * number
    cleaned = {f: {m: n for m, n in own.items() if n} for f, own in found.items()}
    return {factor: own for factor, own in cleaned.items() if own}


def _factor(powers: dict[int, tuple[int, int]]) -> Factor:
    return Factor(powers=tuple((i, c, s) for i, (c, s) in sorted(powers.items()) if c or s))


Term = tuple[dict[Atom, int], Fraction]


@dataclass(frozen=True)
class Factored:
    """A product: a number, powers of atoms, and powers of sums of terms."""

    number: Fraction
    common: dict[Atom, int]
    sums: list[tuple[list[Term], int]]


class Arranger:
    """Writes sums of products of powers; `written` writes what is no product."""

    def __init__(self, algebra: Algebra, written: Written) -> None:
        self.algebra, self._written = algebra, written

    def pieces(self, groups: Groups) -> list[Piece] | None:
        """The shortest sum of products that was found; None where nothing can be taken out."""
        if not 2 <= _count(groups) <= MOST_TERMS:
            return None
        terms = list(_terms(groups))
        whole = _factored(terms)
        found = [[Piece(self._product(whole), groups)]] if whole is not None else []
        if gathered := self.gathered(groups):
            found.append(gathered)
        return min(found, key=length, default=None)

    def gathered(self, groups: Groups) -> list[Piece]:
        """Terms with a parameter in common as products, the greatest gain first; then the rest."""
        terms = list(_terms(groups))
        found: list[tuple[int, Piece]] = []
        known: dict[tuple[int, int], tuple[int, Factored] | None] = {}
        while (best := self._best(terms, known)) is not None:
            index, part, product = best
            found.append((self.algebra.rank(index), Piece(self._product(product), _groups(part))))
            terms = [term for term in terms if not _has(term, index)]
        if not found:
            return []
        in_order = sorted(found, key=lambda entry: entry[0])
        singles = [Piece(self._monomial(*term), _groups([term])) for term in terms]
        return [*singles, *(piece for _, piece in in_order)]

    def _best(
        self, terms: list[Term], known: dict[tuple[int, int], tuple[int, Factored] | None]
    ) -> tuple[int, list[Term], Factored] | None:
        """The parameter whose terms become most shorter as a product.

        Terms are only taken away, so that as many with a parameter are the same: `known` tells
        how much shorter they become.
        """
        best: tuple[int, list[Term], Factored] | None = None
        most = 0
        for index, part in self._by_parameter(terms):
            if not 2 <= len(part) <= MOST_GATHERED:
                continue
            if (key := (index, len(part))) not in known:
                known[key] = self._gain(part)
            if (gain := known[key]) is not None and gain[0] > most:
                most, best = gain[0], (index, part, gain[1])
        return best

    def _gain(self, part: list[Term]) -> tuple[int, Factored] | None:
        """How much shorter terms are as a product, and that; None where they are none."""
        product = _factored(part)
        if product is None:
            return None
        return self._sum_length(part) - self._product_length(product), product

    def _by_parameter(self, terms: list[Term]) -> list[tuple[int, list[Term]]]:
        """The terms with each parameter above the line, in reading order of the parameters."""
        generators = self.algebra.ring.generators
        found: dict[int, list[Term]] = {}
        for term in terms:
            for name, angle in term[0]:
                if not name:
                    found.setdefault(angle[0][0], []).append(term)
        parameters = [index for index in found if generators[index].sort is Sort.SYMBOL]
        return [(index, found[index]) for index in sorted(parameters, key=self.algebra.rank)]

    def _sum_length(self, terms: list[Term]) -> int:
        return len(terms) - 1 + sum(self._length(*term) for term in terms)

    def _product_length(self, product: Factored) -> int:
        inner = (self._sum_length(own) + (power > 1) for own, power in product.sums)
        plain = bool(product.common) or abs(product.number) != 1
        return (
            self._length(product.common, product.number)
            + sum(inner)
            + (len(product.sums) - 1 + plain)
        )

    def _length(self, atoms: dict[Atom, int], number: Fraction) -> int:
        """The operations of one term."""
        above = int(abs(number.numerator) != 1)
        below = int(number.denominator != 1)
        within = 0
        for (name, angle), power in atoms.items():
            divides = name == "/"
            below, above = below + divides, above + (not divides)
            within += (power > 1) + self._own_length(name, angle)
        return max(above - 1, 0) + below + within

    def _own_length(self, name: str, angle: Monomial) -> int:
        known = self.algebra.atom_lengths
        if (name, angle) not in known:
            ((factor, own),) = _groups([({(name, angle): 1}, Fraction(1))]).items()
            ((monomial, _),) = own.items()
            plain = tuple((index, abs(e)) for index, e in monomial)
            trees = (monomial_tree(plain, Fraction(1), self.algebra), factor.tree(self.algebra))
            known[name, angle] = operation_count(times(*trees))
        return known[name, angle]

    def _product(self, product: Factored) -> Expression:
        tree = self._monomial(product.common, product.number)
        for own, power in sorted(product.sums, key=lambda entry: len(entry[0])):
            base = self._written(_groups(own))
            tree = times(tree, base if power == 1 else Power(base, Number(Fraction(power))))
        return tree

    def _monomial(self, atoms: dict[Atom, int], number: Fraction) -> Expression:
        ((factor, own),) = _groups([(atoms, number)]).items()
        ((monomial, number),) = own.items()
        return times(monomial_tree(monomial, number, self.algebra), factor.tree(self.algebra))


def _factored(terms: list[Term]) -> Factored | None:
    """The product of powers of sums that a sum is; None where nothing can be taken out."""
    atoms = list(dict.fromkeys(atom for entries, _ in terms for atom in entries))
    shared = set(terms[0][0]).intersection(*(entries for entries, _ in terms))
    low = dict.fromkeys(atoms, 0)
    low |= {a: min([entries[a] for entries, _ in terms]) for a in shared}
    common = {a: e for a, e in low.items() if e}
    if _is_prime(terms, low):
        terms = sorted(terms, key=lambda term: [-term[0].get(a, 0) for a in atoms])
        scale = content([n for _, n in terms]) * (-1 if terms[0][1] < 0 else 1)
        if not common and scale in (1, -1):
            return None
        rest = [({a: p for a, e in t.items() if (p := e - low[a])}, n / scale) for t, n in terms]
        return Factored(scale, common, [(rest, 1)])
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], Ordering.lex)
    table = {
        tuple([entries.get(a, 0) - low[a] for a in atoms]): fmpq(n.numerator, n.denominator)
        for entries, n in terms
    }
    taken, factors = context.from_dict(table).factor()
    number = to_fraction(taken)
    sums: list[tuple[list[Term], int]] = []
    for factor, power in factors:
        own: list[Term] = [
            ({a: int(e) for a, e in zip(atoms, exponents, strict=True) if e}, to_fraction(n))
            for exponents, n in factor.to_dict().items()
        ]
        scale = content([n for _, n in own]) * (-1 if all(n < 0 for _, n in own) else 1)
        number *= scale ** int(power)
        if len(own) == 1:
            for a, e in own[0][0].items():
                common[a] = common.get(a, 0) + e * int(power)
        else:
            sums.append(([(entries, n / scale) for entries, n in own], int(power)))
    number *= _join_conjugates(sums, common)
    if not common and number in (1, -1) and len(sums) == 1 and sums[0][1] == 1:
        return None
    return Factored(number, common, sums)


def _is_prime(terms: list[Term], low: dict[Atom, int]) -> bool:
    """Whether a sum without the powers that all terms have is seen to be no product.

    It is none where an atom is in one term only, and there linear: x m + r with a monomial m
    divides by what m and r share, and that would be in all terms.
    """
    met: dict[Atom, int] = {}
    for entries, _ in terms:
        for atom, e in entries.items():
            if e > low[atom]:
                met[atom] = met.get(atom, 0) + (1 if e == low[atom] + 1 else 2)
    return 1 in met.values()


def _has(term: Term, index: int) -> bool:
    """Whether a generator is above the line of a term."""
    return ("", ((index, 1),)) in term[0]


def _join_conjugates(sums: list[tuple[list[Term], int]], common: dict[Atom, int]) -> Fraction:
    """Put 1 − u² in the place of (1 + u)(1 − u), and sin² of 1 − cos²; the number that is left."""
    number = Fraction(1)
    others = {"cos ": "sin ", "sin ": "cos "}
    for first, second in combinations(list(sums), 2):
        pair = _conjugate(first[0], second[0])
        if pair is None or first[1] != second[1] or first not in sums or second not in sums:
            continue
        sums.remove(first)
        sums.remove(second)
        power, (constant, slope, atoms) = first[1], pair
        ((name, angle), exponent), *rest = atoms.items()
        if constant == -slope and not rest and exponent == 1 and name in others:
            other = others[name], angle
            common[other] = common.get(other, 0) + 2 * power
            number *= constant**power
        else:
            square = {atom: 2 * e for atom, e in atoms.items()}
            sign = 1 if constant > 0 else -1
            number *= sign**power
            sums.append(([({}, sign * constant), (square, sign * slope)], power))
    return number


def _conjugate(
    first: list[Term], second: list[Term]
) -> tuple[Fraction, Fraction, dict[Atom, int]] | None:
    """a², −b² and u for a product (a + b u)(a − b u), or their negatives."""
    if len(first) != 2 or len(second) != 2:
        return None
    own, other = (
        {tuple(sorted(atoms.items())): n for atoms, n in side} for side in (first, second)
    )
    if () not in own or own.keys() != other.keys():
        return None
    (name,) = (name for name in own if name)
    if own[()] * other[name] != -own[name] * other[()]:
        return None
    return own[()] * other[()], own[name] * other[name], dict(name)


def length(pieces: list[Piece]) -> int:
    """The operations of a sum of pieces."""
    return operation_count(Sum(tuple(piece.tree for piece in pieces)))


def _terms(groups: Groups) -> Iterator[Term]:
    """Every term as powers of atoms."""
    for factor, own in groups.items():
        angles: dict[Atom, int] = {(factor.function, factor.angle): 1} if factor.angle else {}
        for index, cosines, sines in factor.powers:
            angle: Monomial = ((index, 1),)
            angles |= {("cos ", angle): cosines, ("sin ", angle): sines}
        for monomial, number in own.items():
            others = {("/" if e < 0 else "", ((index, 1),)): abs(e) for index, e in monomial}
            yield {atom: e for atom, e in (angles | others).items() if e}, number


def _groups(entries: Iterable[Term]) -> Groups:
    """The sum of terms given as powers of atoms; those with a blank are powers."""
    found: Groups = {}
    for atoms, number in entries:
        powers: dict[int, tuple[int, int]] = {}
        multiple = Factor()
        monomial: list[tuple[int, int]] = []
        for (name, angle), e in atoms.items():
            index = angle[0][0]
            if name in ("", "/"):
                monomial.append((index, -e if name else e))
            elif name.endswith(" "):
                c, s = powers.get(index, (0, 0))
                powers[index] = (c + e, s) if name == "cos " else (c, s + e)
            else:
                multiple = Factor(name, angle)
        factor = multiple or _factor(powers)
        found.setdefault(factor, {})[tuple(sorted(monomial))] = number
    return found
