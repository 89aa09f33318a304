"""The response pane: what acts, what is watched, over which frequencies, and the Bode diagram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, pi
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu

from lagr_gui import pipeline
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import with_unit
from lagr_gui.gui.bridge.questions import ResponseQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.panes.mode_choice import ModeChoice
from lagr_gui.gui.panes.response.plots import BodePlots, Curve, Peak
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import number_in
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.linear import prescribed
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import Equilibria, FrequencyResponse, Report
    from lagr_gui.simulation.linear.response import Resonance


MOST = 4
"""Outputs that are chosen by themselves."""


class ResponsePane(AskingPane):
    """Choices above, the diagram below."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, session.small.response)
        self.response = session.small.response
        self._picked: dict[QComboBox, str | State] = {}
        self._outputs: tuple[Option[str], ...] = ()
        self._shown: frozenset[str] = frozenset()
        self._drawn: FrequencyResponse | None = None
        self.plots = BodePlots()
        self.plots.pointed.connect(self._tell_point)
        self._build()
        session.report_changed.connect(self.refresh)
        self.listen()
        session.small.changed.connect(self.refresh)
        for field in (self.low, self.high):
            session.opened.connect(field.clear)
            session.views.add_text(field)
        self.refresh()

    def _build(self) -> None:
        title = SlimLabel(tr("Frequency response"), role="title")
        self.input, self.place = SlimComboBox(), SlimComboBox()
        self.mode = ModeChoice(self.ask)
        set_note(self.input, tr("What acts on the system from outside, as cos ωt"))
        set_note(self.place, tr("The place about which the system moves a little"))
        for box in (self.input, self.place):
            box.activated.connect(lambda _, box=box: self._pick(box))
        self.low, self.high = self._field("response_from"), self._field("response_to")
        self.menu = QMenu(self)
        self.choose = tool_button(tr("Outputs ▾"), menu=self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.decibel = tool_button("dB", tr("Amplitudes in decibel"), checkable=True)
        self.decibel.toggled.connect(self.plots.use_decibel)
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing())
        omega, dots, unit = (PlainLabel(text, role="muted") for text in ("ω", "…", "rad/s"))
        first = beside((title, 1), self.decibel, self.choose, spacing=6)
        second = beside((self.input, 2), (self.place, 1), spacing=6)
        band = beside(omega, self.low, dots, self.high, unit, 1, spacing=6)
        last = beside((self.words, 1), self.stop, spacing=6)
        below(
            first,
            second,
            self.mode,
            band,
            (self.plots, 1),
            last,
            within=self,
            margins=(10, 8, 8, 8),
            spacing=4,
        )

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setFixedWidth(48)
        set_note(field, tr("Empty: as the modes suggest"))
        field.editingFinished.connect(self.ask)
        return field

    # --- what is asked ---------------------------------------------------------------------

    def show_to(self, seen: bool) -> None:
        """Ask while the pane can be seen; offer then what the model has by now."""
        self._seen = seen
        self.refresh()

    def refresh(self) -> None:
        """Offer what the model has; choices stay where they are still possible."""
        report = self.session.report
        if report is not None and report.sound:
            self.mode.look(self.session.flat)
            if self._seen:  # what can act takes long to find
                self._offer(self.input, inputs(self.session.flat, report))
            self._offer(self.place, places(self.session.small.equilibria))
            self._outputs = outputs(report, self.session.flat)
            keys = {choice.key for choice in self._outputs}
            if not self._shown & keys:
                self._shown = frozenset(report.coordinates[:MOST])
            self._shown &= keys
        self.ask()

    def _offer(self, box: QComboBox, choices: Sequence[Option[str] | Option[str | State]]) -> None:
        """Put choices into a box; what the user picked stays as long as it is possible."""
        box.clear()
        for choice in choices:
            box.addItem(choice.words, choice.key)
        keys = [choice.key for choice in choices]
        usual = next((n for n, choice in enumerate(choices) if choice.usual), 0)
        picked = self._picked.get(box)
        box.setCurrentIndex(keys.index(picked) if picked in keys else usual)

    def _pick(self, box: QComboBox) -> None:
        self._picked[box] = box.currentData()
        self.ask()

    def question(self) -> ResponseQuestion | None:
        """The response that is chosen; None where the fields or the model do not permit any."""
        report = self.session.report
        possible = report is not None and report.sound and report.freedoms and self._outputs
        span = number_in(self.low, "rad/s"), number_in(self.high, "rad/s")
        legible = not any(part is not None and np.isnan(part) for part in span)
        if not (possible and legible):
            return None
        return ResponseQuestion(
            self.session.flat,
            self.session.special,
            self.input.currentData(),
            tuple(c.key for c in self._outputs if c.key in self._shown),
            span,
            self.place.currentData(),
            self.mode.mode,
        )

    def _fill_menu(self) -> None:
        self.menu.clear()
        groups: dict[str, QMenu] = {}
        for choice in self._outputs:
            if choice.group not in groups:
                groups[choice.group] = self.menu.addMenu(entry(choice.group))
            action = groups[choice.group].addAction(entry(choice.words))
            action.setCheckable(True)
            action.setChecked(choice.key in self._shown)
            action.toggled.connect(lambda on, key=choice.key: self.show_output(key, on))

    def show_output(self, key: str, on: bool) -> None:
        """Show an output, or hide it; one stays."""
        shown = self._shown | {key} if on else self._shown - {key}
        self._shown = shown or self._shown
        self.ask()

    # --- what is shown ---------------------------------------------------------------------

    def draw(self) -> None:
        """Show the diagram of the answer."""
        response = self.response.found
        names = {choice.key: choice.words for choice in self._outputs}
        if response is None:
            self.plots.show_response(np.empty(0), (), ())
        elif response is not self._drawn:
            self.plots.show_response(response.omega, curves(response, names), peaks(response))
        self._drawn = response
        for field, at in ((self.low, 0), (self.high, -1)):
            field.setPlaceholderText(_short(response.omega[at]) if response else "")
        self.tell()

    def said(self) -> tuple[str, str]:
        """What the answer says."""
        return told(self.response.found) if self.response.found is not None else ("", "muted")

    def _tell_point(self, omega: float) -> None:
        response = self.response.found
        if response is None or not isfinite(omega):
            self.tell()
            return
        hertz = f"ω = {omega:.4g} rad/s ({omega / (2 * pi):.4g} Hz)"
        self.say(" · ".join([hertz, *value_at(response, omega)]), "muted")


