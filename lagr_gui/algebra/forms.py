"""The forms in which a canonical value is shown, and the choice of the shortest.

A value is a sum over trigonometric factors, each with a coefficient.  In the multi-angle
form the factors are cos(k·q) and sin(k·q); in the product form they are products of powers
of sines and cosines, reduced by cos² = 1 − sin².  "multi-angle" and "product" write every
term out, "collected" keeps one coefficient in brackets for each multi-angle factor, and
"shortest" is the form with the fewest operations that the passes of
`passes` find.  "terms" is the shortest form of each contribution by itself: no factor is taken out
of several of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from fractions import Fraction
from functools import partial

from lagr_gui.algebra.arrangement import (
    WrittenTerm,
    length,
    lined_up,
    one_faced,
    plus_first,
)
from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.coefficients import (
    Coefficient,
    expanded_terms,
    times,
)
from lagr_gui.algebra.collection import apart
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import terms
from lagr_gui.algebra.leading_factors import Attributed, in_common
from lagr_gui.algebra.naming import has_names, with_bars, with_squares
from lagr_gui.algebra.passes import (
    Basis,
    as_they_are,
    collected,
    shortest,
    sum_of,
    whole_groups,
)
from lagr_gui.algebra.ring import Sort
from lagr_gui.algebra.signs import upright
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.trigonometry import (
    Factor,
    Groups,
    is_wide,
    ordered,
    product_form,
)
from lagr_gui.expression import Expression, Number, Power, Product, Sum
from lagr_gui.expression.rows import as_product, negative

TERMS = "terms"
"""The form in which each contribution stands by itself, arranged as "shortest" arranges it."""

MOST_KEPT = 4000
"""So many arrangements are kept for what is shown later, as after an edit of an element."""


def shown(value: Canonical, form: str) -> Expression:
    """The value as one expression."""
    value, form = barred(value), _arrangement(form)
    if value.D is not None:
        return _quotient(value, value.D, form)
    return sum_of(_pieces(value, form))


def _arrangement(form: str) -> str:
    """The form in which a single contribution is arranged."""
    return "shortest" if form == TERMS else form


def _groups(value: Canonical, form: str) -> Groups:
    groups = multi_angle(value)
    return with_squares(groups, value.algebra) if form in ("shortest", "collected") else groups


def _pieces(value: Canonical, form: str) -> list[WrittenTerm]:
    """The terms of one value."""
    groups = _groups(value, form)
    _, pieces = _arranged(groups, value.algebra, form)
    if form == "shortest" and (other := with_bars(groups, value.algebra)) is not groups:
        _, others = _arranged(other, value.algebra, form)
        return min(pieces, others, key=length)
    return pieces


def _quotient(value: Canonical, below: Canonical, form: str) -> Expression:
    """Numerator over denominator; what divides terms of the numerator goes below."""
    algebra, top = value.algebra, value.numerator
    divisor = algebra.one
    powers = [dict(monomial) for monomial, _, _ in terms(top)]
    for index in {i for entries in powers for i in entries}:
        low = min(entries.get(index, 0) for entries in powers)
        if low < 0 and algebra.ring.generators[index].sort is not Sort.ANGLE:
            divisor = divisor * algebra.generator(index) ** -low
    tree = shown(below, form)
    if isinstance(tree, Product) and isinstance(number := tree.factors[0], Number):
        rest = tree.factors[1:]
        tree = as_product(rest)
        top = top * (1 / number.value)
    if divisor != algebra.one:
        top, tree = top * divisor, times(shown(divisor, form), tree)
    return times(shown(top, form), Power(tree, Number(Fraction(-1))))


def separate_terms(parts: Mapping[str, Canonical], form: str) -> list[Attributed]:
    """The additive terms of each contribution, one after the other: energies read so."""
    return [term for key, value in parts.items() for term in attributed_terms({key: value}, form)]


def energy_terms(
    parts: Mapping[str, Canonical], form: str, alike: Callable[[str], bool] = lambda key: False
) -> list[Attributed]:
    """Separate terms; in the shortest form one product where all have a factor in common.

    Those of contributions that are `alike` are put together where that is shorter.
    """
    terms = separate_terms(parts, form)
    if form == TERMS:
        return [(upright(tree), keys) for tree, keys in terms]
    if form != "shortest":
        return terms
    joined = {key: value for key, value in parts.items() if alike(key)}
    if len(joined) < 2:
        return _energies(terms)
    others = {key: value for key, value in parts.items() if key not in joined}
    together = attributed_terms(joined, form) + separate_terms(others, form)
    return min(_energies(together), _energies(terms), key=_operations)


def _energies(terms: list[Attributed]) -> list[Attributed]:
    return [(upright(tree), keys) for tree, keys in in_common(terms)]


def _operations(terms: list[Attributed]) -> int:
    return operation_count(Sum(tuple(tree for tree, _ in terms)))


def position_terms(parts: Mapping[str, Canonical], form: str) -> list[Attributed]:
    """The additive terms of a coordinate of a point, without a minus before a bracket."""
    return [(upright(tree), keys) for tree, keys in attributed_terms(parts, form)]


def attributed_terms(parts: Mapping[str, Canonical], form: str) -> list[Attributed]:
    """The additive terms of the sum of contributions, each with those that it comes from.

    Contributions with names or denominators stay apart where that is no longer.
    """
    if form == TERMS:
        return [] if total_of(parts).is_zero else separate_terms(parts, _arrangement(form))
    parts = {key: barred(value) for key, value in parts.items()}
    together = _together(parts, form)
    if form != "shortest" or len(parts) == 1 or not any(map(_stands_alone, parts.values())):
        return together
    apart = [term for key, value in parts.items() for term in _together({key: value}, form)]
    return apart if together and _operations(apart) <= _operations(together) else together


def total_of(parts: Mapping[str, Canonical]) -> Canonical:
    """The sum of one contribution or more."""
    first, *others = parts.values()
    return sum(others, first)


def _stands_alone(value: Canonical) -> bool:
    return value.D is not None or has_names(value)


def _together(parts: Mapping[str, Canonical], form: str) -> list[Attributed]:
    """The additive terms of the sum."""
    values = list(parts.values())
    algebra = values[0].algebra
    if algebra.roots or any(value.D is not None for value in values):
        total = total_of(parts)
        if total.is_zero:
            return []
        if total.D is not None:
            return [(shown(total, form), tuple(parts))]
    if len(parts) == 1:
        return [(piece.tree, tuple(parts)) for piece in _pieces(values[0], form)]
    groups = {key: _groups(value, form) for key, value in parts.items()}
    basis, pieces = _arranged(joined(groups.values()), algebra, form)
    if basis is not as_they_are:
        groups = {key: basis(whole_groups(part)[0]) for key, part in groups.items()}
    sources = Sources(groups)
    return [(piece.tree, sources.of(piece.members)) for piece in pieces]


def _arranged(
    groups: Groups, algebra: CanonicalCarrier, form: str
) -> tuple[Basis, list[WrittenTerm]]:
    """The terms of a form, and the way to the factors of which they are made."""
    if form == "multi-angle" or (form == "product" and is_wide(groups)):
        return as_they_are, _written_out(ordered(groups, algebra), algebra)
    products = partial(product_form, algebra=algebra)
    if form == "product":
        return products, _written_out(ordered(products(groups), algebra), algebra)
    if form not in ("shortest", "collected"):
        raise ValueError(f"there is no form {form!r}")
    if form == "collected":
        return as_they_are, collected(ordered(groups, algebra), algebra, apart)
    return _shortest(groups, algebra)


def _shortest(groups: Groups, algebra: CanonicalCarrier) -> tuple[Basis, list[WrittenTerm]]:
    """The shortest of all arrangements, the same for equal sums and their negatives.

    Many results of a system are equal but for the sign, and show it: Γ₁₂₂ and Γ₂₁₁.  Of the two
    the one that is read better is looked for, whichever is asked for first.
    """
    whole, below = whole_groups(groups)
    sign = better_read(whole, algebra)
    key = below, content_of(whole, sign)
    arranged = algebra.arranged
    if key not in arranged:
        if len(arranged) > MOST_KEPT:
            arranged.clear()
        arranged[key] = shortest(whole if sign > 0 else turned(whole), below, algebra)
    basis, pieces = arranged[key]
    if sign < 0:
        negatives = [WrittenTerm(negative(piece.tree), piece.members) for piece in pieces]
        pieces = lined_up(negatives)
    return basis, one_faced(pieces)


def _written_out(groups: Groups, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    pieces: list[WrittenTerm] = []
    for factor, coefficient in groups.items():
        trigonometric = factor.tree(algebra)
        for tree, monomial in expanded_terms(coefficient, algebra):
            members = {factor: {monomial: coefficient[monomial]}}
            pieces.append(WrittenTerm(times(tree, trigonometric), members))
    return plus_first(pieces)


# --- Sums and their negatives: what they have in common, and which of the two is read better ---


def better_read(whole: Groups, algebra: CanonicalCarrier) -> int:
    """1 for a sum of which more terms are positive, or the first one; −1 for its negative."""
    numbers = [n for coefficient in whole.values() for n in coefficient.values()]
    rest = sum(1 if n > 0 else -1 for n in numbers)
    if not rest and numbers:
        first = next(iter(ordered(whole, algebra).values()))
        rest = first[min(first)]
    return -1 if rest < 0 else 1


def turned(whole: Groups) -> Groups:
    """The negative of a sum."""
    return {factor: {m: -n for m, n in part.items()} for factor, part in whole.items()}


def content_of(whole: Groups, sign: int) -> Hashable:
    """What equal sums have in common, times a sign."""
    return frozenset(
        (factor, frozenset((monomial, sign * n) for monomial, n in coefficient.items()))
        for factor, coefficient in whole.items()
    )


# --- Sums of contributions, and the contributions that a part of the sum comes from ------------


def joined(parts: Collection[Groups]) -> Groups:
    """The sum of groups."""
    if len(parts) == 1:
        return next(iter(parts))
    total: Groups = {}
    met: set[Factor] = set()
    for groups in parts:
        for factor, coefficient in groups.items():
            target = total.get(factor)
            if target is None:
                total[factor] = dict(coefficient)
                continue
            for monomial, number in coefficient.items():
                if monomial in target:
                    target[monomial] += number
                    met.add(factor)
                else:
                    target[monomial] = number
    for factor in met:
        total[factor] = {m: n for m, n in total[factor].items() if n}
    return {factor: coefficient for factor, coefficient in total.items() if coefficient}


class Sources:
    """Says from which contributions parts of their sum come."""

    def __init__(self, groups: Mapping[str, Groups]) -> None:
        self._keys = tuple(groups)
        self._holders: dict[Factor, list[tuple[str, Coefficient]]] = {}
        for key, part in groups.items():
            for factor, coefficient in part.items():
                self._holders.setdefault(factor, []).append((key, coefficient))

    def of(self, members: Groups) -> tuple[str, ...]:
        """The contributions that have a term of a part."""
        keys: set[str] = set()
        for factor, part in members.items():
            for key, coefficient in self._holders.get(factor, ()):
                if key not in keys and not coefficient.keys().isdisjoint(part):
                    keys.add(key)
        return tuple([key for key in self._keys if key in keys])


# --- Absolute values in what is shown: |u| instead of σ u, with the sign σ of u ----------------
# In calculations there are only signs, so that squares and quotients of absolute values vanish by
# themselves; values with bars are made to be shown, and nothing is calculated with them.


def barred(value: Canonical) -> Canonical:
    """The same value, with bars where a sign stands beside what it is the sign of."""
    algebra = value.algebra
    signs = [i for i in algebra.roots if algebra.ring.generators[i].sort is Sort.SIGN]
    for index in reversed(signs):
        value = _with_bars(value, index)
    return value


def _with_bars(value: Canonical, index: int) -> Canonical:
    if value.D is not None and index in value.D.present:
        value = value.algebra.fraction(value.numerator, _with_bars(value.D, index))
    if index not in value.present:
        return value
    algebra = value.algebra
    base = algebra.ring.generators[index].base
    assert base is not None
    bars = algebra.functions.opaque("abs", (base,))
    rest, beside = algebra.parted(value.numerator, index)
    above = beside / base
    if above.D is None and not _has_lower_powers(above, beside):  # σ u
        top = rest + bars * above
        return top if value.D is None else algebra.fraction(top, value.D)
    if not rest.is_zero:
        return value
    if value.D is None:  # σ / u
        below = beside * base
        return below / bars if _has_lower_powers(beside, below) else value
    below = value.D / base
    return beside / (below * bars) if below.D is None else value


def _has_lower_powers(value: Canonical, than: Canonical) -> bool:
    """Whether a value divides by something by which another one does not."""
    divisors, other = _divisors(value), _divisors(than)
    return any(power < other.get(index, 0) for index, power in divisors.items())


def _divisors(value: Canonical) -> dict[int, int]:
    """The lowest powers of generators that are no angles, where they are negative."""
    divisors: dict[int, int] = {}
    for monomial, _, _ in terms(value):
        for index, power in monomial:
            if power < 0 and value.algebra.ring.generators[index].sort is not Sort.ANGLE:
                divisors[index] = min(power, divisors.get(index, 0))
    return divisors
