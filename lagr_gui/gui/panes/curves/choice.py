"""Which curves can be drawn, which of them are, and in which axes reactions are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lagr_gui import pipeline
from lagr_gui.gui.panes.curves.signals import Signal, signals
from lagr_gui.gui.panes.curves.transmitted import transmitted_signals
from lagr_gui.model import Model
from lagr_gui.problem import LagrError

MOST = 12
"""Curves that are chosen by themselves."""
ENERGIES = frozenset({"energy:T", "energy:U", "energy:E"})


class Choice:
    """Curves by group; what is chosen outlives new runs as long as the model still has it."""

    def __init__(self) -> None:
        self.groups: dict[str, list[Signal]] = {}
        self.axes = pipeline.AXES[0]
        self._shown: frozenset[str] | None = None

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

    def shows(self, signal: Signal) -> bool:
        """Whether a curve is chosen."""
        return signal.key in (self._shown or ())

    def show(self, key: str, on: bool) -> None:
        """Choose a curve, or do not."""
        shown = self._shown or frozenset()
        self._shown = shown | {key} if on else shown - {key}

    def offer(self, groups: dict[str, list[Signal]], usual: Iterable[str]) -> None:
        """Offer these curves; the usual ones are chosen where none of what was chosen is left."""
        before = {signal.key for signal in _moved(self.groups)}
        self.groups = groups
        known = {signal.key for signal in _moved(groups)}
        if self._shown is None or (known != before and not self._shown & known):
            self._shown = frozenset(usual)


def offer_simulation(
    choice: Choice, model: Model, coordinates: Sequence[str], units: Sequence[str]
) -> None:
    """Offer what a simulation of a model with these coordinates shows."""
    units = (*units, *[""] * len(coordinates))[: len(coordinates)]
    groups = signals(tuple(coordinates), units) | _transmitted(model)
    first = next(iter(groups.values()))[:MOST]
    choice.offer(groups, {*ENERGIES, *(signal.key for signal in first)})


def _moved(groups: dict[str, list[Signal]]) -> Iterable[Signal]:
    return (signal for group in groups.values() for signal in group if signal.group != "energy")


def _transmitted(model: Model) -> dict[str, list[Signal]]:
    try:
        return transmitted_signals(pipeline.transmitting(model))
    except LagrError:  # an unsound model has no curves; why stands under Problems
        return {}
