"""Where functions of time bend, found by looking at them very often.

The check finds it out by itself: the texts of a model are read once more, and what depends on time
alone is sampled.  Its results are short windows of time, in and beside what happens there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lagr_gui.audit.jets import Array
from lagr_gui.audit.values import Fields, States, Values
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Power,
    Product,
    Sum,
    Symbol,
    parts,
    read,
    substitute,
    symbols,
)
from lagr_gui.foundation.problem import LagrError

LOOKS = 8192
"""Times at which functions are sampled: a pulse of 1e-4 of the time is seen."""

EACH, MOST = 8, 40
"""Windows for each function of time, and for all."""

MOST_JUMPS = 1000
"""Jumps beyond which no windows between them are chosen."""

DEEP = 8
"""How deep functions may call each other to be unfolded."""


@dataclass(frozen=True, eq=False)
class Instants:
    """Windows (k, 2) of time where functions of time alone change most, and where they jump (j,).

    A jump lies between two windows.  Where there are too many of them nothing is known.
    """

    windows: Array = field(default_factory=lambda: np.zeros((0, 2)))
    jumps: Array = field(default_factory=lambda: np.zeros(0))
    known: bool = True


def bends(fields: Fields, begin: float, end: float) -> Instants:
    """Where functions of time alone bend, found by sampling them."""
    trees = _functions_of_time(fields)
    if not trees:
        return Instants()
    span = end - begin
    times = np.linspace(begin, end, LOOKS + 1)
    edges = [root for tree in _levels(trees) for root in _roots(fields, tree, times)]
    near = 4e-16 * max(abs(begin), abs(end)) + 1e-13 * span
    beside = [root + shift for root in edges for shift in (-near, near)]
    if len(edges) > MOST_JUMPS:
        return Instants(known=False)
    knots = [x for tree in trees for x in _knots(fields, tree) if begin < x < end]
    times = np.unique(np.concatenate([times, beside, knots]))
    times = times[(times >= begin) & (times <= end)]
    windows: list[tuple[float, float]] = []
    for tree in trees:
        windows += _windows(times, _sampled(fields, tree, times), 4 * near)
    rare = np.linspace(0, len(windows) - 1, min(len(windows), MOST)).round().astype(int)
    return Instants(np.array(windows)[rare].reshape(-1, 2), np.array([*edges, *knots]))


def _windows(times: Array, values: Array, least: float) -> Iterator[tuple[float, float]]:
    """Intervals of the times where equal shares of all changes lie, and those beside jumps."""
    changes = np.nan_to_num(np.abs(np.diff(values)))
    total = float(changes.sum())
    if not total > 0:
        return
    shares = np.cumsum(changes) / total
    for share in (np.arange(EACH) + 0.5) / EACH:
        i = min(int(np.searchsorted(shares, share)), len(changes) - 1)
        if times[i + 1] - times[i] > least:
            yield float(times[i]), float(times[i + 1])
            continue
        for j in (i - 1, i + 1):  # beside a jump
            if 0 <= j < len(changes):
                yield float(times[j]), float(times[j + 1])


# --- the functions -------------------------------------------------------------------------------


def _functions_of_time(fields: Fields) -> list[Expression]:
    """What depends on time alone in the texts of a model, and what it is made of."""
    model = fields.model
    records: list[Any] = [e for e in model.elements if e.enabled]
    records += [*model.joints, *model.bodies, *model.signals]
    functions: dict[Expression, None] = {}
    for record in records:
        for text in _texts(record.model_dump()):
            if "t" in text:
                for tree in _read(text):
                    _collect(fields, _unfolded(fields, tree), functions)
    return [*functions]


def _texts(value: Any) -> Iterator[str]:
    """All texts in a record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, Sequence):
        for entry in value:
            yield from _texts(entry)


def _read(text: str) -> Iterator[Expression]:
    try:
        yield read(text)
    except LagrError:  # a name
        return


def _unfolded(fields: Fields, tree: Expression, depth: int = 0) -> Expression:
    """A tree with what its functions stand for, as far as that is an expression."""
    match tree:
        case Call(name, arguments, orders):
            inner = [_unfolded(fields, part, depth) for part in arguments]
            function = fields.functions.get(name)
            text = function.expression if function is not None else None
            if function is None or text is None or any(orders) or depth > DEEP:
                return Call(name, tuple(inner), orders)
            names = map(Symbol, function.arguments)
            put = substitute(read(text), dict(zip(names, inner, strict=True)))
            return _unfolded(fields, put, depth + 1)
        case Sum(terms):
            return Sum(tuple(_unfolded(fields, term, depth) for term in terms))
        case Product(factors):
            return Product(tuple(_unfolded(fields, factor, depth) for factor in factors))
        case Power(base, exponent):
            return Power(_unfolded(fields, base, depth), _unfolded(fields, exponent, depth))
        case _:
            return tree


def _collect(fields: Fields, tree: Expression, functions: dict[Expression, None]) -> None:
    """Enter what of a tree depends on time alone and bends, each part of it that is no sum."""
    moving = _moving(fields, tree)
    if TIME not in moving:
        return
    timed = [part for part in parts(tree) if TIME in _moving(fields, part)]
    multiple = isinstance(tree, Product) and len(timed) < 2  # it bends where its factor does
    if moving == {TIME} and not multiple and not isinstance(tree, Sum | Symbol):
        functions[tree] = None
    for part in timed:
        _collect(fields, part, functions)


def _moving(fields: Fields, tree: Expression) -> set[str]:
    """The names in a tree that are no parameters."""
    return {symbol.name for symbol in symbols(tree)} - fields.given.keys()


def _levels(trees: Sequence[Expression]) -> Iterator[Expression]:
    """What is zero where they jump or bend."""
    for tree in trees:
        match tree:
            case Call("step", (a, x, b)):
                yield _difference(x, a)
                yield _difference(x, b)
            case Call("min" | "max", (a, b)):
                yield _difference(a, b)
            case Call("abs" | "sign" | "step", (x,)):
                yield x
            case _:
                pass


def _difference(a: Expression, b: Expression) -> Expression:
    return Sum((a, Product((read("-1"), b))))


def _knots(fields: Fields, tree: Expression) -> Sequence[float]:
    """The points of a table over time itself."""
    if isinstance(tree, Call) and tree.arguments == (Symbol(TIME),):
        function = fields.functions.get(tree.function)
        if function is not None and function.table is not None:
            return function.table.xs
    return ()


def _sampled(fields: Fields, tree: Expression, times: Array) -> Array:
    """Values (n,) of a function of time."""
    still = np.zeros((len(times), len(fields.coordinates)))
    values = Values(fields, States(times, still, still, still))
    return np.broadcast_to(values.scalar(tree)[0], times.shape)


def _roots(fields: Fields, tree: Expression, times: Array) -> list[float]:
    """Where a function of time changes its sign, by halving between the times."""
    values = _sampled(fields, tree, times)
    at = np.flatnonzero(np.diff(np.sign(values)) != 0)
    low, high, sign = times[at], times[at + 1], np.sign(values[at])
    for _ in range(48 if len(at) else 0):
        middle = low + (high - low) / 2
        same = np.sign(_sampled(fields, tree, middle)) == sign
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return (low + (high - low) / 2).tolist()
