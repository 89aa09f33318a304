"""What is drawn into the sketch beside the mechanism, as bodies come and go."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from string import ascii_uppercase
from typing import Any

from lagr_gui.model import SketchMarks

FIRST = ascii_uppercase.index("P")
LETTERS = (ascii_uppercase * 2)[FIRST : FIRST + len(ascii_uppercase)]
"""What points are called, in this order."""
_ON_BODIES = ("points", "walls", "measures")


def kept(marks: SketchMarks, bodies: Collection[int]) -> SketchMarks:
    """The marks that are on some bodies only."""
    for section in _ON_BODIES:
        marks = marks.only(section, lambda mark: _on(mark) <= {*bodies})
    return marks


def without(marks: SketchMarks, names: Collection[str]) -> SketchMarks:
    """The marks but some, which are called by their section and their place, as ``walls.0``."""
    for section in (*_ON_BODIES, "pictures"):
        left = (
            mark
            for place, mark in enumerate(getattr(marks, section))
            if f"{section}.{place}" not in names
        )
        marks = marks.having(**{section: tuple(left)})
    return marks


def of_bodies(marks: SketchMarks, bodies: Collection[int]) -> SketchMarks:
    """The marks that come along with some bodies: those on the ground alone do not."""
    marks = kept(marks, {0, *bodies})
    for section in _ON_BODIES:
        marks = marks.only(section, lambda mark: bool(_on(mark) - {0}))
    return marks.having(pictures=())


def joined(marks: SketchMarks, others: SketchMarks) -> SketchMarks:
    """The marks of two drawings in one; points of the second get names of their own."""
    for point in others.points:
        named = point.having(name=free_letter(marks)) if _taken(marks, point.name) else point
        marks = marks.having(points=(*marks.points, named))
    return marks.having(
        walls=(*marks.walls, *others.walls), measures=(*marks.measures, *others.measures)
    )


def free_letter(marks: SketchMarks) -> str:
    """What the next point is called: P, Q, … Z, A, … O, then P1 …"""
    return next(name for name in _names() if not _taken(marks, name))


def _names() -> Iterator[str]:
    yield from LETTERS
    number = 1
    while True:
        yield from (f"{letter}{number}" for letter in LETTERS)
        number += 1


def _taken(marks: SketchMarks, name: str) -> bool:
    return any(point.name == name for point in marks.points)


def _on(mark: Any) -> set[int]:
    """The bodies that a mark is on."""
    points = getattr(mark, "points", None)
    return {mark.body} if points is None else {point.body for point in points}
