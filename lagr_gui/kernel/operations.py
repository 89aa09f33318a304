"""The elementary operations of straight-line programs and their values on floats.

Domain faults follow IEEE 754: they give nan or an infinity, never an exception, so
that the interpreter and the machine code agree.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections.abc import Callable, Sequence

import numpy as np

from lagr_gui.kernel.turning import cosine, sine

Operation = tuple[int, int, int]
"""Code and operands (indices of nodes; -1 where there is none)."""

WIDTH = 16
"""Lanes: two registers of AVX-512, four of AVX2, so that one computes while the other waits."""

INPUT, NUMBER, ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, POWER = range(8)
ATAN2, MINIMUM, MAXIMUM, NOT_ABOVE = range(8, 12)
SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, ASINH, ACOSH, ATANH = range(12, 24)
EXP, LOG, LOG10, LOG2, SQRT, ABS, ERF, FLOOR = range(24, 32)
FIRST_ROW = 32
"""From here on two codes for each row of numbers of a program: where a value lies among them
(`SEARCH`), and the one at a place (`ENTRY`)."""
SEARCH, ENTRY = 0, 1

Function = Callable[..., float]
Row = tuple[float, ...]


def divide(a: float, b: float) -> float:
    """a / b with IEEE rules: 1/0 is an infinity, 0/0 is nan."""
    try:
        return a / b
    except ZeroDivisionError:
        return _ieee(np.divide, a, b)


def not_above(a: float, b: float) -> float:
    """1 where a ≤ b, else 0 (also where one of them is nan)."""
    return 1.0 if a <= b else 0.0


def in_row(code: int) -> tuple[int, int]:
    """The number of the row that a code speaks of, and what is done with it."""
    return divmod(code - FIRST_ROW, 2)


def row_function(code: int, rows: Sequence[Row]) -> Function:
    """The value of an operation on a row: how many of its rising numbers do not exceed x (all, of
    nan), or the number at a place from 0 on."""
    number, what = in_row(code)
    row = rows[number]
    if what == SEARCH:
        return lambda x: float(bisect_right(row, x))
    return lambda place: row[int(place)]


def _ieee(ufunc: Callable[..., object], *values: float) -> float:
    with np.errstate(all="ignore"):
        return float(ufunc(*values))  # type: ignore[arg-type]


def _total(function: Function, ufunc: Callable[..., object]) -> Function:
    """`function` with nan and infinities in place of exceptions."""

    def value(*values: float) -> float:
        try:
            return function(*values)
        except (ValueError, OverflowError):
            return _ieee(ufunc, *values)

    return value


def _unary_functions() -> dict[int, Function]:
    names = {
        TAN: ("tan", np.tan),
        ASIN: ("asin", np.arcsin),
        ACOS: ("acos", np.arccos),
        ATAN: ("atan", np.arctan),
        SINH: ("sinh", np.sinh),
        COSH: ("cosh", np.cosh),
        TANH: ("tanh", np.tanh),
        ASINH: ("asinh", np.arcsinh),
        ACOSH: ("acosh", np.arccosh),
        ATANH: ("atanh", np.arctanh),
        EXP: ("exp", np.exp),
        LOG: ("log", np.log),
        LOG10: ("log10", np.log10),
        LOG2: ("log2", np.log2),
        SQRT: ("sqrt", np.sqrt),
    }
    functions = {code: _total(getattr(math, name), ufunc) for code, (name, ufunc) in names.items()}
    return {SIN: _total(sine, np.sin), COS: _total(cosine, np.cos), **functions}


UNARY: dict[int, Function] = {
    NEGATE: float.__neg__,
    ABS: math.fabs,
    ERF: math.erf,
    FLOOR: lambda x: float(np.floor(x)),
    **_unary_functions(),
}
"""Value of each operation with one operand; those of rows come from `row_function`."""

BINARY: dict[int, Function] = {
    ADD: operator.add,
    SUBTRACT: operator.sub,
    MULTIPLY: operator.mul,
    DIVIDE: divide,
    POWER: _total(math.pow, np.power),
    ATAN2: math.atan2,
    MINIMUM: min,
    MAXIMUM: max,
    NOT_ABOVE: not_above,
}
"""Value of each operation with two operands."""

LIBRARY: dict[int, str] = {
    POWER: "pow",
    ATAN2: "atan2",
    SIN: "sin",
    COS: "cos",
    TAN: "tan",
    ASIN: "asin",
    ACOS: "acos",
    ATAN: "atan",
    SINH: "sinh",
    COSH: "cosh",
    TANH: "tanh",
    ASINH: "asinh",
    ACOSH: "acosh",
    ATANH: "atanh",
    EXP: "exp",
    LOG: "log",
    LOG10: "log10",
    LOG2: "log2",
    ERF: "erf",
}
"""Operations that the C library computes, with its names; sines and cosines of large angles."""

CALLABLE: dict[str, tuple[int, ...]] = {
    **{LIBRARY[code]: (1,) for code in LIBRARY if code in UNARY},
    "sqrt": (1,),
    "abs": (1,),
    "sign": (1,),
    "step": (1, 3),
    "atan2": (2,),
    "min": (2,),
    "max": (2,),
    "fac": (1,),
}
"""Functions that can be called by name, with their admissible numbers of arguments."""

CODES: dict[str, int] = {
    **{name: code for code, name in LIBRARY.items() if code != POWER},
    "sqrt": SQRT,
    "abs": ABS,
    "min": MINIMUM,
    "max": MAXIMUM,
}
"""Functions that are one operation."""
