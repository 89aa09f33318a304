"""The forms in which a canonical value is shown, and the choice of the shortest.

A value is a sum over trigonometric factors, each with a coefficient.  In the multi-angle
form the factors are cos(k·q) and sin(k·q); in the product form they are products of powers
of sines and cosines, reduced by cos² = 1 − sin².  "multi-angle" and "product" write every
term out, "collected" keeps one coefficient in brackets for each multi-angle factor, and
"shortest" is the form with the fewest operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby

from lagr_gui.algebra.arranging import (
    MOST_TERMS,
    Arranger,
    WrittenTerm,
    choices,
    length,
    lined_up,
    one_faced,
    plus_first,
    with_both_squares,
    with_cosines,
)
from lagr_gui.algebra.atoms import terms_of
from lagr_gui.algebra.bars import barred
from lagr_gui.algebra.brackets import steady_sum
from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.coefficients import (
    Coefficient,
    expanded_terms,
    times,
)
from lagr_gui.algebra.collecting import Collected, apart, together, written
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.factoring import Factoring
from lagr_gui.algebra.keys import Monomial, terms
from lagr_gui.algebra.lengths import collected_length, fractions, whole_groups, with_fractions
from lagr_gui.algebra.looks import Looks, looks_of
from lagr_gui.algebra.naming import has_names, with_bars, with_squares
from lagr_gui.algebra.opposites import better_read, content_of, turned
from lagr_gui.algebra.ring import Sort
from lagr_gui.algebra.signs import upright
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.sources import Sources, joined
from lagr_gui.algebra.splitting import splitting
from lagr_gui.algebra.taking import Attributed, in_common
from lagr_gui.algebra.trigonometry import (
    NO_ANGLE,
    Factor,
    Groups,
    gains_from_products,
    is_wide,
    ordered,
    product_form,
)
from lagr_gui.expression import Expression, Number, Power, Product, Sum
from lagr_gui.expression.rows import as_product, as_sum, negative

MOST_FACTORED = 40
"""Longer sums without angles are not tried to be factored."""

MOST_OF_PARAMETERS = 12
"""More terms with parameters alone before sines and cosines are collected, without a search."""

MOST_KEPT = 4000
"""So many arrangements are kept for what is shown later, as after an edit of an element."""

Basis = Callable[[Groups], Groups]
"""From multiple angles to the factors of a form."""

Parting = Callable[[Groups, int, CanonicalCarrier], list[Collected]]
"""Which terms with angles are written together."""


def shown(value: Canonical, form: str) -> Expression:
    """The value as one expression."""
    value = barred(value)
    if value.D is not None:
        return _quotient(value, value.D, form)
    return _sum(_pieces(value, form))


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


def _sum(pieces: list[WrittenTerm]) -> Expression:
    trees = tuple(piece.tree for piece in pieces)
    return as_sum(trees)


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
    parts = {key: barred(value) for key, value in parts.items()}
    together = _together(parts, form)
    if form != "shortest" or len(parts) == 1 or not any(map(_stands_alone, parts.values())):
        return together
    apart = [term for key, value in parts.items() for term in _together({key: value}, form)]
    return apart if together and _operations(apart) <= _operations(together) else together


def _stands_alone(value: Canonical) -> bool:
    return value.D is not None or has_names(value)


def _together(parts: Mapping[str, Canonical], form: str) -> list[Attributed]:
    """The additive terms of the sum."""
    values = list(parts.values())
    algebra = values[0].algebra
    if algebra.roots or any(value.D is not None for value in values):
        total = sum(values[1:], values[0])
        if total.is_zero:
            return []
        if total.D is not None:
            return [(shown(total, form), tuple(parts))]
    if len(parts) == 1:
        return [(piece.tree, tuple(parts)) for piece in _pieces(values[0], form)]
    groups = {key: _groups(value, form) for key, value in parts.items()}
    basis, pieces = _arranged(joined(groups.values()), algebra, form)
    if basis is not _as_they_are:
        groups = {key: basis(whole_groups(own)[0]) for key, own in groups.items()}
    sources = Sources(groups)
    return [(piece.tree, sources.of(piece.members)) for piece in pieces]


def _arranged(
    groups: Groups, algebra: CanonicalCarrier, form: str
) -> tuple[Basis, list[WrittenTerm]]:
    """The terms of a form, and the way to the factors of which they are made."""
    if form == "multi-angle" or (form == "product" and is_wide(groups)):
        return _as_they_are, _written_out(ordered(groups, algebra), algebra)
    products = partial(product_form, algebra=algebra)
    if form == "product":
        return products, _written_out(ordered(products(groups), algebra), algebra)
    if form not in ("shortest", "collected"):
        raise ValueError(f"there is no form {form!r}")
    if form == "collected":
        return _as_they_are, _collected(ordered(groups, algebra), algebra, apart)
    return _shortest(groups, algebra)


Way = tuple[int, Looks, Basis, Callable[[], list[WrittenTerm]]]
"""An arrangement: its length and looks, the factors of which it is made, and its terms.

