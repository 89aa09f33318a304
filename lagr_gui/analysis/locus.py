"""Root loci: the eigenvalues of small motions over one parameter, each followed on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.following_equilibria import followed_equilibria
from lagr_gui.analysis.linearization import linearized
from lagr_gui.analysis.varying import Family, family
from lagr_gui.mechanics.state import State
from lagr_gui.message import say
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, refusal
from lagr_gui.simulation.modes import find_modes
from lagr_gui.simulation.system import Array

Complex = NDArray[np.complex128]
PLACES = ("equilibrium", "start")


@dataclass(frozen=True, eq=False)
class RootLocus:
    """Eigenvalues (n, m) of small motions for n `values` of a parameter, m branches.

    A column is one eigenvalue, followed from value to value.  `q` (n, f) are the places; nan stands
    where there was none, and `problems` say why, by number of the value.  `breaks` are the numbers
    of values at which the equilibrium that was followed has ended, and another one begins.
    `obstacle` tells why eigenvalues decide nothing about stability; empty where they do.
    """

    name: str
    values: Array
    eigenvalues: Complex
    coordinates: tuple[str, ...]
    q: Array
    problems: Mapping[int, str]
    breaks: tuple[int, ...] = ()
    obstacle: str = ""

    @property
    def changes(self) -> Array:
        """Values (c,) at which stability changes, by the line between neighbours.

        In the middle of both where nothing grows or fades on one side; none with an `obstacle`.
        """
        if self.obstacle:
            return np.zeros(0)
        with np.errstate(invalid="ignore"):
            largest = np.nanmax(self.eigenvalues.real, axis=1)
            largest[np.abs(largest) <= NEUTRAL * np.nanmax(np.abs(self.eigenvalues))] = 0.0
            at = np.flatnonzero((largest[:-1] > 0) != (largest[1:] > 0))
        share = largest[at] / (largest[at] - largest[at + 1])
        share[(share == 0) | (share == 1)] = 0.5
        return self.values[at] + share * (self.values[at + 1] - self.values[at])

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head."""
        found = {self.name: self.values}
        for number, branch in enumerate(self.eigenvalues.T, start=1):
            found |= {f"Re {number} (1/s)": branch.real, f"Im {number} (1/s)": branch.imag}
        return found

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        pairs = np.stack([self.eigenvalues.real, self.eigenvalues.imag], axis=-1)
        told = {"name": self.name, "values": self.values, "eigenvalues": pairs, "q": self.q}
        failed = [{"number": n, "cause": text} for n, text in self.problems.items()]
        told |= {"coordinates": self.coordinates, "changes": self.changes, "failed": failed}
        return told | {"breaks": self.breaks, "obstacle": self.obstacle}

    def __str__(self) -> str:
        first, last = self.values[0], self.values[-1]
        lines = [f"eigenvalues (1/s) for {self.name} = {first:g} … {last:g}"]
        for start, end in zip(self.eigenvalues[0], self.eigenvalues[-1], strict=True):
            lines.append(f"  {_shown(start)}  →  {_shown(end)}")
        if self.obstacle:
            lines.append(f"no verdict on stability: {self.obstacle}")
        lines += [f"stability changes at {self.name} = {value:.6g}" for value in self.changes]
        for n in self.breaks:
            lines.append(
                f"the equilibrium ends before {self.name} = {self.values[n]:g}: another one"
            )
        lines += [f"{self.name} = {self.values[n]:g}: {text}" for n, text in self.problems.items()]
        return "\n".join(lines)


NEUTRAL = 1e-9
"""Growth below this part of the largest eigenvalue is none."""


@on_one_thread
def root_locus(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    at: str = "equilibrium",
) -> RootLocus:
    """The eigenvalues of small motions about an equilibrium or the start, over one parameter.

    The first equilibrium is that of `equilibria`; it is followed from value to value, and where it
    ends, as in a fold, that is told (`breaks`).  Raises LagrError for unknown names and for more or
    less than one; values without a place are told.
    """
    asked = family(prepared, vary, (), None)
    if len(asked.axes) != 1:
        cause = say("{count} vary; a root locus has one.", count=len(asked.axes))
        raise refusal("Root locus", cause, "Name one parameter.", "sweep")
    if at not in PLACES:
        remedy = "Take “equilibrium” or “start”."
        raise refusal(say("Place “{at}”", at=at), "There is no such place.", remedy, "place")
    ((name, values),) = asked.axes.items()
    stood = [_begun(asked, n) for n in range(asked.runs)] if at == "start" else _stood(asked)
    most = max((len(own.roots) for own in stood), default=0)
    table = np.full((len(stood), most), np.nan, complex)
    for row, own in zip(table, stood, strict=True):
        row[: len(own.roots)] = own.roots
    return RootLocus(
        name,
        np.array(values),
        followed(table),
        prepared.coordinates,
        np.array([own.q for own in stood]),
        {number: own.problem for number, own in enumerate(stood) if own.problem},
        tuple(number for number, own in enumerate(stood) if own.begins),
        next((own.obstacle for own in stood if own.obstacle), ""),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Roots:
    """Eigenvalues (m,) at a value, where, and why there are none."""

    roots: Complex
    q: Array
    problem: str = ""
    begins: bool = False
    obstacle: str = ""


def _begun(asked: Family, number: int) -> _Roots:
    """The eigenvalues about the start."""
    try:
        member, start = asked.varied(number)
        begin = member.assembled(asked.starting(start))
        state = State(asked.settings.t0, tuple(begin.q), tuple(begin.qd))
        linear = linearized(member, state, None, (), {})
        return _Roots(find_modes(linear).eigenvalues, begin.q, obstacle=linear.obstacle)
    except LagrError as error:
        f = len(asked.settings.q0)
        return _Roots(np.zeros(0, complex), np.full(f, np.nan), str(error))


def _stood(asked: Family) -> list[_Roots]:
    """The eigenvalues about the equilibrium that is followed."""
    found = list[_Roots]()
    nowhere = np.full(len(asked.settings.q0), np.nan)
    for own in followed_equilibria(asked, from_start=False):
        roots = np.zeros(0, complex) if own.found is None else own.found.eigenvalues
        q = nowhere if own.found is None or not len(roots) else own.found.q
        obstacle = "" if own.found is None else own.found.obstacle
        found.append(_Roots(roots, q, own.problem, own.begins, obstacle))
    return found


def followed(table: Complex) -> Complex:
    """The same eigenvalues (n, m), each row in the order in which branches go on.

    A branch goes on as its last step did; the whole of a row is the nearest to that.
    """
    from scipy.optimize import linear_sum_assignment  # loaded when the first locus needs it

    found = table.copy()
    last: list[Complex] = []
    for row in found:
        if not np.isfinite(row).all():
            continue
        if last:
            expected = last[-1] if len(last) == 1 else 2 * last[-1] - last[-2]
            apart = np.abs(expected[:, None] - row[None, :])
            row[:] = row[linear_sum_assignment(apart)[1]]
        last = [*last[-1:], row.copy()]
    return found


def _shown(value: complex) -> str:
    return f"{value.real:.6g} {'+' if value.imag >= 0 else '−'} {abs(value.imag):.6g} i"
