"""Measures of the recursion with what a force along them does, and the pieces they are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.carried import Moving
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.reach import root_beyond_rounding
from lagr_gui.mechanics.recursion.wrenches import FrameWrenches
from lagr_gui.mechanics.vectors import Triple, dot, times

Push = Callable[[FrameWrenches, Node], None]
"""Enters what a force along a measure, or a multiplier, does to bodies and coordinates."""
Ends = tuple[Triple[Node], Triple[Node]]


@dataclass(frozen=True, eq=False)
class PushingMeasure:
    """A measure of an energy, a power or a load.

    `value` stands for it in laws and `sure` in their slopes, nan where nothing has a direction;
    `over` tells that slopes are divided by it before they push, so that nothing is divided by
    zero.  A force along it has the power force · `works`.
    """

    value: Node
    sure: Node
    works: Node
    push: Push
    over: bool = False


@dataclass(frozen=True, eq=False)
class ConditionMeasure:
    """A measure of a condition on positions; `push` is that of a multiplier per unit of slope.

    It is None where multipliers act on coordinates only.  `thrust` makes of a slope the force
    that pushes the ends of a line apart.
    """

    moving: Moving
    push: Push | None = None
    thrust: Node | None = None


def apart(
    a: tuple[BodySeat, Triple[Node]], b: tuple[BodySeat, Triple[Node]], way: Triple[Node]
) -> Push:
    """A force along a way on one point, and its opposite on the other."""

    def push(wrenches: FrameWrenches, force: Node) -> None:
        wrenches.push(*a, times(way, force))
        wrenches.push(*b, times(way, -force))

    return push


def lengths(ends: Ends, span: Triple[Node]) -> tuple[Node, Node]:
    """The distance of both ends, and the same with nan where it is rounding: no direction."""
    square = dot(span, span)
    program = square.program
    length = program.call("sqrt", (square,))
    if length.value is not None:
        return length, length
    about = dot(ends[0], ends[0]) + dot(ends[1], ends[1])
    return length, root_beyond_rounding(square, about)
