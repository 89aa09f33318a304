"""What the program computes by other roads than evaluation, against the oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import lagr_gui
from lagr_gui.foundation.problem import LagrError
from tests.oracle.comparison import (
    WORST_CONDITION,
    Case,
    Disagreement,
    Verdict,
    differing,
    judged,
    opened,
)
from tests.oracle.document import Document
from tests.oracle.equations import Found, at_state
from tests.oracle.loops import followed

SPAN = 0.25
"""Length of a simulated motion (s)."""

PIECES, POINTS = 2, 10
"""Pieces of a motion, and points of the quadrature along each."""

STEPS = (2e-3, 1e-3, 5e-4)
"""Differences of coordinates and velocities, extrapolated to none; each half of the last one."""

DOUBTFUL = 1e-6
"""Slopes are compared where extrapolation from wider steps gives the same to this part."""


def started(case: Case) -> Any:
    """The program's model of a case, which starts at the state of the case."""
    names = lagr_gui.check(opened(case.text)).coordinates
    start = [{"coordinate": n, "position": case.q[n], "velocity": case.qd[n]} for n in names]
    return opened(replace(case, data={**case.data, "start": start}).text)


class Oracle:
    """The oracle at states of the coordinates that the program has.

    Those of joints that are `cut` follow, from one state to the next.
    """

    def __init__(self, case: Case, names: Sequence[str] = (), cuts: Sequence[str] = ()) -> None:
        self.document = Document(case.text, case.values)
        self.names = list(names or self.document.coordinates)
        self.cuts = tuple(cuts)
        self.q = dict(case.q)

    def at(self, t: float, q: Any, qd: Any) -> Found:
        """All that the oracle knows of a state."""
        rates = dict(zip(self.names, map(float, qd), strict=True))
        self.q |= dict(zip(self.names, map(float, q), strict=True))
        if self.cuts:
            self.q, rates = followed(self.document, t, self.q, rates, self.cuts)
        return at_state(self.document, t, self.q, rates, self.cuts)

    def accelerations(self, t: float, q: Any, qd: Any) -> np.ndarray:
        """q̈ of these coordinates."""
        found = self.at(t, q, qd)
        return found.qdd[[found.names.index(name) for name in self.names]]

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        """The rates of q and q̇."""
        q, qd = np.split(y, 2)
        return np.concatenate([qd, self.accelerations(t, q, qd)])


def motion_of(case: Case) -> Verdict:
    """A short simulation: its accelerations, energies and reactions; and where it leads."""
    try:
        model = started(case)
        report = lagr_gui.check(model)
        settings = replace(lagr_gui.settings_of(model), t0=case.t, t_end=case.t + SPAN, points=4)
        trajectory = lagr_gui.simulate(model, settings)
    except lagr_gui.SimulationStopped as stop:
        return Verdict("stopped", words=str(stop))
    except LagrError as error:
        return Verdict("refused", words=str(error))
    oracle = Oracle(case, report.coordinates, report.cuts)
    there = oracle.at(case.t, trajectory.q[0], trajectory.qd[0])
    if not there.clear or there.condition > WORST_CONDITION or max(there.gaps) > 1e-9:
        return Verdict("unclear")
    return _verdict([*along(oracle, model, trajectory), *_led(oracle, trajectory)])


def _led(oracle: Oracle, trajectory: Any) -> list[Disagreement]:
    """The change of q̇ against the integral of the oracle's q̈ (Gauss, in several pieces).

    Where the same points do not even give the change of q by the integral of q̇, the motion is
    too sharp for them, and says nothing.
    """
    places, weights = np.polynomial.legendre.leggauss(POINTS)
    ends = np.linspace(trajectory.t[0], trajectory.t[-1], PIECES + 1)
    half = (ends[1] - ends[0]) / 2
    times = (ends[:-1, None] + half * (1 + places)).ravel()
    weights = half * np.tile(weights, PIECES)
    states = [trajectory.at(t) for t in times]
    moved = weights @ np.array([qd for _, qd in states])
    if differing("", moved, trajectory.q[-1] - trajectory.q[0], 10.0):
        return []
    gained = weights @ [oracle.accelerations(t, *y) for t, y in zip(times, states, strict=True)]
    size = 100 * float(np.max(np.abs(trajectory.qdd), initial=1.0))
    change = trajectory.qd[-1] - trajectory.qd[0]
    return differing("change of velocity", gained, change, size)


def integrated(case: Case, times: np.ndarray) -> np.ndarray:
    """q and q̇ (n, 2f) of a tree at times: the oracle's accelerations, integrated by SciPy."""
    oracle = Oracle(case)
    start = [given[n] for given in (case.q, case.qd) for n in oracle.names]
    span = (times[0], times[-1])
    return solve_ivp(oracle.slope, span, start, "DOP853", times, rtol=1e-11, atol=1e-13).y.T


def along(oracle: Oracle, model: Any, trajectory: Any) -> list[Disagreement]:
    """Accelerations, energies and reactions along a motion against the oracle's."""
    held = lagr_gui.reactions(model, trajectory)
    found: list[Disagreement] = []
    for row, t in enumerate(trajectory.t):
        there = oracle.at(float(t), trajectory.q[row], trajectory.qd[row])
        size = float(np.max(np.abs([*there.Q, *there.h]), initial=1.0)) * there.condition**0.5
        places = [there.names.index(name) for name in oracle.names]
        found += differing("acceleration", there.qdd[places], trajectory.qdd[row], size)
        found += differing("kinetic energy", there.T, trajectory.T[row])
        found += differing("potential energy", there.U, trajectory.U[row], there.T)
        for name, (force, moment, _) in there.reactions.items():
            joint = held.joints[name]
            found += differing(f"force in {name}", force, joint.force[row], 10 * size)
            found += differing(f"moment in {name}", moment, joint.moment[row], 10 * size)
    return found


def small_motions_of(case: Case) -> Verdict:
    """Linear equations about a state against differences of the oracle's accelerations."""
    oracle, model = Oracle(case), opened(case.text)
    q, qd = (np.array([given[n] for n in oracle.names]) for given in (case.q, case.qd))
    try:
        linear = lagr_gui.linearize(model, {"t": case.t, "q": q.tolist(), "qd": qd.tolist()})
    except LagrError as error:
        return Verdict("refused", words=str(error))
    if not oracle.names:
        return Verdict("agrees" if linear.A.size == 0 else "disagrees")
    state = np.concatenate([q, qd])
    expected, doubt = differences(lambda y: oracle.slope(case.t, y), state)
    expected, doubt = expected[len(q) :], doubt[len(q) :]
    if linear.independent != tuple(oracle.names) or not np.isfinite(expected).all():
        return Verdict("unclear")
    size = float(np.max(np.abs(expected)))
    if np.max(doubt) > DOUBTFUL * max(size, 1.0):
        return Verdict("unclear")  # next to a place where coordinates fail
    found = differing("A", expected / 1e3, linear.A[len(q) :] / 1e3, size)
    return _verdict([*found, *_modes(case, model, expected)])


def differences(
    function: Callable[[np.ndarray], np.ndarray], x: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The slopes (m, n) of a function at x (n,) by extrapolated differences, and their doubt."""
    columns, doubts = [], []
    for direction in np.eye(len(x)):
        sides = [[function(x + sign * s * direction) for sign in (1, -1)] for s in STEPS]
        first, second, third = ((a - b) / (2 * s) for (a, b), s in zip(sides, STEPS, strict=True))
        wide, narrow = second + (second - first) / 3, third + (third - second) / 3
        columns.append(narrow)
        doubts.append(np.abs(narrow - wide))
    return np.array(columns).T, np.array(doubts).T


def _modes(case: Case, model: Any, lower: np.ndarray) -> list[Disagreement]:
    """Eigenvalues of the program against those of the differences."""
    f = len(lower)
    A = np.vstack([np.hstack([np.zeros((f, f)), np.eye(f)]), lower])
    expected, vectors = np.linalg.eig(A)
    if np.linalg.cond(vectors) > 1e4:
        return []  # eigenvalues that coincide lose half of their digits
    names = Document(case.text).coordinates
    state = {"t": case.t, "q": [case.q[n] for n in names], "qd": [case.qd[n] for n in names]}
    got = np.array([mode.eigenvalue for mode in lagr_gui.modes(model, state).modes])
    off = [float(np.min(np.abs(got - value))) for value in expected if value.imag >= 0]
    size = max(1.0, float(np.max(np.abs(expected))))
    if max(off, default=0.0) < 1e-5 * size:
        return []
    return [Disagreement("eigenvalues", max(off) / size, expected.tolist(), got.tolist())]


def given_motion_of(case: Case) -> Verdict:
    """The forces that a given motion needs, against those of the oracle."""
    oracle, model = Oracle(case), opened(case.text)
    names = oracle.names
    motion = {n: f"{case.q[n]} + {case.qd[n]}*sin(t) - 0.3*cos(2*t)" for n in names}
    times = np.array([0.0, 0.4, 1.1])
    try:
        driven = lagr_gui.inverse(model, motion, times.tolist())
    except LagrError as error:
        return Verdict("refused", words=str(error))
    found: list[Disagreement] = []
    for row, t in enumerate(times):
        q = np.array([case.q[n] + case.qd[n] * np.sin(t) - 0.3 * np.cos(2 * t) for n in names])
        qd = np.array([case.qd[n] * np.cos(t) + 0.6 * np.sin(2 * t) for n in names])
        qdd = np.array([-case.qd[n] * np.sin(t) + 1.2 * np.cos(2 * t) for n in names])
        there = oracle.at(float(t), q, qd)
        needed = there.g[1:, 1:] @ qdd + there.h - there.Q
        size = float(np.max(np.abs([*there.Q, *there.h]), initial=1.0))
        order = [driven.prescribed.index(name) for name in names]
        found += differing("needed force", needed, driven.forces[row][order], size)
    return _verdict(found)


def strikes_of(case: Case) -> Verdict:
    """What a rope that becomes tight does, against the oracle's balance of impulses.

    The oracle takes the rope for one that stays tight: that row is the slope of its length.
    """
    ropes = [e for e in case.data["elements"] if e["kind"] == "pulley_rope"]
    tight = {e["name"]: {k: v for k, v in e.items() if k != "restitution"} for e in ropes}
    elements = [
        {**tight[e["name"]], "kind": "tight_rope"} if e["name"] in tight else e
        for e in case.data["elements"]
    ]
    oracle = Oracle(replace(case, data={**case.data, "elements": elements}))
    q, qd = (np.array([given[n] for n in oracle.names]) for given in (case.q, case.qd))
    try:
        struck = lagr_gui.strike(opened(case.text), {"t": case.t, "q": list(q), "qd": list(qd)})
    except LagrError as error:
        return Verdict("refused", words=str(error))
    there = oracle.at(case.t, q, qd)
    if there.undefined or there.degenerate or not there.clear or not oracle.names:
        return Verdict("unclear")
    found: list[Disagreement] = []
    for rope in ropes:
        limit = there.sources.index(f"element:{rope['name']}")
        (own,) = (e for e in struck if e.source == f"element:{rope['name']}")
        kappa = float(oracle.document.number(rope["restitution"]))
        held = [row for row in range(len(there.G)) if there.sources[row][8:] not in tight]
        found += _blow(there, qd, limit, held, kappa, own)
    return _verdict(found)


def _blow(
    there: Found, qd: np.ndarray, limit: int, held: Sequence[int], kappa: float, own: Any
) -> list[Disagreement]:
    """Newton's law for one row: M (q̇⁺ − q̇⁻) = Σ Gᵀ Λ, ṙ⁺ = −κ ṙ⁻, and no more where they hold."""
    f, m = len(qd), len(held)
    M, h, G = there.g[1:, 1:], there.G[limit], there.G[list(held)]
    speed = float(there.velocity[limit])
    found = differing("slope of the length", h, own.h)
    found += differing("rate of the length", speed, own.h @ qd + own.h0)
    A = np.block([[M, -G.T], [G, np.zeros((m, m))]])
    if np.linalg.cond(A) > WORST_CONDITION:
        return found
    u = np.linalg.solve(A, np.concatenate([h, np.zeros(m)]))
    if speed <= 0 or h @ u[:f] < 1e-6 * float(h @ h) / float(np.max(np.diag(M))):
        return found
    blow = -(1 + kappa) * speed / (h @ u[:f])
    found += differing("impulse", blow, own.impulse)
    found += differing("velocity after", qd + blow * u[:f], own.after)
    return found + differing("impulses of conditions", blow * u[f:], own.multipliers)


def closed_form_of(case: Case) -> Verdict:
    """The closed form instead of the recursion."""
    return judged(case, derivation="closed")


def _verdict(found: list[Disagreement]) -> Verdict:
    return Verdict("disagrees" if found else "agrees", tuple(found))
