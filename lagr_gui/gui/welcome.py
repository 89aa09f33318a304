"""The first page: new, recent files, and a gallery of sample models with pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lagr_gui.foundation.languages import sample_words
from lagr_gui.foundation.resource import resource_path, sample_models
from lagr_gui.gui.desk import recent_files
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note, set_page_note
from lagr_gui.gui.words import language, tr

PICTURE = QSize(240, 150)
CELL = PICTURE + QSize(26, 44)


class WelcomePage(QWidget):
    """Emits what the user wants to begin with."""

    new_wanted = Signal()
    tour_wanted = Signal()
    open_wanted = Signal()
    file_wanted = Signal(Path)
    sample_wanted = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "paper")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        beside(
            self._beginning(),
            (self._gallery(), 1),
            within=self,
            margins=(48, 36, 24, 12),
            spacing=36,
        )
        self.refresh()

    def refresh(self) -> None:
        """Show the recent files of this moment."""
        self.recent.clear()
        for path in recent_files():
            item = QListWidgetItem(path.stem)
            set_note(item, str(path))
            item.setData(Qt.ItemDataRole.UserRole, path)
            self.recent.addItem(item)
        self.nothing.setVisible(self.recent.count() == 0)
        self.recent.setVisible(self.recent.count() > 0)

    def _beginning(self) -> QVBoxLayout:
        title = PlainLabel("lagr_gui")
        font = QFont(title.font())
        font.setPointSizeF(font.pointSizeF() * 2.2)
        font.setBold(True)
        title.setFont(font)
        claim = PlainLabel(
            tr("Draw a mechanical system,\nread its equations of motion,\nwatch it move."),
            role="muted",
        )
        column = below(title, claim, spacing=10)
        column.addSpacing(14)
        new = QPushButton(tr("New drawing"))
        new.setProperty("primary", True)
        new.setObjectName("welcome_new")
        new.clicked.connect(self.new_wanted)
        opening = push_button(tr("Open a file…"), run=self.open_wanted)
        for button in (new, opening):
            button.setMinimumSize(200, 34)
            column.addWidget(button)
        column.addSpacing(14)
        column.addWidget(PlainLabel(tr("Recent files"), role="group"))
        self.nothing = PlainLabel(tr("none yet"), role="muted")
        column.addWidget(self.nothing)
        self.recent = QListWidget()
        self.recent.setFixedWidth(220)
        self.recent.itemActivated.connect(self._recent_chosen)
        self.recent.itemClicked.connect(self._recent_chosen)
        column.addWidget(self.recent, 1)
        column.addStretch(0)
        return column

    def _gallery(self) -> QVBoxLayout:
        self.gallery = QListWidget()
        self.gallery.setObjectName("gallery")
        self.gallery.setViewMode(QListView.ViewMode.IconMode)
        self.gallery.setResizeMode(QListView.ResizeMode.Adjust)
        self.gallery.setMovement(QListView.Movement.Static)
        self.gallery.setIconSize(PICTURE)
        self.gallery.setGridSize(CELL)
        self.gallery.setWordWrap(True)
        self.gallery.setSpacing(8)
        for sample in _samples():
            self.gallery.addItem(_item(sample))
        self.gallery.itemActivated.connect(self._sample_chosen)
        self.gallery.itemClicked.connect(self._sample_chosen)
        tour = push_button(tr("Tour: my first pendulum"), self.tour_wanted, name="welcome_tour")
        heading = PlainLabel(tr("Sample models"), role="group")
        return below(beside(tour, 1), heading, (self.gallery, 1))

    def _recent_chosen(self, item: QListWidgetItem) -> None:
        self.file_wanted.emit(item.data(Qt.ItemDataRole.UserRole))

    def _sample_chosen(self, item: QListWidgetItem) -> None:
        self.sample_wanted.emit(item.data(Qt.ItemDataRole.UserRole))


def _item(sample: _Sample) -> QListWidgetItem:
    item = QListWidgetItem(sample.name)
    item.setData(Qt.ItemDataRole.UserRole, sample.path)
    item.setSizeHint(CELL)  # otherwise all pictures are read, to see how large they are
    set_page_note(item, text=sample.description)
    if sample.picture:
        item.setIcon(QIcon(str(sample.picture)))  # read when it is seen
    return item


@dataclass(frozen=True, slots=True)
class _Sample:
    """A sample model: name, what one learns from it, file, picture if there is one."""

    name: str
    description: str
    path: Path
    picture: Path | None


def _samples() -> list[_Sample]:
    """All sample models, those with few degrees of freedom first."""
    samples = [(path, json.loads(path.read_text("utf-8"))) for path in sample_models()]
    return [_sample(path, data) for path, data in sorted(samples, key=_order)]


def _order(entry: tuple[Path, dict[str, Any]]) -> tuple[int, str]:
    path, data = entry
    owners = (*data["joints"], *data.get("elements", ()))
    names = (
        name for owner in owners for key in ("coordinates", "own") for name in owner.get(key, ())
    )
    return len(list(names)), path.stem


def _sample(path: Path, data: dict[str, Any]) -> _Sample:
    try:
        picture = resource_path(f"gallery/{path.stem}.png")
    except FileNotFoundError:
        picture = None
    words = sample_words(language())
    name: str = data.get("name") or path.stem
    description: str = data.get("description", "")
    return _Sample(words.get(name, name), words.get(description, description), path, picture)
