"""Equilibria of a family, each followed from that of a neighbour."""

from __future__ import annotations

from collections.abc import Generator, Mapping

import numpy as np

from lagr_gui.analysis.audits import check_rest
from lagr_gui.analysis.small_motions.equilibria import (
    Equilibrium,
    equilibrium_at,
    is_beyond,
    rest_of,
    searched,
    units_at,
)
from lagr_gui.analysis.small_motions.sampled import Sampled
from lagr_gui.extensions.families.family import CHECKED
from lagr_gui.extensions.families.following import Followed, Follower
from lagr_gui.extensions.families.varying import Family, Start
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.balance import followed
from lagr_gui.simulation.positions.equilibrium import Found
from lagr_gui.simulation.system import Array


def followed_equilibria(asked: Family, from_start: bool) -> Generator[Followed[Equilibrium]]:
    """The equilibrium of each member, in their order.

    The first one is the nearest to the start values, or else the first that `equilibria` tells.
    """
    follower = EquilibriumFollower(asked, from_start)
    for number in range(asked.runs):
        yield follower.reached(number)


class EquilibriumFollower(Follower[Equilibrium]):
    """The places where members stand: coordinates, behind them states of the first order."""

    def __init__(self, asked: Family, from_start: bool, holding: Sampled | None = None) -> None:
        """A family of systems that rest where those do whose laws are `holding` values."""
        self._holding = holding
        self._from_start, self._t = from_start, asked.settings.t0
        self._still = np.zeros(len(asked.settings.q0))
        super().__init__(asked)

    def usual_sizes(self, member: Prepared, start: Start) -> Array:
        return units_at(member, self._t, self._still, _place(start))

    def state(self, end: Equilibrium) -> Array:
        return np.concatenate([end.q, end.z])

    def next(self, values: Mapping[str, float], state: Array, reach: float) -> Array | None:
        try:
            member, _ = self.member(values)
        except LagrError:
            return None
        with np.errstate(all="ignore"):
            end = followed(rest_of(member, self._t, self._still, self.unit), state, reach)
        if end is None:
            return None
        predicted = self.unit * end.q
        q, binding = member.layout.q(predicted), member.conditions
        return None if binding is not None and is_beyond(binding, self._t, q) else predicted

    def told(self, number: int, state: Array) -> Equilibrium:
        values = self.asked.values(number)
        if number % CHECKED == 0:
            check_rest(self.member(values)[0], self._t, [state], self._still)
        return self.at(values, state)

    def at(self, values: Mapping[str, float], state: Array) -> Equilibrium:
        """The equilibrium of the system with these values at a state where it stands."""
        member, start = self.member(values)
        rest = rest_of(member, self._t, self._still, self.unit)
        at = rest.chart(state / self.unit)
        away = float(np.abs(state - _place(start)).max())
        root = Found(state, at.full / self.unit, at.V, 1, away)
        return equilibrium_at(member, root, self._t, self._still, self._held(member))

    def _held(self, member: Prepared) -> Sampled:
        return self._holding.varied(member) if self._holding else Sampled(member, ())

    def searched(self, number: int) -> Equilibrium:
        member, start = self.member(self.asked.values(number))
        place = self.last if self.last is not None and not self.over_starts else None
        near: Mapping[str, float] | None = None
        if place is not None or self._from_start:
            names = (*member.coordinates, *member.layout.states)
            state = _place(start) if place is None else place
            near = dict(zip(names, state.tolist(), strict=True))
        search = searched(self._held(member), near=near, t=self._t)
        if not search.found:
            raise LagrError(search.notes)
        return search.found[0]

    def missing(self, end: Equilibrium) -> str:
        if len(end.eigenvalues):
            return ""
        return str(refusal("Linearisation", end.reason, "Take another place.", "no-modes"))


def _place(start: Start) -> Array:
    """The coordinates of a start, and its states of the first order."""
    return np.array([*start[0], *start[2]])
