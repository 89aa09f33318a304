"""Whether what the program prints is equal to what a book prints.

It has no call of its own; `textbook.py` imports it.  Two judges: numbers at random states and
parameters that fulfil the book's conditions, which share nothing with the program's algebra and
decide; and the program's canonical form with those conditions, which proves more when it agrees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sin

from textbook_systems import Results, System

from lagr_gui.algebra import Algebra
from lagr_gui.expression import (
    BUILTINS,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    read,
    symbols,
)
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.prepared import prepare

STATES = 25
TOLERANCE = 1e-9
"""Of the largest value that a result takes."""

TRIALS = 10_000

Names = Mapping[tuple[str, int], float]


class Carrier(FloatCarrier):
    """Numbers; functions of the user get values that depend on their arguments smoothly."""

    def call(self, function: str, arguments, orders) -> float:
        """A function, a user's with any number of derivatives."""
        if function in BUILTINS and not any(orders):
            return super().call(function, arguments, orders)
        seed = random.Random(f"{function}{orders if any(orders) else ''}").uniform(0.5, 1.5)
        return 0.05 * sin(seed + sum(arguments))


def differences(system: System, ours: Results) -> list[str]:
    """The results of the book whose value is another one in ours."""
    states = list(_states(system))
    return [name for name in system.book.texts if not _alike(name, system.book, ours, states)]


def assumed(system: System, ours: Results) -> list[str]:
    """What we assume although the book's conditions do not say it."""
    states = [state for pair in _states(system) for state in pair]
    lengths = zip(ours.assumptions, lengths_of(ours.assumptions), strict=True)
    return [text for text, tree in lengths if not all(number(tree, state) > 0 for state in states)]


def unproved(system: System, ours: Results) -> list[str]:
    """The results of the book that the canonical form does not show to be equal."""
    return [name for name in system.book.texts if not _canonical(name, system, ours)]


def number(tree: Expression, names: Names) -> float:
    """The value of an expression. Raises LagrError where it has none."""
    return evaluate(tree, Carrier(), lambda symbol: names[symbol.name, symbol.order])


def _alike(name: str, book: Results, ours: Results, states: list[tuple[Names, Names]]) -> bool:
    wanted, found = book.whole(name), ours.whole(name)
    try:
        pairs = [_pair(name, wanted, found, *state) for state in states]
    except (LagrError, KeyError):  # ours has no value where the book's has, or another symbol
        return False
    size = max(abs(value) for value, _ in pairs)
    return all(abs(a - b) <= TOLERANCE * size for a, b in pairs)


def _pair(
    name: str, wanted: Expression, found: Expression, state: Names, other: Names
) -> tuple[float, float]:
    """The values of both; of the potential, which is known up to a constant, differences."""
    if name == "U":
        return tuple(number(tree, state) - number(tree, other) for tree in (wanted, found))
    return number(wanted, state), number(found, state)


def _states(system: System) -> Iterator[tuple[Names, Names]]:
    """Pairs of states with the same parameters and time that fulfil the book's conditions."""
    source = random.Random(system.name)
    for _ in range(STATES):
        parameters = _parameters(system, source)
        held = parameters | {("t", 0): source.uniform(0, 2)}
        yield valid_state(system, held, source), valid_state(system, held, source)


def _parameters(system: System, source: random.Random) -> dict[tuple[str, int], float]:
    """The parameters' values, changed; those that follow from others follow them."""

    def changed(value: object) -> object:
        if not isinstance(value, int | float):
            return value
        return value * source.uniform(0.9, 1.1) if value else source.uniform(0.1, 1)

    given = [
        entry.model_copy(update={"value": changed(entry.value)})
        for entry in system.model.parameters
    ]
    values = parameter_values(system.model.model_copy(update={"parameters": tuple(given)}))
    return {(name, 0): value for name, value in values.items()}


def valid_state(
    system: System, held: dict[tuple[str, int], float], source: random.Random, far: float = 1.0
) -> dict[tuple[str, int], float]:
    """A state near the start at which conditions hold and everything printed has a value.

    The first trials go as `far` from it as is asked for, later ones not so far.
    """
    coordinates = prepare(system.model).reading.coordinates
    start, _ = prepare(system.model).start_values
    for trial in range(TRIALS):
        reach = far / (1 + trial / 20)
        names = dict(held)
        for coordinate, position in zip(coordinates, start, strict=True):
            names[coordinate, 0] = position + source.uniform(-reach, reach)
            names |= {(coordinate, order): source.uniform(-1, 1) for order in (1, 2)}
        if _is_valid(system, names):
            return names
    raise ValueError(f"{system.name}: no state fulfils the conditions")


def _is_valid(system: System, names: Names) -> bool:
    try:
        for name in system.book.texts:
            number(system.book.whole(name), names)
        return all(number(length, names) > 1e-3 for length in lengths_of(system.conditions))
    except LagrError:
        return False


def lengths_of(conditions: Sequence[str]) -> list[Expression]:
    """What conditions say to be greater than zero."""
    sides = (condition.split(">") for condition in conditions)
    return [read(f"({left}) - ({right})") for left, right in sides]


def _canonical(name: str, system: System, ours: Results) -> bool:
    parameters = parameter_values(system.model)
    algebra = Algebra(positive=[key for key, value in parameters.items() if value > 0])
    lengths = [algebra.expression(tree) for tree in lengths_of(system.conditions)]

    def signed(argument: Expression) -> int:
        """The sign that the conditions give an expression; 0 where they do not tell."""
        value = algebra.expression(argument)
        ratios = [(value / length).constant for length in lengths]
        return next(((1 if ratio > 0 else -1) for ratio in ratios if ratio), 0)

    wanted, found = (
        algebra.expression(_resolved(results.whole(name), signed))
        for results in (system.book, ours)
    )
    rest = wanted - found
    if name == "U":
        shown = symbols(algebra.shown(rest, "shortest"))
        return all(symbol.name in parameters for symbol in shown)
    return rest.is_zero


def _resolved(tree: Expression, signed: Callable[[Expression], int]) -> Expression:
    """A tree without absolute values and signs of what is known to be positive or negative."""

    def inner(part: Expression) -> Expression:
        return _resolved(part, signed)

    match tree:
        case Sum(terms):
            return Sum(tuple(map(inner, terms)))
        case Product(factors):
            return Product(tuple(map(inner, factors)))
        case Power(base, exponent):
            return Power(inner(base), inner(exponent))
        case Call("abs" | "sign" as function, (argument,)) if sign := signed(argument):
            known = Number(Fraction(sign))
            return known if function == "sign" else Product((known, inner(argument)))
        case Call(function, arguments, orders):
            return Call(function, tuple(map(inner, arguments)), orders)
        case _:
            return tree
