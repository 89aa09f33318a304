"""The languages that the window offers and starts in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import application, words
from lagr_gui.gui.welcome import WelcomePage
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


@pytest.fixture
def german() -> Iterator[None]:
    words.use_language("de")
    yield
    words.use_language("en")


@pytest.mark.usefixtures("german")
def test_the_gallery_is_german_too(qtbot: QtBot) -> None:
    page = WelcomePage()
    qtbot.addWidget(page)
    names = [page.gallery.item(row).text() for row in range(page.gallery.count())]
    assert "Mathematisches Pendel" in names and "Simple pendulum" not in names


@pytest.mark.usefixtures("german")
def test_a_sample_opens_in_german_and_a_file_of_a_user_as_it_is(window: MainWindow) -> None:
    path = next(path for path in sample_models() if path.stem == "cart_pole")
    window.open_sample(path)
    model = window.session.document.model
    assert [body.name for body in model.bodies] == ["Wagen", "Stab"]
    assert model.parameters[0].description == "Fallbeschleunigung"
    assert not window.session.document.dirty
    window.open_path(path)
    assert [body.name for body in window.session.document.model.bodies] == ["Cart", "Pole"]
