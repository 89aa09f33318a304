"""Whether states follow one another as velocities and accelerations say: balances over time.

Accelerations may be right at every state that is looked at, and the motion not theirs: a push
between two states never was.  Over a short time the velocity must change by the impulse of all
that acts, over its inertia, which is the integral of the acceleration; the place by that of the
velocity; and T + U by what is supplied less what is dissipated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.jets import Array

SHARE = 1e-3
"""The part of an integral that a motion may miss: a force that acts twice misses all of it."""

KNOWN = 1e-2
"""Integrals that two rules tell apart by more than this of their terms are not known."""

STEPS = 1e3
"""So many tolerances of a step curves between its ends may be off."""

NODES, WEIGHTS = (
    np.array(row)
    for row in zip(
        (-1.0, 1 / 10),
        (-((3 / 7) ** 0.5), 49 / 90),
        (0.0, 32 / 45),
        ((3 / 7) ** 0.5, 49 / 90),
        (1.0, 1 / 10),
        strict=True,
    )
)
"""Lobatto's rule with five nodes, exact to degree seven, and below that with three of them."""

FEWER = np.array([1 / 3, 0.0, 4 / 3, 0.0, 1 / 3])


@dataclass(frozen=True, eq=False)
class Windows:
    """States in k short times: at five nodes of each t (k, 5), q, q̇, q̈ (k, 5, f).

    `energies` are T, U, and the dissipated and the supplied power (k, 5) by name.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    energies: Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Gap:
    """The worst that a balance leaves: of what, its place among the coordinates, and when."""

    quantity: str
    place: int
    t: float
    residual: float


def nodes_of(windows: Array) -> Array:
    """The five nodes (k, 5) of windows (k, 2)."""
    low, high = windows.T
    middle, half = (low + high) / 2, (high - low) / 2
    return middle[:, None] + half[:, None] * NODES


def missed_in(windows: Windows, noise: Array, blur: float) -> list[Gap]:
    """Where changes are not the integrals, beyond what is allowed for (q, q̇) (2f,) to be off.

    The `blur` is what energies may be off, of the largest and of what is supplied and dissipated:
    where a source feeds a resistor alone their difference is rounding.
    """
    half, f = (windows.t[:, -1] - windows.t[:, 0])[:, None] / 2, windows.q.shape[-1]

    def gaps(values: Array, rates: Array, allowed: Array, energies: bool = False) -> list[Gap]:
        whole, rough, size = (
            half * np.einsum("c,kcf->kf", weights, table)
            for weights, table in ((WEIGHTS, rates), (FEWER, rates), (WEIGHTS, np.abs(rates)))
        )
        left = values[:, -1] - values[:, 0] - whole
        apart = np.abs(whole - rough)
        return _worst(windows.t[:, 0], left, size, apart, allowed, 0 if energies else f)

    T, U, lost, put = (windows.energies[name] for name in ("T", "U", "dissipated", "supplied"))
    largest = np.max(np.abs(T) + np.abs(U), initial=0.0)
    energies = ((T + U)[..., None], (put - lost)[..., None])
    passed = half * ((np.abs(put) + np.abs(lost)) @ np.array(WEIGHTS))[:, None]
    of_states = np.concatenate([windows.qd, windows.qdd], axis=2)
    return [
        *gaps(np.concatenate([windows.q, windows.qd], axis=2), of_states, noise[: 2 * f]),
        *gaps(*energies, max(blur, SHARE**2) * largest + blur * passed, True),
    ]


def missed_along(
    t: Array, values: Array, rates: Array, broken: NDArray[np.bool_], allowed: Array, f: int
) -> list[Gap]:
    """The same from row to row of a table: t (n,), (q, q̇, z) and their rates (n, 2f + s).

    Intervals that are `broken` (n − 1,), by an impact or a jump of a force, are passed over with
    their neighbours, and so are those in which rates change too fast for the table to tell.
    """
    if len(t) < 6:
        return []
    h = np.diff(t)[1:-1, None]
    sums = rates[:-1] + rates[1:]
    plain = h / 2 * sums[1:-1]
    doubt = h / 24 * (sums[1:-1] - (rates[:-3] + rates[3:]))
    left = values[2:-1] - values[1:-2] - (plain + doubt)
    if broken.any():
        left[_around(broken.astype(float))[1:-1] > 0] = 0.0
    if not (np.abs(left) - 2 * np.abs(doubt) > allowed).any():
        return []  # as usual: the rest only makes less of what is left
    sizes = np.abs(rates)
    size = _around(h / 2 * (sizes[1:-2] + sizes[2:-1]))
    return _worst(t[1:-2], left, size, _around(np.abs(doubt)), allowed, f)


def _around(table: Array) -> Array:
    """The largest of each row (n, f) and the two before and behind it."""
    around = table.copy()
    for k in (1, 2):
        np.maximum(around[k:], table[:-k], out=around[k:])
        np.maximum(around[:-k], table[k:], out=around[:-k])
    return around


def _worst(
    t: Array, left: Array, size: Array, doubt: Array, allowed: Array | float, f: int
) -> list[Gap]:
    """The largest residual, over what an integral is known to and its terms.

    Columns are q, q̇ (f each) and z; energies where f is 0.
    """
    if not left.size:
        return []
    left = np.abs(left)
    excess = np.where(doubt <= KNOWN * size, left - 2 * doubt - allowed, 0.0)
    row, place = np.unravel_index(int(np.argmax(excess / (size + left + 1e-300))), left.shape)
    residual = float(excess[row, place] / (size[row, place] + left[row, place] + 1e-300))
    part = ("place", "velocity", "state")[min(int(place) // f, 2)] if f else "energy"
    number = int(place) - 2 * f if part == "state" else int(place) % max(f, 1)
    return [Gap(part, number, float(t[row]), max(residual, 0.0))]
