"""What acts, what is measured, and about which place: the choices at the head of the pane."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from lagr_gui.expression.letters import pretty
from lagr_gui.extensions.control.opening import controls
from lagr_gui.extensions.control.putting import place_text
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.response.pane import outputs, places
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.model.control import ControlDesk
from lagr_gui.prepared import prepare

if TYPE_CHECKING:
    from lagr_gui.extensions.control.plant import Plant
    from lagr_gui.mechanics.state import State


class PlantChoices(QWidget):
    """Menus of inputs and outputs, a list of places, a line for a position, one for the sample."""

    def __init__(self, session: Session, changed: Callable[[], object]) -> None:
        super().__init__()
        self.session, self._changed = session, changed
        self.inputs: tuple[str, ...] = ()
        self.outputs: tuple[str, ...] = ()
        self._offered: dict[str, str] = {}
        self._measured: dict[str, str] = {}
        self._model: Model | None = None
        self._place = ControlDesk().place
        self.input_menu, self.output_menu = QMenu(self), QMenu(self)
        self.input_button = tool_button("u ▾", menu=self.input_menu, name="control_inputs")
        self.output_button = tool_button("y ▾", menu=self.output_menu, name="control_outputs")
        set_note(self.input_button, tr("The forces that the controller sets"))
        set_note(self.output_button, tr("What is measured"))
        self.input_menu.aboutToShow.connect(
            lambda: self._fill(self.input_menu, self._offered, self.inputs, self.pick_input)
        )
        self.output_menu.aboutToShow.connect(
            lambda: self._fill(self.output_menu, self._measured, self.outputs, self.pick_output)
        )
        self.place = SlimComboBox((), lambda _: self._changed(), "control_place")
        set_note(self.place, tr("The place about which the plant moves a little"))
        self.position = self._line("control_position", 0, tr("or e.g. theta = 0"))
        set_note(self.position, tr("A position that the inputs hold; what is not named is 0"))
        self.position.textChanged.connect(lambda text: self.place.setEnabled(not text.strip()))
        self.sample = self._line("control_sample", 112, tr("continuous"))
        set_note(self.sample, tr("The time between samples in s; empty: continuous"))
        about, each = PlainLabel(tr("about"), role="muted"), PlainLabel(tr("sample"), role="muted")
        parts = (self.input_button, self.output_button, about, (self.place, 1), (self.position, 1))
        beside(*parts, each, self.sample, within=self, margins=NONE, spacing=6)

    def _line(self, name: str, width: int, hint: str) -> TextLine:
        line = TextLine()
        line.setObjectName(name)
        if width:
            line.setFixedWidth(width)
        line.setPlaceholderText(hint)
        line.editingFinished.connect(self._changed)
        self.session.views.add_text(line)
        return line

    @property
    def at(self) -> str | State:
        """The place that is chosen."""
        return self.place.currentData() or self._place

    def take(self, desk: ControlDesk) -> None:
        """Choose what a drawing keeps."""
        self.inputs, self.outputs = desk.inputs, desk.outputs
        self._model, self._place = None, desk.place
        self.position.setText(desk.position)
        self.sample.setText(desk.sample)

    def stay_at(self, plant: Plant) -> None:
        """Name the position of a plant: with its controller the drawing may rest elsewhere, too."""
        if not self.position.text().strip():
            self.position.setText(_position(plant))

    def show_place(self, plant: Plant | None) -> None:
        """Tell about which position a plant is, where none is typed."""
        self.position.setPlaceholderText(_position(plant) if plant else tr("or e.g. theta = 0"))

    @property
    def kept(self) -> dict[str, object]:
        """What is chosen, as a drawing keeps it."""
        place = self.place.currentData()
        return {
            "inputs": self.inputs,
            "outputs": self.outputs,
            "place": place if isinstance(place, str) else self._place,
            "position": self.position.text().strip(),
            "sample": self.sample.text().strip(),
        }

    def refresh(self) -> None:
        """Offer what the model has; choices stay where they are still possible."""
        report, model = self.session.report, self.session.flat
        if report is None or not report.sound:
            return
        if model is not self._model:  # what can act takes long to find
            self._model = model
            names = controls(prepare(model, self.session.special))
            units = dict(zip(report.coordinates, report.units, strict=False))
            self._offered = {name: force_words(name, units) for name in names}
            self._measured = {option.key: option.words for option in outputs(report, model)}
        self.inputs = tuple(name for name in self.inputs if name in self._offered)
        self.inputs = self.inputs or self._usual(report.coordinates)
        kept = tuple(name for name in self.outputs if name in self._measured)
        self.outputs = kept or report.coordinates
        chosen = self.place.currentData() or self._place
        options: list[tuple[str | State, str]] = [("nearest", tr("nearest equilibrium"))]
        known = places(self.session.small.equilibria)
        options += ((o.key, o.words) for o in known if o.key != "equilibrium" or chosen == o.key)
        if self.place.offer(options):
            self.place.choose(chosen)
        self._show()

    def _usual(self, coordinates: Sequence[str]) -> tuple[str, ...]:
        """The first force of the drawing, or else one on the first coordinate."""
        signals = self._model.signal_names if self._model else ()
        drawn = [name for name in self._offered if name not in (*coordinates, *signals)]
        return (*drawn, *self._offered)[:1]

    def take_inputs(self, names: tuple[str, ...]) -> None:
        """Choose these inputs, which the drawing has or is about to have."""
        self.inputs = names
        self._offered |= {name: pretty_state(name) for name in names if name not in self._offered}
        self._show()

    def pick_input(self, name: str, on: bool) -> None:
        """Choose an input, or leave it out; one stays."""
        self.inputs = _picked(self._offered, self.inputs, name, on)
        self._show()
        self._changed()

    def pick_output(self, name: str, on: bool) -> None:
        """Choose an output, or leave it out; one stays."""
        self.outputs = _picked(self._measured, self.outputs, name, on)
        self._show()
        self._changed()

    def _show(self) -> None:
        for button, letter, names in (
            (self.input_button, "u", self.inputs),
            (self.output_button, "y", self.outputs),
        ):
            shown = [self._words(name) if letter == "u" else pretty_state(name) for name in names]
            more = f" + {len(shown) - 3}" if len(shown) > 3 else ""
            button.setText(f"{letter}: {', '.join(shown[:3])}{more} ▾")

    def _words(self, name: str) -> str:
        return self._offered.get(name) or pretty_state(name)

    def _fill(
        self,
        menu: QMenu,
        offered: dict[str, str],
        chosen: tuple[str, ...],
        pick: Callable[[str, bool], None],
    ) -> None:
        menu.clear()
        for name, words in offered.items():
            action = menu.addAction(entry(words))
            action.setCheckable(True)
            action.setChecked(name in chosen)
            action.toggled.connect(lambda on, name=name: pick(name, on))


def _picked(
    offered: dict[str, str], chosen: tuple[str, ...], name: str, on: bool
) -> tuple[str, ...]:
    wanted = {*chosen, name} if on else {*chosen} - {name}
    return tuple(entry for entry in offered if entry in wanted) or chosen


def _position(plant: Plant) -> str:
    linear = plant.linear
    values = zip(linear.coordinates, linear.q.tolist(), strict=True)
    return ", ".join(f"{n} = {place_text(value, plant.units.get(n, ''))}" for n, value in values)


def force_words(name: str, units: Mapping[str, str]) -> str:
    """What an input is: a force or moment on a coordinate, or what it is called in the drawing."""
    words = {"m": tr("force on {name}"), "rad": tr("moment on {name}")}.get(units.get(name, ""))
    return words.format(name=pretty(name)) if words else pretty_state(name)


def pretty_state(name: str) -> str:
    """A coordinate, a velocity ``phi'`` or another name as in a book; expressions as typed."""
    stem = name.rstrip("'")
    return pretty(stem, len(name) - len(stem)) if stem.isidentifier() else name
