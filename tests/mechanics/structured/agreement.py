"""Printed structured equations against the recursion: how far they are off, by quantity.

Nothing of the structured form is used but the text that a user reads: lines `name = expression`,
evaluated in their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import lagr_gui
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.expression.scanner import LONGEST
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.functions import definition_tree
from lagr_gui.mechanics.numbers import parameter_values, specialised, with_sample_functions
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.structured import Structured
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_text import text_equations
from tests.mechanics.structured.lines import Numbers, Reader

LINE = re.compile(r"^  ([^ ]+) = (.*?)    \(.*\)$")
INDEXED = re.compile(r"(Gamma|phi|g|G|Q)(\d[\d_]*)|(gamma_bar2?|E|x)\((\d+)\)")


def printed(model: Model, special: str = "") -> list[tuple[str, str]]:
    """All lines with a name, in their order."""
    sheet = lagr_gui.equations(model, form="structured", special=special)
    text = re.sub(r"\n {4,}(?=[+-] )", " ", text_equations(sheet, numbers="lagr"))
    text = re.sub(r"\n {4,}(?=\()", "    ", text)  # sums, and notes, go on in further lines
    others = [part for part in text.split("\n\n") if not part.startswith("Equations of motion")]
    written = (line for part in others for line in part.splitlines())
    lines = [(m[1], m[2]) for line in written if (m := LINE.match(line))]
    named = ((re.sub(r"^Phi(?=\d)", "phi", name), text) for name, text in lines)
    return [(name, text) for name, text in named if name != "T" or len(text) < LONGEST]


def deviations(model: Model, count: int, seed: int = 1, special: str = "") -> dict[str, float]:
    """The largest difference of each quantity, over the terms that it is made of."""
    lines = printed(model, special)
    model = with_sample_functions(specialised(model, special))
    reader = Reader(lines)
    values, functions = parameter_values(model), functions_of(model)
    evaluator = prepare(model).evaluator
    rows = Structured(prepare(model).reading).rows
    shown = [index for index, row in enumerate(rows) if row.G and not row.own]
    states = random_states(evaluator.f, count, seed)
    worst: dict[str, float] = {}
    for state, expected in zip(states, evaluator.evaluate(values, states), strict=True):
        names = lagr_gui.check(model).coordinates
        known = {**values, "t": state.t, **dict(zip(names, state.q, strict=True))}
        known |= {f"{n}'": v for n, v in zip(names, state.qd, strict=True)}
        found = Found(reader.numbers(known, functions), state, expected, shown)
        for quantity, off in found.compared().items():
            worst[quantity] = max(off, worst.get(quantity, 0.0))
    return worst


class Found:
    """The numbers of all lines at one state, put into tables."""

    def __init__(
        self, numbers: Mapping[str, Any], state: State, expected: Any, shown: Sequence[int]
    ) -> None:
        self.shown = shown
        self.expected, self.rates = expected, np.array([1.0, *state.qd])
        self.tables: dict[str, dict[tuple[int, ...], Any]] = {}
        self.single = {name: numbers.get(name, 0.0) for name in "UD"}
        self.single |= {name: value for name, value in numbers.items() if name == "T"}
        for name, value in numbers.items():
            if match := INDEXED.fullmatch(name):
                symbol, text = match[1] or match[3], match[2] or match[4]
                self.tables.setdefault(symbol, {})[_indices(symbol, text)] = value

    def of(self, name: str) -> dict[tuple[int, ...], Any]:
        return self.tables.get(name, {})

    def compared(self) -> dict[str, float]:
        expected, f = self.expected, len(self.rates) - 1
        g, h, Q = np.zeros((f + 1, f + 1)), np.zeros(f), np.zeros(f)
        terms = 1e-3 * float(np.abs(expected.g).max())
        for (mu, nu), value in self.of("g").items():
            g[mu, nu] = g[nu, mu] = value
        for (rho, mu, nu), value in self.of("Gamma").items():
            term = (1 if mu == nu else 2) * value * self.rates[mu] * self.rates[nu]
            h[rho - 1] += term
            terms = max(terms, abs(term))
        for (rho,), value in self.of("Q").items():
            Q[rho - 1] = value
        off = {
            "g": relative(g, expected.g),
            "h": relative(h, expected.h, terms),
            "Q": relative(Q, expected.Q, terms),
            **{n: relative(own, getattr(expected, n), 1e-3) for n, own in self.single.items()},
        }
        for name, known in (("E", expected.E), ("x", expected.x)):
            for (number,), value in self.of(name).items():
                off[name] = max(off.get(name, 0.0), relative(value, known[number], 1.0))
        return off | (self.conditions() if expected.sources else {})

    def conditions(self) -> dict[str, float]:
        """Rows are numbered as they are shown; the others hold in every position."""
        expected, f = self.expected, len(self.rates) - 1
        shown = sorted({row for row, _ in self.of("G")})
        G = np.zeros((len(shown), f))
        for (row, rho), value in self.of("G").items():
            G[row - 1, rho - 1] = value
        places = self.shown
        assert len(places) == len(shown), "a row is missing, or one that always holds is shown"
        column = {
            name: np.array([self.of(name).get((row,), 0.0) for row in shown], float)
            for name in ("phi", "gamma_bar", "gamma_bar2")
        }
        size = (1 + np.abs(expected.G).max(initial=0)) * (1 + np.abs(self.rates).max() ** 2)
        rate = G @ self.rates[1:] + column["gamma_bar"]
        return {
            "G": relative(G, expected.G[places], 1e-3),
            "phi": relative(column["phi"], np.nan_to_num(expected.position[places]), 1.0),
            "velocity": relative(rate, expected.velocity[places], size),
            "gamma": relative(column["gamma_bar2"], expected.gamma[places], size),
        }


COUNTS = {"g": 2, "Gamma": 3, "G": 2}


def _indices(symbol: str, text: str) -> tuple[int, ...]:
    """Indices stand apart where one of them has two digits."""
    if COUNTS.get(symbol, 1) == 1:
        return (int(text),)
    return tuple(map(int, text.split("_") if "_" in text else text))


def relative(a: Any, b: Any, scale: float = 0.0) -> float:
    """The largest difference over the largest entry or a scale."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    if not a.size:
        return 0.0
    assert np.isfinite(a).all()
    largest = max(scale, float(np.abs(a).max()), float(np.abs(b).max()), 1e-9)
    return float(np.abs(a - b).max()) / largest


def functions_of(model: Model) -> dict[str, Callable[..., float]]:
    """The functions of a model with numbers, by their definitions."""
    found: dict[str, Callable[..., float]] = {}
    values = parameter_values(model)
    for function in model.functions:

        def call(orders: Sequence[int], *given: float, function: Any = function) -> float:
            names, tree = definition_tree(function, tuple(orders))
            known = {**values, **dict(zip(names, given, strict=True))}
            return evaluate(tree, Numbers(found), lambda symbol: known[symbol.name])

        found[function.name] = call
    return found
