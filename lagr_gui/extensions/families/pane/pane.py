"""The sweep pane: a question about a family, its picture and its table."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QMenu,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from lagr_gui import pipeline
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.extensions.families.pane.form import SweepForm
from lagr_gui.extensions.families.pane.kinds import Words
from lagr_gui.extensions.families.pane.picking import Picked, has_motions, row_of
from lagr_gui.extensions.families.pane.plots import FamilyPlot, page_of
from lagr_gui.extensions.families.pane.readings import (
    MEASURE_WORDS,
    Found,
    outputs_of,
    pretty_name,
    pretty_with_unit,
    said,
    shown,
    table_of,
)
from lagr_gui.extensions.families.sweep_tables import TABLES
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.foundation.writing import write
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.jobs import BackgroundJob, Jobs
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.theme import theme_changed
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PageLabel, PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Model
from lagr_gui.model.valued import with_values
from lagr_gui.pipeline import Fit, Sweep


class SweepPane(QWidget):
    """Fields on the left, the answer on the right; a worker process of its own computes."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.found = session, None
        self.jobs = Jobs(self)
        self._asked: AskedFamily | None = None
        self._stopped: AskedFamily | None = None
        self._problems: tuple[Problem, ...] = ()
        self._kind = "curves"
        self._folder: Path | None = None
        self._drawing = session.document.snapshot.origin.drawing
        self.form = SweepForm(session)
        self.plot = FamilyPlot()
        self._moment: float | None = None
        self._warmed = False
        self._build()
        self.plot.pointed.connect(self._tell_of)
        self.plot.opened.connect(self.open_motion)
        session.running.changed.connect(self._go_to_moment)
        session.report_changed.connect(self.form.offer)
        session.opened.connect(self._forget)
        session.views.add(self._leave, self._come_back, drop=LeftSweep.close)
        self.form.changed.connect(self._forget_problems)
        self.form.measured.refused.connect(self._lose)
        self.jobs.busy_changed.connect(self.tell)
        theme_changed().connect(self.draw)  # the legend has the colours of the picture
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close_down)
        self.show_found(None)

    found: Found | None

    def _build(self) -> None:
        self.run = push_button(tr("Run"), run=self.start, name="sweep_run")
        self.stop = push_button(tr("Stop"), run=self.jobs.cancel, name="sweep_stop")
        self.resume = push_button(tr("Go on"), run=self.go_on, name="sweep_resume")
        self.take = push_button(tr("Take values"), run=self.take_values, name="sweep_take")
        set_note(self.take, tr("The drawing gets them, in one step that can be undone"))
        self.output = SlimComboBox(run=lambda _: self.draw(), name="sweep_output")
        words = [(name, tr(text)) for name, text in MEASURE_WORDS.items()]
        self.measure = SlimComboBox(words, lambda _: self.draw(), "sweep_measure")
        self.as_table = tool_button(tr("Table"), checkable=True, name="sweep_table")
        self.as_table.toggled.connect(lambda _: self.draw())
        self.menu = QMenu(self)
        self.menu.addAction(entry(tr("Open a sweep…")), self.ask_open)
        self.menu.addAction(entry(tr("Save runs as HDF5, CSV, npz…")), self._ask_runs)
        self.menu.addAction(entry(tr("Save table as CSV…")), lambda: self._ask_save((".csv",)))
        self.menu.addAction(entry(tr("Save picture…")), lambda: self._ask_save(PICTURES))
        self.menu.aboutToShow.connect(self._enable)
        files = tool_button(tr("File ▾"), menu=self.menu)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setMaximumHeight(6)
        self.words = PlainLabel(wordWrap=True)
        self.legend = PageLabel()
        self.legend.setWordWrap(True)
        self.table = FamilyTable()
        self.table.cellActivated.connect(lambda n, _: self.open_motion(row_of(self.found, n)))
        self.under = PlainLabel(role="muted", wordWrap=True)
        self.under.setMinimumHeight(2 * self.under.fontMetrics().lineSpacing())  # nothing jumps
        self.pages = QStackedWidget()
        picture = QWidget()
        parts = self.legend, (self.plot, 1), self.under
        below(*parts, within=picture, margins=NONE, spacing=2)
        self.pages.addWidget(picture)
        self.pages.addWidget(self.table)
        self.fields = tool_button(tr("Fields"), name="sweep_fields")
        self.room = SharedRoom(self.form, self.pages, self.fields)
        title = SlimLabel(tr("Sweep"), role="title")
        shown = self.output, self.measure, self.as_table, files
        head = beside((title, 1), *shown, self.fields, self.run, spacing=6)
        foot = beside((self.words, 1), self.take, self.resume, self.stop, spacing=6)
        parts = head, (self.room, 1), self.bar, foot
        below(*parts, within=self, margins=(10, 8, 8, 8), spacing=4)

    # --- what is asked -----------------------------------------------------------------------

    def start(self) -> None:
        """Ask what the fields say."""
        try:
            door, words = self.form.question()
        except LagrError as error:
            self._lose(error.problems)
            return
        path = self._new_file() if door == "sweep" else None
        model, special = self.session.flat, self.session.special
        self._begin(AskedFamily(model, special, self.form.chosen, door, words, path))

    def go_on(self) -> None:
        """Do the runs that are left of a sweep that was stopped."""
        if self._stopped is not None:
            self._begin(self._stopped, resume=True)

    def _begin(self, asked: AskedFamily, resume: bool = False) -> None:
        self._asked, self._stopped, self._problems = asked, None, ()
        self.bar.setRange(0, 0)
        self.room.show_answer()  # the fields make way at once
        words = dict(asked.words)
        if asked.path is not None:
            words |= {"out": str(asked.path), "resume": resume}
        arguments: dict[str, Any] = {
            "model": asked.model,
            "special": asked.special,
            "door": asked.door,
        }
        self.jobs.start(
            "over_values", arguments | {"words": words}, self._take, self._lose, self._hear
        )
        self.tell()

    def _hear(self, progress: tuple[int, float]) -> None:
        done, runs = progress
        if self._asked is not None and self._asked.door == "fit":
            template = tr("{n} motions computed, {left} times the uncertainty is left over")
            self.say(template.format(n=done, left=shown(runs)), "muted")
            return
        self.bar.setRange(0, int(runs))
        self.bar.setValue(done)
        self.say(tr("{done} of {runs} runs are done").format(done=done, runs=runs), "muted")

    def _take(self, answer: tuple[Found, dict[str, str]]) -> None:
        result, units = answer
        if self._asked is not None:
            self._kind = self._asked.kind
        self.show_found(result, units)

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        """Problems; without any it was stopped, and what is done of a sweep is shown."""
        asked = self._asked
        if not problems and asked is not None and asked.path is not None and asked.path.exists():
            self._stopped, self._kind = asked, asked.kind
            try:
                self.show_found(pipeline.load_sweep(asked.path))
            except LagrError:  # it was stopped before there was a run
                self.show_found(None)
        self._problems = problems
        self.tell()

    def take_values(self) -> None:
        """Give the drawing the values that fit."""
        fit = self.found
        if not isinstance(fit, Fit):
            return
        self._give("Take fitted values", "Fitted values", "Fit again.", fit.values)

    def open_motion(self, picked: Picked | None) -> None:
        """Give the drawing the values of a motion of the family, and run it."""
        place, remedy = "Motion of a family", "Run the question again."
        if picked and self._give("Take values of a family", place, remedy, picked.values):
            self._moment = picked.t
            self.session.run()

    def _go_to_moment(self) -> None:
        """The motion that was opened is there: to the time at which it was meant."""
        here = self.session.running.trajectory is not None and not self.session.running.renewed
        if here and self._moment is not None:
            self.session.running.set_time(self._moment)
            self._moment = None

    def _give(self, title: str, place: str, remedy: str, values: Mapping[str, float]) -> bool:
        """Give the drawing values, in one step; whether it has them."""
        names = self.session.report.coordinates if self.session.report else ()
        model = self.session.document.model
        variables = {p.name for p in model.parameters} | {*names, *(f"{n}'" for n in names)}
        if gone := [name for name in values if name not in variables]:
            cause = say("They are not there any more: {names}.", names=", ".join(gone))
            self.session.refused.emit([*refusal(place, cause, remedy, "unknown-name").problems])
            return False
        self.session.edit(title, lambda model: with_values(model, names, values))
        return True

    def _leave(self) -> LeftSweep:
        """Another model is to be shown: what is asked goes on."""
        asked, folder = (self._asked, self._stopped), self._folder
        self._folder = None
        job = self.jobs.leave(("over_values",))
        state = self._problems, self._kind, self.plot.units
        return LeftSweep(self.found, asked, *state, folder, job)

    def _forget(self) -> None:
        """Another drawing is open: nothing is known of it."""
        drawing = self.session.document.snapshot.origin.drawing
        if drawing == self._drawing:
            return  # one of its subsystems is
        self._drawing = drawing
        self.jobs.cancel()
        self._asked = self._stopped = self._moment = None
        self.show_found(None)

    def _come_back(self, left: LeftSweep) -> None:
        """Show again what is known of a model, and hear of what is asked."""
        self._asked, self._stopped = left.asked
        self._moment = None
        self._kind, self._folder = left.kind, left.folder
        self.show_found(left.found, left.units)
        self._problems = left.problems
        if left.job is not None:
            self.jobs.come_back(left.job)
        self.tell()

    def _new_file(self) -> Path:
        """A file for the runs, in the place of the last one."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = Path(tempfile.mkdtemp(prefix="lagr-sweep-"))
        return self._folder / "sweep.h5"

    def close_down(self) -> None:
        """End the worker process, and drop the runs that nobody saved."""
        self.jobs.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    # --- what is shown -----------------------------------------------------------------------

    def show_found(
        self, result: Found | None, units: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Show an answer, or none; `units` are those of its outputs, as far as they are known."""
        self.found, self._problems = result, ()
        self.plot.units = {**self.form.units, **units}
        self._tell_of(None)
        self.output.offer([(text, pretty_name(text)) for text in outputs_of(result)])
        self.room.show_answer(result is not None)
        self.draw()
        self.tell()

    def draw(self) -> None:
        """Show the picture or the table."""
        result, kind = self.found, self._kind
        if isinstance(result, Sweep) and kind == "map" and len(result.axes) != 2:
            kind = "curves"
        texts = outputs_of(result)
        self.output.setVisible(len(texts) > 1)
        self.measure.setVisible(kind == "map" and isinstance(result, Sweep))
        chosen = self.output.currentData() or (texts[0] if texts else "")
        self.plot.draw(result, kind, chosen, self.measure.currentData())
        self.legend.setText(page_of(self.plot.legend))
        self.legend.setVisible(bool(self.plot.legend))
        self.pages.setCurrentIndex(int(self.as_table.isChecked()))
        if self.as_table.isChecked():
            self.table.fill(result, self.plot.units)

    def _tell_of(self, picked: Picked | None) -> None:
        """Say which motion is under the pointer."""
        hint = tr("A double click opens the motion there.") if has_motions(self.found) else ""
        self.under.setText(hint if picked is None else str(picked))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Who comes will ask: the process may load what it needs meanwhile."""
        super().enterEvent(event)
        if not self._warmed:
            self._warmed = True
            self.jobs.warm(moving=True)

    def _forget_problems(self) -> None:
        self._problems = ()
        self.tell()

    def tell(self) -> None:
        """What is under way, or what the answer says."""
        busy = self.jobs.busy
        self.stop.setVisible(busy)
        self.bar.setVisible(busy)
        self.take.setVisible(not busy and isinstance(self.found, Fit) and not self._problems)
        self.resume.setVisible(not busy and self._stopped is not None)
        report = self.session.report
        self.run.setEnabled(not busy and bool(report and report.sound and report.coordinates))
        if busy:
            self.say(tr("computing …"), "muted")
        elif self._problems:
            self.say("\n".join(map(str, map(in_words, self._problems))), "error")
        elif self.found is not None:
            self.say(said(self.found), "muted")
        else:
            self.say(tr("Choose what varies, and run."), "muted")

    def say(self, text: str, role: str) -> None:
        """Show words in a role."""
        self.words.setText(text)
        mark(self.words, "role", role)

    # --- files -------------------------------------------------------------------------------

    def _enable(self) -> None:
        sweep = isinstance(self.found, Sweep)
        is_answered = self.found is not None
        for action, on in zip(
            self.menu.actions(), (True, sweep, is_answered, is_answered), strict=True
        ):
            action.setEnabled(on and not self.jobs.busy)

    def ask_open(self) -> None:
        """Show a sweep from a file that the user chooses."""
        sorts = tr("Sweep (*.h5 *.hdf5 *.csv *.npz)")
        path, _ = QFileDialog.getOpenFileName(self, tr("Open a sweep…"), desk.folder(), sorts)
        if path:
            self.open_file(Path(path))

    def open_file(self, path: Path) -> None:
        """Show a sweep from a file; what is none is refused."""
        try:
            sweep = pipeline.load_sweep(path)
        except LagrError as error:
            self.session.refused.emit(list(error.problems))
            return
        self._kind = "map" if self.form.chosen == "map" and len(sweep.axes) == 2 else "curves"
        self._asked = self._stopped = None
        self.show_found(sweep)

    def _ask_save(self, endings: tuple[str, ...], runs: bool = False) -> None:
        name = self.session.model.name or "sweep"
        if path := desk.ask_save(self, tr("Save"), name, endings):
            self.save(Path(path), runs)

    def _ask_runs(self) -> None:
        """HDF5 is the file into which the runs went; a sweep that was opened has none."""
        grown = self._asked is not None and self._asked.path is not None
        self._ask_save(((".h5",) if grown else ()) + (*TABLES,), runs=True)

    def save(self, path: Path, runs: bool = False) -> None:
        """Write all `runs`, or else the table or the picture, by the ending of the file."""
        try:
            if runs and isinstance(self.found, Sweep):
                write_runs(path, self.found, self._asked and self._asked.path)
            else:
                write_seen(path, self.found, self.plot)
        except OSError as error:
            self.say(str(error), "error")
        except LagrError as error:
            self.session.refused.emit(list(error.problems))


# --- Files of the sweep pane: all runs of a sweep, or what is seen of an answer ----------------

PICTURES = (".svg", ".pdf", ".png")


def write_runs(path: Path, sweep: Sweep, source: Path | None) -> None:
    """All curves of all runs, as the ending says; HDF5 is a copy of `source`, the sweep's file."""
    if path.suffix.lower() in TABLES:
        write(path, TABLES[path.suffix.lower()](sweep))
    elif source is not None:
        write(path, source.read_bytes())


