"""Straight-line programs: sequences of elementary operations, shared and folded.

A program is built by doing arithmetic on its nodes.  The same operation on the same
operands is the same node; operations on constants, with zero and with one never come to
be, so the structure of a system (an axis along z, a planar motion, a massless body)
falls away by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, WithoutNumbers, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.derivative import adjoints, extend_derivatives
from lagr_gui.kernel.node import Node, NodeSheet
from lagr_gui.kernel.operations import Operation

LONGEST_PRODUCT = 64
"""The highest integer power that is written as multiplications."""

_ODD = {op.SIN, op.TAN, op.ASIN, op.ATAN, op.SINH, op.TANH, op.ASINH, op.ATANH, op.ERF}
_EVEN = {op.COS, op.COSH, op.ABS}


class Program:
    """A straight-line program under construction; also the carrier of its nodes.

    `operations[i]`, `nodes[i]` describe node i; operands precede their results.
    """

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.nodes: list[Node] = []
        self.known: dict[Operation, Node] = {}
        self.names: list[str] = []
        self.rows: list[op.Row] = []
        self._numbers: dict[float, Node] = {}
        self._inputs: dict[str, Node] = {}
        self._row_numbers: dict[op.Row, int] = {}
        self._derivatives: dict[int, dict[int, Node]] = {}
        self.zero = self.number(0)
        self.one = self.number(1)

    def __len__(self) -> int:
        return len(self.operations)

    def append(self, operation: Operation) -> Node:
        """Enter an operation that is not there yet (the operators of `Node` call this)."""
        node = Node(self, len(self.operations))
        self.operations.append(operation)
        self.nodes.append(node)
        self.known[operation] = node
        return node

    def input(self, name: str) -> Node:
        """The input of this name: a coordinate, a velocity, a parameter, the time."""
        node = self._inputs.get(name)
        if node is None:
            node = self._inputs[name] = self.append((op.INPUT, len(self.names), -1))
            self.names.append(name)
        return node

    def number(self, value: float | Fraction) -> Node:
        """A constant."""
        try:
            real = float(value)
        except OverflowError:
            raise _too_large() from None
        if math.isnan(real):
            real = math.nan  # a table finds nan by identity only
        node = self._numbers.get(real)
        if node is None:
            node = Node(self, len(self.operations), real)
            self.operations.append((op.NUMBER, len(self._numbers), -1))
            self.nodes.append(node)
            self._numbers[real] = node
        return node

    def lift(self, value: Node | float | Fraction) -> Node:
        """A node as it is, a number as a constant."""
        return value if isinstance(value, Node) else self.number(value)

    def add(self, terms: Sequence[Node]) -> Node:
        """The sum of nodes, from left to right."""
        total = self.zero
        for term in terms:
            total = total + term
        return total

    def multiply(self, factors: Sequence[Node]) -> Node:
        """The product of nodes, from left to right."""
        product = self.one
        for factor in factors:
            product = product * factor
        return product

    def power(self, base: Node, exponent: Node) -> Node:
        """base^exponent; integers by repeated multiplication, halves with a square root."""
        p = exponent.value
        if p is None:
            return self.one if base.value == 1.0 else self._operation(op.POWER, base, exponent)
        if base.value is not None:
            return self.number(op.BINARY[op.POWER](base.value, p))
        if not (2 * p).is_integer() or abs(p) > LONGEST_PRODUCT:
            return self._operation(op.POWER, base, exponent)
        result = self._integer_power(base, int(abs(p)))
        if not p.is_integer():
            result = result * self.call("sqrt", (base,))
        return 1 / result if p < 0 else result

    def call(self, function: str, arguments: Sequence[Node], orders: tuple[int, ...] = ()) -> Node:
        """A function of the list `operations.CALLABLE`, or fac and comb of constants.

        Raises `LagrError` for an unknown function, a wrong number of arguments, and for
        derivatives (`orders`) of functions that are not defined.
        """
        _check_call(function, arguments, orders)
        if function in ("fac", "comb"):
            return self._count(function, arguments)
        if function == "sign":
            x = arguments[0]
            return self.not_above(self.zero, x) - self.not_above(x, self.zero)
        if function == "step":
            return self._step(*arguments)
        if len(arguments) == 2:
            return self._operation(op.CODES[function], *arguments)
        return self.apply(op.CODES[function], arguments[0])

    def apply(self, code: int, x: Node) -> Node:
        """The elementary function `code` (see `operations`) of one node."""
        if x.value is not None:
            return self.number(op.UNARY[code](x.value))
        if x.negated is not None:
            if code in _ODD:
                return -self.apply(code, x.negated)
            if code in _EVEN:
                return self.apply(code, x.negated)
        operation, i, j = self.operations[x.index]
        if code == op.SQRT and operation == op.MULTIPLY and i == j:
            return self.apply(op.ABS, self.nodes[i])  # √(x²) is |x|, never x
        key = (code, x.index, -1)
        return self.known.get(key) or self.append(key)

    def not_above(self, a: Node, b: Node) -> Node:
        """1 where a ≤ b, else 0."""
        return self._operation(op.NOT_ABOVE, a, b)

    def search(self, row: op.Row, x: Node) -> Node:
        """How many of the rising numbers of a row do not exceed x; its derivative is 0."""
        return self._of_row(op.SEARCH, row, x)

    def entry(self, row: op.Row, place: Node) -> Node:
        """The number of a row at a place that `search` found; its derivative is 0."""
        if all(number == row[0] for number in row):
            return self.number(row[0])
        return self._of_row(op.ENTRY, row, place)

    def _of_row(self, what: int, row: op.Row, x: Node) -> Node:
        number = self._row_numbers.get(row)
        if number is None:
            number = self._row_numbers[row] = len(self.rows)
            self.rows.append(row)
        code = op.FIRST_ROW + 2 * number + what
        if x.value is not None:
            return self.number(op.row_function(code, self.rows)(x.value))
        key = (code, x.index, -1)
        return self.known.get(key) or self.append(key)

    def derivative(self, node: Node, wrt: Node) -> Node:
        """∂node/∂wrt for an input `wrt`; inputs are independent of each other.

        |x| has the derivative sign x, a step the derivative 0.  Raises ValueError where `wrt` is
        no input: folding may have lost any other node in what was made of it.
        """
        self._check_input(wrt)
        slopes = self._derivatives.setdefault(wrt.index, {wrt.index: self.one})
        extend_derivatives(self, slopes, node, wrt)
        return slopes[node.index]

    def gradient(self, node: Node, wrts: Sequence[Node]) -> list[Node]:
        """The derivatives of a node with respect to several inputs, by one sweep backwards.

        Raises ValueError for what is no input.
        """
        for wrt in wrts:
            self._check_input(wrt)
        partials = adjoints(self, node)
        return [partials.get(wrt.index, self.zero) for wrt in wrts]

    def flow(self, rates: Mapping[Node, Node]) -> Callable[[Node], Node]:
        """The derivative along a direction, given by the rates of inputs; others rest.

        Raises ValueError for what is no input.
        """
        for wrt in rates:
            self._check_input(wrt)
        slopes = {wrt.index: rate for wrt, rate in rates.items()}

        def along(node: Node) -> Node:
            extend_derivatives(self, slopes, node, self.one)
            return slopes[node.index]

        return along

    def magnitude(self, node: Node) -> Node:
        """What the terms of a value add up to before they cancel."""
        return magnitude(self, node)

    def _check_input(self, node: Node) -> None:
        if self.operations[node.index][0] != op.INPUT or self.nodes[node.index] is not node:
            raise ValueError(f"{node!r} is no input of this program: nothing is derived by it.")

    def _operation(self, code: int, a: Node, b: Node) -> Node:
        if a.value is not None and b.value is not None:
            return self.number(op.BINARY[code](a.value, b.value))
        key = (code, a.index, b.index)
        return self.known.get(key) or self.append(key)

    def _integer_power(self, base: Node, exponent: int) -> Node:
        if exponent == 0:
            return self.one
        half = self._integer_power(base, exponent // 2)
        square = half * half
        return square * base if exponent % 2 else square

    def _step(self, *arguments: Node) -> Node:
        """STEP(a, x, b): 1 where a ≤ x < b or a = x = b; STEP(x): 1 where 0 ≤ x; else 0."""
        if len(arguments) == 1:
            return self.not_above(self.zero, arguments[0])
        a, x, b = arguments
        above_a = 1 - self.not_above(x, a)
        between = self.not_above(a, x) * self.not_above(x, b)
        return between * (1 - above_a * self.not_above(b, x))

    def _count(self, function: str, arguments: Sequence[Node]) -> Node:
        from lagr_gui.kernel.combinatorics import combinations, factorial  # few models call them

        values = [argument.value for argument in arguments]
        if function == "fac":
            return self.number(factorial(values[0]))
        return self.number(combinations(values))


def _check_call(function: str, arguments: Sequence[Node], orders: tuple[int, ...]) -> None:
    counts = op.CALLABLE.get(function)
    if function != "comb" and (counts is None or any(orders)):
        raise _unknown_function(function, any(orders))
    if counts is not None and len(arguments) not in counts:
        raise refusal(
            say("function {function}", function=function),
            say(
                "It was given {arguments}.",
                arguments=counted(len(arguments), "{count} argument", "{count} arguments"),
            ),
            say("It takes {counts}.", counts=" or ".join(map(str, counts))),
            code="wrong-arguments",
        )


def _unknown_function(function: str, differentiated: bool) -> LagrError:
    functions = [*op.CALLABLE, "comb"]
    cause = "The function is not specified, so it has no value."
    if differentiated:
        cause = "The function is not specified, so its derivative has no value."
    return WithoutNumbers.refusal(
        place=say("function {function}", function=function),
        cause=cause,
        remedy=say(
            "Define it among the model's functions. {hint}", hint=did_you_mean(function, functions)
        ),
        code="unspecified-function",
    )


def _too_large() -> LagrError:
    return refusal(
        "expression",
        say("A number exceeds {floor} digits.", floor=math.floor(math.log10(1.7e308))),
        "Use a smaller number.",
        code="number-too-large",
    )


# --- The magnitude of a value: what the terms of its sums add up to before they cancel ---------


def magnitude(program: NodeSheet, node: Node) -> Node:
    """Σ |terms| for a sum, |a| |b| for a product, |x| for all that is neither.

    A value far below its magnitude is made of rounding.  Written in the order of the program,
    without recursion.
    """
    magnitudes: dict[int, Node] = {}
    for index in _made_of(program, node):
        magnitudes[index] = _magnitude(program, magnitudes, index)
    return magnitudes[node.index]


def _made_of(program: NodeSheet, node: Node) -> list[int]:
    pending, reached = [node.index], {node.index}
    while pending:
        code, i, j = program.operations[pending.pop()]
        if code in (op.ADD, op.SUBTRACT, op.MULTIPLY, op.DIVIDE, op.NEGATE):
            operands = {i, j} - {-1} - reached
            pending += operands
            reached |= operands
    return sorted(reached)


def _magnitude(program: NodeSheet, magnitudes: dict[int, Node], index: int) -> Node:
    code, i, j = program.operations[index]
    match code:
        case op.ADD | op.SUBTRACT:
            return magnitudes[i] + magnitudes[j]
        case op.MULTIPLY:
            return magnitudes[i] * magnitudes[j]
        case op.DIVIDE:
            return magnitudes[i] / program.apply(op.ABS, program.nodes[j])
        case op.NEGATE:
            return magnitudes[i]
        case _:
            return program.apply(op.ABS, program.nodes[index])
