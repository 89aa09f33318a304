"""Points that a question names: from the origin of a body, as the drawing has them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.model.record import ZERO


def centre_of(model: Model, body: int, values: Mapping[str, float]) -> Array:
    """Where the centre of mass lies from the origin of a body as it was drawn (3,), m."""
    centre = model.body(body).drawn_centre if body else ZERO
    return np.array([float(value(entry, values)) for entry in centre])
