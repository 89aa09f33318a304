"""The line that says how good the simulation is whose curves are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSizePolicy

from lagr_gui.analysis.equations.assumptions import ended
from lagr_gui.expression import Expression, write
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.message import counted
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.selfcheck import DRIFT
from lagr_gui.gui.bridge.questions import ConservedQuestion
from lagr_gui.gui.bridge.self_checks import certified_words
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.mechanics.checks.laws import EASED
from lagr_gui.mechanics.sheets.sheet import CONSERVED
from lagr_gui.pipeline import prepare

if TYPE_CHECKING:
    from lagr_gui.pipeline import Conservation
    from lagr_gui.simulation import Trajectory
    from lagr_gui.simulation.trajectory import Happening, Settled


LOW = 330
"""Pixels of height below which curves would have no room."""


class DriftLine(SlimLabel):
    """The verdict on a motion, why it ends, or that it is one of an earlier model."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._verdict = "", "muted", "", False
        self._low = False
        session.running.failed.connect(self._tell_failure)
        for signal in (
            session.model_changed,
            session.derivation.changed,  # another special case comes with another sheet
            session.busy_changed,
            session.live.changed,
        ):
            signal.connect(self._tell_verdict)
        session.derivation.changed.connect(self._ask_conserved)
        session.derivation.changed.connect(self._tell_result)
        session.conserved.changed.connect(self._tell_result)

    def fit(self, height: int) -> None:
        """Tell what is well in one line where a pane is so low: its curves need the room."""
        if self._low is not (height < LOW):
            self._low = height < LOW
            self._tell_result()

    def take_trajectory(self) -> None:
        """Speak of the motion that is shown now."""
        if self.session.running.trajectory is None:
            self._say("", "muted")
        self._ask_conserved()
        self._tell_result()

    def _ask_conserved(self) -> None:
        """How well it keeps what the equations say is conserved."""
        session, trajectory = self.session, self.session.running.trajectory
        sheet, origin = session.derivation.sheet, session.running.origin
        listed = sheet is not None and any(map(sheet.of, CONSERVED))
        if trajectory is None or origin is None or not listed or session.outdated:
            session.conserved.want(None)
        else:
            question = ConservedQuestion(origin.model, origin.special, trajectory)
            session.conserved.want(question)

    def _kept(self) -> tuple[Conservation, ...]:
        conserved = self.session.conserved
        mine = self.session.running.is_shown(conserved.answered)
        return conserved.found or () if mine else ()

    def _tell_result(self) -> None:
        """How good the simulation that is shown is."""
        session, trajectory = self.session, self.session.running.trajectory
        if trajectory is None or session.running.problems:
            return
        sheet = session.derivation.sheet if session.derivation.finished else None
        lost = ended(prepare(session.flat), sheet, trajectory) if sheet is not None else ()
        text, good, meaning = verdict(trajectory, self._kept(), lost)
        wrapped = not (good and self._low)
        self._say(text, "good" if good else "error", f"{text}\n{meaning}", wrapped)

    def _tell_failure(self, problems: list[Problem]) -> None:
        text = str(in_words(problems[0])) if problems else tr("Stopped.")
        if away := running_away(self.session.running.trajectory):
            text = f"⚠ {away} {text}"
        self._say(text, "error" if problems else "muted", text, wrapped=True)

    def _say(self, text: str, role: str, tip: str = "", wrapped: bool = False) -> None:
        """What is to be read of the motion as long as the model is the one that was simulated."""
        self._verdict = text, role, tip, wrapped
        self._tell_verdict()

    def _tell_verdict(self) -> None:
        """The verdict on the motion, or that it is one of an earlier model."""
        text, role, tip, wrapped = self._verdict
        session, live = self.session, self.session.live
        seen = session.running.trajectory or session.running.partial
        if seen and session.outdated and not (session.running.simulating or live.soon):
            age = tr("⚠ From before the last edit; Run computes it anew.")
            if live.computing:
                age = tr("⚠ From before the last edit; the new motion is on its way.")
            text, role, tip, wrapped = age, "muted", f"{age}\n{tip}", True
        if live.left_to_run and not (text or session.running.simulating):
            text = tr("This takes longer than motions shown by themselves; Run computes it.")
            role, tip, wrapped = "muted", text, True
        self.setText(text)
        self.setWordWrap(wrapped)
        set_note(self, tip)
        mark(self, "role", role)


