"""Nodes once more, with other nodes in the place of inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lagr_gui.kernel import operations as op
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.program import Program

_OF_TWO = {op.ATAN2: "atan2", op.MINIMUM: "min", op.MAXIMUM: "max"}


def replaced(program: Program, nodes: Sequence[Node], values: Mapping[Node, Node]) -> list[Node]:
    """The nodes with `values` in the place of inputs; what is made of none of these is the same.

    Works in the order of the program, without recursion: programs are deep.
    """
    known = {inner.index: outer for inner, outer in values.items()}
    first = min(known, default=0)
    pending, made_of = [node.index for node in nodes], set[int]()
    while pending:
        index = pending.pop()
        if index > first and index not in known and index not in made_of:
            made_of.add(index)
            code, i, j = program.operations[index]
            if code > op.NUMBER:
                pending += (i, j) if j >= 0 else (i,)
    for index in sorted(made_of):
        code, i, j = program.operations[index]
        if code > op.NUMBER and (i in known or j in known):
            a, b = (known.get(at, program.nodes[at]) for at in (i, j))
            known[index] = _again(program, code, a, b)
    return [known.get(node.index, node) for node in nodes]


def _again(program: Program, code: int, a: Node, b: Node) -> Node:
    """The operation of a code on other operands; where it has one, `b` is any."""
    match code:
        case op.ADD:
            return a + b
        case op.SUBTRACT:
            return a - b
        case op.MULTIPLY:
            return a * b
        case op.DIVIDE:
            return a / b
        case op.NEGATE:
            return -a
        case op.POWER:
            return program.power(a, b)
        case op.NOT_ABOVE:
            return program.not_above(a, b)
        case op.ATAN2 | op.MINIMUM | op.MAXIMUM:
            return program.call(_OF_TWO[code], (a, b))
        case _ if code < op.FIRST_ROW:
            return program.apply(code, a)
        case _:
            number, what = op.in_row(code)
            of_row = program.search if what == op.SEARCH else program.entry
            return of_row(program.rows[number], a)
