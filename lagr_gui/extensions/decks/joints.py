"""The joints that the motions on the cards describe, drawn as plainly as they are.

A turn about a coordinate axis is a revolute joint, a slide along one a prismatic joint, no
motion at all a fixed joint; everything else is a general joint with R and z′ as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lagr_gui.catalogue import JOINTS
from lagr_gui.expression import TIME, Expression, Number, Symbol, symbols
from lagr_gui.extensions.decks.cards import fail
from lagr_gui.extensions.decks.motion import Poses, Steps, Trees
from lagr_gui.extensions.decks.records import SystemCards
from lagr_gui.extensions.decks.vocabulary import coordinate
from lagr_gui.extensions.decks.words import matrix_of, vector_of
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.vectors import plus
from lagr_gui.model import Joint
from lagr_gui.model.record import IDENTITY, ZERO


@dataclass(frozen=True)
class CardMotion:
    """The motion of a body as its cards give it."""

    body: int
    steps: Steps

    def coordinates(self, freedoms: int) -> list[int]:
        """The coordinates on which the motion depends."""
        names = self.steps.symbols
        return [i for i in range(1, freedoms + 1) if Symbol(coordinate(i)) in names]


def joints(motions: list[CardMotion], poses: Poses, cards: SystemCards) -> tuple[Joint, ...]:
    """One joint for each body, in the order of the coordinates.

    Raises LagrError where a coordinate moves nothing, or a motion depends on velocities.
    """
    owned = _owned(motions, cards)
    plain = sorted((indices or [cards.freedoms + 1], number) for number, indices in owned.items())
    order = [number for _, number in plain]
    rising = [index for number in order for index in owned[number]]
    ordered = rising == sorted(rising)
    if not ordered:
        order = [motion.body for motion in motions]
    drawn: list[Joint] = []
    for place, number in enumerate(order):
        steps = motions[number - 1].steps
        used = motions[number - 1].coordinates(cards.freedoms)
        if ordered:
            drawn.append(_joint(number, steps, owned[number], used, poses))
        else:
            every = list(range(1, cards.freedoms + 1)) if place == 0 else []
            drawn.append(_general(number, steps, every, poses))
    return tuple(drawn)


def _owned(motions: list[CardMotion], cards: SystemCards) -> dict[int, list[int]]:
    """Each coordinate belongs to the first body whose motion it enters."""
    left = set(range(1, cards.freedoms + 1))
    owned: dict[int, list[int]] = {}
    for motion in motions:
        if any(symbol.order for symbol in motion.steps.symbols):
            cause = say("The motion of body {body} depends on a velocity QP.", body=motion.body)
            fail(cards.place, cause, "It depends on coordinates Q and on the time only.")
        owned[motion.body] = [i for i in motion.coordinates(cards.freedoms) if i in left]
        left -= set(owned[motion.body])
    if left:
        names = ", ".join(f"Q({index})" for index in sorted(left))
        cause = say(
            "F is {freedoms}, but {names} moves no body.", freedoms=cards.freedoms, names=names
        )
        fail(cards.place, cause, "Correct F, or the motion of the bodies.")
    return owned


def _joint(number: int, steps: Steps, indices: list[int], used: list[int], poses: Poses) -> Joint:
    still = all(_constant(tree) for tree in (*steps.c_k, *steps.c_l))
    if still and indices == used and len(indices) <= 1:
        unmoved = matrix_of(steps.R) == IDENTITY
        if indices and (turning := _turning(steps, indices[0], poses, unmoved)):
            kind, fields = turning
            return _record(number, kind, steps, indices, **fields)
        if not indices and unmoved and all(_constant(tree) for tree in steps.z):
            return _record(number, "fixed", steps, indices, point_parent=_ahead(steps.c_k, steps.z))
    return _general(number, steps, indices, poses)


def _turning(
    steps: Steps, index: int, poses: Poses, unmoved: bool
) -> tuple[str, dict[str, Any]] | None:
    """A revolute or prismatic joint of one coordinate, where the cards describe one."""
    q = Symbol(coordinate(index))
    if unmoved:
        slide = poses.slide(steps.z, q)
        if slide and all(_constant(tree) for tree in slide[1]):
            axis, rest = slide
            return "prismatic", {"axis": axis, "point_parent": _ahead(steps.c_k, rest)}
        return None
    if all(_constant(tree) for tree in steps.z) and (axis := poses.spin(steps.R, q)):
        return "revolute", {"axis": axis, "point_parent": _ahead(steps.c_k, steps.z)}
    return None


def _ahead(c_k: Trees, rest: Trees) -> Any:
    """The joint point on the reference body with a constant distance added."""
    if vector_of(rest) == ZERO:
        return vector_of(c_k)
    poses = Poses()
    total = plus(poses.vector(c_k), poses.vector(rest))
    return vector_of([entry.tree() for entry in total])


def _general(number: int, steps: Steps, indices: list[int], poses: Poses) -> Joint:
    if all(_constant(tree) for tree in (*steps.c_k, *steps.c_l)):
        points = {"point_parent": vector_of(steps.c_k), "point_child": vector_of(steps.c_l)}
        distance = vector_of(steps.z)
    else:
        points = {"point_parent": ZERO, "point_child": ZERO}
        distance = vector_of(poses.folded(steps))
    return _record(
        number, "general", steps, indices, rotation=matrix_of(steps.R), distance=distance, **points
    )


def _record(number: int, kind: str, steps: Steps, indices: list[int], **fields: Any) -> Joint:
    points = {"point_child": vector_of(steps.c_l)} | fields
    return JOINTS[kind].record(
        name=f"joint {number}",
        kind=kind,
        parent=steps.reference,
        child=number,
        coordinates=tuple(coordinate(index) for index in indices),
        **points,
    )


def _constant(tree: Expression) -> bool:
    """Whether a tree holds numbers and parameters only."""
    if isinstance(tree, Number):
        return True
    return not any(s.order or s.name == TIME or _is_coordinate(s) for s in symbols(tree))


def _is_coordinate(symbol: Symbol) -> bool:
    return symbol.name.startswith("q") and symbol.name[1:].isdigit()
