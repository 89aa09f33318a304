"""What the program relies on in the installed Qt."""

from __future__ import annotations

import re
import sys

from PySide6.QtWidgets import QGraphicsRectItem

from tests.each import each
from tests.ground.sources import python_files


def test_calls_without_a_result_keep_their_hands_off_none(qapp) -> None:
    """PySide6 6.12.0 drops a reference to None in each; after some thousand Python dies."""
    item = QGraphicsRectItem()
    before = sys.getrefcount(None)
    for step in range(2000):
        item.setPos(step, step)
    assert abs(sys.getrefcount(None) - before) < 50


PAGES = r"\bQLabel\(|\.setToolTip\(|QMessageBox\.(question|warning|critical)|QSettings\("
"""What Qt may take for a page with pictures, or read objects from."""
MAKERS = ("widgets/plain.py", "widgets/slim.py")


@each("path", python_files("lagr_gui/gui"))
def test_texts_of_users_are_shown_by_what_shows_every_letter(path) -> None:
    if not path.as_posix().endswith(MAKERS):
        lines = path.read_text("utf-8").splitlines()
        assert not [line for line in lines if re.search(PAGES, line)]
