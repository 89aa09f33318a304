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


class Measures:
    """The moduli of what a model gives, for numbers of its names, by units; none is zero.

    Those of joints and elements count; where they give none those of parameters, then start values.
    """

    def __init__(self, model: Model, names: Mapping[str, float]) -> None:
        self._names, places = names, Places(model, KINDS)
        self._found: dict[str, dict[str, list[float]]] = {}
        for site in sites(model, KINDS):
            section = "elements" if site.path[0] == "joints" else str(site.path[0])
            if section in SECTIONS and (unit := places.unit(site.path)):
                sections = self._found.setdefault(SAME.get(unit, unit), {})
                sections.setdefault(section, []).extend(self._sizes(site))

    def of(self, unit: str) -> list[float]:
        """Those of a unit."""
        sections = self._found.get(unit, {})
        return next((found for name in SECTIONS if (found := sections.get(name))), [])

    def largest(self, unit: str) -> float:
        """The largest of a unit; 0 where there is none."""
        return max(self.of(unit), default=0.0)

    def _sizes(self, site: Site) -> Iterator[float]:
        """The modulus of a value that is a number other than zero at the start."""
        try:
            size = abs(value(site.value, self._names))
        except (LagrError, ArithmeticError):  # own functions, what has no value yet
            return
        if np.isfinite(size) and size > 0:
            yield size


SECTIONS = ("elements", "parameters", "start")
SAME = {"N m/A": "V s", "C/V": "F"}
"""Units that say the same; those of others differ by an angle or a length."""


def model_length(model: Model, names: Mapping[str, float]) -> float | None:
    """The largest length (m) that a model gives, for numbers of its names; None without any."""
    return Measures(model, names).largest("m") or None


def model_charge(model: Model, names: Mapping[str, float]) -> float | None:
    """How much charge (C) moves in a model, for numbers of its names; None where nothing tells.

    What its voltages put on capacitors, or capacitors have; without any what they, its currents
    and its couplings drive in its time.
    """
    known, time = Measures(model, names), duration(model)
    stored = max(known.largest("V") * known.largest("F"), known.largest("C"))
    if stored:
        return stored
    flows = [time * known.largest("A")]
    if known.of("Ohm"):
        least = min(known.of("Ohm"))
        flows += [time * known.largest("V") / least, known.largest("V s") / least]
    if known.of("H"):
        least = min(known.of("H"))
        flows += [time**2 * known.largest("V") / least, time * known.largest("V s") / least]
    return max(flows) or None


def coordinate_extents(
    model: Model, coordinates: Sequence[str], values: Mapping[str, float], q: Sequence[float]
) -> Array:
    """How far each coordinate (f,) moves where a model moves as a whole, seen from positions q.

    A radian, the length of the model, the charge that moves in it; 1 for all else and where it has
    none.
    """
    units = units_of_coordinates(model, KINDS)
    told = {units.get(name, "") for name in coordinates}
    names = {"t": model.simulation.start, **values, **dict(zip(coordinates, q, strict=True))}
    sizes = {unit: size(model, names) or 1.0 for unit, size in SIZES.items() if unit in told}
    return np.array([sizes.get(units.get(name, ""), 1.0) for name in coordinates])


SIZES = {"m": model_length, "C": model_charge}


def duration(model: Model) -> float:
    """How long a model moves (s)."""
    return abs(model.simulation.until - model.simulation.start) or 1.0
