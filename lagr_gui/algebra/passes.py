"""The passes of the shortest form: ways to write a sum, from which the shortest is chosen.

A sum is written over multiple angles and, where that may be shorter, over products of sines and
cosines (`bases`); over each of them every pass of `PASSES` proposes a form.  The one with the
fewest operations is written; of equally long ones the one that looks plainest, then the first.
Many forms are counted without being written: that takes longer than to count their operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations, groupby
from math import gcd, lcm
from operator import add

from lagr_gui.algebra.arrangement import (
    MOST_TERMS,
    Arranger,
    WrittenTerm,
    choices,
    length,
    lined_up,
    with_both_squares,
    with_cosines,
)
from lagr_gui.algebra.atoms import terms_of
from lagr_gui.algebra.brackets import Multiple, steady_sum
from lagr_gui.algebra.canonical import CanonicalCarrier, rational
from lagr_gui.algebra.coefficients import Coefficient, expanded_terms, monomial_tree
from lagr_gui.algebra.collection import Collected, together, written
from lagr_gui.algebra.count import Counts, factor_counts, operation_count, operations
from lagr_gui.algebra.factors import Factoring
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import (
    NO_ANGLE,
    REMEMBERED,
    Factor,
    Groups,
    Parts,
    Splitting,
    gains_from_products,
    is_wide,
    ordered,
    product_form,
    single,
)
from lagr_gui.expression import Expression, Number, Product, Sum
from lagr_gui.expression.rows import as_sum, factors_in, is_negative

MOST_FACTORED = 40
"""Longer sums without angles are not tried to be factored."""

MOST_OF_PARAMETERS = 12
"""More terms with parameters alone before sines and cosines are collected, without a search."""

Basis = Callable[[Groups], Groups]
"""From multiple angles to the factors of a form."""

Parting = Callable[[Groups, int, CanonicalCarrier], list[Collected]]
"""Which terms with angles are written together."""

Looks = tuple[bool, ...]
"""Whether there are multiples of angles, minuses, fractions before brackets, no products.

