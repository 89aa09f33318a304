"""Results as one reads them who asks which body or element a term comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isqrt

from lagr_gui.algebra import (
    TERMS,
    Attributed,
    attributed_terms,
    energy_terms,
    factors_of,
    grouped,
    operation_count,
    product_of,
    separate_terms,
    square_terms,
)
from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, called
from lagr_gui.expression.rows import (
    as_product,
    as_sum,
    factors_in,
    is_negative,
    negative,
    product,
    terms_in,
)
from lagr_gui.mechanics.closed import Parts
from lagr_gui.mechanics.sheets.balance import is_turning

MORE = 2
"""So many operations longer inertia may be where each body stands by itself."""
LONGEST = 16
"""Longer inertia is not told by bodies."""

ONE, TWO = Fraction(1), Number(Fraction(2))
OTHER = {"sin": "cos", "cos": "sin"}


def inertia_terms(parts: Parts, form: str) -> list[Attributed]:
    """What multiplies one acceleration, or one product of velocities: one sum, (m₁ + m₂) l₁².

    In the form by sources bodies stand apart where a bracket that moves has several of them, and
    no moment of inertia is subtracted from another: A sin² θ + C cos² θ.
    """
    if form not in (TERMS, "shortest"):
        return attributed_terms(parts, form)
    terms = attributed_terms(parts, "shortest")
    if (squared := _with_squares(parts)) and _length(squared) < _length(terms):
        return squared
    if form != TERMS:
        return terms
    few = len(terms) <= LONGEST + 1  # each has a sign before it
    if few and are_mixed(terms) and (length := _length(terms)) <= LONGEST:
        apart = separate_terms(parts, "shortest")
        if _length(apart) <= length + MORE:
            terms = apart
    if few:
        terms = _with_both_squares(terms, next(iter(parts.values())).algebra)
    return [(as_read(tree), keys) for tree, keys in terms]


def are_mixed(terms: Iterable[Attributed]) -> bool:
    """Whether a bracket that moves comes from several bodies."""
    return any(len(keys) > 1 and _is_moving(tree) for tree, keys in terms)


def with_unit_fractions(tree: Expression) -> Expression:
    """m (r²/2 + h²/4), not m (2 r² + h²)/4, where the bracket has nothing but 1/2, 1/4 … then."""
    match tree:
        case Product((Number(value) as number, *factors)) if value.denominator > 1:
            places = [i for i, factor in enumerate(factors) if isinstance(factor, Sum)]
        case _:
            return tree
    if len(places) != 1 or number.decimal:
        return tree
    (place,) = places
    summands, size = terms_in(factors[place]), abs(value)
    numbers = {_number(term) for term in summands}
    if len(numbers) == 1 or not all(_is_unit_fraction(size, number) for number in numbers):
        return tree
    terms = [product((number.alike(size), term)) for term in summands]
    multiplied = as_product(
        (*factors[:place], Sum(tuple(map(_as_square, terms))), *factors[place + 1 :])
    )
    return multiplied if value > 0 else negative(multiplied)


def _as_square(tree: Expression) -> Expression:
    """(p/(2 π))², where that is shorter than p²/(4 π²)."""
    for factor in factors_in(tree):
        if isinstance(factor, Power) and is_negative(factor.exponent):
            break
    else:
        return tree
    number, powers = factors_of(tree)
    if min(powers.values(), default=0) >= 0 or any(e % 2 for e in powers.values()):
        return tree
    ratio = number.value.as_integer_ratio()
    roots = [isqrt(abs(part)) for part in ratio]
    if [root * root for root in roots] != list(ratio):
        return tree
    base = product_of(number.alike(Fraction(*roots)), {b: e // 2 for b, e in powers.items()})
    square = Power(base, TWO)
    return square if operation_count(square) < operation_count(tree) else tree


def as_read(tree: Expression) -> Expression:
    """A product with single angles, and with divisors and fractions where they are read best."""
    return with_unit_fractions(with_divided_brackets(of_single_angles(tree)))


def with_divided_brackets(tree: Expression) -> Expression:
    """(q + a u/d)²/(2 a), not (a u + d q)²/(2 a d²): what moves, the last, alone if shorter."""
    factors = factors_in(tree)
    for factor in factors:
        if isinstance(factor, Power) and is_negative(factor.exponent):
            break
    else:
        return tree
    below = [f.base for f in factors if isinstance(f, Power) and is_negative(f.exponent)]
    number, powers = factors_of(tree)
    ways = [tree]
    for base in below:
        for bracket, n in powers.items():
            if isinstance(bracket, Sum) and isinstance(base, Symbol) and 0 < n <= -powers[base]:
                *others, last = _over(bracket, base)
                if not isinstance(last, Symbol):
                    continue
                divided = Sum((last, *others))
                left = {divided if b == bracket else b: e for b, e in powers.items()}
                ways.append(product_of(number, left | {base: powers[base] + n}))
    return min((way for way in ways if not isinstance(way, Sum)), key=operation_count)


def _over(bracket: Sum, base: Symbol) -> Iterator[Expression]:
    """The terms of a bracket over a symbol."""
    for term in bracket.terms:
        number, powers = factors_of(term)
        yield product_of(number, powers | {base: powers.get(base, 0) - 1})


def of_single_angles(tree: Expression) -> Expression:
    """4 M sin α cos α, not 2 M sin 2α: results beside it have sines and cosines of α."""
    for place, factor in enumerate(factors := factors_in(tree)):
        match factor:
            case Call("sin", (Product((Number(value), angle)),)) if value == 2:
                single = TWO, Call("sin", (angle,)), Call("cos", (angle,))
                return product((*factors[:place], *single, *factors[place + 1 :]))
            case _:
                pass
    return tree


def _number(term: Expression) -> Fraction:
    """The size of the number before a product."""
    first = factors_in(term)[0]
    return abs(first.value) if isinstance(first, Number) else ONE


def _is_unit_fraction(size: Fraction, other: Fraction) -> bool:
    """Whether the product of two numbers is 1, 1/2, 1/3 …"""
    return size.denominator * other.denominator % (size.numerator * other.numerator) == 0


def _with_squares(parts: Parts) -> list[Attributed]:
    """Bodies by themselves, some with squares of sums that turn; nothing where there are none."""
    found = {key: square_terms(value) for key, value in parts.items()}
    if not any(found.values()):
        return []
    terms: list[Attributed] = []
    for key, trees in found.items():
        own = [(tree, (key,)) for tree in trees or ()]
        terms += own or separate_terms({key: parts[key]}, "shortest")
    return terms


def source_terms(parts: Parts) -> list[Attributed]:
    """Energies or forces of each body or element by itself, no number before a bracket alone."""
    terms = spread(energy_terms(parts, TERMS))
    return [(as_read(tree), keys) for tree, keys in terms]


def spread(terms: Iterable[Attributed]) -> Iterator[Attributed]:
    """−4 c φ + 2 F l sin φ, not −2 (2 c φ − F l sin φ), where that is no longer."""
    for tree, keys in terms:
        match tree:
            case Product((Number() as number, Sum(summands))):
                trees = [product((number, summand)) for summand in summands]
                longest = operation_count(tree) + (number.value.denominator == 1)
                if operation_count(Sum(tuple(trees))) <= longest:
                    yield from ((tree, keys) for tree in trees)
                    continue
            case _:
                pass
        yield tree, keys


def sum_terms(parts: Parts, form: str) -> list[Attributed]:
    """The terms of a sum of forces; in the form by sources equal ones are added."""
    terms = attributed_terms(parts, form)
    if form != TERMS:
        return terms
    return list(added((of_single_angles(tree), keys) for tree, keys in terms))


def added(
    terms: Iterable[Attributed], kind: Callable[[tuple[str, ...]], int] = lambda keys: 0
) -> Iterator[Attributed]:
    """−2 m g l sin φ of two bodies alike: terms of one kind that differ in a number as one."""
    alike: dict[object, list[Attributed]] = {}
    for tree, keys in terms:
        powers = frozenset(factors_of(tree)[1].items())
        alike.setdefault((kind(keys), powers), []).append((tree, keys))
    for own in alike.values():
        if len(own) == 1:
            yield own[0]
        elif (total := _total(tree for tree, _ in own)) is not None:
            yield total, tuple(dict.fromkeys(key for _, keys in own for key in keys))


def _total(trees: Iterable[Expression]) -> Expression | None:
    """The sum of products that differ in their numbers; None where it is 0."""
    numbers, powers = zip(*map(factors_of, trees), strict=True)
    total = sum((number.value for number in numbers), Fraction(0))
    decimal = any(number.decimal for number in numbers)
    return product_of(Number(total, decimal), powers[0]) if total else None


def _length(terms: Iterable[Attributed]) -> int:
    return operation_count(as_sum(tree for tree, _ in terms))


def _is_moving(tree: Expression) -> bool:
    """Whether a bracket has sines or cosines in it."""
    return any(called(factor) for factor in factors_in(tree) if isinstance(factor, Sum))


# --- Each moment of inertia once: C + (A − C) sin² θ is A sin² θ + C cos² θ -----------------------


def _with_both_squares(terms: list[Attributed], algebra: CanonicalCarrier) -> list[Attributed]:
    changed = False
    while (found := _pair(terms, algebra)) is not None:
        terms, changed = found, True
    return _joined(terms) if changed else terms


def _joined(terms: list[Attributed]) -> list[Attributed]:
    """Terms with a factor in common as one product, from all that they come from."""
    known = dict(terms)
    trees = grouped([tree for tree, _ in terms], lambda factor: True)
    others = (keys for tree, keys in terms if tree not in trees)
    together = tuple(dict.fromkeys(key for keys in others for key in keys))
    return [(_turning_last(tree), known.get(tree, together)) for tree in trees]


def _turning_last(tree: Expression) -> Expression:
    """A product with brackets before sines and cosines."""
    return as_product(sorted(factors_in(tree), key=is_turning))


def _pair(terms: list[Attributed], algebra: CanonicalCarrier) -> list[Attributed] | None:
    """The terms with one of them in two squares; None where there is none to be."""
    ways = [(place, *way) for place, (tree, _) in enumerate(terms) for way in _ways(tree)]
    places = {_name(tree): place for place, (tree, _) in enumerate(terms)} if ways else {}
    for place, beside, left, turned in ways:
        other = places.get(_name(beside))
        if other is not None and other != place:
            rest = [entry for i, entry in enumerate(terms) if i not in (place, other)]
            pair = [(left, terms[place][1]), (turned, terms[other][1])]
            pair.sort(key=lambda entry: _first(entry[0], algebra))
            return [*rest[: min(place, other)], *pair, *rest[min(place, other) :]]
    return None


def _first(tree: Expression, algebra: CanonicalCarrier) -> int:
    """The place of the first parameter of a term in the order in which one reads them."""
    present = algebra.expression(tree).present
    return min((algebra.rank(i) for i in present if algebra.is_constant(i)), default=0)


def _ways(tree: Expression) -> Iterator[tuple[Expression, Expression, Expression]]:
    """Of X (A − C) sin² θ: what it is subtracted from, X C; X A sin² θ; X C cos² θ."""
    factors = factors_in(tree)
    for square in factors:
        match square:
            case Power(Call(name, arguments), Number(value)) if value == 2 and name in OTHER:
                turned = Power(Call(OTHER[name], arguments), TWO)
            case _:
                continue
        for j, bracket in enumerate(factors):
            terms = bracket.terms if isinstance(bracket, Sum) else ()
            for term in terms:
                if is_negative(term):
                    rest = as_sum(own for own in terms if own is not term)
                    left = product((*factors[:j], rest, *factors[j + 1 :]))
                    minus = product((*factors[:j], negative(term), *factors[j + 1 :]))
                    beside = product(f for f in factors_in(minus) if f is not square)
                    yield beside, left, product((*factors_in(beside), turned))


def _name(tree: Expression) -> object:
    """What equal products have in common, in whatever order their factors stand."""
    number, powers = factors_of(tree)
    return number.value, frozenset(powers.items())
