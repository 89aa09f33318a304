"""The signs of a mechanism on paper: in black, grey, and soft colours of the bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery import symbols
from lagr_gui.scenery.signs import Sign

PIXEL = 0.026
"""What a pixel of the sketch is on paper (cm)."""
INK, GREY, BODY, PAPER = "#000000", "#737373", "#7b8794", "#ffffff"
COUNTED = "#1f5fa8"
"""The colour of coordinates."""
SOFT = 0.72
"""How much of white is in the colour that fills a body."""
DOT, CENTRE = 6.0, 2.2
"""Radii of a point mass and of a centre of mass (pixels)."""
ROUND = 24
"""Corners of a circle."""
FINE = 0.5
"""Corners that are nearer to the last one (pixels) are left out."""
THIN, FINE_LINE, LINE, BAR, BEAM, TUBE = 0.4, 0.6, 0.8, 1.0, 1.8, 2.2
"""Widths (pt) of hatching, of arcs and arrows of coordinates, of lines, of bars to joints, of beams
and of frames."""


@dataclass(frozen=True, eq=False)
class SketchSign:
    """Lines (n, 2) of a width (pt) and a colour, or areas where there is a `fill`.

    They are in pixels, later on paper (cm), where y points upwards.

    Of several areas what lies in an even number of them is a hole.
    """

    ways: tuple[Array, ...]
    width: float = LINE
    ink: str = INK
    fill: str = ""


class _Pen(NamedTuple):
    """Width (pt) and colours of a sign; `radius` is that of its disc where it is not the usual."""

    width: float = LINE
    ink: str = INK
    fill: str = ""
    radius: float = 0.0


_OF_BODY = "body"
PENS: Mapping[str, _Pen] = {
    "plane": _Pen(THIN, GREY, _OF_BODY),
    "wall": _Pen(BAR),
    "support": _Pen(BAR),
    "hatching": _Pen(THIN, GREY),
    "foot": _Pen(fill=PAPER),
    "rail": _Pen(),
    "slider": _Pen(fill=PAPER),
    "hoop": _Pen(),
    "spring": _Pen(),
    "dashpot": _Pen(),
    "friction": _Pen(),
    "rope": _Pen(),
    "torsion in space": _Pen(THIN),
    "pulley": _Pen(fill=PAPER),
    "teeth": _Pen(THIN, fill=_OF_BODY),
    "solid": _Pen(fill=_OF_BODY),
    "body": _Pen(fill=_OF_BODY),
    "face": _Pen(THIN, fill=_OF_BODY),
    "mark": _Pen(THIN),
    "cable": _Pen(),
    "beam": _Pen(BEAM),
    "edge": _Pen(BEAM),
    "bar": _Pen(BAR, GREY),
    "tube": _Pen(TUBE, GREY),
    "weld": _Pen(fill=INK),
    "hinge": _Pen(fill=PAPER),
    "ball": _Pen(fill=INK),
    "cross": _Pen(BAR),
    "point": _Pen(fill=INK, radius=DOT),
    "centre": _Pen(fill=INK, radius=CENTRE),
    "drive": _Pen(),
    "motor": _Pen(fill=PAPER),
    "eye": _Pen(fill=PAPER),
    "eye dot": _Pen(fill=INK),
    "load": _Pen(BAR),
    "datum": _Pen(THIN, GREY),
    "coordinate": _Pen(FINE_LINE, COUNTED),
}
"""What is not there is not seen on paper."""


def inked(signs: Iterable[Sign]) -> Iterator[SketchSign]:
    """Signs as they are seen on paper."""
    for sign in signs:
        if sign.role in PENS:
            width, ink, fill, radius = PENS[sign.role]
            if fill == _OF_BODY:
                color = sign.figure.color if sign.figure else ""
                fill = softened(sign.color or color or BODY)
            yield SketchSign(tuple(_lines(sign, radius or sign.radius)), width, ink, fill)


def _lines(sign: Sign, radius: float) -> Iterator[Array]:
    """Its chains of lines: those of circles, of dashes, those without corners nobody sees."""
    if radius:
        phi = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
        circle = radius * np.column_stack([np.cos(phi), np.sin(phi)])
        yield from (middle + circle for middle in sign.lines[0])
    elif sign.dashed:
        yield from (*symbols.dashes(sign.lines[0]), *sign.lines[1:])
    else:
        yield from map(fine, sign.lines) if sign.role in ("teeth", "solid") else sign.lines


def softened(color: str) -> str:
    """A colour (``#rrggbb``) with much white in it."""
    parts = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round((1 - SOFT) * part + SOFT * 255):02x}" for part in parts)


def fine(points: Array) -> Array:
    """An outline (n, 2) without corners that nobody sees."""
    kept: list[Array] = []
    for point in points:
        if not kept or float(np.abs(point - kept[-1]).max()) >= FINE:
            kept.append(point)
    return np.array(kept)


def edges(shapes: Sequence[SketchSign]) -> tuple[Array, Array]:
    """The least and the greatest pixels (2,) of signs."""
    points = np.concatenate([line for sign in shapes for line in sign.ways])
    return points.min(axis=0), points.max(axis=0)
