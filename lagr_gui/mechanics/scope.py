"""The inputs of a program of mechanics, and trees of the model as nodes over them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import WithoutNumbers
from lagr_gui.kernel import Node, Program
from lagr_gui.kernel.operations import FLOOR, NUMBER
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.vectors import Square, Triple
from lagr_gui.model import Function

if TYPE_CHECKING:
    from lagr_gui.model.pieces import Pieces


class Scope:
    """A program with its inputs t, q, q̇, z and the parameters; carrier of the model's trees.

    Index 0 is time: `q[0]` is t and `qd[0]` is 1 (q̇⁰ = 1).  `looked_up` are the curves by name of
    the table and argument, as far as trees have called them; `fed_back` are the inputs for
    accelerations that forces and rates of states are made of, by the names of coordinates.  Its
    `reading` holds mass points in the place of beams.
    """

    def __init__(self, reading: Reading) -> None:
        if reading.beams:  # few models have any
            from lagr_gui.mechanics.mass_points import discretised

            reading = discretised(reading)
        self.reading = reading
        self.program = program = Program()
        self.q = [
            program.input(TIME),
            *(program.input(name) for name in reading.coordinates),
        ]
        self.qd = [
            program.one,
            *(program.input(f"{name}'") for name in reading.coordinates),
        ]
        self.parameters = [program.input(f"parameter {name}") for name in reading.parameters]
        self.z = [program.input(f"state {name}") for name in reading.states]
        self._symbols = _Symbols(self)
        self._symbols[Symbol(TIME)] = self.q[0]
        for index, name in enumerate(reading.coordinates, start=1):
            self._symbols[Symbol(name)] = self.q[index]
            self._symbols[Symbol(name, 1)] = self.qd[index]
        names = (*reading.parameters, *reading.states)
        for name, node in zip(names, (*self.parameters, *self.z), strict=True):
            self._symbols[Symbol(name)] = node
        self.fed_back = {name: self._acceleration(name) for name in reading.fed_back}
        self._called: dict[tuple[str, tuple[Node, ...], tuple[int, ...]], Node] = {}
        self.looked_up: dict[tuple[str, Node], Pieces] = {}
        self._places = {node.index: index for index, node in enumerate(self.q)}

    def _acceleration(self, name: str) -> Node:
        """An acceleration that forces or rates are made of: a further input."""
        symbol = Symbol(name, 2)
        self._symbols[symbol] = self.program.input(f"{name}''")
        return self._symbols[symbol]

    @property
    def state(self) -> list[Node]:
        """t, q¹ … qᶠ, q̇¹ … q̇ᶠ: what places and velocities, conditions and inertia are made of."""
        return [*self.q, *self.qd[1:]]

    @property
    def whole_state(self) -> list[Node]:
        """The same, then z¹ … zˢ: what forces are made of."""
        return [*self.state, *self.z]

    @cached_property
    def rates(self) -> list[Node]:
        """ż¹ … żˢ"""
        return [self.node(tree) for tree in self.reading.rates]

    def moved_by(self, nodes: Sequence[Node]) -> list[int]:
        """The indices of time and coordinates that nodes are made of, in order.

        By no others have they derivatives; of a thousand coordinates a step knows one or two.
        """
        operations = self.program.operations
        pending, seen = [node.index for node in nodes], set[int]()
        while pending:
            index = pending.pop()
            if index not in seen:
                seen.add(index)
                code, i, j = operations[index]
                if code > NUMBER:
                    pending += (i, j) if j >= 0 else (i,)
        return sorted(self._places[index] for index in seen if index in self._places)

    def introduce(self, symbols: Sequence[Symbol]) -> list[Node]:
        """Further inputs: accelerations, momenta, quasi-velocities."""
        for symbol in symbols:
            dots = "'" * symbol.order
            self._symbols[symbol] = self.program.input(symbol.name + dots)
        return [self._symbols[symbol] for symbol in symbols]

    def node(self, tree: Expression, **measures: Node) -> Node:
        """A tree as a node; `measures` are names that are known only here, not their rates."""
        if not measures:
            return evaluate(tree, self, self._symbols.__getitem__)
        known = {Symbol(name): node for name, node in measures.items()}
        return evaluate(tree, self, lambda symbol: known.get(symbol) or self._symbols[symbol])

    def vector(self, trees: Triple[Expression]) -> Triple[Node]:
        """Three trees as nodes."""
        return self.node(trees[0]), self.node(trees[1]), self.node(trees[2])

    def matrix(self, rows: Square[Expression]) -> Square[Node]:
        """Three rows of trees as nodes."""
        return self.vector(rows[0]), self.vector(rows[1]), self.vector(rows[2])

    def number(self, value: Fraction) -> Node:
        """A constant."""
        return self.program.number(value)

    def add(self, terms: Sequence[Node]) -> Node:
        """The sum of nodes."""
        return self.program.add(terms)

    def multiply(self, factors: Sequence[Node]) -> Node:
        """The product of nodes."""
        return self.program.multiply(factors)

    def power(self, base: Node, exponent: Node) -> Node:
        """base ^ exponent"""
        return self.program.power(base, exponent)

    def call(self, function: str, arguments: Sequence[Node], orders: tuple[int, ...]) -> Node:
        """A built-in function, or one of the model's functions by its definition.

        Raises LagrError where the function is not specified.
        """
        if function == "pi":
            return self.program.number(math.pi)
        if function not in self.reading.functions:
            return self.program.call(function, arguments, orders)
        key = (function, tuple(arguments), orders)
        if key in self._called:  # a function may be called by many others
            return self._called[key]
        defined = self.reading.functions[function]
        if defined.is_tabulated:
            curve = curve_of(defined, self.reading.functions)
            self.looked_up[function, arguments[0]] = curve
            self._called[key] = tabulated(self.program, curve, arguments[0], sum(orders))
        else:
            from lagr_gui.mechanics.functions import definition_tree  # few models have any

            names, tree = definition_tree(defined, orders)
            self._called[key] = self.node(tree, **dict(zip(names, arguments, strict=True)))
        return self._called[key]


class _Symbols(dict[Symbol, Node]):
    """Nodes by symbol; a signal gets its node when it is first asked for."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def __missing__(self, symbol: Symbol) -> Node:
        if symbol.order or symbol.name not in self._scope.reading.signals:
            raise KeyError(symbol)
        for name, tree in self._scope.reading.signals.items():  # each behind what it is made of
            if Symbol(name) not in self:
                self[Symbol(name)] = self._scope.node(tree)
            if name == symbol.name:
                break
        return self[symbol]


