"""Our equations of systems that stand in books: equal, and no longer than they were before."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from textbook import measure
from textbook_equality import unproved, valid_state
from textbook_systems import OWN, System, load

from lagr_gui import evaluate
from lagr_gui.arithmetic import FloatCarrier, value
from lagr_gui.arithmetic import evaluate as value_of
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.pipeline.structure import read

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


@every_system
def test_what_the_book_prints_is_right(name: str) -> None:
    system = system_of(name)
    source = random.Random(name)
    held = {(key, 0): number for key, number in parameter_values(system.model).items()}
    names = [valid_state(system, held | {("t", 0): 0.7}, source) for _ in range(STATES)]
    found = [numbers(system, names[0], state) for state in names]
    for key in system.book.texts:
        wanted = [printed(system, key, state) for state in names]
        if key == "U":
            wanted = [number - wanted[0] for number in wanted]
        own = [state[key] for state in found]
        size = max(map(abs, own), default=0.0)
        assert np.allclose(wanted, own, rtol=0, atol=EXACT * size), key
        assert size > 0, key


def printed(system: System, key: str, names: dict[tuple[str, int], float]) -> float:
    """The number that the book's text of a result stands for."""
    functions = {entry.name: function(system, entry) for entry in system.model.functions}
    return value_of(
        system.book.whole(key), FloatCarrier(functions), lambda s: names[s.name, s.order]
    )


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
    coordinates = read(system.model).coordinates
    count = len(coordinates)
    q, qd, qdd = (np.array([names[c, order] for c in coordinates]) for order in range(3))

    def at(speeds: np.ndarray, positions: np.ndarray = q) -> Any:
        state = {"t": names["t", 0], "q": positions.tolist(), "qd": speeds.tolist()}
        return evaluate(system.model, [state])[0]

    here = at(qd)
    start = at(qd, np.array([first[c, 0] for c in coordinates]))
    results = {"T": here.T, "U": here.U - start.U, "D": here.D}
    for i, j in np.ndindex(count + 1, count + 1):
        results[f"g{i}{j}"] = here.g[i, j]
    residual = here.g[1:, 1:] @ qdd + here.h - here.Q
    results |= {f"Q{i + 1}": here.Q[i] for i in range(count)}
    results |= {f"eq{i + 1}": residual[i] for i in range(count)}
    return results | christoffel(lambda speeds: at(speeds).h, count)


def christoffel(h: Callable[[np.ndarray], np.ndarray], count: int) -> dict[str, float]:
    """Γ from h = Γ q̇ q̇, which is quadratic in the velocities (index 0: without one)."""
    unit = np.eye(count)
    rest = h(np.zeros(count))
    up, down = [h(e) for e in unit], [h(-e) for e in unit]
    found = {}
    for i in range(count):
        found[f"Gamma{i + 1}00"] = rest[i]
        for j in range(count):
            found[f"Gamma{i + 1}{j + 1}0"] = (up[j][i] - down[j][i]) / 4
            found[f"Gamma{i + 1}{j + 1}{j + 1}"] = (up[j][i] + down[j][i]) / 2 - rest[i]
            for k in range(j):
                both = h(unit[j] + unit[k])[i] + rest[i] - up[j][i] - up[k][i]
                found[f"Gamma{i + 1}{j + 1}{k + 1}"] = both / 2
    return found


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_system_says_where_it_stands_in_books(path: Any) -> None:
    data = json.loads(path.read_text("utf-8"))
    assert data["title"] and data["source"]
    assert set(data["operations"]) == {*data["expected"], *data["definitions"]}
