"""Which curves can be drawn, which of them are, and in which axes reactions are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.curves.signals import SENSOR, Signal, signals
from lagr_gui.gui.panes.curves.transmitted import transmitted_signals
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

MOST = 40
"""Coordinates that are shown by themselves."""
ENERGIES = frozenset({"energy:T", "energy:U", "energy:E"})


class CurveChoice:
    """Curves by group; what the user shows or hides outlives new runs of the same drawing."""

    def __init__(self) -> None:
        self.groups: dict[str, list[Signal]] = {}
        self.axes = pipeline.AXES[0]
        self._usual: frozenset[str] = frozenset()
        self._wishes: dict[str, bool] = {}
        self.of: tuple[Model | None, object] = None, ()
        """The model whose signals are offered, and what else they were named by."""

    @property
    def chosen(self) -> list[Signal]:
        """The curves that are to be drawn."""
        return [s for group in self.groups.values() for s in group if self.shows(s)]

    @property
    def transmitted(self) -> bool:
        """Whether one of them is what a joint or element transmits."""
        return any(signal.item for signal in self.chosen)

    @property
    def turned(self) -> bool:
        """Whether reactions are drawn in other axes than those of space."""
        reactions = any(signal.group in ("force", "moment") for signal in self.chosen)
        return reactions and self.axes != pipeline.AXES[0]

    @property
    def coordinates(self) -> list[Signal]:
        """The curves of coordinates that can be drawn."""
        return [s for group in self.groups.values() for s in group if s.group == "q"]

    def shows(self, signal: Signal) -> bool:
        """Whether a curve is chosen."""
        return self.shows_key(signal.key)

    def shows_key(self, key: str) -> bool:
        """The same by the key of a curve; one's own expressions are seen by themselves."""
        return self._wishes.get(key, key in self._usual or key.startswith(f"{SENSOR}:"))

    def show(self, key: str, on: bool) -> None:
        """Choose a curve, or do not."""
        self._wishes[key] = on

    def forget(self) -> None:
        """Another drawing: nobody has chosen anything yet."""
        self._wishes = {}

    @property
    def wishes(self) -> tuple[str, dict[str, bool]]:
        """What was chosen: axes, and curves by their keys."""
        return self.axes, dict(self._wishes)

    def wish(self, wishes: tuple[str, dict[str, bool]]) -> None:
        """Choose the same again."""
        self.axes, self._wishes = wishes[0], dict(wishes[1])

    def offer(self, groups: dict[str, list[Signal]], usual: Iterable[str]) -> None:
        """Offer these curves; the usual ones are chosen where the user wishes nothing else."""
        self.groups, self._usual = groups, frozenset(usual)


def offer_simulation(
    choice: CurveChoice,
    model: Model,
    coordinates: Sequence[str],
    units: Sequence[str],
    sensors: Sequence[Signal] = (),
) -> None:
    """Offer what a simulation of a model with these coordinates shows, and sensors."""
    named_by = tuple(coordinates), tuple(units), tuple(sensors)
    if choice.of[0] is model and choice.of[1] == named_by:
        return  # there may be thousands
    choice.of = model, named_by
    units = (*units, *[""] * len(coordinates))[: len(coordinates)]
    groups = signals(tuple(coordinates), units) | _transmitted(model)
    first = next(iter(groups.values()))[:MOST]
    if sensors:
        groups[tr("Own expressions")] = [*sensors]
    choice.offer(groups, {*ENERGIES, *(signal.key for signal in first)})


def _transmitted(model: Model) -> dict[str, list[Signal]]:
    try:
        return transmitted_signals(pipeline.transmitting(model))
    except LagrError:  # an unsound model has no curves; why stands under Problems
        return {}
