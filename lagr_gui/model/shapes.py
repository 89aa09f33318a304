"""How bodies look, and the solids of which one may consist."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import StrictBool

from lagr_gui.model.record import ZERO, Color, Line, Name, Record, Scalar, Vector

_PAINT = re.compile("#[0-9a-fA-F]{6}")


def paint(color: str) -> str:
    """A colour as it can be drawn, such as ``#2f6db3``; empty where the text is none."""
    return color if _PAINT.fullmatch(color) else ""


class Solid(Record):
    """A homogeneous solid of a body; of its dimensions (m) those count that its form has.

    A box has a size along x, y, z; a cylinder radius and length along its z axis, a tube also an
    inner radius; a cone stands on its base at z = 0; a capsule is a cylinder with half a ball on
    each end; a rod is thin, with a `section` (m²); a plate has `corners` (x, y), which go round
    from x to y, and a thickness; a mesh is a `file` beside the model with lengths that are times
    `scale` m.

    The solid lies with its origin `at` a place of the body, from the origin of the body in its
    axes, and is turned by the angles `turn` (rad) about the axes x, y, z of the body, one after
    the other.  Its `density` (kg/m³) is typed or that of a `material`, or its `mass` (kg) is
    typed.  A `hole` takes away.
    """

    form: Literal[
        "box", "cylinder", "tube", "sphere", "cone", "capsule", "rod", "plate", "mesh"
    ] = "box"
    size: Vector = ZERO
    radius: Scalar = 0
    inner: Scalar = 0
    length: Scalar = 0
    section: Scalar = 0
    thickness: Scalar = 0
    corners: tuple[tuple[Scalar, Scalar], ...] = ()
    file: Line = ""
    scale: Scalar = 1
    at: Vector = ZERO
    turn: Vector = ZERO
    material: Name = ""
    density: Scalar | None = None
    mass: Scalar | None = None
    hole: StrictBool = False
    color: Color = ""


class Shape(Record):
    """How a body is displayed; it never enters physics.

    `size` holds three lengths in body axes (m); a rod, cylinder, disc or wheel lies along
    `axis`.  A bead is a ring about its `axis`, threaded on the hoop or line along which it moves.
    A frame is made of tubes between the joints of the body and has no size.  A body that is
    composed looks like its `solids`.
    """

    form: Literal[
        "point", "sphere", "bead", "rod", "box", "cylinder", "disc", "wheel", "frame", "composed"
    ] = "box"
    size: Vector = (0.2, 0.2, 0.2)
    axis: Literal["x", "y", "z"] = "y"
    color: Color = ""
    solids: tuple[Solid, ...] = ()
