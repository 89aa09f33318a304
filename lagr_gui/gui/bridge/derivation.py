"""The equations of the model that is open: what is chosen of them, asked for and known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from lagr_gui import pipeline
from lagr_gui.analysis.equations.assumptions import applies
from lagr_gui.analysis.equations.dimension_faults import derivable
from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.open_drawing import OpenDrawing
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED, Sheet
from lagr_gui.model import Model
from lagr_gui.prepared.held import after_events
from lagr_gui.subsystems.events import SEPARATOR
from lagr_gui.subsystems.signals import NAMES

if TYPE_CHECKING:
    from lagr_gui.pipeline import Certificate, Choice, Coordinates, Reduction


NATURAL: Choice = "natural"
QUIET_MS = 20  # milliseconds without edits before equations are derived


@dataclass(frozen=True)
class Presentation:
    """What a user chooses of the equations: arguments of their job by name.

    `special` names the special case (empty: the general one), which motions are of, too; `lines`
    are names of g and Γ that the structured form shows though it leaves others out.  Bound systems
    have `minimal` equations unless that is False, with ``all`` in all coordinates; `multipliers`
    stand below those of Lagrange.  Signals stay ``names``, or are put ``in``.  They hold before any
    event, or `after` some.  Other `coordinates` than formulas are kept by the model.
    """

    form: str = DEFAULT_FORM
    special: str = ""
    formalism: str = "lagrange"
    quasi: Choice = NATURAL
    side: str = "right"
    coordinates: Coordinates = ""
    name_parts: bool = False
    lines: tuple[str, ...] = ()
    minimal: Reduction = None
    multipliers: bool = False
    signals: str = NAMES
    after: str = ""

    @property
    def can_list_multipliers(self) -> bool:
        """Whether multipliers may stand below these equations."""
        plain = self.formalism == "lagrange" and self.coordinates in ("", "relative")
        return plain and self.minimal is not False

    @property
    def arguments(self) -> dict[str, Any]:
        """What is asked for."""
        return vars(self) | {"multipliers": self.multipliers and self.can_list_multipliers}

    def of_another_model(self) -> Presentation:
        """The same without what names coordinates, lines, events or cases of a model."""
        return replace(self, special="", quasi=NATURAL, coordinates="", lines=(), after="")


@dataclass
class Derived:
    """What is known of the equations of a model.

    `asked` is what was asked for (None: nothing, or it was given up), `content` what the sheet
    depends on.  Where nobody chose the form it is structured if results are long else.
    """

    chosen: Presentation = field(default_factory=Presentation)
    sheet: Sheet | None = None
    problems: tuple[Problem, ...] = ()
    certificate: Certificate | None = None
    asked: tuple[str, ...] | None = None
    content: str = ""
    form_is_chosen: bool = False


class Derivation(QObject):
    """Asks for the equations of the drawing, a little after its last edit, and keeps the last."""

    changed = Signal()
    """There is another sheet, or none."""
    failed = Signal(list)
    certified = Signal()
    """There is another certificate, or none."""
    progress = Signal(str, float)

    def __init__(self, drawing: OpenDrawing, jobs: Jobs, motions: Jobs) -> None:
        """`jobs` derive, `motions` compare the derivations."""
        super().__init__(drawing)
        self._drawing, self._jobs, self._motions = drawing, jobs, motions
        self._known = Derived()
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.derive)

    @property
    def chosen(self) -> Presentation:
        """What is chosen of the equations, with the angles that the model keeps."""
        own = self._known.chosen
        form = own.form if self._known.form_is_chosen else DEFAULT_FORM
        angles = pipeline.kept_angles(self._drawing.model, form, own.formalism)
        known = {event.name for event in self._drawing.model.events}
        after = own.after if known.issuperset(own.after.split(SEPARATOR)) else ""
        return replace(own, coordinates=own.coordinates or angles, after=after)

    @property
    def model(self) -> Model:
        """The drawing whose equations are shown: without what events open that have happened."""
        return after_events(pipeline.prepare(self._drawing.flat), self.chosen.after).drawn

    @property
    def sheet(self) -> Sheet | None:
        """The last equations, perhaps of the model before its last edits."""
        return self._known.sheet

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why there are no equations of the model as it is now."""
        return self._known.problems

    @property
    def certificate(self) -> Certificate | None:
        """The comparison of all derivations, where there was one of these equations."""
        return self._known.certificate

    @property
    def meanwhile(self) -> bool:
        """Whether the structured form stands in for what is chosen, which takes longer."""
        return self.sheet is not None and self.sheet.structured and self.chosen.form != STRUCTURED

    @property
    def shortened(self) -> bool:
        """Whether it is structured because it would be long else, though nobody chose that."""
        return self.chosen.form == STRUCTURED and not self._known.form_is_chosen

    @property
    def finished(self) -> bool:
        """Whether the equations are those of the model as it is now."""
        return self.fits and bool(self._known.asked) and not self._jobs.running("equations")

    @property
    def fits(self) -> bool:
        """Whether the sheet that is shown, perhaps meanwhile, is of the model as it is now."""
        return self.fitting is not None

    @property
    def fitting(self) -> Sheet | None:
        """The sheet that is shown, perhaps meanwhile, if it is of the model as it is now."""
        sheet = self.sheet
        if sheet is None or self._known.content != self._content:
            return None
        return sheet if applies(pipeline.prepare(self.model), sheet) else None

    @property
    def _content(self) -> str:
        """What equations depend on; of new coordinates and bound systems also where they begin."""
        model = self._drawing.flat
        chosen = self.chosen
        depends = bool(chosen.coordinates) or pipeline.prepare(self.model).is_bound
        begun = f" {model.start} {model.parameters}" if depends else ""
        told = f" {model.events} {chosen.after}" if model.events else ""
        return f"{chosen.special} {pipeline.physics(model)}{begun}{told}"

    # --- what is asked ---------------------------------------------------------------------

    def choose(self, **changes: Any) -> None:
        """Choose something else of a `Presentation`, without asking for it yet.

        New coordinates are for expanded equations.
        """
        if changes.get("coordinates") and self.chosen.form == STRUCTURED:
            self._known.chosen = replace(self._known.chosen, form=DEFAULT_FORM)
        self._known.form_is_chosen |= "form" in changes
        chosen = replace(self._known.chosen, **changes)
        if chosen.form == STRUCTURED:
            chosen = replace(chosen, coordinates="")
        self._known.chosen = chosen

    def soon(self) -> None:
        """Derive once edits pause."""
        self._quiet.start()

    def derive(self) -> None:
        """Ask for what the present model needs and does not have."""
        self._quiet.stop()
        drawing, memory = self._drawing, self._known
        model = derivable(pipeline.prepare(drawing.model)) if drawing.report else None
        if model is None:
            self._jobs.cancel()
            memory.asked = None
            self.fail(self._faults())
            return
        chosen = self.chosen.arguments | {"readable": not memory.form_is_chosen}
        if not memory.form_is_chosen:
            chosen["form"] = DEFAULT_FORM
        wanted = (self._content, *map(str, chosen.values()))
        waiting = memory.sheet is None or self._jobs.running("equations")
        if wanted == memory.asked and (waiting or self.finished):
            return
        memory.asked, memory.certificate = wanted, None
        self.certified.emit()
        empty = memory.sheet is None or not memory.sheet.coordinates or bool(memory.problems)
        meanwhile = (empty or self.meanwhile) and not self.chosen.coordinates
        arguments = {"model": model, **chosen, "meanwhile": meanwhile}
        self._jobs.start("equations", arguments, self._take_chosen, self._lose, self._hear)

    def cancel(self) -> None:
        """Stop deriving; the last equations stay."""
        self._quiet.stop()
        self._known.asked = None
        self._jobs.cancel()

    def verify(self, then: Callable[[], None] = lambda: None) -> None:
        """Compare all derivations; the certificate comes by `certified`.

        `then` is called in the end, also where there is no certificate.
        """

        def take(certificate: Certificate) -> None:
            self._known.certificate = certificate
            self.certified.emit()
            then()

        def lose(problems: tuple[Problem, ...]) -> None:
            self.fail(problems)
            then()

        arguments = {"model": self.model, "special": self.chosen.special}
        self._motions.start("verify", arguments, take, lose)

    # --- what becomes of it ----------------------------------------------------------------

    def fail(self, problems: tuple[Problem, ...]) -> None:
        """Tell why there are no equations; empty when the user stopped the derivation."""
        self._known.problems = problems
        self.failed.emit(list(problems))

    def _hear(self, content: Sheet | tuple[str, float]) -> None:
        if not isinstance(content, Sheet):
            self.progress.emit(*content)
        elif self._known.asked and self._known.asked[0] == self._content:
            self._take(content)  # otherwise it is of the drawing before an edit

    def _take_chosen(self, sheet: Sheet) -> None:
        if not self._known.form_is_chosen:
            form = STRUCTURED if sheet.structured else DEFAULT_FORM
            self._known.chosen = replace(self._known.chosen, form=form)
        self._take(sheet)

    def _take(self, sheet: Sheet) -> None:
        memory = self._known
        memory.sheet, memory.problems = sheet, ()
        memory.content = memory.asked[0] if memory.asked else ""
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        self._known.asked = None
        self.fail(problems or self._faults())

    def _faults(self) -> tuple[Problem, ...]:
        """What is said in place of equations of a model that cannot have any."""
        report = self._drawing.report
        return () if report is None or report.sound else report.problems

    # --- other models ----------------------------------------------------------------------

    def leave(self) -> Derived:
        """What is known of the model that is open, to come back to it."""
        return self._known

    def forget(self) -> None:
        """Another model is open; how equations are written stays."""
        self._jobs.cancel()
        known = self._known
        self._known = Derived(known.chosen.of_another_model(), form_is_chosen=known.form_is_chosen)
        if not known.form_is_chosen:
            self._known.chosen = replace(self._known.chosen, form=DEFAULT_FORM)

    def come_back(self, known: Derived) -> None:
        """Know again what was known of a model whose jobs have come back."""
        self._known = known
        if not self._jobs.running("equations") and (self.meanwhile or not self.fits):
            known.asked = None  # what was asked for was not worth a process of its own
