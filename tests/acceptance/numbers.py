"""Deviations, and the value of the formulas that cases hold as text."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

NOISE = 1e-5
"""Arrays whose entries are all smaller are compared with this size: they hold rounding noise."""


def deviation(found: Any, expected: Any, scale: float = NOISE) -> float:
    """The largest difference, relative to the largest entry of the expected array, or `scale`."""
    a, b = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    if a.shape != b.shape:
        return math.inf
    if not np.all(np.isfinite(a)):
        return math.inf
    scale = max(float(np.max(np.abs(b), initial=0.0)), scale)
    return float(np.max(np.abs(a - b), initial=0.0)) / scale


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS = {
    name: getattr(math, name)
    for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "asin", "acos", "atan")
} | {"Abs": abs, "abs": abs}


def formula(text: str, names: Mapping[str, float]) -> float:
    """The value of a formula in Python's notation, read node by node."""
    return _value(ast.parse(text.strip(), mode="eval").body, names)


def _value(node: ast.AST, names: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=float() | int() as number):
            return float(number)
        case ast.Name(id=name):
            return math.pi if name == "pi" else names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, names), _value(right, names))
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _FUNCTIONS[name](_value(argument, names))
    raise ValueError(f"the formula has a part of an unknown sort: {ast.dump(node)}")
