"""Tables of the model: their curves by function, and as operations of a program."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.kernel import Node, Program
from lagr_gui.kernel.operations import FLOOR
from lagr_gui.message import say
from lagr_gui.model import Function
from lagr_gui.model.pieces import Pieces, integral_of, pieces_of
from lagr_gui.problem import WithoutNumbers


def curve_of(function: Function, functions: Mapping[str, Function]) -> Pieces:
    """The curve of a function that is tabulated.

    Raises LagrError where it is the integral of one that has another definition by now.
    """
    if function.table is not None:
        return pieces_of(function.table)
    given = functions.get(function.integral)
    if given is None or given.table is None or given.expression is not None:
        raise WithoutNumbers.refusal(
            place=say("Function “{name}”", name=function.name),
            cause=say(
                "It is the integral of “{given}”, which has no table here.", given=function.integral
            ),
            remedy="Give it an expression too, or leave the other function its table.",
            code="no-table",
        )
    return integral_of(given.table)


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
    found = program.zero
    for row in reversed(curve.slopes(order)):
        found = program.entry(row, piece) + along * found
    return found + lifted
