"""Widgets that leave methods open cannot be made without them."""

from __future__ import annotations

from abc import abstractmethod

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.widgets.abstract import AbstractWidget


class Open(QWidget, metaclass=AbstractWidget):
    """Leaves one method open."""

    @abstractmethod
    def said(self) -> str:
        """What it says."""


class Whole(Open):
    """Leaves none open."""

    def said(self) -> str:
        return "here"


def test_a_widget_without_a_method_is_not_made_and_says_which(qapp: QApplication) -> None:
    with pytest.raises(TypeError, match="Open lacks said"):
        Open()  # pyright: ignore[reportAbstractUsage] - what is refused
    assert Whole().said() == "here"


@pytest.mark.parametrize("widget", [AskingPane, Paper])
def test_panes_that_ask_and_papers_are_made_only_whole(
    qapp: QApplication, widget: type[QWidget]
) -> None:
    with pytest.raises(TypeError, match="lacks"):
        widget()
