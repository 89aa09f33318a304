"""Words of the window that stand behind a variable, by file and argument."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.extensions.families.pane.kinds import KINDS
from lagr_gui.extensions.families.pane.readings import MEASURE_WORDS

PANE = "extensions/families/pane"
VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    (f"{PANE}/form.py", "kind.words"): (kind.words for kind in KINDS.values()),
    (f"{PANE}/pane.py", "text"): MEASURE_WORDS.values(),
    (f"{PANE}/plots.py", "MEASURE_WORDS[measure]"): MEASURE_WORDS.values(),
    (f"{PANE}/readings.py", "MEASURE_WORDS[name]"): MEASURE_WORDS.values(),
}
