"""Poses of frames and points as chains of turns and slides, shared as far as they agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lagr_gui.expression import Expression, Sum, symbols
from lagr_gui.extensions.autolev.record import Script
from lagr_gui.extensions.autolev.trees import UNITS, ZERO, Axis, Term, negative, total
from lagr_gui.foundation.message import say

Offset = tuple[Expression, Expression, Expression]
NOWHERE: Offset = (ZERO, ZERO, ZERO)


class ScriptTurn(NamedTuple):
    """A turn by an angle about an axis."""

    axis: Axis
    angle: Expression


Path = tuple[ScriptTurn, ...]


@dataclass(frozen=True)
class RigidNode:
    """A rigid frame: what it hangs on, from where, and how it moves there.

    `turn` tells a turn about the axis from a slide along it; `path` are the turns from the frame
    at rest on.
    """

    above: RigidNode | None = None
    start: Offset = NOWHERE
    axis: Axis = UNITS[0]
    amount: Expression = ZERO
    turn: bool = True
    path: Path = ()


GROUND = RigidNode()
Seat = tuple[RigidNode, Offset]
"""A rigid frame and a place in it."""


class Chains:
    """Where the frames and points of a script are."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.paths: dict[str, Path] = {script.newtonian: ()}

    def path(self, frame: str) -> Path:
        """The turns from the frame at rest to another. Raises ValueError where there are none."""
        if frame not in self.paths:
            if frame not in self.script.turns:
                raise ValueError(
                    say("a SIMPROT for the frame {frame}, or {frame}.Rotate…", frame=frame.upper())
                )
            above, axis, angle = self.script.turns[frame]
            script_turns, seen = self.script.turns, {frame}
            at = above
            while at in script_turns and at not in seen:
                seen.add(at)
                at = script_turns[at][0]
            if at in seen:
                raise ValueError(say("frames that do not turn in a circle"))
            turns = (ScriptTurn(axis, angle),) if angle != ZERO else ()
            self.paths[frame] = (*self.path(above), *turns)
        return self.paths[frame]

    def position(self, point: str) -> list[Term]:
        """The place of a point, from the first point of a position vector on."""
        positions = self.script.positions
        origins = {name.split("_")[1] for name in positions} - {n.split("_")[2] for n in positions}
        if point in origins:
            return []
        vectors_to = [name for name in positions if name.split("_")[2] == point]
        if not vectors_to:
            raise ValueError(
                say("a position P_…_{point}>, or {point}.Translate(…)", point=point.upper())
            )
        above = vectors_to[0].split("_")[1]
        return [*(self.position(above) if above not in origins else []), *positions[vectors_to[0]]]

    def seat(self, point: str, frame: str = "") -> Seat:
        """The rigid frame that a point belongs to; that of a body is turned as the body is."""
        node, offset, path = GROUND, NOWHERE, ()
        for coefficient, along, axis in _apart(self.position(point)):
            wanted = self.path(along)
            if wanted != path:
                node, offset = self._turned(node, offset, path, wanted)
                path = wanted
            if self.moves(coefficient):
                node = RigidNode(node, offset, UNITS[axis - 1], coefficient, False, path)
                offset = NOWHERE
            else:
                entries = list(offset)
                entries[axis - 1] = total(entries[axis - 1], coefficient)
                offset = (entries[0], entries[1], entries[2])
        if frame and self.path(frame) != path:
            node, offset = self._turned(node, offset, path, self.path(frame))
        return node, offset

    def moves(self, tree: Expression) -> bool:
        still = {*self.script.constants, *self.script.given}
        return any(symbol.name not in still for symbol in symbols(tree))

    def _turned(self, node: RigidNode, offset: Offset, path: Path, wanted: Path) -> Seat:
        """The frame turned to another path at a place."""
        same = _shared(path, wanted)
        back = [ScriptTurn(turn.axis, negative(turn.angle)) for turn in reversed(path[same:])]
        rest = wanted[same:]
        turns = (*merged((*back, *rest[:1])), *rest[1:])
        if not turns:
            return node, offset
        for turn in turns:
            node = RigidNode(node, offset, turn.axis, turn.angle, True, (*node.path, turn))
            offset = NOWHERE
        # However it got there, a frame is known by the shortest path to it.
        return RigidNode(node.above, node.start, node.axis, node.amount, node.turn, wanted), offset


def is_shared(axis: Axis, one: Path, other: Path) -> bool:
    """Whether frames that are turned by two paths have an axis in common."""
    same = _shared(one, other)
    return all(turn.axis == axis for turn in (*one[same:], *other[same:]))


def _shared(one: Path, other: Path) -> int:
    """How many turns two paths begin with together."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def merged(turns: Path) -> Path:
    """Turns about the same axis one after the other are one turn."""
    joined: list[ScriptTurn] = []
    for turn in turns:
        if joined and joined[-1].axis == turn.axis:
            angle = total(joined.pop().angle, turn.angle)
            turn = ScriptTurn(turn.axis, angle)
        if turn.angle != ZERO:
            joined.append(turn)
    return tuple(joined)


def _apart(terms: list[Term]) -> list[Term]:
    """Terms whose coefficients are no sums."""
    return [
        (part, frame, axis)
        for coefficient, frame, axis in terms
        for part in (coefficient.terms if isinstance(coefficient, Sum) else (coefficient,))
    ]
