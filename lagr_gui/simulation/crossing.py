"""How explicit methods step over dead positions.

Where conditions become dependent on each other (bars in line) the motion itself is smooth, but
accelerations hold rounding that grows like the inverse cube of the distance.  A method that
trusts its error estimate there takes ever smaller steps and resolves how rounding leads onto
another branch.  So near a dead position the last good step is taken once more, with tolerances
that only ask for the branch: its true error is that of the steps before.
"""

from __future__ import annotations

from typing import Any

from lagr_gui.simulation.settings import Settings

LOOSE = 1e-8
"""Tolerances near a dead position."""

PATIENCE = 3
"""Steps that may be taken so in a row."""

STUCK = 10
"""Steps in a row near a dead position after which the method should have got away."""

TINY = 1e-3
"""A step below this part of a good one leads nowhere."""

FADING = 0.7
"""How the length of good steps is forgotten."""


class Crossing:
    """Watches the steps of an explicit method."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stride = 0.0
        self._count = 0
        self._last = 0.0

    @property
    def is_stuck(self) -> bool:
        """Whether the method does not get away from a dead position."""
        return self._count >= STUCK and self._last < TINY * self._stride

    def adjust(self, solver: Any, near: bool) -> None:
        """Choose tolerances and length of the next step; `near` a dead position or not."""
        settings = self._settings
        if not near:
            self._stride = max(solver.h_previous, FADING * self._stride)
            self._count = 0
        else:
            self._count += 1
        self._last = solver.h_previous
        if near and self._stride > 0 and self._count <= PATIENCE:
            solver.rtol, solver.atol = max(LOOSE, settings.rtol), max(LOOSE, settings.atol)
            solver.max_step = min(self._stride, settings.max_step)
            solver.h_abs = solver.max_step
        else:
            solver.rtol, solver.atol = settings.rtol, settings.atol
            solver.max_step = settings.max_step
