"""The part of a motion that is there while it is being computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.simulation import Progress


class PartialMotion:
    """Grows with the reports of a running simulation: t (n,), q and qd (n, f).

    `origin` is what is simulated.
    """

    def __init__(self, coordinates: Sequence[str], origin: MotionOrigin) -> None:
        self.coordinates = tuple(coordinates)
        self.origin = origin
        self.fraction = 0.0
        self._pieces: list[Progress] = []

    def add(self, progress: Progress) -> None:
        """Append what a report brings; one that begins at the start begins everything anew."""
        first = next((piece.t[0] for piece in self._pieces if len(piece.t)), -np.inf)
        if len(progress.t) and progress.t[0] <= first:
            self._pieces.clear()  # the process ended, and its work was taken up again
        self.fraction = progress.fraction
        self._pieces.append(progress)

    @property
    def t(self) -> np.ndarray:
        """The times so far (n,)."""
        return np.concatenate([np.empty(0), *(piece.t for piece in self._pieces)])

    @property
    def q(self) -> np.ndarray:
        """The positions so far (n, f)."""
        return self._joined("q")

    @property
    def qd(self) -> np.ndarray:
        """The velocities so far (n, f)."""
        return self._joined("qd")

    def _joined(self, name: str) -> np.ndarray:
        empty = np.empty((0, len(self.coordinates)))
        return np.concatenate([empty, *(getattr(piece, name) for piece in self._pieces)])
