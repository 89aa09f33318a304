"""Every widget that takes the keyboard says what it is, to those who do not see it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes import DOCKED, PANES
from tests.widgets import all_widgets

NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value
SAMPLES = ("double_pendulum", "four_bar", "dc_motor_pendulum")


def spoken(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(NAME).strip() if interface is not None else ""


def takes_keys(widget: QWidget) -> bool:
    inside = widget.objectName().startswith("qt_") or widget.focusProxy() is not None
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not inside


def nameless(window) -> list[str]:
    """The widgets of a window that take the keyboard and say nothing."""
    own = [w for w in all_widgets() if w is not window and window.isAncestorOf(w)]
    silent = [w for w in own if takes_keys(w) and not spoken(w)]
    return sorted({_place(widget) for widget in silent})


def _place(widget: QWidget) -> str:
    parents, above = [], widget
    while above is not None and len(parents) < 4:
        parents.append(f"{type(above).__name__}#{above.objectName()}")
        above = above.parentWidget()
    return " < ".join(parents)


@pytest.mark.parametrize("sample", SAMPLES)
def test_everything_that_takes_the_keyboard_has_a_name(window, qtbot, sample):
    path = next(path for path in sample_models() if path.stem == sample)
    window.open_sample(path)
    model = window.session.model
    keys = [f"body:{n}" for n in (0, *model.numbers)]
    keys += [f"joint:{joint.name}" for joint in model.joints[:3]]
    keys += [f"element:{element.name}" for element in model.elements[:3]]
    keys += [f"parameter:{entry.name}" for entry in model.parameters[:1]]
    for pane in PANES:
        window.show_pane(pane.name)
    silent: set[str] = set(nameless(window))
    for key in keys:
        window.session.select({key})
        QApplication.processEvents()
        silent |= set(nameless(window))
    for pane in DOCKED:
        if pane.called:
            window.docks[pane.name].hide()
    assert not silent, "\n".join(sorted(silent))