# --- Tables of the model: their curves by function, and as operations of a program -------------


def curve_of(function: Function, functions: Mapping[str, Function]) -> Pieces:
    """The curve of a function that is tabulated.

    Raises LagrError where it is the integral of one that has another definition by now.
    """
    from lagr_gui.model.pieces import integral_of, pieces_of  # with the first table

    if function.table is not None:
        return pieces_of(function.table)
    integrand = functions.get(function.integral)
    if integrand is None or integrand.table is None or integrand.expression is not None:
        raise WithoutNumbers.refusal(
            place=say("Function “{name}”", name=function.name),
            cause=say(
                "It is the integral of “{given}”, which has no table here.", given=function.integral
            ),
            remedy="Give it an expression too, or leave the other function its table.",
            code="no-table",
        )
    return integral_of(integrand.table)


def tabulated(program: Program, curve: Pieces, x: Node, order: int = 0) -> Node:
    """The value of a curve, or a derivative of it, at a node.

    Derivatives of the node by the program are exact too: within a piece it is a polynomial.
    """
    lifted = program.zero
    if curve.period:
        turns = program.apply(FLOOR, (x - curve.start) * (1 / curve.period))
        x = x - turns * curve.period
        lifted = turns * curve.gain if not order else lifted
    piece = program.search(curve.knots, x)
    along = x - program.entry(curve.origins, piece)
    result = program.zero
    for row in reversed(curve.slopes(order)):
        result = program.entry(row, piece) + along * result
    return result + lifted
