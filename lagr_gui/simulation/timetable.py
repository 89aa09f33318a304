"""When functions of time alone jump or bend, and how long steps may be in between."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lagr_gui.foundation.arrays import Array


class Stretch(NamedTuple):
    """A time without a switch: functions of time are asked for from `low` to `high`.

    It ends at `goal`, which may lie some last places behind `high`.
    """

    low: float
    high: float
    goal: float


@dataclass(frozen=True, slots=True, eq=False)
class Timetable:
    """What is known of functions of time before a motion begins.

    At `switches` (k,) they jump or bend: steps end there.  Until then they are what they are up to
    the times `before` (k,), from then on what they are from `after` (k,) on.  Between `marks`
    (p + 1,) steps may have the lengths `longest` (p,).  Where all that they do could not be found
    out they are not `resolved`.
    """

    switches: Array
    before: Array
    after: Array
    marks: Array
    longest: Array
    resolved: bool = True

    def number(self, t: float) -> int:
        """How many switches lie behind a time."""
        return int(np.searchsorted(self.switches, t, side="right"))

    def stretch(self, t: float, end: float) -> Stretch:
        """The time without a switch that begins at t or goes on there, up to the end at most."""
        i, k = self.number(t), len(self.switches)
        low = float(self.after[i - 1]) if i else -math.inf
        last = i == k or self.switches[i] >= end
        high, goal = (math.inf, end) if last else (float(self.before[i]), float(self.switches[i]))
        return Stretch(low, high, goal)

    def allowed(self, t: float, h: float) -> float:
        """The longest step from t on, of at most h."""
        part, count = int(np.searchsorted(self.marks, t, side="right")) - 1, len(self.longest)
        first = part = max(part, 0)
        while part < count and (part == first or self.marks[part] < t + h):
            h = min(h, max(float(self.longest[part]), float(self.marks[part]) - t))
            part += 1
        return h


NONE = np.zeros(0)
EMPTY = Timetable(NONE, NONE, NONE, NONE, NONE)
"""That of a motion in which nothing depends on time alone."""
