"""Card decks of LAGR: every g, Γ and Q that is printed for a deck must come out of it.

The case that names the deck in its description holds the printed results, in general and for
each replacement list, and numbers at random states.  A deck without such a case is derived in
both ways, which must agree.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui import equal, equations, evaluate, simulate, verify
from lagr_gui.model import Model
from lagr_gui.pipeline import Settings, load_systems
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation

CASES = Path(__file__).parent / "cases"
NOTATION = (("**", "^"), ("Abs(", "abs("), ("FUpp", "FU''(t)"), ("FUp", "FU'(t)"), ("qp", "_q"))
"""How the cases write what the program reads; velocities follow."""
LISTS = {
    "general": {"g": "", "Gamma": "", "Q": ""},
    "list_1": {"g": "g list 1", "Gamma": "g list 1"},
    "special_a": {"g": "g list 2", "Gamma": "g list 2", "Q": "Q list 1"},
    "special_b": {"g": "g list 3", "Gamma": "g list 3", "Q": "Q list 2"},
}
"""The replacement lists that belong to the results of a case."""
QUANTITIES = ("g", "h", "Q", "qdd", "T")


def check_deck(path: Path) -> list[Finding]:
    """Everything that is known of a deck."""
    models = load_systems(path)
    expected = expected_results(path)
    if expected is None:
        return [finding for model in models for finding in _agreement(model)]
    (model,) = models
    numbers = with_numbers(model, expected)
    return [*_formulas(model, expected), *_states(numbers, expected), *_motion(numbers, expected)]


def expected_results(path: Path) -> dict[str, Any] | None:
    """The case that belongs to a deck, from beside the deck or from this folder."""
    for folder in (path.parent / "cases", CASES):
        for file in sorted(folder.glob("*.json")):
            data = json.loads(file.read_text("utf-8"))
            if path.name in str(data.get("description", "")):
                return data
    return None


def _agreement(model: Model) -> Iterator[Finding]:
    """Both derivations at random states, every name without a value with a sample value."""
    values = {entry.name: 1 + math.sin(i) / 2 for i, entry in enumerate(model.parameters)}
    for body in model.bodies:  # large products would be the inertia of no body
        for product in (body.inertia.xy, body.inertia.xz, body.inertia.yz):
            values[str(product)] = 0.1
    found = verify(_valued(model, values))
    yield Finding(f"both derivations, {model.name}", found.deviation, 1e-9)


def _formulas(model: Model, expected: dict[str, Any]) -> Iterator[Finding]:
    """The printed formulas, compared as canonical expressions; no result more, none less."""
    for name, lists in LISTS.items():
        for symbol, special in lists.items():
            printed = expected["symbolic"][name][symbol]
            entries = equations(model, special=special).of(symbol)
            found = {",".join(map(str, entry.indices)): entry.tree for entry in entries}
            if set(found) != set(printed):
                yield Finding(f"{name} {symbol}", math.inf, 0.5)
                continue
            same = all(equal(found[key], translated(text)) for key, text in printed.items())
            yield Finding(f"{name} {symbol}, {len(printed)} formulas", 0.0 if same else 1.0, 0.5)


def translated(text: str) -> str:
    """A formula of a case as the program writes it: qp2 is the velocity q2_dot."""
    for old, new in NOTATION:
        text = text.replace(old, new)
    pieces = text.split("_q")
    return pieces[0] + "".join(f"q{piece[0]}_dot{piece[1:]}" for piece in pieces[1:])


def with_numbers(model: Model, expected: dict[str, Any]) -> Model:
    """The model of the deck with the parameters of the case; what it does not name is 0."""
    values = {entry.name: 0.0 for entry in model.parameters} | expected["parameters"]
    for body, rows in expected["binet_inertia"].items():
        for j in range(3):
            for k in range(j, 3):
                values[f"TH{body}{j + 1}{k + 1}"] = rows[j][k]
    functions = tuple(
        entry.model_copy(update={"expression": expected["FU"]}) for entry in model.functions
    )
    return _valued(model, values).model_copy(update={"functions": functions})


def _valued(model: Model, values: dict[str, float]) -> Model:
    parameters = tuple(
        entry.model_copy(update={"value": values[entry.name]}) for entry in model.parameters
    )
    return model.model_copy(update={"parameters": parameters})


def _states(model: Model, expected: dict[str, Any]) -> Iterator[Finding]:
    states = expected["checks"]["states"]
    given = [{key: state[key] for key in ("t", "q", "qd")} for state in states]
    tolerance = expected["tolerances"]["states_rel"]
    for derivation in ("recursion", "closed"):
        found = evaluate(model, given, derivation=derivation)
        for name in QUANTITIES:
            pairs = zip(found, states, strict=True)
            worst = max(deviation(getattr(own, name), state[name]) for own, state in pairs)
            yield Finding(f"states {name} ({derivation})", worst, tolerance)


def _motion(model: Model, expected: dict[str, Any]) -> Iterator[Finding]:
    wanted = expected["checks"]["trajectory"]
    end = wanted["lagr_damper"]
    motion = simulate(model, Settings(wanted["t_end"], wanted["q0"], wanted["qd0"]))
    found = np.concatenate([motion.q[-1], motion.qd[-1]])
    worst = deviation(found, np.concatenate([end["q_end"], end["qd_end"]]))
    yield Finding("trajectory end", worst, wanted["tolerance"])
