"""Attitudes by three turns in sequence: their angles, what these do in time, and their locks.

R = R(a₁, α) R(a₂, β) R(a₃, γ) turns vectors of the outer axes into the inner ones.  In a sequence
that is `whole` a₂ stands across a₁ and a₃ (proper Euler and Tait–Bryan angles, and all between:
Davenport, AIAA Journal 11 (1973)): it reaches every attitude.  There the pole d = R a₃
has the part sin ϑ (cos α, sin α) across a₁, with ϑ = β + λ; where sin ϑ is 0 the first and the
third axis lie in one line, and α and γ turn about the same one (the lock).
"""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.numerics.tolerances import TURNS


def wrapped(angles: Array) -> Array:
    """The same angles between −π and π."""
    return (angles + np.pi) % (2 * np.pi) - np.pi


def crossed(a: Array, b: Array) -> Array:
    """a × b of vectors (…, 3): in a third of the time of NumPy's own, which tries many shapes."""
    return a[..., _NEXT] * b[..., _LAST] - a[..., _LAST] * b[..., _NEXT]


_NEXT, _LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


def turns_about(axis: Array, angles: Array) -> Array:
    """Turns (n, 3, 3) by angles (n,) about a unit axis (3,) (Rodrigues)."""
    hat = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    s, half = np.sin(angles), np.sin(angles / 2)
    return np.eye(3) + s[:, None, None] * hat + (2 * half * half)[:, None, None] * (hat @ hat)


class TurnSequence:
    """Three turns about unit axes (3, 3: a row each), of which each carries those behind along."""

    def __init__(self, axes: Array) -> None:
        self.axes = np.asarray(axes, float)
        first, middle, last = self.axes
        self._across = crossed(first, middle)
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
        first, middle, last = (turns_about(a, q) for a, q in zip(self.axes, angles.T, strict=True))
        return first @ middle @ last

    def columns(self, angles: Array) -> Array:
        """The axes (n, 3, 3: a column each) in inner axes: the angular velocity is columns q̇."""
        first, middle = (turns_about(self.axes[i], angles[:, i]) for i in (0, 1))
        own = np.broadcast_to(self.axes[0], (len(angles), 3))
        return np.stack([own, first @ self.axes[1], (first @ middle) @ self.axes[2]], axis=-1)

    @staticmethod
    def bend(columns: Array, rates: Array) -> Array:
        """The angular acceleration (n, 3) that rates (n, 3) alone make."""
        carried = columns * rates[:, None, :]
        first, middle, last = np.moveaxis(carried, -1, 0)
        return crossed(first, middle) + crossed(first + middle, last)

    @staticmethod
    def rates(columns: Array, omega: Array) -> Array:
        """q̇ (n, 3) of an angular velocity (n, 3); in the lock itself the first turn rests."""
        first, middle, last = np.moveaxis(columns, -1, 0)
        across, along = crossed(middle, last), crossed(first, middle)
        opening = np.sum(first * across, axis=1)
        shut = np.abs(opening) < TURNS.shut
        whole = np.where(shut, 1.0, opening)
        one = np.where(shut, 0.0, np.sum(across * omega, axis=1) / whole)
        two = np.sum(middle * omega, axis=1)
        three = np.where(shut, np.sum(last * omega, axis=1), np.sum(along * omega, axis=1) / whole)
        return np.stack([one, two, three], axis=1)

    def pole(self, R: Array) -> Array:
        """sin ϑ (cos α, sin α) (n, 2) of attitudes (n, 3, 3)."""
        return self._beside(R @ self.axes[2])

    def pole_rate(self, R: Array, omega: Array) -> Array:
        """What that does in time (n, 2) by angular velocities (n, 3)."""
        return self._beside(crossed(omega, R @ self.axes[2]))

    def _beside(self, vectors: Array) -> Array:
        """The parts (n, 2) of vectors (n, 3) across a₁."""
        return np.stack([-vectors @ self._across, vectors @ self.axes[1]], axis=1)

    def others(self, R: Array, first: Array) -> tuple[Array, Array]:
        """β and γ (n,), between −π and π, of attitudes whose α is known."""
        _, a, b = self.axes
        left = np.swapaxes(turns_about(self.axes[0], first), 1, 2) @ R
        c = crossed(a, b)
        last = np.swapaxes(left, 1, 2) @ a
        return (
            np.arctan2(left @ b @ c, left @ b @ b),
            np.arctan2(last @ c, last @ a),
        )
