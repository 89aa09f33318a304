"""Small motions of bound trees: the oracle's accelerations as a function of what is independent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import lagr_gui
from lagr_gui.foundation.problem import LagrError
from tests.oracle.comparison import WORST_CONDITION, Case, Verdict, differing, opened
from tests.oracle.equations import Found
from tests.oracle.roads import Oracle, differences

ROUNDS = 8
"""Newton's steps to a position that meets all conditions."""

NEAR = 1e-11
"""Conditions count as met (SI) within this."""


class Bound:
    """A bound tree near a state: q and q̇ follow from some of their entries."""

    def __init__(self, case: Case) -> None:
        self.oracle, self.t = Oracle(case), case.t
        self.f = len(self.oracle.names)

    def met(self, q: Any, qd: Any, z: Sequence[int] = (), w: Sequence[int] = ()) -> Found:
        """The state that meets the conditions with unchanged q[z] and q̇[w]."""
        q, qd = np.array(q, float), np.array(qd, float)
        free_q = [i for i in range(self.f) if i not in z]
        free_qd = [i for i in range(self.f) if i not in w]
        for _ in range(ROUNDS):
            found = self.oracle.at(self.t, q, qd)
            held = ~np.isnan(found.position)
            q[free_q] -= _least(found.G[held][:, free_q], found.position[held])
        for _ in range(2):
            found = self.oracle.at(self.t, q, qd)
            qd[free_qd] -= _least(found.G[:, free_qd], found.velocity)
        self.q, self.qd = q, qd
        return self.oracle.at(self.t, q, qd)


def _least(G: np.ndarray, right: np.ndarray) -> np.ndarray:
    return np.linalg.lstsq(G, right, rcond=1e-9)[0]


def bound_small_motions_of(case: Case) -> Verdict:
    """The state matrix of a bound tree against differences of the oracle's accelerations."""
    bound = Bound(case)
    names = bound.oracle.names
    there = bound.met([case.q[n] for n in names], [case.qd[n] for n in names])
    missed = [*np.nan_to_num(there.position), *there.velocity, 0.0]
    if not there.clear or there.condition > WORST_CONDITION or np.max(np.abs(missed)) > NEAR:
        return Verdict("unclear")
    q, qd = bound.q, bound.qd
    if np.linalg.matrix_rank(there.G, 1e-6) < len(there.G):
        return Verdict("unclear")  # conditions that depend on each other here may not do so beside
    try:
        linear = lagr_gui.linearize(
            opened(case.text), {"t": case.t, "q": q.tolist(), "qd": qd.tolist()}
        )
    except LagrError as error:
        return Verdict("refused", words=str(error))
    z = [names.index(name) for name in linear.independent]
    w = [names.index(name) for name in linear.quick]
    if not z:
        return Verdict("agrees" if not linear.A.size else "disagrees")

    def rates(x: np.ndarray) -> np.ndarray:
        place, speed = q.copy(), qd.copy()
        place[z], speed[w] = x[: len(z)], x[len(z) :]
        found = bound.met(place, speed, z, w)
        return np.concatenate([bound.qd[z], found.qdd[w]])

    expected, _ = differences(rates, np.concatenate([q[z], qd[w]]))
    if not np.isfinite(expected).all():
        return Verdict("unclear")
    size = 1e3 * float(np.max(np.abs(expected), initial=1.0))
    found = differing("A", expected, linear.A, size)
    return Verdict("disagrees" if found else "agrees", tuple(found))
