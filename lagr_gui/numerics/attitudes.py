"""Attitudes by three turns in sequence: their angles, what these do in time, and their locks.

R = R(a₁, α) R(a₂, β) R(a₃, γ) turns vectors of the outer axes into the inner ones.  In a sequence
that is `whole` a₂ stands across a₁ and a₃ (proper Euler and Tait–Bryan angles, and all between:
Davenport, AIAA Journal 11 (1973)): it reaches every attitude.  There the pole d = R a₃
has the part sin ϑ (cos α, sin α) across a₁, with ϑ = β + λ; where sin ϑ is 0 the first and the
third axis lie in one line, and α and γ turn about the same one (the lock).
"""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.tolerances import TURNS


def wrapped(angles: Array) -> Array:
    """The same angles between −π and π."""
    return (angles + np.pi) % (2 * np.pi) - np.pi


def crossed(a: Array, b: Array) -> Array:
    """a × b of vectors (…, 3): in a third of the time of NumPy's own, which tries many shapes."""
    return a[..., _NEXT] * b[..., _LAST] - a[..., _LAST] * b[..., _NEXT]


_NEXT, _LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


def _parts_of(axis: Array) -> Array:
    """1, n× and n×n× (3, 3, 3) of a unit axis (3,): what a turn about it is made of (Rodrigues)."""
    x, y, z = axis
    hat = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.stack([np.eye(3), hat, hat @ hat])


def _turned(parts: Array, angles: Array) -> Array:
    """Turns (…, n, 3, 3) by angles (…, n), of their parts (…, 3, 3, 3)."""
    half = np.sin(angles / 2)
    factors = np.stack([np.ones_like(half), np.sin(angles), 2 * half * half], axis=-1)
    return (factors @ parts.reshape(*parts.shape[:-2], 9)).reshape(*angles.shape, 3, 3)


def _dot(a: Array, b: Array) -> Array:
    """a · b (n,) of vectors (n, 3)."""
    return np.add.reduce(a * b, 1)


def _parted(columns: Array) -> tuple[Array, Array, Array]:
    """The columns (n, 3) of matrices (n, 3, 3)."""
    return columns[..., 0], columns[..., 1], columns[..., 2]


class PlacedTurns:
    """Three turns about unit axes (3, 3: a row each) between fixed ones: A R(α) R(β) R(γ) C."""

    def __init__(
        self, axes: Array, before: Array | None = None, behind: Array | None = None
    ) -> None:
        first, middle, last = map(_parts_of, axes)
        A, C = (np.eye(3) if fixed is None else fixed for fixed in (before, behind))
        self._parts = np.stack([A @ first, middle, last @ C])
        self._axes = A @ axes[0], axes[1], axes[2]

    def turn(self, angles: Array) -> Array:
        """The turns (n, 3, 3) for angles (n, 3)."""
        first, middle, last = _turned(self._parts, angles.T)
        return first @ middle @ last

    def columns(self, angles: Array) -> Array:
        """The axes (n, 3, 3: a column each) in the axes before A."""
        first, middle = _turned(self._parts[:2], angles.T[:2])
        return self._columns(first, first @ middle)

    def both(self, angles: Array) -> tuple[Array, Array]:
        """The turns and the columns."""
        first, middle, last = _turned(self._parts, angles.T)
        two = first @ middle
        return two @ last, self._columns(first, two)

    def first(self, angles: Array) -> Array:
        """The first turns (n, 3, 3) alone, by angles (n,)."""
        return _turned(self._parts[0], angles)

    def _columns(self, first: Array, two: Array) -> Array:
        columns = np.empty(first.shape)
        columns[..., 0], columns[..., 1] = self._axes[0], first @ self._axes[1]
        columns[..., 2] = two @ self._axes[2]
        return columns


class TurnSequence:
    """Three turns about unit axes (3, 3: a row each), of which each carries those behind along."""

    def __init__(self, axes: Array) -> None:
        self.axes = np.asarray(axes, float)
        first, middle, last = self.axes
        self._across = crossed(first, middle)
        self._beside_first = np.stack([-self._across, middle], axis=1)
        self._alone = PlacedTurns(self.axes)
        self.offset = float(np.arctan2(-self._across @ last, first @ last))

    @property
    def whole(self) -> bool:
        """Whether it reaches every attitude: its middle axis stands across the others."""
        first, middle, last = self.axes
        return max(abs(first @ middle), abs(middle @ last)) < TURNS.across

    def opening(self, middle: Array) -> Array:
        """sin ϑ (n,) for middle angles (n,): 0 in a lock, 1 or −1 far away."""
        return np.sin(middle + self.offset)

    def side(self, middle: Array) -> Array:
        """A number (n,) that changes by 1 at each lock."""
        return np.floor((middle + self.offset) / np.pi)

    def turn(self, angles: Array) -> Array:
        """R (n, 3, 3) for angles (n, 3)."""
        return self._alone.turn(angles)

    def columns(self, angles: Array) -> Array:
        """The axes (n, 3, 3: a column each) in inner axes: the angular velocity is columns q̇."""
        return self._alone.columns(angles)

    @staticmethod
    def bend(columns: Array, rates: Array) -> Array:
        """The angular acceleration (n, 3) that rates (n, 3) alone make."""
        first, middle, last = _parted(columns * rates[:, None, :])
        return crossed(first, middle) + crossed(first + middle, last)

    @staticmethod
    def rates(columns: Array, omega: Array) -> Array:
        """q̇ (n, 3) of an angular velocity (n, 3); in the lock itself the first turn rests."""
        first, middle, last = _parted(columns)
        across, along = crossed(middle, last), crossed(first, middle)
        opening = _dot(first, across)
        shut = np.abs(opening) < TURNS.shut
        whole = np.where(shut, 1.0, opening)
        result = np.empty(omega.shape)
        result[:, 0] = np.where(shut, 0.0, _dot(across, omega) / whole)
        result[:, 1] = _dot(middle, omega)
        result[:, 2] = np.where(shut, _dot(last, omega), _dot(along, omega) / whole)
        return result

    def pole(self, R: Array) -> Array:
        """sin ϑ (cos α, sin α) (n, 2) of attitudes (n, 3, 3)."""
        return self._beside(R @ self.axes[2])

    def pole_rate(self, R: Array, omega: Array) -> Array:
        """What that does in time (n, 2) by angular velocities (n, 3)."""
        return self._beside(crossed(omega, R @ self.axes[2]))

    def _beside(self, vectors: Array) -> Array:
        """The parts (n, 2) of vectors (n, 3) across a₁."""
        return vectors @ self._beside_first

    def others(self, R: Array, first: Array) -> tuple[Array, Array]:
        """β and γ (n,), between −π and π, of attitudes whose α is known."""
        _, a, b = self.axes
        left = np.swapaxes(self._alone.first(first), 1, 2) @ R
        c = crossed(a, b)
        last = np.swapaxes(left, 1, 2) @ a
        return (
            np.arctan2(left @ b @ c, left @ b @ b),
            np.arctan2(last @ c, last @ a),
        )
