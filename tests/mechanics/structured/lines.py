"""Numbers of printed lines: texts are read and evaluated as they stand, nothing else is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate

Function = Callable[..., Any]


def _symmetric(xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> np.ndarray:
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """R(n, φ) by the formula of Rodrigues."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


OPERATIONS: Mapping[str, Function] = {
    "dot": np.dot,
    "cross": np.cross,
    "outer": np.outer,
    "transpose": np.transpose,
    "trace": np.trace,
    "vec": lambda *entries: np.array(entries, float),
    "tensor": lambda *entries: np.array(entries, float).reshape(3, 3),
    "symmetric": _symmetric,
    "rotation": rotation,
}


class Numbers(FloatCarrier):
    """Sums and products of scalars, vectors and matrices, from left to right."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        super().__init__()
        self.others = functions

    def add(self, terms: Sequence[Any]) -> Any:
        return sum(terms[1:], start=terms[0])

    def multiply(self, factors: Sequence[Any]) -> Any:
        found = factors[0]
        for factor in factors[1:]:
            both = np.ndim(found) and np.ndim(factor)
            found = found @ factor if both else found * factor
        return found

    def call(self, function: str, arguments: Sequence[Any], orders: tuple[int, ...]) -> Any:
        if function in OPERATIONS:
            return OPERATIONS[function](*arguments)
        if function in self.others:
            return self.others[function](orders, *arguments)
        return super().call(function, arguments, orders)


class Reader:
    """Lines `name = expression`, read once and evaluated in their order at any state."""

    def __init__(self, lines: Sequence[tuple[str, str]]) -> None:
        self.trees = [(name, read(text)) for name, text in lines]

    def numbers(
        self, known: Mapping[str, Any], functions: Mapping[str, Function]
    ) -> dict[str, Any]:
        """The value of every line; names stand before their first use, or this fails."""
        names: dict[str, Any] = {**known, "unit": np.eye(3)}
        carrier = Numbers(functions)
        found: dict[str, Any] = {}
        for name, tree in self.trees:
            assert name not in names, f"{name} is defined twice"
            found[name] = names[name] = evaluate(tree, carrier, lambda s: names[_name(s)])
        return found


def _name(symbol: Symbol) -> str:
    return symbol.name + "'" * symbol.order