Of arrangements of equal length sin q cos q comes before sin 2q, and c (q − 1/2) before c q − c/2.
"""


def _shortest(groups: Groups, algebra: CanonicalCarrier) -> tuple[Basis, list[WrittenTerm]]:
    """The shortest of all arrangements, the same for equal sums and their negatives.

    Many results of a system are equal but for the sign, and show it: Γ₁₂₂ and Γ₂₁₁.  Of the two
    the one that is read better is looked for, whichever is asked for first.
    """
    whole, below = whole_groups(groups)
    sign = better_read(whole, algebra)
    key = below, content_of(whole, sign)
    known = algebra.arranged
    if key not in known:
        if len(known) > MOST_KEPT:
            known.clear()
        known[key] = _searched(whole if sign > 0 else turned(whole), below, algebra)
    basis, pieces = known[key]
    if sign < 0:
        negatives = [WrittenTerm(negative(piece.tree), piece.members) for piece in pieces]
        pieces = lined_up(negatives)
    return basis, one_faced(pieces)


def _searched(
    whole: Groups, below: int, algebra: CanonicalCarrier
) -> tuple[Basis, list[WrittenTerm]]:
    """The shortest arrangement; only that one is written, as far as the others are counted."""
    arranger = Arranger(algebra, partial(_bracket, algebra))
    ways: list[Way] = []
    for basis, as_found in _bases(whole, algebra):
        own = ordered(as_found, algebra)
        doubled = any(k not in (1, -1) for factor in own for _, k in factor.angle)
        ways.append(_way(basis, own, below, algebra, doubled))
        if _may_be_gathered(own, algebra):
            groups = with_fractions(own, below)
            for pieces in filter(None, (arranger.pieces(groups), _squared(algebra, groups))):
                looks = looks_of([piece.tree for piece in pieces], doubled)
                ways.append((length(pieces), looks, basis, partial(lined_up, pieces)))
    _, _, basis, in_full = min(ways, key=lambda way: way[:2])
    return basis, in_full()


def _may_be_gathered(own: Groups, algebra: CanonicalCarrier) -> bool:
    """Whether other arrangements are tried than the collected one.

    Of many terms with parameters alone they are no shorter: these have brackets in common.
    """
    count = sum(map(len, own.values()))
    if not MOST_OF_PARAMETERS < count <= MOST_TERMS:
        return 2 <= count <= MOST_TERMS
    indices = {i for coefficient in own.values() for monomial in coefficient for i, _ in monomial}
    return not all(map(algebra.is_constant, indices))


def _way(basis: Basis, own: Groups, below: int, algebra: CanonicalCarrier, doubled: bool) -> Way:
    """A collected sum, of which only what has no angles is written to count its operations."""
    steady = own.get(NO_ANGLE)
    plain = _plain(fractions(steady, below), algebra) if steady else []
    turning = together(own, below, algebra)
    operations = length(plain) + collected_length(turning, algebra)

    def in_full() -> list[WrittenTerm]:
        return lined_up([*plain, *written(turning, algebra)])

    minus = any(n < 0 for coefficient in own.values() for n in coefficient.values())
    return operations, (doubled, minus, False, True), basis, in_full


def _as_they_are(groups: Groups, /) -> Groups:
    return groups


def _bases(groups: Groups, algebra: CanonicalCarrier) -> Iterator[tuple[Basis, Groups]]:
    """The ways to write sines and cosines that may be the shortest, and the sum in these."""
    yield _as_they_are, groups
    if not gains_from_products(groups):
        return
    products = partial(product_form, algebra=algebra, split=(split := splitting(groups)))
    if is_wide(groups, split):
        return
    whole = products(groups)
    for angles in choices(whole):
        yield (
            lambda own, angles=angles: with_cosines(products(own), angles),
            with_cosines(whole, angles),
        )


def _bracket(algebra: CanonicalCarrier, groups: Groups) -> Expression:
    """A sum that is no product, within one; many results of a system have brackets in common."""
    key = tuple([(factor, tuple(own.items())) for factor, own in groups.items()])
    known = algebra.brackets.get(key)
    if known is None:
        squared = (_squared(algebra, own) for own in (groups, with_both_squares(groups)))
        found = filter(None, (_plainest(algebra, groups), *squared))
        known = algebra.brackets[key] = _sum(lined_up(min(found, key=length)))
    return known


def _squared(algebra: CanonicalCarrier, groups: Groups) -> list[WrittenTerm]:
    """A sum with squares of sums; none of them with angles φ ± α, which are products as well."""
    if gains_from_products(groups):
        return []
    arranger = Arranger(algebra, partial(_bracket, algebra))
    return arranger.squared(groups, partial(_plainest, algebra))


def _plainest(algebra: CanonicalCarrier, groups: Groups) -> list[WrittenTerm]:
    """A sum that is no product, collected or gathered by parameters."""
    plain = _collected(ordered(groups, algebra), algebra)
    gathered = Arranger(algebra, partial(_bracket, algebra)).gathered(groups)
    return min(filter(None, (plain, gathered)), key=length)


def _written_out(groups: Groups, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    pieces: list[WrittenTerm] = []
    for factor, coefficient in groups.items():
        trigonometric = factor.tree(algebra)
        for tree, monomial in expanded_terms(coefficient, algebra):
            own = {factor: {monomial: coefficient[monomial]}}
            pieces.append(WrittenTerm(times(tree, trigonometric), own))
    return plus_first(pieces)


def _collected(
    groups: Groups, algebra: CanonicalCarrier, parted: Parting = together
) -> list[WrittenTerm]:
    steady = groups.get(NO_ANGLE)
    plain = _plain(steady, algebra) if steady else []
    return lined_up([*plain, *written(parted(*whole_groups(groups), algebra), algebra)])


def _plain(coefficient: Coefficient, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    """Terms without angles; many results of a system have the same."""
    key = tuple(coefficient.items())
    known = algebra.steady.get(key)
    if known is None:
        known = algebra.steady[key] = _without_angles(coefficient, algebra)
    return known


def _without_angles(coefficient: Coefficient, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    """A product if the terms are one, otherwise those that are, and the rest."""
    found = expanded_terms(coefficient, algebra)
    if product := _as_product(coefficient, found, algebra):
        return [WrittenTerm(product, {NO_ANGLE: coefficient})]
    pieces: list[WrittenTerm] = []
    for _, group in groupby(found, key=lambda term: _leading(term[1], algebra)):
        own = list(group)
        part = {monomial: coefficient[monomial] for _, monomial in own}
        constant = all(algebra.is_constant(index) for monomial in part for index, _ in monomial)
        if len(own) > (1 if constant else 2) and (product := _as_product(part, own, algebra)):
            pieces.append(WrittenTerm(product, {NO_ANGLE: part}))
        else:
            pieces += (WrittenTerm(tree, {NO_ANGLE: {m: coefficient[m]}}) for tree, m in own)
    return pieces


def _as_product(
    coefficient: Coefficient, terms: list[tuple[Expression, Monomial]], algebra: CanonicalCarrier
) -> Expression | None:
    """The product that the terms are, if it is shorter than they are."""
    if not 2 <= len(terms) <= MOST_FACTORED:
        return None
    products = Factoring(algebra, lambda own: steady_sum(own[NO_ANGLE], algebra))
    product = products.factored(list(terms_of({Factor(): coefficient}, algebra)))
    if product is None:
        return None
    tree = products.tree(product)
    written_out = sum(operation_count(tree) + 1 for tree, _ in terms) - 1
    return tree if operation_count(tree) < written_out else None


def _leading(monomial: Monomial, algebra: CanonicalCarrier) -> int:
    return min((algebra.rank(index) for index, _ in monomial), default=-1)
