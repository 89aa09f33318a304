"""Conditions on the motion as DEPENDENT of a script, and the speeds that depend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lagr_gui.expression import Expression
from lagr_gui.extensions.autolev.poses import ScriptPoses, Words
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import ONE, Trees, negative, scaled, total
from lagr_gui.message import say
from lagr_gui.numerics import independent, scales
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.constraints import place_of


class ScriptBinding(NamedTuple):
    """What is zero, and the coordinates whose speeds follow from the others."""

    rows: tuple[str, ...]
    speeds: tuple[str, ...]


def dependents(prepared: Prepared, poses: ScriptPoses, words: Words) -> ScriptBinding:
    """Independent conditions; refusals of those that a script cannot state go to the poses."""
    binding = prepared.conditions
    if binding is None or poses.problems:
        return ScriptBinding((), ())
    rows = [row for entry in prepared.reading.constraints for row in _rows(entry, poses, words)]
    if poses.problems:
        return ScriptBinding((), ())
    rows = ["" if bent else row for row, bent in zip(rows, binding.bent, strict=True)]
    f = len(prepared.coordinates)
    start = prepared.start
    found = binding.at(start.t, np.array(start.q[:f]), np.array(start.qd[:f]))
    scale = scales(found.g)
    stated = np.array([0.0 if row else 1.0 for row in rows])
    held = independent(found.rows, scale, stated)
    wanting = {binding.sources[n]: None for n in held if not rows[n]}
    for source in wanting:
        poses.refuse(place_of(source), say("A script has no such condition."))
    table = found.rows.even(scale)[0][held]
    speeds = _pivots(table)
    return ScriptBinding(
        tuple(rows[n] for n in held), tuple(prepared.coordinates[n] for n in sorted(speeds))
    )


def _pivots(table: np.ndarray) -> list[int]:
    """Columns that are independent, the largest first."""
    rest, found = table.astype(float).copy(), list[int]()
    for _ in range(len(table)):
        column = int(np.argmax((rest**2).sum(axis=0)))
        found.append(column)
        along = rest[:, column] / np.linalg.norm(rest[:, column])
        rest -= np.outer(along, along @ rest)
    return found


def _rows(entry: Closure | Part, poses: ScriptPoses, words: Words) -> Iterator[str]:
    """The texts of the rows of a condition; empty where a script has none."""
    if isinstance(entry, Closure):
        yield from _closed(entry, poses)
        return
    fields = entry.tree
    match entry.record.kind:
        case "position_condition":
            yield _rate(fields("zero"), words)
        case "velocity_condition":
            yield words(fields("zero"))
        case "prescribed_motion":
            motion = negative(fields("motion"))
            yield _rate(total((entry.coordinate("coordinate"), motion)), words)
        case "gear":
            a, b = entry.coordinate("coordinate_a"), entry.coordinate("coordinate_b")
            terms = (a, negative(scaled(fields("ratio"), b)), negative(fields("offset")))
            yield _rate(total(terms), words)
        case "skid" if not entry.value("ground"):
            point = poses.point(entry.value("body"), entry.trees("point"), entry.record.name)
            across = poses.vector(entry.trees("across"), poses.frames[entry.value("body")])
            yield f"DOT(V_{point}_N>, {across})"
        case "coincidence":
            ends = [
                poses.point(entry.value(f"body_{e}"), entry.trees(f"point_{e}"), entry.record.name)
                for e in "ab"
            ]
            for axis in entry.value("directions"):
                yield _apart(ends[0], ends[1], "xyz".index(axis) + 1)
        case _:
            poses.refuse(entry.place(entry.kind.title), say("A script has no such condition."))


def _closed(entry: Closure, poses: ScriptPoses) -> Iterator[str]:
    """Two points stay together; that axes stay parallel a script cannot state."""
    numbers, at = (entry.child, entry.parent), (entry.point_child, entry.point_parent)
    if not all(number in poses.frames for number in numbers):
        yield from ("" for _ in entry.conditions)
        return
    ends: list[str] = []
    for number, point, end in zip(numbers, at, "ab", strict=True):
        ends.append(poses.point(number, point, f"{entry.joint} {end}"))
    for condition in entry.conditions:
        axis = _along(condition.direction) if isinstance(condition, Offset) else 0
        held = isinstance(condition, Offset) and not condition.in_parent and axis
        yield _apart(ends[0], ends[1], axis) if held else ""


def _along(direction: Trees) -> int:
    return next((n + 1 for n in range(3) if direction[n] == ONE), 0)


def _apart(first: str, second: str, axis: int) -> str:
    return f"DOT(V_{first}_N> - V_{second}_N>, N{axis}>)"


def _rate(tree: Expression, words: Words) -> str:
    """The rate of what is zero."""
    return f"DT({words(tree)})"
