"""The fields of the sweep pane: what varies, what is looked at, who computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from lagr_gui import pipeline
from lagr_gui.expression.arguments import several
from lagr_gui.extensions.families.pane.kinds import (
    KINDS,
    SPREAD,
    Words,
    number_of,
    usual_names,
    usual_span,
    values_of,
)
from lagr_gui.extensions.families.pane.measured import MeasuredColumns, TickedNames
from lagr_gui.extensions.families.pane.readings import pretty_with_unit
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.gui import settings
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.form_fields import LineSpec, make_line
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.model.valued import varied_units

POINTS = 401
"""Output times of each curve."""

_BESIDE = Qt.AlignmentFlag(0)
_AT_TOP = Qt.AlignmentFlag.AlignTop

JOBS, SCHEDULER = "sweep/jobs", "sweep/scheduler"
"""Names of settings."""


class VariedValues(QWidget):
    """A name that varies, and its values: from, to, how many; or a list in the first field."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.name = SlimComboBox(name=f"sweep_name_{number}")
        self._usual = "", ""
        self.first, self.last, self.count = (QLineEdit() for _ in range(3))
        set_note(self.first, tr("From; or a list of values, with “;” between them"))
        set_note(self.last, tr("To; empty where the first field holds a list"))
        set_note(self.count, tr("How many values"))
        for field, word in ((self.first, "from"), (self.last, "to"), (self.count, "count")):
            field.setObjectName(f"sweep_{word}_{number}")
            field.setMinimumWidth(36)
        self.count.setMaximumWidth(44)
        dots, times = PlainLabel("…", role="muted"), PlainLabel("×", role="muted")
        self._span = self.first, dots, self.last, times, self.count
        below(self.name, beside(*self._span, spacing=4), within=self, margins=NONE, spacing=4)

    @property
    def is_typed(self) -> bool:
        """Whether the values are other ones than `fill` has put there."""
        return (self.first.text(), self.last.text()) != self._usual

    def fill(self, first: float, last: float) -> None:
        """Usual values."""
        self._usual = f"{first:.4g}", f"{last:.4g}"
        for field, text in zip((self.first, self.last), self._usual, strict=True):
            field.setText(text)

    def refresh(self) -> None:
        """Nothing has no values."""
        for part in self._span:
            part.setVisible(bool(self.name.currentData()))

    def read(self, units: Mapping[str, str]) -> tuple[str, list[float]]:
        """The name with its values. Raises LagrError where they cannot be read."""
        name = self.name.currentData()
        first, last, count = (field.text() for field in (self.first, self.last, self.count))
        return name, values_of(name, first, last, count, units.get(name, ""))


def _lines() -> dict[str, LineSpec]:
    """The lines of text, in their order."""
    settling = tr("What happens before is left out: the motion settles")
    machine = tr("Address of a scheduler of dask.distributed; empty: this machine")
    return {
        "outputs": LineSpec(tr("Outputs"), tr("Coordinates, E, length(spring), …")),
        "until": LineSpec(tr("Until (s)")),
        "period": LineSpec(tr("Period"), tr("s, or as in 2*pi/Omega")),
        "crossing": LineSpec(tr("or crossing"), tr("expression that passes zero")),
        "after": LineSpec(tr("After (s)"), "0", settling),
        "jobs": LineSpec(
            tr("Processes"), tr("one for each core"), tr("Worker processes on this machine")
        ),
        "scheduler": LineSpec(tr("Scheduler"), "tcp://…", machine),
    }


