"""Equivalent forms of the equations: accelerations by all formalisms, T, Ṫ, S, Euler's equations.

Such a case may describe its systems in words only; the words that are known are those of a
cart with a pendulum and of a body with a fixed point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from lagr_gui import System, equal, equations, read
from lagr_gui.expression import Expression, Number, Symbol, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.rows import as_sum, negative
from lagr_gui.expression.tree import substitute
from lagr_gui.mechanics.formalisms import COMPUTING
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.pipeline import accelerations
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation
from tests.acceptance.translate import system_of

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_CART = re.compile(
    rf"cart {_NUMBER} kg with spring {_NUMBER} N/m and damper {_NUMBER} N s/m, "
    rf"inverted point-mass pendulum {_NUMBER} kg, {_NUMBER} m"
)
_BODY = re.compile(
    rf"principal moments {_NUMBER}, {_NUMBER}, {_NUMBER}, "
    rf"body torque \({_NUMBER},{_NUMBER},{_NUMBER}\), Euler angles ([xyz])-([xyz])-([xyz])"
)
_AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
FUNCTIONS = {
    "T": ("nielsen", "T"),
    "T_dot": ("nielsen", "T_dot"),
    "T_ddot": ("tzenoff", "T_ddot"),
    "Appell_S": ("appell", "S"),
}
"""Where a function is shown: formalism and symbol."""


def check_forms(data: dict[str, Any]) -> Iterator[Finding]:
    """All parts of a case of this sort."""
    tolerance = float(data.get("tolerances", {}).get("states_rel", 1e-9))
    for name, expected in data["checks"].items():
        part, _, what = name.partition("_")
        system = _system(data, part)
        if system is None:
            yield Finding(name, reason="its system is described in unknown words")
        elif what == "expressions":
            yield from _expressions(name, system, expected)
        elif what == "states":
            yield from _states(name, system, expected, tolerance)
        else:
            yield Finding(name, reason="this sort of check is not known")


def _system(data: dict[str, Any], part: str) -> System | None:
    named = (f"{part}_model", f"model_{part}", f"neutral_model_{part}", "model", "neutral_model")
    model = next((data[key] for key in named if key in data), None)
    if model is not None:
        return system_of(model)
    _, _, words = data.get("description", "").partition(part.replace("part", "Part ") + ":")
    words = re.split(r"Part \d+:", words)[0]
    if found := _CART.search(words):
        return _cart(*found.groups())
    if found := _BODY.search(words):
        return _fixed_point(found.groups())
    return None


def _cart(mass: str, stiffness: str, damping: str, bob: str, length: str) -> System:
    """x along the first axis; th = 0 upright, x_p = x − l sin th."""
    system = System()
    cart, pendulum = system.body("cart", mass), system.body("pendulum", bob)
    system.joint("prismatic", 0, cart, "x", axis=(1, 0, 0))
    system.joint("revolute", cart, pendulum, "th", point_child=(0, f"-{length}", 0))
    system.element("coordinate_spring", coordinate="x", c=stiffness)
    system.element("coordinate_damper", coordinate="x", k=damping)
    return system


def _fixed_point(words: tuple[str, ...]) -> System:
    system = System(gravity=(0, 0, 0))
    body = system.body("body", 1, words[:3])
    sequence = tuple(_AXES[letter] for letter in words[6:])
    system.joint("spherical", 0, body, "a1", "a2", "a3", sequence=sequence)
    system.element("torque", body=body, vector=words[3:6], axes="body")
    return system


def _expressions(name: str, system: System, expected: dict[str, str]) -> Iterator[Finding]:
    coordinates = system.check().coordinates
    for function, text in expected.items():
        if function not in FUNCTIONS:
            yield Finding(f"{name} {function}", reason="this function is not known")
            continue
        formalism, symbol = FUNCTIONS[function]
        (entry,) = equations(system.model, formalism=formalism).of(symbol)
        tree = _dotted(text, coordinates)
        if formalism == "appell":  # S is told without what holds no accelerations
            tree = _accelerated(tree)
        same = equal(entry.tree, tree)
        yield Finding(f"{name} {function}", 0.0 if same else float("inf"), 0.5)


def _accelerated(tree: Expression) -> Expression:
    """An expression without its terms that hold no accelerations."""
    nought = Number(Fraction(0))
    still = substitute(tree, {s: nought for s in symbols(tree) if s.order == 2})
    return as_sum([tree, negative(still)])


def _dotted(text: str, coordinates: tuple[str, ...]) -> Expression:
    """An expression in which xd, xdd, xddd are the rates of x."""
    tree = read(text.replace("**", "^"))
    rates = {Symbol(c + "d" * order): Symbol(c, order) for c in coordinates for order in (1, 2, 3)}
    return substitute(tree, {s: rates[s] for s in symbols(tree) if s in rates})


def _states(
    name: str, system: System, expected: list[dict[str, Any]], tolerance: float
) -> Iterator[Finding]:
    given = [{key: state[key] for key in ("t", "q", "qd") if key in state} for state in expected]
    wanted = [state["qdd"] for state in expected]
    for formalism in COMPUTING:
        found = accelerations(system.model, formalism, given)
        pairs = zip(found, wanted, strict=True)
        yield Finding(f"{name} {formalism}", max(deviation(a, b) for a, b in pairs), tolerance)
    if any("omega_body" in state for state in expected):
        yield from _quasi(name, system, expected, tolerance)


def _quasi(
    name: str, system: System, expected: list[dict[str, Any]], tolerance: float
) -> Iterator[Finding]:
    """ω and ω̇ in body axes from the equations as they are shown."""
    sheet = equations(system.model, formalism="boltzmann-hamel", quasi="body")
    definitions = [balance for balance in sheet.balances if balance.equation == "21"]
    motion = [balance for balance in sheet.balances if balance.equation == "24"]
    letters = [whole(balance.left) for balance in definitions]
    worst = {"omega_body": 0.0, "omega_dot_body": 0.0}
    for state in expected:
        known: dict[Symbol, float] = {}
        for c, q, qd in zip(sheet.coordinates, state["q"], state["qd"], strict=True):
            known |= {Symbol(c): q, Symbol(c, 1): qd}
        omega = [_number(whole(balance.right), known) for balance in definitions]
        known |= dict(zip(letters, omega, strict=True))
        rates = [Symbol(letter.name, 1) for letter in letters]
        found = {"omega_body": omega, "omega_dot_body": _solved(motion, rates, known)}
        for key, own in found.items():
            worst[key] = max(worst[key], deviation(own, state[key]))
    for key, off in worst.items():
        yield Finding(f"{name} {key}", off, tolerance)


def _solved(motion: list[Any], rates: list[Symbol], known: dict[Symbol, float]) -> np.ndarray:
    """The rates that satisfy linear equations."""

    def residual(values: np.ndarray) -> np.ndarray:
        names = known | dict(zip(rates, values, strict=True))
        sides = ((whole(b.left), whole(b.right)) for b in motion)
        return np.array([_number(left, names) - _number(right, names) for left, right in sides])

    start = residual(np.zeros(len(rates)))
    M = np.column_stack([residual(column) - start for column in np.eye(len(rates))])
    return np.linalg.solve(M, -start)


def _number(tree: Expression, known: dict[Symbol, float]) -> float:
    flat = {s: Symbol(s.name + "_of_order" * s.order) for s in known}
    return value(substitute(tree, flat), {flat[s].name: number for s, number in known.items()})
