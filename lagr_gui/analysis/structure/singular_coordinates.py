"""Where coordinates fail: positions in which they are no valid minimal coordinates."""

from __future__ import annotations

import numpy as np

from lagr_gui import simulation
from lagr_gui.mechanics.validity import LOST, Validity
from lagr_gui.prepared import Prepared


def failing(
    prepared: Prepared, t: float, q: np.ndarray, lost: float = LOST
) -> simulation.Invalid | None:
    """The coordinates that are no valid minimal coordinates at positions q (f,)."""
    looking = prepared.kept("validity", lambda: Validity(prepared.reading))
    values = prepared.parameters.tolist()
    if names := looking.unbounded(values, t, q, lost):
        return simulation.Invalid(names, unbounded=True)
    names = looking.failing(values, t, q, lost)
    return simulation.Invalid(names) if names else None