# --- How good a simulation is, in words --------------------------------------------------------

MOST_TOLD = 3
"""Limits at rest that fit into the line."""


def verdict(
    trajectory: Trajectory,
    kept: Sequence[Conservation],
    ended: Sequence[tuple[Expression, float]],
) -> tuple[str, bool, str]:
    """A line, whether all is well, and what the line means.

    `kept` is what must not change, `ended` what the equations that are shown take to be positive,
    with the times (s) from which it is not.
    """
    error = trajectory.energy_error
    good = error <= DRIFT
    parts = [tr("energy drift {d}").format(d=f"{error:.1e} {'✓' if good else '⚠'}")]
    check = trajectory.certificate
    if check is not None and check.samples:
        sign = "✓" if check.holds else "⚠"
        parts.append(tr("residual {d}").format(d=f"{_size(check.residual)} {sign}"))
        good = good and check.holds
    elif check is not None:
        parts.append(tr("not compared"))
    if kept:
        each = tr("{name} to {d}")
        texts = (each.format(name=_letter(entry), d=_size(entry.drift or 0.0)) for entry in kept)
        parts.append(tr("conserved {list}").format(list=", ".join(texts)))
    if trajectory.constraint_error:
        parts.append(tr("conditions {d}").format(d=_size(trajectory.constraint_error)))
    if trajectory.impacts:
        parts.append(spoken(counted(len(trajectory.impacts), "{count} impact", "{count} impacts")))
    parts += (_happened(one) for one in trajectory.happened[:MOST_TOLD])
    parts += (_settled(rest) for rest in trajectory.settled[:MOST_TOLD])
    parts += (_ended(tree, t) for tree, t in ended)
    eased = any(note.code == EASED for note in trajectory.notes)
    parts += [tr("⚠ friction is eased: it creeps, and does not stick")] if eased else []
    away = running_away(trajectory)
    parts += [f"⚠ {away}"] if away else []
    run = tr("{m}, {n} steps, {s}")
    took = f"{trajectory.seconds:.2f} s"
    line = run.format(m=trajectory.method, n=trajectory.steps, s=took)
    parts.append(line.replace(" ", "\u00a0"))  # no line ends within it
    meaning = tr("The largest change of T + U + dissipated − supplied energy, relative.")
    if check is not None:
        meaning += "\n" + certified_words(check)[2]
    return " · ".join(parts), good and not (ended or away), meaning


def _size(left: float) -> str:
    """What is left of something that should be 0, to one digit."""
    return f"{left:.0e}" if left else "0"


def running_away(trajectory: Trajectory | None) -> str:
    """That a motion runs away, and when; empty where it does not."""
    notes = trajectory.notes if trajectory else ()
    return next((str(in_words(note).cause) for note in notes if note.code == "runs-away"), "")


def _happened(one: Happening) -> str:
    return tr("{name} at t = {t} s: {said}").format(
        name=one.item.partition(":")[2], t=f"{one.t:.4g}", said=spoken(one.said)
    )


def _settled(rest: Settled) -> str:
    return tr("{name} at rest from t = {t} s").format(
        name=rest.name.partition(":")[2], t=f"{rest.t:.4g}"
    )


def _ended(tree: Expression, t: float) -> str:
    words = tr("⚠ the equations shown hold until t = {t} s: {condition}")
    return words.format(t=f"{t:.4g}", condition=f"{write(tree)} > 0")


def _letter(entry: Conservation) -> str:
    """A conserved quantity as the equations name it."""
    if entry.kind == "momentum":
        return f"p({pretty(entry.coordinate)})"
    return " + ".join(map(pretty, entry.energies)) or "h"
