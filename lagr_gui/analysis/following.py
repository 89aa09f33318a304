"""Equilibria of a family: each followed from that of a neighbour, searched afresh where it is lost.

A branch goes on from values to the next ones by Newton's method with exact slopes, whose steps have
to contract; where they do not the way is taken in halves, down to a small part.  Where that fails
too the branch ends, as in a fold, and a new search says where the next one begins.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from lagr_gui.analysis.auditing import check_rest
from lagr_gui.analysis.equilibria import (
    Equilibrium,
    equilibria,
    equilibrium_at,
    is_beyond,
    rest_of,
    units_at,
)
from lagr_gui.analysis.varying import Family, Start
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, refusal
from lagr_gui.simulation.balance import followed, size
from lagr_gui.simulation.equilibrium import Found
from lagr_gui.simulation.family import CHECKED
from lagr_gui.simulation.system import Array

HALVINGS = 6
"""How often the way to the next values is halved before a branch has ended."""

BENT = 0.25
"""How far from where its last step points an equilibrium may be looked for: a part of the step."""

LEAST = 1e-6
"""An equilibrium that stays where it is may still move as far (in usual sizes) by rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class FollowedEquilibrium:
    """The equilibrium of a member of a family, or why there is none, or none of its eigenvalues.

    `begins` tells that it is on another branch than that of the neighbour, which ended.
    """

    number: int
    found: Equilibrium | None
    problem: str = ""
    begins: bool = False


def followed_equilibria(asked: Family, from_start: bool) -> Generator[FollowedEquilibrium]:
    """The equilibrium of each member, in their order.

    The first one is the nearest to the start values, or else the first that `equilibria` tells.
    """
    follower = _Follower(asked, from_start)
    for number in range(asked.runs):
        yield follower.standing(number)


class _Follower:
    """Where the members stood up to now."""

    def __init__(self, asked: Family, from_start: bool) -> None:
        self.asked, self.from_start = asked, from_start
        first, start = asked.having(asked.values(0))
        f, self._t = len(first.coordinates), asked.settings.t0
        self._still = np.zeros(f)
        self._q = np.full((asked.runs, f), np.nan)
        self._strode = np.zeros(asked.runs, int)
        self._last: Array | None = None
        self._known: tuple[dict[str, float], tuple[Prepared, Start]] | None = None
        self._unit = units_at(first, self._t, self._still, np.array(start[0]))
        # Start values say where to search, not what stands where: nothing is followed over them.
        sizes = [len(values) for values in asked.axes.values()]
        self._strides = {
            name: prod(sizes[place + 1 :])
            for place, name in enumerate(asked.axes)
            if name in first.values
        }

    def standing(self, number: int) -> FollowedEquilibrium:
        """The equilibrium of the next member."""
        behind = self._behind(number)
        try:
            q = None if behind is None else self._followed(number, behind)
            found = self._searched(number) if q is None else self._told(number, q)
        except LagrError as error:
            return FollowedEquilibrium(number, None, str(error))
        self._q[number] = self._last = found.q
        self._strode[number] = 0 if q is None or behind is None else behind
        problem = "" if len(found.eigenvalues) else _without_modes(found)
        return FollowedEquilibrium(number, found, problem, q is None and behind is not None)

    def _behind(self, number: int) -> int | None:
        """The stride to the nearest neighbour that is known."""
        places = np.unravel_index(number, self.asked.shape)
        for name, place in reversed([*zip(self.asked.axes, places, strict=True)]):
            stride = self._strides.get(name)
            if stride and place and np.isfinite(self._q[number - stride]).all():
                return stride
        return None

    def _followed(self, number: int, stride: int) -> Array | None:
        """Where the branch of the neighbour goes on; None where it ends."""
        q, earlier = self._q[number - stride], number - 2 * stride
        here, there = (self.asked.values(n) for n in (number - stride, number))
        straight = self._strode[number - stride] == stride  # on one branch, over the same name
        if straight and _moved(before := self.asked.values(earlier), here, there):
            ((name, now),) = ((n, v) for n, v in there.items() if v != here[n])
            share = (now - here[name]) / (here[name] - before[name])
            ahead = share * (q - self._q[earlier])
            reach = max(BENT * size(ahead / self._unit), LEAST)
            if (
                np.isfinite(ahead).all()
                and (end := self._next(there, q + ahead, reach)) is not None
            ):
                return end
        return self._stepped(here, there, q, HALVINGS)

    def _stepped(
        self, here: Mapping[str, float], there: Mapping[str, float], q: Array, halvings: int
    ) -> Array | None:
        """The same from values to others, in halves where that is too far at once."""
        end = self._next(there, q, np.inf)
        if end is not None or not halvings:
            return end
        middle = {name: (value + there[name]) / 2 for name, value in here.items()}
        half = self._stepped(here, middle, q, halvings - 1)
        return None if half is None else self._stepped(middle, there, half, halvings - 1)

    def _next(self, values: Mapping[str, float], q: Array, reach: float) -> Array | None:
        """The equilibrium near a position, for values; None where none surely is."""
        try:
            member, _ = self._member(values)
        except LagrError:
            return None
        with np.errstate(all="ignore"):
            end = followed(rest_of(member, self._t, self._still, self._unit), q, reach)
        if end is None:
            return None
        found = self._unit * end.q
        beyond = member.conditions is not None and is_beyond(member.conditions, self._t, found)
        return None if beyond else found

    def _member(self, values: Mapping[str, float]) -> tuple[Prepared, Start]:
        """The system with these values: that of the last ones is known."""
        if self._known is None or self._known[0] != values:
            self._known = {**values}, self.asked.having(values)
        return self._known[1]

    def _told(self, number: int, q: Array) -> Equilibrium:
        member, start = self._member(self.asked.values(number))
        rest = rest_of(member, self._t, self._still, self._unit)
        at = rest.chart(q / self._unit)
        away = float(np.abs(q - np.array(start[0])).max())
        found = Found(q, at.full / self._unit, at.V, 1, away)
        if number % CHECKED == 0:
            check_rest(member, self._t, [q], self._still)
        return equilibrium_at(member, found, self._t, self._still)

    def _searched(self, number: int) -> Equilibrium:
        """The equilibrium that a search finds. Raises LagrError where there is none."""
        member, start = self._member(self.asked.values(number))
        place = self._last if self._last is not None and not self._has_starts else None
        near: Mapping[str, float] | None = None
        if place is not None or self.from_start:
            given = start[0] if place is None else place.tolist()
            near = dict(zip(member.coordinates, given, strict=True))
        search = equilibria(member, near=near, t=self._t)
        if not search.found:
            raise LagrError(search.notes)
        return search.found[0]

    @property
    def _has_starts(self) -> bool:
        return len(self._strides) < len(self.asked.axes)


def _without_modes(found: Equilibrium) -> str:
    return str(refusal("Linearisation", found.reason, "Take another place.", "no-modes"))


def _moved(*values: Mapping[str, float]) -> bool:
    """Whether one value alone changes, and each time."""
    before, here, there = values
    changed = [n for n in here if not before[n] == here[n] == there[n]]
    return len(changed) == 1 and before[changed[0]] != here[changed[0]] != there[changed[0]]
