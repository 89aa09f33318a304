"""A design as the pane shows it: formulas, what can be moved and seen, words about the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QWidget

from lagr_gui.expression import read
from lagr_gui.extensions.control.copies import number_table
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.faults import poles_text
from lagr_gui.extensions.control.numbers.riccati import modes_text
from lagr_gui.extensions.control.numbers.structure import Reach
from lagr_gui.extensions.control.pane.choosing import pretty_state
from lagr_gui.extensions.control.symbols import PlantSymbols
from lagr_gui.extensions.control.text import direction_text, slowest_time
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.equations.breaking import with_names
from lagr_gui.gui.panes.equations.single_rows import MATRIX_GAPS
from lagr_gui.gui.panes.equations.written import Written, equal
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr
from lagr_gui.typesetting import WINDOW, formula
from lagr_gui.typesetting.formula import Formula, bold, letter, matrix
from lagr_gui.typesetting.matrices import Table

UNBROKEN = "\u00a0"
"""Stands between a number and its unit, which stay on one line."""


def design_rows(design: Design, symbols: PlantSymbols | None) -> list[Row]:
    """ż = A z + B u, y = C z + D u and its matrices; u = −K z and the gains."""
    system, plant = design.system, design.plant
    rates = "z[k+1] = A z[k] + B u[k]" if system.h else "z′ = A z + B u"
    rows = [Row(title=f"{rates},   y = C z + D u")]
    rows.append(_column("z", plant.states))
    rows.append(_matrix("A", symbols.A if symbols else number_table(system.A)))
    rows.append(_matrix("B", symbols.B if symbols else number_table(system.B)))
    rows.append(_matrix("C", number_table(system.C)))
    if system.D.any():
        rows.append(_matrix("D", number_table(system.D)))
    if design.K is not None:
        rows += [Row(title=tr("State feedback")), _matrix("K", number_table(design.K))]
    if design.L is not None:
        rows += [Row(title=tr("Observer")), _matrix("L", number_table(design.L))]
    return rows


def _column(name: str, names: Sequence[str]) -> Row:
    """The names of states as a row that is turned."""
    table = (tuple(read(text) for text in names),)
    row = _matrix(name, table)
    turned = Piece(f"{row.pieces[0].formula}^upright(T)", 0)
    return replace(row, pieces=(turned,))


def _matrix(name: str, table: Table) -> Row:
    head: Formula = (bold(letter(name)),)
    body = "; ".join(", ".join(map(with_names, line)) for line in table)
    box = matrix([[formula(tree) for tree in line] for line in table], "table")
    return Row(
        WINDOW.written(head),
        (Piece(f"mat({MATRIX_GAPS}, {body})", 0),),
        sources=((),),
        origin=Written(equal(head, (box,)), name),
    )


# --- What can be moved and seen ------------------------------------------------------------------


class ReachLine(QWidget):
    """One of the two lines; its button plays the first direction that is left."""

    def __init__(self, good: str, bad: str, play: Callable[[Array], object], name: str) -> None:
        super().__init__()
        self._good, self._bad, self._play = good, bad, play
        self._reach: Reach | None = None
        self.label = PlainLabel(wordWrap=True)
        self.button = tool_button("▸", tr("Play this direction"), run=self._start, name=name)
        beside((self.label, 1), self.button, within=self, margins=NONE, spacing=4)
        self.show_reach(None, None)

    def show_reach(self, reach: Reach | None, design: Design | None) -> None:
        """Show a rank, and what is left."""
        self._reach = reach
        self.button.setVisible(reach is not None and not reach.is_complete)
        if reach is None or design is None:
            self.label.setText("")
            return
        n = design.system.n
        if reach.is_complete:
            text = tr("✓ {word}: {rank} of {n}, weakest coupling {weakest}")
            values = {"rank": reach.rank, "n": n, "weakest": f"{reach.weakest:.2g}"}
            self.label.setText(text.format(word=tr(self._good), **values))
        else:
            names = [pretty_state(name) for name in design.plant.states]
            ways = ", ".join(direction_text(names, way) for way in reach.rest.T[:3])
            text = tr("{word}: {rank} of {n}; {ways} (modes {modes})")
            values = {"rank": reach.rank, "n": n, "ways": ways, "modes": modes_text(reach)}
            self.label.setText(text.format(word=tr(self._bad), **values))
        mark(self.label, "role", "muted" if reach.decays else "error")
        set_note(self.label, tr("Between 0 and 1, the same in all units"))

    def _start(self) -> None:
        if self._reach is not None and not self._reach.is_complete:
            self._play(self._reach.shapes[:, 0])


class ReachLines(QWidget):
    """Both lines."""

    def __init__(self, play: Callable[[Array], object]) -> None:
        super().__init__()
        moved = "controllable", "no input moves all"
        seen = "observable", "no output shows all"
        self.moved = ReachLine(*moved, play, "control_play_moved")
        self.seen = ReachLine(*seen, play, "control_play_seen")
        below(self.moved, self.seen, within=self, margins=NONE, spacing=1)

    def show_design(self, design: Design | None) -> None:
        """Show what a design says of its plant."""
        self.moved.show_reach(design.controllability if design else None, design)
        self.seen.show_reach(design.observability if design else None, design)


# --- Words about the loop ------------------------------------------------------------------------


def verdict(design: Design) -> tuple[str, str]:
    """Whether the loop is stable, its poles, how it was found; and the role of these words."""
    stable = design.is_stable
    head = tr("stable") if stable else tr("unstable")
    if (time := slowest_time(design.poles, design.system.h)) is not None:
        head += tr(", slowest time constant {time} s").format(time=f"{time:.3g}")
    lines = [head, tr("Poles: {poles}").format(poles=poles_text(design.poles))]
    if len(design.zeros):
        lines.append(tr("Zeros: {zeros}").format(zeros=poles_text(design.zeros)))
    if design.optimum is not None:
        residual = f"{design.optimum.residual:.0e}"
        lines.append(tr("✓ Riccati residual {residual}").format(residual=residual))
    return "\n".join(lines), "muted" if stable else "error"


def margins_told(design: Design) -> str:
    """A line for each loop: how much gain, phase and delay it can bear."""
    lines: list[str] = []
    for name, known in design.margins.items():
        if not known.stable:
            continue
        parts: list[str] = []
        if np.isfinite(known.gain):
            parts.append(tr("gain × {factor}").format(factor=f"{known.gain:.3g}"))
        if np.isfinite(known.least):
            parts.append(tr("gain × {factor}").format(factor=f"{known.least:.3g}"))
        if np.isfinite(known.phase):
            parts.append(tr("phase {degrees}°").format(degrees=f"{np.degrees(known.phase):.3g}"))
        if np.isfinite(known.delay):
            parts.append(tr("delay {time} s").format(time=f"{known.delay:.3g}"))
        words = ", ".join(part.replace(" ", UNBROKEN) for part in parts)
        words = words or tr("any gain and phase")
        lines.append(tr("Margins at {name}: {words}").format(name=pretty_state(name), words=words))
    return "\n".join(lines)
