"""The session: what is open, chosen, derived and simulated; the panes hear of it by signals.

What touches only drawing, start or values of parameters derives nothing, unless a length turns.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lagr_gui import pipeline
from lagr_gui.analysis.equations.assumptions import applies
from lagr_gui.analysis.equations.dimension_faults import derivable
from lagr_gui.foundation.problem import LagrError, Problem, each_once
from lagr_gui.gui.bridge.forces import AskedForces
from lagr_gui.gui.bridge.hand import HandMotion
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.bridge.left import LeftEquations, LeftModel
from lagr_gui.gui.bridge.live import SHORT, STARTED_BY_USER, Live
from lagr_gui.gui.bridge.memory import Memory
from lagr_gui.gui.bridge.open_drawing import OpenDrawing
from lagr_gui.gui.bridge.pointed import Pointed
from lagr_gui.gui.bridge.questions import CompareQuestion, GridQuestion
from lagr_gui.gui.bridge.running import Running
from lagr_gui.gui.bridge.shown import CHOSEN, MotionOrigin
from lagr_gui.gui.bridge.small_motions import SmallMotions
from lagr_gui.gui.bridge.start import Start
from lagr_gui.gui.bridge.told import faults
from lagr_gui.gui.bridge.unread import Unread
from lagr_gui.gui.bridge.within import Way, still_there, within
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Sheet
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import (
        ActingForces,
        Certificate,
        Choice,
        Comparison,
        Conservation,
        Coordinates,
        Motion,
        Report,
    )
    from lagr_gui.simulation import Trajectory


DIAGONAL: Choice = "diagonal"
QUIET_MS = 20  # milliseconds without edits before equations are derived


class Session(OpenDrawing):
    """The only meeting place of state and window."""

    model_changed = Signal()
    report_changed = Signal()
    sheet_changed = Signal()
    sheet_failed = Signal(list)
    certificate_changed = Signal()
    progress_changed = Signal(str, float)
    trajectory_changed = Signal()
    run_begun = Signal()
    """The first of a simulation is there: nothing older is shown any more."""
    partial_changed = Signal(float)
    """There is more of the simulation that goes on; the fraction."""
    simulation_failed = Signal(list)
    start_changed = Signal()  # what is known of the start, or whether it is to come, is new
    time_changed = Signal(float)
    busy_changed = Signal()
    message = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self.sheet: Sheet | None = None
        self.sheet_problems: tuple[Problem, ...] = ()
        self.certificate: Certificate | None = None
        self.form, self.special, self.side, self._read = "shortest", "", "right", ""
        self.formalism, self.quasi, self.name_parts = "lagrange", DIAGONAL, False
        self.coordinates: Coordinates = ""
        self.lines: tuple[str, ...] = ()
        """Names of g and Γ that the structured form shows though it leaves others out."""
        self._derived: tuple[str, ...] | None = None
        self.unread, self.views = Unread(self), Memory()
        self.equations = equations = Jobs(self)
        self.motions = Jobs(self)
        self._both = self.equations, self.motions
        again = tr("The process that calculates ended unexpectedly; its work begins once more.")
        for jobs in self._both:
            jobs.busy_changed.connect(self.busy_changed)
            jobs.again.connect(lambda: self.message.emit(again))
        self.start = Start(self.motions, self)
        self.start.changed.connect(self.start_changed)
        self.small = SmallMotions(self.motions, self)
        self.conserved: Inquiry[tuple[Conservation, ...]] = Inquiry(equations, "conserved", self)
        self.forces = AskedForces(self.motions, self)
        self.running = running = Running(self.motions, self.start, self.forces, self)
        self.acting = AskedActing(self.motions, running, self)
        # It ends before others hear of a motion.
        self.hand = HandMotion(self.motions, running, self)
        running.changed.connect(self.trajectory_changed)
        running.begun.connect(self.run_begun)
        running.grown.connect(self.partial_changed)
        running.failed.connect(self.simulation_failed)
        running.time_changed.connect(self.time_changed)
        self.small.motion_ready.connect(running.show)
        self.live = Live(self.motions, running, self)
        self.compared = ComparedVersion(self.equations, self)
        self.pointed = Pointed(self.motions, running, self.start, self)
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._derive)
        self._after_edit()

    @property
    def trajectory(self) -> Trajectory | None:
        """The simulation of which curves are shown, once it is complete."""
        return self.running.trajectory

    @property
    def motion(self) -> Motion | None:
        """The motion that is animated; None while only the start is shown."""
        return self.running.shown.motion if self.running.shown else None

    @property
    def time(self) -> float:
        """The time (s) of the one cursor of curves and animation."""
        return self.running.time

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

    def open_subsystem(self, name: str) -> None:
        """Show the subsystem of an instance in the place of the model that uses it."""
        known = {entry.name for entry in self.model.subsystems}
        wanted = {entry.subsystem for entry in self.model.instances if entry.name == name}
        for found in known & wanted:
            self._go((*self.way, found))

    def leave_subsystem(self) -> None:
        """Show the model again that uses the subsystem that is open."""
        if self.way:
            self._go(self.way[:-1])

    # --- files -----------------------------------------------------------------------------

    def show_document(
        self, model: Model, path: Path | None, saved: bool = True, seen: str = "", drawing: str = ""
    ) -> None:
        """Replace the document; the rest as for `Document.replace`."""
        self.compared.forget()
        self.document.replace(model, path, saved, seen, drawing)
        self._go(())

    def leave(self) -> LeftModel:
        """Everything of the model that is open; another one has to be shown at once."""
        self.hand.end()
        known = self.sheet, self.sheet_problems, self.certificate, self._derived, self._read
        return LeftModel(
            self.document,
            self.way,
            self.selection,
            (self.compared.earlier, self.compared.name),
            LeftEquations({name: getattr(self, name) for name in CHOSEN}, known),
            self.running.left(),
            {jobs: jobs.answers.take() for jobs in self._both},  # before jobs end
            {jobs: jobs.leave(STARTED_BY_USER, SHORT) for jobs in self._both},
            self.views.take(),
        )

    def come_back(self, left: LeftModel) -> None:
        """Show a model again as it was left."""
        self.compared.forget()
        self.document = left.document
        self.compared.earlier, self.compared.name = left.compared
        self._go(left.way, left)

    def _go(self, way: Way, left: LeftModel | None = None) -> None:
        """Show the model at the end of a way, as it was `left` before."""
        self.way = way
        self.stop()
        self.equations.cancel()
        self.selection = self.highlighted = frozenset()
        self.sheet = self.certificate = self._derived = None
        self.sheet_problems, self.special = (), ""
        self.start.forget()
        self.live.forget()
        # others name coordinates of the model
        self.quasi, self.coordinates, self.lines = DIAGONAL, "", ()
        for jobs in self._both:
            jobs.answers.forget()
        if left is not None:
            self._bring(left)
        self.selection_changed.emit()
        self.running.forget(self.model.simulation.start)
        self.sheet_changed.emit()
        self.document_changed.emit()
        self._after_edit(self._derive)
        self.opened.emit()
        if left is not None:
            self.running.come_back(left.motion)
            self.views.give(left.views)
        if self.motion is None and not self.simulating:
            self.live.begin_soon()
        for jobs in self._both:
            jobs.tell_of_others()
        self.certificate_changed.emit()

    def _bring(self, left: LeftModel) -> None:
        """Know again what was known of a model."""
        self.selection, known = left.selection, left.equations
        for name, value in known.chosen.items():
            setattr(self, name, value)
        self.sheet, self.sheet_problems, self.certificate, self._derived, self._read = known.known
        left.resume()
        if not self.equations.running("equations") and (self.meanwhile or not self.fits):
            self._derived = None  # what was asked for was not worth a process of its own

    # --- equations -------------------------------------------------------------------------

    def show_equations(self, **chosen: str | bool | Choice | tuple[str, ...]) -> None:
        """Show the equations with other `CHOSEN`; new coordinates for expanded ones."""
        if chosen.get("coordinates") and self.form == STRUCTURED:
            chosen |= {"form": "shortest"}
        for name in CHOSEN:
            setattr(self, name, chosen.get(name, getattr(self, name)))
        if self.form == STRUCTURED:
            self.coordinates = ""
        self._ask_motion()
        self._derive()

    def cancel_derivation(self) -> None:
        """Stop deriving; the last equations stay."""
        self._quiet.stop()
        self._derived = None
        self.equations.cancel()

    @property
    def meanwhile(self) -> bool:
        """Whether the structured form stands in for what is chosen, which takes longer."""
        return self.sheet is not None and self.sheet.structured and self.form != STRUCTURED

    @property
    def derived(self) -> bool:
        """Whether the equations are those of the model as it is now."""
        return self.fits and bool(self._derived) and not self.equations.running("equations")

    @property
    def fits(self) -> bool:
        """Whether the sheet that is shown, perhaps meanwhile, is of the model as it is now."""
        sheet, current = self.sheet, self._read == self._content
        return sheet is not None and current and applies(pipeline.prepare(self.model), sheet)

    @property
    def _content(self) -> str:
        """What the equations depend on; of new coordinates also where they begin."""
        model = self.flat
        begun = f" {model.start} {model.parameters}" if self.coordinates else ""
        return f"{self.special} {pipeline.physics(model)}{begun}"

    def verify(self, then: Callable[[], None] = lambda: None) -> None:
        """Compare all derivations; the certificate comes by `certificate_changed`.

        `then` is called in the end, also where there is no certificate.
        """

        def take(certificate: Certificate) -> None:
            self.certificate = certificate
            self.certificate_changed.emit()
            then()

        def lose(problems: tuple[Problem, ...]) -> None:
            self.sheet_failed_with(problems)
            then()

        self.motions.start("verify", {"model": self.model, "special": self.special}, take, lose)

    def sheet_failed_with(self, problems: tuple[Problem, ...]) -> None:
        """Tell why there are no equations; empty when the user stopped the derivation."""
        self.sheet_problems = problems
        self.sheet_failed.emit(list(problems))

    def _after_edit(self, derive: Callable[[], None] | None = None) -> None:
        self.running.problems = ()
        self.way = still_there(self.document.model, self.way)
        self.report = pipeline.check(self.model)
        known = keys_of(self.model)
        if self.special not in {"", *(case.name for case in self.model.special_cases)}:
            self.special = ""
        self.select(self.selection & known)  # first: who shows the model shows the selection too
        self.highlight(self.highlighted & known)
        self.small.keep_for(self.flat)
        self._ask_motion()
        (derive or self._quiet.start)()  # the worker begins while the window is drawn
        self.model_changed.emit()
        self.report_changed.emit()

    def _derive(self) -> None:
        """Ask for what the present model needs and does not have."""
        self._quiet.stop()
        model = derivable(pipeline.prepare(self.model)) if self.report else None
        if model is None:
            self.equations.cancel()
            self._derived = None
            self.sheet_failed_with(faults(self.report))
            return
        chosen = {name: getattr(self, name) for name in CHOSEN}
        wanted = (self._content, *map(str, chosen.values()))
        waiting = self.sheet is None or self.equations.running("equations")
        if wanted == self._derived and (waiting or self.derived):
            return
        self._derived = wanted
        self.certificate = None
        self.certificate_changed.emit()
        empty = self.sheet is None or not self.sheet.coordinates or bool(self.sheet_problems)
        meanwhile = (empty or self.meanwhile) and not self.coordinates
        arguments = {"model": model, **chosen, "meanwhile": meanwhile}
        self.equations.start("equations", arguments, self._take_sheet, self._lose_sheet, self._hear)

    def _ask_motion(self) -> None:
        origin = self._origin if self.report and self.report.sound else None
        self.live.follow(origin)
        self.start.want(origin)

    @property
    def _origin(self) -> MotionOrigin:
        """The model and special case of what is asked for now."""
        return MotionOrigin(self.flat, self.special, self.report, str(self.folder))

    def _hear(self, content: Sheet | tuple[str, float]) -> None:
        if not isinstance(content, Sheet):
            self.progress_changed.emit(*content)
        elif self._derived and self._derived[0] == self._content:
            self._take_sheet(content)  # otherwise it is of the drawing before an edit

    def _take_sheet(self, sheet: Sheet) -> None:
        self.sheet, self.sheet_problems = sheet, ()
        self._read = self._derived[0] if self._derived else ""
        self.sheet_changed.emit()
        self.live.go_ahead()

    def _lose_sheet(self, problems: tuple[Problem, ...]) -> None:
        self._derived = None
        self.sheet_failed_with(problems or faults(self.report))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is to be said of the model at this moment, each thing once."""
        structure = self.report.problems if self.report else ()
        others = (*self.unread.problems, *self.sheet_problems, *self.running.problems)
        return each_once((*structure, *others, *self.start.problems, *self.stale_parts.problems))

    # --- motion ----------------------------------------------------------------------------

    def run(self) -> None:
        """Simulate from the start values with the model's settings."""
        self.running.run(self._origin, self.report.coordinates if self.report else ())

    def stop(self) -> None:
        """Stop the simulation; what is there of it stays."""
        self.motions.cancel()

    @property
    def simulating(self) -> bool:
        """Whether a simulation is running."""
        return self.motions.running("simulate")

    @property
    def outdated(self) -> bool:
        """Whether the motion that is shown is one of the model before its last edits."""
        return (of := self.running.origin) is not None and not of.suits(self.flat, self.special)

    def find_equilibria(self) -> None:
        """Look for equilibria and their modes; they come by `small.changed`."""
        self.small.find(self.flat, self.special)

    def set_time(self, t: float) -> None:
        """Move the one time cursor of curves and animation."""
        self.running.set_time(t)

    def close(self) -> None:
        """End the worker processes."""
        for jobs in self._both:
            jobs.close()


