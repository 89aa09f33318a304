"""Words of the window that stand behind a variable, by file and argument."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.extensions.control.pane.gains import WAYS
from lagr_gui.extensions.control.pane.pane import PARTS
from lagr_gui.extensions.control.pane.responses import VIEWS

PANE = "extensions/control/pane"
VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    (f"{PANE}/gains.py", "text"): WAYS.values(),
    (f"{PANE}/pane.py", "words"): (*VIEWS.values(), *PARTS.values()),
    (f"{PANE}/shown.py", "self._good"): ("controllable", "observable"),
    (f"{PANE}/shown.py", "self._bad"): ("no input moves all", "no output shows all"),
}
