"""Words of the window that stand behind a variable, by file and argument."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.extensions.inverse.pane.motions import SORTS
from lagr_gui.extensions.inverse.pane.pane import WORDS
from lagr_gui.gui.panes.curves.menu import AXES

PANE = "extensions/inverse/pane"
VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    (f"{PANE}/motions.py", "SORTS"): (SORTS,),
    (f"{PANE}/pane.py", "AXES[self.choice.axes]"): AXES.values(),
    (f"{PANE}/pane.py", "WORDS[effort]"): WORDS.values(),
}
