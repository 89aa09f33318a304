"""A frame on a body and a body that is held in it: where a bushing acts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lagr_gui.catalogue.geometry import BetweenPoints, InPlane


@dataclass(frozen=True)
class Mount(BetweenPoints, InPlane):
    """A frame at a point of one body, and a point of another with the axes of that body.

    The frame has its z along `normal`, its x along `along` (both in the first body), and y across
    both.  The second body is at rest in it where the points meet and the axes of both bodies are
    parallel.  Measures: ``shift_x``, ``shift_y``, ``shift_z``, the way from the first point to the
    second along the axes of the frame; ``turn_x``, ``turn_y``, ``turn_z``, the angles θₖ of the
    second body about them, tan θₖ/2 = nₖ tan θ/2 of a turn by θ about n; their rates ``speed_x`` …
    and ``spin_x`` ….

    >>> from lagr_gui import GROUND, System
    >>> s = System("disc", J=1)
    >>> disc = s.body(inertia=(0, 0, "J"))
    >>> _ = s.joint("revolute", GROUND, disc, "phi")
    >>> _ = s.element("bushing", body_a=GROUND, body_b=disc, c_turn=(0, 0, 7))
    >>> print(*s.equations().of("U"))
    U = 7*phi^2/2
    """

    framed: ClassVar = True