# --- Another version of the drawing with which it is compared ----------------------------------


class ComparedVersion(QObject):
    """The earlier version and its name, and what became of it; none while nothing is compared."""

    chosen = Signal()
    """Another version is compared with, or none any more."""
    changed = Signal()
    """The same, or there is an answer."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self.earlier: Model | None = None
        self.name = ""
        self.answer: Inquiry[Comparison] = Inquiry(jobs, "compare", self)
        self.chosen.connect(self.changed)
        self.answer.changed.connect(self.changed)

    def show(self, earlier: Model, name: str) -> None:
        """Compare with an earlier version from now on."""
        self.earlier, self.name = earlier, name
        self.chosen.emit()

    def forget(self) -> None:
        """Compare no more."""
        if self.earlier is not None:
            self.earlier, self.name = None, ""
            self.answer.forget()
            self.chosen.emit()

    def question(self, now: Model, special: str) -> CompareQuestion | None:
        """What is asked of the drawing as it is now."""
        return CompareQuestion(self.earlier, special, now) if self.earlier is not None else None

    def found(self, now: Model) -> Comparison | None:
        """What became of it, where that is known of the drawing as it is now."""
        asked = self.answer.answered
        if self.earlier is None or not isinstance(asked, CompareQuestion):
            return None
        return self.answer.found if asked.other == now and asked.model == self.earlier else None


# --- All forces on the bodies along the motion that is shown, while somebody wants to see them


class AskedActing(QObject):
    """Asks the worker for each simulation that is shown; motions that are none have no forces."""

    changed = Signal()

    def __init__(self, jobs: Jobs, running: Running, parent: QObject) -> None:
        super().__init__(parent)
        self._running = running
        self._wanting: set[object] = set()
        self.inquiry: Inquiry[ActingForces] = Inquiry(jobs, "forces", self)
        self.inquiry.changed.connect(self.changed)
        running.changed.connect(self._ask)
        running.begun.connect(self._ask)

    def want(self, who: object, wanted: bool) -> None:
        """Have forces computed for somebody, or no longer."""
        (self._wanting.add if wanted else self._wanting.discard)(who)
        self._ask()

    @property
    def possible(self) -> bool:
        """Whether what is shown is a simulation."""
        return self._running.trajectory is not None and self._running.shown is not None

    @property
    def found(self) -> ActingForces | None:
        """The forces along the simulation that is shown, once they are there."""
        asked, now = self.inquiry.answered, self._running.trajectory
        mine = isinstance(asked, GridQuestion) and now is not None and asked.trajectory is now
        return self.inquiry.found if mine else None

    @property
    def model(self) -> Model | None:
        """The model whose motion is shown."""
        return self._running.shown.origin.model if self._running.shown else None

    def _ask(self) -> None:
        trajectory, origin = self._running.trajectory, self._running.origin
        if not self._wanting or trajectory is None or origin is None:
            self.inquiry.want(None)
        elif self.found is None:
            self.inquiry.want(GridQuestion(origin.model, origin.special, trajectory))
        self.changed.emit()
