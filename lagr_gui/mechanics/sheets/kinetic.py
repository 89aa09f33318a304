"""The kinetic energy as one writes it: ½ m v² and ½ J ω², with squares of sums of velocities."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from lagr_gui.algebra import (
    Attributed,
    Canonical,
    attributed_terms,
    factors_of,
    grouped,
    operation_count,
    positive_first,
    product_of,
    separate_terms,
    square_terms,
)
from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.expression import (
    TIME,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    parts,
    rebuilt,
    substitute,
    symbols,
)
from lagr_gui.expression.rows import as_sum, factors_in, product, terms_in
from lagr_gui.expression.writer import decimal
from lagr_gui.mechanics.closed import Metric, Parts, nonzero
from lagr_gui.mechanics.reading import RigidBody
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import kinetic_energy
from lagr_gui.mechanics.sheets.by_source import added, are_mixed, with_unit_fractions
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.mechanics.sheets.sheet import Entry, Term, halved
from lagr_gui.mechanics.vectors import dot

LONGEST = 40
"""The kinetic energies of longer metrics are only told by the entries of g."""

HARDLY = 1.2
"""So much longer the inertia of a single coordinate may be where each body stands by itself."""

SHORT = 16
"""Squares of speeds with so many terms are arranged in every way."""

Turns = tuple[tuple[Symbol, ...], ...]
"""Rates of angles; those about one axis together, from the root on."""

End = Callable[[Iterable[list[int]]], list[int]]
"""Which of several places counts: the first or the last."""


def kinetic_terms(parts: Parts, form: str) -> list[Attributed]:
    """½ m (ẋ² + ẏ²) + …: the shortest arrangement of T in all that it is made of."""
    terms = attributed_terms(parts, form)
    sources = dict.fromkeys(key for _, keys in terms for key in keys)
    (tree,) = grouped([as_sum(tree for tree, _ in terms)])
    return [(tree, tuple(sources))]


def better(
    first: Sequence[Entry], second: Sequence[Entry], names: Sequence[str]
) -> Sequence[Entry]:
    """The first of two kinetic energies unless the second is shorter, with no odd numbers.

    Its terms stand in the order of the coordinates, of which `names` are the names.
    """
    if not (first and second) or _decimals(second[0].tree) - _decimals(first[0].tree):
        return first
    lengths = [operation_count(entry.tree) for entry in (first[0], second[0])]
    if lengths[1] >= lengths[0]:
        return first
    (entry,) = second
    places = {name: place for place, name in enumerate(names)}
    terms = (replace(term, tree=_ordered(term.tree, places)) for term in entry.terms)
    return (replace(entry, terms=tuple(terms)),)


def _ordered(tree: Expression, places: Mapping[str, int]) -> Expression:
    """The same with the terms of its sums in the order of the coordinates that they move."""
    match tree:
        case Sum(terms):
            ordered = [_ordered(term, places) for term in terms]
            firsts = [sorted(_speeds(term, places, min)) for term in ordered]
            if min(map(len, firsts)) > 1:
                lasts = (sorted(_speeds(term, places, max)) for term in ordered)
                rows = sorted(enumerate(zip(firsts, lasts, strict=True)), key=lambda row: row[1])
                ordered = [ordered[place] for place, _ in rows]
            return Sum(tuple(positive_first(ordered)))
        case Product(factors) if Sum in map(type, factors):
            return rebuilt(tree, lambda factor: _ordered(factor, places))
        case _:
            return tree


def _speeds(tree: Expression, places: Mapping[str, int], end: End) -> list[int]:
    """The places of the velocities that a term is a product of; of brackets the first or last."""
    match tree:
        case Symbol(name, 1) if name in places:
            return [places[name]]
        case Sum(terms):
            return end(_speeds(term, places, end) for term in terms)
        case Product(factors):
            return [place for factor in factors for place in _speeds(factor, places, end)]
        case Power(base, Number(value)) if value > 0:
            return _speeds(base, places, end) * int(value)
        case _:
            return []


def _decimals(tree: Expression) -> set[str]:
    """The numbers that are written as decimals."""
    match tree:
        case Number(value):
            text = decimal(tree.alike(abs(value)))
            return set() if text is None else {text}
        case _:
            return set[str]().union(*map(_decimals, parts(tree)))


# --- The kinetic energy by bodies: what each of them has of its velocity, and of its turning ------

HALF, ONE, TWO = Fraction(1, 2), Number(Fraction(1)), Number(Fraction(2))


@dataclass(frozen=True)
class KineticShare:
    """½ K S: an inertia times a square: the sum of those of `speeds`, or what is `given` as such.

    `turns` are rates of angles about the same axis, from the root on; `absolute` are the speeds in
    their sums, of which each stands as its last rate.
    """

    inertia: Canonical
    speeds: tuple[Canonical, ...]
    turns: Turns = ()
    absolute: tuple[Canonical, ...] = ()
    given: Canonical | None = None

    @cached_property
    def square(self) -> Canonical:
        """v₁² + v₂² …"""
        return self._sum_of_squares(self.speeds) if self.given is None else self.given

    def _sum_of_squares(self, speeds: Sequence[Canonical]) -> Canonical:
        return self.inertia.algebra.add([speed * speed for speed in speeds])

    @cached_property
    def tree(self) -> Expression:
        """The shortest of the square, the same in absolute rates, and the sum of squares.

        Of long ones in several rates about one axis only that in absolute rates is tried.
        """
        if len(self.speeds) == 1:
            return _squared(self.speeds[0])
        trees, size = list(self._in_absolute_rates), sum(speed.length for speed in self.speeds)
        if not trees or size <= SHORT:
            trees = [_arranged(self.square), *trees]
            if 0 < size <= self.square.length:
                trees.append(as_sum(map(_squared, self.speeds)))
        return min(trees, key=operation_count)

    @property
    def _in_absolute_rates(self) -> Iterator[Expression]:
        """The square in the sums of rates of which turns about one axis are made."""
        if not self.turns:
            return
        if self.speeds:
            square = self._sum_of_squares(self.absolute)
        else:
            square = self.square.substitute(_differences(self.turns, self.inertia.algebra))
        sums = {row[n - 1]: Sum(row[:n]) for row in self.turns for n in range(2, len(row) + 1)}
        yield substitute(_arranged(square), sums)

    def parted(self, late: Collection[str]) -> tuple[Expression, dict[Expression, int]]:
        """The square as a product of parameters, and of powers of what moves."""
        number, powers = factors_of(self.tree)
        moving = {
            base: exponent
            for base, exponent in powers.items()
            if any(symbol.order or symbol.name in late for symbol in symbols(base))
        }
        return product_of(number, {b: e for b, e in powers.items() if b not in moving}), moving


def by_bodies(
    metric: Metric,
    show: Show,
    velocities: Sequence[Canonical],
    speeds: Collection[str] = (),
    without: Collection[str] = (),
) -> tuple[Term, ...]:
    """½ m v² and ½ J ω² of one body after the other, beams and circuits behind them.

    `velocities` are those of the coordinates, and 1 at index 0 for what moves by itself; where one
    is 0 the energy is that without it.  They may be made of `speeds` of these names.  A body whose
    entries of g are long has one term for each of them.  Items `without` which T is told are left
    out.
    """
    names = metric.reading.coordinates
    places = {name: place for place, name in enumerate(names)}
    by_item: dict[str, dict[tuple[int, int], Canonical]] = {}
    for (mu, nu), own in metric.g_parts.items():
        if not (velocities[mu].is_zero or velocities[nu].is_zero):
            for key, value in own.items():
                if key in without:
                    continue
                by_item.setdefault(key, {})[mu, nu] = value
    bodies = {body.key: body for body in metric.reading.bodies}
    terms: list[Term] = []
    for key, own in by_item.items():
        body, length = bodies.get(key), sum(value.length for value in own.values())
        about_one_axis = body is not None and len(_turns(metric, body)) == 1
        is_long = length > LONGEST and (bool(speeds) or not about_one_axis)
        if is_long and not speeds:
            terms += _by_entries(own, key, show, names)
            continue
        trees: Iterable[Expression]
        if body is None or is_long or metric.kinematics.is_skew:
            trees = _as_a_whole(_energy(own, velocities, metric), key, show)
        else:
            shares = _joined(_shares(metric, body, velocities, show.after), {*names, TIME, *speeds})
            trees = map(_half_of, shares)
        ordered = (_ordered(tree, places) for tree in trees)
        terms += (Term(show.typed.spelled(tree, (key,)), (key,)) for tree in ordered)
    return halved(Entry("T", (), tuple(terms), "18")).terms


def inertia_by_bodies(
    metric: Metric, show: Show, entry: Entry, without: Collection[str] = ()
) -> Entry:
    """The inertia g₁₁ of a single coordinate as T tells it, one body after the other.

    So it is where the entry is longer, or hardly shorter with brackets that move of several bodies.
    """
    algebra = metric.algebra
    halves = by_bodies(metric, show, [algebra.zero, algebra.one], without=without)
    doubled = [(product((TWO, term.tree)), term.sources) for term in halves]
    (parts,) = metric.g_parts.values()
    values = {key: show.after(own) for key, own in parts.items() if key not in without}
    shortest = separate_terms(nonzero(values), "shortest")
    ways = [list(_told(terms, show)) for terms in (shortest, doubled)]
    terms = min(ways, key=lambda way: operation_count(as_sum(term.tree for term in way)))
    by_body = replace(entry, terms=tuple(terms))
    longest = operation_count(entry.tree)
    if are_mixed((term.tree, term.sources) for term in entry.terms):
        longest = int(HARDLY * longest)
    return by_body if operation_count(by_body.tree) <= longest else entry


def _told(terms: Iterable[Attributed], show: Show) -> Iterator[Term]:
    """Terms of an inertia, equal ones added."""
    apart = ((own, keys) for tree, keys in terms for own in terms_in(with_unit_fractions(tree)))
    for tree, keys in added(apart):
        yield Term(show.typed.spelled(tree, keys), keys)


def _by_entries(
    own: Mapping[tuple[int, int], Canonical], key: str, show: Show, names: tuple[str, ...]
) -> Iterator[Term]:
    metric = show.entries("g", {pair: {key: value} for pair, value in own.items()}, "17")
    for entry in kinetic_energy(metric, names, show.form):
        yield from entry.terms


def _energy(
    own: Mapping[tuple[int, int], Canonical], velocities: Sequence[Canonical], metric: Metric
) -> Canonical:
    """½ g_μν q̇^μ q̇^ν of one item."""
    total = metric.algebra.zero
    for (mu, nu), value in own.items():
        total = total + value * velocities[mu] * velocities[nu] * (HALF if mu == nu else 1)
    return total


def _as_a_whole(value: Canonical, key: str, show: Show) -> list[Expression]:
    terms = attributed_terms({key: show.after(value)}, show.form)
    return grouped([tree for tree, _ in terms])


def _shares(
    metric: Metric, body: RigidBody, velocities: Sequence[Canonical], after: After
) -> Iterator[KineticShare]:
    """What a body has of its velocity, and of its turning about each of its axes.

    Axes with the same moment of inertia are one share.
    """
    kinematics = metric.kinematics
    turns = tuple(row for row in _turns(metric, body) if len(row) > 1)
    own = {index: velocities[index] for index in kinematics.stations(body.number)}
    v, w = _motion_of(metric, body, own, after)
    if turns:
        differences = _differences(turns, metric.algebra)
        sums = {index: velocity.substitute(differences) for index, velocity in own.items()}
        absolute = _motion_of(metric, body, sums, after)
    else:
        absolute = v, w
    moving, turning = ([*zip(*both, strict=True)] for both in zip((v, w), absolute, strict=True))
    yield _share(after(kinematics.value(body.mass)), moving, turns)
    moments = [[after(kinematics.value(tree)) for tree in row] for row in body.theta_bar]
    left = [0, 1, 2]
    while left:
        moment = moments[left[0]][left[0]]
        alike = [i for i in left if moments[i][i] == moment]
        left = [i for i in left if i not in alike]
        yield _share(moment, [turning[i] for i in alike], turns)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        yield KineticShare(moments[i][j] * 2, (), given=w[i] * w[j])


def _motion_of(
    metric: Metric, body: RigidBody, velocities: Mapping[int, Canonical], after: After
) -> tuple[list[Canonical], list[Canonical]]:
    """The velocity of a body in space, and its angular velocity in its own axes.

    `velocities` are those of the coordinates on which it depends, by index.
    """
    kinematics, zero = metric.kinematics, metric.algebra.zero
    E, _ = kinematics.poses[body.number]
    v, w = [zero] * 3, [zero] * 3
    for index, velocity in velocities.items():
        dE, dx = kinematics.slopes(body.number, index)
        for i in range(3):
            v[i] = v[i] + dx[i] * velocity
            w[i] = w[i] + dot(dE[(i + 1) % 3], E[(i + 2) % 3]) * velocity
    return [*map(after, v)], [*map(after, w)]


def _share(
    inertia: Canonical, speeds: Iterable[tuple[Canonical, Canonical]], turns: Turns
) -> KineticShare:
    """½ K S from speeds in rates, and in sums of them."""
    moving = [both for both in speeds if not both[0].is_zero]
    own, absolute = (tuple(speed[i] for speed in moving) for i in (0, 1))
    return KineticShare(inertia, own, turns, absolute)


def _differences(turns: Turns, algebra: CanonicalCarrier) -> dict[Symbol, Canonical]:
    """Rates as differences of their sums, each of which stands as its last rate."""
    return {
        later: algebra.symbol(later) - algebra.symbol(rate)
        for row in turns
        for rate, later in pairwise(row)
    }


def _turns(metric: Metric, body: RigidBody) -> list[tuple[Symbol, ...]]:
    """The rates of angles that turn a body, those about one axis together, from the root on."""
    kinematics = metric.kinematics
    stations, alike = kinematics.stations(body.number), dict[int, list[int]]()
    for index in sorted(filter(None, stations), key=lambda i: kinematics.order(stations[i])):
        dE, _ = kinematics.slopes(body.number, index)
        if not all(entry.is_zero for row in dE for entry in row):
            alike.setdefault(id(dE), []).append(index)
    return [tuple(Symbol(kinematics.symbols[i].name, 1) for i in row) for row in alike.values()]


def _joined(shares: Iterable[KineticShare], late: Collection[str]) -> list[KineticShare]:
    """Shares whose squares differ by parameters alone are one: ½ (J + m s²) φ̇².

    All but parameters have symbols that are `late`, or velocities.
    """
    joined: list[KineticShare] = []
    for share in shares:
        if share.inertia.is_zero or (not share.speeds and share.square.is_zero):
            continue
        for place, other in enumerate(joined):
            if (both := _together(other, share, late)) is not None:
                joined[place] = both
                break
        else:
            joined.append(share)
    return joined


def _together(one: KineticShare, other: KineticShare, late: Collection[str]) -> KineticShare | None:
    (beside, square), (beside_other, square_other) = one.parted(late), other.parted(late)
    if square != square_other:
        return None
    algebra = one.inertia.algebra
    first, second = map(algebra.expression, (beside, beside_other))
    inertia = one.inertia * first + other.inertia * second
    both = algebra.expression(product_of(ONE, square))
    return KineticShare(inertia, (), one.turns, given=both)


def _half_of(share: KineticShare) -> Expression:
    """½ K S as a product."""
    trees = with_unit_fractions(share.inertia.tree()), share.tree
    if not any(map(_is_bracket, (factor for tree in trees for factor in factors_in(tree)))):
        return (share.inertia * share.square * HALF).tree()
    number, powers = Number(HALF), dict[Expression, int]()
    for tree in trees:
        other, own = factors_of(tree)
        number = Number(number.value * other.value, number.decimal or other.decimal)
        for base, exponent in own.items():
            powers[base] = powers.get(base, 0) + exponent
    return product_of(number, powers)


def _is_bracket(factor: Expression) -> bool:
    return isinstance(factor.base if isinstance(factor, Power) else factor, Sum)


def _arranged(square: Canonical) -> Expression:
    """A square as it is shortest, with squares of sums before those of velocities."""
    trees = square_terms(square)
    (tree,) = grouped([square.tree() if trees is None else as_sum(trees)])
    return tree


def _squared(speed: Canonical) -> Expression:
    """The square of a speed; of a sum as such."""
    trees = [tree for tree in (speed.tree(), (-speed).tree()) if isinstance(tree, Sum)]
    if trees:
        return Power(min(trees, key=operation_count), TWO)
    number, powers = factors_of(speed.tree())
    square = Number(number.value**2, number.decimal)
    return product_of(square, {base: 2 * exponent for base, exponent in powers.items()})
