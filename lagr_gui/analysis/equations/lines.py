"""Numbers of the lines that are read: definitions and results of a sheet at a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.slope_lines import slope_lines, slope_name
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Symbol,
    read,
    rebuilt,
    substitute,
    symbols,
    symbols_in,
)
from lagr_gui.expression.rows import product
from lagr_gui.expression.tree import CARRIED
from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.minimal.presentation import REDUCED
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.balance import speeds_of
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.sheet import (
    IN_SPEEDS,
    VECTORS,
    Definition,
    Entry,
    Sheet,
    Term,
    needed,
)
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.structured import Vectors
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared

Array = NDArray[np.float64]
Key = tuple[str, tuple[int, ...]]
"""Symbol and indices of a result."""

NAMED = ("g", "Gamma", "Q", "G")
"""Results that go by their names in others of the structured form."""

OF_KANE = (*VECTORS, "F")
"""Partial velocities and generalised active forces."""

OF_STATES = (
    *("E", "x", "T", "U", "D", "L", *NAMED, "phi", "gamma_bar", "gamma_bar2", "p"),
    *(*OF_KANE, "hamel"),
)
"""Results whose lines are made of state, parameters and names alone."""

OF_MOTION = ("H", "T_star", "T_dot", "T_ddot", "S", "Z", "F_star", "lambda")
"""Functions of momenta, of quasi-velocities, or of accelerations and their rates."""


ZERO = Number(Fraction(0))

UNKNOWN = read("sqrt(-1 - t^2)")
"""No number at any time."""

STEP = 1e-3
"""Of differences from which the rates of accelerations follow, over the largest rate at hand: four
of them leave the fourth power of it, far below the four digits that are shown."""


@dataclass(frozen=True)
class Lines:
    """Definitions, each before its use, and results; `structured` or expanded.

    Results are those `OF_STATES` and `OF_MOTION`.
    """

    definitions: tuple[Definition, ...]
    entries: tuple[Entry, ...]
    structured: bool

    @classmethod
    def of(cls, sheet: Sheet, wanted: Iterable[Definition | Entry]) -> Lines:
        """The lines of a sheet that are wanted, with all that they are made of."""
        if sheet.formalism in IN_SPEEDS:
            of_speeds = _OfSpeeds(sheet)
            sheet, wanted = of_speeds.sheet(sheet), map(of_speeds.line, wanted)
        momenta: Iterable[Definition] = variables(sheet)
        if sheet.minimal is not None:
            of_states = _OfStates(sheet)
            sheet, wanted = of_states.sheet(sheet), map(of_states.line, wanted)
            momenta = map(of_states.definition, momenta)
        wanted = tuple(wanted)
        results = [line for line in wanted if isinstance(line, Entry)]
        if sheet.structured:
            used = {s.name for entry in results for s in _symbols(entry.terms)}
            named = [entry for symbol in NAMED for entry in sheet.of(symbol)]
            results = [*(entry for entry in named if entry.reference in used), *results]
        entries = tuple(dict.fromkeys(results))
        names = [Symbol(line.name) for line in wanted if isinstance(line, Definition)]
        trees = (term.tree for entry in entries for term in entry.terms)
        definitions = (*sheet.definitions, *momenta, *map(_as_it_slides, sheet.frictions))
        return cls(needed(_in_order(definitions), (*names, *trees)), entries, sheet.structured)

    @property
    def trees(self) -> Iterator[Expression]:
        """All that is computed."""
        yield from (tree for definition in self.definitions for tree in definition.trees)
        yield from (term.tree for entry in self.entries for term in entry.terms)


class _OfSpeeds:
    """Lines of a sheet in which velocities and accelerations stand for speeds and their rates."""

    def __init__(self, sheet: Sheet) -> None:
        self._trees: dict[Symbol, Expression] = {}
        for speed, tree in speeds_of(sheet).items():
            self._trees[speed] = tree
            self._trees[Symbol(speed.name, 1)] = _rate(tree, sheet.coordinates)

    def sheet(self, sheet: Sheet) -> Sheet:
        """A sheet with such definitions."""
        return replace(sheet, definitions=tuple(map(self._definition, sheet.definitions)))

    def line(self, line: Entry | Definition) -> Entry | Definition:
        """A result or a definition."""
        if isinstance(line, Definition):
            return self._definition(line)
        terms = tuple(replace(t, tree=substitute(t.tree, self._trees)) for t in line.terms)
        return replace(line, terms=terms)

    def _definition(self, line: Definition) -> Definition:
        return replace(line, trees=tuple(substitute(tree, self._trees) for tree in line.trees))


def _rate(tree: Expression, coordinates: Sequence[str]) -> Expression:
    """The time derivative of an expression in coordinates, velocities and the time."""
    value = Algebra().expression(tree)
    rate = value.derivative(Symbol(TIME))
    for symbol in symbols(tree):
        if symbol.name in coordinates:
            further = value.algebra.symbol(Symbol(symbol.name, symbol.order + 1))
            rate = rate + value.derivative(symbol) * further
    return rate.tree()


class _OfStates:
    """Lines of a minimal sheet without functions, so that a state tells all that stands in them.

    Dependent coordinates are those of the state; slopes go by the names of their definitions.
    """

    def __init__(self, sheet: Sheet) -> None:
        assert sheet.minimal is not None
        calls = [(line.call, line.name) for line in sheet.definitions if line.call is not None]
        unknown = (slope for system in sheet.minimal.systems for slope in system.unknowns)
        calls += [(slope, slope_name(slope)) for slope in unknown if isinstance(slope, Call)]
        self._names = {(call.function, call.orders): name for call, name in calls}
        self._slopes = {
            (line.call.function, line.call.orders): line.tree
            for line in sheet.definitions
            if line.call is not None
        }
        self._inertia = {
            f"{entry.symbol}{CARRIED}": entry.tree
            for entry in sheet.entries
            if entry.equation == REDUCED
        }
        self._by = Symbol(sheet.minimal.coordinates[0])

    def sheet(self, sheet: Sheet) -> Sheet:
        """A sheet with such definitions."""
        definitions = (*sheet.definitions, *slope_lines(sheet))
        return replace(sheet, definitions=tuple(map(self.definition, definitions)))

    def line(self, line: Entry | Definition) -> Entry | Definition:
        """A result or a definition."""
        if isinstance(line, Definition):
            return self.definition(line)
        return replace(line, terms=tuple(replace(t, tree=self._tree(t.tree)) for t in line.terms))

    def definition(self, line: Definition) -> Definition:
        """A name and what it stands for."""
        if line.call is not None and not line.call.orders:
            return replace(line, trees=(Symbol(line.name),), call=None)
        return replace(line, trees=tuple(map(self._tree, line.trees)), call=None)

    def _tree(self, tree: Expression) -> Expression:
        if isinstance(tree, Call) and tree.function.endswith(CARRIED):
            if (inertia := self._inertia.get(tree.function)) is not None:
                return self._tree(self._slope(inertia) if any(tree.orders) else inertia)
            if tree.orders == (2,) and (slope := self._slopes.get((tree.function, (1,)))):
                return self._tree(self._slope(slope))
            if not any(tree.orders):
                return Symbol(tree.function.removesuffix(CARRIED))
            name = self._names.get((tree.function, tree.orders))
            return tree if name is None else Symbol(name)
        return rebuilt(tree, self._tree)

    def _slope(self, tree: Expression) -> Expression:
        """The derivative by the only coordinate, dependent ones as its functions."""
        return Algebra().expression(tree).derivative(self._by).tree()


def variables(sheet: Sheet) -> tuple[Definition, ...]:
    """Momenta by the coordinates and their rates."""
    definitions: list[Definition] = []
    momenta = {entry.indices: entry.tree for entry in sheet.of("p")}
    for balance in sheet.balances:
        symbol = balance.left[0].tree if balance.left else None
        if not isinstance(symbol, Symbol) or symbol.name in sheet.coordinates:
            continue
        if sheet.formalism == "hamilton" and symbol.order == 1:
            definitions.append(_variable(symbol, momenta.get((balance.index,), ZERO)))
    return tuple(definitions)


def _as_it_slides(force: FrictionForce) -> Definition:
    """A force of dry friction while it slides; not determined where γ is 0, or reactions press."""
    if force.presses:
        return _variable(force.symbol, UNKNOWN)
    sense = product((force.slip, Power(Call("abs", (force.slip,)), Number(Fraction(-1)))))

    def change(tree: Expression) -> Expression:
        return sense if tree == Call("sign", (force.slip,)) else rebuilt(tree, change)

    return _variable(force.symbol, change(force.sliding))


def _variable(symbol: Symbol, tree: Expression) -> Definition:
    return Definition(symbol.name, "scalar", (tree,), "", symbol.name, ())


def _in_order(definitions: Iterable[Definition]) -> list[Definition]:
    """Each before its use."""
    left = {definition.name: definition for definition in definitions}
    ordered: list[Definition] = []

    def take(definition: Definition) -> None:
        if left.pop(definition.name, None) is not None:
            for symbol in sorted(symbols_in(definition.trees), key=str):
                if symbol.name in left:
                    take(left[symbol.name])
            ordered.append(definition)

    for definition in list(left.values()):
        take(definition)
    return ordered


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
    kernel = kernel_of(prepared, lines)
    return kernel.values(at, prepared.parameters, _rates(prepared, at, kernel.order))


def _rates(prepared: Prepared, at: State, order: int) -> list[float]:
    """q̈, of `order` 3 also its rate, at a state; nan where limits and dry friction may act."""
    f = len(at.q)
    if order < 2:
        return []
    if prepared.reading.limits or prepared.reading.frictions:
        return [np.nan] * f * (order - 1)
    qdd = _accelerations(prepared, [at])[0]
    if order < 3:
        return qdd.tolist()
    rates = np.abs(at.qd) / prepared.extents, np.sqrt(np.abs(qdd) / prepared.extents)
    reach = STEP / max(1 / prepared.unit_of_time, *map(float, np.concatenate(rates)))
    ways = [_moved(at, qdd, part * reach) for part in (1.0, -1.0, 0.5, -0.5)]
    far, back, near, behind = _accelerations(prepared, ways)
    slopes = (far - back) / (2 * reach), (near - behind) / reach
    return [*qdd.tolist(), *((4 * slopes[1] - slopes[0]) / 3).tolist()]


def _accelerations(prepared: Prepared, states: list[State]) -> list[Array]:
    return [evaluation.qdd for evaluation in prepared.evaluator.evaluate(prepared.values, states)]


def _moved(at: State, qdd: Array, time: float) -> State:
    """A state beside another, along q̇ and q̈: as near to the motion as its slope asks for."""
    q, qd = np.array(at.q) + time * np.array(at.qd), np.array(at.qd) + time * qdd
    return State(at.t + time, tuple(q.tolist()), tuple(qd.tolist()), at.z)


def kernel_of(prepared: Prepared, lines: Lines) -> LineKernel:
    """The program of lines of a model, of which the last ones are kept."""
    return prepared.kept(("lines", f"{lines!r}"), lambda: LineKernel(prepared.reading, lines))


class LineKernel:
    """A program that computes lines as they are written."""

    def __init__(self, reading: Reading, lines: Lines) -> None:
        self.lines, scope = lines, Scope(reading)
        coordinates = frozenset(reading.coordinates)
        orders = (s.order for s in symbols_in(lines.trees) if s.name in coordinates)
        self.order = max(orders, default=0)
        """The highest order of rates of coordinates; those beyond q̇ are given with the state."""
        names_of = [[Symbol(n, k) for n in reading.coordinates] for k in range(2, self.order + 1)]
        rates = [node for of_order in names_of for node in scope.introduce(of_order)]
        names, results = (_vectors if lines.structured else _scalars)(scope, lines)
        nodes = [*(names[of_order.name] for of_order in lines.definitions), *results]
        outputs = {str(number): _flat(value) for number, value in enumerate(nodes)}
        inputs = [*scope.whole_state, *rates]
        self.kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def values(self, at: State, parameters: ArrayLike, rates: Iterable[float]) -> LineValues:
        """The numbers at a state, with `rates` beyond q̇, for values of the parameters."""
        out = self.kernel.bind(parameters)(np.array([*at.row, *rates]))
        count, results = len(self.lines.definitions), len(self.lines.entries)
        columns = [tuple(out[str(number)].tolist()) for number in range(count + results)]
        names = (definition.name for definition in self.lines.definitions)
        keys = ((entry.symbol, entry.indices) for entry in self.lines.entries)
        return LineValues(
            at.t,
            dict(zip(names, columns[:count], strict=True)),
            dict(zip(keys, columns[count:], strict=True)),
        )

    def along(self, t: Array, states: Array, parameters: ArrayLike) -> dict[str, Array]:
        """The numbers of the definitions (m, 1, 3 or 9) at times (m,) and states (m, n)."""
        out = self.kernel.bind(parameters).many(np.column_stack([t, states]))
        names = enumerate(definition.name for definition in self.lines.definitions)
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
