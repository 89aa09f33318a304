"""The shortest of equal arrangements of a sum over trigonometric factors.

Looked at are, besides the sums of `forms`: squares of sines or of cosines, angle by angle;
products of powers of sums (FLINT factors them); and sums of such products, gathered by one
parameter after the other, as the masses of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from math import comb

from lagr_gui.algebra.atoms import Atom, Term, factor_of, groups_of, terms_of
from lagr_gui.algebra.bracket_signs import facing
from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.factors import Factored, Factoring, Written, shared_powers
from lagr_gui.algebra.groups import Gathering
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.number_order import counted, first_name
from lagr_gui.algebra.trigonometry import Factor, Groups
from lagr_gui.expression import Expression
from lagr_gui.expression.rows import is_negative

MOST_SQUARES = 3
"""Of so many angles all choices between sines and cosines are tried; of more, one after another."""

MOST_TERMS = 30
"""Longer sums are not tried to be factored, nor are their brackets turned."""


@dataclass(frozen=True)
class WrittenTerm:
    """One additive term: how it is written, and the terms that it consists of."""

    tree: Expression
    members: Groups

    @cached_property
    def operations(self) -> int:
        """The operations of the term."""
        return operation_count(self.tree)


def choices(groups: Groups) -> Iterator[tuple[Monomial, ...]]:
    """The angles of which cos² shall stand in the place of 1 − sin²: what is worth a trial."""
    angles = sorted({angle for factor in groups for angle, _, s in factor.powers if s > 1})
    if len(angles) <= MOST_SQUARES:
        for choice in product((False, True), repeat=len(angles)):
            yield tuple(angle for angle, chosen in zip(angles, choice, strict=True) if chosen)
        return
    taken: tuple[Monomial, ...] = ()
    for angle in angles:
        if _count(with_cosines(groups, (*taken, angle))) < _count(with_cosines(groups, taken)):
            taken = *taken, angle
    yield from {(), taken}


def with_cosines(groups: Groups, angles: Sequence[Monomial]) -> Groups:
    """The same sum with 1 − cos² in the place of sin² of some angles."""
    return reduce(_with_cosines, angles, groups)


def _count(groups: Groups) -> int:
    return sum(map(len, groups.values()))


def _with_cosines(groups: Groups, angle: Monomial) -> Groups:
    """sin² of one angle as 1 − cos²."""
    replaced: Groups = {}
    for factor, coefficient in groups.items():
        entries = {of: (c, s) for of, c, s in factor.powers}
        c, s = entries.get(angle, (0, 0))
        half = s // 2
        for k in range(half + 1):  # (1 − cos²)^half
            weight = comb(half, k) * (-1) ** k
            powers = entries | {angle: (c + 2 * k, s % 2)}
            target = replaced.setdefault(factor_of(powers), {})
            for monomial, number in coefficient.items():
                target[monomial] = target.get(monomial, 0) + weight * number
    cleaned = {f: {m: n for m, n in entries.items() if n} for f, entries in replaced.items()}
    return {factor: entries for factor, entries in cleaned.items() if entries}


def with_both_squares(groups: Groups) -> Groups:
    """The same sum with a sin² + (a + b) cos² in the place of a + b cos², and so for sin².

    So squares of sums are found: 1 + cos² + 4 x cos + 2 x² is sin² + 2 (x + cos)².  Squares of one
    angle come first: 1 − cos² α + cos² α sin² β is sin² α + cos² α sin² β.
    """
    replaced = {factor: dict(entries) for factor, entries in groups.items()}
    for factor in sorted(groups, key=lambda factor: len(factor.powers)):
        powers = {angle: (c, s) for angle, c, s in factor.powers}
        for angle, (c, s) in powers.items():
            for less, other in (((c - 2, s), (c - 2, s + 2)), ((c, s - 2), (c + 2, s - 2))):
                if min(less) >= 0:
                    plain = replaced.get(factor_of(powers | {angle: less}), {})
                    target = replaced.setdefault(factor_of(powers | {angle: other}), {})
                    for monomial in [m for m in replaced[factor] if m in plain]:
                        number = plain.pop(monomial)
                        replaced[factor][monomial] += number
                        target[monomial] = target.get(monomial, 0) + number
    cleaned = {f: {m: n for m, n in entries.items() if n} for f, entries in replaced.items()}
    return {factor: entries for factor, entries in cleaned.items() if entries}


class Arranger:
    """Writes sums of products of powers; `written` writes what is no product."""

    def __init__(self, algebra: CanonicalCarrier, written: Written) -> None:
        self.algebra, self._products = algebra, Factoring(algebra, written)

    def pieces(self, groups: Groups) -> list[WrittenTerm] | None:
        """The shortest sum of products that was found; None where nothing can be taken out.

        Where all terms have a parameter in common their sum is a product, within which parameters
        are gathered: outside it they would be no shorter.
        """
        if not 2 <= _count(groups) <= MOST_TERMS:
            return None
        terms = list(terms_of(groups, self.algebra))
        whole = self._products.factored(terms)
        forms = [[WrittenTerm(self._products.tree(whole), groups)]] if whole is not None else []
        if any(not name for name, _ in shared_powers(terms)):
            return forms[0] if forms else None
        if gathered := self._gathered(terms):
            forms.append(gathered)
        return min(forms, key=length, default=None)

    def gathered(self, groups: Groups) -> list[WrittenTerm]:
        """Terms with a parameter in common as products, and the rest."""
        return self._gathered(list(terms_of(groups, self.algebra)))

    def _gathered(self, terms: list[Term]) -> list[WrittenTerm]:
        gathering = Gathering(self._products, terms).best()
        if not gathering.products:
            return []
        pieces = [
            (self._place(term), WrittenTerm(self._products.monomial(*term), groups_of([term])))
            for term in self._in_reading_order(gathering.rest)
        ]
        pieces += [
            (min(map(self._place, factored)), self._product(factored))
            for factored in gathering.products
        ]
        return [piece for _, piece in sorted(pieces, key=lambda entry: entry[0])]

    def squared(
        self, groups: Groups, others: Callable[[Groups], list[WrittenTerm]]
    ) -> list[WrittenTerm]:
        """Squares of sums, and the rest as `others` writes it; empty where there are none.

        They stand where the first of their terms stood.
        """
        if not 4 <= _count(groups) <= MOST_TERMS:
            return []
        sums_squared, rest = squares(list(terms_of(groups, self.algebra)))
        if not sums_squared:
            return []
        order = [(factor, monomial) for factor, part in groups.items() for monomial in part]
        places = {of: place for place, of in enumerate(order)}
        made = [(part, self._products.factored(part)) for part in sums_squared]
        written = [self._piece(part, product) for part, product in made if product is not None]
        if not written:
            return []
        # a²/b² − 2 + b²/a² is a square, but no product of sums of such terms
        rest += [term for part, product in made if product is None for term in part]
        pieces = [*written, *(others(groups_of(rest)) if rest else [])]
        return sorted(pieces, key=lambda p: min(places.get(of, len(order)) for of in _members(p)))

    def _place(self, term: Term) -> int:
        """The place in reading order of the first parameter of a term; what has none is first."""
        ranks = [
            self.algebra.rank(angle[0][0])
            for name, angle in term[0]
            if name in ("", "/") and self.algebra.is_constant(angle[0][0])
        ]
        return min(ranks, default=-1)

    def _in_reading_order(self, terms: list[Term]) -> list[Term]:
        """Terms with the same sines and cosines by their symbols, not as these were first met."""
        rank, turning = self.algebra.rank, dict[frozenset[Atom], int]()

        def place(term: Term) -> tuple[int, list[tuple[int, int]]]:
            plain = [(angle[0][0], -e) for (name, angle), e in term[0].items() if name in ("", "/")]
            turns = frozenset(atom for atom in term[0] if atom[0] not in ("", "/"))
            powers = sorted([(rank(i), e) for i, e in plain])
            return turning.setdefault(turns, len(turning)), [*powers, (10**9, 0)]

        return sorted(terms, key=place) if len(terms) > 1 else terms

    def _product(self, part: list[Term]) -> WrittenTerm:
        product = self._products.factored(part)
        assert product is not None
        return self._piece(part, product)

    def _piece(self, part: list[Term], product: Factored) -> WrittenTerm:
        return WrittenTerm(self._products.tree(product), groups_of(part))


def _members(piece: WrittenTerm) -> Iterator[tuple[Factor, Monomial]]:
    """The terms of which a piece consists."""
    return ((factor, m) for factor, coefficient in piece.members.items() for m in coefficient)


def length(pieces: list[WrittenTerm]) -> int:
    """The operations of a sum of pieces."""
    return len(pieces) - 1 + sum(piece.operations for piece in pieces)


def lined_up(pieces: list[WrittenTerm]) -> list[WrittenTerm]:
    """Terms with angles as their first names are counted, and one without a minus before all."""
    return plus_first(counted(pieces, _counted_name) if len(pieces) > 1 else pieces)


def _counted_name(piece: WrittenTerm) -> str:
    return first_name(piece.tree) if all(piece.members) else ""


def plus_first(pieces: list[WrittenTerm]) -> list[WrittenTerm]:
    """A negative first term changes places with the first positive one."""
    if pieces and is_negative(pieces[0].tree):
        for place, piece in enumerate(pieces):
            if not is_negative(piece.tree):
                return [piece, *pieces[:place], *pieces[place + 1 :]]
    return pieces


def one_faced(pieces: list[WrittenTerm]) -> list[WrittenTerm]:
    """The terms with one sign of brackets that are each other's negatives."""
    if len(pieces) > MOST_TERMS:
        return pieces
    trees = facing([piece.tree for piece in pieces])
    return plus_first(list(map(WrittenTerm, trees, (piece.members for piece in pieces))))


