"""Periodic motions of a family, each followed from that of a neighbour.

The first member of each row is followed from that of the row before; the rows themselves do not
depend on one another, and go to all cores or a cluster.  What is found is the same for any number
of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.small_motions.equilibria import units_at
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.extensions.families.following import Followed, Follower
from lagr_gui.extensions.families.periodic import (
    PeriodicMotion,
    closed_beside,
    closed_motion,
    starting,
)
from lagr_gui.extensions.families.sections import period_of
from lagr_gui.extensions.families.spreading import Cancel, Hear, jobs_of, report, spread
from lagr_gui.extensions.families.varying import Family, Start
from lagr_gui.foundation.problem import Cancelled, LagrError
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings
from lagr_gui.simulation.system import Array

SETTLING = 50
"""Periods after which a motion whose branch has ended may have come to another one."""

FollowedMotion = Followed[PeriodicMotion]


def followed_motions(
    asked: Family,
    period: float | str,
    jobs: int | None,
    scheduler: str,
    progress: Hear | None,
    cancel: Cancel | None,
) -> list[FollowedMotion]:
    """The periodic motion of each member, in their order. Raises Cancelled.

    The first one is that near the start values; with other start values it is another one.
    """
    length = _row_length(asked)
    follower, heads = _Follower(asked, period), list[FollowedMotion]()
    for number in range(0, asked.runs, length):
        heads.append(follower.reached(number))
        report(len(heads), asked.runs, progress, cancel)
    rows = _Rows(asked, period, tuple(heads))
    members: dict[int, list[FollowedMotion]] = {}
    with closing(spread(rows, [*range(len(heads))], jobs_of(jobs), scheduler, cancel)) as parts:
        for part in parts:
            members |= {row.number: row.members for row in part}
            done = len(heads) + len(members) * (length - 1)
            report(done, asked.runs, progress, cancel)
    return [member for number in range(len(heads)) for member in members[number]]


def _row_length(asked: Family) -> int:
    """How many members are followed one after the other: over the last parameter that varies."""
    length = 1
    for name, values in reversed([*asked.axes.items()]):
        length *= len(values)
        if name in asked.parameters and len(values) > 1:
            break
    return length


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """The members of a row in their order."""

    number: int
    members: list[FollowedMotion]


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of a family, whose first members are known."""

    asked: Family
    period: float | str
    heads: tuple[FollowedMotion, ...]

    in_groups = False

    @cached_property
    def _length(self) -> int:
        return self.asked.runs // len(self.heads)

    def run_all(self, numbers: Sequence[int], cancel: Cancel | None = None) -> list[_Row]:
        """Some rows."""
        return [self._row(number, cancel) for number in numbers]

    def without_values(self, number: int, problem: str) -> _Row:
        """One that has nothing but its first member, and why."""
        first = number * self._length
        others = range(first + 1, first + self._length)
        return _Row(number, [self.heads[number], *(Followed(n, None, problem) for n in others)])

    def _row(self, number: int, cancel: Cancel | None) -> _Row:
        head, follower = self.heads[number], _Follower(self.asked, self.period)
        members = [head]
        if head.found is not None:
            follower.know(head.number, follower.state(head.found))
        for other in range(head.number + 1, head.number + self._length):
            if cancel is not None and cancel():
                raise Cancelled
            members.append(follower.reached(other))
        return _Row(number, members)


class _Follower(Follower[PeriodicMotion]):
    """The starts q, q̇ (2f,) of periodic motions."""

    def __init__(self, asked: Family, period: float | str) -> None:
        self._period, self._t = period, asked.settings.t0
        self._made: PeriodicMotion | None = None
        super().__init__(asked)

    def usual_sizes(self, member: Prepared, start: Start) -> Array:
        unit = units_at(member, self._t, np.array(start[1]), np.array(start[0]))
        return np.tile(unit, 2) * _rates(len(unit), period_of(member, self._period))

    def state(self, end: PeriodicMotion) -> Array:
        return np.concatenate([end.q, end.qd])

    def next(self, values: Mapping[str, float], state: Array, reach: float) -> Array | None:
        try:
            member, _ = self.member(values)
            beside = starting(member, self.asked.settings, state)
            motion = closed_beside(member, beside, self._period, self.unit, reach)
        except LagrError:
            return None
        self._made = motion
        return None if motion is None else self.state(motion)

    def told(self, number: int, state: Array) -> PeriodicMotion:
        del number, state
        assert self._made is not None  # the last that was made is the one that is told
        return self._made

    def searched(self, number: int) -> PeriodicMotion:
        member, start = self.member(self.asked.values(number))
        near = self.asked.starting(start)
        if self.last is None or self.over_starts:
            return closed_motion(member, near, self._period)
        with suppress(LagrError):
            return closed_motion(member, starting(member, near, self.last), self._period)
        with suppress(LagrError):  # as it would in truth: it goes on until it has settled
            settled = self._settled(member, starting(member, near, self.last))
            return closed_motion(member, starting(member, near, settled), self._period)
        return closed_motion(member, near, self._period)

    def _settled(self, member: Prepared, settings: Settings) -> Array:
        """Where a motion has come to after some periods."""
        until = settings.t0 + SETTLING * period_of(member, self._period)
        motion = run(member, replace(settings, t_end=until, points=2), Outputs(member, ()))
        return motion.y[-1]


def _rates(f: int, period: float) -> Array:
    """What turns sizes of positions into those of positions and velocities (2f,)."""
    return np.repeat([1.0, 2 * np.pi / period], f)
