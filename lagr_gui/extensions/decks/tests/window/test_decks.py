"""Card decks in the window: opened, chosen from, dropped, written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QInputDialog

from lagr_gui.extensions.decks.tests.decks import SYSTEM_2
from lagr_gui.pipeline import load_systems


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "system2.txt"
    path.write_text(SYSTEM_2)
    return path


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """A deck with two systems, the second with another number of lists."""
    system = SYSTEM_2.partition("\n")[2]
    path = tmp_path / "pair.deck"
    path.write_text(f"2\n{system}{system.replace('R', 'L2')}")
    return path


def test_a_deck_is_drawn_and_never_written_over(window, file) -> None:
    window.open_path(file)
    model = window.session.model
    assert [joint.kind for joint in model.joints] == ["prismatic", "revolute", "prismatic"]
    assert len(model.layout.places) == 4
    assert window.session.document.path is None


def test_a_deck_that_is_dropped_is_opened(window, file) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none
    )
    window.dropEvent(event)
    assert window.session.model.name == "system2"


def test_of_several_systems_one_is_chosen(window, pair, monkeypatch) -> None:
    offered: list[list[str]] = []

    def choose(parent, title, label, names, **others) -> tuple[str, bool]:
        offered.append(names)
        return names[1], True

    monkeypatch.setattr(QInputDialog, "getItem", choose)
    window.open_path(pair)
    assert offered == [["System 1", "System 2"]]
    assert "L2" in {parameter.name for parameter in window.session.model.parameters}


def test_giving_up_the_choice_opens_nothing(window, pair, monkeypatch) -> None:
    monkeypatch.setattr(QInputDialog, "getItem", lambda *a, **k: ("", False))
    window.open_path(pair)
    assert window.session.model.bodies == ()


def test_a_fault_in_a_deck_is_told_with_its_card(window, file) -> None:
    file.write_text(SYSTEM_2.replace("'-SIN(Q(2))'", "'-SIN(Q(2)'"))
    told: list = []
    window.session.refused.connect(told.extend)
    assert not window.session.open(file)
    assert told[0].place == f"File “{file.name}”, Card 12, column 38"


def test_a_drawing_is_written_as_a_deck(window, file, tmp_path, monkeypatch) -> None:
    window.open_path(file)
    target = tmp_path / "again.deck"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    window.menus.actions["export_deck"].trigger()
    (again,) = load_systems(target)
    assert again.joints == window.session.model.joints