Of forms of equal length sin q cos q comes before sin 2q, and c (q − 1/2) before c q − c/2.
"""

Proposal = tuple[int, Looks, Callable[[], list[WrittenTerm]]]
"""A form: its length, its looks, and its terms."""


@dataclass(frozen=True)
class Trial:
    """A sum over the factors of one basis, in order, with whole numbers over a denominator."""

    whole: Groups
    below: int
    algebra: CanonicalCarrier

    @cached_property
    def doubled(self) -> bool:
        """Whether it has multiples of angles."""
        return any(k not in (1, -1) for factor in self.whole for _, k in factor.angle)

    @cached_property
    def groups(self) -> Groups:
        """The sum with fractions; none where no other form than the collected one is tried.

        Of many terms with parameters alone others are no shorter: these have brackets in common.
        """
        count = sum(map(len, self.whole.values()))
        if not 2 <= count <= MOST_TERMS:
            return {}
        if count > MOST_OF_PARAMETERS:
            coefficients = self.whole.values()
            indices = {
                i for coefficient in coefficients for monomial in coefficient for i, _ in monomial
            }
            if all(map(self.algebra.is_constant, indices)):
                return {}
        return {factor: fractions(part, self.below) for factor, part in self.whole.items()}

    def proposal(self, pieces: list[WrittenTerm] | None) -> Proposal | None:
        """A form that is written already; none where there are no pieces."""
        if not pieces:
            return None
        trees = [piece.tree for piece in pieces]
        looks = self.doubled, any(map(_has_minus, trees)), any(map(_is_divided, trees)), False
        return length(pieces), looks, partial(lined_up, pieces)


@dataclass(frozen=True)
class Pass:
    """A way to write a sum: its name, how it is done, and what it is there for."""

    name: str
    rule: Callable[[Trial], Proposal | None]
    why: str


def _as_collected(trial: Trial) -> Proposal:
    """Only what has no angles is written to count its operations."""
    groups, algebra = trial.whole, trial.algebra
    steady = groups.get(NO_ANGLE)
    plain = _plain(fractions(steady, trial.below), algebra) if steady else []
    turning = together(groups, trial.below, algebra)

    def in_full() -> list[WrittenTerm]:
        return lined_up([*plain, *written(turning, algebra)])

    minus = any(n < 0 for coefficient in groups.values() for n in coefficient.values())
    size = length(plain) + collected_length(turning, algebra)
    return size, (trial.doubled, minus, False, True), in_full


def _as_products(trial: Trial) -> Proposal | None:
    arranger = Arranger(trial.algebra, partial(_bracket, trial.algebra))
    return trial.proposal(arranger.pieces(trial.groups))


def _as_squares(trial: Trial) -> Proposal | None:
    return trial.proposal(_squared(trial.algebra, trial.groups))


PASSES = (
    Pass(
        "collected",
        _as_collected,
        "one coefficient for each sine and cosine, equal brackets once: always possible",
    ),
    Pass(
        "products",
        _as_products,
        "powers of sums, or sums of such gathered by parameters: m (a + b)² + (M + m) c",
    ),
    Pass("squares", _as_squares, "squares of sums in longer ones: a² − 2 a b + b² + c"),
)


def shortest(
    whole: Groups, below: int, algebra: CanonicalCarrier
) -> tuple[Basis, list[WrittenTerm]]:
    """The shortest form that a pass proposes, and the basis over which it does."""
    trials = [
        (basis, Trial(ordered(own, algebra), below, algebra))
        for basis, own in bases(whole, algebra)
    ]
    proposals = (
        (basis, proposal)
        for basis, trial in trials
        for tried in PASSES
        if (proposal := tried.rule(trial)) is not None
    )
    basis, (_, _, in_full) = min(proposals, key=lambda entry: entry[1][:2])
    return basis, in_full()


def _has_minus(tree: Expression) -> bool:
    """Whether a minus stands before a term or in one of its brackets."""
    factors = factors_in(tree)
    brackets = [factor.terms for factor in factors if isinstance(factor, Sum)]
    return is_negative(tree) or any(any(map(is_negative, terms)) for terms in brackets)


def _is_divided(tree: Expression) -> bool:
    """Whether a fraction stands before a bracket."""
    if not isinstance(tree, Product):
        return False
    fraction = isinstance(first := tree.factors[0], Number) and first.value.denominator > 1
    return fraction and any(isinstance(factor, Sum) for factor in tree.factors)


# --- Bases and pieces of forms --------------------------------------------------------------------


def as_they_are(groups: Groups, /) -> Groups:
    """The basis of multiple angles."""
    return groups


def bases(groups: Groups, algebra: CanonicalCarrier) -> Iterator[tuple[Basis, Groups]]:
    """The ways to write sines and cosines that may be the shortest, and the sum in these."""
    yield as_they_are, groups
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
    key = tuple([(factor, tuple(part.items())) for factor, part in groups.items()])
    tree = algebra.brackets.get(key)
    if tree is None:
        both = with_both_squares(groups)
        ways = (groups,) if both is groups else (groups, both)
        squared = (_squared(algebra, way) for way in ways)
        candidates = filter(None, (_plainest(algebra, groups), *squared))
        tree = algebra.brackets[key] = sum_of(lined_up(min(candidates, key=length)))
    return tree


def _squared(algebra: CanonicalCarrier, groups: Groups) -> list[WrittenTerm]:
    """A sum with squares of sums; none of them with angles φ ± α, which are products as well."""
    if gains_from_products(groups):
        return []
    arranger = Arranger(algebra, partial(_bracket, algebra))
    return arranger.squared(groups, partial(_plainest, algebra))


def _plainest(algebra: CanonicalCarrier, groups: Groups) -> list[WrittenTerm]:
    """A sum that is no product, collected or gathered by parameters."""
    plain = collected(ordered(groups, algebra), algebra)
    gathered = Arranger(algebra, partial(_bracket, algebra)).gathered(groups)
    return min(filter(None, (plain, gathered)), key=length)


def collected(
    groups: Groups, algebra: CanonicalCarrier, parted: Parting = together
) -> list[WrittenTerm]:
    """The collected form, over whichever basis."""
    steady = groups.get(NO_ANGLE)
    plain = _plain(steady, algebra) if steady else []
    return lined_up([*plain, *written(parted(*whole_groups(groups), algebra), algebra)])


def _plain(coefficient: Coefficient, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    """Terms without angles; many results of a system have the same."""
    key = tuple(coefficient.items())
    terms = algebra.steady.get(key)
    if terms is None:
        terms = algebra.steady[key] = _without_angles(coefficient, algebra)
    return terms


def _without_angles(coefficient: Coefficient, algebra: CanonicalCarrier) -> list[WrittenTerm]:
    """A product if the terms are one, otherwise those that are, and the rest."""
    expanded = expanded_terms(coefficient, algebra)
    if product := _as_product(coefficient, expanded, algebra):
        return [WrittenTerm(product, {NO_ANGLE: coefficient})]
    pieces: list[WrittenTerm] = []
    for _, group in groupby(expanded, key=lambda term: _leading(term[1], algebra)):
        alike = list(group)
        part = {monomial: coefficient[monomial] for _, monomial in alike}
        constant = all(algebra.is_constant(index) for monomial in part for index, _ in monomial)
        if len(alike) > (1 if constant else 2) and (product := _as_product(part, alike, algebra)):
            pieces.append(WrittenTerm(product, {NO_ANGLE: part}))
        else:
            pieces += (WrittenTerm(tree, {NO_ANGLE: {m: coefficient[m]}}) for tree, m in alike)
    return pieces


def _as_product(
    coefficient: Coefficient, terms: list[tuple[Expression, Monomial]], algebra: CanonicalCarrier
) -> Expression | None:
    """The product that the terms are, if it is shorter than they are."""
    if not 2 <= len(terms) <= MOST_FACTORED:
        return None
    products = Factoring(algebra, lambda groups: steady_sum(groups[NO_ANGLE], algebra))
    product = products.factored(list(terms_of({Factor(): coefficient}, algebra)))
    if product is None:
        return None
    tree = products.tree(product)
    written_out = sum(operation_count(tree) + 1 for tree, _ in terms) - 1
    return tree if operation_count(tree) < written_out else None


def _leading(monomial: Monomial, algebra: CanonicalCarrier) -> int:
    return min((algebra.rank(index) for index, _ in monomial), default=-1)


def sum_of(pieces: Sequence[WrittenTerm]) -> Expression:
    """The sum of terms as they stand."""
    return as_sum(tuple(piece.tree for piece in pieces))


# --- The measure of length ------------------------------------------------------------------------


def whole_groups(groups: Groups) -> tuple[Groups, int]:
    """The same sum with whole numbers, and the denominator of all of them."""
    below = lcm(*{n.denominator for coefficient in groups.values() for n in coefficient.values()})
    return {
        factor: {m: n.numerator * (below // n.denominator) for m, n in coefficient.items()}
        for factor, coefficient in groups.items()
    }, below


def fractions(whole: Coefficient, below: int) -> Coefficient:
    """The coefficient that whole numbers over a denominator are."""
    return {monomial: rational(number, below) for monomial, number in whole.items()}


def collected_length(found: Sequence[Collected], algebra: CanonicalCarrier) -> int:
    """The operations of the terms with angles of a collected sum, with one sign for each."""
    return sum(1 + _of_collected(group, algebra) for group in found)


def _of_collected(group: Collected, algebra: CanonicalCarrier) -> int:
    terms, common = group.terms, _of_multiple(group.common, algebra)
    if len(terms) == 1:
        return operations(*map(add, common, _of_factor(terms[0].factor, algebra)))
    left = [
        map(add, _of_multiple(group.left(term), algebra), _of_factor(term.factor, algebra))
        for term in terms
    ]
    above, below, within = common
    inner = len(terms) - 1 + sum([operations(*counts) for counts in left])
    return operations(above + 1, below, within + inner)


def _of_multiple(multiple: Multiple, algebra: CanonicalCarrier) -> Counts:
    """The counts of a coefficient."""
    counts = _of_monomial(multiple.monomial, algebra)
    above, below, within = _with_number(counts, multiple.number, multiple.below, algebra)
    if multiple.bracket is None:
        return above, below, within
    return above + 1, below, within + multiple.bracket.operations


def _of_monomial(monomial: Monomial, algebra: CanonicalCarrier) -> Counts:
    counts = algebra.monomial_counts.get(monomial)
    if counts is None:
        tree = monomial_tree(monomial, Fraction(1), algebra)
        counts = algebra.monomial_counts[monomial] = factor_counts(tree)
    return counts


def _of_factor(factor: Factor, algebra: CanonicalCarrier) -> Counts:
    counts = algebra.factor_counts.get(factor)
    if counts is None:
        tree = factor.tree(algebra)
        assert tree is not None
        counts = algebra.factor_counts[factor] = factor_counts(tree)
    return counts


def _with_number(counts: Counts, number: int, below: int, algebra: CanonicalCarrier) -> Counts:
    of_number = algebra.number_counts.get((number, below))
    if of_number is None:
        tree = algebra.number_tree(rational(number, below))
        of_number = algebra.number_counts[number, below] = factor_counts(tree)
    return counts[0] + of_number[0], counts[1] + of_number[1], counts[2]


# --- Of which angles products of sines and cosines are made: q₁ and q₂ + q₃ of cos(q₁ + q₂ + q₃)
# A turn about one axis after one about another gives sums and differences of their angles, which
# meet in products: cos(a − b) − cos(a + b) = 2 sin a sin b.  Turns about parallel axes give sums
# only: these are angles of their own.

Clusters = tuple[tuple[int, ...], ...]
"""Angles that are only added, or only subtracted, in all arguments of a sum."""


ADDED, SUBTRACTED = 1, 2
"""How two angles meet in an argument."""


def splitting(groups: Groups) -> Splitting:
    """The angles of the products that are the shortest for a sum."""
    angles = list(dict.fromkeys(factor.angle for factor in groups if factor.angle))
    clusters = _clusters(angles)
    if any(len(cluster) > 1 for cluster in clusters) and any(
        len(_parts(angle, clusters)) > 1 for angle in angles
    ):
        return lambda angle: _parts(angle, clusters)
    return single


def _clusters(angles: Sequence[Monomial]) -> Clusters:
    signs: dict[frozenset[int], int] = {}
    for angle in angles:
        for (i, a), (j, b) in combinations(angle, 2):
            pair = frozenset((i, j))
            signs[pair] = signs.get(pair, 0) | (ADDED if (a > 0) == (b > 0) else SUBTRACTED)
    clusters: list[list[int]] = []
    for index in dict.fromkeys(i for angle in angles for i, _ in angle):
        for cluster in clusters:
            met = [signs.get(frozenset((i, index)), 0) for i in cluster]
            if any(met) and ADDED | SUBTRACTED not in met:
                cluster.append(index)
                break
        else:
            clusters.append([index])
    return tuple(map(tuple, clusters))


@lru_cache(maxsize=REMEMBERED)
def _parts(angle: Monomial, clusters: Clusters) -> Parts:
    """What an angle has of each cluster, as multiple of a sum of angles."""
    multiples = dict(angle)
    parts: list[tuple[Monomial, int]] = []
    for cluster in clusters:
        entries = [(i, multiples.pop(i)) for i in cluster if i in multiples]
        if entries:
            times = gcd(*(k for _, k in entries)) * (1 if entries[0][1] > 0 else -1)
            parts.append((tuple((i, k // times) for i, k in entries), times))
    return ((angle, 1),) if multiples else tuple(parts)
