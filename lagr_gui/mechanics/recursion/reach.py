"""How fast bodies can move at most, per unit of the velocity of each coordinate.

These bounds are sums of lengths and rates without regard to directions.  They tell what is left
of a velocity when the parts of it cancel: something, or rounding (`lagr_gui.numerics.Slopes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import Frame, length

Reach = Mapping[int, Node]
"""Bounds by coordinate; 0 where there is none."""


@dataclass(frozen=True)
class Sway:
    """Bounds for a frame: of ω, of the velocity of its origin, and of that point's distance."""

    turn: Reach
    move: Reach
    far: Node


def sways(frames: Sequence[Frame]) -> list[Sway]:
    """Those of all frames, parents before children."""
    zero = frames[0].mass.program.zero
    reached = [Sway({}, {}, zero)]
    for frame in frames[1:]:
        before = reached[frame.parent]
        columns = {nu: column for nu, column in frame.columns.items() if nu}
        reached.append(
            Sway(
                joined(before.turn, {nu: length(turn) for nu, (turn, _) in columns.items()}),
                joined(
                    before.move,
                    stretched(before.turn, frame.span),
                    {nu: length(move) for nu, (_, move) in columns.items()},
                ),
                before.far + frame.span,
            )
        )
    return reached


def joined(*parts: Reach) -> dict[int, Node]:
    """The sum of bounds."""
    total: dict[int, Node] = {}
    for part in parts:
        for nu, bound in part.items():
            total[nu] = total[nu] + bound if nu in total else bound
    return total


def stretched(reach: Reach, factor: Node) -> dict[int, Node]:
    """Bounds times a factor that is not negative."""
    return {nu: bound * factor for nu, bound in reach.items()}


MEETING = 1e-14
"""Points that are nearer, relative to their places, are one."""


def root_beyond_rounding(square: Node, about: Node) -> Node:
    """√square of a sum of squares that are differences of terms, whose squares are `about`.

    nan where all of it may be rounding: a line between points that meet has no direction.
    """
    program = square.program
    met = program.not_above(square, about * MEETING**2)
    return program.call("sqrt", (square - met * (square + 1),))
