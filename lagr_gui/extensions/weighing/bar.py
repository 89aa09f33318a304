"""The slider that lets terms fade, and what that costs along the simulation that is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QSlider

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.page import FadingBar
from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.sheets.sheet import STRUCTURED

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import TermKey
    from lagr_gui.pipeline import Coordinates, Shortened
    from lagr_gui.simulation import Trajectory

STEPS = 40
LEAST = -4.0
"""The smallest accuracy of the slider as a power of ten; the largest is 1."""


@dataclass(frozen=True)
class ShortenQuestion(WorkerQuestion):
    """What can be left out of the equations along a simulation, within an accuracy."""

    trajectory: Trajectory
    accuracy: float
    form: str
    coordinates: Coordinates
    name_parts: bool


class AccuracyBar(FadingBar):
    """Asks for the shorter equations when the slider moves; `told` has errors and bounds."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.inquiry: Inquiry[Shortened] = Inquiry(session.equations, "shorten", self)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("equations_accuracy")
        self.slider.setRange(0, STEPS)
        self.slider.setMinimumWidth(30)
        self.slider.setMaximumWidth(140)
        self.label = SlimLabel(role="muted")
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        beside((self.slider, 40), (self.label, 100), within=self, margins=NONE, spacing=6)
        self.slider.valueChanged.connect(lambda _: self.refresh())
        self.inquiry.changed.connect(self._tell)
        for signal in (session.derivation.changed, session.running.changed, session.model_changed):
            signal.connect(self.refresh)
        self.refresh()

    @property
    def accuracy(self) -> float:
        """ε; 0 is exact."""
        place = self.slider.value()
        return 10 ** (LEAST * (1 - place / STEPS)) if place else 0.0

    @property
    def found(self) -> Shortened | None:
        """The shorter equations of the sheet and motion that are shown; None where none are."""
        wanted = self._question()
        return self.inquiry.found if wanted is not None and not self.inquiry.waiting else None

    @property
    def dropped(self) -> frozenset[TermKey]:
        """The terms that fade."""
        return self.found.dropped if self.found else frozenset()

    def refresh(self) -> None:
        """Ask anew for what is shown now."""
        session = self.session
        offered = session.chosen.form != STRUCTURED and session.chosen.formalism == "lagrange"
        self.slider.setEnabled(offered)
        self.inquiry.want(self._question())
        self._tell()

    def _question(self) -> ShortenQuestion | None:
        session, motion = self.session, self.session.running.trajectory
        derivation, asked = session.derivation, self.slider.isEnabled() and self.accuracy > 0
        sheet = derivation.sheet if asked and not derivation.meanwhile else None
        if sheet is None or motion is None or session.outdated:
            return None
        bare = replace(motion, dense=None)
        return ShortenQuestion(
            model=session.flat,
            special=session.special,
            trajectory=bare,
            accuracy=self.accuracy,
            form=session.chosen.form,
            coordinates=session.chosen.coordinates,
            name_parts=session.chosen.name_parts,
        )

    def _tell(self) -> None:
        exact, (text, notes) = self.accuracy == 0, self._words()
        self.label.setText(tr("exact") if exact else tr("ε = {e}").format(e=f"{self.accuracy:.2g}"))
        self.told.setText(text)
        self.told.setVisible(bool(text))
        set_note(self.told, "\n".join([text, *notes]))
        use = tr("Accuracy: lets terms fade that do not matter in the simulation")
        why = tr("Terms are weighed in the expanded equations of Lagrange only.")
        set_note(self.slider, use if self.slider.isEnabled() else f"{use}\n{why}")
        self.changed.emit()

    def _words(self) -> tuple[str, list[str]]:
        if self.accuracy == 0 or not self.slider.isEnabled():
            return "", []
        if self._question() is None:
            return tr("Run a simulation: terms are weighed along it."), []
        if self.inquiry.problems:
            return str(in_words(self.inquiry.problems[0])), []
        if self.found is None:
            return "…", []
        return _summary(self.found), _lines(self.found) if self.found.dropped else []


def _summary(shortened: Shortened) -> str:
    count = tr("{n} of {all} terms fade").format(
        n=len(shortened.dropped), all=len(shortened.weighing.terms)
    )
    if not shortened.dropped:  # what is left of an exact result is rounding
        return count
    pairs = zip(shortened.bound, shortened.error, strict=True)
    bound, error = max(pairs, default=(0.0, 0.0))
    errors = tr("error of q″ {error} ≤ {bound}").format(error=f"{error:.2g}", bound=f"{bound:.2g}")
    if shortened.problem is not None:
        return f"{count} · {errors} · {in_words(shortened.problem).cause}"
    away = tr("motion off by {d}").format(d=f"{max(shortened.deviation, default=0.0):.2g}")
    return f"{count} · {errors} · {away}"


def _lines(shortened: Shortened) -> list[str]:
    """Bounds and true errors of each equation."""
    template = tr("{name}: residual ≤ {r} of its largest term, error of {name}″ {error} ≤ {bound}")
    return [
        template.format(name=name, r=f"{r:.2g}", error=f"{error:.3g}", bound=f"{bound:.3g}")
        for name, r, error, bound in zip(
            shortened.sheet.coordinates,
            shortened.residual,
            shortened.error,
            shortened.bound,
            strict=True,
        )
    ]
