"""The control desk: choices above, gains on the left, formulas and poles, curves on the right."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QSplitter, QWidget

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.control.answer import (
    ClosedQuestion,
    DirectionQuestion,
    PlantQuestion,
    alike,
)
from lagr_gui.extensions.control.closing import ClosedMotion
from lagr_gui.extensions.control.design import Design, designed
from lagr_gui.extensions.control.numbers.responses import horizon
from lagr_gui.extensions.control.pane.choosing import PlantChoices
from lagr_gui.extensions.control.pane.gains import GainsForm, GainsTable, read_sample
from lagr_gui.extensions.control.pane.poles import PolePlot
from lagr_gui.extensions.control.pane.responses import VIEWS, ResponsePlots, stays, strips_of
from lagr_gui.extensions.control.pane.shown import ReachLines, design_rows, margins_told, verdict
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.extensions.control.putting import forces, with_controller
from lagr_gui.extensions.control.symbols import PlantSymbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.typesetting import FlowView, Typesetter
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.segmented import SegmentedChoice
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model.control import ControlDesk
from lagr_gui.pipeline import Motion

COPIES = {
    "python_control": "python-control",
    "matlab_control": "MATLAB, Octave",
    "latex_control": "LaTeX",
}
"""Exports that can be copied, with the names of the programs."""

LONGEST = 60.0
"""Seconds that a motion from the start goes on at most."""

PARTS = {"poles": "Poles", "matrices": "Matrices"}
"""What stands in the middle where there is no room for both."""

HIGH = 460
"""Pixels of a pane that shows both."""

KEPT_MS = 300
"""Milliseconds after a change until the drawing keeps it: a slider that moves is one change."""

LEFT = 330
"""Pixels of the column of gains."""


class ControlPane(AskingPane[tuple[Plant, PlantSymbols | None]]):
    """Asks for the plant; what is made of it is computed here, as quickly as sliders move."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Inquiry(session.motions, "control_plant", session))
        self.motion: Inquiry[ClosedMotion] = Inquiry(session.motions, "control_motion", session)
        self.direction: Inquiry[Motion] = Inquiry(
            session.motions, "control_direction", session, quiet=0
        )
        self.design: Design | None = None
        self.problems: tuple[Problem, ...] = ()
        self._latest = Latest[None](lambda _: self._redesign(), self)
        self._keeping = QTimer(self, singleShot=True, interval=KEPT_MS)
        self._keeping.timeout.connect(self.keep)
        self._desk = ControlDesk()
        self.choices = PlantChoices(session, self._chosen)
        self.structure = ReachLines(self._play)
        self.form = GainsForm(self._wanted)
        self.table, self.verdict = GainsTable(), PlainLabel(wordWrap=True)
        self.view = FlowView(Typesetter())
        self.view.set_indent(28.0)
        self.poles = PolePlot()
        self.plots = ResponsePlots()
        self.part = SegmentedChoice(lambda _: self._show_parts(), "control_part", wraps=True)
        self.kind = SegmentedChoice(lambda _: self._show_kind(), "control_view", wraps=True)
        self.margins = PlainLabel(wordWrap=True, role="muted")
        self._build()
        self.listen()
        self.motion.changed.connect(self._draw_curves)
        self.motion.changed.connect(self.tell)
        self.direction.changed.connect(self._show_direction)
        session.opened.connect(self._forget)
        session.model_changed.connect(self._take_kept)
        session.small.changed.connect(self.choices.refresh)
        self._take_kept()
        self.draw()

    def _build(self) -> None:
        self.kind.offer((key, tr(words)) for key, words in VIEWS.items())
        self.kind.choose("start")
        self.copy_menu = QMenu(self)
        for name, words in COPIES.items():
            self.copy_menu.addAction(entry(words), partial(self._copy, name))
        self.copy = tool_button(tr("Copy ▾"), menu=self.copy_menu, name="control_copy")
        self.put = push_button(tr("Put into the drawing"), self._put_in, name="control_put")
        self.put.setProperty("primary", True)
        self.code = push_button(tr("C of the block…"), self._write_c, name="control_c")
        set_note(self.code, tr("The controller alone as a function for a device"))
        title = SlimLabel(tr("Control"), role="title")
        head = beside(title, (self.choices, 1), spacing=10)
        column = QWidget()
        parts = (self.structure, self.form, self.table, self.verdict, 1)
        below(*parts, within=column, margins=(0, 0, 6, 0), spacing=8)
        left = QScrollArea(widgetResizable=True)
        left.setFrameShape(QFrame.Shape.NoFrame)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setWidget(column)
        left.setMinimumWidth(LEFT)
        self.part.offer((key, tr(words)) for key, words in PARTS.items())
        self.part.choose("poles")
        self.both = QSplitter(Qt.Orientation.Vertical)
        self.both.addWidget(self.view)
        self.both.addWidget(self.poles)
        self.both.setSizes([300, 200])
        middle = QWidget()
        below(beside(self.part, 1), (self.both, 1), within=middle, margins=(4, 0, 0, 0), spacing=4)
        right = QWidget()
        below(
            beside(self.kind, 1),
            (self.plots, 1),
            self.margins,
            within=right,
            margins=(4, 0, 0, 0),
            spacing=4,
        )
        body = QSplitter(Qt.Orientation.Horizontal)
        for number, part in enumerate((left, middle, right)):
            body.addWidget(part)
            body.setStretchFactor(number, (2, 3, 3)[number])
        foot = beside((self.words, 1), self.stop, self.copy, self.code, self.put, spacing=6)
        below(head, (body, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Poles and matrices stand below one another where there is room."""
        super().resizeEvent(event)
        self._show_parts()

    def _show_parts(self) -> None:
        high = self.height() >= HIGH
        self.part.setVisible(not high)
        self.poles.setVisible(high or self.part.chosen == "poles")
        self.view.setVisible(high or self.part.chosen == "matrices")

    # --- what a pane says for itself ---------------------------------------------------------

    def ask(self) -> None:
        """Offer what the model has by now, then ask for the plant."""
        if self._seen:
            self.choices.refresh()
        super().ask()
        if self._seen:
            self._redesign()  # a sample is no matter of the plant

    def question(self) -> PlantQuestion | None:
        """The plant that is chosen."""
        report, choices = self.session.report, self.choices
        if report is None or not report.sound or not report.freedoms or not choices.inputs:
            return None
        return PlantQuestion(
            self.session.flat.having(control=ControlDesk()),
            self.session.special,
            choices.inputs,
            choices.outputs,
            choices.at,
            choices.position.text().strip(),
        )

    def draw(self) -> None:
        """Show the plant of this moment, and what is made of it."""
        if self.answer.found is not None:
            self.form.offer(self.answer.found[0])
        self.choices.show_place(self.answer.found[0] if self.answer.found else None)
        self._redesign()
        self.tell()

    def said(self) -> tuple[str, str]:
        """What is wrong with the task, or how far the linear equations are certified."""
        if self.problems:
            return "\n".join(map(str, map(in_words, self.problems))), "error"
        if self.design is None:
            return tr(
                "Draw something that can move, with a force that a controller can set."
            ), "muted"
        laws = self.design.plant.laws
        if self._is_put_in():
            return tr("The drawing has this controller."), "muted"
        if laws:
            text = tr("As an input “{names}” has no law of its own: the plant is without it.")
            return text.format(names="”, “".join(laws)), "muted"
        motion = self.motion.found
        if motion is not None and self.kind.chosen == "start" and stays(motion):
            words = tr("The motion starts at this place: other start values show how it returns.")
            return words, "muted"
        return "", "muted"

    def _is_put_in(self) -> bool:
        """Whether the drawing has just this controller."""
        design = self.design
        if design is None or not design.is_closed:
            return False
        try:
            return with_controller(self.session.model, design) == self.session.model
        except LagrError:
            return False

    # --- what is made of the plant ------------------------------------------------------------

    def _redesign(self) -> None:
        found, self.problems = self.answer.found, ()
        self.design = None
        if found is not None and not self.answer.problems:
            try:
                task = self.form.task(read_sample(self.choices.sample.text()))
                self.design = designed(found[0], task)
            except LagrError as error:
                self.problems = error.problems
                self.design = designed(found[0], self.form.open_task())
        self._show()

    def _show(self) -> None:
        design = self.design
        self.structure.show_design(design)
        self.table.show_design(None if self.form.show_gains(design) else design)
        self.poles.show_design(design)
        symbols = self.answer.found[1] if self.answer.found else None
        if design is not None and design.system.h:
            symbols = None
        self.view.show_rows(design_rows(design, symbols) if design else ())
        text, role = verdict(design) if design else ("", "muted")
        self.verdict.setText(text)
        mark(self.verdict, "role", role)
        self.margins.setText(margins_told(design) if design else "")
        ready = design is not None and design.is_closed and not self.answer.waiting
        self.put.setEnabled(ready and not self._is_put_in())
        self.copy.setEnabled(design is not None)
        self.code.setEnabled(ready)
        self._ask_motion()
        self._draw_curves()
        self.tell()

    def _ask_motion(self) -> None:
        design = self.design
        wanted: ClosedQuestion | None = None
        if design is not None and self._seen and not self.answer.waiting and _moves(design):
            model = self.session.model.having(control=ControlDesk())
            seconds = horizon(design.poles, design.system.h)
            until = float(f"{min(seconds, LONGEST):.2g}")
            wanted = ClosedQuestion(model, self.session.special, design, until)
        asked = self.motion.wanted
        if not (isinstance(asked, ClosedQuestion) and wanted and asked.is_like(wanted)):
            self.motion.want(wanted)

    def _show_kind(self) -> None:
        self._draw_curves()
        self.tell()

    def _draw_curves(self) -> None:
        design, kind = self.design, self.kind.chosen
        if design is None:
            self.plots.show_strips(kind, (), "")
            return
        question = self.motion.answered
        motion = self.motion.found
        if not isinstance(question, ClosedQuestion) or not alike(question.design, design):
            motion = motion if self.motion.waiting else None
        if motion is not None and motion.y.shape[1] != len(design.plant.outputs):
            motion = None
        self.plots.show_strips(kind, *strips_of(kind, design, motion))

    # --- what a user does -----------------------------------------------------------------------

    def _put_in(self) -> None:
        design = self.design
        if design is None:
            return
        try:
            names = forces(design, self.session.model)
        except LagrError as error:
            self.problems = error.problems
            self.tell()
            return
        self.choices.stay_at(design.plant)
        self.keep()
        if self.session.edit("Put a controller in", lambda model: with_controller(model, design)):
            self.choices.take_inputs(names)

    def _copy(self, name: str) -> None:
        if self.design is None or self.answer.found is None:
            return
        known = {"controller": self.design, "symbols": self.answer.found[1]}
        text = EXPORTS[name].write(known.get)
        assert isinstance(text, str)
        QGuiApplication.clipboard().setText(text)

    def _write_c(self) -> None:
        design, session = self.design, self.session
        if design is None:
            return
        try:
            block = with_controller(session.model, design).signals[-1].name
        except LagrError as error:
            self.problems = error.problems
            self.tell()
            return
        path = desk.ask_save(self, tr("C of the block"), block, (".c",))
        if not path:
            return
        known = {"controller": design, "drawn": session.model}
        desk.save_to(session, path, lambda: EXPORTS["c_control"].write(known.get))

    def _play(self, way: Array) -> None:
        found = self.answer.found
        if found is not None:
            session = self.session
            question = DirectionQuestion(session.flat, session.special, found[0], way)
            self.direction.want(question)

    def _show_direction(self) -> None:
        motion, asked = self.direction.found, self.direction.answered
        if motion is not None and asked is not None:
            shown = ShownMotion(motion, MotionOrigin(asked.model, asked.special))
            self.direction.forget()
            self.session.running.show(shown)

    def _chosen(self) -> None:
        self._keeping.start()
        self.ask()

    def _wanted(self) -> None:
        self._keeping.start()
        self._latest.give(None)

    def keep(self) -> None:
        """Write what is chosen into the drawing."""
        self._keeping.stop()
        desk = ControlDesk.model_validate(self.choices.kept | self.form.kept)
        if desk != self._desk:
            self._desk = desk
            title = "Change the control desk"
            self.session.edit(title, lambda model: model.having(control=desk), True)

    def _take_kept(self) -> None:
        """Show what the drawing keeps, where that is something else."""
        desk = self.session.model.control
        if desk != self._desk:
            self._desk = desk
            self._keeping.stop()
            self.choices.take(desk)
            self.form.take(desk)

    def _forget(self) -> None:
        self._keeping.stop()
        self._desk = desk = self.session.model.control
        self.choices.take(desk)
        self.form.take(desk)
        self.ask()


def _moves(design: Design) -> bool:
    """Whether the closed loop can be tried in the drawing."""
    return design.is_closed and design.is_stable
