"""The pane of inverse problems: motions that are given, and curves of what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QStackedWidget

from lagr_gui import pipeline
from lagr_gui.expression.letters import pretty
from lagr_gui.extensions.inverse.answer import MotionQuestion, answer
from lagr_gui.extensions.inverse.pane.motions import MotionsPage
from lagr_gui.foundation.problem import Path
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.panes.curves.choice import MOST, CurveChoice
from lagr_gui.gui.panes.curves.menu import AXES, CurvesMenu
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.panes.curves.signals import EFFORT, MOTION, ROWS, Array, Signal, signals
from lagr_gui.gui.panes.curves.transmitted import reaction_signals
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.pipeline import EFFORTS

if TYPE_CHECKING:
    from lagr_gui.extensions.inverse.motion import DrivenMotion
    from lagr_gui.pipeline import Report


_NOTHING = np.empty(0)


class InversePane(AskingPane):
    """Motions that are given on one page, curves of what they need on the other."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, answer(session))
        self.choice = CurveChoice()
        self.curves = Curves()
        self.curves.moved.connect(self._move_cursor)
        self.motions = MotionsPage(session)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.curves)
        self.pages.addWidget(self.motions)
        self._build()
        self.listen()
        self.motions.table_changed.connect(self.ask)
        session.running.time_changed.connect(self.curves.show_time)
        session.opened.connect(self._begin)
        self._begin()

    def _build(self) -> None:
        title = SlimLabel(tr("Forces for a given motion"), role="title")
        self.toggle = tool_button(tr("Motions"), checkable=True, name="given_motions")
        self.toggle.toggled.connect(lambda on: self.pages.setCurrentIndex(int(on)))
        self.menu = CurvesMenu(self)
        self.choose = tool_button(tr("Curves ▾"), menu=self.menu)
        self.menu.aboutToShow.connect(lambda: self.menu.fill(self.choice))
        self.menu.chosen.connect(self._choose)
        self.menu.axes_chosen.connect(self._choose_axes)
        self.animate = push_button(
            tr("Animate"), tip=tr("Show this motion in the animation"), run=self._animate
        )
        head = beside((title, 1), self.toggle, self.choose, spacing=6)
        foot = beside((self.words, 1), self.stop, self.animate, spacing=6)
        below(head, (self.pages, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=4)

    # --- what is asked ---------------------------------------------------------------------

    def focus_field(self, path: Path) -> None:
        """Give the keyboard to the motion at a path of the model."""
        self.toggle.setChecked(True)
        for field in self.motions.fields:
            if any(path[: len(place)] == place for place in field.row.places(self.session.model)):
                field.focus()

    def _begin(self) -> None:
        """Of a drawing without given motions the page on which to give them is shown."""
        self.choice.forget()
        settings = self.session.model.simulation
        self.curves.forget(settings.start, settings.until)
        self.toggle.setChecked(not self.motions.prescribed)
        self.ask()

    def question(self) -> MotionQuestion | None:
        """What the motions need that are given."""
        report = self.session.report
        if report is None or not report.sound or not self.motions.prescribed:
            return None
        return MotionQuestion(
            self.session.flat,
            self.session.special,
            self.motions.table,
            self.motions.noise,
            self.choice.axes,
        )

    # --- what is shown ---------------------------------------------------------------------

    @property
    def found(self) -> DrivenMotion | None:
        """The answer, if it is about the model as it is."""
        driven, report = self.answer, self.session.report
        sound = report is not None and report.sound
        if driven.found is None or not sound or not self.motions.prescribed:
            return None
        return driven.found[0]

    def draw(self) -> None:
        """Show the curves of the answer."""
        driven, report = self.found, self.session.report
        rows: list[dict[str, Array]] = [{} for _ in ROWS]
        if report and report.sound and driven and report.coordinates == driven.coordinates:
            offer_driven(self.choice, self.session.flat, report, driven.prescribed)
            for signal in self.choice.chosen:
                rows[signal.row][signal.legend] = driven_values(signal, driven)
        t = _NOTHING if driven is None else driven.t
        if len(t):
            self.curves.show_span(float(t[0]), float(t[-1]))
        turned = tr(AXES[self.choice.axes]) if self.choice.turned else ""
        seen = {row for row in ROWS if rows[row]} or {MOTION, EFFORT}
        self.curves.show_rows(t, rows, turned, seen)
        self.curves.show_all()
        self.curves.show_time(self.session.running.time)
        self.tell()

    @property
    def _efforts(self) -> dict[str, str]:
        """The units of forces by coordinate."""
        report = self.session.report
        units = zip(report.coordinates, report.units, strict=False) if report else ()
        return {name: EFFORTS.get(unit, "") for name, unit in units}

    def tell(self) -> None:
        """The same, and whether there is something to animate."""
        super().tell()
        self.animate.setEnabled(self.found is not None and not self.answer.waiting)

    def said(self) -> tuple[str, str]:
        """The largest forces and the work, or what is missing."""
        if (driven := self.found) is not None:
            return "\n".join(said(driven, self._efforts)), "muted"
        missing = not self.motions.prescribed
        return tr("Give at least one coordinate a motion.") if missing else "", "muted"

    def _choose(self, key: str, on: bool) -> None:
        self.choice.show(key, on)
        self.draw()

    def _choose_axes(self, axes: str) -> None:
        self.choice.axes = axes
        self.ask()

    # --- animation -------------------------------------------------------------------------

    def _animate(self) -> None:
        answer, asked = self.answer.found, self.answer.answered
        if answer is not None and asked is not None:
            self.session.running.show(
                ShownMotion(answer[1], MotionOrigin(asked.model, asked.special))
            )

    def _move_cursor(self, t: float) -> None:
        shown = self.answer.found
        if shown is not None and self.session.motion is shown[1]:
            times = shown[0].t
            self.session.running.set_time(min(max(t, float(times[0])), float(times[-1])))


def said(driven: DrivenMotion, efforts: Mapping[str, str]) -> list[str]:
    """The largest forces and the work, what moves by itself, and how far energies agree.

    `efforts` are the units of the forces by coordinate.
    """
    lines: list[str] = []
    for column, name in enumerate(driven.prescribed):
        force, work = driven.forces[:, column], driven.work[-1, column]
        at = int(np.argmax(np.abs(force)))
        text = tr("{name}: up to {force} at {t} s, work {work} J")
        numbers = {"force": force[at], "t": driven.t[at], "work": work}
        values = {key: f"{value:.4g}" for key, value in numbers.items()}
        values["force"] = f"{values['force']} {efforts.get(name, '')}".strip()
        lines.append(text.format(name=f"τ {pretty(name)}", **values))
    if driven.free:
        names = ", ".join(pretty(name) for name in driven.free)
        lines.append(tr("Moving by themselves or following: {names}").format(names=names))
    text = tr("Work and energy agree to {d}.")
    lines.append(text.format(d=f"{driven.energy_error:.0e}"))
    return lines


# --- The curves of a given motion: the motion itself, what it needs, power, work, reactions ----

WORDS = {"N": "force on {name}", "N m": "moment on {name}", "V": "voltage on {name}"}


def offer_driven(
    choice: CurveChoice, model: Model, report: Report, prescribed: Sequence[str]
) -> None:
    """Offer what a motion of these coordinates shows: usually all coordinates and the forces.

    The force on a coordinate that is given a motion only now is shown besides what was chosen.
    """
    units = dict(zip(report.coordinates, report.units, strict=False))
    moved = list(signals(report.coordinates, report.units).items())[:3]
    needed = [_needed(name, units.get(name, ""), at) for at, name in enumerate(prescribed)]
    groups = dict(moved) | {
        tr("Forces needed"): needed,
        tr("Power"): _flows("power", "P", "W", prescribed),
        tr("Work"): _flows("work", "W", "J", prescribed),
        tr("Energies"): [Signal("energy", name, "J") for name in ("T", "U")],
    }
    groups[tr("Reactions")] = reaction_signals(pipeline.transmitting(model).joints)
    usual = (*moved[0][1][:MOST], *needed[:MOST])
    offered = {title: group for title, group in groups.items() if group}
    choice.offer(offered, {signal.key for signal in usual})


def _needed(name: str, unit: str, index: int) -> Signal:
    effort = EFFORTS.get(unit, "")
    words = tr(WORDS[effort]).format(name=pretty(name)) if effort else f"τ {pretty(name)}"
    return Signal("needed", f"τ {pretty(name)}", effort, index, item=name, words=words)


def _flows(group: str, letter: str, unit: str, names: Sequence[str]) -> list[Signal]:
    return [
        Signal(group, f"{letter} {pretty(name)}", unit, at, item=name)
        for at, name in enumerate(names)
    ]


def driven_values(signal: Signal, driven: DrivenMotion) -> Array:
    """The values (n,) of a curve."""
    match signal.group:
        case "needed":
            return driven.forces[:, signal.index]
        case "energy":
            return driven.T if signal.name == "T" else driven.U
        case "force":
            return driven.reactions[signal.item].force[:, signal.index]
        case "moment":
            return driven.reactions[signal.item].moment[:, signal.index]
        case group:  # q, qd, qdd, power or work
            return getattr(driven, group)[:, signal.index]