def write_seen(path: Path, result: Found | None, plot: FamilyPlot) -> None:
    """The table of an answer or its picture, as the ending says."""
    if path.suffix.lower() in PICTURES:
        save_plots(path, [plot], page_of(plot.legend))
    elif result is not None:
        columns = table_of(result)
        write(path, table_csv([*columns], [*columns.values()]))


# --- The table of an answer about a family -----------------------------------------------------

MOST_ROWS = 2000
"""Rows of the table that are shown; files have all of them."""


class FamilyTable(QTableWidget):
    """Shows an answer as rows; files have more of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)

    def fill(self, result: Found | None, units: Mapping[str, str]) -> None:
        """Show an answer, or nothing; what has known units is headed by them."""
        columns = {} if result is None else table_of(result)
        rows = min(max((len(c) for c in columns.values()), default=0), MOST_ROWS)
        self.clear()
        self.setColumnCount(len(columns))
        self.setRowCount(rows)
        self.setHorizontalHeaderLabels(
            [pretty_with_unit(head, units.get(head, "")) for head in columns]
        )
        for place, column in enumerate(columns.values()):
            for row, value in enumerate(column[:rows].tolist()):
                text = "–" if value != value else f"{value:.6g}".replace("-", "−")
                cell = QTableWidgetItem(text)
                cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, place, cell)
        self.resizeColumnsToContents()


# --- A question about a family that was asked, and what is known of it while it is not shown ---


@dataclass(frozen=True, eq=False)
class AskedFamily:
    """What is asked, and the file into which the runs of a sweep go."""

    model: Model
    special: str
    kind: str
    door: str
    words: Words
    path: Path | None


@dataclass(frozen=True, eq=False)
class LeftSweep:
    """What is known of the questions about a model while another one is shown.

    `job` is one that goes on meanwhile, in a file of `folder`.
    """

    found: Found | None
    asked: tuple[AskedFamily | None, AskedFamily | None]
    problems: tuple[Problem, ...]
    kind: str
    units: Mapping[str, str]
    folder: Path | None
    job: BackgroundJob | None

    def close(self) -> None:
        """The model does not come back: end the job, drop runs that nobody saved."""
        if self.job is not None:
            self.job.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


# --- The room of the sweep pane: fields and picture beside each other, or in turns -------------

FORM, NARROW = 272, 600
"""The width of fields beside a picture; below that of the room they stand in turns."""
ANY = 16_777_215
"""The largest width that Qt knows."""


class SharedRoom(QWidget):
    """The picture is the main thing: what has no room beside it makes way when it is asked."""

    def __init__(self, form: QWidget, picture: QWidget, asking: QToolButton) -> None:
        """The button `asking` shows and hides the fields."""
        super().__init__()
        self._picture, self._asking = picture, asking
        self._narrow = self._answered = False
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(form)
        asking.setCheckable(True)
        asking.setChecked(True)
        asking.toggled.connect(self._share)
        beside(self._scroll, (picture, 1), within=self, margins=NONE, spacing=10)
        self._share()

    def show_answer(self, answered: bool = True) -> None:
        """From now on there is something to look at, or nothing."""
        self._answered = answered
        if self._narrow:
            self._asking.setChecked(not answered)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What has no room any more makes way; where there is room again both are shown."""
        super().resizeEvent(event)
        if self._narrow != (narrow := self.width() < NARROW):
            self._narrow = narrow
            self._asking.setChecked(not narrow or not self._answered)
            self._share()

    def _share(self) -> None:
        asked = self._asking.isChecked()
        self._scroll.setVisible(asked)
        self._scroll.setMinimumWidth(0 if self._narrow else FORM)
        self._scroll.setMaximumWidth(ANY if self._narrow else FORM)
        self._picture.setVisible(not (asked and self._narrow))
