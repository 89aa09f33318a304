"""Derivatives of straight-line programs, written into the same program."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

from lagr_gui.kernel import operations as op
from lagr_gui.kernel.node import Node, NodeSheet


def extend_derivatives(program: NodeSheet, known: dict[int, Node], node: Node, wrt: Node) -> None:
    """Add to `known` the derivatives by `wrt` of `node` and of all that it is made of.

    What precedes `wrt` cannot depend on it and is left out, unless it is `node` itself.
    Works in the order of the program, without recursion: programs are deep.
    """
    operations = program.operations
    pending, operands = [node.index], set[int]()
    while pending:
        index = pending.pop()
        if index > wrt.index and index not in known and index not in operands:
            operands.add(index)
            code, i, j = operations[index]
            if code > op.NUMBER:
                pending += (i, j) if j >= 0 else (i,)
    for index in sorted(operands):
        known[index] = _derivative(program, known, index)
    known.setdefault(node.index, program.zero)


def adjoints(program: NodeSheet, node: Node) -> dict[int, Node]:
    """The derivatives of one node by all nodes that it is made of, by their indices.

    One sweep backwards through the program, so that a gradient costs about as much as a few
    values, however many inputs there are.
    """
    operations, zero, one = program.operations, program.zero, program.one
    slopes, pending = {node.index: one}, {node.index}
    ordered = [-node.index]
    while ordered:
        index = -heappop(ordered)
        code, *operands = operations[index]
        if code <= op.NUMBER:
            continue
        slope = slopes[index]
        for place, operand in enumerate(operands):
            if operand < 0 or program.nodes[operand].value is not None:
                continue
            share = slope * _partial(program, index, place)
            if share.value == 0:
                continue
            slopes[operand] = slopes.get(operand, zero) + share
            if operand not in pending:
                pending.add(operand)
                heappush(ordered, -operand)
    return slopes


def tangents(
    program: NodeSheet, seeds: Mapping[int, Node], order: Iterable[int]
) -> dict[int, Node]:
    """The derivatives of nodes along a direction: `seeds` are those of nodes by their indices.

    One sweep through the nodes in `order`, operands first, whatever the number of seeds.  The size
    of a vector that vanishes has the derivative 0, the mean of those of both sides.
    """
    slopes = dict(seeds)
    for index in order:
        if index not in slopes:
            code, i, _ = program.operations[index]
            if code == op.SQRT and (slope := slopes.get(i, program.zero)) is not program.zero:
                root = program.call("max", (program.nodes[index], program.number(VANISHING)))
                slopes[index] = 0.5 * slope / root
            else:
                slopes[index] = _derivative(program, slopes, index)
    return slopes


VANISHING = 1e-150
"""Sizes below it, whose squares are no numbers, are none."""


def _partial(program: NodeSheet, index: int, place: int) -> Node:
    """The derivative of one operation by its first or second operand."""
    code, i, j = program.operations[index]
    u, y, zero, one = program.nodes[i], program.nodes[index], program.zero, program.one
    if j < 0:
        return _UNARY_RULES[code](program, u, y) if code < op.FIRST_ROW else zero
    du, dv = (one, zero) if place == 0 else (zero, one)
    return _BINARY_RULES[code](program, u, program.nodes[j], y, du, dv)


def _derivative(program: NodeSheet, slopes: dict[int, Node], index: int) -> Node:
    """The chain rule for one operation; the derivatives of its operands are in `known`."""
    code, i, j = program.operations[index]
    zero = program.zero
    if code <= op.NUMBER:
        return zero
    du, dv = slopes.get(i, zero), slopes.get(j, zero)
    if (du is zero and dv is zero) or code >= op.FIRST_ROW:
        return zero
    u = program.nodes[i]
    if j < 0:
        return _UNARY_RULES[code](program, u, program.nodes[index]) * du
    return _BINARY_RULES[code](program, u, program.nodes[j], program.nodes[index], du, dv)


def _power(p: NodeSheet, u: Node, v: Node, y: Node, du: Node, dv: Node) -> Node:
    by_base = v * p.power(u, v - 1) * du if du is not p.zero else p.zero
    by_exponent = y * p.apply(op.LOG, u) * dv if dv is not p.zero else p.zero
    return by_base + by_exponent


def _minimum(p: NodeSheet, u: Node, v: Node, _y: Node, du: Node, dv: Node) -> Node:
    first = p.not_above(u, v)
    return first * du + (1 - first) * dv


def _maximum(p: NodeSheet, u: Node, v: Node, _y: Node, du: Node, dv: Node) -> Node:
    return _minimum(p, u, v, _y, dv, du)


def _error_function(p: NodeSheet, u: Node, _y: Node) -> Node:
    return 2 / math.sqrt(math.pi) * p.apply(op.EXP, -(u * u))


def _root(p: NodeSheet, square: Node) -> Node:
    return p.apply(op.SQRT, square)


BinaryRule = Callable[[NodeSheet, Node, Node, Node, Node, Node], Node]
UnaryRule = Callable[[NodeSheet, Node, Node], Node]

_BINARY_RULES: dict[int, BinaryRule] = {
    op.ADD: lambda p, u, v, y, du, dv: du + dv,
    op.SUBTRACT: lambda p, u, v, y, du, dv: du - dv,
    op.MULTIPLY: lambda p, u, v, y, du, dv: du * v + u * dv,
    op.DIVIDE: lambda p, u, v, y, du, dv: (du - y * dv) / v,
    op.POWER: _power,
    op.ATAN2: lambda p, u, v, y, du, dv: (v * du - u * dv) / (u * u + v * v),
    op.MINIMUM: _minimum,
    op.MAXIMUM: _maximum,
    op.NOT_ABOVE: lambda p, u, v, y, du, dv: p.zero,
}
"""The derivative of y = f(u, v), given those of u and v."""

_UNARY_RULES: dict[int, UnaryRule] = {
    op.NEGATE: lambda p, u, y: p.number(-1),
    op.SIN: lambda p, u, y: p.apply(op.COS, u),
    op.COS: lambda p, u, y: -p.apply(op.SIN, u),
    op.TAN: lambda p, u, y: 1 + y * y,
    op.ASIN: lambda p, u, y: 1 / _root(p, 1 - u * u),
    op.ACOS: lambda p, u, y: -1 / _root(p, 1 - u * u),
    op.ATAN: lambda p, u, y: 1 / (1 + u * u),
    op.SINH: lambda p, u, y: p.apply(op.COSH, u),
    op.COSH: lambda p, u, y: p.apply(op.SINH, u),
    op.TANH: lambda p, u, y: 1 - y * y,
    op.ASINH: lambda p, u, y: 1 / _root(p, u * u + 1),
    op.ACOSH: lambda p, u, y: 1 / _root(p, u * u - 1),
    op.ATANH: lambda p, u, y: 1 / (1 - u * u),
    op.EXP: lambda p, u, y: y,
    op.LOG: lambda p, u, y: 1 / u,
    op.LOG10: lambda p, u, y: 1 / (math.log(10) * u),
    op.LOG2: lambda p, u, y: 1 / (math.log(2) * u),
    op.SQRT: lambda p, u, y: 0.5 / y,
    op.ABS: lambda p, u, y: p.call("sign", (u,)),
    op.ERF: _error_function,
    op.FLOOR: lambda p, u, y: p.zero,
}
"""dy/du of y = f(u)."""
