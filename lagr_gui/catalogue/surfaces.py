"""Surfaces of joints that slip along several freedoms at once; few models have any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import JointLoad


@dataclass(frozen=True)
class InJoint(OnCoordinate):
    """The surfaces of a joint, named by one of its coordinates, that slip along several of them.

    Measure: ``rate``, a component of the velocity of slip: of each piece of the element another
    one, in directions across each other.

    >>> from lagr_gui import GROUND, System
    >>> s = System("bush", m=1)
    >>> bush = s.body(mass="m", inertia=(0, 0, "m"))
    >>> _ = s.joint("cylindrical", GROUND, bush, "z", "phi")
    >>> _ = s.element("surface_friction", coordinate="z", radius=0.5)
    >>> print(*s.equations().of("Q"))
    Q1 = r_1 Q2 = 0.5*r_2
    """

    jointed: ClassVar = True


@dataclass(frozen=True)
class SurfaceLoad(JointLoad):
    """What presses the surfaces of a joint that moves along several coordinates.

    `radius` names the field with the radius at which turning slips, `preload` that with a force
    which presses whatever else does, `pressed` that which tells whether the reaction of the joint
    does so, too: its force in a ball, across the axis of a bush, across the plane of a plate.

    >>> from lagr_gui import GROUND, System
    >>> s = System("top", gravity=(0, 0, 0))
    >>> top = s.body(mass=1, inertia=(2, 2, 2))
    >>> _ = s.joint("spherical", GROUND, top, "a", "b", "c")
    >>> _ = s.element("surface_friction", coordinate="a", mu=0.1, radius=0.2, preload=50)
    >>> s.start(a=(0, 2))
    >>> moved = s.simulate(until=6)  # ω falls at μ r N/J = 0.5
    >>> round(float(moved.q[-1, 0]), 9), moved.changes[-1].after
    (4.0, 'sticks')
    """

    BY_REACTION: ClassVar = "reaction"
    BY_PRELOAD: ClassVar = "preload alone"
    CHOICES: ClassVar = (BY_REACTION, BY_PRELOAD)

    preload: str = ""
    pressed: str = ""