class SweepForm(QWidget):
    """All fields; `changed` tells that another question is chosen."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self._offered = session, list[tuple[str, str]]()
        choices = [(key, tr(kind.words)) for key, kind in KINDS.items()]
        self.kind = SlimComboBox(choices, lambda _: self._choose(), "sweep_kind")
        self.values = [VariedValues(1), VariedValues(2)]
        for values in self.values:
            values.name.activated.connect(lambda _, row=values: self._fill(row))
        self.measured = MeasuredColumns(session)
        self.names = TickedNames("sweep_names")
        asked = _lines()
        lines = {name: make_line(line, f"sweep_{name}") for name, line in asked.items()}
        self.outputs, self.until, self.period, self.crossing, *others = lines.values()
        self.after, self.jobs, self.scheduler = others
        self.jobs.setText(settings.text(JOBS, ""))
        self.scheduler.setText(settings.text(SCHEDULER, ""))
        self._build([(name, asked[name].label, line) for name, line in lines.items()])
        self.offer()

    def _build(self, lines: list[tuple[str, str, QWidget]]) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(*NONE)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        rows: list[tuple[str, str, QWidget]] = [
            ("kind", tr("Question"), self.kind),
            ("first", tr("Varies"), self.values[0]),
            ("second", tr("and"), self.values[1]),
            ("measured", tr("Measured"), self.measured),
            ("names", tr("Varies"), self.names),
            *lines,
        ]
        self._rows: dict[str, tuple[PlainLabel, QWidget]] = {}
        for place, (key, words, widget) in enumerate(rows):
            label = PlainLabel(words, role="muted")
            grid.addWidget(label, place, 0, _AT_TOP if key in ("measured", "names") else _BESIDE)
            grid.addWidget(widget, place, 1)
            self._rows[key] = label, widget
        grid.setRowStretch(len(rows), 1)
        grid.setColumnStretch(1, 1)

    # --- what is offered ---------------------------------------------------------------------

    def offer(self) -> None:
        """Offer the names that the model has; choices stay where they are possible."""
        report, model = self.session.report, self.session.flat
        if report is None or not report.sound:
            return
        units = varied_units(model, report.coordinates, report.units)
        texts = [(name, pretty_with_unit(name, unit)) for name, unit in units.items()]
        if texts != self._offered:
            self.names.offer(texts)
            self._offered = texts
        for place, values in enumerate(self.values):
            before = values.name.currentData()
            if values.name.offer([("", tr("nothing")), *texts]):
                choices = [*units]
                usual = choices[0] if choices and place == 0 else ""
                values.name.choose(before if before in choices else usual)
                if before not in choices:
                    self._fill(values)
            if not values.is_typed:  # another model has others
                self._fill_span(values)
        self.until.setPlaceholderText(f"{model.simulation.until:g}")
        self.refresh()

    def _fill(self, values: VariedValues) -> None:
        """Usual values of a name, as many as the question usually has."""
        values.refresh()
        self._fill_span(values)
        values.count.setText(str(KINDS[self.chosen].count))

    def _fill_span(self, values: VariedValues) -> None:
        """From which to which value a name usually varies."""
        name = values.name.currentData()
        if not name:
            return
        numbers: dict[str, float] = {}
        try:
            prepared = pipeline.prepare(self.session.flat, self.session.special)
            numbers = dict(prepared.values)
            for dash, table in zip(("", "'"), prepared.start_values, strict=True):
                numbers |= {
                    f"{n}{dash}": v for n, v in zip(prepared.coordinates, table, strict=True)
                }
        except LagrError:  # a model without numbers: the user types them
            pass
        values.fill(*usual_span(name, self.session.flat, numbers, self.units.get(name, "")))

    def _choose(self) -> None:
        """Another question: as many values as it usually has, of two names where it needs them."""
        kind, used = KINDS[self.chosen], set[str]()
        usual = usual_names(kind, [*self.units], self.session.flat)
        for row in self.values[: kind.least]:
            if (name := row.name.currentData()) in used or name not in usual:
                row.name.choose(next((other for other in usual if other not in used), ""))
                self._fill(row)
            used.add(row.name.currentData())
        for values in self.values:
            values.count.setText(str(kind.count))
        self.refresh()

    @property
    def units(self) -> Mapping[str, str]:
        """The units of what can vary."""
        report, model = self.session.report, self.session.flat
        return {} if report is None else varied_units(model, report.coordinates, report.units)

    @property
    def chosen(self) -> str:
        """The question."""
        return str(self.kind.currentData())

    def refresh(self) -> None:
        """Show the fields that the question has."""
        kind = KINDS[self.chosen]
        several = {"jobs", "scheduler"} if kind.door in SPREAD else set[str]()
        shown = kind.fields | {"kind"} | several | {*("first", "second")[: kind.most]}
        for key, parts in self._rows.items():
            for part in parts:
                part.setVisible(key in shown)
        for values in self.values:
            values.refresh()
        self.changed.emit()

    # --- what is asked -----------------------------------------------------------------------

    def question(self) -> tuple[str, Words]:
        """The door and its arguments. Raises LagrError for what cannot be read."""
        kind, key = KINDS[self.chosen], self.chosen
        used = [row for row in self.values[: kind.most] if row.name.currentData()]
        vary = dict(row.read(self.units) for row in used)
        if len(vary) < kind.least:
            remedy = "Choose other names." if len(used) > len(vary) else "Choose one more."
            raise refusal(tr("Varies"), "Too few names vary.", remedy, "sweep")
        words: Words = {"vary": vary} if vary else {}
        if "names" in kind.fields:
            words["vary"] = self._ticked()
        if "measured" in kind.fields:
            words["table"] = self.measured.table()
        door = "section" if key == "section" and not vary else kind.door
        if "outputs" in kind.fields:
            words["outputs"] = several(self.outputs.text())
        if key != "locus":
            words["settings"] = self._settings("until" in kind.fields)
        if "period" in kind.fields:
            words |= self._moments(key)
        if door in SPREAD:
            jobs = number_of(self.jobs.text(), tr("Processes"), 1)
            words["jobs"] = None if jobs is None else int(jobs)
            words["scheduler"] = self.scheduler.text().strip()
        settings.remember(JOBS, self.jobs.text())
        settings.remember(SCHEDULER, self.scheduler.text())
        return door, words

    def _ticked(self) -> list[str]:
        """What varies without values. Raises LagrError where that is nothing."""
        outputs = [*self.names.ticked()]
        if not outputs:
            remedy = "Tick a parameter or start value."
            raise refusal(tr("Varies"), "Nothing varies.", remedy, "sweep")
        return outputs

    def _settings(self, with_end: bool) -> Any:
        usual = pipeline.settings_of(self.session.flat, self.session.special)
        chosen = replace(usual, points=POINTS)
        until = number_of(self.until.text(), tr("Until (s)"), unit="s") if with_end else None
        return chosen if until is None else replace(chosen, t_end=until)

    def _moments(self, key: str) -> Words:
        """A period, and of a section a crossing and a settling time."""
        text = self.period.text().strip()
        try:
            period: Any = number_of(text, tr("Period"), unit="s")
        except LagrError:
            period = text  # an expression in parameters
        if key == "stability":
            return {"period": period}
        after = number_of(self.after.text(), tr("After (s)"), unit="s") or 0.0
        return {"every": period, "crossing": self.crossing.text().strip(), "after": after}
