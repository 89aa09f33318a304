"""What a line over pulleys measures in the recursion, and how it pulls at the bodies."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.carried import Carriers, Moving
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.pushing import (
    ConditionMeasure,
    Push,
    PushingMeasure,
    apart,
    lengths,
)
from lagr_gui.mechanics.recursion.reach import Reach, joined
from lagr_gui.mechanics.recursion.wrenches import FrameWrenches
from lagr_gui.mechanics.vectors import dot, minus, times


def along(
    motion: MovingFrames, part: Part, over: OverPulleys, names: set[str]
) -> Mapping[str, PushingMeasure]:
    """The length of all spans together; a force along it acts at both ends of each."""
    zero = motion.scope.program.zero
    length = sure = rate = zero
    pushes: list[Push] = []
    for a, b in pairwise(motion.course(part)):
        ends = motion.point(*a), motion.point(*b)
        span = minus(*ends)
        way, known = lengths(ends, span)
        direction = times(span, 1 / known)
        rates = minus(motion.point_velocity(*a), motion.point_velocity(*b))
        length, sure, rate = length + way, sure + known, rate + dot(direction, rates)
        pushes.append(apart(a, b, direction))
    push, pull = _all(pushes), _all(pushes, -1)
    return {
        "length": PushingMeasure(length, sure, rate, push),
        "rate": PushingMeasure(rate, rate, rate, push),
        "shortening": PushingMeasure(-length, -sure, -rate, pull),
    }


def bound(
    carriers: Carriers, part: Part, over: OverPulleys, names: set[str]
) -> Mapping[str, ConditionMeasure]:
    """The same length with its derivatives, for conditions on positions."""
    program = carriers.motion.scope.program
    value = rate = drift = program.zero
    reach: Reach = {}
    pushes: list[Push] = []
    for a, b in pairwise(carriers.motion.course(part)):
        span = carriers.point(*a) - carriers.point(*b)
        square = span.dot(span)
        way = program.call("sqrt", (square.value,))
        parting = square.rate / (2 * way)
        value, rate = value + way, rate + parting
        drift = drift + (square.drift / 2 - parting * parting) / way
        reach = joined(reach, span.reach)
        pushes.append(apart(a, b, times(span.value, 1 / way)))
    return {
        "length": ConditionMeasure(
            Moving(value, rate, drift, reach), _all(pushes), thrust=program.one
        )
    }


def _all(pushes: list[Push], sign: int = 1) -> Push:
    """The same force along all spans."""

    def push(wrenches: FrameWrenches, force: Node) -> None:
        for along_span in pushes:
            along_span(wrenches, force * sign)

    return push
