"""The magnitude of a value: what the terms of its sums add up to before they cancel."""

from __future__ import annotations

from lagr_gui.kernel import operations as op
from lagr_gui.kernel.node import Node, NodeSheet


def magnitude(program: NodeSheet, node: Node) -> Node:
    """Σ |terms| for a sum, |a| |b| for a product, |x| for all that is neither.

    A value far below its magnitude is made of rounding.  Written in the order of the program,
    without recursion.
    """
    known: dict[int, Node] = {}
    for index in _made_of(program, node):
        known[index] = _magnitude(program, known, index)
    return known[node.index]


def _made_of(program: NodeSheet, node: Node) -> list[int]:
    pending, found = [node.index], {node.index}
    while pending:
        code, i, j = program.operations[pending.pop()]
        if code in (op.ADD, op.SUBTRACT, op.MULTIPLY, op.DIVIDE, op.NEGATE):
            operands = {i, j} - {-1} - found
            pending += operands
            found |= operands
    return sorted(found)


def _magnitude(program: NodeSheet, known: dict[int, Node], index: int) -> Node:
    code, i, j = program.operations[index]
    match code:
        case op.ADD | op.SUBTRACT:
            return known[i] + known[j]
        case op.MULTIPLY:
            return known[i] * known[j]
        case op.DIVIDE:
            return known[i] / program.apply(op.ABS, program.nodes[j])
        case op.NEGATE:
            return known[i]
        case _:
            return program.apply(op.ABS, program.nodes[index])