# --- Squares of sums within longer sums: a² − 2 a b + b² + c is (a − b)² + c -------------------

Key = frozenset[tuple[Atom, int]]
"""What a term is a product of, in any order."""


def squares(terms: list[Term]) -> tuple[list[list[Term]], list[Term]]:
    """Terms that make squares of sums of two, three by three, and the rest.

    A term is in one square only: of several the first in the order of the terms.  There are none
    where all are products of different factors: a² and b² are a square apart.
    """
    if all(_is_simple(atoms) for atoms, _ in terms):
        return [], terms
    pairs = _pairs(terms)
    by_key = {_key(atoms): place for place, (atoms, _) in enumerate(terms)} if pairs else {}
    taken: set[int] = set()
    triples: list[list[Term]] = []
    for first, second in pairs:
        if first in taken or second in taken:
            continue
        mixed = by_key.get(_middle(terms[first][0], terms[second][0]))
        if mixed is None or mixed in taken:
            continue
        if terms[mixed][1] ** 2 == 4 * terms[first][1] * terms[second][1]:
            taken |= {first, second, mixed}
            triples.append([terms[place] for place in sorted((first, second, mixed))])
    return triples, [term for place, term in enumerate(terms) if place not in taken]


def _is_simple(atoms: dict[Atom, int]) -> bool:
    """Whether a term has no power and divides by nothing."""
    return all(e == 1 and name != "/" for (name, _), e in atoms.items())


