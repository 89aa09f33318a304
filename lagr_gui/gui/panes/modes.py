"""The modes pane: equilibria with their stability, below each its modes; a click plays one."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from lagr_gui.exchange.results import held_text
from lagr_gui.exchange.rounding import alike, positions
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.mode_choice import ModeChoice
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, spoken, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import Equilibrium, Mode

PLACE = Qt.ItemDataRole.UserRole
FREEDOM = -1
"""In place of the number of an equilibrium: a motion that the conditions leave."""


class ModesPane(QWidget):
    """A list of equilibria; each opens into its modes."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        title = SlimLabel(tr("Equilibria and modes"), role="title")
        self.search = push_button(tr("Find"), run=session.find_equilibria)
        self.steady = QLineEdit()
        self.steady.setObjectName("steady_velocities")
        self.steady.setPlaceholderText(tr("steady velocities, e.g. psi = 2"))
        set_note(self.steady, tr("Coordinates that go on steadily, as a wheel that spins"))
        self.steady.textChanged.connect(self._take_steady)
        self.steady.returnPressed.connect(self.search.click)
        self.mode = ModeChoice(self._take_mode)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.itemClicked.connect(self._play)
        self.list.itemActivated.connect(self._play)
        self.words = PlainLabel(wordWrap=True, role="muted")
        head = beside(title, (self.steady, 1), self.search)
        below(
            head,
            self.mode,
            (self.list, 1),
            self.words,
            within=self,
            margins=(14, 10, 10, 8),
            spacing=6,
        )
        session.small.changed.connect(self.refresh)
        session.start.changed.connect(self.refresh)
        session.busy_changed.connect(self.refresh_button)
        session.report_changed.connect(self.refresh_button)
        session.opened.connect(self.steady.clear)
        session.views.add_text(self.steady)
        self.refresh()

    def refresh(self) -> None:
        """Show what was found."""
        small = self.session.small
        self.list.clear()
        self._list_freedoms()
        equilibria = small.equilibria.found if small.equilibria else ()
        for index, (item, modes) in enumerate(zip(equilibria, small.modes, strict=True)):
            row = QTreeWidgetItem([self._equilibrium(item)])
            set_note(row, 0, f"{row.text(0)}\n{spoken(item.reason)}".strip())
            for number, mode in enumerate(modes.modes if modes else ()):
                child = QTreeWidgetItem([_mode(number, mode)])
                child.setData(0, PLACE, (index, number))
                set_note(child, 0, tr("Click to play this mode"))
                row.addChild(child)
            self.list.addTopLevelItem(row)
            row.setExpanded(index == 0)
        failed = bool(self.session.small.problems) and not self.session.small.equilibria
        mark(self.words, "role", "error" if failed else "muted")
        self.words.setText(self._said())
        self.refresh_button()

    def _list_freedoms(self) -> None:
        """The motions that joints and conditions leave."""
        mobility = self.session.start.mobility
        if mobility is None or not mobility.freedom.coordinates:
            return
        freedom = mobility.freedom
        top = QTreeWidgetItem([tr("Freedom: {n}").format(n=freedom.freedoms)])
        for number, way in enumerate(freedom.motions.T):
            moved = zip(freedom.coordinates, alike(way.tolist()), strict=True)
            text = ", ".join(f"δ{pretty(name)} = {part:.4g}" for name, part in moved if part)
            child = QTreeWidgetItem([text])
            child.setData(0, PLACE, (FREEDOM, number))
            set_note(child, 0, tr("Click to play this motion"))
            top.addChild(child)
        self.list.addTopLevelItem(top)
        top.setExpanded(not self.session.small.equilibria)

    def refresh_button(self) -> None:
        """A search needs a sound model; offer then what it can do."""
        report = self.session.report
        sound = bool(report and report.sound and report.freedoms)
        if sound:
            self.mode.look(self.session.flat)
            self.session.small.mode = self.mode.mode
        motions = self.session.motions
        free = not motions.busy or motions.running("live")
        self.search.setEnabled(sound and free)

    def _take_mode(self) -> None:
        """Look for the modes anew, where some are shown."""
        self.session.small.mode = self.mode.mode
        if self.session.small.equilibria:
            self.search.click()

    def _take_steady(self, text: str) -> None:
        self.session.small.steady = text

    def _said(self) -> str:
        small = self.session.small
        if small.searching:
            return tr("searching …")
        if small.problems:
            return "\n".join(
                f"{problem.cause} {problem.remedy}" for problem in map(in_words, small.problems)
            )
        return "" if small.equilibria else tr("Find looks for positions in which the system stays.")

    def _equilibrium(self, item: Equilibrium) -> str:
        search = self.session.small.equilibria
        assert search is not None
        names = search.coordinates
        report = self.session.report
        units = dict(zip(report.coordinates, report.units, strict=False)) if report else {}
        shown = positions(item.q, names, units)
        places = zip(names, shown.tolist(), strict=True)
        speeds = zip(names, item.qd, strict=True)
        values = [f"{pretty(name)} = {q:.4g}" for name, q in places]
        values += [f"{pretty(name, 1)} = {speed:.4g}" for name, speed in speeds if speed]
        states = zip(search.states, item.z, strict=True)
        values += [f"{pretty(name)} = {z:.4g}" for name, z in states]
        text = f"{tr(item.stability)}: {', '.join(values)}"
        if not item.held:
            return text
        ranges = held_text({pretty(name): held for name, held in item.held.items()}, tr)
        return text + "\n" + tr("rests by dry friction for {ranges}").format(ranges=ranges)

    def _play(self, item: QTreeWidgetItem) -> None:
        place, session = item.data(0, PLACE), self.session
        if place is None:
            return
        which, number = place
        if which != FREEDOM:
            session.small.play(which, number)
        elif session.start.mobility is not None:
            freedom = session.start.mobility.freedom
            session.small.play_freedom(session.flat, session.special, freedom, number)


def _mode(number: int, mode: Mode) -> str:
    name = tr("Mode {n}").format(n=number + 1)
    if (z := getattr(mode, "z", None)) is not None:  # of a map from sample to sample
        turning = f" ± {z.imag:.4g}\u202fi" if z.imag else ""
        name = f"{name}: z = {z.real:.4g}{turning}, |z| = {abs(z):.4g}\n".replace("= -", "= −")
        return name + _character(mode)
    return f"{name}: {_character(mode)}"


def _character(mode: Mode) -> str:
    if mode.kind == "oscillation":
        hertz = mode.frequency / (2 * pi)
        ratio = tr("damping ratio {d}").format(d=f"{mode.damping_ratio or 0:.3g}")
        # In two lines, for panes are narrow.
        return f"{mode.frequency:.5g} rad/s ({hertz:.4g} Hz)\n{ratio}"
    if mode.kind == "rigid":
        return tr("moves freely")
    return f"{tr(mode.kind)}, {mode.eigenvalue.real:.4g} 1/s"
