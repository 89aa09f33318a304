"""What the program relies on in the installed Qt."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QGraphicsRectItem


def test_calls_without_a_result_keep_their_hands_off_none(qapp) -> None:
    """PySide6 6.12.0 drops a reference to None in each; after some thousand Python dies."""
    item = QGraphicsRectItem()
    before = sys.getrefcount(None)
    for step in range(2000):
        item.setPos(step, step)
    assert abs(sys.getrefcount(None) - before) < 50
