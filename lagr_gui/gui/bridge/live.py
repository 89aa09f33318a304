"""Motions that follow the model by themselves while it is edited."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.running import Running
from lagr_gui.gui.bridge.shown import MotionOrigin

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory
    from lagr_gui.work import LiveRun

QUICK = 1.0
"""Seconds that a motion may take if it is to follow edits by itself; longer ones wait for *Run*."""
FIRST = 5.0
"""Seconds that the first run of a drawing may take: it has the machine code made."""
SOON = 0.2
"""Seconds that what is shown may lag behind before it is called one from before."""
WAITED = 0.1
"""Seconds for which a run waits for other answers before it takes their place."""
SLOWER = 3.0
"""A run that takes so many times as long as the last one gives way to a newer one."""
EQUATIONS_FIRST_MS = 300
"""Milliseconds for which the motion of what was opened waits for its first equations."""
STARTED_BY_USER = ("simulate", "verify", "mode_motion", "freedom_motion")
"""Jobs whose place is not taken."""
SHORT = ("live", "start_motion")
"""Jobs that are asked for again when their model is shown again."""


class Live(QObject):
    """Simulates the newest model once a motion of the drawing is shown; at most one run waits.

    A run under way is shown when it is done, although a newer model may be there by then: so the
    picture moves.  One that takes much longer than the last one gives way.
    """

    changed = Signal()
    """What is to be said of it is new."""
    before_changed = Signal()
    """Another motion from before is to be seen, or none."""

    def __init__(self, jobs: Jobs, running: Running, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._running = jobs, running
        self.axes = ""
        """Axes of reactions that come with each motion; empty: none are wanted."""
        self.before: Trajectory | None = None
        """The motion from before what is being dragged was taken hold of."""
        self._on = True
        self._wanted: MotionOrigin | None = None
        self._asked: MotionOrigin | None = None
        self._origin: MotionOrigin | None = None
        self._begun, self._since, self._seconds = 0.0, 0.0, 0.0
        self._given_up, self._first, self._opening = False, True, False
        self._emptied = False
        """Whether a motion was shown until nothing moved any more: what is drawn next has one."""
        self._late = QTimer(self, singleShot=True, interval=round(1000 * SOON))
        self._late.timeout.connect(self.changed)
        self._watch = QTimer(self, singleShot=True)
        self._watch.timeout.connect(self._look)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._open)
        jobs.busy_changed.connect(self._go_on)
        running.changed.connect(self._hear)

    # --- what is to be said ----------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether motions follow at all."""
        return self._on

    def turn(self, on: bool) -> None:
        """Let motions follow edits, or leave them to *Run*."""
        self._on = on
        self.follow(self._origin)
        self.changed.emit()

    @property
    def follows(self) -> bool:
        """Whether an edit would be followed now."""
        shown = self._running.trajectory
        if not self._on or shown is None or self._given_up:
            return False
        return shown.seconds <= (FIRST if self._first else QUICK)

    @property
    def left_to_run(self) -> bool:
        """Whether no motion is shown because the one that came by itself took too long."""
        return self._given_up and self._running.trajectory is None

    @property
    def seconds(self) -> float:
        """What the motion that is shown took."""
        shown = self._running.trajectory
        return shown.seconds if shown is not None else 0.0

    @property
    def computing(self) -> bool:
        """Whether the motion of the newest model is to come by itself."""
        return self._wanted is not None or self._asked is not None

    @property
    def soon(self) -> bool:
        """Whether it comes so soon that nobody need be told that it is not there yet."""
        return self.computing and self._seconds <= SOON and monotonic() - self._since < SOON

    # --- what is wanted --------------------------------------------------------------------

    def hold(self) -> None:
        """Something is being dragged from now on: the motion that is shown stays to be seen."""
        origin = self._running.origin
        fits = origin is not None and self._origin is not None and _alike(origin, self._origin)
        self._keep(self._running.trajectory if fits and self.follows else None)

    def release(self) -> None:
        """It was let go."""
        self._keep(None)

    def _keep(self, before: Trajectory | None) -> None:
        if before is not self.before:
            self.before = before
            self.before_changed.emit()

    def follow(self, origin: MotionOrigin | None) -> None:
        """The model is another one; None: it has no motion."""
        if origin is None or self._origin is None or not _alike(origin, self._origin):
            self._soon.stop()  # whoever edits at once asks for no motion
        self._origin = origin
        if origin is not None and origin.still:
            self._show_nothing(origin)
            return
        shown, follows = self._running.origin, self.follows or (self._emptied and self._on)
        gone = shown is None and not self._emptied
        is_settled = origin is None or gone or (shown is not None and _alike(shown, origin))
        asked = origin is not None and self._asked is not None and _alike(self._asked, origin)
        if is_settled or asked or not follows:
            self._wanted = None
            if not asked and (origin is None or not follows):
                self._opening = False
                self._stop()
            return
        if not self.computing:
            self._since = monotonic()
            self._late.start()
        self._wanted = origin
        self._go_on()

    def _show_nothing(self, origin: MotionOrigin) -> None:
        """What cannot move has no motion; what is drawn next has one where one was shown."""
        self._wanted, self._opening = None, False
        self._stop()
        if self._running.trajectory is not None:
            self._emptied = self.follows
            self._running.forget(origin.model.simulation.start)

    def begin_soon(self) -> None:
        """Show how what was opened moves, once its first equations are there or long in coming.

        Where units act nothing of them is read before somebody wants it to move.
        """
        self._soon.start(EQUATIONS_FIRST_MS)

    def go_ahead(self) -> None:
        """There are equations: what moves by itself need not wait for them."""
        if self._soon.isActive():
            self._soon.start(0)

    def _open(self) -> None:
        origin, asked = self._origin, self._jobs.running(*STARTED_BY_USER)
        if asked or self._running.trajectory is not None:
            return
        if self._on and origin is not None and not (origin.still or origin.controlled):
            self._wanted, self._opening = origin, True
            self._go_on()

    def forget(self) -> None:
        """Another drawing is open."""
        self._stop()
        self._wanted = self._origin = None
        self._keep(None)
        self._given_up, self._first, self._opening, self._seconds = False, True, False, 0.0
        self._emptied = False

    def _go_on(self) -> None:
        """Begin with the newest model as soon as nothing else is under way."""
        if self._asked is not None and not self._jobs.running("live"):
            self._asked = None  # another job took its place
            self.follow(self._origin)
        if self._wanted is None:
            return
        if not self._jobs.busy:
            self._begin()
        elif not self._watch.isActive():
            self._watch.start(round(1000 * WAITED))

    def _look(self) -> None:
        """Something newer waits: is what is under way worth waiting for?"""
        if self._asked is not None:
            self._look_at_run()
        elif self._wanted is not None and not self._jobs.running(*STARTED_BY_USER):
            self._begin()

    def _look_at_run(self) -> None:
        spent = monotonic() - self._begun
        if spent > (FIRST if self._first else 2 * QUICK):  # with what is derived for it once
            self._given_up, self._opening = True, False
            self._wanted = None
            self._stop()
            self.changed.emit()
        elif self._wanted is not None and spent > max(WAITED, SLOWER * self._seconds):
            self._seconds = spent  # those that follow have more time: else none would be shown
            self._begin()
        else:
            self._watch.start(round(1000 * WAITED))

    def _begin(self) -> None:
        origin = self._wanted
        assert origin is not None
        self._wanted, self._asked, self._begun = None, origin, monotonic()
        checked = None if origin.special else origin.report
        arguments = {**origin.arguments, "axes": self.axes, "checked": checked}
        self._watch.start(round(1000 * WAITED))
        self._jobs.start("live", arguments, self._take, self._lose)

    def _stop(self) -> None:
        if self._asked is not None:
            self._asked = None
            if self._jobs.running("live"):
                self._jobs.cancel()

    def _take(self, run: LiveRun) -> None:
        origin, self._asked = self._asked, None
        if origin is None:
            return
        now = monotonic()
        self._since, self._first = now, self._opening
        self._seconds = (
            0.0 if self._opening else now - self._begun
        )  # with machine code it tells nothing
        if self._wanted is not None:
            self._late.start()
            self._begin()  # the process computes while the window paints
        opened, self._opening = self._opening, False
        self._running.renew(run, origin, not opened)
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        origin, self._asked = self._asked, None
        if origin is not None and problems and self._wanted is None and not self._opening:
            self._running.fail(problems)  # nobody asked for how it moves when it was opened
        self._opening = False
        self.changed.emit()

    def _hear(self) -> None:
        """Another motion is shown; one that a user asked for may be quick again."""
        if not self._running.renewed:
            self._given_up = False
            self._keep(None)
            self.follow(self._origin)
        self.changed.emit()


def _alike(one: MotionOrigin, other: MotionOrigin) -> bool:
    return one.suits(other.model, other.special)
