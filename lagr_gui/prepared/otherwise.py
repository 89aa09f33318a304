"""A prepared system in other coordinates."""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.reading import Reading
from lagr_gui.prepared.prepared import Prepared


def read_otherwise(prepared: Prepared, reading: Reading, more: Array, mark: str) -> Prepared:
    """The same system read in other coordinates, with more parameters: what moves and binds it.

    The `mark` tells these coordinates from others of the same physics.
    """
    copy: Prepared = object.__new__(Prepared)
    parts = ("drawn", "special", "model", "expansion", "topology")
    numbers = ("values", "start_values", "extents")
    copy.__dict__.update({name: getattr(prepared, name) for name in (*parts, *numbers)})
    copy.__dict__.update(
        reading=reading,
        physics=f"{prepared.physics}\n{mark}",
        parameters=np.concatenate([prepared.parameters, more]),
    )
    return copy
