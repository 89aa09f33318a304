"""What can be drawn over time, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import as_typed, with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.bridge.running import PartialMotion
from lagr_gui.gui.words import tr

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory

_DOTS = {"q": 0, "qd": 1, "qdd": 2}
ENERGIES = ("T", "U", "E", "dissipated", "supplied", "balance")
"""Energies by the index of their signals; E = T + U."""
SENSOR = "sensor"
"""The group of curves of expressions."""
ROWS = MOTION, RISE, EFFORT, ENERGY = range(4)
"""The plots one above the other: motion, accelerations, what is transmitted, energies."""
_GROUPS = {"acceleration": RISE, **dict.fromkeys(("energy", "power", "work"), ENERGY)}
_ROW_OF = {
    **dict.fromkeys(("m/s^2", "rad/s^2"), RISE),
    **dict.fromkeys(("N", "N m", "A", "V"), EFFORT),
    **dict.fromkeys(("J", "W"), ENERGY),
}


@dataclass(frozen=True, slots=True)
class Signal:
    """A curve: group, name, unit; `index` counts coordinates, or components x, y, z.

    What a joint, element or coordinate (`item`) transmits has `words` in the menu; `word` tells
    conditions of one element apart.
    """

    group: str
    name: str
    unit: str
    index: int = 0
    item: str = ""
    words: str = ""
    word: str = ""

    @property
    def key(self) -> str:
        """What the choice of curves is remembered by."""
        return f"{self.group}:{self.name}"

    @property
    def row(self) -> int:
        """In which plot it is drawn, of `ROWS`."""
        if self.group == SENSOR:
            return _ROW_OF.get(as_typed(self.unit), MOTION)
        return _GROUPS.get(self.group, EFFORT if self.item else MOTION)

    @property
    def legend(self) -> str:
        """How its curve is called."""
        return with_unit(self.name, self.unit)

    @property
    def entry(self) -> str:
        """How it is called in the menu."""
        words = self.words or self.name
        return f"{words}  ({self.unit})" if self.unit else words


def signals(coordinates: tuple[str, ...], units: tuple[str, ...]) -> dict[str, list[Signal]]:
    """All signals by the title of their group."""
    rates = ("", "/s", "/s²")
    groups: dict[str, list[Signal]] = {}
    titles = (tr("Coordinates"), tr("Velocities"), tr("Accelerations"))
    for title, (group, order), rate in zip(titles, _DOTS.items(), rates, strict=True):
        groups[title] = [
            Signal(group, pretty(name, order), f"{unit}{rate}" if unit else "", index)
            for index, (name, unit) in enumerate(zip(coordinates, units, strict=False))
        ]
    groups[tr("Energies")] = [
        Signal("energy", "T", "J", 0),
        Signal("energy", "U", "J", 1),
        Signal("energy", "E", "J", 2, words="E = T + U"),
        Signal("energy", tr("dissipated"), "J", 3),
        Signal("energy", tr("supplied"), "J", 4),
        Signal("energy", tr("balance"), "J", 5, words=tr("balance: E + dissipated − supplied")),
    ]
    return groups


def values(signal: Signal, trajectory: Trajectory) -> Array | None:
    """The values (n,) of a coordinate or an energy along a motion; None where it has none."""
    if signal.group in _DOTS:
        order = _DOTS[signal.group]
        names = [pretty(name, order) for name in trajectory.coordinates]
        table = (trajectory.q, trajectory.qd, trajectory.qdd)[order]
        return table[:, names.index(signal.name)] if signal.name in names else None
    name = ENERGIES[signal.index]
    return trajectory.T + trajectory.U if name == "E" else getattr(trajectory, name)


def values_between(signal: Signal, trajectory: Trajectory, times: Array) -> Array | None:
    """The values (m,) of a coordinate or velocity at any times (m,) of a motion."""
    names = [pretty(name, _DOTS.get(signal.group, 0)) for name in trajectory.coordinates]
    if signal.group not in ("q", "qd") or signal.name not in names or trajectory.dense is None:
        return None
    return trajectory.at(times)[_DOTS[signal.group]][:, names.index(signal.name)]


def partial_values(signal: Signal, partial: PartialMotion) -> Array | None:
    """The values so far; None where they are known only at the end."""
    if signal.group in ("q", "qd"):
        return (partial.q, partial.qd)[_DOTS[signal.group]][:, signal.index]
    return None
