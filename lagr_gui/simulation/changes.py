"""What of the start values was changed to meet the constraints, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.message import say
from lagr_gui.problem import Problem, Severity
from lagr_gui.simulation.constraints import BoundConstraints, place_of
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import ASSEMBLY


@dataclass(frozen=True, slots=True, eq=False)
class StartState:
    """Positions and velocities (f,)."""

    q: Array
    qd: Array


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Start values as they are `wanted`, and as they `are` to meet the constraints at time t.

    `closest` (f,) are positions that come closest to the constraints while all coordinates of
    `given` are as wanted.
    """

    constraints: BoundConstraints
    t: float
    given: Collection[str]
    wanted: StartState
    are: StartState
    closest: Array

    def notes(self) -> tuple[Problem, ...]:
        """A warning for each given value that was changed, hints for those that follow."""
        extents, duration = self.constraints.extents, self.constraints.duration
        old, new = self.wanted.q, self.are.q
        apart = np.abs(new - old) > ASSEMBLY.changed * np.maximum(extents, np.abs(old))
        notes = [*self._told(say("position"), old, new, apart, self.given)]
        old, new = self.wanted.qd, self.are.qd
        apart = np.abs(new - old) > ASSEMBLY.changed * np.maximum(extents / duration, np.abs(old))
        moving = {n for n, v in zip(self.constraints.coordinates, old, strict=True) if v}
        notes += self._told(say("velocity"), old, new, apart, moving.intersection(self.given))
        return tuple(notes)

    def _told(
        self, what: str, old: Array, new: Array, apart: NDArray[np.bool_], given: Collection[str]
    ) -> Iterator[Problem]:
        followed: list[str] = []
        for i in np.flatnonzero(apart):
            name = self.constraints.coordinates[i]
            if name not in given:
                followed.append(f"{name} = {new[i]:.8g}")
                continue
            place, left = self._missed(what)
            cause = say(
                "Its start {what} {old:.6g} was changed by {by:.3g} to {new:.10g}: with all start "
                "values as they are given, {place} would be missed by {left:.3g} (SI units).",
                what=what,
                old=old[i],
                by=new[i] - old[i],
                new=new[i],
                place=place,
                left=left,
            )
            remedy = "Give start values for fewer coordinates, or ones that fit."
            place = say("Coordinate “{name}”", name=name)
            yield Problem(place, cause, remedy, Severity.WARNING, "start-changed")
        if followed:
            cause = say(
                "Start values that follow from the others ({what}): {followed}.",
                what=what,
                followed=", ".join(followed),
            )
            yield Problem("Start", cause, "", Severity.HINT, "start-followed")

    def _missed(self, what: str) -> tuple[str, float]:
        """The constraint that is missed most with all given values as they are, and by how much."""
        constraints, t = self.constraints, self.t
        if what == say("position"):
            found = constraints.at(t, self.closest, np.zeros_like(self.closest))
            left = np.abs(found.position)
        else:
            names, q = constraints.coordinates, self.are.q
            free = ~np.isin(names, list(self.given)) | (self.wanted.qd == 0)
            qd = constraints.project_velocities(t, q, self.wanted.qd, free)
            found = constraints.at(t, q, qd)
            left = np.abs(found.velocity)
        sizes, _ = found.rows.sizes(constraints.extents)
        worst = int(np.argmax(left / np.where(sizes > 0, sizes, np.inf)))
        return place_of(constraints.sources[worst]), float(left[worst])
