"""Every text of the window is whole in a window of the size with which it starts.

Labels and choices that give way on purpose (`lagr_gui.gui.widgets.slim`) tell theirs in a note.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QTabBar,
    QToolButton,
    QWidget,
)

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing import edits
from lagr_gui.gui.panes import DOCKED
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from tests.gui.panes.test_inspector import drawn, pendulum

PANES = [pane.name for pane in DOCKED if pane.area == "below" and pane.called]


def cut(root: QWidget) -> Iterator[str]:
    """Texts of visible widgets that are not whole."""
    for widget in root.findChildren(QWidget):
        if widget.isVisible() and not all(whole(widget)):
            name = type(widget).__name__
            yield f"{name}: {getattr(widget, 'text', widget.objectName)()} ({widget.width()})"


def whole(widget: QWidget) -> Iterator[bool]:
    """Whether each text of a widget has room."""
    width = widget.fontMetrics().horizontalAdvance
    if isinstance(widget, SlimComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(part[0], option, part[1], widget).width()
        yield width(widget.currentText()) <= room
    elif isinstance(widget, SlimLabel):
        yield widget.wordWrap() or widget.shown_text() == widget.text()
    elif isinstance(widget, QLabel):
        yield widget.wordWrap() or widget.width() >= widget.sizeHint().width()
    elif isinstance(widget, QAbstractButton) and widget.text():
        icon = isinstance(widget, QToolButton) and not widget.icon().isNull()
        yield icon or widget.width() >= width(widget.text().replace("&", ""))
        yield icon or len(widget.text()) < 2 or widget.width() >= widget.sizeHint().width()
    elif isinstance(widget, QTabBar):
        for place in range(widget.count()):
            wide = widget.tabRect(place).width() >= widget.tabSizeHint(place).width()
            yield wide or bool(widget.tabToolTip(place))


def choices(root: QWidget) -> Iterator[str]:
    """Texts of choices that would not be whole if they were chosen."""
    for box in root.findChildren(SlimComboBox):
        if box.isVisible() and box.longest_width > box.width():
            chosen = box.currentIndex()
            for place in range(box.count()):
                box.setCurrentIndex(place)
                settle()
                if not all(whole(box)):
                    yield f"{box.objectName()}: {box.currentText()} ({box.width()})"
            box.setCurrentIndex(chosen)
            settle()


def settle() -> None:
    """Wait until all is laid out: what gets room may take it from others."""
    for _ in range(3):
        QApplication.processEvents()


def test_panes_tell_their_texts_whole(spoken):
    found = {*cut(spoken), *choices(spoken)}
    assert not found


def test_the_palette_tells_what_is_in_it_whole_and_no_two_alike(spoken):
    tools = spoken.palette_pane.list
    option = QStyleOptionViewItem()
    tools.initViewItemOption(option)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
    part = QStyle.SubElement.SE_ItemViewItemText
    named: list[str] = []
    heights: set[int] = set()
    for item in tools._items():
        option.rect = tools.visualItemRect(item)
        option.text = item.text(0)
        room = tools.style().subElementRect(part, option, tools).width()
        assert tools.fontMetrics().horizontalAdvance(item.text(0)) <= room, item.text(0)
        heights.add(option.rect.height())
        named.append(item.text(0))
    assert len(set(named)) == len(named) and len(heights) == 1


@pytest.mark.parametrize("bodies", [0, 1, 2])
def test_what_can_be_inserted_is_told_whole(spoken, bodies):
    spoken.session.edit("Build", lambda _: edits.add_body(pendulum(), (480, 0)))
    quick, chosen = spoken.canvas.quick, {f"body:{n + 1}" for n in range(bodies)}
    quick.ask(QPoint(200, 100), chosen)
    settle()
    view = quick.list
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
    for row in range(view.count()):
        item = view.item(row)
        option.rect, option.text = view.visualItemRect(item), item.text()
        part = QStyle.SubElement.SE_ItemViewItemText
        room = view.style().subElementRect(part, option, view).width()
        assert view.fontMetrics().horizontalAdvance(item.text()) <= room, item.text()
    quick.shut()


def test_forms_of_all_kinds_tell_their_texts_whole(spoken):
    session, pane = spoken.session, spoken.inspector
    model = pendulum()
    for kind in (*JOINTS, *ELEMENTS):
        model = drawn(model, kind)
    session.edit("Build", lambda _: model)
    found: dict[str, set[str]] = {}

    def look(key: str) -> None:
        session.select({key} if key else ())
        for button in pane.findChildren(QToolButton):
            if button.property("role") == "heading" and not button.isChecked():
                button.click()
        QApplication.processEvents()
        if lost := {*cut(pane), *choices(pane)}:
            found[key] = lost

    keys = [f"joint:{joint.name}" for joint in model.joints]
    keys += [f"element:{element.name}" for element in model.elements]
    for key in ("", "body:0", "body:1", *keys):
        look(key)
    session.select(())
    assert not found


def test_panes_that_are_opened_tell_their_texts_whole(spoken):
    for pane in PANES:
        spoken.show_pane(pane)
        settle()
        dock = spoken.docks[pane]
        assert not {*cut(dock), *choices(dock)}, pane
