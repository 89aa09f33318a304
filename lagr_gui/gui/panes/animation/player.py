"""The clock of the animation: real time times speed, within the motion."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)


class Player:
    """Where the animation is, s; it plays from the first to the last of the times."""

    def __init__(self, times: Sequence[float] = (0.0,)) -> None:
        self.playing = False
        self.speed = 1.0
        self.loop = False
        self.set_times(times)

    def set_times(self, times: Sequence[float]) -> None:
        """Take the times of a motion, rising; the clock goes to the first and rests."""
        self.times = times
        self.time = float(times[0])
        self.playing = False

    def renew(self, times: Sequence[float]) -> None:
        """Take the times of a motion that took the place of the last one, and go on."""
        self.times = times
        self.seek(self.time)

    @property
    def start(self) -> float:
        """The first time."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """The last time."""
        return float(self.times[-1])

    def play(self) -> None:
        """Go on; from the start when the end is reached."""
        if self.end <= self.start:
            return
        if self.time >= self.end:
            self.time = self.start
        self.playing = True

    def pause(self) -> None:
        """Stay where it is."""
        self.playing = False

    def seek(self, t: float) -> float:
        """Go to a time, within the motion."""
        self.time = min(max(float(t), self.start), self.end)
        return self.time

    def advance(self, seconds: float) -> float:
        """Let real time pass; at the end begin anew (loop) or rest. Returns the new time."""
        if not self.playing:
            return self.time
        t = self.time + seconds * self.speed
        if t < self.end:
            self.time = t
        elif self.loop:
            self.time = self.start + (t - self.start) % (self.end - self.start)
        else:
            self.time, self.playing = self.end, False
        return self.time

    def step(self, count: int) -> float:
        """Go by samples: to the next (+1) or the one before (-1)."""
        self.playing = False
        if count > 0:
            index = bisect_right(self.times, self.time) + count - 1
        else:
            index = bisect_left(self.times, self.time) + count
        self.time = float(self.times[min(max(index, 0), len(self.times) - 1)])
        return self.time
