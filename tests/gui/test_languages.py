"""The languages that the window offers and starts in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from lagr_gui.gui import application
from lagr_gui.gui.window import MainWindow


def test_the_menu_offers_each_language_by_its_own_name(window: MainWindow) -> None:
    offered = [action.text() for action in window.menus.menu("View/Language").actions()]
    assert offered == ["English", "Deutsch"]


@pytest.mark.parametrize(
    ("desktop", "spoken"), [("de_AT", "de"), ("en_GB", "en"), ("fr_FR", "en"), ("dsb_DE", "en")]
)
def test_without_a_choice_the_window_speaks_as_the_desktop_does(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, desktop: str, spoken: str
) -> None:
    used: list[str] = []
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(desktop))
    monkeypatch.setattr(application, "use_language", lambda _, name: used.append(name))
    monkeypatch.setattr(application, "apply_theme", lambda *_: None)
    application._use_preferences(qapp)  # pyright: ignore[reportPrivateUsage] - needs no window
    assert used == [spoken]
