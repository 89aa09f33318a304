"""The choice of what dry friction and limits do while a system moves a little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from lagr_gui import pipeline
from lagr_gui.gui.bridge.questions import ElementModes
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.friction_records import OPEN, SLIDES, STICKS
from lagr_gui.model import Model

MOST = 16
"""So many combinations are offered; of more elements all do the same."""


class ModeChoice(SlimComboBox):
    """One of the modes of a drawing; it is seen where there is more than one.

    What rubs sticks as long as nothing else is chosen, and limits are open.
    """

    def __init__(self, run: Callable[[], object]) -> None:
        super().__init__((), lambda _: run(), "small_motions_mode")
        set_note(self, tr("What dry friction and limits do while the system moves a little"))

    def look(self, model: Model) -> None:
        """Offer the modes of a model; what was chosen stays where it still is one."""
        sorts = pipeline.possible_modes(model)
        chosen = self.mode
        self.offer((mode, _words(sorts, dict(mode))) for mode in _combinations(sorts))
        self.choose(chosen)
        self.setVisible(self.count() > 1)

    @property
    def mode(self) -> ElementModes:
        """What is chosen, by element; limits that are open have no entry."""
        return self.currentData() or ()


def _combinations(sorts: Mapping[str, tuple[str, ...]]) -> Iterator[ElementModes]:
    """What elements can do together: what rubs sticks and limits are open in the first."""
    ways = [doings if STICKS in doings else (OPEN, *doings) for doings in sorts.values()]
    count = 1
    for doings in ways:
        count *= len(doings)
    every = product(*ways) if count <= MOST else zip(*ways, strict=True) if ways else [()]
    for doings in every:
        pairs = zip(sorts, doings, strict=True)
        yield tuple((name, doing) for name, doing in pairs if doing != OPEN)


def _words(sorts: Mapping[str, tuple[str, ...]], mode: Mapping[str, str]) -> str:
    """“brake” sticks, “floor” is open."""
    said = {
        STICKS: tr("“{name}” sticks"),
        SLIDES: tr("“{name}” slides"),
        OPEN: tr("“{name}” is open"),
    }
    touching = tr("“{name}” touches")
    return ", ".join(said.get(mode.get(name, OPEN), touching).format(name=name) for name in sorts)
