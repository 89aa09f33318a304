"""Geometries of what has shapes that touch, and the law of what is sunk in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lagr_gui.catalogue.geometry import BetweenPoints, ElementGeometry, Side


@dataclass(frozen=True)
class Block(ElementGeometry):
    """A ball of a body beside a block of another one.

    The block has half-lengths along `axis`, along the direction across that which a `Contact`
    without one has, and across both.  Measures: ``out_x``, ``out_y``, ``out_z``, how far the
    centre of the ball is beyond the ends of the block along these directions (0 between them);
    ``slip_1``, ``slip_2``, the velocity of the touching point of the ball across the way from the
    block to it; ``depth`` and ``closing`` as those of a `Contact`.
    """

    side: ClassVar = Side.GROUND
    named: ClassVar = ("body", "ground")
    apart: ClassVar = True
    shaped: ClassVar = True
    body: str = "body"
    centre: str = "centre"
    radius: str = "radius"
    ground: str = "ground"
    origin: str = "origin"
    axis: str = "axis"
    half: str = "half"
    rounding: str = "rounding"


@dataclass(frozen=True)
class Plate(Block):
    """A ball of a body beside a flat plate of another one, whose outline is convex.

    `corners` names the fields of its corners about `origin`, all across `axis`, about which they
    go counter-clockwise.  Measures: ``distance`` of the centre of the ball from the plate; those
    of a `Block` but how far it is beyond.
    """

    corners: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shapes(BetweenPoints):
    """Two shapes about points of two bodies; what of them may touch tells a kind by its pieces.

    >>> from lagr_gui import GROUND, System
    >>> s = System("balls")
    >>> ball = s.body(mass=1)
    >>> _ = s.joint("prismatic", GROUND, ball, "x")
    >>> balls = {"shape_a": "ball", "radius_a": 0.1, "shape_b": "ball", "radius_b": 0.3}
    >>> _ = s.element("contact", body_a=ball, body_b=GROUND, **balls)
    >>> s.start(x=(1, -2))
    >>> round(float(s.simulate(until=1).impacts[0].t), 9)
    0.3
    """

    shaped: ClassVar = True

    @property
    def directions(self) -> tuple[str, ...]:
        """The axes of both."""
        return "axis_a", "axis_b"


@dataclass(frozen=True)
class Cushion:
    """What presses against a measure by which it is sunk in, and takes the power of that.

    `force` is an expression in fields and measures, of position and of velocity.

    >>> from lagr_gui import GROUND, System
    >>> s = System("ball", gravity=(0, 0, 0))
    >>> ball = s.body(mass=2)
    >>> _ = s.joint("prismatic", GROUND, ball, "y", axis=(0, 1, 0))
    >>> _ = s.element("soft_contact", body_a=ball, radius_a=0.1, stiffness=1000, exponent=1)
    >>> print(*s.equations().of("Q"))
    Q1 = 50*abs(10*y - 1) - 500*y + 50
    """

    force: str
    along: str
