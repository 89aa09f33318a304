"""What a drag needs, made on another thread while the pointer comes to the mechanism."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from lagr_gui.interruption import begun
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.problem import LagrError


class Readiness:
    """The solvers, and the machine code by which a model is dragged: of one model at a time."""

    def __init__(self) -> None:
        self._model: Model | None = None
        self._thread: Thread | None = None

    def begin(self, model: Model, special: str) -> None:
        """Begin to make what is missing."""
        if model is self._model or (self._thread is not None and self._thread.is_alive()):
            return
        self._model = model
        self._thread = Thread(target=_make, args=(model, special), name="dragging")
        begun(self._thread)

    def wait(self) -> None:
        """Until it is there: made twice it would take longer."""
        if self._thread is not None:
            self._thread.join()


def _make(model: Model, special: str) -> None:
    from lagr_gui.analysis.dragging import Dragging  # loads SciPy's solvers

    with suppress(LagrError):  # it is told to who drags
        Dragging(prepare(model, special))