def _short(omega: float) -> str:
    return f"{omega:.0f}" if 100 <= omega < 1e5 else f"{omega:.2g}"


# --- What can be chosen: inputs, outputs, and places about which a system moves a little -------

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Option(Generic[Key]):
    """A thing to choose: what the computation calls it, and the words for it."""

    key: Key
    words: str
    group: str = ""
    usual: bool = False


def inputs(model: Model, report: Report) -> tuple[Option[str], ...]:
    """What can act from outside; usually the first force or moment, or else drive, of the model."""
    units = dict(zip(report.coordinates, report.units, strict=False))
    quantities = {entry.name for entry in (*model.functions, *model.parameters)}
    names = pipeline.possible_inputs(model)
    drives = [name for name in prescribed(model) if not name.startswith(BASE)]
    at_base = [name for name in prescribed(model) if name not in drives]
    forces = {element.name for element in model.elements}
    signals = {*names} & {*model.signal_names} - units.keys() - quantities - forces
    others = (*units, *quantities, *drives, *at_base, *signals)
    usual = (*(name for name in names if name not in others), *drives, *names)[:1]
    moved = {name: tr("motion of {name}").format(name=name) for name in drives}
    moved |= {name: _of_base(name.removeprefix(BASE)) for name in at_base}
    moved |= {name: tr("signal {name}").format(name=pretty(name)) for name in signals}
    return tuple(
        Option(name, moved.get(name) or _input(name, units.get(name)), usual=name in usual)
        for name in names
    )


BASE = "base."


def _of_base(entry: str) -> str:
    """Words for a displacement along an axis, or the turn, of body 0."""
    if entry == "angle":
        return tr("turn of body 0")
    return tr("displacement of body 0 along {axis}").format(axis=entry)


def _input(name: str, unit: str | None) -> str:
    words = {"m": tr("force on {name}"), "rad": tr("moment on {name}")}.get(unit or "", "{name}")
    return words.format(name=name if unit is None else pretty(name))


def outputs(report: Report, model: Model) -> tuple[Option[str], ...]:
    """All coordinates, velocities and signals."""
    pairs = tuple(zip(report.coordinates, report.units, strict=False))
    places = (Option(n, with_unit(pretty(n), unit), tr("Coordinates")) for n, unit in pairs)
    rates = (
        Option(f"{n}'", with_unit(pretty(n, 1), unit and f"{unit}/s"), tr("Velocities"))
        for n, unit in pairs
    )
    signals = (
        Option(name, with_unit(pretty(name), signal.value_unit), tr("Signals"))
        for signal in model.signals
        for name in signal.names
    )
    return (*places, *rates, *signals)


