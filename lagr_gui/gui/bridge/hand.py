"""A motion that goes on in real time while bodies are pushed and pulled by the pointer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.running import Running
from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.simulation.joining import joined
from lagr_gui.work import HandHold

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.pipeline import Reached, State
    from lagr_gui.simulation import Trajectory
    from lagr_gui.work import PushedBit

FRAME_MS = 16
STEP = 1 / 60
"""Seconds of a single step, at speed 1."""
LEAST, LONGEST = 1e-3, 0.25
"""Seconds by the clock that one bit may stand for: pictures may be slow to paint."""
PROMPT = 0.04
"""Seconds in which a bit is to be computed: what takes longer goes slower, but stays prompt."""
KEPT = 20.0
"""The last seconds by the clock that are kept of the motion."""
POINTS = 4
"""Instants of each part of a bit in which the hand pulls evenly, with both ends."""
STUCK = 1.0
"""Seconds after which a bit is given up when it is no longer wanted."""
WATCHED = 1.0
"""Seconds by the clock over which the speed of the motion is measured."""
SLOW = 0.9
"""A motion that goes on at less than this part of its speed is called slow."""
SHARE = 10.0
"""How much longer than it takes to draw the curves the window does something else."""
FEW = 1.0 / 12
"""Seconds between two drawings of the curves, at least."""
MANY = 30
"""Bits that are taken together, so that what is long ago is few pieces."""


@dataclass(frozen=True, eq=False)
class Bit:
    """A bit of the motion, with the seconds by the clock that it stands for."""

    trajectory: Trajectory
    span: float


class HandMotion(QObject):
    """The motion from a state on, bit by bit; at most one bit is asked for at a time.

    What the hand holds, and where it is, counts when a bit is asked for: so of all places of the
    pointer the newest one does.  Nothing of it mixes with the motion that was simulated.
    """

    changed = Signal()
    """It has begun, ended, rests, or goes on at another pace."""
    moved = Signal()
    """The motion has gone on by a bit."""
    grown = Signal()
    """The same, some ten times a second."""
    slipped = Signal()
    """The hand has let go by itself."""

    def __init__(self, jobs: Jobs, running: Running, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.origin: MotionOrigin | None = None
        self.resting = False
        self.speed = 1.0
        self.hold: HandHold | None = None
        self.problems: tuple[Problem, ...] = ()
        """Why the hand has let go, or why the motion cannot go on."""
        self._at: Reached | State | None = None
        self._long: deque[Bit] = deque()
        self._bits: list[Bit] = []
        self._whole: Trajectory | None = None
        self.motion: Motion | None = None
        """Where the bodies are now: a motion of one instant; None before the first bit."""
        self._asked, self._asked_at, self._steps = 0, 0.0, 0
        self._since, self._span = 0.0, 0.0
        self._pace: deque[tuple[float, float, float]] = deque()
        self._slow, self._grow_at, self._most = 1.0, 0.0, STEP
        self._clock = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._go_on)
        running.changed.connect(self.end)
        running.begun.connect(self.end)

    # --- what is so ------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether a motion is under way by hand."""
        return self.origin is not None

    @property
    def trajectory(self) -> Trajectory | None:
        """The last seconds of the motion; None before the first bit."""
        if self._whole is None and self.motion is not None:
            self._whole = joined([bit.trajectory for bit in (*self._long, *self._bits)])
        return self._whole

    @property
    def slowness(self) -> float:
        """The part of its speed at which the motion goes on; 1 where it keeps up."""
        return self._slow

    # --- what a user does --------------------------------------------------------------------

    def begin(self, origin: MotionOrigin, state: State) -> None:
        """Let a model move on from a state."""
        self._drop()
        self.origin, self._at = origin, state
        self.resting, self._slow, self._most = False, 1.0, STEP
        self._since = self._asked_at = perf_counter()
        self._clock.start()
        self.changed.emit()
        self._go_on()

    def end(self) -> None:
        """Give the motion up."""
        if self.on:
            self._drop()
            self.changed.emit()

    def rest(self, resting: bool) -> None:
        """Pause, or go on."""
        if self.on and resting != self.resting:
            self.resting, self._steps, self.problems = resting, 0, ()
            self._since = self._asked_at = perf_counter()
            self._pace.clear()
            self.changed.emit()

    def step(self) -> None:
        """Go on by one picture, and rest."""
        self.rest(True)
        self._steps = min(self._steps + 1, 2)
        self._go_on()

    def take(
        self, body: int | str, point: tuple[float, ...], quickness: float, to: Iterable[float]
    ) -> None:
        """Take hold of a point of a body; the hand is at a place of space."""
        if self.problems:
            self.problems = ()
            self.changed.emit()
        self.hold = HandHold(body, _three(point), _three(to), quickness)

    def move(self, to: Iterable[float]) -> None:
        """The hand is at another place."""
        if self.hold is not None:
            self.hold = replace(self.hold, to=_three(to))

    def release(self) -> None:
        """Let go."""
        self.hold = None

    def _slip(self, problems: tuple[Problem, ...]) -> None:
        self.hold, self.problems = None, problems
        self.slipped.emit()
        self.changed.emit()

    # --- bit by bit --------------------------------------------------------------------------

    def _drop(self) -> None:
        self._clock.stop()
        self._jobs.drop_aside(self._asked, perf_counter() - self._asked_at > STUCK)
        self._asked = self._steps = 0
        self.origin = self._at = self._whole = self.hold = None
        self.problems = ()
        self.motion = None
        for past in (self._long, self._bits, self._pace):
            past.clear()

    def _go_on(self) -> None:
        """Ask for the next bit, if it is due."""
        origin, now = self.origin, perf_counter()
        if origin is None or self._at is None:
            return
        if self._asked:
            if self.motion is not None and now - self._asked_at > WATCHED:
                self._tell_pace(0.0)
            return
        if self.resting and not self._steps:
            return
        self._span = STEP if self.resting else self._due(now - self._since)
        self._steps -= self._steps > 0
        if not self.resting:
            self._watch(now, now - self._asked_at)
        self._since = self._asked_at = now
        arguments = {
            "model": origin.model,
            "special": origin.special,
            "at": self._at,
            "seconds": self._span * self.speed,
            "pulls": ceil(self._span / STEP - 1e-9),
            "points": POINTS,
            "hold": self.hold,
        }
        number = 0

        def take(pushed: PushedBit) -> None:
            if number == self._asked:
                self._take(pushed)

        def lose(problems: tuple[Problem, ...]) -> None:
            if number == self._asked:
                self._lose(problems)

        number = self._asked = self._jobs.aside("push", arguments, take, lose)

    def _due(self, spent: float) -> float:
        """The seconds by the clock for which the motion goes on now."""
        return max(min(spent, self._most), LEAST)

    def _learn(self, seconds: float) -> None:
        """Choose how long bits may be, after one that took some seconds to compute."""
        if seconds > LONGEST:  # machine code was made: nobody wants to catch up with that
            self._since = perf_counter()
        elif seconds > PROMPT:
            self._most = max(self._span * PROMPT / seconds, STEP / 2)
        else:
            self._most = min(max(self._most, 2 * self._span), LONGEST)

    def _watch(self, now: float, spent: float) -> None:
        """Compare how far the motion went on with the clock."""
        self._pace.append((now, self._span, spent))
        while self._pace[0][0] < now - WATCHED:
            self._pace.popleft()
        _, spans, clock = map(sum, zip(*self._pace, strict=True))
        slow = min(spans / clock, 1.0) if clock > WATCHED / 2 else 1.0
        self._tell_pace(round(slow, 1) if slow < SLOW else 1.0)

    def _tell_pace(self, slow: float) -> None:
        if slow != self._slow:
            self._slow = slow
            self.changed.emit()

    def _take(self, pushed: PushedBit) -> None:
        self._asked, self._at, self._whole = 0, pushed.at, None
        self.motion = pushed.motion
        self._learn(pushed.seconds)
        self._bits.append(Bit(pushed.trajectory, self._span))
        if len(self._bits) == MANY:
            self._long.append(_together(self._bits))
            self._bits.clear()
            while sum(bit.span for bit in self._long) > KEPT:
                self._long.popleft()
        if self.hold is not None and self.hold.grip is None:
            self._hold_as(pushed)
        self.moved.emit()
        begun = perf_counter()
        if begun > self._grow_at or self.resting:
            self.grown.emit()
            spent = perf_counter() - begun
            self._grow_at = begun + max(FEW, SHARE * spent)

    def _hold_as(self, pushed: PushedBit) -> None:
        """Hold on as was found, unless something else is held by now."""
        hold, grip = self.hold, pushed.grip
        assert hold is not None
        if pushed.problems:
            self._slip(pushed.problems)
        elif grip is not None and (grip.body, grip.point) == (hold.body, hold.point):
            self.hold = replace(hold, grip=grip)

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        """The motion cannot go on from here."""
        self._asked = 0
        self.rest(True)
        self._slip(problems)


def _together(bits: Sequence[Bit]) -> Bit:
    return Bit(joined([bit.trajectory for bit in bits]), sum(bit.span for bit in bits))


def _three(point: Iterable[float]) -> tuple[float, float, float]:
    x, y, z = map(float, point)
    return x, y, z
