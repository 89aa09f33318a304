"""Root loci: the eigenvalues of small motions over one parameter, each followed on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.small_motions.equilibria import Equilibrium
from lagr_gui.analysis.small_motions.linearization import linearized
from lagr_gui.analysis.small_motions.sampled import Sampled, sampled
from lagr_gui.extensions.families.family import failures
from lagr_gui.extensions.families.following_equilibria import EquilibriumFollower
from lagr_gui.extensions.families.varying import Family, Start, family
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.sampled import eigenmodes
from lagr_gui.simulation.system import Array

Complex = NDArray[np.complex128]
PLACES = ("equilibrium", "start")


@dataclass(frozen=True, eq=False)
class RootLocus:
    """Eigenvalues (n, m) of small motions for n `values` of a parameter, m branches.

    A column is one eigenvalue, followed from value to value.  `q` (n, f) are the places; nan stands
    where there was none, and `problems` say why, by number of the value.  `breaks` are the numbers
    of values at which the equilibrium that was followed has ended, and another one begins.
    Stability changes at the values `changes` (c,), which are found between those of the parameter,
    and somewhere within each of the `brackets` (b, 2), where nothing could be followed in between.
    `obstacle` tells why eigenvalues decide nothing about stability, with no changes then; empty
    where they do.  Of `sampled` laws they are z ≠ 0 of the map over a period of their samples.
    """

    name: str
    values: Array
    eigenvalues: Complex
    coordinates: tuple[str, ...]
    q: Array
    problems: Mapping[int, str]
    breaks: tuple[int, ...] = ()
    obstacle: str = ""
    changes: Array = field(default_factory=lambda: np.zeros(0))
    brackets: Array = field(default_factory=lambda: np.zeros((0, 2)))
    sampled: bool = False

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head."""
        table = {self.name: self.values}
        letter, unit = ("z ", "") if self.sampled else ("", " (1/s)")
        for number, branch in enumerate(self.eigenvalues.T, start=1):
            table |= {f"Re {letter}{number}{unit}": branch.real}
            table |= {f"Im {letter}{number}{unit}": branch.imag}
        return table

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        pairs = np.stack([self.eigenvalues.real, self.eigenvalues.imag], axis=-1)
        data = {"name": self.name, "values": self.values, "eigenvalues": pairs, "q": self.q}
        data |= {"coordinates": self.coordinates, "changes": self.changes}
        data |= {"failed": failures(self.problems)}
        data |= {"brackets": self.brackets}
        if self.sampled:
            data |= {"sampled": True}
        return data | {"breaks": self.breaks, "obstacle": self.obstacle}

    def __str__(self) -> str:
        finite = np.flatnonzero(np.isfinite(self.eigenvalues).any(axis=1))
        first, last = self.values[finite[[0, -1]]]
        sort = "z" if self.sampled else "(1/s)"
        lines = [f"eigenvalues {sort} for {self.name} = {first:g} … {last:g}"]
        for start, end in self.eigenvalues[finite[[0, -1]]].T:
            lines.append(f"  {_shown(start)}  →  {_shown(end)}")
        if self.obstacle:
            lines.append(f"no verdict on stability: {self.obstacle}")
        lines += [f"stability changes at {self.name} = {value:.6g}" for value in self.changes]
        lines += [
            f"stability changes between {self.name} = {low:g} and {high:g}"
            for low, high in self.brackets
        ]
        for n in self.breaks:
            lines.append(
                f"the equilibrium ends before {self.name} = {self.values[n]:g}: another one"
            )
        lines += [f"{self.name} = {self.values[n]:g}: {text}" for n, text in self.problems.items()]
        return "\n".join(lines)


NEUTRAL = 1e-9
"""Growth below this part of the largest eigenvalue is none."""

ROUNDED = 1e-15
"""A part of z that is so much smaller than the other is rounding."""

NARROW = 1e-6
"""A bracket this part of its values is told as one value: no more digits are shown."""


