"""A command that is chosen is done, once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lagr_gui.gui.widgets.command_field import CommandField


@pytest.mark.parametrize("keys", [(), (Qt.Key.Key_Down,), (Qt.Key.Key_Down, Qt.Key.Key_Down)])
def test_enter_does_what_is_chosen_once_and_again_when_it_is_asked_again(qtbot, keys) -> None:
    done: list[str] = []
    names = ("Save as", "Save", "Close")
    field = CommandField(lambda: [(name, "", lambda n=name: done.append(n)) for name in names])
    qtbot.addWidget(field)
    field.show()
    expected = names[max(len(keys) - 1, 0)]
    for count in (1, 2):
        field.open()
        QTest.keyClicks(field, "Save")
        popup = field.completer().popup()
        for key in keys:
            QTest.keyClick(popup, key)
        QTest.keyClick(popup if keys else field, Qt.Key.Key_Return)
        assert done == [expected] * count


def test_the_list_of_a_narrow_field_is_wide_and_ends_where_the_field_does(qtbot) -> None:
    field = CommandField(lambda: [("File › Export › Equations › Equations as text…", "", list)])
    qtbot.addWidget(field)
    field.setFixedWidth(120)
    field.move(500, 10)
    field.show()
    qtbot.waitExposed(field)
    field.open()
    popup = field.completer().popup()
    assert popup.isVisible() and popup.width() > 2 * field.width()
    assert popup.geometry().right() == field.mapToGlobal(field.rect().topRight()).x()
