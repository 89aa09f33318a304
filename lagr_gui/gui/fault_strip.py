"""Faults of the program, each told once in a strip over everything: nothing stops for them."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from lagr_gui.gui.desk import copy_text
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr

Kind = tuple[str, str, int]
"""The type of a fault, and the file and line where it arose."""


class FaultStrip(QWidget):
    """Tells the newest kind of fault; how often one came again is counted.

    A fault of painting comes with each picture: a box, or a strip that is shown anew, would have
    everything painted again.
    """

    def __init__(self, keep: Callable[[], object]) -> None:
        """A strip that has the drawing kept (`keep`) when it tells something."""
        super().__init__()
        self._keep = keep
        self._times: dict[Kind, int] = {}
        self._told: Kind = "", "", 0
        self._cause = self._report = ""
        self.setObjectName("fault_strip")
        self.label = SlimLabel(role="error")
        copy = push_button(
            tr("Copy report"), lambda: copy_text(self._report), tip=tr("What to send us")
        )
        close = tool_button("✕", tip=tr("Close"), run=self.hide, name="close_fault")
        beside((self.label, 1), copy, close, within=self, margins=(12, 4, 8, 4), spacing=6)
        self.hide()

    def tell(self, fault: BaseException) -> bool:
        """Tell a fault; whether it is of a kind that was not told before."""
        kind = _kind(fault)
        self._times[kind] = times = self._times.get(kind, 0) + 1
        if times == 1:
            self._told, self._cause = kind, f"{type(fault).__name__}: {fault}"
            self._report = "".join(traceback.format_exception(fault))
            self._keep()
            self.show()
        if kind == self._told and _round(times):
            self._write(times)
        return times == 1

    def _write(self, times: int) -> None:
        again = tr(" ({n} times)").format(n=times) if times > 1 else ""
        words = tr("This is a fault of the program; your drawing is kept. Please report it.")
        self.label.setText(f"{self._cause}{again}. {words}")


def _round(times: int) -> bool:
    """Whether a number is 1, 2, 5 times a power of ten: each writing is painted too."""
    return str(times).rstrip("0") in ("1", "2", "5")


def _kind(fault: BaseException) -> Kind:
    frames = traceback.extract_tb(fault.__traceback__)
    last = frames[-1] if frames else None
    return type(fault).__name__, last.filename if last else "", (last.lineno or 0) if last else 0
