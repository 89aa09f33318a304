"""How the controller is found: weights, poles or a margin, and an observer; and its gains."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from lagr_gui.expression.arguments import number_in
from lagr_gui.expression.units import raised
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.pid import SORTS
from lagr_gui.extensions.control.pane.choosing import pretty_state
from lagr_gui.extensions.control.pane.sliders import NumberSlider
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.extensions.control.task import ControlTask
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.segmented import SegmentedChoice
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.model.control import ControlDesk, Weight

WAYS = {"lqr": "LQR", "poles": "Poles", "pid": "PID", "none": "Open loop"}
"""The ways to a controller, with their words."""

FAST = 3.0
"""By so much an observer is quicker than the closed loop where nothing else is said."""


class GainsForm(QWidget):
    """Fields for one way at a time; `task` is what they say."""

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        self._changed = changed
        self._states: tuple[str, ...] = ()
        self._inputs: tuple[str, ...] = ()
        self._known: dict[str, float] = {}
        self.weights: dict[str, NumberSlider] = {}
        self.costs: dict[str, NumberSlider] = {}
        self.way = SegmentedChoice(lambda _: self._choose(), "control_way", wraps=True)
        self.way.offer((key, tr(text)) for key, text in WAYS.items())
        self.way.choose("lqr")
        self._sliders = QWidget()
        self.rows = below(within=self._sliders, margins=NONE, spacing=2)
        self.poles = self._line("control_poles", tr("e.g. -2, -3, -1+2i, -1-2i"))
        self.sort = SlimComboBox([(s, s) for s in SORTS], lambda _: changed(), "control_pid")
        self.sort.choose("PID")
        self.phase = NumberSlider("phase", "φ", 60.0, changed, 5, 90, True, "°")
        self.phase.note(tr("The phase margin"))
        self.crossover = self._line("control_crossover", tr("by itself"))
        set_note(
            self.crossover, tr("The crossover in rad/s; empty: as high as the controller goes")
        )
        self._pid = QWidget()
        words = PlainLabel(tr("crossover"), role="muted")
        first = beside(self.sort, words, (self.crossover, 1), spacing=6)
        below(first, self.phase, within=self._pid, margins=NONE, spacing=2)
        self.observed = QCheckBox(tr("estimate the states (Kalman filter)"))
        self.observed.setObjectName("control_observed")
        self.observed.toggled.connect(lambda _: self._choose())
        self.noise = NumberSlider("noise", "V/W", 0.01, changed, 1e-6, 1e2)
        self.noise.note(tr("Noise of the outputs over that of the states: small makes it quick"))
        parts = (self._sliders, self.poles, self._pid, self.observed, self.noise)
        below(self.way, *parts, within=self, margins=NONE, spacing=5)
        self._choose(told=False)

    def _line(self, name: str, hint: str) -> TextLine:
        line = TextLine()
        line.setObjectName(name)
        line.setPlaceholderText(hint)
        line.editingFinished.connect(self._changed)
        return line

    def _choose(self, told: bool = True) -> None:
        way = self.way.chosen
        self._sliders.setVisible(way == "lqr")
        self.poles.setVisible(way == "poles")
        self._pid.setVisible(way == "pid")
        self.observed.setVisible(way in ("lqr", "poles"))
        self.noise.setVisible(self.observes)
        if told:
            self._changed()

    @property
    def observes(self) -> bool:
        """Whether an observer is wanted."""
        return self.way.chosen in ("lqr", "poles") and self.observed.isChecked()

    def take(self, desk: ControlDesk) -> None:
        """Show what a drawing keeps."""
        self._known = {entry.name: entry.value for entry in (*desk.weights, *desk.costs)}
        for name, row in (self.weights | self.costs).items():
            row.put(self._known.get(name, 1.0))
        self.way.choose(desk.way if desk.way in WAYS else "lqr")
        self.poles.setText(desk.poles)
        self.sort.choose(desk.sort)
        self.phase.put(desk.phase)
        self.crossover.setText(desk.crossover)
        self.observed.blockSignals(True)
        self.observed.setChecked(desk.observed)
        self.observed.blockSignals(False)
        self.noise.put(desk.noise)
        self._choose(told=False)

    @property
    def kept(self) -> dict[str, object]:
        """What the fields say, as a drawing keeps it."""
        return {
            "way": self.way.chosen,
            "weights": tuple(Weight(name=n, value=row.value) for n, row in self.weights.items()),
            "costs": tuple(Weight(name=n, value=row.value) for n, row in self.costs.items()),
            "poles": self.poles.text().strip(),
            "sort": self.sort.currentData(),
            "phase": self.phase.value,
            "crossover": self.crossover.text().strip(),
            "observed": self.observed.isChecked(),
            "noise": self.noise.value,
        }

    def offer(self, plant: Plant) -> None:
        """Sliders for the states and inputs of a plant; those that stay keep their values."""
        if (plant.states, plant.inputs) == (self._states, self._inputs):
            return
        shown = (self.weights | self.costs).items()
        before = self._known | {name: row.value for name, row in shown}
        for row in (*self.weights.values(), *self.costs.values()):
            self.rows.removeWidget(row)
            row.deleteLater()
        self._states, self._inputs = plant.states, plant.inputs
        self.weights = {n: self._weight("Q", n, before.get(n, 1.0)) for n in plant.states}
        self.costs = {n: self._weight("R", n, before.get(n, 1.0)) for n in plant.inputs}
        for row in (*self.weights.values(), *self.costs.values()):
            self.rows.addWidget(row)

    def show_gains(self, design: Design | None) -> bool:
        """Let each gain of one input stand beside the weight of its state; whether they do."""
        fits = design is not None and design.optimum is not None and len(self._inputs) == 1
        lines = gain_lines(design) if design is not None and fits else []
        fits = len(lines) == len(self.weights) > 0
        for number, row in enumerate(self.weights.values()):
            row.tell("{} = {} {}".format(*lines[number]) if fits else "")
        return fits

    def _weight(self, letter: str, name: str, value: float) -> NumberSlider:
        row = NumberSlider(
            f"{letter}_{name}", f"{letter} {pretty_state(name)}", value, self._changed
        )
        row.label.setFixedWidth(54)
        words = tr("What a deviation of {name} costs") if letter == "Q" else tr("What {name} costs")
        row.note(words.format(name=pretty_state(name)))
        return row

    def task(self, sample: float) -> ControlTask:
        """What the fields say. Raises LagrError for poles and numbers that do not read."""
        given: dict[str, object] = {"sample": sample}
        match self.way.chosen:
            case "lqr":
                given["lqr"] = {name: row.value for name, row in self.weights.items()}
                given["r"] = {name: row.value for name, row in self.costs.items()}
            case "poles" if self.poles.text().strip():
                given["poles"] = read_poles(self.poles.text())
            case "pid":
                given |= {
                    "pid": self.sort.currentData(),
                    "phase": float(np.radians(self.phase.value)),
                }
                given["crossover"] = _number(self.crossover.text(), tr("Crossover"))
            case _:
                pass
        if self.observes and len(given) > 1:
            given |= {"kalman": 1.0, "noise": self.noise.value}
        return ControlTask(**given).checked()  # type: ignore[arg-type]

    def open_task(self) -> ControlTask:
        """The plant alone."""
        return ControlTask()


def read_poles(text: str) -> tuple[complex, ...]:
    """Complex numbers as they are typed: ``-2, -1+2i, -1-2i``. Raises LagrError for others."""
    found: list[complex] = []
    for part in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
        try:
            found.append(complex(part.replace("i", "j").replace("−", "-").replace(" ", "")))
        except ValueError:
            cause = say("“{part}” is no pole.", part=part)
            remedy = say("Write numbers such as -2, -1+2i, -1-2i.")
            raise refusal("Control", cause, remedy, "control") from None
    return tuple(found)


def _number(text: str, place: str) -> float | None:
    if not text.strip():
        return None
    number = number_in(text.replace(",", "."))
    if number is None:
        cause = say("“{text}” is no number.", text=text.strip())
        raise refusal(place, cause, say("Give a number."), "control")
    return number


def read_sample(text: str) -> float:
    """The time between samples; 0 for none. Raises LagrError for what is no number."""
    return _number(text, tr("Sample")) or 0.0


class GainsTable(QWidget):
    """The gains with their units, a row for each state."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 4, 8, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(3, 1)
        self._labels: list[list[PlainLabel]] = []

    def show_design(self, design: Design | None) -> None:
        """Show the gains of a design, none where there are none."""
        rows = [] if design is None else gain_lines(design)
        while len(self._labels) < len(rows):
            labels = [PlainLabel(role=role) for role in ("", "", "muted", "muted")]
            for column, label in enumerate(labels):
                self._grid.addWidget(label, len(self._labels), column)
            self._labels.append(labels)
        for number, labels in enumerate(self._labels):
            cells = rows[number] if number < len(rows) else ("",) * len(labels)
            for label, text in zip(labels, cells, strict=True):
                label.setText(text)
                label.setVisible(number < len(rows))
        self.setVisible(bool(rows))


def gain_lines(design: Design) -> list[Sequence[str]]:
    """Name, value, unit and what it multiplies, of each gain."""
    plant = design.plant
    if (pid := design.pid) is not None:
        values = {"KP": pid.kp, "KI": pid.ki, "KD": pid.kd}
        return [(name, f"{value:.5g}", "", "") for name, value in values.items() if value]
    if design.K is None:
        return []
    several = len(plant.inputs) > 1
    lines: list[Sequence[str]] = []
    for row, name in enumerate(plant.inputs):
        for column, state in enumerate(plant.states):
            index = f"{row + 1}{column + 1}" if several else f"{column + 1}"
            unit = raised(plant.gain_unit(name, state))
            lines.append(
                (
                    pretty_state(f"k{index}"),
                    f"{design.K[row, column]:.5g}",
                    unit,
                    pretty_state(state),
                )
            )
    return lines