def places(search: Equilibria | None) -> tuple[Option[str | State], ...]:
    """The first equilibrium, the start, and every equilibrium that was found."""
    equilibria = search.found if search else ()
    t, names = (search.t, search.coordinates) if search else (0.0, ())
    still = ((State(t, tuple(e.q), tuple(e.qd), tuple(e.z)), e) for e in equilibria)
    return (
        Option("equilibrium", tr("equilibrium")),
        Option("start", tr("start values")),
        *(Option(state, f"{_numbers(names, state)} – {tr(e.stability)}") for state, e in still),
    )


def _numbers(names: Sequence[str], state: State) -> str:
    values = [f"{pretty(name)} = {q:.4g}" for name, q in zip(names, state.q, strict=True)]
    speeds = zip(names, state.qd, strict=True)
    values += [f"{pretty(name, 1)} = {speed:.4g}" for name, speed in speeds if speed]
    return ", ".join(values)


# --- A frequency response as curves, peaks and words -------------------------------------------

STILL = 1e-12
"""An output whose amplitudes are below this, relative to the largest of all, is at rest."""


def curves(found: FrequencyResponse, names: Mapping[str, str]) -> list[Curve]:
    """One curve for each output; no points where it is at rest or its amplitude is infinite."""
    still = at_rest(found)
    result: list[Curve] = []
    for number, (name, phase) in enumerate(
        zip(found.outputs, np.degrees(found.continuous_phase).T, strict=True)
    ):
        amplitude = found.amplitude[:, number]
        drawn = np.isfinite(amplitude) & (amplitude > 0) & (number not in still)
        words = names.get(name, name)
        result.append(
            Curve(words, np.where(drawn, amplitude, np.nan), np.where(drawn, phase, np.nan))
        )
    return result


def at_rest(found: FrequencyResponse) -> set[int]:
    """The numbers of outputs that the input does not move."""
    finite = np.where(np.isfinite(found.amplitude), found.amplitude, 0.0)
    largest = finite.max(axis=0, initial=0.0)
    return set(np.flatnonzero(largest <= STILL * largest.max(initial=0.0)).tolist())


def peaks(found: FrequencyResponse) -> list[Peak]:
    """The resonances of outputs that move, named by their mode."""
    still = at_rest(found)
    places = {name: number for number, name in enumerate(found.outputs)}
    return [
        Peak(places[peak.output], peak.omega, peak.amplitude, mode_number(found, peak))
        for peak in found.resonances
        if places[peak.output] not in still
    ]


def mode_number(found: FrequencyResponse, peak: Resonance) -> int:
    """The mode of a peak, numbered from 1 as in the list of modes."""
    sizes = np.array([mode.frequency for mode in found.modes.modes])
    return int(np.argmin(np.abs(sizes - peak.mode))) + 1


def told(found: FrequencyResponse) -> tuple[str, str]:
    """Peaks, outputs at rest, stability and notes in words, and the role of these words."""
    listed: dict[int, list[str]] = {}
    for peak in sorted(peaks(found), key=lambda peak: peak.omega):
        values = listed.setdefault(peak.mode, [])
        if (value := f"{peak.omega:.4g}") not in values:
            values.append(value)
    still = [pretty_output(found.outputs[number]) for number in sorted(at_rest(found))]
    lines = [
        ", ".join(
            f"{tr('Mode {n}').format(n=mode)}: {' / '.join(values)} rad/s"
            for mode, values in listed.items()
        ),
        *(tr("{name} stays at rest.").format(name=name) for name in still),
        *map(spoken, found.modes.notes),
    ]
    unstable = found.modes.stability == "unstable"
    if unstable:
        text = tr("Unstable: what is free grows, so no steady vibration comes about.")
        lines.insert(0, text)
    return "\n".join(filter(None, lines)), "error" if unstable else "muted"


def pretty_output(name: str) -> str:
    """A coordinate, or a velocity such as ``q1'``, as in a book."""
    return pretty(name.removesuffix("'"), int(name.endswith("'")))


def value_at(found: FrequencyResponse, omega: float) -> list[str]:
    """Amplitude and phase of each output at the computed frequency next to this one."""
    row = int(np.argmin(np.abs(found.omega - omega)))
    phase = np.degrees(found.phase[row])
    return [
        f"{pretty_output(name)}: {amplitude:.4g}, {angle:.1f}°"
        for name, amplitude, angle in zip(found.outputs, found.amplitude[row], phase, strict=True)
    ]
