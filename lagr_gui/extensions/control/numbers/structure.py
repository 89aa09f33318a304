"""What inputs can move and outputs can see: controllability, observability, invariant zeros."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.extensions.control.numbers.scaling import scaled
from lagr_gui.extensions.control.numbers.state_space import (
    Complex,
    StateSpace,
    decays,
    eigenvalues,
    in_order,
)
from lagr_gui.foundation.arrays import Array

FAINT = 1e-9
"""Couplings below this part of the largest one are rounding: systems come with some 1e-13."""


@dataclass(frozen=True, eq=False)
class Reach:
    """How many of the n states inputs can move, or outputs can see.

    `rank` of them; `weakest` is the smallest coupling on the way, between 0 and 1 and the same in
    all units (1 where nothing is on the way).  `rest` (n, n − rank) are the directions that are
    left: of controllability combinations zᵀx that no input changes, of observability states that
    no output shows; the largest entry of each is 1.  `shapes` (n, n − rank) are directions of
    states for them, to be looked at.  `modes` (n − rank,) are the eigenvalues that belong to them,
    and `decays` tells whether what they say dies out: stabilisable, or detectable.
    """

    rank: int
    weakest: float
    rest: Array
    shapes: Array
    modes: Complex
    decays: bool

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left."""
        return not self.rest.shape[1]


def controllability(system: StateSpace) -> Reach:
    """Which states the inputs can move, by the staircase of A and B in scales without units."""
    return _reach(system.A, system.B, system.h)


def observability(system: StateSpace) -> Reach:
    """Which states the outputs can see: the same of Aᵀ and Cᵀ."""
    reach = _reach(system.A.T, system.C.T, system.h)
    # a combination that the dual system cannot move is a state that this one does not show
    return Reach(reach.rank, reach.weakest, reach.rest, reach.rest, reach.modes, reach.decays)


def _reach(A: Array, B: Array, h: float) -> Reach:
    n = len(A)
    scale = scaled(A, B)
    V, weakest = _staircase(scale.A, scale.B)
    still = np.linalg.svd(V)[0][:, V.shape[1] :] if len(V) else np.zeros((0, 0))
    left = [place for place in range(n) if place not in set(scale.reached.tolist())]
    Z = np.zeros((n, still.shape[1] + len(left)))
    Z[scale.reached, : still.shape[1]] = still
    Z[left, range(still.shape[1], Z.shape[1])] = 1.0
    inside = (Z / scale.size[:, None]).T @ A @ (Z * scale.size[:, None])
    modes = in_order(eigenvalues(inside)) if Z.shape[1] else np.zeros(0, complex)
    largest = float(np.max(np.abs(eigenvalues(A)), initial=0.0))
    dies = decays(modes, h, largest)
    rest, shapes = _readable(Z / scale.size[:, None]), _readable(Z * scale.size[:, None])
    return Reach(V.shape[1], weakest, rest, shapes, modes, bool(np.all(dies)))


def _staircase(A: Array, B: Array) -> tuple[Array, float]:
    """An orthonormal basis (n, r) of all that A and B reach, and the smallest step on the way."""
    V, weakest = np.zeros((len(A), 0)), 1.0
    new = B
    while new.shape[1] and V.shape[1] < len(A):
        for _ in range(2):  # once more for what the first one left by rounding
            new = new - V @ (V.T @ new)
        U, sigma, _ = np.linalg.svd(new, full_matrices=False)
        kept = sigma > FAINT
        weakest = min([weakest, *sigma[kept].tolist()])
        V = np.hstack([V, U[:, kept]])
        new = A @ U[:, kept]
    return V, weakest


def _readable(directions: Array) -> Array:
    """The same space (n, r) by columns that have a 1 where the others have 0, if there is one."""
    columns = directions.T.copy()
    done: list[int] = []
    for row in range(len(columns)):
        sizes = np.abs(columns[row])
        pivot = int(np.argmax(sizes))
        done.append(pivot)
        columns[row] /= columns[row, pivot]
        for other in range(len(columns)):
            if other != row:
                columns[other] -= columns[row] * columns[other, pivot]
    largest = np.max(np.abs(columns), axis=1, keepdims=True, initial=0.0)
    columns = np.where(np.abs(columns) < FAINT * largest, 0.0, columns)
    return np.asarray(columns.T / np.where(largest > 0, largest, 1.0).T)


# --- Invariant zeros -----------------------------------------------------------------------------


def zeros(system: StateSpace) -> Complex:
    """The invariant zeros: where the matrix [A − s I, B; C, D] loses rank, and no other numbers.

    Those of a controllable and observable system are its transmission zeros.  By reduction to a
    system with an invertible D (Emami-Naeini and Van Dooren, Automatica 18, 1982).
    """
    if not (system.n and system.B.size and system.C.size):
        return np.zeros(0, complex)
    size = scaled(system.A, system.B).size
    A, B, C = system.A / size[:, None] * size, system.B / size[:, None], system.C * size
    unit = float(np.linalg.norm(A, 2)) or 1.0
    D = system.D.astype(float)
    widths, heights = np.linalg.norm(np.vstack([B, D]), axis=0), np.linalg.norm(C, axis=1)
    widths, heights = np.where(widths > 0, widths, 1.0), np.where(heights > 0, heights, 1.0)
    B, C, D = B / widths, C / heights[:, None], D / widths / heights[:, None] * unit
    A, B, C, D = _without_infinite(A / unit, B, C, D)
    At, Ct, Bt, Dt = _without_infinite(A.T, C.T, B.T, D.T)
    if not len(At):
        return np.zeros(0, complex)
    inner = At.T - Bt.T @ np.linalg.solve(Dt.T, Ct.T) if len(Dt) else At.T
    return in_order(eigenvalues(inner) * unit)


def _without_infinite(A: Array, B: Array, C: Array, D: Array) -> tuple[Array, Array, Array, Array]:
    """A smaller system with the same finite zeros whose D has full rank by rows."""
    while len(C):
        U, sigma, _ = np.linalg.svd(D) if D.size else (np.eye(len(C)), np.zeros(0), None)
        full = int(np.sum(sigma > FAINT))
        if full == len(C):
            break
        C, D = U.T @ C, U.T @ D
        _, lengths, V = np.linalg.svd(C[full:]) if C.size else (None, np.zeros(0), np.eye(len(A)))
        rho = int(np.sum(lengths > FAINT))
        if not rho:
            C, D = C[:full], D[:full]
            break
        W = np.vstack([V[rho:], V[:rho]]).T  # what these outputs do not show comes first
        A, B, C = W.T @ A @ W, W.T @ B, C @ W
        rest = len(A) - rho
        C = np.vstack([C[:full, :rest], A[rest:, :rest]])
        D = np.vstack([D[:full], B[rest:]])
        A, B = A[:rest, :rest], B[:rest]
    return A, B, C, D
