"""What one unit of each coordinate is beside the size of the model: thresholds are parts of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model
from lagr_gui.model.quantities import Places, units_of_coordinates
from lagr_gui.model.sites import Site, sites
from lagr_gui.problem import LagrError


def model_length(model: Model, names: Mapping[str, float]) -> float | None:
    """The largest length (m) that a model gives, for numbers of its names; None without any.

    Those of joints and elements count; where they give none those of parameters, then start values.
    """
    places = Places(model, KINDS)
    measures: dict[str, list[float]] = {"geometry": [], "parameters": [], "start": []}
    for site in sites(model, KINDS):
        section = str(site.path[0])
        section = "geometry" if section in ("joints", "elements") else section
        if section in measures and places.unit(site.path) == "m":
            measures[section] += _sizes(site, names)
    return next((max(some) for some in measures.values() if some), None)


def _sizes(site: Site, names: Mapping[str, float]) -> Iterator[float]:
    """The modulus of a value that is a number other than zero at the start."""
    try:
        size = abs(value(site.value, names))
    except (LagrError, ArithmeticError):  # own functions, what has no value yet
        return
    if np.isfinite(size) and size > 0:
        yield size


def coordinate_extents(
    model: Model, coordinates: Sequence[str], values: Mapping[str, float], q: Sequence[float]
) -> Array:
    """How far each coordinate (f,) moves where a model moves as a whole, seen from positions q.

    A radian, the length of the model for displacements, 1 for all else and where it has no length.
    """
    units = units_of_coordinates(model, KINDS)
    if not any(units.get(name) == "m" for name in coordinates):
        return np.ones(len(coordinates))
    names = {"t": model.simulation.start, **values, **dict(zip(coordinates, q, strict=True))}
    length = model_length(model, names) or 1.0
    return np.array([length if units.get(name) == "m" else 1.0 for name in coordinates])


def duration(model: Model) -> float:
    """How long a model moves (s)."""
    return abs(model.simulation.until - model.simulation.start) or 1.0
