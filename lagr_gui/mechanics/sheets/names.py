"""Names of lengths and roots that stand in more than one place, as textbooks give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from lagr_gui.algebra import Algebra, Canonical, Root, RootNames, operation_count, root_of
from lagr_gui.algebra.ring import Sort
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.kinematics import Vector
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.sheets.rates import After, Naming, by_rate, is_dashpot
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, free_name

SHORTER = 2
"""The rate of a length gets a name where D has so many times the operations of its definition.

Where the dashpot stands in several Q it gets one unless that is longer than D.
"""
OFTEN = 2
"""A root that stands in so many places gets a name."""


def names_of(
    closed: Closed, counted: Callable[[], Counter[Expression]], after: After
) -> tuple[Naming, tuple[Definition, ...]]:
    """Names for the roots that occur often in results, and what they stand for.

    `counted` tells how often each root of a sum stands in them (`roots_in`).
    The length of the k-th element is ell_k as in the structured form, other roots are w_1, w_2 ….
    The rate of the length of a dashpot along no straight line is elldot_k.
    """
    often = _often(closed.algebra, counted) | _rubbing(closed, after)
    roots: dict[Symbol, tuple[Root, Definition]] = {}
    spans: dict[str, Sequence[Canonical]] = {}
    taken = closed.reading.names
    if often:
        for number, part in numbered(closed):
            for place, length in enumerate(closed.lengths.get(part.key, ())):
                root = root_of(after(length))
                if root is not None and root.index in often:
                    often.remove(root.index)
                    definition = _length(closed, part, number, place, taken)
                    roots[Symbol(definition.name)] = root, definition
                    spans[definition.name] = tuple(map(after, closed.spans[part.key][place]))
        for number, index in enumerate(sorted(often), start=1):
            definition = named_scalar("w", (number,), say("root that occurs often"), taken)
            roots[Symbol(definition.name)] = Root(index, Fraction(1), ()), definition
    in_order = sorted(roots.items(), key=lambda entry: entry[1][0].index)
    names = RootNames(closed.algebra, {symbol: root for symbol, (root, _) in in_order})
    definitions = tuple(
        replace(definition, trees=(length_tree(names.square(symbol), spans.get(definition.name)),))
        for symbol, (_, definition) in in_order
    )
    known = dict(roots.values())
    by_rates, others = _rates(closed, after, taken, known)
    return Naming(names, by_rates), (*definitions, *others)


def _rates(
    closed: Closed, after: After, taken: Collection[str], known: Mapping[Root, Definition]
) -> tuple[dict[int, Canonical], tuple[Definition, ...]]:
    """What dashpots along no straight line contribute, by what it is, with lengths and rates.

    Lengths that are `known` keep their names.
    """
    by_rates: dict[int, Canonical] = {}
    definitions: list[Definition] = []
    for number, part in numbered(closed):
        if part.key not in closed.D_parts or not is_dashpot(part):
            continue
        power = after(closed.D_parts[part.key]).tree()
        pairs: list[Definition] = []
        named: list[tuple[Vector, Symbol, Symbol]] = []
        for place, span in enumerate(closed.spans[part.key]):
            root = root_of(after(closed.lengths[part.key][place]))
            length = None if root is None else known.get(root)
            if pair := length_and_rate(closed, part, after, (number, place), taken, length):
                pairs += pair if length is None else pair[1:]
                named.append((span, Symbol(pair[0].name), Symbol(pair[1].name)))
        alone = sum(part.key in parts for parts in closed.Q_parts.values()) < OFTEN
        longest = operation_count(power) / (SHORTER if alone else 1)
        if sum(operation_count(entry.tree) for entry in pairs) <= longest:
            definitions += (entry for entry in pairs if entry not in definitions)
            by_rates |= {id(plain): by for plain, by in by_rate(closed, part, after, named)}
    return by_rates, tuple(definitions)


def rubbing_lines(closed: Closed) -> list[Part]:
    """The elements with dry friction along lines, whose lengths always have names."""
    lines = [part for part in closed.reading.frictions if part.course]
    if not lines:
        return []
    from lagr_gui.mechanics.friction import FORCE  # few models have any

    return [part for part in lines if FORCE in part.made]


def _rubbing(closed: Closed, after: After) -> set[int]:
    """The roots that are lengths of these."""
    lengths = (x for part in rubbing_lines(closed) for x in closed.lengths[part.key])
    roots = (root_of(after(length)) for length in lengths)
    return {root.index for root in roots if root is not None}


def numbered(closed: Closed) -> Iterator[tuple[int, Part]]:
    """The elements with their numbers: those with forces, then those that bind."""
    binding = (part for part in closed.reading.constraints if isinstance(part, Part))
    return enumerate((*closed.reading.parts, *binding), start=1)


def _length(
    closed: Closed, part: Part, number: int, place: int, taken: Collection[str]
) -> Definition:
    """The name of a length: ell_k, or ell_k_i of an element with several spans."""
    item = say("“{name}”", name=part.record.name)
    if len(closed.spans[part.key]) == 1:
        meaning = say("length of {item}", item=item)
        return named_scalar("ell", (number,), meaning, taken, (part.key,))
    meaning = say("length of span {n} of {item}", n=place + 1, item=item)
    return named_scalar("ell", (number, place + 1), meaning, taken, (part.key,))


def length_and_rate(
    closed: Closed,
    part: Part,
    after: After,
    at: tuple[int, int],
    taken: Collection[str],
    known: Definition | None,
) -> tuple[Definition, ...]:
    """ℓ = |Δx| of a span, which may be known, and ℓ̇ = ½ dℓ²/dt / ℓ; nothing where that vanishes."""
    span = tuple(map(after, closed.spans[part.key][at[1]]))
    square = closed.algebra.add([entry * entry for entry in span])
    half = closed.kinematics.rate(square) * Fraction(1, 2)
    if half.is_zero:
        return ()
    slope, length = half.tree(), known or _length(closed, part, *at, taken)
    item, n = say("“{name}”", name=part.record.name), at[1] + 1
    meaning = say("rate of the length of {item}", item=item)
    if len(length.indices) > 1:
        meaning = say("rate of the length of span {n} of {item}", n=n, item=item)
    rate = named_scalar("elldot", length.indices, meaning, taken, (part.key,))
    factors = slope.factors if isinstance(slope, Product) else (slope,)
    below = Power(Symbol(length.name), Number(Fraction(-1)))
    return (
        replace(length, trees=(length_tree(square, span),)),
        replace(rate, trees=(Product((*factors, below)),)),
    )


def named_scalar(
    stem: str,
    indices: Sequence[int | str],
    meaning: str,
    taken: Iterable[str],
    sources: tuple[str, ...] = (),
) -> Definition:
    numbers = tuple(map(str, indices))
    name = free_name("_".join((stem, *numbers)), set(taken))
    return Definition(name, "scalar", (), meaning, stem, numbers, sources)


def _often(algebra: Algebra, counted: Callable[[], Counter[Expression]]) -> set[int]:
    """The roots of sums that stand in several places."""
    generators = algebra.ring.generators
    roots = [index for index in algebra.roots if generators[index].sort is Sort.ROOT]
    if not roots:
        return set()
    counts = counted()
    return {index for index in roots if _count(counts, generators[index].tree) >= OFTEN}


def _count(counts: Counter[Expression], tree: Expression | None) -> int:
    return 0 if tree is None else counts[tree]


def roots_in(entries: Iterable[Entry]) -> Counter[Expression]:
    """How often each root of a sum stands in results."""
    return _roots([term.tree for entry in entries for term in entry.terms])


def _roots(left: list[Expression]) -> Counter[Expression]:
    """Those in trees; what is the same object is looked through once."""
    met: dict[int, tuple[Call, int]] = {}
    while left:
        match left.pop():
            case Product(parts) | Sum(parts):
                left += parts
            case Power(base, exponent):
                left += base, exponent
            case Call("sqrt", (Sum(),)) as call:
                met[id(call)] = call, met.get(id(call), (call, 0))[1] + 1
            case Call(_, arguments):
                left += arguments
            case _:
                pass
    counts: Counter[Expression] = Counter()
    for call, times in met.values():
        counts[call] += times
        for inner, often in _roots(list(call.arguments)).items():
            counts[inner] += times * often
    return counts


def length_tree(square: Canonical, span: Sequence[Canonical] | None) -> Expression:
    """The root of a square; of a length as the root of the sum of squares where that is shorter."""
    trees: list[Expression] = [square.tree()]
    if span is not None:
        parts = tuple(_square(part) for part in span if not part.is_zero)
        trees.append(parts[0] if len(parts) == 1 else Sum(parts))
    return Call("sqrt", (min(trees, key=operation_count),))


def _square(value: Canonical) -> Expression:
    trees = value.tree(), (-value).tree()
    return Power(min(trees, key=_begins_with_sign), Number(Fraction(2)))


def _begins_with_sign(tree: Expression) -> bool:
    first = tree.terms[0] if isinstance(tree, Sum) else tree
    number = first.factors[0] if isinstance(first, Product) else first
    return isinstance(number, Number) and number.value < 0
