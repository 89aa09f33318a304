"""The dialog of films: size, rate, speed, span, background, time and curves; progress, cancel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QProgressBar,
    QSpinBox,
    QWidget,
)

from lagr_gui.extensions.films.film import GREATEST_SIZE, LEAST_SIZE, FilmSettings
from lagr_gui.extensions.films.pictures import Film, FilmPictures
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import in_words, tr

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1080), (1080, 1920), (640, 480))
RATES = (24.0, 25.0, 30.0, 50.0, 60.0)
PREVIEW = QSize(360, 240)
TABLE = "t (s)"
"""The head of the times among curves."""


class FilmDialog(QDialog):
    """One film of the motion that is shown; `curves` are those of the simulation by head."""

    def __init__(
        self,
        parent: QWidget,
        session: Session,
        view: MotionView,
        speed: float,
        curves: Mapping[str, Array],
    ) -> None:
        super().__init__(parent)
        self.session, self.view, self.curves = session, view, curves
        self.film: Film | None = None
        times = session.motion.t if session.motion is not None else [0.0]
        self._first, self._last = float(times[0]), float(times[-1])
        self.setWindowTitle(tr("Film of the animation"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._build(speed)
        self._tell()

    def _build(self, speed: float) -> None:
        form = QFormLayout()
        self.preset = QComboBox()
        for width, height in SIZES:
            self.preset.addItem(f"{width} × {height}")
        self.preset.addItem(tr("Own size"))
        self.preset.activated.connect(self._take_preset)
        self.width_field, self.height_field = (self._pixels(side) for side in SIZES[0])
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._name_size)
        size = beside(self.preset, self.width_field, PlainLabel("×"), self.height_field, spacing=6)
        form.addRow(tr("Size"), size)
        self.rate = self._number(1.0, 240.0, 30.0, 2)
        form.addRow(tr("Pictures a second"), self.rate)
        self.speed = self._number(0.001, 1000.0, speed, 3)
        form.addRow(tr("Speed (seconds of the motion in one of the film)"), self.speed)
        self.begin = self._number(self._first, self._last, self._first, 3)
        self.end = self._number(self._first, self._last, self._last, 3)
        span = beside(self.begin, PlainLabel("…"), self.end, PlainLabel("s"), spacing=6)
        form.addRow(tr("From … to"), span)
        self.colors = QComboBox()
        for name, words in (
            ("", tr("As the window")),
            ("light", tr("Light")),
            ("dark", tr("Dark")),
        ):
            self.colors.addItem(words, name)
        self.colors.activated.connect(self._tell)
        form.addRow(tr("Colours"), self.colors)
        self.clear = self._tick(tr("Transparent background"), False)
        self.time = self._tick(tr("Show the time"), True)
        self.beside = self._tick(tr("Curves beside it"), False)
        self.beside.setEnabled(len(self.curves) > 1)
        for box in (self.clear, self.time, self.beside):
            form.addRow(box)
        self.preview = PlainLabel()
        self.preview.setMinimumSize(PREVIEW)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = PlainLabel(wordWrap=True)
        self.bar = QProgressBar()
        self.bar.setVisible(False)
        self.save = push_button(tr("Save…"), run=self.ask, name="save_film")
        self.save.setDefault(True)
        self.stop = push_button(tr("Close"), run=self._stop)
        row = beside((form, 1), self.preview, spacing=14)
        below(row, self.words, self.bar, beside(1, self.save, self.stop), within=self)

    def _pixels(self, value: int) -> QSpinBox:
        field = QSpinBox()
        field.setRange(LEAST_SIZE, GREATEST_SIZE)
        field.setSingleStep(2)
        field.setValue(value)
        field.valueChanged.connect(self._tell)
        return field

    def _number(self, low: float, high: float, value: float, digits: int) -> QDoubleSpinBox:
        field = QDoubleSpinBox()
        field.setDecimals(digits)
        field.setRange(low, high)
        field.setValue(value)
        field.valueChanged.connect(self._tell)
        return field

    def _tick(self, words: str, on: bool) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(on)
        box.toggled.connect(self._tell)
        return box

    # --- what is chosen --------------------------------------------------------------------

    @property
    def settings(self) -> FilmSettings:
        """The film that is chosen."""
        return FilmSettings(
            width=self.width_field.value(),
            height=self.height_field.value(),
            rate=self.rate.value(),
            speed=self.speed.value(),
            start=max(self.begin.value(), self._first),
            end=min(self.end.value(), self._last),
            theme=self.colors.currentData(),
            transparent=self.clear.isChecked(),
            show_time=self.time.isChecked(),
        )

    def pictures(self, settings: FilmSettings) -> FilmPictures:
        """What it shows."""
        if not self.beside.isChecked():
            return FilmPictures(self.view, settings)
        curves = {head: y for head, y in self.curves.items() if head != TABLE}
        return FilmPictures(self.view, settings, self.curves[TABLE], curves)

    def _take_preset(self) -> None:
        chosen = self.preset.currentIndex()
        if chosen == len(SIZES):
            self.width_field.setFocus()
            self.width_field.selectAll()
            return
        self.width_field.setValue(SIZES[chosen][0])
        self.height_field.setValue(SIZES[chosen][1])

    def _name_size(self) -> None:
        """Show the usual size that the fields have, or that they have none of those."""
        size = self.width_field.value(), self.height_field.value()
        self.preset.setCurrentIndex(SIZES.index(size) if size in SIZES else len(SIZES))

    def _tell(self, _: Any = None) -> None:
        """How long the film is, and a picture of it."""
        settings = self.settings
        try:
            moments = settings.moments(self._first, self._last)
        except LagrError as error:
            self.words.setText(str(in_words(error.problems[0])))
            self.save.setEnabled(False)
            return
        self.save.setEnabled(True)
        seconds = f"{len(moments) / settings.rate:.3g}"
        words = tr("{n} pictures, {s} s").format(n=len(moments), s=seconds)
        self.words.setText(words)
        factor = min(PREVIEW.width() / settings.width, PREVIEW.height() / settings.height)
        small = replace(
            settings,
            width=max(int(settings.width * factor), 1),
            height=max(int(settings.height * factor), 1),
        )
        time = min(max(self.session.running.time, float(moments[0])), float(moments[-1]))
        self.preview.setPixmap(QPixmap.fromImage(self.pictures(small).image(time)))

    # --- writing ---------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for a file and write the film to it."""
        title = tr("Film of the animation")
        if path := desk.ask_save(self, title, self.session.document.title, self.settings.endings):
            self.write(path)

    def write(self, path: str) -> None:
        """Write the film; the window stays usable meanwhile."""
        settings = self.settings
        try:
            settings.check(Path(path))
            moments = settings.moments(self._first, self._last)
        except LagrError as error:
            self.words.setText(str(in_words(error.problems[0])))
            return
        self.bar.setRange(0, len(moments))
        self.bar.setValue(0)
        self.bar.setVisible(True)
        self.save.setEnabled(False)
        self.stop.setText(tr("Cancel"))
        pictures = self.pictures(settings)

        def done(problem: Problem | None) -> None:
            self._rest()
            if problem is not None:
                self.words.setText(str(in_words(problem)))
                self.session.refused.emit([problem])
            else:
                self.words.setText(tr("Written: {path}").format(path=path))
                self.session.message.emit(tr("Written: {path}").format(path=path))

        self.film = Film(Path(path), pictures, moments, self.bar.setValue, done, self)
        self.film.start()

    def _rest(self) -> None:
        self.film = None
        self.bar.setVisible(False)
        self.save.setEnabled(True)
        self.stop.setText(tr("Close"))

    def _stop(self) -> None:
        if self.film is None:
            self.close()
            return
        self.film.cancel()
        self._rest()
        self.words.setText(tr("Given up: no file was written."))

    def closeEvent(self, event: QCloseEvent) -> None:
        """A film that is being written is given up."""
        if self.film is not None:
            self.film.cancel()
            self.film = None
        super().closeEvent(event)
