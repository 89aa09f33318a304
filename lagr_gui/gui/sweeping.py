"""Sweeps what nobody uses any more in the window's thread, and in no other."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 200
"""Time between two sweeps (ms)."""


class Sweeper(QObject):
    """Python sweeps rings of objects in whichever thread makes one object too many.

    In the thread that hears a worker a ring that holds layouts or items of a scene would be
    taken apart while the window uses their neighbours, and Qt is not made for that: it
    crashes, or follows a chain that has no end.  So while this lives Python sweeps at the
    ticks of a timer, by the counts at which it does so by itself.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.sweep)
        self._timer.start()

    def sweep(self) -> None:
        """Sweep the youngest objects when there are enough, and the older ones in their turn."""
        due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[0]:
            gc.collect(0 if not due[1] else 1 if not due[2] else 2)

    def stop(self) -> None:
        """Let Python sweep by itself again."""
        self._timer.stop()
        gc.enable()
