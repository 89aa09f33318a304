"""Numbers of the lines that are read: definitions and results of a sheet at a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.expression import Symbol, symbols
from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.mechanics.sheet import Definition, Entry, Sheet, Term, needed
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.structured import Vectors
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared

Array = NDArray[np.float64]
Key = tuple[str, tuple[int, ...]]
"""Symbol and indices of a result."""

NAMED = ("g", "Gamma", "Q", "G")
"""Results that go by their names in others of the structured form."""

OF_KANE = ("v", "w", "F")
"""Partial velocities and generalised active forces."""

OF_STATES = ("E", "x", "T", "U", "D", *NAMED, "phi", "gamma_bar", "gamma_bar2", "p", *OF_KANE)
"""Results whose lines are made of state, parameters and names alone."""


@dataclass(frozen=True)
class Lines:
    """Definitions, each before its use, and results `OF_STATES`; `structured` or expanded."""

    definitions: tuple[Definition, ...]
    entries: tuple[Entry, ...]
    structured: bool

    @classmethod
    def of(cls, sheet: Sheet, wanted: Iterable[Definition | Entry]) -> Lines:
        """The lines of a sheet that are wanted, with all that they are made of."""
        wanted = tuple(wanted)
        results = [line for line in wanted if isinstance(line, Entry)]
        if sheet.structured:
            used = {s.name for entry in results for s in _symbols(entry.terms)}
            named = [entry for symbol in NAMED for entry in sheet.of(symbol)]
            results = [*(entry for entry in named if entry.reference in used), *results]
        entries = tuple(dict.fromkeys(results))
        names = [Symbol(line.name) for line in wanted if isinstance(line, Definition)]
        trees = (term.tree for entry in entries for term in entry.terms)
        return cls(needed(sheet.definitions, (*names, *trees)), entries, sheet.structured)


def _symbols(terms: Iterable[Term]) -> set[Symbol]:
    return {symbol for term in terms for symbol in symbols(term.tree)}


@dataclass(frozen=True)
class LineValues:
    """Numbers in SI units at time t (s), by name and by result: 1, 3 or (row by row) 9 each."""

    t: float
    definitions: Mapping[str, tuple[float, ...]]
    entries: Mapping[Key, tuple[float, ...]]


@on_one_thread
def line_values(prepared: Prepared, lines: Lines, state: State | None = None) -> LineValues:
    """The numbers of lines at a state, or (None) at the start that meets the conditions.

    The lines are computed as they are read.  Raises LagrError for an unsound model, parameters
    or functions without value, and where there is no start.
    """
    at = prepared.start if state is None else state
    return kernel_of(prepared, lines).values(at, prepared.parameters)


def kernel_of(prepared: Prepared, lines: Lines) -> LineKernel:
    """The program of lines of a model, of which the last ones are kept."""
    return prepared.kept(("lines", f"{lines!r}"), lambda: LineKernel(prepared.reading, lines))


class LineKernel:
    """A program that computes lines as they are written."""

    def __init__(self, reading: Reading, lines: Lines) -> None:
        self.lines, scope = lines, Scope(reading)
        names, results = (_vectors if lines.structured else _scalars)(scope, lines)
        found = [*(names[own.name] for own in lines.definitions), *results]
        outputs = {str(number): _flat(value) for number, value in enumerate(found)}
        self.kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs)

    def values(self, at: State, parameters: ArrayLike) -> LineValues:
        """The numbers at a state for values of the parameters."""
        out = self.kernel.bind(parameters)(np.array([at.t, *at.q, *at.qd]))
        count, results = len(self.lines.definitions), len(self.lines.entries)
        found = [tuple(out[str(number)].tolist()) for number in range(count + results)]
        names = (own.name for own in self.lines.definitions)
        keys = ((entry.symbol, entry.indices) for entry in self.lines.entries)
        return LineValues(
            at.t,
            dict(zip(names, found[:count], strict=True)),
            dict(zip(keys, found[count:], strict=True)),
        )

    def along(self, t: Array, q: Array, qd: Array, parameters: ArrayLike) -> dict[str, Array]:
        """The numbers of the definitions (n, 1, 3 or 9) at times (n,) and states (n, f)."""
        out = self.kernel.bind(parameters).many(np.column_stack([t, q, qd]))
        names = enumerate(own.name for own in self.lines.definitions)
        return {name: out[str(number)] for number, name in names}


def _vectors(scope: Scope, lines: Lines) -> tuple[dict[str, Any], list[Any]]:
    """What names of the structured form stand for, and its results."""
    vectors = Vectors(scope, lines.definitions)
    results: list[Any] = []
    for entry in lines.entries:
        results.append(vectors.value(entry.tree))
        if entry.symbol in NAMED:
            vectors.names[entry.reference] = results[-1]
    return vectors.names, results


def _scalars(scope: Scope, lines: Lines) -> tuple[dict[str, Any], list[Any]]:
    """What names of lengths and roots stand for, and expanded results."""
    names: dict[str, Node] = {}
    for definition in lines.definitions:
        names[definition.name] = scope.node(definition.tree, **names)
    return names, [scope.node(entry.tree, **names) for entry in lines.entries]


def _flat(value: Any) -> list[Node]:
    return [node for part in value for node in _flat(part)] if isinstance(value, tuple) else [value]
