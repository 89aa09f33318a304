"""What names are drawn as: arrows, points, arcs, and where in space they begin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lagr_gui.expression import Expression

_POSE = re.compile(r"([Ex])\((\d+)\)")

Kind = Literal[
    "point",
    "way",
    "direction",
    "axis",
    "axes",
    "centre",
    "moment",
    "velocity",
    "acceleration",
    "turn",
    "swing",
    "force",
    "torque",
    "length",
    "angle",
    "shift",
]
"""What of a name is drawn, and from which places.

A `point` from the origin; a `way` (m), a `direction`, an `axis` of turning (both of length 1), a
`velocity`, `acceleration` or `force` from a place; angular velocity (`turn`), angular acceleration
(`swing`) and `torque` about an axis there; the three `axes` of a tensor.  Of composite bodies the
`centre` of mass is the place, of first moments (`moment`) the point they are about, and the centre.
A `length` leads from one place to another.  The `angle` of a coordinate is about (point, axis) and
ends at a direction; its `shift` ends at (point, ) along (direction).
"""


@dataclass(frozen=True, slots=True)
class NamePicture:
    """How a name is drawn, once for each of its places; each of them are trees of vectors.

    A component is drawn as the `value` that it belongs to; others are what they are themselves.
    """

    kind: Kind
    places: tuple[tuple[Expression, ...], ...]
    value: Expression | None = None

    @property
    def trees(self) -> tuple[Expression, ...]:
        """What it and all its places are made of."""
        own = () if self.value is None else (self.value,)
        return (*own, *(tree for place in self.places for tree in place))


def pose_name(symbol: str, body: int) -> str:
    """The name of the rotation matrix E or the position x of a body as a whole: x(2)."""
    return f"{symbol}({body})"


def pose_of(name: str) -> tuple[str, int] | None:
    """Symbol and body of such a name; None for others."""
    match = _POSE.fullmatch(name)
    return (match[1], int(match[2])) if match else None
