"""What one unit of each coordinate is beside the size of the model: thresholds are parts of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from lagr_gui.catalogue import KINDS
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.model import Model
from lagr_gui.model.quantities import Places, units_of_coordinates
from lagr_gui.model.records import StateSignal
from lagr_gui.model.sites import Site, sites

SECTIONS = ("elements", "parameters", "start")
"""Where values stand, those first that tell most."""

SAME = {"N m/A": "V s", "C/V": "F"}
"""Units that say the same; those of others differ by an angle or a length."""


AROUND = 0.4
"""Of the largest length of a model: so far random positions are, which most mechanisms can take."""


def state_extents(
    own: Sequence[StateSignal],
    start: Sequence[float],
    names: Mapping[str, float],
    length: float,
) -> Array:
    """How far states of the first order (s,) go: by their unit or bound, else as they begin."""
    sizes = {"m": length, "rad": 1.0}
    most = (known_value(getattr(one, "most", 0), names) for one in own)
    ways = zip(own, start, most, strict=True)
    return np.array([b or sizes.get(one.unit) or abs(z) or 1.0 for one, z, b in ways])


class Measures:
    """The moduli of what a model gives, for numbers of its names, by units; none is zero.

    Those of joints and elements count; where they give none those of parameters, then start values.
    """

    def __init__(self, model: Model, names: Mapping[str, float]) -> None:
        self._model, self._names = model, names

    @cached_property
    def length(self) -> float:
        """The largest length (m); 1 without any."""
        return self._largest("m") or 1.0

    @cached_property
    def charge(self) -> float:
        """How much charge (C) moves; 1 where nothing tells.

        What voltages put on capacitors, or capacitors have; without any what they, currents and
        couplings drive in the time of the model.
        """
        time = duration(self._model)
        stored = max(self._largest("V") * self._largest("F"), self._largest("C"))
        if stored:
            return stored
        flows = [time * self._largest("A")]
        if resistances := self._of("Ohm"):
            least = min(resistances)
            flows += [time * self._largest("V") / least, self._largest("V s") / least]
        if inductances := self._of("H"):
            least = min(inductances)
            flows += [time**2 * self._largest("V") / least, time * self._largest("V s") / least]
        return max(flows) or 1.0

    @cached_property
    def _moduli(self) -> dict[str, dict[str, list[float]]]:
        """By units, and by sections."""
        places, moduli = Places(self._model, KINDS), dict[str, dict[str, list[float]]]()
        for site in sites(self._model, KINDS):
            section = "elements" if site.path[0] == "joints" else str(site.path[0])
            if section in SECTIONS and (unit := places.unit(site.path)):
                sections = moduli.setdefault(SAME.get(unit, unit), {})
                sections.setdefault(section, []).extend(self._sizes(site))
        return moduli

    def _of(self, unit: str) -> list[float]:
        sections = self._moduli.get(unit, {})
        return next((sizes for name in SECTIONS if (sizes := sections.get(name))), [])

    def _largest(self, unit: str) -> float:
        """The largest of a unit; 0 where there is none."""
        return max(self._of(unit), default=0.0)

    def _sizes(self, site: Site) -> Iterator[float]:
        """The modulus of a value that is a number other than zero at the start."""
        try:
            size = abs(value(site.value, self._names))
        except (LagrError, ArithmeticError):  # own functions, what has no value yet
            return
        if np.isfinite(size) and size > 0:
            yield size


def coordinate_extents(
    model: Model, coordinates: Sequence[str], measures: Measures, part: float = 1.0
) -> Array:
    """How far each coordinate (f,) moves where a model moves as a whole.

    A radian, a `part` of the length of the model, the charge that moves in it; 1 for all else.
    """
    units = units_of_coordinates(model, KINDS)
    sizes = {"m": lambda: part * measures.length, "C": lambda: measures.charge}
    return np.array([sizes.get(units.get(name, ""), lambda: 1.0)() for name in coordinates])


def duration(model: Model) -> float:
    """How long a model moves (s)."""
    return abs(model.simulation.until - model.simulation.start) or 1.0
