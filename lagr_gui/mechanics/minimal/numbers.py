"""Numbers of expressions with functions that have values and slopes at one state."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.functions import definition_tree
from lagr_gui.mechanics.scope import curve_of
from lagr_gui.mechanics.sheets.elimination import BRANCH, is_branch
from lagr_gui.model import Function

Functions = dict[tuple[str, tuple[int, ...]], float]
"""Values of functions and their derivatives, by name and orders."""


class StateNumbers(FloatCarrier):
    """The numbers of symbols, and of functions and their derivatives, at one state.

    `known` are the values of dependents and their slopes, `defined` the functions of the model.
    """

    def __init__(
        self,
        symbols: Mapping[Symbol, float],
        defined: Mapping[str, Function],
        known: Functions | None = None,
    ) -> None:
        super().__init__()
        self.symbols, self.defined, self.known = dict(symbols), defined, dict(known or {})

    def call(self, function: str, arguments: Sequence[float], orders: tuple[int, ...]) -> float:
        """A function that has a number here, one of the model, or a built-in one."""
        at = function, orders or (0,) * len(arguments)
        if at in self.known:
            return self.known[at]
        if function not in self.defined:
            return super().call(function, arguments, orders)
        model_function = self.defined[function]
        if model_function.is_tabulated:
            return curve_of(model_function, self.defined).value(arguments[0], sum(orders))
        names, tree = definition_tree(model_function, orders)
        own = dict(zip(map(Symbol, names), arguments, strict=True))
        inner = StateNumbers(self.symbols | own, self.defined)  # parameters are in its formula
        return evaluate(tree, inner, inner.symbols.__getitem__)

    def of(self, tree: Expression) -> float:
        """The value of an expression; nan where it has none."""
        try:
            return evaluate(tree, self, self.symbols.__getitem__)
        except (LagrError, KeyError):
            return math.nan

    def on_branches(self, tree: Expression) -> list[float]:
        """The values of a tree for all signs σ that choose a branch."""
        known = {symbol.name for symbol in self.symbols}
        found = {s for s in symbols(tree) if is_branch(s, known) or s.name.startswith(BRANCH)}
        names = sorted(found, key=lambda symbol: symbol.name)
        values: list[float] = []
        for signs in product((1.0, -1.0), repeat=len(names)):
            self.symbols.update(zip(names, signs, strict=True))
            values.append(self.of(tree))
        for name in names:
            del self.symbols[name]
        return values


def turned_apart(values: Iterable[float], aim: float) -> float:
    """By how much the nearest of some angles misses another one, without whole turns."""
    gaps = (abs(value - aim) % (2 * math.pi) for value in values)
    return min((min(gap, 2 * math.pi - gap) for gap in gaps), default=math.nan)
