"""When steps of a program end, and how long they may be: what depends on time alone is no surprise.

What `simulation.foresight` tells of a motion, in a form that a small program can hold.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.extensions.programs.record import ProgramStretch
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.timetable import Timetable
from lagr_gui.simulation.tuning import FORESIGHT

MOST = 1000
"""Stretches of time that a program holds; of more, one whose steps see each of them."""

ALIKE = 4.0
"""Allowed lengths of steps that differ by less than this factor are taken for the least of them."""


def stretches(prepared: Prepared) -> tuple[ProgramStretch, ...]:
    """The times between which functions of time neither jump nor bend, up to the model's end.

    Empty for a model that takes no time.  Raises LagrError where they switch too often.
    """
    settings = prepared.settings
    if not settings.t_end > settings.t0:
        return ()
    known = foreseen(prepared.system().functions_of_time, settings)
    return told_stretches(known, settings.t0, settings.t_end)


def told_stretches(known: Timetable, begin: float, end: float) -> tuple[ProgramStretch, ...]:
    """Those of a timetable, from a time to another."""
    largest = FORESIGHT.largest * (end - begin)
    if len(known.switches) > MOST:
        shortest = float(np.min(np.diff(known.switches)))
        longest = min(largest, shortest, float(np.min(known.longest, initial=np.inf)))
        return (ProgramStretch(end, end, longest),)
    alike, ends = ALIKE, known.marks
    while len(ends) + len(known.switches) > MOST or alike == ALIKE:
        ends = _changes(known, alike)
        alike *= ALIKE
    cuts = [*zip(known.before.tolist(), known.after.tolist(), strict=True), (end, end)]
    cuts += [(t, t) for t in ends.tolist() if not np.any((known.before <= t) & (t <= known.after))]
    cuts = sorted(cut for cut in cuts if begin < cut[0] <= end)
    starts = [begin, *(after for _, after in cuts)]
    lengths = (_longest(known, *ends) for ends in zip(starts, (b for b, _ in cuts), strict=False))
    return tuple(
        ProgramStretch(before, after, min(largest, longest))
        for (before, after), longest in zip(cuts, lengths, strict=True)
    )


def _changes(known: Timetable, alike: float) -> Array:
    """The marks at which allowed lengths of steps change by more than a factor."""

    def found() -> Iterator[float]:
        least = most = float(known.longest[0])
        for mark, longest in zip(known.marks[1:], known.longest[1:].tolist(), strict=False):
            least, most = min(least, longest), max(most, longest)
            if most > alike * least:
                least = most = longest
                yield float(mark)

    return np.array([*found()] if len(known.longest) else [])


def _longest(known: Timetable, low: float, high: float) -> float:
    """The least of the allowed lengths between two times."""
    first = max(int(np.searchsorted(known.marks, low, side="right")) - 1, 0)
    last = int(np.searchsorted(known.marks, high, side="left"))
    return float(np.min(known.longest[first:last], initial=np.inf))
