"""Are coordinates valid minimal coordinates in a position? The rank of ∂(x, E)/∂q tells.

With unit masses and the unit matrix as Binet inertia, (17) reads Σ (∂_μ x·∂_ν x + ∂_μ E·∂_ν E): a
matrix that is singular exactly where different velocities move no body differently.  It is looked
at from body to body: only the coordinates between two bodies move one relative to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui import numerics
from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import compile_kernel, shaped
from lagr_gui.mechanics.reading import Reading, RigidBody
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.frames import build_frames
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.tree_numbers import (
    PART,
    FrameNumbers,
    NumericFrame,
    groups,
    idle_motions,
    metric_of,
    owned_once,
    taking_part,
)
from lagr_gui.mechanics.trees import IDENTITY, NOUGHT, ONE, Rows, total

LOST = 1e-10
"""An eigenvalue of the scaled matrix below this is a motion that moves nothing."""

NEXT_TO, BESIDE = 1e-9, 1e-2
"""Distances (rad, m) at which slopes are looked at that have no value in a position itself."""

TRIES = 30
"""Directions in which such positions are looked for."""

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
        self._numbers = FrameNumbers(build_frames(Scope(bare)))

    def failing(
        self, parameters: Sequence[float], t: float, q: Array, lost: float = LOST
    ) -> tuple[str, ...]:
        """The coordinates that do not move bodies independently at positions q (f,).

        `lost` is the square of the distance (rad, m) from such a position that still counts.
        Coordinates that move no body at all anywhere (charges) are left out.
        """
        names, here, _ = self._idle(parameters, t, q, lost)
        return names if here else ()

    def unbounded(
        self, parameters: Sequence[float], t: float, q: Array, lost: float = LOST
    ) -> tuple[str, ...]:
        """The coordinates with whose velocities bodies would move infinitely fast at q (f,).

        There motions do not change them, or not independently of each other: at the end of the
        range of an inverse function, as where bars come to lie in line.  `lost` is the square of
        the distance from such a position that still counts.
        """
        here, beside = (self._defined(parameters, t, q, step) for step in (NEXT_TO, BESIDE))
        if here is None or beside is None:
            return ()
        seen, taking = self._numbers.seen, set[int]()
        for group in groups(here, seen):
            moved, g = metric_of(here, group, seen)
            near = metric_of(beside, group, seen)[1]
            usual = np.diag(near)
            scale = np.sqrt(np.where(usual > 0, usual, 1.0))
            values, vectors = np.linalg.eigh(g / np.outer(scale, scale))
            fast = vectors[:, values > BESIDE / np.sqrt(lost)]
            takes = np.max(np.abs(fast), axis=1, initial=0.0) > PART
            taking |= {nu for nu, part in zip(moved, takes, strict=True) if part}
        return tuple(self.names[nu] for nu in sorted(taking))

    def _defined(
        self, parameters: Sequence[float], t: float, q: Array, step: float
    ) -> list[NumericFrame] | None:
        """The frames at the first of some positions at a distance where all have a value."""
        source = np.random.default_rng(7)
        for _ in range(TRIES):
            away = source.standard_normal(len(q))
            frames = self._numbers.at(parameters, t, q + step * away)
            if all(np.isfinite(f.X).all() and np.isfinite(f.columns).all() for f in frames):
                return frames
        return None

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
        step = 0.1 * np.random.default_rng(5).standard_normal(len(q))
        here = self._numbers.at(parameters, t, q)
        beside = self._numbers.at(parameters, t, q + step)
        seen = self._numbers.seen
        taking, at, near_by = set[int](), 0, 0
        for group in groups(here, seen):
            moved, g = metric_of(here, group, seen)
            near = metric_of(beside, group, seen)[1]
            moving = np.diag(near) > 0
            if not moving.any() or not np.isfinite(g).all():
                continue
            scale = np.sqrt(np.outer(np.diag(near)[moving], np.diag(near)[moving]))
            idle, others = (_null(m[np.ix_(moving, moving)] / scale, lost) for m in (g, near))
            takes = np.max(np.abs(idle), axis=1, initial=0.0) > PART
            taking |= {nu for nu, part in zip(np.array(moved)[moving], takes, strict=True) if part}
            at, near_by = at + idle.shape[1], near_by + others.shape[1]
        return tuple(self.names[nu] for nu in sorted(taking)), at, near_by


class TreeInertia:
    """Looks for motions without inertia of a system without conditions."""

    def __init__(self, recursion: Recursion) -> None:
        self._names = recursion.reading.coordinates
        self._numbers = self._metric = None
        if recursion.given is None and owned_once(recursion.frames):
            self._numbers = FrameNumbers(recursion.frames)
        else:
            scope, f = recursion.scope, len(self._names)
            g = {"g": shaped((entry for row in recursion.g[1:] for entry in row[1:]), f, f)}
            self._metric = compile_kernel(scope.program, scope.state, scope.parameters, g)

    def weak(
        self, parameters: Sequence[float], t: float, q: Array
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """As `weak_inertia`, at positions q (f,)."""
        f = len(q)
        if self._numbers is not None:
            idle = idle_motions(self._numbers.at(parameters, t, q), f)
            return taking_part(self._names, idle[0]), taking_part(self._names, idle[1])
        assert self._metric is not None
        g = self._metric.bind(parameters)(np.concatenate([[t], q, np.zeros(f)]))["g"]
        return weak_inertia(self._names, g, numerics.Slopes.none(f))


def weak_inertia(
    names: Sequence[str], g: Array, rows: numerics.Slopes
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Coordinates in motions without kinetic energy, and in motions with a negative one.

    Of the velocities that the rows of conditions allow, with g (f, f); in a scale
    where metres and radians are comparable.
    """
    diagonal = np.abs(np.diag(g))
    scale = 1 / np.sqrt(np.where(diagonal > 0, diagonal, np.max(diagonal, initial=0.0) or 1.0))
    motions = numerics.resolve(rows, np.zeros(len(rows)), scale)[2]
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
