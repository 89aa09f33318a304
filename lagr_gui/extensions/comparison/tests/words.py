"""Words of the window that stand behind a variable, by file and argument."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.extensions.comparison import pane

PANE = "extensions/comparison/pane.py"
LABELS = (pane.RECORDS, pane.OF_BODY, pane.OF_GROUND, pane.OF_MODEL)
VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    (PANE, "SORTS[sort]"): pane.SORTS.values(),
    (PANE, "labels[part]"): (word for words in LABELS for word in words.values()),
}
