"""Keeps the drawing in the background: the window never waits for the disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from lagr_gui.editing.document import Snapshot
from lagr_gui.editing.recovery import Recovery
from lagr_gui.editing.versions import Versions
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem

INTERVAL = 0.4
"""Seconds at least between two autosaves; the first change after a rest is kept at once."""
BETWEEN = 300.0
"""Seconds of drawing between two versions that are kept."""
Told = Callable[[Problem | None], None]
"""Hears what hinders the autosave, and None when it goes well again; in any thread."""


class Keeper:
    """A thread that writes the newest drawing that it was given."""

    def __init__(self, recovery: Recovery, versions: Versions, told: Told) -> None:
        self._recovery, self._versions, self._told = recovery, versions, told
        self._wanted: Snapshot | None = None
        self._closed = False
        self._problem: Problem | None = None
        self._version_at = self._due = time.monotonic()
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True, name="autosave")
        self._thread.start()

    def take(self, drawing: Snapshot) -> None:
        """Keep this drawing soon."""
        with self._news:
            self._wanted = drawing
            self._news.notify()

    def flush(self) -> Problem | None:
        """Keep the newest drawing before this returns; what hinders that."""
        with self._writing:
            with self._news:
                drawing, self._wanted = self._wanted, None
            if drawing is not None:
                self._keep(drawing)
        return self._problem

    def close(self) -> None:
        """End the thread; what was given is kept."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join()
        self.flush()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._wanted is not None or self._closed)
                if self._closed:
                    return
                rest = self._due - time.monotonic()
                self._news.wait_for(lambda: self._closed, max(0.0, rest))
            self.flush()
            self._due = time.monotonic() + INTERVAL

    def _keep(self, drawing: Snapshot) -> None:
        problem = None
        try:
            written = self._recovery.save(drawing)
            if written and time.monotonic() - self._version_at > BETWEEN:
                self._version_at = time.monotonic()
                self._versions.keep(drawing.model, drawing.origin)
        except LagrError as error:
            problem = error.problems[0]
        except Exception as fault:  # noqa: BLE001 - a silent end of the autosave would be worse
            cause = say("{kind}: {fault}.", kind=type(fault).__name__, fault=fault)
            problem = Problem("Autosave", cause, "Save the drawing to a file now.", code="write")
        if problem is not None:
            self._again(drawing)
        if problem != self._problem:
            self._problem = problem
            self._told(problem)

    def _again(self, drawing: Snapshot) -> None:
        """Try once more, if there is nothing newer meanwhile."""
        with self._news:
            if self._wanted is None:
                self._wanted = drawing
