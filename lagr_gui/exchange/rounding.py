"""Numbers to be read: what is only rounding is shown as 0. Files and JSON keep every digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.system import Array

PART = 1e-13
"""Below this part of the largest of its kind a number is rounding."""

LEAST = {"rad": 1e-13, "m": 1e-15}
"""No angle or length of a machine is that small; charges may be."""

MATRIX_PART = 1e-14
"""The same for entries of M, D, G, K, N in the scale of the inertias."""

DEGREES = 4
"""Decimal places of a phase in degrees."""


def positions(values: Array, coordinates: Sequence[str], units: Mapping[str, str]) -> Array:
    """Positions (f,) of coordinates, of which `units` holds the units."""
    sorts = np.array([units.get(name, "") for name in coordinates])
    shown = np.array(values, float)
    for sort in dict.fromkeys(sorts.tolist()):
        of_sort = sorts == sort
        limit = max(LEAST.get(sort, 0.0), PART * float(np.max(np.abs(shown[of_sort]))))
        shown[of_sort] = np.where(np.abs(shown[of_sort]) > limit, shown[of_sort], 0.0)
    return shown


def alike(values: Sequence[float]) -> list[float]:
    """Numbers of one sort, such as the energies of several positions."""
    limit = PART * max(map(abs, values), default=0.0)
    return [value if abs(value) > limit else 0.0 for value in values]


def phase(entry: complex) -> float:
    """The phase of an amplitude in degrees, above −180 and up to 180."""
    degrees = round(float(np.degrees(np.angle(entry))), DEGREES) + 0.0
    return 180.0 if degrees == -180.0 else degrees


def matrices(linear: Linearization) -> dict[str, Array]:
    """M, D, G, K, N; entries are compared with the largest frequency that there is."""
    found = {name: np.asarray(getattr(linear, name), float) for name in "MDGKN"}
    inertia = np.abs(np.diag(linear.M))
    scale = 1 / np.sqrt(np.where(inertia > 0, inertia, 1.0))
    unit = np.outer(scale, scale)

    def largest(*names: str) -> float:
        tables: list[NDArray[np.float64]] = [np.abs(found[name]) * unit for name in names]
        return max(float(np.max(table, initial=0.0)) for table in tables)

    usual = max(largest("D", "G"), np.sqrt(largest("K", "N")))
    limits = {"M": 1.0, "D": usual, "G": usual, "K": usual**2, "N": usual**2}
    return {
        name: np.where(np.abs(table) * unit > MATRIX_PART * limits[name], table, 0.0)
        for name, table in found.items()
    }


def column(values: Array, linear: Linearization) -> Array:
    """One column (p,) of B, its entries compared in the scale of the inertias."""
    sizes = np.abs(values) / np.sqrt(np.abs(np.diag(linear.M)))
    return np.where(sizes > MATRIX_PART * np.max(sizes, initial=0.0), values, 0.0)
