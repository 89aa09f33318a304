"""Sums as mechanics makes them, in every form, with every choice: always the same numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from mpmath import mp, mpf

from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.expression import PLAIN, Expression, Spelling, Symbol, read, symbols, write
from tests.algebra.trees import FORMS, Undefined, near
from tests.algebra.values import number, scattered, value_of

LENGTHS = ("l1", "l2", "a", "b")
MASSES = ("m1", "m2", "I")
ANGLES = ("q1", "q2", "q3")
POSITIVE = (*LENGTHS, *MASSES, "c", "g")


def _angle(source: random.Random) -> str:
    one, other = source.sample(ANGLES, 2)
    return source.choice([one, f"{one} - {other}", f"{one} + {other}", f"2*{one}", f"{one}/2"])


def _trig(source: random.Random) -> str:
    return f"{source.choice(['sin', 'cos'])}({_angle(source)})"


def _component(source: random.Random) -> str:
    """A component of a velocity."""
    terms = []
    for _ in range(source.randint(1, 3)):
        length, angle = source.choice(LENGTHS), source.choice(ANGLES)
        terms.append(f"{source.choice('+-')} {length}*{_trig(source)}*{angle}'")
    return f"({' '.join(terms)})"


def kinetic(source: random.Random) -> str:
    """½ m (u² + v²) of some bodies."""
    parts = []
    for _ in range(source.randint(1, 2)):
        mass = source.choice(MASSES)
        parts.append(f"{mass}*({_component(source)}^2 + {_component(source)}^2)/2")
    return " + ".join(parts)


def weight(source: random.Random) -> str:
    """Heights and a spring between two points."""
    heights = " + ".join(
        f"{source.choice(MASSES)}*g*{source.choice(LENGTHS)}*(1 - {_trig(source)})"
        for _ in range(source.randint(1, 3))
    )
    a, b = source.sample(LENGTHS, 2)
    length = f"sqrt({a}^2 + {b}^2 - 2*{a}*{b}*cos({_angle(source)}))"
    return f"{heights} + c/2*({length} - {source.choice(LENGTHS)})^2"


def bars(source: random.Random) -> str:
    """Absolute values, signs, and quotients of them."""
    u = f"({source.choice(LENGTHS)}*{_trig(source)} - {source.choice(ANGLES)})"
    v = f"({source.choice(ANGLES)} + {source.choice(ANGLES)})"
    return source.choice(
        [
            f"c*(abs({u}) - a)^2/2 + sign({u})*b",
            f"abs({u})*{v} + abs({v})*{u} - {u}*sign({u})",
            f"({u} + abs({u}))*({u} - abs({u})) + {v}",
            f"{v}*{u}/abs({u}) + abs({u}*{v})",
            f"max({u}, {v})^2 - min({u}, {v})^2",
            f"abs({u})^3/(1 + {v}^2)",
        ]
    )


def quotients(source: random.Random) -> str:
    """Quotients as elimination makes them."""
    m, n = source.sample(MASSES, 2)
    trig = _trig(source)
    return source.choice(
        [
            f"({m}*g*{trig} + {n}*a*q1'^2)/({m} + {n}*{_trig(source)}^2)",
            f"1/({m} + {n}) - {trig}/({m} - {n}*{trig}^2)",
            f"(1 - {trig})*(1 + {trig})/({m}*a + {n}*b)",
            f"({m}*a^2 - {n}*b^2)^2/({m}*a + {n}*b)",
            f"{m}/({m}/a + {n}/b)",
            "sin(q1)/(1 + cos(q1)) - (1 - cos(q1))/(b + sin(q1))",
        ]
    )


SORTS = {"kinetic": kinetic, "weight": weight, "bars": bars, "quotients": quotients}
SEEDS = range(4)


def made(sort: str, seed: int) -> Expression:
    return read(SORTS[sort](random.Random(f"{sort} {seed}")))


def algebras() -> Iterator[Algebra]:
    yield Algebra()
    yield Algebra(positive=POSITIVE)
    yield Algebra(late=ANGLES)
    yield Algebra(positive=POSITIVE, spelling=Spelling(tenths=True, halves=True, units=True))


def steady(symbol: Symbol):
    """Parameters are positive, coordinates of any sign."""
    return value_of(symbol) if symbol.name in POSITIVE else scattered(symbol)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_every_form_has_the_numbers_of_what_was_written(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    wanted = number(tree, steady)
    for algebra in algebras():
        value = algebra.expression(tree)
        for form in FORMS:
            shown = value.tree(form)
            assert near(number(shown, steady), wanted), (form, write(tree), write(shown))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_where_nothing_is_known_of_signs_any_sign_gives_the_numbers(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    shown = Algebra().expression(tree).tree()
    for sign in (-1, 1):
        for flipped in sorted(symbols(tree), key=lambda s: (s.name, s.order)):
            values = {s: value_of(s, -sign if s == flipped else sign) for s in symbols(tree)}
            try:
                wanted = number(tree, values)
            except Undefined:
                continue
            assert near(number(shown, values), wanted), (flipped, write(tree), write(shown))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_slopes_by_coordinates_velocities_and_parameters_are_limits(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    value = Algebra(positive=POSITIVE).expression(tree)
    values = {symbol: steady(symbol) for symbol in symbols(tree)}
    for symbol in sorted(values, key=lambda s: (s.name, s.order)):
        h = mpf(10) ** -20
        up, down = (number(tree, values | {symbol: values[symbol] + d}) for d in (h, -h))
        limit = (up - down) / (2 * h)
        found = number(value.derivative(symbol).tree(), values)
        assert abs(found - limit) < mpf(10) ** -15 * (1 + abs(limit)), (symbol, write(tree))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_what_is_shown_stands_for_the_same_value(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    for form in FORMS:
        algebra = Algebra(positive=POSITIVE)
        value = algebra.expression(tree)
        assert algebra.expression(value.tree(form)) == value, (form, write(value.tree(form)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_the_shortest_form_is_no_longer_than_the_others(sort: str, seed: int) -> None:
    value = Algebra(positive=POSITIVE).expression(made(sort, seed))
    shortest = operation_count(value.tree())
    for form in FORMS:
        assert shortest <= operation_count(value.tree(form)), (form, write(value.tree(form)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_how_a_sum_was_written_does_not_matter(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    algebra = Algebra(positive=POSITIVE)
    value = algebra.expression(tree)
    assert algebra.expression(Algebra(positive=POSITIVE).expression(tree).tree()) == value
    assert algebra.expression(read(f"-(0 - ({write(tree)}))")) == value
    assert algebra.expression(read(f"x*({write(tree)})/x")) == value


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sort", SORTS)
def test_replacing_a_symbol_by_a_number_commutes_with_everything(sort: str, seed: int) -> None:
    tree = made(sort, seed)
    algebra = Algebra(positive=POSITIVE)
    values = {symbol: steady(symbol) for symbol in symbols(tree)}
    for symbol in sorted(values, key=lambda s: (s.name, s.order))[:4]:
        new = read("3/2")
        replaced = algebra.expression(tree).substitute({symbol: new}).tree()
        try:
            wanted = number(tree, values | {symbol: mpf(3) / 2})
        except Undefined:
            continue
        assert symbol not in symbols(replaced)
        assert near(number(replaced, values), wanted)


def test_plain_spelling_is_that_of_an_algebra_by_itself() -> None:
    assert Algebra().spelling == PLAIN
    assert mp.dps >= 50


@pytest.mark.parametrize(
    "text",
    [
        "(a/b - b/a)^2 + c + x",
        "(x - 1/x)^2*c + m1*y",
        "(exp(x) - exp(-x))^2 - x^2 + y",
        "(sinh(x) + y)*(sinh(x) - y)",
        "(a^2/b - b/a)^2 + (x + y)^2",
    ],
)
def test_squares_whose_parts_divide_by_each_other_are_written_too(text: str) -> None:
    tree = read(text)
    for form in FORMS:
        shown = Algebra(positive=POSITIVE).expression(tree).tree(form)
        assert near(number(shown, steady), number(tree, steady))