@on_one_thread
def root_locus(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    at: str = "equilibrium",
) -> RootLocus:
    """The eigenvalues of small motions about an equilibrium or the start, over one parameter.

    The first equilibrium is that of `equilibria`; it is followed from value to value, and where it
    ends, as in a fold, that is told (`breaks`).  Raises LagrError for unknown names and for more or
    less than one; values without a place are told, and all of them without one are an error.
    Where laws sample eigenvalues are z ≠ 0 of the map over a period, also where a sample time
    varies.
    """
    prepared.refuse_events()
    holding = sampled(prepared)
    prepared = holding.resting
    prepared.refuse_frictions()
    asked = family(prepared, vary, (), None)
    if len(asked.axes) != 1:
        cause = say("{count} vary; a root locus has one.", count=len(asked.axes))
        raise refusal("Root locus", cause, "Name one parameter.", "sweep")
    if at not in PLACES:
        remedy = "Take “equilibrium” or “start”."
        raise refusal(say("Place “{at}”", at=at), "There is no such place.", remedy, "place")
    ((name, values),) = asked.axes.items()
    places = _Starts(asked, holding) if at == "start" else _Equilibria(asked, holding)
    stood = [places.reached(number) for number in range(asked.runs)]
    if all(roots.problem for roots in stood):
        place = say(
            "Root locus over {name} = {first:g} … {last:g}",
            name=name,
            first=values[0],
            last=values[-1],
        )
        cause = say(
            "None of these values has eigenvalues: {why}", why=" ".join(stood[0].problem.split())
        )
        raise refusal(place, cause, "Vary it over other values.", "no-modes")
    most = max(len(roots.roots) for roots in stood)
    table = np.full((len(stood), most), np.nan, complex)
    for row, roots in zip(table, stood, strict=True):
        row[: len(roots.roots)] = roots.roots
    obstacle = next((roots.obstacle for roots in stood if roots.obstacle), "")
    changes, brackets = ([], []) if obstacle else _changes(places, stood, values)
    return RootLocus(
        name,
        np.array(values),
        followed(table),
        prepared.coordinates,
        np.array([roots.q for roots in stood]),
        {number: roots.problem for number, roots in enumerate(stood) if roots.problem},
        tuple(number for number, roots in enumerate(stood) if roots.begins),
        obstacle,
        np.array(changes),
        np.array(brackets).reshape(-1, 2),
        bool(holding.blocks),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Roots:
    """Eigenvalues (m,) at a value, where, and why there are none."""

    roots: Complex
    q: Array
    problem: str = ""
    begins: bool = False
    obstacle: str = ""
    sampled: bool = False

    @property
    def rates(self) -> Array:
        """The real parts of the roots, or by how much moduli of z are beyond 1."""
        return np.abs(self.roots) - 1 if self.sampled else self.roots.real

    def growth(self, neutral: float) -> float:
        """The largest real part of the roots whose real part is above this part of the largest.

        Where none is it is that of what would be as fast as the fastest, and fades.
        """
        largest = float(np.max(np.abs(self.roots), initial=0.0))
        moving = self.rates[np.abs(self.rates) > neutral * largest]
        return float(np.max(moving)) if len(moving) else -(largest or 1.0)

    @property
    def is_clear(self) -> bool:
        """Whether no real part may be rounding: what is neutral is exactly so."""
        parts = np.abs(self.rates[self.rates != 0])
        return bool(np.all(parts > NEUTRAL * np.max(np.abs(self.roots), initial=0.0)))


class _Starts:
    """The eigenvalues about the start."""

    def __init__(self, asked: Family, holding: Sampled) -> None:
        self.asked, self._holding = asked, holding

    def reached(self, number: int) -> _Roots:
        """Those of a member."""
        try:
            return self._about(*self.asked.varied(number))
        except LagrError as error:
            f = len(self.asked.settings.q0)
            return _Roots(np.zeros(0, complex), np.full(f, np.nan), str(error))

    def between(self, number: int, value: float) -> _Roots | None:
        """Those for a value beside that of a member; None where there are none."""
        (name,) = self.asked.values(number)
        try:
            return self._about(*self.asked.having({name: value}))
        except LagrError:
            return None

    def _about(self, member: Prepared, start: Start) -> _Roots:
        begin = member.assembled(self.asked.starting(start))
        t, z = self.asked.settings.t0, tuple(start[2])
        state = State(t, tuple(begin.q), tuple(begin.qd), z)
        holding = self._holding.varied(member)
        state = holding.begun("start", state)
        linear = holding.linear(linearized(member, state, None, (), {}))
        roots = _roots(eigenmodes(linear).eigenvalues, linear.step)
        return _Roots(roots, begin.q, obstacle=linear.obstacle, sampled=bool(holding.blocks))


class _Equilibria:
    """The eigenvalues about the equilibrium that is followed."""

    def __init__(self, asked: Family, holding: Sampled) -> None:
        self._follower = EquilibriumFollower(asked, from_start=False, holding=holding)
        self._nowhere = np.full(len(asked.settings.q0), np.nan)

    def reached(self, number: int) -> _Roots:
        """Those of a member."""
        followed = self._follower.reached(number)
        if followed.found is None:
            return _Roots(np.zeros(0, complex), self._nowhere, followed.problem, followed.begins)
        return self._of(followed.found, followed.problem, followed.begins)

    def between(self, number: int, value: float) -> _Roots | None:
        """Those for a value beside that of a member, on its branch; None where it ends."""
        if self._follower.over_starts:
            return None
        (name,) = self._follower.asked.values(number)
        state = self._follower.between(number, {name: value})
        roots = None if state is None else self._of(self._follower.at({name: value}, state))
        return roots if roots is not None and len(roots.roots) else None

    def _of(self, equilibrium: Equilibrium, problem: str = "", begins: bool = False) -> _Roots:
        q = equilibrium.q if len(equilibrium.eigenvalues) else self._nowhere
        roots, T = equilibrium.eigenvalues, equilibrium.period
        return _Roots(_roots(roots, T), q, problem, begins, equilibrium.obstacle, T > 0)


def _roots(eigenvalues: Complex, period: float) -> Complex:
    """z = e^{λT} of the map over a period of samples; λ where there is none."""
    if not period:
        return eigenvalues
    z: Complex = np.asarray(np.exp(eigenvalues * period), complex)
    return np.where(np.abs(z.imag) <= ROUNDED * np.abs(z), z.real + 0j, z)  # those of e^{iπ}


def _changes(
    places: _Starts | _Equilibria, stood: Sequence[_Roots], values: Sequence[float]
) -> tuple[list[float], list[tuple[float, float]]]:
    """Values at which stability changes, and pairs of values between which it does."""
    changes: list[float] = []
    brackets: list[tuple[float, float]] = []
    for first, last in pairwise(number for number, roots in enumerate(stood) if len(roots.roots)):
        ends = {values[number]: stood[number] for number in (first, last)}
        if len({roots.growth(NEUTRAL) > 0 for roots in ends.values()}) == 1:
            continue
        is_one_branch = last == first + 1 and not stood[last].begins
        low, high = _narrowed(places, first, ends) if is_one_branch else sorted(ends)
        if high - low <= NARROW * max(map(abs, ends)):
            changes.append((low + high) / 2)
        else:
            brackets.append((low, high))
    return changes, brackets


def _narrowed(
    places: _Starts | _Equilibria, number: int, ends: Mapping[float, _Roots]
) -> tuple[float, float]:
    """The nearest two values that can be found between which the sign of growth changes.

    `ends` are the roots at two values, the first of them that of the member of this number.
    """
    from scipy.optimize import brentq  # loaded when the first change needs it

    neutral = 0.0 if all(roots.is_clear for roots in ends.values()) else NEUTRAL
    nearest = {roots.growth(neutral) > 0: value for value, roots in ends.items()}

    def growth(value: float) -> float:
        roots = ends.get(value) or places.between(number, value)
        if roots is None:
            raise _Lost
        rate = roots.growth(neutral)
        nearest[rate > 0] = value
        return rate

    with suppress(_Lost):
        brentq(growth, *ends, xtol=1e-12 * max(map(abs, ends)))
    low, high = sorted(nearest.values())
    return low, high


class _Lost(Exception):
    """The branch that is followed has ended."""


def followed(table: Complex) -> Complex:
    """The same eigenvalues (n, m), each row in the order in which branches go on.

    A branch goes on as its last step did; the whole of a row is the nearest to that.
    """
    from scipy.optimize import linear_sum_assignment  # loaded when the first locus needs it

    branches = table.copy()
    last: list[Complex] = []
    for row in branches:
        if not np.isfinite(row).all():
            continue
        if last:
            expected = last[-1] if len(last) == 1 else 2 * last[-1] - last[-2]
            apart = np.abs(expected[:, None] - row[None, :])
            row[:] = row[linear_sum_assignment(apart)[1]]
        last = [*last[-1:], row.copy()]
    return branches


def _shown(value: complex) -> str:
    return f"{value.real:.6g} {'+' if value.imag >= 0 else '−'} {abs(value.imag):.6g} i"
