"""Where the bodies are at the start values, and how they can move from there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Layout, Shape, SketchMarks
from lagr_gui.pipeline import Classification, Mobility

Found = tuple[Motion, Mobility | tuple[Problem, ...], Classification | None]


class Start(QObject):
    """Asks for the start of each model and keeps what is known while only pictures change.

    `shown` is the last start that was found: of an earlier model until that of the present one
    is there.  While something is held what was noted before stays: what is so under the hand only
    may be over when it lets go.
    """

    changed = Signal()
    """What is known, or whether something is to come, is new."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._inquiry = Inquiry[Found](jobs, "start_motion", self)
        self._inquiry.changed.connect(self._take)
        self._origin: MotionOrigin | None = None
        self._told: tuple[object, ...] = ()
        self.shown: ShownMotion | None = None
        self._noted: tuple[Problem, ...] | None = None
        self._held = False

    def hold(self) -> None:
        """Something is led by hand from now on."""
        self._noted, self._held = self.problems, True

    def release(self) -> None:
        """It was let go; what is to be noted of the model as it is now may have to come."""
        self._held = False
        if not self.pending and self._noted is not None:
            self._noted = None
            self.changed.emit()

    def want(self, origin: MotionOrigin | None) -> None:
        """Ask for the start of a model, unless it is known; None: it has none."""
        self._origin = origin
        self._inquiry.want(None if origin is None else _question(origin))

    def forget(self) -> None:
        """Another document is open."""
        self._origin = self.shown = self._noted = None
        self._inquiry.forget()

    @property
    def mobility(self) -> Mobility | None:
        """How the present model can move; None where that is not known (yet)."""
        result = self._inquiry.found if self._is_answered() else None
        return result[1] if result is not None and isinstance(result[1], Mobility) else None

    @property
    def classification(self) -> Classification | None:
        """What sort of system the present model is; None where that is not known (yet)."""
        result = self._inquiry.found if self._is_answered() else None
        return result[2] if result is not None else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What there is to say of the start of the present model."""
        if self._is_answered() and self._inquiry.found is None:
            return self._inquiry.problems
        if self._noted is not None:
            return self._noted
        result = self._inquiry.found if self._is_answered() else None
        if result is None:
            return ()
        return result[1].notes if isinstance(result[1], Mobility) else result[1]

    @property
    def pending(self) -> bool:
        """Whether it is not known yet how the present model can move."""
        return self._origin is not None and self._inquiry.waiting and not self._is_answered()

    def _is_answered(self) -> bool:
        answered, origin = self._inquiry.answered, self._origin
        if answered is None or origin is None:
            return False
        return MotionOrigin(answered.model, answered.special).suits(origin.model, origin.special)

    def _take(self) -> None:
        result, origin = self._inquiry.found, self._origin
        if result is not None and origin is not None and self._is_answered():
            is_same = self.shown is not None and self.shown.motion is result[0]
            self.shown = self.shown if is_same else ShownMotion(result[0], origin)
        if not (self._held or self.pending):
            self._noted = None
        state = (result, self._inquiry.problems, self.pending)
        if state != self._told:
            self._told = state
            self.changed.emit()


def _question(origin: MotionOrigin) -> WorkerQuestion:
    """The question of a model, the same for all its pictures."""
    bodies = tuple(body.having(shape=Shape()) for body in origin.model.bodies)
    bare = {
        "layout": Layout(),
        "sketch": SketchMarks(),
        "bodies": bodies,
        "motions": (),
        "description": "",
    }
    return WorkerQuestion(origin.model.having(**bare), origin.special)
