"""Our equations of systems that stand in books: equal, and no longer than they were before."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from statistics import median
from typing import Any

import numpy as np
import pytest
from textbook import measure
from textbook_equality import unproved, valid_state
from textbook_systems import OWN, Results, System, load

from lagr_gui import evaluate
from lagr_gui.expression import Expression
from lagr_gui.expression.arithmetic import FloatCarrier, value
from lagr_gui.expression.arithmetic import evaluate as value_of
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM
from lagr_gui.prepared import prepare

PATHS = sorted(OWN.glob("*.json"))
STATES = 5
EXACT = 1e-10

every_system = pytest.mark.parametrize("name", [path.stem for path in PATHS])
system_of = cache(lambda name: load(OWN / f"{name}.json"))
measured = cache(lambda name: measure(system_of(name)))


@every_system
def test_what_we_print_is_what_the_book_prints(name: str) -> None:
    assert measured(name).differences == []
    assert unproved(system_of(name), measured(name).ours) == []


@every_system
def test_our_equations_are_not_longer_than_they_were(name: str) -> None:
    """`benchmarks/textbook.py --lower` writes the ceilings down to what is reached."""
    ceiling = system_of(name).ceiling
    assert round(measured(name).ratio, 4) <= ceiling["ratio"]
    assert len(measured(name).blemishes) <= ceiling["blemishes"], measured(name).blemishes


def test_the_form_by_bodies_and_elements_is_as_short_as_books() -> None:
    ratios = [measure(system_of(path.stem), DEFAULT_FORM).ratio for path in PATHS]
    assert median(ratios) <= 1
    assert max(ratios) <= 1.2


@every_system
def test_we_assume_nothing_that_the_book_does_not(name: str) -> None:
    assert measured(name).assumed == []


@every_system
def test_what_the_book_prints_is_right(name: str) -> None:
    system = system_of(name)
    assert_right(system, system.book)


@every_system
def test_what_we_print_is_right_wherever_our_own_conditions_hold(name: str) -> None:
    ours = measured(name).ours
    assert_right(replace(system_of(name), conditions=ours.assumptions), ours, far=4.0)


def assert_right(system: System, printed: Results, far: float = 1.0) -> None:
    """Hold what is printed to the recursion at random states that fulfil the conditions."""
    source = random.Random(system.name)
    held = {(key, 0): number for key, number in parameter_values(system.model).items()}
    names = [valid_state(system, held | {("t", 0): 0.7}, source, far) for _ in range(STATES)]
    found = [numbers(system, names[0], state) for state in names]
    for key in system.book.texts:
        values = [value_at(system, printed.whole(key), state) for state in names]
        if key == "U":
            values = [number - values[0] for number in values]
        wanted = [state[key] for state in found]
        size = max(map(abs, wanted))
        assert size > 0, key
        assert np.allclose(values, wanted, rtol=0, atol=EXACT * size), key


def value_at(system: System, tree: Expression, names: dict[tuple[str, int], float]) -> float:
    """The number that an expression stands for, with the functions of the model."""
    functions = {entry.name: function(system, entry) for entry in system.model.functions}
    return value_of(tree, FloatCarrier(functions), lambda s: names[s.name, s.order])


def function(system: System, record: Any) -> Callable[..., float]:
    """A function of the model in numbers."""
    values = parameter_values(system.model)
    return lambda *given: value(
        record.expression, values | dict(zip(record.arguments, given, strict=True))
    )


def numbers(
    system: System, first: dict[tuple[str, int], float], names: dict[tuple[str, int], float]
) -> dict[str, float]:
    """Every result that a book could print, from the recursion; U from a first state."""
    coordinates = prepare(system.model).reading.coordinates
    count = len(coordinates)
    q, qd, qdd = (np.array([names[c, order] for c in coordinates]) for order in range(3))
    unit = np.eye(count)
    pairs = [(j, k) for j in range(count) for k in range(j)]
    speeds = [qd, 0 * qd, *unit, *-unit, *(unit[j] + unit[k] for j, k in pairs)]
    states = [{"t": names["t", 0], "q": q.tolist(), "qd": speed.tolist()} for speed in speeds]
    states.append(states[0] | {"q": [first[c, 0] for c in coordinates]})
    here, *others, start = evaluate(system.model, states)
    results = {"T": here.T, "U": here.U - start.U, "D": here.D}
    for i, j in np.ndindex(count + 1, count + 1):
        results[f"g{i}{j}"] = here.g[i, j]
    residual = here.g[1:, 1:] @ qdd + here.h - here.Q
    results |= {f"Q{i + 1}": here.Q[i] for i in range(count)}
    results |= {f"eq{i + 1}": residual[i] for i in range(count)}
    return results | christoffel([other.h for other in others], pairs)


def christoffel(h: list[np.ndarray], pairs: list[tuple[int, int]]) -> dict[str, float]:
    """Γ from h = Γ q̇ q̇, which is quadratic in the velocities (index 0: without one)."""
    rest, count = h[0], len(h[0])
    up, down, both = h[1 : count + 1], h[count + 1 : 2 * count + 1], h[2 * count + 1 :]
    found = {}
    for i in range(count):
        found[f"Gamma{i + 1}00"] = rest[i]
        for j in range(count):
            found[f"Gamma{i + 1}{j + 1}0"] = (up[j][i] - down[j][i]) / 4
            found[f"Gamma{i + 1}{j + 1}{j + 1}"] = (up[j][i] + down[j][i]) / 2 - rest[i]
        for (j, k), sums in zip(pairs, both, strict=True):
            mixed = sums[i] + rest[i] - up[j][i] - up[k][i]
            found[f"Gamma{i + 1}{j + 1}{k + 1}"] = mixed / 2
    return found


def test_a_condition_that_is_not_told_is_found() -> None:
    told = system_of("damped_oscillator")
    with pytest.raises(AssertionError, match="Q1"):
        assert_right(replace(told, conditions=()), told.book, far=4.0)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_system_says_where_it_stands_in_books(path: Any) -> None:
    data = json.loads(path.read_text("utf-8"))
    assert data["title"] and data["source"]
    assert set(data["operations"]) == {*data["expected"], *data["definitions"]}
