"""Geometries of contacts that few models have: balls that collide, followers beside curves."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.catalogue.geometry import Line, Slot


@dataclass(frozen=True)
class BallGap(Line):
    """The same line between balls about its ends, which touch when it is shortest: it is a gap.

    The first ball has the part `share` of the least distance as its radius.  Measures besides:
    ``slip_1``, ``slip_2``, the velocity of the first ball over the second where they touch, across
    the line and across `across` (fixed in the second body), and across the line and that.

    >>> from lagr_gui import GROUND, System
    >>> s = System("discs", gravity=(0, 0, 0))
    >>> a, b = (s.body(mass=1, inertia=(0, 0, 1)) for _ in range(2))
    >>> _ = s.joint("planar", GROUND, a, "x", "y", "phi")
    >>> _ = s.joint("planar", GROUND, b, "u", "v", "psi")
    >>> _ = s.element("bumper", body_a=a, body_b=b, distance=1, mu=1, restitution=1)
    >>> s.start(x=-0.5, y=(-0.005, 0.1), u=(0.55, -1))
    >>> impact, *_ = s.simulate(until=0.1).impacts
    >>> [round(float(w), 9) for w in impact.after]  # the slip of 0.1 m/s stops
    [-1.0, 0.06, -0.02, 0.0, 0.04, -0.02]
    """

    share: str = "share"
    distance: str = "distance"
    across: str = "across"

    @property
    def directions(self) -> tuple[str, ...]:
        """The one across which slips are told."""
        return (self.across,)


@dataclass(frozen=True)
class Track(Slot):
    """A roller or a point of a body that goes beside such a curve, and may lift off it.

    It stays over y = f(x), or (`polar`) outside r = f(θ), θ from `along` on about `normal`.  The
    curve is the way of its centre, `radius` away from what it touches.  Measures: ``gap``, beside
    the curve the distance from it; ``slip_1``, ``slip_2``, the velocity of its touching point over
    the curve, the way x or θ grows, and along the normal of the plane.

    >>> from lagr_gui import GROUND, System
    >>> s = System("hill", R=1)
    >>> bead = s.body(mass=1, inertia=(0, 0, 1))
    >>> _ = s.joint("planar", GROUND, bead, "x", "y", "phi")
    >>> _ = s.element("follower", "hill", body=bead, curve="-x^2/(2*R)", restitution=0)
    >>> s.start(x=(0, 4))  # it leaves at once: v² > R g
    >>> s.simulate(until=0.1).contacts
    ((0.0, ()),)
    """

    radius: str = "radius"
    polar: bool = False

    @property
    def profile(self) -> str:
        """The curve, where it is about the origin."""
        return self.curve if self.polar else ""
