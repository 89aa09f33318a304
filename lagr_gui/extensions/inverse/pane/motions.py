"""The page of given motions: an expression for each coordinate, or a table from a file."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from lagr_gui.editing import edits
from lagr_gui.exchange.tables.motion_file import read_motion, split_table
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.gui.panes.inspector.table import CoordinateTable
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.marks import number_in
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, Scalar

SORTS = "Motion (*.csv *.json);;All files (*)"


class MotionsPage(QWidget):
    """One line per coordinate; a table takes the place of what is typed until it is removed."""

    table_changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.table: dict[str, list[float]] | None = None
        self.noise = 0.0
        self._build()
        session.opened.connect(lambda: self._use(None, ""))
        session.views.add(lambda: (self.table, self.about.text()), lambda state: self._use(*state))

    def _build(self) -> None:
        heads = tr("Coordinate"), tr("Motion")
        hint = tr("free, or e.g. 0.3*sin(2*t)")
        self._rows = CoordinateTable(self.session, heads, motion_rows, hint)
        self.open = push_button(
            tr("From a file…"),
            tip=tr("A table (CSV with a column t), or motions as JSON"),
            run=self._ask,
        )
        self.about = PlainLabel(wordWrap=True)
        self.uncertainty = QLineEdit("0")
        self.uncertainty.setObjectName("motion_noise")
        self.uncertainty.setFixedWidth(58)
        set_note(self.uncertainty, tr("Standard deviation of the positions, which smooths"))
        self.uncertainty.editingFinished.connect(self._set_noise)
        self.forget = tool_button("✕", tr("Remove the table"), run=lambda: self._use(None, ""))
        self._scatter = PlainLabel("±")
        line = beside(
            (self.about, 1), self._scatter, self.uncertainty, self.forget, self.open, spacing=6
        )
        below((self._rows, 1), line, within=self, margins=NONE)
        self._use(None, "")

    @property
    def fields(self) -> list[TextField]:
        """The fields of the motions, in the order of the coordinates."""
        return self._rows.fields

    @property
    def prescribed(self) -> tuple[str, ...]:
        """The coordinates that have a motion, in the order in which forces are told."""
        if self.table is not None:
            return tuple(name for name in self.table if name != "t")
        return tuple(entry.coordinate for entry in self.session.flat.motions)

    # --- files -----------------------------------------------------------------------------

    def _ask(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Motion from a file"), desk.folder(), tr(SORTS)
        )
        if path:
            self.open_file(Path(path))

    def open_file(self, path: Path) -> None:
        """Take a table, or put expressions into the model; what cannot be read is refused."""
        coordinates = self.session.flat.coordinates
        try:
            motion = read_motion(path)
            if "t" not in motion:
                self._list_in_model(motion)
                return
            table, left = split_table(motion, coordinates)
        except LagrError as error:
            self.session.refused.emit(list(error.problems))
            return
        t = table["t"]
        text = tr("{file}: {n} rows, {first} … {last} s").format(
            file=path.name, n=len(t), first=f"{t[0]:g}", last=f"{t[-1]:g}"
        )
        if left:
            text += " · " + tr("left aside: {names}").format(names=", ".join(left))
        self._use(table, text)

    def _list_in_model(self, motion: dict[str, Any]) -> None:
        def listed(model: Model) -> Model:
            for name, value in motion.items():
                model = edits.set_motion(model, name, value)
            return model

        self._use(None, "")
        self.session.edit("Give motions", listed)

    def _use(self, table: dict[str, list[float]] | None, text: str) -> None:
        self.table = table
        self.about.setText(text or tr("Empty: the coordinate moves freely, or follows."))
        self.about.setProperty("role", "muted")
        for widget in (self._scatter, self.uncertainty, self.forget):
            widget.setVisible(table is not None)
        self._rows.allow(table is None)
        self.table_changed.emit()

    def _set_noise(self) -> None:
        value = number_in(self.uncertainty) or 0.0
        if not isnan(value) and value != self.noise:
            self.noise = value
            self.table_changed.emit()


def motion_rows(coordinate: str, unit: str) -> tuple[FormRow]:
    """The row of a coordinate's given motion."""

    def known(model: Model) -> Scalar | None:
        listed = {entry.coordinate: entry.motion for entry in model.motions}
        return listed.get(coordinate)

    row = FormRow(
        pretty(coordinate),
        ValueSort.SCALAR,
        (("motions", coordinate, "motion"),),
        tr("Give motion"),
        unit,
        optional=True,
        get=known,
        put=lambda model, value: edits.set_motion(model, coordinate, value),
    )
    return (row,)
