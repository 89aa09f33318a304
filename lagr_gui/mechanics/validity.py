"""Are coordinates valid minimal coordinates in a position? The rank of ∂(x, E)/∂q tells.

With unit masses and the unit matrix as Binet inertia, (17) reads Σ (∂_μ x·∂_ν x + ∂_μ E·∂_ν E): a
matrix that is singular exactly where different velocities move no body differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel, compile_kernel
from lagr_gui.mechanics.reading import Reading, RigidBody
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.trees import IDENTITY, NOUGHT, ONE, Rows, total
from lagr_gui.numerics import Slopes, resolve

Array = NDArray[np.float64]

LOST = 1e-10
"""An eigenvalue of the scaled matrix below this is a motion that moves nothing."""

PART = 0.1
"""A coordinate takes part in such a motion from this share on."""

TWO: Rows = tuple(tuple(total((e, e)) for e in row) for row in IDENTITY)  # type: ignore[assignment]


class Validity:
    """Looks at positions of one system; compiled once.

    Where only what is `moving` mass counts, bodies without mass and inertia are frames that
    nobody sees turn.
    """

    def __init__(self, reading: Reading, moving: bool = False) -> None:
        self.names = reading.coordinates
        bare = replace(
            reading,
            bodies=tuple(_unit(body, moving) for body in reading.bodies),
            parts=(),
            constraints=(),
            limits=(),
            gravity=(NOUGHT, NOUGHT, NOUGHT),
        )
        self._metric = MetricKernel(Recursion(bare))

    def failing(
        self, parameters: Sequence[float], t: float, q: Array, lost: float = LOST
    ) -> tuple[str, ...]:
        """The coordinates that do not move bodies independently at positions q (f,).

        `lost` is the square of the distance (rad, m) from such a position that still counts.
        Coordinates that move no body at all anywhere (charges) are left out.
        """
        names, here, _ = self._idle(parameters, t, q, lost)
        return names if here else ()

    def failing_here(
        self, parameters: Sequence[float], t: float, q: Array, lost: float = LOST
    ) -> tuple[str, ...]:
        """Those that fail at positions q (f,) but not beside."""
        names, here, beside = self._idle(parameters, t, q, lost)
        return names if here > beside else ()

    def _idle(
        self, parameters: Sequence[float], t: float, q: Array, lost: float
    ) -> tuple[tuple[str, ...], int, int]:
        """Coordinates of motions that move nothing; how many there are here, and beside."""
        g = self._metric.at(parameters, t, q)
        step = 0.1 * np.random.default_rng(5).standard_normal(len(q))
        beside = self._metric.at(parameters, t, q + step)
        moving = np.diag(beside) > 0
        if not moving.any() or not np.isfinite(g).all():
            return (), 0, 0
        scale = np.sqrt(np.diag(beside)[moving])
        vectors = _null(g[np.ix_(moving, moving)] / np.outer(scale, scale), lost)
        others = _null(beside[np.ix_(moving, moving)] / np.outer(scale, scale), lost)
        taking = np.max(np.abs(vectors), axis=1, initial=0.0) > PART
        names = np.array(self.names, object)[moving]
        return tuple(names[taking].tolist()), vectors.shape[1], others.shape[1]


class MetricKernel:
    """g in numbers, compiled once."""

    def __init__(self, recursion: Recursion) -> None:
        scope, f = recursion.scope, len(recursion.g) - 1
        entries = [entry for row in recursion.g[1:] for entry in row[1:]]
        self._shape = (f, f)
        self._kernel: Kernel = compile_kernel(
            recursion.program, scope.state, scope.parameters, entries
        )

    def at(self, parameters: Sequence[float], t: float, q: Array) -> Array:
        """g (f, f) at positions q (f,)."""
        self._kernel.set_parameters(list(parameters))
        return self._kernel(np.concatenate([[t], q, np.zeros_like(q)])).reshape(self._shape)


def weak_inertia(
    names: Sequence[str], g: Array, rows: Slopes | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Coordinates in motions without kinetic energy, and in motions with a negative one.

    Of the velocities that the rows of conditions allow, if there are any, with g (f, f); in a scale
    where metres and radians are comparable.
    """
    diagonal = np.abs(np.diag(g))
    scale = 1 / np.sqrt(np.where(diagonal > 0, diagonal, np.max(diagonal, initial=0.0) or 1.0))
    motions = resolve(rows, np.zeros(len(rows)), scale)[2] if rows else np.diag(scale)
    reduced = motions.T @ g @ motions
    if not reduced.size or not np.isfinite(reduced).all():
        return (), ()
    values, vectors = np.linalg.eigh((reduced + reduced.T) / 2)
    shares = np.abs(motions @ vectors) / scale[:, None]
    limit = LOST * max(float(np.max(np.abs(values))), 1.0)

    def taking(columns: NDArray[np.bool_]) -> tuple[str, ...]:
        takes = np.max(shares[:, columns], axis=1, initial=0.0) > PART
        return tuple(name for name, part in zip(names, takes, strict=True) if part)

    return taking(np.abs(values) <= limit), taking(values < -limit)


def _null(matrix: Array, lost: float) -> Array:
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    return vectors[:, values < lost * max(values[-1], 1.0)]


def _unit(body: RigidBody, moving: bool) -> RigidBody:
    if moving and all(
        entry == NOUGHT for entry in (body.mass, *(e for row in body.theta for e in row))
    ):
        return replace(body, gravity=False)
    return RigidBody(body.number, ONE, IDENTITY, TWO, gravity=False)
