"""The points of a function as a curve and as a table; both change the model, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, Qt
from PySide6.QtWidgets import QDialog, QSplitter, QTableView, QWidget

from lagr_gui.editing import edits
from lagr_gui.exchange.tables.curve_file import curve_heads, read_curve
from lagr_gui.expression.arguments import number_in
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.points_plot import Points, PointsPlot, moved_point, sound
from lagr_gui.gui.panes.inspector.texts import scalar_text
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.form_fields import ChoiceSpec
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import LookupTable, Model

Index = QModelIndex | QPersistentModelIndex
NONE_ABOVE = QModelIndex()


class PointsDialog(QDialog):
    """It follows the model, and ends with the function."""

    def __init__(self, parent: QWidget, session: Session, name: str) -> None:
        super().__init__(parent)
        self.session, self.name = session, name
        self._place, self._count = -1, len(session.model.functions)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(860, 460)
        self.plot = PointsPlot()
        self.plot.dragged.connect(self._drag)
        self.plot.added.connect(self._add_at)
        self.rows = PointRows(self._typed)
        self.view = QTableView()
        self.view.setObjectName("points")
        self.view.setModel(self.rows)
        self.view.setMinimumWidth(220)
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._draw())
        self.plot.chosen.connect(lambda place: self.view.selectRow(place))
        self.words = PlainLabel(wordWrap=True, role="muted")
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self.plot)
        parts.addWidget(self.view)
        parts.setStretchFactor(0, 1)
        add = push_button(tr("Add point"), run=self._add, name="add_point")
        self.remove = push_button(tr("Remove point"), run=self._remove, name="remove_point")
        take = push_button(tr("Import…"), run=self._import, name="import_points")
        fit = push_button(tr("Fit"), run=self.plot.item.enableAutoRange, name="fit_points")
        close = push_button(tr("Close"), run=self.accept)
        buttons = beside(add, self.remove, take, fit, 1, close)
        below((parts, 1), self.words, buttons, within=self, spacing=8)
        give_names(self)
        session.model_changed.connect(self.refresh)
        session.opened.connect(self.reject)
        self.refresh()

    @property
    def table(self) -> LookupTable | None:
        """The table as the model has it now."""
        functions = self.session.model.functions
        return functions[self._place].table if 0 <= self._place < len(functions) else None

    def _find(self) -> None:
        """Its function goes by its name, and where that changed by its place."""
        names = [entry.name for entry in self.session.model.functions]
        if self.name in names:
            self._place = names.index(self.name)
        elif len(names) != self._count:
            self._place = -1
        self._count = len(names)

    def refresh(self) -> None:
        """Show what the model holds."""
        self._find()
        table = self.table
        if table is None:
            self.reject()
            return
        function = self.session.model.functions[self._place]
        self.name = function.name
        argument = function.arguments[0] if function.arguments else "x"
        heads = with_unit(argument, table.x_unit), with_unit(function.name, table.y_unit)
        self.setWindowTitle(tr("Points of {name}").format(name=function.name))
        self.rows.show_points(table.points, heads)
        self.plot.name_axes(*heads)
        self.remove.setEnabled(len(table.points) > 2)
        self._draw()
        self._say("")

    def _draw(self) -> None:
        if (table := self.table) is not None:
            self.plot.show_table(table, self._row)

    @property
    def _row(self) -> int:
        return self.view.currentIndex().row()

    # --- changes -----------------------------------------------------------------------------

    def _put(self, title: str, points: Points, row: int, **units: str) -> bool:
        """One step of history; the points by rising x, and none twice."""
        ordered = tuple(sorted(points))
        if not sound(ordered):
            self._say(tr("Two points or more are needed, each with an x of its own."))
            return False
        place, chosen = self._place, points[row]

        def put(model: Model) -> Model:
            for field, value in (("points", ordered), *units.items()):
                model = edits.set_value(model, ("functions", place, "table", field), value)
            return model

        if not self.session.edit(title, put):
            return False
        self.view.selectRow(ordered.index(chosen))
        return True

    def _typed(self, row: int, column: int, text: str) -> bool:
        table, number = self.table, number_in(text.replace(",", "."))
        if table is None or row >= len(table.points):
            return False
        if number is None:
            self._say(tr("A number is expected."))
            return False
        x, y = table.points[row]
        to = (number, y) if column == 0 else (x, number)
        return self._put("Change point", moved_point(table.points, row, to, table.outside), row)

    def _drag(self, place: int, to: QPointF) -> None:
        if (table := self.table) is not None:
            moved = moved_point(table.points, place, (to.x(), to.y()), table.outside)
            self._put("Move point", moved, place)

    def _add_at(self, at: QPointF) -> None:
        if (table := self.table) is not None:
            self._put("Add point", (*table.points, (at.x(), at.y())), len(table.points))

    def _add(self) -> None:
        """Add one half way behind the row that is chosen, or as far beyond the last."""
        table = self.table
        if table is None:
            return
        points, row = table.points, self._row
        if not 0 <= row < len(points) - 1:
            (a, b), (c, d) = points[-2], points[-1]
            new = 2 * c - a, d if table.outside == "periodic" else 2 * d - b
        else:
            new = tuple((u + v) / 2 for u, v in zip(points[row], points[row + 1], strict=True))
        self._put("Add point", (*points, (new[0], new[1])), len(points))

    def _remove(self) -> None:
        table, row = self.table, self._row
        if table is not None and 0 <= row < len(table.points):
            kept = (*table.points[:row], *table.points[row + 1 :])
            self._put("Remove point", kept, max(row - 1, 0))

    def _import(self) -> None:
        if not (file := desk.ask_table(self, tr("Import points"))):
            return
        try:
            columns = self._columns(curve_heads(Path(file)))
            if columns is None:
                return
            curve = read_curve(Path(file), **columns)
        except LagrError as error:
            self.session.refused.emit(list(error.problems))
            return
        units = dict(zip(("x_unit", "y_unit"), curve.units, strict=True))
        self._put("Import points", tuple(zip(curve.x, curve.y, strict=True)), 0, **units)

    def _columns(self, heads: Mapping[str, str]) -> dict[str, str] | None:
        """The columns of x and y of a file; None when the user gave up."""
        if len(heads) == 2:
            return {}
        words = {head: with_unit(head, unit) for head, unit in heads.items()}
        first, second, *_ = heads
        choices = {
            "x": ChoiceSpec(tr("x: rising values"), words, first),
            "y": ChoiceSpec(tr("y: the function"), words, second),
        }
        return desk.ask_choices(self, "Import points", choices, "Import")

    def _say(self, fault: str) -> None:
        hint = tr(
            "Drag points, double-click free paper to add one; kind, ends and units of the "
            "curve stand in the inspector."
        )
        self.words.setText(fault or hint)
        mark(self.words, "role", "error" if fault else "muted")


class PointRows(QAbstractTableModel):
    """The points as rows of two numbers."""

    def __init__(self, typed: Callable[[int, int, str], bool]) -> None:
        super().__init__()
        self._typed = typed
        self._points: Points = ()
        self._heads = ("", "")

    def show_points(self, points: Points, heads: tuple[str, str]) -> None:
        """Show these; what is selected stays where the rows are as many."""
        if len(points) == len(self._points):
            self._points, self._heads = points, heads
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)
            self.dataChanged.emit(self.index(0, 0), self.index(len(points) - 1, 1))
            return
        self.beginResetModel()
        self._points, self._heads = points, heads
        self.endResetModel()

    def rowCount(self, parent: Index = NONE_ABOVE) -> int:
        """One for each point."""
        return 0 if parent.isValid() else len(self._points)

    def columnCount(self, parent: Index = NONE_ABOVE) -> int:
        """x and y."""
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """The number as short as it can be read back."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return scalar_text(self._points[index.row()][index.column()])
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what was typed."""
        if str(value) == self.data(index):
            return True
        return self._typed(index.row(), index.column(), str(value))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        """Names and units; numbers of rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._heads[section] if orientation == Qt.Orientation.Horizontal else section + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All can be typed over."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable
