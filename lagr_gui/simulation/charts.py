"""Charts: the angles of three turns in sequence lock somewhere; near there others are integrated.

A motion is made of stretches.  Each is integrated in one chart: in the coordinates of the model,
or with other turns p in the place of all three in sequence, p = 0 being the attitude at which the
stretch begins and its last axis that of the angular velocity.  At a change the attitude R and the
angular velocity ω of each joint go over exactly.  What is shown are the angles of the model, which
go on continuously (`simulation.lifted_angles`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.attitudes import PlacedTurns, TurnSequence, crossed
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.lifted_angles import Lift
from lagr_gui.simulation.system import KernelSystem
from lagr_gui.simulation.trajectory import Attitude
from lagr_gui.simulation.tuning import CHART


class Systems(Protocol):
    """The system with constraints that are independent at a start (t, q, q̇), or are `known`."""

    def __call__(
        self, start: tuple[float, Array, Array], known: ChosenRows | None = None
    ) -> KernelSystem:
        """It with them."""
        ...


OTHER = TurnSequence(np.eye(3))
"""The turns p."""


@dataclass(frozen=True, eq=False)
class Turns:
    """A joint of three turns: the places (3,) of its coordinates, their axes.

    `felt` tells that forces or limits depend on the angles themselves.
    """

    joint: str
    places: NDArray[np.intp]
    sequence: TurnSequence
    felt: bool


@dataclass(frozen=True, eq=False)
class Coordinates:
    """The system in the coordinates of some turns: what moves it, what binds it."""

    systems: Systems
    constraints: BoundConstraints | None


@dataclass(frozen=True, eq=False)
class Placing:
    """Other turns of a joint: R = A S(p) C, and the angles of the model at p = 0."""

    A: Array
    C: Array
    angles: Array
    sequence: TurnSequence

    @cached_property
    def turns(self) -> PlacedTurns:
        """R and the columns of the angular velocity for p."""
        return PlacedTurns(OTHER.axes, self.A, self.C)

    @property
    def values(self) -> Array:
        """The parameters of the system in these turns."""
        theta = self.angles[1] + self.sequence.offset
        return np.array([*self.A.ravel(), *self.C.ravel(), *self.angles, theta])


class TurnedChart:
    """A stretch with other turns in the place of the angles of some joints.

    It begins at a time and a state in p with these angles of the model (k, 3).
    """

    def __init__(
        self,
        layout: StateLayout,
        turns: Sequence[Turns],
        placings: Sequence[Placing],
        t: float,
        y: Array,
    ) -> None:
        self.layout, self.turns, self.placings = layout, turns, placings
        angles = np.array([place.angles for place in placings])
        sequences = [one.sequence for one in turns]
        self.lift = Lift(sequences, self.attitudes, t, y, angles)

    def attitudes(self, states: Array) -> tuple[Array, Array]:
        """R (n, k, 3, 3) and ω (n, k, 3) of the joints at states (k, n) in p."""
        p, pd = self.layout.motion(states)
        R, omega = [], []
        for turns, place in zip(self.turns, self.placings, strict=True):
            turn, columns = place.turns.both(p[:, turns.places])
            R.append(turn)
            omega.append((columns @ pd[:, turns.places, None])[..., 0])
        return np.stack(R, axis=1), np.stack(omega, axis=1)

    def holds(self, t: Array, states: Array) -> NDArray[np.bool_]:
        """Whether the chart is good enough to go on in at states (k, n) that `lift` knows."""
        p = self.layout.q(states)
        good = np.ones(len(states), bool)
        for number, turns in enumerate(self.turns):
            good &= np.cos(p[:, turns.places[1]]) > CHART.tilted
            if turns.felt:
                angles = self.lift.angles(t, self.attitudes(states)[0])
                away = angles[:, number] - self.placings[number].angles
                good &= (np.abs(away) < CHART.swung).all(axis=1)
        return good

    def seen(self, t: Array, states: Array) -> Array:
        """The states (k, n) in the coordinates of the model."""
        shown = states.copy()
        q, qd = self.layout.motion(shown)
        R, omega = self.attitudes(states)
        angles = self.lift.angles(t, R)
        for k, turns in enumerate(self.turns):
            q[:, turns.places] = angles[:, k]
            columns = turns.sequence.columns(angles[:, k])
            qd[:, turns.places] = turns.sequence.rates(columns, omega[:, k])
        return shown

    def accelerations(self, states: Array, pdd: Array, shown: Array) -> Array:
        """q̈ (n, f) in the coordinates of the model, where the states are `shown`."""
        p, pd = self.layout.motion(states)
        q, qd = self.layout.motion(shown)
        qdd = pdd.copy()
        for turns, place in zip(self.turns, self.placings, strict=True):
            some = turns.places
            columns = OTHER.columns(p[:, some])
            alpha = np.einsum("nij,nj->ni", columns, pdd[:, some]) + OTHER.bend(
                columns, pd[:, some]
            )
            columns = turns.sequence.columns(q[:, some])
            left = alpha @ place.A.T - turns.sequence.bend(columns, qd[:, some])
            qdd[:, some] = turns.sequence.rates(columns, left)
        return qdd


class Charts:
    """The charts of a motion, and the `present` one: None where it is that of the model.

    `turned` gives the system in other turns for the values of their parameters.
    """

    def __init__(
        self,
        layout: StateLayout,
        turns: Sequence[Turns],
        own: Coordinates,
        turned: Callable[[Array], Coordinates],
    ) -> None:
        self.layout, self.turns, self._own, self._turned = layout, turns, own, turned
        self.present: TurnedChart | None = None
        self.known = own
        """The system in the present chart."""

    def begin(self, t: float, y: Array, known: Sequence[Attitude] = ()) -> Array:
        """The state in which a motion begins, in the chart that is good there.

        Attitudes and angular velocities that are `known` count instead of angles and their rates.
        """
        if self._opening(y[None])[0] >= CHART.leave and not known:
            return y
        attitudes = known or self._attitudes(y)
        return self._turn(t, y, attitudes, [y[turns.places] for turns in self.turns])

    def kept(self, t: Array, states: Array) -> int | None:
        """How many steps between states (1 + n, 2f) stand; None: all, and the chart is still good.

        Those do that end before the present chart is to be left, or that does so, and before a
        lock is crossed.
        """
        if self.present is not None:
            good, sequences = (
                self.present.holds(t, states),
                [(OTHER, turns) for turns in self.turns],
            )
        else:
            good = self._opening(states) >= CHART.leave
            sequences = [(turns.sequence, turns) for turns in self.turns]
        sides = np.stack([s.side(states[:, turns.places[1]]) for s, turns in sequences], axis=1)
        crossed = np.flatnonzero((np.diff(sides, axis=0) != 0).any(axis=1))
        bad = np.flatnonzero(~good[1:])
        ends = [*(bad[:1] + 1), *crossed[:1]]
        return int(min(ends)) if ends else None

    def change(self, t: float, y: Array) -> Array:
        """The same state in the chart that is better than the present one.

        A motion goes back to the coordinates of the model only where forces speak of them.
        """
        if self.present is None:
            attitudes = self._attitudes(y)
            return self._turn(t, y, attitudes, [y[turns.places] for turns in self.turns])
        shown = self.present.seen(np.array([t]), y[None])
        felt = any(turns.felt for turns in self.turns)
        if felt and self._opening(shown)[0] >= CHART.enter:
            self.present, self.known = None, self._own
            return shown[0]
        attitudes = self.attitudes(y)
        return self._turn(t, y, attitudes, [shown[0, turns.places] for turns in self.turns])

    def attitudes(self, y: Array) -> tuple[Attitude, ...]:
        """Attitudes at a state of the present chart; none in that of the model."""
        if self.present is None:
            return ()
        R, omega = self.present.attitudes(y[None])
        return tuple(Attitude(*pair) for pair in zip(R[0], omega[0], strict=True))

    def nearest(self, state: Array) -> Turns | None:
        """Turns that forces speak of, and that are as good as locked at a state of the model."""
        for turns in self.turns:
            if turns.felt and abs(turns.sequence.opening(state[turns.places[1]])) < CHART.close:
                return turns
        return None

    def _opening(self, states: Array) -> Array:
        """How far states (k, n) of the model are from a lock: the least |sin ϑ| (n,)."""
        openings = [np.abs(o.sequence.opening(states[:, o.places[1]])) for o in self.turns]
        return np.min(openings, axis=0)

    def _attitudes(self, y: Array) -> list[Attitude]:
        """Those of a state of the model."""
        q, qd = self.layout.motion(y)
        attitudes: list[Attitude] = []
        for turns in self.turns:
            at = q[turns.places][None]
            omega = turns.sequence.columns(at)[0] @ qd[turns.places]
            attitudes.append(Attitude(turns.sequence.turn(at)[0], omega))
        return attitudes

    def _turn(
        self, t: float, y: Array, attitudes: Sequence[Attitude], angles: Sequence[Array]
    ) -> Array:
        """Go over to turns that are zero at a state, whose angles in the model are known."""
        y = y.copy()
        p, pd = self.layout.motion(y)
        placings: list[Placing] = []
        for turns, attitude, at in zip(self.turns, attitudes, angles, strict=True):
            C = _along(attitude.R.T @ attitude.omega)
            A = attitude.R @ C.T
            placings.append(Placing(A, C, np.array(at), turns.sequence))
            p[turns.places], pd[turns.places] = 0.0, A.T @ attitude.omega
        self.known = self._turned(np.concatenate([place.values for place in placings]))
        self.present = TurnedChart(self.layout, self.turns, placings, t, y)
        return y


def _along(axis: Array) -> Array:
    """A turn (3, 3) that brings an axis (3,) to z; any where it has no direction."""
    size = float(np.linalg.norm(axis))
    if not size > 0:
        return np.eye(3)
    z = axis / size
    x: Array = crossed(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x = x / float(np.linalg.norm(x))
    return np.stack([x, crossed(z, x), z])
