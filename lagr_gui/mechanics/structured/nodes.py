"""Lines of the structured form as nodes of a program: definitions in order, then the lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from lagr_gui.expression import Symbol
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.kernel import Node, Outputs, shaped
from lagr_gui.mechanics.evaluation import LineEvaluator, ReachKernel, ResultLayout
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.sheet import Definition
from lagr_gui.mechanics.structured.derivation import Structured, whole
from lagr_gui.mechanics.structured.quantity import UNIT
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    cross,
    dot,
    product,
    rotation,
    times,
    transpose,
)

Value = Node | Triple[Node] | Square[Node]


class Vectors:
    """Scalars, vectors and tensors of nodes: what the trees of structured lines are made of."""

    def __init__(self, scope: Scope, definitions: Iterable[Definition]) -> None:
        self.scope = scope
        zero, one = scope.program.zero, scope.program.one
        self.unit: Square[Node] = ((one, zero, zero), (zero, one, zero), (zero, zero, one))
        self._operations = self._table()
        self.names: dict[str, Value] = {UNIT: self.unit}
        for definition in definitions:
            self.names[definition.name] = self.value(definition.tree)

    def value(self, tree: Any) -> Any:
        """A tree whose names are known."""
        return evaluate(tree, self, self._lookup)

    def _lookup(self, symbol: Symbol) -> Any:
        if symbol.order == 0 and symbol.name in self.names:
            return self.names[symbol.name]
        return self.scope.node(symbol)

    def number(self, value: Fraction) -> Node:
        """A constant."""
        return self.scope.number(value)

    def add(self, terms: Sequence[Any]) -> Any:
        """The sum of values of one rank."""
        result = terms[0]
        for term in terms[1:]:
            result = _sum(result, term)
        return result

    def multiply(self, factors: Sequence[Any]) -> Any:
        """The product from left to right."""
        result = factors[0]
        for factor in factors[1:]:
            result = _product(result, factor)
        return result

    def power(self, base: Any, exponent: Any) -> Node:
        """A power of a scalar."""
        return self.scope.power(base, exponent)

    def call(self, function: str, arguments: Sequence[Any], orders: tuple[int, ...]) -> Any:
        """An operation on vectors, or a function of scalars."""
        operation = self._operations.get(function)
        return operation(*arguments) if operation else self.scope.call(function, arguments, orders)

    def _table(self) -> Mapping[str, Callable[..., Any]]:
        return {
            "dot": dot,
            "cross": cross,
            "outer": lambda a, b: tuple(times(b, x) for x in a),
            "transpose": transpose,
            "trace": lambda m: m[0][0] + m[1][1] + m[2][2],
            "vec": lambda *entries: entries,
            "tensor": lambda *e: (e[0:3], e[3:6], e[6:9]),
            "symmetric": lambda a, b, c, d, e, f: ((a, d, e), (d, b, f), (e, f, c)),
            "rotation": self._rotation,
        }

    def _rotation(self, axis: Triple[Node], angle: Node) -> Square[Node]:
        cosine, sine = (self.scope.call(name, [angle], ()) for name in ("cos", "sin"))
        return rotation(axis, cosine, sine, self.scope.program.one)


def _sum(a: Any, b: Any) -> Any:
    if not isinstance(a, tuple):
        return a + b
    return tuple(map(_sum, a, b))


def _product(a: Any, b: Any) -> Any:
    if not isinstance(a, tuple):
        return tuple(_product(a, x) for x in b) if isinstance(b, tuple) else a * b
    if not isinstance(b, tuple):
        return _product(b, a)
    return product(a, b) if isinstance(b[0], tuple) else apply(a, b)


class StructuredEvaluator(LineEvaluator):
    """Evaluates the lines of the structured form by way of their definitions."""

    def __init__(self, structured: Structured, reading: Reading, reach: ReachKernel) -> None:
        rows = structured.rows
        layout = ResultLayout(
            f=len(reading.coordinates),
            numbers=tuple(structured.poses),
            pairs=tuple(structured.g),
            triples=tuple(structured.gamma),
            forces=tuple(structured.Q),
            sources=tuple(row.source for row in rows),
            holonomic=tuple(row.on_positions for row in rows),
            slopes=tuple((s, rho - 1) for s, row in enumerate(rows) for rho in row.G),
        )
        scope = Scope(reading)
        super().__init__(layout, scope, self._outputs(structured, scope), reach)

    def _outputs(self, structured: Structured, scope: Scope) -> Outputs:
        rows, poses = structured.rows, structured.poses.values()
        results = {
            "g": [whole(line) for line in structured.g.values()],
            "Gamma": [whole(line) for line in structured.gamma.values()],
            "Q": [whole(line) for line in structured.Q.values()],
            "UD": [whole(structured.U), whole(structured.D)],
            "position": [row.phi for row in rows],
            "velocity": [row.rate for row in rows],
            "gamma": [row.gamma for row in rows],
            "G": [slope for row in rows for slope in row.G.values()],
        }
        wanted = [q for line in results.values() for q in line]
        wanted += [q for pose in poses for q in pose]
        vectors = Vectors(scope, structured.book.used(q.tree for q in wanted))
        zero = scope.program.zero
        turned = [vectors.value(E.tree) for E, _ in poses]
        places = [(zero,) * 3 if x.is_zero else vectors.value(x.tree) for _, x in poses]
        return {
            **{name: [vectors.value(q.tree) for q in line] for name, line in results.items()},
            "zd": scope.rates,
            "E": shaped((e for E in turned for row in E for e in row), len(poses), 3, 3),
            "x": shaped((e for x in places for e in x), len(poses), 3),
        }


def structured_evaluator(reading: Reading, recursion: Recursion) -> StructuredEvaluator:
    """Evaluates the structured form of a model."""
    return StructuredEvaluator(Structured(reading), reading, ReachKernel(recursion))
