"""Linear descriptor equations reduced to independent coordinates; nothing mechanical.

    M δq̈ + P δq̇ + S δq − Gᵀ δλ = B U,   U = (u, u̇, ü)
    G_h δq = −F u,   G δq̇ = −G_q δq − G_u U,   G δq̈ = −A_v δq̇ − A_q δq − A_u U

Slopes of G that bind positions (holonomic) are G_h; the others bind velocities only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.descriptor import Slopes, resolve, scales
from lagr_gui.numerics.tolerances import RANKS

Complex = NDArray[np.complex128]


@dataclass(frozen=True, slots=True, eq=False)
class LinearDescriptor:
    """f coordinates, c conditions, m inputs, k outputs y = Y_q δq + Y_v δq̇ + Y_u U.

    M, P, S (f, f); B (3, f, m); G, reach (see `Slopes`), Gq, Av, Aq (c, f); F (c, m);
    Gu, Au (3, c, m); holonomic (c,); Yq, Yv (k, f); Yu (3, k, m).
    """

    M: Array
    P: Array
    S: Array
    B: Array
    G: Array
    reach: Array
    Gq: Array
    Av: Array
    Aq: Array
    F: Array
    Gu: Array
    Au: Array
    holonomic: NDArray[np.bool_]
    Yq: Array
    Yv: Array
    Yu: Array

    @property
    def rows(self) -> Slopes:
        """G and what it could be."""
        return Slopes(self.G, self.reach)


@dataclass(frozen=True, slots=True, eq=False)
class FullMotion:
    """All coordinates before the elimination: δq = N z + E U, δq̇ = W w + V z + Vu U.

    M, P, S (f, f) as they were; N (f, n), W (f, p), V (f, n), E, Vu (3, f, m).  `hidden` (m,)
    tells the inputs that also move what no coordinate tells: B has their rates.
    """

    M: Array
    P: Array
    S: Array
    N: Array
    W: Array
    V: Array
    E: Array
    Vu: Array
    hidden: NDArray[np.bool_]

    def means(self, z: Complex, w: Complex, rates: Complex, number: int) -> Array:
        """Means over a period: ¼ δq̇ᴴM δq̇, ¼ δqᴴS δq, ½ δq̇ᴴP δq̇.

        For amplitudes of z (n,), w (p,) and of one input with its rates (3,); nan for one that
        is hidden.
        """
        if self.hidden[number]:
            return np.full(3, np.nan)
        place = self.N @ z + np.tensordot(rates, self.E[:, :, number], 1)
        speed = self.W @ w + self.V @ z + np.tensordot(rates, self.Vu[:, :, number], 1)
        pairs = ((speed, self.M), (place, self.S), (speed, self.P))
        kinetic, stored, lost = (float(np.real(np.vdot(a, X @ a))) for a, X in pairs)
        return np.array([kinetic / 4, stored / 4, lost / 2])


@dataclass(frozen=True, slots=True, eq=False)
class LinearStates:
    """s states of the first order beside f coordinates, m inputs and k outputs.

    L δs joins S δq;  δṡ = Q δq + V δq̇ + F δs + B U,  and Y δs joins the outputs:
    L (f, s), Q, V (s, f), F (s, s), B (3, s, m), Y (k, s).  Reduced ones have the same letters
    with δq = z (n,) and δq̇ = w (p,).
    """

    L: Array
    Q: Array
    V: Array
    F: Array
    B: Array
    Y: Array

    def reduced(self, whole: FullMotion) -> LinearStates:
        """The same by independent coordinates."""
        return LinearStates(
            L=whole.W.T @ self.L,
            Q=self.Q @ whole.N + self.V @ whole.V,
            V=self.V @ whole.W,
            F=self.F,
            B=self.B + self.Q @ whole.E + self.V @ whole.Vu,
            Y=self.Y,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """M ẇ + P w + S z = B U,  ż = T w + Z z + Bz U,  y = Yz z + Yw w + Yu U.

    z (n,) are deviations of the coordinates `independent`, w (p,) of the velocities of those in
    `quick`; p < n where conditions bind velocities only.
    """

    independent: tuple[int, ...]
    quick: tuple[int, ...]
    M: Array
    P: Array
    S: Array
    B: Array
    T: Array
    Z: Array
    Bz: Array
    whole: FullMotion
    Yz: Array
    Yw: Array
    Yu: Array


def reduce(
    d: LinearDescriptor, prefer: Sequence[int] = (), extents: Array | float = 1.0
) -> Reduced:
    """Eliminate the dependent coordinates; those of `prefer` stay where that is possible.

    The `extents` (f,) of coordinates count alike (`scales`).
    """
    scale, bound = scales(d.M, extents), d.holonomic
    _, _, free = resolve(d.rows[bound], np.zeros(int(bound.sum())), scale)
    _, _, quick = resolve(d.rows, np.zeros(len(d.G)), scale)
    order = [*prefer, *(i for i in range(len(d.M)) if i not in prefer)]
    I = picked(free / scale[:, None], order)  # noqa: E741
    J = I if quick.shape[1] == len(I) else picked(quick / scale[:, None], I)
    G_h, unit = d.rows[bound], np.eye(len(d.M))

    def place(right: Array) -> Array:
        return _completed(G_h, I, right, scale)

    def drive(right: Array) -> Array:
        return _completed(d.rows, J, right, scale)

    N = unit[:, I] + place(-G_h.G[:, I])
    first = place(-d.F[bound])
    E = np.array([first, np.zeros_like(first), np.zeros_like(first)])  # it depends on u alone
    W = unit[:, J] + drive(-d.G[:, J])
    V = drive(-d.Gq @ N)
    Vu = np.array([drive(-d.Gu[o] - d.Gq @ E[o]) for o in range(3)])
    C, Cz = drive(-d.Av @ W), drive(-d.Av @ V - d.Aq @ N)
    Cu = np.array([drive(-d.Av @ Vu[o] - d.Aq @ E[o] - d.Au[o]) for o in range(3)])
    return Reduced(
        independent=tuple(I),
        quick=tuple(J),
        M=W.T @ d.M @ W,
        P=W.T @ (d.M @ C + d.P @ W),
        S=W.T @ (d.M @ Cz + d.P @ V + d.S @ N),
        B=W.T @ (d.B - d.M @ Cu - d.P @ Vu - d.S @ E),
        T=W[I],
        Z=V[I],
        Bz=Vu[:, I],
        whole=FullMotion(d.M, d.P, d.S, N, W, V, E, Vu, np.any(d.B[1:] != 0, axis=(0, 1))),
        Yz=d.Yq @ N + d.Yv @ V,
        Yw=d.Yv @ W,
        Yu=d.Yu + d.Yq @ E + d.Yv @ Vu,
    )


def picked(free: Array, order: Sequence[int]) -> list[int]:
    """Slopes of a basis (f, n), n of them, that determine all others well; first ones first."""
    rest = free.copy()
    chosen: list[int] = []
    for _ in range(free.shape[1]):
        parts = np.linalg.norm(rest, axis=1)
        left = [i for i in order if i not in chosen]
        largest = max(parts[i] for i in left)
        best = next(i for i in left if parts[i] >= RANKS.share * largest)
        chosen.append(best)
        direction = rest[best] / parts[best]
        rest = rest - np.outer(rest @ direction, direction)
    return sorted(chosen)


def _completed(rows: Slopes, held: Sequence[int], right: Array, scale: Array) -> Array:
    """X (f, k) of G X = right with entries that are zero where `held`."""
    others = [i for i in range(rows.G.shape[1]) if i not in held]
    X = np.zeros((rows.G.shape[1], right.shape[1]))
    if others and len(rows):
        table, sizes = rows.even(scale)
        even = right / sizes[:, None]
        solution, *_ = np.linalg.lstsq(table[:, others], even, rcond=RANKS.dependent)
        X[others] = scale[others, None] * solution
    return X
