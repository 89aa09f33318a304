"""The session: the drawing that is open with what is derived and simulated of it.

What touches only drawing, start or values of parameters derives nothing, unless a length turns.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError, Problem, each_once
from lagr_gui.gui.bridge.background import BackgroundModel
from lagr_gui.gui.bridge.derivation import Derivation, Presentation
from lagr_gui.gui.bridge.field_problems import FieldProblems
from lagr_gui.gui.bridge.forces import AskedForces
from lagr_gui.gui.bridge.hand import HandMotion
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.bridge.live import SHORT, STARTED_BY_USER, Live
from lagr_gui.gui.bridge.memory import Memory, give
from lagr_gui.gui.bridge.open_drawing import OpenDrawing
from lagr_gui.gui.bridge.open_subsystem import Way, still_there, within
from lagr_gui.gui.bridge.pointed import Pointed
from lagr_gui.gui.bridge.running import AskedActing, Running
from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.gui.bridge.small_motions import SmallMotions
from lagr_gui.gui.bridge.start import Start
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import Conservation, Motion


class Session(OpenDrawing):
    """The only meeting place of state and window."""

    model_changed = Signal()
    report_changed = Signal()
    busy_changed = Signal()
    message = Signal(str)
    pane_wanted = Signal(str)
    """Bring the pane of this name into view."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.fields, self.views = FieldProblems(self), Memory()
        self.equations, self.motions = Jobs(self), Jobs(self)
        self._both = self.equations, self.motions
        again = tr("The process that calculates ended unexpectedly; its work begins once more.")
        for jobs in self._both:
            jobs.busy_changed.connect(self.busy_changed)
            jobs.again.connect(lambda: self.message.emit(again))
        self.derivation = Derivation(self, *self._both)
        self.start = Start(self.motions, self)
        self.small = SmallMotions(self.motions, self)
        self.conserved = Inquiry[tuple["Conservation", ...]](self.equations, "conserved", self)
        self.forces = AskedForces(self.motions, self)
        self.running = running = Running(self.motions, self.start, self.forces, self)
        self.acting = AskedActing(self.motions, running, self)
        # It ends before others hear of a motion.
        self.hand = HandMotion(self.motions, running, self)
        self.small.motion_ready.connect(running.show)
        self.live = Live(self.motions, running, self)
        self.derivation.changed.connect(self.live.go_ahead)
        self.pointed = Pointed(self.motions, running, self.start, self)
        self._after_edit()

    @property
    def chosen(self) -> Presentation:
        """What is chosen of the equations."""
        return self.derivation.chosen

    @property
    def special(self) -> str:
        """The special case (empty: the general one) of which equations and motions are asked."""
        return self.chosen.special

    @property
    def motion(self) -> Motion | None:
        """The motion that is animated; None while only the start is shown."""
        return self.running.shown.motion if self.running.shown else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is to be said of the model at this moment, each thing once."""
        sources = self.report, self.fields, self.derivation, self.running, self.start
        every = (source.problems for source in (*sources, self.stale_parts) if source)
        return each_once(problem for problems in every for problem in problems)

    # --- editing ---------------------------------------------------------------------------

    def edit(self, title: str, function: Callable[[Model], Model], merge: bool = False) -> bool:
        """One step of history; whether it was done. What is refused is told by `refused`."""
        try:
            changed = self.document.apply(title, within(self.way, function), merge)
        except LagrError as error:
            self.refused.emit(list(error.problems))
            return False
        if changed:
            self._after_edit()
        return True

    def undo(self) -> None:
        """Take the last step back."""
        self.go_to_step(self.document.at - 1)

    def redo(self) -> None:
        """Bring the next step back."""
        self.go_to_step(self.document.at + 1)

    def go_to_step(self, step: int) -> None:
        """Show the drawing as it is after so many steps of its history."""
        self.document.go_to(step)
        self._after_edit()

    def _after_edit(self, derive: Callable[[], None] | None = None) -> None:
        self.running.problems = ()
        self.way = still_there(self.document.model, self.way)
        self.report = pipeline.check(self.model)
        keys = keys_of(self.model)
        if self.special not in {"", *(case.name for case in self.model.special_cases)}:
            self.derivation.choose(special="")
        self.select(self.selection & keys)  # first: who shows the model shows the selection too
        self.highlight(self.highlighted & keys)
        self.small.keep_for(self.flat)
        self._ask_motion()
        (derive or self.derivation.soon)()  # the worker begins while the window is drawn
        self.model_changed.emit()
        self.report_changed.emit()

    # --- equations and motion --------------------------------------------------------------

    def show_equations(self, **changes: Any) -> None:
        """Show the equations with another choice of a `Presentation`."""
        self.derivation.choose(**changes)
        self._ask_motion()
        self.derivation.derive()

    def show_in_angles(self, choice: str) -> None:
        """Show the equations in a choice of angles, which the model keeps."""
        structured = self.chosen.form == STRUCTURED and not self.derivation.shortened
        written_out = {"form": DEFAULT_FORM} if structured else {}
        self.derivation.choose(coordinates="", **written_out)
        self.edit("Angles of the equations", lambda model: model.having(angles=choice))
        self.derivation.derive()

    def run(self) -> None:
        """Simulate from the start values with the model's settings."""
        self.running.run(self._origin, self.report.coordinates if self.report else ())

    @property
    def outdated(self) -> bool:
        """Whether the motion that is shown is one of the model before its last edits."""
        return (of := self.running.origin) is not None and not of.suits(self.flat, self.special)

    def find_equilibria(self) -> None:
        """Look for equilibria and their modes; they come by `small.changed`."""
        self.small.find(self.flat, self.special)

    def _ask_motion(self) -> None:
        origin = self._origin if self.report and self.report.sound else None
        self.live.follow(origin)
        self.start.want(origin)

    @property
    def _origin(self) -> MotionOrigin:
        """The model and special case of what is asked for now."""
        return MotionOrigin(self.flat, self.special, self.report, str(self.folder))

    # --- other models ----------------------------------------------------------------------

    def open_subsystem(self, name: str) -> None:
        """Show the subsystem of an instance in the place of the model that uses it."""
        there = {entry.name for entry in self.model.subsystems}
        wanted = {entry.subsystem for entry in self.model.instances if entry.name == name}
        for subsystem in there & wanted:
            self._go((*self.way, subsystem))

    def leave_subsystem(self) -> None:
        """Show the model again that uses the subsystem that is open."""
        if self.way:
            self._go(self.way[:-1])

    def show_document(
        self, model: Model, path: Path | None, saved: bool = True, seen: str = "", drawing: str = ""
    ) -> None:
        """Replace the document; the rest as for `Document.replace`."""
        self.leaving.emit()
        self.document.replace(model, path, saved, seen, drawing)
        self._go(())

    def leave(self) -> BackgroundModel:
        """Everything of the model that is open; another one has to be shown at once."""
        self.hand.end()
        return BackgroundModel(
            self.document,
            self.way,
            self.selection,
            self.derivation.leave(),
            self.running.leave(),
            tuple(kept for jobs in self._both for kept in jobs.answers.take()),  # before they end
            {jobs: jobs.leave(STARTED_BY_USER, SHORT) for jobs in self._both},
            self.views.take(),
        )

    def come_back(self, background: BackgroundModel) -> None:
        """Show a model again as it was left."""
        self.leaving.emit()
        self.document = background.document
        self._go(background.way, background)

    def _go(self, way: Way, background: BackgroundModel | None = None) -> None:
        """Show the model at the end of a way, as it was left in the `background` before."""
        self.way = way
        self.running.stop()
        self.derivation.forget()
        self.selection = self.highlighted = frozenset()
        self.start.forget()
        self.live.forget()
        for jobs in self._both:
            jobs.answers.forget()
        if background is not None:
            self.selection = background.selection
            background.resume()
            self.derivation.come_back(background.derived)
        self.selection_changed.emit()
        self.running.forget(self.model.simulation.start)
        self.derivation.changed.emit()
        self.document_changed.emit()
        self._after_edit(self.derivation.derive)
        self.opened.emit()
        if background is not None:
            self.running.come_back(background.motion)
            give(background.views)
        if self.motion is None and not self.running.simulating:
            self.live.begin_soon()
        for jobs in self._both:
            jobs.tell_of_others()
        self.derivation.certified.emit()

    def close(self) -> None:
        """End the worker processes."""
        for jobs in self._both:
            jobs.close()