def _pairs(terms: list[Term]) -> list[tuple[int, int]]:
    """The places of two terms with powers that differ by even numbers only, and of one sign."""
    alike: dict[tuple[frozenset[Atom], bool], list[int]] = {}
    for place, (atoms, number) in enumerate(terms):
        odd = frozenset(atom for atom, e in _signed(atoms).items() if e % 2)
        alike.setdefault((odd, number.numerator < 0), []).append(place)
    pairs = [(a, b) for row in alike.values() for i, a in enumerate(row) for b in row[i + 1 :]]
    return sorted(pairs)


def _signed(atoms: dict[Atom, int]) -> dict[Atom, int]:
    """The powers with those below the line as negative ones; not to be changed."""
    if not any(name == "/" for name, _ in atoms):
        return atoms
    return {
        ("", angle) if name == "/" else (name, angle): -e if name == "/" else e
        for (name, angle), e in atoms.items()
    }


def _key(atoms: dict[Atom, int]) -> Key:
    return frozenset(_signed(atoms).items())


def _middle(first: dict[Atom, int], second: dict[Atom, int]) -> Key:
    """The powers halfway between those of two terms, which are those of 2 a b."""
    one, other = _signed(first), _signed(second)
    both = {atom: (one.get(atom, 0) + other.get(atom, 0)) // 2 for atom in one | other}
    return frozenset((atom, e) for atom, e in both.items() if e)
